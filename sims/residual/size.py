"""What a run of residual streams needs, dense and matrix-free: counted before it is taken."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from depthlaws._threads import processors
from depthlaws.sims.cost import GIB, OBJECT, afford, speeds, told
from depthlaws.sims.draws import NUMBERS_PER_GENERATOR
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES, kept, recorded
from depthlaws.sims.residual.training import HISTORIES

ENTRIES_PER_BLOCK = 1 << 22  # of one matrix, over the samples of a block: changes the draws
BATCH_BYTES = 1 << 22  # matrices run at once: near the cache, and steps long enough for threads
BATCH_ENTRIES = 1 << 16  # of one matrix, over the samples run at once: fewer are Python's own time
_LEAN = "depthlaws.sims.residual.matrix_free.simulate would need about {:.3g} GiB"


class Passes(NamedTuple):
    """Passes forward and passes back of every network."""

    forward: int
    back: int


class Room(NamedTuple):
    """Samples that a block runs at once, and blocks that there is memory for."""

    batch: int
    blocks: int


def block_size(model: ResidualMLP, /) -> int:
    """Samples per block of draws: a function of the model alone, so that runs can be replayed."""
    return max(1, min(1024, ENTRIES_PER_BLOCK // model.width**2))


def batch_size(model: ResidualMLP, ensemble: Ensemble, /) -> int:
    """Samples run at once if memory allows: those that fit in BATCH_BYTES, or an eighth of a GPU.

    A deep stack of small matrices runs more of them: no longer in cache, but its steps are short.
    """
    if ensemble.batch is not None:
        return ensemble.batch
    sample = model.layers * model.width**2 * _itemsize(ensemble)
    if ensemble.backend.name == "cupy":
        return max(1, ensemble.backend.available() // 8 // sample)
    deep = min(BATCH_ENTRIES // model.width**2, 4 * BATCH_BYTES // sample)
    return max(1, BATCH_BYTES // sample, deep)


def layers_at_once(model: ResidualMLP, ensemble: Ensemble, /) -> int:
    """Layers whose matrices are drawn at the same time: as many as workers for each block.

    One where the workers share the draws of a single matrix, and of a GPU's one stream.
    """
    if ensemble.backend.name == "cupy" or model.width**2 > NUMBERS_PER_GENERATOR:
        return 1
    blocks = -(-ensemble.samples // block_size(model))
    return max(1, min(model.layers, (ensemble.workers or processors()) // blocks))


def dense_room(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    matrices: int,
    passes: Passes,
    histories: int,
    pairs: int = 0,
    observed: Sequence[tuple[str, ...]] = (),
    times: int = 1,
) -> Room:
    """How many samples, and how many blocks of them, a dense run has room for at once.

    Fewer samples than :func:`batch_size` where their histories would not fit, unless their number
    was asked for.
    Raises: MemoryError, or ValueError for the time, before a run that nobody can wait for.

    `matrices` and `histories` are the numbers of (width, width) and (input, time, width) arrays
    of a sample, `pairs` that of other float64 numbers; `observed` are the dimensions of what is
    recorded so many `times`.
    """
    inputs = ensemble.inputs(model) or 1
    vectors = inputs * (histories * (model.steps + 1) + 4)
    sample = _itemsize(ensemble) * model.width * (matrices * model.width + vectors) + 8 * pairs
    jobs = ensemble.jobs(model, -(-ensemble.samples // block_size(model)))
    output = times * outputs(model, ensemble, observed)
    free = ensemble.backend.available()
    batch = min(batch_size(model, ensemble), block_size(model), ensemble.samples)
    if ensemble.batch is None:
        batch = max(1, min(batch, int((free - output) // (jobs * sample))))
    lean = _without_matrices(model, ensemble, passes, histories, pairs) + output
    drawing, multiplying = speeds(ensemble.backend)
    products = inputs * sum(passes) * model.steps
    afford(
        f"a dense run of {told(model)}",
        need=jobs * batch * sample + output,
        free=free,
        output=output,
        seconds=ensemble.samples
        * model.width**2
        * (model.layers / drawing + products / multiplying),
        instead=_LEAN.format(lean / GIB) if lean <= free else "",
    )
    return Room(batch, int((free - output) // (batch * sample)))


def check_matrix_free(
    model: ResidualMLP,
    ensemble: Ensemble,
    /,
    *,
    passes: Passes,
    histories: int,
    pairs: int = 0,
    observed: Sequence[tuple[str, ...]] = (),
    times: int = 1,
) -> None:
    """Raise MemoryError, or ValueError for the time, before a run that nobody can wait for.

    The arguments are those of :func:`dense_room`.
    """
    inputs = ensemble.inputs(model) or 1
    products = inputs * model.steps * sum(passes)
    output = times * outputs(model, ensemble, observed)
    afford(
        f"a matrix-free run of {told(model)}",
        need=_without_matrices(model, ensemble, passes, histories, pairs) + output,
        output=output,
        free=ensemble.backend.available(),
        seconds=ensemble.samples
        * products
        * _met(model, inputs, passes)
        * model.width
        / speeds(ensemble.backend)[1],
    )


def _without_matrices(
    model: ResidualMLP, ensemble: Ensemble, passes: Passes, histories: int, pairs: int
) -> float:
    """Bytes of a matrix-free run: each product leaves a basis vector and its image."""
    inputs = ensemble.inputs(model) or 1
    alive = 1 if model.loops == 1 and passes == (1, 0) else model.layers
    vectors = inputs * (histories * (model.steps + 1) + 6)
    at_once = (ensemble.workers or 1) * min(block_size(model), ensemble.samples)
    each = 2 * alive * _met(model, inputs, passes) + vectors
    return float(at_once * (_itemsize(ensemble) * model.width * each + 8 * pairs))


def _met(model: ResidualMLP, inputs: int, passes: Passes) -> int:
    """Vectors that one matrix meets, up to the width."""
    return sum(min(inputs * model.loops * number, model.width) for number in passes)


def outputs(
    model: ResidualMLP, ensemble: Ensemble, observed: Sequence[tuple[str, ...]], /
) -> float:
    """Bytes of what is recorded: twice when it is put together, and what each note costs."""
    numbers = recorded(model, ensemble.inputs(model) or 1, observed)
    notes = len(observed) * (model.steps + 1)
    return 16.0 * ensemble.samples * numbers + OBJECT * notes


def histories(model: ResidualMLP, names: Collection[str], /) -> int:
    """Number of whole histories that these observables need: kept, and multiplied by gates."""
    return len(kept(model, names)) + ("weight_gradient" in names)


def pairs(model: ResidualMLP, ensemble: Ensemble, names: Collection[str], /) -> int:
    """Overlaps of a sample that are no result: what is halfway computed, beside the result.

    A matrix's gradient is a product of two tables of them.
    """
    inputs = ensemble.inputs(model) or 1
    tables = [OBSERVABLES[name].dims for name in names if OBSERVABLES[name].of]
    uses = 4 * (inputs * model.loops) ** 2 if "weight_gradient" in names else 0
    return max([uses, *(recorded(model, inputs, [dims]) for dims in tables)])


def trained_histories(model: ResidualMLP, /) -> int:
    """Number of those of a training run: of this step, of the last one, and of what they became."""
    return 3 * len(kept(model, (), HISTORIES))


def _itemsize(ensemble: Ensemble) -> int:
    return np.dtype(ensemble.dtype).itemsize
