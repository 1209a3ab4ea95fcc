"""Appendix D: definitions of layer normalisation and attention, and assumption 1 in numbers."""

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    array,
    arrays,
    gaussian,
    indices,
    naturals,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.sims.onestep import Architecture, FirstStep, given_step
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.ammup.claims.common import LINEAR, Options, near
from depthlaws_papers.ammup.claims.layer import dot, u, v
from depthlaws_papers.ammup.claims.layer_norm import centred, d, i, s, square, x

CLAIMS = Claims()


epsilon = scalars("epsilon")

CLAIMS.add(
    id="AMMUP-E37",
    source=AMMUP.eq(37),
    says="LayerNorm centres and divides by s: mean 0 and mean square 1 - epsilon/s^2.",
    statement=Statement(
        Equal(total(centred(x, i) / s, i) / d, 0),
        Equal(
            total((centred(x, i) / s) ** 2, i) / d,
            1 - epsilon / s**2,
            where={epsilon: s**2 - square / d},
        ),
        for_all={d: naturals(1), s: positive, epsilon: reals, x: reals[d]},
    ),
)


def _output_size(depth: int) -> float:
    """Output part over label part for (z + W z)/sqrt 2: E z_out^2."""
    asked: Options = {"norm": "post", "scaled": "none", "part": "output", **LINEAR}
    outputs = updates.energies("residual", depth, **asked)
    return float(
        (outputs / updates.energies("residual", depth, **(asked | {"part": "label"}))).max()
    )


POST_NORM = near([(lambda d=d: _output_size(d), 1.0) for d in (1, 4, 9)], rtol=1e-13)


def _by_hand(norm: str, seed: int) -> tuple[list[float], list[float]]:
    """Mean squares of z_1, z_2 and of the output of two ReLU units, simulated and in NumPy."""
    rng, n = np.random.default_rng(seed), 4
    *weights, head, x = (rng.standard_normal(s) for s in ((n, n), (n, n), (1, n), (n,)))
    a = Architecture(network="residual", width=n, depth=2, norm=norm, readout="raw")
    given = [*weights, head], [x], [[1.0]]
    run = given_step(a, FirstStep(), *given, observe=("state", "logit"))
    z, squares = x, []
    for W in weights:
        z = z + W @ np.maximum(_layer_norm(z) if norm == "pre" else z, 0)
        z = _layer_norm(z) if norm == "post" else z
        squares.append(float(np.mean(z**2)))
    return [*run.state.to_numpy(), float(run.logit)], [*squares, float((head @ z)[0] ** 2)]


def _layer_norm(z: np.ndarray) -> np.ndarray:
    """Eq. (37) with gamma = 1, beta = 0 and epsilon = 1e-5."""
    return (z - z.mean()) / np.sqrt(z.var() + 1e-5)


SEEDS = Interval(0, 10**6, integer=True)

CLAIMS.add(
    id="AMMUP-E40",
    source=AMMUP.eq(40),
    says="Post-norm units keep the states' energy at 1 (width to infinity, linear branch): output "
    "and label parts are equal for unit labels. The simulated units are those of eq. (40).",
    checks=(POST_NORM, Property(_by_hand, {"norm": ["post"], "seed": SEEDS}, rtol=1e-9, n=6)),
    why_sampled="no enclosure of the public functions' floats",
)

CLAIMS.add(
    id="AMMUP-D18",
    source=AMMUP.section("3.1"),
    says="The pre-norm variant normalises the input of a branch, the post-norm one the sum after "
    "each addition; the simulated units do the same as NumPy code for these definitions.",
    checks=(Property(_by_hand, {"norm": ["pre", "post"], "seed": SEEDS}, rtol=1e-9, n=6),),
    why_sampled="no enclosure of a simulator's floats",
)


tokens, size, n = scalars("N size n")
a, b, row = indices("a b row", n)
t, t2 = indices("t t2", tokens)
white = array("white")
ANY_TOKENS = {tokens: naturals(1), size: reals, white: gaussian(1)[tokens]}
white_before = Mean(total(white[t] ** 2, t), white)

CLAIMS.add(
    id="AMMUP-E42-attention",
    source=AMMUP.ledger("ERR-04"),
    says="Uniform attention over N tokens keeps 1/N of the mean square of a tangent white over the "
    "tokens and all of a constant one: no scalar rho serves both for N > 1.",
    statement=Statement(
        Equal(Mean(total((total(white[t2], t2) / tokens) ** 2, t), white), white_before / tokens),
        Equal(total((total(size, t2) / tokens) ** 2, t), total(size**2, t)),
        for_all=ANY_TOKENS,
    ),
)


first, second, sign = arrays("v1 v2 sign")  # two tangents and signs, at every token
one_or_minus_one = Equal(sign[t, a] ** 2, 1)


def _uniform_attention(tangent: tuple[int, int]) -> tuple[sp.Rational, str, int]:
    """Share of the mean square of a tangent over two tokens that their mean keeps."""
    return sp.Rational(sum(tangent) ** 2, 2 * sum(t**2 for t in tangent)), "==", 1


CLAIMS.add(
    id="AMMUP-E43",
    source=AMMUP.eq(43),
    says="One factor rho serves all tangents in branches that act on each token alone and turn "
    "signs of features: it is 1.",
    quote="the remainder is controlled by equation 43",
    reading="An assumption does not state that attention has the property. Uniform attention "
    "over N tokens, the value map an isometry, does not: the factor is 1/N for white tangents, 1 "
    "for constant ones, at every width (AMMUP-E42-attention).",
    statement=Statement(
        Equal(
            total(sign[t, a] * first[t, a] * sign[t, a] * second[t, a], t, a),
            total(first[t, a] * second[t, a], t, a),
            because=total(one_or_minus_one.gap * first[t, a] * second[t, a], t, a),
        ),
        for_all={
            tokens: naturals(1),
            n: naturals(1),
            **dict.fromkeys((first, second, sign), reals[tokens, n]),
        },
        given=(one_or_minus_one,),
    ),
    imprecise=True,
    exact="AMMUP-E42-attention",
    change="State it as an assumption on attention, which uniform attention does not fulfil.",
    against=(
        Smallest(
            _uniform_attention,
            {"tangent": [(1, 1), (1, -1)]},
            of=(
                "share of the mean square that uniform attention over two tokens keeps",
                "that of a constant tangent",
            ),
        ),
    ),
)


W = array("W")
SQUARE = {n: naturals(1), W: gaussian(1 / n)[n, n], u: reals[n], v: reals[n]}
one_overlap = total(total(W[row, b] * u[b], b) * total(W[row, b] * v[b], b), row) / n

CLAIMS.add(
    id="AMMUP-E44",
    source=AMMUP.eq(44),
    says="For a Gaussian layer of variance 1/n the variance of one overlap is "
    "(|u|^2 |v|^2 + (u.v)^2)/n^3, so that eq. (44) holds with the factor 2/n.",
    statement=Statement(
        Equal(
            Mean(one_overlap**2, W) - Mean(one_overlap, W) ** 2,
            (dot(u, u) * dot(v, v) + dot(u, v) ** 2) / n**3,
        ),
        AtMost(
            dot(u, u) * dot(v, v) + dot(u, v) ** 2,
            2 * dot(u, u) * dot(v, v),
            because=total((u[a] * v[b] - u[b] * v[a]) ** 2, a, b) / 2,
        ),
        for_all=SQUARE,
    ),
)

CLAIMS.add(
    id="AMMUP-E42",
    source=AMMUP.eq(42),
    says="For token-wise Gaussian layers of variance 1/n eq. (42) holds with rho = 1 and r = 0.",
    statement=Statement(Equal(Mean(one_overlap, W), dot(u, v) / n), for_all=SQUARE),
)

turned = total(W[row, b] * u[b], b)

CLAIMS.add(
    id="AMMUP-D23",
    source=AMMUP.section("D.3"),
    says="Behind a fresh Gaussian layer of variance 1/n a tangent has the share 1/n of its square "
    "along any fixed direction, so 2/n along 1 and along the state, where LayerNorm gives nothing "
    "or epsilon/s^2 back.",
    quote="their projection onto these special directions is negligible at large width",
    reading="In the mean, for a state that does not depend on the layer, as where a branch is "
    "added to it. The state's own direction in a unit without a skip, W times the state below, is "
    "not fixed.",
    statement=Statement(
        Equal(Mean(total(v[row] * turned, row) ** 2, W), dot(u, u) * dot(v, v) / n),
        Equal(Mean(total(turned**2, row), W), dot(u, u)),
        for_all=SQUARE,
    ),
)
