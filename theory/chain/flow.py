"""Time courses of balanced networks under gradient flow: every real depth, both sides of 1.

``alpha(t, ...)`` is the relative total weight at time t, ``gap`` is 1-alpha with all its digits,
``time`` inverts them. Networks ``plain`` and ``block1`` obey one equation; ``block2`` also needs
its target total weight r > 1. Depth L is any real number from 1 on, or infinity.

Error: at most 8 eps (1 + condition) for alpha and gap, 4 eps (1 + condition) for time; the
condition counts relative changes of the arguments (of gap and gap0 where those are given). For
alpha0 in [1e-12, 1e6] it need not count L.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.chain import block2
from depthlaws.theory.chain import growth as _growth
from depthlaws.theory.chain.arguments import (
    Position,
    common_shape,
    flip,
    numbers,
    positive,
    require,
)
from depthlaws.theory.chain.networks import network_named

__all__ = ["alpha", "earliest", "gap", "time"]

CHUNK = 1 << 14  # elements: the work arrays stay in the second-level cache
FEW = 64  # more depths than this get no tables, unless each serves MANY elements
MANY = 4096


def time(
    alpha: Any,
    alpha0: Any,
    L: Any,
    tau: Any = 1.0,
    *,
    network: str = "plain",
    r: Any = None,
    gap: Any = None,
    gap0: Any = None,
) -> Any:
    """Time from alpha0 to alpha: negative if alpha lies behind alpha0, infinite if alpha is 1.

    Close to the target give gap = 1-alpha or gap0 = 1-alpha0 instead, and None for the other.
    Raises: ValueError outside the domain, and for points on opposite sides of the target.
    """
    end, start = Position("alpha", alpha, "gap", gap), Position("alpha0", alpha0, "gap0", gap0)
    depth, tau = _Depth(network, L, r), positive("tau", tau)
    shape = common_shape(
        **{end.name: end.given, start.name: start.given}, L=depth.L, tau=tau, r=depth.r
    )
    depth.check(end)
    depth.check(start)
    _check_side(start, end)
    with np.errstate(all="ignore"):
        out, *_ = depth.run("time", start.above, *start.coordinates, *end.coordinates, shape=shape)
        same = (end.gap == start.gap) & (end.alpha == start.alpha)
        out = np.where(same, 0.0, np.where(end.gap == 0, np.inf, out))
        return _like(out * tau)


def alpha(
    t: Any,
    alpha0: Any,
    L: Any,
    tau: Any = 1.0,
    *,
    network: str = "plain",
    r: Any = None,
    gap0: Any = None,
) -> Any:
    """Relative total weight at time t of the flow through alpha0 at t = 0.

    t may be negative, as far back as the solution exists (:func:`earliest`). Close to the target
    give gap0 = 1-alpha0 instead, and None for alpha0.
    Raises: ValueError outside the domain, and for t before the solution exists.
    """
    return _like(_course(t, alpha0, L, tau, network, r, gap0)[0])


def gap(
    t: Any,
    alpha0: Any,
    L: Any,
    tau: Any = 1.0,
    *,
    network: str = "plain",
    r: Any = None,
    gap0: Any = None,
) -> Any:
    """1-alpha at time t, to full relative accuracy; arguments as for :func:`alpha`."""
    return _like(_course(t, alpha0, L, tau, network, r, gap0)[1])


def earliest(
    alpha0: Any,
    L: Any,
    tau: Any = 1.0,
    *,
    network: str = "plain",
    r: Any = None,
    gap0: Any = None,
) -> Any:
    """Time (<= 0) at which the solution through alpha0 at t = 0 begins; -inf if it always was.

    Above the target alpha comes from infinity in finite time (but for plain L = 1). Below it,
    plain networks with L < 2 start from alpha = 0 in finite time.
    """
    start = Position("alpha0", alpha0, "gap0", gap0)
    depth, tau = _Depth(network, L, r), positive("tau", tau)
    shape = common_shape(**{start.name: start.given}, L=depth.L, tau=tau, r=depth.r)
    depth.check(start)
    with np.errstate(all="ignore"):
        out, *_ = depth.run("birth", start.above, *start.coordinates, shape=shape)
        return _like(np.where(start.gap == 0, -np.inf, out) * tau)


def _course(
    t: Any, alpha0: Any, L: Any, tau: Any, network: str, r: Any, gap0: Any
) -> tuple[Any, Any]:
    start = Position("alpha0", alpha0, "gap0", gap0)
    depth, tau, t = _Depth(network, L, r), positive("tau", tau), numbers("t", t)
    shape = common_shape(t=t, **{start.name: start.given}, L=depth.L, tau=tau, r=depth.r)
    depth.check(start)
    with np.errstate(all="ignore"):
        x, z = depth.run("advance", start.above, *start.coordinates, t / tau, shape=shape)
        value, rest = flip(start.above, x, z)
        still = (t == 0) | (start.gap == 0)
        if np.any(still):
            value, rest = np.where(still, start.alpha, value), np.where(still, start.gap, rest)
    unborn = np.isnan(value)
    if np.any(unborn):
        first = earliest(alpha0, L, tau, network=network, r=r, gap0=gap0)
        where = np.ravel(unborn).argmax()
        t, first = (np.broadcast_to(v, shape).ravel()[where] for v in (t, first))
        msg = f"t must be at least {first:g}, where this solution begins, got {t:g}"
        raise ValueError(msg)
    return value, rest


def _check_side(start: Position, end: Position) -> None:
    apart = np.sign(start.gap) * np.sign(end.gap) < 0
    apart = apart | ((start.gap == 0) & (end.gap != 0))
    if np.any(apart):
        pair = np.broadcast_arrays(start.alpha, end.alpha)
        a, b = (v.ravel()[np.ravel(apart).argmax()] for v in pair)
        msg = f"alpha and alpha0 must lie on the same side of 1, got {b:g} and {a:g}"
        raise ValueError(msg)


def _like(out: Any) -> Any:
    return out if np.ndim(out) else float(out)


class _Depth:
    """Network, depth and (block two) target: which branch serves an element."""

    def __init__(self, network: str, L: Any, r: Any) -> None:
        network_named(network)
        self.L, self.r, self.tied = numbers("L", L), np.float64(1.0), network == "block2"
        require("L", self.L, self.L >= 1, "at least 1 (infinity allowed)")
        if self.tied:
            if r is None:
                msg = "network 'block2' needs its target total weight r > 1, got r=None"
                raise ValueError(msg)
            self.r = numbers("r", r)
            require("r", self.r, (self.r > 1) & np.isfinite(self.r), "finite and above 1")

    def check(self, position: Position) -> None:
        """Block two: every layer is at least 1, so alpha > 1/r."""
        if self.tied:
            value, r = np.broadcast_arrays(position.alpha, self.r)
            require(position.name, position.alpha, r * value > 1, "such that r*alpha > 1 (block2)")

    def run(self, method: str, above: Any, *args: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
        """Call a method of the branch that serves each element."""
        if 0 in shape:
            return np.empty(shape), np.empty(shape)
        (depths, i), (targets, j), (sides, k) = (_distinct(v) for v in (self.L, self.r, above))
        counts = len(depths), len(targets), len(sides)
        if max(counts) == 1:
            flat = [a if np.ndim(a) == 0 else np.broadcast_to(a, shape).ravel() for a in args]
            parts = _chunked(self._call(method, depths[0], targets[0], sides[0]), flat)
            return tuple(p.reshape(shape) if p.ndim else np.full(shape, p) for p in parts)
        kind = np.broadcast_to((i * counts[1] + j) * counts[2] + k, shape).ravel()
        flat = [np.broadcast_to(v, shape).ravel() for v in (self.L, *args)]
        outs, present = np.empty((2, len(kind))), np.unique(kind)
        if self.tied or len(present) <= max(FEW, len(kind) // MANY):
            i, j, k = np.unravel_index(present, counts)
            keys = zip(depths[i], targets[j], sides[k], strict=True)
            calls = [
                (kind == n, self._call(method, *key), 1)
                for n, key in zip(present, keys, strict=True)
            ]
        else:
            on = np.broadcast_to(above, shape).ravel()
            calls = [(on == side, _untabulated(method, side), 0) for side in sides]
        for where, call, first in calls:
            parts = _chunked(call, [v[where] for v in flat[first:]])
            for out, part in zip(outs, parts, strict=False):
                out[where] = part
        return tuple(out.reshape(shape) for out in outs)

    def _call(self, method: str, L: float, r: float, above: bool) -> Callable[..., Any]:
        if self.tied:
            return getattr(block2.branch(float(L), float(r), bool(above)), method)
        return getattr(_growth.branch(float(L), bool(above)), method)


def _untabulated(method: str, above: bool) -> Callable[..., Any]:
    return lambda L, *args: getattr(_growth.Branch(L, above=bool(above)), method)(*args)


def _distinct(values: Any) -> tuple[Any, Any]:
    """Distinct values and the index of each element among them (0 if there is only one)."""
    if np.ndim(values) == 0 or np.all(values == values.flat[0]):
        return np.ravel(values)[:1], 0
    found, index = np.unique(values, return_inverse=True)
    return found, index.reshape(values.shape)


def _chunked(call: Callable[..., Any], args: Any) -> tuple[Any, ...]:
    """Results of an elementwise function of numbers and equally long 1-D arrays."""
    size = max((len(a) for a in args if np.ndim(a)), default=0)
    if size <= CHUNK:
        out = call(*args)
        return out if isinstance(out, tuple) else (out,)
    pieces = [
        _chunked(call, [a[i : i + CHUNK] if np.ndim(a) else a for a in args])
        for i in range(0, size, CHUNK)
    ]
    return tuple(np.concatenate(parts) for parts in zip(*pieces, strict=True))
