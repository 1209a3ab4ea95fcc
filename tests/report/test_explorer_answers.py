"""Sentences, shown numbers, plots and commands of the explorers, over a grid of states.

Numbers by themselves are compared with the theory in ``test_explorers.py``; here each number of a
sentence, each text beside a value, each plotted point and each number that the command beside the
answer prints must be the one of its name.
"""

import itertools
import json
import math
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from depthlaws import chain, predictive_coding, report, residual, updates
from depthlaws.cli.main import cli
from depthlaws.report.explorers import EXPLORERS
from depthlaws.report.explorers.ammup import NETWORKS
from depthlaws.theory.parametrization.law_comparison import MARKS
from tests.report.browser import answer
from tests.report.explorer_states import STATES, by_name, numbers, pairs, rounded
from tests.report.test_explorers import BY_ID, RTOL, scripts  # noqa: F401 (a fixture)

pytestmark = pytest.mark.browser
TEMPLATES = Path(report.__file__).parent / "templates"


@pytest.fixture(scope="module")
def asked(scripts):  # noqa: F811
    """Whole answers of the scripts to every state."""
    payloads = json.dumps({one.id: one.payload for one in EXPLORERS})
    return answer(
        scripts,
        f"""
        const D = window.depthlaws, payloads = {payloads}, out = {{}};
        const plain = (key, x) => (typeof x === "number" && !Number.isFinite(x) ? String(x) : x);
        for (const [id, states] of Object.entries({json.dumps(STATES)})) {{
            out[id] = states.map((state) => JSON.parse(JSON.stringify(
                D.ask(id, payloads[id].fields, payloads[id].data, state), plain)));
        }}
        out.colours = D.colours;
        out.digits = [0.1, 123456.7, 1e-5, 2.5e8, -3.14159265, 0, 12345678].map((x) => D.digits(x));
        return out;
    """,
    )


def test_digits_are_as_in_a_text(asked):
    texts = ["0.1", "123457", "1e-5", "2.5e+8", "-3.14159", "0", "1.23457e+7"]
    assert asked["digits"] == texts


@pytest.mark.parametrize("name", [n for n in STATES if n != "transfer"])
def test_every_text_shows_the_value_beside_it(asked, name):
    for state, given in pairs(asked, name):
        assert given["rows"], state
        for label, (text, number) in given["rows"]:
            if number is None:
                assert text in ("none", "infinite"), (label, text)
                continue
            first = text.partition(", ")[0]
            if first.startswith(("beyond", "searched")):
                assert not math.isfinite(float(number))
            else:
                assert rounded(first, number), (state, label, text, number)


def test_the_sentence_of_a_stream_has_its_numbers(asked):
    for state, given in pairs(asked, "looped"):
        rows, says = by_name(given), given["says"]
        order = residual.Stream(visits=state["use"] or state["visits"], eps=0.1)
        visits, layers, energy = numbers(r"After # visits of # layers? the energy is # times", says)
        assert (int(visits), int(layers)) == (order.steps, order.layers)
        assert rounded(energy, rows["energy after all visits"])
        (alone,) = numbers(r"Without shared matrices it would be #$", says)
        assert rounded(alone, rows["the same layers, no matrix shared"])
        word = "stays below 2" if float(energy) <= 2 else "is above 2"
        assert f"it {word}." in says
        assert ("tuned for it was" in says) == bool(state["use"])
        if state["use"]:
            (before,) = numbers(r"At the visits that it was tuned for it was #", says)
            steps = residual.Stream(visits=state["visits"], eps=0.1).steps
            scale = {"eps": state["lam"] / steps**0.5} if state["rule"] == "root" else {}
            scale = scale or {"lam": state["lam"]}
            tuned = residual.loop(visits=state["visits"], sites=0, block=state["block"], **scale)
            assert rounded(before, tuned.growth)
        if "However many loops" in says:
            (upper,) = numbers(r"However many loops, it stays below #\. W", says)
            assert rounded(upper, rows["upper bound for any order of visits"])


def test_the_sentence_of_rates_over_depth_has_its_numbers(asked):
    for state, given in pairs(asked, "ammup"):
        rows = [*by_name(given).values()]
        low, high, power, at, to, ratio, simple = numbers(
            r"between # and # layers the largest rate goes as depth to the power #\. "
            r"From # to # layers multiply the rate by #; depth\^\(-3/2\) says #$",
            given["says"],
        )
        assert (int(low), int(high)) == (state["L"], 2 * state["L"])
        assert (int(at), int(to)) == (state["L"], state["to"])
        assert rounded(power, rows[0], 4)
        assert rounded(ratio, rows[1], 4)
        assert rounded(simple, rows[2], 4)
        where = f"at width {state['width']}" if state["width"] else "at infinite width"
        assert f"{where}: between" in given["says"]


def test_the_sentence_of_predictive_coding_has_its_numbers(asked):
    for _, given in pairs(asked, "pc"):
        rows, says = by_name(given), given["says"]
        (mean,) = numbers(r"the loss over s = # in the mean", says)
        assert rounded(mean, rows["mean rescaling s"], 5)
        off = rows["1 - cosine, leading order in 1/N"]
        if off <= 0.1:
            (cosine,) = numbers(r"cosine between both gradients is #", says)
            assert rounded(cosine, 1 - off)
        safe, descent, nesterov = numbers(
            r"safe below the step # and takes # steps of gradient descent, or # of Nesterov", says
        )
        assert rounded(safe, rows["safe steps are below"], 5)
        assert int(descent) == rows["steps of gradient descent"]
        assert int(nesterov) == rows["steps of Nesterov's method"]


def test_the_sentence_of_the_chain_has_its_numbers(asked):
    for state, given in pairs(asked, "chain"):
        steps, total = numbers(r"After # steps the total weight is # of the target", given["says"])
        assert int(steps) == state["n"]
        assert rounded(total, by_name(given)["total weight after n steps, descent"])
        assert ("not below the target" in given["says"]) == (state["alpha0"] >= 1)


def test_the_table_of_a_transfer_has_its_settings(asked):
    headings = {"rate": "learning_rate", "decay": "weight_decay", "epsilon": "adam_epsilon",
                "init std": "init_std", "times": "multiplier"}  # fmt: skip
    shown = 0
    for state, given in pairs(asked, "transfer"):
        head, table = given["table"]["head"], given["table"]["rows"]
        assert [row[0] for row in table] == [*given["settings"]]
        for group, *cells in table:
            for heading, cell in zip(head[1:], cells, strict=True):
                if not cell:
                    continue
                text, number = cell
                setting = given["settings"][group][headings[heading]]
                mark = MARKS[setting["known"]] if setting["value"] else ""
                assert number == setting["value"], (state, group, heading)
                assert text.endswith(mark)
                assert rounded(text.removesuffix(mark) if mark else text, number or 0, 4)
                shown += 1
        full = {f.name: f.default for f in BY_ID["transfer"].fields} | state
        for size in ("layers", "loops", "width"):
            moved = f"{size} {full[size]} to {full[f'to_{size}']}"
            assert (moved in given["says"]) == (full[size] != full[f"to_{size}"])
        assert f"Use {given['law']} for a " in given["says"]
    assert shown > 80


# -- plots -----------------------------------------------------------------------------------------


def test_every_look_of_a_line_has_a_colour_of_its_own(asked):
    css = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    defined = dict(re.findall(r"(--[\w-]+): light-dark\((.*?)\);", css))
    shades = [defined[name].split(", ") for name in asked["colours"].values()]
    assert all(len({*one}) == len(asked["colours"]) for one in zip(*shades, strict=True))
    answers = [answer for one in STATES for answer in asked[one]]
    looks = {
        line["look"] for answer in answers for plot in answer["plots"] for line in plot["lines"]
    }
    assert {"theory", "guide", "other"} <= looks <= {*asked["colours"]}


def line(plot, look, which=0):
    """Points (x, y) of a line of a plot by its look."""
    lines = [one for one in plot["lines"] if one["look"] == look]
    words = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}
    return [tuple(float(words.get(v, v)) for v in point) for point in lines[which]["points"]]


def close(points, expected, rel=RTOL):
    points, expected = np.array(points, dtype=float), np.array(expected, dtype=float)
    assert points.shape == expected.shape
    assert np.allclose(points, expected, rtol=rel, atol=1e-12)


def test_the_plot_of_a_stream_has_both_courses(asked):
    for state, given in pairs(asked, "looped"):
        (plot,) = given["plots"]
        order, tuned = (state["use"] or state["visits"]), state["visits"]
        per_layer = residual.visit_scales(tuned, state["lam"])
        if state["rule"] != "visits":
            whole = len(per_layer) ** 0.5 if state["rule"] == "root" else 1
            per_layer = np.full(len(per_layer), state["lam"] / whole)
        of = dict(zip(residual.Stream(visits=tuned, eps=0.1).labels, per_layer, strict=True))
        labels = residual.Stream(visits=order, eps=0.1).labels
        options = {"eps": [of[i] for i in labels], "s": math.sqrt(2)}
        options["normalize"] = state["block"] == "prenorm"
        shared = residual.Stream(visits=order, **options).energies
        alone = residual.Stream(layers=len(labels), **options).energies
        close(line(plot, "theory"), [*enumerate(shared)])
        close(line(plot, "other"), [*enumerate(alone)])
        top = plot["y"]["range"][1]
        assert top >= (1 - RTOL) * max(shared)


def test_the_plot_of_rates_has_the_exponents(asked):
    options = {name: words for name, _, words, _ in NETWORKS}
    for state, given in pairs(asked, "ammup"):
        (plot,) = given["plots"]
        sizes = {k: state[k] for k in ("width", "outputs")} if state["width"] else {}
        curve = line(plot, "theory")
        asked_of = options[state["network"]] | sizes
        for depth, slope in curve[::5]:
            exact = updates.local_slope(L=int(depth), **asked_of)
            assert slope == pytest.approx(exact, rel=RTOL), (state, depth)
        assert {y for _, y in line(plot, "guide")} == {-1.5}
        assert {x for x, _ in line(plot, "cursor")} == {state["L"]}
        low, high = plot["y"]["range"]
        assert all(low <= y <= high for _, y in curve)


def test_the_plots_of_predictive_coding_have_their_laws(asked):
    for state, given in pairs(asked, "pc"):
        rescaling, cosine, steps = given["plots"]
        sizes = {k: state[k] for k in ("network", "width", "gamma0")}
        for depth, mean in line(rescaling, "theory")[::4]:
            exact = predictive_coding.expected_rescaling(depth=int(depth), **sizes)
            assert mean == pytest.approx(exact, rel=RTOL)
        signal = 1 / state["samples"]
        for depth, value_there in line(cosine, "theory")[::4]:
            off = predictive_coding.misalignment(depth=int(depth), signal=signal, **sizes)
            assert 1 - value_there == pytest.approx(off, rel=1e-6)
        for look, method in (("theory", "gradient descent"), ("other", "nesterov"),
                             ("guide", "conjugate gradients")):  # fmt: skip
            for depth, count in line(steps, look)[::4]:
                spectrum = predictive_coding.inference([1.0] * (int(depth) - 1) + [0.0])
                exact = spectrum.iterations(state["tolerance"])[method]
                if look == "guide":
                    assert count >= exact
                else:
                    assert count == pytest.approx(exact, abs=1, rel=1e-6)
        for plot in given["plots"]:
            assert {x for x, _ in line(plot, "cursor")} == {state["depth"]}


def test_the_thresholds_of_the_chain_stand_beside_their_words(asked):
    laws = {
        "rate at which the 2-cycle loses stability": chain.period_doubling_rate,
        "rate from which orbits can cross zero": chain.leaving_rate,
        "rate from which descent diverges": chain.divergence_rate,
    }
    for state, given in pairs(asked, "chain"):
        L = float(state["L"])
        rows = {words: text for words, (text, _) in given["rows"]}
        for words, law in laws.items():
            if L >= 2:
                assert rounded(rows[words], law(L)), (state, words)


def test_a_field_takes_both_of_its_ends_and_nothing_beyond(scripts):  # noqa: F811
    fields = [f for one in EXPLORERS for f in one.payload["fields"] if f.get("low") is not None]
    ends = [(f["low"], f["high"]) for f in fields]
    taken = answer(
        scripts,
        f"""
        const taken = (field, value) => {{
            try {{ return window.depthlaws.value(field, String(value)) === value; }}
            catch (refused) {{ return false; }}
        }};
        return {json.dumps(fields)}.map((f) => [f.low, f.high, f.low - 1, 2 * f.high + 1]
            .map((value) => taken(f, value)));
    """,
    )
    assert len(ends) > 20
    assert taken == [[True, True, False, False]] * len(fields)


def test_the_plots_of_the_chain_have_descent_flow_map_and_cycle(asked):
    for state, given in pairs(asked, "chain"):
        course, cobweb, ends = given["plots"]
        L, k, start, n = float(state["L"]), state["k"], state["alpha0"], state["n"]
        run = line(course, "other")
        assert [x for x, _ in run] == [*range(n + 1)]
        assert run[0][1] == start
        assert run[-1][1] == pytest.approx(by_name(given)["total weight after n steps, descent"])
        flow = [chain.alpha(np.arange(n + 1), start, L, 1 / k)] if start < 1 else []
        for exact in flow:
            close([y for _, y in line(course, "theory")], exact)
        web = line(cobweb, "other")
        totals = [y for _, y in run]
        assert web[0] == (start, 0)
        close(web[1::2], [*itertools.pairwise(totals)])
        close(web[2::2], [(y, y) for y in totals[1:]])
        for x, y in line(cobweb, "theory")[5::60]:
            own = step_of(x, k, L)
            assert y == pytest.approx(own, rel=1e-9), (state, x)
        assert {x for x, _ in line(ends, "cursor")} == {k}
        if L >= 2:
            rates = np.array([x for x, _ in line(ends, "theory")])
            low, high = chain.two_cycle(rates, L)
            close([y for _, y in line(ends, "theory", 0)], np.round(low, 5), rel=1e-4)
            close([y for _, y in line(ends, "theory", 1)], np.round(high, 5), rel=1e-4)


def step_of(total, k, L):
    """One step of descent at k = eta S, S = L for a target of one: each weight moves alike."""
    if math.isinf(L):
        return total * math.exp(-k * total * (total - 1))
    weight = total ** (1 / L)
    return (weight - (k / L) * total ** (1 - 1 / L) * (total - 1)) ** L


# -- commands --------------------------------------------------------------------------------------

PRINTED = {  # row: which command, and the place of its number in the record
    "looped": {
        "energy after all visits": (0, ("growth", "value")),
        "the same layers, no matrix shared": (0, ("unrolled", "value")),
        "mean cosine of a layer's increments": (0, ("coherence", "value")),
        "mean branch scale at which the energy reaches 2": (0, ("largest_eps", "value")),
    },
    "ammup": {
        "exponent between L and 2 L": (0, ("rows", 0, "value")),
        "rate at the new depth over that at L, exact": (1, ("rows", 0, "value")),
    },
    "pc": {
        "mean rescaling s": (0, ("rows", 0, "value")),
        "1 - cosine, leading order in 1/N": (1, ("rows", 0, "value")),
        "condition number of inference": (2, ("rows", 0, "value")),
    },
    "chain": {"total weight after n steps, descent": (0, ("rows", -1, "total"))},
}


def record(command):
    """Record of a command as a reader would type it."""
    program, *words = shlex.split(command)
    done = CliRunner().invoke(cli, [*words, "--json"], standalone_mode=False)
    assert (program, done.exception) == ("depthlaws", None), (command, done.output)
    return json.loads(done.stdout)


def at(found, place):
    for key in place:
        found = found[key]
    return float(found)


@pytest.mark.parametrize("name", PRINTED)
def test_the_commands_beside_every_answer_give_its_numbers(asked, name):
    for state, given in pairs(asked, name):
        records = [record(command) for command in given["commands"]]
        rows = by_name(given)
        for label, (which, place) in PRINTED[name].items():
            if label not in rows or math.isnan(rows[label]):
                continue
            found = at(records[which], place)
            assert rows[label] == pytest.approx(found, rel=1e-8), (state, label)


def test_the_command_beside_every_transfer_gives_its_settings(asked):
    for state, given in pairs(asked, "transfer"):
        (found,) = map(record, given["commands"])
        assert found["recommended"]["law"] == given["law"], state
        for group, settings in given["settings"].items():
            for quantity, setting in settings.items():
                printed = found["recommended"]["settings"][group][quantity]
                assert printed["known"] == setting["known"], (state, group, quantity)
                for key in ("value", "factor"):
                    assert printed[key] == pytest.approx(setting[key], rel=RTOL), (state, group)
