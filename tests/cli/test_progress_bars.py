"""How far a command is: sizes of a move, groups of a check, files of claims."""

import contextlib

import pytest


class Bar:
    """Progress that is counted instead of shown."""

    def __init__(self):
        self.shown = []

    def __call__(self, what, total):
        self.shown.append([what, total, 0])
        bar = self.shown[-1]

        def done(*_args):
            bar[2] += 1

        return contextlib.nullcontext(done)


@pytest.fixture
def bar(monkeypatch):
    counted = Bar()
    for name in ("commands.transfer", "commands.coordcheck", "record_entries"):
        monkeypatch.setattr(f"depthlaws.cli.{name}.progress", counted)
    return counted


def test_a_move_to_many_sizes_shows_how_far_it_is(run, bar):
    move = ("transfer", "--lr", "1e-3", "--layers", "2", "--to-layers", "1:4", "--law", "looped")
    assert run(*move, "--sites", "0").status == 0
    assert bar.shown == [["sizes", 4, 4]]


def test_checks_of_many_groups_show_how_far_they_are(run, bar, tmp_path):
    lines = [f"{width},{layer},{width}" for layer in range(5) for width in (4, 16, 64)]
    (tmp_path / "a.csv").write_text("\n".join(["width,layer,rms", *lines]))
    run("coordcheck", "a.csv", "--size", "width", "--value", "rms", "--by", "layer")
    assert bar.shown == [["checks", 5, 5]]


@pytest.mark.slow
def test_reading_the_claims_shows_how_far_it_is(run, bar):
    assert run("where", "chain", "13").status == 0
    (name, total, done), *others = bar.shown
    assert (name, total) == ("files of claims", done)
    assert not others
