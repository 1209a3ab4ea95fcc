"""Gaps that claims leave at the places of the papers, and how far each place is claimed.

A place without an entry is claimed by the claims that cite it. ``at`` names other places whose
claims are about this one too; ``needs`` says what is missing, or what a claim would take.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from depthlaws.claims.engine.records import Entry
from depthlaws.theory.papers import PAPERS

__all__ = ["GAPS", "Coverage", "Gap", "Status", "coverage"]


@dataclass(frozen=True)
class Gap:
    """Open part of a place, and other places where the place is claimed."""

    needs: str = ""
    at: str = ""


class Status(StrEnum):
    """Extent to which a place of a paper is claimed."""

    CLAIMED = "claimed"
    IN_PART = "claimed in part"
    NOT_CLAIMED = "not claimed"


@dataclass(frozen=True)
class Coverage:
    """Place of a paper with its status, the ids of its claims, and what is missing."""

    place: str
    status: Status
    claims: tuple[str, ...]
    needs: str


def coverage(paper: str, place: tuple[str, str], entries: Iterable[Entry]) -> Coverage:
    """Return how far one place of a paper is claimed.

    Parameters
    ----------
    paper : str
        Key of the paper.
    place : (str, str)
        Kind and number, as :meth:`depthlaws.theory.papers.Paper.place` returns them.
    entries : iterable of Entry
        Claims of the ledger.

    Returns
    -------
    Coverage
        Status, claims and what is missing.
    """
    name = " ".join(place)
    gap = GAPS.get(paper, {}).get(name, Gap())
    places = [place, *(p for p in map(PAPERS[paper].place, gap.at.split("; ")) if p)]
    claims = tuple(
        entry.id
        for entry in entries
        if entry.source.paper == paper
        and any(_within(c, p) for c in entry.source.cited for p in places)
    )
    status = Status.NOT_CLAIMED if not claims else Status.IN_PART if gap.needs else Status.CLAIMED
    return Coverage(name, status, claims, gap.needs)


def _within(cited: tuple[str, str], place: tuple[str, str]) -> bool:
    """Return whether a cited place is this one, or a subsection of it."""
    inside = cited[0] == place[0] == "section" and cited[1].startswith(place[1] + ".")
    return cited == place or inside


def _equations(first: int, last: int) -> str:
    return "; ".join(f"equation {n}" for n in range(first, last + 1))


TRAINED_LLAMA = "its size: needs 340 to 438 M parameters and 10 B tokens"
LLAMA = "its size: needs blocks of width 768, claimed for small ones only"
TUNED = "needs rates tuned on the paper's images (CIFAR-10, ...) at its widths"
PROSE = "makes no statement of its own"
SKETCH = "a sketch without a statement"

GAPS: Mapping[str, Mapping[str, Gap]] = {
    "chain": {
        "figure 1": Gap("the curves of panel A, for which no numbers are printed"),
        "figure 2": Gap("the drawn losses: the paper does not print its targets r"),
        "figure 3": Gap("the drawn orbits, for which no numbers are printed"),
        "figure 4": Gap("the drawn losses, for which no numbers are printed"),
        "figure 6": Gap("the drawn losses: the paper does not print its starts"),
        "figure 7": Gap("the drawn losses: the paper does not print its starts"),
        "section 1": Gap("what it says of related work"),
        "section A": Gap(f"related work; {PROSE}"),
        "section B.1": Gap(at="figure 3; figure 4"),
        "section B.3": Gap(at="equation 14; equation 15; equation 16"),
        "section B.4": Gap(at=_equations(17, 22)),
        "section B": Gap(at=_equations(12, 22)),
        "section C": Gap(at=_equations(23, 28)),
        "section D": Gap(at=_equations(29, 35)),
        "remark B.2": Gap(at="section B.2"),
    },
    "looped-v0": {
        "figure 1": Gap(LLAMA),
        "figure 2": Gap(LLAMA),
        "figure 3": Gap(TRAINED_LLAMA),
        "section 3": Gap(at="section 3.1; section 3.2; figure 1; figure 2; figure 3", needs=LLAMA),
        "section 3.1": Gap(at="figure 1; figure 2", needs=LLAMA),
        "section 3.2": Gap(at="figure 3", needs=TRAINED_LLAMA),
        "section 4": Gap(f"conclusion; {PROSE}"),
        "section A": Gap(f"related work; {PROSE}"),
        "section C": Gap(at="equation 5"),
        "section D": Gap(at="equation 6; equation 7"),
        "section D.3": Gap(at="theorem 2"),
    },
    "looped": {
        "figure 2": Gap(LLAMA),
        "figure 3": Gap(LLAMA),
        "figure 4": Gap(LLAMA),
        "figure 5": Gap(TRAINED_LLAMA),
        "figure 6": Gap(TRAINED_LLAMA),
        "figure 7": Gap(TRAINED_LLAMA),
        "figure 8": Gap(TRAINED_LLAMA),
        "figure 9": Gap(LLAMA),
        "table 1": Gap("its body, which is missing from the text at hand"),
        "table 2": Gap("its body, which is missing from the text at hand"),
        "table 3": Gap("its body, which is missing from the text at hand"),
        "proposition 7": Gap(at="theorem 7"),
        "remark 3.2": Gap(at="section 3.2"),
        "section 1": Gap(at="figure 1; figure 2", needs=LLAMA),
        "section 2": Gap(f"related work; {PROSE}"),
        "section 3": Gap(at="equation 1"),
        "section 4": Gap(at="equation 2"),
        "section 4.1": Gap(at="equation 2"),
        "section 5": Gap(TRAINED_LLAMA, at="figure 2; figure 5"),
        "section 5.1": Gap(LLAMA, at="figure 2; figure 3; figure 4"),
        "section 5.2": Gap(TRAINED_LLAMA, at="figure 5"),
        "section 5.3": Gap(TRAINED_LLAMA, at="figure 5; table 1"),
        "section 5.4": Gap(TRAINED_LLAMA, at="figure 6; figure 7"),
        "section 6": Gap(f"conclusion; {PROSE}"),
        "section 7": Gap(at=_equations(3, 15)),
        "section 7.5": Gap(at="theorem 7; " + _equations(12, 15)),
        "section 8": Gap(at="table 2; table 3; table 4", needs="the bodies of tables 2 and 3"),
        "section 8.1": Gap(at="table 2", needs="the body of table 2"),
        "section 8.2": Gap(at="table 3", needs="the body of table 3"),
        "section 8.3": Gap(at="table 4"),
        "section 8.4": Gap(TRAINED_LLAMA, at="figure 8"),
        "section 8.5": Gap(LLAMA, at="figure 9"),
    },
    "ammup": {
        "figure 1": Gap(SKETCH),
        "figure 2": Gap(at="section 3.4"),
        "figure 3": Gap(f"the measured rates: {TUNED}"),
        "figure 4": Gap(f"loss curves of three ViTs: {TUNED}"),
        "figure 5": Gap(f"the measured rates: {TUNED}", at="table 3"),
        "figure 6": Gap(f"the measured rates: {TUNED}", at="remark B.1"),
        "figure 7": Gap(f"the measured rates: {TUNED}", at="section E.3"),
        "table 1": Gap(f"the measured slopes themselves: {TUNED}"),
        "table 2": Gap(f"notation; {PROSE}"),
        "table 3": Gap(f"the measured slopes themselves: {TUNED}"),
        "table 4": Gap(f"the measured slopes themselves: {TUNED}"),
        "table 5": Gap(f"the measured rates and losses themselves: {TUNED}"),
        "table 6": Gap(f"the measured rates: {TUNED}, here on audio"),
        "proposition 3.3": Gap(at="section 3.3"),
        "proposition 3.4": Gap(at="section 3.4"),
        "proposition 3.5": Gap("with attention: no exact energies are known", at="section 3.5"),
        "proposition D.3": Gap(at="section D.3; equation 45"),
        "corollary C.1": Gap(at="equation 35"),
        "corollary C.2": Gap(at="section C.2"),
        "corollary D.4": Gap(at="section D.4"),
        "assumption 1": Gap(at="equation 42; equation 43; equation 44"),
        "remark B.1": Gap(at="section B.1"),
        "remark B.2": Gap(at="section B.2"),
        "remark B.3": Gap(at="section B.3"),
        "remark C.1": Gap(at="section C.1; equation 34"),
        "remark D.4": Gap(at="section D.4"),
        "section 2": Gap(f"related work; {PROSE}"),
        "section 4": Gap(f"the experiments: {TUNED}"),
        "section 4.1": Gap(f"the protocol's rates: {TUNED}"),
        "section 4.2": Gap(f"the measured slopes: {TUNED}", at="table 1"),
        "section 4.3": Gap(f"the measured slopes: {TUNED}", at="table 1; figure 3"),
        "section 4.4": Gap(f"the measured slopes: {TUNED}"),
        "section 4.5": Gap(f"the measured slopes themselves: {TUNED}"),
        "section 6": Gap(f"limitations; {PROSE}"),
        "section C": Gap(at=_equations(28, 35)),
        "section D": Gap(at=_equations(36, 45)),
        "section D.1": Gap(at="equation 36"),
        "section E": Gap(f"the measured slopes: {TUNED}"),
        "section E.1": Gap(f"the measured slopes: {TUNED}", at="table 3"),
        "section E.2": Gap(f"the measured slopes: {TUNED}", at="remark B.1"),
        "section E.3": Gap(f"the measured rates: {TUNED}"),
    },
    "pc": {
        "section 1": Gap(at="theorem 1; theorem 2; corollary 3.2; corollary 4.2"),
        "section 1.1": Gap(at="theorem 1; theorem 2; corollary 3.2; corollary 4.2"),
        "section 2.2": Gap(at=_equations(7, 14)),
        "section 4": Gap("limits that commute in nonlinear networks that train"),
        "section 4.1": Gap(at="corollary 4.2; equation 19; takeaway 3"),
        "section 6": Gap(f"discussion; {PROSE}"),
        "section 6.1": Gap("networks as they are used", at="theorem 1; theorem 2; takeaway 2"),
        "section 6.2": Gap(f"limitations; {PROSE}"),
        "section A.2": Gap("what it says of related work, and training of more than 200 steps"),
        "section A.3": Gap(at="table 2"),
        "section A.4": Gap(at=_equations(20, 94)),
        "section A.4.1": Gap(at=_equations(27, 36)),
        "section A.4.2": Gap(at=_equations(37, 55)),
        "section A.4.3": Gap(at=_equations(56, 73)),
        "section A.4.4": Gap(at=_equations(74, 94)),
        "section A.5": Gap(at=_equations(95, 124)),
        "section A.5.2": Gap(at=_equations(104, 110)),
        "section A.5.3": Gap(at=_equations(111, 124)),
        "section A.6": Gap("predictive coding in convolutional networks that train"),
        "section A.7": Gap("N above 512", at="figure A.1; figure A.2; figure A.3; figure A.4"),
        "section A.7.1": Gap("N above 256", at="figure A.1; figure A.2"),
        "section A.7.2": Gap("N above 128", at="figure A.3; figure A.4"),
        "section A.9": Gap(
            "Fashion-MNIST and CIFAR-10", at="figure A.5; figure A.10; figure A.14; figure A.17"
        ),
        "section A.9.1": Gap("Fashion-MNIST and CIFAR-10", at="figure A.5; figure A.6; figure A.9"),
        "section A.9.2": Gap(
            "Fashion-MNIST and CIFAR-10",
            at="figure A.10; figure A.12; figure A.14; figure A.16; figure A.17; figure A.18",
        ),
        "figure 1": Gap("the paper's data, CIFAR-10, N above 512, and more than 200 steps"),
        "figure 3": Gap(
            "the paper's data, CIFAR-10, N above 512, and training beyond the halved loss"
        ),
        "figure A.6": Gap(
            "the paper's data, CIFAR-10, N above 512 and, after 200 steps, above 256: one network "
            "of N = 512 and 32 layers takes 15 seconds of a processor, one of 2048 four minutes"
        ),
        "figure A.9": Gap("the paper's data, CIFAR-10, and N above 128"),
        "figure A.14": Gap("the paper's data, CIFAR-10, and N above 512"),
        "figure A.5": Gap("the paper's data, Fashion-MNIST, and N above 512", at="figure 1"),
        "figure A.10": Gap("the paper's data, Fashion-MNIST, and N above 512", at="figure 3"),
        "figure A.12": Gap("the paper's data, Fashion-MNIST, and N above 512"),
        "figure 2": Gap("N above 512, for which theory's limit stands"),
        "figure 4": Gap(
            "CIFAR-10, N above 128 in training and 512 before it; ReLU networks of 16 layers at "
            "equilibrium in training, a minute of a processor for forty steps of one of N = 128"
        ),
        "figure A.7": Gap("the paper's data, Fashion-MNIST", at="figure A.6"),
        "figure A.8": Gap("the paper's data, Fashion-MNIST", at="figure 3"),
        "figure A.11": Gap("the paper's data, Fashion-MNIST", at="figure A.10"),
        "figure A.13": Gap("the paper's data, Fashion-MNIST", at="figure A.12"),
        "figure A.15": Gap("the paper's data, CIFAR-10", at="figure A.14"),
        "figure A.19": Gap("N above 512", at="figure A.18"),
        **{f"figure A.{n}": Gap("N above 128") for n in ("3", "22")},
        **{f"figure A.{n}": Gap("N above 512", at="figure 2") for n in ("16", "17")},
        "figure A.18": Gap("N above 512"),
        **{f"figure A.{n}": Gap("N above 256") for n in ("1", "2")},
        "figure A.20": Gap("N above 256", at="figure A.1"),
        "figure A.21": Gap("N above 256", at="figure A.2"),
        "figure A.4": Gap("other widths and depths, and 1000 steps"),
        "figure A.23": Gap("that PC has no lead over BP in residual networks"),
    },
}
