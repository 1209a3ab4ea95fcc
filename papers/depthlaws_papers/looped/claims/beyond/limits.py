"""Statement X-10 (beyond the papers): many loops and many layers."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Check, Claims
from depthlaws.claims.engine.stated import integral
from depthlaws.claims.engine.statement import Equal, Statement, pi, positive, registered, sqrt, tree
from depthlaws.claims.engine.statement.language import function
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import SPREAD, N, T, d, eps, h0, s, same, symbol
from depthlaws_papers.looped.claims.stream import BINOMIALS

CLAIMS = Claims()


def _limits() -> Iterator[tuple[str, float, str]]:
    printed = ("1.0314968198", "1.1290193624", "1.5679573246", "4.31880240", "53.77270")
    times = [0.25, 0.5, 1.0, 2.0, 4.0]
    for time, value, digits in zip(times, residual.limit(times).value, printed, strict=True):
        yield f"G({time})", float(value), digits
    for loops, layers, constant, printed in (
        (4, 4, 1.0, "1.563164331487"),
        (8, 4, 1.0, "1.564461244600"),
        (8, 3, 2.0, "4.192045343"),
        (2, 12, 1.0, "1.579702966995"),
    ):
        scale = constant / (loops * math.sqrt(layers))
        value = float(residual.block_kernel(loops, layers, scale)[-1, -1, -1])
        yield f"block N={loops}, L={layers}, lambda={constant:g}", value, printed


def _any_layers(lam: float, s: float) -> tuple[list[float], list[float]]:
    """Twice the gap to G at N = 64 against the gap at N = 32: it falls like 1/N for every L."""
    one, deviations = float(residual.limit(lam, s)), []
    for layers in (1, 2, 5):
        gaps = []
        for loops in (32, 64):
            scale = lam / (loops * math.sqrt(layers))
            gaps.append(float(residual.block_kernel(loops, layers, scale, s)[-1, -1, -1]) / one - 1)
        deviations.append(abs(gaps[0] / gaps[1] - 2))
    frozen = formula("tied-frozen-gates-limit")(lam, s, 1.0)
    return [*deviations, frozen], [0.1, 0.1, 0.1, one]


def _many_layers(lam: float, s: float, h0: float) -> tuple[float, float]:
    energy = residual.limit(lam, s, h0, loops=1, layers=math.inf)
    return float(energy), h0 * math.exp((s * lam) ** 2 / 2)


def _layers_at_fixed_loops(loops: int, lam: float) -> tuple[float, float]:
    """The limit of many layers at fixed loops: gaps of finite L halve when L doubles."""
    limit, gaps = float(residual.limit(lam, loops=loops, layers=math.inf)), []
    for layers in (32, 64):
        scale = lam / (loops * math.sqrt(layers))
        gaps.append(float(residual.block_kernel(loops, layers, scale)[-1, -1, -1]) - limit)
    return abs(gaps[0] / gaps[1] - 2), 0.1


def _goursat(time: float, s: float, normalize: bool) -> tuple[float, float]:
    """The limit kernel solves H_st = s^2 E relu relu: its increments by the midpoint rule."""
    grid = residual.limit_kernel(time, s, 2.0, points=48, doublings=4, normalize=normalize)
    H, step = grid.value, time / 48
    corner = H[1:, 1:] - H[1:, :-1] - H[:-1, 1:] + H[:-1, :-1]
    energy = np.diag(H)
    size = np.sqrt(np.outer(energy, energy))
    source = activations.kappa(np.clip(H / size, -1, 1)) * (1.0 if normalize else size)
    middle = (source[1:, 1:] + source[1:, :-1] + source[:-1, 1:] + source[:-1, :-1]) / 4
    gap = np.abs(corner / step**2 - s**2 * middle) / (s**2 * middle)
    far = np.abs(np.subtract.outer(np.arange(48), np.arange(48))) > 1
    return float(gap[far].max()), (s * step) ** 2 / 12


def _ends_of_the_kernel(time: float, s: float) -> tuple[list, list]:
    grid = residual.limit_kernel(time, s, 2.0, points=8, doublings=6)
    return [grid.value[-1, -1], *grid.value[0]], [float(residual.limit(time, s, 2.0)), *[2.0] * 9]


def _small_time(time: float, s: float, h0: float) -> tuple[float, float]:
    """The remainder after the fifth order has order T^7 (frozen gates and theta^3 together)."""
    growth = float(residual.limit(time / s, s, h0)) / h0
    return abs(growth - formula("tied-limit-small-time")(time / s, s, h0) / h0), time**7 / 25_000


def _linear_energy(loops: int, eps: float, s: float) -> tuple[list, float]:
    by_kernel = residual.tied_kernel(loops, eps, s, activation="linear")[-1, -1]
    energy = formula("tied-linear-energy")(loops, eps, s)
    return [energy, residual.tied_linear_energy(loops, eps, -s)], float(by_kernel)


def _linear_limit(time: float, s: float) -> tuple[float, float]:
    many = formula("tied-linear-energy")(10**6, time / 10**6, s)
    return abs(many / formula("tied-linear-limit")(time, s) - 1), 5e-7 * (1 + (s * time) ** 2)


def _growth_per_loop(eps: float, s: float) -> tuple[float, float]:
    diagonal = np.diag(residual.tied_kernel(160, eps, s))
    return float(diagonal[-1] / diagonal[-2]), formula("tied-growth-per-loop")(eps, s)


def _exponential(s: float) -> tuple[float, float]:
    """log G(T + 1) - log G(T) at s T = 6 is sqrt2 s within 4 %."""
    logs = np.log(residual.limit(np.array([5.0, 6.0]) / s, s).value)
    return abs((logs[1] - logs[0]) / math.sqrt(2) - 1), 0.04


CLAIMS.add(
    id="LOOP-B-X10",
    source=LOOPED.ledger("X-10"),
    says="Limits at eps = lambda/(N sqrt L): N -> inf gives G(lambda) for every L (a Goursat "
    "problem, G(1) = 1.5679573246), L -> inf at N = 1 gives exp(lambda^2/2); from lambda = 5 to 6 "
    "log G grows by sqrt2 to 4 %.",
    checks=(
        Quoted(_limits, units=2.0),
        Property(
            _any_layers,
            {"lam": [0.5, 2.0], "s": [1.0, 0.5]},
            relation="<",
            n=4,
            met=("0.478", "0.466", "0.843", "1.000"),
            what="any number of layers, and a lower bound by frozen gates",
        ),
        Property(
            _many_layers,
            {"lam": [0.5, 1.0, 2.0], "s": [0.5, 1.0], "h0": [1.0, 3.0]},
            rtol=1e-10,
            n=12,
        ),
        Property(
            _layers_at_fixed_loops,
            {"loops": [2, 4], "lam": [0.5, 1.0, 2.0]},
            relation="<",
            met="0.210",
            n=6,
        ),
        Property(
            _goursat,
            {"time": [0.5, 1.0, 2.0], "s": [0.5, 1.0], "normalize": [False, True]},
            relation="<",
            met="0.831",
            n=12,
        ),
        Property(_ends_of_the_kernel, {"time": [0.5, 1.0], "s": [0.5, 1.0]}, rtol=1e-9, n=4),
        Property(
            _small_time,
            {"time": [0.1, 0.2, 0.4], "s": [0.5, 2.0], "h0": [3.0]},
            relation="<",
            met="0.819",
            n=6,
        ),
        Property(
            _linear_energy,
            {"loops": [1, 2, 7, 20], "eps": [0.05, 0.3, 1.0], "s": [0.5, 1.0, 2.0]},
            rtol=1e-11,
            n=36,
        ),
        Property(
            _linear_limit,
            {"time": [0.5, 1.0, 2.0], "s": [0.5, 1.0]},
            relation="<",
            met="0.909",
            n=6,
        ),
        Property(_growth_per_loop, {"eps": [0.5, 1.0], "s": [0.7, 1.0, 2.0]}, rtol=2e-3, n=6),
        Property(_exponential, {"s": [0.5, 1.0, 2.0]}, relation="<", met="0.874", n=3),
    ),
    why_sampled="no enclosure of a limit",
)


def _power_of(name: str, names: str) -> Check:
    """Energies are proportional to H_0."""
    return same(looked_up(name), h0 * looked_up(name, h0=1), names)


def _only_the_product(name: str, names: str, scale: str) -> Check:
    """Energies depend on s and eps (or T) only by their product."""
    at = symbol(scale)
    return same(looked_up(name), looked_up(name, **{scale: at * s, "s": 1}), names)


time, deviation, start = map(tree, (T, s, h0))
LINEAR_LIMITS = Statement(
    # I_0(2 s T) of the linear stream, at s^2/2
    Equal(
        registered("tied-frozen-gates-limit"),
        start * function("besseli", tree(0), 2 * time * (deviation / sqrt(2))),
    ),
    Equal(
        registered("tied-limit-small-time"),
        start * function("besseli", tree(0), sqrt(2) * (time * deviation))
        + start * sqrt(2) * (time * deviation) ** 5 / (240 * pi),
    ),
    for_all=dict.fromkeys((T, s, h0), positive),
)


def _fifth_order() -> tuple[sp.Expr, sp.Expr]:
    """The fifth-order term: theta^3/(6 pi) of kappa, a double integral of |x|^3 over a square."""
    first, second, end = sp.symbols("sigma tau T", positive=True)
    angle = (first - second) * s / sp.sqrt(2)
    # twice the part below the diagonal
    inner = integral(angle**3 / (6 * sp.pi), (second, 0, first))
    term = 2 * integral(inner, (first, 0, end)) * s**2 * h0
    return term.subs(end, T), looked_up("tied-limit-small-time") - looked_up(
        "tied-frozen-gates-limit"
    )


def _registered_linear() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for loops in (1, 2, 3, 5):
        energy = sp.hyperexpand(law("tied-linear-energy", N=sp.Integer(loops)))
        total = sum(sp.binomial(loops, k) ** 2 * (eps * s) ** (2 * k) for k in range(loops + 1))
        yield f"N={loops}", energy, total


CLAIMS.add(
    id="LOOP-B-X10-scales",
    source=LOOPED.ledger("X-10"),
    says="Closed energies at infinite width: the tied linear stream has squared binomials as "
    "coefficients of (eps s)^(2 k); frozen gates halve its gain; the fifth-order term is "
    "theta^3/(6 pi) of kappa, integrated; only s eps (or s T) and a factor H_0 enter.",
    checks=(
        *BINOMIALS,
        *LINEAR_LIMITS.checks,
        same(*_fifth_order(), "T s h0"),
        same(
            looked_up("tied-growth-per-loop"),
            looked_up("tied-energy-upper", N=N + 1) / looked_up("tied-energy-upper"),
            "eps s h0 N",
        ),
        _power_of("tied-two-loops-energy", "eps s h0"),
        _only_the_product("tied-two-loops-energy", "eps s h0", "eps"),
        same(
            looked_up("cross-term-deviation", hN=h0 + symbol("x")) ** 2 * d,
            (2 * sp.sqrt(h0)) ** 2 * symbol("x"),
            "h0 x d",
        ),
        same(
            looked_up("cross-term-deviation", hN=h0 + symbol("x")) * sp.sqrt(d),
            2 * sp.sqrt(h0 * symbol("x")),
            "h0 x d",
        ),
        _power_of("cross-term-mean-two-loops", "eps s h0"),
        _only_the_product("cross-term-mean-two-loops", "eps s h0", "eps"),
        _power_of("tied-limit-small-time", "T s h0"),
    ),
    cross_checks=(
        Exhaustive(_registered_linear, what="registered"),
        Property(
            _linear_energy,
            {"loops": [1, 2, 7, 20], "eps": [0.3], "s": [0.5, 2.0]},
            rtol=1e-11,
            n=8,
        ),
    ),
)


def _same_output(layers: int, lam: float, s: float, h0: float) -> tuple[float, float]:
    """Block, tied and untied routes to one output energy."""
    scale = lam / math.sqrt(layers)
    block = residual.block_kernel(1, layers, scale, s, h0)[-1, -1, -1]
    return float(block), residual.untied_energy(layers, scale, s, h0)


def _block_route(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[np.ndarray, np.ndarray]:
    """The O(N^2 L) block kernel against the full kernel of all steps."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    kernel = residual.block_kernel(loops, layers, eps, s, h0, normalize=normalize)
    at = np.arange(loops)[:, None] * layers + np.arange(layers + 1)
    whole = np.stack(
        [stream.kernel[np.ix_(at[:, layer], at[:, layer])] for layer in range(layers + 1)]
    )
    return kernel, whole


CLAIMS.add(
    id="LOOP-B-X10-blocks",
    source=LOOPED.ledger("X-1"),
    says="The O(N^2 L) recursion of blocks gives every same-layer entry of the full kernel; at one "
    "loop its output is the untied closed form.",
    checks=(
        Property(
            _block_route,
            {
                "loops": [1, 3, 5],
                "layers": [1, 2, 4],
                "normalize": [False, True],
                "eps": SPREAD,
                "s": [0.5, 1.0],
                "h0": SPREAD,
            },
            rtol=1e-11,
            n=30,
        ),
        Property(
            _same_output,
            {"layers": [1, 7, 200], "lam": [0.5, 2.0], "s": [0.5, 1.0], "h0": [1.0, 3.0]},
            rtol=1e-11,
            n=24,
        ),
    ),
    why_sampled="no enclosure of a full kernel",
)
