"""First step of real image classifiers: change of every layer, by exact derivatives."""

import warnings
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.cost import afford
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.networks.images import ImageNetwork
from depthlaws.sims.networks.library import Weights, flops, load_torch, on_device, to_device
from depthlaws.sims.networks.local_data import digit_images, teacher_images

__all__ = ["image_first_step"]

ENERGY = "mean square change of a layer by a step of rate 1"
LOSSES = ("ce", "mse")
IMAGES = ("digits", "teacher")
PRODUCTS = 5  # passes of a first step: forward, twice backward, twice forward with tangents


@simulator(
    "image-first-step",
    says=with_last_meanings({"energy": ENERGY}, "layer")
    | {
        "rate": "maximal update rate: the mean of the energies times the square of the rate is 1",
        "loss": "loss before the step",
    },
)
def image_first_step(
    model: ImageNetwork,
    /,
    *,
    samples: int,
    seed: int,
    batch: int = 32,
    loss: str = "ce",
    images: str = "digits",
    device: str = "cpu",
) -> xr.Dataset:
    """Change of every layer of an image classifier by the linearised first step of SGD.

    The loss is cross-entropy, or mse with targets of mean 0 and mean square 1 in each output. No
    finite differences: the changes are Jacobian-vector products of the states.

    Source: ammup, eqs. (7) to (9).

    Parameters
    ----------
    model : ImageNetwork
        Networks.
    samples : int
        Number of networks, each with a mini-batch of its own.
    seed : int
        Seed of all draws. Network i is the same for every number of samples.
    batch : int
        Images of the mini-batch.
    loss : str
        Loss: ce or mse.
    images : str
        Images: digits (8 x 8, one colour) or teacher (Gaussian images of any size).
    device : str
        Device: cpu, or torch:cuda or torch:cuda:1 for a GPU, with the same weights and data.

    Returns
    -------
    xarray.Dataset
        ``energy`` (sample, layer); ``energy_out``, of the last layer, ``rate`` and ``loss``
        (sample,).

    Raises
    ------
    RuntimeError
        If PyTorch or the GPU is missing.
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> model = ImageNetwork(network="vit", depth=2)
    >>> dict(image_first_step(model, samples=3, seed=0).sizes)  # doctest: +SKIP
    {'sample': 3, 'layer': 4}
    """
    samples, batch, seed = integer("samples", samples), integer("batch", batch), checked_seed(seed)
    choice("loss", loss, LOSSES)
    choice("images", images, IMAGES)
    if model.colours != 1 or (images == "digits" and (model.side, model.classes) != (8, 10)):
        msg = f"{images} have one colour, and digits 8 x 8 pixels and 10 classes; got {model}"
        raise ValueError(msg)
    backend = on_device(device)
    _afford(model, samples, batch, backend)
    energies, losses = [], []
    for i in range(samples):
        child = int(np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1)[0])
        if images == "digits":
            x, y = digit_images(batch, seed=child)
        else:
            x, y = teacher_images(
                batch, seed=child, side=model.side, classes=model.classes, task=seed
            )
        weights = to_device(model.weights(child), backend)
        before, energy = changes(model, weights, backend.asarray(x, "float32"), y, loss)
        losses.append(before)
        energies.append(energy)
    energy = np.array(energies)
    run = xr.Dataset(
        {
            "energy": (("sample", "layer"), energy),
            "rate": ("sample", energy.mean(axis=1) ** -0.5),
            "loss": ("sample", np.array(losses)),
        },
        {"sample": np.arange(samples), "layer": np.arange(1, model.layers + 1)},
        {"model": repr(model), "seed": seed, "batch": batch, "loss_function": loss}
        | {"images": images, "dtype": "float32", "device": backend.name}
        | {"torch": str(load_torch().__version__)},
    )
    return with_last_values(run, "layer")


def descent(
    model: ImageNetwork, weights: Weights, images: Any, classes: np.ndarray, loss: str, /
) -> tuple[float, Weights]:
    """Return the loss and a step of SGD of rate 1, minus the gradient of each weight."""
    torch = load_torch()
    labels = torch.from_numpy(np.asarray(classes)).to(images.device)

    def objective(w: Weights) -> Any:
        scores = model.scores(w, [*model.states(w, images)][-1])
        if loss == "ce":
            return torch.nn.functional.cross_entropy(scores, labels)
        targets = torch.nn.functional.one_hot(labels, model.classes).to(scores)
        targets = (targets * model.classes - 1) / (model.classes - 1) ** 0.5
        return (scores - targets).square().mean() / 2

    gradient, value = torch.func.grad_and_value(objective)(weights)
    return float(value), {name: -g for name, g in gradient.items()}


def changes(
    model: ImageNetwork, weights: Weights, images: Any, classes: np.ndarray, loss: str, /
) -> tuple[float, np.ndarray]:
    """Return the loss and the mean square change of every layer by a step of rate 1."""
    value, step = descent(model, weights, images, classes, loss)
    with warnings.catch_warnings():
        # PyTorch itself uses a deprecated compiler for some tangents.
        warnings.filterwarnings("ignore", "`torch.jit", DeprecationWarning)
        _, moved = load_torch().func.jvp(lambda w: (*model.states(w, images),), (weights,), (step,))
    return value, np.array([float(m.double().square().mean()) for m in moved])


def _afford(model: ImageNetwork, samples: int, batch: int, backend: Backend) -> None:
    """Check memory and time before the first draw."""
    d, sites = model.width, model.side**2
    if model.network == "vit":
        sites = (model.side // model.patch) ** 2 + 1
        used, wide = 12 * d * d, 16
    else:
        used, wide = model.kernel**2 * d * d, 1 + model.kernel**2
    held = 4.0 * model.depth * (3 * used + 6 * batch * sites * d) + 8.0 * batch * sites * d * wide
    seconds = samples * model.depth * 2 * PRODUCTS * batch * sites * used / flops(backend)
    output = 8.0 * samples * model.layers
    afford(
        f"a first step of a {model.network} with {model.depth} layers of width {d}",
        need=held + output,
        output=output,
        free=backend.available(),
        seconds=seconds,
    )
