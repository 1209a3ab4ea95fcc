"""The papers: places in them, and how to cite them; five of ours, and those of one's own.

A :class:`Source` names one place in one paper; every formula, claim and figure carries one.
Results that go beyond a paper say so: ``CHAIN.beyond("X-B")``.
"""

import html
import re
from collections import UserDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from depthlaws.base.paper_folders import PaperFolder, paper_folders

# Kinds of places, as sources write them and as readers may type them.
KINDS = {
    "eq.": ("eq", "eqs", "equation", "equations"),
    "theorem": ("thm",),
    "proposition": ("prop",),
    "lemma": (),
    "corollary": ("cor",),
    "assumption": (),
    "desideratum": (),
    "takeaway": (),
    "remark": ("rem",),
    "figure": ("fig", "figs"),
    "table": ("tab",),
    "section": ("sec", "appendix", "app"),
    "footnote": ("note",),
}
_CITED = re.compile("(" + "|".join(map(re.escape, KINDS)) + ")")
_NUMBERS = {  # "figure 3(a)" and "figure 1C" are panels of a figure
    "eq.": r"\d+(?:-\d+)?",
    "figure": r"(?:A\.)?\d+(?=[A-D]?\b)",
    "section": r"\b(?:\d+|[A-G])(?:\.\d+)*\b|\b(?:abstract|limitations)\b",
}
_NUMBER = r"(?:[A-G]\.)?\d+(?:\.\d+)*"
_NOTES = re.compile(r"(?:statement|beyond the paper) (.*)")  # notes of ours, by their names
_NAME = r"[\w][^,()]*"
# Parts of a place, which stand for the place: "figure 3(a)", "theorem 6, part 2", "table 1 left"
_PART = re.compile(
    r"(.*\d)(?: *,? *\(?(?:[a-h]|[ivx]+)|[ ,:]+(?:part|panel|clause|item|case|row|column|left|right"
    r"|top|bottom|middle|first|second|third)\b.*)"
)
_CAPTION = re.compile(r"^(?:the )?(?:caption|title|legend) (?:of|to|for) (?:the )?| caption$")


@dataclass(frozen=True, slots=True)
class Source:
    """One place in one paper, for example ``CHAIN.eq(13)``."""

    paper: str
    where: str

    def __str__(self) -> str:
        return f"{self.paper}, {self.where}"

    @property
    def cited(self) -> list[tuple[str, str]]:
        """Kinds and numbers of the places: ``eq. (2, 28-30)`` is four; none for notes of ours."""
        _, *parts = _CITED.split(self.where)
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return [
            (kind, number)
            for kind, text in pairs
            for entry in re.findall(_NUMBERS.get(kind, _NUMBER), text)
            for number in _written_out(entry.replace("-", "..") if kind == "eq." else entry)
        ]

    @property
    def absent(self) -> list[str]:
        """Places that are cited here and that the paper does not list.

        Raises: KeyError for a paper that is not here.
        """
        paper, notes, cited = PAPERS[self.paper], _NOTES.match(self.where), self.cited
        if notes:
            cited = [("id", name.strip()) for name in re.findall(_NAME, notes[1])]
        return [f"{k} {n}" for k, n in cited if n not in paper.numbers(k)] or (
            [] if cited else [self.where]
        )

    @property
    def bibtex(self) -> str:
        """BibTeX entry of the paper. Raises: KeyError for a paper that is not here."""
        return PAPERS[self.paper].bibtex

    def _repr_html_(self) -> str:
        paper = PAPERS.get(self.paper)
        title = (
            f": {html.escape(paper.authors)}, <i>{html.escape(paper.title)}</i>" if paper else ""
        )
        return f"<p>{html.escape(str(self))}{title}</p>"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, its bibliographic data and the letters it uses for our quantities.

    ``letters`` maps the paper's letter to the project's word (see ``docs/symbols.md``).
    ``places`` lists by kind what sources may cite: numbers as the paper prints them (``1..35`` is a
    range; a remark, proposition or corollary without number has that of its section), and under
    "id" the names of our own notes on the paper, for statements without number.
    """

    key: str
    title: str
    authors: str
    year: int
    venue: str
    letters: dict[str, str]
    places: Mapping[str, str] = field(default_factory=dict)

    def numbers(self, kind: str) -> list[str]:
        """Return the numbers of one kind of places in the paper, ranges written out."""
        entries = self.places.get(kind, "").split(", ")
        return [number for entry in entries if entry for number in _written_out(entry)]

    def place(self, words: str) -> tuple[str, str] | None:
        """Return kind and number of a place as readers type it: "13", "Fig. 3(a)", "theorem 6 (i)".

        None if the paper has no such place.
        """
        text = _CAPTION.sub("", words.strip().lower())
        known = {name.rstrip("."): name for name in KINDS}
        known |= {alias: name for name, aliases in KINDS.items() for alias in aliases}
        typed = re.fullmatch(rf"({'|'.join(sorted(known, reverse=True))})(?![a-z])\.? *(.*)", text)
        kinds = [known[typed[1]]] if typed else ["eq.", "section"]
        number = (typed[2] if typed else text).strip(" ().")
        wanted = {number, re.sub(r"^([a-g])(\d)", r"\1.\2", number)}
        if kinds != ["section"]:
            wanted |= {part[1] for n in [*wanted] if (part := _PART.fullmatch(n))}
        return next(((k, n) for k in kinds for n in self.numbers(k) if n.lower() in wanted), None)

    def _at(self, where: str) -> Source:
        return Source(self.key, where)

    def eq(self, number: int | str) -> Source:
        """Return the place of a numbered equation."""
        return self._at(f"eq. ({number})")

    def theorem(self, number: int | str) -> Source:
        """Return the place of a numbered theorem or proposition."""
        return self._at(f"theorem {number}")

    def lemma(self, number: int | str) -> Source:
        """Return the place of a numbered lemma."""
        return self._at(f"lemma {number}")

    def figure(self, number: int | str) -> Source:
        """Return the place of a figure or its caption."""
        return self._at(f"figure {number}")

    def table(self, number: int | str) -> Source:
        """Return the place of a table or its caption."""
        return self._at(f"table {number}")

    def section(self, name: int | str) -> Source:
        """Return the place of a section, appendix, footnote or remark."""
        return self._at(f"section {name}")

    def beyond(self, name: str) -> Source:
        """Return the source of a result of ours that extends this paper."""
        return self._at(f"beyond the paper ({name})")

    def ledger(self, name: str) -> Source:
        """Return the place of a statement without a number, by our id of it."""
        return self._at(f"statement {name}")

    @property
    def bibtex(self) -> str:
        """BibTeX entry."""
        return (
            f"@misc{{{self.key}{self.year},\n  title = {{{self.title}}},\n"
            f"  author = {{{self.authors}}},\n  year = {{{self.year}}},\n"
            f"  note = {{{self.venue}}},\n}}"
        )


def _written_out(entry: str) -> Iterator[str]:
    """Yield the numbers of an entry: "B.1..2" is B.1 and B.2."""
    match = re.fullmatch(r"(.*?)(\d+)\.\.(\d+)", entry)
    if match is None:
        yield entry
        return
    prefix, first, last = match.groups()
    for number in range(int(first), int(last) + 1):
        yield f"{prefix}{number:0{len(first)}}"


LOOPED_V0 = Paper(
    key="looped-v0",
    title="On the Residual Scaling of Looped Transformers: Stability and Transferability",
    authors="Shaowen Wang and Bingrui Li and Ge Zhang and Wenhao Huang and Jian Li",
    year=2026,
    venue="ICLR 2026 LIT workshop",
    letters={"N": "width", "L": "loops N", "varepsilon": "branch scale eps", "H": "energy"},
    places={
        "eq.": "1..7",
        "theorem": "1..2",
        "assumption": "1..3",
        "figure": "1..3",
        "table": "1",
        "section": "abstract, 1, 2, 2.1..2, 3, 3.1..2, 4, A, B, C, C.1..3, D, D.1..3",
        "id": "ERR-1..23, X-1..11",
    },
)

LOOPED = Paper(
    key="looped",
    title="On the Residual Scaling of Looped Transformers: Stability and Transferability",
    authors=("Shaowen Wang and Bingrui Li and Ge Zhang and Wenhao Huang and Shen Yan and Jian Li"),
    year=2026,
    venue="arXiv:2606.18524v1",
    letters={
        "d": "width",
        "N": "loops N",
        "L": "unique layers L",
        "varepsilon": "branch scale eps",
        "R": "root energy",
        "lambda": "residual constant lambda = eps*N*sqrt(L)",
    },
    places={
        "eq.": "1..15",
        "theorem": "1..3, 6, 7",
        "proposition": "7",
        "lemma": "4, 5",
        "remark": "3.2",
        "figure": "1..9",
        "table": "1..4",
        "section": "abstract, 1, 2, 3, 3.1..3, 4, 4.1..3, 5, 5.1..4, 6, limitations, 7, 7.1..5,"
        " 7.2.1, 7.3.1..2, 8, 8.1..5",
        "id": "ERR-1..23, X-1..17, X-5b, LOOP-B-731, LOOP-B-L5",
    },
)

CHAIN = Paper(
    key="chain",
    title="Optimal Learning Rate Scaling Depends on Data in Deep Scalar Linear Networks",
    authors="Yedi Zhang and Peter E. Latham and Leena Chennuru Vankadara and Andrew Saxe",
    year=2026,
    venue="preprint",
    letters={
        "L": "depth L",
        "w_l": "weight of layer l",
        "alpha": "relative total weight alpha",
        "eta": "learning rate",
        "tau": "time constant in gradient steps",
        "S": "sharpness",
        "mu_yx": "input-output moment mu_yx",
        "mu_xx": "input second moment mu_xx",
    },
    places={
        "eq.": "1..35",
        "figure": "1..7",
        "section": "abstract, 1..3, A, B, B.1..4, C, D",
        "remark": "B.2",
        "footnote": "1",
        "id": "CHAIN-E1..35, CHAIN-I1..23, E1..35, I1..23, ERR-A1..12, ERR-B1..8, ERR-C1..11,"
        " ERR-E1..6, X-A1..5, X-B, X-C, X-C1..7, X-D, X-E",
    },
)

AMMUP = Paper(
    key="ammup",
    title="Hyperparameter Transfer Laws for Non-Recurrent Multi-Path Neural Networks",
    authors="Haosong Zhang and Shenxi Wu and Xingjian Ma and Shirui Bian and Yichi Zhang "
    "and Xi Chen and Wei Lin",
    year=2026,
    venue="preprint",
    letters={
        "L": "depth L",
        "K": "residual blocks K",
        "C_l": "width",
        "M_{L+1}": "outputs m",
        "S_l": "update energy of layer l",
        "S-bar": "mean update energy",
        "eta*": "maximal update rate",
        "q": "gate second moment q",
        "bdry": "boundary fraction",
        "T_l": "tangent overlap",
    },
    places={
        "eq.": "1..45",
        "lemma": "1..7",
        "proposition": "3.3..5, D.3",
        "corollary": "C.1..2, D.4",
        "assumption": "1",
        "remark": "B.1..3, C.1, D.4",
        "figure": "1..7",
        "table": "1..6",
        "section": "abstract, 1, 2, 3, 3.1..5, 4, 4.1..5, 5, 6, A, B, B.1..3, C, C.1..2, D, D.1..4,"
        " E, E.1..4, F, G",
        "id": "ERR-01..09, ERR-10..28, BP-1..13, X01..09, X10..21",
    },
)

PC = Paper(
    key="pc",
    title="On the Infinite Width and Depth Limits of Predictive Coding Networks",
    authors="Francesco Innocenti and El Mehdi Achour and Rafal Bogacz",
    year=2026,
    venue="preprint, version 1",  # later versions of its code have another figure 4
    letters={
        "N": "width",
        "L": "depth L, with input and output layers",
        "D": "input dimension",
        "P": "samples",
        "gamma_0": "richness gamma0",
        "eta": "learning rate",
        "alpha": "depth exponent alpha of a residual branch",
        "s": "rescaling of the equilibrated energy",
    },
    places={
        "eq.": "1..124",
        "theorem": "1..2",
        "corollary": "3.2, 4.2",
        "figure": "1..4, A.1..23",
        "table": "1..2",
        "desideratum": "1..5",
        "takeaway": "1..4",
        "section": "abstract, 1, 1.1, 2, 2.1..3, 3, 3.1..2, 4, 4.1, 5, 6, 6.1..2, A, A.1..9,"
        " A.4.1..5, A.5.1..3, A.7.1..2, A.9.1..2",
        "id": "ERR-PC-1..35, ERR-PC-38..39, PC-B1..51, B1..40, LR1..5, neighbours,"
        " scaled weights and a persistent multiplier",
    },
)

OURS = {paper.key: paper for paper in [*globals().values()] if isinstance(paper, Paper)}


class _Papers(UserDict[str, Paper]):
    """Papers by key: ours, then those of one's own, which are read when somebody asks."""

    def __init__(self) -> None:
        """Read nothing yet: a folder of one's own imports this module."""

    @property
    def data(self) -> dict[str, Paper]:  # type: ignore[override]
        """Papers by key. Raises: ValueError for two papers of one key."""
        return _papers(paper_folders())


@lru_cache(maxsize=2)
def _papers(folders: Sequence[PaperFolder]) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    for folder in folders:  # one of ours hands on a record from above, which formulas cite too
        for paper in folder.papers():
            if paper.key in papers or OURS.get(paper.key, paper) != paper:
                msg = f"{folder.path}: another paper has the key {paper.key!r}; choose one"
                raise ValueError(msg)
            papers[paper.key] = paper
    return OURS | papers


PAPERS = _Papers()
