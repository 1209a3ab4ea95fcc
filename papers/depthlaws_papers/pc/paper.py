"""The paper on predictive coding networks."""

from depthlaws.theory.papers import PC

PAPERS = (PC,)

# Figures of the landing page: their place there, and the panel (0 is the first) that shows what
# their titles say.
FINDINGS = {"pc-regimes": (5, 0), "pc-fig2": (9, 0)}
