"""Networks of finite width beside the exact recursions: forty cells with kappa L / n <= 0.15."""

from depthlaws.claims.ammup.simulating import Cell, budget_of, slope_of
from depthlaws.claims.engine.records import Claims
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()

SAMPLES = 1 << 25  # weights drawn for one cell


def _samples(cell: Cell) -> int:
    """So many networks that the mean of skew energies is Gaussian, and a second is not passed."""
    return min(6000, SAMPLES // (cell.width**2 * cell.depth))


def _plain(activation: str, sizes: tuple[tuple[int, int], ...]) -> tuple:
    """Cells of three output sizes; the states have mean square 1 at every layer."""
    cells = [
        Cell("plain", n, L, m, {"activation": activation}) for n, L in sizes for m in (1, 10, n)
    ]
    return tuple(budget_of(cell, _samples(cell), (1.0, 1.0)) for cell in cells)


CLAIMS.add(
    id="AMMUP-MC-plain-relu",
    source=AMMUP.beyond("BP-1"),
    says="Simulated S-bar of plain ReLU networks with one, ten and n outputs is that of the exact "
    "recursion, label and output parts together.",
    checks=_plain("relu", ((16, 1), (32, 2), (48, 3), (64, 4))),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-MC-plain-linear",
    source=AMMUP.beyond("BP-1"),
    says="The same for plain linear networks.",
    checks=_plain("linear", ((16, 2), (32, 4), (48, 6), (64, 8))),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-MC-plain-leaky",
    source=AMMUP.beyond("BP-1"),
    says="The same for leaky ReLU of slope 0.3, whose output part needs the sixth moment too.",
    checks=_plain("leaky_relu:0.3", ((32, 2), (64, 5))),
    why_sampled="random",
)


def _residual(sizes: tuple[tuple[int, int], ...], **words: object) -> tuple:
    """Linear residual blocks: the mean square of the state grows by 1 + 1/K a block."""
    found = []
    for n, K in sizes:
        states = tuple((1 + 1 / K) ** at for at in (max(K // 2, 1), K))
        for m in (1, 10, n):
            cell = Cell("residual", n, K, m, {"activation": "linear", **words})
            found.append(budget_of(cell, _samples(cell), states))
    return tuple(found)


CLAIMS.add(
    id="AMMUP-MC-residual",
    source=AMMUP.beyond("BP-2"),
    says="Simulated S-bar of linear residual networks, eqs. (28) and (29) with c = 1, is that of "
    "the exact recursion.",
    checks=_residual(((32, 4), (64, 8), (96, 14))),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-MC-multiplier",
    source=AMMUP.beyond("BP-2"),
    says="The same with K^(-1/2) as a multiplier of the branch: the network is the same, the "
    "energies are K^2 times smaller.",
    checks=_residual(((32, 4),), scaled="multiplier"),
    why_sampled="random",
)


def _depths(network: str, width: int, depths: tuple[int, ...], **words: object) -> list[Cell]:
    return [Cell(network, width, L, 10, words) for L in depths]


CLAIMS.add(
    id="AMMUP-MC-slopes",
    source=AMMUP.beyond("ERR-22"),
    says="Exponents fitted to simulated rates at depths up to 8 are those of the exact energies at "
    "these depths and widths, not the -3/2 of infinite depth.",
    checks=(
        slope_of(_depths("plain", 96, (1, 2, 4), activation="relu"), 2000),
        slope_of(_depths("plain", 64, (2, 4, 8), activation="linear"), 2000),
        slope_of(_depths("residual", 64, (2, 4, 8), activation="linear"), 2000),
    ),
    why_sampled="random",
)
