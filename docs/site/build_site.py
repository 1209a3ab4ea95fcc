"""Build the site of ``make docs``: pages of docs/, the reference from the records, tutorials.

The pages are put together in a folder of their own, so that docs/ stays what it is; then Sphinx
runs there without a network, and every warning is an error.
"""

import re
import shutil
import sys
from pathlib import Path

import record_pages
import tutorial_pages

ROOT = Path(__file__).parents[2]
HERE = ROOT / "docs"
OUTER = {  # pages outside of docs/ that pages of docs/ link to, and their names on the site
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}
REFERENCE = {
    "Claims by paper": "claims-",
    "Formulas by paper": "formulas-",
    "Functions by subject": "functions-",
    "Keys of statements beyond the papers": "keys",
    "Laws of transfer": "laws",
    "Simulators": "simulators",
    "Every command and option": "commands",
}
FENCED = re.compile(r"^(`{3,}|:{3,}).*?^\1", flags=re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<![\[`])`([A-Za-z][\w/]*(?:-[\w/]+)+)`(?![`\]])")


def stage(folder: Path) -> None:
    """Write every page of the site below a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "_static").mkdir(parents=True)
    shutil.copy(HERE / "site/conf.py", folder)
    shutil.copy(HERE / "site/site.css", folder / "_static")
    pages = {str(p.relative_to(HERE)): p.read_text("utf-8") for p in sorted(HERE.rglob("*.md"))}
    pages |= {name: (ROOT / path).read_text("utf-8") for path, name in OUTER.items()}
    generated = record_pages.pages() | tutorial_pages.pages(HERE / "tutorials", folder)
    places = record_pages.places()
    pages |= generated
    pages["index.md"] = index(pages["index.md"], [*generated], [*pages])
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(linked(site_links(text), name, places), encoding="utf-8")
    for picture in HERE.glob("*.png"):
        shutil.copy(picture, folder)


def site_links(text: str) -> str:
    """Return a page whose links to files of the repository lead to pages of the site."""
    for path, name in OUTER.items():
        text = re.sub(rf"\]\((?:\.\./)*{re.escape(path)}(?=[#)])", f"]({name}", text)
    text = re.sub(r"\]\(((?:[\w-]+/|\.\./)*[\w-]+)\.py\)", r"](\1.md)", text)  # tutorials
    return re.sub(r"\]\(docs/", "](", text)


def linked(text: str, page: str, places: dict[str, str]) -> str:
    """Return a page on which ids of claims and formulas in code lead to the reference."""
    above = "../" * page.count("/")

    def link(match: re.Match[str]) -> str:
        place = places.get(match[1])
        target = f"{above}reference/{place.replace('.md#', '.html#')}" if place else ""
        return f'<a class="id" href="{target}"><code>{match[1]}</code></a>' if place else match[0]

    parts, start = [], 0
    for fence in FENCED.finditer(text):
        parts += [CODE.sub(link, text[start : fence.start()]), fence[0]]
        start = fence.end()
    return "".join([*parts, CODE.sub(link, text[start:])])


def index(text: str, generated: list[str], names: list[str]) -> str:
    """Return the landing page with counts, the reference and the tree of all pages."""
    rows = []
    for title, stem in REFERENCE.items():
        chosen = [n for n in generated if n.startswith(f"reference/{stem}")]
        links = ", ".join(
            f"[{Path(n).stem.removeprefix(stem).replace('_', ' ') or stem}]({n})" for n in chosen
        )
        rows.append(f"| {title} | {links} |")
    numbers = ", ".join(f"{number} {name}" for name, number in record_pages.counts().items())
    opening = f"Written from the records when the site is built: {numbers}."
    head = ["## Reference from the records", "", opening, "", "| records | pages |", "|---|---|"]
    table = "\n".join([*head, *rows])
    text = text.replace("## The parts of the package", f"{table}\n\n## The parts of the package")
    listed: set[str] = set()
    trees = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        links = re.findall(r"\]\((?:\.\./)?([\w/.-]+\.(?:md|py))\)", site_links(section))
        chosen = [p for p in dict.fromkeys(map(_page, links)) if p in names and p not in listed]
        listed.update(chosen)
        if chosen:
            title = section.partition("\n")[0]
            trees.append(_tree(title, [n.removesuffix(".md") for n in chosen]))
    left = sorted({*names} - listed - {"index.md"})
    if left:
        trees.append(_tree("More", [n.removesuffix(".md") for n in left]))
    return "\n\n".join([text, *trees])


def _page(link: str) -> str:
    return re.sub(r"\.py$", ".md", link)


def _tree(caption: str, names: list[str]) -> str:
    options = [":hidden:", ":maxdepth: 1", f":caption: {caption}"]
    return "\n".join(["```{toctree}", *options, "", *names, "```"])


def main(out: Path) -> int:
    """Build the site in a folder and check that every link and anchor inside it leads somewhere."""
    from sphinx.cmd.build import build_main

    source = out.with_name(f"{out.name}-source")
    stage(source)
    options = ["-b", "html", "-W", "--keep-going", "-q", "-E", "-d", str(source / "doctrees")]
    status = build_main([*options, str(source), str(out)])
    if status:
        return status
    broken = broken_links(out)
    if broken:
        print(*broken, sep="\n", file=sys.stderr)
    size = sum(p.stat().st_size for p in out.rglob("*") if p.is_file())
    number = len([*out.rglob("*.html")])
    print(f"{out}/index.html: {number} pages, {size / 1e6:.1f} MB, {len(broken)} broken links")
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
    sys.exit(main(Path(sys.argv[1]).absolute()))
