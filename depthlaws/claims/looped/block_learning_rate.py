"""The learning rate of a block: section 4.3 and proposition 7 (7.5) of the second version."""

import math
from collections.abc import Iterator, Mapping

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.looped.common import (
    C_J,
    SEEDS,
    Array,
    C_Delta,
    N,
    controlled,
    dot,
    entries,
    eps,
    eta,
    lagrange,
    lam,
    matrices,
    network,
    path,
    sizes,
    stepped,
    symbolic,
    vectors,
)
from depthlaws.sims.common.optimizers import SGD, Sign
from depthlaws.sims.residual import dense
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import formula, residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream

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


def _layers_added() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """One layer changes the output by N uses of eta eps; L layers add up to eta lambda sqrt L."""
    for layers in (1, 4, 12, 48):
        scale = lam / (N * sp.sqrt(layers))
        yield f"one of {layers} layers", eta * scale * N, eta * lam / sp.sqrt(layers)
        total = sum(eta * scale * N for _ in range(layers))
        yield f"{layers} layers", total, eta * lam * sp.sqrt(layers)


CLAIMS.add(
    id="LOOP-B-LR1",
    source=LOOPED.section("4.3"),
    says="One layer contributes eta eps N = eta lambda/sqrt L; L coherent layers add to "
    "eta lambda sqrt L: the gradient of a layer has energy of order (eps N)^2 for every N and L, "
    "from 1/2 to exp(lambda^2/2)/2 times, and independent layers would only add to eta lambda, "
    "within a factor exp(lambda^2/4) of eta lambda/sqrt 2.",
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
        Exhaustive(_layers_added),
    ),
    cross_checks=(
        Property(_layers_differ, {"layers": [1, 3, 8], "constant": [0.3, 1.0]}, rtol=1e-11, n=6),
    ),
    why_sampled="no enclosure of a full kernel",
)


def _tangent(width: int, loops: int, layers: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Eq. (12) with a symbol for every entry of W_l, dW_l, gates and activations."""
    p, D = symbolic(width, loops, layers), matrices("D", layers, width)
    gates = [sp.diag(*g) for g in vectors("g", loops * layers, width)]
    steps = range(loops * layers)
    tangent = sp.zeros(width, 1)
    for k in steps:
        layer = k % layers
        fresh = eps * D[layer] * p.u[k]
        tangent = tangent + eps * p.W[layer] * gates[k] * tangent + fresh
    total = sp.zeros(width, 1)
    for k in steps:
        jacobian = sp.eye(width)
        for later in range(k + 1, loops * layers):
            step = sp.eye(width) + eps * p.W[later % layers] * gates[later]
            jacobian = step * jacobian
        total = total + eps * jacobian * D[k % layers] * p.u[k]
    yield from entries(f"d={width}, N={loops}, L={layers}", tangent, total)


def _tangents(p: Mapping[str, Array], change: Array, eps: float) -> tuple[Array, float, float]:
    """dh^lin, the largest |dW_l u|/sqrt d and the largest operator norm of a Jacobian."""
    layers, width = change.shape[:2]
    gates = [np.diag((h > 0).astype(float)) for h in p["h"][:-1]]
    steps = len(p["u"])
    tangent, largest = np.zeros(width), 0.0
    for k in range(steps):
        fresh = change[k % layers] @ p["u"][k]
        tangent = tangent + eps * (p["W"][k % layers] @ gates[k] @ tangent + fresh)
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
    says="The linearised output change is the sum over (l, n) of eps J_nl dW_l phi(h_nl).",
    checks=(Exhaustive(sizes(_tangent, (1, 2), (1, 2), (1, 2))),),
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


def _triangle(loops: int, layers: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """N L terms of size eps C_J C_Delta eta each, at eps = lambda/(N sqrt L)."""
    terms = [C_J * C_Delta * eta for _ in range(loops * layers)]
    total = lam / (loops * sp.sqrt(layers)) * sum(terms)
    formula_ = law("block-update-upper", L=sp.Integer(layers))
    yield f"N={loops}, L={layers}", total, formula_


def _two_vectors(width: int) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """(|v| + |w|)^2 - |v + w|^2 = 2 (|v| |w| - <v, w>), not negative by Lagrange's identity."""
    v, w = vectors("v", 2, width)
    one, two = sp.sqrt(dot(v, v)), sp.sqrt(dot(w, w))
    gap = (one + two) ** 2 - dot(v + w, v + w)
    yield f"d={width}", gap, 2 * (one * two - dot(v, w))


PROPOSITION = (
    Exhaustive(sizes(_two_vectors, (1, 2, 3)), what="triangle inequality"),
    Exhaustive(sizes(lagrange, (1, 2, 3, 4)), what="Cauchy and Schwarz"),
    Exhaustive(sizes(_triangle, (1, 2, 3), (1, 2, 12)), what="terms counted"),
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
    says="|dh_lin|/sqrt d <= C_J C_Delta eta eps N L = C_J C_Delta eta lambda sqrt L: the triangle "
    "inequality over N L terms.",
    checks=PROPOSITION,
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
    for k in reversed(range(loops * layers)):
        parts.append(jacobian @ change[k % layers] @ p["u"][k])
        jacobian = jacobian @ (np.eye(width) + scale * p["W"][k % layers] @ gates[k])
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
    "and L tried at lambda <= 1; plain gradient steps do not grow with L.",
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
