"""Rates, safe steps and iterations of inference, from the extreme eigenvalues of the energy."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.papers import PC
from depthlaws.theory.predictive_coding.symbols import DEPTH, L, kappa
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["Inference"]

CONDITION = Interval(1, sp.oo, right_open=True)

chain_smallest = Formula(
    id="pc-orthogonal-chain-smallest",
    says="Smallest eigenvalue of the activity Hessian of orthogonal layers (or skips alone) with "
    "vanishing output weights.",
    source=PC.beyond("PC-B30"),
    domain={L: DEPTH},
    expr=4 * sp.sin(sp.pi / (2 * (2 * L - 1))) ** 2,
    falling=(L,),
)

chain_condition = Formula(
    id="pc-orthogonal-chain-condition",
    says="Condition number of the activity Hessian of orthogonal layers (or skips alone) with "
    "vanishing output weights.",
    source=PC.beyond("PC-B30"),
    domain={L: DEPTH},
    # The largest eigenvalue is 4 sin^2((2L-3) pi / (2(2L-1))) = 4 cos^2(pi / (2L-1)).
    expr=sp.cos(sp.pi / (2 * L - 1)) ** 2 / sp.sin(sp.pi / (2 * (2 * L - 1))) ** 2,
    values=CONDITION,
    rising=(L,),
    kernel=lambda L: (np.cos(np.pi / (2 * L - 1)) / np.sin(np.pi / (2 * (2 * L - 1)))) ** 2,
)

descent_rate = Formula(
    id="pc-inference-descent-rate",
    says="Factor of the error per step of gradient descent at its best step 2 / (low + high).",
    source=PC.beyond("neighbours"),
    domain={kappa: CONDITION},
    expr=(kappa - 1) / (kappa + 1),
    rising=(kappa,),
)

nesterov_rate = Formula(
    id="pc-inference-nesterov-rate",
    says="Factor of the error per step of Nesterov's method at its best step 4 / (low + 3 high).",
    source=PC.beyond("neighbours"),
    domain={kappa: CONDITION},
    expr=1 - 2 / sp.sqrt(3 * kappa + 1),
    kernel=lambda kappa: 3 * (kappa - 1) / (3 * kappa + 1 + 2 * np.sqrt(3 * kappa + 1)),
    rising=(kappa,),
)

conjugate_rate = Formula(
    id="pc-inference-conjugate-rate",
    says="Factor of the error per step of conjugate gradients over many steps, at worst.",
    source=PC.beyond("neighbours"),
    domain={kappa: CONDITION},
    expr=(sp.sqrt(kappa) - 1) / (sp.sqrt(kappa) + 1),
    kernel=lambda kappa: (kappa - 1) / (np.sqrt(kappa) + 1) ** 2,
    rising=(kappa,),
)


@dataclass(frozen=True, slots=True)
class Inference:
    """Extreme eigenvalues of the Hessian of inference, with the rates of first-order methods.

    Eigenvalues are those of the batch-sum energy, steps are those of the chosen convention.

    Attributes
    ----------
    smallest, largest : float
        Extreme eigenvalues of the Hessian of one sample.
    activities : int
        Number of hidden activities of one sample.
    samples : int
        Number of samples over which the energy is a mean; 1 is the batch-sum convention.

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> spectrum = predictive_coding.inference([1.0, 1.0, 1.0])
    >>> spectrum.activities, spectrum.condition > 1, spectrum.largest_step < 1
    (2, True, True)
    """

    smallest: float
    largest: float
    activities: int
    samples: int = 1

    @property
    def condition(self) -> float:
        """Condition number of inference, the same in both conventions."""
        return self.largest / self.smallest

    @property
    def largest_step(self) -> float:
        """Supremum of the steps at which gradient descent converges from every start."""
        return self.largest_step_with(0.0)

    def largest_step_with(self, momentum: float, /) -> float:
        """Return the supremum of the safe steps of Nesterov's method with this momentum.

        Momentum 0 is gradient descent.
        Raises: ValueError for a momentum outside [0, 1).
        """
        if not 0 <= finite("momentum", momentum) < 1:
            msg = f"momentum must be in [0, 1), got {momentum}"
            raise ValueError(msg)
        return 2 * (1 + momentum) / (1 + 2 * momentum) * self.samples / self.largest

    @property
    def best_steps(self) -> dict[str, float]:
        """Step of the fastest guaranteed convergence by method."""
        low, high = self.smallest, self.largest
        return {
            "gradient descent": self.samples * 2 / (low + high),
            "nesterov": self.samples * 4 / (low + 3 * high),
        }

    @property
    def momentum(self) -> float:
        """Momentum of Nesterov's method at its best step."""
        root = math.sqrt(3 * self.condition + 1)
        return (root - 2) / (root + 2)

    @property
    def rates(self) -> dict[str, float]:
        """Factor of the error per step by method, over many steps and at worst."""
        laws = {
            "gradient descent": descent_rate,
            "nesterov": nesterov_rate,
            "conjugate gradients": conjugate_rate,
        }
        return {name: float(law(max(1.0, self.condition))) for name, law in laws.items()}

    def iterations(self, tolerance: float, /) -> dict[str, int]:
        """Return the steps by method that reduce the error to ``tolerance`` of its start, at worst.

        The error is the root of the energy above its minimum. Both descents take exactly this
        number of steps from the worst start. For conjugate gradients it is an upper bound; they
        never need more steps than there are activities.

        Raises: ValueError for a tolerance that is not between 0 and 1.
        """
        tolerance = finite("tolerance", tolerance)
        if not 0 < tolerance < 1:
            msg = f"tolerance must be between 0 and 1, got {tolerance}"
            raise ValueError(msg)
        rates = self.rates
        chebyshev = 0.0
        if rates["conjugate gradients"]:  # acosh of (kappa + 1) / (kappa - 1) is -log of this rate
            chebyshev = math.acosh(1 / tolerance) / -math.log(rates["conjugate gradients"])
        return {
            "gradient descent": _first(lambda k: rates["gradient descent"] ** k, tolerance),
            "nesterov": _first(self._nesterov, tolerance),
            "conjugate gradients": min(max(1, math.ceil(chebyshev)), self.activities),
        }

    def _nesterov(self, k: int) -> float:
        """Return the error after k steps from rest: the double root of its slowest mode."""
        m = self.momentum
        return (1 + k * (1 - m) / (1 + m)) * self.rates["nesterov"] ** k


def _first(error: Callable[[int], float], tolerance: float) -> int:
    """Return the first k >= 1 with error(k) <= tolerance, for an error that falls."""
    high = 1
    while error(high) > tolerance:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if error(middle) <= tolerance else (middle, high)
    return high
