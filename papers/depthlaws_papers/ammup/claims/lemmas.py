"""Lemma 3 and section 3.3: borders of a grid."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import largest, smallest
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Max,
    Min,
    Statement,
    array,
    arrays,
    at_least,
    both,
    index,
    indices,
    induction,
    interval,
    naturals,
    nonnegative,
    reals,
    scalars,
    total,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()

GRIDS = ((5,), (2,), (3, 2), (2, 2))
KERNELS = ((-1, 0, 1), (0, 1), (-2, 1, 3), (0,), (-1, 0, 1, 2))


def _sites(lengths: Sequence[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(*(range(n) for n in lengths)))


def _offsets(lengths: Sequence[int], kernel: Sequence[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(kernel, repeat=len(lengths)))


def _outside(p: Sequence[int], o: Sequence[int], lengths: Sequence[int]) -> bool:
    return any(not 0 <= a + b < n for a, b, n in zip(p, o, lengths, strict=True))


def _leaves(p: Sequence[int], offsets: Sequence[Sequence[int]], lengths: Sequence[int]) -> Any:
    """1 if some offset leaves the grid, else 0, by the distances beyond its ends."""
    beyond = [
        far
        for o in offsets
        for a, b, n in zip(p, o, lengths, strict=True)
        for far in (-a - b, a + b - n + 1)
    ]
    return largest(0, smallest(1, largest(*beyond)))


def _border_fraction(lengths: Sequence[int], offsets: Sequence[Sequence[int]]) -> Any:
    """Share of the sites with an offset that leaves the grid, site by site."""
    sites = _sites(lengths)
    return sum(_leaves(p, offsets, lengths) for p in sites) / sp.Integer(len(sites))


def _missing_pairs(lengths: Sequence[int], offsets: Sequence[Sequence[int]]) -> Any:
    """Pairs of a site and an offset that leave the grid, per site."""
    sites = _sites(lengths)
    gone = sum(_leaves(p, [o], lengths) for p in sites for o in offsets)
    return gone / sp.Integer(len(sites))


def _steps(offsets: Iterable[int]) -> list[tuple[int]]:
    return [(o,) for o in offsets]


CASES = list(itertools.product(GRIDS, KERNELS))


def _border() -> Iterator[tuple[str, Any, Any]]:
    """The definition, site by site, against boundary_fraction."""
    for lengths, kernel in CASES:
        offsets = _offsets(lengths, kernel)
        fraction = updates.boundary_fraction(lengths, offsets)
        yield f"{lengths}, {kernel}", _border_fraction(lengths, offsets), fraction


def _line() -> Iterator[tuple[str, Any, Any]]:
    for length, reach in itertools.product((1, 2, 5), range(5)):
        offsets = range(-reach, reach + 1)
        right = law("border-fraction-line", N=sp.Integer(length), r=sp.Integer(reach))
        defined = _border_fraction([length], _steps(offsets))
        yield f"N={length}, r={reach}", defined, right
        fraction = updates.boundary_fraction(length, list(offsets))
        yield f"N={length}, r={reach}: boundary_fraction", defined, fraction


def _one_sided() -> Iterator[tuple[str, Any, Any]]:
    for length, left, right in itertools.product((1, 3, 5), range(3), range(4)):
        offsets, share = range(-left, right + 1), smallest(1, Recorded(left + right, length))
        defined = _border_fraction([length], _steps(offsets))
        yield f"N={length}, -{left}..{right}", defined, share
        fraction = updates.boundary_fraction(length, list(offsets))
        yield f"N={length}, -{left}..{right}: boundary_fraction", defined, fraction


def _box() -> Iterator[tuple[str, Any, Any]]:
    reaches = ((0, 0), (1, 2), (3, 1))
    for rows, columns, (up, side) in itertools.product((1, 5), (1, 4), reaches):
        offsets = list(itertools.product(range(-up, up + 1), range(-side, side + 1)))
        values = {"N": rows, "W": columns, "r": up, "w": side}
        right = law("border-fraction-box", **{k: sp.Integer(v) for k, v in values.items()})
        defined = _border_fraction((rows, columns), offsets)
        yield f"{values}", defined, right
        fraction = updates.boundary_fraction((rows, columns), offsets)
        yield f"{values}: boundary_fraction", defined, fraction


def _missing() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Both sums of eq. (24) with a symbol for every site: the gap is the terms off the grid."""
    for lengths, kernel in CASES:
        sites, offsets = _sites(lengths), _offsets(lengths, kernel)
        f = {p: sp.Symbol(f"f{i}") for i, p in enumerate(sites)}
        hit = [tuple(a + b for a, b in zip(p, o, strict=True)) for p in sites for o in offsets]
        inside = sum(f.get(p, sp.Integer(0)) for p in hit)
        gap = len(offsets) * sum(f.values()) - inside
        gone = sum(f[u] for u in sites for o in offsets if _outside(u, [-v for v in o], lengths))
        yield f"{lengths}, {kernel}", gap + f[sites[0]], gone + f[sites[0]]


def _bounded() -> Iterator[tuple[Any, ...]]:
    """Missing pairs per site against (number of offsets) times boundary fraction."""
    for lengths, kernel in CASES:
        offsets = _offsets(lengths, kernel)
        missing = _missing_pairs(lengths, offsets)
        bound = len(offsets) * _border_fraction(lengths, offsets)
        yield f"{lengths}, {kernel}", missing, "<=", bound
        fraction = updates.missing_fraction(lengths, offsets)
        yield f"{lengths}, {kernel}: missing_fraction", missing, fraction


def _circular() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for lengths, kernel in CASES:
        sites, offsets = _sites(lengths), _offsets(lengths, kernel)
        f = {p: sp.Symbol(f"f{i}") for i, p in enumerate(sites)}
        total = sum(
            f[tuple((a + b) % n for a, b, n in zip(p, o, lengths, strict=True))]
            for p in sites
            for o in offsets
        )
        yield f"{lengths}, {kernel}", total, len(offsets) * sum(f.values())


sites, taps, sup, reach = scalars("N k F r")
f, leaves, unread, border = arrays("f leaves unread border")
p, o = indices("p", sites), indices("o", taps)
step = indices("o", reach)
# leaves[p, o]: 1 if p + o is off the grid; unread[p, o]: 1 if no site reads p by o, that is, if
# p - o is; border[p]: 1 if some offset leaves the grid from p.
bordered = AtMost(leaves[p, o], border[p])
some_leave = AtMost(border[p], total(leaves[p, o], o))
as_many = AtMost(total(unread[p, o], p), total(leaves[p, o], p))
below, above = AtMost(f[p], sup), AtMost(-f[p], sup)
missed = taps * total(f[p], p) - total((1 - unread[p, o]) * f[p], p, o)
bound = taps * sup * total(border[p], p)
slack = sup * total(bordered.gap, p, o) + sup * total(as_many.gap, o)
ANY_GRID = {
    sites: naturals(1),
    taps: naturals(1),
    sup: nonnegative,
    f: reals[sites],
    leaves: nonnegative[sites, taps],
    unread: nonnegative[sites, taps],
    border: nonnegative[sites],
}
BOUNDED = (
    AtMost(missed, bound, because=slack + total(unread[p, o] * below.gap, p, o)),
    AtMost(-missed, bound, because=slack + total(unread[p, o] * above.gap, p, o)),
)
ON_GRIDS = (
    Exhaustive(_missing, what="missing terms"),
    Exhaustive(_bounded, what="bound"),
)

CLAIMS.add(
    id="AMMUP-E24",
    source=AMMUP.eq(24),
    says="On any grid with zero padding a sum over sites and k offsets misses, in modulus, at most "
    "k sup|f| times the number of sites with an offset that leaves it: as many sites are unread as "
    "leave.",
    statement=Statement(*BOUNDED, for_all=ANY_GRID, given=(bordered, as_many, below, above)),
    cross_checks=ON_GRIDS,
)


CLAIMS.add(
    id="AMMUP-D03",
    source=AMMUP.section("3.3"),
    says="The boundary fraction, the share of the sites with an offset that leaves the grid, is at "
    "most the number of missing pairs per site, and at least 1/k of it.",
    statement=Statement(
        AtMost(
            total(border[p], p) / sites,
            total(leaves[p, o], o, p) / sites,
            because=total(some_leave.gap, p) / sites,
        ),
        AtMost(
            total(leaves[p, o], o, p) / (taps * sites),
            total(border[p], p) / sites,
            because=total(bordered.gap, o, p) / (taps * sites),
        ),
        for_all={
            sites: naturals(1),
            taps: naturals(1),
            leaves: nonnegative[sites, taps],
            border: nonnegative[sites],
        },
        given=(bordered, some_leave),
        witness=(
            {sites: 2, taps: 2, leaves: [[1, 0], [0, 0]], border: [1, 0]},
            {sites: 2, taps: 1, leaves: [[1], [0]], border: [1, 0]},
        ),
    ),
    cross_checks=(Exhaustive(_border, what="site by site"),),
)


place, left, right = scalars("p s r")
kept, kept_across = scalars("a b")  # sites of a line, and of another, that keep all offsets
skipped = scalars("c")  # sites in front of them
along, across = (
    index(name, skipped + 1, skipped + n) for name, n in (("i", kept), ("j", kept_across))
)
inside = sites - left - right

CLAIMS.add(
    id="AMMUP-D04",
    source=AMMUP.section("3.3"),
    says="On a line of N sites with offsets -s, ..., r a site keeps all offsets if and only if it "
    "is one of s + 1, ..., N - r, which are N - s - r sites: the border has min(N, s + r), so that "
    "the fraction is min(1, (s + r)/N), and min(1, 2r/N) = O(r/N) for s = r.",
    statement=Statement(
        Exactly(
            both(place - left >= 1, place + right <= sites),
            both(left + 1 <= place, place <= sites - right),
        ),
        Equal(total(1, along), kept),
        AtMost(sites - Max(0, inside), Min(sites, left + right)),
        AtMost(Min(sites, left + right), sites - Max(0, inside)),
        for_all={
            **dict.fromkeys((sites, place), at_least(1)),
            **dict.fromkeys((left, right), at_least(0)),
            **dict.fromkeys((skipped, kept), naturals(0)),
        },
    ),
    cross_checks=(Exhaustive(_line), Exhaustive(_one_sided)),
)

part, other, beyond = scalars("x y z")  # 2r/H and 2w/W up to 1, and one of them from 1 on

CLAIMS.add(
    id="AMMUP-D05",
    source=AMMUP.section("3.3"),
    says="On a box of H x W sites with offsets up to r and w those that keep all offsets are a box "
    "of (H - 2r)_+ x (W - 2w)_+ (AMMUP-D04), a x b of them: the fraction is "
    "1 - (1 - 2r/H)_+ (1 - 2w/W)_+, at most 2r/H + 2w/W.",
    statement=Statement(
        Equal(total(1, along, across), kept * kept_across),
        AtMost(1 - (1 - part) * (1 - other), part + other),
        AtMost(1, beyond + part),
        for_all={
            **dict.fromkeys((skipped, kept, kept_across), naturals(0)),
            **dict.fromkeys((part, other), interval(0, 1)),
            beyond: at_least(1),
        },
    ),
    cross_checks=(Exhaustive(_box),),
)


def _sharp() -> Iterator[tuple[str, Any, Any]]:
    for length, reach in itertools.product(range(1, 8), range(1, 4)):
        if length < reach:
            continue
        offsets, sharp = range(-reach, reach + 1), Recorded(reach * (reach + 1), length)
        defined = _missing_pairs([length], _steps(offsets))
        yield f"N={length}, r={reach}", defined, sharp
        fraction = updates.missing_fraction(length, list(offsets))
        yield f"N={length}, r={reach}: missing_fraction", defined, fraction


CLAIMS.add(
    id="AMMUP-L3",
    source=AMMUP.lemma(3),
    says="On any grid zero padding misses at most k sup|f| for each site of the border, and for "
    "constant f exactly one f for each missing pair: r(r+1) on a line of N >= r sites, where each "
    "offset of o misses |o|.",
    statement=Statement(
        *BOUNDED,
        Equal(missed, sup * total(unread[p, o], p, o), where={f[p]: sup}),
        Equal(2 * total(step, step), reach * (reach + 1)),
        for_all=ANY_GRID | {reach: naturals(1)},
        given=(bordered, as_many, below, above),
    ),
    cross_checks=(Exhaustive(_sharp, what="sharp value"),),
)


columns, read_from = scalars("M s")
ring_field = array("f")
row, column = indices("p", sites), indices("b", columns)
first_read, behind_last = (
    ring_field[read_from + 1, column],
    ring_field[read_from + sites + 1, column],
)
moved_by_one = Equal(
    total(ring_field[row + read_from + 1, column], row),
    total(ring_field[row + read_from, column], row) + behind_last - first_read,
    by=induction(sites),
)
closed = Equal(behind_last, first_read)
ON_A_RING = Statement(
    moved_by_one,
    Equal(
        total(ring_field[row + read_from + 1, column], row, column),
        total(ring_field[row + read_from, column], row, column),
        because=total(moved_by_one.gap + closed.gap, column),
    ),
    for_all={
        sites: naturals(1),
        columns: naturals(1),
        read_from: naturals(0),
        ring_field: reals[sites + read_from + 1, columns],
    },
    given=(closed,),
)

CLAIMS.add(
    id="AMMUP-D02",
    source=AMMUP.section("3.1"),
    says="With circular padding every site is read once for each offset, since moving an offset by "
    "one replaces the first site by the one behind the last, the same: the fan-in k C cancels.",
    statement=ON_A_RING,
    cross_checks=(Exhaustive(_circular, what="offsets on rings"),),
)
