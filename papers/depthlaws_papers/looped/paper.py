"""The paper on looped residual streams: its versions."""

from depthlaws.theory.papers import LOOPED, LOOPED_V0

PAPERS = (LOOPED, LOOPED_V0)

# Figures of the landing page: their place there, and the panel (0 is the first) that shows what
# their titles say.
FINDINGS = {"looped-fig2": (1, 4), "looped-transfer": (4, 2), "looped-fig1": (7, 0)}
