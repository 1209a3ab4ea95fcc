"""The tables of the looped papers in the package, against a second transcription.

The bodies of tables 1 and 3 are missing from the text at hand: both are reconstructions.
"""

from fractions import Fraction

import pytest

from depthlaws.theory import parametrization
from depthlaws.theory.parametrization import TABLE_1, TABLE_3

# quantity -> base value, power of m_L, power of N
RECIPE = {
    "residual branch multiplier": ("branch", "-1/2", "-1"),
    "learning rate of repeated blocks": ("learning_rate", "-1/2", "0"),
    "learning rate of embedding and head": ("learning_rate", "0", "0"),
}

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


def test_every_row_of_the_recipe():
    rows = {row.quantity: row.power for row in TABLE_1}
    cells = {name: (p.base, p.depth, p.loops) for name, p in rows.items()}
    assert cells == {n: (b, Fraction(d), Fraction(k)) for n, (b, d, k) in RECIPE.items()}


def test_every_cell_of_the_components():
    assert [row.name for row in TABLE_3] == [*COMPONENTS]
    for row in TABLE_3:
        for quantity, (base, depth, *loops) in zip(QUANTITIES, COMPONENTS[row.name], strict=True):
            cell = getattr(row, quantity)
            wanted = (base, Fraction(depth), Fraction(loops[0] if loops else 0))
            assert (cell.base, cell.depth, cell.loops) == wanted, (row.name, quantity)


@pytest.mark.parametrize("layers", [1, 12, 24, 48, 10**6])
@pytest.mark.parametrize("loops", [1, 3, 8, 10**6])
def test_every_value_at_a_size(layers, loops):
    squares, wanted = _values(layers, loops)
    assert squares == pytest.approx(wanted, rel=1e-13)


@pytest.mark.parametrize("layers", [2, 12, 48])
@pytest.mark.parametrize("to_layers", [3, 12, 10**6])
@pytest.mark.parametrize("loops", [1, 8, 10**6])
def test_transfer_moves_by_the_table(layers, to_layers, loops):
    squares, wanted = _moved(layers, to_layers, loops)
    assert squares == pytest.approx(wanted, rel=1e-13)


def _values(layers: int, loops: int) -> tuple[list[float], list[float]]:
    """Every number of the table at this size, squared, against the second transcription."""
    bases = {
        "init_variance": 4e-4,
        "learning_rate": 1.25e-3,
        "weight_decay": 0.1,
        "adam_epsilon": 1e-8,
        "branch": 1.0,
    }
    squares, wanted = [], []
    values = parametrization.component_values(layers, loops)
    for name, cells in COMPONENTS.items():
        for quantity, (base, depth, *powers) in zip(QUANTITIES, cells, strict=True):
            start = bases[base] if isinstance(base, str) else base
            power = 2 * Fraction(powers[0]) if powers else 0
            assert values[name][quantity] >= 0  # a square does not show a sign
            squares.append(values[name][quantity] ** 2)
            wanted.append(
                start**2 * (layers / 12) ** int(2 * Fraction(depth)) * float(loops) ** int(power)
            )
    return squares, wanted


OWNERS = dict(
    zip(
        ("embedding", "block vectors", "block matrices", "final norm", "readout"),
        (*COMPONENTS, "token embedding and tied head"),
        strict=True,
    )
)


def _moved(layers: int, to_layers: int, loops: int) -> tuple[list[float], list[float]]:
    """Squared factors of every group by ``transfer``, against the second transcription."""
    options = {"layers": layers, "to_layers": to_layers, "to_loops": loops, "law": "looped"}
    (move,) = parametrization.transfer(1.25e-3, weight_decay=0.1, **options)
    squares, wanted = [], []
    for group, name in OWNERS.items():
        for quantity, (_, depth, *powers) in zip(QUANTITIES, COMPONENTS[name], strict=True):
            own = "init_std" if quantity == "init_variance" else quantity
            if own in move.settings[group]:
                assert move.settings[group][own].factor > 0
                squares.append(move.settings[group][own].factor ** 2)
                power = int(2 * Fraction(powers[0])) if powers else 0
                depths = Fraction(to_layers, layers) ** int(2 * Fraction(depth))
                wanted.append(float(depths * Fraction(loops) ** power))
    return squares, wanted
