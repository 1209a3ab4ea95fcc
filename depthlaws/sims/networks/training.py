"""Training of looped Transformers: losses, norms and cosines of the stream, size of its updates."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common.argument_checks import integer
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.cost import afford
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.common.last_values import with_last_meanings, with_last_values
from depthlaws.sims.common.parallel_blocks import Progress
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.networks.library import Tensor, Weights, flops, load_torch, on_device
from depthlaws.sims.networks.looped import BRANCHES, LoopedTransformer
from depthlaws.sims.networks.training_setup import Training, clip_gradients

__all__ = ["looped_training"]

SAYS = {
    "loss": "training loss of the mini-batch before each step",
    "held_out": "loss of held-out text (of the one mini-batch if random) after so many steps",
    "norm": "norm of the stream over the square root of its size, after each pass",
    "cosine": "cosine of the increments of the stream in two passes",
    "change": "root mean square change of the stream by the last step, after each pass",
}
MAX_BATCHED_TOKENS = 512  # of a mini-batch for which all networks at once are faster than in turn


@simulator(
    "looped-training",
    reads_files=("text",),
    says=with_last_meanings(SAYS, "step, after the last pass")
    | {"diverged": "a loss is not finite, or the last held-out loss is above the first"},
)
def looped_training(
    model: LoopedTransformer,
    training: Training,
    /,
    *,
    samples: int,
    seed: int,
    record: Sequence[int] | None = None,
    device: str = "cpu",
    progress: Progress | None = None,
) -> xr.Dataset:
    """Train looped Transformers on bytes of a text.

    Loss and stream are observed on held-out text, which is the same for all networks; where the
    text is random, on the one mini-batch of the network. A run that diverges is kept and marked.
    The same arguments, threads and processor give the same numbers.

    Source: looped, section 5.

    Parameters
    ----------
    model : LoopedTransformer
        Networks.
    training : Training
        Optimiser, learning rate, text and mini-batches.
    samples : int
        Number of networks, each with mini-batches of its own, which are trained together.
    seed : int
        Seed of all draws. Network i is the same for every number of samples.
    record : sequence of int, optional
        Numbers of steps after which losses and stream are recorded; the first and last always are.
    device : str
        Device: cpu, or torch:cuda or torch:cuda:1 for a GPU, with the same weights and data.
    progress : callable, optional
        Called as ``progress(done, total)`` after every step.

    Returns
    -------
    xarray.Dataset
        ``loss`` (sample, step); ``held_out`` (sample, after); ``norm``, ``change`` (sample, after,
        passed); ``cosine`` (sample, after, passed_1, passed_2); ``diverged`` (sample,).
        ``loss_out`` and so on are the values at the last step, and after the last pass.

    Raises
    ------
    RuntimeError
        If PyTorch is missing.
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.

    Examples
    --------
    >>> model = LoopedTransformer(width=16, loops=4)
    >>> run = looped_training(model, Training(steps=3), samples=2, seed=0)  # doctest: +SKIP
    >>> dict(run.sizes)  # doctest: +SKIP
    {'sample': 2, 'step': 3, 'after': 2, 'passed': 5, 'passed_1': 4, 'passed_2': 4}
    """
    samples, seed = integer("samples", samples), checked_seed(seed)
    after = _recorded(record, training.steps)
    torch, backend = load_torch(), on_device(device)
    _afford(model, training, samples, len(after), backend)
    run = _Run(model, training, samples, seed, device)
    losses, observed = run.train(after, progress)
    ends = observed["held_out"][:, [0, -1]]
    diverged = ~np.isfinite(losses).all(axis=1) | ~(ends[:, 1] <= ends[:, 0])
    streams = ("sample", "after", "passed")
    dims = {
        "held_out": ("sample", "after"),
        "norm": streams,
        "change": streams,
        "cosine": ("sample", "after", "passed_1", "passed_2"),
    }
    values: dict[str, Any] = {name: (dims[name], part) for name, part in observed.items()}
    values |= {"loss": (("sample", "step"), losses), "diverged": (("sample",), diverged)}
    coords = {
        "sample": np.arange(samples),
        "step": np.arange(training.steps),
        "after": np.array(after),
        "passed": np.arange(len(model.marks)),
    }
    versions = {"dtype": "float32", "device": device, "torch": str(torch.__version__)}
    attrs = {"model": repr(model), "training": repr(training), "seed": seed, **versions}
    return with_last_values(xr.Dataset(values, coords, attrs), "step", "after", "passed")


def _recorded(record: Sequence[int] | None, steps: int) -> list[int]:
    """Numbers of steps after which a run is observed. Raises: ValueError beyond the steps."""
    given = [record] if isinstance(record, int) else list(record or ())
    after = sorted({0, steps, *(integer("record", step, least=0) for step in given)})
    if after[-1] > steps:
        msg = f"record must lie from 0 to {steps}, the number of steps, got {after[-1]}"
        raise ValueError(msg)
    return after


class _Run:
    """Networks in training: stacked weights, optimisers and texts."""

    def __init__(
        self,
        model: LoopedTransformer,
        training: Training,
        samples: int,
        seed: int,
        device: str,
    ):
        torch = load_torch()
        self.model, self.training, self.backend = model, training, on_device(device)
        seeds = [
            int(np.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1)[0])
            for i in range(samples)
        ]
        drawn = [model.weights(child) for child in seeds]
        self.weights: Weights = {
            name: torch.stack([w[name] for w in drawn]).to(self.backend.device).requires_grad_()
            for name in drawn[0]
        }
        self.optimizers, self.schedules = training.optimizers(self.weights)
        self.batches = [training.batches(child, model.vocabulary) for child in seeds]
        self.held_out = self._tokens(
            [training.held_out_tokens(child, model.vocabulary) for child in seeds]
        )

    def _tokens(self, texts: Sequence[np.ndarray]) -> Tensor:
        return self.backend.shared(np.stack(texts))

    def train(
        self, after: Sequence[int], progress: Progress | None
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Return the training losses, (sample, step), and what was observed."""
        losses, observed = [], []
        steps = self.training.steps
        before = stream = None
        for step in range(steps + 1):
            # The stream is also needed one step before a recorded one.
            before = stream
            stream = self._stream() if {step, step + 1} & {*after} else None
            if stream is not None and step in after:
                observed.append(self._observed(stream, before))
            if step < steps:
                losses.append(self._step())
                if progress:
                    progress(step + 1, steps)
        parts = {name: np.stack([o[name] for o in observed], axis=1) for name in observed[0]}
        return np.stack(losses, axis=1), parts

    def _step(self) -> np.ndarray:
        tokens = self._tokens([next(batch) for batch in self.batches])
        for w in self.weights.values():
            if w.grad is not None:
                w.grad.zero_()
        losses = self._each(self.model.loss, tokens)
        losses.sum().backward()
        if self.training.clip is not None:
            clip_gradients(self.weights.values(), self.training.clip)
        for optimizer in self.optimizers:
            optimizer.step()
        for schedule in self.schedules:
            schedule.step()
        return losses.detach().double().cpu().numpy()

    def _each(self, function: Any, tokens: Tensor) -> Tensor:
        """Evaluate a function of weights and tokens for each network, small ones all at once."""
        torch = load_torch()
        samples, sequences, length = tokens.shape
        if samples > 1 and sequences * length <= MAX_BATCHED_TOKENS:
            # The other attention kernels of a CPU have no rule for batches of networks.
            with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
                return torch.func.vmap(function)(self.weights, tokens)
        single = ({n: w[i] for n, w in self.weights.items()} for i in range(samples))
        return torch.stack([function(w, t) for w, t in zip(single, tokens, strict=True)])

    def _stream(self) -> Tensor:
        """Stream before the first pass and after each, (sample, passed, sequence, place, width)."""
        torch, marks = load_torch(), self.model.marks

        def at_marks(weights: Weights, tokens: Tensor) -> Tensor:
            states = enumerate(self.model.states(weights, tokens))
            return torch.stack([h for visit, h in states if visit in marks])

        with torch.no_grad():
            return self._each(at_marks, self.held_out)

    def _observed(self, stream: Tensor, before: Tensor | None) -> dict[str, np.ndarray]:
        torch = load_torch()
        with torch.no_grad():
            held_out = self._each(self.model.loss, self.held_out)
            increments = stream.diff(dim=1).flatten(2)
            unit = torch.nn.functional.normalize(increments, dim=2)
            change = stream - before if before is not None else torch.full_like(stream, np.nan)
            values = {
                "held_out": held_out,
                "norm": _root_mean_square(stream),
                "change": _root_mean_square(change),
                "cosine": unit @ unit.mT,
            }
        return {name: value.double().cpu().numpy() for name, value in values.items()}


def _root_mean_square(stream: Tensor) -> Tensor:
    """Root mean square of each network after each pass, (sample, passed)."""
    return stream.flatten(2).double().square().mean(dim=2).sqrt()


def _afford(
    model: LoopedTransformer, training: Training, samples: int, observed: int, backend: Backend
) -> None:
    """Check memory and time before the first draw."""
    d, hidden, visits = model.width, int(model.hidden or 0), len(model.order)
    parts = BRANCHES[model.branches]
    block = 4 * d * d * ("attention" in parts) + 3 * d * hidden * ("mlp" in parts)
    numbers = model.unique * block + model.vocabulary * d
    sequences = training.batch if training.text == "random" else training.held_out
    tokens, probe = (n * training.length for n in (training.batch, sequences))
    pairs = training.length * d * ("attention" in parts)  # products of a token in attention
    a_token = 2.0 * (visits * (block + 2 * pairs) + model.vocabulary * d)
    passes = 3.0 * tokens * training.steps + 3.0 * probe * observed
    together = samples if tokens <= MAX_BATCHED_TOKENS else 1
    a_visit = 20 * d + 4 * hidden + 3 * training.length * model.heads
    held = tokens * (visits * a_visit + 3 * model.vocabulary) * together
    streams = 4.0 * samples * probe * d * len(model.marks)
    output = 8.0 * samples * (training.steps + observed * len(model.marks) ** 2)
    afford(
        f"training of {samples} looped Transformers of width {d} with {visits} visits",
        need=4.0 * (4 * samples * numbers + held + streams) + output,
        output=output,
        free=backend.available(),
        seconds=samples * a_token * passes / flops(backend),
        instead="fewer samples or a smaller batch need less",
    )
