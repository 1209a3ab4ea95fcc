"""Verdicts and words of the glossary in the pages of the manual say what they mean, in place."""

import re
from functools import cache
from pathlib import Path

from markupsafe import Markup

from depthlaws.report.page import MEANING

GLOSSARY = Path(__file__).parents[1] / "symbols.md"
COMMON = {
    "block",
    "energy",
    "estimate",
    "feedforward",
    "plain",
    "symbol",
    "width",
}  # most often said in the usual sense
KEEP = re.compile(r"(<(?:pre|a|h1|h2|h3|math)\b.*?</(?:pre|a|h1|h2|h3|math)>|<[^>]+>)", re.DOTALL)


@cache
def meanings() -> dict[str, str]:
    """Return the meaning of every verdict, and of the words of the glossary."""
    found: dict[str, str] = {str(verdict): words for verdict, words in MEANING.items()}
    rows = re.findall(r"^\| ([a-z][a-z0-9, ]+) \| (.*) \|$", GLOSSARY.read_text("utf-8"), re.M)
    for names, text in rows:
        words, parts = names.split(", "), text.replace("`", "").split("; ")
        each = parts if len(parts) == len(words) else [text.replace("`", "")] * len(words)
        found |= {w: p for w, p in zip(words, each, strict=True) if w not in COMMON and w[3:]}
    return found


@cache
def _any_word() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, meanings()), key=len)[::-1])
    return re.compile(rf"(?<![\w>-])({words})(?![\w-])")


def explained(body: str) -> str:
    """Return a page on which the first use of each of these words can be asked what it means."""
    told: set[str] = set()

    def mark(match: re.Match[str]) -> str:
        word = match[1]
        if word in told:
            return word
        told.add(word)
        means = Markup.escape(f"{word}: {meanings()[word]}")
        return f'<span class="means" data-means="{means}">{word}</span>'

    parts = KEEP.split(body)  # text and what is kept, in turn
    return "".join(p if i % 2 else _any_word().sub(mark, p) for i, p in enumerate(parts))
