"""Explorers: numbers of the scripts in Chromium against the theory, words, fields, commands.

The browser is started once for all numbers, and once for all pages.
"""

import itertools
import json
import math
import re
import shlex

import numpy as np
import pytest
from click.testing import CliRunner

from depthlaws import chain, parametrization, predictive_coding, residual, updates
from depthlaws.cli.main import cli
from depthlaws.report.explorers import EXPLORERS
from depthlaws.report.explorers.ammup import NETWORKS
from depthlaws.report.explorers.chain import DEPTHS
from depthlaws.report.explorers.javascript import FORMULAS, formulas_script
from depthlaws.report.page import asset
from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import formula
from depthlaws.theory.parametrization.law_records import MODELS
from tests.report.browser import answer
from tests.report.test_panel import unpacked

pytestmark = pytest.mark.browser

BY_ID = {one.id: one for one in EXPLORERS}
RTOL = 1e-9

# -- states asked of each explorer, both sides of its thresholds -----------------------------------

LOOPED = [
    {"visits": visits, "use": use, "block": block, "rule": rule, "lam": lam}
    for block, (visits, use), (rule, lam) in itertools.product(
        ("preact", "prenorm"),
        (
            *((v, "") for v in ("4x16", "1x64", "2+4x16+2", "0 1 2 1 2 3", "7", "1x2", "3x5+1x7")),
            ("4x8", "4x32"),
            ("2+4x4+2", "2+4x16+2"),
        ),
        (("visits", 1), ("visits", 0.3), ("visits", 4), ("root", 1), ("none", 0.05), ("none", 0.5)),
    )
]
AMMUP = [
    {"network": name, "L": L, "to": to}
    for name, *_ in NETWORKS
    for L, to in ((1, 2), (2, 7), (4, 64), (33, 5), (128, 200))
] + [
    {"network": name, "L": L, "to": to, "width": width, "outputs": outputs}
    for name, _, _, law in NETWORKS
    if law["law"] == "units"
    for L, to, width, outputs in ((4, 64, 16, 1), (16, 2, 256, 10), (100, 120, 8, 8))
]
PC = [
    {"network": network, "width": width, "depth": depth, "gamma0": gamma0, "samples": samples}
    for network, (width, depth, gamma0, samples) in itertools.product(
        ("mlp", "residual"),
        ((64, 8, 1, 1), (64, 2, 1, 1), (16, 3, 0.5, 4), (1024, 128, 2, 1), (32, 500, 1, 10)),
    )
]
TOLERANCES = (0.5, 0.01, 1e-6)
REGIME_RATES = [0.5, 1.0, 1.5, 2.0, 2.3, 2.6, 3.9, 4.9, 6.0, 13.9]
SIZES = (  # layers, new layers, loops, new loops, width, new width
    (12, 48, 1, 1, 768, 2048),
    (12, 48, 1, 8, 768, 768),
    (6, 6, 1, 1, 512, 1024),
    (32, 4, 8, 2, 1024, 256),
    (8, 24, 1, 1, 300, 300),
    (4, 4, 1, 1, 64, 64),
)
OPTIMIZERS = ("adamw", "adam", "lion", "sgd", "muon:original", "muon:match_rms_adamw")
TRANSFER = [
    dict(zip(("layers", "to_layers", "loops", "to_loops", "width", "to_width"), sizes, strict=True))
    | {"optimizer": optimizer, "model": model, "learning_rate": 3e-3, "weight_decay": 0.1}
    | ({"decay_vectors": "true", "outputs": 10, "muon_rate": 0.02} if model < "n" else {})
    for sizes, optimizer, model in itertools.product(SIZES, OPTIMIZERS, MODELS)
]
# Depth, rate, start. Only regular runs: chaos amplifies rounding errors.
CHAIN = [
    {"L": "inf" if math.isinf(L) else str(L), "k": k, "alpha0": start, "n": 120}
    for L, k, start in itertools.product(
        DEPTHS, (0.1, 0.7, 1.0, 1.6, 2.2, 13.9), (0.001, 0.3, 0.95)
    )
    if k <= 1.6 or L > 1
]
ASKED = {
    "looped": LOOPED,
    "ammup": AMMUP,
    "pc": [state | {"tolerance": t} for state, t in itertools.product(PC, TOLERANCES)],
    "transfer": TRANSFER,
    "chain": CHAIN,
}
REFUSED = {  # state: what the sentence has
    "looped": [
        ({"visits": "4y"}, 'visits must be like "2+4x16+2" or "0 1 2 1 2 3", got 4y.'),
        (
            {"visits": "0 2"},
            "visits must use every layer from 0 to 2; layer 1 is missing, got 0 2.",
        ),
        ({"visits": "99x99"}, "visits must be at most 1024 in number, got 99x99."),
        ({"visits": ""}, "got nothing."),
        ({"lam": "-1"}, "lam must be a number from 0 to 100, got -1."),
        (
            {"use": "3x4"},
            "visits in use must be of the 4 layers of the visits, got 3x4.",
        ),
        ({"use": "4y"}, 'visits in use must be like "2+4x16+2" or "0 1 2 1 2 3", got 4y.'),
        ({"rule": "cube"}, "rule must be one of visits, root, none, got cube."),
    ],
    "ammup": [
        ({"L": "1.5"}, "L must be a whole number from 1 to 1024, got 1.5."),
        ({"network": "residual-relu", "width": "64"}, "no exact law at a finite width, got 64."),
    ],
    "pc": [({"depth": "1"}, "depth must be a whole number from 2 to 1024, got 1.")],
    "transfer": [({"learning_rate": "x"}, "learning_rate must be a number from 1e-12 to 1000000")],
    "chain": [({"L": "5"}, "L must be one of 1, 2, 3, 4, 6,")],
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """Folder with the scripts of all explorers and a page that loads them, without a form."""
    folder = tmp_path_factory.mktemp("explorers")
    names = list(dict.fromkeys(name for one in EXPLORERS for name in one.assets))
    for name in names:
        (folder / name).write_text(asset(name), encoding="utf-8")
    (folder / "formulas.js").write_text(formulas_script(), encoding="utf-8")
    tags = "".join(f'<script src="{name}"></script>' for name in ("formulas.js", *names))
    page = folder / "page.html"
    page.write_text(f"<!DOCTYPE html><body>{tags}</body>", encoding="utf-8")
    return page


@pytest.fixture(scope="module")
def computed(scripts):
    """Answers of the scripts: sentence, numbers by name, commands; also what they refuse."""
    payloads = json.dumps({one.id: one.payload for one in EXPLORERS})
    refused = {name: [state for state, _ in cases] for name, cases in REFUSED.items()}
    return answer(
        scripts,
        f"""
        const D = window.depthlaws, payloads = {payloads}, out = {{ refused: {{}} }};
        const ask = (id, state) => D.ask(id, payloads[id].fields, payloads[id].data, state);
        const number = (cell) => String(cell[1]);
        for (const [id, states] of Object.entries({json.dumps(ASKED)})) {{
            out[id] = states.map((state) => {{
                const all = ask(id, state);
                const rows = all.rows.map(([name, cell]) => [name, number(cell)]);
                const {{ says, notes, law, settings, commands }} = all;
                return {{ says, notes, law, settings, commands, rows: Object.fromEntries(rows) }};
            }});
        }}
        for (const [id, states] of Object.entries({json.dumps(refused)})) {{
            out.refused[id] = states.map((state) => {{
                try {{ ask(id, state); return "answered"; }} catch (error) {{
                    return error instanceof D.Refusal ? error.message : "crashed: " + error;
                }}
            }});
        }}
        out.usual = {{}};
        for (const id of Object.keys(payloads)) {{
            const all = ask(id, {{}}), rows = all.rows.map(([name, cell]) => [name, number(cell)]);
            const {{ settings, commands }} = all;
            out.usual[id] = {{ settings, commands, rows: Object.fromEntries(rows) }};
        }}
        out.runs = {json.dumps(CHAIN)}.map((state) => {{
            const L = state.L === "inf" ? Infinity : Number(state.L);
            return [D.chain.descent(state.k, L, state.alpha0, state.n),
                    state.k < 10 ? D.chain.flow(state.k, L, state.alpha0, state.n) : []];
        }});
        out.ends = payloads.chain.data.depths.map((entry) => D.chain.unpacked(entry)[150]);
        out.regimes = payloads.chain.data.depths.map((entry) =>
            {json.dumps(REGIME_RATES)}.map((k) => D.chain.regime(k, entry)));
        return out;
    """,
    )


def near(given, expected, **options):
    """Compare a number of a script, given as text, with that of the theory."""
    value = float(given.replace("Infinity", "inf")) if given != "null" else math.inf
    both_nan = math.isnan(value) and math.isnan(expected)
    return both_nan or value == pytest.approx(expected, rel=RTOL, **options)


# -- numbers ---------------------------------------------------------------------------------------


def test_every_formula_of_the_scripts_has_its_name_and_is_read():
    sources = "".join(asset(name) for one in EXPLORERS for name in one.assets)
    unread = [name for name in FORMULAS if f'"{name}"' not in sources]
    closed = {law.get("formula") for *_, law in NETWORKS}
    assert not set(unread) - closed
    assert all(formula(name).names for name in FORMULAS)


def test_the_looped_stream_is_the_theory_s(computed):
    for state, given in zip(LOOPED, computed["looped"], strict=True):
        order, use = state["visits"], state["use"]
        order = order if "x" in order or " " in order else f"{order}x1"
        scales = residual.visit_scales(order, state["lam"])
        prenorm = state["block"] == "prenorm"
        if state["rule"] != "visits":
            steps = len(scales)
            scales = state["lam"] / (math.sqrt(steps) if state["rule"] == "root" else 1)
            order, use = use or order, ""
        options = {"eps": scales} if state["rule"] != "visits" else {"lam": state["lam"]}
        options |= {"use_visits": use} if use else {}
        exact = residual.loop(visits=order, sites=0, block=state["block"], **options)
        stream = residual.Stream(visits=order, eps=scales, s=math.sqrt(2), normalize=prenorm)
        stream = residual.in_use(stream, visits=use) if use else stream
        rows = list(given["rows"].values())
        squares = residual.visit_sum_of_squares(stream)
        expected = [
            exact.growth,
            exact.unrolled,
            1 + squares if prenorm else formula("visit-energy-upper")(squares, math.sqrt(2), 1.0),
            exact.coherence,
            float(np.mean(stream.scales)),
            exact.largest_eps,
        ]
        for value, wanted in zip(rows, expected, strict=True):
            assert near(value, wanted, abs=1e-12), (state, given["rows"])
        word = "it stays below 2" if exact.growth <= exact.bound else "it is above 2"
        assert word in given["says"]
    assert {"it is above" in one["says"] for one in computed["looped"]} == {True, False}


def test_the_rates_over_depth_are_the_theory_s(computed):
    options = {name: words for name, _, words, _ in NETWORKS}
    for state, given in zip(AMMUP, computed["ammup"], strict=True):
        sizes = {k: state[k] for k in ("width", "outputs") if k in state}
        asked = options[state["network"]] | sizes
        slope = updates.local_slope(L=state["L"], **asked)
        ratio = updates.transfer_update_rate(1.0, L=state["L"], to=state["to"], **asked)
        power = (state["to"] / state["L"]) ** -1.5
        rows = list(given["rows"].values())
        for value, wanted in zip(rows, (slope, ratio, power, ratio / power), strict=True):
            assert near(value, wanted), (state, given["rows"])


def test_predictive_coding_is_the_theory_s(computed):
    for state, given in zip(ASKED["pc"], computed["pc"], strict=True):
        sizes = {k: state[k] for k in ("network", "width", "depth", "gamma0")}
        mean = predictive_coding.expected_rescaling(**sizes)
        off = predictive_coding.misalignment(signal=1 / state["samples"], **sizes)
        layers = [1.0] * (state["depth"] - 1) + [0.0]
        spectrum = predictive_coding.inference(layers)
        steps = spectrum.iterations(state["tolerance"])
        rows = list(given["rows"].values())
        exact = [
            state["depth"] / state["width"], mean, off, spectrum.condition, spectrum.largest_step,
            spectrum.best_steps["gradient descent"], spectrum.best_steps["nesterov"],
        ]  # fmt: skip
        for value, wanted in zip(rows[:7], exact, strict=True):
            assert near(value, wanted, abs=1e-12), (state, given["rows"])
        # Near a whole number of steps the last digit of a rate decides.
        counts = [steps["gradient descent"], steps["nesterov"]]
        assert [int(v) for v in rows[7:9]] == pytest.approx(counts, abs=1, rel=1e-6)
        assert int(rows[9]) >= steps["conjugate gradients"]
        words = "below 0.9, where the law" in given["says"]
        assert words == (off > 0.1)


def test_transferred_settings_are_those_of_the_command(computed):
    laws = set()
    for state, given in zip(TRANSFER, computed["transfer"], strict=True):
        words = dict(state)
        optimizer, _, scale = words.pop("optimizer").partition(":")
        rate = words.pop("learning_rate")
        muon = {"muon_rate": words.pop("muon_rate", None)} if optimizer == "muon" else {}
        words.pop("muon_rate", None)
        decay = words.pop("decay_vectors", "false") == "true"
        if optimizer != "sgd":  # nothing reads them
            words.pop("outputs", None)
        moves = parametrization.transfer(
            rate, optimizer=optimizer, decay_vectors=decay, **words, **muon,
            **({"muon_scale": scale} if scale else {}),
        )  # fmt: skip
        move = moves.recommended
        laws.add((optimizer, given["law"]))
        assert given["law"] == (move and move.law.name), state
        if move is None:
            assert given["says"] == moves.why
            continue
        assert moves.why in given["notes"]
        meaning = next(note for note in given["notes"] if note.startswith("Weight decay"))
        assert move.optimizer.decay in meaning
        for group, settings in move.settings.items():
            own, alone = settings["weight_decay"].value, move.independent_decay(group).value
            if own and alone != pytest.approx(own):
                shown = re.search(rf"{group} ([\d.e-]+\d)", meaning)
                assert float(shown[1]) == pytest.approx(alone, rel=1e-3)
                laws.add("apart")
        for group, settings in move.settings.items():
            for quantity, setting in settings.items():
                shown = given["settings"][group][quantity]
                assert shown["known"] == setting.known, (state, group, quantity)
                assert shown["value"] == pytest.approx(setting.value, rel=RTOL), (state, group)
                assert shown["factor"] == pytest.approx(setting.factor, rel=RTOL), (state, group)
    assert "apart" in laws
    named = {law for _, law in laws - {"apart"}}
    wanted = {"complete_p", "looped", "mup", "depth_mup", "residual_mup", "first_sign_step"}
    assert named >= wanted | {"am_mup_exact", None}


def test_the_chain_is_the_simulator_s_and_the_theory_s(computed):
    times = np.arange(121)
    starts, rates = (sorted({state[name] for state in CHAIN}) for name in ("alpha0", "k"))
    grid = Grid("feedforward", DEPTHS, scaled_rate=rates, mu_yx=1.0, total=starts, balanced=True)
    total = gradient_descent(grid, steps=120, record=range(121)).total
    for state, (run, flow) in zip(CHAIN, computed["runs"], strict=True):
        L, k, start = float(state["L"]), state["k"], state["alpha0"]
        if k < 10:  # faster ones are chaotic
            expected = total.sel(depth=L, rate=k, init=start).transpose("step")
            assert np.allclose(run, expected, rtol=1e-9, atol=1e-12), state
            assert np.allclose(flow, chain.alpha(times, start, L, 1 / k), rtol=1e-9), state


def test_regimes_are_what_the_theory_says(computed):
    words = [
        (chain.divergence_rate, "diverges"),
        (chain.leaving_rate, "cross zero"),
        (chain.period_doubling_rate, "chaos"),
    ]
    for L, row in zip(DEPTHS, computed["regimes"], strict=True):
        for k, regime in zip(REGIME_RATES, row, strict=True):
            if k <= 2:
                expected = "without overshooting" if k <= 1 else "oscillates and converges"
                expected = "keeps oscillating" if (L, k) == (1, 2.0) else expected
            elif L == 1:
                expected = "diverges"
            else:
                words_above = [word for rate, word in words if k > rate(L)]
                expected = words_above[0] if words_above else "stable 2-cycle"
            assert expected in regime, (L, k, regime)
            assert regime.split()[0].endswith("s"), f"{regime!r} has no verb"
    diverging = [L for L, row in zip(DEPTHS, computed["regimes"], strict=True) if "diverges" in row]
    assert diverging == [L for L in DEPTHS if not math.isinf(L)]  # within the slider


def test_ends_are_read_as_they_were_packed(computed):
    entries = BY_ID["chain"].payload["data"]["depths"]
    for values, entry in zip(computed["ends"], entries, strict=True):
        assert np.allclose(values, unpacked(entry)[150], rtol=1e-12, atol=1e-12)


# -- input and commands ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_answered_is_said_in_one_line(computed, name):
    for said, (state, words) in zip(computed["refused"][name], REFUSED[name], strict=True):
        assert words in said, state


def numbers(value):
    """Yield every number of a JSON value."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers(item)
    elif isinstance(value, int | float):
        yield value


@pytest.mark.parametrize("explorer", EXPLORERS, ids=lambda one: one.id)
def test_the_command_beside_an_answer_gives_its_numbers(computed, explorer):
    """The defaults' commands stand in the page without scripts; others are taken from states."""
    usual, other = computed["usual"][explorer.id], computed[explorer.id][-2]
    assert usual["commands"] == explorer.commands.splitlines()
    for said in (usual, other):
        given = [float(v) for v in said["rows"].values() if v != "null"]
        groups = said.get("settings", {}).values()
        given += [setting["value"] for group in groups for setting in group.values()]
        for command in said["commands"]:
            program, *words = shlex.split(command)
            done = CliRunner().invoke(cli, [*words, "--json"], standalone_mode=False)
            assert (program, done.exception) == ("depthlaws", None), (command, done.output)
            answers = [*numbers(json.loads(done.stdout))]
            matched = [v for v in given if any(v == pytest.approx(a, rel=RTOL) for a in answers)]
            assert matched, (command, given)
