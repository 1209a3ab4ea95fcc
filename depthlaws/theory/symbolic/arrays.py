"""Arithmetic of formulas on arrays: one array-API namespace, with SciPy's special functions."""

import math
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import array_api_compat
import numpy as np
import scipy.special

from depthlaws.theory.numerics import elementary
from depthlaws.theory.symbolic.comparisons import Comparisons
from depthlaws.theory.symbolic.formula_code import MissingEvaluatorError


class ArrayContext(Comparisons):
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
        base, exponent = self._arrays((base, exponent))
        if array_api_compat.is_numpy_namespace(self.xp):
            return elementary.power(base, exponent)
        return self.xp.pow(base, exponent)

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
