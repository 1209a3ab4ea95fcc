"""Certified inequalities as Coq text for the ``interval`` tactic of coq-interval.

Coq proves each of them again, by Taylor models and bisection of its own, from the statement alone:
``make coq`` runs it where Coq is installed.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

HEADER = """\
From Coq Require Import Reals.
From Interval Require Import Tactic.
Open Scope R_scope.
"""
FUNCTIONS = {"exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "tan": "tan", "atan": "atan"}


class NoCoqTextError(ValueError):
    """The interval tactic does not know a function of this inequality."""


def module(claim: str) -> str:
    """Name of a claim's Coq module."""
    return claim.lower().replace("-", "_")


def theory(certificate: Mapping[str, Any]) -> str:
    """Coq file with one lemma for every box of a certificate's inequalities.

    Raises: NoCoqTextError for a function that the tactic does not know, or without inequalities.
    """
    name = module(certificate["claim"])
    lemmas = [text for check in certificate["checks"] for text in _lemmas(check)]
    if not lemmas:
        msg = f"{certificate['claim']} has no inequality"
        raise NoCoqTextError(msg)
    numbered = (text.replace("NAME", f"{name}_{i}", 1) for i, text in enumerate(lemmas, start=1))
    return "\n".join([f"(* {certificate['says']} *)".replace("\n", " "), HEADER, *numbered])


def _lemmas(check: Mapping[str, Any]) -> Iterator[str]:
    for sides in (*(box for box, _ in check.get("boxes", ())), *check.get("left to Coq", ())):
        fixed = {name: low for name, (low, high) in sides.items() if low == high}
        free = {name: side for name, side in sides.items() if name not in fixed}
        margin = text(check["margin"], fixed)
        bounds = "".join(
            f"{_q(low)} <= {name} <= {_q(high)} -> " for name, (low, high) in free.items()
        )
        given = f"forall {' '.join(free)} : R, " if free else ""
        hints = "".join(f"i_bisect {name}, i_taylor {name}, " for name in [*free][:1])
        hints += "".join(f"i_bisect {name}, " for name in [*free][1:])
        sign = "0 <" if check["strict"] else "0 <="
        yield (
            f"Lemma NAME : {given}{bounds}{sign} {margin}.\n"
            f"Proof. intros. interval with ({hints}i_depth 40, i_prec 80). Qed.\n"
        )


def text(tree: list[Any], fixed: Mapping[str, str]) -> str:
    """Expression in Coq's notation; powers that are no whole numbers by exp and ln."""
    head, *rest = tree
    if head == "rational":
        return _q(rest[0])
    if head == "symbol":
        return _q(fixed[rest[0]]) if rest[0] in fixed else rest[0]
    args = [text(a, fixed) for a in rest]
    if head in {"+", "*"}:
        return f"({f' {head} '.join(args)})"
    if head == "^":
        return _power(rest, args, fixed)
    if head in FUNCTIONS:
        return f"({FUNCTIONS[head]} {args[0]})"
    if head == "pi":
        return "PI"
    if head in {"acos", "asin"}:  # on (-1, 1)
        slope = f"atan ({args[0]} / sqrt (1 - {args[0]} * {args[0]}))"
        return f"(PI / 2 - {slope})" if head == "acos" else f"({slope})"
    if head in {"Max", "Min"} and len(args) == 2:
        sign = "+" if head == "Max" else "-"
        return f"(({args[0]} + {args[1]} {sign} Rabs ({args[0]} - {args[1]})) / 2)"
    msg = f"the interval tactic does not know {head}"
    raise NoCoqTextError(msg)


def _power(rest: list[Any], args: list[str], fixed: Mapping[str, str]) -> str:
    n = _constant(rest[1], fixed)
    if n is None:
        return f"(exp ({args[1]} * ln {args[0]}))"
    if n.denominator == 1:
        power = f"({args[0]} ^ {abs(n.numerator)})"
    elif n.denominator == 2:
        power = f"(sqrt {args[0]} ^ {abs(n.numerator)})"
    else:
        power = f"(exp ({_q(abs(n))} * ln {args[0]}))"
    return power if n >= 0 else f"(/ {power})"


def _constant(tree: list[Any], fixed: Mapping[str, str]) -> Fraction | None:
    """Rational that an exponent is once the fixed symbols are known."""
    head, *rest = tree
    if head in {"rational", "symbol"}:
        given = rest[0] if head == "rational" else fixed.get(rest[0])
        return None if given is None else Fraction(given)
    parts = [_constant(a, fixed) for a in rest] if head in {"+", "*", "^"} else [None]
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    if head == "+":
        return sum(known, Fraction(0))
    total = Fraction(1)
    if head == "^":
        return known[0] ** int(known[1]) if known[1].denominator == 1 else None
    for p in known:
        total *= p
    return total


def _q(value: Any) -> str:
    q = Fraction(value)
    number = str(q.numerator) if q.denominator == 1 else f"{q.numerator} / {q.denominator}"
    return f"({number})"
