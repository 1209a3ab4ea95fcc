"""Every number that a command prints stands under its name in the record (--json)."""

import json
import re
from collections import defaultdict

import pytest

from depthlaws import figures
from depthlaws.cli.commands import bench
from tests.cli.asked import LOOPS, QUESTIONS, RECORDED
from tests.cli.pictures import agrees, number, tables


@pytest.mark.parametrize("name", [n for n in QUESTIONS if QUESTIONS[n][0] == "whatif"])
def test_every_printed_number_of_a_question_is_in_the_record(drawn, name):
    shown = drawn(*QUESTIONS[name])
    printed = tables(shown.printed)
    assert len(printed) == len(shown.record["rows"])
    for cells, row in zip(printed, shown.record["rows"], strict=True):
        assert [*cells] == [*row]
        for key, cell in cells.items():
            value = row[key]
            plain = isinstance(value, bool) or (isinstance(value, str) and value not in {"inf"})
            assert cell == str(value) if plain else agrees(cell, number(value)), (key, cell, row)


@pytest.mark.parametrize("name", [n for n in QUESTIONS if QUESTIONS[n][0] == "simulate"])
def test_every_printed_mean_of_a_simulation_is_rounded_to_its_error(drawn, name):
    shown = drawn(*QUESTIONS[name])
    printed = tables(shown.printed)
    assert len(printed) == len(shown.record["rows"])
    for cells, row in zip(printed, shown.record["rows"], strict=True):
        for key, cell in cells.items():
            mean, sign, error = cell.partition(" +- ")
            assert bool(sign) == (f"{key} error" in row)
            if sign:
                assert agrees(mean, row[key], least=1)
                assert agrees(error, row[f"{key} error"], least=1)
                assert 1 <= len(re.sub(r"^0\.?0*|\D", "", error)) <= 3
            elif not isinstance(row[key], str):
                assert agrees(cell, row[key])


@pytest.mark.parametrize("name", ["missing", "simulated", "in use"])
def test_every_printed_number_of_a_loop_is_in_the_record(drawn, name):
    shown = drawn(*QUESTIONS[name])
    for cells, row in zip(_joined(shown.printed), shown.record["rows"], strict=True):
        for key, cell in cells.items():
            parts = [p.split(" +- ") for p in cell.split("; ")]
            values = [(key, row[key])]
            if f"simulated_{key}" in row:
                values.append((f"simulated_{key}", row[f"simulated_{key}"]))
            values = [(k, v) for k, v in values if isinstance(v, str) or number(v) == number(v)]
            values = [(k, v) for k, v in values if v != "nan"]
            assert len(parts) == max(1, len(values)), (key, cell, row)
            for (full, value), (text, *error) in zip(values, parts, strict=False):
                assert text == value if isinstance(value, str) else agrees(text, value), (key, row)
                assert not error or agrees(error[0], row[f"{full}_error"], least=1)


def _joined(printed):
    """Rows of a table that was printed in parts below each other."""
    rows = tables(printed)
    parts = defaultdict(dict)
    for i, row in enumerate(rows):
        size = len([r for r in rows if [*r] == [*rows[0]]])
        parts[i % size] |= row
    return [*parts.values()]


def test_the_sentence_and_table_of_a_loop_have_the_numbers_of_the_record(run_one):
    out, record = run_one("loop", "--visits", "1+2x3+1", "--lam", "2", "--bound", "3")
    numbers = re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", out.partition("\n")[0])
    sqrt2, growth, bound, largest = numbers[:4] if len(numbers) == 4 else numbers
    assert agrees(growth, record["growth"]["value"])
    assert agrees(largest, record["largest_eps"]["value"])
    assert (float(sqrt2), float(bound)) == (1.414, 3)
    assert ("above" in out) == (record["growth"]["value"] > 3)
    for cells in tables(out):
        entry = record[cells["quantity"]]
        text, _, error = cells["value"].partition(" +- ")
        assert agrees(text, number(entry["value"])), cells
        assert not error or agrees(error, entry["error"], least=1)


ECHOED = ("missing", "simulated", "in use", "networks", "rules", "scaled", "steep", "infinite")


@pytest.mark.parametrize("name", ECHOED)
def test_a_record_says_what_was_asked(run_one, name):
    """A field of a record that has the name of an option that was typed has its value."""
    command = QUESTIONS[name]
    _, record = run_one(*command)
    at = command.index(next(w for w in command if str(w).startswith("--")))
    seen = 0
    for option, typed in zip(command[at::2], command[at + 1 :: 2], strict=True):
        key = option.strip("-").replace("-", "_")
        for part in (record, record["given"], *record["rows"]):
            if key in part and not isinstance(part[key], dict):
                texts = [word for word in str(typed).split(",") if ":" not in word]
                assert not texts or part[key] in [plain(word) for word in texts], (key, part[key])
                seen += bool(texts)
    assert seen > 2


def plain(word):
    """A typed word as JSON shows it."""
    top, slash, bottom = word.partition("/")
    if slash:
        return float(top) / float(bottom)
    if word in ("true", "false"):
        return word == "true"
    return float(word) if re.fullmatch(r"-?[\d.]+(e-?\d+)?", word) else word


HEADINGS = {"rate": "learning_rate", "decay": "weight_decay", "decay alone": "independent_decay",
            "epsilon": "adam_epsilon", "init std": "init_std", "times": "multiplier"}  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [("--optimizer", "adamw", "--model", "pre-norm", "--width", 64, "--to-width", 256),
     ("--optimizer", "sgd"), ("--optimizer", "muon", "--model", "pre-norm", "--muon-rate", 0.02),
     ("--optimizer", "lion", "--model", "pre-norm", "--to-loops", 4)],
    ids=lambda words: words[1],
)  # fmt: skip
def test_every_printed_setting_is_in_the_record(run_one, options):
    sizes = ("--layers", 4, "--to-layers", 16)
    out, record = run_one("transfer", "--lr", 3e-3, *sizes, "--weight-decay", 0.1, *options)
    move, rows = record["recommended"], tables(out)
    assert f"Use {move['law']} " in out
    assert {row["group"] for row in rows} == {*move["settings"]}
    marks = {"stated": "", "inferred": "~", "unknown": "?", "silent": "kept"}
    shown = 0
    for row in rows:
        for heading, cell in row.items():
            if heading == "group" or not cell:
                continue
            setting = move["settings"][row["group"]][HEADINGS[heading]]
            text, _, mark = cell.partition(" ")
            assert agrees(text, setting["value"]), (row, heading)
            assert not setting["value"] or mark == marks[setting["known"]], (row, heading)
            shown += 1
    assert shown > 10


def test_every_printed_number_of_a_transfer_check_is_in_the_record(run_one, sweep):
    out, checks = run_one("transfercheck", sweep, "--by", "law")
    sentences = re.findall(r"^law \w+: (.*)$", out, re.MULTILINE)
    optima = [o for check in checks for o in check["optima"]]
    for sentence, check in zip(sentences, checks, strict=True):
        assert sentence.startswith(f"{check['verdict']}. best rate goes as loops^")
        numbers = re.findall(r"(?<=\^)-?[\d.e-]+\d|(?<=[( ])-?[\d.]+(?:e-?\d+)?(?=[ ).])", sentence)
        values = [check[k] for k in ("drift", "low", "high", "expected")]
        assert all(agrees(a.rstrip("."), b) for a, b in zip(numbers, values, strict=True)), numbers
    for cells, o in zip(tables(out), optima, strict=True):
        low, high = cells["interval"].split(" to ")
        loss, _, runs = cells["loss"].partition(" (runs: ")
        paid = re.findall(r"-?[\d.]+(?:e-?\d+)?", cells["paid"])
        pairs = [
            (cells["loops"], o["size"]), (cells["best rate"], o["rate"]), (low, o["low"]),
            (high, o["high"]), (cells["best swept"], o["best_swept"]), (loss, o["loss"]),
            (runs.rstrip(")") or "", o["lowest_mean"]), (paid[0], o["paid"]),
            (cells["diverged"].split()[0], o["diverged"]),
        ]  # fmt: skip
        for text, value in pairs:
            assert agrees(text, value), (text, value, cells)
        for text, value in ((paid[1], o["paid_low"]), (paid[2], o["paid_high"])):
            assert agrees(text, value, least=2), (text, value, cells)


def test_every_printed_number_of_a_coordinate_check_is_in_the_record(run_one):
    out, checks = run_one("coordcheck", LOOPS, *RECORDED)
    for cells, check in zip(tables(out), checks, strict=True):
        for key in ("slope", "low", "high", "expected", "at_the_end"):
            assert agrees(cells[key], check[key]), (key, cells)
        assert cells["verdict"] == check["verdict"]
        assert " ".join(cells["why"].split()) == check["why"]


@pytest.mark.parametrize("digits", [5, 40])
def test_digits_of_a_closed_form_are_those_of_mpmath(run_one, digits):
    import mpmath

    _, record = run_one("whatif", "kappa-relu", "--rho", "1/3,0.1", "--digits", digits)
    with mpmath.workdps(60):
        for row, rho in zip(record["rows"], (mpmath.mpf(1) / 3, mpmath.mpf(1) / 10), strict=True):
            value = mpmath.sqrt(1 - rho**2) + rho * (mpmath.pi - mpmath.acos(rho))
            assert mpmath.almosteq(
                mpmath.mpf(row["value"]), value / (2 * mpmath.pi), 10 ** (1 - digits)
            )
            assert len(row["value"].replace("0.", "", 1)) == digits


ROWS = [
    {"name": "a", "what": f"row {i}", "value": 1.5 + i, "bar": f"<= {i}", "verdict": verdict,
     "ours": f"{i} s", "beside": f"{i + 7} s", "others": i / 8}
    for i, verdict in enumerate(("pass", "MISS"))
]  # fmt: skip
DRAWN = [
    figures.Result("chain-fig1", (), reused=True, seconds=2.5, note="late"),
    figures.Result("chain-fig2", (), reused=False, seconds=3.5, refused="no data"),
]
TABLES = {  # command: what it shows in place of a long run, and what stands under each heading
    "bench": ({"what": "what", "judged": "value", "bar is": "bar", "verdict": "verdict",
               "ours": "ours", "beside": "beside", "others": "others"}, lambda r: r["rows"]),
    "figures": ({"figure": "id", "what happened": "refused", "s": "seconds", "note": "note"},
                lambda r: r),
    "list formulas --paper pc": ({"name": "name", "where": "where", "says": "says"},
                                 lambda r: r["formulas"]),
}  # fmt: skip


@pytest.mark.parametrize("command", TABLES)
def test_every_cell_stands_under_its_heading(command, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "600")
    monkeypatch.setattr(bench, "_bars", lambda: {"a": dict.fromkeys(("on", "asked", "says"), "cpu")
                        | {"minutes": 1.0, "asked": False}})  # fmt: skip
    monkeypatch.setattr(bench, "_rows", lambda _: iter(ROWS))
    monkeypatch.setattr(figures, "make", lambda *_, **__: DRAWN)
    headings, rows = TABLES[command]
    printed = tables(run(*command.split()).out)
    record = rows(json.loads(run(*command.split(), "--json").out))
    assert len(printed) == len(record) > 1
    for cells, row in zip(printed, record, strict=True):
        assert {*headings} == {*cells}
        for heading, cell in cells.items():
            value = row[headings[heading]]
            if isinstance(value, float):
                assert agrees(cell.partition(" ")[0], value, least=1), (heading, cell, row)
            else:
                assert " ".join(str(value).split()) in cell, (heading, cell, row)
