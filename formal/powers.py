"""Powers of positive numbers in two sides, written as products of common ones, for ``field``.

Which powers are common is found here; that each is the product, Coq proves (``monomials``).
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp
from normal_forms import NoProofError

from depthlaws.claims.engine.statement.coq_statement import Printer
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, tree
from depthlaws.claims.engine.statement.formulas import resolved
from depthlaws.claims.engine.statement.sympy_trees import to_sympy

E = Tree("exp", tree(1))  # base of exponentials
Monomial = dict[Tree, Any]  # exponent of each base


def exponent(t: Tree) -> Any:
    """Exponent as an expanded expression of SymPy."""
    names = {n.args[0] for n in nodes(t) if n.head == "scalar"}
    try:
        return sp.expand(to_sympy(t, {n: sp.Symbol(n, positive=True) for n in names}))
    except (LimitError, FormError) as error:
        raise NoProofError(str(error)) from error


def back(e: Any) -> Tree:
    """Tree of an expression of SymPy."""
    return tree(e)


def is_power(t: Tree) -> bool:
    """True for a power that is no plain product: its exponent is no whole number."""
    if t.head == "exp":
        return True
    if t.head != "^":
        return False
    n = t.args[1]
    return not (n.head == "number" and n.args[0].denominator == 1)


def monomial(t: Tree) -> Monomial:
    """Bases of a positive product of powers, each with its exponent."""
    if t == tree(1):
        return {}
    if t.head == "exp":
        return {E: exponent(t.args[0])}
    if t.head == "*" and all(a.head != "number" or a.args[0] > 0 for a in t.args):
        out: Monomial = {}
        for a in t.args:
            for base, e in monomial(a).items():
                out[base] = out.get(base, 0) + e
        return out
    if t.head == "^":
        e = exponent(t.args[1])
        return {b: sp.expand(own * e) for b, own in monomial(t.args[0]).items()}
    return {t: sp.Integer(1)}


def powers_in(t: Tree) -> Iterator[Tree]:
    """Yield the outermost powers of a tree."""
    if is_power(t):
        yield t
        return
    for a in t.args:
        if isinstance(a, Tree):
            yield from powers_in(a)


def common(found: Sequence[Monomial]) -> dict[tuple[Tree, Any], int]:
    """Smallest denominator of each base and term of an exponent."""
    parts: dict[tuple[Tree, Any], int] = {}
    for one in found:
        for base, e in one.items():
            for term in sp.Add.make_args(sp.expand(e)):
                c, m = term.as_coeff_Mul()
                if not c.is_Rational:
                    msg = f"the exponent {e}"
                    raise NoProofError(msg)
                parts[base, m] = math.lcm(parts.get((base, m), 1), int(c.q))
    return parts


def generator(base: Tree, term: Any, denominator: int) -> Tree:
    """Common power of a base."""
    e = term / denominator
    if base == E:
        return Tree("exp", back(e))
    return base if e == 1 else Tree("^", base, back(e))


def product(one: Monomial, parts: dict[tuple[Tree, Any], int]) -> Tree:
    """Product of common powers that a monomial is."""
    factors = []
    for base, e in one.items():
        for term in sp.Add.make_args(sp.expand(e)):
            c, m = term.as_coeff_Mul()
            if c == 0:
                continue
            g = generator(base, m, parts[base, m])
            k = int(c * parts[base, m])
            factors.append(g if k == 1 else Tree("^", g, tree(k)))
    if not factors:
        return tree(1)
    out = factors[0]
    for f in factors[1:]:
        out = out * f
    return out


def bases_of(t: Tree) -> Iterator[Tree]:
    """Yield the bases of powers, also inside bases."""
    for n in nodes(t):
        if is_power(n) and n.head == "^":
            yield n.args[0]


def simpler(printer: Printer, trees: Sequence[Tree]) -> dict[Tree, Tree]:
    """Bases that are another, shorter number: 1 + sqrt(L) (v - 1)/sqrt(L) is v."""
    out: dict[Tree, Tree] = {}
    for base in dict.fromkeys(b for t in trees for b in bases_of(t)):
        if base.head in ("scalar", "number", "entry", "exp", "^"):
            continue
        try:
            names = {n.args[0] for n in nodes(base) if n.head == "scalar"}
            short = tree(
                sp.powsimp(
                    sp.simplify(to_sympy(base, {n: sp.Symbol(n, positive=True) for n in names}))
                )
            )
        except (LimitError, FormError):
            continue
        if len([*nodes(short)]) < len([*nodes(base)]) and short.head in (
            "scalar",
            "number",
            "exp",
            "^",
            "*",
        ):
            out[base] = short
    return out


def replaced_trees(t: Tree, values: dict[Tree, Tree]) -> Tree:
    """Tree with parts replaced, outermost first."""
    if t in values:
        return values[t]
    return Tree(t.head, *(replaced_trees(a, values) if isinstance(a, Tree) else a for a in t.args))


def seen_positive(printer: Printer, trees: Sequence[Tree]) -> str:
    """Tactics that note that bases are positive which are another, shorter number."""
    pairs = simpler(printer, [written_out(t) for t in trees])
    return "".join(
        f"assert (0 < {printer.real(b)}) by"
        f" (replace ({printer.real(b)}) with ({printer.real(short)}) by based; pos). "
        for b, short in pairs.items()
        if b.head == "+"
    )


def written_out(t: Tree) -> Tree:
    """Tree with its registered formulas written out."""
    if t.head == "formula":
        return written_out(resolved(t))
    return Tree(t.head, *(written_out(a) if isinstance(a, Tree) else a for a in t.args))


def common_powers(printer: Printer, sides: Sequence[Tree]) -> tuple[str, list[Tree]]:
    """Tactics that write powers as products of common ones, and the sides so written."""
    sides = [written_out(t) for t in sides]
    monomials = {p: monomial(p) for t in sides for p in powers_in(t)}
    parts = common(list(monomials.values()))
    text, values = "", {}
    for p, one in monomials.items():
        values[p] = product(one, parts)
        if printer.real(values[p]) != printer.real(p):
            text += f"replace ({printer.real(p)}) with ({printer.real(values[p])}) by monomials. "
    return text, [replaced_trees(t, values) for t in sides]


def by_powers(printer: Printer, left: Tree, right: Tree) -> str:
    """Tactics that prove an equality of rational functions of powers."""
    sides = [written_out(t) for t in (left, right)]
    text = ""
    for base, short in simpler(printer, sides).items():
        text += f"replace ({printer.real(base)}) with ({printer.real(short)}) by based; "
        sides = [replaced_trees(t, {base: short}) for t in sides]
    found = list(dict.fromkeys(p for t in sides for p in powers_in(t)))
    monomials = {p: monomial(p) for p in found}
    parts = common(list(monomials.values()))
    for p, one in monomials.items():
        n = product(one, parts)
        if printer.real(n) != printer.real(p):
            text += f"replace ({printer.real(p)}) with ({printer.real(n)}) by monomials; "
    for base in (b for (b, m), d in parts.items() if b.head == "+" and m == 1 and d == 2):
        numbers = [a for a in base.args if a.head == "number"]
        rest = [a for a in base.args if a.head != "number"]
        if len(numbers) == len(rest) == 1:
            shown = " ".join(printer.real(a, 0) for a in (base, rest[0], -numbers[0]))
            text += f"root_in {shown}; "
    for (base, m), d in parts.items():
        if base.head == "scalar" and m == 1 and d == 2 and printer.whole(base.args[0]) is False:
            text += f"root_of {printer.real(base, 0)}; "
    return f"{text}fieldy"
