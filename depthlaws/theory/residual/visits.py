"""Streams that visit layers in any order: branch scales, and what bounds the energy."""

import numpy as np
from numpy.typing import NDArray

from depthlaws.base.visit_order import Visits, visit_counts, visit_order
from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Stream, require_stream
from depthlaws.theory.residual.symbols import h0, s, visit_sum
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["visit_scales", "visit_sum_of_squares"]

energy_upper = Formula(
    id="visit-energy-upper",
    says="Upper bound on the energy of a ReLU stream that visits layers in any order.",
    # E relu relu <= sqrt(H_i H_j) / 2 and (sum eps_i R_i)^2 <= S_l sum eps_i H_i over the visits of
    # layer l give H_n <= H_0 + s^2/2 sum_k S_l(k) |eps_k| H_k; then Gronwall's lemma.
    source=LOOPED.beyond("X-12"),
    domain={visit_sum: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE},
    expr=h0 * sp.exp(s**2 * visit_sum / 2),
)


def visit_scales(visits: str | Visits, /, lam: float = 1.0) -> NDArray[np.float64]:
    """Branch scales lam / (N_l sqrt L) of a stream that visits layer l N_l times.

    With them the energy of a ReLU stream is at most h0 exp(s^2 lam^2 / 2), whatever the order.

    Parameters
    ----------
    visits : str or sequence of int
        Layer of each step: [0, 1, 2, 1, 2, 3], or "1+2x2+1".
    lam : float
        Residual constant: sum of the scales of one layer's visits, times sqrt(L).

    Returns
    -------
    ndarray
        Branch scale of each visit. Shape (visit,).

    Raises
    ------
    ValueError
        If the visits leave out a layer, or lam is not finite.

    References
    ----------
    Source: looped, beyond the paper (X-12); one block looped N times: section 3.

    Examples
    --------
    >>> visit_scales("1+1x2+2")
    array([0.5 , 0.25, 0.25, 0.5 , 0.5 ])
    """
    order = visit_order(visits)
    uses = np.array(visit_counts(order), dtype=np.float64)
    return finite("lam", lam) / (uses[list(order)] * np.sqrt(len(uses)))


def visit_sum_of_squares(stream: Stream, /) -> float:
    """Sum over layers of the squared sum of their visits' branch scales.

    :data:`energy_upper` depends on the stream through this number only.

    Parameters
    ----------
    stream : Stream
        Residual stream.

    Returns
    -------
    float
        Sum of squares; lam^2 for the scales of :func:`visit_scales`.

    References
    ----------
    Source: looped, beyond the paper (X-12).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.visit_sum_of_squares(residual.Stream(visits="1+1x2", eps=[0.5, 0.5, 0.25]))
    0.8125
    """
    require_stream(stream)
    sums = np.bincount(stream.labels, weights=np.abs(stream.scales))
    with np.errstate(over="ignore"):
        return float(np.sum(sums**2))
