"""Statements of a certificate, judged one by one."""

import json
from pathlib import Path

from .calculus import Calculus
from .limits import content, exact
from .parse import no_twice
from .signs import boxes_of, everywhere, grows, ordered
from .sums import add, minus


def judged(check):
    """Yield (what, whether it was found true) for every statement of a check.

    Steps are read first, one after the other: a statement may name what they define.
    """
    low = {name: exact(low) for name, low in check.get("low", {}).items()}
    algebra = Calculus(low, whole=check.get("whole", ()), above=check.get("above", ()))
    for name, tree in check.get("steps", ()):
        algebra.values[name] = algebra.read(tree)
    for label, left, right in (row for row in check.get("identities", ()) if row[1] != row[2]):
        yield label, not algebra.settled(add(algebra.read(left), minus(algebra.read(right))))
    for label, left, relation, right in check.get("orders", ()):
        yield label, ordered(algebra, left, relation, right)
    signs = check.get("signs", ())
    covered = not signs or signs == boxes_of(check["domain"])
    for box in signs:
        yield str(box), covered and grows(check["margin"], box, check["strict"], check["along"])
    for raw in check.get("statements", ()):
        from . import statements

        yield str(raw["sentence"]), statements.judged(raw)
    for label, left, right in check.get("everywhere", ()):
        yield label, left != right and everywhere(check["domain"], left, right)
    for row in check.get("borders", ()):
        from . import borders

        yield f"{row['domain']}: {row['conditions']}", borders.judged(row)
    for label, first, second in check.get("cells", ()):
        yield label, first == second
    if not {"boxes", "orbits", "roots"}.isdisjoint(check):
        from . import boxes

        yield from boxes.judged(check)
        yield from ((label, boxes.steps_hold(*row)) for label, *row in check.get("orbits", ()))
        yield from ((label, boxes.rooted(*row)) for label, *row in check.get("roots", ()))


def rows(path):
    """Return [(what, whether it holds)] of a file; one that makes no sense does not hold."""
    try:
        read = json.loads(content(Path(path)), object_pairs_hook=no_twice)
        result = [row for check in read["checks"] for row in judged(check)]
        stated = read["statements to recheck"]
        miscounted = (f"{len(result)} statements, not {stated}", False)
        good = type(stated) is int and len(result) == stated
        return result if good else [*result, miscounted]
    except Exception as error:
        return [(f"no certificate ({error!r})", False)]


def files(paths):
    """Return the files named, and the certificates (``*.json``) of the folders named."""
    values = []
    for path in map(Path, paths):
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not inside:
            print(f"{path}: a folder with no certificate (*.json) in it")
        values += inside
    return values


def main(paths):
    """Print what is refused; return 1 if anything is, 2 if a folder, or all, was empty."""
    read = files(paths)
    result = [(path, *row) for path in read for row in rows(path)]
    refused = [f"REFUSED {path}: {label}" for path, label, good in result if not good]
    held = f"{len(result) - len(refused)} of {len(result)} statements hold,"
    print(*refused, f"{held} in {len({f[0] for f in result})} of {len(read)} files", sep="\n")
    empty = any(path.is_dir() and not [*path.glob("*.json")] for path in map(Path, paths))
    return 1 if refused else 2 * (not result or empty)
