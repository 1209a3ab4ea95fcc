"""The proofs in formal/: their table, what may not stand in them, and a false theorem for Coq."""

import importlib.util
import json
import shutil
import sys
from pathlib import Path

import pytest

from depthlaws.claims.engine import formal
from depthlaws.claims.engine.coq_identities import IdentityError, theory
from depthlaws.claims.engine.ledger import all_claims

ROOT = Path(__file__).resolve().parents[2]


def script(name):
    """A script of formal/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"formal_{name}", ROOT / f"formal/{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


check, pinned = script("check"), script("identities")
sys.modules["check"] = check
writer, coqchk = script("page"), script("coqchk")

FILES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "formal").glob("*.v")}
ROWS = check.statements()
CLASSICAL = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
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


def test_every_statement_rests_on_no_axiom_but_those_of_classical_analysis():
    assert {axiom for row in ROWS for axiom in row["axioms"]} <= CLASSICAL


def test_every_theorem_with_hypotheses_has_a_case_in_which_they_hold():
    assert list(check.without_instance(ROWS, FILES)) == []
    text = check.instances_file(ROWS, FILES)
    assert (
        "Check (instances.proposition7_instance : ltac:(instances.instance @looped_update.pro"
        in text
    )
    assert "gaussian_matrix m n v E" in text


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("Theorem t (R : rcfType) (u : nat -> R) : 0 = 0", False),
        ("Theorem t (f : R -> R) : f = f <-> f = f", False),
        ("Theorem t (x : R) : 0 < x -> x = x", True),
        ("Theorem t : (forall x, 0 < x -> x = x) /\\ True", True),
        ("Theorem t (x : R) : let y := x in 0 < y ->\n  y = y", True),
    ],
)
def test_hypotheses_are_seen(statement, found):
    assert check.has_hypotheses(statement) is found


def test_a_theorem_without_an_instance_is_refused():
    texts = {**FILES, "instances.v": FILES["instances.v"].replace("theorem6_instance :", "other :")}
    (line,) = check.without_instance(ROWS, texts)
    assert line.startswith("theorem6: no case meets its hypotheses")
    again = [*ROWS, {**ROWS[0], "file": "looped_update.v", "theorem": "proposition7"}]
    texts["looped_lemma4.v"] = FILES["looped_update.v"]
    again[-1]["file"] = "looped_lemma4.v"
    rows = [row for row in again if row["theorem"] == "proposition7"]
    (line,) = check.without_instance(rows, texts)
    assert "needs one of that name" in line


HYPOTHESES = """\
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import reals.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
{ltac}
Lemma meant (R : rcfType) (x : R) : 0 < x -> {more}x = x.
Proof. by []. Qed.
Lemma meant_instance : ltac:(instance @meant).
Proof. by move=> R; exists 1; rewrite ltr01 ?lexx. Qed.
"""


@pytest.mark.parametrize(("more", "good"), [("x <= 1 -> ", True), ("x < 0 -> ", False)])
def test_coq_refuses_the_instance_of_hypotheses_that_contradict_each_other(tmp_path, more, good):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: apt-get install coq libcoq-mathcomp-analysis")
    text = FILES["instances.v"]
    ltac = text[text.index("Ltac instance_of") : text.index("Section Ones")]
    (tmp_path / "a.v").write_text(HYPOTHESES.format(ltac=ltac, more=more))
    assert (check.coqc(tmp_path, "a.v") is None) is good


PRINTED = """\
CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Axioms:
    A.one
    B.two

* Constants/Inductives relying on type-in-type: <none>

* Inductives whose positivity is assumed:
    C.three
"""


def test_coqchk_is_read_and_compared():
    assert coqchk.found(PRINTED) == [
        "A.one",
        "B.two",
        "Inductives whose positivity is assumed: C.three",
    ]
    with pytest.raises(ValueError, match="no list of axioms"):
        coqchk.found("CONTEXT SUMMARY")
    accepted = coqchk.ACCEPTED.read_text(encoding="utf-8").split()
    assert list(coqchk.differences(accepted)) == []
    assert list(coqchk.differences(accepted[5:], library=True)) == []
    assert len(list(coqchk.differences([*accepted, "A.one"], library=True))) == 1
    added, gone = coqchk.differences([*accepted[1:], "A.one"])
    assert "A.one is an axiom that coqchk.txt does not have" in added
    assert f"{accepted[0]} of coqchk.txt is no axiom any more" in gone


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
        ("says", "said", "missing or unknown"),
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
        (HIDDEN, [], r"rest on \['Classical_Prop.classic'\], not on \[\]"),
        (GOOD, ["classic"], "rest on"),
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


RECORD = {
    "theorem": "dot",
    "sizes": ["d"],
    "arrays": {"a": ["d"], "b": ["d"]},
    "free": {},
    "left": ["sum", [["i", "d"]], ["*", ["entry", "a", ["i"]], ["entry", "b", ["i"]]]],
    "right": ["sum", [["j", "d"]], ["*", ["entry", "b", ["j"]], ["entry", "a", ["j"]]]],
}
HOSTILE = "a *) Lemma check_ok : True. by []. Qed. (*"
SUM_A = ["sum", [["i", "d"]], ["entry", "a", ["i"]]]


def changed(**new):
    return json.dumps([{**RECORD, **new}])


def test_an_identity_is_read_and_printed():
    text = theory(json.dumps([RECORD]))
    assert "(\\sum_(0 <= i < d) (a i * b i))\n  = (\\sum_(0 <= j < d) (b j * a j))" in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (changed(left=SUM_A), "not equal at every size"),
        (changed(left=["*", ["number", "2"], RECORD["left"]]), "not equal at every size"),
        (changed(right=RECORD["left"]), "same text"),
        (changed(theorem=HOSTILE), "no name of a theorem"),
        (changed(theorem="Dot"), "no name of a theorem"),
        (changed(sizes=["d", HOSTILE]), "no name"),
        (changed(arrays={"a": ["d"], "b": ["d"], HOSTILE: []}), "no name"),
        (changed(arrays={"a": ["d"], "b": ["d"], "R": []}), "no name"),
        (changed(arrays={"a": ["d"], "b": ["d"], "d": []}), "used twice"),
        (changed(arrays={}), "no array"),
        (changed(arrays={"a": ["n"], "b": ["d"]}), "no declared size"),
        (changed(free={"forall": "d"}), "no name"),
        (changed(free={"n": "N"}), "no declared size"),
        (changed(says=HOSTILE), "nothing else"),
        (changed(left=["prod", [["i", "d"]], SUM_A]), "unknown head"),
        (changed(left=["mean", SUM_A]), "unknown head"),
        (changed(left=["sum", [["i", "d"]], SUM_A[2], SUM_A[2]]), "unknown head"),
        (changed(left=["sum", [["i", "d"]], SUM_A]), "already stands"),
        (changed(left=["sum", [["#0", "d"]], ["entry", "a", ["#0"]]]), "no name"),
        (changed(left=["sum", [["b1", "N"]], SUM_A]), "no index with a declared size"),
        (changed(left=["sum", {"i": "d"}, ["entry", "a", ["i"]]]), "without ranges"),
        (changed(left=["entry", "a", ["i"]]), "does not run below"),
        (changed(left=["entry", "a", "ij"]), "no entry"),
        (changed(left=["entry", "a", []]), "no entry"),
        (changed(left=["entry", HOSTILE, ["i"]]), "no entry"),
        (changed(left=["^", SUM_A, 1]), "unknown head"),
        (changed(left=["^", SUM_A, -1]), "unknown head"),
        (changed(left=["^", SUM_A, True]), "unknown head"),
        (changed(left=["number", "1/0"]), "no number"),
        (changed(left=["number", "1e9"]), "no number"),
        (changed(left=["number", "\u0661"]), "no number"),
        (changed(left=["number", 1]), "no number"),
        (changed(left=["number", "99999"]), "no number"),
        (changed(left=["size", "N"]), "unknown head"),
        (changed(left="a"), "no tree"),
        (changed(left=["+", SUM_A]), "unknown head"),
        (changed(left=["*", *[SUM_A] * 8]), "more than 7 bound indices"),
        (changed(left=["*", *[["+", *[SUM_A] * 21]] * 2]), "more than 400 terms"),
        ('[{"theorem": "a", "theorem": "b"}]', "given twice"),
        ('[{"theorem": 1.5}]', "no whole number"),
        ('[{"theorem": NaN}]', "no whole number"),
        (json.dumps([RECORD, RECORD]), "two theorems"),
        ("[]", "no identity"),
        ("{}", "no identity"),
    ],
)
def test_an_identity_that_is_false_hostile_or_malformed_is_refused(text, why):
    with pytest.raises(IdentityError, match=why):
        theory(text)


def test_a_deep_tree_is_refused_at_once():
    tree = SUM_A
    for _ in range(100):
        tree = ["+", tree, SUM_A]
    with pytest.raises(IdentityError, match="too deep"):
        theory(changed(left=tree))


def test_the_files_of_identities_are_those_of_their_records():
    for name, text in pinned.written().items():
        assert FILES[name] == text, f"{name}: run python formal/identities.py"


def test_the_page_is_written_from_the_tables():
    page = (ROOT / "docs/formal.md").read_text(encoding="utf-8")
    assert page == writer.page(), "run python formal/page.py"


def test_a_numbered_statement_is_formal_only_by_rows_without_differences():
    rows = {row["id"]: row for row in ROWS}
    listed = check.tomllib.loads((ROOT / "formal/numbered.toml").read_text(encoding="utf-8"))
    for entry in listed["numbered"]:
        assert entry["left"] or entry["rows"]
        assert entry["left"] or not any(rows[key]["differences"] for key in entry["rows"])


def test_a_claim_without_a_theorem_has_one_reason():
    listed = check.tomllib.loads((ROOT / "formal/open.toml").read_text(encoding="utf-8"))["open"]
    names = [name for row in listed for name in row["claims"]]
    assert len(set(names)) == len(names)
    assert {*names} <= all_claims().keys()
    record = formal.whole_record().claims
    page = (ROOT / "docs/formal.md").read_text(encoding="utf-8")
    reasons = page.partition("without a theorem in Coq")[2].partition("\n## ")[0]
    shown = {*check.re.findall(r"[A-Z]+-[\w.-]*\w", reasons)}
    assert shown == {*names} - record.keys()


def test_pins_state_every_identity():
    records = json.loads((ROOT / "formal/identities.json").read_text())
    assert FILES["pins.v"].count("Check (") == len(records) == FILES["identities.v"].count("Qed.")


def test_coq_refuses_an_identity_that_states_another_thing_than_its_record(tmp_path):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: apt-get install coq libcoq-mathcomp-analysis")
    other = {**RECORD, "right": ["*", ["number", "2"], RECORD["right"]]}
    texts = {"kernel.v": FILES["kernel.v"], "identities.v": theory(json.dumps([RECORD]))}
    texts["pins.v"] = pinned.PINS + pinned.pin(other)
    (found,) = check.problems(tmp_path, texts, [])
    assert found.startswith("pins.v:")
