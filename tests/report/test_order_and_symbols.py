"""Order of faults and meanings of letters on the pages, counted a second time."""

from html import unescape
from types import SimpleNamespace

from depthlaws.report import errata, page
from depthlaws.report.notation import GREEK
from depthlaws.theory import formulas


def test_faults_that_repeat_most_come_first_among_their_kind():
    kind = next(iter(errata.FAULTS))
    faults = [
        SimpleNamespace(id=name, fault=fault, where="eq. (1)")
        for name, fault in (("once", kind), ("thrice", kind), ("other", ""), ("twice", kind))
    ]
    repeats = {"once": [], "thrice": [1, 2], "twice": [1], "other": [1, 2, 3]}
    ordered = sorted(faults, key=lambda one: errata._order(one, repeats))
    assert [one.id for one in ordered] == ["thrice", "twice", "once", "other"]


def test_a_letter_is_explained_where_three_formulas_or_more_give_it_one_meaning():
    shown = page.symbols()
    for paper, letters in shown.items():
        for name in page.EXPLAINED:
            meanings = [
                words.rpartition("; in ")[0] or words
                for law in formulas(paper).values()
                for letter, words in law.definitions.items()
                if letter == name
            ]
            agreed = len(meanings) >= 3 and len({*meanings}) == 1
            letter = unescape(GREEK.get(name, name))
            assert letters.get(letter) == (meanings[0] if agreed else None), (paper, name)
