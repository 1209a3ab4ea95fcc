"""The same quantity from theory and from simulation, with the same arguments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.claims.engine.checks import Sampled
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.onestep import (
    Architecture,
    FirstStep,
    Sampling,
    Slope,
    first_step,
    fitted_slope,
)
from depthlaws.theory import activations, updates

Array = np.ndarray

STEP_FIELDS = {f.name for f in fields(FirstStep)}
# Energies are skew: with a skewness of up to 0.07 sqrt(n) a threshold for one false alarm in 10^8
# Gaussian samples has one in 10^6 (exp(skewness z^3/(3 sqrt(n))) times as many, z = 5.7).
SKEW_ALARM = 1e-8


@dataclass(frozen=True)
class Cell:
    """A network of a width and depth, described by arguments that theory and simulators share."""

    network: str
    width: int
    depth: int
    outputs: int
    words: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        """``plain relu, n = 64, L = 4, m = 10``."""
        said = " ".join(str(v) for v in self.words.values())
        sizes = f"n = {self.width}, L = {self.depth}, m = {self.outputs}"
        return f"{self.network} {said}, {sizes}"

    @property
    def energies(self) -> Array:
        """Exact energies of the layers."""
        words = dict(self.words)
        if str(words.get("activation", "")).startswith("leaky_relu:"):
            slope = float(words["activation"].partition(":")[2])
            words["activation"] = activations.leaky_relu(slope)
        return np.asarray(
            updates.energies(
                self.network, self.depth, width=self.width, outputs=self.outputs, **words
            )
        )

    @property
    def budget(self) -> float:
        """Exact mean energy, S-bar."""
        return float(np.mean(self.energies))

    def run(
        self, samples: int, seed: int, *, observe: str | Iterable[str] = "budget", labels: int = 4
    ) -> xr.Dataset:
        """Simulated networks in single precision."""
        own = {k: v for k, v in self.words.items() if k in STEP_FIELDS}
        rest = {k: v for k, v in self.words.items() if k not in STEP_FIELDS}
        return first_step(
            Architecture(
                network=self.network,
                width=self.width,
                depth=self.depth,
                outputs=self.outputs,
                **rest,
            ),
            FirstStep(labels=labels, **own),
            Sampling(samples=samples, seed=seed, dtype="float32"),
            observe=observe,
        )


def budget_of(
    cell: Cell,
    samples: int,
    growth: float,
    fourth: float,
    out: Sequence[float],
    *,
    alarm: float = 1e-9,
) -> Sampled:
    """S-bar of simulated networks against the exact one.

    Control variates are the mean squares of a middle state, of the last state and of the outputs,
    and their squares. Their means: ``growth`` and ``fourth`` to the power of the layer for a
    state's square and fourth power, ``out`` for those of the outputs. Energies are skew, and the
    nominal ``alarm`` is for Gaussian ones: with these cells it is 1e-6 in fact.
    """
    layers = [max(cell.depth // 2, 1), cell.depth]

    def estimate(seed: int) -> tuple[Array, Array]:
        run = cell.run(samples, seed, observe=("budget", "state", "logit"))
        squares = [run.state.sel(layer=layer).to_numpy() for layer in layers]
        squares = np.stack([*squares, run.logit.to_numpy()], axis=1)
        return run.budget.to_numpy(), np.hstack([squares, squares**2])

    def means() -> list[float]:
        states = [base**layer for base in (growth, fourth) for layer in layers]
        return [*states[:2], out[0], *states[2:], out[1]]

    return Sampled(estimate, lambda: cell.budget, control=means, what=str(cell), alarm=alarm)


def slope_of(cells: Sequence[Cell], samples: int, *, observe: str = "budget") -> Sampled:
    """The least-squares exponent of eta* over these depths against that of the exact energies."""

    def estimate(seed: int) -> Estimate:
        runs = {cell.depth: cell.run(samples, seed + i)[observe] for i, cell in enumerate(cells)}
        return as_estimate(fitted_slope(runs), samples)

    depths = ", ".join(str(cell.depth) for cell in cells)
    first = cells[0]
    what = f"slope over L = {depths}; {first.network} {' '.join(map(str, first.words.values()))}, "
    what += f"n = {first.width}, m = {first.outputs}"
    return Sampled(estimate, lambda: exact_slope({c.depth: c.budget for c in cells}), what=what)


def exact_slope(budgets: Mapping[int, float]) -> float:
    """Least-squares slope of log eta* on log L, eta* = S-bar^(-1/2)."""
    x = np.log(sorted(budgets)) - np.mean(np.log(sorted(budgets)))
    y = -0.5 * np.log([budgets[L] for L in sorted(budgets)])
    return float(x @ y / (x @ x))


def as_estimate(slope: Slope, samples: int) -> Estimate:
    """A value and its standard error, in the form of an estimate from so many samples."""
    return Estimate(samples, slope.value, slope.error**2 * samples * (samples - 1))
