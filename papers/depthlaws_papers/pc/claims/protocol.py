"""Appendix A.8: its text about the experiments, compared with the captions of the figures."""

from collections.abc import Iterator

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import Case

CLAIMS = Claims()

# figure -> its caption, in the paper's words
OPTIMISER = {"A.14": "SGD"}
NETWORK = {"A.4": "linear MLPs", "A.23": "linear residual networks"}
SKIPS = ("with skips", "without skips")  # skips of A.4 and A.23, according to A.8


def _adam() -> Iterator[Case]:
    for figure, optimiser in OPTIMISER.items():
        yield f"optimiser of figure {figure}, image classification", optimiser, "==", "Adam"


def _but_one() -> Iterator[Case]:
    """Exactly one caption of an image experiment names an optimiser, and it is not Adam."""
    yield "figures whose captions name an optimiser", ", ".join(OPTIMISER), "==", "A.14"
    yield "the optimiser of figure A.14", OPTIMISER["A.14"], "==", "SGD"


CLAIMS.add(
    id="PC-A8-adam",
    source=PC.section("A.8"),
    says="Every experiment on images used Adam.",
    quote="All experiments used Adam with batch size 64",
    reading=(
        '"Every" includes each figure on Fashion-MNIST and CIFAR-10, as in the heading '
        "of the paragraph. For the heatmaps and rescaling plots that the paragraph "
        "names, the sentence holds."
    ),
    checks=(Exhaustive(_adam),),
    corrected_by="PC-A8-sgd",
    sides=("in the figure's caption", "in A.8"),
    fault="slip",
    change="All experiments but those of figures A.14 and A.15, which used SGD, used Adam.",
)

CLAIMS.add(
    id="PC-A8-sgd",
    source=PC.ledger("ERR-PC-24"),
    says="Figure A.14 (and A.15 with it) used SGD, by its caption.",
    checks=(Exhaustive(_but_one, data=True),),
    definition=True,
)


def _skips(*, reversed_: bool) -> Iterator[Case]:
    """Skips of each figure against those that A.8 states, in this order or the reverse."""
    said = dict(zip(("A.23", "A.4") if reversed_ else ("A.4", "A.23"), SKIPS, strict=True))
    for figure, skips in said.items():
        connections = SKIPS[0] if "residual" in NETWORK[figure] else SKIPS[1]
        yield f"figure {figure}, by its caption and by A.8", connections, "==", skips


CLAIMS.add(
    id="PC-A8-skips",
    source=PC.section("A.8"),
    says="Figures A.4 and A.23 are with and without skips, respectively.",
    quote="with and without skips (respectively)",
    reading="Read in this order; the captions have linear MLPs (A.4) and residual networks (A.23). "
    "In the reverse order the sentence holds.",
    checks=(Exhaustive(lambda: _skips(reversed_=False)),),
    corrected_by="PC-A8-skips-reversed",
    sides=("in the figure's caption", "in A.8"),
    fault="slip",
    change="without and with skips (respectively).",
)

CLAIMS.add(
    id="PC-A8-skips-reversed",
    source=PC.ledger("ERR-PC-24"),
    says="The order is reversed: A.4 without skips, A.23 with them.",
    checks=(Exhaustive(lambda: _skips(reversed_=True), data=True),),
    definition=True,
)
