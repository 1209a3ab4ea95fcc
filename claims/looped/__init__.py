"""Claims of both versions of the looped paper: forward pass, updates, recipes and figures."""

from depthlaws.claims.looped import forward, laws, rest, steps, twins

CLAIMS = (*forward.CLAIMS, *steps.CLAIMS, *laws.CLAIMS, *rest.CLAIMS, *twins.CLAIMS)
