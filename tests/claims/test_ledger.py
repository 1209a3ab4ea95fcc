"""The ledger: papers found by their folders, claims by the text of their ids."""

import os
import re
import sys

import pytest

from depthlaws import claims
from depthlaws.claims.engine import Claim, Claims, Property, Verdict, ledger
from depthlaws.claims.engine.records import Evidence
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.registry import UnknownNameError

HEAD = """
from depthlaws.claims.engine import Claims, Property
from depthlaws.theory.papers import CHAIN, LOOPED
CLAIMS = Claims()
HOLDS = Property(lambda x: True, {"x": [1, 2]})
"""
ADD = 'CLAIMS.add(id="{id}", source={source}, says="It holds.", checks=(HOLDS,){more})\n'


def added(name, *, source="CHAIN.eq(1)", more=""):
    return ADD.format(id=name, source=source, more=more)


@pytest.fixture
def house(toy_papers):
    """Lay out papers as folders: house(toy={"one": source of a file}) replaces the real ones."""
    toy_papers.alone()

    def lay(**papers):
        for paper, files in papers.items():
            toy_papers.lay(paper, claims={name: HEAD + text for name, text in files.items()})

    ledger._all_claims.cache_clear()
    yield lay
    ledger._all_claims.cache_clear()


def loaded():
    return {m.replace(".claims", "") for m in sys.modules if re.match(r"toy\d\.claims", m)}


def test_a_paper_is_a_folder_and_every_file_in_it_counts(house):
    house(toy1={"one": added("A-1"), "helpers": ""}, toy2={"two": added("B-1") + added("B-2")})
    assert list(ledger.all_claims()) == ["A-1", "B-1", "B-2"]


def test_one_papers_claims_import_no_other_paper(house):
    looped = added("B-1", source="LOOPED.eq(1)")
    house(toy1={"one": added("A-1")}, toy2={"two": looped, "three": added("C-1")}, toy3={"x": ""})
    assert list(ledger.all_claims("looped")) == ["B-1"]
    assert not {"toy1.one", "toy3.x"} & loaded()
    assert list(ledger.all_claims("chain")) == ["A-1", "C-1"]


def test_one_claim_is_found_by_its_text(house):
    house(toy1={"one": added("A-1"), "two": added("A-2")})
    assert ledger.claim("A-2").id == "A-2"
    assert loaded() == {"toy1", "toy1.two"}
    with pytest.raises(UnknownNameError, match=r"unknown claim 'A-3'.*A-"):
        ledger.claim("A-3")


def test_every_id_is_written_out():
    """An id made in a loop is found by no search, and its record by no name."""
    text = "".join(path.read_text(encoding="utf-8") for path in ledger.modules().values())
    assert [name for name in ledger.all_claims() if f'id="{name}"' not in text] == []


def test_an_id_is_used_once(house):
    house(toy1={"one": added("A-1"), "two": added("A-1")})
    with pytest.raises(ValueError, match="two claims have the id 'A-1'"):
        ledger.all_claims()
    claims = Claims()
    claims.add(id="a", source=CHAIN.eq(1), says="It holds.", checks=(Told(),))
    with pytest.raises(ValueError, match="two claims have the id 'a'"):
        claims.add(id="a", source=CHAIN.eq(1), says="It holds.", checks=(Told(),))
    assert [c.id for c in claims] == ["a"]
    assert (claims[0].id, len(claims)) == ("a", 1)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ', corrected_by="B", quote="q", reading="r"',
            "claim 'A-1' is corrected by 'B', which does not exist",
        ),
        (
            ', imprecise=True, exact="B", quote="q", reading="r"',
            "claim 'A-1' is made exact by 'B', which does not exist",
        ),
    ],
)
def test_a_correction_or_exact_form_must_exist(house, more, message):
    house(toy1={"one": added("A-1", more=more)})
    with pytest.raises(ValueError, match=message):
        ledger.all_claims()


def repeating(first):
    """Files with A-1, which repeats the fault of ``first``: A-2 is right, A-3 repeats A-4's."""
    wrong = ', corrected_by="A-2", quote="q", reading="r"'
    return {
        "one": added("A-1", more=f'{wrong}, same_fault_as="{first}"'),
        "two": added("A-2"),
        "three": added("A-3", more=f'{wrong}, same_fault_as="A-4"'),
        "four": added("A-4", more=wrong),
    }


@pytest.mark.parametrize("first", ["B", "A-2", "A-3"])
def test_a_repeated_fault_names_an_erratum_with_a_fault_of_its_own(house, first):
    house(toy1=repeating(first))
    with pytest.raises(ValueError, match=f"'A-1' repeats the fault of '{first}', which is no err"):
        ledger.all_claims()


def test_two_errata_repeat_one_fault(house):
    house(toy1=repeating("A-4"))
    repeats = {name: c.same_fault_as for name, c in ledger.all_claims().items()}
    assert repeats == {"A-1": "A-4", "A-2": "", "A-3": "A-4", "A-4": ""}


class Told:
    """Check that returns a given answer."""

    def run(self, context):
        return Evidence(Verdict.PROVED, "told so")

    def mutants(self):
        return iter(())


@pytest.mark.parametrize(
    "fields",
    [{"imprecise": True}, {"exact": "B"}, {"imprecise": True, "exact": "B", "corrected_by": "C"}],
)
def test_imprecise_goes_with_an_exact_form_and_is_no_erratum(fields):
    with pytest.raises(ValueError, match="imprecise goes with exact, and not with corrected_by"):
        Claim(id="A", source=CHAIN.eq(1), says="It is weak.", checks=(Told(),), **fields)


def test_a_reconstructed_statement_says_from_what():
    with pytest.raises(ValueError, match="its reading must say from what"):
        Claim(id="A", source=CHAIN.eq(1), says="A cell.", checks=(Told(),), reconstructed=True)


BROKEN = {
    "raises": ("1 / 0\n", "ZeroDivisionError: division by zero"),
    "needs": ("import no_such_library\n", "No module named 'no_such_library'"),
    "own": ("from depthlaws.theory import no_such_room\n", "no_such_room"),
    "exits": ("import sys\nsys.exit(3)\n", r"it ends in sys.exit\(3\)"),
    "text": ("this is no Python\n", "line [67]"),
}
STATED = """
from depthlaws.claims.engine.statement import Equal, Statement, naturals, scalars
d, e = scalars("d e")
CLAIMS.add(id="A-1", source=CHAIN.eq(1), says="It is d.", checks=(HOLDS,), against=(),
    statement=Statement(Equal(d + 1, 1 + d), for_all={d: naturals(1)}))
CLAIMS.add(id="A-2", source=CHAIN.eq(1), says="It is e, which has no quantifier.",
    checks=(HOLDS, *Statement(Equal(e + 1, 1 + e), for_all={d: naturals(1)}).checks))
"""


def test_statements_of_a_file_are_checked_when_it_is_listed_and_when_they_run(
    house, monkeypatch, tmp_path
):
    """Another claim of the file runs without that."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    house(toy1={"one": STATED})
    first, second = ledger.claims_of("toy1.claims.one")
    assert run_claim(first).verdict == Verdict.SUPPORTED
    outcome = run_claim(second).evidence[1]
    assert (outcome.verdict, "e has no quantifier" in outcome.summary) == (Verdict.UNKNOWN, True)
    with pytest.raises(ValueError, match="e has no quantifier"):
        second.checked()
    (line,) = ledger.book().broken
    assert re.search(r"toy1.*one\.py cannot be imported \(FormError: e has no quantifier\)", line)


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_cannot_be_imported_is_one_line_and_the_others_run(
    house, kind, monkeypatch, tmp_path
):
    """A correction in the broken file is missing, which is not a fault of the other file."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    text, reason = BROKEN[kind]
    corrected = added("A-1", more=', quote="x", reading="y", corrected_by="B-1"')
    house(toy1={"one": corrected + added("A-2")}, toy2={"two": text + added("B-1")})
    book = ledger.book()
    assert len(book.broken) == 1, book.broken
    assert [*book.entries] == ["A-1", "A-2"]
    (line,) = book.broken
    assert re.search(f"toy2.*two.*{reason}", line)
    assert "\n" not in line
    report = claims.verify(["A-2"], jobs=0)
    assert report.results[0].as_expected
    assert not report.ok
    assert line in report.summary()
    assert line in report.as_dict()["notes"]
    assert [e.id for e in book.select(["A-1"])] == ["A-1"]
    with pytest.raises(ValueError, match=reason):
        ledger.claims_of("toy2.claims.two")


def test_the_book_is_read_again_when_a_file_has_changed_or_come(house, monkeypatch, tmp_path):
    """What has not changed is not: the same process asks for the book again and again."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    house(toy1={"one": added("A-1")})
    ledger.book()  # its imports make a folder of bytecode
    first, read, told = ledger.book(), [], []
    entries = ledger._entries
    monkeypatch.setattr(ledger, "_entries", lambda *given: read.append(1) or entries(*given))
    again = ledger.book(progress=lambda: told.append(1))
    assert ([*again.entries], read, told) == (["A-1"], [], [1])
    again.entries.clear()
    assert again.sources is not ledger.book().sources
    assert ledger.book().entries == first.entries
    file = tmp_path / "papers" / "toy1" / "claims" / "one.py"
    before = file.stat()
    file.write_text(HEAD + added("A-2"))  # of the same size
    os.utime(
        file, ns=(before.st_atime_ns, before.st_mtime_ns + 2 * 10**9)
    )  # bytecode counts seconds
    del sys.modules["toy1.claims.one"]
    assert [*ledger.book().entries] == ["A-2"]
    (tmp_path / "papers" / "toy1" / "claims" / "two.py").write_text(HEAD + added("A-3"))
    assert [*ledger.book().entries] == ["A-2", "A-3"]
    (tmp_path / "cache" / "ledger" / "sources.json").write_text("damaged")
    assert [*ledger.book().entries] == ["A-2", "A-3"]
    assert len(read) == 5


def test_evidence_is_computed_on_one_blas_thread():
    from threadpoolctl import threadpool_info, threadpool_limits

    seen = []

    def look(x):
        seen.extend(i["num_threads"] for i in threadpool_info() if i["user_api"] == "blas")
        return True

    toy = Claims()
    toy.add(id="T-1", source=CHAIN.eq(1), says="It holds.", checks=(Property(look, {"x": [1]}),))
    with threadpool_limits(limits=2, user_api="blas"):
        run_claim(toy[0])
    assert seen
    assert set(seen) == {1}
