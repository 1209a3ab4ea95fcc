"""Claims of the scalar-chain paper: its equations, its sentences, its figures, and beyond."""

from depthlaws.claims.chain import (
    beyond,
    courses,
    descent,
    equations,
    expansions,
    figures,
    statements,
    transfer,
)

CLAIMS = (
    *equations.CLAIMS,
    *courses.CLAIMS,
    *statements.CLAIMS,
    *transfer.CLAIMS,
    *descent.CLAIMS,
    *beyond.CLAIMS,
    *expansions.CLAIMS,
    *figures.CLAIMS,
)
