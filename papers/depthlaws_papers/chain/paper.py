"""The scalar-chain paper."""

from depthlaws.theory.papers import CHAIN

PAPERS = (CHAIN,)

# Figures of the landing page: their place there, and the panel (0 is the first) that shows what
# their titles say.
FINDINGS = {"chain-fig3": (2, 3), "chain-fig2": (6, 0)}
