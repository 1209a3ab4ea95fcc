"""Compare the quotes of the sentence lists with the text of the papers, which is not kept here.

    python tests/quotes.py FOLDER    # with chain.txt, looped.txt, ...

Every run of plain words in a quote must stand in the text. Formulas are not compared, as texts
print them in too many ways.
"""

import re
import sys
from pathlib import Path

from depthlaws.claims.coverage import sentences
from depthlaws.report.notation import GREEK
from depthlaws.theory.papers import PAPERS

LEAST_LETTERS = 8  # of a run of words that is compared
_SIGNS = {*GREEK, "eps", "infinity", "sqrt", "prod", "sum", "max", "min"}
_WORD = re.compile(r"[(\"'\u201c]*[A-Za-z][a-z]+(?:[-'\u2019][A-Za-z]{2,})*[)\"',.:;\u201d]*")


def letters(text):
    """Return the letters of a text, without addresses, references and marks of LaTeX."""
    bare = re.sub(r"\(https?:[^)]*\)|<(sup|a)\b[^>]*>.*?</\1>", "", text.replace("\\", ""))
    return re.sub(r"[^a-z]", "", bare.lower())


def runs(quote):
    """Yield the runs of plain words in a quote: they end at dots, digits and signs."""
    run = []
    for word in [*quote.split(), "..."]:
        if _WORD.fullmatch(word) and letters(word.split("-")[0]) not in _SIGNS:
            run.append(word)
        else:
            yield letters(" ".join(run))
            run = []


def absent(paper, text):
    """Yield the sentences of a paper with a run of words that its text does not hold."""
    stream = letters(text)
    for one in sentences(paper):
        missing = [
            run for run in runs(one.quote) if len(run) >= LEAST_LETTERS and run not in stream
        ]
        if missing:
            yield one, missing


def main(folder):
    """Print the quotes that differ from the texts in a folder; return their number."""
    faults = 0
    for paper in PAPERS:
        path = Path(folder) / f"{paper}.txt"
        for one, missing in absent(paper, path.read_text(encoding="utf-8")):
            print(f"{paper}, {one.place}: {one.quote!r} has words that the text has not: {missing}")
            faults += 1
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) > 0)
