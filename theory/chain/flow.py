"""Time courses of balanced networks under gradient flow: every real depth, both sides of 1.

``alpha(t, ...)`` is the relative total weight at time t, ``gap`` is 1-alpha with all its digits,
``time`` inverts them. Networks ``feedforward`` and ``block1`` obey one equation; ``block2`` also
needs its target total weight r > 1. Depth L is any real number from 1 on, or infinity.

Error: at most 8 eps (1 + condition) for alpha, gap and times of block two, 4 for other times; the
condition counts relative changes of the arguments (of gap and gap0 where those are given). For
alpha0 in [1e-12, 1e6] it need not count L. For block two r is at most 1e9 there; beyond, log(r)/4
comes on top (:mod:`.block2_solver` says what is counted and what was measured). A point has the
same bits alone as among any others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.chain import block2_solver, flow_solver
from depthlaws.theory.chain.networks import network_named
from depthlaws.theory.chain.position import Position, flip
from depthlaws.theory.numerics.arguments import as_float, common_shape, numbers, positive, require
from depthlaws.theory.numerics.groupwise import Groups, Solver, by_group, one_call
from depthlaws.theory.numerics.types import Floats, MaybeNumbers, Numbers

__all__ = ["alpha", "earliest", "gap", "time"]

FEW = 64  # more depths than this get no whole tables, unless each serves MANY elements
MANY = 256  # from here on a table is cheaper than a piece of it for every element


def time(
    alpha: MaybeNumbers,
    alpha0: MaybeNumbers,
    L: Numbers,
    tau: Numbers = 1.0,
    *,
    network: str = "feedforward",
    r: MaybeNumbers = None,
    gap: MaybeNumbers = None,
    gap0: MaybeNumbers = None,
) -> Floats:
    """Time from alpha0 to alpha: negative if alpha lies behind alpha0, infinite if alpha is 1.

    Close to the target give gap = 1-alpha or gap0 = 1-alpha0 instead, and None for the other.
    Raises: ValueError outside the domain, and for points on opposite sides of the target.

    >>> from depthlaws import chain
    >>> chain.time(0.9, 0.1, L=8)
    9.6322
    """
    end, start = Position("alpha", alpha, "gap", gap), Position("alpha0", alpha0, "gap0", gap0)
    chain, tau = _Chain(network, L, r), positive("tau", tau)
    shape = common_shape(
        **{end.name: end.given, start.name: start.given}, L=chain.L, tau=tau, r=chain.r
    )
    chain.check(end)
    chain.check(start)
    _check_side(start, end)
    with np.errstate(all="ignore"):
        out, *_ = chain.run("time", start.above, *start.coordinates, *end.coordinates, shape=shape)
        same = (end.gap == start.gap) & (end.alpha == start.alpha)
        out = np.where(same, 0.0, np.where(end.gap == 0, np.inf, out))
        return as_float(out * tau)


def alpha(
    t: Numbers,
    alpha0: MaybeNumbers,
    L: Numbers,
    tau: Numbers = 1.0,
    *,
    network: str = "feedforward",
    r: MaybeNumbers = None,
    gap0: MaybeNumbers = None,
) -> Floats:
    """Relative total weight at time t of the flow through alpha0 at t = 0.

    t may be negative, as far back as the solution exists (:func:`earliest`). Close to the target
    give gap0 = 1-alpha0 instead, and None for alpha0.
    Raises: ValueError outside the domain, and for t before the solution exists.

    >>> from depthlaws import chain
    >>> chain.alpha([0.0, 10.0, 20.0], 0.1, L=8)
    array([0.1       , 0.92697016, 0.99999621])
    """
    return as_float(_course(t, alpha0, L, tau, network, r, gap0)[0])


def gap(
    t: Numbers,
    alpha0: MaybeNumbers,
    L: Numbers,
    tau: Numbers = 1.0,
    *,
    network: str = "feedforward",
    r: MaybeNumbers = None,
    gap0: MaybeNumbers = None,
) -> Floats:
    """1-alpha at time t, to full relative accuracy; arguments as for :func:`alpha`.

    >>> from depthlaws import chain
    >>> chain.gap(40.0, 0.1, L=8)
    7.81876e-15
    """
    return as_float(_course(t, alpha0, L, tau, network, r, gap0)[1])


def earliest(
    alpha0: MaybeNumbers,
    L: Numbers,
    tau: Numbers = 1.0,
    *,
    network: str = "feedforward",
    r: MaybeNumbers = None,
    gap0: MaybeNumbers = None,
) -> Floats:
    """Time (<= 0) at which the solution through alpha0 at t = 0 begins; -inf if it always was.

    Above the target alpha comes from infinity in finite time (but for feedforward L = 1). Below it,
    feedforward networks with L < 2 start from alpha = 0 in finite time.

    >>> from depthlaws import chain
    >>> chain.earliest(3.0, L=8)
    -0.107198
    """
    start = Position("alpha0", alpha0, "gap0", gap0)
    chain, tau = _Chain(network, L, r), positive("tau", tau)
    shape = common_shape(**{start.name: start.given}, L=chain.L, tau=tau, r=chain.r)
    chain.check(start)
    with np.errstate(all="ignore"):
        out, *_ = chain.run("birth", start.above, *start.coordinates, shape=shape)
        return as_float(np.where(start.gap == 0, -np.inf, out) * tau)


def _course(
    t: Any, alpha0: Any, L: Any, tau: Any, network: str, r: Any, gap0: Any
) -> tuple[Any, Any]:
    start = Position("alpha0", alpha0, "gap0", gap0)
    chain, tau, t = _Chain(network, L, r), positive("tau", tau), numbers("t", t)
    shape = common_shape(t=t, **{start.name: start.given}, L=chain.L, tau=tau, r=chain.r)
    chain.check(start)
    with np.errstate(all="ignore"):
        x, z = chain.run("advance", start.above, *start.coordinates, t / tau, shape=shape)
        value, rest = flip(start.above, x, z)
        still = (t == 0) | (start.gap == 0)
        if np.any(still):
            value, rest = np.where(still, start.alpha, value), np.where(still, start.gap, rest)
    # A rounding before its beginning a solution rounds to 0 or infinity.
    bare = ~np.isfinite(value) | ((value == 0) & ~start.above & (chain.L < 2))
    unborn = np.isnan(value) | ((t < 0) & bare)
    if np.any(unborn):
        first = earliest(alpha0, L, tau, network=network, r=r, gap0=gap0)
        where = np.ravel(unborn).argmax()
        t, first = (float(np.broadcast_to(v, shape).ravel()[where]) for v in (t, first))
        msg = f"t must be after {first!r}, where this solution begins, got {t!r}"
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


class _Chain:
    """Network, depth and (block two) target: which branch serves an element."""

    def __init__(self, network: str, L: Any, r: Any) -> None:
        network_named(network)
        self.L, self.r, self.tied = numbers("L", L), np.float64(1.0), network == "block2"
        require("L", self.L, self.L >= 1, "at least 1 (infinity allowed)")
        if not self.tied and r is not None:
            msg = f"r is for network 'block2' only, got r={r!r} with network={network!r}"
            raise ValueError(msg)
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
        """Call ``time``, ``advance`` or ``birth`` of the solver that serves each element."""
        if 0 in shape:
            return np.empty(shape), np.empty(shape)
        groups = Groups(self.L, self.r, above, shape=shape)
        if groups.single:
            return one_call(getattr(self._solver(*groups.key(0)), method), args, shape)
        kind = groups.kind
        present = np.unique(kind)
        if self.tied or len(present) <= max(FEW, len(kind) // MANY):
            solvers = [(kind == n, self._solver(*groups.key(n))) for n in present]
            calls = [(where, getattr(solver, method), args) for where, solver in solvers]
        else:
            on = np.broadcast_to(above, shape).ravel()
            calls = [
                (on == side, _untabulated(method, side), (self.L, *args))
                for side in groups.values[2]
            ]
        return by_group(calls, shape)

    def _solver(self, L: float, r: float, above: bool) -> Solver:
        """Tabulated solver of one depth (and block-two target) on one side of the target."""
        if self.tied:
            return block2_solver.solver(float(L), float(r), bool(above))
        return flow_solver.solver(float(L), bool(above))


def _untabulated(method: str, above: bool) -> Callable[..., Any]:
    """One method of the solver of many depths, which whole tables would not pay for."""
    return lambda L, *args: getattr(flow_solver.ScatteredSide(L, above=bool(above)), method)(*args)
