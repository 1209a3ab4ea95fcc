"""Theory of streams beside their simulators, over the whole range of arguments.

Each law is compared with networks of one large width at streams that are drawn: visits in any order
with repeats, branch scales of mixed sign and unequal size, weight scales, initial energies from
1e-3 to 1e3, several inputs, norms, and all activations that both sides know. The laws hold at
infinite width, so that the standard error of each run is chosen above its bias of order 1/width.

A comparison is the largest |z| over the entries of all drawn streams. Of Student's t with
SAMPLES - 1 degrees of freedom, |z| > LIMIT has probability 5e-7 an entry; there are about 4,000
entries that are close to independent, so that a seed raises a false alarm with probability below
.003. ``Law.power`` is the relative error that :func:`test_a_planted_error_is_noticed` plants in
each law and that the comparison notices.
"""

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from depthlaws.sims import SGD, Muon, Noise, Sign
from depthlaws.sims.residual import Ensemble, InjectedMLP, ResidualMLP, dense, matrix_free
from depthlaws.theory import residual, updates
from depthlaws.theory.updates import stream_sign_step

SAMPLES = 40
LIMIT = 6.0  # standard errors
RATE = 1e-5  # of a step whose response is linear
HOMOGENEOUS = ("relu", "linear", "abs", "leaky_relu:0.1")
ACTIVATIONS = (*HOMOGENEOUS, "erf", "gelu", "tanh")


def drawn(rng: np.random.Generator, *, steps: int, activations=ACTIVATIONS, norm=True) -> dict:
    """Options of one stream that theory and simulators share."""
    count = int(rng.integers(1, steps + 1))
    visits = rng.integers(0, 3, count)
    visits = np.unique(visits, return_inverse=True)[1].tolist()  # no layer is left out
    sizes = 10 ** rng.uniform(-1.3, 0.2, count) * rng.choice([-1, 1], count)
    return {
        "visits": visits,
        "eps": sizes.tolist(),
        "s": float(rng.uniform(0.3, 1.5)),
        "h0": float(10 ** rng.uniform(-3, 3)),
        "activation": str(rng.choice(activations)),
        "normalize": bool(norm and rng.random() < 0.3),
    }


@dataclass(frozen=True)
class Law:
    """Theory of a drawn stream, and the same numbers of each network: (sample, ...)."""

    draw: Callable[[np.random.Generator], Any]
    theory: Callable[[Any], Any]
    networks: Callable[[Any, int], Any]
    power: float  # relative error that the comparison notices
    streams: int = 10


def ensemble(seed: int, samples: int = SAMPLES) -> Ensemble:
    return Ensemble(samples=samples, seed=seed)


def passes(name: str, width: int = 2048, *, inputs: bool = False, route=matrix_free):
    """One observable of a pass forward and back."""

    def networks(options: dict, seed: int) -> np.ndarray:
        model = ResidualMLP(width=width, **options)
        return route.simulate(model, ensemble(seed), observe=name)[name].to_numpy()

    return networks


def trained(optimizer, of: Callable[[Any], Any], observe, width: int, route=matrix_free, **more):
    def networks(options: dict, seed: int) -> np.ndarray:
        model = ResidualMLP(width=width, **(options | more.get("model", {})))
        keywords = {k: v for k, v in more.items() if k != "model"}
        run = route.train(model, ensemble(seed), optimizer, observe=observe, **keywords)
        return np.asarray(of(run))

    return networks


def change(run: Any) -> Any:
    return run.change_out.isel(step=1) / RATE**2


def change_in_use(run: Any) -> Any:
    return run.change_in_use.isel(step=1) / RATE**2


def fall(run: Any) -> Any:
    return (run.readout.isel(step=1) - run.readout.isel(step=0)) / RATE


def streams(**options):
    return lambda rng: drawn(rng, **options)


def two_inputs(rng: np.random.Generator) -> dict:
    options = drawn(rng, steps=5)
    first, second = 10 ** rng.uniform(-2, 2, 2)
    cross = rng.uniform(-0.9, 0.9) * math.sqrt(first * second)
    return options | {"h0": [[first, cross], [cross, second]]}


def looped(rng: np.random.Generator, **options: Any) -> dict:
    """Stream of loops and layers with one branch scale."""
    loops, layers = (int(n) for n in rng.integers(1, 4, 2))
    scale = float(10 ** rng.uniform(-1.3, 0.0)) * (-1 if rng.random() < 0.5 else 1)
    common = drawn(rng, steps=1, **options) | {"loops": loops, "layers": layers, "eps": scale}
    del common["visits"]
    return common


def stream(options: dict) -> residual.Stream:
    return residual.Stream(**options)


def increments(options: dict) -> np.ndarray:
    one = stream(options)
    return one.gains * one.branch


def injected(rng: np.random.Generator) -> dict:
    size, cosine = 10 ** rng.uniform(-1, 1, 2), rng.uniform(-0.9, 0.9)
    return {
        "loops": int(rng.integers(1, 6)),
        "a": float(rng.uniform(-1, 1)),
        "b": float(rng.uniform(-1, 1)),
        "eps": float(10 ** rng.uniform(-1, 0.3) * rng.choice([-1, 1])),
        "s": float(rng.uniform(0.3, 1.5)),
        "norm": str(rng.choice(["none", "pre", "post"])),
        "activation": str(rng.choice(ACTIVATIONS)),
        "h0": float(size[0]),
        "e": float(size[1]),
        "overlap": float(cosine * math.sqrt(size[0] * size[1])),
    }


def injected_networks(options: dict, seed: int) -> np.ndarray:
    rest = dict(options)
    h0, e, overlap = (rest.pop(name) for name in ("h0", "e", "overlap"))
    model = InjectedMLP(width=2048, h0=[[h0, overlap], [overlap, e]], **rest)
    run = matrix_free.simulate(model, ensemble(seed), observe="kernel")
    return run.kernel.to_numpy()[:, 0, 0]


def post_activation(rng: np.random.Generator) -> dict:
    chosen = looped(rng, activations=("relu",), norm=False)
    return chosen | {"h0": 1.0}


def blocks(options: dict) -> np.ndarray:
    shape = {k: v for k, v in options.items() if k not in {"loops", "layers"}}
    kernel = residual.block_kernel(options["loops"], options["layers"], **shape)
    return np.concatenate([kernel[0], kernel[-1]])


def block_networks(options: dict, seed: int) -> np.ndarray:
    model = ResidualMLP(width=2048, **options)
    kernel = matrix_free.simulate(model, ensemble(seed), observe="kernel").kernel.to_numpy()
    layers, steps = options["layers"], model.steps
    starts, ends = (slice(n, n + steps, layers) for n in (0, layers))
    return np.concatenate([kernel[:, starts, starts], kernel[:, ends, ends]], axis=1)


def noisy(options: dict) -> float:
    return float(updates.isotropic_update(stream(options))[-1, -1])


def sign(options: dict) -> tuple[float, float]:
    step = updates.sign_step(stream(options), seed=1, sites=512, replicates=8)
    return step.rms**2, 2 * step.rms * step.error


def sign_behind(options: dict) -> tuple[float, float]:
    step = updates.sign_step(stream(options), seed=1, sites=512, replicates=8, post_activation=True)
    return step.rms**2, 2 * step.rms * step.error


def tangent(options: dict) -> float:
    return float(updates.tangent_kernel(stream(options), readout=False))


def tangent_networks(options: dict, seed: int) -> np.ndarray:
    """Entries of W / s are trained: s^2 times the square of the gradient in W."""
    return options["s"] ** 2 * passes("weight_gradient")(options, seed).sum(axis=-1)


def in_use(options: dict) -> float:
    return updates.gradient_step_in_use(stream(options), 3, nodes=16).rms ** 2


PLAIN = streams(steps=5)
SMOOTHLESS = streams(steps=4, activations=HOMOGENEOUS)
LAWS = {
    "Stream.kernel": Law(two_inputs, lambda o: stream(o).kernel, passes("kernel"), 0.03),
    "Stream.overlap": Law(PLAIN, lambda o: stream(o).overlap, passes("overlaps"), 0.05),
    "Stream.branch": Law(PLAIN, increments, passes("increments"), 0.03),
    "block_kernel": Law(lambda r: looped(r), blocks, block_networks, 0.03),
    "cosines": Law(PLAIN, lambda o: residual.cosines(stream(o)), passes("cosines"), 0.01),
    "energy_terms": Law(
        PLAIN,
        lambda o: residual.energy_terms(stream(o)).quadratic,
        lambda o, seed: passes("quadratic")(o, seed)[..., -1],
        0.03,
    ),
    "backward_kernel": Law(
        PLAIN, lambda o: updates.backward_kernel(stream(o)), passes("gradient_kernel"), 0.05
    ),
    "gradient_energies": Law(
        PLAIN, lambda o: updates.gradient_energies(stream(o)), passes("weight_gradient"), 0.05
    ),
    "tangent_kernel": Law(PLAIN, tangent, tangent_networks, 0.05),
    "isotropic_update": Law(
        SMOOTHLESS, noisy, trained(Noise(RATE), change, "change", 1024), 0.1, streams=6
    ),
    "gradient_step": Law(
        SMOOTHLESS,
        lambda o: updates.gradient_step(stream(o), nodes=16).rms ** 2,
        trained(SGD(RATE), change, "change", 2048),
        0.05,
    ),
    "gradient_step.loss": Law(
        SMOOTHLESS,
        lambda o: updates.gradient_step(stream(o), nodes=4).loss,
        trained(SGD(RATE), fall, "readout", 2048),
        0.03,
    ),
    "gradient_step_in_use": Law(
        lambda r: looped(r, activations=HOMOGENEOUS),
        in_use,
        trained(
            SGD(RATE),
            lambda run: run.change_in_use.isel(step=1) / RATE**2,
            "change_in_use",
            2048,
            use_loops=3,
        ),
        0.07,
    ),
    "muon_step": Law(
        SMOOTHLESS,
        lambda o: updates.muon_step(stream(o), output=True, nodes=16).output.rms ** 2,
        trained(Muon(RATE), change, "change", 1024),
        0.01,
        streams=6,
    ),
    "muon_step.loss": Law(
        PLAIN,
        lambda o: updates.muon_step(stream(o)).loss,
        trained(Muon(RATE), fall, "readout", 1024),
        0.03,
        streams=6,
    ),
    "sign_step": Law(
        SMOOTHLESS, sign, trained(Sign(RATE), change, "change", 384, dense), 0.03, streams=8
    ),
    "sign_step behind": Law(
        post_activation,
        sign_behind,
        trained(Sign(RATE), change, "change", 384, dense, model={"post_activation": True}),
        0.07,
        streams=6,
    ),
    "InjectedStream": Law(
        injected, lambda o: residual.InjectedStream(**o).kernel, injected_networks, 0.05
    ),
    "post_activation_kernel": Law(
        post_activation,
        lambda o: residual.post_activation_kernel(o["loops"], o["layers"], o["eps"], o["s"]),
        lambda o, seed: passes("kernel")(o | {"post_activation": True}, seed),
        0.03,
    ),
}


@functools.cache
def simulated(name: str, seed: int = 7) -> list[tuple[Any, np.ndarray, np.ndarray]]:
    """Options of each drawn stream, and mean and standard error of its networks."""
    law, rng, results = LAWS[name], np.random.default_rng(seed), []
    for index in range(law.streams):
        options = law.draw(rng)
        networks = np.asarray(law.networks(options, 100 * seed + index))
        sem = networks.std(axis=0, ddof=1) / math.sqrt(len(networks))
        results.append((options, networks.mean(axis=0), sem))
    return results


def z_scores(name: str, *, planted: float = 0.0) -> Iterator[tuple[float, Any]]:
    """Yield the largest |z| of each drawn stream; ``planted`` is a relative error of the theory."""
    for options, mean, sem in simulated(name):
        expected = LAWS[name].theory(options)
        expected, error = expected if isinstance(expected, tuple) else (expected, 0.0)
        # Entries without scatter are exact, but for rounding.
        floor = 1e-7 * np.max(np.abs(mean), initial=0.0)
        gap = np.abs(mean - (1 + planted) * np.asarray(expected))
        if planted:  # what all networks have, such as a cosine 1, would notice anything
            gap = np.where(sem > 1e-6 * np.abs(mean), gap, 0.0)
        yield float(np.max(gap / (np.hypot(sem, error) + floor))), options


@pytest.mark.parametrize("name", LAWS)
def test_theory_is_within_the_errors_of_its_simulator(name):
    worst, options = max(z_scores(name), key=lambda pair: pair[0])
    assert worst < LIMIT, f"{worst:.1f} standard errors at {options}"


@pytest.mark.parametrize("name", LAWS)
def test_a_planted_error_is_noticed(name):
    power = LAWS[name].power
    assert max(z for z, _ in z_scores(name, planted=power)) > LIMIT


def test_scales_left_out_of_the_gradient_of_a_sign_step_are_noticed(monkeypatch):
    monkeypatch.setattr(stream_sign_step, "_visit_weights", lambda stream, _: np.ones(stream.steps))
    assert max(z for z, _ in z_scores("sign_step")) > 3 * LIMIT


def test_signs_of_scales_left_out_of_cosines_are_noticed(monkeypatch):
    monkeypatch.setattr(residual.Stream, "scales", property(lambda self: np.ones(self.steps)))
    assert max(z for z, _ in z_scores("cosines")) > 5 * LIMIT


def test_signs_of_the_scales_of_an_own_layer_change_no_size():
    """W and -W have one law: exact, at visits of two layers."""
    sizes = [
        updates.sign_step(residual.Stream(visits=[0, 1], eps=[0.5, sign * 0.5]), seed=0)
        for sign in (1, -1)
    ]
    assert abs(sizes[0].rms - sizes[1].rms) < 5 * math.hypot(sizes[0].error, sizes[1].error)
