"""Section 3.5 and appendix D.4: the assumption on tangents, and its consequences."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    arrays,
    half,
    index,
    induction,
    naturals,
    rational,
    scalars,
    tree,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import simplest
from depthlaws_papers.ammup.claims.channels import MEAN_OF_ORTHOGONAL, ORTHOGONAL, TURNED, TURNING
from depthlaws_papers.ammup.claims.common import LINEAR, Options, exact, mean_of, near, slope

CLAIMS = Claims()

POST: Options = {"norm": "post", "scaled": "none", **LINEAR}
PRE: Options = {"norm": "pre", "scaled": "none", **LINEAR}

depth = scalars("L")
l, before = index("l", 0, depth), index("before", 0, depth - 1)


def _orthogonal_energy() -> Iterator[tuple[str, Fraction, Fraction]]:
    """S-bar m/n = (L+1)(2L+1)/6 for orthogonal weights, at every width."""
    for width, depth in itertools.product((2, 7), (1, 4)):
        asked: Options = {"weights": "orthogonal", "part": "label", **LINEAR}
        energies = exact("plain", depth, width=width, **asked)
        yield (
            f"n={width}, L={depth}",
            mean_of(energies) / width,
            Recorded((depth + 1) * (2 * depth + 1), 6),
        )


CLAIMS.add(
    id="AMMUP-C3-orthogonal",
    source=AMMUP.ledger("ERR-04"),
    says="Orthogonal weights keep all products of tangents, so rho = 1 and r = 0; dz is -l |z|^2 g "
    "at every width, and the mean of l^2 over L layers (L+1)(2L+1)/6: eta* ~ 1/L.",
    statement=Statement(ORTHOGONAL, MEAN_OF_ORTHOGONAL, for_all=TURNED, defined=TURNING),
    cross_checks=(Exhaustive(_orthogonal_energy, what="energies"),),
)


from_, behind, later = scalars("h e f")  # h, l - h - 1 and K - l + 1
to, blocks = from_ + behind, from_ + behind + later

CLAIMS.add(
    id="AMMUP-AS1",
    source=AMMUP.eq(42),
    says="Tangents grow by a factor rho between constants that do not depend on depth: in pre-norm "
    "linear units whose weights carry K^(-1/2), where v grows by the factor 1 + (1/K)/v, v is "
    "1 + l/K, and rho_lh = (K+l)/(K+h) lies between 1 and 2.",
    quote="the same argument applies after redefining the depth-unit map",
    reading="An assumption does not state that any given network has the property. Fan-in pre-norm "
    "units z + W LN(z), which sections 3.1 and 3.5 cover, do not have it: rho_lh is (l+1)/(h+1), "
    "without bound.",
    statement=Statement(
        Equal((1 + to / blocks) * (1 + 1 / blocks / (1 + to / blocks)), 1 + (to + 1) / blocks),
        AtMost(1, (blocks + to + 1) / (blocks + from_)),
        AtMost((blocks + to + 1) / (blocks + from_), 2),
        for_all={from_: naturals(0), behind: naturals(0), later: naturals(1)},
    ),
    imprecise=True,
    exact="AMMUP-AS1-prenorm",
    change="Exclude fan-in pre-norm units, or give their weights K^(-1/2).",
    against=(simplest.PRE_NORM_GROWS,),
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
    says="Pre-norm linear units, width to infinity: S_l = r_l/v_l, v_l = l + 1, with the recursion "
    "of r; rho_lh = (l+1)/(h+1), and the local slope goes from -1 towards -1/2. With K^(-1/2) in "
    "the weights the slope remains -1.",
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


def _post_seen(depth: int) -> tuple[Callable[[], float], float]:
    return (
        lambda: float(updates.energies("residual", depth, part="label", **POST)[-1]),
        float(_post_energy(depth)),
    )


def _solved(l: Any) -> Any:
    return (l**2 + rational(3, 4) * (tree(l) - 1) * l * (2 * tree(l) - 1) / 6) / 4


y, r, whole = arrays("y r T")  # T: 32 times the sum of S_l over layers


def _sum(depth: Any) -> Any:
    return depth * (depth + 1) * (3 * depth**2 + 13 * depth + 8) / 6


further = scalars("j")  # L - 1
POST_NORM = Statement(
    Equal(y[l], half * l, by=induction(l)),
    Equal(r[l], _solved(l), by=induction(l)),
    Equal(whole[l], _sum(l), by=induction(l)),
    # The mean over layers, T/(32 L), is at least L^3/64 and at most L^3/4.
    AtMost(depth**4 / 2, _sum(depth), because=depth * (16 * depth**2 + 21 * depth + 8) / 6),
    AtMost(
        _sum(1 + further),
        8 * (1 + further) ** 4,
        because=(1 + further) * further * (45 * further**2 + 119 * further + 82) / 6,
    ),
    for_all={depth: naturals(1), further: naturals(0)},
    defined={
        y[0]: tree(0),
        y[before + 1]: y[before] + half,
        r[0]: tree(0),
        r[before + 1]: half**2 + before * half + r[before] + rational(3, 4) * (before * half) ** 2,
        whole[0]: tree(0),
        whole[before + 1]: whole[before] + 32 * _solved(before + 1),
    },
)
_POST_FLOATS = (
    near([_post_seen(depth) for depth in (1, 2, 6, 50)], rtol=1e-13, what="energies"),
    near([(slope("residual", 10**6, **POST), -1.5)], rtol=1e-5, what="slope"),
)

CLAIMS.add(
    id="AMMUP-P3",
    source=AMMUP.section("3.5"),
    says="eta* = Theta(L_tr^(-3/2)) holds under the assumption on tangents, for linear post-norm "
    "units without attention. eta*^-2 goes as the mean over layers of S_l = (l^2 + (3/4)(l-1) l "
    "(2l-1)/6)/4, which lies between L^3/64 and L^3/4, by the recursion r' = 1/4 + y + r + "
    "(3/4) y^2, y = l/2, of infinite width.",
    quote="covering both pre-norm and post-norm variants",
    reading="Under the assumption that the proposition makes. Fan-in pre-norm units do not fulfil "
    "it (AMMUP-AS1), although section 3.1 covers them: they have -.63 at L = 10^5 "
    "(AMMUP-AS1-prenorm). With attention nothing is known.",
    statement=POST_NORM,
    cross_checks=_POST_FLOATS,
    imprecise=True,
    exact="AMMUP-P3-post",
    change="Add: for post-norm units; fan-in pre-norm units are not covered.",
    against=(simplest.PRE_NORM_GROWS,),
)

CLAIMS.add(
    id="AMMUP-C3",
    source=AMMUP.section("D.4"),
    says="eta* = Theta(L_tr^(-3/2)) under assumption 1, in post-norm linear units without "
    "attention, Gaussian and wide: eta*^-2 goes as the mean over layers of S_l = (l^2 + (3/4)(l-1) "
    "l (2l-1)/6)/4, which lies between L^3/64 and L^3/4, by the recursion r' = 1/4 + y + r + "
    "(3/4) y^2, y = l/2.",
    quote="the same replacement is valid at the second-moment level entering the AM-muP budget",
    reading="With the Gaussian weights of section 3.1. The assumption, to which the corollary "
    "points, does not suffice: it bounds fluctuations from above, but l^3 needs a bound from "
    "below. Orthogonal weights, which section 3.1 does not use, fulfil eqs. (42) to (44) with "
    "rho = 1, r = 0 and no variance, and give eta* ~ 1/L (AMMUP-C3-orthogonal).",
    statement=POST_NORM,
    cross_checks=_POST_FLOATS,
)

CLAIMS.add(
    id="AMMUP-P3-post",
    source=AMMUP.beyond("BP-3"),
    says="Post-norm linear units of equal variances at infinite width: the recursion "
    "r' = 1/4 + y + r + (3/4) y^2, y = l/2, gives (l^2 + delta (l-1) l (2l-1)/6)/4, delta = 3/4, "
    "whose mean over L layers lies between L^3/64 and L^3/4.",
    statement=POST_NORM,
    cross_checks=_POST_FLOATS,
)
