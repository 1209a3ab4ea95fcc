"""Judge mutants of the sources: ``make mutants``, or ``python -m tests.judging --sample 50``.

First every claim and every test of ``tests/`` runs once with nothing changed, its lines marked:
which of them ran which line. Then each mutant runs in a process of its own, against the claims and
the tests that ran its line, quickest first, until one decides against it.
"""

import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain
from pathlib import Path

import click

from depthlaws._workers import SYMPY
from depthlaws.claims.engine import source_mutants
from depthlaws.claims.engine.source_mutants import Kind, Mutant
from tests import asking
from tests.mutant_families import Family, family
from tests.recording import MACHINERY, ROOMS, ROOT, Readers, digest, parts, recorded

EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
KILLED = ROOT / "tests" / "killed_mutants.json"
SECONDS = 600  # of the processor, for one mutant
SELF_AGREEING = "tests/claims/test_source_mutants.py::test_no_check_agrees_with_itself"
ELSEWHERE = {Kind.DOMAIN, Kind.TOLERANCE}
QUICK, FEW = 1.5, 5  # seconds of a claim that is asked before the tests, and how many are


class Fate(StrEnum):
    """What became of a mutant; only a survivor is a defect."""

    KILLED = "killed"  # a verdict turned, or an assertion failed
    EQUIVALENT = "equivalent"  # listed with the reason in tests/equivalent_mutants.toml
    TRUE = "true"  # a changed claim is itself proved, or tried elsewhere: another truth
    BROKEN = "broken"  # it crashed or decided nothing: no kill, and no oversight
    UNREAD = "unread"  # no claim and no test runs the line
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Fate of one mutant, and who noticed or why nobody could."""

    mutant: Mutant
    fate: Fate
    by: str = ""


def judge(mutant: Mutant, found: Readers) -> Outcome:
    """Ask everyone who runs the line of a mutant."""
    reason = equivalents().get(mutant.key)
    if reason:
        return Outcome(mutant, Fate.EQUIVALENT, reason)
    if _agrees_with_itself(mutant):
        return Outcome(mutant, Fate.KILLED, SELF_AGREEING)
    who = found.of(mutant.path.as_posix(), mutant.line)
    if not who:
        return Outcome(mutant, Fate.UNREAD)
    return _outcome(mutant, _order(mutant, who, found.seconds))


class Judged:
    """Outcomes on disk as they come; one counts again while nothing that it depends on changed.

    A kill depends on the changed text and on every file that the claim or test ran which noticed,
    any other outcome on who reads the line and on every file that all of these ran.
    """

    def __init__(self, file: Path, found: Readers) -> None:
        self.file, self.found = file, found
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self.known = {row["key"]: row for row in map(json.loads, filter(_whole, lines))}

    def of(self, mutant: Mutant) -> Outcome:
        """Stored outcome of a mutant, or a new one, which is stored."""
        row = self.known.get(digest(mutant.text))
        if row and mutant.key not in equivalents():
            known = Outcome(mutant, Fate(row["fate"]), row["by"])
            if row["state"] == self._state(known):
                return known
        outcome = judge(mutant, self.found)
        if outcome.fate not in {Fate.EQUIVALENT, Fate.BROKEN}:  # a crash may be the machine's
            self._store(outcome)
        return outcome

    def _store(self, outcome: Outcome) -> None:
        mutant, state = outcome.mutant, self._state(outcome)
        row = {"key": digest(mutant.text), "mutant": mutant.key, "state": state}
        row |= {"fate": outcome.fate, "by": outcome.by}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def _state(self, outcome: Outcome) -> str:
        """Digest of what an outcome depends on beside the changed text."""
        mutant = outcome.mutant
        who = self.found.of(mutant.path.as_posix(), mutant.line)
        asked = [killer(outcome.by)] if outcome.fate == Fate.KILLED else sorted(who)
        return digest([(name, self.found.states.get(name)) for name in asked])


def _whole(line: str) -> bool:
    """Whether a line was written to its end, before a run was stopped."""
    return line.startswith("{") and line.endswith("}")


def judged_by(mutant: Mutant, name: str) -> Outcome:
    """Ask one claim or test alone."""
    if name == f"test:{SELF_AGREEING}":  # it reads the sources, so it is asked of the changed text
        fate = Fate.KILLED if _agrees_with_itself(mutant) else Fate.SURVIVED
        return Outcome(mutant, fate, SELF_AGREEING)
    return _outcome(mutant, _order(mutant, [name], {}))


def _agrees_with_itself(mutant: Mutant) -> bool:
    return mutant.kind == Kind.HOLLOW and bool([*source_mutants.self_agreeing(mutant.text)])


def _order(mutant: Mutant, who: Sequence[str], seconds: Mapping[str, float]) -> asking.Order:
    claims = [name for name in who if not name.startswith("test:")]
    first = [name for name in claims if seconds.get(name, 0.0) <= QUICK][:FEW]
    return {
        "path": str(mutant.path),
        "text": mutant.text,
        "claims": first,
        "slow": [name for name in claims if name not in first],
        "tests": [name.removeprefix("test:") for name in who if name.startswith("test:")],
    }


def _outcome(mutant: Mutant, order: asking.Order) -> Outcome:
    said = asking.answer(order, seconds=SECONDS)
    if said.startswith(asking.UNDECIDED):
        return Outcome(mutant, Fate.BROKEN, said.removeprefix(asking.UNDECIDED))
    if said.startswith(asking.PROVED):
        return Outcome(mutant, Fate.TRUE, said.removeprefix(asking.PROVED))
    unnoticed = Fate.TRUE if mutant.kind in ELSEWHERE else Fate.SURVIVED
    return Outcome(mutant, Fate.KILLED if said else unnoticed, said)


@cache
def equivalents() -> Mapping[str, str]:
    """Mutants known to change nothing, by key, with the reason."""
    if not EQUIVALENT.exists():
        return {}
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {key: entry["because"] for entry in listed for key in entry["keys"]}


# -- the report -------------------------------------------------------------------------------


def all_mutants() -> Iterator[Mutant]:
    """Yield the mutants of every source file that makes numbers or claims."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not place.as_posix().startswith(MACHINERY):
                yield from source_mutants.mutants(place, root=ROOT)


def table(outcomes: Sequence[Outcome]) -> str:
    """Counts by what was changed and how, then every survivor and every reason for none."""
    rows = [f"{'':20}" + "".join(f"{fate:>12}" for fate in Fate)]
    for names, of in ((Family, lambda o: family(o.mutant)), (Kind, lambda o: o.mutant.kind)):
        counts = Counter((of(o), o.fate) for o in outcomes)
        rows += [f"{n:20}" + "".join(f"{counts[n, f]:>12}" for f in Fate) for n in names] + [""]
    said = {Fate.SURVIVED, Fate.UNREAD, Fate.EQUIVALENT}
    told = sorted((o for o in outcomes if o.fate in said), key=lambda o: str(o.fate))
    return "\n".join([*rows, *(f"{o.fate}: {o.mutant} {o.by}".rstrip() for o in told)])


def keep(outcomes: Sequence[Outcome]) -> None:
    """Add to the committed list what the claim or test that noticed notices alone."""
    alone = (judged_by(o.mutant, killer(o.by)) for o in outcomes if o.fate == Fate.KILLED)
    write(kills() | {o.mutant.key: killer(o.by) for o in alone if o.fate == Fate.KILLED})


def kills() -> dict[str, str]:
    """Return the committed list, from which the tests plant some again: who notices, by mutant."""
    return json.loads(KILLED.read_text(encoding="utf-8")) if KILLED.exists() else {}


def write(known: Mapping[str, str]) -> None:
    """Write the committed list, in an order that shows what changed."""
    text = json.dumps(known, indent=0, sort_keys=True, ensure_ascii=False)
    KILLED.write_text(text + "\n", encoding="utf-8")


def planted(known: Collection[str]) -> dict[str, Mutant]:
    """Mutants of a list whose places are still there, by key."""
    places = sorted({Path(key.partition(" | ")[0]) for key in known})
    found = (source_mutants.mutants(p, root=ROOT) for p in places if (ROOT / p).exists())
    return {m.key: m for m in chain.from_iterable(found) if m.key in known}


def once_more(jobs: int) -> bool:
    """Ask of each kill of the list the one who noticed; what has no place left is dropped.

    Returns: whether all of them are noticed.
    """
    known = kills()
    there = planted(known)
    write({key: known[key] for key in there})
    click.echo(f"{len(known) - len(there)} of {len(known)} dropped: their places are gone")
    noticed = True
    with ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(lambda key: judged_by(there[key], known[key]), sorted(there)):
            if outcome.fate != Fate.KILLED:
                noticed = False
                click.echo(f"{outcome.fate}: {outcome.mutant.key} {outcome.by}".rstrip())
    click.echo("all noticed" if noticed else "add the missing test, or take them out")
    return noticed


def killer(by: str) -> str:
    """Name by which the claim or test that noticed is asked again."""
    claim, verdict, _ = by.partition(" is ")
    return claim if verdict else f"test:{by}"


def _named(path: str, names: str) -> bool:
    return any(name in path for name in names.split(","))


@click.command()
@click.option("--sample", type=click.IntRange(min=1), help="How many (all of them by default).")
@click.option("--seed", default=0, show_default=True, help="Which ones, and in which order.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--only", default="", help="Files whose path contains one of these: a,b.")
@click.option("--among", default="", help="Ask only claims and tests of such files: a,b.")
@click.option("--out", default=Path("out/mutants"), type=Path, show_default=True)
@click.option("--keep", "kept", is_flag=True, help=f"Add the kills to {KILLED.name}.")
@click.option("--again", is_flag=True, help=f"Only ask again who noticed those of {KILLED.name}.")
def main(
    sample: int | None,
    seed: int,
    jobs: int,
    only: str,
    among: str,
    out: Path,
    kept: bool,
    again: bool,
) -> None:
    """Change the sources one place at a time; exit status 1 if a mutant survives.

    A run that was stopped goes on where it was: outcomes are kept in OUT/judged.jsonl.
    """
    os.chdir(ROOT)
    os.environ |= SYMPY | os.environ
    if again:
        sys.exit(not once_more(jobs))
    asked = [part for part in parts() if _named(part.replace(".", "/"), among)]
    with click.progressbar(length=len(asked), label="who runs what") as bar:
        found = recorded(out / "readers", jobs=jobs, among=asked, progress=lambda: bar.update(1))
    known = [m for m in all_mutants() if _named(m.path.as_posix(), only)]
    picked = source_mutants.sample(known, sample, seed=seed)
    judged, outcomes = Judged(out / "judged.jsonl", found), []
    with (
        ThreadPoolExecutor(jobs) as pool,
        click.progressbar(length=len(picked), label="mutants") as bar,
    ):
        for outcome in pool.map(judged.of, picked):
            outcomes.append(outcome)
            bar.update(1)
    click.echo(f"{len(picked)} of {len(known)} mutants, seed {seed}")
    if kept:
        keep(outcomes)
    click.echo(table(outcomes))
    sys.exit(any(o.fate in {Fate.SURVIVED, Fate.UNREAD} for o in outcomes))


if __name__ == "__main__":
    main()
