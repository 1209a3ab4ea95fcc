"""Every option of every command changes what it does: its calls, words, exit status or files.

What takes long is replaced by a function that notes how it is called. Options that are arguments
of a function of the theory or of a simulator are tested with these (``test_options_with_effect``).
"""

from types import SimpleNamespace

import click
import pytest

from depthlaws import figures
from depthlaws.base import paper_folders
from depthlaws.claims.engine import certificates, ledger, mutants, verify_claims
from depthlaws.claims.engine.records import Claim, Evidence, Result, Verdict
from depthlaws.claims.engine.report import Report
from depthlaws.cli import sweeps
from depthlaws.cli.commands import bench, export, report, simulate, verify, where
from depthlaws.cli.commands import list as list_command
from depthlaws.cli.function_commands import LazyHelpOption
from depthlaws.cli.main import cli
from depthlaws.report import page
from depthlaws.sims import sweep
from depthlaws.theory.papers import CHAIN

ASKED = """
bench
    : --list; --all; --json; --device cuda
cite chain
    : --papers own
coordcheck runs.csv --by part
    : --size width2; --value l2; --seed-column run; --layers rms,l2; --by kind; --where kind=a
    : --expected 1; --tolerance 9; --confidence 0.5; --floor 1e9; --pool no; --plot a.png; --json
    --quantity own_l: --parametrization sp / --parametrization ntk
    --parametrization ntk: --quantity own_l / --quantity h_l
    --parametrization ntk --quantity D_l: --algorithm pc
export X-1
    : --latex a.tex; --json; --jobs 2; --papers own
figures chain-fig1
    : --profile paper; --out there; --seed 3; --jobs 2; --width 4; --venue icml-column; --list
    : --format svg; --set depths=1,2; --title x; --panels A; --json; --papers own
list
    : --paper pc; --about second; --json; --papers own
loop --L 1 --eps 0.1 --sites 0
    --N 2: --width 4 --samples 2; --json
    --N 2 --width 4: --samples 2 / --samples 3
    --N 2,4: --plot a.png
merge store
    : --into a / --into b
    --into a: --out a.nc
new-paper mine
recorder torch
report
    : --out there; --figures own; --seed 3; --certificates own; --jobs 2; --budget 9; --papers own
simulate residual --width 4 --loops 1 --samples 2 --seed 0
    --eps 0.1: --seeds 2; --out a.nc; --store new; --json
    --eps 0.1 --store new: --jobs 2; --shard 1/2; --cluster tcp://a:1; --yes
    --eps 0.1,0.2: --plot a.png
transfer --lr 1e-3 --layers 2 --optimizer sgd --model mlp
    --to-layers 4: --all
    --to-layers 4 --law sp --parameters names.txt: --trainer torch / --trainer nemo
    --to-layers 4 --law sp --trainer nemo: --parameters names.txt
    --to-layers 4 --law sp --trainer nemo --parameters other.txt: --parameters-wider wide.txt
    --to-layers 4,8: --format csv; --plot a.png; --json
transfercheck sweep.csv
    --where law=kept: --size width2; --rate rate2; --loss loss2; --seed-column run2; --expected 1
    --where law=kept: --tolerance 9; --confidence 0.5; --diverged-above 2.3; --plot a.png; --json
    : --by law / --where law=kept; --where law=kept / --by law
verify chain
    : --only refuted; --mutants; --json; --html a.html; --certificates proofs; --jobs 2; --fresh
    : --seed 3; --budget 9; --papers own
whatif chain-sharpness --mu-yx 3 --mu-xx 1
    --L 3: --digits 30; --json
    --L 2,3: --plot a.png
where chain 13
    : --json; --papers own
"""  # command; below it words of both runs, a colon, and words of one run / of the other


def cases():
    """Yield command, words of both runs, the option, words with it, and words without it."""
    command = ""
    for line in ASKED.strip().splitlines():
        if not line.startswith(" "):
            command = line
            continue
        both, _, options = line.strip().partition(": ") if ": " in line else ("", "", line)
        for option in options.split("; "):
            first, _, other = option.partition(" / ")
            yield command, both.strip(": "), first.split()[0], first, other


CASES = [*cases()]
COMMANDS = [line for line in ASKED.strip().splitlines() if not line.startswith(" ")]


@pytest.mark.parametrize("words", COMMANDS)
def test_every_option_of_a_command_is_asked_here(words):
    found, context = cli, click.Context(cli, info_name="depthlaws")
    for word in words.partition(" -")[0].split():
        if isinstance(found, click.Group):
            found = found.get_command(context, word)
            context = click.Context(found, info_name=word, parent=context)
    options = [p for p in found.get_params(context) if isinstance(p, click.Option)]
    own = {p.opts[-1] for p in options if not isinstance(p, LazyHelpOption)}
    assert own - {"--help"} == {option for command, _, option, *_ in CASES if command == words}


def test_every_command_is_asked_here():
    assert {line.split()[0] for line in COMMANDS} == {*cli.list_commands(click.Context(cli))}


def plain(value):
    """What a call says, without functions and other objects."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return None if callable(value) or type(value).__module__.startswith("depthlaws") else str(value)


BARS = {
    name: {"on": on, "asked": asked, "says": name, "minutes": 1.0}
    for name, on, asked in (("a", "cpu", False), ("b", "cpu", True), ("c", "cuda", False))
}
ROW = {"name": "a", "what": "x", "value": 1.0, "bar": "", "verdict": "pass"}


@pytest.fixture
def calls(monkeypatch):
    """Calls of what takes long, which is replaced."""
    made = []
    claim = Claim(id="CHAIN-E5", source=CHAIN.eq(5), says="True.", checks=(lambda: None,)).entry
    number = {"rows": [{"what": "rate", "printed": "1.3", "ours": "1.2999"}]}
    shown = (Evidence(Verdict.SUPPORTED, "made up", number),)
    judged = Report([claim], [Result(claim.id, Verdict.SUPPORTED, shown, (), claim.erratum, 0.25)])

    def replaced(where_it_is, name, answer=None, *, noted=True):
        def spy(*arguments, **options):
            if noted:
                made.append((name, plain(arguments), plain(options)))
            return answer

        monkeypatch.setattr(where_it_is, name, spy)

    replaced(paper_folders, "add")
    replaced(bench, "_bars", BARS)
    replaced(bench, "_rows", [ROW])
    replaced(bench, "_need_gpu")
    replaced(bench, "_device", {})
    replaced(export, "_chosen", ([], ["CHAIN-E5"]))
    replaced(ledger, "select", [])
    replaced(verify_claims, "verify", judged)
    replaced(mutants, "mutate", judged)
    replaced(page, "write", [])
    replaced(certificates, "files", {"summary.txt": "1 claims. A stranger can recheck"})
    replaced(verify, "chosen_claims", ["chain"])
    replaced(report, "chosen_claims", ["chain"])
    replaced(report, "_certificates", {})
    replaced(report, "write", [])
    replaced(where, "_room", where.Room({}, {}, {}, None))
    replaced(where, "_of_paper", ([], []))
    replaced(where, "_verdicts", {})
    monkeypatch.setattr(figures, "make", lambda *a, **k: made.append((plain(a), plain(k))) or [])
    monkeypatch.setattr(list_command, "records", lambda kind: iter([
        {"name": f"{kind}-{i}", "says": says, "paper": paper}
        for i, (says, paper) in enumerate((("first", "chain"), ("second", "pc")))
    ]))  # fmt: skip
    monkeypatch.setattr(list_command, "entries", lambda: {
        f"claims-{i}": SimpleNamespace(beyond=False, quote="", reading="") for i in (0, 1)
    })  # fmt: skip
    run = sweeps.run

    def started(plan, options):
        made.append(plain(vars(options)))
        return run(plan, sweeps.SweepOptions(options.store, shard=options.shard, yes=True))

    monkeypatch.setattr(simulate, "run_sweep", started)
    return made


def table(heading, rows):
    return "\n".join([heading, *(",".join(map(str, row)) for row in rows)]) + "\n"


RUNS = table("width,width2,seed,run,kind,part,rms,l2", [
    (n, n**2, seed, (seed + i) % 4, kind, part, n**-0.5 * (1 + seed * i / 50), n)
    for i, n in enumerate((64, 256, 1024, 4096)) for seed in range(4)
    for part, kind in ((1, "a"), (2, "b"))
])  # fmt: skip
SWEEP = table("width,width2,lr,rate2,seed,run2,law,loss,loss2", [
    (n, n**2, 2.0**x, 4.0**x, seed, (seed + i) % 3, law, 2 + far**2 / 10 + seed * i / 50, far**2)
    for i, n in enumerate((1, 2, 4, 8)) for x in range(-8, 0) for seed in range(3)
    for law, power in (("kept", 0), ("moved", 1)) for far in [x + 4 + power * i / 2]
])  # fmt: skip
GIVEN = {"eps": 1.0, "samples": 1, "seed": 0}


@pytest.fixture
def effect(run, calls, tmp_path, monkeypatch):
    """Function that runs a command in a folder of its own: status, words, calls, files."""

    def of(words, number):
        folder = tmp_path / str(number)
        (folder / "own").mkdir(parents=True)
        monkeypatch.chdir(folder)
        (folder / "runs.csv").write_text(RUNS)
        (folder / "sweep.csv").write_text(SWEEP)
        if words.startswith("merge"):
            sweep("residual", {"width": [4, 5]}, given=GIVEN, store=folder / "store")
        (folder / "names.txt").write_text("wte.weight 100 8\nh.0.w 8 8\nlm_head.weight 100 8\n")
        (folder / "other.txt").write_text("wte.weight 100 8\nother.w 8 8\n")
        (folder / "wide.txt").write_text("wte.weight 100 16\nother.w 16 16\n")
        calls.clear()
        before = {*folder.rglob("*")}
        done = run(*words.split())
        files = sorted(str(p.relative_to(folder)) for p in {*folder.rglob("*")} - before)
        return done.status, done.out or done.err, [*calls], files

    return of


@pytest.mark.parametrize(("command", "both", "option", "given", "other"), CASES)
def test_an_option_changes_what_a_command_does(effect, command, both, option, given, other):
    words = f"{command} {both}"
    before = effect(f"{words} {other}", 0)
    assert before == effect(f"{words} {other}", 1)
    status, *others = effect(f"{words} {given}", 2)
    assert status in {0, 1, 3}, others
    assert before != (status, *others), f"{option} of {command} has no effect"
