"""Entries of the search for the pages of the manual: one for each heading and each function."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

HEADINGS = {"h1", "h2", "h3", "dt"}
BLOCKS = {"p", "dt", "dd", "td", "th", "li", "pre", "div"}
SILENT = {"script", "style", "nav", "annotation", "details"}
LONGEST = 4000  # letters of an entry; what stands below is found by its own heading


class Sections(HTMLParser):
    """Reads the headings of a page with their addresses, and the text below each."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.heading = ""  # tag of the heading that is read
        self.anchor = ""
        self.silent = 0
        self.reading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        named = {name: value or "" for name, value in attrs}
        self.reading |= tag == "article"
        if tag in SILENT:
            self.silent += 1
        if tag == "section" and "id" in named:
            self.anchor = named["id"]
        if tag in HEADINGS and not (tag == "dt" and "sig" not in named.get("class", "")):
            self.heading = tag
            address = named.get("id", self.anchor) if tag == "dt" else self.anchor
            self.found.append({"tag": tag, "anchor": address, "title": "", "text": ""})

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        self.silent -= tag in SILENT
        self.reading &= tag != "article"
        if tag == self.heading:
            self.heading = ""
        if tag in BLOCKS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Add text to the title of the current entry inside a heading, else to its body."""
        if self.reading and not self.silent and self.found:
            self.found[-1]["title" if self.heading else "text"] += data


def entries(folder: Path) -> list[dict[str, str]]:
    """Return the entries of all pages of a built manual."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("_modules"):
            found += _of_page(name, path.read_text(encoding="utf-8"))
    return found


def _of_page(name: str, text: str) -> list[dict[str, str]]:
    reader = Sections()
    reader.feed(text)
    top = _words(reader.found[0]["title"]) if reader.found else name
    return [
        {
            "kind": _kind(name, one["tag"]),
            "title": _title(one),
            "address": f"manual/{name}#{one['anchor']}" if i else f"manual/{name}",
            "text": _words(one["text"])[:LONGEST],
            "of": top if i else "manual",
        }
        for i, one in enumerate(reader.found)
    ]


def _title(one: dict[str, str]) -> str:
    title = _words(one["title"])
    return title.partition("(")[0].removeprefix("class ") if one["tag"] == "dt" else title


def _kind(name: str, tag: str) -> str:
    if name == "how-to/questions.html" and tag == "h2":
        return "question"
    if name == "reference/commands.html" and tag == "h2":
        return "command"
    if tag == "dt":
        return "function"
    return "page" if tag == "h1" else "section"


def _words(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("¶", "").replace("[source]", "").strip()


def write(folder: Path) -> None:
    """Write the entries of a manual beside its pages."""
    text = json.dumps(entries(folder), ensure_ascii=False)
    (folder / "search.json").write_text(text, encoding="utf-8")
