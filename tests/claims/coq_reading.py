"""A second reader of statements in Coq: the text alone, by its own grammar, in numbers.

It knows the words that theorems of claims are made of and refuses all others. A text is read into
its binders, its hypotheses and its clauses, and each is evaluated at one point: every quantifier
over a range becomes its instances, every relation the values of its sides. Nothing of what prints
the texts is used here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from mpmath import mp, mpf

from tests.claims.coq_grammar import Node, Parser, UnreadableError, bare, counted
from tests.claims.coq_numbers import (
    UndefinedHereError,
    inside,
    inverse,
    positive,
    root,
    whole_power,
)
from tests.claims.coq_polynomials import Poly, poly

DIGITS = 40
FAR = mpf(10) ** 14

ONE = {"exp": mp.exp, "sin": mp.sin, "cos": mp.cos, "atan": mp.atan, "Rabs": abs, "sqrt": root}
ONE |= {"sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh}
ONE |= {"asin": lambda x: mp.asin(inside(x, "asin")), "acos": lambda x: mp.acos(inside(x, "acos"))}
ONE |= {"ln": lambda x: mp.log(positive(x, "ln"))}
TWO = {"Rmax": max, "Rmin": min}
TWO |= {"Rpower": lambda x, y: mp.exp(y * mp.log(positive(x, "Rpower")))}
HOLDS = ("is_derive", "is_derive_n", "is_lim", "filterlim", "is_RInt")


@dataclass
class Reading:
    """One statement at one point.

    Parameters
    ----------
    values : mapping
        Numbers of the scalars by name, whole ones as ``int``.
    entry : callable
        Value of an entry (name, places) of an array.
    """

    values: Mapping[str, Any]
    entry: Any
    kinds: dict[str, str] = field(default_factory=dict)
    drawn: dict[str, tuple[tuple[int, ...], Any]] = field(default_factory=dict)
    limits: set[tuple[str, str]] = field(default_factory=set)

    def told(self, text: str | Node) -> tuple[dict[str, str], list[Any], list[Any]]:
        """Binders with their types, instances of every hypothesis, instances of every clause."""
        node, env = bare(Parser(text).whole() if isinstance(text, str) else text), {}
        if node.head == "forall" and all(kind for _, kind in node.parts[0]):
            names, node = node.parts
            if len({*dict(names)}) < len(names):
                msg = "a name is bound twice"
                raise UnreadableError(msg)
            self.kinds = dict(names)
            env = {n: self.values[n.rstrip("'")] for n, k in names if k in ("Z", "R")}
        hypotheses = []
        while node.head == "->":
            left, node = node.parts
            hypotheses.append([*self.instances(left, env)])
        clauses = node.parts if node.head == "/\\" else (node,)
        return self.kinds, hypotheses, [[*self.instances(c, env)] for c in clauses]

    # -- propositions ------------------------------------------------------------------------------

    def instances(self, node: Node, env: dict[str, Any], asked: tuple[Any, ...] = ()) -> Any:
        """Yield every instance of a proposition: what it asks before, and what it says."""
        node = bare(node)
        if node.head == "forall":
            names, body = node.parts
            for inner in self.places(list(names), body, env):
                yield from self.instances(*inner, asked)
        elif node.head == "->":
            left, right = node.parts
            each = ("each", *(x for _, x in self.instances(left, env)))
            yield from self.instances(right, env, (*asked, each))
        else:
            yield asked, self.said(node, env)

    def places(
        self, names: list[tuple[str, str]], body: Node, env: dict[str, Any]
    ) -> Iterator[tuple[Node, dict[str, Any]]]:
        """Yield a body for every place of its indices, each in the range that it is given."""
        if not names:
            yield body, env
            return
        ranges = {}
        for _ in names:
            if body.head != "->":
                msg = f"{names[0][0]} has no range"
                raise UnreadableError(msg)
            limits, body = body.parts
            inside = limits.parts[0]
            if (
                limits.head != "()"
                or limits.scope != "Z"
                or inside.head != "relation"
                or len(inside.parts) != 5
            ):
                msg = "a range that is none"
                raise UnreadableError(msg)
            low, first, i, last, high = inside.parts
            if (first, last) != ("<=", "<=") or i.head != "name":
                msg = "a range that leaves an end out"
                raise UnreadableError(msg)
            ranges[i.parts[0]] = (low, high)
        if [*ranges] != [n for n, _ in names] or {k for _, k in names} != {"Z"}:
            msg = f"{names} and the ranges of {[*ranges]}"
            raise UnreadableError(msg)

        def inner(left: list[str], env: dict[str, Any]) -> Iterator[tuple[Node, dict[str, Any]]]:
            if not left:
                yield body, env
                return
            low, high = (self.integer(e, env) for e in ranges[left[0]])
            for k in range(low, high + 1):
                yield from inner(left[1:], {**env, left[0]: k})

        yield from inner([n for n, _ in names], env)

    def said(self, node: Node, env: dict[str, Any]) -> tuple[Any, ...]:
        """Return a relation with the values of its sides; connectives with their parts."""
        if node.head == "()" and node.scope:
            return self.scoped(node, env)
        node = bare(node)
        if node.head == "exists":
            return self.solved(node, env)
        if node.head in ("/\\", "\\/", "<->", "~"):
            return (node.head, *(self.said(p, env) for p in node.parts))
        if node.head == "relation" and len(node.parts) == 3:
            left, word, right = node.parts
            return (word, self.value(left, env), self.value(right, env))
        if node.head == "call" and node.parts[0].head == "name":
            word = node.parts[0].parts[0]
            if word in HOLDS:
                known, value = self.undone(node, env)
                return ("=", known, self.value(value, env))
            if word in ("gaussian_vector", "gaussian_matrix"):
                return self.law(word, node.parts[1:], env)
        msg = f"{node.head} is no proposition"
        raise UnreadableError(msg)

    def scoped(self, node: Node, env: dict[str, Any]) -> tuple[Any, ...]:
        """Return relations of whole numbers, in brackets with %Z."""
        if node.scope != "Z":
            msg = f"the scope {node.scope}"
            raise UnreadableError(msg)
        inside = node.parts[0]
        if inside.head == "\\/":
            return ("\\/", *(self.scoped(Node("()", (p,), "Z"), env) for p in inside.parts))
        if inside.head != "relation" or len(inside.parts) != 3:
            msg = "a relation of whole numbers that is none"
            raise UnreadableError(msg)
        left, word, right = inside.parts
        return (word, mpf(self.integer(left, env)), mpf(self.integer(right, env)))

    def solved(self, node: Node, env: dict[str, Any]) -> tuple[Any, ...]:
        """Return the last relation, with the values that the ones before give to names."""
        names, body = node.parts
        if body.head != "/\\" or len(body.parts) != len(names) + 1:
            msg = "exists without one relation for each name"
            raise UnreadableError(msg)
        env = dict(env)
        for (name, kind), part in zip(names, body.parts[:-1], strict=True):
            part = bare(part)
            if kind != "R" or part.head != "call":
                msg = f"{name} is given no value"
                raise UnreadableError(msg)
            known, value = self.undone(part, env)
            if value != Node("name", (name,)):
                msg = f"the value of {name} is another one"
                raise UnreadableError(msg)
            env[name] = known
        return self.said(body.parts[-1], env)

    def law(self, word: str, parts: tuple[Node, ...], env: dict[str, Any]) -> tuple[Any, ...]:
        """Return the law of a mean, and keep it."""
        *sizes, variance, mean = parts
        if len(sizes) != (1 if word == "gaussian_vector" else 2) or mean.head != "name":
            msg = f"{word} of {len(parts)} parts"
            raise UnreadableError(msg)
        numbers, v = tuple(self.integer(s, env) for s in sizes), self.real(variance, env)
        self.drawn[mean.parts[0]] = numbers, v
        return ("law", mean.parts[0], *map(mpf, numbers), v)

    def undone(self, node: Node, env: dict[str, Any]) -> tuple[Any, Node]:
        """Value of a derivative, limit or integral, and what the text says that it is."""
        word = node.parts[0].parts[0]
        f, *rest = node.parts[1:]
        g = self.function(f, env)
        try:
            if word == "is_derive":
                return mp.diff(g, self.real(rest[0], env)), rest[1]
            if word == "is_derive_n":
                return mp.diff(g, self.real(rest[1], env), counted(rest[0])), rest[2]
            if word == "is_RInt":
                ends = [self.real(e, env) for e in rest[:2]]
                return mp.quad(g, ends), rest[2]
            if word == "is_lim":
                ends = {"p_infty": FAR, "m_infty": -FAR}
                place = rest[0].parts[0] if rest[0].head == "name" else ""
                at = ends[place] if place in ends else self.real(rest[0], env)
                self.limits.add((word, place if place in ends else mp.nstr(at, 9)))
                return g(at if place in ends else at + 1 / FAR), rest[1]
            side, near = (bare(r) for r in rest)
            if near.parts[0] != Node("name", ("locally",)):
                msg = "a limit that is not locally a value"
                raise UnreadableError(msg)
            step = {"at_right": 1 / FAR, "at_left": -1 / FAR}[side.parts[0].parts[0]]
            at = self.real(side.parts[1], env)
            self.limits.add((side.parts[0].parts[0], mp.nstr(at, 9)))
            return g(at + step), near.parts[1]
        except (KeyError, IndexError, ValueError) as error:
            msg = f"{word} with other parts: {error}"
            raise UnreadableError(msg) from error

    def function(self, node: Node, env: dict[str, Any]) -> Any:
        """Return the function of one real number that a text in brackets is."""
        node = bare(node)
        if node.head != "fun" or len(node.parts[0]) != 1 or node.parts[0][0][1] not in ("R", ""):
            msg = "no function of a real number"
            raise UnreadableError(msg)
        ((name, _),), body = node.parts
        return lambda x: self.real(body, {**env, name: x})

    # -- numbers -----------------------------------------------------------------------------------

    def value(self, node: Node, env: dict[str, Any]) -> Any:
        """Value of a side; None where Coq's value is a convention."""
        try:
            return self.real(node, env)
        except UndefinedHereError:
            return None

    def integer(self, node: Node, env: dict[str, Any]) -> int:
        """Value of a whole number, in the scope Z."""
        if node.scope not in ("", "Z"):
            msg = f"the scope {node.scope}"
            raise UnreadableError(msg)
        if node.head == "()":
            return self.integer(node.parts[0], env)
        if node.head == "number":
            return node.parts[0]
        if node.head == "name" and isinstance(env.get(node.parts[0]), int):
            return env[node.parts[0]]
        if node.head in ("+", "-", "*"):
            a, b = (self.integer(p, env) for p in node.parts)
            return a + b if node.head == "+" else a - b if node.head == "-" else a * b
        if node.head == "minus":
            return -self.integer(node.parts[0], env)
        msg = f"{node.head} {str(node.parts)[:40]} is no whole number"
        raise UnreadableError(msg)

    def real(self, node: Node, env: dict[str, Any]) -> Any:
        """Value of a real number. Raises: UndefinedHereError where Coq's value is a convention."""
        node = bare(node)
        if node.scope:
            msg = f"the scope {node.scope} of a real number"
            raise UnreadableError(msg)
        head, parts = node.head, node.parts
        if head == "number":
            return mpf(parts[0])
        if head == "name":
            if parts[0] == "PI":
                return +mp.pi
            value = env.get(parts[0])
            if value is None or isinstance(value, (int, str)):
                msg = f"{parts[0]} is no real number"
                raise UnreadableError(msg)
            return value
        if head in ("+", "-", "*"):
            a, b = (self.real(p, env) for p in parts)
            return a + b if head == "+" else a - b if head == "-" else a * b
        if head == "/":
            return self.real(parts[0], env) * inverse(self.real(parts[1], env))
        if head == "minus":
            return -self.real(parts[0], env)
        if head == "over":
            return inverse(self.real(parts[0], env))
        if head == "^" and parts[1].head == "number" and not parts[1].scope:
            return whole_power(self.real(parts[0], env), parts[1].parts[0])
        if head == "call" and parts[0].head == "name":
            return self.called(parts[0].parts[0], parts[1:], env)
        msg = f"{head} is no real number"
        raise UnreadableError(msg)

    def called(self, word: str, parts: tuple[Node, ...], env: dict[str, Any]) -> Any:
        """Value of a function with its arguments."""
        count = len(parts)
        if word in env and isinstance(env[word], str):  # a Gaussian array under its mean
            return self.gaussian(env[word], word, self.given(parts, env))
        kind = self.kinds.get(word, "")
        if kind == "Z -> " * count + "R" and count:
            return self.entry(word.rstrip("'"), self.given(parts, env))
        if word in self.drawn and count == 1 and kind:
            f = bare(parts[0])
            if f.head != "fun" or len(f.parts[0]) != 1:
                msg = f"{word} of no function"
                raise UnreadableError(msg)
            ((name, _),), body = f.parts
            inside = self.real(body, {**env, name: word})
            return poly(inside).mean(word, self.drawn[word][1])
        if word == "sum" and count == 3:
            low, high = (self.integer(p, env) for p in parts[:2])
            f = bare(parts[2])
            if f.head != "fun" or len(f.parts[0]) != 1:
                msg = "a sum of no function"
                raise UnreadableError(msg)
            ((name, _),), body = f.parts
            return sum((self.real(body, {**env, name: k}) for k in range(low, high + 1)), mpf(0))
        if word == "IZR" and count == 1:
            return mpf(self.integer(parts[0], env))
        if word == "powerRZ" and count == 2:
            return whole_power(self.real(parts[0], env), self.integer(parts[1], env))
        if word in ONE and count == 1:
            return ONE[word](self.real(parts[0], env))
        if word in TWO and count == 2:
            return TWO[word](*(self.real(p, env) for p in parts))
        if word == "Derive" and count == 2:
            return mp.diff(self.function(parts[0], env), self.real(parts[1], env))
        if word == "Derive_n" and count == 3:
            at = self.real(parts[2], env)
            return mp.diff(self.function(parts[0], env), at, counted(parts[1]))
        msg = f"{word} of {count} arguments"
        raise UnreadableError(msg)

    def given(self, parts: tuple[Node, ...], env: dict[str, Any]) -> tuple[int, ...]:
        """Places of an entry; composed ones need the scope Z, as in Coq."""
        for p in parts:
            if p.head != "name" and p.scope != "Z":
                msg = "a place outside the whole numbers"
                raise UnreadableError(msg)
        return tuple(self.integer(p, env) for p in parts)

    def gaussian(self, mean: str, word: str, places: tuple[int, ...]) -> Poly:
        """One entry of a Gaussian array."""
        sizes = self.drawn[mean][0]
        if len(sizes) != len(places) or not all(
            1 <= k <= n for k, n in zip(places, sizes, strict=True)
        ):
            msg = f"{word}{list(places)} outside {list(sizes)}"
            raise UnreadableError(msg)
        return Poly({(((mean, places), 1),): mpf(1)})


def number(value: Fraction) -> Any:
    """Rational number in digits."""
    return mpf(value.numerator) / value.denominator
