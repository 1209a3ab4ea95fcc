"""Observables of residual streams: their table, the histories they need, and one pass's record.

Every observable has a leading dimension ``sample`` and is divided by the width, so that it has a
limit as the width grows. ``time`` counts the states h_0, ..., h_K, ``branch`` the K steps between
them, ``loop`` the passes through the block; ``input_other`` and the like are second indices.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from array_api_compat import device

from depthlaws.sims.common.argument_checks import observables
from depthlaws.sims.common.backend import Backend, namespace
from depthlaws.sims.common.last_values import last_value
from depthlaws.sims.common.parallel_blocks import Advance, Values
from depthlaws.sims.residual.ensemble import Batch
from depthlaws.sims.residual.network import (
    ResidualMLP,
    State,
    Trainable,
    Weights,
    backward,
    forward,
)

__all__ = ["OBSERVABLES"]

Array = Any

STATES = ("input", "time")
STATE_PAIRS = ("input", "input_other", "time", "time_other")
BRANCHES = ("input", "branch")
BRANCH_PAIRS = ("input", "input_other", "branch", "branch_other")
LOOP_PAIRS = ("input", "input_other", "loop", "loop_other")
COORDINATES_PER_SUM = 1 << 16  # summed in the working precision; their sums are added in float64


def inner(a: Array, b: Array, /) -> Array:
    """Return <a, b> / width over the last axis, summed in float64 every COORDINATES_PER_SUM."""
    xp, width = namespace(a), a.shape[-1]
    total: Any = 0.0
    for start in range(0, width, COORDINATES_PER_SUM):
        part = slice(start, min(start + COORDINATES_PER_SUM, width))
        total = total + xp.astype(xp.vecdot(a[..., part], b[..., part]), xp.float64)
    return total / width


def gram(a: Array, /) -> Array:
    """Return the overlaps <a_n(x), a_m(y)> / width of all pairs, summed like :func:`inner`.

    Shapes: (sample, input, time, width) -> (sample, input, input, time, time).
    """
    xp = namespace(a)
    samples, inputs, times, width = a.shape
    total: Any = 0.0
    for start in range(0, width, COORDINATES_PER_SUM):
        part = a[..., start : min(start + COORDINATES_PER_SUM, width)]
        # Two reshapes: of a wide stream they are copies, whose product rounds as that of any two.
        left, right = (xp.reshape(part, (samples, inputs * times, -1)) for _ in range(2))
        total = total + xp.astype(xp.matmul(left, xp.matrix_transpose(right)), xp.float64)
    total = xp.reshape(total / width, (samples, inputs, times, inputs, times))
    return xp.permute_dims(total, (0, 1, 3, 2, 4))


AT_STATE: dict[str, Callable[[Array, Array], Array]] = {
    "energy": lambda h, _: inner(h, h),
    "linear": lambda h, h0: 2 * inner(h0, h - h0),
    "quadratic": lambda h, h0: inner(h - h0, h - h0),
    "coordinate": lambda h, _: h[..., 0],
    "largest": lambda h, _: namespace(h).max(h, axis=-1),
}


@dataclass(frozen=True)
class Observable:
    """Dimensions after ``sample``, definition, histories it needs, and its value from a tape."""

    dims: tuple[str, ...]
    says: str
    keeps: frozenset[str] = frozenset()
    of: Callable[["Tape"], np.ndarray] | None = None


class Tape:
    """Record of one pass: values at its states, and whole histories (sample, input, time, width).

    ``keep`` names histories beside those that the observables need.
    """

    def __init__(
        self,
        model: ResidualMLP,
        h0: Array,
        /,
        *,
        backend: Backend,
        observe: Iterable[str],
        keep: frozenset[str] = frozenset(),
    ):
        self.model, self.h0, self.backend, self.names = model, h0, backend, tuple(observe)
        self._kept = kept(model, self.names, keep)
        self.needs_gradients = "gradients" in self._kept or bool(BACKWARD & set(self.names))
        self.last: Array = h0
        self._values: dict[str, list[np.ndarray]] = {}
        self._histories: dict[str, Array] = {}
        self._grams: dict[str, np.ndarray] = {}

    def __getitem__(self, history: str) -> Array:
        return self._histories[history]

    def add_state(self, state: State) -> None:
        """Record a state of the pass forward."""
        n, h = state.n, state.h
        self.last = h
        for name in AT_STATE.keys() & set(self.names):
            self._note(name, AT_STATE[name](h, self.h0))
        self._keep("states", n, h)
        if n > 0:
            u, xp = state.activations, self.backend.xp
            if "activation_mean" in self.names:
                self._note("activation_mean", xp.sum(u, axis=-1, dtype=xp.float64) / u.shape[-1])
            self._keep("activations", n - 1, u)
            self._keep("increments", n - 1, state.increment)
            self._keep("gates", n - 1, state.gates)

    def add_gradient(self, k: int, g: Array) -> None:
        """Record the gradient at h_k; the pass back begins at the last state."""
        if "gradient_energy" in self.names:
            self._note("gradient_energy", inner(g, g), first=True)
        self._keep("gradients", k, g)

    def _note(self, name: str, value: Array, *, first: bool = False) -> None:
        values = self._values.setdefault(name, [])
        values.insert(0 if first else len(values), np.array(self.backend.to_numpy(value)))

    def _keep(self, history: str, n: int, x: Array) -> None:
        if history not in self._kept:
            return
        if history not in self._histories:
            samples, inputs, width = x.shape
            times = self.model.steps + (history in {"states", "gradients"})
            shape = (samples, inputs, times, width)
            self._histories[history] = self.backend.xp.empty(shape, dtype=x.dtype, device=device(x))
        self._histories[history][:, :, n, :] = x

    def gram(self, history: str) -> np.ndarray:
        """Return the overlaps of one history with itself, computed once."""
        if history not in self._grams:
            self._grams[history] = np.array(self.backend.to_numpy(gram(self[history])))
        return self._grams[history]

    def values(self) -> Values:
        """Return every observable that was asked for, (sample, *dims)."""
        values = {name: np.stack(notes, axis=-1) for name, notes in self._values.items()}
        for name in self.names:
            compute = OBSERVABLES[name].of if name in OBSERVABLES else None
            if compute is not None:
                values[name] = compute(self)
        return values


def walk(tape: Tape, weights: Weights, /, advance: Advance = lambda _: None) -> Tape:
    """Record the pass forward from the tape's h_0; count its samples after every step."""
    for state in forward(tape.model, weights, tape.h0):
        tape.add_state(state)
        advance(state.h.shape[0] if state.n else 0)
    return tape


def walk_back(tape: Tape, weights: Weights, g: Array, /) -> Tape:
    """Record the pass back from g_K = g, if an observable needs gradients."""
    if tape.needs_gradients:
        history = "gates" if tape.model.post_activation else "states"
        for k, gradient in backward(tape.model, weights, tape[history], g):
            tape.add_gradient(k, gradient)
    return tape


def _cosines(overlaps: np.ndarray) -> np.ndarray:
    """Divide (sample, input, input, i, j) by the lengths on its diagonal; NaN if one is zero."""
    square = np.einsum("sxxii->sxi", overlaps)
    length = np.sqrt(np.where(square > 0, square, np.nan))
    return overlaps / (length[:, :, None, :, None] * length[:, None, :, None, :])


def _by_loop(tape: Tape) -> np.ndarray:
    """Return the overlaps of the increments of whole passes through the block."""
    samples, inputs, others, _, _ = tape.gram("increments").shape
    loops, layers = tape.model.loops, tape.model.layers
    split = (samples, inputs, others, loops, layers, loops, layers)
    return tape.gram("increments").reshape(split).sum(axis=(4, 6))


def factors(tape: Tape, layer: int, /) -> tuple[Array, Array]:
    """Return left and right factors of the gradient of one matrix, sum_p left_p right_p^T.

    Shapes: (sample, pair, width) each, one pair for every input and every use of the matrix.
    """
    xp = tape.backend.xp
    samples, inputs, _, width = tape["activations"].shape
    left = tape["gradients"][:, :, 1:, :]
    if tape.model.post_activation:
        left = left * tape["gates"]
    steps = tape.model.steps_of(layer)
    scales = np.array(tape.model.scales)[steps] / inputs
    scales = xp.asarray(scales, dtype=left.dtype, device=device(left))
    left = left[:, :, steps, :] * scales[:, None]
    right = tape["activations"][:, :, steps, :]
    shape = (samples, inputs * scales.shape[0], width)
    return xp.reshape(left, shape), xp.reshape(right, shape)


def _weight_gradient(tape: Tape) -> np.ndarray:
    """Return |sum_p left_p right_p^T|^2 / width^2 from overlaps, without the matrix."""
    norms = []
    for layer in range(tape.model.layers):
        left, right = (gram(x[:, None, :, :]) for x in factors(tape, layer))
        xp = tape.backend.xp
        norms.append(tape.backend.to_numpy(xp.sum(left * right, axis=(1, 2, 3, 4))))
    return np.stack(norms, axis=-1)


def _table() -> dict[str, Observable]:
    states, gradients = frozenset({"states"}), frozenset({"states", "gradients"})
    increments, activations = frozenset({"increments"}), frozenset({"activations"})
    return {
        "energy": Observable(STATES, "|h_n|^2 / d"),
        "linear": Observable(STATES, "B_n = 2 <h_0, h_n - h_0> / d"),
        "quadratic": Observable(STATES, "C_n = |h_n - h_0|^2 / d"),
        "coordinate": Observable(STATES, "first coordinate of h_n"),
        "largest": Observable(STATES, "largest coordinate of h_n"),
        "activation_mean": Observable(BRANCHES, "mean coordinate of the activations u_k"),
        "kernel": Observable(
            STATE_PAIRS, "<h_n, h_m> / d", states, lambda tape: tape.gram("states")
        ),
        "overlaps": Observable(
            BRANCH_PAIRS, "<u_i, u_j> / d", activations, lambda tape: tape.gram("activations")
        ),
        "increments": Observable(
            BRANCH_PAIRS,
            "<h_{i+1} - h_i, h_{j+1} - h_j> / d",
            increments,
            lambda tape: tape.gram("increments"),
        ),
        "cosines": Observable(
            BRANCH_PAIRS,
            "cosines of the increments h_{i+1} - h_i; NaN for a zero increment",
            increments,
            lambda tape: _cosines(tape.gram("increments")),
        ),
        "loop_cosines": Observable(
            LOOP_PAIRS,
            "cosines of the increments of whole loops; NaN for a zero increment",
            increments,
            lambda tape: _cosines(_by_loop(tape)),
        ),
        "gradient_energy": Observable(STATES, "|g_n|^2 / d", states),
        "gradient_kernel": Observable(
            STATE_PAIRS, "<g_n, g_m> / d", gradients, lambda tape: tape.gram("gradients")
        ),
        "weight_gradient": Observable(
            ("layer",),
            "|gradient of the loss in matrix l|^2 / d^2",
            gradients | activations,
            _weight_gradient,
        ),
    }


OBSERVABLES = _table()
# Values along the stream whose last one is a result of its own: in a sweep over loops runs of
# different length share one axis, at whose end only the longest has a value.
LAST_VALUES = frozenset({*AT_STATE, "change", "last_change"})
BACKWARD = frozenset({"gradient_energy", "gradient_kernel", "weight_gradient"})


def meanings(table: Mapping[str, Observable], /) -> dict[str, str]:
    """Return what each observable and each last value is, by name."""
    says = {name: observable.says for name, observable in table.items()}
    outs = {last_value(n): f"{says[n]} at the last state" for n in says if n in LAST_VALUES}
    return says | outs


def kept(
    model: ResidualMLP, names: Iterable[str], also: frozenset[str] = frozenset(), /
) -> frozenset[str]:
    """Return the whole histories that a pass keeps for these observables."""
    names = OBSERVABLES.keys() & set(names)
    if "loop_cosines" in names and model.visits is not None:
        msg = f"loop_cosines needs loops and layers, got visits={model.visits}"
        raise ValueError(msg)
    histories = also.union(*(OBSERVABLES[name].keeps for name in names))
    back = "gradients" in histories or bool(BACKWARD & names)
    if back and not model.pulls_back:
        msg = f"gradients of {type(model).__name__} are not simulated; ask for energy or kernel"
        raise ValueError(msg)
    return histories | {"gates"} if back and model.post_activation else histories


def recorded(model: ResidualMLP, inputs: int, observed: Iterable[tuple[str, ...]], /) -> int:
    """Return how many numbers of one sample observables of these dimensions record."""
    sizes = {
        "input": inputs,
        "time": model.steps + 1,
        "branch": model.steps,
        "loop": model.loops,
        "layer": model.layers,
    }
    return sum(math.prod(sizes[d.removesuffix("_other")] for d in dims) for dims in observed)


class Needs(NamedTuple):
    """Passes and memory that an observation needs.

    ``histories`` counts whole arrays (input, time, width) of a sample, ``overlaps`` its float64
    overlaps that are no results, ``results`` its recorded numbers after each pass forward, and
    ``matrices`` its arrays (width, width) where none is dropped.
    """

    forward: int
    backward: int
    histories: int
    overlaps: int
    results: int
    matrices: int


@dataclass(frozen=True, kw_only=True)
class Observation:
    """Observables recorded in one pass forward and, for gradients, one pass back."""

    table: ClassVar[Mapping[str, Observable]] = OBSERVABLES  # those that may be named
    leading: ClassVar[tuple[str, ...]] = ()  # dimensions between ``sample`` and an observable's
    elementwise_steps: ClassVar[int] = 0  # steps whose updates have full rank
    observe: str | Iterable[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "observe", observables(self.observe, self.table))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the observables."""
        return tuple(self.observe)

    @property
    def dims(self) -> dict[str, tuple[str, ...]]:
        """Dimensions of each observable after ``sample`` and the leading ones."""
        return {name: self.table[name].dims for name in self.names}

    @property
    def attrs(self) -> dict[str, str]:
        """Attributes of the results beside those of every run."""
        return {}

    def needs(self, model: ResidualMLP, inputs: int, /) -> Needs:
        """Return the passes and the memory of a run with this number of inputs."""
        names, gradient = self.names, "weight_gradient" in self.names
        uses = 4 * (inputs * model.uses) ** 2 if gradient else 0  # two tables and their product
        tables = [OBSERVABLES[name].dims for name in names if OBSERVABLES[name].of]
        return Needs(
            forward=1,
            backward=int(bool(BACKWARD & set(names))),
            histories=len(kept(model, names)) + gradient,
            overlaps=max([uses, *(recorded(model, inputs, [dims]) for dims in tables)]),
            results=recorded(model, inputs, self.dims.values()),
            matrices=model.layers,
        )

    def measure(
        self,
        model: ResidualMLP,
        weights: Trainable,
        batch: Batch,
        backend: Backend,
        advance: Advance,
        /,
    ) -> Values:
        """Run a batch forward and, if gradients are asked for, back: (sample, ...) of each name."""
        tape = Tape(model, batch.h0, backend=backend, observe=self.names)
        walk(tape, weights, advance)
        walk_back(tape, weights, batch.v)
        return tape.values()
