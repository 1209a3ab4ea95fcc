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
from depthlaws.sims.residual import dense
from depthlaws.theory import residual, updates
from depthlaws.theory.updates import stream_sign_step
from tests.drawn_streams import (
    HOMOGENEOUS,
    RATE,
    block_networks,
    blocks,
    by_loops,
    change,
    fall,
    fixed_energy,
    fixed_networks,
    in_use,
    increments,
    injected,
    injected_networks,
    last_kernel,
    linear_loops,
    looped,
    many_layers,
    noise_moves,
    noise_networks,
    noisy,
    one_layer,
    passes,
    post_activation,
    redrawn_layer,
    settled,
    sign,
    sign_behind,
    stream,
    streams,
    tangent,
    tangent_networks,
    trained,
    two_inputs,
    written_out,
)

LIMIT = 6.0  # standard errors


@dataclass(frozen=True)
class Law:
    """Theory of a drawn stream, and the same numbers of each network: (sample, ...)."""

    draw: Callable[[np.random.Generator], Any]
    theory: Callable[[Any], Any]
    networks: Callable[[Any, int], Any]
    power: float  # relative error that the comparison notices
    streams: int = 10


PLAIN = streams(steps=5)
SMOOTHLESS = streams(steps=4, activations=HOMOGENEOUS)
LAWS = {
    "Stream.kernel": Law(two_inputs, lambda o: stream(o).kernel, passes("kernel"), 0.03),
    "Stream.overlap": Law(PLAIN, lambda o: stream(o).overlap, passes("overlaps"), 0.05),
    "Stream.branch": Law(PLAIN, increments, passes("increments"), 0.03),
    "block_kernel": Law(lambda r: looped(r), blocks, block_networks, 0.03),
    "tied_kernel": Law(
        one_layer, by_loops(residual.tied_kernel), passes("kernel"), 0.03, streams=5
    ),
    "tied_energy": Law(one_layer, by_loops(residual.tied_energy), last_kernel, 0.03, streams=5),
    "untied_kernel": Law(
        many_layers, by_loops(residual.untied_kernel), last_kernel, 0.03, streams=5
    ),
    "untied_energy": Law(
        many_layers, by_loops(residual.untied_energy), last_kernel, 0.03, streams=5
    ),
    "tied_linear_energy": Law(
        linear_loops,
        lambda o: o["h0"] * residual.tied_linear_energy(o["loops"], o["eps"], o["s"]),
        last_kernel,
        0.03,
        streams=5,
    ),
    "redrawn layer": Law(PLAIN, redrawn_layer, written_out, 0.03, streams=5),
    "noisy_kernel": Law(SMOOTHLESS, noise_moves, noise_networks, 0.05, streams=6),
    "injected_fixed_point": Law(settled, fixed_energy, fixed_networks, 0.03, streams=4),
    "post_activation_energy": Law(
        lambda r: post_activation(r) | {"loops": 1},
        lambda o: updates.post_activation_energy(o["layers"], o["eps"], o["s"]),
        lambda o, seed: last_kernel(o | {"post_activation": True}, seed),
        0.03,
        streams=5,
    ),
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
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(gap == 0, 0.0, gap / (np.hypot(sem, error) + floor))
        yield float(np.max(np.where(np.isnan(z), np.inf, z))), options


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
