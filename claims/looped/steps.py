"""One optimiser step: theorem 2, sections 7.3 and 4.3, proposition 7, and the exact responses."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted, Sampled
from depthlaws.claims.engine.laws import symbol
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.looped.common import COUNTS, SCALE, SEEDS, network, path
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.optimizers import SGD, Noise, Sign
from depthlaws.sims.residual import dense as dense
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import formula, parametrization, residual, updates
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval

WIDTH = 40
FEW = {"loops": [1, 2, 5, 9], "eps": SCALE, "seed": SEEDS}
lam, L, N, eta, eps = (symbol(n) for n in ("lam", "L", "N", "eta", "eps"))


# -- a change of the weights, exact at every width ------------------------------------------------


def _after(p: dict[str, Any], change: Any, eps: float) -> dict[str, Any]:
    """The same stream from the same start with W + change: h+ and phi(h+)."""
    h, u = [p["h"][0]], []
    for _ in range(len(p["u"])):
        u.append(np.maximum(h[-1], 0))
        h.append(h[-1] + eps * (p["W"][0] + change) @ u[-1])
    return {"h": np.array(h), "u": np.array(u)}


def _changed(loops: int, eps: float, seed: int) -> tuple[dict[str, Any], Any, dict[str, Any]]:
    p = dict(path(seed, width=WIDTH, loops=int(loops), eps=eps))
    rng = np.random.default_rng([int(seed), 1])
    change = 0.3 * rng.standard_normal((WIDTH, WIDTH)) / math.sqrt(WIDTH)
    return p, change, _after(p, change, eps)


def _recursion(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p, change, q = _changed(loops, eps, seed)
    delta = q["h"] - p["h"]
    step = eps * (q["u"] @ change.T + (q["u"] - p["u"]) @ p["W"][0].T)
    return delta[1:], delta[:-1] + step


def _three_terms(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p, change, q = _changed(loops, eps, seed)
    V, dU = p["u"].sum(axis=0), (q["u"] - p["u"]).sum(axis=0)
    return q["h"][-1] - p["h"][-1], eps * (change @ V + p["W"][0] @ dU + change @ dU)


def _gronwall(loops: int, eps: float, seed: int) -> bool:
    """|dh_N| obeys the recursion's bound, and both closed bounds of section 7.3.1."""
    p, change, q = _changed(loops, eps, seed)
    C_W, size = np.linalg.norm(p["W"][0], 2), np.linalg.norm(change, 2)
    Q = float(np.max(np.linalg.norm(q["u"], axis=1))) / math.sqrt(WIDTH)
    found = float(np.linalg.norm(q["h"][-1] - p["h"][-1])) / math.sqrt(WIDTH)
    sharp = formula("loop-update-upper-sharp")(size, eps, loops, C_W, 1.0, Q)
    printed = formula("loop-update-upper")(size, eps, loops, C_W, 1.0, Q)
    return bool(found <= sharp * (1 + 1e-12) and sharp <= printed * (1 + 1e-12))


def _gain_bounds(loops: int, eps: float, seed: int) -> bool | None:
    """(1 -+ theta) zeta m_-, sqrt(q_+) around |dh_N|/(sqrt d eta eps N), theta < 1 measured."""
    p, change, q = _changed(loops, 0.2 * eps, seed)
    U, delta = p["u"].sum(axis=0), q["h"][-1] - p["h"][-1]
    main = 0.2 * eps * change @ U
    theta = float(np.linalg.norm(delta - main) / np.linalg.norm(main))
    if theta >= 1:
        return None
    mass = residual.cone_mass(p["u"])
    zeta = residual.update_gain(change, U, 1.0)
    found = float(np.linalg.norm(delta)) / math.sqrt(WIDTH)
    at = (1.0, 0.2 * eps, loops, zeta)
    low = formula("loop-update-sharp-lower")(*at, mass.mass, theta)
    high = formula("loop-update-sharp-upper")(*at, mass.square, theta)
    return low <= found * (1 + 1e-12) and found <= high * (1 + 1e-12)


def _main_term(loops: int, eps: float, seed: int) -> tuple[Any, Any]:
    p, change, _ = _changed(loops, eps, seed)
    V = p["u"].sum(axis=0)
    return (np.linalg.norm(eps * change @ V),
            eps * np.linalg.norm(change, 2) * np.linalg.norm(V))  # fmt: skip


def _isotropic_mean(width: int) -> Sampled:
    """E |eps dW V|^2/d = eta^2 eps^2 |V|^2/d for independent entries of variance eta^2/d."""

    def estimate(seed: int) -> Estimate:
        rng = np.random.default_rng(seed)
        V = np.abs(rng.standard_normal(width))
        change = rng.standard_normal((4000, width, width)) / math.sqrt(width)
        return Estimate.of(np.sum((change @ V) ** 2, axis=1) / (V @ V))

    return Sampled(estimate, lambda: 1.0, what=f"width {width}")


def _sign_norm(seed: int) -> bool:
    """|dW| = Theta(eta) for dW = (eta/sqrt d) sign(gradient): its norm at d = 256 and 1024."""
    norms = []
    for width in (128, 512):
        rng = np.random.default_rng(int(seed))
        g, u = rng.standard_normal((2, width))
        norms.append(np.linalg.norm(np.sign(np.outer(g, np.maximum(u, 0))), 2) / math.sqrt(width))
    return bool(norms[1] < 1.5 * norms[0])


def _sign_grows(seed: int) -> tuple[float, float]:
    """The norm of a sign matrix of a gradient is of order d: ratio at widths 512 and 128 is 4."""
    norms = []
    for width in (128, 512):
        rng = np.random.default_rng(int(seed))
        g, u = rng.standard_normal((2, width))
        norms.append(np.linalg.norm(np.sign(np.outer(g, np.maximum(u, 0))), 2))
    return abs(float(norms[1] / norms[0]) - 4), 0.8


_DETERMINISTIC = (
    Claim(
        id="LOOP-A-E6",
        source=LOOPED_V0.eq(6),
        says="dh_(n+1) = dh_n + eps dW phi(h_n+) + eps W (phi(h_n+) - phi(h_n)).",
        checks=(Property(_recursion, FEW, rtol=1e-9, n=30),),
    ),
    Claim(
        id="LOOP-B-E6",
        source=LOOPED.eq(6),
        says="The same recursion in the second version.",
        checks=(Property(_recursion, FEW, rtol=1e-9, n=30),),
    ),
    Claim(
        id="LOOP-A-E7",
        source=LOOPED_V0.eq(7),
        says="dh_N = eps dW V + eps W dU + eps dW dU, exactly.",
        checks=(Property(_three_terms, FEW, rtol=1e-9, n=30),),
    ),
    Claim(
        id="LOOP-A-D1c",
        source=LOOPED_V0.section("D.1"),
        says="|T_main| <= eps |dW| |V|; in mean square with equality for independent entries.",
        checks=(
            Property(_main_term, FEW, relation="<=", n=40),
            _isotropic_mean(3),
            _isotropic_mean(24),
        ),
    ),
    Claim(
        id="LOOP-B-731",
        source=LOOPED.section("7.3.1"),
        says="|dh_N|/sqrt d <= C_Delta Q exp(M) eta eps N; sharper, (exp(M) - 1)/M.",
        uses=("loop-update-upper", "loop-update-upper-sharp"),
        checks=(Property(_gronwall, FEW, n=60),),
    ),
    Claim(
        id="LOOP-B-ZETA",
        source=LOOPED.section("7.3.2"),
        says="With gain zeta and nonlinear share theta < 1: (1 - theta) zeta m_- <= "
        "|dh_N|/(sqrt d eta eps N) <= (1 + theta) zeta sqrt(q_+).",
        uses=("loop-update-sharp-lower", "loop-update-sharp-upper"),
        checks=(Property(_gain_bounds, FEW, n=60),),
    ),
    Claim(
        id="LOOP-A-T2-norm",
        source=LOOPED_V0.theorem("2, assumption 1"),
        says="For dW = (eta/sqrt d) S with S the sign of a gradient, |dW| = Theta(eta).",
        checks=(Property(_sign_norm, {"seed": SEEDS}, n=4),),
        corrected_by="LOOP-A-T2-sign",
    ),
    Claim(
        id="LOOP-A-T2-sign",
        source=LOOPED_V0.ledger("ERR-8"),
        says="The sign matrix of a gradient has norm of order d: sign-like updates need eta/d.",
        checks=(Property(_sign_grows, {"seed": SEEDS}, relation="<", n=10),),
    ),
    Claim(
        id="LOOP-A-C2",
        source=LOOPED_V0.section("1, contributions"),
        says="The learning rate scales as eta ~ N^(1 - alpha) (eta eps N free of N).",
        checks=(Identity(lambda: (N ** (1 - symbol("a")) * N ** -symbol("a") * N, sp.Integer(1)),
                         {N: Interval(2, 9), symbol("a"): Interval(sp.Rational(1, 4), 2)}),),
        corrected_by="LOOP-A-T2",
    ),
    Claim(
        id="LOOP-A-T2",
        source=LOOPED_V0.theorem(2),
        says="eta eps N is free of N exactly for eta ~ N^(alpha - 1).",
        checks=(Identity(lambda: (N ** (symbol("a") - 1) * N ** -symbol("a") * N, sp.Integer(1)),
                         {N: Interval(2, 9), symbol("a"): Interval(sp.Rational(1, 4), 2)}),),
        domain="sign-like updates; plain gradient steps follow (eps N)^2, see LOOP-B-X7",
    ),
)  # fmt: skip


# -- exact responses at infinite width -----------------------------------------------------------


def _output_change(stream: Stream, optimizer: Any, *, width: int, samples: int) -> Any:
    """RMS change of the output per unit rate after one step, as mean square over the networks."""

    def estimate(seed: int) -> Estimate:
        data = matrix_free.train(
            network(stream, width),
            Ensemble(samples=samples, seed=seed),
            optimizer,
            observe=("change",),
        )["change"].isel(time=-1, step=-1)
        return Estimate.of(data.to_numpy() / optimizer.rate**2)

    return estimate


def _noise_change(stream: Stream) -> Any:
    """Mean square output change by an isotropic update, dense networks of width 512."""

    def estimate(seed: int) -> Estimate:
        data = dense.train(
            network(stream, 512),
            Ensemble(samples=64, seed=seed),
            Noise(rate=1e-3),
            observe=("change",),
        )["change"].isel(time=-1, step=-1)
        return Estimate.of(data.to_numpy() / 1e-6)

    return estimate


def _backward_energy(stream: Stream) -> Sampled:
    def estimate(seed: int) -> Estimate:
        data = matrix_free.simulate(
            network(stream, 8192), Ensemble(samples=24, seed=seed), observe=("gradient_energy",)
        )["gradient_energy"].isel(time=0)
        return Estimate.of(data.to_numpy())

    return Sampled(estimate, lambda: updates.backward_kernel(stream)[0, 0], what=repr(stream))


def _gradient_rms(stream: Stream) -> Sampled:
    return Sampled(_output_change(stream, SGD(rate=1e-3), width=8192, samples=24),
                   lambda: updates.gradient_step(stream).rms ** 2, what=repr(stream))  # fmt: skip


def _loss_identity(loops: int, layers: int, eps: float) -> tuple[float, float]:
    """<v, dh_K>/d = -eta |gradient|^2/d^2, from the response and from the gradient energies."""
    stream = Stream(loops=int(loops), layers=int(layers), eps=eps)
    return updates.gradient_step(stream, nodes=4).loss, -float(
        np.sum(updates.gradient_energies(stream))
    )


def _backward_quoted() -> Iterator[tuple[str, float, str]]:
    for n, e, printed in (
        (2, 0.5, "1.488581638"),
        (4, 0.25, "1.4998078822"),
        (8, 0.125, "1.510058714"),
        (16, 1 / 16, "1.5165043331"),
        (16, 0.25, "27.2867764"),
        (8, 1.0, "677.34026"),
    ):
        yield (f"Q_00 at N={n}, eps={e:g}",
               float(updates.backward_kernel(Stream(loops=n, eps=e))[0, 0]), printed)  # fmt: skip


def _isotropic_quoted() -> Iterator[tuple[str, float, str]]:
    for n, printed in (
        (1, "0.7071"),
        (2, "0.7296"),
        (4, "0.7563"),
        (8, "0.7743"),
        (16, "0.7847"),
        (64, "0.7932"),
    ):
        stream = Stream(loops=n, eps=1 / n)
        yield f"N={n}", math.sqrt(updates.isotropic_update(stream)[-1, -1]), printed  # fmt: skip


def _gradient_quoted() -> Iterator[tuple[str, float, str]]:
    for n, e, printed in (
        (1, 1.0, "0.50000"),
        (2, 0.5, "0.54733"),
        (4, 0.25, "0.60695"),
        (8, 0.125, "0.64997"),
        (4, 0.5, "3.83722"),
    ):
        yield (f"tied N={n}, eps={e:g}",
               updates.gradient_step(Stream(loops=n, eps=e)).rms, printed)  # fmt: skip


def _untied_closed(depth: int, eps: float) -> bool:
    stream = Stream(loops=1, layers=int(depth), eps=eps)
    backward = formula("backward-untied")(depth, eps, 1.0)
    noise = formula("isotropic-update-untied")(depth, eps, 1.0, 1.0, 1.0)
    loss = formula("gradient-descent-untied")(depth, eps, 1.0, 1.0, 1.0)
    pairs = (
        (updates.backward_kernel(stream)[0, 0], backward),
        (updates.isotropic_update(stream)[-1, -1], noise),
        (updates.gradient_step(stream, nodes=4).loss, loss),
    )
    return all(abs(a / b - 1) < 1e-11 for a, b in pairs)


def _descent_exponent(loops: int) -> tuple[float, float]:
    """RMS output change of a gradient step: local exponent in T = eps N at small T is 2."""
    at = [updates.gradient_step(Stream(loops=int(loops), eps=T / loops)).rms for T in (0.02, 0.04)]
    return math.log2(at[1] / at[0]), 2.0


def _small_time(loops: int, h0: float, eta: float, variance: float) -> tuple[float, float]:
    """RMS of a gradient step over its small-T law: 1 up to O(T) at T = 0.004."""
    T = 0.004
    stream = Stream(loops=int(loops), eps=T / loops, h0=h0)
    return (updates.gradient_step(stream, eta, variance=variance).rms,
            formula("gradient-descent-small-time")(T, h0, eta, variance))  # fmt: skip


def _printed_rule_for_descent(loops: int) -> bool:
    """Theorem 2 for plain gradient steps: |dh_N| proportional to eta eps N."""
    at = [updates.gradient_step(Stream(loops=int(loops), eps=T / loops)).rms for T in (0.02, 0.04)]
    return abs(math.log2(at[1] / at[0]) - 1) < 0.2


def _sign_one_loop(eps: float, h0: float) -> tuple[float, float]:
    found = updates.sign_step(Stream(loops=1, eps=eps, h0=h0), seed=11, sites=1024, replicates=8)
    return abs(found.rms - formula("sign-one-loop")(eps, h0, 1.0)), 6 * found.error + 1e-9


def _sign_small_time(loops: int, h0: float) -> tuple[float, float]:
    T = 0.01
    found = updates.sign_step(Stream(loops=int(loops), eps=T / loops, h0=h0), seed=5, sites=1024,
                              replicates=8)  # fmt: skip
    return abs(found.rms / formula("sign-small-time")(T, h0, 1.0) - 1), 0.03


def _sign_rms(stream: Stream) -> Sampled:
    """Dense networks of width 512 against the infinite-width population, with its own error."""

    def estimate(seed: int) -> Estimate:
        data = dense.train(
            network(stream, 512),
            Ensemble(samples=48, seed=seed),
            Sign(rate=1e-3),
            observe=("change",),
        )["change"].isel(time=-1, step=-1)
        return Estimate.of(data.to_numpy() / 1e-6)

    return Sampled(
        estimate,
        lambda: updates.sign_step(stream, seed=3, sites=1024, replicates=8).rms ** 2,
        what=repr(stream),
    )


def _sign_exponent(loops: int) -> bool:
    """With eps = lambda/N the sign update of the output does not grow with N: within 4x."""
    at = [updates.sign_step(Stream(loops=n, eps=1 / n), seed=2, sites=512, replicates=4).rms
          for n in (1, int(loops))]  # fmt: skip
    return 0.5 < at[1] / at[0] < 2


def _jacobian_linear(seed: int, layers: int) -> tuple[Any, Any]:
    """Eq. (12): the tangent recursion equals the sum over all (l, n) of J_nl dW_l phi(h_nl)."""
    loops, width, eps = 3, 12, 0.3
    p = path(seed, width=width, loops=loops, eps=eps, layers=int(layers))
    change = np.random.default_rng([int(seed), 2]).standard_normal(p["W"].shape)
    gates = [np.diag((h > 0).astype(float)) for h in p["h"][:-1]]
    one = np.eye(width)
    total, y = np.zeros(width), np.zeros(width)
    for k in range(len(p["u"])):
        layer = k % int(layers)
        y = y + eps * (p["W"][layer] @ gates[k] @ y + change[layer] @ p["u"][k])
        J = one
        for m in range(k + 1, len(p["u"])):
            J = (one + eps * p["W"][m % int(layers)] @ gates[m]) @ J
        total = total + eps * J @ change[layer] @ p["u"][k]
    return y, total


def _block_update(seed: int, layers: int) -> bool:
    """Proposition 7's upper bound with measured constants."""
    loops, width, lam_ = 3, 12, 0.7
    eps_ = lam_ / (loops * math.sqrt(layers))
    p = path(seed, width=width, loops=loops, eps=eps_, layers=int(layers))
    change = np.random.default_rng([int(seed), 2]).standard_normal(p["W"].shape) / width
    gates = [np.diag((h > 0).astype(float)) for h in p["h"][:-1]]
    one, largest, jacobian, y = np.eye(width), 0.0, 0.0, np.zeros(width)
    for k in range(len(p["u"])):
        layer = k % int(layers)
        y = y + eps_ * (p["W"][layer] @ gates[k] @ y + change[layer] @ p["u"][k])
        largest = max(largest, np.linalg.norm(change[layer] @ p["u"][k]) / math.sqrt(width))
        J = one
        for m in range(k + 1, len(p["u"])):
            J = (one + eps_ * p["W"][m % int(layers)] @ gates[m]) @ J
        jacobian = max(jacobian, np.linalg.norm(J, 2))
    bound = formula("block-update-upper")(1.0, lam_, layers, jacobian, largest)
    return bool(np.linalg.norm(y) / math.sqrt(width) <= bound * (1 + 1e-12))


_RESPONSES = (
    Claim(
        id="LOOP-B-X6",
        source=LOOPED.ledger("X-6"),
        says="Backward kernel and isotropic update of the tied stream, exact at infinite width.",
        uses=("gate-relu", "kappa-relu"),
        checks=(Quoted(_backward_quoted), Quoted(_isotropic_quoted)),
        cross_checks=(
            _backward_energy(Stream(loops=8, eps=1 / 8)),
            _backward_energy(Stream(loops=4, layers=2, eps=0.2)),
            Sampled(_noise_change(Stream(loops=4, eps=1 / 4)),
                    lambda: updates.isotropic_update(Stream(loops=4, eps=1 / 4))[-1, -1],
                    what="isotropic update, dense"),
            _backward_energy(Stream(loops=6, eps=1.0, normalize=True)),
        ),
    ),
    Claim(
        id="LOOP-B-X7",
        source=LOOPED.ledger("X-7"),
        says="One gradient step, exact linear response at infinite width, with the identity "
        "<v, dh_K>/d = -eta |gradient|^2/d^2.",
        uses=("gate-relu", "kappa-relu", "backward-untied", "isotropic-update-untied",
              "gradient-descent-untied"),
        checks=(
            Property(_loss_identity, {"loops": [1, 2, 4], "layers": [1, 2], "eps": SCALE},
                     rtol=1e-11, n=16),
            Property(_untied_closed, {"depth": [1, 2, 5], "eps": SCALE}, n=10),
            Quoted(_gradient_quoted),
        ),
        cross_checks=(
            _gradient_rms(Stream(loops=4, eps=1 / 4)),
            _gradient_rms(Stream(loops=2, layers=2, eps=0.4)),
        ),
    ),
    Claim(
        id="LOOP-B-T2",
        source=LOOPED.theorem(2),
        says="The output change by one plain gradient step is of order eta eps N (tied, small "
        "eps N).",
        checks=(Property(_printed_rule_for_descent, {"loops": [1, 4]}, n=4),),
        corrected_by="LOOP-B-T2-descent",
    ),
    Claim(
        id="LOOP-B-T2-descent",
        source=LOOPED.ledger("ERR-21"),
        says="For plain gradient steps it is eta (eps N)^2 H_0/2; eta eps N is the law of sign "
        "(Adam-like) steps.",
        uses=("gradient-descent-small-time",),
        checks=(
            Property(_descent_exponent, {"loops": [1, 2, 6]}, rtol=0.01, n=6),
            Property(_small_time, {"loops": [1, 2, 6], "h0": [1.0, 3.0], "eta": [1.0, 0.3],
                                   "variance": [1.0, 2.0]}, rtol=5e-3, n=8),
        ),
    ),
    Claim(
        id="LOOP-B-X8",
        source=LOOPED.ledger("X-8"),
        says="One sign step: eta eps sqrt(H_0/(2 pi)) at N = 1, eta T sqrt(H_0/(2 pi)) for small "
        "T, and free of N up to a factor two at eps = 1/N.",
        uses=("sign-one-loop", "sign-small-time"),
        checks=(
            Property(_sign_one_loop, {"eps": [0.3, 1.0], "h0": [1.0, 4.0]}, relation="<", n=4),
            Property(_sign_small_time, {"loops": [2, 6], "h0": [1.0, 4.0]}, relation="<", n=4),
            Property(_sign_exponent, {"loops": [4, 8]}, n=4),
        ),
        cross_checks=(_sign_rms(Stream(loops=4, eps=1 / 4)),),
    ),
    Claim(
        id="LOOP-B-E12",
        source=LOOPED.eq(12),
        says="The linearised output change is the sum over (l, n) of eps J_nl dW_l phi(h_nl).",
        checks=(Property(_jacobian_linear, {"seed": SEEDS, "layers": [1, 2, 3]}, rtol=1e-8,
                         n=20),),
    ),
    Claim(
        id="LOOP-B-P7",
        source=LOOPED.theorem("7 (proposition)"),
        says="|dh^lin|/sqrt d <= C_J C_Delta eta eps N L = C_J C_Delta eta lambda sqrt L.",
        uses=("block-update-upper",),
        checks=(
            Property(_block_update, {"seed": SEEDS, "layers": [1, 2, 4]}, n=30),
            Identity(lambda: (eta * (lam / (N * sp.sqrt(L))) * N * L, eta * lam * sp.sqrt(L)),
                     {eta: SCALE, lam: SCALE, N: Interval(1, 9), L: Interval(1, 9)}),
        ),
    ),
)  # fmt: skip


# -- recipes ---------------------------------------------------------------------------------------


def _parameters(blocks: int) -> int:
    """Weights of the reconstructed model: tied head of 128256 x 768, SwiGLU 2048, RMSNorm."""
    d, f, vocabulary = 768, 2048, 128_256
    return vocabulary * d + blocks * (4 * d * d + 3 * d * f + 2 * d) + d


_RECIPES = (
    Claim(
        id="LOOP-B-TAB1",
        source=LOOPED.table(1),
        says="eps = lambda/(N sqrt L) and eta = eta_0 (L/L_ref)^(-1/2), free of N (tables 1 and "
        "3, reconstructed from captions and sections: their bodies are missing).",
        checks=(
            Exhaustive(lambda: ((f"L={n}", sp.nsimplify(
                parametrization.branch_scale(n * n, 3) - 1 / (3 * n), tolerance=1e-12),
                sp.Integer(0)) for n in (1, 2, 5))),
            Property(lambda layers, loops: (
                parametrization.branch_scale(int(layers), int(loops), L_ref=12),
                1 / (int(loops) * math.sqrt(int(layers) / 12))),
                {"layers": COUNTS, "loops": COUNTS}, rtol=1e-14),
        ),
    ),
    Claim(
        id="LOOP-B-TAB3",
        source=LOOPED.table(3),
        says="Per component at L = 12, 48, 108: residual factor N^-1 m_L^-1/2, block learning "
        "rate eta_0 m_L^-1/2.",
        checks=(Property(lambda layers, loops: (
            [row := parametrization.component_values(int(layers), int(loops))[
                "attention and MLP matrices"], [row["multiplier"], row["learning_rate"]]][1],
            [1 / (int(loops) * math.sqrt(int(layers) / 12)),
             1.25e-3 / math.sqrt(int(layers) / 12)]),
            {"layers": COUNTS, "loops": COUNTS}, rtol=1e-13),),
    ),
    Claim(
        id="LOOP-B-TAB4",
        source=LOOPED.table(4),
        says="eta_0 = 1.25e-3 at L = 12 gives 8.839e-4 at L = 24 and 6.25e-4 at L = 48.",
        checks=(Quoted(lambda: [
            (f"L={n}", parametrization.transfer_learning_rate(1.25e-3, layers=12, to_layers=n), p)
            for n, p in ((12, "1.250e-3"), (24, "8.839e-4"), (48, "6.25e-4"))]),),
    ),
    Claim(
        id="LOOP-B-TAB2",
        source=LOOPED.table(2),
        says="The 48-layer model has 438M weights (d = 768, SwiGLU 2048 and vocabulary 128256 "
        "reconstructed).",
        checks=(Exhaustive(lambda: [
            ("48 layers", sp.Integer(_parameters(48)), sp.Integer(438_313_728)),
            ("in millions", sp.floor(sp.Rational(_parameters(48), 10**6)), sp.Integer(438)),
            ("non-embedding, first version", sp.Integer(_parameters(48) - 768 - 128_256 * 768),
             sp.Integer(339_812_352)),
            ("10B tokens", sp.Integer(20_000 * 500_000), sp.Integer(10**10))]),),
    ),
    Claim(
        id="LOOP-B-LREF",
        source=LOOPED.section("4.2 and 8.2"),
        says="eps = lambda/(N sqrt L) and N^-1 (L/12)^-1/2 are the same rule at lambda = 1.",
        checks=(Property(lambda layers: (
            parametrization.branch_scale(int(layers)),
            parametrization.branch_scale(int(layers), L_ref=12)), {"layers": [12, 24, 48]},
            rtol=1e-12, n=3),),
        corrected_by="LOOP-B-LREF-factor",
    ),
    Claim(
        id="LOOP-B-LREF-factor",
        source=LOOPED.ledger("ERR-13"),
        says="They differ by sqrt(12) in lambda: the reference depth must be stated with lambda.",
        checks=(Property(lambda layers: (
            parametrization.branch_scale(int(layers), L_ref=12),
            parametrization.branch_scale(int(layers), branch=math.sqrt(12))),
            {"layers": [12, 24, 48]}, rtol=1e-12, n=3),),
    ),
    Claim(
        id="LOOP-A-TAB1",
        source=LOOPED_V0.table(1),
        says="Stable from alpha = 1/2 (deep) and alpha = 1 (looped); learning rate exponent "
        "alpha - 1: the exponents of the exact energies.",
        checks=(Property(lambda family, above: (
            residual.divergence(float(parametrization.TABLE_1_V0[int(family)].smallest_alpha)
                                + (0.0 if above else -0.1),
                                tied=parametrization.TABLE_1_V0[int(family)].tied).law
            == "bounded") == bool(above), {"family": [0, 1], "above": [0, 1]}, n=8),),
    ),
)  # fmt: skip

CLAIMS = (*_DETERMINISTIC, *_RESPONSES, *_RECIPES)
