"""The button that rechecks a certificate in the page, and formulas in Python as WebAssembly."""

import functools
import http.server
import json
import re
import threading
import zipfile

import pytest
from flint import arb

from depthlaws.claims.engine.certificates import certificate
from depthlaws.claims.engine.ledger import claim
from depthlaws.report import recheck_here
from depthlaws.theory import formula
from depthlaws.theory.symbolic.balls import precision
from tests.report import browser, pyodide

CLAIMS = ("CHAIN-I10", "CHAIN-E35", "LOOP-B-E4")  # signs; identities; boxes, by mpmath
POINTS = {
    "chain-sharpness": {"L": 3, "mu_yx": "1/3", "mu_xx": 2},
    "block2-sharpness": {"L": 8, "mu_yx": 2, "mu_xx": 1},
    "chain-second-depth-correction": {"alpha": "1/2"},  # a polylogarithm or an integral
}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def certificates(judged):
    """Text of three certificates, and of a spoiled one."""
    texts = [json.dumps(certificate(claim(name), judged(claim(name)))) for name in CLAIMS]
    kinds = ("signs", "identities", "boxes")
    assert all(f'"{kind}":' in text for kind, text in zip(kinds, texts, strict=True))
    return [*texts, spoiled(texts[1])]


def spoiled(text):
    """Certificate with 5 in place of the first 4 of its statements, a factor of one side."""
    head, checks = text.split('"checks":')
    assert '["rational", "4"]' in checks
    return head + '"checks":' + checks.replace('["rational", "4"]', '["rational", "5"]', 1)


@pytest.fixture(scope="module")
def texts(certificates):
    """Text of each certificate by its claim."""
    return dict(zip(CLAIMS, certificates, strict=False))


@pytest.fixture(scope="module")
def node(certificates, tmp_path_factory):
    """What Node answers on the certificates and on formulas."""
    folder = tmp_path_factory.mktemp("node")
    (folder / "recheck.zip").write_bytes(recheck_here.archive())
    with zipfile.ZipFile(folder / "sources.zip", "w") as archive:
        for pattern in ("__init__.py", "base/*.py", "theory/__init__.py", "theory/symbolic/*.*"):
            for path in (pyodide.ROOT / "depthlaws").glob(pattern):
                archive.write(path, path.relative_to(pyodide.ROOT))
        for name, path in recheck_here.python_sources("lazy_loader"):
            archive.write(path, name)
    script = pyodide.ROOT / "depthlaws/report/templates" / recheck_here.SCRIPT
    files = script, folder / "recheck.zip", folder / "sources.zip"
    return pyodide.answers({"certificates": certificates, "points": POINTS}, *files)


@pytest.mark.pyodide
def test_the_rechecker_runs_in_webassembly_and_refuses_what_is_spoiled(node, certificates):
    stated = [json.loads(text)["statements to recheck"] for text in certificates]
    *good, bad = node["judged"]
    assert [one["held"] for one in good] == [one["all"] for one in good] == stated[:3]
    assert not any(one["refused"] for one in good)
    assert bad["refused"]
    assert bad["held"] < bad["all"]
    assert {one["python"].split(".")[0] for one in node["judged"]} == {"3"}


@pytest.mark.pyodide
def test_formulas_have_digits_and_balls_without_numpy_and_sympy(node):
    values = node["values"]
    with precision(256):
        _compare(values)


def _compare(values):
    assert values["loaded"] == []
    assert values["refused"] == "L must be at least 1 and finite, got -1.0 (chain-sharpness)"
    for name, point in POINTS.items():
        ball = formula(name).ball(**point, prec=256)
        assert ball.overlaps(arb(f"{values['mp'][name]} +/- 1e-24"))
        if name in values["ball"]:
            assert ball.overlaps(arb(values["ball"][name]))
            assert arb(values["ball"][name]).rad() < 1e-20
    wheel = any(pyodide.FOLDER.glob("python_flint-*.whl"))
    assert {*values["ball"]} == ({*POINTS} if wheel else set())


def test_the_files_behind_the_buttons_are_certificates_and_the_rechecker(texts):
    files = recheck_here.files(texts)
    names = {*map(recheck_here.place, CLAIMS), recheck_here.ARCHIVE}
    assert {*files} == names
    assert files[recheck_here.ARCHIVE] == recheck_here.archive()  # byte for byte
    assert len(files[recheck_here.ARCHIVE]) < 600_000
    assert recheck_here.files({}) == {}
    assert recheck_here.PYODIDE in (pyodide.ROOT / "Makefile").read_text()


@pytest.fixture(scope="module")
def page(texts, tmp_path_factory):
    """Page of a claim whose button is pressed when it is loaded."""
    site = tmp_path_factory.mktemp("site")
    for name, content in recheck_here.files(texts).items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(content)
    script = pyodide.ROOT / "depthlaws/report/templates" / recheck_here.SCRIPT
    (site / recheck_here.SCRIPT).write_bytes(script.read_bytes())
    press = 'addEventListener("load", () => document.querySelector("button").click())'
    (site / "page.html").write_text(
        "<!DOCTYPE html><html><body>"
        f"{recheck_here.button(CLAIMS[0])}<script>{press}</script></body></html>"
    )
    return site / "page.html"


def shown(address):
    return re.findall(r"<output[^>]*>(.*?)</output>", browser.opened(address))


@pytest.mark.browser
def test_a_file_says_how_to_serve_it(page):
    (text,) = shown(page.as_uri())
    assert text.startswith("A browser loads no Python from a file. Run")


@pytest.mark.browser
@pytest.mark.pyodide
def test_the_button_rechecks_in_the_browser_or_says_what_is_missing(page, texts):
    handler = functools.partial(Quiet, directory=page.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/page.html"
        (missing,) = shown(address)
        (page.parent / "pyodide").symlink_to(pyodide.PACKAGE)
        (text,) = shown(address)
        server.shutdown()
    assert missing.startswith('Python is not beside this report. Run "npm pack pyodide@')
    held = json.loads(texts[CLAIMS[0]])["statements to recheck"]
    assert text.startswith(f"{held} of {held} statements hold, by Python 3.")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Server that prints no line for each file."""

    def log_message(self, *_):
        """Print nothing."""
