"""What a pass through a residual stream can be asked for, and the memory it needs meanwhile.

Every observable has a leading dimension ``sample`` and is divided by the width, so that it has a
limit as the width grows. ``time`` counts the states h_0, ..., h_K, ``branch`` the K steps between
them, ``loop`` the passes through the block; ``input_other`` and the like are second indices.
"""

import difflib
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.sims.arguments import names as argument_names
from depthlaws.sims.backend import Backend, namespace
from depthlaws.sims.residual.ensemble import Values
from depthlaws.sims.residual.network import (
    ResidualMLP,
    State,
    Weights,
    backward,
    forward,
    gram,
    inner,
)

__all__ = ["OBSERVABLES"]

Array = Any

STATES = ("input", "time")
STATE_PAIRS = ("input", "input_other", "time", "time_other")
BRANCHES = ("input", "branch")
BRANCH_PAIRS = ("input", "input_other", "branch", "branch_other")
LOOP_PAIRS = ("input", "input_other", "loop", "loop_other")

AT_STATE: dict[str, Callable[[Array, Array], Array]] = {
    "energy": lambda h, _: inner(h, h),
    "linear": lambda h, h0: 2 * inner(h0, h - h0),
    "quadratic": lambda h, h0: inner(h - h0, h - h0),
    "coordinate": lambda h, _: h[..., 0],
    "largest": lambda h, _: namespace(h).max(h, axis=-1),
}


@dataclass(frozen=True)
class Observable:
    """Dimensions after ``sample``, what it is, and the histories it is computed from."""

    dims: tuple[str, ...]
    says: str
    keeps: frozenset[str] = frozenset()
    of: Callable[["Tape"], np.ndarray] | None = None


class Tape:
    """One pass: values seen on the way, and whole histories (sample, input, time, width)."""

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
        self.wants_gradients = "gradients" in self._kept or bool(BACKWARD & set(self.names))
        self.last: Array = h0
        self._seen: dict[str, list[np.ndarray]] = {}
        self._histories: dict[str, Array] = {}
        self._grams: dict[str, np.ndarray] = {}

    def __getitem__(self, history: str) -> Array:
        return self._histories[history]

    def see(self, state: State) -> None:
        """Note a state of the pass forward."""
        n, h = state.n, state.h
        self.last = h
        for name in AT_STATE.keys() & set(self.names):
            self._note(name, AT_STATE[name](h, self.h0))
        self._keep("states", n, h)
        if n > 0:
            self._see_step(n - 1, state.activations, state.increment)
            self._keep("gates", n - 1, state.gates)

    def _see_step(self, k: int, u: Array, increment: Array) -> None:
        if "activation_mean" in self.names:
            xp = namespace(u)
            self._note("activation_mean", xp.sum(u, axis=-1, dtype=xp.float64) / u.shape[-1])
        self._keep("activations", k, u)
        self._keep("increments", k, increment)

    def see_gradient(self, k: int, g: Array) -> None:
        """Note the gradient at h_k; the pass back comes from the last state."""
        if "gradient_energy" in self.names:
            self._note("gradient_energy", inner(g, g), first=True)
        self._keep("gradients", k, g)

    def _note(self, name: str, value: Array, *, first: bool = False) -> None:
        seen = self._seen.setdefault(name, [])
        seen.insert(0 if first else len(seen), np.array(self.backend.to_numpy(value)))

    def _keep(self, history: str, n: int, x: Array) -> None:
        if history not in self._kept:
            return
        if history not in self._histories:
            samples, inputs, width = x.shape
            times = self.model.steps + (history in {"states", "gradients"})
            xp = self.backend.xp
            shape = (samples, inputs, times, width)
            self._histories[history] = xp.empty(shape, dtype=x.dtype)
        self._histories[history][:, :, n, :] = x

    def gram(self, history: str) -> np.ndarray:
        """Overlaps of one history with itself, computed once."""
        if history not in self._grams:
            self._grams[history] = np.array(self.backend.to_numpy(gram(self[history])))
        return self._grams[history]

    def values(self) -> Values:
        """Everything that was asked for, as (sample, *dims)."""
        found = {name: np.stack(seen, axis=-1) for name, seen in self._seen.items()}
        for name in self.names:
            compute = OBSERVABLES[name].of if name in OBSERVABLES else None
            if compute is not None:
                found[name] = compute(self)
        return found


def _cosines(overlaps: np.ndarray) -> np.ndarray:
    """Divide (sample, input, input, i, j) by the lengths on its diagonal; NaN if one is zero."""
    square = np.einsum("sxxii->sxi", overlaps)
    length = np.sqrt(np.where(square > 0, square, np.nan))
    return overlaps / (length[:, :, None, :, None] * length[:, None, :, None, :])


def _by_loop(tape: Tape) -> np.ndarray:
    """Overlaps of the increments of whole passes through the block."""
    samples, inputs, others, _, _ = tape.gram("increments").shape
    loops, layers = tape.model.loops, tape.model.layers
    split = (samples, inputs, others, loops, layers, loops, layers)
    return tape.gram("increments").reshape(split).sum(axis=(4, 6))


def factors(tape: Tape, layer: int, /) -> tuple[Array, Array]:
    """Left and right factors of the gradient of one matrix, sum_p left_p right_p^T.

    Shapes: (sample, pair, width) each, one pair for every input and every use of the matrix.
    """
    xp, layers = tape.backend.xp, tape.model.layers
    samples, inputs, _, width = tape["activations"].shape
    left = tape["gradients"][:, :, 1:, :]
    if tape.model.post_activation:
        left = left * tape["gates"]
    left = left[:, :, layer::layers, :] * (tape.model.eps / inputs)
    right = tape["activations"][:, :, layer::layers, :]
    shape = (samples, inputs * tape.model.loops, width)
    return xp.reshape(left, shape), xp.reshape(right, shape)


def _weight_gradient(tape: Tape) -> np.ndarray:
    """|sum_p left_p right_p^T|^2 / width^2 from overlaps, without the matrix."""
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
BACKWARD = frozenset({"gradient_energy", "gradient_kernel", "weight_gradient"})


def checked(names: str | Iterable[str], known: Iterable[str], /) -> tuple[str, ...]:
    """Return the observables asked for. Raises: ValueError with the nearest names."""
    names = argument_names("observe", names)
    known = list(known)
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=3, cutoff=0.0)
            msg = f"unknown observable {name!r}; the nearest are {', '.join(near)}"
            raise ValueError(msg)
    if not names:
        msg = f"observe must name at least one of {', '.join(known)}"
        raise ValueError(msg)
    return names


def kept(
    model: ResidualMLP, names: Iterable[str], also: frozenset[str] = frozenset(), /
) -> frozenset[str]:
    """Whole histories that a pass keeps for these observables."""
    names = OBSERVABLES.keys() & set(names)
    found = also.union(*(OBSERVABLES[name].keeps for name in names))
    back = "gradients" in found or bool(BACKWARD & names)
    return found | {"gates"} if back and model.post_activation else found


def walk(tape: Tape, weights: Weights, /, advance: Callable[[int], None] = lambda _: None) -> Tape:
    """Let the tape see the pass forward from its h_0; say advance(samples) after every step."""
    for state in forward(tape.model, weights, tape.h0):
        tape.see(state)
        advance(state.h.shape[0] if state.n else 0)
    return tape


def walk_back(tape: Tape, weights: Weights, g: Array, /) -> Tape:
    """Let the tape see the pass back from g_K = g, if anything asks for gradients."""
    if tape.wants_gradients:
        met = "gates" if tape.model.post_activation else "states"
        for k, gradient in backward(tape.model, weights, tape[met], g):
            tape.see_gradient(k, gradient)
    return tape


def recorded(model: ResidualMLP, inputs: int, observed: Iterable[tuple[str, ...]], /) -> int:
    """Numbers recorded of one sample by observables of these dimensions."""
    sizes = {
        "input": inputs,
        "time": model.steps + 1,
        "branch": model.steps,
        "loop": model.loops,
        "layer": model.layers,
    }
    return sum(math.prod(sizes[d.removesuffix("_other")] for d in dims) for dims in observed)
