"""Plan of a first-step run: blocks, batches, threads and memory, computed once; the draws."""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from depthlaws.base.threads import processors, spread
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.cost import OBJECT_BYTES, afford, described, fit, speeds
from depthlaws.sims.common.draws import Block, RandomStream, blocks
from depthlaws.sims.common.parallel_blocks import Advance, Values, measure_blocks
from depthlaws.sims.onestep.architecture import Architecture, Tensor
from depthlaws.sims.onestep.observables import OBSERVED
from depthlaws.sims.onestep.sampling import Sampling
from depthlaws.sims.onestep.step import FirstStep

Array = Any

ENTRIES_PER_BLOCK = 1 << 22  # entries of one weight over a block of networks; changes the draws
BATCH_BYTES = 1 << 25  # bytes of weights and states of the networks computed together
THREAD_BYTES = 1 << 25  # bytes of a thread's networks: with fewer, threads wait for the interpreter


class Batch(NamedTuple):
    """Networks computed together: their number, their weights and the streams of their other draws.

    Shapes: weights (network, in, out) each.
    """

    networks: int
    weights: Sequence[Array]
    inputs: RandomStream
    labels: RandomStream
    head: RandomStream


class Plan:
    """Sizes of a run that follow from its architecture, step, sampling and observables.

    ``block`` networks share a generator, ``batch`` of them are computed together, on ``threads``
    threads in all.

    Raises
    ------
    MemoryError
        If the run needs more memory than is free.
    ValueError
        If the run would take over a day.
    """

    def __init__(
        self,
        architecture: Architecture,
        step: FirstStep,
        sampling: Sampling,
        names: Sequence[str] = ("energy",),
        /,
    ):
        self.architecture, self.step, self.sampling = architecture, step, sampling
        a = architecture
        self.backend, self.dtype = sampling.backend, sampling.dtype
        run, free = f"a first step of {described(a)}", self.backend.available()
        fit(run, need=4.0 * OBJECT_BYTES * a.depth * a.branch_depth, free=free)  # list of tensors
        self.tensors = a.tensors
        gpu = self.backend.gpu
        sizes = [tensor.inputs * tensor.outputs for tensor in self.tensors]
        rows = step.batch * a.sites
        states = rows * a.width
        patches = a.kernel ** len(a.axes) if a.convolutional else 1
        remembered = 4 * states * (1 + (step.evaluate == "fresh")) * patches + step.columns * states
        numbers = sum(sizes) + a.width * a.outputs + len(sizes) * remembered
        self.network_bytes = np.dtype(self.dtype).itemsize * numbers
        self.block = max(1, min(1024, ENTRIES_PER_BLOCK // max(sizes)))
        self.threads = 1 if gpu else sampling.workers or processors()
        room = free // 8 if gpu else BATCH_BYTES
        self.batch = sampling.together or max(1, int(room / self.network_bytes))
        dims = {"layer": a.depth, "site": a.sites, "unit": a.width}
        results = sum(math.prod(dims[d] for d in OBSERVED[name].dims) for name in names)
        output = 16.0 * sampling.samples * results  # held twice when they are joined
        products = sum(sizes) * rows * (1 + 2 * step.columns)
        drawing, multiplying = speeds(self.backend)
        at_once = min(self.batch, sampling.samples, self.block) * self.threads
        afford(
            run,
            need=at_once * self.network_bytes + output,
            output=output,
            free=free,
            seconds=sampling.samples * (sum(sizes) / drawing + products / multiplying),
        )

    def run(self, prepare: Callable[[Batch], Callable[[], Values]], /) -> Values:
        """Run all networks and join their values, (sample, ...).

        ``prepare`` draws everything else that a batch needs and returns the remaining work. Where
        there are fewer blocks than threads, the batches of one block are shared among them.
        """
        sampling = self.sampling
        parts = blocks(sampling.seed, sampling.samples, block=self.block, device=self.backend)
        threads_per_block = max(1, self.threads // len(parts))

        def measure(block: Block, advance: Advance) -> Iterator[Values]:
            threads = self.worthwhile_threads(block.size, threads_per_block)
            size = min(self.batch, -(-block.size // threads))
            work = map(prepare, self.batches(block, size, threads=threads_per_block))
            while group := list(itertools.islice(work, threads)):
                for values in spread(lambda compute: compute(), group, threads=len(group)):
                    yield values
                    advance(len(next(iter(values.values()))))

        return measure_blocks(
            parts,
            measure,
            threads=self.threads,
            total=sampling.samples,
            progress=sampling.progress,
        )

    def worthwhile_threads(self, networks: int, threads: int, /) -> int:
        """Return the number of threads that save time on the passes of so many networks."""
        if self.sampling.workers is not None:
            return threads
        return max(1, min(threads, int(self.network_bytes * networks / THREAD_BYTES)))

    def batches(self, block: Block, size: int, /, *, threads: int) -> Iterator[Batch]:
        """Yield the networks of a block, at most ``size`` at a time."""
        inputs, labels, head, weights = block.stream.spawn(4)
        pairs = list(zip(self.tensors, weights.spawn(len(self.tensors)), strict=True))
        for first in range(0, block.size, size):
            networks = min(size, block.size - first)
            drawn = spread(
                lambda pair, networks=networks: self.draw_weight(*pair, networks),
                pairs,
                threads=threads,
            )
            yield Batch(networks, drawn, inputs, labels, head)

    def draw_weight(self, tensor: Tensor, stream: RandomStream, networks: int, /) -> Array:
        """Draw one weight of every network, (network, in, out), of variance over the fan-in."""
        shape = (networks, tensor.inputs, tensor.outputs)
        if self.architecture.weights == "gaussian":
            scale = math.sqrt(tensor.variance / tensor.inputs)
            return stream.normal(shape, scale=scale, dtype=self.dtype)
        q, r = self.backend.xp.linalg.qr(stream.normal(shape, dtype=self.dtype))
        xp = namespace(q)
        # The signs of R's diagonal make Q uniform over the orthogonal group.
        signs = xp.sign(xp.linalg.diagonal(r))[:, None, :]
        return math.sqrt(tensor.variance) * q * signs

    def draw_inputs(self, batch: Batch, inputs: int, law: str, /) -> Array:
        """Draw inputs of mean square 1, (network, 1, input, site, width)."""
        a, xp = self.architecture, self.backend.xp
        shape = (batch.networks, 1, inputs, a.sites, a.width)
        x = batch.inputs.normal(shape, dtype=self.dtype)
        if law == "gaussian":
            return x
        return x / xp.sqrt(xp.mean(x * x, axis=(3, 4), keepdims=True))

    def draw_head(self, batch: Batch, /) -> Array:
        """Draw the weights of the head, (network, width, output)."""
        a = self.architecture
        shape, scale = (batch.networks, a.width, a.outputs), math.sqrt(a.head / a.width)
        return batch.head.normal(shape, scale=scale, dtype=self.dtype)

    @property
    def attrs(self) -> dict[str, Any]:
        """Attributes of the results."""
        return {
            "model": repr(self.architecture),
            "seed": int(self.sampling.seed),
            "dtype": self.dtype,
            "device": self.backend.name,
        }
