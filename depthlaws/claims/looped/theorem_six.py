"""Theorem 6 and the steps of its proof, section 7.4 of the second version."""

import itertools
import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.looped.common import (
    SEEDS,
    SPREAD,
    L,
    N,
    beta,
    controlled,
    dot,
    lagrange,
    lam,
    network,
    same,
    sizes,
    vectors,
)
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


def _minkowski(outcomes: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E<A, B>^2 <= E|A|^2 E|B|^2 on a space of equally likely outcomes, by Lagrange's identity."""
    yield from lagrange(outcomes)
    a, b = sp.symbols("a b", positive=True)
    yield "(a + b)^2", (a + b) ** 2, a**2 + 2 * a * b + b**2
    (A,) = vectors("A", 1, outcomes)
    whole = dot(A + b * A, A + b * A)
    yield "equality for B = b A, b > 0", whole, (1 + b) ** 2 * dot(A, A)


def _drift_sum(seed: int) -> tuple[float, float]:
    parts = np.random.default_rng(seed).standard_normal((50, 4, 6))
    total = np.mean(np.sum(parts.sum(axis=1) ** 2, axis=-1))
    roots = np.sqrt(np.mean(np.sum(parts**2, axis=-1), axis=0))
    return float(total), float(np.sum(roots) ** 2)


CLAIMS.add(
    id="LOOP-B-T6a",
    source=LOOPED.section("7.4"),
    says="Minkowski: E|sum B_l|^2 <= (sum sqrt(E|B_l|^2))^2, term by term by Cauchy and Schwarz; "
    "equal for parallel parts.",
    checks=(Exhaustive(sizes(_minkowski, (2, 3, 4, 5))),),
    cross_checks=(Property(_drift_sum, {"seed": SEEDS}, relation="<=", n=40),),
)

_BITS = list(itertools.product((0, 1), repeat=3))
_SUBSETS = [frozenset(i for i in range(3) if mask >> i & 1) for mask in range(8)]
_TABLE = {bits: sp.Symbol("f" + "".join(map(str, bits))) for bits in _BITS}


def _mean(over: frozenset[int], bits: tuple[int, ...]) -> sp.Expr:
    """Mean of the function over these bits, with the other bits fixed."""
    free = [(0, 1) if i in over else (bits[i],) for i in range(3)]
    values = [_TABLE[p] for p in itertools.product(*free)]
    return sum(values, sp.Integer(0)) / len(values)


def _part(subset: frozenset[int], bits: tuple[int, ...]) -> sp.Expr:
    """Hoeffding's component of a subset of the bits."""
    rest = frozenset(range(3))
    return sum(
        (-1) ** (len(subset) - len(inner)) * _mean(rest - inner, bits)
        for inner in _SUBSETS
        if inner <= subset
    )


def _orthogonal() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Components of different subsets are orthogonal, and they add up to the function."""
    parts = {subset: [_part(subset, bits) for bits in _BITS] for subset in _SUBSETS}
    for one, two in itertools.combinations(_SUBSETS, 2):
        inner = sum(p * r for p, r in zip(parts[one], parts[two], strict=True))
        yield f"{set(one)} and {set(two)}", inner, sp.Integer(0)
    for place, bits in enumerate(_BITS):
        total = sum(values[place] for values in parts.values())
        yield f"sum at {bits}", total, _TABLE[bits]


def _swapped(index: int) -> sp.Expr:
    """Half the mean square change when one bit is replaced by an independent copy."""
    total = sp.Integer(0)
    for bits in _BITS:
        for copy in (0, 1):
            other = tuple(copy if j == index else b for j, b in enumerate(bits))
            total += (_TABLE[bits] - _TABLE[other]) ** 2
    return total / 2 / 16


def _replacements() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Efron and Stein: components that contain a bit carry half the change by replacing it."""
    for index in range(3):
        kept = sum(
            _part(subset, bits) ** 2 for subset in _SUBSETS if index in subset for bits in _BITS
        )
        yield f"bit {index}", kept / 8, _swapped(index)


CLAIMS.add(
    id="LOOP-B-T6b",
    source=LOOPED.section("7.4"),
    says="Hoeffding-ANOVA components are orthogonal and add up, for every function of three bits "
    "(eight symbols).",
    checks=(Exhaustive(_orthogonal),),
)


CLAIMS.add(
    id="LOOP-B-T6c",
    source=LOOPED.section("7.4"),
    says="Efron-Stein: half the mean square change of replacing one variable is the energy of the "
    "components that contain it, for every function of three bits.",
    checks=(Exhaustive(_replacements),),
)


def _replacement_covariance(seed: int) -> tuple[float, float]:
    """|E M_0 M_1| <= sqrt(V_01 V_10) on three bits, for M_l the part of Y_l with bit l."""
    rng = np.random.default_rng(seed)
    tables = rng.standard_normal((2, 2, 2, 2))
    parts = [table - table.mean(axis=i, keepdims=True) for i, table in enumerate(tables)]
    swaps = [np.mean((p - np.flip(p, axis=1 - i)) ** 2) / 4 for i, p in enumerate(parts)]
    return abs(float(np.mean(parts[0] * parts[1]))), math.sqrt(swaps[0] * swaps[1]) + 1e-12


def _common_components() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Only components with both bits contribute to E M_0 M_1, M_l the part of Y_l with bit l."""
    first = {bits: sp.Symbol("y" + "".join(map(str, bits))) for bits in _BITS}
    second = {bits: sp.Symbol("z" + "".join(map(str, bits))) for bits in _BITS}

    def centred(table: dict, own: int) -> dict:
        return {
            bits: table[bits]
            - sum(table[tuple(c if j == own else b for j, b in enumerate(bits))] for c in (0, 1))
            / 2
            for bits in _BITS
        }

    def both(table: dict, other: int) -> dict:
        return centred(table, other)

    M, P = centred(first, 0), centred(second, 1)
    whole = sum(M[b] * P[b] for b in _BITS)
    inside = sum(both(M, 1)[b] * both(P, 0)[b] for b in _BITS)
    yield "covariance", whole, inside
    alike = {bits: (-1) ** (bits[0] + bits[1]) for bits in _BITS}
    swaps = sum((alike[b] - alike[1 - b[0], *b[1:]]) ** 2 for b in _BITS)
    yield "equality for (-1)^(b_0 + b_1)", sum(v * v for v in alike.values()), sp.Rational(swaps, 4)


SHARED = (
    Exhaustive(_common_components, what="only components with both bits contribute"),
    Exhaustive(sizes(lagrange, (2, 4, 6)), what="Cauchy and Schwarz for those"),
    Exhaustive(_replacements, what="their energies are replacement stabilities"),
)
SHARED_NUMBERS = (
    Property(_replacement_covariance, {"seed": list(range(100))}, relation="<=", n=100),
)


CLAIMS.add(
    id="LOOP-B-T6d",
    source=LOOPED.section("7.4"),
    says="|E<M_l, M_s>| <= sqrt(V_ls V_sl) for replacement stabilities V.",
    checks=SHARED,
    cross_checks=SHARED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-E11",
    source=LOOPED.eq(11),
    says="The covariance of two centred branches is at most the root of their replacement "
    "stabilities.",
    checks=SHARED,
    cross_checks=SHARED_NUMBERS,
)


def _squares(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Each of the three differences is a square."""
    v, w = vectors("v", 2, width)
    one, two = dot(v, v), dot(w, w)
    minus, plus = v - w, v + w
    yield f"|x-y|^2, d={width}", dot(minus, minus) - one / 2 + two, dot(v - 2 * w, v - 2 * w) / 2
    yield f"|x+y|^2, d={width}", dot(plus, plus) - one / 2 + two, dot(v + 2 * w, v + 2 * w) / 2
    yield f"2|x|^2+2|y|^2, d={width}", 2 * one + 2 * two - dot(plus, plus), dot(minus, minus)


CLAIMS.add(
    id="LOOP-B-T6e",
    source=LOOPED.section("7.4"),
    says="|x -+ y|^2 >= |x|^2/2 - |y|^2 and |x + y|^2 <= 2|x|^2 + 2|y|^2: each difference is a "
    "square, for example |x - 2y|^2/2.",
    checks=(Exhaustive(sizes(_squares, (1, 2, 3))),),
)


def _assembled(name: str, sign: int, layers: int) -> tuple[str, sp.Expr, sp.Expr]:
    """Theorem 6 pair by pair: centred parts M_l and drifts B_l of L branches, times N^2."""
    record = formula(name)
    a, C_0, C_1 = (sp.Symbol(n, positive=True) for n in (record.symbols[3].name, "C_0", "C_1"))
    drift = C_0 * beta**2
    pairs = sum(C_1 * beta**2 for i in range(layers) for j in range(layers) if i != j)
    drifts = sum(sp.sqrt(drift) for _ in range(layers)) ** 2
    if sign > 0:
        bound = 2 * (layers * a + pairs) + 2 * drifts
    else:
        bound = (layers * (a - drift) - pairs) / 2 - drifts
    return (
        f"{name}, L={layers}",
        law(name, L=sp.Integer(layers)),
        N**2 * bound,
    )


def assembly() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Both bounds at several depths."""
    for layers in (1, 2, 3, 5, 8):
        yield _assembled("block-branch-upper", 1, layers)
        yield _assembled("block-branch-lower", -1, layers)


CLAIMS.add(
    id="LOOP-B-T6f",
    source=LOOPED.section("7.4"),
    says="Assembly: |x + y|^2 <= 2|x|^2 + 2|y|^2 around L diagonal terms, L (L - 1) pairs and the "
    "drifts gives the upper bound on E|sum Y_l|^2, and the lower bound in the same way.",
    checks=(Exhaustive(assembly),),
)


def _ratio_of_bound() -> sp.Expr:
    """The upper bound over N^2 (L + beta^2 L^2) as L grows."""
    return lim(law("block-branch-upper") / (N**2 * (L + beta**2 * L**2)), L, sp.oo)


def _one_layer() -> sp.Expr:
    return law("block-branch-upper").subs(L, 1) / (N**2 * (1 + beta**2))


def _one_layer_said() -> sp.Expr:
    return 2 * (symbol("a_high") + symbol("C_0") * beta**2) / (1 + beta**2)


CLAIMS.add(
    id="LOOP-B-E10",
    source=LOOPED.eq(10),
    says="E|sum G_l|^2/d <= C N^2 (L + beta^2 L^2): the assembled bound over this is 2 (C_0 + C_1) "
    "as L grows, and 2 (a_+ + C_0 beta^2)/(1 + beta^2) at L = 1.",
    checks=(
        same(
            _ratio_of_bound,
            lambda: 2 * (symbol("C_0") + symbol("C_1")),
            "beta N C_0 C_1",
            "many layers",
        ),
        same(_one_layer, _one_layer_said, "beta N C_0 C_1 a_high", "one layer"),
        Exhaustive(assembly),
    ),
)


def _scaled(layers: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The assembled bound at eps = lambda/(N sqrt L), beta = lambda/sqrt L, times eps^2."""
    a, C_0, C_1 = sp.symbols("a_high C_0 C_1", positive=True)
    bound = law("block-branch-upper", L=sp.Integer(layers), beta=lam / sp.sqrt(layers))
    scaled = (lam / (N * sp.sqrt(layers))) ** 2 * bound
    fraction = sp.Rational(layers - 1, layers)
    wanted = 2 * a * lam**2 + 2 * (C_0 + fraction * C_1) * lam**4
    yield f"L={layers}", scaled, wanted


CLAIMS.add(
    id="LOOP-B-T6g",
    source=LOOPED.theorem(6),
    says="With eps = lambda/(N sqrt L), beta = eps N the bound times eps^2 is 2 a_+ lambda^2 + "
    "2 (C_0 + C_1 (1 - 1/L)) lambda^4: free of N, and of L up to a factor below one.",
    checks=(
        Exhaustive(sizes(_scaled, (1, 2, 3, 12, 48))),
        Identity(
            lambda: (
                (lam / (N * sp.sqrt(L))) ** 2 * N**2 * (L + (lam / sp.sqrt(L)) ** 2 * L**2),
                lam**2 + lam**4,
            ),
            {lam: SPREAD, N: Interval(1, 9), L: Interval(1, 9)},
        ),
    ),
)


def _block_bound(loops: int, layers: int, lam: float) -> bool:
    stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
    bounds = residual.block_bound(stream)
    exact = float(stream.branch.sum())
    same_total = abs(bounds.exact / exact - 1) < 1e-11
    return bool(
        same_total and bounds.lower <= exact * (1 + 1e-12) and exact <= bounds.upper * (1 + 1e-12)
    )


def _block_energy(stream: Stream) -> Sampled:
    """E|sum_l G_l|^2/d of wide networks."""
    exact = stream.eps**2 * float(np.sum(residual.branch_energies(stream)))
    what = f"N={stream.loops}, L={stream.layers}"
    return controlled(network(stream, 4096), "quadratic", lambda: exact, samples=192, what=what)


CLAIMS.add(
    id="LOOP-B-T6",
    source=LOOPED.theorem(6),
    says="E|sum_l G_l|^2/d <= 2 N^2 L (a_+ + (L - 1) C_1 beta^2 + C_0 beta^2 L), and the lower "
    "bound likewise, under (7) to (9); at infinite width it is exactly sum_l sum_ij C^l_ij, which "
    "lies between the two bounds.",
    checks=(
        Exhaustive(assembly),
        Exhaustive(sizes(_squares, (1, 2, 3))),
        *SHARED,
    ),
    cross_checks=(
        Property(
            _block_bound,
            {
                "loops": [1, 2, 6, 16],
                "layers": [1, 2, 5, 16],
                "lam": Interval(sp.Rational(1, 20), 2),
            },
            n=48,
        ),
        _block_energy(Stream(loops=4, layers=3, eps=1 / (4 * math.sqrt(3)), s=1.2, h0=2.0)),
        _block_energy(Stream(loops=2, layers=6, eps=1 / (2 * math.sqrt(6)))),
    ),
)


def _over_both_powers(lam: float) -> tuple[float, float]:
    """(H_out - H_0)/(lambda^2 + lambda^4) at infinite width, and 1/2."""
    return (float(residual.limit(lam)) - 1) / (lam**2 + lam**4), 0.5


LAST_LAMBDA = 5.73012410118


CLAIMS.add(
    id="LOOP-B-T6-loose",
    source=LOOPED.theorem(6),
    says="eps^2 E|sum G_l|^2/d = O(lambda^2 + lambda^4) for lambda <= Lambda: at infinite width "
    "1/2 is such a constant up to Lambda = 5.73012; it is attained there and as lambda vanishes.",
    quote="O(lambda^2 + lambda^4)",
    reading="The constants of (7) to (9) may depend on lambda, so the bound holds for bounded "
    "lambda. With one constant for every lambda it would fail: the limit grows like exp(sqrt2 "
    "lambda).",
    checks=(
        Property(
            _over_both_powers,
            {"lam": [0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 5.0, LAST_LAMBDA - 1e-8]},
            relation="<=",
            met="1.000",
        ),
        Property(
            _over_both_powers,
            {"lam": [LAST_LAMBDA]},
            rtol=1e-9,
            what="attained, and exceeded beyond",
        ),
        Property(
            _over_both_powers, {"lam": [LAST_LAMBDA + 1e-6, 7.0]}, relation=">", what="beyond"
        ),
        Property(_over_both_powers, {"lam": [0.01]}, rtol=2e-4, what="attained as lambda vanishes"),
    ),
    why_sampled="no enclosure of a limit",
)
