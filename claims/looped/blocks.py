"""Blocks of L layers looped N times: 4.1, 4.2 and the proof of theorem 6 in 7.4, second version."""

import itertools
import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted, Sampled
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.looped.common import (
    SCALE,
    SEEDS,
    SPREAD,
    Array,
    L,
    N,
    beta,
    dot,
    entries,
    eps,
    lagrange,
    lam,
    network,
    observed,
    path,
    same,
    sampled,
    simulated,
    sizes,
    symbolic,
    vectors,
)
from depthlaws.claims.looped.theorem_one import kappa_range
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

WIDTH = 24


# -- 4.1 and 4.2 -----------------------------------------------------------------------------------


def _by_hand(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float, seed: int
) -> tuple[Array, Array]:
    """Overlaps of all states: the simulators' pass with given W_l, each used by every loop."""
    p = path(
        seed,
        width=WIDTH,
        loops=loops,
        layers=layers,
        eps=eps,
        s=s,
        h0=h0,
        normalize=normalize,
    )
    model = ResidualMLP(width=WIDTH, loops=loops, layers=layers, eps=eps, s=s, normalize=normalize)
    found = observed(model, p["W"], p["h"][0], "kernel")["kernel"]
    return found, p["h"] @ p["h"].T / WIDTH


def _reduces(steps: int, eps: float, seed: int) -> tuple[Array, Array]:
    """Equal matrices in every layer of a stack are the loops of one of them."""
    p = path(seed, width=WIDTH, loops=steps, eps=eps)
    tied = ResidualMLP(width=WIDTH, loops=steps, eps=eps)
    deep = ResidualMLP(width=WIDTH, layers=steps, eps=eps)
    stacked = np.broadcast_to(p["W"], (steps, WIDTH, WIDTH))
    return (
        observed(tied, p["W"], p["h"][0], "kernel")["kernel"],
        observed(deep, stacked, p["h"][0], "kernel")["kernel"],
    )


CLAIMS.add(
    id="LOOP-B-E2",
    source=LOOPED.eq(2),
    says="Block recursion h + eps W_l phi(h): every loop uses the same W_l again; L = 1 is the "
    "tied stream, N = 1 the deep stack.",
    checks=(
        Property(
            _by_hand,
            {
                "loops": [1, 2, 4],
                "layers": [1, 2, 3],
                "normalize": [False, True],
                "eps": SCALE,
                "s": SPREAD,
                "h0": SPREAD,
                "seed": SEEDS,
            },
            rtol=1e-9,
            n=40,
        ),
        Property(_reduces, {"steps": [1, 2, 5], "eps": SCALE, "seed": SEEDS}, rtol=1e-10, n=20),
    ),
    why_sampled="floats of a simulator",
)


def _telescoping(width: int, loops: int, layers: int) -> Iterator:
    """h_out = h_0 + eps sum_l W_l sum_n u_nl, entry by entry."""
    p = symbolic(width, loops, layers)
    total = p.h[0]
    for layer in range(layers):
        met = p.u[layer::layers]
        total = total + eps * p.W[layer] * sum(met[1:], met[0])
    yield from entries(f"d={width}, N={loops}, L={layers}", p.h[-1], total)


CLAIMS.add(
    id="LOOP-B-ID3",
    source=LOOPED.section("4.2"),
    says="h_out = h_0 + eps sum_l G_l with G_l = W_l sum_n phi(h_nl).",
    checks=(Exhaustive(sizes(_telescoping, (1, 2, 3), (1, 2), (1, 2, 3))),),
)


def _normalised_parts(width: int, loops: int, layers: int) -> Iterator:
    """G_l = N Y_l with Y_l = W_l times the mean activation: h_out = h_0 + beta sum_l Y_l."""
    p = symbolic(width, loops, layers)
    total = p.h[0]
    for layer in range(layers):
        met = p.u[layer::layers]
        total = total + (eps * loops) * p.W[layer] * (sum(met[1:], met[0]) / loops)
    yield from entries(f"d={width}, N={loops}, L={layers}", p.h[-1], total)


CLAIMS.add(
    id="LOOP-B-D2",
    source=LOOPED.section("7.4, notation"),
    says="With Y_l = W_l mean_n phi(h_nl), G_l = N Y_l and beta = eps N: h_out = h_0 + beta "
    "sum_l Y_l.",
    checks=(Exhaustive(sizes(_normalised_parts, (1, 2, 3), (1, 2), (1, 2))),),
)


def _branch_bounds(loops: int, layers: int, lam: float, s: float, h0: float) -> tuple[list, list]:
    """E|G_l|^2/(d N^2) of every layer between s^2 H_0/(2 pi) and s^2 H_0 e^(..)/2."""
    scale = lam / (loops * math.sqrt(layers))
    stream = Stream(loops=loops, layers=layers, eps=scale, s=s, h0=h0)
    found = residual.branch_energies(stream) / loops**2
    top = s**2 * float(stream.energies[-1]) / 2
    low = s**2 * h0 / (2 * math.pi)
    return [low, *found], [found.min() * (1 + 1e-11), *[top * (1 + 1e-11)] * layers]


def _simulated_branch(stream: Stream, layer: int) -> Sampled:
    """E|G_l|^2/d of one layer of wide networks, from the increments."""
    exact = float(residual.branch_energies(stream)[layer])

    def estimate(seed: int) -> Estimate:
        pairs = simulated(network(stream, 400), "increments", samples=64, seed=seed)
        own = pairs[:, layer :: stream.layers, layer :: stream.layers]
        return Estimate.of(own.sum(axis=(1, 2)) / stream.eps**2)

    return Sampled(estimate, lambda: exact, what=f"layer {layer}")


GROWTH = {
    "loops": [1, 4, 16],
    "layers": [1, 3, 8],
    "lam": [0.3, 1.0, 2.0],
    "s": [0.5, 1.0],
    "h0": [0.5, 2.0],
}
_BLOCK = Stream(loops=3, layers=3, eps=0.25, s=1.3, h0=2.0)
GROWTH_NUMBERS = (
    Property(_branch_bounds, GROWTH, relation="<=", n=108),
    _simulated_branch(_BLOCK, 0),
    _simulated_branch(_BLOCK, 2),
)


CLAIMS.add(
    id="LOOP-B-GN",
    source=LOOPED.section("4.2"),
    says="|G_l|^2/d = Theta(N^2): every one of its N^2 terms is s^2 sqrt(H_i H_j) kappa(rho), "
    "between s^2 H_0/(2 pi) and s^2 H_out/2.",
    checks=kappa_range(),
    cross_checks=GROWTH_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-E7",
    source=LOOPED.eq(7),
    says="Hypothesis (7) holds at infinite width: a_- <= E|Y_l|^2/d <= a_+ with a_- = s^2 H_0/"
    "(2 pi) and a_+ = s^2 H_out/2, which depends on lambda.",
    checks=kappa_range(),
    cross_checks=GROWTH_NUMBERS[:1],
)


def _scale_free(loops: int, layers: int, lam: float) -> tuple[list, list]:
    """eps^2 E|sum G|^2/d is the growth of the energy, between its bounds in lambda alone."""
    stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
    found = stream.eps**2 * float(residual.branch_energies(stream).sum())
    grown = float(stream.energies[-1]) - 1
    high = math.exp(math.sqrt(2) * lam + lam**2 / 2) - 1
    return [lam**2 / (2 * math.pi), found, grown], [
        found * (1 + 1e-11),
        high,
        found * (1 + 1e-11),
    ]


def _layer_sum(layers: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """L layers, each with at least N^2/(2 pi): eps^2 times their sum is lambda^2/(2 pi)."""
    total = (lam / (N * sp.sqrt(layers))) ** 2 * sum(N**2 / (2 * sp.pi) for _ in range(layers))
    yield f"L={layers}", sp.simplify(total), lam**2 / (2 * sp.pi)


def _flat_in_both(lam: float) -> tuple[float, float]:
    """Branch energy over all (N, L): largest over smallest below 1 + 2 lambda^2."""
    found = []
    for n, k in itertools.product((1, 2, 8, 16), (1, 2, 6, 12)):
        stream = Stream(loops=n, layers=k, eps=lam / (n * math.sqrt(k)))
        found.append(stream.eps**2 * float(residual.branch_energies(stream).sum()))
    return max(found) / min(found), 1 + 2 * lam**2


CLAIMS.add(
    id="LOOP-B-T3",
    source=LOOPED.theorem(3),
    says="With eps = lambda/(N sqrt L) the branch energy eps^2 E|sum G_l|^2/d lies between "
    "functions of lambda alone: lambda^2/(2 pi) and exp(sqrt2 lambda + lambda^2/2) - 1.",
    checks=(
        Exhaustive(sizes(_layer_sum, (1, 2, 5, 12)), what="below"),
        Property(
            _scale_free,
            {
                "loops": [1, 2, 8, 24],
                "layers": [1, 2, 6, 12],
                "lam": [0.05, 0.5, 1.0, 2.0, 4.0],
            },
            relation="<=",
            n=80,
            what="above",
        ),
        Property(_flat_in_both, {"lam": [0.1, 0.5, 1.0]}, relation="<", n=3),
    ),
    why_sampled="no enclosure of a whole kernel",
)


# -- 7.4: hypotheses (8) and (9) -------------------------------------------------------------------


def _drift(width: int) -> tuple[float, float]:
    """d^2 E|B_0|^2/d of a block of two layers is of order one: two copies of W_0 share the rest.

    B_0 = E[Y_0 | W_1, h_0], so E|B_0|^2 is the mean of <Y_0, Y_0'> over two draws of W_0.
    """
    loops, scale, samples = 2, 1.0, 6000
    rng = np.random.default_rng(9)
    W = rng.standard_normal((3, samples, width, width)) / math.sqrt(width)
    first = rng.standard_normal((samples, width, 1))
    outputs = []
    for own in (0, 2):
        h, total = first, np.zeros_like(first)
        for step in range(2 * loops):
            r = W[own if step % 2 == 0 else 1] @ np.maximum(h, 0)
            total = total + r * (step % 2 == 0) / loops
            h = h + scale / loops * r
        outputs.append(total)
    inner = np.sum(outputs[0] * outputs[1], axis=(1, 2)) * width
    return abs(float(np.mean(inner))), scale**2 + 5 * float(np.std(inner)) / math.sqrt(samples)


def _pairs_of_branches(width: int) -> tuple[float, float]:
    """Cross terms: d E<Y_0, Y_1>/d of two layers of the simulators is at most beta^2 s^2/4."""
    model = ResidualMLP(width=width, loops=2, layers=2, eps=0.5)
    pairs = simulated(model, "increments", samples=12_000, seed=9)
    inner = pairs[:, 0::2, 1::2].sum(axis=(1, 2)) * width
    error = float(np.std(inner)) / math.sqrt(len(inner))
    return abs(float(np.mean(inner))), 0.25 + 5 * error


CLAIMS.add(
    id="LOOP-B-E8",
    source=LOOPED.eq(8),
    says="Hypothesis (8), E|B_l|^2/d <= C_0 beta^2, with much room: it is of order beta^2/d^2.",
    checks=(Property(_drift, {"width": [8, 24]}, relation="<=", n=2),),
    why_sampled="random",
)


CLAIMS.add(
    id="LOOP-B-T6-cross",
    source=LOOPED.ledger("ERR-10"),
    says="The beta^2 L^2 term of theorem 6 comes from Cauchy and Schwarz: for Gaussian matrices a "
    "pair of layers adds at most beta^2/(4 d), which vanishes with the width.",
    checks=(Property(_pairs_of_branches, {"width": [8, 16, 32]}, relation="<=", n=3),),
    why_sampled="random",
)


def _replacement(
    loops: int, layers: int, layer: int, beta: float, h0: float
) -> tuple[float, float] | None:
    """Half the change of Y_l when one matrix is redrawn, over beta^2 s^2 H_0, at most 1/4."""
    if layer >= layers:
        return None
    stream = Stream(loops=loops, layers=layers, eps=beta / loops, h0=h0)
    lost = np.delete(residual.replacement_stability(stream, layer), layer)
    return float(np.max(lost)) / (beta**2 * h0), 0.25


def _replaced_rows() -> Iterator[tuple[str, float, str]]:
    for scale, rows in ((0.5, ("0.0342", "0.0939")), (1.0, ("0.0372", "0.1039"))):
        stream = Stream(loops=4, layers=3, eps=scale / 4)
        lost = residual.replacement_stability(stream, 1) / scale**2
        for layer, printed in zip((0, 2), rows, strict=True):
            yield f"beta={scale}, layer {layer}", float(lost[layer]), printed


def _simulated_replacement(loops: int, s: float, h0: float) -> Sampled:
    """The same of wide networks: Y_1 with two draws of W_0, from one start and one W_1."""
    width, samples, scale = 96, 300, 0.5
    stream = Stream(loops=loops, layers=2, eps=scale / loops, s=s, h0=h0)

    def estimate(seed: int) -> Estimate:
        rng = np.random.default_rng(seed)
        W = s * rng.standard_normal((3, samples, width, width)) / math.sqrt(width)
        first = math.sqrt(h0) * rng.standard_normal((samples, width, 1))
        outputs = []
        for own in (0, 2):
            h, total = first, np.zeros_like(first)
            for step in range(2 * loops):
                r = W[own if step % 2 == 0 else 1] @ np.maximum(h, 0)
                total = total + r * (step % 2 == 1) / loops
                h = h + stream.eps * r
            outputs.append(total)
        change = np.mean((outputs[0] - outputs[1]) ** 2, axis=(1, 2))
        return Estimate.of(change / 2)

    return Sampled(
        estimate,
        lambda: float(residual.replacement_stability(stream, 0)[1]),
        what=f"s={s}, h0={h0}",
    )


def _shared_kernel(loops: int, layers: int, eps: float, s: float, h0: float) -> tuple:
    """The coupled kernel by its double sum: every layer but the redrawn one is shared."""
    steps = loops * layers
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0)
    energy, cross = stream.energies, np.full((steps + 1, steps + 1), float(h0))
    kappa = formula("kappa-relu")
    for n, k in itertools.product(range(steps + 1), repeat=2):
        terms = [
            math.sqrt(energy[i] * energy[j])
            * kappa(min(1.0, cross[i, j] / math.sqrt(energy[i] * energy[j])))
            for i in range(n)
            for j in range(k)
            if i % layers == j % layers != 0
        ]
        cross[n, k] = h0 + (eps * s) ** 2 * math.fsum(terms)
    return residual.coupled_kernel(stream, 0), cross


CLAIMS.add(
    id="LOOP-B-E9",
    source=LOOPED.eq(9),
    says="Hypothesis (9) holds at infinite width: redrawing one matrix changes the other branches "
    "by C_1 beta^2 s^2 H_0, C_1 <= 1/4 for beta <= 1 (at most 0.147 met), by the exact kernel of "
    "two runs that share every other matrix.",
    checks=(
        Property(
            _replacement,
            {
                "loops": [2, 4, 8],
                "layers": [2, 3],
                "layer": [0, 1, 2],
                "beta": Interval(sp.Rational(1, 10), 1),
                "h0": SPREAD,
            },
            relation="<=",
            n=40,
        ),
        Property(
            _shared_kernel,
            {"loops": [1, 3], "layers": [2, 3], "eps": SCALE, "s": SPREAD, "h0": SPREAD},
            rtol=1e-11,
            n=16,
        ),
        Quoted(_replaced_rows),
    ),
    cross_checks=(_simulated_replacement(2, 1.0, 1.0), _simulated_replacement(2, 1.3, 2.0)),
    why_sampled="no enclosure of a whole kernel",
)


# -- 7.4: the pieces of the proof ------------------------------------------------------------------


def _minkowski(outcomes: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E<A, B>^2 <= E|A|^2 E|B|^2 on a space of equally likely outcomes: Lagrange once more."""
    yield from lagrange(outcomes)
    a, b = sp.symbols("a b", positive=True)
    yield "(a + b)^2", sp.expand((a + b) ** 2), a**2 + 2 * a * b + b**2


def _drift_sum(seed: int) -> tuple[float, float]:
    parts = np.random.default_rng(seed).standard_normal((50, 4, 6))
    total = np.mean(np.sum(parts.sum(axis=1) ** 2, axis=-1))
    roots = np.sqrt(np.mean(np.sum(parts**2, axis=-1), axis=0))
    return float(total), float(np.sum(roots) ** 2)


CLAIMS.add(
    id="LOOP-B-T6a",
    source=LOOPED.section("7.4"),
    says="Minkowski: E|sum B_l|^2 <= (sum sqrt(E|B_l|^2))^2, term by term by Cauchy and Schwarz.",
    checks=(Exhaustive(sizes(_minkowski, (2, 3, 4, 5))),),
    cross_checks=(Property(_drift_sum, {"seed": SEEDS}, relation="<=", n=40),),
)

_BITS = list(itertools.product((0, 1), repeat=3))
_SUBSETS = [frozenset(i for i in range(3) if mask >> i & 1) for mask in range(8)]
_TABLE = {bits: sp.Symbol("f" + "".join(map(str, bits))) for bits in _BITS}


def _mean(over: frozenset[int], bits: tuple[int, ...]) -> sp.Expr:
    """Mean of the function over these bits, the others kept."""
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
    parts = {subset: [sp.expand(_part(subset, bits)) for bits in _BITS] for subset in _SUBSETS}
    for one, two in itertools.combinations(_SUBSETS, 2):
        inner = sum(p * r for p, r in zip(parts[one], parts[two], strict=True))
        yield f"{set(one)} and {set(two)}", sp.expand(inner), sp.Integer(0)
    for place, bits in enumerate(_BITS):
        total = sum(values[place] for values in parts.values())
        yield f"sum at {bits}", sp.expand(total), _TABLE[bits]


def _swapped(index: int) -> sp.Expr:
    """Half the mean square change when one bit is replaced by an independent copy."""
    total = sp.Integer(0)
    for bits in _BITS:
        for copy in (0, 1):
            other = tuple(copy if j == index else b for j, b in enumerate(bits))
            total += (_TABLE[bits] - _TABLE[other]) ** 2
    return sp.expand(total / 2 / 16)


def _replacements() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Efron and Stein: components that contain a bit carry half the change by replacing it."""
    for index in range(3):
        kept = sum(
            sp.expand(_part(subset, bits) ** 2)
            for subset in _SUBSETS
            if index in subset
            for bits in _BITS
        )
        yield f"bit {index}", sp.expand(kept / 8), _swapped(index)


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
    """|E M_0 M_1| <= sqrt(V_01 V_10) on three bits, M_l the part of Y_l that depends on bit l."""
    rng = np.random.default_rng(seed)
    tables = rng.standard_normal((2, 2, 2, 2))
    parts = [table - table.mean(axis=i, keepdims=True) for i, table in enumerate(tables)]
    swaps = [np.mean((p - np.flip(p, axis=1 - i)) ** 2) / 4 for i, p in enumerate(parts)]
    return abs(float(np.mean(parts[0] * parts[1]))), math.sqrt(swaps[0] * swaps[1]) + 1e-12


def _common_components() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E M_0 M_1, M_l the part of Y_l that depends on bit l, is carried by components with both."""
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
    yield "covariance", sp.expand(whole), sp.expand(inside)


SHARED = (
    Exhaustive(_common_components, what="only components with both bits meet"),
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


def _expanded_squares(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for label, left, right in _squares(width):
        yield label, sp.expand(left), sp.expand(right)


CLAIMS.add(
    id="LOOP-B-T6e",
    source=LOOPED.section("7.4"),
    says="|x -+ y|^2 >= |x|^2/2 - |y|^2 and |x + y|^2 <= 2|x|^2 + 2|y|^2: each difference is a "
    "square, for example |x - 2y|^2/2.",
    checks=(Exhaustive(sizes(_expanded_squares, (1, 2, 3))),),
)


def _assembled(name: str, sign: int, layers: int) -> tuple[str, sp.Expr, sp.Expr]:
    """Theorem 6 pair by pair: centred parts M_l and drifts B_l of L branches, times N^2."""
    found = formula(name)
    a, C_0, C_1 = (sp.Symbol(n, positive=True) for n in (found.symbols[3].name, "C_0", "C_1"))
    drift = C_0 * beta**2
    pairs = sum(C_1 * beta**2 for i in range(layers) for j in range(layers) if i != j)
    drifts = sum(sp.sqrt(drift) for _ in range(layers)) ** 2
    if sign > 0:
        bound = 2 * (layers * a + pairs) + 2 * drifts
    else:
        bound = (layers * (a - drift) - pairs) / 2 - drifts
    return (
        f"{name}, L={layers}",
        sp.expand(law(name, L=sp.Integer(layers))),
        sp.expand(N**2 * bound),
    )


def _assembly() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for layers in (1, 2, 3, 5, 8):
        yield _assembled("block-branch-upper", 1, layers)
        yield _assembled("block-branch-lower", -1, layers)


CLAIMS.add(
    id="LOOP-B-T6f",
    source=LOOPED.section("7.4"),
    says="Assembling: |x + y|^2 <= 2|x|^2 + 2|y|^2 around L diagonal terms, L (L - 1) pairs and "
    "the drifts gives the bound on E|sum Y_l|^2, and the lower one alike.",
    checks=(Exhaustive(_assembly),),
)


def _ratio_of_bound() -> sp.Expr:
    """The upper bound over N^2 (L + beta^2 L^2) as L grows."""
    return sp.limit(law("block-branch-upper") / (N**2 * (L + beta**2 * L**2)), L, sp.oo)


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
        Exhaustive(_assembly),
    ),
)


def _scaled(layers: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The assembled bound at eps = lambda/(N sqrt L), beta = lambda/sqrt L, times eps^2."""
    a, C_0, C_1 = sp.symbols("a_high C_0 C_1", positive=True)
    bound = law("block-branch-upper", L=sp.Integer(layers), beta=lam / sp.sqrt(layers))
    scaled = sp.expand((lam / (N * sp.sqrt(layers))) ** 2 * bound)
    fraction = sp.Rational(layers - 1, layers)
    wanted = 2 * a * lam**2 + 2 * (C_0 + fraction * C_1) * lam**4
    yield f"L={layers}", scaled, sp.expand(wanted)


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
    found = residual.block_bound(stream)
    exact = float(stream.branch.sum())
    same_total = abs(found.exact / exact - 1) < 1e-11
    return bool(
        same_total and found.lower <= exact * (1 + 1e-12) and exact <= found.upper * (1 + 1e-12)
    )


def _block_energy(stream: Stream) -> Sampled:
    """E|sum_l G_l|^2/d of wide networks."""
    exact = float(np.sum(residual.branch_energies(stream)))

    def estimate(seed: int) -> Estimate:
        found = sampled(stream, "quadratic", width=16_384, samples=24, seed=seed)
        scale = stream.eps**2 * exact
        return Estimate(found.n, found.mean / scale, found.m2 / scale**2)

    return Sampled(estimate, lambda: 1.0, what=f"N={stream.loops}, L={stream.layers}")


CLAIMS.add(
    id="LOOP-B-T6",
    source=LOOPED.theorem(6),
    says="E|sum_l G_l|^2/d <= 2 N^2 L (a_+ + (L - 1) C_1 beta^2 + C_0 beta^2 L), and the lower "
    "bound alike, under (7) to (9); at infinite width it is exactly sum_l sum_ij C^l_ij, between "
    "both.",
    checks=(
        Exhaustive(_assembly),
        Exhaustive(sizes(_expanded_squares, (1, 2, 3))),
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


def _bounded_lambda(lam: float, top: float) -> tuple[float, float] | None:
    """(H_out - H_0)/(lambda^2 + lambda^4) at infinite width, at most a constant of Lambda."""
    if lam > top:
        return None
    grown = float(residual.limit(lam)) - 1
    return grown / (lam**2 + lam**4), math.exp(math.sqrt(2) * top) / 2


CLAIMS.add(
    id="LOOP-B-T6-loose",
    source=LOOPED.theorem(6),
    says="eps^2 E|sum G_l|^2/d = O(lambda^2 + lambda^4) for lambda <= Lambda, with a constant of "
    "Lambda.",
    quote="O(lambda^2 + lambda^4)",
    reading="The constants of (7) to (9) may depend on lambda, so for bounded lambda it stands. "
    "With one constant for every lambda it would not: the limit grows like exp(sqrt2 lambda).",
    checks=(
        Property(
            _bounded_lambda,
            {"lam": [0.1, 0.5, 1.0, 2.0], "top": [1.0, 2.0]},
            relation="<=",
            n=8,
        ),
    ),
    imprecise=True,
    exact="LOOP-B-X10",
    why_sampled="no enclosure of a limit",
)
