"""The law of the rescaling at the start: simulated networks, and uniform weights written out."""

import math

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.predictive_coding.moments import Network
from depthlaws_papers.pc.claims.common import net
from depthlaws_papers.pc.claims.runs import KINDS, Array, at_start

CLAIMS = Claims()

CELLS = [
    (network, parametrization, width, depth)
    for network in KINDS
    for parametrization in ("mean_field", "ntk", "sp", "mup", "kaiming")
    for width, depth in ((16, 2), (16, 5), (32, 3), (32, 9))
    if not (network == "residual" and parametrization in {"mup", "kaiming"} and width == 32)
]
DRAWS = 100
ROWS = 32  # outputs, each with the law of a single output: their last layers are independent


def _cells(seed: int) -> Array:
    """Mean s over every network's outputs in every cell, by independent draws, (network, cell).

    The contribution of its short paths, of mean zero, is subtracted.
    """
    traces = []
    for cell, (network, parametrization, width, depth) in enumerate(CELLS):
        model = PCN(
            width=width,
            depth=depth,
            features=1,
            outputs=ROWS,
            network=network,
            parametrization=parametrization,
            alpha=0.0 if (network, parametrization) == ("residual", "kaiming") else 0.5,
        )
        own = seed + 10**6 * (cell + 1)  # each cell has its own draws
        S, off = at_start(model, DRAWS, own)
        traces.append(np.trace(S, axis1=1, axis2=2) / ROWS - off)
    return np.stack(traces, axis=-1)


def _expected() -> Array:
    """E[s] in every cell."""
    return np.array(
        [
            predictive_coding.expected_rescaling(
                width,
                depth,
                network=network,
                parametrization="kaiming_uniform" if name == "kaiming" else name,
                alpha=0.0 if (network, name) == ("residual", "kaiming") else 0.5,
            )
            for network, name, width, depth in CELLS
        ]
    )


CLAIMS.add(
    id="PC-B6-cells",
    source=PC.ledger("B6"),
    says="Simulated mean rescaling in 36 cells, both networks, five initial laws, widths 16 and "
    "32, depths 2 to 9: E[s] within Monte-Carlo error.",
    checks=(Sampled(_cells, _expected, what="36 cells"),),
    why_sampled="random",
)


UNIFORM: list[tuple[Network, int, int]] = [
    ("mlp", 4, 4),
    ("mlp", 16, 5),
    ("residual", 4, 4),
    ("residual", 8, 3),
]


def _squares(seed: int) -> tuple[Array, Array]:
    """Squared distance of s from its mean over the variance, uniform weights, (network, cell).

    Means over the outputs of a network; the means of the distance itself serve as control variates.
    """
    squares, controls = [], []
    for network, width, depth in UNIFORM:
        model = PCN(
            width=width,
            depth=depth,
            features=1,
            outputs=16,
            network=network,
            parametrization="kaiming",
        )
        mean, variance = (
            law(width, depth, network=network, parametrization="kaiming_uniform")
            for law in (predictive_coding.expected_rescaling, predictive_coding.rescaling_variance)
        )
        S, _ = at_start(model, 3600, seed)
        off = np.diagonal(S, axis1=1, axis2=2) - mean
        squares.append(np.mean(off**2, axis=1) / variance)
        controls.append(off.mean(axis=1))
    return np.stack(squares, axis=-1), np.stack(controls, axis=-1)


def _one_unit(depth: int) -> tuple[float, float]:
    """N = 1: s - 1 is a sum of products of squares u^2, of mean 1/3 and mean square 1/5."""
    layers = range(1, depth)
    pairs = sum(5.0 ** -min(i, j) * 3.0 ** -abs(i - j) for i in layers for j in layers)
    wanted = pairs - sum(3.0**-i for i in layers) ** 2
    variance = predictive_coding.rescaling_variance(1, depth, parametrization="kaiming_uniform")
    return variance, wanted


def _written_out(network: Network, size: tuple[int, int], alpha: int) -> tuple[float, float]:
    """Var s of a network with a symbol for each weight, E w^k = N^(-k/2)/(k + 1) for even k."""
    width, depth = size
    one = net(width, depth, network == "residual")
    scale = dict.fromkeys(one.c, sp.Integer(1))
    if network == "residual":
        scale |= dict.fromkeys(one.c[1:-1], sp.Integer(depth) ** -alpha)
    weights = [w for layer in range(2, depth + 1) for w in one.entries(layer)]
    s = sp.Poly(one.s.subs(scale), *weights)
    wanted = _uniform_mean(s**2, width) - _uniform_mean(s, width) ** 2
    branches = {"alpha": alpha} if network == "residual" else {}
    variance = predictive_coding.rescaling_variance(
        width, depth, network=network, parametrization="kaiming_uniform", **branches
    )
    return variance, float(wanted)


def _uniform_mean(polynomial: sp.Poly, width: int) -> sp.Rational:
    return sum(
        c * math.prod(sp.Rational(1, width ** (k // 2) * (k + 1)) for k in powers)
        for powers, c in polynomial.terms()
        if all(k % 2 == 0 for k in powers)
    )


CLAIMS.add(
    id="PC-B6-uniform",
    source=PC.ledger("B6"),
    says="The variance of s under PyTorch's uniform law, exact at any width and depth from two "
    "fourth moments of the paths, is that of one unit's products at N = 1, of networks of two and "
    "three units written out and of simulated plain and residual networks.",
    checks=(
        Property(_one_unit, {"depth": [2, 3, 5, 9]}, rtol=1e-12, n=4),
        Property(
            _written_out,
            {"network": KINDS, "size": [(2, 3), (3, 3), (2, 4)], "alpha": [0, 1]},
            rtol=1e-12,
            n=12,
            at_least=12,
        ),
        Sampled(
            _squares,
            lambda: np.ones(len(UNIFORM)),
            control=lambda: 0.0,
            what="squares over the variance",
        ),
    ),
    why_sampled="random",
)
