"""Distance of every inequality from its bound: ``python -m benchmarks.bounds [CLAIM ...]``.

What is left of the loose ones, and why, is in results/loose-bounds.txt.
"""

import sys
from collections.abc import Iterator

from depthlaws.claims.engine import Context, ledger
from depthlaws.claims.engine.checks import Property


def _rows(names: list[str]) -> Iterator[tuple[float, str, Property]]:
    """Largest share of the bound, claim and check, of every inequality that compares numbers."""
    for name, claim in ledger.all_claims().items():
        if claim.erratum or (names and name not in names):
            continue
        for check in (*claim.checks, *claim.cross_checks):
            if isinstance(check, Property) and check.relation != "==":
                shares = check.run(Context()).data.get("largest share of the bound")
                if shares:
                    yield max(shares), name, check


def main() -> None:
    """Print a row for each inequality, the loosest first."""
    for share, name, check in sorted(_rows(sys.argv[1:]), key=lambda row: row[:2]):
        said = f" (says {check.met})" if check.met else ""
        print(f"{share:8.3g}  {name:24} {check.relation:2} {check.what}{said}")


if __name__ == "__main__":
    main()
