"""Monte-Carlo of the linearised first step at initialisation, exact for every network drawn."""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from depthlaws._threads import processors, spread
from depthlaws.sims import draws
from depthlaws.sims.arguments import integer, numbers
from depthlaws.sims.backend import Backend, checked_dtype, get, namespace
from depthlaws.sims.cost import OBJECT, afford, fit, speeds, told
from depthlaws.sims.draws import Block, RandomStream, checked_seed
from depthlaws.sims.onestep.architecture import Architecture, Tensor
from depthlaws.sims.onestep.losses import FirstStep
from depthlaws.sims.onestep.observed import OBSERVED, Trial
from depthlaws.sims.onestep.sweeps import Network
from depthlaws.sims.registry import simulator
from depthlaws.sims.residual.observables import checked
from depthlaws.sims.runs import Advance, Progress, Values, gathered

__all__ = ["Sampling", "first_step", "given_step"]

Array = Any

ENTRIES_PER_BLOCK = 1 << 22  # of one weight, over the networks of a block: changes the draws
TOGETHER_BYTES = 1 << 25  # weights and states of the networks that are run at once
SHARED_BYTES = 1 << 25  # of a thread's networks: with fewer, threads wait for each other's Python


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How many independent networks, from which seed, and where they are run.

    ``together`` networks are run at once, and ``workers`` blocks of them at the same time: neither
    changes the results. ``progress(done, total)`` is told of every network.

    >>> Sampling(samples=1000, seed=0, dtype="float32").samples
    1000
    """

    samples: int
    seed: int
    dtype: str = "float64"
    device: str | Backend = "cpu"
    together: int | None = None
    workers: int | None = None
    progress: Progress | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        for name in ("samples", "together", "workers"):
            if getattr(self, name) is not None or name == "samples":
                object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "dtype", checked_dtype(self.dtype))
        object.__setattr__(self, "device", get(self.device))

    @property
    def backend(self) -> Backend:
        """The array namespace."""
        return get(self.device)

    @property
    def itemsize(self) -> int:
        """Bytes of a number."""
        return 4 if self.dtype == "float32" else 8


class Streams(NamedTuple):
    """The random streams of one block of networks."""

    inputs: RandomStream
    labels: RandomStream
    head: RandomStream
    weights: RandomStream


@simulator("first-step")
def first_step(
    architecture: Architecture,
    step: FirstStep,
    sampling: Sampling,
    /,
    *,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Change of every layer by the linearised first step, for independent random networks.

    Source: ammup, eqs. (7) to (9). One sweep forward, one back and one forward with tangents: exact
    derivatives, no finite differences. ``observe`` names entries of ``OBSERVED``, which say what
    they are. Means over the networks can be heavy-tailed: see :func:`.summary`.

    Shapes: (sample, layer) for energies, layer 1, ..., L. Units: rate 1; energies grow as rate^2.
    Raises: ValueError or TypeError naming what is not allowed; MemoryError saying how much memory
            this run needs; RuntimeError without a GPU.

    >>> network = Architecture(width=32, depth=4, activation="linear")
    >>> run = first_step(network, FirstStep(), Sampling(samples=50, seed=0), observe="energy")
    >>> dict(run.sizes)
    {'sample': 50, 'layer': 4}
    """
    names = observables(step, observe)
    check_size(architecture, step, sampling, names)
    network = Network(architecture, sampling.backend)

    def prepared(streams: Streams, weights: Sequence[Array]) -> Callable[[], Values]:
        trial = _trial(architecture, step, sampling, streams, weights)
        return lambda: trial.values(network, step, names, sampling.backend)

    values = measured(architecture, step, sampling, prepared)
    found = _dataset(architecture, values, names, ("sample",))
    return found.assign_attrs(step=repr(step), **provenance(architecture, sampling))


def given_step(
    architecture: Architecture,
    step: FirstStep,
    weights: Sequence[ArrayLike],
    inputs: ArrayLike,
    labels: ArrayLike,
    /,
    *,
    fresh: ArrayLike | None = None,
    observe: str | Iterable[str] = ("energy",),
) -> xr.Dataset:
    """Change of every layer of a network whose weights are handed in.

    Weights have the shapes ``architecture.shapes``, the head last. The change is that of the
    ``inputs``, or of ``fresh`` ones, by a step on the inputs with their ``labels``; the step's
    ``batch``, ``evaluate`` and ``labels`` are not used.

    Shapes: inputs (input, width) or (input, *grid, width); labels (input, outputs), or classes
    (input,) for cross-entropy -> (layer,). Units: rate 1.
    Raises: ValueError naming the weight of a wrong shape, or one that is not finite.

    >>> network = Architecture(width=2, depth=1, activation="linear")
    >>> run = given_step(network, FirstStep(), [np.eye(2), [[1, 0]]], [[1, 0]], [[3.0]])
    >>> run.energy.values.tolist()  # z = (1, 0), out = 1, dL/dz = (-2, 0), dz = (2, 0)
    [2.0]
    """
    names, where = observables(step, observe), get("cpu")
    *mine, head = given_weights(architecture, weights)
    x = given_inputs("inputs", architecture, inputs)
    trial = Trial(
        weights=[rows(w, tensor) for w, tensor in zip(mine, architecture.tensors, strict=True)],
        head=head.T[None].copy(),
        x=x,
        y=given_labels(architecture, step, labels, x.shape[2]),
        fresh=None if fresh is None else given_inputs("fresh", architecture, fresh),
        paired=False,
    )
    with np.errstate(over="ignore", invalid="ignore"):
        values = trial.values(Network(architecture, where), step, names, where)
    values = {name: value[0] for name, value in values.items()}
    found = _dataset(architecture, values, names, ())
    return found.assign_attrs(model=repr(architecture), step=repr(step))


def measured(
    architecture: Architecture,
    step: FirstStep,
    sampling: Sampling,
    prepared: Callable[[Streams, Sequence[Array]], Callable[[], Values]],
    /,
) -> Values:
    """Run all networks, some at once and several blocks of them at the same time.

    ``prepared`` draws what networks with these weights need, and returns what is left to do: where
    there are fewer blocks than workers, the networks of one block are shared among them.
    """
    parts = draws.blocks(
        sampling.seed, sampling.samples, block=block_size(architecture), device=sampling.backend
    )
    jobs = workers(sampling)
    shared = max(1, jobs // len(parts))

    def measure(block: Block, advance: Advance) -> Iterator[Values]:
        threads = shares(architecture, step, sampling, block.size, shared)
        size = min(together(architecture, step, sampling), -(-block.size // threads))
        drawn = batches(architecture, sampling, block, size, threads=shared)
        ready = (prepared(streams, weights) for streams, weights in drawn)
        while group := list(itertools.islice(ready, threads)):
            for values in spread(lambda rest: rest(), group, threads=(len(group), len(group))):
                yield values
                advance(len(next(iter(values.values()))))

    total = sampling.samples
    return gathered(parts, measure, jobs=(jobs, jobs), progress=sampling.progress, total=total)


def workers(sampling: Sampling, /) -> int:
    """Threads of a run."""
    return 1 if sampling.backend.name == "cupy" else sampling.workers or processors()


def shares(
    architecture: Architecture, step: FirstStep, sampling: Sampling, samples: int, threads: int, /
) -> int:
    """How many of these threads pay for the sweeps of so many networks."""
    if sampling.workers is not None:
        return threads
    size = sampling.itemsize * numbers_of_one(architecture, step) * samples
    return max(1, min(threads, int(size / SHARED_BYTES)))


def batches(
    architecture: Architecture, sampling: Sampling, block: Block, size: int, /, *, threads: int
) -> Iterator[tuple[Streams, list[Array]]]:
    """Yield the weights of at most `size` networks of a block at a time, and its streams."""
    streams = Streams(*block.stream.spawn(4))
    sources = streams.weights.spawn(len(architecture.tensors))
    pairs = list(zip(architecture.tensors, sources, strict=True))
    for first in range(0, block.size, size):
        many = min(size, block.size - first)
        weights = spread(
            lambda pair, many=many: drawn(*pair, many, architecture.weights, sampling),
            pairs,
            threads=(threads, threads),
        )
        yield streams, weights


def provenance(architecture: Architecture, sampling: Sampling, /) -> dict[str, Any]:
    """What a Dataset says about its run."""
    return {
        "model": repr(architecture),
        "seed": int(sampling.seed),
        "dtype": sampling.dtype,
        "device": sampling.backend.name,
    }


def drawn(
    tensor: Tensor, stream: RandomStream, networks: int, law: str, sampling: Sampling, /
) -> Array:
    """Weights of so many networks, (network, in, out), of the tensor's variance over fan-in."""
    shape = (networks, tensor.inputs, tensor.outputs)
    if law == "gaussian":
        scale = math.sqrt(tensor.variance / tensor.inputs)
        return stream.normal(shape, scale=scale, dtype=sampling.dtype)
    q, r = sampling.backend.xp.linalg.qr(stream.normal(shape, dtype=sampling.dtype))
    xp = namespace(q)
    # The signs of R's diagonal make Q uniform over the orthogonal group.
    signs = xp.sign(xp.linalg.diagonal(r))[:, None, :]
    return math.sqrt(tensor.variance) * q * signs


def _trial(
    architecture: Architecture,
    step: FirstStep,
    sampling: Sampling,
    streams: Streams,
    weights: Sequence[Array],
) -> Trial:
    """Draw inputs, labels and head for the networks that have these weights."""
    networks, a, fresh = weights[0].shape[0], architecture, step.evaluate == "fresh"
    x = drawn_inputs(a, streams, networks, step.batch * (1 + fresh), step.inputs, sampling)
    labels = (networks, step.labels, step.batch, a.outputs)
    noise = streams.labels.normal(labels, dtype=sampling.dtype)
    head = drawn_head(a, streams, networks, sampling)
    mine, others = x[:, :, : step.batch, ...], x[:, :, step.batch :, ...]
    return Trial(weights, head, mine, step.drawn(noise), others if fresh else None)


def drawn_inputs(
    a: Architecture, streams: Streams, networks: int, inputs: int, law: str, sampling: Sampling, /
) -> Array:
    """Inputs of mean square 1, (network, 1, input, site, width)."""
    xp, shape = sampling.backend.xp, (networks, 1, inputs, a.sites, a.width)
    x = streams.inputs.normal(shape, dtype=sampling.dtype)
    if law == "gaussian":
        return x
    return x / xp.sqrt(xp.mean(x * x, axis=(3, 4), keepdims=True))


def drawn_head(a: Architecture, streams: Streams, networks: int, sampling: Sampling, /) -> Array:
    """Weights of the head, (network, width, output)."""
    scale = math.sqrt(a.head / a.width)
    return streams.head.normal((networks, a.width, a.outputs), scale=scale, dtype=sampling.dtype)


def _dataset(
    architecture: Architecture, values: Values, names: Iterable[str], leading: tuple[str, ...]
) -> xr.Dataset:
    data = {name: ((*leading, *OBSERVED[name].dims), values[name]) for name in names}
    found = xr.Dataset(data)
    if "layer" not in found.dims:
        return found
    return found.assign_coords(layer=np.arange(1, architecture.depth + 1))


# -- what is refused -------------------------------------------------------------------------------


def observables(step: FirstStep, observe: str | Iterable[str], /) -> tuple[str, ...]:
    """Return the names. Raises: ValueError for unknown ones, and for parts of what has none."""
    names = checked(observe, OBSERVED)
    for name in names:
        if OBSERVED[name].splits and not step.splits:
            msg = f"{name!r} is a part of an sgd step with loss mse, got {step}"
            raise ValueError(msg)
    return names


def given_weights(architecture: Architecture, weights: Sequence[ArrayLike], /) -> list[np.ndarray]:
    """Return the weights as arrays. Raises: ValueError unless they fit and are finite."""
    shapes = architecture.shapes
    if isinstance(weights, np.ndarray) or len(weights) != len(shapes):
        msg = f"weights must be a list of {len(shapes)} arrays, got {len(weights)}"
        raise ValueError(msg)
    found = [numbers(f"weights[{i}]", w) for i, w in enumerate(weights)]
    for i, (w, shape) in enumerate(zip(found, shapes, strict=True)):
        if w.shape != shape:
            msg = f"weights[{i}] must have shape {shape}, got {w.shape}"
            raise ValueError(msg)
        if not np.isfinite(w).all():
            msg = f"weights[{i}] must be finite"
            raise ValueError(msg)
    return found


def given_inputs(name: str, architecture: Architecture, inputs: ArrayLike, /) -> np.ndarray:
    """Return (1, 1, input, site, width). Raises: ValueError unless they fit and are finite."""
    a, found = architecture, numbers(name, inputs)
    shape = (*a.axes, a.width)
    if found.ndim != len(shape) + 1 or found.shape[1:] != shape or not len(found):
        msg = f"{name} must have shape (input, {', '.join(map(str, shape))}), got {found.shape}"
        raise ValueError(msg)
    if not np.isfinite(found).all():
        msg = f"{name} must be finite"
        raise ValueError(msg)
    return found.reshape(1, 1, len(found), a.sites, a.width)


def given_labels(
    architecture: Architecture, step: FirstStep, labels: ArrayLike, inputs: int, /
) -> np.ndarray:
    """Return (1, 1, input, output). Raises: ValueError unless they fit and are finite."""
    found, outputs = numbers("labels", labels), architecture.outputs
    if step.loss == "ce":
        if found.shape != (inputs,) or not np.isin(found, np.arange(outputs)).all():
            msg = f"labels must be {inputs} classes 0, ..., {outputs - 1}, got {found.tolist()}"
            raise ValueError(msg)
        found = np.eye(outputs)[found.astype(int)]
    if found.shape != (inputs, outputs) or not np.isfinite(found).all():
        msg = f"labels must be finite, of shape {(inputs, outputs)}, got shape {found.shape}"
        raise ValueError(msg)
    return found[None, None]


def rows(weight: np.ndarray, tensor: Tensor, /) -> np.ndarray:
    """(out, in, *kernel) -> (1, in, out), the inputs of each offset side by side."""
    moved = np.moveaxis(weight, (0, 1), (-1, -2))
    return moved.reshape(1, tensor.inputs, tensor.outputs)


# -- cost ------------------------------------------------------------------------------------------


def block_size(architecture: Architecture, /) -> int:
    """Networks per block of draws: a function of the architecture alone."""
    largest = max(t.inputs * t.outputs for t in architecture.tensors)
    return max(1, min(1024, ENTRIES_PER_BLOCK // largest))


def numbers_of_one(architecture: Architecture, step: FirstStep, /) -> float:
    """Numbers that one network keeps: its weights, and what the units remember."""
    a = architecture
    states = step.batch * (1 + (step.evaluate == "fresh")) * a.sites * a.width
    kept = sum(t.inputs * t.outputs for t in a.tensors) + a.width * a.outputs
    factors = step.columns * step.batch * a.sites * a.width
    per_tensor = 4 * states * (a.kernel ** len(a.axes) if a.convolutional else 1)
    return kept + len(a.tensors) * (per_tensor + factors)


def together(architecture: Architecture, step: FirstStep, sampling: Sampling, /) -> int:
    """Networks run at once: all that fit in TOGETHER_BYTES, or an eighth of a GPU."""
    if sampling.together is not None:
        return sampling.together
    cupy = sampling.backend.name == "cupy"
    room = sampling.backend.available() // 8 if cupy else TOGETHER_BYTES
    return max(1, int(room / (sampling.itemsize * numbers_of_one(architecture, step))))


def check_size(
    architecture: Architecture, step: FirstStep, sampling: Sampling, names: Iterable[str], /
) -> None:
    """Raise MemoryError, or ValueError for the time, before a run that nobody can wait for."""
    a, where = architecture, sampling.backend
    arrays = 4.0 * OBJECT * a.depth * a.branch_depth  # before the tensors are listed
    run = f"a first step of {told(a)}"
    fit(run, need=arrays, free=where.available())
    weights = sum(t.inputs * t.outputs for t in a.tensors)
    at_once = min(together(a, step, sampling), sampling.samples, block_size(a))
    sizes = {"layer": a.depth, "site": a.sites, "unit": a.width}
    seen = sum(math.prod(sizes[d] for d in OBSERVED[name].dims) for name in names)
    products = weights * a.sites * step.batch * (1 + 2 * step.columns)
    drawing, multiplying = speeds(where)
    output = 16.0 * sampling.samples * seen
    afford(
        run,
        need=at_once * workers(sampling) * sampling.itemsize * numbers_of_one(a, step) + output,
        output=output,
        free=where.available(),
        seconds=sampling.samples * (weights / drawing + products / multiplying),
    )
