"""Powers of N in the language of statements: each size is a product of powers, one per factor.

The rate is gamma^2 N^-c with gamma = N^d, a layer has the multiplier N^-a and weights of variance
N^-b, and a unit moves the prediction by N^(-1/2)/gamma (``sizes`` has the same in SymPy). ``h`` are
features, ``q`` what a layer changes the predictions by, ``own`` what it changes its features by
(the readout: relative to its start); ``r`` and ``D`` are the changes of predictions and features by
the slope of the rescaling, with the prediction N^-d at the start and 1 once it is ``trained``.
"""

from fractions import Fraction

from depthlaws.claims.engine.statement import Equal, Exactly, Tree, both, reals, same, scalars

HALF = Fraction(1, 2)
c, d, a1, b1, a, b, aL, bL = scalars("c d a1 b1 a b aL bL")
ANY_EXPONENT = dict.fromkeys((c, d, a1, b1, a, b, aL, bL), reals)

UNIT = -d - HALF
_first, _later, _last = (2 * d - c - 2 * e for e in (a1, a, aL))
POWER = {
    "h_1": -a1 - b1 / 2,
    "h_l": HALF - a - b / 2,
    "h_L": HALF - aL - bL / 2,
    "q_1": _first + 1 + 2 * UNIT,
    "q_l": _later + 2 + 2 * UNIT,
    "q_L": _last + 1 - 2 * d,
    "own_1": _first + UNIT,
    "own_l": _later + 1 + UNIT,
    "own_L": _last + HALF - d,
}


def extra(prediction: Tree) -> dict[str, Tree]:
    """Powers of N of what the slope of the rescaling changes, the prediction's power given."""
    return {
        "r_l": _later + 1 + 2 * UNIT + prediction,
        "r_L": _last - 2 * d + prediction,
        "D_l": _later + UNIT + prediction,
    }


START, TRAINED = extra(-d), extra(0 * d)


def order_one(*names: str) -> Tree:
    """Condition that sizes are of order 1."""
    return both(*(same(POWER[name], 0) for name in names))


# Eq. (15), layer by layer: the own update of each moves its features and the predictions.
AT_START = {"1": 2 * a1 + b1, "l": 2 * a + b - 1, "L": 2 * aL + bL - 1}
UPDATED = {"1": 2 * a1 + c, "l": 2 * a + c - 1, "L": 2 * aL + c - 1}
THE_LINE = (
    *(Equal(-2 * POWER[f"h_{k}"], AT_START[k]) for k in "1lL"),
    *(
        Exactly(order_one(f"q_{k}", f"own_{k}"), both(same(d, HALF), same(UPDATED[k], 0)))
        for k in "1lL"
    ),
)
SMALLER = tuple(
    Equal(POWER[large] - sizes[small], by)
    for sizes, by in ((START, 1 + d), (TRAINED, 1))
    for small, large in (("r_l", "q_l"), ("r_L", "q_L"), ("D_l", "own_l"))
)
"""What predictive coding adds is smaller by N^(1 + d) at the start, by N once trained."""
