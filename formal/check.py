"""Check every file of this folder with Coq, and that the theorems are those of statements.toml.

``python formal/check.py`` compiles each file under a time limit in a folder of its own, asks Coq
for the axioms of every theorem that ``statements.toml`` names, and compares. Anything that proves
without a proof (``Admitted``, ``Axiom``, ...) is refused before Coq sees it, and so is a theorem
with hypotheses for which no case is proved in which they all hold. The theorems about claims are
compared with ``coq_accepted.json`` of each paper and stated again as the claims print them now.
Exit status 1 on any difference, with one line each. ``--accept`` writes these records instead of
comparing, and compiles only files that are others than those accepted (``--accept --again``: all).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TABLE = HERE / "statements.toml"
LIBRARY = "Depthlaws"
FIELDS = {"id", "file", "theorem", "says", "differences", "axioms"}
INSTANCES = "instances.v"
GAUSSIAN = """\
Check (gaussian_instance.gaussian_vector_instance :
  forall n v, exists E, gaussian.gaussian_vector n v E).
Check (gaussian_instance.gaussian_matrix_instance :
  forall m n v, exists E, gaussian.gaussian_matrix m n v E).
"""
SECONDS = 900  # for one file, on a busy machine
# Words by which a file could prove without a proof, read another file, or change what is checked.
REFUSED = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Obligation|Program|Declare"
    r"|bypass_check|Unset\s+(?:Guard|Positivity|Universe)\s*\w*|Guard\s+Checking|Load|Cd"
    r"|Redirect|Extraction|Extract|Drop|Add\s+(?:Rec\s+)?LoadPath|Type\s+in\s+Type|ML\s+Module)\b"
)
SENTENCE = re.compile(
    r"(?:\A|(?<=\.)\s)\s*(Section|End|Variables?|Hypothesis|Hypotheses|Let|Context)\b"
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
BEGIN = r"(?:Theorem|Lemma|Corollary|Proposition|Fact)\s+{}\b"


class TableError(ValueError):
    """The table of statements, or a file that it names, is not as it must be."""


def statements(path: Path = TABLE) -> list[dict[str, Any]]:
    """Rows of the table: id, file, theorem, says, differences, axioms.

    Raises: TableError for a missing or unknown field or a name that is none.
    """
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("statement", [])
    for row in rows:
        where = f"statements.toml, {row.get('id', '?')}"
        if (missing := FIELDS - row.keys()) or (row.keys() - FIELDS):
            msg = f"{where}: fields {sorted(missing or row.keys() - FIELDS)} missing or unknown"
            raise TableError(msg)
        if not NAME.fullmatch(row["theorem"]) or not re.fullmatch(r"[a-z0-9_]+\.v", row["file"]):
            msg = f"{where}: {row['theorem']!r} in {row['file']!r} is no theorem in a file"
            raise TableError(msg)
        if not all(isinstance(row[key], list) for key in ("differences", "axioms")):
            msg = f"{where}: differences and axioms are lists, empty if there are none"
            raise TableError(msg)
    return rows


def without_comments(text: str) -> str:
    """Coq text without its comments, which may be nested.

    Raises: TableError for a comment that does not end.
    """
    kept, depth, at = [], 0, 0
    for mark in re.finditer(r'\(\*|\*\)|"[^"]*"', text):
        if mark[0] == "(*":
            kept.append(text[at : mark.start()] if not depth else "")
            depth += 1
        elif mark[0] == "*)":
            depth -= 1
        else:
            continue
        if depth < 0:
            break
        at = mark.end() if not depth else at
    if depth:
        msg = "a comment does not end, or ends twice"
        raise TableError(msg)
    return "".join(kept) + text[at:]


def refused(text: str) -> list[str]:
    """Words of a Coq file that prove without a proof, comments left out."""
    code = without_comments(text)
    words = [" ".join(m[0].split()) for m in REFUSED.finditer(code)]
    depth = 0
    for sentence in SENTENCE.finditer(code):
        depth += {"Section": 1, "End": -1}.get(sentence[1], 0)
        if sentence[1] not in {"Section", "End"} and depth <= 0:
            words.append(sentence[1])
    return words


def statement_of(text: str, theorem: str) -> str:
    """Statement of a theorem as the file has it, from its keyword to the full stop.

    Raises: TableError for a theorem that is not there, or stated inside a section.
    """
    code = without_comments(text)
    begin = re.search(BEGIN.format(re.escape(theorem)), code)
    end = code.find("\nProof", begin.end()) if begin else -1
    if begin is None or end < 0:
        msg = f"{theorem}: no such theorem"
        raise TableError(msg)
    words = [sentence[1] for sentence in SENTENCE.finditer(code[: begin.start()])]
    if words.count("Section") > words.count("End"):
        msg = f"{theorem}: stated inside a section, so that its hypotheses do not show"
        raise TableError(msg)
    return code[begin.start() : end].strip()


def has_hypotheses(statement: str) -> bool:
    """True for a statement with an implication after its binders."""
    depth = 0
    for k, c in enumerate(statement):
        depth += (c in "([{") - (c in ")]}")
        if not depth and c == ":":
            return re.search("(?<!<)->", statement[k:]) is not None
    return False


def with_hypotheses(
    rows: list[dict[str, Any]], texts: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    """Theorems of the table that have hypotheses, each with the files in which it stands."""
    files: dict[str, dict[str, None]] = {}
    for row in rows:
        files.setdefault(row["theorem"], {})[row["file"]] = None
    for theorem, where in files.items():
        if any(has_hypotheses(statement_of(texts[file], theorem)) for file in where):
            yield theorem, sorted(where)


def without_instance(rows: list[dict[str, Any]], texts: Mapping[str, str]) -> Iterator[str]:
    """One line for each theorem whose hypotheses have no case in which they all hold.

    The lemma of the case is stated from the theorem by Coq, ``ltac:(instance @T)``: with another
    hypothesis it is another statement, which its proof must still prove.
    """
    for theorem, files in with_hypotheses(rows, texts):
        lemma = f"Lemma {theorem}_instance : ltac:(instance @{theorem})."
        if len(files) > 1:
            yield f"{theorem} stands in {' and '.join(files)}: {INSTANCES} needs one of that name"
        elif lemma not in without_comments(texts.get(INSTANCES, "")):
            yield f"{theorem}: no case meets its hypotheses; prove in {INSTANCES}: {lemma}"


def instances_file(rows: list[dict[str, Any]], texts: Mapping[str, str]) -> str:
    """Coq text that states the instance of every theorem with hypotheses again."""
    module = INSTANCES.removesuffix(".v")
    found = [(name, files[0].removesuffix(".v")) for name, files in with_hypotheses(rows, texts)]
    modules = sorted({module, "gaussian", "gaussian_instance", *(file for _, file in found)})
    lines = [f"From {LIBRARY} Require {' '.join(modules)}."]
    for name, file in found:
        stated = f"ltac:({module}.instance @{file}.{name})"
        lines.append(f"Check ({module}.{name}_instance : {stated}).")
    return "\n".join(lines) + "\n" + GAUSSIAN


def needs(text: str) -> list[str]:
    """Files of this folder that a file builds on."""
    found = re.findall(rf"From {LIBRARY} Require (?:Import )?([^.]*)\.", without_comments(text))
    return [f"{name}.v" for names in found for name in names.split()]


def in_order(texts: Mapping[str, str]) -> list[str]:
    """Names of files, each after those that it builds on.

    Raises: TableError for a circle or a file that is not there.
    """
    done: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above or name not in texts:
            msg = f"{name} is needed by {above[-1]}, and is missing or needs it in turn"
            raise TableError(msg)
        for other in needs(texts[name]) if name not in done else ():
            visit(other, (*above, name))
        if name not in done:
            done.append(name)

    for name in sorted(texts):
        visit(name, ())
    return done


def groups(rows: list[dict[str, Any]]) -> list[tuple[str, list[str], list[str]]]:
    """Theorems of one file that must rest on the same axioms: file, theorems, axioms."""
    found: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        found.setdefault((row["file"], *sorted(row["axioms"])), set()).add(row["theorem"])
    return [(key[0], sorted(names), list(key[1:])) for key, names in sorted(found.items())]


def axioms_file(rows: list[dict[str, Any]]) -> str:
    """Coq text that writes the axioms of every group of theorems into a file of its own."""
    modules = sorted({row["file"].removesuffix(".v") for row in rows})
    lines = [f"From {LIBRARY} Require {' '.join(modules)}."]
    for k, (file, theorems, _) in enumerate(groups(rows)):
        together = ", ".join(f"@{file.removesuffix('.v')}.{name}" for name in theorems)
        lines.append(f"Definition group_{k} := ({together}, tt).")
        lines.append(f'Redirect "axioms_{k}" Print Assumptions group_{k}.')
    return "\n".join(lines) + "\n"


def axioms_in(printed: str) -> list[str]:
    """Names of the axioms that ``Print Assumptions`` printed."""
    if printed.startswith("Closed under the global context"):
        return []
    return sorted(set(re.findall(r"^([A-Za-z][\w.']*)\s*:", printed, re.MULTILINE)) - {"Axioms"})


def coqc(folder: Path, name: str, seconds: float = SECONDS) -> str | None:
    """Compile one file; None if Coq accepts it, else its first lines of complaint."""
    command = ["coqc", "-q", "-w", "none", "-Q", ".", LIBRARY, name]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return f"{name}: not done after {seconds:.0f} s"
    return None if done.returncode == 0 else f"{name}: {' '.join(done.stderr.split())[:300]}"


def jobs() -> int:
    """Processes at a time."""
    return int(os.environ.get("FORMAL_JOBS", os.cpu_count() or 1))


def compiled(folder: Path, texts: Mapping[str, str]) -> str:
    """Compile files, some at a time, each after those that it builds on; the first complaint."""
    began, waiting = time.perf_counter(), dict.fromkeys(texts)
    running: dict[Future[str | None], str] = {}
    with ThreadPoolExecutor(jobs()) as pool:
        while waiting or running:
            open_ = {*waiting, *running.values()}
            for name in [n for n in waiting if not open_ & {*needs(texts[n])}]:
                del waiting[name]
                running[pool.submit(coqc, folder, name)] = name
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(done)
                if complaint := done.result():
                    waiting.clear()
                    return complaint
                print(f"{name} accepted after {time.perf_counter() - began:.0f} s", flush=True)
    return ""


def problems(
    folder: Path,
    texts: Mapping[str, str],
    rows: list[dict[str, Any]],
    measured: dict[str, list[str]] | None = None,
) -> Iterator[str]:
    """Compile every file in a folder and compare the axioms; one line for each difference.

    With ``measured`` the axioms of each file's theorems about claims are noted there.
    """
    for row in rows:
        statement_of(texts[row["file"]], row["theorem"])
    for name, text in texts.items():
        if words := refused(text):
            yield f"{name}: {', '.join(words)} proves without a proof"
            return
        (folder / name).write_text(text, encoding="utf-8")
    in_order(texts)
    if complaint := compiled(folder, texts):
        yield complaint
        return
    (folder / "all_axioms.v").write_text(axioms_file(rows), encoding="utf-8")
    if complaint := coqc(folder, "all_axioms.v"):
        yield complaint
        return
    for k, (file, theorems, axioms) in enumerate(groups(rows)):
        found = axioms_in((folder / f"axioms_{k}.out").read_text(encoding="utf-8"))
        if measured is not None and file.startswith("claims_"):
            measured[file] = found
        elif found != axioms:
            yield f"{file}: {', '.join(theorems)} rest on {found}, not on {axioms}"


def main(words: list[str]) -> int:
    """Check everything; print one line a file and one a difference."""
    if shutil.which("coqc") is None:
        print(
            "no coqc: apt-get install coq libcoq-mathcomp-analysis libcoq-coquelicot",
            file=sys.stderr,
        )
        return 1
    import accepted
    import claims
    import witnesses
    from identities import written

    began, about, order = time.perf_counter(), [], {}
    measured: dict[str, list[str]] | None = {} if "--accept" in words else None
    try:
        rows, known, old = statements(), claims.statements(), accepted.record()
        texts = {path.name: path.read_text(encoding="utf-8") for path in HERE.glob("*.v")}
        for name, text in written().items():
            if texts.get(name) != text:
                msg = f"{name} is not what identities.json says: run python formal/identities.py"
                raise TableError(msg)
        about, kept = accepted.rows(known, texts), []
        order = {row.claim: k for k, row in enumerate(about)}
        if measured is not None and "--again" not in words:
            kept = accepted.unchanged(old, about, texts, claims.BASIS)
            about = [row for row in about if row.claim not in {k.claim for k in kept}]
        found = [] if measured is not None else list(accepted.differences(old, known, texts))
        found += without_instance(rows, texts)
        if measured is None:
            names = [row.claim for row in about]
            found += witnesses.differences(known, names, texts.get(witnesses.FILE, ""))
        axioms = {} if measured is not None else {c: row.axioms for c, row in old.claims.items()}
        about = [replace(row, axioms=axioms.get(row.claim, [])) for row in about]
        every = [*rows, *accepted.as_statements(about)]
        files = texts | {"instance_pins.v": instances_file(rows, texts)}
        files |= {"claim_pins.v": accepted.pins(known, about)} if about else {}
        if measured is not None:  # only what the record is about
            every = accepted.as_statements(about)
            needed = {*claims.BASIS, "claim_pins.v", *(row.file for row in about)}
            files = {name: text for name, text in files.items() if name in needed}
        with tempfile.TemporaryDirectory() as folder:
            found += problems(Path(folder), files, every, measured)
    except ValueError as error:  # TableError, RecordError
        found = [str(error)]
    for line in found:
        print(line, file=sys.stderr)
    if measured is not None and not found:
        about = [*kept, *(replace(row, axioms=measured[row.file]) for row in about)]
        about.sort(key=lambda row: order[row.claim])
        accepted.write(about, texts, claims.BASIS)
    proved = {row["id"] for row in rows if not row["differences"]} if not found else set()
    weaker = {row["id"] for row in rows if row["differences"]} - proved if not found else set()
    whole = sum(row.statements == 1 for row in about) if not found else 0
    print(
        f"{whole} claims FORMALLY PROVED, {0 if found else len(about) - whole} accepted in several "
        f"statements; {len(proved)} statements of "
        f"statements.toml proved, {len(weaker)} as lemmas with differences, "
        f"{time.perf_counter() - began:.0f} s"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
