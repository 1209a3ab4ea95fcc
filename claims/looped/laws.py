"""Closed forms and bounds derived once more: kernels by quadrature, recursions, equality cases."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.looped.common import SCALE
from depthlaws.theory import formula
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.symbolic.domain import Interval

COUNT = Interval(1, 9, integer=True)
COUNTS = {"N", "L", "d"}
CORRELATION = Interval(sp.Rational(-19, 20), sp.Rational(19, 20))
eps, s, h0, T, N, L, d = (symbol(n) for n in ("eps", "s", "h0", "T", "N", "L", "d"))
gain = (eps * s) ** 2


def same(left: Callable[[], Any], right: Callable[[], Any], names: str, what: str = "") -> Identity:
    """Identity of two expressions over moderate values of the symbols named."""
    domain = {symbol(n): COUNT if n in COUNTS else SCALE for n in names.split()}
    return Identity(lambda: (left(), right()), domain, what=what)


def recursion(name: str, index: str, first: Any, step: Callable[[Any], Any], names: str) -> Any:
    """Two identities: the value at index 1, and how the next value follows from this one."""
    at = symbol(index)
    return (
        same(lambda: law(name, **{index: sp.Integer(1)}), lambda: first, names, f"{name} starts"),
        same(
            lambda: law(name, **{index: at + 1}), lambda: step(law(name)), names, f"{name} goes on"
        ),
    )  # fmt: skip


# -- kernels of other activations -----------------------------------------------------------------

_SLOPES = {"kappa-relu": 0.0, "kappa-abs": -1.0, "kappa-linear": 1.0}


def _two_slopes(rho: float, slope: float, *, gate: bool) -> float:
    """E f(x) f(y), or of f'(x) f'(y): Gauss-Legendre in the angle between the kinks."""
    turn = math.acos(rho)
    kinks = np.sort(np.mod([math.pi / 2, -math.pi / 2, turn + math.pi / 2, turn - math.pi / 2],
                           2 * math.pi))  # fmt: skip
    ends = np.append(kinks, kinks[0] + 2 * math.pi)
    nodes, weights = np.polynomial.legendre.leggauss(24)
    angle = (ends[1:, None] + ends[:-1, None] + np.diff(ends)[:, None] * nodes) / 2

    def value(x: Any) -> Any:
        derivative = np.where(x > 0, 1.0, slope)
        return derivative if gate else derivative * x

    total = np.sum(np.diff(ends)[:, None] / 2 * weights * value(np.cos(angle))
                   * value(np.cos(angle - turn)))  # fmt: skip
    return float(total) / (2 * math.pi if gate else math.pi)


def _smooth(name: str) -> Callable[..., tuple[float, float]]:
    """Gauss-Hermite expectation of an entire activation or of its derivative."""
    from scipy.special import erf, ndtr

    def density(x: Any) -> Any:
        return np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)

    f = {
        "dual-erf": erf,
        "gate-erf": lambda x: 2 / math.sqrt(math.pi) * np.exp(-(x**2)),
        "dual-gelu": lambda x: x * ndtr(x),
        "gate-gelu": lambda x: ndtr(x) + x * density(x),
    }[name]
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / np.sum(weights)

    def compare(first: float, rho: float, second: float) -> tuple[float, float]:
        x = math.sqrt(first) * nodes[:, None]
        y = math.sqrt(second) * (rho * nodes[:, None] + math.sqrt(1 - rho**2) * nodes)
        exact = np.sum(weights[:, None] * weights * f(x) * f(y))
        return formula(name)(first, rho * math.sqrt(first * second), second), float(exact)

    return compare


_KERNELS = Claim(
    id="LOOP-B-X11",
    source=LOOPED.ledger("X-11"),
    says="Dual and gate kernels of leaky ReLU, |x|, linear, erf and GELU are the Gaussian "
    "expectations they stand for.",
    uses=(*_SLOPES, "gate-relu", "gate-abs", "kappa-leaky-relu", "gate-leaky-relu", "dual-erf",
          "gate-erf", "dual-gelu", "gate-gelu"),
    checks=(
        *(Property(lambda rho, n=n, slope=slope: (formula(n)(rho),
                                                  _two_slopes(rho, slope, gate=False)),
                   {"rho": CORRELATION}, rtol=1e-11, n=8, what=n) for n, slope in _SLOPES.items()),
        *(Property(lambda rho, n=n, slope=slope: (formula(n)(rho),
                                                  _two_slopes(rho, slope, gate=True)),
                   {"rho": CORRELATION}, rtol=1e-11, n=8, what=n)
          for n, slope in (("gate-relu", 0.0), ("gate-abs", -1.0))),
        *(Property(lambda rho, slope, n=n: (
            formula(n)(rho, slope), _two_slopes(rho, slope, gate=n.startswith("gate"))),
            {"rho": CORRELATION, "slope": Interval(-2, 2)}, rtol=1e-9, n=8, what=n)
          for n in ("kappa-leaky-relu", "gate-leaky-relu")),
        *(Property(_smooth(n), {"first": SCALE, "rho": CORRELATION, "second": SCALE}, rtol=1e-8,
                   n=8, what=n) for n in ("dual-erf", "gate-erf", "dual-gelu", "gate-gelu")),
    ),
    domain="correlations within 0.95, variances up to 1",
)  # fmt: skip


# -- energies --------------------------------------------------------------------------------------


def _half() -> Any:
    """E relu(z)^2 for a standard Gaussian, by integration."""
    x = sp.Symbol("x")
    return sp.integrate(x**2 * sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi), (x, 0, sp.oo))


def _mean() -> Any:
    """E relu(z)."""
    x = sp.Symbol("x")
    return sp.integrate(x * sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi), (x, 0, sp.oo))


def _scales_with(name: str, names: str, **exponent: Any) -> tuple[Identity, ...]:
    """The formula is a power of each argument named: its value at 1 times that power."""
    return tuple(
        same(
            lambda a=a: law(name),
            lambda a=a, p=p: symbol(a) ** p * law(name, **{a: sp.Integer(1)}),
            names, f"{name} in {a}",
        )
        for a, p in exponent.items()
    )  # fmt: skip


_ENERGIES = (
    Claim(
        id="LOOP-B-71-sums",
        source=LOOPED.section("7.1"),
        says="Untied streams layer by layer: energy, energy with normalised input, backward "
        "vector, and the updates as sums of one layer's share times what the later ones add.",
        uses=("untied-energy", "untied-normalized-energy", "backward-untied",
              "isotropic-update-untied", "gradient-descent-untied"),
        checks=(
            *recursion("untied-energy", "L", h0 + gain * symbol("kappa1") * h0,
                       lambda H: H + gain * symbol("kappa1") * H, "L eps s h0 kappa1"),
            *recursion("untied-normalized-energy", "L", h0 + gain * symbol("kappa1"),
                       lambda H: H + gain * symbol("kappa1"), "L eps s h0 kappa1"),
            *recursion("backward-untied", "N", 1 + gain * _half(),
                       lambda Q: Q + gain * _half() * Q, "N eps s"),
            *(Identity(lambda n=n, name=name, share=share: (
                law(name, L=sp.Integer(n)),
                sum(share * law("untied-energy", L=sp.Integer(i), kappa1=_half())
                    * law("backward-untied", N=sp.Integer(n - 1 - i)) for i in range(n))),
                {eps: SCALE, s: SCALE, h0: SCALE, symbol("eta"): SCALE}, what=f"{name}, L={n}")
              for name, share in (
                  ("isotropic-update-untied", (eps * symbol("eta")) ** 2 / 2),
                  ("gradient-descent-untied", -symbol("eta") * eps**2 / 2))
              for n in (1, 3)),
        ),
    ),
    Claim(
        id="LOOP-A-T1-equality",
        source=LOOPED_V0.ledger("X-3"),
        says="The energy bounds are what their inequalities give at equality: kappa = 1/(2 pi) and "
        "H_ii = H_0 below, kappa = 1/2 above.",
        uses=("tied-energy-lower", "tied-energy-upper", "tied-energy-exponential",
              "tied-normalized-energy-lower", "tied-normalized-energy-upper",
              "activation-mass-lower", "activation-square-upper", "tied-norm-upper",
              "tied-norm-lower"),
        checks=(
            same(lambda: law("tied-energy-lower"),
                 lambda: h0 + gain * N**2 * h0 * law("kappa-relu", rho=sp.Integer(0)),
                 "N eps s h0"),
            *recursion("tied-energy-upper", "N", h0 * (1 + eps * s * sp.sqrt(_half())) ** 2,
                       lambda H: H * (1 + eps * s * sp.sqrt(_half())) ** 2, "N eps s h0"),
            same(lambda: law("tied-energy-exponential"),
                 lambda: sp.limit(law("tied-energy-upper", eps=T / N), N, sp.oo), "T s h0"),
            same(lambda: law("tied-normalized-energy-lower"),
                 lambda: h0 + (s * T * _mean()) ** 2, "T s h0"),
            same(lambda: law("tied-normalized-energy-upper"),
                 lambda: h0 + s * T * sp.sqrt(4 * h0 * _half()) + (s * T) ** 2 * _half(),
                 "T s h0"),
            same(lambda: law("activation-mass-lower"), lambda: sp.sqrt(h0) * _mean(), "h0"),
            same(lambda: law("activation-square-upper"),
                 lambda: _half() * law("tied-energy-exponential"), "T s h0"),
            Property(lambda R0, c, eps, N: (
                formula("tied-norm-upper")(eps, N, R0, c),
                float(np.linalg.norm([R0 + eps * c * int(N), 0]))),
                {"R0": SCALE, "c": SCALE, "eps": SCALE, "N": COUNT}, n=12, what="aligned branches"),
            Property(lambda R0, c, eps, N: (
                formula("tied-norm-lower")(eps, N, R0, c),
                max(0.0, np.linalg.norm([eps * c * int(N), 0]) - np.linalg.norm([R0, 0]))),
                {"R0": SCALE, "c": SCALE, "eps": SCALE, "N": COUNT}, n=40, what="opposed branches"),
        ),
    ),
    Claim(
        id="LOOP-B-X10-scales",
        source=LOOPED.ledger("X-10"),
        says="Closed energies in every scale: frozen gates halve the gain of the linear stream; "
        "only s eps (or s T) and a factor H_0 enter.",
        uses=("tied-frozen-gates-limit", "tied-linear-limit", "tied-limit-small-time",
              "tied-growth-per-loop", "tied-two-loops-energy", "cross-term-deviation",
              "cross-term-mean-two-loops"),
        checks=(
            same(lambda: law("tied-frozen-gates-limit"),
                 lambda: h0 * law("tied-linear-limit", s=s * sp.sqrt(_half())), "T s h0"),
            same(lambda: law("tied-limit-small-time") - law("tied-frozen-gates-limit"),
                 lambda: (s * T) ** 5 * h0 / (120 * sp.sqrt(2) * sp.pi), "T s h0"),
            same(lambda: law("tied-growth-per-loop"),
                 lambda: law("tied-energy-upper", N=sp.Integer(1)) / h0, "eps s h0"),
            *_scales_with("tied-two-loops-energy", "eps s h0", h0=1),
            same(lambda: law("cross-term-deviation", hN=h0 + symbol("x")) ** 2 * d,
                 lambda: (2 * sp.sqrt(h0)) ** 2 * symbol("x"), "h0 x d"),
            *_scales_with("cross-term-mean-two-loops", "eps s h0", h0=1),
            same(lambda: law("cross-term-mean-two-loops"),
                 lambda: law("cross-term-mean-two-loops", eps=eps * s, s=sp.Integer(1)),
                 "eps s h0"),
        ),
    ),
)  # fmt: skip


# -- gains, updates, blocks ------------------------------------------------------------------------

gamma, t, eta, theta, zeta, m, q = (
    symbol(n) for n in ("gamma", "t", "eta", "theta", "zeta", "m", "q")
)
lam, beta, C_W, C_J, C_Delta, Q = (symbol(n) for n in ("lam", "beta", "C_W", "C_J", "C_Delta", "Q"))


def _tail(deviation: Any) -> Any:
    """Gaussian concentration of a 1-Lipschitz function: one-sided probability of a deviation."""
    return sp.exp(-(deviation**2) / 2)


def _block(name: str, sign: int) -> Callable[[], Any]:
    """Theorem 6 pair by pair: centred parts M_l and drifts B_l of L branches, times N^2."""

    def cases() -> Any:
        found = formula(name)
        a, C_0, C_1 = (sp.Symbol(n, positive=True) for n in (found.symbols[3].name, "C_0", "C_1"))
        for n in (1, 2, 4):
            drift = C_0 * beta**2
            pairs = sum(C_1 * beta**2 for i in range(n) for j in range(n) if i != j)
            drifts = sum(sp.sqrt(drift) for _ in range(n)) ** 2
            if sign > 0:
                bound = 2 * (n * a + pairs) + 2 * drifts
            else:
                bound = (n * (a - drift) - pairs) / 2 - drifts
            yield (f"{name}, L={n}", sp.expand(law(name, L=sp.Integer(n))),
                   sp.expand(N**2 * bound))  # fmt: skip

    return cases


_GAINS = Claim(
    id="LOOP-B-constants",
    source=LOOPED.ledger("X-2"),
    says="Gains and probabilities: Gordon and Chevet with the Gaussian width of the cone "
    "(sqrt(d/2)) or of a span (sqrt N), and Gaussian concentration.",
    uses=("cone-gain-lower", "cone-gain-upper", "cone-gain-probability",
          "trajectory-isometry-lower", "trajectory-isometry-upper",
          "trajectory-isometry-probability"),
    checks=(
        *(same(lambda n=n, sign=sign: law(n) * sp.sqrt(d), lambda sign=sign: s * (
            sp.sqrt(d) + sign * (sp.sqrt(d * _half()) + gamma * sp.sqrt(d))), "gamma s d", n)
          for n, sign in (("cone-gain-lower", -1), ("cone-gain-upper", 1))),
        same(lambda: law("cone-gain-probability"),
             lambda: 1 - _tail(gamma * sp.sqrt(d)) - 2 * _tail(sp.sqrt(d)), "gamma d"),
        *(same(lambda n=n: law(n) * sp.sqrt(d),
               lambda sign=sign: s * (sp.sqrt(d) + sign * (sp.sqrt(N) + t)), "N d t s", n)
          for n, sign in (("trajectory-isometry-lower", -1), ("trajectory-isometry-upper", 1))),
        same(lambda: law("trajectory-isometry-probability"), lambda: 1 - 2 * _tail(t), "t"),
    ),
)  # fmt: skip

_UPDATES = Claim(
    id="LOOP-B-equality",
    source=LOOPED.ledger("X-9"),
    says="The update bounds are their recursions summed: n+1 steps from n, the largest term "
    "N times, L layers of N loops; the block bounds are their pairs counted.",
    uses=("loop-update-upper", "loop-update-upper-sharp", "loop-update-sharp-lower",
          "loop-update-sharp-upper", "block-update-upper", "block-branch-upper",
          "block-branch-lower"),
    checks=(
        *recursion("loop-update-upper-sharp", "N", eps * eta * C_Delta * Q,
                   lambda D: (1 + eps * C_W) * D + eps * eta * C_Delta * Q,
                   "N eps eta C_W C_Delta Q"),
        same(lambda: law("loop-update-upper"),
             lambda: N * (eps * eta * C_Delta * Q) * sp.exp(N * eps * C_W),
             "N eps eta C_W C_Delta Q"),
        *(same(lambda n=n: law(n),
               lambda sign=sign, size=size: (main := eta * eps * N * zeta * size)
               + sign * theta * main, f"N eps eta zeta theta {size}", n)
          for n, sign, size in (("loop-update-sharp-lower", -1, m),)),
        same(lambda: law("loop-update-sharp-upper", q=m**2),
             lambda: (1 + theta) * eta * eps * N * zeta * m, "N eps eta zeta theta m"),
        same(lambda: law("block-update-upper"),
             lambda: (L * N) * (lam / (N * sp.sqrt(L))) * C_J * C_Delta * eta,
             "N L lam C_J C_Delta eta"),
        Exhaustive(_block("block-branch-upper", 1)),
        Exhaustive(_block("block-branch-lower", -1)),
    ),
)  # fmt: skip

CLAIMS = (_KERNELS, *_ENERGIES, _GAINS, _UPDATES)
