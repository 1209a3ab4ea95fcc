"""An inequality for all values of its symbols, by signs of its terms or of its slopes."""

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb
from sympy.core.parameters import global_parameters

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks.common import (
    FLIPPED,
    ball_at,
    in_words,
    keep_promises,
    over_listed,
    shown_point,
)
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.substitution import put_in
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number, symbolic

__all__ = ["Inequality"]

End = tuple[sp.Symbol, Any]


@dataclass(frozen=True)
class Inequality:
    """left < right (or <=, >, >=) for every value of the symbols; refuted by certified evaluation.

    It is proved if SymPy sees the sign of the margin after writing each symbol as an end of its
    interval plus a distance. Otherwise ``along`` names pairs (symbol, end): in the limit at that
    end the margin is not negative, and the sign of its slope lets it grow away from the end; the
    slope may need the next pair. Listed values in the domain are EXACT IN CASES, but for
    ``named``, where the claim's own sentence names them and no others.

    >>> import sympy as sp
    >>> from depthlaws.claims.engine import Context
    >>> from depthlaws.theory import Interval
    >>> x = sp.Symbol("x", positive=True)
    >>> check = Inequality(lambda: (2 * x, "<=", 1 + x**2), {x: Interval(1, sp.oo)})
    >>> print(check.run(Context()).verdict)
    PROVED
    """

    statement: Callable[[], tuple[Any, str, Any]]
    domain: sampling.Domain
    what: str = ""
    along: Sequence[End] = ()
    relation: str | None = None
    n: int = 24
    named: bool = False

    def __post_init__(self) -> None:
        """Refuse a symbol whose SymPy assumptions exclude values of its domain."""
        keep_promises(self.domain)

    def run(self, context: Context) -> Evidence:
        left, relation, right = context.stated = self.statement()
        relation = self.relation or relation
        margin = worked_out(symbolic(right - left if relation in {"<", "<="} else left - right))
        strict = relation in {"<", ">"}
        for point in sampling.points(self.domain, self.n, seed=context.seed):
            ball = self._margin_at(margin, point)
            if ball.is_finite() and (ball <= 0 if strict else ball < 0):
                data = {"point": shown_point(point), "margin": ball.str(12)}
                by = ball.str(6, radius=False)
                return Evidence(Verdict.REFUTED, f"false at {in_words(point)}, by {by}", data)
        if context.refuting:
            return Evidence(Verdict.UNKNOWN, f"true at {self.n} points, no proof was asked for")
        proof = prove_sign(margin, self.domain, strict=strict, along=tuple(self.along))
        if proof:
            text = f"the difference of the sides has its sign: {proof}"
            return over_listed(Evidence(Verdict.PROVED, text), self.domain, named=self.named)
        return Evidence(Verdict.UNKNOWN, f"true at {self.n} points, but no proof by signs")

    def _margin_at(self, margin: sp.Expr, point: Mapping[str, Any]) -> arb:
        symbols = {s.name: s for s in self.domain}
        return ball_at(margin, {symbols[name]: value for name, value in point.items()}, 192)

    def mutants(self) -> "Iterator[tuple[str, Inequality]]":
        _, relation, _ = self.statement()
        yield f"{relation} became {FLIPPED[relation]}", replace(self, relation=FLIPPED[relation])


def prove_sign(
    margin: sp.Expr, domain: sampling.Domain, *, strict: bool, along: tuple[End, ...] = ()
) -> str | None:
    """Reason why the margin is positive (or not negative) on the domain, or None."""
    forms = _FORMS[:2] if along else _FORMS  # slow forms only if no other way is left
    if all(_sign_seen(margin, case, strict=strict, forms=forms) for case in _cases(domain)):
        return "every term has that sign"
    if not along:
        return None
    (symbol, end), *rest = along
    allowed = domain[symbol]
    if not isinstance(allowed, Interval):
        return None
    upper = symbolic(allowed.high) == end
    if not upper and symbolic(allowed.low) != end:
        return None
    at_end = sp.simplify(sp.limit(margin, symbol, end, "-" if upper else "+"))
    others = {s: a for s, a in domain.items() if s != symbol}
    reached = not (allowed.right_open if upper else allowed.left_open)
    if not all(_sign_seen(at_end, case, strict=strict and reached) for case in _cases(others)):
        return None
    slope = sp.diff(margin, symbol) * (-1 if upper else 1)
    why = prove_sign(slope, domain, strict=strict, along=tuple(rest))
    return f"not negative at {symbol} = {end} and growing from there ({why})" if why else None


def _cases(domain: sampling.Domain) -> Iterator[sampling.Domain]:
    """Yield the domain for every combination of its listed values."""
    lists = {s: a for s, a in domain.items() if not isinstance(a, Interval)}
    for chosen in itertools.product(*lists.values()):
        yield {**domain, **{s: exact_number(v) for s, v in zip(lists, chosen, strict=True)}}


def _sign_seen(
    margin: sp.Expr,
    case: Mapping[sp.Symbol, Any],
    *,
    strict: bool,
    forms: "Sequence[Form] | None" = None,
) -> bool:
    """True if the sign shows in some way of writing the symbols as ends plus distances."""
    evaluated = global_parameters.evaluate  # else SymPy writes the same steps differently
    return _sign_found(margin, tuple(case.items()), strict, tuple(forms or _FORMS), evaluated)


@functools.lru_cache(maxsize=1024)
def _sign_found(
    margin: sp.Expr,
    case: tuple[tuple[sp.Symbol, Any], ...],
    strict: bool,
    forms: "tuple[Form, ...]",
    _evaluated: bool,
) -> bool:
    """Answer :func:`_sign_seen`, once for all clauses that ask for the same sign."""
    factors = sp.Mul.make_args(sp.factor(margin))
    symbols = [s for s, _ in case]
    ways = list(itertools.product(*(_ways(allowed, strict=strict) for _, allowed in case)))
    for form, way in itertools.product(forms, ways):
        written = dict(zip(symbols, way, strict=True))
        for parts in ((margin,), factors):
            product = sp.Mul(*(_signed(put_in(p, written), form) for p in parts))
            if product.is_positive or (not strict and product.is_nonnegative):
                return True
    return False


def _signed(expr: sp.Expr, form: "Form") -> sp.Expr:
    """Number with the sign that a form of the expression shows; the expression if none does."""
    return _like(_signs_of_gaps(form(expr)), expr)


Form = Callable[[sp.Expr], sp.Expr]

_FORMS: tuple[Form, ...] = (
    lambda e: e,
    sp.factor,
    lambda e: sp.factor(sp.together(e)),
    sp.simplify,
    lambda e: sp.factor(sp.powsimp(sp.expand(e))),
)


def _ways(allowed: Any, *, strict: bool) -> list[sp.Expr]:
    """Expressions for all values of an interval in numbers of known sign.

    They may leave out a closed end, where a weak inequality holds by continuity.
    """
    if not isinstance(allowed, Interval):
        return [allowed]
    low, high = symbolic(allowed.low), symbolic(allowed.high)
    up = sp.Dummy("up", **{"positive" if allowed.left_open else "nonnegative": True})
    down = sp.Dummy("down", **{"positive" if allowed.right_open else "nonnegative": True})
    if low == -sp.oo and high == sp.oo:
        return [sp.Dummy("any", real=True)]
    if high == sp.oo:
        return [low + up]
    if low == -sp.oo:
        return [high - down]
    ways = []
    if allowed.right_open or not strict:
        ways.append(low + (high - low) * up / (1 + up))
    if allowed.left_open or not strict:
        ways.append(high - (high - low) * down / (1 + down))
        if low == 0:
            ways.append(high * sp.exp(-down))
    return ways


def _signs_of_gaps(expr: sp.Expr) -> sp.Expr:
    """Replace log(x), 1 - exp(-x), 1 - b^p, whose signs SymPy leaves open, by known signs."""
    expr = expr.replace(
        lambda e: isinstance(e, sp.log), lambda e: _like(sp.factor(e.args[0] - 1), e)
    )
    return expr.replace(lambda e: _exponent(e) is not None, lambda e: _like(_exponent(e), e))


def _exponent(expr: sp.Expr) -> sp.Expr | None:
    """Expression with the sign of c - c exp(z) or c - c b^p, b > 0; None for any other one."""
    if not (expr.is_Add and len(expr.args) == 2):
        return None
    for constant, term in (expr.args, expr.args[::-1]):
        factor, power = term.as_coeff_Mul()
        if constant.is_Number and isinstance(power, sp.exp) and constant == -factor:
            return -constant * power.args[0]
        base, e = power.as_base_exp()
        if (
            constant.is_Number
            and constant == -factor
            and isinstance(power, sp.Pow)
            and base.is_positive
        ):
            return -constant * sp.factor(base - 1) * e
    return None


def _like(sign: sp.Expr, expr: sp.Expr) -> sp.Expr:
    """New symbol with the sign of the first expression; the second expression if it has none."""
    for name in ("positive", "negative", "nonnegative", "nonpositive"):
        if getattr(sign, f"is_{name}"):
            return sp.Dummy(name, **{name: True})
    return expr
