"""Recordings of the how-to page: the verdicts of coordcheck are those of its table."""

import json
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "check-my-run.md"
CELL = r"(-?\d\.\d\d) (PASS|FAIL|WARN|NO POWER)"
ROWS = re.findall(rf"^\| (width|loops) \| (\S+) \| {CELL} \| {CELL} \|$",
                  PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)  # fmt: skip


@pytest.mark.parametrize("hyperparameters", ["kept", "moved"])
@pytest.mark.parametrize("size", ["width", "loops"])
def test_the_table_is_that_of_the_recordings(run, size, hyperparameters):
    column = 2 if hyperparameters == "kept" else 4
    printed = {row[1]: (float(row[column]), row[column + 1]) for row in ROWS if row[0] == size}
    assert len(printed) == {"width": 3, "loops": 5}[size]
    _, text, _ = run(
        "coordcheck", PAGE.parent / "recordings" / f"{size}.csv", "--size", size,
        "--where", f"hyperparameters={hyperparameters}", "--where", "quantity=update",
        "--by", "layer", "--json",
    )  # fmt: skip
    checks = {check["of"].removeprefix("layer "): check for check in json.loads(text)}
    assert checks.keys() == printed.keys()
    for layer, (slope, verdict) in printed.items():
        assert checks[layer]["slope"] == pytest.approx(slope, abs=0.0051)
        assert checks[layer]["verdict"] == verdict
