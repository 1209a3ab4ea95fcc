"""Fixtures: a report of a few verified claims; one of all with made-up results, and its pages."""

import pytest

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.report import Report
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.figures import figures
from depthlaws.report.landing import chosen
from depthlaws.report.site import write_site
from tests.report.pages import made_up, parsed
from tests.report.test_pictures import draw

CHEAP = ("CHAIN-E13", "CHAIN-E13-sign", "CHAIN-E5", "CHAIN-I9", "LOOP-A-D1", "LOOP-A-D1-uncentred")


@pytest.fixture(scope="session")
def cheap():
    """Report of a few verified claims, an erratum among them."""
    claims = [all_claims()[name] for name in CHEAP]
    return Report(claims, [run_claim(c) for c in claims])


@pytest.fixture(scope="session")
def everything():
    """Report of every claim with the expected verdict; no check is run."""
    claims = list(all_claims().values())
    return Report(claims, [made_up(c) for c in claims])


@pytest.fixture(scope="session")
def site(everything, tmp_path_factory):
    """Folder with the pages of every claim and of a few drawn figures."""
    folder = tmp_path_factory.mktemp("site")
    for name in chosen():
        draw(folder / "drawn", name, says=figures()[name].says)
    write_site(everything, folder, figures=folder / "drawn")
    return folder


@pytest.fixture(scope="session")
def trees(site):
    """Pages by name: all but those of claims, of which every fortieth."""
    left_out = {f"{name}.html" for i, name in enumerate(all_claims()) if i % 40}
    pages = [p for p in site.glob("*.html") if p.name not in left_out]
    return {p.name: parsed(p.read_text(encoding="utf-8")) for p in pages}
