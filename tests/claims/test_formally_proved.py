"""FORMALLY PROVED: claims against the record of what Coq accepted, and a record that is wrong."""

import dataclasses
import json
import shutil

import pytest

from depthlaws.claims.engine import formal, ledger
from depthlaws.claims.engine.checks import Quoted
from depthlaws.claims.engine.formal import RecordError, digest, lifted, read
from depthlaws.claims.engine.records import Claim, Result, Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Mean,
    Statement,
    array,
    gaussian,
    indices,
    naturals,
    nonnegative,
    one_of,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.claims.engine.statement.coq_names import theorem_of
from depthlaws.claims.engine.statement.coq_statement import NoCoqTextError, proposition, together
from depthlaws.claims.engine.statement.planted import planted
from depthlaws.theory.papers import CHAIN
from tests.claims.test_formal import FILES, ROOT, check, script

accepted = script("accepted")
RECORD = accepted.record()
ACCEPTED = RECORD.claims
AGAIN = "run `python formal/claims.py`, then `python formal/check.py --accept`"
d, N, x = scalars("d N x")
u, (i, j) = array("u"), indices("i j", d)
SQUARE = Equal(total(u[i], i) ** 2, total(u[i] * u[j], i, j))


def text(*clauses, **fields):
    return proposition(Statement(*clauses, **fields))


@pytest.fixture(scope="module")
def known():
    claims = {name: ledger.all_claims()[name] for name in ACCEPTED if name in ledger.all_claims()}
    return {name: (claim, formal.coq_text(claim)) for name, claim in claims.items()}


def test_claims_files_and_record_agree(known):
    assert list(accepted.differences(RECORD, known, FILES)) == []


def test_at_least_140_claims_are_formally_proved():
    assert len(ACCEPTED) >= 140


@pytest.mark.parametrize("file", RECORD.files)
def test_no_file_of_the_record_proves_without_a_proof(file):
    assert check.refused(FILES[file]) == []


def test_every_theorem_is_printed_as_its_claim_prints_it(known):
    for name, row in ACCEPTED.items():
        stated = check.statement_of(FILES[row.file], row.theorem)
        assert stated == f"Theorem {theorem_of(name)} :\n{known[name][1]}."


def test_another_statement_has_another_proposition(known):
    names = sorted(known)[::12]
    for name in names:
        claim, proposition_now = known[name]
        forms = formal.parts(claim)
        for form in forms:
            for place in range(len(form.clauses)):
                for label, changed in planted(form, place):
                    now = (changed if one is form else one for one in forms)
                    try:
                        told = together([proposition(one) for one in now])
                    except NoCoqTextError:
                        continue
                    assert told != proposition_now, f"{name}: {label}"


# -- what a row lifts ------------------------------------------------------------------------------


def result(verdict=Verdict.PROVED, coq="forall x : R,\nx = x", **fields):
    return Result("TOY", verdict, (), (), False, 0.0, coq=coq, **fields)


def row(**changed):
    fields = {
        "claim": "TOY",
        "theorem": "claim_toy",
        "file": "claims_toy_1.v",
        "axioms": [],
        "statement": digest("forall x : R,\nx = x"),
        "sentence": "For all x real: x = x",
        "statements": 1,
    }
    return formal.Accepted(**fields | changed)


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setattr(formal, "accepted", lambda: {"TOY": row()})


@pytest.mark.usefixtures("toy")
def test_a_proved_statement_that_coq_accepted_is_formally_proved():
    done = lifted(result())
    assert done.verdict == Verdict.FORMALLY_PROVED
    assert formal.shown(done)["proposition"] == "forall x : R,\nx = x"
    report = Report([Claim(id="TOY", source=CHAIN.eq(1), says="A toy.", checks=(None,))], [done])
    (told,) = report.as_dict()["claims"]
    assert (told["verdict"], told["coq"]["theorem"]) == ("FORMALLY PROVED", "claim_toy")
    assert "1 FORMALLY PROVED" in report.summary()


def test_what_coq_accepted_in_steps_stays_proved(monkeypatch):
    """How several statements give a sentence is said in words, which Coq does not read."""
    monkeypatch.setattr(formal, "accepted", lambda: {"TOY": row(statements=2)})
    assert lifted(result()) == result()
    assert formal.shown(result())["statements"] == 2
    assert formal.shown(result(Verdict.REFUTED)) is None


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "told",
    [
        *(result(verdict) for verdict in Verdict if verdict != Verdict.PROVED),
        result(coq="forall x : R,\nx = 2 * x"),
        result(coq=""),
        dataclasses.replace(result(), id="OTHER"),
        dataclasses.replace(result(), erratum=True),
    ],
    ids=lambda told: f"{told.id} {told.verdict} {told.coq[-5:]!r}",
)
def test_nothing_else_is_lifted(told):
    assert lifted(told) is told


def test_a_statement_that_changes_is_proved_only(monkeypatch):
    claim = ledger.claim(next(iter(ACCEPTED)))
    now = formal.coq_text(claim)
    monkeypatch.setattr(formal, "accepted", lambda: ACCEPTED)
    assert lifted(Result(claim.id, Verdict.PROVED, (), (), False, 0.0, coq=now)).verdict == (
        Verdict.FORMALLY_PROVED
    )
    other = Result(claim.id, Verdict.PROVED, (), (), False, 0.0, coq=now.replace("+", "-", 1) + " ")
    assert lifted(other).verdict == Verdict.PROVED


def test_a_check_that_is_no_clause_leaves_a_claim_without_a_proposition():
    claim = ledger.claim(next(iter(ACCEPTED)))
    more = dataclasses.replace(claim, checks=(Quoted(lambda: [("two", 2.0, "2")]),))
    assert formal.coq_text(claim)
    assert not formal.coq_text(more)
    assert not formal.coq_text(
        dataclasses.replace(claim, corrected_by="OTHER", quote="x", reading="x")
    )


TWO = Statement(Equal(2 * x, x + x), AtMost(x, x + 1), for_all={x: reals})
SQUARES = Statement(Equal((x + 1) ** 2, x**2 + 2 * x + 1), for_all={x: reals})


def test_several_statements_are_stated_each_with_its_quantifiers():
    claim = Claim(id="TOY", source=CHAIN.eq(1), says="Two.", statement=TWO, checks=SQUARES.checks)
    assert formal.parts(claim) == (TWO, SQUARES)
    assert formal.coq_text(claim) == (
        "(forall (x : R),\n2 * x = x + x /\\\nx <= x + 1) /\\\n"
        "(forall (x : R),\n(x + 1) ^ 2 = x ^ 2 + 2 * x + 1)"
    )
    assert formal.sentence_of(claim) == f"{TWO} | {SQUARES}"


def test_a_statement_that_several_claims_have_is_proved_once(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "formal")
    writer = script("claims")
    first = Claim(id="TOY", source=CHAIN.eq(1), says="Two.", statement=TWO, checks=SQUARES.checks)
    other = Claim(id="TOY-B", source=CHAIN.eq(1), says="One.", statement=SQUARES)
    lemmas = writer.shared([first, other])
    (name,) = lemmas
    assert lemmas[name].startswith(f"Lemma {name} :\n{proposition(SQUARES)}.\nProof.\n")
    written = writer.theorem("TOY", first, formal.coq_text(first), lemmas)
    assert written.startswith(f"Theorem claim_toy :\n{formal.coq_text(first)}.\nProof.\nsplit.\n")
    assert written.endswith(f"\nexact {name}.\nQed.\n")
    assert f"exact {name}" not in writer.theorem("TOY-B", other, formal.coq_text(other))
    assert writer.shared([first]) == {}


def test_a_statement_without_the_check_of_a_clause_leaves_no_proposition():
    claim = Claim(
        id="TOY", source=CHAIN.eq(1), says="Two.", checks=(*SQUARES.checks, TWO.checks[1])
    )
    assert formal.parts(claim) == ()
    assert formal.coq_text(claim) == ""


# -- a record, or files, that are edited -----------------------------------------------------------


def whole(**changed):
    return json.dumps(
        {"files": {"claims_toy_1.v": "0" * 64}, "claims": [dataclasses.asdict(row(**changed))]}
    )


@pytest.mark.parametrize(
    ("damaged", "why"),
    [
        ("[]", "cannot be read"),
        ("{", "cannot be read"),
        ('{"files": {}, "claims": [{"claim": "TOY"}]}', "cannot be read"),
        (whole(file="other.v"), "row of TOY"),
        (whole(theorem="toy. Axiom a"), "row of TOY"),
        (whole(statement="1"), "row of TOY"),
        (whole(axioms="none"), "row of TOY"),
        (whole(sentence=None), "row of TOY"),
        (whole(statements=0), "row of TOY"),
        (whole(statements=True), "row of TOY"),
        (whole().replace('"0', '"g', 1), "no file with its SHA-256"),
        (whole().replace("claims_toy_1.v", "../toy.v", 1), "no file with its SHA-256"),
        (
            json.dumps(
                {"files": {"claims_toy_1.v": "0" * 64}, "claims": [dataclasses.asdict(row())] * 2}
            ),
            "two rows",
        ),
    ],
)
def test_a_damaged_record_is_refused_in_one_line(damaged, why):
    with pytest.raises(RecordError, match=why):
        read(damaged)


def edited(name, **changed):
    rows = {**ACCEPTED, name: dataclasses.replace(ACCEPTED[name], **changed)}
    return dataclasses.replace(RECORD, claims=rows)


FIRST = next(iter(ACCEPTED))


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (edited(FIRST, statement="0" * 64), "its statement changed"),
        (edited(FIRST, theorem="claim_other"), "has no theorem claim_other"),
        (edited(FIRST, statements=2), "it has 1 statements, not 2"),
        (edited(FIRST, file="kernel.v"), "kernel.v has no theorem"),
        (
            dataclasses.replace(RECORD, claims={k: v for k, v in ACCEPTED.items() if k != FIRST}),
            "no row",
        ),
        (
            dataclasses.replace(RECORD, files={**RECORD.files, "kernel.v": "0" * 64}),
            "kernel.v: not the file",
        ),
    ],
)
def test_a_record_edited_by_hand_is_told_with_the_way_back(known, record, why):
    lines = list(accepted.differences(record, known, FILES))
    assert why in lines[0]
    assert AGAIN in lines[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"Theorem {ACCEPTED[FIRST].theorem} ", "Theorem claim_renamed "),
        ("Qed.", "Admitted."),
        ("(1 <= ", "(2 <= "),
    ],
)
def test_a_changed_file_is_told_and_lifts_nothing(tmp_path, monkeypatch, known, old, new):
    file = ACCEPTED[FIRST].file
    texts = {**FILES, file: FILES[file].replace(old, new, 1)}
    assert any(file in line or FIRST in line for line in accepted.differences(RECORD, known, texts))
    for name in RECORD.files:
        (tmp_path / name).write_text(texts[name])
    assert formal.changed_files(RECORD, tmp_path) == [file]
    monkeypatch.setattr(formal, "PROOFS", tmp_path)
    assert FIRST not in formal.accepted.__wrapped__()
    (tmp_path / "kernel.v").write_text("changed")
    assert not formal.accepted.__wrapped__()


def test_a_new_sentence_is_shown_beside_the_old_one(known):
    claim, _ = known[FIRST]
    other = dataclasses.replace(claim)
    object.__setattr__(other, "sentence", "Another sentence.")
    lines = list(accepted.differences(RECORD, {**known, FIRST: (other, "1 = 1")}, FILES))
    assert "its statement changed" in lines[0]
    assert lines[1].strip() == f"accepted: {ACCEPTED[FIRST].sentence}"
    assert lines[2].strip() == "now:      Another sentence."


def test_coq_refuses_a_theorem_that_states_less_than_its_claim(tmp_path):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: apt-get install coq libcoq-mathcomp-analysis")
    own = "Theorem claim_toy :\nforall x : R,\nx = x.\nProof. reflexivity. Qed.\n"
    head = "From Coq Require Import Reals.\nOpen Scope R_scope.\n"
    texts = {name: FILES[name] for name in ("real_sums.v", "gaussian.v")}
    texts["claims_toy_1.v"] = head + own
    toy = {"TOY": (None, "forall x y : R,\nx = y")}
    texts["claim_pins.v"] = accepted.pins(toy, [row()])
    (found,) = check.problems(tmp_path, texts, [])
    assert found.startswith("claim_pins.v:")


# -- propositions ----------------------------------------------------------------------------------


def test_a_proposition_has_every_quantifier_hypothesis_and_clause():
    h = array("h")
    n = indices("n", N - 1, 0)
    written = text(
        Equal(h[N], x, where={x: 2}),
        AtMost(0, total(u[i] ** 2, i)),
        for_all={d: naturals(1), N: naturals(1), x: positive, u: nonnegative[d]},
        given=[AtMost(x, 3)],
        defined={h[0]: 1, h[n + 1]: h[n] / 2},
    )
    assert written == (
        "forall (d N : Z) (x : R) (u : Z -> R) (h : Z -> R),\n"
        "(1 <= d)%Z ->\n"
        "(1 <= N)%Z ->\n"
        "(0 < x) ->\n"
        "(forall i1 : Z, (1 <= i1 <= d)%Z -> (0 <= u i1)) ->\n"
        "h 0%Z = 1 ->\n"
        "(forall n : Z, (0 <= n <= (N - 1))%Z -> h (n + 1)%Z = h n / 2) ->\n"
        "x <= 3 ->\n"
        "(x = 2 -> h N = x) /\\\n"
        "0 <= sum 1 d (fun i => u i ^ 2)"
    )


def test_words_of_coq_are_quoted_as_names():
    R, sum_, in_ = scalars("R sum in")
    written = text(
        Equal(R + sum_, sum_ * 2 + in_ - in_ + R - sum_),
        for_all=dict.fromkeys((R, sum_, in_), reals),
    )
    assert written.startswith("forall (R' sum' in' : R),\nR' + sum' = ")


def test_finitely_many_values_are_a_disjunction():
    assert "(d = 2 \\/ d = 3)%Z ->" in text(SQUARE, for_all={d: one_of(2, 3), u: reals[d]})


@pytest.mark.parametrize(
    ("clause", "domains", "why"),
    [
        (Equal(Mean(1 / u[i], u), 1), {d: naturals(1), u: gaussian(1)[d]}, "no polynomial"),
        (Equal(x, x * 1, over={x: [1, 2]}), {x: reals}, "no relation for all values"),
        (Equal(x ** scalars("y"), 1), {x: reals, scalars("y"): reals}, "not seen to be positive"),
    ],
)
def test_what_has_no_proposition_is_named(clause, domains, why):
    with pytest.raises(NoCoqTextError, match=why):
        text(clause, for_all=domains)
