"""Statements as Coq propositions over Coq's real numbers, printed from their trees.

Whole scalars and indices are of type ``Z``, other scalars of type ``R``, arrays functions of their
places; quantifiers, hypotheses and definitions come first, each as a hypothesis, then every clause.
``sum a b f`` is f(a) + ... + f(b), defined in ``formal/real_sums.v``. A mean over a Gaussian array
W is ``E_W (fun W => ...)`` for every E_W that obeys Isserlis' rule on polynomials in its entries
(``formal/gaussian.v``). The text depends on the trees alone, registered formulas written out, so
that another statement has another text.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from depthlaws.claims.engine.statement.clauses import AtMost, Clause, Differs, Equal, Exactly, Less
from depthlaws.claims.engine.statement.conditions import Signs, known_signs
from depthlaws.claims.engine.statement.coq_calculus import (
    HEADS,
    Written,
    constant,
    filled,
    outer,
    sign_at,
    spelled,
)
from depthlaws.claims.engine.statement.coq_means import check_means, mean_of
from depthlaws.claims.engine.statement.coq_names import name_of
from depthlaws.claims.engine.statement.coq_syntax import (
    ATOM,
    CALL,
    INVERSE,
    POWER,
    PRODUCT,
    SUM,
    binder,
    closed,
    fraction,
    number,
)
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.errors import LimitError, NoCoqTextError
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes, tree
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.formulas import resolved

RELATIONS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}
OR, AND = " \\/ ", " /\\ "
FUNCTIONS = {"exp": "exp", "log": "ln", "sin": "sin", "cos": "cos", "atan": "atan", "Abs": "Rabs"}
FUNCTIONS |= {"sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asin": "asin", "acos": "acos"}
FOLDED = {"Max": "Rmax", "Min": "Rmin"}
KINDS = (Equal, AtMost, Less, Exactly)
MAX_TEXT = 20_000  # characters of a proposition


def proposition(s: Form) -> str:
    """Coq text of a statement with all its clauses.

    Raises: NoCoqTextError for limits, slopes, listed cases, means of what is no polynomial and the
    like, in one line.
    """
    return of_length(Printer(s).proposition())


def together(texts: Sequence[str]) -> str:
    """Coq text that several propositions hold.

    Raises: NoCoqTextError for a text that is too long, in one line.
    """
    if len(texts) < 2:
        return "".join(texts)
    return of_length(f"{AND.rstrip()}\n".join(f"({text})" for text in texts))


def of_length(text: str) -> str:
    """Return a text. Raises: NoCoqTextError for one of more than ``MAX_TEXT`` characters."""
    if len(text) > MAX_TEXT:
        msg = f"a Coq text of {len(text)} characters"
        raise NoCoqTextError(msg)
    return text


class Printer:
    """Texts of a statement and its parts."""

    def __init__(self, s: Form) -> None:
        self.form, self.setting = s, s.setting()
        self.signs = Signs(self.setting, known_signs({g.gap: g.relation for g in s.given}))
        self.bound: dict[Tree, Tree] = {}  # symbols of derivatives and limits, where they are taken

    def proposition(self) -> str:
        """Text of the whole statement."""
        s = self.form
        for clause in s.clauses:
            if not isinstance(clause, KINDS) or clause.over:
                msg = f"{clause} is no relation for all values"
                raise NoCoqTextError(msg)
        check_means(s)
        binders, hypotheses = self.binders(), self.hypotheses()
        parts = [f"forall {' '.join(binders)},"] if binders else []
        parts += [f"{h} ->" for h in hypotheses]
        clauses = [self.clause(c) for c in s.clauses]
        if len(clauses) > 1:
            clauses = [f"({c})" if " -> " in c and not closed(c) else c for c in clauses]
        return "\n".join([*parts, f"{AND.rstrip()}\n".join(clauses)])

    def binders(self) -> list[str]:
        """Texts of the quantified symbols: whole scalars, other scalars, arrays, means."""
        s = self.form
        arrays = {n: len(d.sizes) for n, d in s.domains.items() if d.sizes and d.variance is None}
        arrays |= {n: len(rules[0].places) for n, rules in s.rules().items()}
        scalars = [n for n, d in s.domains.items() if not d.sizes]
        whole = [n for n in scalars if self.whole(n)]
        binders = [*binder(whole, "Z"), *binder([n for n in scalars if n not in whole], "R")]
        for name, places in arrays.items():
            binders.append(f"({name_of(name)} : {'Z -> ' * places}R)")
        for name, d in s.domains.items():
            if d.variance is not None:
                binders.append(f"({mean_of(name)} : (({'Z -> ' * len(d.sizes)}R) -> R) -> R)")
        return binders

    def hypotheses(self) -> list[str]:
        """Texts of what domains, definitions and hypotheses ask."""
        s = self.form
        asked = [h for n, d in s.domains.items() for h in self.domain(n, d)]
        asked += [self.hypothesis([k, v]) for k, v in s.defined.items()]
        return [*asked, *(self.universal(g.trees, self.relation(g)) for g in s.given)]

    def whole(self, name: str) -> bool:
        """True for a scalar that is a whole number."""
        d = self.form.domains.get(name)  # none of a bound symbol
        if d is None:
            return False
        return d.whole or (bool(d.values) and all(v.denominator == 1 for v in d.values))

    # -- hypotheses ----------------------------------------------------------------------------

    def domain(self, name: str, d: Domain) -> list[str]:
        """Hypotheses that a quantifier makes."""
        if d.variance is not None:
            kind = "vector" if len(d.sizes) == 1 else "matrix"
            sizes = " ".join(map(self.place, d.sizes))
            return [f"gaussian_{kind} {sizes} {self.real(d.variance, ATOM)} {mean_of(name)}"]
        indices = [Index(f"i{k + 1}", 1, size) for k, size in enumerate(d.sizes)]
        clash = {i.name for i in indices} & {*self.form.domains}
        if clash:
            msg = f"{clash.pop()} is the name of a symbol"
            raise NoCoqTextError(msg)
        x = tree(0) if not d.sizes else Tree("entry", name, *map(tree, indices))
        one = name_of(name) if not d.sizes else self.real(x)
        whole = not d.sizes and self.whole(name)
        scope = "%Z" if whole else ""
        if d.whole and d.sizes:
            msg = f"{name} is an array of whole numbers"
            raise NoCoqTextError(msg)
        said = []
        if d.values:
            cases = [f"{one} = {number(v)}" for v in d.values]
            said.append(f"({OR.join(cases)}){scope}")
        else:
            low, high = d.low != -INFINITY, d.high != INFINITY
            if low:
                said.append(
                    f"({number(Fraction(d.low))} {'<' if d.low_open else '<='} {one}){scope}"
                )
            if high:
                said.append(
                    f"({one} {'<' if d.high_open else '<='} {number(Fraction(d.high))}){scope}"
                )
        return [self.forall(indices, text) for text in said]

    def hypothesis(self, pair: list[Tree]) -> str:
        """Definition or special case of an entry or a scalar."""
        left, right = pair
        if left.head == "scalar" and self.whole(left.args[0]):
            return f"({name_of(left.args[0])} = {self.integer(right)})%Z"
        return self.universal([left], f"{self.real(left)} = {self.real(right)}")

    def universal(self, trees: Iterable[Tree], text: str) -> str:
        """Text for every place of the free indices of trees."""
        return self.forall(ordered(trees), text)

    def forall(self, indices: list[Index], text: str) -> str:
        """Text for every place of indices."""
        if not indices:
            return text
        names = [name_of(i.name) for i in indices]
        if len(set(names)) < len(names):
            msg = f"two free indices of one name among {', '.join(names)}"
            raise NoCoqTextError(msg)
        ranges = "".join(
            f"({self.integer(i.first)} <= {name_of(i.name)} <= {self.integer(i.last)})%Z -> "
            for i in indices
        )
        return f"(forall {' '.join(names)} : Z, {ranges}{text})"

    # -- clauses -------------------------------------------------------------------------------

    def clause(self, clause: Clause) -> str:
        """Text of a clause, for every place of its free indices."""
        special = "".join(f"{self.hypothesis([k, v])} -> " for k, v in clause.where.items())
        text = special + self.relation(clause)
        return self.universal([clause.left, clause.right], text)

    def relation(self, clause: Clause) -> str:
        """Text of a relation, with what its derivatives and limits are."""
        left, right = spelled(clause.left), spelled(clause.right)
        undone = list(dict.fromkeys([*outer(left), *outer(right)]))
        if not undone:
            return self.plain(clause, left, right)
        if isinstance(clause, Equal) and len(undone) == 1 and left in undone:
            return self.holds(left, self.real(right, ATOM))
        values = self.named(undone)
        told = [self.holds(t, v.args[0]) for t, v in values.items()]
        told.append(self.plain(clause, filled(left, values), filled(right, values)))
        names = " ".join(v.args[0] for v in values.values())
        return f"(exists {names} : R, {AND.join(told)})"

    def named(self, undone: list[Tree]) -> dict[Tree, Tree]:
        """Names for the values of derivatives, limits and integrals."""
        taken = {*self.form.domains, *self.form.rules()}
        names = (n for k in range(1, 99) if (n := f"V{k}") not in taken)
        return {t: Tree("scalar", next(names)) for t in undone}

    def holds(self, t: Tree, value: str) -> str:
        """Text that a derivative, limit or integral is a value."""
        self.bound[Tree("scalar", t.args[0])] = sign_at(t)
        return Written(self.real).holds(t, value)

    def plain(self, clause: Clause, left: Tree, right: Tree) -> str:
        """Text of a relation without derivatives and limits outside of functions."""
        if isinstance(clause, Exactly):
            return f"({self.condition(left)} <-> {self.condition(right)})"
        relation = "<>" if isinstance(clause, Differs) else RELATIONS[clause.relation]
        return f"{self.real(left)} {relation} {self.real(right)}"

    def condition(self, t: Tree) -> str:
        """Text of a condition in brackets."""
        head, args = t.head, t.args
        if head in RELATIONS:
            return f"({self.real(args[0])} {RELATIONS[head]} {self.real(args[1])})"
        if head in ("and", "or"):
            return f"({(AND if head == 'and' else OR).join(map(self.condition, args))})"
        if head == "not":
            return f"(~ {self.condition(args[0])})"
        msg = f"{t} is no condition"
        raise NoCoqTextError(msg)

    # -- numbers -------------------------------------------------------------------------------

    def integer(self, t: Tree) -> str:
        """Text of a whole number of type Z, in brackets if it is composed."""
        head, args = t.head, t.args
        if head == "number" and args[0].denominator == 1:
            return number(args[0])
        if head == "scalar" and self.whole(args[0]):
            return name_of(args[0])
        if head == "index":
            return name_of(args[0].name)
        if head in ("+", "*"):
            text = self.integer(args[0])
            for a in args[1:]:
                if head == "+" and a.head == "number" and a.args[0] < 0:
                    text = f"{text} - {self.integer(-a)}"
                elif head == "+" and (minus := negative_of(a)) is not None:
                    text = f"{text} - {self.integer(minus)}"
                else:
                    text = f"{text} {head} {self.integer(a)}"
            return f"({text})"
        msg = f"{t} is not whole for Coq"
        raise NoCoqTextError(msg)

    def real(self, t: Tree, most: int = SUM) -> str:
        """Text of a real number, in brackets if it binds less than the place where it stands."""
        text, strength = self.written(t)
        return text if strength <= most else f"({text})"

    def written(self, t: Tree) -> tuple[str, int]:
        """Text of a real number, and how strongly it binds."""
        head, args = t.head, t.args
        if head == "number":
            return fraction(args[0])
        if head == "scalar":
            text = name_of(args[0])
            return (f"IZR {text}", CALL) if self.whole(args[0]) else (text, ATOM)
        if head == "index":
            return f"IZR {name_of(args[0].name)}", CALL
        if head == "entry":
            return " ".join([name_of(args[0]), *map(self.place, args[1:])]), CALL
        if head == "sum":
            i, body = args
            if any(k.name == i.name and k is not i for k in free_indices(body)):
                msg = f"two indices {i} in one place"
                raise NoCoqTextError(msg)
            ends = f"{self.integer(i.first)} {self.integer(i.last)}"
            return f"sum {ends} (fun {name_of(i.name)} => {self.real(body)})", CALL
        if head == "mean":
            name, body = args
            return f"{mean_of(name)} (fun {name_of(name)} => {self.real(body)})", CALL
        if head == "formula":
            return self.written(resolved(t))
        if head in HEADS:
            self.bound[Tree("scalar", args[0])] = sign_at(t)
            return Written(self.real).total(t), CALL
        if head == "pi":
            return "PI", ATOM
        if head in ("+", "*"):
            return self.joined(head, list(args))
        if head == "^":
            return self.power(*args)
        if head in FUNCTIONS:
            return f"{FUNCTIONS[head]} {self.real(args[0], ATOM)}", CALL
        if head in FOLDED:
            text = self.real(args[0], ATOM)
            for k, a in enumerate(args[1:]):
                text = f"({text})" if k else text
                text = f"{FOLDED[head]} {text} {self.real(a, ATOM)}"
            return text, CALL
        msg = f"{str(t)[:60]} is not printed for Coq"
        raise NoCoqTextError(msg)

    def place(self, t: Tree) -> str:
        """Text of a whole number as an argument."""
        text = self.integer(t)
        return text if text[0].isalpha() else f"{text}%Z"

    def joined(self, head: str, args: list[Tree]) -> tuple[str, int]:
        """Text of a sum or a product, and how strongly it binds."""
        strength = SUM if head == "+" else PRODUCT
        text = self.real(args[0], strength)
        for a in args[1:]:
            if head == "+" and (minus := negative_of(a)) is not None:
                text = f"{text} - {self.real(minus, PRODUCT)}"
            elif head == "*" and a.head == "^" and a.args[1] == tree(-1):
                text = f"{text} / {self.real(a.args[0], INVERSE)}"
            else:
                text = f"{text} {head} {self.real(a, PRODUCT if head == '+' else INVERSE)}"
        return text, strength

    def power(self, base: Tree, exponent: Tree) -> tuple[str, int]:
        """Text of a power, and how strongly it binds."""
        if exponent.head == "number":
            n = exponent.args[0]
            if n.denominator > 2:
                return self.real_power(base, exponent)
            k, root = abs(n.numerator), n.denominator == 2
            if k == 0:
                return "1", ATOM
            one = f"sqrt {self.real(base, ATOM)}" if root else self.real(base, CALL)
            text, strength = (f"{one} ^ {k}", POWER) if k > 1 else (one, CALL)
            if k == 1 and not root:
                text, strength = self.written(base)
            if n > 0:
                return text, strength
            return f"/ {text}" if strength <= POWER else f"/ ({text})", INVERSE
        if (n := constant(exponent)) is not None:
            return self.power(base, tree(n))
        try:
            scalars = {t.args[0] for t in nodes(exponent) if t.head == "scalar"}
            known = scalars <= {*self.form.domains}
            whole = known and self.setting.whole(self.setting.poly(exponent, {}))
        except LimitError:
            whole = False
        if whole:
            return f"powerRZ {self.real(base, ATOM)} {self.integer(exponent)}", CALL
        return self.real_power(base, exponent)

    def real_power(self, base: Tree, exponent: Tree) -> tuple[str, int]:
        """Text of a real power of a positive number."""
        at = base
        while inside := {t: self.bound[t] for t in nodes(at) if t in self.bound}:
            at = at.put(inside)
        if self.signs.of(at) != "+":
            msg = f"{base} is not seen to be positive, as a base of a real power must be"
            raise NoCoqTextError(msg)
        return f"Rpower {self.real(base, ATOM)} {self.real(exponent, ATOM)}", CALL


def ordered(trees: Iterable[Tree]) -> list[Index]:
    """Free indices of trees and of their ranges, each after those that its range needs."""
    free = dict.fromkeys(i for t in trees for i in free_indices(t))
    inside = dict.fromkeys(k for i in free for e in (i.first, i.last) for k in free_indices(e))
    every = [*(k for k in inside if k not in free), *free]
    return sorted(every, key=lambda i: len([*free_indices(i.first), *free_indices(i.last)]))


def negative_of(t: Tree) -> Tree | None:
    """Return what a part of a sum takes away; None if it adds."""
    if t.head == "*" and t.args[0] == tree(-1):
        rest = t.args[1:]
        return rest[0] if len(rest) == 1 else Tree("*", *rest)
    return None
