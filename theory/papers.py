"""The five papers: where each statement comes from, and how to cite it.

A :class:`Source` names one place in one paper; every formula, claim and figure carries one.
Results that go beyond a paper say so: ``CHAIN.beyond("X-B")``.
"""

import html
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """One place in one paper, for example ``CHAIN.eq(13)``."""

    paper: str
    where: str

    def __str__(self) -> str:
        return f"{self.paper}, {self.where}"

    @property
    def bibtex(self) -> str:
        """BibTeX entry of the paper. Raises: KeyError for a paper that is not ours."""
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

    ``letters`` maps the paper's letter to the project's word (see the glossary in README).
    """

    key: str
    title: str
    authors: str
    year: int
    venue: str
    letters: dict[str, str]

    def _at(self, where: str) -> Source:
        return Source(self.key, where)

    def eq(self, number: int | str) -> Source:
        """Numbered equation."""
        return self._at(f"eq. ({number})")

    def theorem(self, number: int | str) -> Source:
        """Numbered theorem or proposition."""
        return self._at(f"theorem {number}")

    def lemma(self, number: int | str) -> Source:
        """Numbered lemma."""
        return self._at(f"lemma {number}")

    def figure(self, number: int | str) -> Source:
        """Figure or its caption."""
        return self._at(f"figure {number}")

    def table(self, number: int | str) -> Source:
        """Table or its caption."""
        return self._at(f"table {number}")

    def section(self, name: int | str) -> Source:
        """Section, appendix, footnote or remark."""
        return self._at(f"section {name}")

    def beyond(self, name: str) -> Source:
        """Return the source of a result of ours that extends this paper."""
        return self._at(f"beyond the paper ({name})")

    def ledger(self, name: str) -> Source:
        """Statement without a number of its own, by its ledger id."""
        return self._at(f"statement {name}")

    @property
    def bibtex(self) -> str:
        """BibTeX entry."""
        return (
            f"@misc{{{self.key}{self.year},\n  title = {{{self.title}}},\n"
            f"  author = {{{self.authors}}},\n  year = {{{self.year}}},\n"
            f"  note = {{{self.venue}}},\n}}"
        )


LOOPED_V0 = Paper(
    key="looped-v0",
    title="On the Residual Scaling of Looped Transformers: Stability and Transferability",
    authors="Shaowen Wang and Bingrui Li and Ge Zhang and Wenhao Huang and Jian Li",
    year=2026,
    venue="ICLR 2026 LIT workshop",
    letters={"N": "width", "L": "loops N", "varepsilon": "branch scale eps", "H": "energy"},
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
)

PAPERS = {paper.key: paper for paper in [*globals().values()] if isinstance(paper, Paper)}
