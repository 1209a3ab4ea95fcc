"""Looped Transformers at the start: norm of the stream and cosines of its increments."""

from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.cost import afford
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.networks.library import flops, load_torch, on_device, to_device
from depthlaws.sims.networks.local_data import random_tokens, text_tokens
from depthlaws.sims.networks.looped import BRANCHES, LoopedTransformer

__all__ = ["looped_start"]

NORM = "norm of the stream over the square root of its size, after each pass"
TEXTS = ("random", "library")


@simulator(
    "looped-start",
    says=with_last_meanings({"norm": NORM}, "pass")
    | {"cosine": "cosine of the increments of the stream in two passes"},
)
def looped_start(
    model: LoopedTransformer,
    /,
    *,
    samples: int,
    seed: int,
    tokens: str = "random",
    length: int = 128,
    cosines: bool = True,
    device: str = "cpu",
) -> xr.Dataset:
    """Norm of the stream of looped Transformers at the start, and cosines of its increments.

    Source: looped, section 5.1.

    Parameters
    ----------
    model : LoopedTransformer
        Networks.
    samples : int
        Number of networks, each with a text of its own.
    seed : int
        Seed of all draws. Network i is the same for every number of samples.
    tokens : str
        Text: random tokens, as in the paper, or bytes of Python's standard library.
    length : int
        Tokens of a text.
    cosines : bool
        Record the cosines, which hold every increment in memory.
    device : str
        Device: cpu, or torch:cuda or torch:cuda:1 for a GPU, with the same weights and data.

    Returns
    -------
    xarray.Dataset
        ``norm`` (sample, passed) before the first pass and after each, ``norm_out`` (sample,) after
        the last; ``cosine`` (sample, passed_1, passed_2).

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
    >>> model = LoopedTransformer(width=64, loops=4)
    >>> dict(looped_start(model, samples=2, seed=0).sizes)  # doctest: +SKIP
    {'sample': 2, 'passed': 5, 'passed_1': 4, 'passed_2': 4}
    """
    samples, length, seed = (
        integer("samples", samples),
        integer("length", length),
        checked_seed(seed),
    )
    choice("tokens", tokens, TEXTS)
    torch, backend = load_torch(), on_device(device)
    passes = model.marks
    _afford(model, samples, length, len(passes) if cosines else 2, backend)
    runs = []
    for i in range(samples):
        child = int(np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1)[0])
        weights = to_device(model.weights(child), backend)
        if tokens == "random":
            text = random_tokens(1, length, seed=child, vocabulary=model.vocabulary)
        else:
            text = text_tokens(1, length, seed=child) % model.vocabulary
        with torch.inference_mode():
            runs.append(_observed(model, weights, backend.shared(text), passes, cosines))
    dims = {"norm": ("sample", "passed"), "cosine": ("sample", "passed_1", "passed_2")}
    coords = {"sample": np.arange(samples), "passed": np.arange(len(passes))}
    values = {name: (dims[name], np.stack([run[name] for run in runs])) for name in runs[0]}
    attrs = {
        "model": repr(model),
        "seed": seed,
        "dtype": "float32",
        "device": backend.name,
        "torch": str(torch.__version__),
    }
    attrs |= {"tokens": tokens, "length": length}
    return with_last_values(xr.Dataset(values, coords, attrs), "passed")


def _observed(
    model: LoopedTransformer, weights: Any, text: Any, passes: tuple[int, ...], cosines: bool
) -> dict[str, np.ndarray]:
    norms, increments, before = [], [], None
    for visit, h in enumerate(model.states(weights, text)):
        if visit in passes:
            norms.append(float(h.double().square().mean().sqrt()))
            if cosines and before is not None:
                increments.append((h - before).flatten())
            before = h
    observed = {"norm": np.array(norms)}
    if cosines:
        torch = load_torch()
        unit = torch.nn.functional.normalize(torch.stack(increments), dim=1)
        observed["cosine"] = (unit @ unit.T).double().cpu().numpy()
    return observed


def _afford(
    model: LoopedTransformer, samples: int, length: int, states: int, backend: Backend
) -> None:
    """Check memory and time before the first draw."""
    d, hidden = model.width, int(model.hidden or 0)
    parts = BRANCHES[model.branches]
    used = 4 * d * d * ("attention" in parts) + 3 * d * hidden * ("mlp" in parts)
    held = 4.0 * (model.unique * (4 * d * d + 3 * d * hidden) + model.vocabulary * d)
    held += 4.0 * length * (d * (states + 6) + 2 * hidden)
    pairs = length * length * d * ("attention" in parts)
    seconds = samples * len(model.order) * 2 * (length * used + pairs) / flops(backend)
    output = 8.0 * samples * states**2
    afford(
        f"a looped Transformer of width {d} with {len(model.order)} visits",
        need=held + output,
        output=output,
        free=backend.available(),
        seconds=seconds,
    )
