"""Training of image classifiers by optimisers of torch."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import xarray as xr

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.cost import afford
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.parallel_blocks import Progress
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.networks.image_sets import SETS, ImageSet, image_set
from depthlaws.sims.networks.images import ImageNetwork
from depthlaws.sims.networks.library import Tensor, Weights, flops, load_torch, on_device
from depthlaws.sims.networks.optimization import Optimization

__all__ = ["ImageTraining", "image_training"]

SAYS = {
    "loss": "training loss of the mini-batch before each step",
    "train": "loss of the same training images before and after training",
    "held_out": "loss of held-out images before and after training",
    "accuracy": "share of held-out images in the right class before and after training",
}
LOSS_LIMIT = 1e4  # loss of a mini-batch above which a run has diverged and ends


@dataclass(frozen=True, kw_only=True)
class ImageTraining(Optimization):
    """Optimiser, learning-rate schedule, images and mini-batches.

    Parameters
    ----------
    steps : int
        Number of steps.
    optimizer : str
        Optimiser of torch: SGD, Adam or AdamW.
    learning_rate : float
        Learning rate between warm-up and decay.
    weight_decay : float
        Weight decay of matrices and convolutions; decoupled from the gradient with AdamW.
    momentum : float
        Momentum of SGD.
    beta1, beta2, epsilon : float
        Decay of the moments of Adam and AdamW, and the number added to the root of the second.
    warmup, cooldown : int
        Steps of the linear warm-up and of the linear decay at the end; constant between.
    images : str
        digits, teacher, or cifar-10, cifar-100, fashion-mnist from ``folder``.
    folder : str, optional
        Folder with the files of CIFAR (binary version) or Fashion-MNIST (IDX).
    teacher_count : int
        Images of the teacher.
    batch : int
        Images of a mini-batch. Every image is drawn once an epoch.
    evaluated : int
        Training and held-out images on which the losses before and after training are taken.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> ImageTraining(steps=56, learning_rate=0.03).optimizer
    'SGD'
    """

    images: str = "digits"
    folder: str | None = None
    teacher_count: int = 4096
    batch: int = 32
    evaluated: int = 256

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("batch", "evaluated", "teacher_count"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        choice("images", self.images, SETS)
        teacher, files = self.images == "teacher", self.images not in {"digits", "teacher"}
        require_read_fields(self, "teacher_count", read=teacher, says="images teacher")
        require_read_fields(self, "folder", read=files, says="images that are read from files")

    def batches(self, data: ImageSet, seed: int, /) -> Iterator[np.ndarray]:
        """Yield the numbers of the images of each mini-batch."""
        random, order = np.random.default_rng(seed), np.empty(0, dtype=np.int64)
        for _ in range(self.steps):
            while len(order) < self.batch:
                order = np.concatenate([order, random.permutation(len(data.images))])
            drawn, order = order[: self.batch], order[self.batch :]
            yield drawn


@simulator(
    "image-training",
    reads_files=("folder",),
    says=with_last_meanings(SAYS, "step")
    | {"diverged": "a loss is not finite or above 10^4, or the last train is above the first"},
)
def image_training(
    model: ImageNetwork,
    training: ImageTraining,
    /,
    *,
    samples: int,
    seed: int,
    device: str = "cpu",
    progress: Progress | None = None,
) -> xr.Dataset:
    """Train image classifiers with the cross-entropy.

    A run that diverges ends, is kept and is marked: its losses are NaN from there on. The same
    arguments, threads and processor give the same numbers.

    Source: ammup, section 4.1.

    Parameters
    ----------
    model : ImageNetwork
        Networks.
    training : ImageTraining
        Optimiser, learning rate, images and mini-batches.
    samples : int
        Number of networks, each with mini-batches of its own. They are trained in turn: on one
        core that takes at most a fifth longer than all at once, and a diverged one costs nothing.
    seed : int
        Seed of all draws. Network i is the same for every number of samples and every training.
    device : str
        Device: cpu, or torch:cuda or torch:cuda:1 for a GPU, with the same weights and data.
    progress : callable, optional
        Called as ``progress(done, total)`` after every network.

    Returns
    -------
    xarray.Dataset
        ``loss`` (sample, step); ``train``, ``held_out``, ``accuracy`` (sample, after), before the
        first step and after the last; ``diverged`` (sample,). ``loss_out`` and so on are the values
        at the last step, NaN for a run that ended before.

    Raises
    ------
    RuntimeError
        If PyTorch is missing.
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    FileNotFoundError
        If a file of images is missing.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> model, training = ImageNetwork(width=8, side=4), ImageTraining(steps=3)
    >>> run = image_training(model, training, samples=2, seed=0)  # doctest: +SKIP
    >>> dict(run.sizes)  # doctest: +SKIP
    {'sample': 2, 'step': 3, 'after': 2}
    """
    samples, seed = integer("samples", samples), checked_seed(seed)
    torch, backend = load_torch(), on_device(device)
    data = image_set(
        training.images, side=model.side, folder=training.folder, count=training.teacher_count
    )
    _check(model, training, data)
    _afford(model, training, samples, backend)
    losses = np.full((samples, training.steps), np.nan)
    observed = np.empty((samples, 2, 3))
    for i in range(samples):
        child = int(np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1)[0])
        run = _Run(model, training, data, child, device)
        observed[i, 0] = run.observed()
        for step, loss in enumerate(run.losses()):
            losses[i, step] = loss
        observed[i, 1] = run.observed() if np.isfinite(losses[i, -1]) else np.nan
        if progress:
            progress(i + 1, samples)
    values = {
        name: (("sample", "after"), observed[..., j])
        for j, name in enumerate(("train", "held_out", "accuracy"))
    }
    diverged = ~(observed[:, 1, 0] <= observed[:, 0, 0])
    versions = {"dtype": "float32", "device": device, "torch": str(torch.__version__)}
    run = xr.Dataset(
        {"loss": (("sample", "step"), losses), **values, "diverged": ("sample", diverged)},
        {
            "sample": np.arange(samples),
            "step": np.arange(training.steps),
            "after": np.array([0, training.steps]),
        },
        {"model": repr(model), "training": repr(training), "seed": seed, **versions},
    )
    return with_last_values(run, "step", "after")


class _Run:
    """Network in training: weights, optimiser and images."""

    def __init__(
        self,
        model: ImageNetwork,
        training: ImageTraining,
        data: ImageSet,
        seed: int,
        device: str,
    ):
        self.model, self.training, self.data = model, training, data
        self.backend = on_device(device)
        self.weights: Weights = {
            name: w[None].to(self.backend.device).requires_grad_()
            for name, w in model.weights(seed).items()
        }
        self.optimizers, self.schedules = training.optimizers(self.weights)
        self.batches = training.batches(data, seed)

    def losses(self) -> Iterator[float]:
        """Train and yield the loss of each mini-batch before its step, until one diverges."""
        cross_entropy = load_torch().nn.functional.cross_entropy
        for drawn in self.batches:
            images, classes = self._tensors(self.data.images[drawn], self.data.classes[drawn])
            loss = cross_entropy(self._scores(images), classes)
            value = float(loss.detach())
            if not value <= LOSS_LIMIT:
                return
            yield value
            for optimizer in self.optimizers:
                optimizer.zero_grad()
            loss.backward()
            for part in (*self.optimizers, *self.schedules):
                part.step()

    def observed(self) -> tuple[float, float, float]:
        """Return the loss of training images, of held-out images, and the accuracy of these."""
        torch, data, count = load_torch(), self.data, self.training.evaluated
        values = []
        with torch.no_grad():
            for part in (data[:2], data[2:]):
                images, classes = self._tensors(*(values[:count] for values in part))
                scores = self._scores(images)
                values.append(float(torch.nn.functional.cross_entropy(scores, classes)))
            right = float((scores.argmax(1) == classes).double().mean())
        return values[0], values[1], right

    def _tensors(self, images: np.ndarray, classes: np.ndarray) -> tuple[Tensor, Tensor]:
        return self.backend.shared(images), self.backend.shared(classes)

    def _scores(self, images: Tensor) -> Tensor:
        weights = {name: w[0] for name, w in self.weights.items()}
        return self.model.scores(weights, [*self.model.states(weights, images)][-1])


def _check(model: ImageNetwork, training: ImageTraining, data: ImageSet) -> None:
    colours, classes = data.images.shape[1], int(data.classes.max()) + 1
    if model.colours != colours or model.classes < classes:
        msg = f"images={training.images} need colours={colours} and {classes} classes or more, got "
        raise ValueError(msg + f"colours={model.colours}, classes={model.classes}")
    if training.batch > len(data.images):
        msg = f"batch must be at most {len(data.images)}, the training images, got {training.batch}"
        raise ValueError(msg)


def _afford(model: ImageNetwork, training: ImageTraining, samples: int, backend: Backend) -> None:
    """Check memory and time before the first draw."""
    d = model.width
    vit = model.network == "vit"
    sites = (model.side // model.patch) ** 2 + 1 if vit else model.side**2
    block = 12 * d * d if vit else model.kernel**2 * d * d
    images = 3.0 * training.steps * training.batch + 4 * training.evaluated  # passes of an image
    states = (16 if vit else 3 + model.kernel**2) * sites * d  # numbers of a layer for an image
    held = 4.0 * block * model.depth
    held += states * max(training.batch * model.depth, training.evaluated)
    output = 8.0 * samples * (training.steps + 8)
    afford(
        f"training of a {model.network} with {model.depth} layers of width {d}",
        need=4.0 * held + output,
        output=output,
        free=backend.available(),
        seconds=2.0 * samples * model.depth * block * sites * images / flops(backend),
        instead="a smaller batch needs less",
    )
