"""Build the manual of the site: pages of docs/, the reference from the docstrings, tutorials.

The pages are put together in a folder of their own, so that docs/ stays what it is; then Sphinx
runs there without a network, and every warning is an error. ``depthlaws report`` writes the other
pages around the manual, with the same navigation and one search; ``--links`` checks all of them.
"""

import json
import re
import shutil
import sys
from pathlib import Path

import record_pages
import search_entries
import tutorial_pages

ROOT = Path(__file__).parents[2]
HERE = ROOT / "docs"
OUTER = {  # pages outside of docs/ that pages of docs/ link to, and their names on the site
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}
FENCED = re.compile(r"^(`{3,}|:{3,}).*?^\1", flags=re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<![\[`])`([A-Za-z][\w/]*(?:-[\w/]+)+)`(?![`\]])")


def stage(folder: Path) -> None:
    """Write every page of the site below a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _put(folder / "conf.py", (HERE / "site/conf.py").read_text("utf-8"))
    pages = {str(p.relative_to(HERE)): p.read_text("utf-8") for p in sorted(HERE.rglob("*.md"))}
    pages |= {name: (ROOT / path).read_text("utf-8") for path, name in OUTER.items()}
    generated = record_pages.pages() | tutorial_pages.pages(HERE / "tutorials", folder)
    places = record_pages.places()
    pages |= generated
    pages["index.md"] = index(pages["index.md"], [*pages])
    for name, text in pages.items():
        _put(folder / name, linked(site_links(text), name, places))
    for path in [p for p in folder.rglob("*") if p.suffix in {".md", ".rst"}]:
        if path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for picture in HERE.glob("*.png"):
        shutil.copy2(picture, folder)


def _put(path: Path, text: str) -> None:
    """Write a file unless it is there with this text: Sphinx reads again what is newer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, encoding="utf-8")


def site_links(text: str) -> str:
    """Return a page whose links to files of the repository lead to pages of the site."""
    for path, name in OUTER.items():
        text = re.sub(rf"\]\((?:\.\./)*{re.escape(path)}(?=[#)])", f"](/{name}", text)
    text = re.sub(r"\[(results/[^]]+)\]\(results/[^)]+\)", r"`benchmarks/\1`", text)  # no pages
    text = re.sub(r"\]\(((?:[\w-]+/|\.\./)*[\w-]+)\.py\)", r"](\1.md)", text)  # tutorials
    return re.sub(r"\]\(docs/", "](", text)


def linked(text: str, page: str, places: dict[str, str]) -> str:
    """Return a page on which ids of claims and formulas in code lead to their pages."""
    if page.endswith(".rst"):
        return text
    above = "../" * (1 + page.count("/"))

    def link(match: re.Match[str]) -> str:
        place = places.get(match[1])
        return (
            f'<a class="id" href="{above}{place}"><code>{match[1]}</code></a>'
            if place
            else match[0]
        )

    parts, start = [], 0
    for fence in FENCED.finditer(text):
        parts += [CODE.sub(link, text[start : fence.start()]), fence[0]]
        start = fence.end()
    return "".join([*parts, CODE.sub(link, text[start:])])


def index(text: str, names: list[str]) -> str:
    """Return the first page of the manual with the tree of all pages."""
    listed: set[str] = set()
    trees = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        links = re.findall(r"\]\((?:\.\./)?([\w/.-]+\.(?:md|py))\)", site_links(section))
        chosen = [p for p in dict.fromkeys(map(_page, links)) if p in names and p not in listed]
        listed.update(chosen)
        if chosen:
            title = section.partition("\n")[0]
            trees.append(_tree(title, [n.removesuffix(".md") for n in chosen]))
    trees.append(_tree("Reference", ["reference/index"]))
    left = sorted({*names} - listed - {"index.md"})
    more = [n.removesuffix(".md") for n in left if not n.startswith("reference/")]
    trees += [_tree("More", more)] if more else []
    return "\n\n".join([text, *trees])


def _page(link: str) -> str:
    return re.sub(r"\.py$", ".md", link)


def _tree(caption: str, names: list[str]) -> str:
    options = [":hidden:", ":maxdepth: 1", f":caption: {caption}"]
    return "\n".join(["```{toctree}", *options, "", *names, "```"])


def main(out: Path) -> int:
    """Build the manual in a folder, with its entries of the search and its list of derivations."""
    from sphinx.cmd.build import build_main

    source = out.parent.with_name("manual-source")
    shutil.rmtree(out / "_modules", ignore_errors=True)  # Sphinx keeps those of former names
    stage(source)
    options = ["-b", "html", "-j", "2", "-W", "--keep-going", "-q", "-d", str(source / "doctrees")]
    status = build_main([*options, str(source), str(out)])
    if status:
        return status
    search_entries.write(out)
    derived = json.dumps(record_pages.derived_claims())
    (out / "derivations.json").write_text(derived, encoding="utf-8")
    shutil.rmtree(out / "_static")
    (out / "_static").mkdir()
    (out / "_static/manual.css").write_text(style(), encoding="utf-8")
    return 0


def style() -> str:
    """Return the style sheet of the manual, with the colours of code by day and by night."""
    from pygments.formatters import HtmlFormatter

    day, night = (
        "\n".join(HtmlFormatter(style=name, nobackground=True).get_token_style_defs(".highlight"))
        for name in ("default", "github-dark")
    )
    own = (HERE / "site/site.css").read_text("utf-8")
    return f"{own}{day}\n@media (prefers-color-scheme: dark) {{\n{night}\n}}\n"


def check_links(site: Path) -> int:
    """Print what is broken in a whole site, and its size."""
    broken = broken_links(site)
    if broken:
        print(*broken, sep="\n", file=sys.stderr)
    number = len([*site.rglob("*.html")])
    print(f"{site}/index.html: {number} pages, {len(broken)} broken links")
    return bool(broken)


def broken_links(out: Path) -> list[str]:
    """Return the links of a built site that lead to no file or to no anchor of a page."""
    texts = {p.resolve(): p.read_text("utf-8") for p in sorted(out.rglob("*.html"))}
    anchors = {p: set(re.findall(r'\bid="([^"]+)"', text)) for p, text in texts.items()}
    broken = []
    for path, text in texts.items():
        for link in sorted(set(re.findall(r'(?:href|src)="([^"]+)"', text))):
            if "://" in link or link.startswith(("data:", "mailto:")):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or (anchor and anchor not in anchors.get(target, {anchor})):
                broken.append(f"{path.name}: {link}")
    return broken


if __name__ == "__main__":
    *words, folder = sys.argv[1:]
    sys.exit((check_links if words == ["--links"] else main)(Path(folder).absolute()))
