"""The paper on arithmetic-mean muP."""

from depthlaws.theory.papers import AMMUP

PAPERS = (AMMUP,)

# Figures of the landing page: their place there, and the panel (0 is the first) that shows what
# their titles say.
FINDINGS = {"ammup-slopes": (3, 0), "ammup-split": (8, 0), "ammup-branches": (10, 0)}
