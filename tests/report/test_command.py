"""The commands ``depthlaws report`` and ``verify --html``."""

import json

import pytest
from click.testing import CliRunner

from depthlaws.claims import verify
from depthlaws.claims.engine import stored_certificates
from depthlaws.claims.engine.recheck.judge import judged
from depthlaws.cli.main import cli
from depthlaws.figures import figures
from tests.report.pages import parsed
from tests.report.test_pictures import draw


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """Return a function that runs a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = CliRunner().invoke(cli, [*map(str, words)], standalone_mode=False)
        return done.return_value, done.output, done.exception

    return run


def ids(path):
    root = parsed(path.read_text(encoding="utf-8"))
    return {n.attributes["id"]: n for n in root.walk() if "id" in n.attributes}


def test_the_pages_are_written_where_it_is_said(typed, tmp_path):
    status, said, error = typed("report", "CHAIN-E13", "--out", "page", "--jobs", 1)
    assert (status, error) == (0, None)
    assert "landing page: page/index.html" in said
    assert "2 claims (1 of the papers, 1 beyond them): 1 FORMALLY PROVED, 1 REFUTED" in said
    assert "no figures in out/figures" in said
    elements = ids(tmp_path / "page" / "chain.html")
    assert {"CHAIN-E13", "CHAIN-E13-sign", "explore"} <= set(elements)
    assert "panel" in ids(tmp_path / "page" / "explore-chain.html")
    assert (tmp_path / "page" / "CHAIN-E13.html").exists()
    assert not [name for name in elements if name.startswith("figure-")]


def test_figures_come_along_and_what_is_missing_is_said(typed, tmp_path):
    draw(tmp_path / "drawn", "chain-fig3")
    status, said, _ = typed("report", "CHAIN-E13", "--figures", "drawn", "--jobs", 1)
    assert status == 1
    missing = [line for line in said.splitlines() if line.startswith("not drawn yet")]
    assert len(missing) == sum(f.source.paper == "chain" for f in figures().values()) - 1
    assert (tmp_path / "out" / "report" / "figures" / "chain-fig3.pdf").exists()
    assert "figure-chain-fig3" in ids(tmp_path / "out" / "report" / "figure-chain-fig3.html")


def test_a_page_has_the_button_that_rechecks_its_claim_or_says_what_adds_it(
    typed, tmp_path, monkeypatch
):
    typed("verify", "CHAIN-E13-sign", "--certificates", "proofs", "--jobs", 1)
    names = ("CHAIN-E13", "CHAIN-X-C5-budget", "CHAIN-E11")
    status, _, error = typed("report", *names, "--certificates", "proofs", "--jobs", 1)
    assert (status, error) == (0, None)
    site = tmp_path / "out" / "report"
    refuted, certified, without = ((site / f"{name}.html").read_text() for name in names)
    proved = (site / "CHAIN-E13-sign.html").read_text()
    assert 'data-certificate="recheck/CHAIN-E13-sign.json"' in proved
    assert 'data-certificate="recheck/CHAIN-X-C5-budget.json"' in certified
    assert "depthlaws verify CHAIN-E11 --certificates out/certificates" in without
    for page in (proved, certified, refuted):
        assert "rechecks this proof" not in page
    for page in (refuted, without):
        assert "data-certificate" not in page
    rechecked = {path.name: path.read_text() for path in (site / "recheck").iterdir()}
    assert {*rechecked} == {"CHAIN-E13-sign.json", "CHAIN-X-C5-budget.json"}
    text = rechecked["CHAIN-X-C5-budget.json"]
    assert all(good for check in json.loads(text)["checks"] for _, good in judged(check))
    assert (site / "recheck.zip").exists()
    assert (site / "recheck.js").exists()
    monkeypatch.setattr(stored_certificates, "_text", None)
    results = verify("CHAIN-X-C5-budget", jobs=0).results
    assert stored_certificates.certificates(results) == {"CHAIN-X-C5-budget": text}
    monkeypatch.setattr(stored_certificates, "key_of", lambda *_: "not stored")
    refused = stored_certificates.workers.Failure("the limit of time")
    monkeypatch.setattr(
        stored_certificates.workers, "answers", lambda _, asked, **__: [(asked[0], refused)]
    )
    assert stored_certificates.certificates(results) == {}
    _, _, error = typed("report", "CHAIN-E13", "--certificates", "nothing", "--jobs", 1)
    assert str(error.message).startswith("--certificates: no folder nothing; depthlaws verify")


def test_verify_writes_one_single_page_without_figures(typed, tmp_path):
    status, _, _ = typed("verify", "CHAIN-E13", "--html", "v.html", "--jobs", 1)
    assert status == 0
    assert "CHAIN-E13" in ids(tmp_path / "v.html")
    assert "depthlaws verify CHAIN-E13 --html v.html" in (tmp_path / "v.html").read_text()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["v.html"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("CHAIN-E99",), ["CHAIN-E99", "nearest"]),
        (("--figures", "nowhere"), ["--figures", "nowhere", "depthlaws figures --out nowhere"]),
        (("--out", ""), ["--out", "''"]),
        (("--out", "/proc/report"), ["--out", "/proc/report"]),
        (("--budget", "0"), ["--budget", "0"]),
        (("--jobs", "0"), ["0"]),
    ],
)
def test_bad_input_is_one_line_that_names_it(typed, tmp_path, words, named):
    _, _, error = typed("report", *words)
    message = error.format_message()
    assert "\n" not in message
    for name in named:
        assert name in message
    assert not list(tmp_path.rglob("*.html"))
