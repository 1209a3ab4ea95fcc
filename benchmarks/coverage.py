"""Coverage of the intervals of `transfercheck` and verdicts of `coordcheck`, on simulated runs.

Run: python -m benchmarks.coverage [--sweeps 150] [--only rates|slopes]

``rates``: sweeps at sizes 1, 4 and 16 whose best rate goes as size^0.1, for four shapes of the
loss, rates a factor of 2 (nine) or 3.2 (seven) apart, three seeds with levels of their own or one,
and all rates or those below divergence a factor of 2.8 above the best. Columns: part of the best
rates that are located, part of their 95 % intervals that hold the truth, median of best rate over
truth, median width of the interval in powers of 2, part of the intervals of the drift that hold it,
and sweeps that PASS, FAIL or decide nothing (the drift is inside the tolerance of 0.2).

``slopes``: layers with 3 % scatter at widths 64, 128 and 256, the design of docs/how-to/
check-my-run.md, which grow as width^slope (tolerance 0.1). Columns: verdicts in 100.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from depthlaws import parametrization

SIZES, DRIFT = (1, 4, 16), 0.1
SHAPES: dict[str, Callable[[np.ndarray], np.ndarray]] = {  # of log2(rate / best rate)
    "parabola": lambda x: 0.02 * x**2,
    "steep above": lambda x: 0.02 * x**2 * np.where(x > 0, 9, 1),
    "exponential": lambda x: 0.04 * (2**x - 1 - x * math.log(2)),
    "flat below": lambda x: 0.03 * np.where(x > 0, 2 * x**2, 1 - np.exp(-(x**2) / 4)),
}
STEPS = {2.0: 9, 3.2: 7}  # factor between rates -> number of rates
RUNS = ((0.005, 3), (0.001, 3), (0.001, 1))  # scatter of a loss, seeds
CEILINGS = (math.inf, 1.5)  # log2 of the rate over the best from which runs diverge
WIDTHS = (64, 128, 256)


def sweep(
    shape: str, step: float, scatter: float, seeds: int, ceiling: float, rng: int
) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """Sizes, rates, losses and seeds of a simulated sweep, and the true best rates."""
    generator = np.random.default_rng(rng)
    x = (np.arange(STEPS[step]) - STEPS[step] // 2) * math.log2(step)
    base = generator.uniform(-0.5, 0.5) * math.log2(step)
    grid = np.meshgrid(SIZES, np.arange(seeds), x, indexing="ij")
    n, seed, x = (axis.ravel() for axis in grid)
    levels = np.repeat(0.05 * generator.standard_normal(len(SIZES) * seeds), STEPS[step])
    u = x - base - DRIFT * np.log2(n)
    losses = 3 + SHAPES[shape](u) + levels + scatter * generator.standard_normal(len(n))
    losses[u > ceiling] = math.nan
    return (n, 2.0**x, losses, seed), 2.0 ** (base + DRIFT * np.log2(SIZES))


def rates(sweeps: int, ceiling: float) -> Table:
    """Table of best rates, their intervals and the drift."""
    below = "" if math.isinf(ceiling) else f", runs diverge from {2**ceiling:.2g} times the best"
    table = Table(title=f"transfercheck, {sweeps} sweeps a row{below}")
    for name in ("shape", "step", "scatter", "seeds", "located", "held", "ratio", "width"):
        table.add_column(name)
    for name in ("drift held", "PASS", "FAIL", "NO POWER"):
        table.add_column(name)
    for shape in SHAPES:
        for step in STEPS:
            for scatter, seeds in RUNS:
                table.add_row(shape, f"{step:g}", f"{scatter:g}", f"{seeds}", *_row(
                    [sweep(shape, step, scatter, seeds, ceiling, rng) for rng in range(sweeps)]
                ))  # fmt: skip
    return table


def _row(sweeps: list[tuple[tuple[np.ndarray, ...], np.ndarray]]) -> list[str]:
    verdicts: Counter[str] = Counter()
    held, ratios, widths, drifts = [], [], [], []
    for (n, rate, losses, seed), best in sweeps:
        check = parametrization.transfer_check(
            n.tolist(), rate.tolist(), losses, seeds=seed.tolist()
        )
        verdicts[check.verdict] += 1
        for optimum, true in zip(check.optima, best, strict=True):
            if not optimum.why:
                held.append(optimum.low <= true <= optimum.high)
                ratios.append(optimum.rate / true)
                widths.append(math.log2(optimum.high / optimum.low))
        if math.isfinite(check.low):
            drifts.append(check.low <= DRIFT <= check.high)
    numbers = [len(held) / len(SIZES) / len(sweeps)]
    if held:
        numbers += [np.mean(held), np.median(ratios), np.median(widths)]
    cells = [f"{number:.2f}" for number in numbers] + [""] * (4 - len(numbers))
    cells.append(f"{np.mean(drifts):.2f}" if drifts else "")
    return [*cells, *(str(verdicts[name]) for name in ("PASS", "FAIL", "NO POWER"))]


def slopes(checks: int) -> Table:
    """Table of verdicts on layers that are healthy, at the edge, and not."""
    table = Table(title=f"coordcheck, {checks} runs a row, 3 % scatter, verdicts in 100 layers")
    for name in ("layers", "seeds", "slope", "pool", "PASS", "WARN", "FAIL", "NO POWER"):
        table.add_column(name)
    for layers, seeds in ((1, 3), (8, 3), (8, 1)):
        for slope in (0.0, 0.05, 0.1, 0.3):
            for pool in (True, False):
                verdicts: Counter[str] = Counter()
                for rng in range(checks):
                    noise = np.random.default_rng(rng).standard_normal((layers, seeds, len(WIDTHS)))
                    values = np.array(WIDTHS, float) ** slope * np.exp(0.03 * noise)
                    tables = {str(i): (WIDTHS, layer) for i, layer in enumerate(values)}
                    found = parametrization.layer_checks(tables, pool=pool).values()
                    verdicts.update(check.verdict for check in found)
                table.add_row(
                    f"{layers}", f"{seeds}", f"{slope:g}", "yes" if pool else "no",
                    *(f"{100 * verdicts[name] / layers / checks:.3g}"
                      for name in ("PASS", "WARN", "FAIL", "NO POWER")),
                )  # fmt: skip
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sweeps", type=int, default=150)
    parser.add_argument("--only", choices=("rates", "slopes"))
    asked = parser.parse_args()
    console = Console(width=130)
    if asked.only != "slopes":
        for ceiling in CEILINGS:
            console.print(rates(asked.sweeps, ceiling))
    if asked.only != "rates":
        console.print(slopes(asked.sweeps))


if __name__ == "__main__":
    main()
