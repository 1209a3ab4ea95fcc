r"""A branch made small by its initial weights, or by a multiplier: one forward pass, two trainings.

With W' = m W the networks are one function of the input. A step of W at rate eta moves W' by
m^2 eta (gradient descent) or m eta (Adam) of what the same rate does to W' itself, so that the same
steps need the rates below. Weight decay shrinks by rate times decay, whatever the multiplier.
"""

from __future__ import annotations

from dataclasses import dataclass

from depthlaws.base import tables
from depthlaws.theory.numerics.arguments import finite

__all__ = ["Scalings", "compare_scaling"]

MIN_SQUARABLE = 1e-150  # multiplier whose square and its inverse are normal floats


@dataclass(frozen=True, slots=True)
class Scalings:
    """Hyperparameters of a branch with a multiplier m, over those of m times smaller weights.

    With these factors the two networks take the same steps throughout training; at equal rates the
    multiplied branch moves ``sgd`` (or ``adam``) times less.

    Attributes
    ----------
    multiplier : float
        Persistent multiplier m.
    weights : float
        Factor of the initial deviation of the weights.
    sgd, adam : float
        Factors of the learning rate of gradient descent and of Adam.
    sgd_decay : float
        Factor of coupled (L2) weight decay under gradient descent.
    adam_decay : float
        Factor of decoupled weight decay under Adam.
    adam_epsilon : float
        Factor of Adam's epsilon.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> factors = parametrization.compare_scaling(1 / 4)
    >>> factors.weights, factors.sgd, factors.adam
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
        return tables.html(["optimiser", "learning rate", "weight decay", "epsilon"], rows)


def compare_scaling(multiplier: float) -> Scalings:
    """Hyperparameters that make a multiplied branch train as one with scaled weights.

    h + m F(h; W) and h + F(h; m W) are one forward pass, for branches F that are linear in the
    weight that carries m: the last one, or any one of a positively homogeneous branch.

    Parameters
    ----------
    multiplier : float
        Multiplier m, for example 1/sqrt(K) for K residual blocks; between 1e-150 and 1e150.

    Returns
    -------
    Scalings
        Factors of the hyperparameters.

    Raises
    ------
    ValueError
        For a multiplier that is not positive and finite, or whose square is not.

    References
    ----------
    Source: ammup, eq. (5), which calls the two equivalent: beyond the paper (ERR-03); pc, section
    2.2 (PC-B9).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> factors = parametrization.compare_scaling(1 / 8)
    >>> factors.sgd, factors.adam, factors.adam_epsilon
    (64.0, 8.0, 0.125)
    """
    m = finite("multiplier", multiplier)
    if not MIN_SQUARABLE < m < 1 / MIN_SQUARABLE:
        msg = f"multiplier must be above {MIN_SQUARABLE:g} and below {1 / MIN_SQUARABLE:g}: "
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
