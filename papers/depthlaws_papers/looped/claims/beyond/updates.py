"""Statements X-6 to X-8 (beyond the papers): exact responses to one step at infinite width."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted, Sampled
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.common.optimizers import SGD, Noise, Sign
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.theory import activations, formula, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import (
    C_J,
    C_W,
    SCALE,
    SPREAD,
    Array,
    C_Delta,
    L,
    N,
    Q,
    controlled,
    eps,
    eta,
    lam,
    m,
    network,
    recursion,
    same,
    simulated,
    theta,
    zeta,
)
from depthlaws_papers.looped.claims.theorem_six import ASSEMBLY

CLAIMS = Claims()

STREAMS = {
    "loops": [1, 3],
    "layers": [1, 2],
    "normalize": [False, True],
    "eps": SCALE,
    "s": SPREAD,
    "h0": SPREAD,
}


def _correlations(stream: Stream) -> tuple[Array, Array]:
    """Correlations of the states that one matrix multiplies, and products of their sizes."""
    size = np.sqrt(stream.energies[:-1])
    correlation = np.clip(stream.kernel[:-1, :-1] / np.outer(size, size), -1, 1)
    np.fill_diagonal(correlation, 1.0)  # the gate's slope is infinite at correlation one
    return correlation, np.outer(size, size)


def _gates(stream: Stream) -> Array:
    """s^2 P(Z_i > 0, Z_j > 0) of steps with one matrix; per unit of state when normalised."""
    correlation, size = _correlations(stream)
    gate = formula("gate-relu")(correlation)
    if stream.normalize:
        gate = gate / size
    return stream.s**2 * np.where(stream.same, gate, 0.0)


def _products(stream: Stream) -> Array:
    """Mean products of the activations."""
    correlation, size = _correlations(stream)
    kappa = activations.kappa(correlation)
    return kappa if stream.normalize else size * kappa


def _backward_sum(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[Array, Array]:
    """Q_nm = Q_v + eps^2 sum over later pairs of the gates times Q, entry by entry."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    steps, gate, variance = stream.steps, _gates(stream), 0.7
    backward = np.full((steps + 1, steps + 1), variance)
    for n in reversed(range(steps)):
        for k in reversed(range(steps)):
            terms = gate[n:, k:] * backward[n + 1 :, k + 1 :]
            backward[n, k] = variance + eps**2 * math.fsum(terms.ravel())
    return updates.backward_kernel(stream, variance), backward


def _isotropic_sum(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[Array, Array]:
    """Y_nm = eps^2 sum over earlier pairs of eta^2 q + gates times Y, entry by entry."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    steps, gate, rate = stream.steps, _gates(stream), 0.6
    fresh = rate**2 * np.where(stream.same, _products(stream), 0.0)
    moved = np.zeros((steps + 1, steps + 1))
    for n in range(1, steps + 1):
        for k in range(1, steps + 1):
            terms = fresh[:n, :k] + gate[:n, :k] * moved[:n, :k]
            moved[n, k] = eps**2 * math.fsum(terms.ravel())
    return updates.isotropic_update(stream, rate), moved


def _gradient_sum(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[Array, Array]:
    """|gradient of W_l|^2/d^2 = eps^2 sum of Q_(i+1, j+1) q_ij over the uses of layer l."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    backward, q = updates.backward_kernel(stream, 0.7), _products(stream)
    exact = [
        eps**2
        * sum(
            backward[i + 1, j + 1] * q[i, j]
            for i in range(layer, stream.steps, layers)
            for j in range(layer, stream.steps, layers)
        )
        for layer in range(layers)
    ]
    return updates.gradient_energies(stream, 0.7), np.array(exact)


def _simulated_backward(stream: Stream, probe: float = 1.0) -> Sampled:
    """Energy of the backward vector at h_0 of wide networks."""
    exact = float(updates.backward_kernel(stream, probe)[0, 0])
    return controlled(
        network(stream, 4096),
        "gradient_energy",
        lambda: exact,
        samples=128,
        pick=lambda found: found[:, 0],
        probe=probe,
        what=repr(stream),
    )


def _simulated_gradients(stream: Stream) -> Sampled:
    """Squared norm of the gradient of each layer of wide networks."""

    def estimate(seed: int) -> Estimate:
        options = {"route": matrix_free, "dtype": "float32"}
        model = network(stream, 4096)
        return Estimate.of(simulated(model, "weight_gradient", samples=160, seed=seed, **options))

    return Sampled(estimate, lambda: updates.gradient_energies(stream), what=repr(stream))


def _simulated_noise(stream: Stream, width: int = 4096) -> Sampled:
    """Mean square output change by an isotropic update of wide networks."""
    exact = float(updates.isotropic_update(stream)[-1, -1])
    return controlled(
        network(stream, width),
        "change",
        lambda: exact,
        samples=160,
        pick=lambda found: found[:, 1, -1] / 1e-6,
        optimizer=Noise(rate=1e-3),
        what=repr(stream),
    )


def _backward_rows() -> Iterator[tuple[str, float, str]]:
    values = ("1.488581638", "1.4998078822", "1.510058714", "1.5165043331")
    linear = zip((2, 4, 8, 16), (0.5, 0.25, 0.125, 1 / 16), values, strict=True)
    for n, scale, printed in (*linear, (16, 0.25, "27.2867764"), (8, 1.0, "677.34026")):
        value = float(updates.backward_kernel(Stream(loops=n, eps=scale))[0, 0])
        yield f"Q_00 at N={n}, eps={scale:g}", value, printed


def _isotropic_rows() -> Iterator[tuple[str, float, str]]:
    values = ("0.7071", "0.7296", "0.7563", "0.7743", "0.7847", "0.7932")
    for n, printed in zip((1, 2, 4, 8, 16, 64), values, strict=True):
        change = updates.isotropic_update(Stream(loops=n, eps=1 / n))[-1, -1]
        yield f"N={n}", math.sqrt(change), printed


CLAIMS.add(
    id="LOOP-B-X6",
    source=LOOPED.ledger("X-6"),
    says="Backward kernel, gradients of every layer and isotropic update, exact at infinite width: "
    "their defining double sums, and wide networks.",
    checks=(
        Property(_backward_sum, STREAMS, rtol=1e-10, n=24, what="backward"),
        Property(_isotropic_sum, STREAMS, rtol=1e-10, n=24, what="isotropic"),
        Property(_gradient_sum, STREAMS, rtol=1e-10, n=24, what="gradients"),
        Quoted(_backward_rows),
        Quoted(_isotropic_rows),
    ),
    cross_checks=(
        _simulated_backward(Stream(loops=8, eps=1 / 8)),
        _simulated_backward(Stream(loops=4, layers=2, eps=0.2, s=1.4, h0=2.0), 0.7),
        _simulated_backward(Stream(loops=6, eps=1.0, s=0.8, h0=3.0, normalize=True)),
        _simulated_gradients(Stream(loops=2, layers=3, eps=0.6, s=1.2, h0=2.0)),
        _simulated_gradients(Stream(loops=1, layers=3, eps=1.0, h0=2.0, normalize=True)),
        _simulated_noise(Stream(loops=4, eps=1 / 4, s=1.4, h0=2.0)),
        _simulated_noise(Stream(loops=2, layers=2, eps=0.8, s=0.7, normalize=True)),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _loss_identity(
    loops: int, layers: int, normalize: bool, eps: float, s: float, h0: float
) -> tuple[float, float]:
    """<v, dh_K>/d = -eta |gradient|^2/d^2, from the response and from the gradient energies."""
    stream = Stream(loops=loops, layers=layers, eps=eps, s=s, h0=h0, normalize=normalize)
    loss_change = updates.gradient_step(stream, 0.3, variance=0.7, nodes=4).loss
    return loss_change, -0.3 * float(np.sum(updates.gradient_energies(stream, 0.7)))


def _gradient_rows() -> Iterator[tuple[str, float, str]]:
    values = ("0.50000", "0.54733", "0.60695", "0.64997", "3.83722")
    for (n, scale), printed in zip(
        ((1, 1.0), (2, 0.5), (4, 0.25), (8, 0.125), (4, 0.5)), values, strict=True
    ):
        size = updates.gradient_step(Stream(loops=n, eps=scale)).rms
        yield f"tied N={n}, eps={scale:g}", size, printed


def _simulated_descent(stream: Stream) -> Sampled:
    """Mean square output change by one small gradient step of wide networks."""
    return controlled(
        network(stream, 4096),
        "change",
        lambda: updates.gradient_step(stream).rms ** 2,
        samples=128,
        pick=lambda found: found[:, 1, -1] / 1e-6,
        optimizer=SGD(rate=1e-3),
        what=repr(stream),
    )


def _linear_rate(loops: int, rate: float) -> tuple[list, list]:
    """Response and loss are proportional to the rate; variance scales both."""
    stream = Stream(loops=loops, eps=0.4, s=1.3)
    one, many = updates.gradient_step(stream), updates.gradient_step(stream, rate, variance=4.0)
    return [many.rms, many.loss], [one.rms * rate * 2, one.loss * rate * 4]


CLAIMS.add(
    id="LOOP-B-X7",
    source=LOOPED.ledger("X-7"),
    says="One gradient step, exact linear response at infinite width, with the identity "
    "<v, dh_K>/d = -eta |gradient|^2/d^2.",
    checks=(
        Property(_loss_identity, STREAMS, rtol=1e-10, n=24),
        Property(_linear_rate, {"loops": [1, 3], "rate": [1e-3, 0.5]}, rtol=1e-10, n=4),
        Quoted(_gradient_rows),
    ),
    cross_checks=(
        _simulated_descent(Stream(loops=4, eps=1 / 4)),
        _simulated_descent(Stream(loops=2, layers=2, eps=0.4, s=1.3, h0=2.0)),
        _simulated_descent(Stream(loops=3, eps=0.5, s=0.8, h0=2.0, normalize=True)),
    ),
    why_sampled="no enclosure of a response",
)


ONE_LOOP = {"eps": [0.3, 1.0], "h0": [1.0, 4.0]}


def _sign_one_loop(eps: float, h0: float) -> tuple[float, float]:
    step = updates.sign_step(Stream(loops=1, eps=eps, h0=h0), 0.5, seed=11, sites=1024)
    return abs(step.rms - formula("sign-one-loop")(eps, h0, 0.5)), 6 * step.error + 1e-9


def _sign_small_time(loops: int, h0: float) -> tuple[float, float]:
    """Response at T = 0.01 against the small-time law, which depends on T alone."""
    stream = Stream(loops=loops, eps=0.01 / loops, h0=h0)
    step = updates.sign_step(stream, seed=5, sites=1024, replicates=8)
    return abs(step.rms / formula("sign-small-time")(0.01, h0, 1.0) - 1), 0.006


# (N, eps) -> output change by a sign step over eta, from large populations
SIGNS = {
    (2, 1 / 2): 0.4207,
    (4, 1 / 4): 0.4450,
    (8, 1 / 8): 0.4634,
    (16, 1 / 16): 0.4712,
    (4, 1 / 2): 1.138,
    (16, 1 / 4): 7.475,
}


def _sign_rows(row: tuple[int, float]) -> tuple[float, float]:
    """Population values, which agree to six in a thousand."""
    (loops, eps), printed = row, SIGNS[row]
    step = updates.sign_step(Stream(loops=loops, eps=eps), seed=2, sites=1024, replicates=8)
    return abs(step.rms / printed - 1), 0.006


def _simulated_signs(stream: Stream) -> Sampled:
    """Networks of width 400 against the infinite-width population."""
    return controlled(
        network(stream, 400),
        "change",
        lambda: updates.sign_step(stream, seed=3, sites=2048, replicates=8).rms ** 2,
        samples=384,
        pick=lambda found: found[:, 1, -1] / 1e-6,
        route=dense,
        optimizer=Sign(rate=1e-3),
        what=repr(stream),
    )


CLAIMS.add(
    id="LOOP-B-X8",
    source=LOOPED.ledger("X-8"),
    says="One sign step: eta eps sqrt(H_0/(2 pi)) at N = 1, eta T sqrt(H_0/(2 pi)) for small "
    "T, and .42 to .47 of eta at eps = 1/N for N = 2, 4, 8 and 16.",
    checks=(
        Property(_sign_one_loop, ONE_LOOP, relation="<", n=4),
        Property(_sign_small_time, {"loops": [2, 6], "h0": [1.0, 4.0]}, relation="<", n=4),
        Property(_sign_rows, {"row": list(SIGNS)}, relation="<", what="populations"),
    ),
    cross_checks=(
        _simulated_signs(Stream(loops=4, eps=1 / 4)),
        _simulated_signs(Stream(loops=4, eps=0.4, s=2.0, h0=2.0)),
        _simulated_signs(Stream(loops=2, layers=2, eps=0.5, s=1.5, h0=0.5, normalize=True)),
    ),
    why_sampled="random",
)


def _sign_one_post_activation(eps: float, h0: float) -> tuple[float, float]:
    stream = Stream(loops=1, eps=eps, h0=h0)
    step = updates.sign_step(stream, 0.5, seed=11, sites=256, post_activation=True)
    return abs(step.rms - formula("sign-one-post-activation")(eps, h0, 0.5)), 6 * step.error


def _simulated_signs_behind(stream: Stream) -> Sampled:
    """Networks h + eps relu(W h) of width 200 against the infinite-width population."""
    return controlled(
        replace(network(stream, 200), post_activation=True),
        "change",
        lambda: updates.sign_step(stream, seed=3, sites=256, post_activation=True).rms ** 2,
        samples=256,
        pick=lambda found: found[:, 1, -1] / 1e-8,
        route=dense,
        optimizer=Sign(1e-4),
        what=repr(stream),
    )


CLAIMS.add(
    id="LOOP-B-X8-postact",
    source=LOOPED.ledger("X-8"),
    says="One sign step of h + eps relu(W h): eta eps sqrt(H_0/pi) at N = 1, sqrt 2 times that of "
    "h + eps W relu(h); as in looped blocks of finite width.",
    checks=(Property(_sign_one_post_activation, ONE_LOOP, relation="<", n=4),),
    cross_checks=(_simulated_signs_behind(Stream(loops=2, layers=2, eps=0.25, s=1.5, h0=2.0)),),
    why_sampled="random",
)


def _largest_term() -> sp.Expr:
    """N times the last term of the recursion's sum, with exp in place of its power."""
    last = eps * eta * C_Delta * Q
    return N * last * sp.exp(sp.log(sp.exp(eps * C_W)) * N)


CLAIMS.add(
    id="LOOP-B-equality",
    source=LOOPED.section("7.3 to 7.5"),
    says="The registered update bounds are the sums of their recursions: n+1 steps from n, N times "
    "the largest term, L layers of N loops; the block bounds count their pairs.",
    checks=(
        *recursion(
            "loop-update-upper-sharp",
            "N",
            eps * eta * C_Delta * Q,
            lambda D: (1 + eps * C_W) * D + eps * eta * C_Delta * Q,
            "N eps eta C_W C_Delta Q",
        ),
        same(looked_up("loop-update-upper"), _largest_term(), "N eps eta C_W C_Delta Q"),
        same(
            looked_up("loop-update-sharp-lower"),
            eta * eps * N * zeta * m * (1 - theta),
            "N eps eta zeta theta m",
        ),
        same(
            looked_up("loop-update-sharp-upper", q=m**2),
            (1 + theta) * eta * eps * N * zeta * m,
            "N eps eta zeta theta m",
        ),
        same(
            looked_up("block-update-upper"),
            (L * N) * (lam / (N * sp.sqrt(L))) * C_J * C_Delta * eta,
            "N L lam C_J C_Delta eta",
        ),
        *ASSEMBLY.checks,
    ),
)
