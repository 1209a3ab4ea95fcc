"""Statement X-1 (beyond the papers): exact covariances of all states at infinite width."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted, Sampled
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Equal, Statement, positive, registered
from depthlaws.sims.residual import matrix_free
from depthlaws.theory import activations, formula, residual
from depthlaws.theory.papers import LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import (
    SCALE,
    SPREAD,
    Array,
    controlled,
    eps,
    gain,
    h0,
    network,
    s,
    simulated,
)

CLAIMS = Claims()


def _double_sum(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[Array, Array]:
    """The kernel by its defining double sum, one entry after another, with scalar kappa."""
    steps = loops * layers
    H = np.full((steps + 1, steps + 1), h0)
    for n in range(steps + 1):
        for k in range(n + 1):
            terms = [
                (1.0 if normalize else math.sqrt(H[i, i] * H[j, j]))
                * activations.kappa(min(1.0, H[i, j] / math.sqrt(H[i, i] * H[j, j])))
                for i in range(n)
                for j in range(k)
                if i % layers == j % layers
            ]
            H[n, k] = H[k, n] = h0 + (eps * s) ** 2 * math.fsum(terms)
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    return stream.kernel, H


def _golden() -> Iterator[tuple[str, float, str]]:
    for loops, scale, printed in (
        (2, 0.5, "1.516716522888"),
        (4, 0.25, "1.537199437981"),
        (8, 0.125, "1.551100186859"),
        (16, 1 / 16, "1.559127117009"),
        (64, 1 / 64, "1.565670373721"),
        (16, 0.25, "39.385841102159"),
        (8, 1.0, "1250.805239217"),
    ):
        value = float(residual.tied_kernel(loops, scale)[-1, -1])
        yield f"N={loops}, eps={scale:g}", value, printed


def _last_energy(N: int, eps: float, s: float) -> tuple[float, float]:
    """The output energy from the function that does not store the kernel."""
    return residual.tied_energy(N, eps, s), float(residual.tied_kernel(N, eps, s)[-1, -1])


def _two_inputs(loops: int, layers: int, normalize: bool, eps: float, r: float) -> tuple:
    """Two inputs of unequal energy: the kernel of each, and overlaps by a scalar recursion."""
    h0 = np.array([[2.0, r * math.sqrt(1.0)], [r * math.sqrt(1.0), 0.5]])
    both = Stream(loops=loops, layers=layers, eps=eps, h0=h0, normalize=normalize).kernel
    alone = [
        Stream(loops=loops, layers=layers, eps=eps, h0=e, normalize=normalize).kernel
        for e in (2.0, 0.5)
    ]
    cross = np.full((loops * layers + 1,) * 2, h0[0, 1])
    for n in range(cross.shape[0]):
        for k in range(cross.shape[1]):
            cross[n, k] = h0[0, 1] + eps**2 * sum(
                _branch(alone[0][i, i], cross[i, j], alone[1][j, j], normalize)
                for i in range(n)
                for j in range(k)
                if i % layers == j % layers
            )
    return np.stack([both[0, 0], both[1, 1], both[0, 1]]), np.stack([*alone, cross])


def _branch(first: float, between: float, second: float, normalize: bool) -> float:
    size = math.sqrt(first * second)
    return (1.0 if normalize else size) * activations.kappa(max(-1.0, min(1.0, between / size)))


def _untied_pairs(layers: int, normalize: bool, eps: float, r: float) -> tuple[Array, Array]:
    """Overlaps of several inputs after untied layers: the fast route and the full kernel."""
    h0 = np.array([[2.0, r, 0.1], [r, 0.5, 0.2], [0.1, 0.2, 1.0]])
    whole = Stream(loops=1, layers=layers, eps=eps, h0=h0, normalize=normalize).kernel
    return residual.untied_kernel(layers, eps, h0=h0, normalize=normalize), whole[:, :, -1, -1]


def _wide_energy(stream: Stream) -> Sampled:
    """Output energy of wide networks."""
    limit = float(stream.energies[-1])
    return controlled(
        network(stream, 4096), "energy", lambda: limit, samples=192, what=repr(stream)
    )


def _wide_overlap(stream: Stream) -> Sampled:
    """Output overlap of two unequal inputs through the same matrices.

    The overlaps of the inputs and after the first step are exact at every width.
    """
    places = ([0, 0, 1], [0, 1, 1])

    def estimate(seed: int) -> tuple[Array, Array]:
        kernels = simulated(
            network(stream, 4096), "kernel", samples=272, seed=seed, route=matrix_free
        )
        controls = [kernels[:, *places, at, at] for at in (0, 1)]
        return kernels[:, 0, 1, -1, -1], np.concatenate(controls, axis=1)

    def exact() -> Array:
        return np.concatenate([stream.kernel[*places, at, at] for at in (0, 1)])

    truth = float(stream.kernel[0, 1, -1, -1])
    return Sampled(estimate, lambda: truth, what="two inputs", control=exact)


CLAIMS.add(
    id="LOOP-A-X1",
    source=LOOPED_V0.ledger("X-1"),
    says="At infinite width H_nm = H_0 + eps^2 s^2 sum_(i<n, j<m) sqrt(H_ii H_jj) "
    "kappa(rho_ij) over steps of the same matrix, exactly: B vanishes and E H_N = H_0 + C_N.",
    checks=(
        Property(_last_energy, {"N": [1, 2, 7]} | {"eps": SCALE, "s": SPREAD}, rtol=1e-13, n=6),
        Property(
            _double_sum,
            {
                "loops": [1, 2, 4],
                "layers": [1, 2],
                "normalize": [False, True],
                "eps": SCALE,
                "s": SPREAD,
                "h0": SPREAD,
            },
            rtol=1e-11,
            n=24,
            what="double sum",
        ),
        Property(
            _two_inputs,
            {
                "loops": [1, 3],
                "layers": [1, 2],
                "normalize": [False, True],
                "eps": SCALE,
                "r": Interval(sp.Rational(-9, 10), sp.Rational(9, 10)),
            },
            rtol=1e-9,
            n=16,
            what="two inputs",
        ),
        Property(
            _untied_pairs,
            {
                "layers": [1, 2, 7],
                "normalize": [False, True],
                "eps": SCALE,
                "r": Interval(sp.Rational(-1, 2), sp.Rational(9, 10)),
            },
            rtol=1e-11,
            n=12,
            what="untied, several inputs",
        ),
        Quoted(_golden),
    ),
    cross_checks=(
        _wide_energy(Stream(loops=8, eps=1 / 8)),
        _wide_energy(Stream(loops=16, eps=1 / 4)),
        _wide_energy(Stream(loops=4, layers=3, eps=1 / (4 * math.sqrt(3)), s=1.4, h0=3.0)),
        _wide_energy(Stream(loops=16, eps=1.0, s=0.7, h0=0.3, normalize=True)),
        _wide_overlap(Stream(loops=3, layers=2, eps=0.3, h0=[[2.0, -0.4], [-0.4, 0.5]])),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _two_loops(eps: float, s: float, h0: float) -> tuple[float, float]:
    value = float(residual.tied_kernel(2, eps, s, h0)[-1, -1])
    return value, formula("tied-two-loops-energy")(eps, s, h0)


first = h0 * (1 + gain / 2)
TWO_LOOPS = Statement(
    Equal(
        registered("tied-two-loops-energy"),
        h0
        + gain * (h0 + first) * looked_up("kappa-relu", rho=1)
        + 2 * gain * sp.sqrt(h0 * first) * looked_up("kappa-relu", rho=sp.sqrt(h0 / first)),
    ),
    for_all=dict.fromkeys((eps, s, h0), positive),
)
"""The double sum for N = 2: both energies and both overlaps of the states before the steps."""


CLAIMS.add(
    id="LOOP-A-X1-two-loops",
    source=LOOPED_V0.ledger("X-1"),
    says="At infinite width, the energy of a ReLU stream without norm after two loops in closed "
    "form, for every eps, s and H_0 above 0.",
    statement=TWO_LOOPS,
    cross_checks=(
        Property(_two_loops, {"eps": SCALE, "s": SPREAD, "h0": SPREAD}, rtol=1e-13, n=20),
    ),
)
