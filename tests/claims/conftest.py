"""Ledgers of toy claims, and a registry for formulas of no paper."""

import shutil
import sys
from pathlib import Path

import pytest

from depthlaws.claims.engine import formula_mutants, records
from depthlaws.claims.engine import ledger as book
from depthlaws.theory import formulas


@pytest.fixture
def ledger(monkeypatch, tmp_path):
    """Install claims as if they were the whole ledger, with a cache of their own."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    here = Path(records.__file__)
    monkeypatch.setattr(book, "modules", lambda paper=None: {records.__name__: here})

    def install(*claims):
        monkeypatch.setattr(book, "claims_of", lambda module: list(claims))
        shutil.rmtree(tmp_path / "cache" / "ledger", ignore_errors=True)
        book._all_claims.cache_clear()

    yield install
    book._all_claims.cache_clear()


@pytest.fixture
def own_registry(monkeypatch, tmp_path):
    """Register the formulas of a test apart from those of the papers."""
    formulas()  # imports every real formula, before the registry is replaced
    monkeypatch.setattr(sys.modules["depthlaws.theory.symbolic.registry"], "_registry", {})
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    formula_mutants.mutations.cache_clear()
    yield
    formula_mutants.mutations.cache_clear()
