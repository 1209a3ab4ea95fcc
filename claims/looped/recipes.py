"""Recipes and tables: table 1 of the first version; 4.2, 4.3, 8.1 to 8.3 of the second.

The bodies of tables 1 to 3 are missing from the text at hand; they are reconstructed from
captions and sections. Every cell of the registered tables is held against a second entry, typed
independently below.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import parametrization, residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0
from depthlaws.theory.parametrization import TABLE_1, TABLE_1_V0, TABLE_3, TABLE_4

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
            found = row.learning_rate_exponent(exponent)
            yield (
                f"{row.name}: rate at {exponent}",
                sp.Rational(found),
                sp.Rational(exponent + shift),
            )


def _threshold(family: int, above: float) -> bool:
    """The registered threshold is where the exact energies turn bounded."""
    row = TABLE_1_V0[family]
    found = residual.divergence(float(row.smallest_alpha) + above, tied=row.tied)
    return (found.law == "bounded") == (above >= 0)


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

# quantity -> base value, power of m_L, power of N
RECIPE = {
    "residual branch multiplier": ("branch", "-1/2", "-1"),
    "learning rate of repeated blocks": ("learning_rate", "-1/2", "0"),
    "learning rate of embedding and head": ("learning_rate", "0", "0"),
}


def _recipe() -> Iterator[tuple]:
    yield "rows", sp.Integer(len(TABLE_1)), sp.Integer(len(RECIPE))
    for row in TABLE_1:
        base, depth, loops = RECIPE[row.quantity]
        yield f"{row.quantity}: base", row.power.base, "==", base
        yield f"{row.quantity}: m_L", sp.Rational(row.power.depth), sp.Rational(depth)
        yield f"{row.quantity}: N", sp.Rational(row.power.loops), sp.Rational(loops)


def _branch_scale(layers: int, loops: int, reference: int, branch: float) -> tuple[float, float]:
    found = parametrization.branch_scale(layers, loops, branch=branch, L_ref=reference)
    return found**2, branch**2 * reference / (loops**2 * layers)


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
    says="eps = lambda/(N sqrt L) and eta = eta_0 (L/L_ref)^(-1/2), free of N; embedding and head "
    "keep eta_0: every cell of the reconstructed table.",
    checks=(Exhaustive(_recipe, data=True),),
    cross_checks=(SCALES,),
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
    "sizes that the text quotes: 438M at 48 layers, 340M without embedding, and 20000 steps of "
    "0.5M tokens are 10B.",
    checks=(Exhaustive(_sizes),),
)


# -- table 3 ---------------------------------------------------------------------------------------

# component -> (base, power of m_L) of variance, rate, decay, AdamW epsilon; multiplier also N
COMPONENTS = {
    "token embedding and tied head": (
        ("init_variance", "0"),
        ("learning_rate", "0"),
        ("weight_decay", "0"),
        ("adam_epsilon", "0"),
        (1.0, "0", "0"),
    ),
    "normalisation gains in the block": (
        (0.0, "0"),
        ("learning_rate", "-1/2"),
        ("weight_decay", "0"),
        ("adam_epsilon", "-1/2"),
        (1.0, "0", "0"),
    ),
    "attention and MLP matrices": (
        ("init_variance", "0"),
        ("learning_rate", "-1/2"),
        ("weight_decay", "0"),
        ("adam_epsilon", "-1/2"),
        ("branch", "-1/2", "-1"),
    ),
    "final normalisation gain": (
        (0.0, "0"),
        ("learning_rate", "0"),
        ("weight_decay", "0"),
        ("adam_epsilon", "0"),
        (1.0, "0", "0"),
    ),
}
QUANTITIES = ("init_variance", "learning_rate", "weight_decay", "adam_epsilon", "multiplier")


def _components() -> Iterator[tuple]:
    yield "rows", sp.Integer(len(TABLE_3)), sp.Integer(len(COMPONENTS))
    for row in TABLE_3:
        for quantity, cell in zip(QUANTITIES, COMPONENTS[row.name], strict=True):
            base, depth, *loops = cell
            found = getattr(row, quantity)
            yield f"{row.name}, {quantity}: base", str(found.base), "==", str(base)
            yield f"{row.name}, {quantity}: m_L", sp.Rational(found.depth), sp.Rational(depth)
            wanted = sp.Rational(loops[0] if loops else 0)
            yield f"{row.name}, {quantity}: N", sp.Rational(found.loops), wanted


def _values(layers: int, loops: int) -> tuple[list[float], list[float]]:
    """Every number of the table at this size, squared, against the second entry."""
    bases = {
        "init_variance": 4e-4,
        "learning_rate": 1.25e-3,
        "weight_decay": 0.1,
        "adam_epsilon": 1e-8,
        "branch": 1.0,
    }
    found, wanted = [], []
    values = parametrization.component_values(layers, loops)
    for name, cells in COMPONENTS.items():
        for quantity, (base, depth, *powers) in zip(QUANTITIES, cells, strict=True):
            start = bases[base] if isinstance(base, str) else base
            power = 2 * Fraction(powers[0]) if powers else 0
            found.append(values[name][quantity] ** 2)
            wanted.append(
                start**2 * (layers / 12) ** int(2 * Fraction(depth)) * float(loops) ** int(power)
            )
    return found, wanted


OWNERS = dict(
    zip(
        ("embedding", "block vectors", "block matrices", "final norm", "readout"),
        (*COMPONENTS, "token embedding and tied head"),
        strict=True,
    )
)


def _moved(layers: int, to_layers: int, loops: int) -> tuple[list[float], list[float]]:
    """Squared factors of every group as ``transfer`` moves it, against the second entry."""
    options = {"layers": layers, "to_layers": to_layers, "to_loops": loops, "law": "looped"}
    (move,) = parametrization.transfer(1.25e-3, weight_decay=0.1, **options)
    found, wanted = [], []
    for group, name in OWNERS.items():
        for quantity, (_, depth, *powers) in zip(QUANTITIES, COMPONENTS[name], strict=True):
            own = "init_std" if quantity == "init_variance" else quantity
            if own in move.settings[group]:
                found.append(move.settings[group][own].factor ** 2)
                power = int(2 * Fraction(powers[0])) if powers else 0
                depths = Fraction(to_layers, layers) ** int(2 * Fraction(depth))
                wanted.append(float(depths * Fraction(loops) ** power))
    return found, wanted


CLAIMS.add(
    id="LOOP-B-TAB3",
    source=LOOPED.table(3),
    says="Per component: residual factor N^-1 m_L^-1/2, block learning rate eta_0 m_L^-1/2, AdamW "
    "epsilon of the block m_L^-1/2, everything else as at the reference: every cell of the "
    "reconstructed table.",
    checks=(Exhaustive(_components, data=True),),
    cross_checks=(
        Property(_values, SIZES, rtol=1e-13, n=20),
        Property(
            _moved,
            {"layers": [2, 12, 48], "to_layers": [3, 12, 10**6], "loops": [1, 8, 10**6]},
            rtol=1e-13,
            n=27,
            what="transfer under the law of the table",
        ),
    ),
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
        found = parametrization.transfer_learning_rate(1.25e-3, layers=12, to_layers=layers)
        yield f"eta at L={layers}", found, printed


def _exact_values() -> Iterator[tuple[str, Fraction, Fraction]]:
    """Every cell as it is typed in the package, and again here."""
    again = {
        "branch": "1",
        "learning_rate": "1.25e-3",
        "init_deviation": "0.02",
        "init_variance": "4e-4",
        "weight_decay": "0.1",
        "adam_epsilon": "1e-8",
        "diverged_above": "4",
    }
    for name, typed in again.items():
        yield name, Fraction(str(getattr(TABLE_4, name))), Fraction(typed)
    grid = ("5e-4", "7.5e-4", "1e-3", "1.25e-3", "1.5e-3", "2e-3", "3e-3", "4e-3")
    for i, (value, typed) in enumerate(zip(TABLE_4.sweep, grid, strict=True), start=1):
        yield f"sweep, rate {i}", Fraction(str(value)), Fraction(typed)


def _transferred(layers: int, to_layers: int) -> tuple[float, float]:
    found = parametrization.transfer_learning_rate(2e-3, layers=layers, to_layers=to_layers)
    return found**2 * to_layers, 4e-6 * layers


def _exact_transfers() -> Iterator[tuple]:
    """eta_0 (L/12)^(-1/2), worked out from the printed eta_0."""
    at_24, at_48 = (
        sp.Rational("1.25e-3") / sp.sqrt(sp.Rational(layers, 12)) for layers in (24, 48)
    )
    yield "eta at L = 24, from below", sp.Rational("8.8385e-4"), "<", at_24
    yield "eta at L = 24, from above", at_24, "<", sp.Rational("8.8395e-4")
    yield "eta at L = 48", at_48, sp.Rational("6.25e-4")


CLAIMS.add(
    id="LOOP-B-TAB4",
    source=LOOPED.table(4),
    says="Every value of the table; eta_0 = 1.25e-3 at L = 12 gives 8.839e-4 at L = 24 and "
    "6.25e-4 at L = 48.",
    checks=(Exhaustive(_exact_values, data=True), Exhaustive(_exact_transfers)),
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


def _same_rule() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The quotient of the two printed rules for eps, over every N and L."""
    n, layers = sp.symbols("N L", positive=True)
    first = 1 / (n * sp.sqrt(layers))
    second = 1 / (n * sp.sqrt(layers / 12))
    yield "a factor free of N and L", first, second / sp.sqrt(12)


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
    reading="One rule for N and L, two values of lambda = 1: the sections count depth from 1, the "
    "tables from 12. Read as the same number, lambda = 1 would mean two different models.",
    checks=(Exhaustive(_same_rule),),
    imprecise=True,
    exact="LOOP-B-LREF-factor",
)


CLAIMS.add(
    id="LOOP-B-LREF-factor",
    source=LOOPED.ledger("ERR-13"),
    says="They differ by sqrt(12) in lambda: the reference depth must be stated with lambda.",
    checks=(Exhaustive(_same_rule),),
    cross_checks=(Property(_factor, SIZES, rtol=1e-13, n=20), SCALES),
)
