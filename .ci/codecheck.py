"""Compare the verdicts of a run with those recorded: ``codecheck.py out/verdicts.json``.

The table of verdicts does not depend on the processor. Seconds, floats and sampled means in the
file may differ in their digits. Exit status: 0 the tables are equal, 1 they differ.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

RECORDED = Path(__file__).parents[1] / "tests/theory/__snapshots__/test_theorems"
ENTRY = re.compile(r"^(\S+): ([A-Z ]+):", re.MULTILINE)


def recorded():
    """Return the verdict of each claim that the tests hold."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(RECORDED.glob("*.txt")))
    return dict(entry for text in texts for entry in ENTRY.findall(text))


def fingerprint(verdicts):
    """Return the SHA-256 of a table: one line a claim, in order of their ids."""
    lines = (f"{name} {verdicts[name]}\n" for name in sorted(verdicts))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def main(file):
    """Print both fingerprints and every difference."""
    read = json.loads(Path(file).read_text(encoding="utf-8"))
    got = {claim["id"]: claim["verdict"] for claim in read["claims"]}
    expected = recorded()
    print(f"{len(expected)} verdicts recorded: sha256 {fingerprint(expected)}")
    print(f"{len(got)} verdicts of this run: sha256 {fingerprint(got)}")
    for name in sorted(expected.keys() | got.keys()):
        if expected.get(name) != got.get(name):
            print(f"{name}: recorded {expected.get(name)}, this run {got.get(name)}")
    return 0 if expected == got else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
