"""Two conditions of scalars with the same truth on cells: a domain, one scalar cut at places."""

from itertools import pairwise

from .calculus import MINUS, Calculus
from .limits import exact
from .signs import boxes_of, ways

VALUES = {"<": {1}, "<=": {0, 1}, "=": {0}, "!=": {1, -1}}  # signs of right less left


def judged(row):
    """Return whether both conditions of a row have one truth, the same, on every cell."""
    name, *places = row["cut"]
    low = dict.fromkeys(row["domain"], 0)
    boxes = [box for one in boxes_of(row["domain"]) for box in cut(one, name, places)]
    return bool(boxes) and all(alike(row["conditions"], box, low) for box in boxes)


def cut(box, name, places):
    """Yield the parts of a box: open intervals between places, and the places themselves."""
    if len(box[name]) == 1:
        yield box
        return
    first, last = box[name]
    inner = sorted({p for p in places if inside(p, first, last)}, key=exact)
    yield from ({**box, name: [a, b]} for a, b in pairwise([first, *inner, last]))
    yield from ({**box, name: [p]} for p in inner)


def inside(place, first, last):
    above = first == "-oo" or exact(first) < exact(place)
    return above and (last == "oo" or exact(place) < exact(last))


def alike(conditions, box, low):
    for values in ways(box):
        algebra = Calculus(low, zip(box, values, strict=True))
        one, two = (truth(algebra, t) for t in conditions)
        if one is not None and one == two:
            return True
    return False


def truth(algebra, t):
    """Return the truth of a condition, or None if it is not seen."""
    head, *parts = t
    if head == "not":
        inner = truth(algebra, *parts)
        return None if inner is None else not inner
    if head in {"and", "or"}:
        inner = [truth(algebra, p) for p in parts]
        decided = head == "or"
        return decided if decided in inner else None if None in inner else not decided
    sign = sign_of(algebra, ["+", parts[1], ["*", MINUS, parts[0]]])
    return None if sign is None else sign in VALUES[head]


def sign_of(algebra, t):
    s = algebra.settled(algebra.read(t))
    if not s:
        return 0
    negative = algebra.settled(algebra.read(["*", MINUS, t]))
    return 1 if algebra.positive(s) else -1 if algebra.positive(negative) else None
