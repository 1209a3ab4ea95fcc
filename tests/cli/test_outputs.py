"""Files that commands write: of their kind, never over a file that is not ours, never an input."""

import itertools
import json

import click
import pytest

from depthlaws.base import outputs
from depthlaws.cli.function_commands import FunctionGroup
from depthlaws.cli.main import cli
from depthlaws.cli.shared_options import OutputFile, folder
from tests.cli.conftest import assert_refused

INPUTS = {"--parameters", "--papers", "--where"}  # options that read a file, or name none
RATE = ("whatif", "chain.max_learning_rate", "--L", "1:3", "--mu-yx", "2", "--mu-xx", "1")
RUN = ("simulate", "residual", "--width", "4", "--eps", "1", "--samples", "1", "--seed", "0")


def commands(group=cli, path=()):
    """Every command with the words that call it; of a group made from functions, three."""
    context = click.Context(group)
    names = group.list_commands(context)
    for name in itertools.islice(names, 3) if isinstance(group, FunctionGroup) else names:
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*path, name), command


COMMANDS = dict(commands())
OPTIONS = [
    (path, option)
    for path, command in COMMANDS.items()
    for option in command.params
    if isinstance(option.callback, OutputFile)
]
NAMES = [f"{'-'.join(path)}{option.opts[0]}" for path, option in OPTIONS]


def test_every_option_that_takes_a_file_is_judged_here():
    """An option for a file or folder has one of our readers, or is a known input."""
    for path, command in COMMANDS.items():
        for option in command.params:
            takes_file = "FILE" in (option.metavar or "") or "FOLDER" in (option.metavar or "")
            if isinstance(option, click.Option) and takes_file and option.opts[0] not in INPUTS:
                ours = isinstance(option.callback, OutputFile) or option.callback is folder
                assert ours, (path, option.opts)
    kinds = {option.callback.kind for _, option in OPTIONS}
    assert kinds == set(outputs.KINDS) - {outputs.SUMMARY}


@pytest.mark.parametrize(("path", "option"), OPTIONS, ids=NAMES)
def test_no_output_replaces_a_file_of_another_kind(run, tmp_path, path, option):
    kind = option.callback.kind
    right, other = f"thesis{kind.suffixes[0]}", f"thesis{kind.suffixes[0]}.bak"
    foreign = {
        right: b'{"name": 1}' if kind is outputs.JSON else b"\x89PNG %PDF <html> my own",
        other: b"data",
        "sub.d": b"1",
    }
    for name, content in foreign.items():
        (tmp_path / name).write_bytes(content)
        for typed in (name, f"./{name}", tmp_path / name):
            done = run(*path, f"{option.opts[0]}={typed}")
            assert_refused(done, option.opts[0], name)
            assert (tmp_path / name).read_bytes() == content
    (tmp_path / "link").symlink_to(right)
    assert_refused(run(*path, option.opts[0], "./link"), option.opts[0])
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize(
    ("arguments", "option", "name", "content"),
    [
        (("coordcheck", "a.json"), "--json", "a.json", "{} \n"),
        (("coordcheck", "link"), "--json", "a.json", "{} \n"),
        (("transfer", "--parameters", "./a.json"), "--json", "a.json", "[] \n"),
        (("transfercheck", "a.png"), "--plot", "../run/a.png", ""),
    ],
)
def test_no_output_is_an_input(run, tmp_path, arguments, option, name, content, monkeypatch):
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path / "run")
    path = tmp_path / "run" / name
    path.write_text(content)
    if "link" in arguments:
        (tmp_path / "run" / "link").symlink_to("a.json")
    assert_refused(run(*arguments, option, name), option, "a name of its own")
    assert path.read_text() == content


def test_two_outputs_have_two_names(run):
    assert_refused(run(*RATE, "--json", "a.json", "--plot", "./a.json"), "--plot", ".png")


def test_our_own_files_are_replaced(run, good, tmp_path):
    """A second run writes over the first; an empty file, as mktemp makes it, is nobody's."""
    (tmp_path / "a.json").touch()
    for _ in range(2):
        good(*RATE, "--json", "a.json", "--plot", "a.png")
        good(*RATE, "--plot", "a.svg")
        good(*RATE, "--plot", "a.pdf")
        good("export", "chain-sharpness", "--latex", "a.tex")
        assert run(*RUN, "--out", "a.nc").status == 0
    assert json.loads((tmp_path / "a.json").read_text())["rows"]


def test_a_figure_or_report_replaces_only_its_own(run, tmp_path):
    (tmp_path / "chain-fig1.json").write_text('{"my": "notes"}')
    assert_refused(run("figures", "chain-fig1", "--out", "."), "chain-fig1.json", "move it away")
    for name in ("index.html", "report.css"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(FileExistsError, match=name):
            outputs.refuse_foreign_folder(tmp_path, ["report.css"], first="index.html")
        assert (tmp_path / name).read_text() == "mine"
        (tmp_path / name).unlink()
    (tmp_path / "index.html").write_text('<meta name="generator" content="depthlaws report">')
    outputs.refuse_foreign_folder(tmp_path, ["report.css"], first="index.html")


def test_the_mark_of_a_long_file_is_found_at_its_end(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(b"x" * (3 * outputs.ENDS_BYTES) + b"/Creator (depthlaws)")
    assert outputs.PICTURE.wrote(path)
    path.write_bytes(b"x" * (3 * outputs.ENDS_BYTES))
    assert not outputs.PICTURE.wrote(path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", '{\n "indented": "by one blank"\n}'),  # json.dump(..., indent=1)
        ("a.json", "[\n 1,\n 2\n]\n"),
        ("a.svg", "<svg><text>drawn beside depthlaws</text></svg>"),
        ("a.pdf", "%PDF-1.4 /Title (What depthlaws says) /Creator (LaTeX)"),
        ("a.png", "\x89PNG tEXtComment\x00compare with depthlaws"),
        ("a.nc", "\x89HDF source: simulated by depthlaws 0.1"),
    ],
)
def test_the_word_alone_or_a_layout_alone_is_no_mark_of_ours(name, content, tmp_path):
    (tmp_path / name).write_text(content, encoding="latin-1")
    with pytest.raises(FileExistsError, match="was not written by depthlaws"):
        outputs.refuse_foreign([tmp_path / name])
