"""Statements X-12 and X-13 (beyond the papers): any order of visits, and one Muon step."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from depthlaws.claims.engine.checks import Property, Quoted, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    exp,
    naturals,
    nonnegative,
    positive,
    registered,
    scalars,
    sqrt,
)
from depthlaws.sims.common.optimizers import Muon
from depthlaws.sims.residual import dense
from depthlaws.theory import activations, formula, residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import SEEDS, SPREAD, Array, controlled, network
from depthlaws_papers.looped.claims.kernel_bounds import ANY_ORDER
from depthlaws_papers.looped.claims.stream import s

CLAIMS = Claims()

LAYERS = Interval(1, 5, integer=True)
HUGINN = "2+4x16+2"  # prelude, core and coda of a looped language model
RATE = 1e-3  # small enough that the response is linear to about a thousandth


def random_stream(layers: int, seed: int, s: float) -> Stream:
    """Stream with a random order of one to three visits a layer, each with its own scale."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(np.repeat(np.arange(layers), rng.integers(1, 4, layers)))
    return Stream(visits=tuple(order.tolist()), eps=rng.uniform(0.05, 1, len(order)), s=s, h0=1.3)


def _summed_kernel(layers: int, seed: int, s: float) -> tuple[Array, Array]:
    """H_nm = H_0 + sum over earlier visits of one layer of eps_i eps_j s^2 E phi phi."""
    stream = random_stream(layers, seed, s)
    kernel, order = stream.kernel, stream.labels
    size = np.sqrt(stream.energies)
    ratios = np.clip(kernel / np.outer(size, size), -1, 1)
    products = np.outer(size, size) * activations.kappa(ratios)
    terms = np.multiply.outer(stream.scales, stream.scales) * s**2 * products[:-1, :-1]
    terms[order[:, None] != order] = 0
    sums = [
        [1.3 + math.fsum(terms[:n, :m].ravel()) for m in range(stream.steps + 1)]
        for n in range(stream.steps + 1)
    ]
    return kernel, np.array(sums)


visits, layers, lam, first = scalars("N L lambda H_0")
SUM_OF_SQUARES = Statement(
    Equal(layers * (visits * lam / (visits * sqrt(layers))) ** 2, lam**2),
    Equal(
        registered("visit-energy-upper", h0=first, visit_sum=lam**2),
        first * exp(s**2 * lam**2 / 2),
    ),
    for_all={
        **dict.fromkeys((visits, layers), naturals(1)),
        first: positive,
        **dict.fromkeys((s, lam), nonnegative),
    },
)


def _bounded(layers: int, seed: int, s: float) -> tuple[float, float]:
    stream = random_stream(layers, seed, s)
    signs = np.random.default_rng([seed, 1]).choice([-1.0, 1.0], len(stream.scales))
    if seed % 2:
        stream = replace(stream, eps=stream.scales * signs)
    upper = formula("visit-energy-upper")(residual.visit_sum_of_squares(stream), s, 1.3)
    return float(stream.energies.max()), upper


def _same_sum(layers: int, seed: int, lam: float) -> tuple[float, float]:
    """The scales lam/(N_l sqrt L) leave lam^2 in the bound, whatever the order."""
    visits = tuple(random_stream(layers, seed, 1.0).labels.tolist())
    stream = Stream(visits=visits, eps=residual.visit_scales(visits, lam))
    return residual.visit_sum_of_squares(stream), lam**2


def _simulated_energy(visits: str, eps: float | Array) -> Sampled:
    stream = Stream(visits=visits, eps=eps, s=math.sqrt(2))
    return controlled(
        network(stream, 2048),
        "energy",
        lambda: stream.energies[-1],
        samples=64,
        pick=lambda found: found[:, -1],
        what=f"{visits}, eps={'1/sqrt(K)' if np.ndim(eps) == 0 else 'lam/(N_l sqrt L)'}",
    )


CLAIMS.add(
    id="LOOP-B-X12",
    source=LOOPED.beyond("X-12"),
    says="At infinite width a ReLU stream without norm that visits its layers in any order has an "
    "energy of at most H_0 exp(s^2/2 sum_l S_l^2), S_l the sum of the sizes of the branch scales "
    "of layer l's visits. The scales lam/(N_l sqrt L), N_l visits of layer l, bound it by H_0 "
    "exp(s^2 lam^2/2) in every order.",
    statement=SUM_OF_SQUARES,
    checks=ANY_ORDER,
    cross_checks=(
        Property(_summed_kernel, {"layers": LAYERS, "seed": SEEDS, "s": SPREAD}, rtol=1e-10, n=24),
        Property(_bounded, {"layers": LAYERS, "seed": SEEDS, "s": SPREAD}, relation="<=", n=48),
        Property(_same_sum, {"layers": LAYERS, "seed": SEEDS, "lam": SPREAD}, rtol=1e-12, n=12),
        _simulated_energy("2+4x4+2", 1 / math.sqrt(20)),
        _simulated_energy(HUGINN, residual.visit_scales(HUGINN)),
    ),
)


def _core(passes: int) -> tuple[float, float]:
    """Energy of 2 + 4 x passes + 2 at one branch scale 1/sqrt K, and at 1/(N_l sqrt L)."""
    visits = f"2+4x{passes}+2"
    steps, s = 4 * passes + 4, math.sqrt(2)
    equal = Stream(visits=visits, eps=1 / math.sqrt(steps), s=s).energies[-1]
    own = Stream(visits=visits, eps=residual.visit_scales(visits), s=s).energies[-1]
    return float(equal), float(own)


def _grows(passes: int) -> tuple[float, float]:
    """One scale 1/sqrt K: four times the passes square the energy and more."""
    return _core(4 * passes)[0], _core(passes)[0] ** 2


def _core_rows() -> Iterator[tuple[str, float, str]]:
    for passes, equal, own in ((1, "2.57", "2.57"), (4, "9.34", "2.50"), (16, "363", "2.51")):
        at = _core(passes)
        yield f"{passes} passes, eps = 1/sqrt(K)", at[0], equal
        yield f"{passes} passes, eps = 1/(N_l sqrt L)", at[1], own
    for visits, equal, own in (("68", "2.70", "2.70"), ("4x17", "541", "2.28")):
        s, scales = math.sqrt(2), residual.visit_scales(visits)
        for name, eps, printed in (("1/sqrt(K)", 68**-0.5, equal), ("1/(N_l sqrt L)", scales, own)):
            energy = float(Stream(visits=visits, eps=eps, s=s).energies[-1])
            yield f"{visits}, eps = {name}", energy, printed


CLAIMS.add(
    id="LOOP-B-X12-core",
    source=LOOPED.beyond("X-12"),
    says="Two layers, four layers passed 1 to 64 times, two layers, s^2 = 2: one branch scale "
    "1/sqrt(K) for all K visits has an energy of 363 at 16 passes, and squares it with four times "
    "the passes; 1/(N_l sqrt L) keeps it between 2.4 and e. Of as many visits, 68 layers of their "
    "own have 2.70 under both, four layers passed 17 times 541 and 2.28.",
    checks=(
        Quoted(_core_rows),
        Property(_grows, {"passes": [4, 8, 16]}, relation=">", n=3),
        Property(
            lambda passes: (_core(passes)[1], math.e),
            {"passes": [1, 2, 4, 8, 16, 32, 64]},
            relation="<",
            n=7,
        ),
        Property(
            lambda passes: (_core(passes)[1], 2.4),
            {"passes": [1, 2, 4, 8, 16, 32, 64]},
            relation=">",
            n=7,
        ),
    ),
    why_sampled="no enclosure of a full kernel",
)


# -- Muon ------------------------------------------------------------------------------------------


def _singular_values(layers: int, seed: int, s: float) -> tuple[Array, Array]:
    """Largest and sum of those of A B^T, for vectors of these Gram matrices, written out."""
    stream = random_stream(layers, seed, s)
    backward, step = updates.backward_kernel(stream)[1:, 1:], updates.muon_step(stream)
    ours, exact = np.atleast_2d(step.singular_values), []
    for layer in range(layers):
        uses = np.flatnonzero(stream.labels == layer)
        at = np.ix_(uses, uses)
        factors = [np.linalg.cholesky(gram) for gram in (backward[at], stream.overlap[at])]
        zeros = np.zeros_like(factors[0])
        g = np.vstack([factors[0].T, zeros]) * stream.scales[uses]
        u = np.vstack([zeros, factors[1].T])
        values = np.linalg.svd(g @ u.T, compute_uv=False)[: len(uses)]
        exact.append(np.pad(values, (0, ours.shape[1] - len(uses))))
    largest_and_sum = [np.stack([v[:, 0], v.sum(axis=1)]) for v in (ours, np.array(exact))]
    return largest_and_sum[0], largest_and_sum[1]


def _loss_of_output(layers: int, seed: int, s: float) -> tuple[float, float]:
    """Change of the loss by the coefficients of the step, and by the nuclear norms."""
    stream = random_stream(layers, seed, s)
    step = updates.muon_step(stream, 0.3, variance=0.7, nodes=4, output=True)
    assert step.output is not None
    return step.output.loss, step.loss


def _muon_rows() -> Iterator[tuple[str, float, str]]:
    for loops, printed in ((1, ".7071"), (8, ".8924"), (32, ".9293"), (64, ".9360")):
        step = updates.muon_step(Stream(loops=loops, eps=1 / loops, s=math.sqrt(2)))
        yield f"nuclear norm over the width, N={loops}, eps=1/N", float(step.nuclear_norm), printed
    for loops, printed in ((8, "6.42"), (32, "139.5")):
        step = updates.muon_step(Stream(loops=loops, eps=loops**-0.5, s=math.sqrt(2)))
        yield f"N={loops}, eps=1/sqrt(N)", float(step.nuclear_norm), printed


def _squared_change(stream: Stream) -> float:
    step = updates.muon_step(stream, output=True)
    assert step.output is not None
    return step.output.rms**2


def _simulated_muon(stream: Stream) -> Sampled:
    """Mean square output change by one small Muon step of networks of width 128."""
    return controlled(
        network(stream, 128),
        "change",
        lambda: _squared_change(stream),
        samples=192,
        pick=lambda found: found[:, 1, -1] / RATE**2,
        route=dense,
        optimizer=Muon(rate=RATE),
        what=repr(stream),
    )


CLAIMS.add(
    id="LOOP-B-X13",
    source=LOOPED.beyond("X-13"),
    says="One Muon step dW = -eta U V^T at infinite width: the gradient of a shared matrix over "
    "the width has the singular values of X^(1/2) Y^(1/2), X = eps Q eps and Y the Gram matrices "
    "of its factors; to first order the loss falls by eta times their sum. At eps = 1/N, s^2 = 2 "
    "the sum is .7071, .8924, .9293, .9360 for N = 1, 8, 32, 64; at 1/sqrt(N) 6.42 and 139.5 for N "
    "= 8 and 32.",
    checks=(
        Property(
            _singular_values,
            {"layers": LAYERS, "seed": SEEDS, "s": SPREAD},
            rtol=1e-9,
            n=24,
        ),
        Property(_loss_of_output, {"layers": [1, 3], "seed": SEEDS, "s": SPREAD}, rtol=1e-10, n=8),
        Quoted(_muon_rows),
    ),
    cross_checks=(
        _simulated_muon(Stream(loops=4, eps=1 / 4)),
        _simulated_muon(Stream(visits="1+2x2+1", eps=residual.visit_scales("1+2x2+1"))),
    ),
    why_sampled="no enclosure of a full kernel",
)
