"""The command line on good input, run as a user runs it."""

import json
import re
import subprocess
import sys

import pytest
import xarray as xr
from matplotlib.figure import Figure
from matplotlib.image import imread

from depthlaws.base.arguments import parameters
from depthlaws.claims.engine.ledger import modules
from depthlaws.cli.help_texts import argument_help, page
from depthlaws.cli.questions import questions
from depthlaws.sims import simulators
from depthlaws.theory.papers import PAPERS
from tests.cli.conftest import assert_refused
from tests.layout import ROOT

FILES = (ROOT / "depthlaws" / "cli" / "commands").glob("[a-z]*.py")
COMMANDS = {path.stem.replace("_", "-") for path in FILES}


def test_help_names_every_command_and_imports_no_mathematics():
    code = (
        "import sys; from depthlaws.cli.main import main; main(['--help'])\n"
        "heavy = {'numpy', 'sympy', 'scipy', 'matplotlib', 'xarray', 'rich'} & {*sys.modules}\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert {"verify", "figures", "whatif", "simulate"} < COMMANDS
    listed = re.findall(r"^  ([\w-]+)  ", done.stdout.partition("Commands:")[2], re.M)
    assert set(listed) == COMMANDS


@pytest.mark.slow
def test_list_shows_every_kind(good):
    tables = json.loads(good("list", "--json"))
    assert set(tables) == {"claims", "figures", "formulas", "questions"}
    assert all(tables.values())
    names = {q["name"] for q in tables["questions"]}
    assert {"chain.max_learning_rate", "chain.alpha", "residual.tied_kernel"} <= names
    assert all(record["says"] for records in tables.values() for record in records)


def test_list_of_one_paper_has_only_that_paper(good):
    text = good("list", "formulas", "--paper", "looped")
    assert "untied-energy" in text
    assert "chain-sharpness" not in text


def test_whatif_without_a_name_lists_the_questions(good):
    assert "chain.max_learning_rate" in good("whatif")


ASKED = {**questions(), **{f"simulate {n}": f for n, f in simulators().items()}}


def test_every_option_says_what_it_means():
    texts = {
        f"{name}: {p.name}": argument_help(function, p.name, p.record)
        for name, function in ASKED.items()
        for p in parameters(function)
    }
    cut = [
        n for n, w in texts.items() if len(re.findall(r"[(\[]", w)) != len(re.findall(r"[)\]]", w))
    ]
    assert cut == [], "inside brackets"
    silent = [name for name, text in texts.items() if not text]
    assert silent == [], "write them into the Parameters section of the function"


def test_no_help_page_has_python_in_it():
    leaks = r"Raises|[Aa]rguments (and|as)|>>>|``|:\w+:`|progress\("
    pages = {name: page(function) for name, function in ASKED.items()}
    assert [name for name, text in pages.items() if re.search(leaks, text)] == []
    assert min(map(len, pages.values())) > 10


@pytest.mark.parametrize("name", ["chain.alpha", "residual.tied_kernel", "chain-sharpness"])
def test_a_help_page_explains_each_option_in_plain_words(good, name):
    text = " ".join(good("whatif", name, "--help").split())
    for p in parameters(ASKED[name]):
        assert f"--{p.name.replace('_', '-')} " in text
    words = text.lower()
    assert "depth: number of layers" in words or "loops: how often" in words
    assert ":func:" not in text
    assert "``" not in text


def test_whatif_help_shows_the_options_of_that_question(good):
    text = good("whatif", "chain.max_learning_rate", "--help")
    for option in ("--L", "--mu-yx", "--mu-xx", "--network", "--plot"):
        assert option in text


def test_whatif_answers_over_a_range(rows):
    # eta = 2/(mu_xx L r^(2-2/L)): at L = 2 and r = 2 this is 1/2, at L = 1 it is 2.
    answers = rows("chain.max_learning_rate", "--L", "1:4", "--mu-yx", "2", "--mu_xx", "1")
    assert [row["L"] for row in answers] == [1, 2, 3, 4]
    assert answers[0]["value"] == pytest.approx(2, rel=1e-15)
    assert answers[1]["value"] == pytest.approx(0.5, rel=1e-15)


def test_whatif_makes_a_grid_and_takes_names_and_infinity(rows):
    answers = rows(
        "chain.plateau_time", "--alpha0", "1e-3:0.1:log3", "--L", "2,inf", "--tau", "1/2"
    )
    assert [(row["alpha0"], row["L"]) for row in answers] == [
        (0.001, 2),
        (0.001, "inf"),
        (0.01, 2),
        (0.01, "inf"),
        (0.1, 2),
        (0.1, "inf"),
    ]
    both = rows("chain.sharpness", "--L", "4", "--mu-yx", "2", "--mu-xx", "1",
                "--network", "feedforward,block1")  # fmt: skip
    assert both[0]["value"] == pytest.approx(4 * both[1]["value"], rel=1e-15)


def test_whatif_asks_a_formula_by_its_id(rows):
    answers = rows("chain-sharpness", "--L", "2", "--mu-yx", "3", "--mu-xx", "1")
    assert answers == [{"value": pytest.approx(6, rel=1e-15)}]  # mu_xx L r^(2-2/L) = 2*3


def test_whatif_shows_the_parts_of_a_record(rows):
    answers = rows("residual.divergence", "--alpha", "0.5,2")
    assert [row["law"] for row in answers] == ["exponential", "bounded"]


PICTURES = {
    "curves": ("chain.max_learning_rate", "--L", "1:64", "--mu-yx", "2", "--mu-xx", "1,2"),
    "a kernel": ("residual.tied_kernel", "--N", "8", "--eps", "1/8"),
    "a pair": ("chain.two_cycle", "--k", "2.1:2.4:lin4", "--L", "4"),
    "a record": ("chain.transfer", "--L", "8,16", "--L0", "4", "--r", "2"),
}


@pytest.mark.parametrize("arguments", PICTURES.values(), ids=PICTURES)
def test_whatif_draws(arguments, good, tmp_path):
    file = tmp_path / "a.png"
    assert arguments[0] in good("whatif", *arguments, "--plot", file)
    width, height = imread(file).shape[1::-1]
    assert min(width, height) >= 900


def test_axes_say_what_they_show(monkeypatch, good):
    seen = []
    monkeypatch.setattr(Figure, "savefig", lambda canvas, *_, **__: seen.extend(canvas.axes))
    monkeypatch.setattr("depthlaws.base.files.Path.replace", lambda *_: None)
    good("whatif", "chain.plateau_time", "--alpha0", "0.1", "--L", "2:8", "--tau", "1,2",
         "--plot", "a.png")  # fmt: skip
    (panel,) = seen
    assert panel.get_xlabel().startswith("L: Depth: number of layers")
    assert panel.get_ylabel().startswith("Duration")
    (legend,) = panel.get_figure().legends
    assert [t.get_text() for t in legend.get_texts()] == ["tau = 1", "tau = 2"]


def test_transfer_moves_a_rate_between_depths(good):
    """The agnostic rule overshoots by r^(2/L0 - 2/L): from L0 = 1 to inf at r = 2 by a factor 4."""
    text = good("transfer", "chain", "--L0", "1", "--L", "1,inf", "--r", "2", "--json")
    same, deep = json.loads(text)["rows"]
    assert (same["mismatch"], same["converges"]) == (1, True)
    assert (deep["mismatch"], deep["converges"]) == (pytest.approx(4, rel=1e-15), False)


MOVE = ("transfer", "--learning-rate", "1e-3", "--layers", "12", "--to-layers", "48",
        "--to-loops", "8")  # fmt: skip


@pytest.mark.slow
def test_a_model_is_moved_under_every_law_side_by_side(good):
    """Branches: looped 1/(N sqrt(L)), the others as 384 layers; only sp's energy explodes."""
    answer = json.loads(good(*MOVE, "--all", "--json"))
    by_law = {one["law"]: one for one in answer["laws"]}
    assert answer["recommended"]["law"] == "looped"
    blocks = {name: one["settings"]["block matrices"] for name, one in by_law.items()}
    assert blocks["looped"]["learning_rate"]["value"] == pytest.approx(5e-4)
    assert blocks["looped"]["multiplier"]["value"] == 1 / 16
    assert blocks["complete_p"]["multiplier"]["value"] == 1 / 32
    assert "fixed layers" in by_law["mup"]["refused"]
    assert "laws that move layers: sp, depth_mup, complete_p" in by_law["mup"]["refused"]
    after = {name: one["energy"]["after"] for name, one in by_law.items() if not one["refused"]}
    plain = after.pop("first_sign_step")
    assert plain == 1  # fan-in weights keep the energy
    assert sorted(after, key=after.get) == ["complete_p", "looped", "depth_mup", "sp"]


def test_a_move_in_every_format(good):
    assert good(*MOVE, "--format", "markdown").splitlines()[1].startswith("| --- |")
    assert good(*MOVE, "--format", "latex").startswith(r"\begin{tabular}")
    heading, *rows = good(*MOVE, "--format", "csv").splitlines()
    assert heading.startswith("law,")
    laws = ["sp", "mup", "looped", "depth_mup", "complete_p", "first_sign_step"]
    assert [row.split(",")[:2] for row in rows] == [
        [law, "yes" if law in laws[:3] else "no"] for law in laws
    ]
    table = good(*MOVE, "--all")
    assert "assumes:" in table
    assert "silent:" in table


def test_groups_of_the_parameters_in_a_file(good, run, tmp_path):
    """Shapes as torch.Size prints them too; a tied head is said."""
    file, export = tmp_path / "p.txt", (*MOVE, "--law", "looped", "--trainer", "nemo")
    file.write_text(
        "wte.weight (100, 8)\nh.0.attn.weight 8 8\n\nh.0.scale\nhead.weight = wte.weight\n"
    )
    text = good(*export, "--parameters", file)
    assert text.count("lr_mult: 0.5") == 2
    assert "# head.weight (readout) is wte.weight (embedding), tied" in text
    assert_refused(run(*export), "nemo sees names only", "--parameters FILE")
    assert_refused(run(*MOVE, "--parameters", file), "--parameters has no effect without --trainer")
    assert_refused(run(*export, "--parameters", tmp_path / "none"), "cannot read", "none")
    for line, says in (
        ("wte.weight 8 x", "'x' behind the sizes is no group"),
        ("head.weight = wte", "equals wte, which no line above lists"),
        ("h.0.scale\nh.0.scale", "h.0.scale is listed twice"),
    ):
        file.write_text(line)
        refused = run(*export, "--parameters", file)
        assert_refused(refused, f"line {line.count(chr(10)) + 1}", says)
    file.write_text("wte.weight 100 8\nstrange.w 3 4\n")
    assert_refused(run(*export, "--parameters", file), "strange.w (3, 4)", "name it with")
    assert_refused(run(*export, "--parameters-wider", file), "has no effect without --parameters")
    file.write_text("wte.weight 100 8\nstrange.w 3 4 block matrices\n")
    assert "pattern: '^(strange\\.w)$'\n      lr_mult: 0.5" in good(*export, "--parameters", file)
    file.write_text("wte.weight 100 8 heads")
    assert_refused(run(*export, "--parameters", file), "line 1", "one of embedding, block")
    file.write_text("wte.weight 100 8\nhead.weight 100 8 = wte.weight")
    assert_refused(run(*export, "--parameters", file), "line 2", "below the name it equals")
    file.write_text("\n")
    assert_refused(run(*export, "--parameters", file), "lists no parameter")


def test_a_looped_block_in_numbers_and_simulated(good):
    loop = ("loop", "--L", "2", "--N", "4", "--eps", "1/8", "--sites", "32")
    quantities = json.loads(good(*loop, "--width", "512", "--samples", "40", "--json"))
    growth, simulated = quantities["growth"], quantities["simulated_growth"]
    assert abs(simulated["value"] - growth["value"]) < 6 * simulated["error"] < 0.3
    assert quantities["largest_eps"]["value"] > 1 / 8
    text = good(*loop)
    assert "At s = 1.414 (--s) the energy grows" in text
    assert "over that of one visit" in text
    assert "At s = 1 (--s)" in good(*loop, "--s", "1")


def test_simulate_takes_lists_and_whole_numbers(good):
    text = good("simulate", "scalar", "--network", "feedforward", "--depth", "2", "--mu-yx", "2",
                "--steps", "2e1", "--scaled-rate", "0.2", "--total", "0.1", "--observe", "loss",
                "--record", "10,20", "--json")  # fmt: skip
    assert [row["step"] for row in json.loads(text)["rows"]] == [10, 20]
    text = good("simulate", "residual", "--width", "16:64:log3", "--loops", "1,2", "--eps", "1/8",
                "--samples", "2", "--seed", "0", "--observe", "energy,overlaps",
                "--json")  # fmt: skip
    assert [r["width"] for r in json.loads(text)["rows"]] == [16, 16, 32, 32, 64, 64]


def test_questions_about_arrays_are_answered(rows):
    assert rows("chain.minimum_sharpness", "--weights", "[1,1]")[0]["value"] == pytest.approx(2)
    (mass,) = rows("residual.cone_mass", "--u", "[[1,2],[1,1]]")
    assert mass["lower"] == 2.5  # N = 2 times the mean 1.25
    (near,) = rows("chain.time", "--alpha", "none", "--gap", "1e-20", "--alpha0", "0.1", "--L", "4")
    assert near["value"] > 40  # beyond what 1 - alpha can say as a float


@pytest.mark.slow
def test_names_in_any_case(good):
    assert "chain-sharpness" in good(
        "whatif", "CHAIN-Sharpness", "--L", "2", "--mu-yx", "3", "--mu-xx", "1"
    )
    assert "chain-sharpness" in good("where", "Chain", "13")
    assert "CHAIN-E13" in good("where", "chain-e13")


def test_help_names_papers_and_ids(good):
    text = good("figures", "--help")
    for name in ("Papers", "looped", "chain-fig1", "looped-limit"):
        assert name in text
    text = " ".join(good("verify", "--help").split())
    for name in ("Papers", "CHAIN-E13", "list claims"):
        assert name in text
    listed = re.split(r"[\s,]+", text.partition("Papers:")[2].strip())
    assert listed == [paper for paper in PAPERS if modules(paper)]


def test_an_answer_shows_no_functions(good):
    assert "function" not in good("whatif", "activations.get", "--activation", "relu")


def test_ids_are_never_folded(good, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    text = good("list", "formulas", "--paper", "chain")
    for name in ("chain-modified-flow", "chain-infinite-plateau-lower"):
        assert name in text


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_nothing_vanishes_in_a_narrow_terminal(columns, good, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = good("list", "formulas", "--paper", "chain")
    for word in ("chain-modified-flow", "eq.", "(13)", "Largest", "Hessian", "balanced"):
        assert word in text
    assert "PROVED" in good("verify", "CHAIN-E5")


def test_simulate_scalar_runs_a_grid(good):
    text = good("simulate", "scalar", "--network", "feedforward,block1", "--depth", "1:3",
                "--mu-yx", "2", "--steps", "200", "--scaled-rate", "0.2", "--total", "0.1",
                "--json")  # fmt: skip
    answers = json.loads(text)["rows"]
    assert [(r["network"], r["depth"]) for r in answers] == [
        (n, d) for n in ("feedforward", "block1") for d in (1, 2, 3)
    ]
    assert all(row["total"] == pytest.approx(2, rel=1e-9) for row in answers)


def test_simulate_keeps_everything_in_a_file(good, tmp_path):
    arguments = ("simulate", "matrix-free", "--width", "256", "--loops", "1,4", "--eps", "1/4",
                 "--samples", "5", "--seed", "1")  # fmt: skip
    text = good(*arguments, "--out", tmp_path / "run.nc")
    run = xr.load_dataset(tmp_path / "run.nc", engine="h5netcdf")
    assert run.energy.sizes == {"loops": 2, "sample": 5, "time": 5}
    for loops in (1, 4):
        mean = float(run.energy.sel(loops=loops, time=loops).mean())
        assert f" {mean:.3f} +- " in text or f" {mean:.2f} +- " in text
    assert good(*arguments) == text


def test_json_goes_to_a_file(good, tmp_path):
    file = tmp_path / "out.json"
    text = good(
        "whatif", "chain-sharpness", "--L", "2", "--mu-yx", "3", "--mu-xx", "1", "--json", file
    )
    assert json.loads(file.read_text())["given"] == {"L": 2, "mu_yx": 3, "mu_xx": 1}
    assert "chain-sharpness" in text


@pytest.mark.slow
def test_verify_of_one_claim_prints_its_statement_and_its_right_form(good, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    only = good("verify", "CHAIN-I8", "--only", "refuted")
    assert "at mu_xx = 3, L = 1: 3 (sharpness at L, mu_yx = 1) is not <= 2 (sharpness" in only
    assert "CHAIN-I8-range (" not in only
    assert "depthlaws report writes a page of each paper's errata" in only
    text = good("verify", "CHAIN-I8")
    for line in (
        "CHAIN-I8 (chain, section 2, sharpness): The deeper the network, the sharper",
        '  The paper: "When we increase the depth of the linear network',
        "  We read: For every target.",
        "  Printed wrong: corrected by CHAIN-I8-range.",
        "  Would read: For targets mu_yx >= mu_xx it becomes sharper at every depth",
        "CHAIN-I8-range (chain, beyond the paper (ERR-A9)): S grows with depth exactly where",
    ):
        assert line in text
    assert "  Imprecise: it holds as read; PC-E46 states it exactly." in good(
        "verify", "PC-E46-raw"
    )


@pytest.mark.slow
def test_verify_gives_verdicts_and_a_page(spawn, tmp_path):
    files = ("--json", tmp_path / "v.json", "--html", tmp_path / "v.html")
    status, text, errors = spawn("verify", "CHAIN-E5", "--fresh", *files)
    assert (status, errors) == (0, "")
    record = json.loads((tmp_path / "v.json").read_text())
    assert record["ok"]
    assert "CHAIN-E5" in {c["id"] for c in record["claims"]}
    assert "CHAIN-E5" in text
    assert "CHAIN-E5" in (tmp_path / "v.html").read_text()


@pytest.mark.slow
def test_a_search_over_words_finds_the_law(good):
    """By the words of the paper, by those of a trainer, and by the exponent alone."""
    for words, name in (
        ("why -3/2", "AMMUP-P1"),
        ("edge of stability", "CHAIN-I8"),
        ("weight sharing", "LOOP-"),
    ):
        tables = json.loads(good("list", "claims", "--about", words, "--json"))
        assert any(row["name"].startswith(name) for row in tables["claims"]), words
