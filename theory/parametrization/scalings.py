r"""A branch made small by its initial weights, or by a multiplier: one forward pass, two trainings.

With W' = m W the networks are one function of the input. A step of W at rate eta moves W' by
m^2 eta (gradient descent) or m eta (Adam) of what the same rate does to W' itself, so that the same
steps need the rates below. Weight decay shrinks by rate times decay, whatever the multiplier.
"""

from __future__ import annotations

from dataclasses import dataclass

from depthlaws import _tables
from depthlaws.theory.numerics.arguments import finite

__all__ = ["Scalings", "compare_scaling"]

LEAST = 1e-150


@dataclass(frozen=True, slots=True)
class Scalings:
    """What a persistent multiplier m needs, over what m times smaller initial weights need.

    ``sgd`` and ``adam``: learning rate. ``sgd_decay``: coupled (L2) weight decay; ``adam_decay``:
    decoupled. ``adam_epsilon``. ``weights``: deviation of the weights. With these the two
    networks take the same steps for ever; at equal rates the multiplied branch moves ``sgd`` (or
    ``adam``) times less.

    >>> from depthlaws import parametrization
    >>> found = parametrization.compare_scaling(1 / 4)
    >>> found.weights, found.sgd, found.adam
    (4.0, 16.0, 4.0)
    """

    multiplier: float
    weights: float
    sgd: float
    sgd_decay: float
    adam: float
    adam_decay: float
    adam_epsilon: float

    def _repr_html_(self) -> str:
        rows = [
            ["gradient descent", f"{self.sgd:.6g}", f"{self.sgd_decay:.6g} (L2)", "-"],
            [
                "Adam",
                f"{self.adam:.6g}",
                f"{self.adam_decay:.6g} (decoupled)",
                f"{self.adam_epsilon:.6g}",
            ],
        ]
        return _tables.html(["optimiser", "learning rate", "weight decay", "epsilon"], rows)


def compare_scaling(multiplier: float) -> Scalings:
    """Which hyperparameters make a multiplied branch train as one with scaled weights.

    Source: ammup, eq. (5), which calls the two equivalent: beyond the paper (ERR-03); pc, section
    2.2 (PC-B9). ``multiplier`` is m, for example 1/sqrt(K) for K residual blocks: the same forward
    pass h + m F(h; W) and h + F(h; m W), for branches F that are linear in the weight that carries
    m (the last one, or any one of a positively homogeneous branch).
    Raises: ValueError for a multiplier that is not positive and finite.

    >>> from depthlaws import parametrization
    >>> found = parametrization.compare_scaling(1 / 8)
    >>> found.sgd, found.adam, found.adam_epsilon
    (64.0, 8.0, 0.125)
    """
    m = finite("multiplier", multiplier)
    if not LEAST < m < 1 / LEAST:
        msg = f"multiplier must be positive, above {LEAST:g} and below {1 / LEAST:g}: "
        msg += f"its square is needed, got {multiplier}"
        raise ValueError(msg)
    return Scalings(
        multiplier=m,
        weights=1 / m,
        sgd=m**-2,
        sgd_decay=m**2,
        adam=1 / m,
        adam_decay=m,
        adam_epsilon=m,
    )
