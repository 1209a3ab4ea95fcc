"""Forward pass: definitions, identities, theorem 1, lemmas 4 and 5, theorems 3 and 6.

Ids with A are those of the first (workshop) version, with B of the second.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted, Sampled
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.looped.common import SCALE, SEEDS, path, sampled
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import dense as dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

rho, eps, N, s, h0, T, L, lam = (
    sp.Symbol("rho", real=True), *(symbol(n) for n in ("eps", "N", "s", "h0", "T", "L", "lam"))
)  # fmt: skip
INSIDE = Interval(sp.Rational(-99, 100), sp.Rational(99, 100))
FEW = {"loops": [1, 2, 5, 9], "eps": SCALE, "seed": SEEDS}
WIDTH = 40


# -- definitions and identities, exact at every width ------------------------------------------


def _homogeneous(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    """The stream from c h_0 is c times the stream from h_0, for c > 0."""
    model = ResidualMLP(width=WIDTH, loops=int(loops), eps=eps)
    start = np.random.default_rng(int(seed)).standard_normal(WIDTH)
    runs = [
        dense.simulate(
            model, Ensemble(samples=2, seed=int(seed), start=c * start), observe=("kernel",)
        )
        for c in (1.0, 3.0)
    ]
    return runs[1]["kernel"].to_numpy(), 9 * runs[0]["kernel"].to_numpy()


def _identity_without_branch(loops: int, seed: int) -> tuple[Any, Any]:
    model = ResidualMLP(width=WIDTH, loops=int(loops), eps=0.0)
    energy = dense.simulate(model, Ensemble(samples=2, seed=int(seed)))["energy"].to_numpy()
    return energy, np.broadcast_to(energy[:, :1], energy.shape)


def _negative_start(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    model = ResidualMLP(width=WIDTH, loops=int(loops), eps=eps)
    start = -np.abs(np.random.default_rng(int(seed)).standard_normal(WIDTH))
    energy = dense.simulate(model, Ensemble(samples=1, seed=int(seed), start=start))[
        "energy"
    ].to_numpy()
    return energy, np.broadcast_to(energy[:, :1], energy.shape)


def _telescoping(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    return p["h"][-1], p["h"][0] + eps * p["r"].sum(axis=0)


def _energy_split(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    start, total = p["h"][0], p["r"].sum(axis=0)
    cross, square = 2 * eps / WIDTH * start @ total, eps**2 / WIDTH * total @ total
    return p["h"][-1] @ p["h"][-1] / WIDTH, start @ start / WIDTH + cross + square


def _factorised(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    return p["r"].sum(axis=0), p["W"][0] @ p["u"].sum(axis=0)


def _bilinear(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    return p["r"] @ p["r"].T, p["u"] @ (p["W"][0].T @ p["W"][0]) @ p["u"].T


def _cauchy_schwarz(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    start = math.sqrt(p["h"][0] @ p["h"][0] / WIDTH)
    left = abs(2 * eps / WIDTH * p["h"][0] @ p["r"].sum(axis=0))
    return left, 2 * eps * start * np.sum(np.sqrt(np.sum(p["r"] ** 2, axis=1) / WIDTH))


def _block_identity(loops: int, eps: float, seed: int, layers: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps, layers=int(layers))
    by_layer = p["u"].reshape(int(loops), int(layers), WIDTH).sum(axis=0)
    branch = sum(w @ u for w, u in zip(p["W"], by_layer, strict=True))
    return p["h"][-1], p["h"][0] + eps * branch


def _deep_step(eps: float, seed: int) -> tuple[Any, Any]:
    p = path(seed, width=WIDTH, loops=1, layers=3, eps=eps)
    h, r = p["h"][2], p["r"][2]
    return (p["h"][3] @ p["h"][3],
            h @ h + 2 * eps * h @ r + eps**2 * r @ r)  # fmt: skip


_POINTS = {"rtol": 1e-9, "n": 30}

_IDENTITIES = (
    Claim(
        id="LOOP-A-E1",
        source=LOOPED_V0.eq(1),
        says="The tied recursion h + eps W relu(h): positively homogeneous, the identity at "
        "eps = 0, and at rest where h_0 <= 0.",
        checks=(
            Property(_homogeneous, FEW, **_POINTS),
            Property(_identity_without_branch, {"loops": [1, 4], "seed": SEEDS}, n=10),
            Property(_negative_start, FEW, n=10),
        ),
    ),
    Claim(
        id="LOOP-A-D1",
        source=LOOPED_V0.section("2"),
        says="H_n = |h_n|^2/d is a variance of the coordinates (centred).",
        checks=(Property(
            lambda seed: (float(np.var(x := np.random.default_rng(int(seed)).normal(1, 1, 50))),
                          float(np.mean(x**2))), {"seed": SEEDS}, n=5),),
        corrected_by="LOOP-A-D1-uncentred",
    ),
    Claim(
        id="LOOP-A-D1-uncentred",
        source=LOOPED_V0.ledger("ERR-20"),
        says="H_n is an uncentred second moment: variance plus squared mean of the coordinates.",
        checks=(Property(
            lambda seed: (float(np.var(x := np.random.default_rng(int(seed)).normal(1, 1, 50))
                                + np.mean(x) ** 2), float(np.mean(x**2))), {"seed": SEEDS}),),
    ),
    Claim(
        id="LOOP-A-ID1",
        source=LOOPED_V0.section("2.1"),
        says="h_N = h_0 + eps sum_n r_n.",
        checks=(Property(_telescoping, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-A-E2",
        source=LOOPED_V0.eq(2),
        says="H_N = H_0 + B_N + C_N (also eq. 5, and R_N^2 of the second version).",
        checks=(Property(_energy_split, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-A-ID2",
        source=LOOPED_V0.section("C.1"),
        says="<r_n, r_m> = u_n^T W^T W u_m.",
        checks=(Property(_bilinear, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-A-I1",
        source=LOOPED_V0.section("C.2"),
        says="|B_N| <= 2 eps sqrt(H_0) sum_n |r_n|/sqrt(d), deterministic.",
        checks=(Property(_cauchy_schwarz, FEW, relation="<=", n=60),),
    ),
    Claim(
        id="LOOP-A-DP2",
        source=LOOPED_V0.section("B"),
        says="One untied step: H_(l+1) = H_l + cross term + eps^2 |W phi(h)|^2/d.",
        checks=(Property(_deep_step, {"eps": SCALE, "seed": SEEDS}, **_POINTS),),
    ),
    Claim(
        id="LOOP-B-E1",
        source=LOOPED.eq(1),
        says="The same tied recursion with s = 1.",
        checks=(Property(_homogeneous, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-B-ID1",
        source=LOOPED.section("3.2"),
        says="R_N^2 = R_0^2 + B_N + C_N.",
        checks=(Property(_energy_split, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-B-ID2",
        source=LOOPED.eq(5),
        says="Tied branches factor: sum_n r_n = W sum_n u_n.",
        checks=(Property(_factorised, FEW, **_POINTS),),
    ),
    Claim(
        id="LOOP-B-ID3",
        source=LOOPED.section("4.1"),
        says="A block of L layers looped N times: h_out = h_0 + eps sum_l W_l sum_n phi(h_nl) "
        "(recursion of eq. 2).",
        checks=(Property(_block_identity, {**FEW, "layers": [1, 2, 4]}, **_POINTS),),
    ),
)  # fmt: skip


# -- kernels and exact limits -------------------------------------------------------------------


def _by_arcsine(expr: sp.Expr) -> sp.Expr:
    """One spelling of arccos(-rho), pi - arccos(rho) and sqrt((1 - rho)(1 + rho))."""
    return sp.expand(expr.replace(sp.acos, lambda x: sp.pi / 2 - sp.asin(x)), power_base=False)


def _kappa_by_angle(rho: float) -> tuple[float, float]:
    """The polar integral: (1/pi) int cos(a) cos(a - theta) da over both positive."""
    theta = mpmath.acos(rho)
    value = mpmath.quad(lambda a: mpmath.cos(a) * mpmath.cos(a - theta),
                        [theta - mpmath.pi / 2, mpmath.pi / 2]) / mpmath.pi  # fmt: skip
    return activations.kappa(rho), float(value)


def _double_sum(loops: int, eps: float) -> tuple[Any, Any]:
    """The kernel by the defining double sum, with scalar kappa."""
    n = int(loops)
    H = np.ones((n + 1, n + 1))
    for a, b in sorted(product(range(n + 1), repeat=2), key=max):  # H_jj before it is needed
        H[a, b] = 1 + eps**2 * math.fsum(
            math.sqrt(H[i, i] * H[j, j])
            * activations.kappa(min(1.0, H[i, j] / math.sqrt(H[i, i] * H[j, j])))
            for i in range(a) for j in range(b)
        )  # fmt: skip
    return residual.tied_kernel(n, eps), H


def _golden() -> Iterator[tuple[str, float, str]]:
    for loops, eps, printed in (
        (2, 0.5, "1.516716522888"), (4, 0.25, "1.537199437981"), (8, 0.125, "1.551100186859"),
        (16, 1 / 16, "1.559127117009"), (64, 1 / 64, "1.565670373721"),
        (16, 0.25, "39.385841102159"), (8, 1.0, "1250.805239217"),
    ):  # fmt: skip
        yield f"N={loops}, eps={eps:g}", float(residual.tied_kernel(loops, eps)[-1, -1]), printed


def _sandwich(N: int, eps: float, s: float) -> bool:
    value = float(residual.tied_kernel(int(N), eps, s)[-1, -1])
    low = formula("tied-energy-lower")(N, eps, s, 1.0)
    high = formula("tied-energy-upper")(N, eps, s, 1.0)
    loose = formula("tied-energy-exponential")(N * eps, s, 1.0)
    rounding = 1 + 1e-11
    return low <= value * rounding and value <= high * rounding and high <= loose * rounding


def _normalized_sandwich(N: int, eps: float, s: float) -> bool:
    value = float(residual.tied_kernel(int(N), eps, s, normalize=True)[-1, -1])
    low = formula("tied-normalized-energy-lower")(N * eps, s, 1.0)
    high = formula("tied-normalized-energy-upper")(N * eps, s, 1.0)
    return low <= value * (1 + 1e-11) and value <= high * (1 + 1e-11)


def _printed_growth(N: int) -> bool:
    """C_N = Theta(eps^2 N^2) with depth-free constants at eps = 1: N^-2 C_N stays bounded."""
    value = float(residual.tied_kernel(int(N), 1.0)[-1, -1]) - 1
    return value / N**2 < 10


_TIED = Stream(loops=8, eps=1 / 8)


def _cross_size(width: int) -> tuple[float, float]:
    """Standard deviation of B_N against its large-width value, within 5 standard errors."""
    samples = 4000
    estimate = sampled(_TIED, "linear", width=int(width), samples=samples, seed=7)
    predicted = residual.energy_terms(_TIED, width=int(width)).deviation
    found = math.sqrt(estimate.variance)
    return abs(found / predicted - 1), 5 / math.sqrt(2 * samples) + 3 / width


def _two_loops_mean(width: int) -> Sampled:
    """d E B_2 at a finite width: its large-width value up to O(1/d), tested at 5 errors plus that.

    Exact at every width: E B_2 = (2 eps^2 s^2/d^2) E sum_i u_i^2 1[h_1i > 0] (Gaussian integration
    by parts); the control variate below samples that expectation on the same networks.
    """

    def estimate(seed: int) -> Estimate:
        rng = np.random.default_rng(seed)
        start = rng.standard_normal((60_000, width))
        u = np.maximum(start, 0)
        size = np.linalg.norm(u, axis=1, keepdims=True)
        first = rng.standard_normal(start.shape) * size / math.sqrt(width)
        after = np.maximum(start + 0.5 * first, 0)
        along = np.sum(after * u, axis=1, keepdims=True) / np.where(size > 0, size, 1.0) ** 2
        rest = np.linalg.norm(after - along * u, axis=1, keepdims=True)
        second = along * first + rng.standard_normal(start.shape) * rest / math.sqrt(width)
        cross = np.mean(start * (first + second), axis=1)  # B_2 at eps = 1/2
        exact = 0.5 * np.sum(u**2 * (start + 0.5 * first > 0), axis=1) / width**2
        return Estimate.of(width * (cross - exact))

    return Sampled(estimate, lambda: 0.0, what=f"E B_2 by parts, width {width}")


def _two_loops_limit(eps: float, s: float) -> tuple[float, float]:
    """The registered large-width mean against a direct quadrature of E[z_+^2 P(Z < c z)]."""
    c = math.sqrt(2) / (eps * s)
    value = mpmath.quad(lambda z: z**2 * mpmath.ncdf(c * z) * mpmath.npdf(z), [0, 0.3, 2, 12])
    return formula("cross-term-mean-two-loops")(eps, s, 1.0), float(2 * (eps * s) ** 2 * value)


def _isometry(seed: int) -> bool:
    """Singular values of W on the span of its activations, within t = 4 (false alarm 7e-4)."""
    width, loops = 400, 24
    p = path(seed, width=width, loops=loops, eps=1 / 8)
    basis = np.linalg.qr(p["u"].T)[0]
    gains = np.linalg.svd(p["W"][0] @ basis, compute_uv=False)
    low = formula("trajectory-isometry-lower")(loops, width, 4.0, 1.0)
    high = formula("trajectory-isometry-upper")(loops, width, 4.0, 1.0)
    return bool(low <= gains[-1] and gains[0] <= high)


def _wide_energy(stream: Stream, width: int = 16_384, samples: int = 16) -> Sampled:
    """Output energy of wide networks over its limit."""

    def estimate(seed: int) -> Estimate:
        found = sampled(stream, "energy", width=width, samples=samples, seed=seed)
        limit = float(stream.energies[-1])
        return Estimate(found.n, found.mean / limit, found.m2 / limit**2)

    return Sampled(estimate, lambda: 1.0, what=repr(stream))


def _untied(depth: int, eps: float, s: float) -> tuple[float, float]:
    stream = Stream(loops=1, layers=int(depth), eps=eps, s=s)
    return float(stream.energies[-1]), formula("untied-energy")(depth, eps, s, 1.0, 0.5)


def _first_step_mean(width: int) -> Sampled:
    return Sampled(
        lambda seed: sampled(
            Stream(loops=1, layers=1, eps=1.0), "energy", width=width, samples=20_000, seed=seed
        ),
        lambda: 1.5,
        what=f"width {width}",
    )


def _bounded(alpha: float, tied: bool) -> bool:
    """Energy at 4096 steps no more than 1.1 times that at 1024: bounded as n grows."""
    values = []
    for n in (1024, 4096):
        eps = n**-alpha
        if tied:
            values.append(float(residual.tied_kernel(n, eps)[-1, -1]))
        else:
            values.append(residual.untied_energy(n, eps))
    return bool(values[1] < 1.1 * values[0]) == (alpha >= (1.0 if tied else 0.5))


_LIMITS = (
    Claim(
        id="LOOP-A-K",
        source=LOOPED_V0.section("C.1"),
        says="E relu(Z1) relu(Z2) = sqrt(H1 H2) kappa(rho), kappa = (sqrt(1-rho^2) + "
        "(pi - arccos rho) rho)/(2 pi) in [0, 1/2], increasing and convex.",
        uses=("kappa-relu", "gate-relu"),
        checks=(
            Identity(lambda: (_by_arcsine(law("kappa-relu", rho=rho)), _by_arcsine(
                (sp.sqrt(1 - rho**2) + (sp.pi - sp.acos(rho)) * rho) / (2 * sp.pi))),
                {rho: INSIDE}, what="as printed"),
            Identity(lambda: (sp.diff(law("kappa-relu", rho=rho), rho), law("gate-relu", rho=rho)),
                     {rho: INSIDE}, what="derivative"),
            Certify(lambda: (sp.Integer(0), "<", law("gate-relu", rho=rho)),
                    {rho: (sp.Rational(-999, 1000), sp.Rational(999, 1000))}, what="increasing"),
            Property(_kappa_by_angle, {"rho": Interval(sp.Rational(-9, 10), 1)}, rtol=1e-12),
        ),
    ),
    Claim(
        id="LOOP-A-X1",
        source=LOOPED_V0.ledger("X-1"),
        says="At infinite width H_nm = H_0 + eps^2 s^2 sum_(i<n, j<m) sqrt(H_ii H_jj) "
        "kappa(rho_ij), exactly: B vanishes and E H_N = H_0 + C_N.",
        uses=("kappa-relu", "tied-two-loops-energy"),
        checks=(
            Property(_double_sum, {"loops": [1, 2, 5, 8], "eps": SCALE}, rtol=1e-12, n=12),
            Quoted(_golden),
            Property(lambda eps, s: (float(residual.tied_kernel(2, eps, s)[-1, -1]),
                                     formula("tied-two-loops-energy")(eps, s, 1.0)),
                     {"eps": SCALE, "s": SCALE}, rtol=1e-13),
        ),
        cross_checks=(
            _wide_energy(Stream(loops=8, eps=1 / 8)),
            _wide_energy(Stream(loops=16, eps=1 / 4)),
            _wide_energy(Stream(loops=4, layers=3, eps=1 / (4 * math.sqrt(3)))),
            _wide_energy(Stream(loops=16, eps=1.0, normalize=True)),
        ),
    ),
    Claim(
        id="LOOP-A-T1",
        source=LOOPED_V0.theorem(1),
        says="E H_N = H_0 + O(eps N) + Theta(eps^2 N^2) at every eps (tied, eps = 1 included).",
        checks=(Property(_printed_growth, {"N": [2, 4, 8, 16]}, n=8,
                         try_first=({"N": 8},)),),
        corrected_by="LOOP-A-T1-bounds",
    ),
    Claim(
        id="LOOP-A-T1-bounds",
        source=LOOPED_V0.ledger("X-3"),
        says="H_0 (1 + (s eps N)^2/(2 pi)) <= H_N <= H_0 (1 + eps s/sqrt 2)^(2N) <= "
        "H_0 exp(sqrt2 s eps N) at infinite width: bounded if and only if eps N is.",
        uses=("tied-energy-lower", "tied-energy-upper", "tied-energy-exponential",
              "tied-normalized-energy-lower", "tied-normalized-energy-upper"),
        checks=(
            Property(_sandwich, {"N": [1, 2, 7, 30], "eps": Interval(sp.Rational(1, 100), 1),
                                 "s": Interval(sp.Rational(1, 4), 2)}, n=80),
            Property(_normalized_sandwich, {"N": [1, 2, 7, 30],
                                            "eps": Interval(sp.Rational(1, 100), 1),
                                            "s": Interval(sp.Rational(1, 4), 2)}, n=80),
            Certify(lambda: (sp.log(1 + T), "<", T), {T: (sp.Rational(1, 1000), 10)},
                    what="(1 + x)^(2N) < exp(2 N x)"),
        ),
        domain="infinite width; at finite width the trajectory can die with small probability",
    ),
    Claim(
        id="LOOP-A-H1",
        source=LOOPED_V0.theorem("1, assumption 2"),
        says="W^T W is close to s^2 I (every vector is stretched by a factor near s).",
        checks=(Property(
            lambda seed: bool(np.linalg.svd(path(seed, width=200, loops=1, eps=1.0)["W"][0],
                                            compute_uv=False)[-1] > 0.5), {"seed": SEEDS}, n=4),),
        corrected_by="LOOP-A-H1-trajectory",
    ),
    Claim(
        id="LOOP-A-H1-trajectory",
        source=LOOPED_V0.ledger("X-2"),
        says="On the span of the N activations met, W has gains between s (1 -+ (sqrt(N/d) + "
        "t/sqrt d)) with probability 1 - 2 exp(-t^2/2).",
        uses=("trajectory-isometry-lower", "trajectory-isometry-upper",
              "trajectory-isometry-probability"),
        checks=(Property(_isometry, {"seed": list(range(12))}, n=12),),
    ),
    Claim(
        id="LOOP-A-B1",
        source=LOOPED_V0.section("C.2"),
        says="The cross term B_N: mean O(1/d), standard deviation 2 sqrt(H_0 (H_N - H_0)/d), far "
        "below the paper's O(eps N).",
        uses=("cross-term-deviation", "cross-term-mean-two-loops"),
        checks=(
            Property(_cross_size, {"width": [128, 256, 512]}, relation="<", n=6),
            _two_loops_mean(8),
            _two_loops_mean(64),
            Property(_two_loops_limit, {"eps": [0.5, 1.0], "s": [1.0, 2.0]}, n=3, rtol=1e-12),
        ),
    ),
    Claim(
        id="LOOP-A-P1",
        source=LOOPED_V0.section("C.3"),
        says="With eps = N^-alpha the tied stream is bounded if and only if alpha >= 1.",
        checks=(Property(lambda alpha: _bounded(alpha, True),
                         {"alpha": [0.5, 0.75, 0.9, 1.0, 1.25]}, n=10),),
    ),
    Claim(
        id="LOOP-A-DP5",
        source=LOOPED_V0.section("B"),
        says="Untied: E H_L = (1 + s^2 eps^2/2)^L H_0, bounded if and only if alpha >= 1/2; one "
        "step is exact at every width.",
        uses=("untied-energy",),
        checks=(
            Property(_untied, {"depth": [1, 2, 7, 40], "eps": SCALE, "s": SCALE}, rtol=1e-12),
            Property(lambda alpha: _bounded(alpha, False),
                     {"alpha": [0.25, 0.4, 0.5, 0.75, 1.0]}, n=10),
        ),
        cross_checks=(_first_step_mean(2), _first_step_mean(16)),
    ),
    Claim(
        id="LOOP-A-DP5-printed",
        source=LOOPED_V0.section("B"),
        says="(1 + c eps^2)^L is close to exp(c L^(1 - 2 alpha)) for every alpha > 0 (ratio to 1 "
        "as L grows).",
        checks=(Property(
            lambda alpha: abs(math.exp(4096 * math.log1p(0.5 * 4096 ** (-2 * alpha))
                                       - 0.5 * 4096 ** (1 - 2 * alpha)) - 1) < 0.05,
            {"alpha": [0.1, 0.2, 0.5, 1.0]}, n=8),),
        corrected_by="LOOP-A-DP5-range",
    ),
    Claim(
        id="LOOP-A-DP5-range",
        source=LOOPED_V0.ledger("ERR-17"),
        says="The two agree only if L eps^4 -> 0, that is alpha > 1/4.",
        checks=(Property(
            lambda alpha: (abs(math.exp(2**20 * math.log1p(0.5 * 2 ** (-40 * alpha))
                                        - 0.5 * 2 ** (20 * (1 - 2 * alpha))) - 1) < 0.05)
            == (alpha > 0.25), {"alpha": [0.1, 0.2, 0.4, 0.5, 1.0]}, n=8),),
    ),
    Claim(
        id="LOOP-A-M1",
        source=LOOPED_V0.section("C.2"),
        says="E |r_n|^2/d = s^2 H_n/2 for coordinates that are symmetric (infinite width).",
        uses=("kappa-relu",),
        checks=(Identity(lambda: (sp.limit(law("kappa-relu", rho=rho), rho, 1),
                                  sp.Rational(1, 2)), {eps: SCALE}),),
        domain="fails for h_0 with a mean, or of one sign: the network is then at rest",
    ),
    Claim(
        id="LOOP-A-H2",
        source=LOOPED_V0.section("C.1"),
        says="If the mean overlap is of order one, C_N is of order (eps N)^2: at infinite width "
        "C_N = eps^2 s^2 N^2 times the mean overlap.",
        checks=(Property(
            lambda loops, eps: (
                residual.energy_terms(Stream(loops=int(loops), eps=eps)).quadratic,
                eps**2 * int(loops) ** 2 * float(Stream(loops=int(loops), eps=eps).overlap.mean())),
            {"loops": [1, 3, 12], "eps": SCALE}, rtol=1e-11),),
    ),
)  # fmt: skip


# -- the positive cone: lemmas 4 and 5, theorem 1 with constants ---------------------------------


def _cone(loops: int, seed: int) -> bool:
    rng = np.random.default_rng(int(seed))
    u = np.maximum(rng.standard_normal((int(loops), WIDTH)) + rng.normal(), 0)
    found = residual.cone_mass(u)
    slack = 1 + 1e-12
    return bool(found.lower <= found.value * slack and found.value <= found.upper * slack)


def _equal_vectors(seed: int) -> tuple[float, float]:
    u = np.abs(np.random.default_rng(int(seed)).standard_normal(WIDTH))
    found = residual.cone_mass(np.broadcast_to(u, (7, WIDTH)))
    return found.value, found.upper


def _constant_vectors(seed: int) -> tuple[float, float]:
    scale = np.random.default_rng(int(seed)).uniform(0.1, 2, size=(7, 1))
    found = residual.cone_mass(scale * np.ones((7, WIDTH)))
    return found.value, found.lower


def _theorem_one(loops: int, eps: float, seed: int) -> bool:
    """c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N with the gains of W itself on U_N."""
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    total = p["u"].sum(axis=0)
    gain = np.linalg.norm(p["W"][0] @ total) / np.linalg.norm(total)
    mass = residual.cone_mass(p["u"])
    size = np.linalg.norm(p["r"].sum(axis=0)) / math.sqrt(WIDTH)
    return bool(gain * mass.lower <= size * (1 + 1e-12) and size <= gain * mass.upper * (1 + 1e-12))


def _norm_bounds(loops: int, eps: float, seed: int) -> bool:
    p = path(seed, width=WIDTH, loops=int(loops), eps=eps)
    first, last = (float(np.linalg.norm(p["h"][i]) / math.sqrt(WIDTH)) for i in (0, -1))
    mean = float(np.linalg.norm(p["r"].sum(axis=0)) / math.sqrt(WIDTH) / int(loops))
    low = formula("tied-norm-lower")(eps, loops, first, mean)
    high = formula("tied-norm-upper")(eps, loops, first, mean)
    return low <= last * (1 + 1e-12) and last <= high * (1 + 1e-12)


def _mean_activation(loops: int, eps: float) -> bool:
    """m_- = sqrt(H_0/(2 pi)) and q_+ = H_0 exp(sqrt2 T)/2 hold for every step at infinite width."""
    energies = Stream(loops=int(loops), eps=eps).energies[:-1]
    mass = np.sqrt(energies / (2 * math.pi))
    low = formula("activation-mass-lower")(1.0)
    high = formula("activation-square-upper")(int(loops) * eps, 1.0, 1.0)
    return bool(np.all(mass >= low * (1 - 1e-12)) and np.all(energies / 2 <= high * (1 + 1e-12)))


def _watson(k: int) -> bool:
    """Watson's bounds k - 1/2 <= lambda_k^2 <= k - 1 + 2/pi on the mean norm of k normals."""
    square = 2 * mpmath.exp(2 * (mpmath.loggamma((mpmath.mpf(k) + 1) / 2)
                                 - mpmath.loggamma(mpmath.mpf(k) / 2)))  # fmt: skip
    return bool(k - 0.5 <= square <= k - 1 + 2 / mpmath.pi)


def _slack_from_watson() -> tuple[sp.Expr, str, sp.Expr]:
    """For d >= 6 Gordon's room is positive by Watson's bounds; x = 1/d in (0, 1/6].

    sqrt(d - 1/2) - sqrt(d/2 - (1 - 2/pi)(1 - 2^-d)) - sqrt(d) (1 - 1/sqrt 2), over sqrt(d), with
    2^-d <= 1/64, is x g(x): it vanishes at x = 0, so its chord slope is certified instead.
    """
    x = symbol("x")
    c = (1 - 2 / sp.pi) * sp.Rational(63, 64)
    # sqrt(1 - x/2) - 1 = -(x/2)/(1 + sqrt(1 - x/2)) and
    # 1/sqrt2 - sqrt(1/2 - c x) = c x/(1/sqrt2 + sqrt(1/2 - c x))
    slope = (-sp.Rational(1, 2) / (1 + sp.sqrt(1 - x / 2))
             + c / (1 / sp.sqrt(2) + sp.sqrt(sp.Rational(1, 2) - c * x)))  # fmt: skip
    return sp.Integer(0), "<", slope


def _slack_rows() -> Iterator[tuple[str, Any, str]]:
    for d, printed in ((1, "0.1060"), (4, "0.2166"), (400, "0.1923")):
        ball = formula("gordon-slack").ball(d)
        yield f"sqrt(d) * slack at d = {d}", ball * math.sqrt(d), printed


def _cone_search(seed: int, width: int) -> bool:
    """Smallest and largest gain found on the cone by projected power iteration stay in bounds."""
    rng = np.random.default_rng(int(seed))
    W = rng.standard_normal((int(width), int(width))) / math.sqrt(width)
    gram, top = W.T @ W, np.linalg.norm(W, 2) ** 2
    ends = []
    for sign in (1, -1):
        x = np.abs(rng.standard_normal(int(width)))
        for _ in range(300):
            x = np.maximum(x + sign * gram @ x / top, 0)
            x /= np.linalg.norm(x)
        ends.append(np.linalg.norm(W @ x))
    return bool(formula("cone-gain-lower")(0.2, 1.0) <= ends[1]
                and ends[0] <= formula("cone-gain-upper")(0.2, 1.0))  # fmt: skip


_CONE = (
    Claim(
        id="LOOP-B-L4",
        source=LOOPED.lemma(4),
        says="For nonnegative u_n: m_- N <= |sum u_n|/sqrt d <= sqrt(q_+) N, with equality for "
        "constant vectors (left) and equal vectors (right).",
        checks=(
            Property(_cone, {"loops": [1, 2, 9], "seed": SEEDS}, n=80),
            Property(_equal_vectors, {"seed": SEEDS}, n=20),
            Property(_constant_vectors, {"seed": SEEDS}, n=20),
        ),
    ),
    Claim(
        id="LOOP-B-L5",
        source=LOOPED.lemma(5),
        says="A Gaussian matrix stretches the positive cone by at least 1 - 1/sqrt2 - gamma with "
        "probability 1 - exp(-gamma^2 d/2) - 2 exp(-d/2).",
        uses=("gordon-slack", "cone-gain-lower", "cone-gain-upper", "cone-gain-probability"),
        checks=(
            Property(lambda d: formula("gordon-slack").ball(int(d)) > 0,
                     {"d": [1, 2, 3, 4, 5, 10, 40, 150]}, n=16, what="Gordon's room"),
            Certify(_slack_from_watson, {symbol("x"): (0, sp.Rational(1, 6))},
                    what="Gordon's room for every d >= 6"),
            Property(_watson, {"k": [1, 2, 3, 5, 10, 100, 1000, 2999]}, n=20),
            Quoted(_slack_rows),
        ),
        cross_checks=(Property(_cone_search, {"seed": list(range(6)), "width": [60, 150]}, n=8),),
    ),
    Claim(
        id="LOOP-B-L5-proof",
        source=LOOPED.lemma(5),
        says="Proof: Gordon's theorem bounds the gain below by sqrt(d) - w - t (its constant is "
        "sqrt d).",
        checks=(Property(
            lambda d: bool(mpmath.sqrt(2) * mpmath.gamma((d + 1) / 2) / mpmath.gamma(d / 2)
                           >= mpmath.sqrt(d)), {"d": [1.0, 2.0, 10.0, 100.0]}, n=4),),
        corrected_by="LOOP-B-L5",
    ),
    Claim(
        id="LOOP-B-T1",
        source=LOOPED.theorem(1),
        says="c_W m_- N <= |S_N|/sqrt d <= C_W sqrt(q_+) N: |S_N|^2/d = Theta(N^2) under its "
        "hypotheses, with the constants written out.",
        checks=(Property(_theorem_one, FEW, n=60),),
    ),
    Claim(
        id="LOOP-B-T1-hypotheses",
        source=LOOPED.ledger("X-3"),
        says="At infinite width the hypotheses hold by themselves: m_- = sqrt(H_0/(2 pi)), "
        "q_+ = H_0 exp(sqrt2 s T)/2.",
        uses=("activation-mass-lower", "activation-square-upper"),
        checks=(Property(_mean_activation, {"loops": [1, 4, 20], "eps": SCALE}, n=40),),
    ),
    Claim(
        id="LOOP-B-RN",
        source=LOOPED.section("7.2.1"),
        says="(eps c N - R_0)_+ <= R_N <= R_0 + C eps N.",
        uses=("tied-norm-lower", "tied-norm-upper"),
        checks=(Property(_norm_bounds, FEW, n=60),),
    ),
    Claim(
        id="LOOP-B-OV",
        source=LOOPED.section("7.2.1"),
        says="The mean overlap of activations is |U_N|^2/(N^2 d), between m_-^2 and q_+.",
        checks=(Property(
            lambda loops, seed: (lambda u: (float(np.mean(u @ u.T) / WIDTH),
                                            residual.cone_mass(u).value ** 2 / len(u) ** 2))(
                np.maximum(np.random.default_rng(int(seed)).standard_normal((int(loops), WIDTH)),
                           0)), {"loops": [1, 3, 9], "seed": SEEDS}, rtol=1e-12),),
    ),
    Claim(
        id="LOOP-B-FIG1n",
        source=LOOPED.figure(1),
        says="Untied branches add up like sqrt(L), tied ones like N: exact slopes at infinite "
        "width for the normalised stream.",
        checks=(
            Property(lambda L: (float(Stream(loops=1, layers=int(L), eps=1.0,
                                             normalize=True).energies[-1]) - 1, L / 2),
                     {"L": [1, 2, 8, 64]}, rtol=1e-12, n=8),
            Property(lambda N: (lambda c: 0.3 < c < 1.1)(
                math.sqrt(float(residual.tied_kernel(int(N), 1.0, normalize=True)[-1, -1]) - 1)
                / N), {"N": [1, 4, 16, 64, 256]}, n=10),
        ),
    ),
    Claim(
        id="LOOP-B-REM1",
        source=LOOPED.section("3.2, remark"),
        says="Accumulation needs no positivity: with a normalised stream every overlap is "
        "positive for erf and GELU too.",
        checks=(Property(
            lambda activation, N: bool(np.all(residual.tied_kernel(
                int(N), 0.5, activation=activation, normalize=True) > 0)),
            {"activation": ["erf", "gelu", "linear", "relu"], "N": [2, 8]}, n=16),),
    ),
)  # fmt: skip


# -- blocks: theorems 3 and 6 ----------------------------------------------------------------------


def _anova() -> Iterator[tuple[str, Any, Any]]:
    """Hoeffding components of a function of three bits: orthogonal, exact in rationals."""
    rng = np.random.default_rng(3)
    table = {bits: Fraction(int(rng.integers(-9, 10))) for bits in product((0, 1), repeat=3)}

    def mean(over: set[int], bits: tuple[int, ...]) -> Fraction:
        free = [range(2) if i in over else (bits[i],) for i in range(3)]
        values = [table[p] for p in product(*free)]
        return sum(values, Fraction(0)) / len(values)

    subsets = [frozenset(i for i in range(3) if m >> i & 1) for m in range(8)]

    def part(subset: frozenset[int], bits: tuple[int, ...]) -> Fraction:
        return sum(
            ((-1) ** (len(subset) - len(inner)) * mean(set(range(3)) - inner, bits)
             for inner in subsets if inner <= subset), Fraction(0)
        )  # fmt: skip

    everywhere = list(product((0, 1), repeat=3))
    for one, two in product(subsets, repeat=2):
        if one != two:
            dot = sum(part(one, b) * part(two, b) for b in everywhere)
            yield f"{set(one)} and {set(two)} orthogonal", sp.Rational(dot), sp.Integer(0)
    for i in range(3):
        # Efron-Stein: the part that depends on bit i is half the mean square of a replacement.
        kept = sum(part(sub, b) ** 2 for sub in subsets if i in sub for b in everywhere)
        swapped = sum((table[b] - table[tuple(c if j == i else x for j, x in enumerate(b))]) ** 2
                      for b in everywhere for c in (0, 1)) / 2  # fmt: skip
        yield f"replacement of bit {i}", sp.Rational(kept), sp.Rational(swapped / 2)


def _replacement(loops: int, layers: int, beta: float) -> tuple[float, float] | None:
    """Hypothesis (9): half the change of Y_l when one matrix is redrawn is at most C_1 beta^2."""
    stream = Stream(loops=int(loops), layers=int(layers), eps=beta / loops)
    lost = residual.replacement_stability(stream, 0)[1:]
    return float(np.max(lost)) / beta**2, 0.5


def _block_bound(loops: int, layers: int, lam: float) -> bool:
    found = residual.block_bound(
        Stream(loops=int(loops), layers=int(layers), eps=lam / (loops * math.sqrt(layers)))
    )
    return bool(found.lower <= found.exact * (1 + 1e-12) and found.exact <= found.upper)


def _block_exact(loops: int, layers: int, seed: int) -> Sampled:
    stream = Stream(loops=loops, layers=layers, eps=1 / (loops * math.sqrt(layers)))
    return Sampled(
        lambda seed: sampled(stream, "quadratic", width=16_384, samples=24, seed=seed),
        lambda: stream.eps**2 * float(np.sum(residual.branch_energies(stream))),
        what=f"N={loops}, L={layers}",
    )


def _norm_inequalities(seed: int) -> bool:
    x, y = np.random.default_rng(int(seed)).standard_normal((2, 5))
    a, b, m, p = x @ x, y @ y, (x - y) @ (x - y), (x + y) @ (x + y)
    return bool(m >= a / 2 - b - 1e-12 and p >= a / 2 - b - 1e-12 and p <= 2 * (a + b) + 1e-12)


def _single_limit(lam: float) -> tuple[float, float]:
    """N -> inf at fixed L: the limit is that of one layer, G(lambda), whatever L."""
    one = float(residual.limit(lam))
    deep = float(residual.block_kernel(256, 3, lam / (256 * math.sqrt(3)))[-1, -1, -1])
    return abs(deep / one - 1), 0.02


def _limits_quoted() -> Iterator[tuple[str, float, str]]:
    for T, printed in (
        (0.25, "1.0314968198"),
        (0.5, "1.1290193624"),
        (1.0, "1.5679573246"),
        (2.0, "4.31880240"),
        (4.0, "53.77270"),
        (8.0, "12811.88"),
    ):
        yield f"G({T})", float(residual.limit(T)), printed
    for loops, layers, lam_, printed in (
        (4, 4, 1.0, "1.563164331487"),
        (8, 3, 2.0, "4.192045343"),
        (2, 12, 1.0, "1.579702966995"),
    ):
        eps_ = lam_ / (loops * math.sqrt(layers))
        yield (f"block N={loops}, L={layers}, lambda={lam_:g}",
               float(residual.block_kernel(loops, layers, eps_)[-1, -1, -1]), printed)  # fmt: skip


_BLOCKS = (
    Claim(
        id="LOOP-B-T6b",
        source=LOOPED.section("7.4"),
        says="Hoeffding-ANOVA components are orthogonal and the Efron-Stein identity holds "
        "(exact on a finite product space).",
        checks=(Exhaustive(_anova),),
    ),
    Claim(
        id="LOOP-B-T6e",
        source=LOOPED.section("7.4"),
        says="|x -+ y|^2 >= |x|^2/2 - |y|^2 and |x + y|^2 <= 2|x|^2 + 2|y|^2.",
        checks=(Property(_norm_inequalities, {"seed": list(range(200))}, n=200),),
    ),
    Claim(
        id="LOOP-B-T6g",
        source=LOOPED.theorem(3),
        says="With eps = lambda/(N sqrt L), beta = eps N: eps^2 N^2 (L + beta^2 L^2) = "
        "lambda^2 + lambda^4, free of N and L.",
        checks=(Identity(lambda: (
            (lam / (N * sp.sqrt(L))) ** 2 * N**2 * (L + (lam / sp.sqrt(L)) ** 2 * L**2),
            lam**2 + lam**4), {lam: SCALE, N: Interval(1, 9), L: Interval(1, 9)}),),
    ),
    Claim(
        id="LOOP-B-E9",
        source=LOOPED.eq(9),
        says="Replacing one matrix changes the other branches by at most C_1 beta^2, "
        "C_1 = 1/2 for ReLU and beta <= 1.",
        checks=(Property(_replacement, {"loops": [2, 4, 8], "layers": [2, 3],
                                        "beta": Interval(sp.Rational(1, 10), 1)},
                         relation="<=", n=20),),
    ),
    Claim(
        id="LOOP-B-T6",
        source=LOOPED.theorem(6),
        says="E|sum_l G_l|^2/d lies between the theorem's bounds with its constants evaluated, "
        "and is exactly sum_l sum_ij C^l_ij at infinite width.",
        uses=("block-branch-upper", "block-branch-lower"),
        checks=(Property(_block_bound, {"loops": [1, 2, 6], "layers": [1, 2, 5],
                                        "lam": Interval(sp.Rational(1, 20), 2)}, n=40),),
        cross_checks=(_block_exact(4, 3, 0), _block_exact(2, 6, 0)),
    ),
    Claim(
        id="LOOP-B-T6-loose",
        source=LOOPED.ledger("ERR-11"),
        says="The bound is O(lambda^2 + lambda^4) for every lambda: H_out - H_0 <= 3 (lambda^2 + "
        "lambda^4) at infinite width.",
        checks=(Property(lambda lam: (float(residual.limit(lam)) - 1, 3 * (lam**2 + lam**4)),
                         {"lam": [0.5, 1.0, 2.0, 4.0, 8.0]}, relation="<=", n=10,
                         try_first=({"lam": 8.0},)),),
        corrected_by="LOOP-B-X10",
    ),
    Claim(
        id="LOOP-B-X10",
        source=LOOPED.ledger("X-10"),
        says="Limits at eps = lambda/(N sqrt L): N -> inf gives G(lambda) for every L (a Goursat "
        "problem, G(1) = 1.5679573246), L -> inf at N = 1 gives exp(lambda^2/2); G grows like "
        "exp(sqrt2 lambda).",
        uses=("tied-limit-small-time", "tied-frozen-gates-limit", "tied-linear-limit",
              "tied-linear-energy", "tied-growth-per-loop"),
        checks=(
            Quoted(_limits_quoted, units=2.0),
            Property(_single_limit, {"lam": [0.5, 1.0, 2.0]}, relation="<", n=6),
            Property(lambda lam: (float(residual.limit(lam, loops=1, layers=math.inf)),
                                  math.exp(lam**2 / 2)), {"lam": [0.5, 1.0, 2.0]}, rtol=1e-10,
                     n=6),
            Property(lambda T: (abs(float(residual.limit(T))
                                    - formula("tied-limit-small-time")(T, 1.0, 1.0)),
                                T**7 / 25_000), {"T": [0.1, 0.2, 0.4]}, relation="<", n=6),
            Property(lambda N, s: (formula("tied-linear-energy")(int(N), 0.3, s),
                                   float(residual.tied_kernel(int(N), 0.3, s,
                                                              activation="linear")[-1, -1])),
                     {"N": [1, 2, 7, 20], "s": SCALE}, rtol=1e-12),
            Property(lambda T: (abs(formula("tied-linear-energy")(10**6, T / 10**6, 1.0)
                                    / formula("tied-linear-limit")(T, 1.0) - 1), 1e-5),
                     {"T": [0.5, 1.0, 2.0]}, relation="<", n=6),
            Property(lambda eps: (float(np.divide(*residual.tied_kernel(120, eps).diagonal()
                                                  [[-1, -2]])),
                                  formula("tied-growth-per-loop")(eps, 1.0)),
                     {"eps": [0.5, 1.0]}, rtol=2e-3, n=4),
            Property(lambda T: (formula("tied-frozen-gates-limit")(T, 1.0, 1.0),
                                float(residual.limit(T))), {"T": [0.5, 1.0, 2.0]}, relation="<",
                     n=6),
        ),
    ),
    Claim(
        id="LOOP-B-X5",
        source=LOOPED.figure(3),
        says="Increments of the tied ReLU stream have cosine 2 kappa(rho), never below 1/pi; "
        "untied ones are orthogonal.",
        uses=("increment-cosine",),
        checks=(
            Property(lambda loops, eps: bool(np.all(residual.cosines(
                Stream(loops=int(loops), eps=eps)) >= 1 / math.pi - 1e-12)),
                {"loops": [2, 8, 32], "eps": SCALE}, n=20),
            Property(lambda loops, eps: (lambda st: (residual.cosines(st)[-1, 0],
                     formula("increment-cosine")(float(st.kernel[int(loops) - 1, 0]
                                                 / math.sqrt(st.energies[int(loops) - 1])))))(
                         Stream(loops=int(loops), eps=eps)),
                     {"loops": [2, 8, 32], "eps": SCALE}, rtol=1e-11, n=20),
            Property(lambda L: bool(np.allclose(residual.cosines(
                Stream(loops=1, layers=int(L), eps=0.5)), np.eye(int(L)))), {"L": [2, 7]}, n=4),
            Quoted(lambda: [
                (f"smallest cosine at N={n}, eps={e:g}",
                 float(residual.cosines(Stream(loops=n, eps=e)).min()), p)
                for n, e, p in ((8, 1 / 8, "0.8608"), (16, 1 / 16, "0.8438"),
                                (64, 1 / 64, "0.8305"), (16, 0.25, "0.4165"), (8, 1.0, "0.3424"))]),
        ),
    ),
)  # fmt: skip

CLAIMS = (*_IDENTITIES, *_LIMITS, *_CONE, *_BLOCKS)
