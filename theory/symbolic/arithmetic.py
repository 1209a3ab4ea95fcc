"""One expression, three arithmetics: arrays, multiple precision, certified balls.

:func:`compile_expression` turns a SymPy expression into Python source whose functions are looked
up on a context object. The three contexts below give that one source its meaning.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

import array_api_compat
import mpmath
import numpy as np
import scipy.special
import sympy as sp
from flint import acb, arb, fmpq
from flint import ctx as flint_context
from sympy.printing.printer import Printer

BINDERS = (sp.Integral, sp.Sum, sp.Product)


class MissingEvaluatorError(TypeError):
    """An expression uses a function that an arithmetic does not have."""


class _Printer(Printer):
    """Prints arithmetic with operators and every function as a method of the context ``c``."""

    printmethod = "_depthlaws"
    # Method names on the contexts; every other SymPy function is a MissingEvaluatorError.
    functions = {  # noqa: RUF012 - the printer protocol reads a class attribute
        "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin",
        "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
        "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "coth": "coth", "Abs": "abs",
        "sign": "sign", "re": "real", "floor": "floor", "Max": "maximum", "Min": "minimum",
        "gamma": "gamma", "loggamma": "loggamma", "polygamma": "polygamma",
        "erf": "erf", "erfc": "erfc", "Ei": "expi", "LambertW": "lambertw", "polylog": "polylog",
        "besseli": "besseli", "lowergamma": "lowergamma", "uppergamma": "uppergamma",
        "betainc": "betainc", "binomial": "binomial", "factorial": "factorial",
    }  # fmt: skip

    def emptyPrinter(self, expr: Any) -> str:
        """Refuse what no rule covers."""
        msg = f"no evaluator for {type(expr).__name__} in {expr}"
        raise MissingEvaluatorError(msg)

    def _call(self, name: str, args: Sequence[Any]) -> str:
        return f"c.{name}({', '.join(self._print(a) for a in args)})"

    def _print_Function(self, expr: sp.Function) -> str:
        name = type(expr).__name__
        if name not in self.functions:
            msg = f"no evaluator for the function {name} in {expr}"
            raise MissingEvaluatorError(msg)
        return self._call(self.functions[name], expr.args)

    _print_Max = _print_Min = _print_LambertW = _print_Abs = _print_re = _print_Function
    _print_floor = _print_sign = _print_loggamma = _print_gamma = _print_Function

    def _print_hyper(self, expr: Any) -> str:
        if (len(expr.ap), len(expr.bq)) != (2, 1):
            msg = f"no evaluator for {expr}: only 2F1 is known"
            raise MissingEvaluatorError(msg)
        (a, b), (c,) = expr.ap, expr.bq
        # Arb cannot see that symbolic parameter differences are integers (2F1 is then a limit).
        flags = [sp.simplify(x).is_integer is True for x in (a - b, a - c, b - c, a + b - c)]
        return f"c.hyp2f1({', '.join(self._print(x) for x in (a, b, c, expr.argument))}, {flags})"

    def _print_Integer(self, expr: sp.Integer) -> str:
        return f"({expr.p})" if expr.p < 0 else str(expr.p)

    def _print_Rational(self, expr: sp.Rational) -> str:
        return f"c.rational({expr.p}, {expr.q})"

    def _print_Float(self, expr: sp.Float) -> str:
        msg = f"inexact constant {expr} in a formula: use sp.Rational or a symbol"
        raise TypeError(msg)

    def _print_Symbol(self, expr: sp.Symbol) -> str:
        return expr.name

    def _print_constant(self, expr: sp.Basic) -> str:
        return f"c.{str(expr).lower()}"

    _print_Pi = _print_EulerGamma = _print_constant
    _print_Exp1 = lambda self, _: "c.exp(1)"  # noqa: E731 - a printer rule, not a function
    _print_Infinity = lambda self, _: "c.inf"  # noqa: E731

    def _print_Pow(self, expr: sp.Pow, **_: Any) -> str:
        base, exponent = expr.as_base_exp()
        if exponent.could_extract_minus_sign():
            return f"(1/{self._print(sp.Pow(base, -exponent, evaluate=False))})"
        if exponent == 1:
            return f"({self._print(base)})"
        if exponent == sp.Rational(1, 2):
            return self._call("sqrt", [base])
        if base == sp.E:
            return self._call("exp", [exponent])
        if exponent.is_Integer:
            return f"({self._print(base)})**{exponent}"
        return self._call("power", [base, exponent])

    def _print_Add(self, expr: sp.Add, **_: Any) -> str:
        return "(" + " + ".join(self._print(a) for a in expr.args) + ")"

    def _print_Mul(self, expr: sp.Mul) -> str:
        # Numerator over denominator: one rounding for a quotient, none for a reciprocal.
        number, factors = expr.as_coeff_mul()
        if not (number.is_Rational and max(abs(number.p), number.q) < 2**53):
            number, factors = sp.S.One, expr.args
        over = [a for a in factors if not (a.is_Pow and a.exp.could_extract_minus_sign())]
        under = [a.base ** (-a.exp) for a in factors if a not in over]
        over = [sp.Integer(number.p)] * (number.p != 1) + over
        under = [sp.Integer(number.q)] * (number.q != 1) + under
        top = "*".join(self._print(a) for a in over) or "1"
        return f"({top})" if not under else f"({top}/({'*'.join(map(self._print, under))}))"

    def _print_Relational(self, expr: Any) -> str:
        name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}[expr.rel_op]
        return self._call(name, [expr.lhs, expr.rhs])

    def _print_And(self, expr: sp.And) -> str:
        return self._call("all_of", expr.args)

    def _print_Or(self, expr: sp.Or) -> str:
        return self._call("any_of", expr.args)

    def _print_BooleanTrue(self, _: Any) -> str:
        return "True"

    def _print_BooleanFalse(self, _: Any) -> str:
        return "False"

    def _print_Piecewise(self, expr: sp.Piecewise) -> str:
        # Thunks: a ball context only evaluates the branches it needs.
        pairs = (f"(lambda: {self._print(e)}, {self._print(cond)})" for e, cond in expr.args)
        return f"c.piecewise([{', '.join(pairs)}])"

    def _print_binder(self, name: str, expr: Any) -> str:
        (variable, lower, upper), *more = expr.limits
        if more:
            msg = f"no evaluator for a multiple {name}: {expr}"
            raise MissingEvaluatorError(msg)
        body = f"lambda c, {variable.name}: {self._print(expr.function)}"
        return f"c.{name}({body}, {self._print(lower)}, {self._print(upper)})"

    def _print_Integral(self, expr: sp.Integral) -> str:
        return self._print_binder("integral", expr)

    def _print_Sum(self, expr: sp.Sum) -> str:
        return self._print_binder("sum", expr)

    def _print_Product(self, expr: sp.Product) -> str:
        return self._print_binder("product", expr)


@lru_cache(maxsize=4096)
def compile_expression(expr: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> Callable[..., Any]:
    """Python function ``f(c, *values)`` of one expression; ``c`` is one of the contexts below.

    Raises: MissingEvaluatorError for a function none of them knows, TypeError for inexact numbers.
    """
    plain = {s: sp.Symbol(f"x{i}") for i, s in enumerate(symbols)}
    bound = {s: sp.Symbol(f"b{i}") for i, s in enumerate(sorted(_bound(expr), key=str))}
    body = _rename(expr, {**plain, **bound})
    printer = _Printer()
    # A common subexpression may not leave the scope of a bound variable, nor hide from 2F1 that
    # its parameters differ by integers.
    whole = body.has(*BINDERS, sp.hyper)
    steps, (last,) = ([], [body]) if whole else sp.cse([body], optimizations=())
    lines = [f"    {name} = {printer._print(value)}" for name, value in steps]
    arguments = "".join(f", {s}" for s in plain.values())
    source = "\n".join([f"def f(c{arguments}):", *lines, f"    return {printer._print(last)}"])
    scope: dict[str, Any] = {}
    exec(source, scope)
    return scope["f"]


def _bound(expr: sp.Expr) -> set[sp.Symbol]:
    return {limit[0] for node in expr.atoms(*BINDERS) for limit in node.limits}


def _rename(expr: sp.Basic, names: dict[sp.Symbol, sp.Symbol]) -> sp.Basic:
    if expr in names:
        return names[expr]
    return expr.func(*(_rename(a, names) for a in expr.args)) if expr.args else expr


class ArrayContext:
    """Arrays of one array-API namespace; functions outside the standard go through SciPy.

    NumPy and CuPy have native special functions. For other namespaces they are evaluated on the
    host and converted back, so the result is the same and the device is left for that one call.
    """

    pi, eulergamma, inf = math.pi, float(np.euler_gamma), math.inf

    def __init__(self, xp: ModuleType) -> None:
        self.xp = xp
        if array_api_compat.is_numpy_namespace(xp):
            self.special: Any = scipy.special
        elif array_api_compat.is_cupy_namespace(xp):
            import cupyx.scipy.special

            self.special = cupyx.scipy.special
        else:
            self.special = None

    def __getattr__(self, name: str) -> Any:
        standard = getattr(self.xp, name, None)
        if standard is not None:
            return lambda *args: standard(*self._arrays(args))
        return lambda *args: self._special(name, args)

    def _arrays(self, args: Sequence[Any]) -> list[Any]:
        return [
            a if array_api_compat.is_array_api_obj(a) else self.xp.asarray(float(a)) for a in args
        ]

    def _special(self, name: str, args: Sequence[Any]) -> Any:
        function = getattr(self.special or scipy.special, name, None)
        if function is None:
            msg = f"no array evaluator for {name}: use .mp or .ball, or give a float kernel"
            raise MissingEvaluatorError(msg)
        if self.special is not None:
            return function(*args)
        host = [np.asarray(a) if array_api_compat.is_array_api_obj(a) else a for a in args]
        return self.xp.asarray(function(*host))

    def power(self, base: Any, exponent: Any) -> Any:
        return self.xp.pow(*self._arrays((base, exponent)))

    def sqrt(self, x: Any) -> Any:
        return self.xp.sqrt(*self._arrays((x,)))

    def coth(self, x: Any) -> Any:
        return 1 / self.tanh(x)

    def rational(self, p: int, q: int) -> float:
        return p / q

    def loggamma(self, x: Any) -> Any:
        return self._special("gammaln", (x,))

    def binomial(self, n: Any, k: Any) -> Any:
        return self._special("binom", (n, k))

    def polylog(self, order: Any, x: Any) -> Any:
        if order != 2:
            return self._special("polylog", (order, x))
        return self._special("spence", (1 - x,))

    def besseli(self, order: Any, x: Any) -> Any:
        return self._special("iv", (order, x))

    def lambertw(self, x: Any) -> Any:
        value = self._special("lambertw", (x,))
        return self.xp.real(self.xp.asarray(value))

    def lowergamma(self, a: Any, x: Any) -> Any:
        return self._special("gammainc", (a, x)) * self._special("gamma", (a,))

    def uppergamma(self, a: Any, x: Any) -> Any:
        return self._special("gammaincc", (a, x)) * self._special("gamma", (a,))

    def betainc(self, a: Any, b: Any, x1: Any, x2: Any) -> Any:
        share = self._special("betainc", (a, b, x2)) - self._special("betainc", (a, b, x1))
        return share * self._special("beta", (a, b))

    def hyp2f1(self, a: Any, b: Any, c: Any, z: Any, _flags: list[bool]) -> Any:
        return self._special("hyp2f1", (a, b, c, z))

    def lt(self, a: Any, b: Any) -> Any:
        return a < b

    def le(self, a: Any, b: Any) -> Any:
        return a <= b

    def gt(self, a: Any, b: Any) -> Any:
        return a > b

    def ge(self, a: Any, b: Any) -> Any:
        return a >= b

    def eq(self, a: Any, b: Any) -> Any:
        return a == b

    def ne(self, a: Any, b: Any) -> Any:
        return a != b

    def all_of(self, first: Any, *rest: Any) -> Any:
        for term in rest:
            first = first & term
        return first

    def any_of(self, first: Any, *rest: Any) -> Any:
        for term in rest:
            first = first | term
        return first

    def piecewise(self, pairs: list[tuple[Callable[[], Any], Any]]) -> Any:
        out: Any = math.nan
        for value, condition in reversed(pairs):
            if isinstance(condition, (bool, np.bool_)):
                out = value() if condition else out
                continue
            out = self.xp.where(condition, *self._arrays((value(), out)))
        return out

    def _scalar_only(self, *_: Any) -> Any:
        msg = "an integral, sum or product has no array evaluator: the formula needs a kernel"
        raise MissingEvaluatorError(msg)

    integral = sum = product = _scalar_only


class MpContext:
    """Multiple precision by mpmath, at the precision in force; also serves Python floats."""

    eulergamma = property(lambda self: mpmath.euler)
    pi, inf = mpmath.pi, mpmath.inf

    def __getattr__(self, name: str) -> Any:
        if not hasattr(mpmath, name):
            msg = f"no mpmath evaluator for {name}"
            raise MissingEvaluatorError(msg)
        return getattr(mpmath, name)

    abs = staticmethod(abs)
    maximum, minimum = max, min

    def real(self, x: Any) -> Any:
        return mpmath.re(x)

    def expi(self, x: Any) -> Any:
        return mpmath.ei(x)

    def rational(self, p: int, q: int) -> Any:
        return mpmath.mpf(p) / q

    def lowergamma(self, a: Any, x: Any) -> Any:
        return mpmath.gammainc(a, 0, x)

    def uppergamma(self, a: Any, x: Any) -> Any:
        return mpmath.gammainc(a, x)

    def polygamma(self, n: Any, x: Any) -> Any:
        return mpmath.polygamma(int(n), x)

    def betainc(self, a: Any, b: Any, x1: Any, x2: Any) -> Any:
        return mpmath.betainc(a, b, x1, x2)

    def hyp2f1(self, a: Any, b: Any, c: Any, z: Any, _flags: list[bool]) -> Any:
        return mpmath.hyp2f1(a, b, c, z)

    lt = ArrayContext.lt
    le = ArrayContext.le
    gt = ArrayContext.gt
    ge = ArrayContext.ge
    eq = ArrayContext.eq
    ne = ArrayContext.ne

    def all_of(self, *terms: Any) -> bool:
        return all(terms)

    def any_of(self, *terms: Any) -> bool:
        return any(terms)

    def piecewise(self, pairs: list[tuple[Callable[[], Any], Any]]) -> Any:
        return next((value() for value, condition in pairs if condition), mpmath.nan)

    def integral(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        return mpmath.quad(lambda x: body(self, x), mpmath.linspace(a, b, 9))

    def sum(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        if b == mpmath.inf:
            return mpmath.nsum(lambda k: body(self, k), [a, b])
        return mpmath.fsum(body(self, mpmath.mpf(k)) for k in range(int(a), int(b) + 1))

    def product(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        return mpmath.fprod(body(self, mpmath.mpf(k)) for k in range(int(a), int(b) + 1))


class BallContext:
    """Certified enclosures by Arb. Three-valued comparisons: True, False, or None (undecided).

    ``analytic`` is Arb's flag inside an integral: a function that is not analytic on its argument
    must then answer with a non-finite ball.
    """

    def __init__(self, *, analytic: bool | None = None) -> None:
        self.analytic = analytic
        self.undecided = False  # whether some Piecewise had to cover several branches

    pi = property(lambda self: arb.pi())
    eulergamma = property(lambda self: arb.const_euler())
    inf = property(lambda self: arb.pos_inf())

    def __getattr__(self, name: str) -> Any:
        if not hasattr(arb, name):
            msg = f"no ball evaluator for {name}"
            raise MissingEvaluatorError(msg)
        return lambda x: getattr(_ball(x), name)()

    def rational(self, p: int, q: int) -> arb:
        return arb(fmpq(p, q))

    def _branched(self, name: str, x: Any, real_if: Callable[[arb], bool]) -> Any:
        x = _ball(x)
        if isinstance(x, arb) and real_if(x):
            return getattr(x, name)()
        if self.analytic is None:
            return getattr(acb(x), name)()
        return getattr(acb(x), name)(analytic=self.analytic)

    def log(self, x: Any) -> Any:
        return self._branched("log", x, lambda b: not b < 0)

    def sqrt(self, x: Any) -> Any:
        x = _ball(x)
        if isinstance(x, arb) and self.analytic is None and not x < 0:
            return x.nonnegative_part().sqrt()  # the domain is x >= 0; a ball may straddle 0
        return self._branched("sqrt", x, lambda b: b > 0)

    def power(self, base: Any, exponent: Any) -> Any:
        base, exponent = _ball(base), _ball(exponent)
        if isinstance(base, arb) and isinstance(exponent, arb):
            if base > 0 or not exponent.is_finite():
                return base**exponent
            if exponent > 0 and not base < 0:  # as for sqrt; monotone, so the ends enclose
                top = base.nonnegative_part().upper()
                return arb(0).union(top**exponent if top > 0 else arb(0))
            return arb.nan()
        if self.analytic and not (isinstance(base, acb) and base.real > 0):
            return acb(arb.nan())
        return acb(base) ** acb(exponent)

    def abs(self, x: Any) -> Any:
        x = _ball(x)
        if isinstance(x, acb) and self.analytic is not None:
            return x.real_abs(analytic=self.analytic)
        return abs(x)

    def real(self, x: Any) -> Any:
        return x.real if isinstance(x, acb) else x

    def sign(self, x: Any) -> arb:
        return _ball(x).sgn()

    def maximum(self, first: Any, *rest: Any) -> arb:
        out = arb(first)
        for x in rest:
            out = out.max(arb(x))
        return out

    def minimum(self, first: Any, *rest: Any) -> arb:
        out = arb(first)
        for x in rest:
            out = out.min(arb(x))
        return out

    def expi(self, x: Any) -> Any:
        return _ball(x).ei()

    def loggamma(self, x: Any) -> Any:
        return _ball(x).lgamma()

    def polygamma(self, n: Any, x: Any) -> Any:
        return acb(x).polygamma(acb(n)).real

    def lambertw(self, x: Any) -> Any:
        return _ball(x).lambertw()

    def polylog(self, s: Any, z: Any) -> Any:
        return acb(z).polylog(acb(s))

    def besseli(self, order: Any, x: Any) -> Any:
        return _ball(x).bessel_i(order)

    def lowergamma(self, a: Any, x: Any) -> Any:
        return _ball(a).gamma() * arb.gamma_lower(arb(x), arb(a), 1)

    def uppergamma(self, a: Any, x: Any) -> Any:
        return arb(x).gamma_upper(arb(a))

    def betainc(self, a: Any, b: Any, x1: Any, x2: Any) -> Any:
        return arb(x2).beta_lower(arb(a), arb(b)) - arb(x1).beta_lower(arb(a), arb(b))

    def factorial(self, n: Any) -> Any:
        return (_ball(n) + 1).gamma()

    def binomial(self, n: Any, k: Any) -> Any:
        n, k = _ball(n), _ball(k)
        return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()

    def hyp2f1(self, a: Any, b: Any, c: Any, z: Any, flags: list[bool]) -> Any:
        ab, ac, bc, abc = flags
        return acb(z).hypgeom_2f1(acb(a), acb(b), acb(c), ab=ab, ac=ac, bc=bc, abc=abc)

    def lt(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a < b else False if a >= b else None

    def le(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a <= b else False if a > b else None

    def gt(self, a: Any, b: Any) -> bool | None:
        return self.lt(b, a)

    def ge(self, a: Any, b: Any) -> bool | None:
        return self.le(b, a)

    def eq(self, a: Any, b: Any) -> bool | None:
        a, b = _ball(a), _ball(b)
        return True if a == b else None if a.overlaps(b) else False

    def ne(self, a: Any, b: Any) -> bool | None:
        same = self.eq(a, b)
        return None if same is None else not same

    def all_of(self, *terms: bool | None) -> bool | None:
        return False if False in terms else None if None in terms else True

    def any_of(self, *terms: bool | None) -> bool | None:
        return True if True in terms else None if None in terms else False

    def piecewise(self, pairs: list[tuple[Callable[[], Any], bool | None]]) -> Any:
        reached: Any = None
        for value, condition in pairs:
            if condition is False:
                continue
            branch = _ball(value())
            reached = branch if reached is None else reached.union(branch)
            if condition is True:
                return reached
            self.undecided = True
        return arb.nan()

    def integral(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        def integrand(x: acb, analytic: bool) -> acb:
            return acb(body(BallContext(analytic=analytic), x))

        return acb.integral(integrand, acb(a), acb(b))

    def sum(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        total: Any = arb(0)
        for k in range(_integer(a), _integer(b) + 1):
            total = total + body(self, arb(k))
        return total

    def product(self, body: Callable[..., Any], a: Any, b: Any) -> Any:
        total: Any = arb(1)
        for k in range(_integer(a), _integer(b) + 1):
            total = total * body(self, arb(k))
        return total


def _ball(x: Any) -> Any:
    return x if isinstance(x, (arb, acb)) else arb(x)


def _integer(x: Any) -> int:
    found = _ball(x).unique_fmpz()
    if found is None:
        msg = f"the limit of a sum or product must be one finite integer, got {x}"
        raise ValueError(msg)
    return int(found)


def real_ball(x: Any) -> arb:
    """Real enclosure of a result that is real in theory; non-finite where that is undecided."""
    if isinstance(x, acb):
        return x.real if x.imag.contains(0) else arb.nan()
    return _ball(x)


class precision:
    """Set Arb's working precision in bits for a ``with`` block."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        self.before, flint_context.prec = flint_context.prec, self.bits

    def __exit__(self, *_: object) -> None:
        flint_context.prec = self.before
