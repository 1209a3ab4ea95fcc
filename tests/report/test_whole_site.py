"""The whole site that ``make docs`` has built: nothing is wider than its column.

``make docs`` names its folder in ``DEPTHLAWS_SITE``. Without one, a page of the manual stands in
for all: its code, tables, signatures and formulas are longer than any of ours.
"""

import os
from pathlib import Path

import pytest

from depthlaws.report import page, site
from depthlaws.report.page_provenance import page_provenance
from tests.report import browser

pytestmark = pytest.mark.browser
BUILT = os.environ.get("DEPTHLAWS_SITE", "")
LONG = "w" * 300
CELLS = f"<td><p>{LONG[:40]}</p></td>" * 9
BODY = f"""<h1>Long</h1>
<div class="highlight"><pre>{LONG} {LONG}</pre></div>
<p><code>{LONG}</code></p>
<dl class="py"><dt class="sig" id="a">{LONG}({LONG})</dt>
<dd><dl class="field-list"><dt>Parameters</dt><dd><dl>
<dt><strong>{LONG}</strong><span class="classifier">int</span></dt><dd><p>{LONG}</p></dd>
</dl></dd></dl></dd></dl>
<table><tbody><tr>{CELLS}</tr></tbody></table>
<div class="math"><math display="block"><mi>{LONG}</mi></math></div>"""
LOOK = """
    const root = d.documentElement;
    const blocks = [...d.querySelectorAll(".manual pre, .manual dt.sig")];
    return {
        wide: root.scrollWidth - root.clientWidth,
        blocks: blocks.length,
        cut: blocks.filter((node) => node.scrollWidth > node.clientWidth + 1).length,
    };
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Folder of the site, and the addresses of its pages of the manual."""
    if BUILT:
        root = Path(BUILT).absolute()
        found = [p for p in (root / "manual").rglob("*.html") if "_modules" not in p.parts]
        return root, [p.relative_to(root).as_posix() for p in sorted(found)]
    root = tmp_path_factory.mktemp("whole")
    for name in ("report.css", "site.js"):
        (root / name).write_text(page.asset(name), encoding="utf-8")
    (root / "math.woff").write_bytes(page.content("math.woff"))
    (root / "manual/_static").mkdir(parents=True)
    css = (Path(__file__).parents[2] / "docs/site/site.css").read_text(encoding="utf-8")
    (root / "manual/_static/manual.css").write_text(css, encoding="utf-8")
    text = page.filled(
        "manual.html.j2",
        root="../",
        menu=site.menu(manual=True),
        made=page_provenance(seed=None, command="a test"),
        explains="",
        title="Long",
        body=page.Markup(BODY),
        trees=[("Manual", [("long", LONG)])],
        here="long",
        pathto="{}.html".format,
        before=None,
        after={"link": "long.html", "title": LONG},
    )
    (root / "manual/long.html").write_text(text, encoding="utf-8")
    return root, ["manual/long.html"]


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_the_manual_and_no_code_is_wider_than_its_column(folder, width):
    root, pages = folder
    seen = {}
    for i in range(0, len(pages), 12):
        seen |= browser.together(root, pages[i : i + 12], LOOK, width=width)
    assert {name: said for name, said in seen.items() if said["wide"] > 0 or said["cut"]} == {}
    assert sum(said["blocks"] for said in seen.values()) > 1
