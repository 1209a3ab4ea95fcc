"""Claims of the scalar-chain paper: its equations, its sentences, its figures, and beyond."""

from claims.chain import equations

CLAIMS = (*equations.CLAIMS,)
