"""Energy of a ReLU stream over the number of steps n at eps = n^-alpha."""

import math
from dataclasses import dataclass
from typing import Literal

from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.residual.energies import growth_per_loop
from depthlaws.theory.residual.limits import limit

__all__ = ["divergence"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """Growth of the energy with the number of steps n at eps = n^-alpha.

    ``law="exponential"``: log H_n ~ constant n^exponent. ``law="power"``: H_n ~ constant
    n^exponent. ``law="bounded"``: exponent 0 and H_n -> constant (times h0 when not normalised).
    """

    law: Literal["bounded", "power", "exponential"]
    exponent: float
    constant: float


def divergence(
    alpha: float, /, s: float = 1.0, *, tied: bool = True, normalize: bool = False
) -> Divergence:
    """Return the growth law of the ReLU stream at eps = n^-alpha.

    alpha = 1 is linear scaling, 1/2 sqrt scaling, 0 no scaling.

    The tied stream is bounded if and only if alpha >= 1, the untied one if and only if
    alpha >= 1/2. Beyond: log H ~ sqrt(2) s n^(1 - alpha) tied, s^2/2 n^(1 - 2 alpha) untied;
    normalised: H ~ s^2/2 n^(2 - 2 alpha) tied, s^2/2 n^(1 - 2 alpha) untied. For 0 < alpha < 1
    the tied stream is H_n ~ 0.1374 h0 (1 + n^-alpha s / sqrt(2))^(2n): G(T) exp(-sqrt(2) s T)
    is 0.13929 at s T = 32 and falls to 0.1374 with 1 / T^2.

    Parameters
    ----------
    alpha : float
        Exponent of the branch scale: eps = n^-alpha after n steps. Not negative.
    s : float
        Weight scale: entries of W have variance s^2 / width.
    tied : bool
        One matrix for all steps instead of a fresh one for each.
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    Divergence
        The law ("bounded", "power" or "exponential") with its exponent and constant.

    Raises
    ------
    ValueError
        If alpha < 0 or a scale is not finite.

    References
    ----------
    Source: looped, theorem 1 and section 7.1; constants beyond the paper (X-3, X-5, X-10).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.divergence(0.5)
    Divergence(law='exponential', exponent=0.5, constant=1.41421)
    """
    alpha, s = finite("alpha", alpha), finite("s", s)
    if alpha < 0:
        msg = f"alpha must not be negative, got {alpha}"
        raise ValueError(msg)
    critical = 1.0 if tied else 0.5
    if alpha > critical:
        return Divergence("bounded", 0.0, 1.0)
    if alpha == critical:
        at_one = limit(1.0, s, normalize=normalize) if tied else None
        bounded = float(at_one) if at_one else (1 + s**2 / 2 if normalize else math.exp(s**2 / 2))
        return Divergence("bounded", 0.0, bounded)
    if normalize:
        return Divergence("power", (2 - 2 * alpha) if tied else (1 - 2 * alpha), s**2 / 2)
    if alpha == 0:
        rate = math.log(growth_per_loop(1.0, s)) if tied else math.log1p(s**2 / 2)
        return Divergence("exponential", 1.0, rate)
    if tied:
        return Divergence("exponential", 1 - alpha, math.sqrt(2) * s)
    return Divergence("exponential", 1 - 2 * alpha, s**2 / 2)
