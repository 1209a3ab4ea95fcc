"""Verdicts in the pages of the manual say what they mean, where they stand."""

import re

from markupsafe import Markup

from depthlaws.report.page import MEANING

VERDICT = re.compile(rf"(?<![\w>-])({'|'.join(sorted(MEANING, key=len)[::-1])})(?![\w-])")
KEEP = re.compile(r"(<(?:pre|a|h1|h2|h3|math)\b.*?</(?:pre|a|h1|h2|h3|math)>|<[^>]+>)", re.DOTALL)


def explained(body: str) -> str:
    """Return a page on which the first use of each verdict can be asked what it means."""
    told: set[str] = set()

    def mark(match: re.Match[str]) -> str:
        word = match[1]
        if word in told:
            return word
        told.add(word)
        means = Markup.escape(f"{word}: {MEANING[word]}")
        return f'<span class="means" data-means="{means}">{word}</span>'

    parts = KEEP.split(body)  # text and what is kept, in turn
    return "".join(p if i % 2 else VERDICT.sub(mark, p) for i, p in enumerate(parts))
