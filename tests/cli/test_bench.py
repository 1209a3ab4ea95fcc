"""``depthlaws bench``: every bar is found, judged, and kept after an interrupt."""

import importlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import dense, rows
from benchmarks.bars import BARS
from benchmarks.rows import Neighbours, Row
from depthlaws.cli.commands import bench
from depthlaws.sims.common import backend
from depthlaws.sims.residual import ResidualMLP
from tests.cli.conftest import assert_refused

LOCKS = ("requirements-peers.lock", "requirements-tangents.lock", "requirements-cluster.lock")


def row(what="x", **fields):
    return json.dumps({**Row(what=what, **fields).record(), "others": 0.0})


def printing(*lines, then=""):
    """Command line of a benchmark that prints these rows."""
    code = "".join(f"print({line!r}, flush=True)\n" for line in lines) + then
    return [bench.sys.executable, "-c", code]


@pytest.fixture
def measured(monkeypatch):
    """Replace bars by programs of a test."""

    def by(programs):
        line = bench._line
        monkeypatch.setattr(
            bench, "_line", lambda *a: line(*a) if a[0] == "--list" else programs[a[0]]
        )

    return by


def test_every_bar_has_something_that_measures_it(good):
    listed = good("bench", "--list")
    for name, bar in BARS.items():
        assert name in listed
        module, _, function = bar.measure.partition(":")
        assert callable(getattr(importlib.import_module(f"benchmarks.{module}"), function))


def test_a_table_a_file_and_the_status_say_pass_and_miss(run, measured, tmp_path):
    judged = row("kappa", value=5.0, most=4.0), row("y", why="no peer")
    loop = row("loop", value=0.9, least=0.85)
    measured({"dense": printing(loop), "kernels": printing(*judged)})
    done = run("bench", "dense", "--json", "out.json")
    assert done.status == 0
    assert "1 pass; 0 of 1 row measured under load" in done.out
    assert "not measured: busy," in done.out
    done = run("bench", "dense", "kernels", "--json", "out.json")
    assert done.status == 1
    assert re.search(r"kappa.*5 .*<= 4.*MISS", done.out)
    assert re.search(r"y.*no peer.*not measured", done.out)
    assert [r["verdict"] for r in json.loads((tmp_path / "out.json").read_text())["rows"]] == [
        "pass",
        "MISS",
        "not measured",
    ]
    alone = json.loads(run("bench", "dense", "--json").out)
    assert alone["device"]["numpy"]
    assert alone["rows"][0]["value"] == 0.9


def test_what_is_taken_under_load_is_marked(run, measured):
    line = json.loads(row(value=1.0)) | {"others": 1.3}
    measured({"dense": printing(json.dumps(line))})
    done = run("bench", "dense")
    assert "1.3 loaded" in done.out
    assert "1 of 1 row measured under load" in done.out


def test_a_benchmark_that_breaks_keeps_what_it_measured_and_says_why(run, measured):
    measured(
        {
            "dense": printing(row("loop", value=1.0), then="raise ValueError('no such width')"),
            "kernels": printing(row("kappa", value=1.0)),
        }
    )
    done = run("bench", "dense", "kernels")
    assert done.status == 1
    assert "loop" in done.out
    assert re.search("ValueError: no such width.*broken", done.out)
    assert "kappa" in done.out


def test_an_interrupt_keeps_what_was_measured(run, measured, tmp_path):
    ours = "import os, signal; os.kill(os.getppid(), signal.SIGINT); import time; time.sleep(60)"
    measured(
        {
            "kernels": printing(row("kappa", value=1.0, most=2.0)),
            "dense": printing(row("loop", value=1.0, most=2.0), then=ours),
        }
    )
    done = run("bench", "kernels", "dense", "--json", "out.json")
    assert done.status == 128 + signal.SIGINT
    assert "kappa" in done.out
    assert done.err.splitlines()[-1] == (
        "error: interrupted: what was measured is above and in out.json"
    )
    kept = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert kept[0]["what"] == "kappa"
    assert all(r["what"] in done.out for r in kept)
    measured({"dense": printing(then=ours)})
    assert "nothing was measured yet" in run("bench", "dense", "--json", "none.json").err


def test_a_gpu_that_is_not_there_is_one_clear_line(run, monkeypatch):
    assert_refused(run("bench", "gpu-dense"), "--device cuda")

    def missing(_):
        msg = "device 'cuda' needs CuPy"
        raise RuntimeError(msg)

    monkeypatch.setattr("depthlaws.sims.common.backend.get", missing)
    assert_refused(run("bench", "--device", "cuda"), "needs CuPy")


def test_the_gpu_bar_of_the_matrix_free_simulator_runs_on_the_processor():
    from benchmarks.matrix_free import streamed, traffic

    assert traffic(10, 2) == 4 * 10 * (1 + 6)
    measured = streamed("cpu", 20_000, 8)
    assert measured.value > 0
    assert measured.least == 0.6


def test_a_peer_that_is_not_there_is_named():
    peer = rows.absent("torch", "loop", least=1.0)
    assert peer.verdict == "not measured"
    assert "torch is not installed: `make bench`" in peer.why


def test_what_other_processes_take_is_the_rest(monkeypatch):
    readings = iter([(100.0, 10.0), (107.0, 12.0)])  # processor seconds of all, and ours
    clock = iter([0.0, 4.0])
    monkeypatch.setattr(rows, "_jiffies", lambda: next(readings))
    monkeypatch.setattr(rows.time, "perf_counter", lambda: next(clock))
    assert Neighbours().share() == 5.0 / 4.0


def test_the_peak_of_a_process_is_its_own():
    """Under a parent that once held 256 MiB more."""
    code = "from benchmarks.rows import peak_gib; print(peak_gib())"
    held = (
        "import subprocess, sys; held = b'x' * 2**28; del held; "
        f"sys.exit(subprocess.call([sys.executable, '-c', {code!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", held], cwd=bench.ROOT, capture_output=True, text=True, check=True
    )
    assert 0.003 < float(done.stdout) < 0.2


def test_what_is_installed_apart_is_locked_with_hashes_and_no_address():
    for name in LOCKS:
        text = (Path(bench.ROOT) / name).read_text()
        assert len(re.findall(r"^[a-z][\w.-]*==", text, re.MULTILINE)) >= 5
        assert "--hash=sha256:" in text
        assert "://" not in text


def test_the_clock_of_a_loop_is_read_when_the_device_is_done(monkeypatch):
    waited = []
    monkeypatch.setattr(backend.Backend, "synchronize", lambda self: waited.append(self.name))
    model = ResidualMLP(width=4, loops=2, eps=0.5)
    routes = dense.our_loop(model, "float32", backend.get("cpu"))
    for route in routes.values():
        route()
    assert waited == ["numpy"] * len(routes)
