"""Gordon's constant, the mean norm of d normals: Watson's bounds, and the slack of lemma 5."""

from typing import Any

from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    Tree,
    half,
    interval,
    naturals,
    pi,
    rational,
    scalars,
    sqrt,
    tree,
)
from depthlaws.claims.engine.statement.language import function

k, c, x = scalars("k c x")


def mean_norm(count: Any) -> Tree:
    """lambda_k = sqrt 2 Gamma((k + 1)/2)/Gamma(k/2), the mean norm of k normals."""
    return sqrt(2) * function("gamma", (count + 1) / 2) / function("gamma", count / 2)


WATSON_BELOW = Statement(
    Equal(mean_norm(k) * mean_norm(k + 1), k),
    Equal(k**2 * (k + rational(3, 2)) - (k + 1) ** 2 * (k - half), half),
    Equal((k - 1) / (k - half), 1 - 1 / (2 * k - 1)),
    for_all={k: naturals(1)},
)
"""k - 1/2 <= lambda_k^2: lambda_(k+2)/lambda_k = (k + 1)/k, so the quotient of both falls along
each parity (second clause). Lambda grows, so lambda_k^2 >= k - 1, which keeps the quotient at every
later k above a number that goes to 1 (third clause)."""

WATSON_ABOVE = Statement(
    Equal((k + 1) ** 2 * (k - 1 + c) - k**2 * (k + 1 + c), (k - 2) * (2 * c - 1) + 5 * c - 3),
    Less(0, (k - 2) * (2 * c - 1) + 5 * c - 3),
    Equal(mean_norm(tree(1)) ** 2, 2 / pi),
    Less(rational(3, 5), 2 / pi),
    Less(2 / pi, 1),
    for_all={k: naturals(2), c: interval(rational(3, 5), 1, low_open=True, high_open=True)},
)
"""lambda_k^2 <= k - 1 + c for c = 2/pi, in (3/5, 1): from k = 2 on the quotient of both grows along
each parity, to 1 since lambda_k^2 <= k; at k = 1 both are equal."""

_lost = rational(5, 14)

SLACK = Statement(
    Less(_lost, (1 - 2 / pi) * rational(63, 64)),
    # sqrt(1 - x/2) - 1 over x, and 1/sqrt 2 - sqrt(1/2 - 5 x/14) over x
    Less(0, -half / (1 + sqrt(1 - x / 2)) + _lost / (sqrt(half) + sqrt(half - _lost * x))),
    for_all={x: interval(0, rational(1, 6))},
)
"""Slack of Gordon's bound at d = 1/x >= 6 by Watson's bounds, divided by sqrt(d) x: of

sqrt(d - 1/2) - sqrt(d/2 - (1 - 2/pi)(1 - 2^-d)) - sqrt(d) (1 - 1/sqrt 2), with 2^-d <= 1/64."""
