"""Check what Coq compiled again with coqchk, Coq's small independent checker.

``python formal/coqchk.py`` compiles every file of this folder and lets coqchk check them together
with all of Coq's library and MathComp that they use (six minutes of a processor). The axioms that
coqchk finds anywhere are compared with ``coqchk.txt``; ``--accept`` checks the files of this folder
alone (half a minute) and writes that list. The sealed constants of Coq's reals and of MathComp
stand in it too: coqchk counts them as axioms unless it checks the library.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import check

ACCEPTED = check.HERE / "coqchk.txt"
SECONDS = 7200


def halves(folder: Path, modules: Iterable[str]) -> list[str]:
    """Axioms of modules without what they build on, theorems of claims beside all others."""
    parts = [[], []]
    for name in modules:
        parts[name.startswith("claims_")].append(name)
    with ThreadPoolExecutor(check.jobs()) as pool:
        printed = pool.map(lambda part: context(folder, part, library=False), filter(None, parts))
        return sorted({axiom for text in printed for axiom in found(text)})


def context(folder: Path, modules: Iterable[str], *, library: bool) -> str:
    """What coqchk prints of modules: axioms, and constants that rest on switched-off checks.

    Raises: TableError where coqchk refuses a module or does not end.
    """
    words = ["coqchk", "-silent", "-o", "-bytecode-compiler", "yes", "-Q", ".", check.LIBRARY]
    for name in modules:
        words += [*([] if library else ["-norec"]), f"{check.LIBRARY}.{name}"]
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        msg = f"coqchk: not done after {SECONDS} s"
        raise check.TableError(msg) from error
    if done.returncode:
        msg = f"coqchk: {' '.join((done.stdout + done.stderr).split())[-300:]}"
        raise check.TableError(msg)
    return done.stdout + done.stderr


def found(printed: str) -> list[str]:
    """Axioms of a printed context, sorted; other assumptions with the heading they stand under.

    Raises: TableError for a print without the list of axioms.
    """
    parts = re.findall(r"^\* ([^:\n]*):(.*(?:\n {4}.*)*)", printed, re.MULTILINE)
    lists = {head: [w for w in text.split() if w != "<none>"] for head, text in parts}
    if "Axioms" not in lists:
        msg = "coqchk printed no list of axioms"
        raise check.TableError(msg)
    names = lists.pop("Axioms")
    lists.pop("Theory", None)
    return sorted({*names, *(f"{head}: {w}" for head, words in lists.items() for w in words)})


def differences(now: list[str], *, library: bool = False) -> Iterator[str]:
    """One line for each axiom that coqchk.txt lacks, or has without a use.

    With the library checked, sealed constants are no axioms and need not be there.
    """
    accepted = ACCEPTED.read_text(encoding="utf-8").split("\n")[:-1]
    for name in sorted({*now} - {*accepted}):
        yield f"coqchk: {name} is an axiom that coqchk.txt does not have"
    for name in () if library else sorted({*accepted} - {*now}):
        yield f"coqchk: {name} of coqchk.txt is no axiom any more; python formal/coqchk.py --accept"


def main(words: list[str]) -> int:
    """Compile all files, check them and all that they use, and compare or write the axioms."""
    began, accept = time.perf_counter(), "--accept" in words
    texts = {path.name: path.read_text(encoding="utf-8") for path in check.HERE.glob("*.v")}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        lines = [complaint] if (complaint := check.compiled(Path(folder), texts)) else []
        if not lines:
            try:
                modules = sorted(name.removesuffix(".v") for name in texts)
                if accept:
                    now = halves(Path(folder), modules)
                    ACCEPTED.write_text("".join(f"{name}\n" for name in now), encoding="utf-8")
                else:
                    now = found(context(Path(folder), modules, library=True))
                lines = list(differences(now, library=not accept))
            except check.TableError as error:
                lines = [str(error)]
    for line in lines:
        print(line, file=sys.stderr)
    print(f"coqchk: {len(texts)} files, {time.perf_counter() - began:.0f} s")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
