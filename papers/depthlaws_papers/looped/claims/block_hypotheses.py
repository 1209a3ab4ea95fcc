"""Hypotheses (8) and (9) of theorem 6, section 7.4 of the second version."""

import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np

from depthlaws.claims.engine.checks import Property, Quoted, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SPREAD,
    simulated,
)

CLAIMS = Claims()


@functools.lru_cache(maxsize=4)
def _drift(width: int, beta: float, seed: int) -> np.ndarray:
    """d^2 |B_0|^2/(d beta^2) of two layers looped twice, in two draws of W_0 for each W_1 and h_0.

    B_0 = E[Y_0 | W_1, h_0]: by parts in W_0 it is the mean of the derivative of u_2 = relu(h_2),
    (eps/2) (p + eps g_1 W_1^T p)/d with p = u_0 1[h_2 > 0] and g_1 = 1[h_1 > 0].
    """
    samples, eps = 150_000 // width, beta / 2
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((3, samples, width, width)) / math.sqrt(width)
    first = rng.standard_normal((samples, width, 1))
    u, slopes = np.maximum(first, 0), []
    for own in (0, 2):
        h = first + eps * W[own] @ u
        passed = u * (h + eps * W[1] @ np.maximum(h, 0) > 0)
        slopes.append((passed + eps * (h > 0) * (np.swapaxes(W[1], 1, 2) @ passed)) / 4)
    return np.mean(slopes[0] * slopes[1], axis=(1, 2))


def _of_drift(width: int, beta: float, relation: str, bound: float) -> Sampled:
    return Sampled(
        lambda seed: _drift(width, beta, seed),
        lambda: bound,
        relation=relation,
        what=f"d = {width}, beta = {beta}: {relation} {bound}",
    )


@functools.lru_cache(maxsize=2)
def _crossed(seed: int) -> np.ndarray:
    """d <Y_0, Y_1>/d for two layers of the simulators at d = 8, beta = s = 1, two loops."""
    model = ResidualMLP(width=8, loops=2, layers=2, eps=0.5)
    pairs = simulated(model, "increments", samples=120_000, seed=seed)
    return pairs[:, 0::2, 1::2].sum(axis=(1, 2)) * 8


def _cross_term(relation: str, bound: float) -> Sampled:
    return Sampled(_crossed, lambda: bound, relation=relation, what=f"{relation} {bound}")


CLAIMS.add(
    id="LOOP-B-E8",
    source=LOOPED.eq(8),
    says="In two layers looped twice E|B_l|^2/d of the first layer is .0325 to .037 of beta^2/d^2 "
    "at beta = 1, d = 8 and 24, and 1/32 as beta vanishes at d = 8: there hypothesis (8), "
    "E|B_l|^2/d <= C_0 beta^2, holds with C_0 = .037/d^2.",
    checks=(
        _of_drift(8, 1e-3, "==", 1 / 32),
        *(_of_drift(width, 1.0, "<", 0.037) for width in (8, 24)),
        *(_of_drift(width, 1.0, ">", 0.0325) for width in (8, 24)),
    ),
    why_sampled="random; both bounds of a mean, resolved to 3 %",
)


CLAIMS.add(
    id="LOOP-B-T6-cross",
    source=LOOPED.ledger("ERR-10"),
    says="The beta^2 L^2 term of theorem 6 comes from Cauchy and Schwarz: for two layers of "
    "Gaussian matrices looped twice, beta = s = 1, the pair adds between .02 and .14 of beta^2/d "
    "at d = 8.",
    checks=(_cross_term("<", 0.14), _cross_term(">", 0.02)),
    why_sampled="random",
)


def _replacement(
    loops: int, layers: int, layer: int, beta: float, h0: float
) -> tuple[float, float] | None:
    """Half the change of Y_l by one matrix over beta^2 s^2 H_0, and (1 + beta^2/2)^(L-2)/4."""
    if layer >= layers:
        return None
    stream = Stream(loops=loops, layers=layers, eps=beta / loops, h0=h0)
    lost = np.delete(residual.replacement_stability(stream, layer), layer)
    return float(np.max(lost)) / (beta**2 * h0), (1 + beta**2 / 2) ** (layers - 2) / 4


def _replaced_rows() -> Iterator[tuple[str, float, str]]:
    for scale, rows in ((0.5, ("0.0342", "0.0939")), (1.0, ("0.0372", "0.1039"))):
        stream = Stream(loops=4, layers=3, eps=scale / 4)
        lost = residual.replacement_stability(stream, 1) / scale**2
        for layer, printed in zip((0, 2), rows, strict=True):
            yield f"beta={scale}, layer {layer}", float(lost[layer]), printed


def _replaced(loops: int, eps: float, first: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Half the mean square change of Y_1 by another W_0, (sample,), from the same start and W_1.

    ``first`` has the shape (sample, unit, 1); ``W`` holds W_0, W_1 and the other W_0.
    """
    outputs = []
    for own in (0, 2):
        h, added = first, np.zeros_like(first)
        for step in range(2 * loops):
            r = W[own if step % 2 == 0 else 1] @ np.maximum(h, 0)
            added = added + r * (step % 2 == 1) / loops
            h = h + eps * r
        outputs.append(added)
    return np.mean((outputs[0] - outputs[1]) ** 2, axis=(1, 2)) / 2


@functools.lru_cache(maxsize=4)
def _narrow_replacement(width: int, beta: float, seed: int) -> np.ndarray:
    """Half the change of Y_1 over beta^2 in narrow networks of two layers looped twice."""
    samples = 160_000 // width
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((3, samples, width, width)) / math.sqrt(width)
    return _replaced(2, beta / 2, rng.standard_normal((samples, width, 1)), W) / beta**2


def _of_narrow(width: int, beta: float, relation: str, bound: float) -> Sampled:
    return Sampled(
        lambda seed: _narrow_replacement(width, beta, seed),
        lambda: bound,
        relation=relation,
        what=f"d = {width}, beta = {beta}: {relation} {bound}",
    )


def _simulated_replacement(loops: int, s: float, h0: float) -> Sampled:
    """Replacement in wide networks: Y_1 with two draws of W_0, from one start and W_1."""
    width, samples, scale = 96, 480, 0.5
    stream = Stream(loops=loops, layers=2, eps=scale / loops, s=s, h0=h0)

    def estimate(seed: int) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(seed)
        W = s * rng.standard_normal((3, samples, width, width)) / math.sqrt(width)
        first = math.sqrt(h0) * rng.standard_normal((samples, width, 1))
        return _replaced(loops, stream.eps, first, W), first_branches(first, W)

    def first_branches(first: np.ndarray, W: np.ndarray) -> np.ndarray:
        one, other = (W[own] @ np.maximum(first, 0) for own in (0, 2))
        products = (first * first, one * one, other * other, one * other)
        return np.stack([np.mean(product, axis=(1, 2)) for product in products], axis=1)

    return Sampled(
        estimate,
        lambda: float(residual.replacement_stability(stream, 0)[1]),
        what=f"s={s}, h0={h0}",
        control=lambda: np.array([h0, s**2 * h0 / 2, s**2 * h0 / 2, 0.0]),
    )


def _shared_kernel(loops: int, layers: int, eps: float, s: float, h0: float) -> tuple:
    """The coupled kernel by its double sum: all layers except the redrawn one are shared."""
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
    says="Hypothesis (9) holds at infinite width, here for 1 to 8 loops of 2 to 8 layers and beta "
    "<= 1: redrawing one matrix changes the other branches by C_1 beta^2 s^2 H_0, C_1 <= (1 + "
    "beta^2/2)^(L-2)/4 (s = 1), so at most exp(lambda^2/2)/4 at beta = lambda/sqrt L; at N = 1 "
    "and beta = 0.01 it is within 0.2 % of the bound; C_1 follows from the exact kernel of two "
    "runs that share every other matrix.",
    checks=(
        Property(
            _replacement,
            {
                "loops": [1, 2, 8],
                "layers": [2, 3, 8],
                "layer": [0, 1, 7],
                "beta": [0.01, 0.5, 1.0],
                "h0": [0.5, 3.0],
            },
            relation="<=",
            met="0.998",
            n=200,
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
    why_sampled="no enclosure of a full kernel, on which two sums agree to 1e-11; simulated to 8 "
    "%, because the limit is off by 1.5 % at d = 96 and every network has its own matrices",
)


CLAIMS.add(
    id="LOOP-B-E9-narrow",
    source=LOOPED.eq(9),
    says="In two layers looped twice at d = 8 and 24 half the mean square change of the second "
    "branch by another first matrix is .11 to .17 of beta^2 at beta = 0.1 and 1 (s = H_0 = 1): "
    "there hypothesis (9) holds with C_1 = .17, and 1/4 is enough, as at infinite width.",
    checks=tuple(
        _of_narrow(width, beta, relation, bound)
        for width in (8, 24)
        for beta in (0.1, 1.0)
        for relation, bound in (("<", 0.17), (">", 0.11))
    ),
    why_sampled="random; both bounds of a mean",
)
