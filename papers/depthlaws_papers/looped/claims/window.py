"""The one window of N for exponents of looped networks, and statistics of their mean curves.

Every exponent is between 8 and 64 passes, of the mean over networks, as the paper's figures draw
means over seeds. A power of N is about many passes: after one, the first increment is nearly all
of the stream (nine times the embedding at width 128), and exponents of exact ReLU theory, which
has the same increment, have not settled (first update: 1.35, 0.82, 0.21 between 1 and 64 passes,
1.33, 0.78, 0.11 between 8 and 64). The pilot of the untrained networks set the window; that of the
first steps was 1 to 64 before. What the paper says of all N = 1 to 64, such as a factor of 4, is
taken over all of them.
"""

import math

import numpy as np

from depthlaws.sims.common.jackknife import pseudo_values

FIRST, LAST = 8, 64  # passes between which exponents are taken
WINDOW = (
    f"Exponents are those of the mean over networks between {FIRST} and {LAST} passes, for a power "
    "is about many passes; in one the first increment is most of the stream. "
)


def exponents(curves: np.ndarray, span: float = LAST / FIRST) -> np.ndarray:
    """Return jackknife pseudo-values (sample,) of the exponent of the mean curve.

    Their mean estimates the exponent, their scatter its standard error. ``curves`` (place, sample)
    are values at the first and the last place, whose sizes have the ratio ``span``.
    """
    return pseudo_values(lambda mean: float(np.log(mean[-1] / mean[0])) / math.log(span), curves)


def spreads(curves: np.ndarray) -> np.ndarray:
    """Return jackknife pseudo-values (sample,) of the mean curve's largest over smallest value.

    ``curves`` has the shape (place, sample).
    """
    return pseudo_values(lambda mean: float(mean.max() / mean.min()), curves)
