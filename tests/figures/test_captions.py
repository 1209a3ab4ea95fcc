"""Titles and captions as they were last read: a changed word or number shows in the review."""

import pytest

from depthlaws.figures.engine import registry
from tests import snapshots

READ = ("ammup", "chain", "looped", "pc")  # papers
IDS = sorted(name for name in registry.modules() if name.partition("-")[0] in READ)


@pytest.mark.parametrize("name", IDS)
def test_titles_and_captions_are_those_that_were_read(name, snapshot):
    one = registry.figure(name)
    words = [one.says, one.finding, one.template, one.shows]
    texts = "\n".join(" ".join(text.split()) for text in words if text)
    assert texts == snapshot.use_extension(snapshots.ByPrefix)


@pytest.mark.parametrize("name", IDS)
def test_the_listed_title_is_the_computed_one_but_for_numbers(name):
    """``says`` is that of the quick profile; the numbers are computed in every drawing."""
    one = registry.figure(name)
    if one.finding:
        fixed = [part.strip() for part in _between_fields(one.finding)]
        rest = one.says
        for part in fixed:
            assert part in rest, (part, one.says)
            rest = rest.partition(part)[2]


def _between_fields(template):
    """Texts of a template between its fields."""
    depth, parts = 0, [""]
    for letter in template:
        depth += (letter == "{") - (letter == "}")
        if letter == "{":
            parts.append("")
        elif letter != "}" and depth == 0:
            parts[-1] += letter
    return parts
