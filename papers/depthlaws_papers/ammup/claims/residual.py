"""Appendix C.1: overlaps of tangents in residual networks."""

from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Less,
    Mean,
    Statement,
    Tree,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    log,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    total,
)
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import simplest

CLAIMS = Claims()


n, blocks, scale, moved = scalars("n K c s")
a, b = indices("a b", n)
weights, gate, first, second, phi_before, phi_after = arrays("W g u v phi_0 phi_s")


def pushed(tangent: Array) -> Tree:
    """Entry a of the branch of a tangent, W D u."""
    return total(weights[a, b] * gate[b] * tangent[b], b)


def after(tangent: Array) -> Tree:
    """Entry a of a tangent behind a block, u + W D u."""
    return tangent[a] + pushed(tangent)


BLOCK = {
    n: naturals(1),
    weights: reals[n, n],
    gate: reals[n],
    first: reals[n],
    second: reals[n],
}
quotient = Equal(moved * gate[b] * first[b], phi_after[b] - phi_before[b])

CLAIMS.add(
    id="AMMUP-D15",
    source=AMMUP.section("C.1"),
    says="Tangents pass a residual block as u + W D u: behind a step s u the states differ by s "
    "times that, with the difference quotients of any phi in D, phi' as s falls to 0.",
    statement=Statement(
        Equal(
            moved * first[a]
            + total(weights[a, b] * phi_after[b], b)
            - total(weights[a, b] * phi_before[b], b),
            moved * after(first),
            because=-total(weights[a, b] * quotient.gap, b),
        ),
        for_all=BLOCK | {moved: positive, phi_before: reals[n], phi_after: reals[n]},
        given=(quotient,),
    ),
)

CLAIMS.add(
    id="AMMUP-E33",
    source=AMMUP.eq(33),
    says="T_l has four terms: the old overlap, two linear in W, one quadratic.",
    statement=Statement(
        Equal(
            total(after(first) * after(second), a) / n,
            total(first[a] * second[a], a) / n
            + total(first[a] * pushed(second), a) / n
            + total(second[a] * pushed(first), a) / n
            + total(pushed(first) * pushed(second), a) / n,
        ),
        for_all=BLOCK,
    ),
)

ONE_BLOCK = Statement(
    Equal(
        Mean(total(after(first) * after(second), a), weights) / n,
        total(first[a] * second[a], a) / n
        + scale / blocks * total(gate[a] ** 2 * first[a] * second[a], a) / n,
    ),
    for_all={
        n: naturals(1),
        blocks: naturals(1),
        scale: nonnegative,
        weights: gaussian(scale / (blocks * n))[n, n],
        gate: reals[n],
        first: reals[n],
        second: reals[n],
    },
)

CLAIMS.add(
    id="AMMUP-E31",
    source=AMMUP.eq(31),
    says="E[T_l | F_{l-1}] = T_{l-1} + (c/K) T~_{l-1}, exactly and at every width.",
    statement=ONE_BLOCK,
)

CLAIMS.add(
    id="AMMUP-L6",
    source=AMMUP.lemma(6),
    says="Behind one residual block E[T_l | F_{l-1}] = T_{l-1} + (c/K) T~_{l-1}, T~ the overlap of "
    "the gated tangents (eq. 32).",
    statement=ONE_BLOCK,
)


depth, share, start, largest = scalars("L q T_0 e_max")
overlap, deviation = arrays("T e")  # deviation[t] is that of the block from t - 1 to t
t, before = indices("t", depth), index("before", 0, depth - 1)
growth = 1 + scale * share / blocks
later = growth ** (depth - t)
CLOSED = Equal(
    overlap[depth],
    growth**depth * start + scale / blocks * total(later * deviation[t], t),
    by=induction(depth, times=growth),
)
RECURSION = {
    overlap[0]: start,
    overlap[before + 1]: growth * overlap[before] + scale / blocks * deviation[before + 1],
}
ANY_DEVIATION = {
    depth: naturals(1),
    blocks: naturals(1),
    scale: positive,
    share: positive,
    start: reals,
    deviation: reals[depth],
}

CLAIMS.add(
    id="AMMUP-E35",
    source=AMMUP.eq(35),
    says="The recursion of eq. (34) has the solution r_l T_0 + (c/K) sum r_{l-1-t} e_t.",
    statement=Statement(CLOSED, for_all=ANY_DEVIATION, defined=RECURSION),
)

CLAIMS.add(
    id="AMMUP-E34",
    source=AMMUP.eq(34),
    says="E T_l = (1 + c q/K) E T_{l-1} + (c/K) e_{l-1}, e the deviation of the gated overlap.",
    quote="which satisfies epsilon_(l-1)(mu_1, mu_2) = o(1) as width -> infinity",
    reading="As the definition of e the equation is exact. That e = o(1) says nothing: for one "
    "weight T itself is O(1/n); and T_0 = 0, so that eq. (35) must start at the layer of the "
    "parameter.",
    statement=ONE_BLOCK,
    imprecise=True,
    exact="AMMUP-E34-size",
    change="small beside T itself, which is o(1) for a single weight, in place of o(1).",
    against=(simplest.OWN_LAYER,),
)


row, column, state = arrays("p s z")  # p s^T is the direction in which W of layer l moves

CLAIMS.add(
    id="AMMUP-E34-size",
    source=AMMUP.ledger("ERR-10"),
    says="At its own layer, with input z, a direction p s^T of W has T = |p|^2 (s.z)^2/n; for a "
    "single weight that is z_j^2/n, so that an additive error must be o(1/n).",
    statement=Statement(
        Equal(
            total(total(row[a] * column[b] * state[b], b) ** 2, a) / n,
            total(row[a] ** 2, a) * total(column[b] * state[b], b) ** 2 / n,
        ),
        for_all={n: naturals(1), **dict.fromkeys((row, column, state), reals[n])},
    ),
)


level, x = scalars("l x")
passed = registered("residual-growth")
GROWTH = Statement(
    Equal(passed.put({level: 1}), 1 + scale * share / blocks),
    Equal(passed.put({level: level + 1}) / passed, 1 + scale * share / blocks),
    Less(log(1 + x), x, along=((x, 0),)),
    for_all={
        level: naturals(1),
        blocks: naturals(1),
        scale: positive,
        share: positive,
        x: positive,
    },
)

CLAIMS.add(
    id="AMMUP-D16",
    source=AMMUP.section("C.1"),
    says="1 <= r_l <= (1 + c q/K)^K <= e^(c q): r grows by the factor 1 + c q/K > 1 a block, whose "
    "logarithm is below c q/K.",
    statement=GROWTH,
)


bounded = AtMost(deviation[t], largest)
geometric = Equal(
    scale / blocks * total(later, t),
    (growth**depth - 1) / share,
    by=induction(depth, times=growth),
)

CLAIMS.add(
    id="AMMUP-C1",
    source=AMMUP.section("C.1"),
    says="E T_l is eq. (35), whose factors r_l stay below e^(c q); deviations of at most e sum up "
    "to at most e (r_l - 1)/q <= e (e^(c q) - 1)/q, whatever the depth.",
    statement=Statement(
        CLOSED,
        geometric,
        AtMost(
            scale / blocks * total(later * deviation[t], t),
            largest * scale / blocks * total(later, t),
            because=scale / blocks * total(later * bounded.gap, t),
        ),
        for_all=ANY_DEVIATION | {largest: nonnegative},
        given=(bounded,),
        defined=RECURSION,
    ),
    checks=GROWTH.checks,
)
