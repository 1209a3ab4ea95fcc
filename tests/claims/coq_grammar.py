"""A grammar for statements in Coq, by Coq's own levels; words that it does not know are refused."""

import re
from dataclasses import dataclass
from typing import Any

TOKEN = re.compile(
    r"\s*(%[A-Za-z]+|<->|->|=>|/\\|\\/|<=|<>|[A-Za-z_][A-Za-z0-9_']*|[0-9]+|[-+*/^<>=~(),:])"
)
WORDS = {"forall", "exists", "fun"}
RELATIONS = ("<=", "<>", "=", "<")


class UnreadableError(ValueError):
    """The text is none of the language of statements."""


@dataclass(frozen=True)
class Node:
    """A part of a text: its head, its parts, and the scope that closes it."""

    head: str
    parts: tuple[Any, ...] = ()
    scope: str = ""


class Parser:
    """Reads a proposition by the levels of Coq.

    Implications bind least, then equivalences, or, and, not, relations, sums, products, signs,
    powers, and functions with their arguments.
    """

    def __init__(self, text: str) -> None:
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                msg = f"{text[at : at + 20]!r} is no word of a statement"
                raise UnreadableError(msg)
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    def peek(self) -> str:
        """Return the next word."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, word: str = "") -> str:
        """Take the next word, which may be asked for."""
        got = self.peek()
        if not got or (word and got != word):
            msg = f"{word or 'a word'} expected, not {got!r} at word {self.at}"
            raise UnreadableError(msg)
        self.at += 1
        return got

    def whole(self) -> Node:
        """Read the whole text."""
        read = self.proposition()
        if self.peek():
            msg = f"{self.peek()!r} follows the statement"
            raise UnreadableError(msg)
        return read

    def proposition(self) -> Node:
        """Read what may stand in brackets."""
        if self.peek() in ("forall", "exists"):
            head = self.take()
            groups = self.groups()
            self.take(",")
            return Node(head, (groups, self.proposition()))
        if self.peek() == "fun":
            self.take()
            groups = self.groups(end="=>")
            self.take("=>")
            return Node("fun", (groups, self.proposition()))
        left = self.level(0)
        if self.peek() == "->":
            self.take()
            return Node("->", (left, self.proposition()))
        return left

    def groups(self, end: str = ",") -> tuple[tuple[str, str], ...]:
        """Read binders, each with its type as it is written."""
        out: list[tuple[str, str]] = []
        while self.peek() != end:
            bracket = self.peek() == "(" and bool(self.take())
            names = []
            while self.peek() not in (":", end, ")"):
                names.append(self.name())
            kind = ""
            if self.peek() == ":":
                self.take()
                kind = self.kind(")" if bracket else end)
            if bracket:
                self.take(")")
            if not names or (bracket and not kind):
                msg = f"a binder without a name or a type at word {self.at}"
                raise UnreadableError(msg)
            out += [(n, kind) for n in names]
        return tuple(out)

    def kind(self, end: str) -> str:
        """Read a type up to the word that ends it."""
        words, depth = [], 0
        while depth or self.peek() != end:
            word = self.take()
            depth += (word == "(") - (word == ")")
            words.append(word)
        return " ".join(words)

    def name(self) -> str:
        """Read a name."""
        word = self.take()
        if not (word[0].isalpha() or word[0] == "_") or word in WORDS:
            msg = f"{word!r} is no name"
            raise UnreadableError(msg)
        return word

    LEVELS = (("<->",), ("\\/",), ("/\\",))

    def level(self, k: int) -> Node:
        """Read connectives from the level k on."""
        if k == len(self.LEVELS):
            return self.relation()
        parts = [self.level(k + 1)]
        (word,) = self.LEVELS[k]
        while self.peek() == word:
            self.take()
            quantified = self.peek() in ("forall", "exists")
            parts.append(self.proposition() if quantified else self.level(k + 1))
        if len(parts) == 1:
            return parts[0]
        if word == "<->" and len(parts) > 2:
            msg = "two equivalences without brackets"
            raise UnreadableError(msg)
        return Node(word, tuple(parts))

    def relation(self) -> Node:
        """Read a relation, or a < x < b."""
        if self.peek() == "~":
            self.take()
            return Node("~", (self.relation(),))
        parts: list[Any] = [self.sum()]
        while self.peek() in RELATIONS:
            parts += [self.take(), self.sum()]
        if len(parts) == 1:
            return parts[0]
        if len(parts) > 5 or (len(parts) == 5 and not {parts[1], parts[3]} <= {"<", "<="}):
            msg = "a chain of relations"
            raise UnreadableError(msg)
        return Node("relation", tuple(parts))

    def sum(self) -> Node:
        """Read a sum."""
        left = self.product()
        while self.peek() in ("+", "-"):
            left = Node(self.take(), (left, self.product()))
        return left

    def product(self) -> Node:
        """Read a product or quotient."""
        left = self.unary()
        while self.peek() in ("*", "/"):
            left = Node(self.take(), (left, self.unary()))
        return left

    def unary(self) -> Node:
        """Read - x, / x, or a power."""
        if self.peek() in ("-", "/"):
            word = self.take()
            return Node("minus" if word == "-" else "over", (self.unary(),))
        base = self.application()
        if self.peek() == "^":
            self.take()
            return Node("^", (base, self.unary()))
        return base

    def application(self) -> Node:
        """Read a function with its arguments."""
        parts = [self.atom()]
        while self.peek() and (self.peek() == "(" or self.peek()[0].isalnum()):
            if self.peek() in ("forall", "exists", "fun"):
                break
            parts.append(self.atom())
        return parts[0] if len(parts) == 1 else Node("call", tuple(parts))

    def atom(self) -> Node:
        """Read a number, a name, or a pair of brackets with its scope."""
        if self.peek() == "(":
            self.take()
            read = self.proposition()
            self.take(")")
            read = Node("()", (read,))
        elif self.peek().isdigit():
            read = Node("number", (int(self.take()),))
        else:
            read = Node("name", (self.name(),))
        if self.peek().startswith("%"):
            return Node(read.head, read.parts, self.take()[1:])
        return read


def counted(node: Node) -> int:
    """Order of a derivative."""
    if node.head != "number" or not 0 < node.parts[0] < 9:
        msg = "a derivative without an order"
        raise UnreadableError(msg)
    return node.parts[0]


def bare(node: Node) -> Node:
    """Node without the brackets around it; those with a scope stay."""
    while node.head == "()" and not node.scope:
        node = node.parts[0]
    return node
