"""Appendix D and section 3.5: LayerNorm, the assumption on tangents, and its consequences."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import sympy as sp

from depthlaws.claims.ammup.common import LINEAR, Options, Order, exact, mean_of, near, slope
from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, jacobian
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

EPS = sp.Symbol("epsilon", positive=True)
SEEDS = Interval(0, 10**6, integer=True)
POST: Options = {"norm": "post", "scaled": "none", **LINEAR}
PRE: Options = {"norm": "pre", "scaled": "none", **LINEAR}


def _normalised(x: sp.Matrix) -> tuple[sp.Matrix, sp.Expr]:
    """Centred vector and s(x)."""
    d = len(x)
    centred = x - sp.Matrix([sum(x) / d] * d)
    return centred, sp.sqrt((centred.T * centred)[0] / d + EPS)


def _jacobian() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Derivative of LN against eq. (38), entry by entry at exact points, d = 2, 3, 4."""
    points = ((1, 2), (1, -2, 4), (3, 1, -1, 2))
    for point in points:
        d = len(point)
        x, gamma = sp.Matrix(sp.symbols(f"x:{d}")), sp.symbols(f"g:{d}")
        centred, s = _normalised(x)
        at = dict(zip(x, point, strict=True)) | {EPS: sp.Rational(1, 3)}
        value = sp.Matrix([g * v / s for g, v in zip(gamma, centred, strict=True)])
        inner = sp.eye(d) - sp.ones(d, d) / d - centred * centred.T / (d * s**2)
        right = (sp.diag(*gamma) * inner / s).subs(at)
        left = jacobian(value, x).subs(at)
        for i, j in itertools.product(range(d), repeat=2):
            yield f"d={d}, entry {i, j}", left[i, j], right[i, j]


CLAIMS.add(
    id="AMMUP-E38",
    source=AMMUP.eq(38),
    says="Jacobian of LayerNorm: diag(gamma)/s (I - 11^T/d - xx^T/(d s^2)), x centred.",
    checks=(Exhaustive(_jacobian),),
)


def _spectrum() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Eigenvalues of the bracket: 0 along 1, epsilon/s^2 along x, 1 on the rest."""
    for point in ((1, 2), (1, -2, 4), (3, 1, -1, 2)):
        d = len(point)
        x = sp.Matrix(point)
        centred, s = _normalised(x)
        inner = sp.eye(d) - sp.ones(d, d) / d - centred * centred.T / (d * s**2)
        yield f"d={d}: trace", inner.trace(), d - 2 + EPS / s**2
        along = inner * centred - EPS / s**2 * centred
        yield f"d={d}: along x, plus one", sum(v**2 for v in along) + 1, sp.Integer(1)
        ones = inner * sp.ones(d, 1)
        yield f"d={d}: along 1, plus one", sum(v**2 for v in ones) + 1, sp.Integer(1)
        if d > 2:
            rest = sp.Matrix.hstack(centred, sp.ones(d, 1)).T.nullspace()[0]
            kept = inner * rest - rest
            yield f"d={d}: the rest, plus one", sum(v**2 for v in kept) + 1, sp.Integer(1)


def _norm_bound(d: int, seed: int, log_epsilon: float) -> tuple[float, float]:
    """Operator norm of J s / gamma_max, at most 1."""
    rng = np.random.default_rng([seed, d])
    x, gamma = rng.standard_normal(d), rng.uniform(-2, 2, d)
    centred = x - x.mean()
    s2 = np.square(centred).mean() + 10**log_epsilon
    inner = np.eye(d) - 1 / d - np.outer(centred, centred) / (d * s2)
    norm = np.linalg.norm(gamma[:, None] * inner, 2) / np.abs(gamma).max()
    return float(norm), 1 + 1e-12


SHARP = (Exhaustive(_spectrum),)
NORMS = (
    Property(
        _norm_bound,
        {"d": [2, 3, 8, 40], "seed": SEEDS, "log_epsilon": Interval(-8, 2)},
        relation="<=",
        n=60,
    ),
)

CLAIMS.add(
    id="AMMUP-E39",
    source=AMMUP.eq(39),
    says="The operator norm of the Jacobian is at most 2 gamma_max/s; the sharp constant is 1.",
    checks=SHARP,
    cross_checks=NORMS,
)

CLAIMS.add(
    id="AMMUP-L7",
    source=AMMUP.lemma(7),
    says=(
        "Both statements as a lemma. The bracket has the eigenvalues 0, epsilon/s^2 < 1 "
        "and 1 (d - 2 times), so that the norm is gamma_max/s at most, and attained for "
        "constant gamma and d >= 3."
    ),
    checks=(Exhaustive(_jacobian), *SHARP),
    cross_checks=NORMS,
)


def _gradient() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """grad(1/s) = -P x/(d s^3), and the rank-one norm |Px|^2/(d s^2) = 1 - epsilon/s^2."""
    x = sp.Matrix(sp.symbols("x:3"))
    centred, s = _normalised(x)
    for i in range(3):
        right = -centred[i] / (3 * s**3)
        yield f"entry {i}", D(1 / s, x[i]), right
    ratio = (centred.T * centred)[0] / (3 * s**2)
    yield "rank-one norm", ratio, 1 - EPS / s**2


CLAIMS.add(
    id="AMMUP-D17",
    source=AMMUP.section("D.2"),
    says="grad(1/s) = -Px/(d s^3); the rank-one part has the norm 1 - epsilon/s^2 < 1.",
    checks=(Exhaustive(_gradient),),
)


def _composed() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Jacobians of three maps in a row: Phi_{3:0} = Phi_{3:1} Phi_{1:0}, by the chain rule."""
    x = sp.Matrix(sp.symbols("x:2"))
    maps: list[Callable[[sp.Matrix], sp.Matrix]] = [
        lambda v: sp.Matrix([v[0] + v[1] ** 2, v[1]]),
        lambda v: sp.Matrix([v[0] * v[1], v[0] - v[1]]),
        lambda v: sp.Matrix([v[0] ** 3, v[1] + 2 * v[0]]),
    ]
    states = [x]
    for one in maps:
        states.append(one(states[-1]))
    u = sp.Matrix(sp.symbols("u:2"))
    steps = [
        jacobian(one(u), u).applyfunc(lambda f, s=s: at(f, dict(zip(u, s, strict=True))))
        for one, s in zip(maps, states[:-1], strict=True)
    ]
    whole = jacobian(states[-1], x)
    right = steps[2] * steps[1] * steps[0]
    for i, j in itertools.product(range(2), repeat=2):
        yield f"entry {i, j}", whole[i, j], right[i, j]


CLAIMS.add(
    id="AMMUP-E41",
    source=AMMUP.eq(41),
    says="The Jacobian from depth h to l is the product of the units' Jacobians.",
    checks=(Exhaustive(_composed),),
)


def _one_unit() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """T_l by differentiating a unit along two tangents, against (1/n)<Phi v1, Phi v2>.

    That is eq. (45) as a case of eq. (42) at h = l - 1, where rho and r are defined by this
    equality.
    """
    z, s = sp.Matrix(sp.symbols("z:2")), sp.Symbol("s")
    tangents = [sp.Matrix(sp.symbols(f"{name}:2")) for name in "ab"]

    def unit(x: sp.Matrix) -> sp.Matrix:
        return sp.Matrix([x[0] + sp.tanh(x[1]), x[1] + x[0] ** 2])

    moved = [jacobian(unit(z + s * v), [s]).subs(s, 0) for v in tangents]
    phi = jacobian(unit(z), z)
    left = (moved[0].T * moved[1])[0] / 2
    right = ((phi * tangents[0]).T * (phi * tangents[1]))[0] / 2
    yield "n = 2", left, right


CLAIMS.add(
    id="AMMUP-E45",
    source=AMMUP.eq(45),
    says="One unit: T_l = <Phi v1, Phi v2>/n at h = l - 1, so eq. (45) is eq. (42) there.",
    checks=(Exhaustive(_one_unit),),
)

CLAIMS.add(
    id="AMMUP-P4",
    source=AMMUP.section("D.3"),
    says="The proposition on one unit says no more than the assumption at h = l - 1.",
    checks=(Exhaustive(_one_unit),),
)


# -- the assumption ---------------------------------


def _orthogonal_satisfies() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Phi orthogonal: <Phi v1, Phi v2> = <v1, v2>, so rho = 1, r = 0 and no variance."""
    t = sp.Symbol("t", real=True)
    turn = sp.Matrix([[sp.cos(t), -sp.sin(t)], [sp.sin(t), sp.cos(t)]])
    v = [sp.Matrix(sp.symbols(f"{s}:2")) for s in "ab"]
    left = ((turn * v[0]).T * (turn * v[1]))[0]
    yield "n = 2", left, (v[0].T * v[1])[0]


def _orthogonal_energy() -> Iterator[tuple[str, Fraction, Fraction]]:
    """S-bar m/n = (L+1)(2L+1)/6 for orthogonal weights, at every width."""
    for width, depth in itertools.product((2, 7, 192), (1, 4, 9)):
        asked: Options = {"weights": "orthogonal", "part": "label", **LINEAR}
        energies = exact("plain", depth, width=width, **asked)
        yield (
            f"n={width}, L={depth}",
            mean_of(energies) / width,
            Recorded((depth + 1) * (2 * depth + 1), 6),
        )


def _implied(depth: int) -> tuple[float, float]:
    """Local slope of orthogonal weights, and the paper's slope."""
    return updates.local_slope("plain", depth, weights="orthogonal", **LINEAR), -1.5


CLAIMS.add(
    id="AMMUP-C3",
    source=AMMUP.section("D.4"),
    says="Assumption 1 implies eta* = Theta(L_tr^(-3/2)).",
    quote="the same replacement is valid at the second-moment level entering the AM-muP budget",
    reading=(
        "Orthogonal weights fulfil eqs. (42) to (44) with rho = 1, r = 0 and no "
        "variance, and give eta* ~ 1/L: the assumption bounds fluctuations from above, "
        "but l^3 needs a bound from below. With such a bound, as for Gaussian weights, "
        "the statement holds (AMMUP-B-delta)."
    ),
    checks=(Property(_implied, {"depth": [10**5]}, rtol=0.03),),
    corrected_by="AMMUP-C3-orthogonal",
    sides=("slope of eta*, orthogonal weights", "slope as printed"),
)

CLAIMS.add(
    id="AMMUP-C3-orthogonal",
    source=AMMUP.ledger("ERR-04"),
    says="Orthogonal weights fulfil the assumption exactly; their S-bar is (n/m)(L+1)(2L+1)/6 at "
    "every width, so eta* ~ 1/L.",
    checks=(
        Exhaustive(_orthogonal_satisfies, what="assumption"),
        Exhaustive(_orthogonal_energy, what="energies"),
    ),
)


def _bounded_growth() -> Iterator[tuple[str, Fraction, Fraction] | Order]:
    """Growth of a tangent in K pre-norm blocks of n Var W = 1/K: v_l = 1 + l/K, rho within 1, 2."""
    for blocks in (1, 10, 1000):
        growth = [Recorded(1)]
        for k in range(blocks):
            growth.append(growth[-1] * (1 + Recorded(1, blocks) / (1 + Recorded(k, blocks))))
        for level in {1, blocks}:
            yield f"K={blocks}, l={level}", growth[level], Recorded(blocks + level, blocks)
            yield f"K={blocks}, l={level}: above 1", growth[level], ">", Recorded(1)
            yield f"K={blocks}, l={level}: to 2", growth[level], "<=", Recorded(2)


CLAIMS.add(
    id="AMMUP-AS1",
    source=AMMUP.eq(42),
    says="Tangents grow by a factor rho between constants that do not depend on depth: in pre-norm "
    "linear units whose weights carry K^(-1/2), by rho_lh = (K+l)/(K+h), from 1 to 2.",
    quote="the same argument applies after redefining the depth-unit map",
    reading=(
        "An assumption does not state that any given network has the property. Fan-in "
        "pre-norm units z + W LN(z), which sections 3.1 and 3.5 cover, do not have it: "
        "rho_lh is (l+1)/(h+1), without bound."
    ),
    checks=(Exhaustive(_bounded_growth),),
    imprecise=True,
    exact="AMMUP-AS1-prenorm",
)


def _pre_norm(depth: int) -> tuple[Callable[[], float], float]:
    """S-bar of BP-7 from r' = 1 + 2 g y + g^2 r + (g^2 - 1) y^2, v' = v + 1, S = r/v."""
    y, r, v, total = Recorded(0), Recorded(0), Recorded(1), Recorded(0)
    for _ in range(depth):
        g = (v + 1) / v
        y, r, v = 1 + g * y, 1 + 2 * g * y + g**2 * r + (g**2 - 1) * y**2, v + 1
        total += r / v
    return (
        lambda: float(updates.energies("residual", depth, part="label", **PRE).mean()),
        float(total / depth),
    )


def _product() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Growth of a tangent: the product of 1 + 1/v_k over k = h, ..., l - 1 is (l+1)/(h+1)."""
    for h, level in ((0, 1), (0, 9), (3, 20)):
        growth = Recorded(1)
        for k in range(h, level):
            growth *= 1 + Recorded(1, k + 1)
        yield f"h={h}, l={level}", growth, Recorded(level + 1, h + 1)


CLAIMS.add(
    id="AMMUP-AS1-prenorm",
    source=AMMUP.beyond("BP-7"),
    says=(
        "Pre-norm linear units, width to infinity: S_l = r_l/v_l, v_l = l + 1, with the "
        "recursion of r; rho_lh = (l+1)/(h+1), and the local slope goes from -1 towards "
        "-1/2. With K^(-1/2) in the weights the slope remains -1."
    ),
    checks=(
        Exhaustive(_product, what="tangents"),
        near([_pre_norm(depth) for depth in (1, 2, 5, 12, 40)], rtol=1e-13, what="energies"),
    ),
    why_sampled="no enclosure of the public functions' floats",
    cross_checks=(
        near(
            [
                (slope("residual", 4, part="label", **PRE), -1.00013),
                (slope("residual", 512, part="label", **PRE), -0.74397),
                (slope("residual", 10**6, part="label", **PRE), -0.60935),
                (slope("residual", 10**6, part="label", stream="normalized", **PRE), -0.11263),
                (slope("residual", 10**5, norm="pre", **LINEAR), -1.0),
            ],
            rtol=1e-4,
        ),
    ),
)


def _post_energy(depth: int) -> Fraction:
    """S_l of units (z + W z)/sqrt 2 as an affine row: g^2 = 1, delta = 3/4, omega = 1/2."""
    half = Recorded(1, 2)
    y, r = Recorded(0), Recorded(0)
    for _ in range(depth):
        y, r = half + y, half**2 + 2 * half * y + r + Recorded(3, 4) * y**2
    return r


def _post_norm() -> Iterator[tuple[str, Fraction, Fraction]]:
    for depth in (1, 2, 6, 50):
        form = Recorded((depth - 1) * depth * (2 * depth - 1), 6)
        yield f"l={depth}", _post_energy(depth), (depth**2 + Recorded(3, 4) * form) / 4


def _post_seen(depth: int) -> tuple[Callable[[], float], float]:
    return (
        lambda: float(updates.energies("residual", depth, part="label", **POST)[-1]),
        float(_post_energy(depth)),
    )


_POST_NORM = Exhaustive(_post_norm, what="the delta law")
_POST_FLOATS = (
    near([_post_seen(depth) for depth in (1, 2, 6, 50)], rtol=1e-13, what="energies"),
    near([(slope("residual", 10**6, **POST), -1.5)], rtol=1e-5, what="slope"),
)

CLAIMS.add(
    id="AMMUP-P3",
    source=AMMUP.section("3.5"),
    says="eta* = Theta(L_tr^(-3/2)) under the assumption on tangents: post-norm units, linear, "
    "without attention, have S_l = (l^2 + (3/4)(l-1) l (2l-1)/6)/4, cubic in l.",
    quote="covering both pre-norm and post-norm variants",
    reading="Under the assumption that the proposition makes. Fan-in pre-norm units do not fulfil "
    "it (AMMUP-AS1), although section 3.1 covers them: they have -.63 at L = 10^5 "
    "(AMMUP-AS1-prenorm). With attention nothing is known.",
    checks=(_POST_NORM,),
    cross_checks=_POST_FLOATS,
    imprecise=True,
    exact="AMMUP-P3-post",
)

CLAIMS.add(
    id="AMMUP-P3-post",
    source=AMMUP.beyond("BP-3"),
    says="Post-norm linear units of equal variances: the delta law with delta = 3/4, so -3/2; "
    "pre-norm ones have -.63 at L = 10^5.",
    checks=(_POST_NORM,),
    cross_checks=(
        *_POST_FLOATS,
        near([(slope("residual", 10**5, part="label", **PRE), -0.6315)], rtol=1e-4, what="pre"),
    ),
)
