"""The first step of networks beside exact theory, cell by cell; time of the paper's claims.

Run: python -m benchmarks.cells [--seed S]

A cell is an architecture with a width, a depth and a number of outputs, kappa L/n at most 0.15: the
distance of its simulated S-bar from the exact one in standard errors, or of a fitted slope.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.house import depthlaws, run
from benchmarks.rows import Row
from depthlaws.claims import claim
from depthlaws.claims.engine.records import Context

PLACES = ("plain-relu", "plain-linear", "plain-leaky", "residual", "multiplier", "slopes")
LIMIT = 4.0  # standard errors


def distances(name: str, seed: int, /) -> Iterator[tuple[str, float, float]]:
    """Yield cell, standard errors from the truth, and the smallest relative deviation seen."""
    for check in claim(f"AMMUP-MC-{name}").checks:
        data = check.run(Context(seed=seed)).data
        yield str(getattr(check, "what", "")), float(data["z"]), float(data["sees"])


def cells(seed: int = 0) -> Iterator[Row]:
    """Yield the farthest cell of every family."""
    for name in PLACES:
        deviations = [z for _, z, _ in distances(name, seed)]
        what = "fitted exponents" if name == "slopes" else f"cells of S-bar, {name}"
        told = f"{len(deviations)}: " + ", ".join(f"{z:.1f}" for z in deviations)
        yield Row(
            what=f"{what}: farthest, standard errors",
            ours=told,
            value=max(deviations),
            most=LIMIT,
        )


def room() -> Iterator[Row]:
    """Yield the time of the paper's verdicts and quick figures from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        cache, out = Path(folder) / "cache", f"{folder}/out"
        took, done = run(depthlaws("verify", "ammup", "--json"), cache=cache)
        many = len(json.loads(done.stdout)["claims"])
        yield Row(what=f"verify ammup, {many} claims, s", ours=f"{took:.0f}", value=took, most=90.0)
        took, _ = run(depthlaws("figures", "ammup", "--out", out), cache=cache)
        yield Row(what="quick figures of ammup, s", ours=f"{took:.0f}", value=took, most=90.0)


def main() -> None:
    """Print every cell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    seed = parser.parse_args().seed
    table = Table("cell", "standard errors", "sees")
    deviations = [cell for name in PLACES for cell in distances(name, seed)]
    for what, z, sees in deviations:
        table.add_row(what, f"{z:.2f}", f"{sees:.1%}")
    console = Console(width=120)
    console.print(table)
    near = sum(z <= LIMIT for _, z, _ in deviations)
    console.print(f"{near} of {len(deviations)} within {LIMIT:g} standard errors; seed {seed}")


if __name__ == "__main__":
    main()
