"""Recipes and tables: table 1 of the first version; 4.2, 4.3, 8.1 to 8.3 of the second.

The bodies of tables 1 to 3 are missing from the text at hand. Their claims say no more than
captions and sections print; tests/theory/test_recipe_tables.py has the package's whole tables.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Equal, Statement, naturals, scalars, sqrt
from depthlaws.theory import parametrization, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.parametrization import TABLE_1, TABLE_1_V0, TABLE_3, TABLE_4
from depthlaws.theory.parametrization.recipes import MATRICES, Power

CLAIMS = Claims()


# -- table 1 of the first version ------------------------------------------------------------------

# family -> shared weights, smallest stable alpha, exponent of the learning rate less alpha
FIRST_TABLE = {"deep residual stack": (False, "1/2", -1), "looped residual stack": (True, "1", -1)}


def _first_table() -> Iterator[tuple]:
    yield "rows", sp.Integer(len(TABLE_1_V0)), sp.Integer(len(FIRST_TABLE))
    for row in TABLE_1_V0:
        shared, alpha, shift = FIRST_TABLE[row.name]
        yield f"{row.name}: shared", str(row.tied), "==", str(shared)
        yield f"{row.name}: alpha", sp.Rational(row.smallest_alpha), sp.Rational(alpha)
        for exponent in (Fraction(1, 2), Fraction(1), Fraction(3, 2)):
            # pyrefly: ignore[bad-argument-type]  (exact exponents are allowed)
            power = row.learning_rate_exponent(exponent)
            yield (
                f"{row.name}: rate at {exponent}",
                sp.Rational(power),
                sp.Rational(exponent + shift),
            )


def _threshold(family: int, above: float) -> bool:
    """The registered threshold is where the exact energies become bounded."""
    row = TABLE_1_V0[family]
    divergence = residual.divergence(float(row.smallest_alpha) + above, tied=row.tied)
    return (divergence.law == "bounded") == (above >= 0)


CLAIMS.add(
    id="LOOP-A-TAB1",
    source=LOOPED_V0.table(1),
    says="Stable from alpha = 1/2 (deep) and alpha = 1 (looped), learning rate exponent alpha - 1: "
    "every cell, and the thresholds are those of the exact energies.",
    checks=(Exhaustive(_first_table, data=True),),
    cross_checks=(
        Property(_threshold, {"family": [0, 1], "above": [-0.3, -0.01, 0.0, 0.01, 0.5]}, n=10),
    ),
)


# -- table 1 of the second -------------------------------------------------------------------------

N, L, base = sp.symbols("N L base", positive=True)


def _power(entry: Power, reference: int = 1) -> sp.Expr:
    """An entry of the package's tables in symbols: base * (L/L_ref)^depth * N^loops."""
    return base * (L / reference) ** sp.Rational(entry.depth) * N ** sp.Rational(entry.loops)


def _recipe() -> Iterator[tuple]:
    branch, rate, _ = (row.power for row in TABLE_1)
    yield "theorem 3: eps", _power(branch), base / (N * sp.sqrt(L))
    yield "section 5.3: rate of the blocks", _power(rate, 12), base / sp.sqrt(L / 12)


def _branch_scale(layers: int, loops: int, reference: int, branch: float) -> tuple[float, float]:
    scale = parametrization.branch_scale(layers, loops, branch=branch, L_ref=reference)
    return scale**2, branch**2 * reference / (loops**2 * layers)


SIZES = {"layers": [1, 12, 24, 48, 10**6], "loops": [1, 3, 8, 10**6]}
SCALES = Property(
    _branch_scale,
    {**SIZES, "reference": [1, 12], "branch": [1.0, 0.3]},
    rtol=1e-14,
    n=80,
)


CLAIMS.add(
    id="LOOP-B-TAB1",
    source=LOOPED.table(1),
    says="Of the recipe, what theorem 3 and section 5.3 print: eps = lambda/(N sqrt L), and the "
    "learning rate of the blocks eta_0 (L/L_ref)^(-1/2), free of N.",
    reading="The body of the table is missing from the text at hand. Its two rows on the blocks "
    "are reconstructed from theorem 3 and section 5.3; what it says of other parts is not tested.",
    checks=(Exhaustive(_recipe, named=True),),
    cross_checks=(SCALES,),
    reconstructed=True,
)


# -- table 2 ---------------------------------------------------------------------------------------


def _parameters(blocks: int) -> sp.Integer:
    """Weights of the reconstructed model: tied head of 128256 x 768, SwiGLU 2048, RMSNorm."""
    width, inner, vocabulary = 768, 2048, 128_256
    width, inner, vocabulary = map(sp.Integer, (width, inner, vocabulary))
    attention, gated, norms = 4 * width**2, 3 * width * inner, 2 * width
    return vocabulary * width + blocks * (attention + gated + norms) + width


def _sizes() -> Iterator[tuple]:
    for blocks, total in ((12, 183_454_464), (24, 268_407_552), (48, 438_313_728)):
        yield f"{blocks} layers", _parameters(blocks), sp.Integer(total)
    million, whole = sp.Integer(10**6), _parameters(48)
    yield "438M, rounded down", 438 * million, "<=", whole
    yield "below 439M", whole, "<", 439 * million
    rest = whole - _parameters(0)
    yield "340M without embedding, first version", 335 * million, "<", rest
    yield "it rounds to 340M", rest, "<", 345 * million
    yield "10B tokens of 0.5M", 20_000 * (million / 2), sp.Integer(10**10)


CLAIMS.add(
    id="LOOP-B-TAB2",
    source=LOOPED.table(2),
    says="The reconstructed model (d = 768, SwiGLU 2048, vocabulary 128256, tied head) has the "
    "sizes that the versions quote: 438M at 48 layers (second), 340M without embedding (first), "
    "and 20000 steps of 0.5M tokens are 10B.",
    reading="The body of the table is missing from the text at hand. Width, MLP and vocabulary are "
    "reconstructed from the sizes that both versions quote; other dimensions could give the same.",
    reconstructed=True,
    checks=(Exhaustive(_sizes, named=True),),
)


# -- table 3 ---------------------------------------------------------------------------------------


def _components() -> Iterator[tuple]:
    (matrices,) = (row for row in TABLE_3 if row.name == MATRICES)
    yield "branches, with L_ref = 12", _power(matrices.multiplier, 12), base / (N * sp.sqrt(L / 12))
    yield "learning rate of the blocks", _power(matrices.learning_rate, 12), base / sp.sqrt(L / 12)
    for row in TABLE_3:
        yield f"learning rate of {row.name}, power of N", sp.Rational(row.learning_rate.loops), 0


CLAIMS.add(
    id="LOOP-B-TAB3",
    source=LOOPED.table(3),
    says="Of the parametrisation, what the caption prints: branches carry N^-1 m_L^(-1/2), "
    "m_L = L/12, learning rates depend on L and not on N, those of the blocks by m_L^(-1/2).",
    reading="The body of the table is missing from the text at hand; these entries are "
    "reconstructed from its caption and section 5.3. Decay, epsilon and initial variance, which "
    "the text leaves out, are not tested: `depthlaws transfer` marks them as inferred or silent.",
    checks=(Exhaustive(_components, named=True),),
    reconstructed=True,
)


# -- table 4 ---------------------------------------------------------------------------------------


def _printed_values() -> Iterator[tuple[str, float, str]]:
    yield "lambda", TABLE_4.branch, "1"
    yield "eta_0", TABLE_4.learning_rate, "1.25e-3"
    yield "sigma_0", TABLE_4.init_deviation, "0.02"
    yield "omega_0", TABLE_4.weight_decay, "0.1"
    yield "epsilon_0", TABLE_4.adam_epsilon, "1e-8"
    yield "diverged above", TABLE_4.diverged_above, "4"
    yield "seed", float(TABLE_4.seed), "0"
    yield "reference depth", float(TABLE_4.reference_layers), "12"
    grid = ("5", "7.5", "10", "12.5", "15", "20", "30", "40")
    for value, printed in zip(TABLE_4.sweep, grid, strict=True):
        yield f"sweep {printed}e-4", value * 1e4, printed
    for layers, printed in ((12, "1.250e-3"), (24, "8.839e-4"), (48, "6.25e-4")):
        rate = parametrization.transfer_learning_rate(1.25e-3, layers=12, to_layers=layers)
        yield f"eta at L={layers}", rate, printed


def _transferred(layers: int, to_layers: int) -> tuple[float, float]:
    rate = parametrization.transfer_learning_rate(2e-3, layers=layers, to_layers=to_layers)
    return rate**2 * to_layers, 4e-6 * layers


def _exact_transfers() -> Iterator[tuple]:
    """eta_0 (L/12)^(-1/2), computed from the printed eta_0."""
    at_24, at_48 = (
        sp.Rational("1.25e-3") / sp.sqrt(sp.Rational(layers, 12)) for layers in (24, 48)
    )
    yield "eta at L = 24, from below", sp.Rational("8.8385e-4"), "<", at_24
    yield "eta at L = 24, from above", at_24, "<", sp.Rational("8.8395e-4")
    yield "eta at L = 48", at_48, sp.Rational("6.25e-4")


CLAIMS.add(
    id="LOOP-B-TAB4",
    source=LOOPED.table(4),
    says="The base rate of the table, eta_0 = 1.25e-3 at L = 12, is 8.839e-4 at L = 24 and 6.25e-4 "
    "at L = 48 by the depth correction of section 5.3.",
    reading="The rates at L = 24 and 48 are ours; the table prints eta_0. The package's copy of "
    "the table's values is compared with the printed ones beside.",
    checks=(Exhaustive(_exact_transfers, named=True),),
    cross_checks=(
        Quoted(_printed_values),
        Property(
            _transferred,
            {"layers": [1, 12, 48, 10**6], "to_layers": [1, 12, 48, 10**6]},
            rtol=1e-14,
            n=16,
        ),
    ),
)


# -- the reference depth ---------------------------------------------------------------------------


N_, L_ = scalars("N L")
SAME_RULE = Statement(
    Equal(1 / (N_ * sqrt(L_)), 1 / (N_ * sqrt(L_ / 12)) / sqrt(12)),
    for_all={N_: naturals(1), L_: naturals(1)},
)


def _factor(layers: int, loops: int) -> tuple[float, float]:
    return (
        parametrization.branch_scale(layers, loops, L_ref=12),
        parametrization.branch_scale(layers, loops, branch=math.sqrt(12)),
    )


CLAIMS.add(
    id="LOOP-B-LREF",
    source=LOOPED.section("4.2 and 8.2"),
    says="eps = lambda/(N sqrt L) and lambda N^-1 (L/12)^-1/2 depend on N and L in the same way.",
    quote="Residual branch constant lambda = 1",
    reading="The rules depend on N and L in the same way but define lambda = 1 differently: the "
    "sections use the reference depth 1, the tables 12. With the same lambda = 1 the two rules "
    "would be different models.",
    statement=SAME_RULE,
    imprecise=True,
    exact="LOOP-B-LREF-factor",
    change="State the reference depth with lambda: 1 in the sections, 12 in the tables.",
    against=(
        Smallest(
            lambda N, L: (1 / (N * sp.sqrt(L)), "==", 1 / (N * sp.sqrt(sp.Rational(L, 12)))),
            {"N": [1], "L": [1]},
            of=("eps of the sections at lambda = 1", "eps of the tables at lambda = 1"),
        ),
    ),
)


CLAIMS.add(
    id="LOOP-B-LREF-factor",
    source=LOOPED.ledger("ERR-13"),
    says="The two rules differ by sqrt(12) in lambda: the reference depth must be stated with "
    "lambda.",
    statement=SAME_RULE,
    cross_checks=(Property(_factor, SIZES, rtol=1e-13, n=20), SCALES),
)
