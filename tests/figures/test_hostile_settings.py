"""Every figure at the ends of what may be set: it is drawn, and no word of it becomes false."""

import dataclasses
import itertools
import json
import re

import numpy as np
import pytest

from depthlaws import figures
from depthlaws.figures.engine import registry, settings, style
from depthlaws.figures.engine.record import CHANGED
from tests.figures.test_every_figure import small

PAPERS = ("ammup", "chain", "looped", "pc")
IDS = sorted(name for name in registry.modules() if name.partition("-")[0] in PAPERS)
FIXED = {"ammup-networks"}  # its networks have names, not numbers
# Verbs and words of a finding; a title with one of them must follow from the numbers drawn.
FINDING = re.compile(
    r"\b(falls?|rises?|grows?|tends?|towards|vanish\w*|bounded|differ|drift|is|are|gets?|adds?|"
    r"moves?|lost|one curve|approached|at least|sharper|or more|off by|converges|diverges)\b"
    r"|^\$-3/2\$|^from \$"
)


def least(what, typical):
    """Fewest and smallest values of a setting with several."""
    if what.among:
        return tuple(sorted(what.among)[: what.least])
    step = what.multiple if what.whole else (max(typical) - what.low) / 10
    first = -(-what.low // step) * step if what.whole else what.low + step * what.above
    return tuple(first + i * step for i in range(what.least))


def own(item):
    """Dataset and parameters of the tiny version, its lists of values chosen anew."""
    values = {
        name: least(what, getattr(dataclasses.replace(item.quick, **item.tiny), field))
        for name, (field, what, _) in settings.settings(item).items()
        if what.most > 1
    }
    known = settings.settings(item)
    changes = {known[n][0]: settings._value(item.id, n, known[n][1], v) for n, v in values.items()}
    parameters = dataclasses.replace(item.quick, **{**item.tiny, **changes})
    changed = {CHANGED: json.dumps(values, default=float)}
    dataset = item.data(parameters, 0).assign_attrs(profile="quick", seed=0, **changed)
    return dataset, parameters


def test_every_figure_but_one_can_be_changed():
    assert {name for name in IDS if not figures.settings(name)} == FIXED


@pytest.mark.parametrize("name", sorted(set(IDS) - FIXED))
def test_figures_at_the_ends_of_their_settings_are_drawn(name):
    item = registry.figure(name)
    dataset, parameters = own(item)
    words = item._filled(item._template(dataset), dataset, parameters)
    assert not re.search(r"\bnan\b|[{}]", words), words
    title = item._filled(item.shows, dataset, parameters).partition(". ")[0]
    canvas = item.canvas(dataset, 3.25, title=title)
    assert canvas.get_figheight() <= style.MAX_NARROW_HEIGHT
    item.quotes(dataset)


# -- findings follow from the numbers --------------------------------------------------------------


def scrambled(dataset):
    """Return a dataset whose numbers show nothing: each in another place, times another factor."""
    rng, factors = np.random.default_rng(0), itertools.cycle([1e-3, 1e3])
    other = dataset.copy(deep=True)
    for values in other.data_vars.values():
        flat = values.values.reshape(-1).copy()
        if values.dtype.kind == "i":
            values.values = rng.permutation(flat).reshape(values.shape) + rng.integers(
                0, 5, values.shape
            )
        elif values.dtype.kind == "f" and values.size == 1:
            values.values = values.values * next(factors)
        elif values.dtype.kind == "f":
            seen = np.flatnonzero(np.isfinite(flat))
            mixed = rng.permutation(flat[seen]) * 10 ** rng.uniform(-2, 2, seen.size)
            flat[seen] = np.clip(mixed, -1e6, 1e6)
            values.values = flat.reshape(values.shape)
    return other


def findings(canvas):
    """Titles of panels that state a finding."""
    words = [axis.get_title(loc="left") for axis in canvas.axes]
    return {text for text in words if FINDING.search(text)}


@pytest.mark.filterwarnings("ignore")  # of drawing numbers that no network has
@pytest.mark.parametrize("name", IDS)
def test_titles_of_panels_state_what_the_numbers_show(name):
    """A finding that is still there over other numbers was typed, not computed."""
    item, dataset, canvas = small(name)
    stated = findings(canvas)
    if not stated:
        return
    typed = stated & findings(item.canvas(scrambled(dataset)))
    assert not typed, f"{name}: compute these titles: {typed}"
