"""Draws of streams, and their networks: what test_streams_beside_simulators.py compares."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.sims import Noise
from depthlaws.sims.residual import Ensemble, InjectedMLP, ResidualMLP, matrix_free
from depthlaws.theory import activations, residual, updates

SAMPLES = 40
NOISE = 0.3  # deviation of the noise in a matrix over that of its entries
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


def written_out(options: dict, seed: int, width: int = 384) -> np.ndarray:
    """Return sums over two runs that share all dense matrices but that of layer 0."""
    one, rng = stream(options), np.random.default_rng(seed)
    phi = activations.get(one.activation)
    shape = (len(set(one.visits)), width, width)

    def run(matrices: np.ndarray, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        states, sums = [start], np.zeros((shape[0], width))
        for layer, eps in zip(one.visits, one.scales, strict=True):
            h = states[-1]
            u = phi(h / np.sqrt(np.mean(h**2)) if one.normalize else h)
            branch = one.s * matrices[layer] @ u / math.sqrt(width)
            sums[layer] += branch
            states.append(h + eps * branch)
        return np.array(states), sums

    samples = []
    for _ in range(SAMPLES):
        matrices = rng.standard_normal(shape)
        start = rng.standard_normal(width)
        start *= math.sqrt(options["h0"]) / np.sqrt(np.mean(start**2))
        redrawn = matrices.copy()
        redrawn[0] = rng.standard_normal((width, width))
        samples.append(redrawn_sums(one, run(matrices, start), run(redrawn, start)) / width)
    return np.array(samples)


def redrawn_layer(options: dict) -> np.ndarray:
    one = stream(options)
    laws = (residual.branch_energies(one), residual.replacement_stability(one, 0))
    return np.concatenate([*laws, residual.coupled_kernel(one, 0).ravel()])


def redrawn_sums(one: residual.Stream, first: Any, second: Any) -> np.ndarray:
    uses = np.bincount(one.visits)[:, None]
    changes = np.sum(((first[1] - second[1]) / uses) ** 2, axis=1) / 2
    coupled = (first[0] @ second[0].T + second[0] @ first[0].T) / 2
    return np.concatenate([np.sum(first[1] ** 2, axis=1), changes, coupled.ravel()])


def by_loops(law: Callable[..., Any], **rest: Any) -> Callable[[dict], Any]:
    """Return a law of N loops of one layer, or of L layers, from the options of a stream."""

    def theory(options: dict) -> Any:
        count = options["loops"] * options["layers"]
        words = {k: options[k] for k in ("s", "h0", "activation", "normalize")}
        return law(count, options["eps"], **words, **rest)

    return theory


def one_layer(rng: np.random.Generator) -> dict:
    return looped(rng) | {"layers": 1}


def many_layers(rng: np.random.Generator) -> dict:
    return looped(rng) | {"loops": 1, "layers": int(rng.integers(1, 6))}


def linear_loops(rng: np.random.Generator) -> dict:
    return one_layer(rng) | {"activation": "linear", "normalize": False}


def last_kernel(options: dict, seed: int) -> np.ndarray:
    return passes("kernel")(options, seed)[..., -1, -1]


def settled(rng: np.random.Generator) -> dict:
    """Options of an injected loop whose rate is at most 0.6."""
    while True:
        options = injected(rng) | {"activation": str(rng.choice(HOMOGENEOUS)), "loops": 24}
        options["b"] = float(rng.choice([-1, 1]) * rng.uniform(0.2, 1))
        try:
            point = residual.injected_fixed_point(residual.InjectedStream(**options))
        except ValueError:
            continue
        if point.stable and point.rate < 0.6:
            return options


def fixed_energy(options: dict) -> float:
    return residual.injected_fixed_point(residual.InjectedStream(**options)).energy


def fixed_networks(options: dict, seed: int) -> np.ndarray:
    return injected_networks(options, seed)[..., -1, -1]


def noise_moves(options: dict) -> float:
    end = residual.noisy_kernel(stream(options), NOISE)[..., -1, -1]
    return float(end[0, 0] + end[1, 1] - 2 * end[0, 1])


def noise_networks(options: dict, seed: int) -> np.ndarray:
    moved = trained(
        Noise(NOISE * options["s"]), lambda run: run.change_out.isel(step=1), "change", 1024
    )
    return moved(options, seed)
