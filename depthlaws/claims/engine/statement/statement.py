"""A statement with its checks, one for each clause."""

from depthlaws.claims.engine.statement.check import Stated
from depthlaws.claims.engine.statement.form import Form

__all__ = ["Statement"]


class Statement(Form):
    """Clauses over quantifiers, with hypotheses and definitions; see :class:`.form.Form`.

    Examples
    --------
    >>> from depthlaws.claims.engine import Context
    >>> from depthlaws.claims.engine.statement import Equal, naturals, reals
    >>> from depthlaws.claims.engine.statement import array, indices, scalars, total
    >>> d = scalars("d")
    >>> u, (i, j) = array("u"), indices("i j", d)
    >>> square = Equal(total(u[i], i) ** 2, total(u[i] * u[j], i, j))
    >>> statement = Statement(square, for_all={d: naturals(1), u: reals[d]})
    >>> print(statement)
    For all d whole >= 1, u[d] real: (sum_{i<=d} u[i])^2 = sum_{j<=d} sum_{i<=d} u[i]*u[j]
    >>> print(statement.checks[0].run(Context()).verdict)
    PROVED
    """

    @property
    def checks(self) -> tuple[Stated, ...]:
        """One check for each clause."""
        return tuple(Stated(self, place) for place in range(len(self.clauses)))
