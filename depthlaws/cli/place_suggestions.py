"""Suggestions for places of a paper that it does not have: nearest places and sentences."""

import difflib
import re
from collections.abc import Sequence

import click

from depthlaws.claims.coverage import Sentence, sentences
from depthlaws.cli.name_suggestions import unknown
from depthlaws.theory.papers import KINDS, PAPERS

MAX_NEAR = 3
MIN_SHARED = 0.5  # of the words typed, in a sentence that counts as near


def unknown_place(paper: str, text: str) -> click.UsageError:
    """Return an error of one line that names the nearest places, or the nearest sentences."""
    known = [f"{k} {n}" for k in PAPERS[paper].places for n in PAPERS[paper].numbers(k)]
    if re.fullmatch(r"(?:p|pp|pages?)\.? *\d+(?: *- *\d+)?", text, re.IGNORECASE):
        sections = [name for name in known if re.fullmatch(r"section \d", name)]
        return click.UsageError(
            f"unknown place of {paper} {text!r}: pages are not listed, as versions differ in them;"
            f" name {', '.join(sections)}, an equation, or words of the sentence"
        )
    near = _same_kind(paper, text) or [
        f"{one.place} ({_start(one.quote)})" for one in _nearest_sentences(paper, text)
    ]
    if near:
        return click.UsageError(
            f"unknown place of {paper} {text!r}; the nearest: {', '.join(near)}"
        )
    tops = [number for number in PAPERS[paper].numbers("section") if "." not in number]
    shown = f"name an equation, a figure, words of a sentence or a section: {', '.join(tops)}"
    return unknown(f"place of {paper}", text, known, shown=shown)


def _same_kind(paper: str, text: str) -> list[str]:
    """Return places of the kind that is named, the nearest numbers first; else other kinds."""
    word, _, number = text.strip().lower().partition(" ")
    word, number = word.rstrip("."), number.strip(" ().")
    kind = next((k for k, also in KINDS.items() if word in {k.rstrip("."), *also}), "")
    if word.strip("()").isdigit() and not number:
        kind, number = "eq.", word.strip("()")
    if not kind or not number:
        return []
    numbers = PAPERS[paper].numbers(kind)
    near = sorted(numbers, key=lambda other: _distance(number, other.lower()))
    return [f"{kind} {n}" for n in near[:MAX_NEAR]]


def _distance(one: str, other: str) -> tuple[int, float]:
    """Return how far two numbers of places are apart: numbers by their gap, others by letters."""
    if one.isdigit() and other.isdigit():
        return 0, abs(int(one) - int(other))
    return 1, -difflib.SequenceMatcher(None, one, other).ratio()


def _nearest_sentences(paper: str, text: str) -> list[Sentence]:
    """Return the sentences that share most words with a text, if that is half of them."""
    sought = _words(text)
    shared = {one: len(sought & _words(one.quote)) for one in sentences(paper)}
    most = max(shared.values(), default=0)
    if len(sought) < 2 or most < MIN_SHARED * len(sought):
        return []
    return [one for one, n in shared.items() if n == most][:MAX_NEAR]


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"[^\W_]+", text.lower()) if len(word) > 2}


def _start(quote: str) -> str:
    words: Sequence[str] = quote.split()
    return " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
