"""Python source from a SymPy expression, which every arithmetic can run.

:func:`compile_expression` prints an expression as a function ``f(c, *values)`` whose mathematical
functions are looked up on a context ``c``: arrays, multiple precision or certified balls give the
same source its meaning.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.printing.printer import Printer

from depthlaws.theory.symbolic.formula_code import MissingEvaluatorError, executed

BINDERS = (sp.Integral, sp.Sum, sp.Product)


class _Printer(Printer):
    """Printer of arithmetic as operators and of every function as a method of the context ``c``."""

    printmethod = "_depthlaws"
    # Method names on the contexts; every other SymPy function is a MissingEvaluatorError.
    functions = {  # noqa: RUF012 - the printer protocol reads a class attribute
        "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin",
        "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
        "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "coth": "coth", "Abs": "abs",
        "sign": "sign", "floor": "floor", "Max": "maximum", "Min": "minimum",
        "gamma": "gamma", "loggamma": "loggamma", "polygamma": "polygamma",
        "erf": "erf", "erfc": "erfc", "Ei": "expi", "LambertW": "lambertw", "polylog": "polylog",
        "besseli": "besseli", "lowergamma": "lowergamma", "uppergamma": "uppergamma",
        "betainc": "betainc", "binomial": "binomial", "factorial": "factorial",
    }  # fmt: skip

    def emptyPrinter(self, expr: Any) -> str:
        """Raise MissingEvaluatorError for an expression without a rule."""
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

    _print_Max = _print_Min = _print_LambertW = _print_Abs = _print_Function
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
    """Return the Python function ``f(c, *values)`` of one expression, ``c`` an arithmetic context.

    Raises: MissingEvaluatorError for a function without a method, TypeError for inexact numbers.
    """
    return executed(printed(expr, symbols))


@lru_cache(maxsize=4096)
def printed(expr: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> str:
    """Return the source of that function."""
    numbered = {s: sp.Symbol(f"x{i}") for i, s in enumerate(symbols)}
    bound = {s: sp.Symbol(f"b{i}") for i, s in enumerate(sorted(_bound(expr), key=str))}
    body = _rename(expr, {**numbered, **bound})
    printer = _Printer()
    # A common subexpression may not leave the scope of a bound variable, nor hide from 2F1 that
    # its parameters differ by integers.
    keep_whole = body.has(*BINDERS, sp.hyper)
    steps, (result,) = ([], [body]) if keep_whole else sp.cse([body], optimizations=())
    lines = [f"    {name} = {printer._print(value)}" for name, value in steps]
    arguments = "".join(f", {s}" for s in numbered.values())
    return "\n".join([f"def f(c{arguments}):", *lines, f"    return {printer._print(result)}"])


def _bound(expr: sp.Expr) -> set[sp.Symbol]:
    return {limit[0] for node in expr.atoms(*BINDERS) for limit in node.limits}


def _rename(expr: sp.Basic, names: dict[sp.Symbol, sp.Symbol]) -> sp.Basic:
    if expr in names:
        return names[expr]
    return expr.func(*(_rename(a, names) for a in expr.args)) if expr.args else expr
