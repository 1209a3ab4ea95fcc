"""``depthlaws transfer`` and ``depthlaws loop``: tables, ranges, pictures, formats."""

import json
import math
import re

import pytest

from depthlaws import parametrization, residual
from depthlaws.cli.commands import transfer as transfer_command
from depthlaws.theory.parametrization import energy_and_step_size
from tests.cli.conftest import assert_refused

MOVE = ("transfer", "--learning-rate", "1e-3", "--layers", "4")


class TestTransfer:
    def test_the_table_has_every_law_and_what_theory_says(self, good):
        text = good(*MOVE, "--to-layers", "8", "--optimizer", "sgd", "--all")
        assert all(law in text for law in parametrization.laws["sgd"])
        assert "the laws disagree on rate, blocks" in text
        assert "batch size, schedule" in text

    def test_json_is_what_python_says(self, good):
        records = json.loads(good(*MOVE, "--to-layers", "8", "--all", "--json"))["laws"]
        moves = parametrization.transfer(1e-3, layers=4, to_layers=8)
        for record, move in zip(records, moves, strict=True):
            assert record["law"] == move.law.name
            rate = record["settings"]["block matrices"]["learning_rate"]
            assert rate["value"] == move.settings["block matrices"]["learning_rate"].value
            if not move.refused:
                assert record["step"]["after"]["size"] == move.update[1].size

    ANSWERS = {  # noqa: RUF012
        "pre-norm": (("--to-layers", "8"), "complete_p"),
        "post-norm": (("--to-width", "2048"), "mup"),
        "looped": (("--to-loops", "4"), "looped"),
        "mlp": (("--to-layers", "8"), "first_sign_step"),
        "residual-mlp": (("--to-layers", "8"), "depth_mup"),
        "resnet": (("--to-width", "2048"), "mup"),
        "sgd, mlp": (("--to-layers", "8", "--optimizer", "sgd"), "am_mup_exact"),
        "sgd, mlp, wide": (("--to-width", "2048", "--optimizer", "sgd"), "mup"),
        "sgd, residual-mlp": (("--to-layers", "8", "--optimizer", "sgd"), "residual_mup"),
    }

    @pytest.mark.parametrize("model", ANSWERS)
    def test_one_law_is_recommended_first(self, good, monkeypatch, model):
        """No sign step and no table of all laws: they take seconds."""
        monkeypatch.setattr(energy_and_step_size, "step", None)
        monkeypatch.setattr(energy_and_step_size, "energy", None)
        options, law = self.ANSWERS[model]
        question = (*MOVE, *options, "--model", model.removeprefix("sgd, ").partition(",")[0])
        text = good(*question)
        assert text.startswith(f"Use {law} for a ")
        labels = [line.split("  ")[0] for line in text.splitlines()]
        expected = ["Why", "Assumes", "Not covered", "Check", "More"]
        assert [label for label in labels if label in expected] == expected
        answer = json.loads(good(*question, "--json"))
        assert "laws" not in answer
        rate = answer["recommended"]["settings"]["block matrices"]["learning_rate"]["value"]
        assert f"{rate:.4g}" in text
        assert answer["why"] in " ".join(text.split())
        assert law not in answer["breaks"]

    def test_the_check_that_is_printed_runs(self, good, tmp_path):
        text = good(*MOVE, "--to-layers", "8")
        command = re.search(r"depthlaws (coordcheck .*?last),", " ".join(text.split()))[1]
        (tmp_path / "run.csv").write_text(
            "layers,seed,step,layer,loop,visit,quantity,rms\n"
            + "".join(
                f"{n},{seed},1,h.{visit},0,{visit},{quantity},{(1 + 0.01 * seed) * n**power}\n"
                for n in (4, 8, 16)
                for seed in range(3)
                for visit in range(n)
                for quantity, power in (("activation", 1), ("update", visit < n - 1))
            )
        )
        assert "PASS" in good(*command.replace("run.csv", str(tmp_path / "run.csv")).split())

    def test_the_check_of_loops_sees_a_block_that_grows_behind_a_norm(self, run, good, tmp_path):
        text = good(*MOVE, "--model", "looped", "--loops", "2", "--to-loops", "8")
        command = re.search(r"depthlaws (coordcheck .*?by layer),", " ".join(text.split()))[1]
        (tmp_path / "run.csv").write_text(
            "loops,seed,step,layer,loop,visit,quantity,rms\n"
            + "".join(
                f"{n},{seed},1,{layer},{loop},{loop},update,{(1 + 0.01 * seed) * n**power}\n"
                for n in (2, 4, 8)
                for seed in range(3)
                for layer, loops, power in (("core", n, 1), ("head", 1, 0))
                for loop in range(loops)
            )
        )
        done = run(*command.replace("run.csv", str(tmp_path / "run.csv")).split())
        assert done.status == 1
        assert re.search(r"core +│ FAIL", done.out)
        assert re.search(r"head +│ PASS", done.out)

    def test_many_sizes_have_the_recommended_law_each(self, good, monkeypatch):
        monkeypatch.setattr(energy_and_step_size, "step", None)
        monkeypatch.setattr(energy_and_step_size, "energy", None)
        text = good(*MOVE, "--to-layers", "1:300", "--format", "csv")
        heading, *rows = text.splitlines()
        assert heading.startswith('to_layers,law,"rate, blocks"')
        assert len(rows) == 300
        assert rows[7].startswith("8,complete_p,0.001,")
        table = good(*MOVE, "--to-layers", "8,16", "--model", "resnet")
        assert (
            "-: None of the 6 laws fits this move of a ResNet with blocks of two or three" in table
        )
        assert "The nearest is depth_mup" in table

    def test_many_sizes_are_refused_for_every_law(self, run):
        done = run(*MOVE, "--to-layers", "1:300", "--all")
        assert_refused(done, "300 sizes", "at most 32", "1:300:2x")

    def test_no_law_to_recommend(self, good, run):
        question = (*MOVE, "--model", "post-norm", "--to-layers", "8")
        text = good(*question)
        assert text.startswith("None of the 6 laws fits this move of a post-norm transformer under")
        assert "complete_p: it is derived for a pre-norm transformer" in text
        assert "mup: mup is a law at fixed layers" in text
        answer = json.loads(good(*question, "--json"))
        assert (answer["recommended"], answer["why"][:6]) == (None, "None o")
        assert_refused(run(*question, "--trainer", "torch"), "--trainer needs one law", "--law")

    def test_a_law_that_is_asked_for_is_answered_with_what_it_breaks(self, good):
        text = " ".join(good(*MOVE, "--to-loops", "8", "--law", "complete_p").split())
        assert text.startswith("complete_p for a looped pre-norm transformer")
        assert "Broken it assumes that no block is shared, and 8 loops share every block." in text
        assert "Assumes pre-norm residual blocks, none of them shared" in text
        assert "without --law" in text
        refused = good(*MOVE, "--to-loops", "8", "--law", "mup")
        assert refused.startswith("mup is not recommended for this move of a looped pre-norm")
        assert "fixed loops, asked to go from 1 to 8" in " ".join(refused.split())

    def test_lion_has_no_epsilon(self, good):
        lion = (*MOVE, "--to-layers", "8", "--optimizer", "lion")
        assert "\u2503 epsilon" not in good(*lion)  # a column
        assert "\u2503 epsilon" in good(*MOVE, "--to-layers", "8")
        assert "'eps'" not in good(*lion, "--trainer", "optax")

    def test_the_recommended_law_is_exported(self, good):
        export = good(*MOVE, "--to-layers", "8", "--trainer", "torch")
        assert export == good(
            *MOVE, "--to-layers", "8", "--trainer", "torch", "--law", "complete_p"
        )

    def test_a_range(self, good, tmp_path):
        laws, file = ("--law", "looped,complete_p"), tmp_path / "t.png"
        text = good(*MOVE, "--to-layers", "4:16:2x", *laws, "--format", "csv", "--plot", file)
        lines = text.splitlines()
        assert lines[0].startswith("to_layers,law,")
        assert [line.split(",")[:2] for line in lines[1:]] == [
            [n, law] for n in ("4", "8", "16") for law in ("looped", "complete_p")
        ]
        assert (tmp_path / "t.png").stat().st_size > 1000

    def test_a_plot_leaves_out_laws_that_the_model_breaks(self, run, monkeypatch):
        drawn = []
        monkeypatch.setattr(
            transfer_command, "draw", lambda answers, *_, **__: drawn.append(answers)
        )
        run(*MOVE, "--to-layers", "4,8", "--sites", "0", "--plot", "t.png")
        laws = {row["law"] for row in drawn[0].rows}
        assert laws == {"sp", "mup", "depth_mup", "complete_p", "looped"}
        run(*MOVE, "--to-layers", "4,8", "--plot", "t.png", "--law", "first_sign_step")
        assert {row["law"] for row in drawn[1].rows} == {"first_sign_step"}

    def test_graphs_in_files(self, good, tmp_path):
        here, there = tmp_path / "here.txt", tmp_path / "there.csv"
        here.write_text("# a skip\nx a\na y 1\nx y 0\n\n")
        there.write_text("x,y,3\nx,y,1,2.0\n")
        text = good(*MOVE, "--optimizer", "sgd", "--law", "path_sum", "--graph", here,
                    "--to-graph", there, "--all", "--json")  # fmt: skip
        (record,) = json.loads(text)["laws"]
        factor = record["settings"]["readout"]["learning_rate"]["factor"]
        assert factor == pytest.approx((8 / 29) ** 0.5)

    def test_edges_typed_are_edges_of_a_file(self, run, good, tmp_path):
        for name, lines in (("a", "in a\na out\n"), ("b", "in,a\na,out,3\nin,out,1,0.5 # skip\n")):
            (tmp_path / name).write_text(lines)
        move = (*MOVE, "--optimizer", "sgd", "--law", "path_sum", "--format", "csv")
        filed = good(*move, "--graph", tmp_path / "a", "--to-graph", tmp_path / "b")
        assert filed == good(
            *move, "--graph", "in>a;a>out", "--to-graph", "in>a; a>out:3; in>out:1:0.5"
        )
        assert "inf" not in filed
        done = run(*move, "--graph", "in>a;a>out:x", "--to-graph", "in>out")
        assert_refused(done, "edge 2: 'a>out:x' is no edge; an edge is from, to")

    def test_a_broken_graph(self, run, tmp_path):
        file = tmp_path / "g.csv"
        file.write_text("x,y\nx,y,z\n")
        done = run(*MOVE, "--optimizer", "sgd", "--graph", file)
        assert done.status == 2
        assert "line 2" in done.err
        assert "'x,y,z'" in done.err


class TestLoop:
    AT = ("loop", "--L", "2", "--eps", "1/8")

    @pytest.mark.parametrize("block", ["preact", "postact", "prenorm"])
    def test_simulated_agrees_with_the_limit(self, good, block):
        text = good(*self.AT, "--N", "3", "--block", block, "--width", "300", "--samples", "30",
                    "--seed", "7", "--json")  # fmt: skip
        quantities = json.loads(text)
        for name in ("growth", "coherence", "update", "rate_shift"):
            exact, simulated = quantities[name], quantities[f"simulated_{name}"]
            assert 0 < simulated["error"] < 0.1 * simulated["value"]
            if exact["value"] != "nan":
                gap = simulated["value"] - exact["value"]
                # 5 standard errors, and the bias of a finite width.
                allowed = 5 * math.hypot(simulated["error"], exact["error"] or 0) + 5 / 300
                assert abs(gap) < allowed, (name, exact, simulated)

    @pytest.mark.slow
    def test_a_range(self, good, tmp_path):
        text = good(*self.AT, "--N", "1,2,4", "--block", "preact,postact", "--plot",
                    tmp_path / "l.png", "--json")  # fmt: skip
        rows = json.loads(text)["rows"]
        assert [(row["N"], row["block"]) for row in rows] == [
            (n, block) for n in (1, 2, 4) for block in ("preact", "postact")
        ]
        assert rows[2]["growth"] == residual.loop(2, 2, eps=1 / 8).growth
        assert (tmp_path / "l.png").stat().st_size > 1000

    def test_the_words_of_the_simulators(self, good):
        words = ("loop", "--layers", "2", "--eps", "1/8", "--loops", "2")
        assert good(*words) == good(*self.AT, "--N", "2")

    def test_networks_whose_layer_does_nothing_have_no_coherence(self, good):
        """Of width 1: a negative stream passes no ReLU, and its increments have no direction."""
        words = ("--L", 1, "--N", 2, "--eps", 0.1, "--sites", 0, "--width", 1, "--samples", 3)
        record = json.loads(good("loop", *words, "--json"))
        assert record["simulated_coherence"]["value"] == "nan"
        assert record["simulated_growth"]["value"] >= 1
        assert "-" in good("loop", *words).partition("coherence")[2].splitlines()[1]

    def test_tables(self, good):
        assert "coherence" in good(*self.AT, "--N", "1,2", "--width", "16", "--samples", "2")


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_no_number_is_folded_whatever_the_width(good, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = good(*MOVE, "--to-layers", "8", "--optimizer", "sgd", "--all")
    table = [line for line in text.splitlines() if line[:1] in "\u2502\u2503\u250f\u2521\u2514"]
    assert max(map(len, text.splitlines())) <= columns
    cells = {cell.strip() for line in table for cell in line.split("\u2502")}
    for row in parametrization.transfer(1e-3, layers=4, to_layers=8, optimizer="sgd").rows:
        assert set(row.values()) - cells <= {""}
    assert sum(line.startswith("\u250f") for line in table) == {60: 4, 80: 3, 200: 1}[columns]
