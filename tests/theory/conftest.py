"""A registry for formulas of no paper."""

import sys

import pytest


@pytest.fixture
def own_registry(monkeypatch):
    """Register the formulas of a test apart from those of the papers."""
    monkeypatch.setattr(sys.modules["depthlaws.theory.symbolic.registry"], "_registry", {})
