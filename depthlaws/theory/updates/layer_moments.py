r"""Exact moments of one random unit, at any width n.

A unit maps the state z and the Gram matrix G = sum_h |a_h|^2 J_h J_h^T of its tangents to

    z' = a z + b W D z,    G' = omega |D z|^2 + (a + b W D) G (a + b W D)^T,

W with independent Gaussian entries of variance 1/n, D independent gates with E D^2 = 1 and
E D^4 = kappa. The distribution of (z, G) is invariant under rotations, so that means of products
of two or three traces close under a unit. Numbers may be floats or Fractions.
"""

import math
from dataclasses import dataclass
from typing import Any

from depthlaws.theory.papers import AMMUP

__all__: list[str] = []

SOURCE = AMMUP.beyond("BP-1, BP-2")

Pair = tuple[Any, Any]  # means of tr A tr B and of tr AB
Triple = tuple[Any, ...]  # of tr A tr B tr C, tr A tr BC, tr B tr CA, tr C tr AB, tr ABC


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit z -> a z + b W D z.

    Attributes
    ----------
    gain : number
        g = a^2 + b^2, the growth of |z|^2.
    share : number
        b^2/g, the branch's share of the gain.
    omega : number
        Factor of the tangents of the unit's own weights.
    kappa : number
        E D^4 of its gates.
    log_gain : float
        Logarithm of g, exact where g is near 1.
    """

    gain: Any
    share: Any
    omega: Any
    kappa: Any
    log_gain: float = 0.0

    @classmethod
    def of(cls, skip: Any, branch: Any, omega: Any, kappa: Any) -> "Unit":
        """Return the unit of a^2 = ``skip`` and b^2 = ``branch``."""
        gain = skip + branch
        if not gain > 0:
            msg = f"a unit needs a skip or a branch that is not 0, got a^2 = {skip}, b^2 = {branch}"
            raise ValueError(msg)
        log = math.log1p(branch / skip) + math.log(skip) if skip > 0 else math.log(gain)
        return cls(gain, branch / gain, omega, kappa, log)

    @property
    def scaled(self) -> "Unit":
        """The unit that also divides z by sqrt(g): its gain is 1 without a rounding."""
        return Unit(1, self.share, self.omega / self.gain, self.kappa)

    @property
    def spread(self) -> Any:
        """g^2 - a^4: n times the growth of the second moment of J J^T in one unit."""
        return self.gain**2 * self.share * (2 - self.share)

    @property
    def delta(self) -> Any:
        """Growth of the normalised second moment of J J^T: 1 - a^4/g^2, and kappa - 1 of gates."""
        return self.share * (2 - self.share) + self.kappa - 1


def gated_pair(pair: Pair, unit: Unit, n: Any) -> Pair:
    """Means after the gates, A, B -> DAD, DBD."""
    both, joint = pair
    extra = (unit.kappa - 1) * (both + 2 * joint) / (n + 2)
    return both + extra, joint + extra


def weighted_pair(pair: Pair, unit: Unit, n: Any) -> Pair:
    """Means after the weights, A -> (a + bW) A (a + bW)^T, and B likewise."""
    (both, joint), g, d = pair, unit.gain, unit.spread / n
    return g**2 * both + 2 * d * joint, (g**2 + d) * joint + d * both


def gated_triple(triple: Triple, unit: Unit, n: Any) -> Triple:
    """Means after the gates, A, B, C -> DAD, DBD, DCD.

    For gates D^2 of two equally likely values: their third central moment is 0.
    """
    all3, *split, joint = triple
    k, total = (unit.kappa - 1) / (n + 2), sum(split)
    return (
        all3 + k * (3 * all3 + 2 * total),
        *(part + k * (all3 + 4 * part + 4 * joint) for part in split),
        joint + k * (total + 6 * joint),
    )


def weighted_triple(triple: Triple, unit: Unit, n: Any) -> Triple:
    """Means after the weights, A -> (a + bW) A (a + bW)^T, and B, C likewise."""
    all3, *split, joint = triple
    g, d, total = unit.gain, unit.spread / n, sum(split)
    e = g**3 * unit.share**2 * (3 - 2 * unit.share) / n**2
    return (
        g**3 * all3 + 2 * g * d * total + 8 * e * joint,
        *(
            g * (g**2 + d) * part + g * d * all3 + 2 * e * (total - part) + 4 * (g * d + e) * joint
            for part in split
        ),
        (g**3 + 3 * g * d + 4 * e) * joint + (g * d + e) * total + e * all3,
    )


# -- states of a network ---------------------------------------------------------------------------

OUTPUT_STATE = 7  # means in the state of :func:`output_step`


def label_start(energy: Any, overlap: Any) -> tuple[Any, ...]:
    """State of :func:`label_step` at inputs x, x': E |x|^2 |x'|^2 and E (x.x')^2."""
    return energy, overlap, 0, 0, 0, 0


def label_step(state: tuple[Any, ...], unit: Unit, n: Any) -> tuple[Any, ...]:
    """Means of |z|^2 |z'|^2, c^2, c tr G, z.Gz', tr G^2 and (tr G)^2 after a unit; c = z.z'.

    Two different inputs need kappa = 1: their gates are not the same.
    """
    energy, overlap, trace, form, square, double = state
    energy, overlap = gated_pair((energy, overlap), unit, n)
    trace, form = gated_pair((trace, form), unit, n)
    double, square = gated_pair((double, square), unit, n)
    g, w = unit.gain, unit.omega
    new, cross = w**2 * n * overlap, w * g * trace
    after = weighted_pair((energy, overlap), unit, n)
    trace2, form2 = weighted_pair((trace, form), unit, n)
    double2, square2 = weighted_pair((double, square), unit, n)
    return (
        *after,
        trace2 + w * n * g * overlap,
        form2 + w * g * overlap,
        square2 + new + 2 * cross,
        double2 + n * new + 2 * n * cross,
    )


def output_start(sixth: Any) -> tuple[Any, ...]:
    """State of :func:`output_step` at an input with this mean of |x|^6."""
    return sixth, 0, 0, 0, 0, 0, 0


def output_step(state: tuple[Any, ...], unit: Unit, n: Any) -> tuple[Any, ...]:
    """Means of x^3, x^2 tr G, x z.Gz, x tr G^2, x (tr G)^2, z.Gz tr G, z.G^2z after a unit.

    x = |z|^2, and G is the Gram matrix of the tangents.
    """
    cube, zzg, zgg = _triples(state, unit, n, gated_triple)
    x3, y1, q1 = cube[0], zzg[0], zzg[1]
    w, new = unit.omega, unit.omega**2 * unit.gain * x3
    square, _ = weighted_pair((x3, x3), unit, n)
    both, joint = weighted_pair((y1, q1), unit, n)
    after = (x3, y1, q1, zgg[1], zgg[0], zgg[2], zgg[4])
    cube, zzg, zgg = _triples(after, unit, n, weighted_triple)
    return (
        cube[0],
        zzg[0] + w * n * square,
        zzg[1] + w * square,
        zgg[1] + 2 * w * both + n * new,
        zgg[0] + 2 * w * n * both + n**2 * new,
        zgg[2] + w * (n * joint + both) + n * new,
        zgg[4] + 2 * w * joint + new,
    )


def _triples(state: tuple[Any, ...], unit: Unit, n: Any, change: Any) -> tuple[Triple, ...]:
    """The triples (Z, Z, Z), (Z, Z, G) and (Z, G, G), Z = z z^T, after a change of all three."""
    x3, y1, q1, r1, p1, zp, z2 = state
    every = ((x3,) * 5, (y1, q1, q1, y1, q1), (p1, r1, zp, zp, z2))
    return tuple(change(triple, unit, n) for triple in every)


def head_start(outputs: Any, gain: Any, kappa: Any, n: Any) -> Pair:
    """Coefficients (p, r) of E M x M, M = D H^T H D of a head with m outputs.

    E M_ij M_kl = p d_ij d_kl + r (d_ik d_jl + d_il d_jk); entries of H have variance gain/n.
    """
    pair = gain**2 * outputs**2 / n**2, gain**2 * outputs / n**2
    return _gated_tail(pair, kappa, n)


def head_step(pair: Pair, unit: Unit, n: Any) -> Pair:
    """Coefficients (p, r) of J^T M J, with one unit more below the head."""
    p, r = pair
    g, d = unit.gain, unit.spread / n
    return _gated_tail((g**2 * p + 2 * d * r, (g**2 + d) * r + d * p), unit.kappa, n)


def _gated_tail(pair: Pair, kappa: Any, n: Any) -> Pair:
    p, r = pair
    extra = (kappa - 1) * (p + 2 * r) / (n + 2)
    return p + extra, r + extra
