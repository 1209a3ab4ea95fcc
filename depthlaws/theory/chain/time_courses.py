"""Exact time courses as formulas: the expressions behind the float kernels of :mod:`.flow`."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from depthlaws.theory.chain import flow
from depthlaws.theory.chain.balanced_flow import EFFECTIVE_FLOW
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L, alpha, alpha0, r, t, tau
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, NONNEGATIVE, POSITIVE, UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import forced, sp

# Variables of integration and summation
y, x = sp.Symbol("y", real=True), sp.Symbol("x", positive=True)
j, m = (sp.Symbol(name, integer=True, positive=True) for name in "jm")

SAME_SIDE = sp.Gt((1 - alpha) * (1 - alpha0), 0)
SPAN = {alpha: POSITIVE, alpha0: POSITIVE}


def _between(primitive: Callable[[Any], Any], variable: Callable[[Any], Any] = lambda a: a) -> Any:
    return primitive(variable(alpha)) - primitive(variable(alpha0))


def _at_depth(kernel: Callable[..., Any], depth: Any) -> Callable[..., Any]:
    return lambda first, alpha0, tau: kernel(first, alpha0, depth, tau)


def _block2(kernel: Callable[..., Any]) -> Callable[..., Any]:
    return lambda first, alpha0, L, r, tau: kernel(first, alpha0, L, tau, network="block2", r=r)


# -- feedforward and block one, every depth --------------------------------------------------------

_reach = sp.log(alpha / sp.Abs(1 - alpha))
chain_time = Formula(
    id="chain-time",
    says="Time of the balanced flow from alpha0 to alpha, at every depth and on both sides of 1.",
    source=CHAIN.beyond("X-B"),
    domain={**SPAN, L: DEPTH, tau: POSITIVE},
    given=SAME_SIDE,
    # alpha = 1/(1 + s exp(-y)), s = sign(1-alpha0), turns eq. (6) into dt/dy = alpha^(2/L-1).
    expr=tau
    * sp.Integral(
        (1 + sp.sign(1 - alpha0) * sp.exp(-y)) ** (1 - 2 / L),
        (y, _reach.subs(alpha, alpha0), _reach),
    ),
    kernel=flow.time,
    budget=4.0,
)

hypergeometric_time = Formula(
    id="chain-time-hypergeometric",
    says="Time of the balanced flow below the target by the hypergeometric function, L != 2.",
    source=CHAIN.eq(7),
    domain={alpha: UNIT, alpha0: UNIT, L: FINITE_DEPTH, tau: POSITIVE},
    given=sp.Ne(L, 2),
    expr=tau
    * _between(
        lambda a: a ** (2 / L - 1) / (2 / L - 1) * sp.hyper((1, 2 / L - 1), (2 / L,), a),
    ),
    kernel=flow.time,
    budget=4.0,
)

infinite_time = Formula(
    id="chain-time-infinite-depth",
    says="Time of the balanced flow from alpha0 to alpha at infinite depth.",
    source=CHAIN.eq(19),
    domain={**SPAN, tau: POSITIVE},
    given=SAME_SIDE,
    expr=tau * _between(lambda a: -1 / a - sp.log(sp.Abs(1 / a - 1))),
    kernel=_at_depth(flow.time, float("inf")),
    budget=4.0,
)

infinite_alpha = Formula(
    id="chain-alpha-infinite-depth",
    says="Relative total weight at time t at infinite depth, for every alpha0 > 0.",
    source=CHAIN.eq(9),
    values=POSITIVE,
    rising=(alpha0,),
    domain={t: NONNEGATIVE, alpha0: POSITIVE, tau: POSITIVE},
    # Printed with W(exp(beta)): complex beta for alpha0 > 1, overflow for small alpha0.
    expr=1 / (1 + sp.LambertW((1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau))),
    kernel=_at_depth(flow.alpha, float("inf")),
)

# -- depths with elementary inverses or times ------------------------------------------------------

depth1_alpha = Formula(
    id="chain-alpha-depth1",
    says="Relative total weight at time t for a single layer.",
    source=CHAIN.ledger("CHAIN-I11"),
    domain={t: NONNEGATIVE, alpha0: POSITIVE, tau: POSITIVE},
    expr=1 - (1 - alpha0) * sp.exp(-t / tau),
    kernel=_at_depth(flow.alpha, 1),
)

depth2_alpha = Formula(
    id="chain-alpha-depth2",
    says="Relative total weight at time t for two layers.",
    source=CHAIN.ledger("CHAIN-I11"),
    values=POSITIVE,
    rising=(alpha0,),
    domain={t: NONNEGATIVE, alpha0: POSITIVE, tau: POSITIVE},
    expr=1 / (1 + (1 / alpha0 - 1) * sp.exp(-t / tau)),
    kernel=_at_depth(flow.alpha, 2),
)

depth_four_thirds_alpha = Formula(
    id="chain-alpha-depth4/3",
    says="Relative total weight at time t at the real depth 4/3, below the target.",
    source=CHAIN.beyond("ERR-C7"),
    domain={t: NONNEGATIVE, alpha0: UNIT, tau: POSITIVE},
    expr=sp.tanh(sp.atanh(sp.sqrt(alpha0)) + t / (2 * tau)) ** 2,
)

depth2_time = Formula(
    id="chain-time-depth2",
    says="Time of the balanced flow from alpha0 to alpha for two layers.",
    source=CHAIN.ledger("CHAIN-E7"),
    domain={**SPAN, tau: POSITIVE},
    given=SAME_SIDE,
    expr=tau * _between(lambda a: sp.log(a / sp.Abs(1 - a))),
    kernel=_at_depth(flow.time, 2),
    budget=4.0,
)

depth4_time = Formula(
    id="chain-time-depth4",
    says="Time of the balanced flow from alpha0 to alpha for four layers, in elementary functions.",
    source=CHAIN.beyond("ERR-C7"),
    domain={**SPAN, tau: POSITIVE},
    given=SAME_SIDE,
    expr=tau * _between(lambda v: sp.log((1 + v) / sp.Abs(1 - v)) - 2 / v, sp.sqrt),
    kernel=_at_depth(flow.time, 4),
    budget=4.0,
)

_EVEN = 1 + 2 * sp.floor(L / 2) - L  # 1 if the integer L is even, else 0


def _roots_of_unity(v: Any) -> Any:
    angle = 2 * sp.pi * j / L
    pair = sp.cos(2 * angle) * sp.log(1 - 2 * v * sp.cos(angle) + v**2)
    pair -= 2 * sp.sin(2 * angle) * sp.atan((v - sp.cos(angle)) / sp.sin(angle))
    return (
        -L / (L - 2) * v ** (2 - L)
        - sp.log(sp.Abs(1 - v))
        - _EVEN * sp.log(1 + v)
        - sp.Sum(pair, (j, 1, sp.floor((L - 1) / 2)))
    )


elementary_time = Formula(
    id="chain-time-integer-depth",
    says="Time of the balanced flow at integer depth L >= 3, by logarithms and arctangents.",
    source=CHAIN.beyond("ERR-C7"),
    domain={**SPAN, L: Interval(3, sp.oo, right_open=True, integer=True), tau: POSITIVE},
    given=SAME_SIDE,
    expr=tau * _between(_roots_of_unity, lambda a: a ** (1 / L)),
    kernel=flow.time,
    budget=4.0,
)


@lru_cache(maxsize=64)
def elementary_course(depth: int) -> Any:
    """Return the elementary time from alpha0 to alpha at one integer depth, written out.

    Depths 1 and 2 are the closed forms of equation 7.
    Raises: ValueError for a depth that is not a positive integer.
    """
    if depth != int(depth) or depth < 1:
        msg = f"depth must be a positive integer, got {depth}"
        raise ValueError(msg)
    if depth == 1:
        return forced(tau * _between(lambda a: -sp.log(sp.Abs(1 - a))))
    if depth == 2:
        return depth2_time.expr
    return elementary_time.expr.subs(L, int(depth)).doit()


# -- block two -------------------------------------------------------------------------------------

_block2_speed = EFFECTIVE_FLOW["block2"].deferred
_block2_span = {**SPAN, L: FINITE_DEPTH, r: ABOVE_ONE, tau: POSITIVE}
ABOVE_FLOOR = sp.And(SAME_SIDE, sp.Gt(r * alpha, 1), sp.Gt(r * alpha0, 1))

block2_time = Formula(
    id="block2-time",
    says="Time of the balanced flow of block two from alpha0 to alpha, at every finite depth.",
    source=CHAIN.beyond("X-A2"),
    domain=_block2_span,
    given=ABOVE_FLOOR,
    expr=tau * sp.Integral(1 / _block2_speed.subs(alpha, x), (x, alpha0, alpha)),
    kernel=_block2(flow.time),
    budget=8.0,
)

block2_infinite_flow = Formula(
    id="block2-effective-flow-infinite-depth",
    says="tau d(alpha)/dt along the balanced flow of block two at infinite depth.",
    source=CHAIN.beyond("X-A3"),
    domain={alpha: POSITIVE, r: ABOVE_ONE},
    given=sp.Ge(r * alpha, 1),
    expr=(1 + sp.log(alpha) / sp.log(r)) * alpha**2 * (1 - alpha),
)

block2_infinite_time = Formula(
    id="block2-time-infinite-depth",
    says="Time of the balanced flow of block two from alpha0 to alpha at infinite depth.",
    source=CHAIN.beyond("X-A3"),
    domain={**SPAN, r: ABOVE_ONE, tau: POSITIVE},
    given=ABOVE_FLOOR,
    expr=tau * sp.Integral(1 / block2_infinite_flow.deferred.subs(alpha, x), (x, alpha0, alpha)),
    kernel=lambda alpha, alpha0, r, tau: _block2(flow.time)(alpha, alpha0, float("inf"), r, tau),
    budget=8.0,
)


def _block2_primitive(b: Any) -> Any:
    # Partial fractions of 1/(b^(L-1) (b-1) (r-b^L)) over the roots rho exp(2 pi i j/L), in reals:
    # w^2/(w-1) = rho^2 (rho e^(i th) - e^(2 i th)) / |w-1|^2.
    rho, angle = r ** (1 / L), 2 * sp.pi * j / L
    norm = rho**2 - 2 * rho * sp.cos(angle) + 1
    even = rho**2 * (rho * sp.cos(angle) - sp.cos(2 * angle)) / norm
    odd = rho**2 * (rho * sp.sin(angle) - sp.sin(2 * angle)) / norm
    pair = even * sp.log(b**2 - 2 * b * rho * sp.cos(angle) + rho**2)
    pair -= 2 * odd * sp.atan((b - rho * sp.cos(angle)) / (rho * sp.sin(angle)))
    poles = (
        rho**2 / (rho - 1) * sp.log(sp.Abs(rho - b))
        - _EVEN * rho**2 / (rho + 1) * sp.log(b + rho)
        + sp.Sum(pair, (j, 1, sp.floor((L - 1) / 2)))
    )
    tail = sp.Sum(b ** (-m) / m, (m, 1, L - 2))
    return r / (r - 1) * sp.log(b - 1) - sp.log(b) + tail - poles / (L * r)


block2_elementary_time = Formula(
    id="block2-time-integer-depth",
    says="Time of the balanced flow of block two at integer depth L >= 2, in elementary functions.",
    source=CHAIN.beyond("X-A2"),
    domain=_block2_span | {L: Interval(2, sp.oo, right_open=True, integer=True)},
    given=ABOVE_FLOOR,
    expr=tau
    * L
    * (r ** (1 / L) - 1)
    * r ** (1 - 2 / L)
    * _between(_block2_primitive, lambda a: (r * a) ** (1 / L)),
    kernel=_block2(flow.time),
    budget=8.0,
)
