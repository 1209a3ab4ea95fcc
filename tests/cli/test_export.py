"""``depthlaws export``: macros that TeX reads, each below a comment."""

import json
import re
from types import SimpleNamespace

import pytest

from depthlaws.cli import latex_macros
from tests.cli.conftest import assert_refused

# Letters only in a name; a value whose braces match, at the end of the line.
MACRO = re.compile(r"\\newcommand\{\\([A-Za-z]+)\}\{(.*)\}")


def parsed(text):
    """Comment and value by name, as TeX would read the file."""
    lines = text.splitlines()
    values = {}
    for i, line in enumerate(lines):
        if line.startswith("%") or not line:
            continue
        match = MACRO.fullmatch(line)
        assert match, line
        name, value = match.groups()
        depth = 0
        for sign in re.sub(r"\\[{}]", "", value):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, line
        assert depth == 0, line
        assert name not in values, f"\\newcommand twice: {name}"
        assert lines[i - 1].startswith("% "), "each macro stands under its comment"
        values[name] = (lines[i - 1], value)
    return values


def test_numbers_and_formulas(good, tmp_path):
    file = tmp_path / "numbers.tex"
    assert good("export", "LOOP-B-TAB4", "chain-sharpness", "--latex", file) == ""
    values = parsed(file.read_text())
    comment, value = values["LoopBTabFourEtaAtLTwoFour"]
    assert value == r"\ensuremath{8.839\times 10^{-4}}"
    for said in ("LOOP-B-TAB4", "looped, table 4", "EXACT", "8.839e-4"):
        assert said in comment
    comment, value = values["ChainSharpness"]
    assert r"\mu_{xx}" in value
    assert "chain, eq. (13)" in comment


def test_json_and_standard_output(good):
    values = parsed(good("export", "chain-sharpness"))
    (record,) = json.loads(good("export", "chain-sharpness", "--json"))
    assert values[record["name"]][1] == record["value"]


def test_every_formula_is_a_macro():
    from depthlaws import theory

    made = latex_macros.unique(map(latex_macros.of_formula, [*theory.formulas().values()][:40]))
    assert len(parsed("".join(map(str, made)))) == len(made)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("LOOP-B-TAB4", "sweep 7.5e-4"), "LoopBTabFourSweepSevenPointFiveEMinusFour"),
        (("X-1", "T = -2"), "XOneTMinusTwo"),
        (("X-1", "a_b & c%"), "XOneABC"),
    ],
)
def test_names_have_letters_only(words, name):
    assert latex_macros.macro_name(*words) == name


@pytest.mark.parametrize(
    ("ours", "printed", "value"),
    [
        ("0.0499", "0.050", "0.050"),
        ("-1.4", "-1.4", "-1.4"),
        ("2e5", "2.0e5", r"2.0\times 10^{5}"),
        ("12", "12", "12"),
    ],
)
def test_digits_are_those_printed(ours, printed, value):
    assert latex_macros.number(ours, printed) == f"\\ensuremath{{{value}}}"


def test_the_same_name_twice():
    twice = [latex_macros.Macro("X", str(i), "", "x") for i in range(3)]
    assert [m.name for m in latex_macros.unique(twice)] == ["X", "XAgain", "XAgainAgain"]


class TestBadInput:
    def test_no_numbers(self, run):
        assert_refused(run("export", "LOOP-B-TAB1"), "LOOP-B-TAB1", "no numbers")

    def test_unknown(self, run):
        assert_refused(run("export", "LOOP-B-TAB44"), "'LOOP-B-TAB44'", "LOOP-B-TAB4")

    def test_nothing(self, run):
        assert_refused(run("export"), "PAPER|CLAIM|FORMULA")

    def test_a_full_disk(self, run):
        assert_refused(
            run("export", "chain-sharpness", "--latex", "/dev/full"), "/dev/full", "space"
        )

    def test_no_folder(self, run, tmp_path):
        assert_refused(
            run("export", "chain-sharpness", "--latex", tmp_path / "no" / "x.tex"), "no folder"
        )

    def test_the_old_file_stays(self, run, tmp_path):
        file = tmp_path / "numbers.tex"
        file.write_text(latex_macros.HEAD + "% mine\n")
        assert_refused(run("export", "LOOP-B-TAB1", "--latex", file), "no numbers")
        assert file.read_text().endswith("% mine\n")


def test_a_number_that_differs_from_the_papers_is_ours():
    """The comment has both, and says that they differ."""
    rows = [
        {"what": "a", "printed": "0.30", "ours": "0.4142"},
        {"what": "b", "printed": "1.5e-2", "ours": "0.0151"},
    ]
    claim = SimpleNamespace(id="X-1", source="nowhere")
    evidence = SimpleNamespace(data={"rows": rows, "wrong": rows[:1]})
    result = SimpleNamespace(evidence=(evidence,), cross_evidence=(), verdict="REFUTED")
    report = SimpleNamespace(claims=[claim], results=[result])
    a, b = latex_macros.of_claims(report)
    assert (a.value, b.value) == (r"\ensuremath{0.41}", r"\ensuremath{1.5\times 10^{-2}}")
    assert "printed 0.30, ours 0.4142 (the two differ)" in a.says
    assert "differ" not in b.says
