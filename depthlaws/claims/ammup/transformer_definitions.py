"""Appendix D: definitions of layer normalisation and attention, and assumption 1 in numbers."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.ammup.common import (
    LINEAR,
    Options,
    near,
)
from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import gaussian_mean
from depthlaws.sims.onestep import Architecture, FirstStep, given_step
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


def _normalised() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Mean 0 and mean square 1 - epsilon/s^2 of LN with gamma = 1, beta = 0."""
    epsilon = sp.Symbol("epsilon", positive=True)
    for d in (2, 3):
        x = sp.Matrix(sp.symbols(f"x:{d}", real=True))
        centred = x - sp.Matrix([sum(x) / d] * d)
        s2 = (centred.T * centred)[0] / d + epsilon
        yield f"d={d}: mean", (sum(centred) / sp.sqrt(s2)) + 1, sp.Integer(1)
        square = (centred.T * centred)[0] / (d * s2)
        yield f"d={d}: mean square", square, 1 - epsilon / s2


CLAIMS.add(
    id="AMMUP-E37",
    source=AMMUP.eq(37),
    says="LayerNorm centres and divides by s: mean 0 and mean square 1 - epsilon/s^2.",
    checks=(Exhaustive(_normalised),),
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
    says=(
        "The pre-norm variant normalises the input of a branch, the post-norm one the "
        "sum after each addition; the simulated units do the same as NumPy code for "
        "these definitions."
    ),
    checks=(Property(_by_hand, {"norm": ["pre", "post"], "seed": SEEDS}, rtol=1e-9, n=6),),
    why_sampled="no enclosure of a simulator's floats",
)


def _kept(mix: sp.Matrix) -> tuple[sp.Expr, sp.Expr]:
    """Share of |v|^2 that a mixing of tokens keeps, for v white over them and for constant v.

    z_i -> sum_j mix_ij V z_j at V = I (or any isometry).
    """
    tokens = mix.rows
    white = (mix.T * mix).trace() / tokens  # E |mix v|^2/|v|^2 for v white over tokens
    return white, sum(sum(mix.row(i)) ** 2 for i in range(tokens)) / tokens


def _attention() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for tokens in (2, 4, 16):
        white, constant = _kept(sp.ones(tokens, tokens) / tokens)
        yield f"N={tokens}, white", white, sp.Rational(1, tokens)
        yield f"N={tokens}, constant", constant, sp.Integer(1)


CLAIMS.add(
    id="AMMUP-E42-attention",
    source=AMMUP.ledger("ERR-04"),
    says="Near-uniform attention, as at initialisation, keeps 1/N of a tangent white over N "
    "tokens and all of a constant one: no scalar rho serves both.",
    checks=(Exhaustive(_attention),),
)


def _token_wise() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Factors of white and of constant tangents where tokens are not mixed."""
    for tokens in (4, 16):
        white, constant = _kept(sp.eye(tokens))
        yield f"white, N={tokens}", white, sp.Integer(1)
        yield f"constant, N={tokens}", constant, sp.Integer(1)


CLAIMS.add(
    id="AMMUP-E43",
    source=AMMUP.eq(43),
    says="One factor rho serves every tangent in branches that act on each token alone, by an "
    "isometry: for tangents white over the tokens and for constant ones it is 1.",
    quote="the remainder is controlled by equation 43",
    reading="An assumption does not state that attention has the property. Uniform attention "
    "over N tokens, the value map an isometry, does not: the factor is 1/N for white tangents, 1 "
    "for constant ones, at every width (AMMUP-E42-attention).",
    checks=(Exhaustive(_token_wise),),
    imprecise=True,
    exact="AMMUP-E42-attention",
)


def _small_each() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Var of <Wu, Wv>/n given u, v, Var W = 1/n: (|u|^2 |v|^2 + (u.v)^2)/n^3, so O(1/n) of E44."""
    for width in (1, 2):
        W = sp.Matrix(width, width, sp.symbols(f"w:{width**2}"))
        u, v = (sp.Matrix(sp.symbols(f"{s}:{width}")) for s in "uv")
        overlap = ((W * u).T * (W * v))[0] / width
        square = gaussian_mean(overlap**2, list(W), sp.Rational(1, width))
        mean = gaussian_mean(overlap, list(W), sp.Rational(1, width))
        uv, uu, vv = ((a.T * b)[0] for a, b in ((u, v), (u, u), (v, v)))
        right = (uu * vv + uv**2) / sp.Integer(width) ** 3
        yield f"n={width}", square - mean**2, right


CLAIMS.add(
    id="AMMUP-E44",
    source=AMMUP.eq(44),
    says="For a Gaussian layer the variance of one overlap is (|u|^2|v|^2 + (u.v)^2)/n^3: eq. (44) "
    "holds with a factor 2/n; summed over the pairs of weights it is the leading term.",
    checks=(Exhaustive(_small_each),),
)


def _gaussian_rho() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """E <Wu, Wv>/n over a layer of variance 1/n is <u, v>/n: rho = 1, r = 0."""
    for width in (1, 2, 3):
        W = sp.Matrix(width, width, sp.symbols(f"w:{width**2}"))
        u, v = (sp.Matrix(sp.symbols(f"{s}:{width}")) for s in "uv")
        overlap = ((W * u).T * (W * v))[0] / width
        average = gaussian_mean(overlap, list(W), sp.Rational(1, width))
        yield f"n={width}", average, (u.T * v)[0] / width


CLAIMS.add(
    id="AMMUP-E42",
    source=AMMUP.eq(42),
    says="For token-wise Gaussian layers eq. (42) holds with rho = 1 and r = 0 (for pre-norm units "
    "and attention see AMMUP-AS1 and AMMUP-E43).",
    checks=(Exhaustive(_gaussian_rho),),
)
