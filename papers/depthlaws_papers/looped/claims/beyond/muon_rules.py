"""Statement X-17 (beyond the papers): what Muon steps keep by width, depth and visits."""

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    arrays,
    at_least,
    half,
    indices,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    scalars,
    sqrt,
    total,
)
from depthlaws.sims.common.optimizers import SGD, Muon, Sign
from depthlaws.theory import parametrization, residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.parametrization import muon_rules
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.claims.beyond.visits import LAYERS, random_stream
from depthlaws_papers.looped.claims.common import SEEDS, SPREAD, L, s
from depthlaws_papers.looped.claims.kernel_bounds import ANY_ORDER
from depthlaws_papers.looped.claims.stream import SQUARE_OF_SUM

CLAIMS = Claims()

SHAPES = ((1, 1, 1), (2, 3, 1), (3, 3, 2), (4, 4, 4), (6, 3, 3), (3, 6, 2))  # out, in, rank
WIDTHS = (64, 256, 1024)
x = sp.Symbol("x", positive=True)


# -- width -----------------------------------------------------------------------------------------


def _isometry() -> Statement:
    """|U V^T x| = |x| for x = V c, by what orthonormal columns of U and V do to c."""
    rows, columns, rank = scalars("out in r")
    U, V, c = arrays("U V c")
    o, a = indices("o", rows), indices("a", columns)
    p, q, t = indices("p q t", rank)
    inside = total(V[a, q] * c[q], q)
    kept = Equal(total(V[a, p] * inside, a), c[p])
    length = Equal(total(total(U[o, p] * c[p], p) ** 2, o), total(c[p] ** 2, p))
    back = total(U[o, p] * total(U[o, q] * c[q], q), o)
    rest = total(U[o, p] * kept.gap, p) * total(U[o, t] * kept.gap.put({p: t}), t)
    return Statement(
        Equal(
            total(total(U[o, p] * total(V[a, p] * inside, a), p) ** 2, o),
            total(inside**2, a),
            because=-1 * length.gap
            - 2 * total(back * kept.gap, p)
            + total(rest, o)
            + total(c[p] * kept.gap, p),
        ),
        for_all={
            **dict.fromkeys((rows, columns, rank), naturals(1)),
            U: reals[rows, rank],
            V: reals[columns, rank],
            c: reals[rank],
        },
        given=(kept, length),
    )


def _row_space() -> Statement:
    """a_m^T sum_k g_k u_k^T = u_m for vectors a_m dual to backward vectors g_k."""
    rows, columns, pairs = scalars("out in K")
    dual, g, u, unit = arrays("a g u I")
    o, b = indices("o", rows), indices("b", columns)
    k, m = indices("k m", pairs)
    independent = Equal(total(dual[m, o] * g[k, o], o), unit[m, k])
    identity = Equal(total(unit[m, k] * u[k, b], k), u[m, b])
    return Statement(
        Equal(
            total(dual[m, o] * total(g[k, o] * u[k, b], k), o),
            u[m, b],
            because=total(independent.gap * u[k, b], k) + identity.gap,
        ),
        for_all={
            **dict.fromkeys((rows, columns, pairs), naturals(1)),
            **dict.fromkeys((dual, g), reals[pairs, rows]),
            u: reals[pairs, columns],
            unit: reals[pairs, pairs],
        },
        given=(independent, identity),
        witness=(
            {
                **{rows: 2, columns: 1, pairs: 2},
                **{dual: [[1, 0], [-1, 1]], g: [[1, 1], [0, 1]], u: [[3], [5]]},
                unit: [[1, 0], [0, 1]],
            },
        ),
    )


width, out, given = scalars("width out in")
RATES = Statement(
    Equal(sqrt(width) / 5 * width ** (-half), rational(1, 5)),
    Equal(sqrt(out / given) * sqrt(given / out), 1),
    for_all=dict.fromkeys((width, out, given), naturals(1)),
)


def _rates_by_width() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Spectral norm of a step at width d and rate d^-p, p the power of the rule in use."""
    for scale, power in muon_rules.SCALES.items():
        factor = {"original": sp.Integer(1), "match_rms_adamw": sp.sqrt(x) / 5}[scale]
        for width in WIDTHS:
            step = factor.subs(x, width) * sp.Integer(width) ** -sp.Rational(power)
            yield f"{scale}, width {width}", step, factor.subs(x, 1)
    for out, given in ((4, 4), (8, 2), (12, 3)):
        factor = sp.sqrt(max(Fraction(1), Fraction(out, given)))
        yield f"{out} x {given}, output", factor * sp.sqrt(sp.Rational(given, out)), sp.Integer(1)


def _ratio_of_rates(scale: str, width: int) -> tuple[float, float]:
    """Spectral norms of the recommended steps at four times the width and at the width."""
    moves = parametrization.transfer(
        1e-3, layers=4, width=width, to_width=4 * width, optimizer="muon", muon_scale=scale
    )
    assert moves.recommended is not None
    rate = moves.recommended.settings["block matrices"]["learning_rate"].value
    norms = (
        muon_rules.norm_of_a_step(rate, 4 * width, scale),
        muon_rules.norm_of_a_step(1e-3, width, scale),
    )
    return norms[0], norms[1]


def _inputs_are_moved(width: int, pairs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Lengths of dW u_k over the rate, for a gradient sum_k g_k u_k^T, and of u_k."""
    left, right = np.random.default_rng(seed).normal(size=(2, pairs, width))
    step = Muon(1.0).direction(left.T @ right, {}, lambda: None) / width
    return np.linalg.norm(step @ right.T, axis=0), np.linalg.norm(right, axis=1)


CLAIMS.add(
    id="LOOP-B-X17-width",
    source=LOOPED.beyond("X-17"),
    says="A Muon step dW = -eta U V^T changes W x by eta |x| for each x in the row space of the "
    "gradient, which holds every input that the matrix met if their backward vectors are linearly "
    "independent; with one output and a batch of three they are not. So at one rate the change of "
    "W x over x stays at every width; with 0.2 sqrt(width) U V^T it does at a rate as "
    "width^(-1/2), and sqrt(out/in) keeps it, coordinate by coordinate in the mean square, for out "
    ">= in. These are the rates that `transfer` recommends.",
    statement=_isometry(),
    checks=(*_row_space().checks, *RATES.checks),
    cross_checks=(
        Exhaustive(_rates_by_width),
        Property(
            _ratio_of_rates,
            {"scale": list(muon_rules.SCALES), "width": [128, 1024]},
            rtol=1e-12,
        ),
        Property(
            _inputs_are_moved,
            {"width": [16, 48], "pairs": [1, 3, 8], "seed": SEEDS},
            rtol=1e-9,
            n=6,
        ),
    ),
)


# -- three optimisers in one network ---------------------------------------------------------------


def _one_visit() -> Statement:
    """Steps of rate 1 along g u^T, for vectors of entries that are not negative: changes and falls.

    Signs of entries leave the lengths as they are, and turn sign steps with them.
    """
    size, left, right = scalars("d G U")  # |g| and |u|
    g, u = arrays("g u")
    i, j = indices("i j", size)
    along = total(u[j] ** 2, j)
    first, second = Equal(left**2, total(g[i] ** 2, i)), Equal(right**2, along)
    sgd, sign, muon = g[i] * along / size, total(u[j], j) / size, g[i] * along / (left * right)
    inverse = 1 / (left * right) ** 2
    return Statement(
        Equal(total(sgd**2, i) / size, total(g[i] ** 2, i) / size * (along / size) ** 2),
        Equal(total(g[i] * sgd, i), size * (total(g[i] ** 2, i) / size) * (along / size)),
        Equal(total(sign**2, i) / size, (total(u[j], j) / size) ** 2),
        Equal(total(g[i] * sign, i), size * (total(g[i], i) / size) * (total(u[j], j) / size)),
        Equal(
            total(muon**2, i) / size,
            along / size,
            because=-1 * along / size * inverse * (along * first.gap + left**2 * second.gap),
        ),
        Equal(
            total(g[i] * muon, i),
            left * right,
            because=-1 * (along * first.gap + left**2 * second.gap) / (left * right),
        ),
        for_all={
            size: naturals(1),
            **dict.fromkeys((left, right), positive),
            g: positive[size],
            u: nonnegative[size],
        },
        given=(first, second),
        witness=({size: 2, left: 5, right: 13, g: [3, 4], u: [5, 12]},),
    )


def _directions(width: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean squares of the changes by the simulators' own steps."""
    g, u = np.abs(np.random.default_rng(seed).normal(size=(2, width)))
    ours = [
        float(np.mean((step.direction(np.outer(g, u), {}, lambda: None) @ u / width) ** 2))
        for step in (SGD(1.0), Sign(1.0), Muon(1.0))
    ]
    square = np.mean(u**2)
    return np.array(ours), np.array([np.mean(g**2) * square**2, np.mean(u) ** 2, square])


def _three_rows() -> Iterator[tuple[str, float, str]]:
    """Output changes at rate 1, s^2 = 2 and the branch scales of each visit."""
    table = {
        "1": (".500", ".399", ".707"),
        "1x4": (".719", ".489", ".945"),
        "1+2x2+1": ("1.12", "1.13", "2.34"),
    }
    for visits, printed in table.items():
        stream = Stream(visits=visits, eps=residual.visit_scales(visits), s=math.sqrt(2))
        muon = updates.muon_step(stream, output=True).output
        assert muon is not None
        sizes = (
            updates.gradient_step(stream).rms,
            updates.sign_step(stream, seed=4, sites=512, replicates=32).rms,
            muon.rms,
        )
        for name, size, digits in zip(("SGD", "sign", "Muon"), sizes, printed, strict=True):
            yield f"{visits}, {name}", size, digits


CLAIMS.add(
    id="LOOP-B-X17-first",
    source=LOOPED.beyond("X-17"),
    says="First steps of SGD, sign and Muon side by side: on a matrix met once, by g without zeros "
    "and u, the steps -eta g u^T/d, -(eta/d) sign(g u^T) and -eta U V^T change W u, in the root "
    "mean square, by eta times (E g^2)^(1/2) E u^2, E|u| and (E u^2)^(1/2) at every width d, with "
    "means over the coordinates; the loss falls by eta d times E g^2 E u^2, E|g| E|u| and (E g^2 E "
    "u^2)^(1/2). At s^2 = 2 they move the output by .500, .399, .707 of eta for one layer, and by "
    "1.12, 1.13, 2.34 for 1+2x2+1 at 1/(N_l sqrt L).",
    statement=_one_visit(),
    checks=(Quoted(_three_rows),),
    cross_checks=(Property(_directions, {"width": [4, 33], "seed": SEEDS}, rtol=1e-10, n=4),),
    why_sampled="no enclosure of a sign step at infinite width, a mean over drawn sites",
)


# -- depth and loops -------------------------------------------------------------------------------


def _own_layers() -> Statement:
    """Sum over layers of eps |g_(l+1)| |u_l|, by the energies of L own layers both ways."""
    layers, scale, spread = scalars("L eps s")
    layer = indices("layer", layers)
    growth = 1 + (scale * spread) ** 2 / 2
    return Statement(
        Equal(
            total(scale * sqrt(growth ** (layers - layer) * growth ** (layer - 1) / 2), layer),
            layers * scale / sqrt(2) * growth ** ((layers - 1) / 2),
        ),
        for_all={layers: naturals(1), scale: nonnegative, spread: nonnegative},
    )


def _own_fall(layers: int, power: float, s: float) -> tuple[float, float]:
    """Fall of the loss at eps = L^-power by a step of the rate that the rule in use gives."""
    stream = Stream(layers=layers, eps=layers**-power, s=s)
    fall = -updates.muon_step(stream).loss * layers ** (power - 1)
    exact = (1 + (s * layers**-power) ** 2 / 2) ** ((layers - 1) / 2) / math.sqrt(2)
    return fall, exact


# Exponents at eps = 1/L and at eps = 1/sqrt(L), with ln(1 + x) < x.
EXPONENTS = Statement(
    Less(sp.log(1 + x), x, along=((x, 0),)),
    Equal(s**2 / 16 - (L - 1) / 2 * s**2 / (2 * L**2), (s * (L - 2) / (4 * L)) ** 2),
    Equal(s**2 / 4 - (L - 1) / 2 * s**2 / (2 * L), s**2 / (4 * L)),
    for_all={x: positive, L: naturals(1), s: positive},
)


CLAIMS.add(
    id="LOOP-B-X17-depth",
    source=LOOPED.beyond("X-17"),
    says="To first order in eta at infinite width, for H_0 = 1 and a backward vector of unit mean "
    "square: a Muon step of spectral norm eta on each of L own layers of branch scale eps lowers "
    "the loss by eta L eps (1 + eps^2 s^2/2)^((L-1)/2)/sqrt(2) per unit width. So Adam's rules "
    "keep it in depth: the same rate at eps = 1/L between 1/sqrt(2) and exp(s^2/16)/sqrt(2) times "
    "eta, a rate as L^(-1/2) at eps = 1/sqrt(L) between 1/sqrt(2) and exp(s^2/4)/sqrt(2).",
    checks=(*_own_layers().checks, *EXPONENTS.checks),
    cross_checks=(
        Property(
            _own_fall,
            {"layers": [1, 2, 8, 64], "power": [0.5, 1.0], "s": SPREAD},
            rtol=1e-11,
            n=8,
        ),
    ),
)


def _nuclear_norm() -> Statement:
    """Sum of e_k g_k u_k^T over the visits of one layer: Frobenius norm and triangle bound.

    The Frobenius norm is a lower bound of the nuclear norm, the square of a sum one of a sum of
    squares; the sizes |g_k| |u_k| are at most E/sqrt 2, E = exp(s^2 lam^2/2).
    """
    visits, top = scalars("K E")
    k, j = indices("k j", visits)
    scale, back, overlap, size = arrays("e back overlap size")
    above, below = AtMost(1, back[k, j]), AtMost(half, overlap[k, j])
    sized = AtMost(size[k], top / sqrt(2))
    return Statement(
        AtMost(
            total(scale[k], k) ** 2 / 2,
            total(scale[k] * scale[j] * back[k, j] * overlap[k, j], k, j),
            because=total(scale[k] * scale[j] * (above.gap * overlap[k, j] + below.gap), k, j),
        ),
        AtMost(
            total(scale[k] * size[k], k),
            top / sqrt(2) * total(scale[k], k),
            because=total(scale[k] * sized.gap, k),
        ),
        Equal(
            total(scale[k] * scale[j] * back[k, j] * overlap[k, j], k, j),
            total(scale[k], k) ** 2 / 2,
            where={back[k, j]: 1, overlap[k, j]: half},
        ),
        for_all={
            visits: naturals(1),
            top: at_least(1),
            **dict.fromkeys((scale, size), nonnegative[visits]),
            **dict.fromkeys((back, overlap), nonnegative[visits, visits]),
        },
        given=(above, below, sized),
    )


def _bounds(layers: int, seed: int, s: float, lam: float) -> tuple[np.ndarray, np.ndarray]:
    """Lower bound and fall, fall and upper bound, over sqrt(L) and H_0^(1/2)."""
    visits = random_stream(layers, seed, 1.0).labels.tolist()
    stream = Stream(visits=visits, eps=residual.visit_scales(visits, lam), s=s)
    fall = -updates.muon_step(stream).loss / math.sqrt(layers)
    ends = lam / math.sqrt(2) * (1 - 1e-12), lam / math.sqrt(2) * math.exp(s**2 * lam**2 / 2)
    return np.array([ends[0], fall]), np.array([fall, ends[1]])


def _rate_in_use(to_layers: int, to_loops: int) -> tuple[float, float]:
    """Rate of the looped law, tuned at 4 layers and 2 loops, over the rate tuned."""
    moves = parametrization.transfer(
        1e-3, layers=4, loops=2, to_layers=to_layers, to_loops=to_loops, optimizer="muon"
    )
    assert moves.recommended is not None
    rate = moves.recommended.settings["block matrices"]["learning_rate"].value
    return rate / 1e-3, math.sqrt(4 / to_layers)


CLAIMS.add(
    id="LOOP-B-X17-loops",
    source=LOOPED.beyond("X-17"),
    says="With branch scales lam/(N_l sqrt L) and any order of visits of L layers, a Muon step of "
    "spectral norm 1 on each matrix of a ReLU stream without norm lowers the loss to first order, "
    "per unit width, H_0 = 1 and a backward vector of mean square 1, by at least lam sqrt(L/2), "
    "which one layer visited once attains, and by at most lam sqrt(L/2) exp(s^2 lam^2/2). Moved as "
    "L^(-1/2), and not with loops, the rate keeps this fall between bounds without N, L or the "
    "order; `transfer` moves it so.",
    statement=_nuclear_norm(),
    checks=(*SQUARE_OF_SUM.checks, *ANY_ORDER),
    cross_checks=(
        Property(
            _bounds,
            {"layers": LAYERS, "seed": SEEDS, "s": SPREAD, "lam": SPREAD},
            relation="<=",
            n=36,
        ),
        Property(_rate_in_use, {"to_layers": [4, 16], "to_loops": [2, 16]}, rtol=1e-12),
    ),
)
