"""Means over Gaussian arrays that are printed for Coq: those of polynomials in their entries."""

from depthlaws.claims.engine.statement.errors import NoCoqTextError
from depthlaws.claims.engine.statement.expressions import Tree, nodes
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.formulas import resolved

BINDERS = ("sum", "index")
MAX_PLACES = 2  # of a Gaussian array; gaussian.v knows vectors and matrices


def mean_of(name: str) -> str:
    """Mean over a Gaussian array in Coq: E_W for W; no other symbol may have that name."""
    return f"E_{name}"


def check_means(s: Form) -> None:
    """Refuse Gaussian entries outside a mean over them, and means of what is no polynomial in them.

    Raises: NoCoqTextError in one line, also for a definition that leads to a Gaussian entry.
    """
    drawn = {n for n, d in s.domains.items() if d.variance is not None}
    for name in drawn:
        if len(s.domains[name].sizes) > MAX_PLACES:
            msg = f"{name} is a Gaussian array with more than {MAX_PLACES} places"
            raise NoCoqTextError(msg)
    trees = [t for c in (*s.clauses, *s.given) for t in (*c.trees, *c.where)]
    trees += [t for pair in s.defined.items() for t in pair]
    trees += [d.variance for d in s.domains.values() if d.variance is not None]
    indices = {n.args[0].name for t in trees for n in nodes(t) if n.head in BINDERS}
    names = {*s.domains, *s.rules(), *indices}
    if clash := names & set(map(mean_of, drawn)):
        msg = f"{min(clash)} is the name of a mean in Coq, and of a symbol"
        raise NoCoqTextError(msg)
    for t in trees if drawn else ():
        outside = dependence(t, drawn)
        if outside:
            msg = f"{min(outside)} is Gaussian and stands outside a mean over it, in {str(t)[:60]}"
            raise NoCoqTextError(msg)


def dependence(t: Tree, drawn: set[str]) -> set[str]:
    """Gaussian arrays of whose entries a tree is a polynomial.

    Raises: NoCoqTextError where it is another function of an entry.
    """
    head, args = t.head, t.args
    if head == "formula":
        return dependence(resolved(t), drawn)
    if head == "mean":
        return dependence(args[1], drawn) - {args[0]}
    if head == "entry" and args[0] in drawn:
        return {args[0]}
    parts = [a for a in args if isinstance(a, Tree)]
    arrays = set().union(*(dependence(a, drawn) for a in parts))
    whole = head == "^" and args[1].head == "number" and args[1].args[0].denominator == 1
    if arrays and not (head in ("+", "*", "sum") or (whole and args[1].args[0] >= 0)):
        msg = f"{str(t)[:60]} is no polynomial in the Gaussian entries of {min(arrays)}"
        raise NoCoqTextError(msg)
    return arrays
