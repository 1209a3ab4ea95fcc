"""Vaswani et al., Attention Is All You Need: what its equations and footnotes state."""

from depthlaws.theory.papers import Paper

PAPER = Paper(
    key="attention2017",
    title="Attention Is All You Need",
    authors="Ashish Vaswani and Noam Shazeer and Niki Parmar and Jakob Uszkoreit and Llion Jones "
    "and Aidan N. Gomez and Lukasz Kaiser and Illia Polosukhin",
    year=2017,
    venue="arXiv:1706.03762",
    letters={"d_k": "size d of a head", "d_model": "width", "lrate": "learning rate"},
    places={"eq.": "1..3", "section": "3.2.1, 3.5, 5.3", "footnote": "4", "id": "wavelengths"},
)
