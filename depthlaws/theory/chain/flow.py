"""Time courses of balanced networks under gradient flow, at every real depth and from any start.

``alpha(t, ...)`` is the relative total weight at time t, ``gap`` is 1-alpha with all its digits,
``time`` inverts them. Networks ``feedforward`` and ``block1`` obey one equation; ``block2`` also
needs its target total weight r > 1. Depth L is any real number from 1 on, or infinity.

Error: at most 8 eps (1 + condition) for alpha, gap and times of block two, 4 for other times; the
condition counts relative changes of the arguments (of gap and gap0 where those are given). For
alpha0 in [1e-12, 1e6] the condition may leave out L. These bounds hold for r up to 1e9; beyond,
log(r)/4 comes on top (:mod:`.block2_solver` says what is counted and what was measured). A point
has the same bits alone as among any others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.chain import block2_solver, flow_solver
from depthlaws.theory.chain.networks import network_named
from depthlaws.theory.chain.position import Position, flip
from depthlaws.theory.numerics.arguments import as_float, common_shape, numbers, positive, require
from depthlaws.theory.numerics.solver_groups import GroupedSolver, Solver
from depthlaws.theory.numerics.types import Floats, MaybeNumbers, Numbers

__all__ = ["alpha", "earliest", "gap", "time"]


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
    """Return the time of the gradient flow from alpha0 to alpha.

    Close to the target give gap = 1-alpha or gap0 = 1-alpha0 instead, and None for the other.

    Parameters
    ----------
    alpha : float or array_like or None
        Relative total weight a/r at the end. Positive, on the same side of 1 as ``alpha0``.
    alpha0 : float or array_like or None
        Relative total weight a/r at the start. Positive; above 1/r for block2.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).
    r : float or array_like, optional
        Target total weight mu_yx / mu_xx, needed for block2 and for it alone. Above 1.
    gap : float or array_like, optional
        Gap 1-alpha, where alpha is too near to 1 for a float (then alpha is None). Below 1.
    gap0 : float or array_like, optional
        Gap 1-alpha0, where alpha0 is too near to 1 for a float (then alpha0 is None). Below 1.

    Returns
    -------
    float or ndarray
        Time, in the unit of ``tau``: negative if the flow passed alpha before alpha0, infinite at
        alpha = 1. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain, or the two points on opposite sides of the target.

    References
    ----------
    Source: chain, eq. (7), at every depth and on both sides of the target (X-B).

    Examples
    --------
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
        solver = chain.solver(start.above, shape)
        out = solver.time(*start.coordinates, *end.coordinates)
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
    """Return the relative total weight at time t of the gradient flow through alpha0 at t = 0.

    Close to the target give gap0 = 1-alpha0 instead, and None for alpha0.

    Parameters
    ----------
    t : float or array_like
        Training time, in the unit of ``tau``. Negative as far back as the solution exists, see
        :func:`earliest`.
    alpha0 : float or array_like or None
        Relative total weight a/r at the start. Positive; above 1/r for block2.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).
    r : float or array_like, optional
        Target total weight mu_yx / mu_xx, needed for block2 and for it alone. Above 1.
    gap0 : float or array_like, optional
        Gap 1-alpha0, where alpha0 is too near to 1 for a float (then alpha0 is None). Below 1.

    Returns
    -------
    float or ndarray
        Relative total weight alpha = a/r, a pure number: 1 at the target. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain, or t before the solution exists.

    References
    ----------
    Source: chain, eq. (6), solved at every depth and on both sides of the target (X-B).

    Examples
    --------
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
    """Return 1-alpha at time t of the gradient flow, to full relative accuracy.

    Parameters
    ----------
    t : float or array_like
        Training time, in the unit of ``tau``. Negative as far back as the solution exists, see
        :func:`earliest`.
    alpha0 : float or array_like or None
        Relative total weight a/r at the start. Positive; above 1/r for block2.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).
    r : float or array_like, optional
        Target total weight mu_yx / mu_xx, needed for block2 and for it alone. Above 1.
    gap0 : float or array_like, optional
        Gap 1-alpha0, where alpha0 is too near to 1 for a float (then alpha0 is None). Below 1.

    Returns
    -------
    float or ndarray
        Gap 1-alpha, a pure number: negative above the target. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain, or t before the solution exists.

    References
    ----------
    Source: chain, eq. (6), solved at every depth and on both sides of the target (X-B).

    Examples
    --------
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
    """Return the time at which the solution through alpha0 at t = 0 begins.

    Above the target alpha comes from infinity in finite time, except for feedforward L = 1. Below
    the target, feedforward networks with L < 2 start from alpha = 0 in finite time.

    Parameters
    ----------
    alpha0 : float or array_like or None
        Relative total weight a/r at the start. Positive; above 1/r for block2.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).
    r : float or array_like, optional
        Target total weight mu_yx / mu_xx, needed for block2 and for it alone. Above 1.
    gap0 : float or array_like, optional
        Gap 1-alpha0, where alpha0 is too near to 1 for a float (then alpha0 is None). Below 1.

    Returns
    -------
    float or ndarray
        Time <= 0, in the unit of ``tau``; -inf if the solution has no beginning. The arguments
        broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain.

    References
    ----------
    Source: chain, beyond the paper (X-B).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.earliest(3.0, L=8)
    -0.107198
    """
    start = Position("alpha0", alpha0, "gap0", gap0)
    chain, tau = _Chain(network, L, r), positive("tau", tau)
    shape = common_shape(**{start.name: start.given}, L=chain.L, tau=tau, r=chain.r)
    chain.check(start)
    with np.errstate(all="ignore"):
        out = chain.solver(start.above, shape).birth(*start.coordinates)
        out = np.minimum(out, 0.0)  # far above the target its rounding is larger than the time
        return as_float(np.where(start.gap == 0, -np.inf, out) * tau)


def _course(
    t: Any, alpha0: Any, L: Any, tau: Any, network: str, r: Any, gap0: Any
) -> tuple[Any, Any]:
    """Return alpha and 1-alpha at time t."""
    start = Position("alpha0", alpha0, "gap0", gap0)
    chain, tau, t = _Chain(network, L, r), positive("tau", tau), numbers("t", t)
    shape = common_shape(t=t, **{start.name: start.given}, L=chain.L, tau=tau, r=chain.r)
    chain.check(start)
    with np.errstate(all="ignore"):
        x, z = chain.solver(start.above, shape).advance(*start.coordinates, t / tau)
        value, gap = flip(start.above, x, z)
        still = (t == 0) | (start.gap == 0)
        if np.any(still):
            value, gap = np.where(still, start.alpha, value), np.where(still, start.gap, gap)
    # Within a rounding of its beginning a solution evaluates to 0 or infinity.
    bare = ~np.isfinite(value) | ((value == 0) & ~start.above & (chain.L < 2))
    unborn = np.isnan(value) | ((t < 0) & bare)
    if np.any(unborn):
        first = earliest(alpha0, L, tau, network=network, r=r, gap0=gap0)
        where = np.ravel(unborn).argmax()
        t, first, a, unit = (
            float(np.broadcast_to(v, shape).ravel()[where]) for v in (t, first, start.given, tau)
        )
        msg = f"t must be after {first!r}, where this solution begins, got {shown(t)}"
        if t >= 0:
            msg = (
                f"{start.name}={a:g} is too far above the target for times of {t / unit:g} tau: "
                "give a longer time, or a start nearer to 1"
            )
        raise ValueError(msg)
    return value, gap


def _check_side(start: Position, end: Position) -> None:
    """Raise ValueError for two points on opposite sides of the target."""
    apart = np.sign(start.gap) * np.sign(end.gap) < 0
    apart = apart | ((start.gap == 0) & (end.gap != 0))
    if np.any(apart):
        pair = np.broadcast_arrays(start.alpha, end.alpha)
        a, b = (v.ravel()[np.ravel(apart).argmax()] for v in pair)
        msg = f"alpha and alpha0 must lie on the same side of 1, got {b:g} and {a:g}"
        raise ValueError(msg)


class _Chain:
    """A network with its depth and, for block two, its target total weight."""

    def __init__(self, network: str, L: Any, r: Any) -> None:
        network_named(network)
        self.L, self.r, self.tied = numbers("L", L), np.float64(1.0), network == "block2"
        require("L", self.L, self.L >= 1, "at least 1 (infinity allowed)")
        if not self.tied and r is not None:
            msg = f"r is for network 'block2' only, got r={shown(r)} with network={shown(network)}"
            raise ValueError(msg)
        if self.tied:
            if r is None:
                msg = "network 'block2' needs its target total weight r > 1, got r=None"
                raise ValueError(msg)
            self.r = numbers("r", r)
            require("r", self.r, (self.r > 1) & np.isfinite(self.r), "finite and above 1")

    def check(self, position: Position) -> None:
        """Raise ValueError for block two unless alpha > 1/r: every factor is at least 1."""
        if self.tied:
            value, r = np.broadcast_arrays(position.alpha, self.r)
            with np.errstate(over="ignore"):  # infinite: above 1
                reached = r * value > 1
            require(position.name, position.alpha, reached, "such that r*alpha > 1 (block2)")

    def solver(self, above: Any, shape: tuple[int, ...]) -> Solver:
        """Solver of points of this shape, each above or below the target."""
        if self.tied:
            return GroupedSolver(block2_solver.solver, self.L, self.r, above, shape=shape)
        return GroupedSolver(
            flow_solver.solver,
            self.L,
            above,
            shape=shape,
            build_scattered=flow_solver.ScatteredSide,
        )
