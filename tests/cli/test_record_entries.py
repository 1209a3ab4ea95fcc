"""Formulas, claims and figures without what they compute, stored until their sources change."""

import itertools
import json

import pytest

from depthlaws.base.sources import Sources
from depthlaws.claims.engine.cache import Store
from depthlaws.cli import record_entries


@pytest.fixture
def stored(tmp_path, monkeypatch):
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    reads = itertools.count()
    return lambda what, *modules: record_entries._stored(
        what, modules, Sources(Store("ledger").load("sources")), lambda: next(reads)
    )


def test_records_are_read_once_while_their_sources_stay(stored):
    assert stored("figures", "depthlaws.base.plural") == 0
    assert stored("figures", "depthlaws.base.plural") == 0
    assert stored("formulas", "depthlaws.base.plural") == 1
    assert stored("figures", "depthlaws.base.plural", "depthlaws.base.clock") == 2
    assert stored("figures", "depthlaws.base.plural") == 0


def test_sources_that_were_parsed_are_stored(stored):
    stored("figures", "depthlaws.base.plural")
    known = Store("ledger").load("sources")
    again = Sources(known)
    again.needed(["depthlaws.base.plural"])
    assert known
    assert again.known == known


def test_a_stored_record_has_the_id_source_and_claims_of_the_original():
    from depthlaws import figures, theory

    originals = {
        "chain-sharpness": theory.formula("chain-sharpness"),
        "chain-fig3": figures.figure("chain-fig3"),
    }
    rows = json.loads(json.dumps(record_entries._rows(originals)))
    for name, record in record_entries._records(rows).items():
        claims = getattr(originals[name], "claims", ())
        assert (record.id, record.source, record.claims) == (name, originals[name].source, claims)
    assert record.claims
