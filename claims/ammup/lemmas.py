"""Lemmas 3 to 5 and section 3.3: borders of a grid, mini-batches, finite width."""

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.ammup.common import COUNT, LINEAR, MODERATE, exact, near
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

N = symbol("N")
GRIDS = ((5,), (2,), (3, 2), (2, 2))
KERNELS = ((-1, 0, 1), (0, 1), (-2, 1, 3), (0,), (-1, 0, 1, 2))


def _sites(lengths: Sequence[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(*(range(n) for n in lengths)))


def _offsets(lengths: Sequence[int], kernel: Sequence[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(kernel, repeat=len(lengths)))


def _outside(p: Sequence[int], o: Sequence[int], lengths: Sequence[int]) -> bool:
    return any(not 0 <= a + b < n for a, b, n in zip(p, o, lengths, strict=True))


CASES = list(itertools.product(GRIDS, KERNELS))


def _border() -> Iterator[tuple[str, Fraction, Fraction]]:
    """The definition, site by site, against boundary_fraction."""
    for lengths, kernel in CASES:
        offsets, sites = _offsets(lengths, kernel), _sites(lengths)
        border = sum(any(_outside(p, o, lengths) for o in offsets) for p in sites)
        found = updates.boundary_fraction(lengths, offsets)
        yield f"{lengths}, {kernel}", found + 1, Fraction(border, len(sites)) + 1


CLAIMS.add(
    id="AMMUP-D03",
    source=AMMUP.section("3.3"),
    says="The boundary fraction counts the sites some offset of which leaves the grid.",
    checks=(Exhaustive(_border),),
)


def _line() -> Iterator[tuple[str, Any, Any]]:
    for length, reach in itertools.product((1, 2, 3, 5, 14), range(8)):
        found = updates.boundary_fraction(length, list(range(-reach, reach + 1)))
        right = law("border-fraction-line", N=sp.Integer(length), r=sp.Integer(reach))
        yield f"N={length}, r={reach}", 1 + sp.Rational(*found.as_integer_ratio()), 1 + right


CLAIMS.add(
    id="AMMUP-D04",
    source=AMMUP.section("3.3"),
    says="On a line of N sites and offsets -r, ..., r it is min(1, 2r/N), so O(r/N).",
    checks=(Exhaustive(_line),),
)


def _box() -> Iterator[tuple[str, Any, Any]]:
    reaches = ((0, 0), (1, 1), (1, 2), (2, 0), (3, 1))
    for rows, columns, (up, side) in itertools.product((1, 2, 5), (1, 4, 7), reaches):
        offsets = list(itertools.product(range(-up, up + 1), range(-side, side + 1)))
        found = updates.boundary_fraction((rows, columns), offsets)
        values = {"N": rows, "W": columns, "r": up, "w": side}
        right = law("border-fraction-box", **{k: sp.Integer(v) for k, v in values.items()})
        yield f"{values}", 1 + sp.Rational(*found.as_integer_ratio()), 1 + right


def _box_bound() -> tuple[sp.Expr, str, sp.Expr]:
    """x + y - (1 - (1 - x)(1 - y)) = x y >= 0 at x = 2r/N, y = 2w/W up to 1."""
    x, y = symbol("x"), symbol("y")
    return 1 - (1 - x) * (1 - y), "<=", x + y


PART = Interval(0, 1, left_open=True)


CLAIMS.add(
    id="AMMUP-D05",
    source=AMMUP.section("3.3"),
    says="On a box it is 1 - (1 - 2r/H)_+ (1 - 2w/W)_+, at most 2r/H + 2w/W.",
    checks=(
        Exhaustive(_box),
        Inequality(_box_bound, {symbol("x"): PART, symbol("y"): PART}),
    ),
)


def _missing() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Both sums of eq. (24) with a symbol for every site: the gap is what leaves the grid."""
    for lengths, kernel in CASES:
        sites, offsets = _sites(lengths), _offsets(lengths, kernel)
        f = {p: sp.Symbol(f"f{i}") for i, p in enumerate(sites)}
        hit = [tuple(a + b for a, b in zip(p, o, strict=True)) for p in sites for o in offsets]
        inside = sum(f.get(p, sp.Integer(0)) for p in hit)
        gap = len(offsets) * sum(f.values()) - inside
        gone = sum(f[u] for u in sites for o in offsets if _outside(u, [-v for v in o], lengths))
        yield f"{lengths}, {kernel}", sp.expand(gap + f[sites[0]]), sp.expand(gone + f[sites[0]])


def _bounded() -> Iterator[tuple[str, bool]]:
    """Missing pairs per site against (number of offsets) times boundary fraction."""
    for lengths, kernel in CASES:
        offsets = _offsets(lengths, kernel)
        bound = len(offsets) * updates.boundary_fraction(lengths, offsets)
        yield f"{lengths}, {kernel}", updates.missing_fraction(lengths, offsets) <= bound


def _circular() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for lengths, kernel in CASES:
        sites, offsets = _sites(lengths), _offsets(lengths, kernel)
        f = {p: sp.Symbol(f"f{i}") for i, p in enumerate(sites)}
        total = sum(
            f[tuple((a + b) % n for a, b, n in zip(p, o, lengths, strict=True))]
            for p in sites
            for o in offsets
        )
        yield f"{lengths}, {kernel}", sp.expand(total), sp.expand(len(offsets) * sum(f.values()))


LEMMA_3 = (
    Exhaustive(_missing, what="what is missing"),
    Exhaustive(_bounded, what="bound"),
    Exhaustive(_circular, what="circular"),
)

CLAIMS.add(
    id="AMMUP-E24",
    source=AMMUP.eq(24),
    says="Zero padding misses at most k bdry sup|f| per site; circular padding nothing.",
    checks=LEMMA_3,
)


def _sharp() -> Iterator[tuple[str, Any, Any]]:
    for length, reach in itertools.product(range(1, 12), range(1, 6)):
        if length < reach:
            continue
        found = updates.missing_fraction(length, list(range(-reach, reach + 1)))
        yield f"N={length}, r={reach}", found, Fraction(reach * (reach + 1), length)


CLAIMS.add(
    id="AMMUP-L3",
    source=AMMUP.lemma(3),
    says="The same lemma; the sharp constant is the number of missing pairs per site, r(r+1)/N on "
    "a line where the lemma's bound is 2r(2r+1)/N.",
    checks=(*LEMMA_3, Exhaustive(_sharp, what="sharp value")),
)


def _hit_equally() -> Iterator[tuple[str, int, int]]:
    for lengths, kernel in CASES:
        offsets = _offsets(lengths, kernel)
        hits = [
            tuple((a + b) % n for a, b, n in zip(p, o, lengths, strict=True))
            for p in _sites(lengths)
            for o in offsets
        ]
        for p in _sites(lengths):
            yield f"{lengths}, {kernel}, site {p}", hits.count(p), len(offsets)


CLAIMS.add(
    id="AMMUP-D02",
    source=AMMUP.section("3.1"),
    says="With circular padding every site is hit once for each offset, on any grid: the fan-in "
    "k C cancels.",
    checks=(Exhaustive(_hit_equally),),
)


def _eigenvector() -> tuple[sp.Expr, sp.Expr]:
    """sin(p - a) + sin p + sin(p + a) = (1 + 2 cos a) sin p at a = pi/(N + 1), p = j a.

    It vanishes at j = 0 and j = N + 1, behind the walls.
    """
    place, angle = symbol("p"), sp.pi / (N + 1)
    around = sp.sin(place - angle) + sp.sin(place) + sp.sin(place + angle)
    return sp.expand_trig(around) / 3, law("zero-padding-rate") * sp.sin(place)


def _walls() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The eigenvector (1, ..., 1) of one site, (1, 1) of two, (1, sqrt 2, 1) of three."""
    for sites, vector in ((1, [1]), (2, [1, 1]), (3, [1, sp.sqrt(2), 1])):
        walk = sp.Matrix(sites, sites, lambda i, j: sp.Rational(bool(abs(i - j) < 2), 3))
        after = walk * sp.Matrix(vector)
        rate = law("zero-padding-rate", N=sp.Integer(sites))
        for i in range(sites):
            yield f"N={sites}, site {i}", sp.nsimplify(after[i]), sp.nsimplify(rate * vector[i])


CLAIMS.add(
    id="AMMUP-B-padding",
    source=AMMUP.beyond("ERR-11"),
    says="Zero padding multiplies the energy by (1 + 2 cos(pi/(N+1)))/3 a layer in the end: the "
    "loss adds up with depth instead of being O(bdry).",
    checks=(
        Identity(_eigenvector, {symbol("p"): MODERATE, N: COUNT}),
        Exhaustive(_walls),
    ),
    cross_checks=(
        near(
            [
                (lambda: updates.zero_padding_survival(32, 64), 0.70393),
                (lambda: updates.zero_padding_survival(32, 128), 0.56956),
                (
                    lambda: (
                        updates.zero_padding_survival(32, 9001)
                        / updates.zero_padding_survival(32, 9000)
                    ),
                    (1 + 2 * math.cos(math.pi / 33)) / 3,
                ),
            ],
            rtol=1e-5,
        ),
    ),
)


# -- mini-batches ---------------------------------

LAWS = {
    "dependent": ((1, 2, Fraction(1, 3)), (-2, 1, Fraction(1, 6)), (3, -1, Fraction(1, 2))),
    "equal": ((0, 0, Fraction(1, 4)), (1, 1, Fraction(1, 2)), (5, 5, Fraction(1, 4))),
}


def _batches() -> Iterator[tuple[str, Fraction, Fraction]]:
    """E of the product of batch means over every batch of B draws from a finite law."""
    for name, points in LAWS.items():
        one = sum((p * x for x, _, p in points), Fraction(0))
        two = sum((p * y for _, y, p in points), Fraction(0))
        covariance = sum((p * x * y for x, y, p in points), Fraction(0)) - one * two
        for B in (1, 2, 3, 4):
            total = Fraction(0)
            for batch in itertools.product(points, repeat=B):
                weight = math.prod(p for *_, p in batch)
                means = [Fraction(sum(b[i] for b in batch), B) for i in (0, 1)]
                total += weight * means[0] * means[1]
            yield f"{name}, B={B}", total, one * two + covariance / B


def _any_law() -> tuple[sp.Expr, sp.Expr]:
    """(1/B^2)(B E xy + B(B-1) E x E y) for any law."""
    B, x, y, xy = (symbol(name) for name in ("B", "x", "y", "xy"))
    return (B * xy + B * (B - 1) * x * y) / B**2, x * y + (xy - x * y) / B


BATCH = (
    Exhaustive(_batches),
    Identity(_any_law, {symbol(name): MODERATE for name in ("B", "x", "y", "xy")}),
)

CLAIMS.add(
    id="AMMUP-E25",
    source=AMMUP.eq(25),
    says="E of the product of two batch means is that of the means plus covariance/B.",
    checks=BATCH,
)

CLAIMS.add(
    id="AMMUP-L4",
    source=AMMUP.lemma(4),
    says="The same as a lemma, for any law with second moments.",
    checks=BATCH,
)


def _batch_term(batch: int) -> tuple[float, float]:
    """Label energy on fresh inputs over that at B = 1: 1 + O(1/B) is not near 0."""
    energies = [
        updates.energies("plain", 12, width=96, part="label", batch=B, evaluate="fresh", **LINEAR)
        for B in (1, batch)
    ]
    return float(energies[1].mean() / energies[0].mean()), 0.01


CLAIMS.add(
    id="AMMUP-P1-batch",
    source=AMMUP.section("3.3"),
    says="The batch size changes eta* by a factor 1 + O(1/B).",
    quote=r"\max_{\ell} \text{bdry}(\Lambda_\ell, \mathcal{K}_\ell) + \frac{1}{B}",
    reading="The paper's own labels, of mean zero and independent of x: the mean gradient of the "
    "label part is zero, so its energy vanishes with B. The remark after lemma 4 calls this "
    "degenerate. It stands for labels with a mean gradient.",
    checks=(Property(_batch_term, {"batch": [10**6]}, relation=">"),),
    corrected_by="AMMUP-B-batch",
)


def _fresh_law() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """dz(x') of one linear layer by a batch of B inputs, n = 1 and 2, m = 1: E over everything."""
    for width, B in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
        x = sp.symbols(f"x:{width}")
        H = sp.symbols(f"h:{width}")
        batch = [sp.symbols(f"b{k}_:{width}") for k in range(B)]
        y = sp.symbols(f"y:{B}")
        # Label part: (1/B) sum_b y_b (x.x_b) H_1, with Var H = 1/n.
        moved = (
            sum(y[k] * sum(a * b for a, b in zip(x, batch[k], strict=True)) for k in range(B))
            * H[0]
            / sp.sqrt(width)
            / B
        )
        normal = [*x, *H, *y, *itertools.chain(*batch)]
        found = updates.energies(
            "plain",
            1,
            width=width,
            part="label",
            evaluate="fresh",
            batch=B,
            **LINEAR,
            inputs="gaussian",
        )[0]
        yield (
            f"n={width}, B={B}",
            gaussian_mean(sp.expand(moved**2), normal, 1),
            sp.nsimplify(found),
        )


CLAIMS.add(
    id="AMMUP-B-batch",
    source=AMMUP.ledger("ERR-08"),
    says="The label part on a fresh input is exactly 1/B of that of one example, so eta* grows as "
    "sqrt(B); in the batch it is S_own/B^2 + (1 - 1/B) S_fresh/B.",
    checks=(Exhaustive(_fresh_law),),
)


# -- finite width ---------------------------------


def _variance_of_overlap() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Var(T_h | below) = Var(X_1 | below)/C with all tangents below as symbols."""
    for channels in (1, 2, 3):
        u, v = sp.symbols("u:2"), sp.symbols("v:2")
        weights = [sp.symbols(f"w{j}_:2") for j in range(channels)]
        normal = list(itertools.chain(*weights))
        X = [(w0 * u[0] + w1 * u[1]) * (w0 * v[0] + w1 * v[1]) for w0, w1 in weights]
        T = sp.expand(sum(X) / channels)
        one = sp.expand(X[0])
        left = gaussian_mean(sp.expand(T**2), normal, 1)
        mean = gaussian_mean(one, normal, 1)
        spread = gaussian_mean(sp.expand(one**2), normal, 1) - mean**2
        yield f"C={channels}", sp.expand(left), sp.expand(mean**2 + spread / channels)


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
    quote="Lemma 5 yields the",
    reading="Lemma 5 itself stands (AMMUP-E27). Its use does not: S_l sums about n^2 pairs, whose "
    "fluctuations are its leading term. Without them (orthogonal weights) S_l is l^2.",
    checks=(Property(_summed, {"level": [8, 64]}, rtol=1e-3),),
    corrected_by="AMMUP-L5-leading",
)


def _leading() -> Iterator[tuple[str, Fraction, Fraction]]:
    for level in (1, 8, 64):
        straight = exact("plain", level, width=50, part="label", weights="orthogonal", **LINEAR)
        yield f"l={level}: orthogonal", straight[-1], Fraction(50 * level**2)
    for level in (1, 3, 8):
        wide = exact("plain", level, width=10**40, part="label", **LINEAR)[-1] / 10**40
        sums = Fraction(level * (level + 1) * (2 * level + 1), 6)
        yield f"l={level}: Gaussian", Fraction(round(6 * wide), 6), sums


CLAIMS.add(
    id="AMMUP-L5-leading",
    source=AMMUP.ledger("ERR-05"),
    says="With orthogonal weights, where T_h does not fluctuate, S_l^B = l^2 n/m exactly at "
    "every width; the fluctuations make it l(l+1)(2l+1)/6 n/m.",
    checks=(Exhaustive(_leading),),
)


def _unbounded() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E[X_1^2 | below] = 3 |u|^4 for equal tangents: it has no bound, as u is Gaussian below."""
    u, normal = sp.symbols("u:2"), sp.symbols("w:2")
    X = sum(a * b for a, b in zip(normal, u, strict=True)) ** 2
    found = gaussian_mean(sp.expand(X**2), list(normal), 1)
    yield "n = 2", sp.expand(found), sp.expand(3 * (u[0] ** 2 + u[1] ** 2) ** 2)


CLAIMS.add(
    id="AMMUP-E26",
    source=AMMUP.eq(26),
    says="The conditional second moment is 3|u|^4/n^2-like in the tangent u below: finite, but no "
    "constant bounds it almost surely; moments are what lemma 5 needs.",
    checks=(Exhaustive(_unbounded),),
)
