"""The learning rate of a block: section 4.3 and proposition 7 (7.5) of the second version."""

import math
from collections.abc import Mapping

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Statement,
    array,
    arrays,
    indices,
    induction,
    naturals,
    nonnegative,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.sims.common.optimizers import SGD, Sign
from depthlaws.sims.residual import dense
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.common import SEEDS, Array, controlled, network, path, stepped
from depthlaws_papers.looped.claims.stream import N, d, eps, eta, i, j, k, n

CLAIMS = Claims()


def _stream(loops: int, layers: int, constant: float = 1.0) -> Stream:
    """A stream at the paper's scale eps = lambda/(N sqrt L)."""
    return Stream(loops=loops, layers=layers, eps=constant / (loops * math.sqrt(layers)))


def _one_layer_of(loops: int, layers: int, constant: float) -> tuple[list, list]:
    """Energy of the gradient of each layer over beta^2, from 1/2 to exp(lambda^2/2)/2.

    The lower bound is attained at N = L = 1, the upper one by many layers at N = 1.
    """
    stream = _stream(loops, layers, constant)
    energies = updates.gradient_energies(stream) / (stream.eps * loops) ** 2
    return [0.5, energies.max()], [energies.min() * (1 + 1e-12), math.exp(constant**2 / 2) / 2]


def _layers_differ(layers: int, constant: float) -> tuple[Array, Array]:
    """Gradient energy of each single layer: eps^2 H_l Q_(l+1)/2, not their mean."""
    stream = Stream(loops=1, layers=layers, eps=constant, s=1.2, h0=2.0, normalize=True)
    backward = updates.backward_kernel(stream, 0.7)
    exact = [stream.eps**2 * backward[k + 1, k + 1] / 2 for k in range(layers)]
    return updates.gradient_energies(stream, 0.7), np.array(exact)


def _noise_of_layers(loops: int, layers: int, constant: float) -> tuple[float, float]:
    """RMS change by independent entries: eta lambda/sqrt 2, larger by exp(lambda^2/4) at most.

    The upper bound is the limit of many layers at N = 1; the lower one is attained at N = L = 1.
    """
    size = math.sqrt(updates.isotropic_update(_stream(loops, layers, constant))[-1, -1])
    return abs(math.log(size / constant * math.sqrt(2))), constant**2 / 4


L, lam = scalars("L lambda")
ADDED = Statement(
    Equal(eta * (lam / (N * sqrt(L))) * N, eta * lam / sqrt(L)),
    Equal(L * eta * (lam / (N * sqrt(L))) * N, eta * lam * sqrt(L)),
    for_all={N: naturals(1), L: naturals(1), lam: nonnegative, eta: nonnegative},
)


CLAIMS.add(
    id="LOOP-B-LR1",
    source=LOOPED.section("4.3"),
    says="One layer contributes eta eps N = eta lambda/sqrt L; L coherent layers add to "
    "eta lambda sqrt L: the gradient of a layer has energy of order (eps N)^2 for every N and L, "
    "from 1/2 to exp(lambda^2/2)/2 times, and independent layers would only add to eta lambda, "
    "within a factor exp(lambda^2/4) of eta lambda/sqrt 2.",
    statement=ADDED,
    checks=(
        Property(
            _one_layer_of,
            {"loops": [1, 4, 16], "layers": [1, 4, 12], "constant": [0.3, 1.0, 2.0]},
            relation="<=",
            n=27,
            met=("1.000", "0.996"),
            what="one layer",
        ),
        Property(
            _noise_of_layers,
            {"loops": [1, 4, 16], "layers": [1, 4, 12], "constant": [0.1, 0.5]},
            relation="<",
            n=18,
            met="0.916",
            what="independent layers",
        ),
    ),
    cross_checks=(
        Property(_layers_differ, {"layers": [1, 3, 8], "constant": [0.3, 1.0]}, rtol=1e-11, n=6),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _linearised() -> Statement:
    """Steps k = 1, ..., K of all loops; matrices M_k = I + eps W_l D_k, fresh terms F_k = dW_l u_k.

    For every readout w the row path_k is w^T M_K ... M_(k+1), that is w^T J_k.
    """
    K = scalars("K")
    tangent, path, M, F, w = arrays("tangent path M F w")
    step, top = indices("step", K - 1), indices("top", K)
    t = indices("t", top)
    summed = eps * total(path[t, i] * F[t, i], i, t)
    at_step = Equal(total(path[top, i] * tangent[top, i], i), summed, by=induction(top))
    return Statement(
        at_step,
        Equal(
            total(w[i] * tangent[K, i], i),
            summed.put({top: K}),
            because=at_step.gap.put({top: K}),
        ),
        for_all={
            K: naturals(1),
            d: naturals(1),
            eps: reals,
            M: reals[K, d, d],
            F: reals[K, d],
            w: reals[d],
        },
        defined={
            tangent[1, i]: eps * F[1, i],
            tangent[step + 1, i]: total(M[step + 1, i, j] * tangent[step, j], j)
            + eps * F[step + 1, i],
            path[K, j]: w[j],
            path[step, j]: total(M[step + 1, i, j] * path[step + 1, i], i),
        },
    )


def _tangents(p: Mapping[str, Array], change: Array, eps: float) -> tuple[Array, float, float]:
    """dh^lin, the largest |dW_l u|/sqrt d and the largest operator norm of a Jacobian."""
    layers, width = change.shape[:2]
    gates = [np.diag((h > 0).astype(float)) for h in p["h"][:-1]]
    steps = len(p["u"])
    tangent, largest = np.zeros(width), 0.0
    for step in range(steps):
        fresh = change[step % layers] @ p["u"][step]
        tangent = tangent + eps * (p["W"][step % layers] @ gates[step] @ tangent + fresh)
        largest = max(largest, float(np.linalg.norm(fresh)) / math.sqrt(width))
    jacobian, norm = np.eye(width), 1.0
    for later in reversed(range(1, steps)):
        jacobian = jacobian @ (np.eye(width) + eps * p["W"][later % layers] @ gates[later])
        norm = max(norm, float(np.linalg.norm(jacobian, 2)))
    return tangent, largest, norm


def _small_steps(seed: int, layers: int) -> tuple[float, float]:
    """The linearised change against a small gradient step of the simulators' trainer."""
    loops, width, eps = 3, 12, 0.3
    p = path(seed, width=width, loops=loops, eps=eps, layers=layers)
    model = ResidualMLP(width=width, loops=loops, layers=layers, eps=eps)
    v = np.random.default_rng([seed, 3]).standard_normal(width)
    histories, after = stepped(model, p["W"], p["h"][0], v, SGD(rate=1e-6), "change")
    linear = _tangents(p, after - p["W"], eps)[0]
    size = float(linear @ linear) / width
    return abs(float(histories["change"][1, -1]) / size - 1), 4e-5


CLAIMS.add(
    id="LOOP-B-E12",
    source=LOOPED.eq(12),
    says="The linearised output change is the sum over all steps of eps J_nl dW_l phi(h_nl), J_nl "
    "the product of the later steps' matrices.",
    statement=_linearised(),
    cross_checks=(
        Property(_small_steps, {"seed": SEEDS, "layers": [1, 2, 3]}, relation="<", n=20),
    ),
)


def _block_update(seed: int, loops: int, layers: int, constant: float) -> bool:
    """Proposition 7's upper bound with the constants of one network."""
    width, scale = 12, constant / (loops * math.sqrt(layers))
    p = path(seed, width=width, loops=loops, eps=scale, layers=layers)
    change = np.random.default_rng([seed, 2]).standard_normal(p["W"].shape) / width
    tangent, largest, jacobian = _tangents(p, change, scale)
    bound = formula("block-update-upper")(1.0, constant, layers, jacobian, largest)
    return bool(np.linalg.norm(tangent) / math.sqrt(width) <= bound * (1 + 1e-12))


def _proposition() -> Statement:
    """N L terms J_nl dW_l phi(h_nl) of at most C_J C_Delta eta sqrt d each."""
    C_J, C_Delta, c_coh = scalars("C_J C_Delta c_coh")
    term = array("term")
    layer, other = indices("layer other", L)
    each = AtMost(total(term[n, layer, i] ** 2, i), (C_J * C_Delta * eta) ** 2 * d)
    scale, summed = lam / (N * sqrt(L)), total(term[n, layer, i], n, layer)
    coherent = AtMost((c_coh * eta * N * L) ** 2 * d, total(summed**2, i))
    apart = total((term[n, layer, i] - term[k, other, i]) ** 2, i, n, k, layer, other)
    return Statement(
        AtMost(
            sqrt(total((scale * summed) ** 2, i) / d),
            registered("block-update-upper", lam=lam),
            because=scale**2 * (N * L * total(each.gap, n, layer) / d + apart / (2 * d)),
        ),
        AtMost(
            c_coh * eta * lam * sqrt(L),
            sqrt(total((scale * summed) ** 2, i) / d),
            because=scale**2 * coherent.gap / d,
        ),
        for_all={
            **dict.fromkeys((N, L, d), naturals(1)),
            **dict.fromkeys((lam, eta, C_J, C_Delta, c_coh), nonnegative),
            term: reals[N, L, d],
        },
        given=(each, coherent),
    )


PROPOSITION_NUMBERS = (
    Property(
        _block_update,
        {"seed": SEEDS, "loops": [1, 3], "layers": [1, 2, 4], "constant": [0.2, 0.7, 2.0]},
        n=40,
    ),
)


CLAIMS.add(
    id="LOOP-B-P7",
    source=LOOPED.theorem("7 (proposition)"),
    says="With eps = lambda/(N sqrt L), a step of rate eta moves the last state, to first order, "
    "by |dh_lin|/sqrt d <= C_J C_Delta eta lambda sqrt L; and by at least c_coh eta lambda sqrt L "
    "if the sum of its N L terms is at least c_coh eta N L sqrt d long.",
    statement=_proposition(),
    cross_checks=PROPOSITION_NUMBERS,
)


def _constants(seed: int, loops: int, layers: int) -> tuple[list[float], list[float]]:
    """C_Delta < 0.56 and C_J < 2.9 for sign steps at lambda = 1, for every N and L tried."""
    width, scale = 48, 1 / (loops * math.sqrt(layers))
    p = path(seed, width=width, loops=loops, eps=scale, layers=layers)
    model = ResidualMLP(width=width, loops=loops, layers=layers, eps=scale)
    v = np.random.default_rng([seed, 3]).standard_normal(width)
    _, after = stepped(model, p["W"], p["h"][0], v, Sign(rate=1e-6), "change")
    _, largest, jacobian = _tangents(p, (after - p["W"]) / 1e-6, scale)
    return [largest, jacobian], [0.56, 2.9]


CONSTANTS = (
    Property(
        _constants,
        {"seed": [0, 1], "loops": [1, 4], "layers": [1, 4, 12]},
        relation="<",
        met=("0.980", "0.999"),
        n=12,
    ),
)


CLAIMS.add(
    id="LOOP-B-E13",
    source=LOOPED.eq(13),
    says="max |dW_l phi(h_nl)|/sqrt d <= C_Delta eta holds for sign steps with eta/d: C_Delta < "
    "0.56 at lambda = 1 for every N and L tried.",
    checks=CONSTANTS,
    why_sampled="random",
)


CLAIMS.add(
    id="LOOP-B-E14",
    source=LOOPED.eq(14),
    says="max |J_nl| <= C_J holds at lambda = 1 with C_J < 2.9 for every N and L tried, far below "
    "exp(2 lambda sqrt L).",
    checks=CONSTANTS,
    why_sampled="random",
)


def _measured_coherence(seed: int, loops: int, layers: int, rate: float) -> tuple[float, float]:
    """c_coh of the contributions J_nl dW_l phi(h_nl), and |dh^lin|/(sqrt d eta lambda sqrt L)."""
    width, scale = 12, 0.7 / (loops * math.sqrt(layers))
    p = path(seed, width=width, loops=loops, eps=scale, layers=layers)
    change = rate * np.random.default_rng([seed, 2]).standard_normal(p["W"].shape)
    gates = [np.diag((h > 0).astype(float)) for h in p["h"][:-1]]
    jacobian, parts = np.eye(width), []
    for step in reversed(range(loops * layers)):
        parts.append(jacobian @ change[step % layers] @ p["u"][step])
        jacobian = jacobian @ (np.eye(width) + scale * p["W"][step % layers] @ gates[step])
    coherence = residual.coherence(np.reshape(parts[::-1], (loops, layers, width)), rate)
    tangent = _tangents(p, change, scale)[0]
    size = float(np.linalg.norm(tangent)) / math.sqrt(width)
    return coherence, size / (rate * 0.7 * math.sqrt(layers))


def _coherent(loops: int, layers: int, constant: float) -> tuple[list, list]:
    """Sign updates: RMS/(eta lambda sqrt L) between 0.38 and 0.56 (c_coh of eq. 15)."""
    step = updates.sign_step(_stream(loops, layers, constant), seed=8, sites=512, replicates=6)
    ratio = step.rms / (constant * math.sqrt(layers))
    return [0.38, ratio], [ratio, 0.56]


def _descent_not_coherent(layers: int, constant: float) -> tuple[float, float]:
    """For plain gradient steps the RMS at L layers over that at one grows slower than sqrt L."""
    one = updates.gradient_step(_stream(1, 1, constant)).rms
    many = updates.gradient_step(_stream(1, layers, constant)).rms
    return abs(math.log(many / one)), math.log(2)


def _simulated_signs(stream: Stream) -> Sampled:
    """Dense networks of width 256 against the infinite-width population."""
    return controlled(
        network(stream, 256),
        "change",
        lambda: updates.sign_step(stream, seed=3, sites=1024, replicates=8).rms ** 2,
        samples=480,
        pick=lambda found: found[:, 1, -1] / 1e-6,
        route=dense,
        optimizer=Sign(rate=1e-3),
        what=f"N={stream.loops}, L={stream.layers}",
    )


CLAIMS.add(
    id="LOOP-B-E15",
    source=LOOPED.eq(15),
    says="Coherence: sign updates reach c eta lambda sqrt L, c between 0.38 and 0.56 for every N "
    "and L tried at lambda <= 1; plain gradient steps at N = 1 stay within a factor of two from 1 "
    "to 4 and 12 layers.",
    checks=(
        Property(
            _coherent,
            {"loops": [1, 4], "layers": [1, 4, 12], "constant": [0.5, 1.0]},
            relation="<=",
            met=("0.953", "0.894"),
            n=12,
        ),
        Property(
            _measured_coherence,
            {"seed": SEEDS, "loops": [1, 3], "layers": [1, 2, 4], "rate": [0.01, 2.0]},
            rtol=1e-10,
            n=24,
        ),
    ),
    cross_checks=(
        Property(
            _descent_not_coherent,
            {"layers": [4, 12], "constant": [0.5, 1.0]},
            relation="<",
            met="0.837",
            n=4,
        ),
        _simulated_signs(_stream(2, 3)),
    ),
    why_sampled="random",
)
