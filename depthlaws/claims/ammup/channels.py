"""Appendix B, lemma 5: corrections of a finite width."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.ammup.common import LINEAR, UNSEEN, VAST, Order, exact
from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()


def _variance_of_overlap() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Var(T_h | below) = Var(X_1 | below)/C, with symbols for all tangents below."""
    for channels in (1, 2, 3):
        u, v = sp.symbols("u:2"), sp.symbols("v:2")
        weights = [sp.symbols(f"w{j}_:2") for j in range(channels)]
        normal = list(itertools.chain(*weights))
        X = [(w0 * u[0] + w1 * u[1]) * (w0 * v[0] + w1 * v[1]) for w0, w1 in weights]
        T = sum(X) / channels
        one = X[0]
        left = gaussian_mean(T**2, normal, 1)
        mean = gaussian_mean(one, normal, 1)
        spread = gaussian_mean(one**2, normal, 1) - mean**2
        yield f"C={channels}", left, mean**2 + spread / channels


LEMMA_5 = (Exhaustive(_variance_of_overlap),)

CLAIMS.add(
    id="AMMUP-E27",
    source=AMMUP.eq(27),
    says="E[T_h^2 | below] is the square of the mean plus Var(X_1 | below)/C_h, so O(1/C_h) for a "
    "fixed pair.",
    checks=LEMMA_5,
)

CLAIMS.add(
    id="AMMUP-D14",
    source=AMMUP.lemma(5),
    says="Var(T_h | below) = Var(X_1 | below)/C_h <= E[X_1^2 | below]/C_h.",
    checks=LEMMA_5,
)


def _summed(level: int) -> tuple[float, float]:
    """S_l m/n of linear networks with the fluctuations of J J^T, l^3/3, and without them, l^2."""
    with_, without = (
        float(exact("plain", level, width=10**6, part="label", weights=kind, **LINEAR)[-1])
        for kind in ("gaussian", "orthogonal")
    )
    return with_ / 10**6, without / 10**6


CLAIMS.add(
    id="AMMUP-L5",
    source=AMMUP.lemma(5),
    says="The fluctuations of T_h of order 1/C_h are a correction to S_l of order 1/C.",
    quote="Lemma 5 yields the max_l 1/C_l correction from finite-channel averaging",
    reading=(
        "Lemma 5 itself holds (AMMUP-E27), but this use of it does not: S_l sums about "
        "n^2 pairs, whose fluctuations are its leading term. Without them (orthogonal "
        "weights) S_l is l^2."
    ),
    checks=(Property(_summed, {"level": [8, 64]}, rtol=1e-3),),
    corrected_by="AMMUP-L5-leading",
    sides=(
        "S_l m/n of Gaussian weights, whose T_h fluctuate",
        "of orthogonal ones, whose T_h do not",
    ),
)


def _orthogonal() -> Iterator[tuple[str, Fraction, Fraction]]:
    for level in (1, 8, 64):
        straight = exact("plain", level, width=50, part="label", weights="orthogonal", **LINEAR)
        yield f"l={level}: orthogonal", straight[-1], Recorded(50 * level**2)


def _fluctuating() -> Iterator[Order]:
    for level in (1, 3, 8):
        wide = exact("plain", level, width=VAST, part="label", **LINEAR)[-1] / VAST
        sums = Recorded(level * (level + 1) * (2 * level + 1), 6)
        yield f"l={level}: Gaussian", abs(wide / sums - 1), "<", UNSEEN


CLAIMS.add(
    id="AMMUP-L5-leading",
    source=AMMUP.ledger("ERR-05"),
    says="With orthogonal weights, where T_h does not fluctuate, S_l^B = l^2 n/m exactly at "
    "every width; the fluctuations make it l(l+1)(2l+1)/6 n/m.",
    checks=(Exhaustive(_orthogonal), Exhaustive(_fluctuating)),
)


def _unbounded() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E[X_1^2 | below] = 3 |u|^4 for equal tangents: it has no bound, as u is Gaussian below."""
    u, normal = sp.symbols("u:2"), sp.symbols("w:2")
    X = sum(a * b for a, b in zip(normal, u, strict=True)) ** 2
    average = gaussian_mean(X**2, list(normal), 1)
    yield "n = 2", average, 3 * (u[0] ** 2 + u[1] ** 2) ** 2


CLAIMS.add(
    id="AMMUP-E26",
    source=AMMUP.eq(26),
    says=(
        "The conditional second moment behaves as 3|u|^4/n^2 for the tangent u below: it "
        "is finite, but no constant bounds it almost surely; lemma 5 needs bounded "
        "moments instead."
    ),
    checks=(Exhaustive(_unbounded),),
)
