"""Trees as plain text."""

from typing import Any

SUM, PRODUCT, POWER, ATOM = range(4)


def text(t: Any) -> str:
    """Write a tree on one line."""
    return _written(t)[0] if hasattr(t, "head") else str(t)


def _in(t: Any, least: int) -> str:
    written, strength = _written(t)
    return written if strength >= least else f"({written})"


def _written(t: Any) -> tuple[str, int]:
    head, args = t.head, t.args
    if head == "number":
        value = args[0]
        return str(value), SUM if value < 0 else PRODUCT if value.denominator != 1 else ATOM
    if head == "scalar":
        return args[0], ATOM
    if head == "index":
        return args[0].name, ATOM
    if head == "entry":
        return f"{args[0]}[{', '.join(map(text, args[1:]))}]", ATOM
    if head == "sum":
        return f"sum_{{{_range(args[0])}}} {_in(args[1], PRODUCT)}", PRODUCT
    if head == "mean":
        return f"E_{args[0]}({text(args[1])})", ATOM
    if head == "slope":
        return f"d({text(args[0])})/d{text(args[1])}", PRODUCT
    if head == "+":
        return _sum(t), SUM
    if head == "*":
        return _product(t), SUM if _sign(t) else PRODUCT
    if head == "^":
        return _power(*args)
    if head in ("<", "<=", "=", "!="):
        return f"{text(args[0])} {head} {text(args[1])}", SUM
    if head in ("and", "or"):
        return f" {head} ".join(_in_logic(a) for a in args), SUM
    if head == "not":
        return f"not ({text(args[0])})", ATOM
    if head == "formula":
        own = [(n, v) for n, v in args[1:] if (v.head, *v.args) != ("scalar", n)]
        given = "".join(f", {name} = {text(value)}" for name, value in own)
        if not isinstance(args[0], str):
            return (f"{args[0]} at{given[1:]}" if given else str(args[0])), PRODUCT
        return f"formula({args[0]}{given})", ATOM
    if head == "undone":
        return str(args[0]), PRODUCT
    if head == "pi":
        return "pi", ATOM
    return f"{head}({', '.join(map(text, args))})", ATOM


def _in_logic(t: Any) -> str:
    return f"({text(t)})" if t.head in ("and", "or") else text(t)


def _range(i: Any) -> str:
    last = text(i.last)
    plain = i.first.head == "number" and i.first.args[0] == 1
    return f"{i.name}<={last}" if plain else f"{text(i.first)}<={i.name}<={last}"


def _sign(t: Any) -> bool:
    """True if a product is printed with a minus in front."""
    return t.head == "*" and t.args[0].head == "number" and t.args[0].args[0] < 0


def _sum(t: Any) -> str:
    first, *others = _flat(t, "+")
    out = _in(first, PRODUCT) if not _sign(first) and first.head != "number" else text(first)
    for part in others:
        if part.head == "number" and part.args[0] < 0:
            out += f" - {text(-part)}"
        elif _sign(part):
            out += f" - {_product(type(part)('*', -part.args[0], *part.args[1:]))}"
        else:
            out += f" + {_in(part, PRODUCT)}"
    return out


def _flat(t: Any, head: str) -> list[Any]:
    return [x for a in t.args for x in (_flat(a, head) if a.head == head else [a])]


def _product(t: Any) -> str:
    above, below, minus = [], [], ""
    for part in _flat(t, "*"):
        if part.head == "^" and part.args[1].head == "number" and part.args[1].args[0] < 0:
            power = -part.args[1]
            below.append(
                part.args[0] if power.args[0] == 1 else type(part)("^", part.args[0], power)
            )
        elif part.head == "number" and part.args[0] < 0:
            minus = "" if minus else "-"
            if part.args[0] != -1:
                above.append(-part)
        elif part.head != "number" or part.args[0] != 1:
            above.append(part)
    top = "*".join(_factor(a, last=k == len(above) - 1 and not below) for k, a in enumerate(above))
    bottom = "*".join(_in(b, POWER) for b in below)
    bottom = f"({bottom})" if len(below) > 1 else bottom
    return minus + (f"{top or 1}/{bottom}" if below else top or "1")


def _factor(t: Any, *, last: bool) -> str:
    """A sum in front of another factor stands in brackets, so that it ends where it ends."""
    return (
        text(t)
        if t.head == "sum" and last
        else f"({text(t)})"
        if t.head == "sum"
        else _in(t, PRODUCT)
    )


def _power(base: Any, power: Any) -> tuple[str, int]:
    if power.head == "number" and power.args[0] == -1:
        return f"1/{_in(base, POWER)}", PRODUCT
    if power.head == "number" and power.args[0] * 2 == 1:
        return f"sqrt({text(base)})", ATOM
    return f"{_in(base, ATOM)}^{_in(power, ATOM)}", POWER
