"""Laws of the first step beside its simulator, over the whole range of their options.

Networks are drawn: kind of units, activation, depth, width, place and power of the branch's factor,
skips, multipliers and variances, loss, optimiser, labels, inputs, batches and parts. Draws without
an exact law are drawn again. At a finite width the mean of the simulated energies is compared with
the law; at infinite width, the mean at two widths without its term of 1/width.

z = (simulated - theory) / standard error of each layer; the limit is Student's t at ALARM for
all layers of a test together. ``simulated_laws.toml`` lists errors of the theory that the
comparison notices. Energies have long tails in deep or narrow networks, which are left out.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from depthlaws import updates
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step, tangent_gain
from depthlaws.theory.updates.missing_laws import NoTheoryError
from tests.comparisons import Comparisons

ALARM = 1e-5
PIECEWISE = ("relu", "linear", "abs", "leaky_relu:0.3", "leaky_relu:-0.4")
SMOOTH = ("tanh", "gelu", "erf")
WIDTHS = (24, 48)  # at which energies of infinite width are compared
WIDER = (48, 96)  # at which logarithms of their means are compared
KINDS = [(n, o, s) for n in ("plain", "residual", "post-activation") for o, s in
         (("sgd", "mse"), ("sgd", "ce"), ("sign", "mse"), ("sign", "ce"))]  # fmt: skip
NARROW = [kind for kind in KINDS if kind[1:] == ("sgd", "mse")] + [("plain", "sgd", "ce")]


@dataclass(frozen=True)
class Step:
    """A drawn network and its step; ``width`` is inf or that of the law."""

    network: str
    L: int
    width: float
    outputs: int
    part: str
    loss: str
    optimizer: str
    options: dict[str, Any]
    step: dict[str, Any]

    @property
    def words(self) -> dict[str, Any]:
        """Return the options of the laws."""
        named = ("width", "outputs", "part", "loss", "optimizer")
        return {name: getattr(self, name) for name in named} | self.options | self.step

    def energies(self) -> np.ndarray:
        return np.asarray(updates.energies(self.network, self.L, **self.words), dtype=float)

    def _simulated(self, L: int, width: int, samples: int) -> np.ndarray:
        part = "energy" if self.part == "total" else self.part
        run = first_step(
            Architecture(
                network=self.network, width=width, depth=L, outputs=self.outputs, **self.options
            ),
            FirstStep(loss=self.loss, optimizer=self.optimizer, **self.step),
            Sampling(samples=samples, seed=width, dtype="float32"),
            observe=part,
        )
        return run[part].transpose("sample", "layer").to_numpy().astype(float)

    def simulated(self, samples: int, L: int | None = None, widths: Any = WIDTHS) -> np.ndarray:
        """Return energies (sample, layer); at infinite width in the units of the law."""
        L = self.L if L is None else L
        if math.isfinite(self.width):
            return self._simulated(L, int(self.width), samples)
        per = {"sign": lambda d: d * d, "mse": lambda d: d / self.outputs, "ce": lambda d: d}
        unit = per["sign" if self.optimizer == "sign" else self.loss]
        half, whole = (self._simulated(L, d, samples) / unit(d) for d in widths)
        return 2 * whole - half


def _units(rng: np.random.Generator, network: str, L: int) -> dict[str, Any]:
    options: dict[str, Any] = {"head": float(rng.uniform(0.3, 3))}
    if network != "plain":
        options |= {
            "scaled": str(rng.choice(["none", "each", "last", "multiplier"])),
            "stem": min(int(rng.choice([0, 0, 1])), L - 1),
            "branch_depth": int(rng.choice([1, 1, 2, 3])),
            "norm": str(rng.choice(["none", "none", "pre", "post"])),
        }
        if options["scaled"] != "none":
            options["power"] = float(rng.uniform(0, 1.2))
    if network == "plain" or options["stem"]:
        options["activate_input"] = bool(rng.random() < 0.5)
    for name, low, high in (("skip", -1.2, 1.2), ("multiplier", -1.5, 1.5), ("variance", 0.3, 3)):
        if rng.random() < 0.3:
            options[name] = float(rng.uniform(low, high))
    if rng.random() < 0.15:
        options["weights"] = "orthogonal"
    return options


def drawn(
    rng: np.random.Generator,
    network: str,
    optimizer: str,
    loss: str,
    *,
    wide: bool,
    deepest: int = 3,
) -> Step:
    """Return a draw that has an exact law."""
    while True:
        L, ce = int(rng.integers(1, deepest + 1)), loss == "ce"
        step: dict[str, Any] = {"inputs": str(rng.choice(["sphere", "gaussian"]))}
        if not ce:
            step["label_variance"] = float(10 ** rng.uniform(-1, 1))
        if rng.random() < 0.3:
            step |= {"batch": int(rng.integers(1, 4)), "evaluate": "fresh"}
        parts = ["total"] if ce or optimizer == "sign" else ["total", "label", "output"]
        activation = str(rng.choice(PIECEWISE + SMOOTH))
        options = _units(rng, network, L) | {"activation": activation}
        width = math.inf if wide else int(rng.integers(12, 40))
        one = Step(
            network, L, width, int(rng.integers(1 + ce, 4)), str(rng.choice(parts)), loss,
            optimizer, options, step,
        )  # fmt: skip
        try:
            one.energies()
        except NoTheoryError:
            continue
        return one


def compared(draws: list[Step], samples: int, of: Callable[[Step, int], Any]) -> None:
    out = Comparisons(ALARM)
    for one in draws:
        mean, error, theory = of(one, samples)
        floor = 1e-5 * np.abs(theory)  # simulated in single precision
        out.add(one, (mean - theory) / np.maximum(error, floor), samples - 1)
    out.hold()


def energies(one: Step, samples: int) -> tuple[Any, Any, Any]:
    energy = one.simulated(samples)
    return energy.mean(axis=0), energy.std(axis=0, ddof=1) / math.sqrt(samples), one.energies()


def log_rates(one: Step, samples: int) -> tuple[Any, Any, Any]:
    """Return log eta*, its slope to twice the depth and the log of the rate moved there."""
    shallow, deep = (one.simulated(samples, L, WIDER).mean(axis=1) for L in (one.L, 2 * one.L))
    means = np.array([shallow.mean(), deep.mean()])
    spread = np.array([x.std(ddof=1) for x in (shallow, deep)]) / means / math.sqrt(samples) / 2
    rates, both = -np.log(means) / 2, float(np.hypot(*spread))
    slope = (rates[1] - rates[0]) / math.log(2)
    theory = (
        np.log(updates.max_update_rate(one.network, one.L, **one.words)),
        updates.local_slope(one.network, one.L, **one.words),
        np.log(updates.transfer_update_rate(1.0, one.network, one.L, 2 * one.L, **one.words)),
    )
    simulated = np.array([rates[0], slope, rates[1] - rates[0]])
    return simulated, np.array([spread[0], both / math.log(2), both]), np.array(theory)


@pytest.mark.parametrize("kind", NARROW, ids="-".join)
def test_energies_at_a_width_are_means_of_simulated_steps(kind):
    rng = np.random.default_rng(21)
    draws = [drawn(rng, *kind, wide=False) for _ in range(6 if kind[2] == "mse" else 2)]
    compared(draws, 3000, energies)


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_energies_at_infinite_width_are_those_of_wide_networks(kind):
    rng = np.random.default_rng(22)
    draws = [drawn(rng, *kind, wide=True) for _ in range(6)]
    compared(draws, 2500 if kind[1] == "sgd" else 300, energies)


def test_rates_of_several_depths_are_those_of_simulated_steps():
    rng = np.random.default_rng(23)
    draws = [drawn(rng, *KINDS[i], wide=True, deepest=2) for i in rng.integers(len(KINDS), size=8)]
    compared(draws, 400, log_rates)


def test_zero_padding_takes_the_energy_that_simulated_tangents_lose():
    """Tangents of linear convolutions, over those of circular ones, at 1 to 5 layers."""
    rng, out, samples = np.random.default_rng(24), Comparisons(ALARM), 400
    for _ in range(8):
        sites = tuple(int(n) for n in rng.integers(3, 9, int(rng.integers(1, 3))))
        kernel, depth = int(rng.choice([2, 3, 5])), int(rng.integers(1, 6))
        network = Architecture(
            width=6, depth=depth, activation="linear", grid=sites, kernel=kernel, padding="zero",
            activate_input=False,
        )  # fmt: skip
        gain = tangent_gain(network, Sampling(samples=samples, seed=9)).gain.to_numpy()
        theory = updates.zero_padding_survival(sites, depth, kernel=kernel, each=True)
        error = gain.std(axis=0, ddof=1) / math.sqrt(samples)
        out.add(network, (gain.mean(axis=0) - theory[1:]) / error, samples - 1)
    out.hold()
