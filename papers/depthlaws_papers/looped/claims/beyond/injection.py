"""Statement X-15 (beyond the papers): input injection, norms between loops, and the readout."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled
from depthlaws.claims.engine.formula_expressions import looked_up, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    array,
    arrays,
    indices,
    interval,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.sims.residual import InjectedMLP, matrix_free
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import InjectedStream, Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import SCALE, SEEDS, SPREAD, Array, rho, simulated
from depthlaws_papers.looped.claims.stream import BINOMIALS, CAUCHY, TRIANGLE, d, h, i, j, v

CLAIMS = Claims()

a, b, e, eps, s = (symbol(name) for name in ("a", "b", "e", "eps", "s"))
KEPT = Interval(sp.Rational(1, 10), sp.Rational(9, 10))
DOMAIN = {a: KEPT, b: SCALE, e: SCALE, eps: SCALE, s: SCALE}
branch = (eps * s) ** 2 / 2
SHARES = Interval(sp.Rational(-9, 10), sp.Rational(9, 10))
LAYERS = {"norm": ["none", "pre", "post"], "a": KEPT, "eps": SCALE, "b": SCALE}
NORMS = ["none", "pre", "post"]
POINTS = {"norm": NORMS, "a": SHARES, "b": SHARES, "eps": SCALE, "s": SPREAD, "share": SHARES}


def _written_out(norm: str, **values: float) -> tuple[Array, Array]:
    """Kernel of the states as linear combinations of h_0, e and x_i = W phi(h_i), entry by entry.

    The combinations are those of a network; the inner products of x_i are s^2 times those of the
    activations that x_i multiplied.
    """
    stream = _stream(norm, loops=5, **values)
    start = np.array([[stream.h0, stream.overlap], [stream.overlap, stream.e]])
    gram = np.zeros((7, 7))  # of h_0, e, x_0, ..., x_4
    gram[:2, :2] = start
    states = [np.eye(7)[0]]
    for n in range(5):
        energy = [float(h @ gram @ h) for h in states]
        for m in range(n + 1):
            cross = float(states[m] @ gram @ states[n])
            size = math.sqrt(energy[m] * energy[n])
            product = activations.kappa(max(-1.0, min(1.0, cross / size)))
            value = stream.s**2 * product * (1.0 if norm == "pre" else size)
            gram[2 + m, 2 + n] = gram[2 + n, 2 + m] = value
        new = stream.a * states[n] + stream.b * np.eye(7)[1] + stream.eps * np.eye(7)[2 + n]
        states.append(new / math.sqrt(new @ gram @ new) if norm == "post" else new)
    combined = np.array(states)
    exact = np.column_stack([combined @ gram @ combined.T, combined @ gram[1]])
    return np.column_stack([stream.kernel, stream.with_injected]), exact


def _stream(norm: str, *, loops: int, share: float, **values: Any) -> InjectedStream:
    """Stream whose initial state has the cosine ``share`` with the injected vector."""
    overlap = share * math.sqrt(1.5 * 0.8)
    return InjectedStream(loops=loops, h0=1.5, e=0.8, overlap=overlap, norm=norm, **values)


def _simulated_layer(norm: str) -> Sampled:
    """Kernel row of the last state, in networks of width 2048."""
    stream = InjectedStream(loops=5, a=0.6, b=0.7, eps=0.5, s=1.2, norm=norm)
    model = InjectedMLP(width=2048, loops=5, a=0.6, b=0.7, eps=0.5, s=1.2, norm=norm)
    return Sampled(
        lambda seed: simulated(model, "kernel", samples=64, seed=seed, route=matrix_free)[
            :, 0, 0, -1, 1:-1
        ],
        lambda: stream.kernel[-1, 1:-1],
        what=f"norm {norm}",
    )


CLAIMS.add(
    id="LOOP-B-X15",
    source=LOOPED.beyond("X-15"),
    says="The states of h <- a h + b e + eps W phi(h) without a norm, with RMSNorm before the "
    "branch and with RMSNorm after each loop are, at infinite width, combinations of h_0, e and "
    "x_n = W phi(h_n) with <x_i, x_j> = s^2 E phi phi and x_n orthogonal to h_0 and e, in which "
    "RMSNorm divides by a number.",
    checks=(Property(_written_out, POINTS, rtol=1e-9, n=8),),
    cross_checks=tuple(_simulated_layer(norm) for norm in NORMS),
    why_sampled="no enclosure of a full kernel",
)


def _pascal() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """D_nm = sum C(n,k) C(m,k) a^(n+m-2k) c^(2k) solves the recursion of small differences."""
    c = sp.Symbol("c", positive=True)

    def p(n: int, m: int) -> sp.Expr:
        terms = range(min(n, m) + 1)
        return sum(
            sp.binomial(n, k) * sp.binomial(m, k) * a ** (n + m - 2 * k) * c ** (2 * k)
            for k in terms
        )

    for n in range(5):
        for m in range(n + 1):
            step = a * (p(n + 1, m) + p(n, m + 1) - a * p(n, m)) + c**2 * p(n, m)
            yield f"D_{n + 1},{m + 1}", p(n + 1, m + 1), step


def _arrives(norm: str, a: float, eps: float, b: float) -> tuple[Array, Array] | None:
    """Energy and cosine of the states after many loops, and of the fixed point."""
    stream = InjectedStream(loops=160, a=a, b=b, eps=eps, s=1.2, e=0.8, norm=norm)
    point = residual.injected_fixed_point(stream)
    if not (point.stable and point.rate < 0.8):
        return None
    last = stream.energies[-1]
    cosine = stream.with_injected[-1] / math.sqrt(0.8 * last)
    return np.array([last, cosine]), np.array([point.energy, point.cosine])


def _rate(norm: str, a: float, eps: float, b: float) -> tuple[float, float] | None:
    """Deviation of the rate between loops 8 and 16 from the law; the rest falls like 1/n."""
    stream = InjectedStream(loops=18, a=a, b=b, eps=eps, s=1.2, e=0.8, norm=norm)
    rate = residual.injected_fixed_point(stream).rate
    if not 0.5 < rate < 0.8:
        return None
    kernel = stream.kernel
    moved = [kernel[n, n] + kernel[n + 1, n + 1] - 2 * kernel[n, n + 1] for n in (8, 16)]
    # the mean square of a step falls like rate^(2 n) / sqrt(n)
    return abs((math.sqrt(2) * moved[1] / moved[0]) ** (1 / 16) / rate - 1), 0.05


def _same_law(a: float, b: float, eps: float, s: float) -> tuple[Array, Array]:
    """Closed forms for ReLU, and the numbers for any activation."""
    forced = {"a": a, "b": b, "eps": eps, "s": s, "e": 0.8}
    ours = []
    for norm in NORMS:
        point = residual.injected_fixed_point(
            InjectedStream(loops=1, a=a, b=b, eps=eps, s=s, e=0.8, norm=norm)
        )
        ours += [point.energy, point.rate]
    plain = formula("injected-rate")(a, eps, s)
    energy = formula("injected-fixed-energy")(**forced) if plain < 1 else math.nan
    exact = [
        energy,
        plain,
        formula("injected-pre-norm-fixed-energy")(**forced),
        formula("injected-pre-norm-rate")(**forced),
        1.0,
        formula("injected-post-norm-rate")(**forced),
    ]
    known = np.isfinite(exact)
    return np.array(ours)[known], np.array(exact)[known]


def _normalised() -> Statement:
    """|p x - q y|^2 less p q |x - y|^2, x and y of length one, is (p - q)^2."""
    p, q, size = scalars("p q d")
    x, y = arrays("x y")
    k = indices("i", size)
    first, second = Equal(total(x[k] ** 2, k), 1), Equal(total(y[k] ** 2, k), 1)
    return Statement(
        AtMost(
            p * q * total((x[k] - y[k]) ** 2, k),
            total((p * x[k] - q * y[k]) ** 2, k),
            because=(p - q) ** 2 + first.gap * p * (q - p) + second.gap * q * (p - q),
        ),
        for_all={
            size: naturals(1),
            **dict.fromkeys((p, q), nonnegative),
            **dict.fromkeys((x, y), reals[size]),
        },
        given=(first, second),
    )


def _least_cosine() -> Statement:
    """Cosine (F + 2 kappa(c) B)/(F + B) of later states, with 2 kappa(c) >= c."""
    forced, own, cosine, passed = scalars("F B c k")
    kept = AtMost(cosine, passed)
    return Statement(
        AtMost(
            1 - (forced + passed * own) / (forced + own),
            own / (forced + own) * (1 - cosine),
            because=own / (forced + own) * kept.gap,
        ),
        for_all={
            **dict.fromkeys((forced, own), positive),
            cosine: interval(-1, 1),
            passed: interval(-1, 1),
        },
        given=(kept,),
    )


share = sp.Symbol("share", positive=True)  # of the largest branch scale
BELOW = {a: interval(0, 1, low_open=True, high_open=True), b: positive, e: positive}
BELOW |= {eps: positive, s: positive}
pre, post = registered("injected-pre-norm-rate"), registered("injected-post-norm-rate")
energy = b**2 * e + branch
FIXED = Statement(
    # (1 - a) h = b e + eps W phi(h): without norm, where eps s/sqrt 2 is below 1 - a, and with a
    # norm before the branch.
    Equal(
        registered("injected-fixed-energy", eps=sp.sqrt(2) * (1 - a) * share / s)
        * ((1 - a) ** 2 * (1 - share**2)),
        b**2 * e,
    ),
    Equal((1 - a) ** 2 * registered("injected-pre-norm-fixed-energy"), energy),
    # The rates with a norm are below 1.
    Equal((1 - pre) * (1 - 2 * a + pre) * energy, (1 - a) ** 2 * b**2 * e),
    Equal(post * (a + sp.sqrt(energy)), registered("injected-rate")),
    for_all={**BELOW, share: interval(0, 1, low_open=True, high_open=True)},
)
FACTORS = Statement(
    Equal((pre - a) ** 2 * registered("injected-pre-norm-fixed-energy"), branch),
    Equal(post * (a + sp.sqrt(energy)), a + eps * s / sp.sqrt(2)),
    for_all=BELOW,
)
# 2 kappa(c) >= c: the slope of kappa, which falls away from 1.
SLOPES_OF_KERNEL = Statement(
    Equal(D(looked_up("kappa-relu", rho=rho), rho), registered("gate-relu", rho=rho)),
    Equal(D(looked_up("gate-relu", rho=rho), rho), 1 / (2 * sp.pi * sp.sqrt(1 - rho**2))),
    for_all={rho: interval(-1, 1, low_open=True, high_open=True)},
)

CLAIMS.add(
    id="LOOP-B-X15-fixed",
    source=LOOPED.beyond("X-15"),
    says="For ReLU, b > 0 and 0 <= a < 1, the loops h <- a h + b e + eps W phi(h) without a norm "
    "have small differences that fall by the factor a + eps s/sqrt(2) per loop. If this is below 1 "
    "the loops converge to the energy b^2 e/(q^2 - eps^2 s^2/2), q = 1 - a and e that of the "
    "injected vector; above 1 they do not. With RMSNorm before the branch the factor is a + (1 - "
    "a) sqrt(p), p = (eps^2 s^2/2)/(b^2 e + eps^2 s^2/2), with RMSNorm after each loop (a + eps "
    "s/sqrt 2)/(a + sqrt(b^2 e + eps^2 s^2/2)): these are below 1 for every branch scale.",
    checks=(
        *FIXED.checks,
        *BINOMIALS,
        *CAUCHY.checks,
        Property(_same_law, {"a": KEPT, "b": SCALE, "eps": SCALE, "s": SCALE}, n=12),
        Property(_arrives, LAYERS, rtol=1e-13, n=12, at_least=6),
        Property(_rate, LAYERS, relation="<", n=20, at_least=6),
    ),
    why_sampled="no enclosure of a full kernel",
)


rho = sp.Symbol("rho", real=True)


def _steps(norm: str, a: float, b: float, eps: float, s: float, share: float) -> tuple:
    """Lengths of the steps between loops, and their bounds by the step before."""
    stream = _stream(norm, loops=24, share=abs(share), a=a, b=b, eps=eps, s=s)
    kernel, along = stream.kernel, stream.with_injected
    energy = np.diagonal(kernel)
    moved = np.sqrt(np.maximum(energy[1:] + energy[:-1] - 2 * np.diagonal(kernel, 1), 0))
    edge = eps * s / math.sqrt(2)
    if norm == "pre":
        factor = a + edge / np.sqrt(np.sqrt(energy[1:-1] * energy[:-2]))
    else:
        size = (a * along[:-1] + b * stream.e) / along[1:]  # the post-norm's divisor
        factor = (a + edge) / np.sqrt(size[1:] * size[:-1])
    return moved[1:], factor * moved[:-1] + 1e-7


def _aligned(norm: str, a: float, b: float, eps: float, s: float, share: float) -> tuple | None:
    """Distance from 1 of the least cosine of the states after 60 loops and of those after 40."""
    stream = _stream(norm, loops=80, share=abs(share), a=a, b=b, eps=eps, s=s)
    size = np.sqrt(stream.energies)
    apart = 1 - stream.kernel / np.outer(size, size)
    start = b**2 * stream.e / (b**2 * stream.e + (eps * s) ** 2 / 2)
    late, later = (float(apart[n:, n:].max()) for n in (40, 60))
    return later, (1 - start) * late + 1e-6


RUNS = {"norm": ["pre", "post"], "a": KEPT, "b": SCALE, "eps": SCALE, "s": SPREAD, "share": SHARES}

CLAIMS.add(
    id="LOOP-B-X15-rate",
    source=LOOPED.beyond("X-15"),
    says="With RMSNorm before the branch (0 <= a < 1) or after each loop (a >= 0), ReLU, b > 0 and "
    "<h_0, e> >= 0, the direction of the state converges: if two late states have at least the "
    "cosine c, later ones have c' with 1 - c' <= p (1 - c), p = (eps^2 s^2/2)/(b^2 e + eps^2 "
    "s^2/2). The step between two loops is multiplied each time by at most a + (eps s/sqrt 2)/(R "
    "R')^(1/2), R and R' the norms of the two states, and (a + eps s/sqrt 2)/(R R')^(1/2), R and "
    "R' what RMSNorm divides by. Both tend to the rates of LOOP-B-X15-fixed, which a small "
    "difference orthogonal to the state attains up to a power of the loops.",
    checks=(
        *Statement(
            *(
                Equal(registered(name, rho=1), rational(1, 2))
                for name in ("kappa-relu", "gate-relu")
            )
        ).checks,
        *SLOPES_OF_KERNEL.checks,
        *_least_cosine().checks,
        *_normalised().checks,
        *TRIANGLE.checks,
        *FACTORS.checks,
        *BINOMIALS,
    ),
    cross_checks=(
        Exhaustive(_pascal, what="differences orthogonal to the state"),
        Property(_steps, RUNS, relation="<=", n=24),
        Property(_aligned, RUNS, relation="<=", n=12),
    ),
)


def _readout() -> Statement:
    """A readout of h/R, R^2 = |h|^2/d, with the slope p at h/R: its gradient by h, and that at c h.

    The variation v of h varies R by <h, v>/(d R).
    """
    R, c = scalars("R c")
    p = array("p")
    own = Equal(R**2 * d, total(h[i] ** 2, i))
    moved = total(h[i] * v[i], i) / (d * R)
    along = total(p[j] * h[j], j)
    gradient = (p[i] - h[i] * along / (R**2 * d)) / R
    at_multiple = (p[i] - c * h[i] * (c * along) / ((c * R) ** 2 * d)) / (c * R)
    return Statement(
        Equal(
            total(p[i] * (v[i] / R - h[i] * moved / R**2), i),
            total(gradient * v[i], i),
        ),
        Equal(total(h[i] * gradient, i), 0, because=-1 * own.gap * along / (R**3 * d)),
        Equal(at_multiple, gradient / c),
        for_all={
            d: naturals(1),
            **dict.fromkeys((R, c), positive),
            **dict.fromkeys((h, v, p), reals[d]),
        },
        given=(own,),
        witness=({d: 2, R: 5, c: 2, h: [1, 7], v: [3, 1], p: [2, -1]},),
    )


def _radial(c: float, seed: int) -> tuple[Array, Array]:
    """A readout v . h/R and its gradient by differences at c h, and at h."""
    v, h = np.random.default_rng(seed).normal(size=(2, 5))
    read = lambda x: v @ x / math.sqrt(x @ x / 5)  # noqa: E731
    slopes = [
        np.array([(read(k * h + e) - read(k * h - e)) / 2e-5 for e in 1e-5 * np.eye(5)])
        for k in (1.0, c)
    ]
    return np.array([read(c * h), *(c * slopes[1])]), np.array([read(h), *slopes[0]])


CLAIMS.add(
    id="LOOP-B-X15-readout",
    source=LOOPED.beyond("X-15"),
    says="A readout behind RMSNorm sees h/R only, R^2 = |h|^2/d, which is the same at c h for c > "
    "0; its gradient is orthogonal to h, and at c h it is 1/c as long.",
    statement=_readout(),
    cross_checks=(Property(_radial, {"c": [0.5, 2.0, 7.0], "seed": SEEDS}, rtol=1e-8, n=9),),
)


def _turned(loops: int, eps: float, s: float) -> tuple[float, float]:
    """Cosine of the first and the last state, and what the energy says about it."""
    stream = Stream(loops=loops, eps=eps, s=s, h0=1.7)
    ends = stream.kernel[[0, 0, -1], [0, -1, -1]]
    return ends[1] / math.sqrt(ends[0] * ends[2]), math.sqrt(1.7 / stream.energies[-1])


CLAIMS.add(
    id="LOOP-B-X15-turned",
    source=LOOPED.beyond("X-15"),
    says="A readout behind RMSNorm sees the growth of a stream all the same: without injection the "
    "last state has the cosine sqrt(H_0/H_N) with the first.",
    checks=(
        Property(
            _turned,
            {"loops": Interval(1, 12, integer=True), "eps": SCALE, "s": SPREAD},
            rtol=1e-9,
            n=8,
        ),
    ),
    why_sampled="no enclosure of a full kernel",
)
