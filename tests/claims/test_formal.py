"""The proofs in formal/: their table, what may not stand in them, and a false theorem for Coq."""

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("formal_check", ROOT / "formal/check.py")
check = importlib.util.module_from_spec(spec)
sys.modules["formal_check"] = check
spec.loader.exec_module(check)

FILES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "formal").glob("*.v")}
ROWS = check.statements()
CLASSICAL = {
    "boolp.constructive_indefinite_description",
    "boolp.functional_extensionality_dep",
    "boolp.propositional_extensionality",
}
TABLE = """\
[[statement]]
id = "A"
file = "a.v"
theorem = "t"
says = "One."
differences = []
axioms = []
"""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['id']}-{row['theorem']}")
def test_every_statement_stands_outside_sections_in_its_file(row):
    text = check.statement_of(FILES[row["file"]], row["theorem"])
    assert text.split()[1] == row["theorem"]
    assert "instance" not in row or check.statement_of(FILES[row["file"]], row["instance"])


def test_every_statement_rests_on_no_axiom_but_those_of_classical_analysis():
    assert {axiom for row in ROWS for axiom in row["axioms"]} <= CLASSICAL


def test_no_two_rows_are_alike():
    keys = [(row["id"], row["theorem"]) for row in ROWS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", FILES)
def test_no_file_proves_without_a_proof(name):
    assert check.refused(FILES[name]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Theorem t : False. Admitted.",
        "Theorem t : False. Proof. admit. Defined.",
        "Axiom a : False.",
        "Axioms (a b : False).",
        "(* no comment *) Parameter p : False.",
        "Conjecture c : False.",
        "Hypothesis h : False.",
        "Variable h : False.",
        "Section S. End S.\nContext (h : False).",
        "Unset Guard Checking.",
        "Unset Positivity Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        'Load "other".',
        'Add LoadPath "/".',
        "Program Definition f : False := _. Obligation 1. Abort.",
        "Declare ML Module no.",
        "Set Type In Type. Unset Universe Checking.",
    ],
)
def test_what_proves_without_a_proof_is_refused(text):
    assert check.refused(text)


@pytest.mark.parametrize(
    "text", ["(* Axiom *) Lemma a : True.", "Section S. Variable x : nat.\nEnd S."]
)
def test_words_in_comments_and_variables_of_sections_are_no_axioms(text):
    assert check.refused(text) == []


@pytest.mark.parametrize("text", ["(* (* *)", "*) Axiom", "a (* b"])
def test_a_comment_without_an_end_is_refused(text):
    with pytest.raises(check.TableError, match="comment"):
        check.without_comments(text)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("says", "sais", "missing or unknown"),
        ('theorem = "t"', 'theorem = "t. Axiom x : False"', "no theorem"),
        ('file = "a.v"', 'file = "../a.v"', "no theorem"),
        ("axioms = []", 'axioms = "none"', "lists"),
        ("differences = []\n", "", "missing"),
    ],
)
def test_a_row_that_is_none_is_refused(tmp_path, old, new, why):
    path = tmp_path / "statements.toml"
    path.write_text(TABLE.replace(old, new))
    with pytest.raises(check.TableError, match=why):
        check.statements(path)


def test_a_theorem_inside_a_section_does_not_count():
    text = "Section S.\nVariable x : False.\nTheorem t : False.\nProof. exact x. Qed.\nEnd S.\n"
    with pytest.raises(check.TableError, match="section"):
        check.statement_of(text, "t")


def test_files_that_need_each_other_are_refused():
    texts = {"a.v": "From Depthlaws Require Import b.", "b.v": "From Depthlaws Require Import a."}
    with pytest.raises(check.TableError, match="in turn"):
        check.in_order(texts)


GOOD = "Theorem t : 1 = 1.\nProof. reflexivity. Qed.\n"
HIDDEN = """\
From Coq Require Import Classical.
Theorem t : forall P : Prop, P \\/ ~ P.
Proof. exact classic. Qed.
"""


@pytest.mark.parametrize(
    ("text", "axioms", "found"),
    [
        (GOOD, [], None),
        (GOOD.replace("1 = 1", "1 = 2"), [], "Unable to unify"),
        (HIDDEN, [], r"rests on \['Classical_Prop.classic'\], not on \[\]"),
        (GOOD, ["classic"], "rests on"),
    ],
)
def test_coq_refuses_a_false_theorem_and_names_the_axioms(tmp_path, capsys, text, axioms, found):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: apt-get install coq libcoq-mathcomp-analysis")
    row = {
        "id": "A",
        "file": "a.v",
        "theorem": "t",
        "says": "",
        "differences": [],
        "axioms": axioms,
    }
    lines = list(check.problems(tmp_path, {"a.v": text}, [row]))
    assert (lines == []) if found is None else check.re.search(found, " ".join(lines))
