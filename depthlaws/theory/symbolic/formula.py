"""A closed form as one record: sentence, source, domain and one SymPy expression.

All other forms are derived from that expression: array code for any array-API namespace, mpmath,
certified balls, LaTeX, derivatives, special values, limits. No formula is typed twice.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from depthlaws.base import extras
from depthlaws.theory.numerics.arguments import common_shape, reals
from depthlaws.theory.papers import Source
from depthlaws.theory.symbolic import formula_code, formula_text, out_of_range, registry
from depthlaws.theory.symbolic.domain import REAL, Interval, check_exact
from depthlaws.theory.symbolic.exact import symbolic
from depthlaws.theory.symbolic.lazy_sympy import Deferred, forced, sp
from depthlaws.theory.symbolic.namespaces import is_array, namespace, numpy_namespace
from depthlaws.theory.symbolic.symbols import letter, meaning

if TYPE_CHECKING:
    import mpmath
    from flint import arb


def _is_interactive() -> bool:
    """Return whether the formula is made at a prompt or in a cell of a notebook."""
    frame = sys._getframe(1)
    while frame.f_globals is globals() and frame.f_back:
        frame = frame.f_back
    names = frame.f_globals
    return names.get("__name__") == "__main__" and "__file__" not in names


class Formula:
    """One closed form, written once.

    Expressions, domains and relations may be lazy: SymPy is imported when one is first needed.

    Parameters
    ----------
    id : str
        Permanent name. Unique.
    says : str
        One sentence that says what the formula is.
    source : Source
        Place in a paper.
    domain : mapping of symbol to Interval
        Values that each SymPy symbol may take, in argument order.
    expr : SymPy expression
        The closed form, with exact constants.
    given : SymPy relation
        Further relation between the symbols under which the sentence holds. A call checks the
        domain, not this relation.
    kernel : callable, optional
        Float64 NumPy function, for expressions whose generated code loses digits.
    budget : float
        Error bound: |float - exact| <= budget * eps * (1 + condition) * |exact| with
        condition = sum |x_i df/dx_i| / |f|.
    values : Interval
        Interval of the results.
    rising, falling : sequence of symbols
        Symbols in which the formula never falls, or never rises. Tests check this, and ``values``.
    parent : Formula, optional
        Formula from which this one is derived; derived formulas are not registered.
    how : str
        Derivation from the parent, for example ``.diff(L, 1)``.

    Raises
    ------
    ValueError
        If the id is taken, or a free symbol has no domain. In a notebook the cell that made a
        formula may run again: the new formula replaces the old one.
    TypeError
        If a constant is inexact. Lazy expressions are checked when first needed.

    Examples
    --------
    >>> from depthlaws.theory import formula
    >>> law = formula("chain-sharpness")
    >>> law.source, law([2, 4], 1.0, 1.0).tolist()
    (Source(paper='chain', where='eq. (13)'), [2.0, 4.0])
    """

    def __init__(
        self,
        *,
        id: str,
        says: str,
        source: Source,
        domain: Mapping[Any, Interval],
        expr: Any,
        given: Any = sp.true,
        kernel: Callable[..., Any] | None = None,
        budget: float = 8.0,
        values: Interval = REAL,
        rising: Sequence[Any] = (),
        falling: Sequence[Any] = (),
        parent: "Formula | None" = None,
        how: str = "",
    ) -> None:
        self.id, self.says, self.source, self.how, self.parent = id, says, source, how, parent
        self.values, self.kernel, self.budget = values, kernel, budget
        self.declared = MappingProxyType(dict(domain))
        self.names = tuple(s.name for s in self.declared)
        self._intervals = tuple(self.declared.values())
        self._declared_expr, self.declared_given = expr, given
        self._declared_order = tuple(rising), tuple(falling)
        self._replacement: Any = None
        if not isinstance(expr, Deferred):
            self._original  # noqa: B018 - checks the expression
        self.__name__ = id
        arguments = [f"    {s.name}: {meaning(s)}" for s in self.declared if meaning(s)]
        lines = ["", "Arguments:", *arguments] if arguments else []
        self.__doc__ = "\n".join([says, "", f"Source: {source}.", *lines])
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in self.names]
        )
        if parent is None:
            registry.add(self, interactive=_is_interactive())

    # -- the record in SymPy -------------------------------------------------------------------

    @cached_property
    def domain(self) -> Mapping[Any, Interval]:
        """Values that each SymPy symbol may take, in argument order."""
        return MappingProxyType({forced(s): d for s, d in self.declared.items()})

    @property
    def symbols(self) -> tuple[Any, ...]:
        """SymPy symbols in argument order."""
        return tuple(self.domain)

    @property
    def given(self) -> Any:
        """Relation between the symbols, besides the domain."""
        return forced(self.declared_given)

    @property
    def rising(self) -> tuple[Any, ...]:
        """Symbols in which the formula never falls."""
        return forced(self._declared_order[0])

    @property
    def falling(self) -> tuple[Any, ...]:
        """Symbols in which the formula never rises."""
        return forced(self._declared_order[1])

    @cached_property
    def _original(self) -> Any:
        return self._checked(symbolic(forced(self._declared_expr)))

    def _checked(self, expr: Any) -> Any:
        inexact = expr.atoms(forced(sp.Float))
        if inexact:
            msg = f"{self.id}: inexact constants {inexact}; use sp.Rational"
            raise TypeError(msg)
        free = expr.free_symbols - set(self.symbols)
        if free:
            msg = f"{self.id}: no domain for {sorted(map(str, free))}; give each symbol an Interval"
            raise ValueError(msg)
        return expr

    @property
    def expr(self) -> Any:
        """SymPy expression (inside :meth:`replaced` the mutated one)."""
        registry.note(self)
        return self._original if self._replacement is None else self._replacement

    @property
    def deferred(self) -> Any:
        """Lazy expression, for another record to build on without SymPy."""
        return Deferred(getattr, self, "_original")

    @contextmanager
    def replaced(self, expr: Any) -> Iterator[None]:
        """Evaluate another expression inside a ``with`` block, as mutation testing does."""
        before, self._replacement = self._replacement, self._checked(forced(expr))
        try:
            yield
        finally:
            self._replacement = before

    # -- evaluators --------------------------------------------------------------------------

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        if not kwargs and len(args) == len(self.names):
            return list(args)
        try:
            bound = self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            msg = f"{self.id}({', '.join(self.names)}): {error}"
            raise TypeError(msg) from None
        return [bound.arguments[n] for n in self.names]

    def _check(self, values: Sequence[Any], xp: Any) -> None:
        for name, interval, value in zip(self.names, self._intervals, values, strict=True):
            inside = interval.contains(value)
            if not (inside if isinstance(inside, (bool, np.bool_)) else xp.all(inside)):
                flat = np.ravel(np.asarray(value))
                bad = flat[~np.ravel(np.asarray(inside))][0] if flat.size else value
                msg = f"{name} must be {interval.in_words}, got {bad:g} ({self.id})"
                raise ValueError(msg)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Evaluate on numbers or arrays (any array-API namespace), broadcasting.

        Numbers give a Python float, the same as in an array. Raises: ValueError for a value that is
        no real number or outside the domain (NaN included), naming it; MissingEvaluatorError if the
        expression has no array evaluator.
        """
        values = self._bind(args, kwargs)
        xp = namespace(*values)
        if xp is not None:
            return self._in_namespace(xp, values)
        scalar = not any(isinstance(v, (np.ndarray, list, tuple)) for v in values)
        arrays = [reals(n, v) for n, v in zip(self.names, values, strict=True)]
        self._check(arrays, np)
        shape = common_shape(**dict(zip(self.names, arrays, strict=True)))
        # At least one dimension: NumPy's own powers of single numbers round differently.
        out = self._in_doubles([np.atleast_1d(v) for v in arrays], shape or (1,))
        return float(out[0]) if scalar else out.reshape(shape)[()]

    def _in_doubles(self, arrays: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
        """Return values in NumPy, recomputed where the arithmetic left the range of doubles."""
        registry.note(self)
        code = self._code
        with out_of_range.watched() as flags:
            out = np.broadcast_to(np.asarray(code(*arrays), dtype=float), shape)
        if out_of_range.suspicious(flags, out):
            return out_of_range.mended(self, code, arrays, out)
        return out

    @property
    def _code(self) -> Callable[..., Any]:
        """Float code for NumPy: the kernel, or code generated from the expression."""
        if self.kernel is not None and self._replacement is None:
            return self.kernel
        return lambda *values: self._generated(None, list(values))

    def _in_namespace(self, xp: Any, values: Sequence[Any]) -> Any:
        values = [xp.asarray(v) if isinstance(v, (list, tuple)) else v for v in values]
        values = [v if is_array(v) else float(v) for v in values]
        values = [
            v
            if isinstance(v, float) or xp.isdtype(v.dtype, ("real floating", "complex floating"))
            else xp.astype(v, xp.float64)
            for v in values
        ]
        self._check(values, xp)
        return self._evaluate(xp, values)

    def at_limits(self, *values: Any) -> np.ndarray:
        """Evaluate without the domain check, where the kernel has a limit at infinite arguments."""
        arrays = [np.asarray(v, dtype=float) for v in values]
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
        return self._in_doubles([np.atleast_1d(a) for a in arrays], shape or (1,)).reshape(shape)

    def unchecked(self, *values: Any) -> Any:
        """Evaluate on NumPy float64 without the domain check: for inner loops."""
        return self._evaluate(None, list(values))

    def _evaluate(self, xp: Any, values: list[Any]) -> Any:
        """Return values in a namespace; None is NumPy."""
        registry.note(self)
        with np.errstate(all="ignore"):
            if xp is None:
                return self._code(*values)
            if self.kernel is None or self._replacement is not None:
                return self._generated(xp, values)
            host = [v if isinstance(v, float) else np.asarray(v) for v in values]
            return xp.asarray(self.kernel(*host))

    def _generated(self, xp: Any, values: list[Any]) -> Any:
        """Return values by code generated from the expression."""
        from depthlaws.theory.symbolic import arrays

        if self.binds:
            return self._elementwise(xp, values)
        code = self._compiled
        if xp is None:
            values = [np.float64(v) if isinstance(v, float) else v for v in values]
        return code(arrays.ArrayContext(xp or numpy_namespace()), *values)

    @property
    def _stored(self) -> formula_code.StoredCode | None:
        """Stored code, where SymPy is missing and the formula is one of ours."""
        if self.parent is None and formula_code.needs_stored_code():
            return formula_code.stored().get(self.id)
        return None

    @property
    def _compiled(self) -> Callable[..., Any]:
        """Code ``f(c, *values)`` of the expression, ``c`` an arithmetic context."""
        if stored := self._stored:
            return formula_code.executed(stored.code)
        expr = self.expr  # without SymPy this says which extra has it
        from depthlaws.theory.symbolic import codegen

        return codegen.compile_expression(expr, self.symbols)

    @property
    def binds(self) -> bool:
        """True for an integral, a sum or a product."""
        if stored := self._stored:
            return stored.binds
        expr = self.expr
        from depthlaws.theory.symbolic import codegen

        return bool(expr.has(*codegen.BINDERS))

    def _elementwise(self, xp: Any, values: list[Any]) -> Any:
        """Return integrals and sums without a kernel, by one mpmath evaluation per element."""
        host = [np.asarray(v, dtype=float) for v in values]
        out = np.vectorize(lambda *v: float(self._mp(v, 30).real), otypes=[float])(*host)
        return out if xp is None else xp.asarray(out)

    def mp(self, *args: Any, dps: int = 30, **kwargs: Any) -> "mpmath.mpf":
        """Return the value to ``dps`` digits by mpmath, of numbers, strings or mpf.

        ``mpmath.nstr(value, dps)`` prints them all; mpmath itself prints 15.
        """
        return self._mp(self._bind(args, kwargs), dps)

    def _mp(self, values: Sequence[Any], dps: int) -> Any:
        extras.imported("mpmath", f"{self.id} in multiple precision")
        from depthlaws.theory.symbolic import multiprecision

        return multiprecision.value(self._compiled, values, dps, self._check_exact)

    def ball(self, *args: Any, prec: int = 128, **kwargs: Any) -> "arb":
        """Return a certified enclosure by Arb.

        Arguments may be numbers, rationals, strings or balls. A float argument means exactly that
        double. Wide balls enclose the range over them.
        """
        extras.imported("flint", f"a certified enclosure of {self.id}")
        from depthlaws.theory.symbolic import balls

        return balls.value(self._compiled, self._bind(args, kwargs), prec, self._check_exact)

    def _check_exact(self, values: Sequence[Any]) -> None:
        """Raise ValueError for a value certainly outside the domain; a ball may straddle an end."""
        check_exact(self.id, dict(zip(self.names, self._intervals, strict=True)), values)

    # -- derived formulas --------------------------------------------------------------------

    @property
    def _derived(self) -> Any:
        extras.imported("sympy", f"a formula derived from {self.id}")
        from depthlaws.theory.symbolic import derived

        return derived

    def diff(self, symbol: Any, order: int = 1) -> "Formula":
        """Return the derivative in one symbol (or its name) as a formula of the same arguments."""
        return self._derived.derivative(self, symbol, order)

    def at(self, **values: Any) -> "Formula":
        """Return the formula with some arguments fixed to exact values (infinity by the limit)."""
        return self._derived.special_value(self, values)

    def limit(self, symbol: Any, point: Any, side: str = "-") -> "Formula":
        """Return the limit as one symbol (or its name) goes to a point."""
        return self._derived.limit(self, symbol, point, side)

    # -- display -----------------------------------------------------------------------------

    @property
    def definitions(self) -> dict[str, str]:
        """Meaning of each argument, with its unit and the values it may take."""
        entries = ((s.name, meaning(s), d) for s, d in self.declared.items())
        return {name: f"{text}; in {d}" if text else f"in {d}" for name, text, d in entries}

    @property
    def latex(self) -> str:
        """LaTeX of the expression."""
        letters = {symbol: letter(symbol) for symbol in forced(self.expr).free_symbols}
        return forced(sp.latex(self.expr, symbol_names=letters))

    @property
    def bibtex(self) -> str:
        """BibTeX entry of the formula's paper."""
        return self.source.bibtex

    def _repr_latex_(self) -> str | None:
        return formula_text.latex(self)

    def _repr_html_(self) -> str:
        return formula_text.html(self)

    def __repr__(self) -> str:
        return formula_text.plain(self)
