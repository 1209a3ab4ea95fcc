"""Statement X-16 (beyond the papers): rules in use for branch scales, Muon's scale and decay."""

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    arrays,
    indices,
    naturals,
    nonnegative,
    reals,
    scalars,
)
from depthlaws.theory import residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import SPREAD

CLAIMS = Claims()

BLOCKS = Interval(1, 64, integer=True)
SHAPES = ((2, 2), (2, 8), (8, 2), (3, 12), (50, 200))  # rows and columns of a matrix


def _gpt2(blocks: int, s: float) -> tuple[float, float]:
    """2 L branches with matrices of their own at 1/sqrt(2 L)."""
    energy = residual.untied_energy(2 * blocks, 1 / math.sqrt(2 * blocks), s)
    return energy, math.exp(s**2 / 2) * (1 + 1e-12)


def _root_of_sharings(loops: int, s: float) -> tuple[float, float]:
    """One matrix shared N times at 1/sqrt N: the first terms of the sum with open gates."""
    energy = residual.tied_energy(loops, 1 / math.sqrt(loops), s)
    return energy * (1 + 1e-12), 1 + s**2 * loops / 2 + (s**2 * (loops - 1)) ** 2 / 16


def _gpt2_looped(loops: int, s: float) -> tuple[float, float]:
    """Two branches at 1/sqrt 2, looped: each loop multiplies the energy at least by 1 + s^2/2."""
    energies = [
        float(Stream(loops=n, layers=2, eps=1 / math.sqrt(2), s=s).energies[-1])
        for n in (loops, loops + 1)
    ]
    return energies[1] / energies[0] * (1 + 1e-12), 1 + s**2 / 2


CLAIMS.add(
    id="LOOP-B-X16-depth",
    source=LOOPED.beyond("X-16"),
    says="At infinite width the scale 1/sqrt(2L) of 2L branches bounds the energy of ReLU streams "
    "by H_0 exp(s^2/2) if every branch has a matrix of its own. It does not count loops: two such "
    "branches looped N times grow at least by the factor 1 + s^2/2 with every loop. Nor is the "
    "square root of the number of sharings enough: a layer shared N times at 1/sqrt(N) has at "
    "least 1 + s^2 N/2 + s^4 (N - 1)^2/16 times its first energy.",
    checks=(
        Property(_gpt2, {"blocks": BLOCKS, "s": SPREAD}, relation="<=", n=24),
        Property(
            _gpt2_looped,
            {"loops": Interval(1, 12, integer=True), "s": SPREAD},
            relation=">=",
            n=12,
        ),
        Property(_root_of_sharings, {"loops": BLOCKS, "s": SPREAD}, relation=">=", n=24),
    ),
    why_sampled="no enclosure of a full kernel",
)


def orthonormal(size: int, rank: int) -> sp.Matrix:
    """Rational matrix (size, rank) of orthonormal columns: a reflection's first columns."""
    v = sp.Matrix(range(1, size + 1))
    return (sp.eye(size) - 2 * v * v.T / (v.T * v)[0, 0])[:, :rank]


def _frobenius() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """|U V^T|^2 is the rank, for every rank of some shapes."""
    for rows, columns in ((1, 4), (3, 3), (4, 2), (5, 6)):
        for rank in range(1, min(rows, columns) + 1):
            polar = orthonormal(rows, rank) * orthonormal(columns, rank).T
            square = sum((entry**2 for entry in polar), sp.Integer(0))
            yield f"{rows} x {columns}, rank {rank}", square, sp.Integer(rank)


def _scales() -> Iterator[tuple[str, sp.Expr, str, sp.Expr]]:
    """Norms that each factor of a full-rank U V^T, out x in, keeps at other shapes.

    The spectral norm is the factor; an entry has the root mean square factor / sqrt(max(out, in));
    a step of unit root mean square moves the output by at most factor sqrt(in/out).
    """
    for out, given in SHAPES:
        name, wide = f"{out} x {given}", max(out, given)
        shape, ratio = sp.sqrt(max(1, Fraction(out, given))), sp.sqrt(sp.Rational(given, out))
        moonlight = sp.Rational(1, 5) * sp.sqrt(wide)
        entry = sp.sqrt(sp.Rational(min(out, given), out * given))
        yield f"{name}, sqrt(max(1, out/in)), output", shape * ratio, "==", sp.Max(ratio, 1)
        yield f"{name}, 0.2 sqrt(max), entry", moonlight * entry, "==", sp.Rational(1, 5)
        yield f"{name}, unit RMS is 5 times 0.2 sqrt(max)", 5 * moonlight * entry, "==", 1
    for width in (64, 256, 1024):
        at_width, wider = (sp.sqrt(w) / 5 * sp.sqrt(sp.Rational(w, w)) for w in (width, 4 * width))
        yield f"0.2 sqrt(max), output, width {4 * width}", wider, "==", 2 * at_width
    yield "67 times, entries of 1", sp.sqrt(sp.Integer(4489)), "==", sp.Integer(67)
    yield "67 times, entries of 0.2", sp.sqrt(sp.Integer(112225)) / 5, "==", sp.Integer(67)


def _ranks(loops: int, s: float) -> tuple[float, float]:
    """Singular values of a shared matrix's gradient: as many as its visits."""
    step = updates.muon_step(Stream(loops=loops, eps=1 / loops, s=s))
    return float(np.sum(np.atleast_1d(step.singular_values) > 0)), float(loops)


def _by_depth(layers: int, s: float) -> tuple[float, float]:
    """Fall of the loss by a step of spectral norm 1 on every one of L layers at 1/sqrt L."""
    stream = Stream(layers=layers, eps=1 / math.sqrt(layers), s=s)
    exact = math.sqrt(layers / 2) * (1 + s**2 / (2 * layers)) ** ((layers - 1) / 2)
    return -updates.muon_step(stream).loss, exact


def _by_loops(loops: int) -> tuple[float, float]:
    """Fall of the loss by a step of Frobenius norm 1 at 4 N and at N loops, eps = 1/N."""
    falls = []
    for n in (4 * loops, loops):
        step = updates.muon_step(Stream(loops=n, eps=1 / n, s=math.sqrt(2)))
        falls.append(-step.loss / math.sqrt(n))
    return falls[0], 0.63 * falls[1]


CLAIMS.add(
    id="LOOP-B-X16-muon",
    source=LOOPED.beyond("X-16"),
    says="An orthogonalised update U V^T has the Frobenius norm sqrt(rank), not about 1: sqrt(N) "
    "for a matrix visited N = 1, 2, 4 or 6 times by one input. At full rank and the shapes tried, "
    "sqrt(max(1, out/in)) U V^T moves the output by max(1, sqrt(in/out)) per unit input; 0.2 "
    "sqrt(max(out, in)) keeps the root mean square of an entry at 0.2, unit RMS norm is 5 times "
    "that, and the former moves the output twice as much at widths 256, 1024 and 4096 as at a "
    "quarter of them. A ratio of rates to AdamW's of 67 keeps entries of 1 at width 4489 and "
    "entries of 0.2 at width 112,225. A step of spectral norm 1 on each of L own layers at "
    "1/sqrt(L) lowers the loss by sqrt(L/2) (1 + s^2/(2L))^((L - 1)/2); per unit Frobenius norm "
    "the step of a looped layer at 1/N (s^2 = 2) loses 37 % or more from N = 1, 2, 4 and 8 to four "
    "times as many loops.",
    checks=(
        Exhaustive(_frobenius),
        Exhaustive(_scales),
        Property(_ranks, {"loops": [1, 2, 4, 6], "s": SPREAD}, n=6),
        Property(_by_depth, {"layers": BLOCKS, "s": SPREAD}, rtol=1e-12, n=8),
        Property(_by_loops, {"loops": [1, 2, 4, 8]}, relation="<", n=4),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _decay() -> Statement:
    """On the sphere only the direction counts: the two unprojected steps are parallel."""
    eta, lam, size = scalars("eta lambda d")
    w, g = arrays("w g")
    i = indices("i", size)
    below_one = Less(eta * lam, 1)
    kept = below_one.gap
    return Statement(
        Equal(kept * w[i] - eta * g[i], kept * (w[i] - eta / kept * g[i])),
        Equal(eta / kept - eta, eta**2 * lam / kept),
        for_all={
            size: naturals(1),
            eta: nonnegative,
            lam: nonnegative,
            w: reals[size],
            g: reals[size],
        },
        given=(below_one,),
    )


CLAIMS.add(
    id="LOOP-B-X16-decay",
    source=LOOPED.beyond("X-16"),
    says="On the Frobenius sphere decoupled weight decay changes nothing to first order in the "
    "rate: a step with it is, after the projection, one without it at the rate "
    "eta/(1 - eta lam), for eta lam < 1.",
    statement=_decay(),
)
