"""Beyond the paper: the best rate for a budget of steps."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb

from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    descent,
    orbit,
    written_orbit,
)

CLAIMS = Claims()


_RATES = (
    (3, "1.42050827529"),
    (5, "1.04230710256"),
    (5, "1.16110230008"),
    (8, "1.00342382953"),
)


def _sides(steps: int, printed: str) -> tuple[str, list[str], list[bool]]:
    """Label, rates half a unit of the last digit away, and whether alpha_n is above 1 there."""
    half = Fraction("5e-12")
    rates = [str(Fraction(printed) - half), str(Fraction(printed) + half)]
    gaps = [orbit(2, "0.1", rate, steps)[steps] - 1 for rate in rates]
    decided = not any(gap.contains(0) for gap in gaps)
    above = [bool(gap > 0) for gap in gaps] if decided else []
    return f"n = {steps}, k = {printed}", rates, above


def _exact_rates() -> Iterator[tuple[str, arb, str]]:
    """alpha_n - 1 changes sign within half a unit of the last printed digit."""
    for steps, printed in _RATES:
        label, _, above = _sides(steps, printed)
        yield label, arb(printed) if len({*above}) == 2 else arb(0), printed


def _followed_rates() -> Iterator[tuple[str, list[Any]]]:
    """Two orbits as the rechecker reads them: one ends above the target, the other below."""
    for steps, printed in _RATES:
        label, rates, above = _sides(steps, printed)
        for rate, ends_above in zip(rates, above, strict=True):
            followed, total = written_orbit(2, "0.1", rate)
            low, high = (1, total) if ends_above else (total, 1)
            yield "orbits", followed.row(label, ([steps], low, high))


def _public_rates(n: int) -> tuple[float, float]:
    rates = chain.exact_rates(0.1, n, 2)
    paths = [abs(float(descent(2.0, 0.1, rate, n)[-1]) - 1) for rate in rates]
    return max(paths), 1e-15


def _public_counts(n: int) -> bool:
    """The sets of rates are nested and lie in (1, 2]."""
    here, later = chain.exact_rates(0.1, n, 2), chain.exact_rates(0.1, n + 1, 2)
    nested = all(np.min(np.abs(later - rate)) < 1e-9 for rate in here)
    return nested and bool(np.all((here > 1) & (here <= 2)))


def _best(depth: float, start: float, n: int) -> bool:
    """No rate of a grid is better than the public best rate, the smallest one where it is exact."""
    best, exact = chain.best_rate(start, n, depth), chain.exact_rates(start, n, depth)
    rates = np.append(np.linspace(0.05, 2, 79), best)
    grid = scalar.Grid(
        "feedforward", depth, mu_yx=1.0, scaled_rate=rates, total=start, balanced=True
    )
    losses = np.squeeze(scalar.gradient_descent(grid, steps=n)["loss"].to_numpy())
    smallest = not exact.size or best == exact[0]
    return smallest and bool(losses[-1] <= np.min(losses) + 1e-20)


CLAIMS.add(
    id="CHAIN-X-C5-budget",
    source=CHAIN.beyond("X-C5"),
    says="At L = 2 from alpha0 = 0.1 the loss is exactly 0 after 3 steps at k = 1.4205, after 5 "
    "steps at 1.0423 and at 1.1611, and after 8 at 1.0034: the best rate below 2 is not 1, and "
    "after 5 steps not unique.",
    checks=(Quoted(_exact_rates, proof=_followed_rates),),
    cross_checks=(
        Property(_public_rates, {"n": [3, 5]}, relation="<"),
        Property(_public_counts, {"n": [3, 4]}),
        Property(_best, {"depth": [1.0, 2.0, 4.0], "start": [0.1, 0.5], "n": [1, 3]}),
    ),
)
