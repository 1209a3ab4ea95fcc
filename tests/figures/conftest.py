"""Tests of one figure follow each other, so that one process draws it, once at each width."""

import functools
from pathlib import Path

import pytest
from matplotlib.mathtext import MathTextParser

from depthlaws.figures.engine import registry

FOLDER, IDS = Path(__file__).parent, registry.modules()
LAST = "~"  # after every id: what is drawn is there by then

# Formulas of a figure are typeset again at each width; Matplotlib remembers 50 of them.
MathTextParser._parse_cached = functools.lru_cache(4096)(MathTextParser._parse_cached.__wrapped__)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Sort the tests of this folder by the figure in their parameters, which stay in order."""
    places = [i for i, item in enumerate(items) if item.path.parent == FOLDER]
    for i, item in zip(places, sorted((items[i] for i in places), key=figure_of), strict=True):
        items[i] = item


def figure_of(item):
    """Return the figure that a test is about; the last key for one about none or several."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return next((v for v in values if isinstance(v, str) and v in IDS), LAST)
