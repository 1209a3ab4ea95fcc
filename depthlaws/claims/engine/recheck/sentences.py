"""The sentence of a statement, printed from its trees."""

from fractions import Fraction

SUM, PRODUCT, POWER, ATOM = range(4)


def sentence(s):
    """Return a statement in words: quantifiers, hypotheses, definitions and its one clause."""
    return Sentence(s).whole()


class Sentence:
    """Text of trees, with the names of their indices."""

    def __init__(self, s):
        self.s = s

    def whole(self):
        words = [self.quantifier(d) for d in self.s.domains.values()]
        said = ", ".join([*words, *self.ranges(self.s.clause)])
        for g in self.s.given:
            places = " and ".join(self.ranges(g))
            said += f", with {self.relation(g)}" + (f" for all {places}" if places else "")
        for name, rules in self.s.defined.items():
            for places, body in rules:
                said += f", where {self.text(['entry', name, *places])} = {self.text(body)}"
        clause = self.relation(self.s.clause)
        return f"For all {said}: {clause}" if words else clause

    def quantifier(self, d):
        sizes = f"[{', '.join(map(self.text, d.sizes))}]" if d.sizes else ""
        return f"{d.name}{sizes} {self.domain(d)}"

    def domain(self, d):
        _, low, low_open, high, high_open, whole, values = d.row[:7]
        if d.variance is not None:
            return f"independent Gaussian with mean 0 and variance {self.text(d.variance)}"
        if values:
            return "one of " + ", ".join(str(Fraction(v)) for v in values)
        kind = "whole " if whole else ""
        if low is None and high is None:
            return "whole" if whole else "real"
        if high is None:
            return f"{kind}{'>' if low_open else '>='} {d.low}"
        if low is None:
            return f"{kind}{'<' if high_open else '<='} {d.high}"
        return f"{kind}in {'[('[low_open]}{d.low}, {d.high}{'])'[high_open]}"

    def relation(self, row):
        left, relation, right = row
        relation = "if and only if" if relation == "<=>" else relation
        return f"{self.text(left)} {relation} {self.text(right)}"

    def ranges(self, row):
        """Return the ranges of the free indices of a relation, in the order in which they occur."""
        free = dict.fromkeys(k for t in (row[0], row[2]) for k in self.free(t))
        rows = ((self.s.names[k], *map(self.text, self.s.indices[k])) for k in free)
        return list(dict.fromkeys(f"{first} <= {name} <= {last}" for name, first, last in rows))

    def free(self, t):
        if t[0] == "index":
            return {t[1]: None} | {
                k: None for e in self.s.indices.get(t[1], ()) for k in self.free(e)
            }
        if t[0] == "sum":
            inner = {k: None for k in self.free(t[4]) if k != t[1]}
            return inner | self.free(t[2]) | self.free(t[3])
        return {k: None for p in t[1:] if isinstance(p, list) for k in self.free(p)}

    def text(self, t):
        return self.written(t)[0]

    def inside(self, t, least):
        text, strength = self.written(t)
        return text if strength >= least else f"({text})"

    def written(self, t):
        """Return the text of a tree, and how strongly it holds together."""
        head, *parts = t
        if head == "rational":
            q = Fraction(parts[0])
            return str(q), SUM if q < 0 else PRODUCT if q.denominator != 1 else ATOM
        if head in {"symbol", "index"}:
            return parts[0] if head == "symbol" else self.s.names[parts[0]], ATOM
        if head == "entry":
            return f"{parts[0]}[{', '.join(map(self.text, parts[1:]))}]", ATOM
        if head == "sum":
            k, first, last, body = parts
            plain = first[0] == "rational" and Fraction(first[1]) == 1
            span = f"{self.s.names[k]}<={self.text(last)}"
            span = span if plain else f"{self.text(first)}<={span}"
            return f"sum_{{{span}}} {self.inside(body, PRODUCT)}", PRODUCT
        if head == "expectation":
            return f"E_{parts[0]}({self.text(parts[1])})", ATOM
        if head == "slope":
            return f"d({self.text(parts[0])})/d{self.text(parts[1])}", PRODUCT
        if head in {"+", "*"}:
            return (self.sum(t), SUM) if head == "+" else self.product(t)
        if head == "^":
            return self.power(*parts)
        if head in {"<", "<=", "=", "!="}:
            return f"{self.text(parts[0])} {head} {self.text(parts[1])}", SUM
        if head in {"and", "or"}:
            joined = (
                f"({x})" if p[0] in {"and", "or"} else x for p in parts for x in [self.text(p)]
            )
            return f" {head} ".join(joined), SUM
        if head == "pi":
            return "pi", ATOM
        return f"{head}({', '.join(map(self.text, parts))})", ATOM

    def sum(self, t):
        first, *others = flat(t, "+")
        plain = signed(first) or first[0] == "rational"
        out = self.text(first) if plain else self.inside(first, PRODUCT)
        for p in others:
            if signed(p) or negative(p):
                out += f" - {self.text(turned(p))}"
            else:
                out += f" + {self.inside(p, PRODUCT)}"
        return out

    def product(self, t):
        above, below, sign = [], [], ""
        for p in flat(t, "*"):
            if p[0] == "^" and negative(p[2]):
                n = -Fraction(p[2][1])
                below.append(p[1] if n == 1 else ["^", p[1], ["rational", str(n)]])
            elif negative(p):
                sign = "" if sign else "-"
                above += [] if Fraction(p[1]) == -1 else [turned(p)]
            elif p[0] != "rational" or Fraction(p[1]) != 1:
                above.append(p)
        ends = len(above) - 1 if not below else -1
        top = "*".join(self.factor(p, k == ends) for k, p in enumerate(above)) or "1"
        bottom = "*".join(self.inside(p, POWER) for p in below)
        bottom = f"({bottom})" if len(below) > 1 else bottom
        return sign + (f"{top}/{bottom}" if below else top), SUM if signed(t) else PRODUCT

    def factor(self, t, last):
        if t[0] == "sum":
            return self.text(t) if last else f"({self.text(t)})"
        return self.inside(t, PRODUCT)

    def power(self, base, n):
        if n[0] == "rational" and Fraction(n[1]) == -1:
            return f"1/{self.inside(base, POWER)}", PRODUCT
        if n[0] == "rational" and Fraction(n[1]) == Fraction(1, 2):
            return f"sqrt({self.text(base)})", ATOM
        return f"{self.inside(base, ATOM)}^{self.inside(n, ATOM)}", POWER


def flat(t, head):
    return [x for p in t[1:] for x in (flat(p, head) if p[0] == head else [p])]


def negative(t):
    return t[0] == "rational" and Fraction(t[1]) < 0


def signed(t):
    """True if a product is printed with a minus in front."""
    return t[0] == "*" and negative(t[1])


def turned(t):
    """Return a number, or a product with a minus in front, without it."""
    if t[0] == "rational":
        return ["rational", str(-Fraction(t[1]))]
    return ["*", turned(t[1]), *t[2:]]
