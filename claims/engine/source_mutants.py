"""Slips in the code itself: change one place of one source file, and see who objects.

Float kernels, theory that is no formula, simulators, checks, their constants, tolerances and
domains are changed in their syntax tree, one place at a time, small changes too (factor 1.001).
Each mutant is judged in a process of its own by the claims and tests that ran the changed line
when nothing was wrong. Only a decided answer is a kill: a claim whose verdict turns, a test whose
assertion fails. A mutant that merely crashes, times out or leaves claims undecided is not.
"""

import ast
import copy
import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

QUIET = (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Assert)
WORDS = {"annotation", "returns", "decorator_list", "type_params"}
# How precisely or how often, not what: one bit, point or sample more is no slip.
EFFORT = {"source", "budget", "prec", "dps", "bits", "maxsize"}
TRIED = EFFORT | {"n", "seeds", "samples", "at_least", "alarm"}  # in claims
PLACES = {
    "eq()",
    "theorem()",
    "lemma()",
    "figure()",
    "table()",
    "section()",
    "ledger()",
    "beyond()",
}
DOMAINS = {"domain", "values", "given", "box", "try_first"}
CHECKS = {"Property", "Identity", "Inequality", "Certify"}  # (statement, domain)
TOLERANCES = {"rtol", "atol", "tolerance"}
LOOSE = 1000  # a tolerance's slip


class Kind(StrEnum):
    """What was changed."""

    CONSTANT = "constant"  # a number: a float by a thousandth, an integer by one
    OPERATOR = "operator"  # + and -, * and /
    COMPARISON = "comparison"  # < and <=, > and >=, == and !=
    CONDITION = "condition"  # a test turned round
    SIGN = "sign"  # a minus dropped
    FACTOR = "factor"  # a returned value times 1.001
    HOLLOW = "hollow"  # a check that says yes to everything
    DOMAIN = "domain"  # where a law holds, or a claim is tried: ends and listed cases
    TOLERANCE = "tolerance"  # a tolerance of a claim, a thousand times looser


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place: the file, its line, what became of what, and how to make the text."""

    path: Path
    line: int
    kind: Kind
    before: str
    after: str
    source: str
    edit: Callable[[], str] = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.before} -> {self.after}"

    @property
    def text(self) -> str:
        """The whole changed file."""
        return self.edit()

    @property
    def key(self) -> str:
        """What names the mutant in a list that outlives other edits: its line's text, its place.

        Of lines that are alike in one file, the second is marked (2), and so on.
        """
        return f"{self.path.as_posix()} | {self.source} | {self.before} -> {self.after}"


SWAPPED: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


def mutants(path: Path, *, root: Path) -> Iterator[Mutant]:
    """Yield every mutant of a source file, in the order of its lines."""
    text = (root / path).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    alike = Counter[tuple[str, str, str]]()
    for node, kind, changed in _changes(ast.parse(text), check="claims" in path.parts):
        before, after = ast.unparse(node), ast.unparse(changed)
        new = after if isinstance(node, ast.stmt) else f"({after})"
        line = lines[node.lineno - 1]
        place = line.encode()[: node.col_offset].decode().lstrip()
        source = f"{place}\N{RIGHTWARDS ARROW WITH HOOK}{line.strip()[len(place) :]}"
        alike[source, before, after] += 1
        if alike[source, before, after] > 1:
            source += f" ({alike[source, before, after]})"
        edit = functools.partial(_spliced, lines, node, new)
        yield Mutant(path, node.lineno, kind, before, after, source, edit)


Change = tuple[ast.expr | ast.stmt, Kind, ast.AST]


def _changes(tree: ast.Module, *, check: bool) -> Iterator[Change]:
    tried = _tried(tree)
    for node in _live(tree, TRIED if check else EFFORT):
        for kind, changed in _variants(node):
            # pyrefly: ignore[invalid-yield]  (only expressions and statements have variants)
            yield node, Kind.DOMAIN if node in tried else kind, changed
        if check and isinstance(node, ast.keyword) and node.arg in TOLERANCES:
            yield node.value, Kind.TOLERANCE, _times(node.value, LOOSE)
        if isinstance(node, ast.FunctionDef) or (check and isinstance(node, ast.Lambda)):
            yield from _answers(node, check=check)


def _answers(function: ast.FunctionDef | ast.Lambda, *, check: bool) -> Iterator[Change]:
    """Changes of what a function returns, or a check yields case by case."""
    for value, labels in _values(function):
        hollow = _hollow(value, labels)
        if check and hollow is not None and ast.unparse(hollow) != ast.unparse(value):
            yield value, Kind.HOLLOW, hollow
        elif not check and _numeric(value):
            yield value, Kind.FACTOR, _times(value, 1.001)


def _times(value: ast.expr, factor: float) -> ast.expr:
    return ast.BinOp(value, ast.Mult(), ast.Constant(factor))


def _tried(tree: ast.Module) -> set[ast.AST]:
    """Parts of a file that say where something holds or is tried, by name or in place."""
    places = [k.value for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg in DOMAINS]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    places += [call for call in calls if _called(call) == "Interval"]
    places += [call.args[1] for call in calls if _called(call) in CHECKS and len(call.args) > 1]
    names = {n.id for place in places for n in ast.walk(place) if isinstance(n, ast.Name)}
    places += [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and {ast.unparse(t) for t in node.targets} & names
        and not (isinstance(node.value, ast.Call) and _called(node.value) != "Interval")
    ]
    return {node for place in places for node in ast.walk(place)}


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def _live(node: ast.AST, quiet: Set[str]) -> Iterator[ast.AST]:
    """Walk what runs when the code answers: no text, messages, types, docstrings or imports."""
    yield node
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            silent = isinstance(child, QUIET) or name in WORDS or _of(child) in quiet | PLACES
            if isinstance(child, ast.AST) and not silent and not _message(child):
                yield from _live(child, quiet)


def _of(node: object) -> str | None:
    """Name of a keyword argument, or of a place in a paper: ``CHAIN.eq(3)``."""
    if isinstance(node, ast.keyword):
        return node.arg
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return f"{node.func.attr}()" if ast.unparse(node.func.value).isupper() else None
    return None


def _message(node: ast.AST) -> bool:
    """Whether a statement only makes words: ``msg = ...``, ``__all__ = ...`` or a docstring."""
    if isinstance(node, ast.Assign):
        return any(isinstance(t, ast.Name) and t.id in {"msg", "__all__"} for t in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _variants(node: ast.AST) -> Iterator[tuple[Kind, ast.AST]]:
    match node:
        case ast.Constant(value=bool() | str() | None):
            return
        case ast.Constant(value=float(x)):
            yield Kind.CONSTANT, ast.Constant(x * 1.001 if x else 1e-3)
        case ast.Constant(value=int(n)):
            yield Kind.CONSTANT, ast.Constant(n + 1)
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            yield Kind.OPERATOR, _with(node, op=SWAPPED[type(op)]())
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield Kind.COMPARISON, _with(node, ops=[SWAPPED[type(op)]()])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield Kind.SIGN, operand
        case ast.IfExp(test=test):
            yield Kind.CONDITION, _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.BoolOp(op=op):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield Kind.CONDITION, _with(node, op=other)


def _with(node: ast.AST, **changes: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def _values(function: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[ast.expr, int]]:
    """What a function returns or yields, not those inside it, and how many parts are labels."""
    if isinstance(function, ast.Lambda):
        yield function.body, 0
        return
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value, int(isinstance(node, ast.Yield))
        elif not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            waiting[:0] = ast.iter_child_nodes(node)


def _hollow(value: ast.expr, labels: int) -> ast.expr | None:
    """The answer of a check that agrees with itself: (left, left), (left, "<=", left) or True."""
    match _sides(value, labels):
        case [one] if _says_yes_or_no(one):
            sides: list[ast.expr] = [ast.Constant(True)]
        case [left, right] if not (labels and isinstance(right, ast.Constant | ast.JoinedStr)):
            sides = [left, left]
        case [left, ast.Constant(value="<" | "<=" | ">" | ">=" | "=="), _]:
            sides = [left, ast.Constant("<="), left]
        case _:
            return None
    if not isinstance(value, ast.Tuple):
        return sides[0]
    return ast.Tuple([*value.elts[:labels], *sides], ast.Load())


def _sides(value: ast.expr, labels: int) -> list[ast.expr]:
    """The parts of an answer without its label."""
    if isinstance(value, ast.Tuple):
        return value.elts[labels:]
    return [] if labels else [value]


def _says_yes_or_no(value: ast.expr) -> bool:
    return isinstance(value, (ast.Compare, ast.BoolOp)) or (
        isinstance(value, ast.Call) and ast.unparse(value.func) in {"bool", "np.all", "all"}
    )


def self_agreeing(text: str) -> Iterator[str]:
    """Yield the answers in a file of claims that cannot fail: the same side twice, or yes.

    So may one of two conditions joined by ``or`` (a slip for ``and``).
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            for answer, labels in _values(node):
                if _says_yes(_sides(answer, labels)):
                    yield f"line {answer.lineno}: {ast.unparse(answer)}"


def _says_yes(sides: Sequence[ast.expr]) -> bool:
    match sides:
        case [ast.Constant(value=True)]:
            return True
        case [ast.Call(func=ast.Name(id="bool"), args=[one])]:
            return _says_yes([one])
        case [ast.BoolOp(op=ast.Or(), values=values)]:
            return any(isinstance(one, ast.Compare | ast.BoolOp) for one in values)
        case [one, two] | [one, ast.Constant(value="<=" | ">=" | "=="), two]:
            return ast.unparse(one) == ast.unparse(two) != "math.nan"
        case _:
            return False


def _numeric(value: ast.expr | None) -> bool:
    """Whether a returned expression computes a number, as far as its form tells."""
    return isinstance(value, ast.BinOp) or (
        isinstance(value, ast.Call) and ast.unparse(value.func).startswith(("np.", "xp.", "math."))
    )


def _spliced(lines: Sequence[str], node: ast.expr | ast.stmt, new: str) -> str:
    """Replace the text of a node, keeping every other line where it was."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head = lines[first].encode()[: node.col_offset].decode()
    tail = lines[last].encode()[node.end_col_offset :].decode()
    kept = "\n" * (last - first) if tail.strip() in {"", ")", ",", "),"} else ""
    return "".join(
        [*lines[:first], head + new + tail.rstrip("\n") + "\n" + kept, *lines[last + 1 :]]
    )


def sample(found: Sequence[Mutant], n: int | None, *, seed: int) -> list[Mutant]:
    """Return n of the mutants, each kind in turn, in an order that the seed decides."""
    rng = random.Random(seed)
    by_kind = {kind: [m for m in found if m.kind == kind] for kind in Kind}
    for group in by_kind.values():
        rng.shuffle(group)
    picked: list[Mutant] = []
    while any(by_kind.values()) and (n is None or len(picked) < n):
        picked += [group.pop() for group in by_kind.values() if group]
    return picked[:n]
