"""Symbols of false sentences, and what becomes of an attempt to have one proved."""

import re
import time

import sympy as sp

from depthlaws.claims.engine import Context
from depthlaws.claims.engine.statement import (
    arrays,
    gaussian,
    index,
    indices,
    naturals,
    nonnegative,
    rational,
    reals,
    scalars,
)
from depthlaws.claims.engine.statement.errors import FormError

LIMIT_S = 3.0  # for one attack, on a busy machine
AGAINST = "REFUTED: .* against "  # reason of a sentence whose two sides differ at a point
OPEN = "refused: |UNKNOWN: |VACUOUS: |REFUTED: undefined "  # reasons of all others
GREEN = {"PROVED", "FORMALLY PROVED", "EXACT", "CERTIFIED", "EXACT IN CASES", "SUPPORTED"}

N, K, d, L, r, s, q, p, w, z, delta = scalars("N K d L r s q p w z delta")
a, b, c, f, g, h, u, v, W, V, M, S = arrays("a b c f g h u v W V M S")
n, k = indices("n k", N)
i, j, m = indices("i j m", d)
t, t2 = indices("t t2", L)
ups = indices("ups", N - 1)
start = index("start", 0, N - 1)
low = indices("low", n)  # from 1 to n
below = index("below", 1, n)
less = index("less", 1, n - 1)
onwards = index("onwards", n, N)
before = index("before", 0, L - 1)
x, y = sp.symbols("x y", real=True)
X, Y = scalars("x y")
share = rational(22, 7)  # in no list of points

SIZES = {N: naturals(1), d: naturals(1)}
ARRAYS = SIZES | {a: reals[d], b: reals[d], u: reals[N], W: reals[d, d], r: reals, s: reals}
REALS = {r: reals, s: reals, q: reals}
SEQ = {N: naturals(1), u: reals[N], v: reals[N]}
DIM = {d: naturals(1), a: reals[d], b: reals[d], M: reals[d, d]}
SQUARE = DIM | {W: reals[d, d], V: reals[d, d]}
TABLE = {N: naturals(1), W: reals[N, N], u: reals[N]}
LINE = {N: naturals(1), q: nonnegative, v: gaussian(q)[N]}
DRAWN = DIM | {q: nonnegative, W: gaussian(q)[d, d]}
DRAWN_BY_SIZE = ARRAYS | {W: gaussian(q / d)[d, d], q: nonnegative}
TWO = DIM | {q: nonnegative, p: nonnegative, W: gaussian(q / d)[d, d], V: gaussian(p / d)[d, d]}
DEPTH = {L: naturals(0), a: reals[L], r: reals}
SUM = {S[0]: 0, S[before + 1]: S[before] + a[before + 1]}
STAYS = {S[0]: 0, S[before + 1]: S[before]}
COUNT = {L: naturals(0)}


def told(make):
    """Verdicts with their words, or the message of a refusal, which is one short line."""
    try:
        checks = make().checks
    except FormError as error:
        return [("refused", f"refused: {error}")]
    evidence = [check.run(Context()) for check in checks]
    return [(str(one.verdict), f"{one.verdict}: {one.summary}") for one in evidence]


def assert_fails(make, reason):
    """Assert that a false sentence fails at once, in short lines, for its own reason.

    A reason of :data:`GREEN` is a verdict that says no more than holds.
    """
    started = time.process_time()
    outcome = told(make)
    assert any(re.match(reason, line) for _, line in outcome), outcome
    assert reason in GREEN or not {verdict for verdict, _ in outcome} <= GREEN, outcome
    assert all("\n" not in line and len(line) < 400 for _, line in outcome)
    assert time.process_time() - started < LIMIT_S
