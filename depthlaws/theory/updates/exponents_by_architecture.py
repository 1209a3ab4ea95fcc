"""Table of exponents of the largest learning rate, by architecture, optimiser and outputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from depthlaws.base import tables
from depthlaws.base.cost_notice import time_is_said
from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.updates.update_energies import local_slope, max_update_rate

__all__ = ["ExponentRow", "ExponentTable", "exponent_table"]

DEPTHS = (4, 8, 16, 32, 64, 128)


@dataclass(frozen=True, slots=True)
class ExponentRow:
    """One case of the table.

    Attributes
    ----------
    architecture, optimizer, outputs : str
        Description of the network and its step.
    exponent : str
        Exponent of eta* as the depth L grows.
    slopes : tuple of float
        Exact exponents between L and 2L, for the depths of the table.
    assumptions : str
        Assumptions of the law.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.exponent_table().rows[0].optimizer
    'SGD'
    """

    architecture: str
    optimizer: str
    outputs: str
    exponent: str
    slopes: tuple[float, ...]
    assumptions: str


@dataclass(frozen=True, slots=True)
class ExponentTable:
    """Rows of exponents, which print as Markdown, LaTeX or CSV.

    Attributes
    ----------
    depths : tuple of int
        Depths L of the slopes.
    rows : tuple of ExponentRow
        One row for each case.

    Examples
    --------
    >>> from depthlaws import updates
    >>> updates.exponent_table().header[:4]
    ['architecture', 'optimizer', 'outputs', 'exponent']
    """

    depths: tuple[int, ...]
    rows: tuple[ExponentRow, ...]

    @property
    def header(self) -> list[str]:
        """Column names; a slope at L is that between L and 2L."""
        slopes = [f"L={depth}" for depth in self.depths]
        return ["architecture", "optimizer", "outputs", "exponent", *slopes, "assumptions"]

    def cells(self) -> list[list[str]]:
        """All rows as text, slopes to three decimals."""
        return [
            [
                row.architecture,
                row.optimizer,
                row.outputs,
                row.exponent,
                *(f"{slope:.3f}" for slope in row.slopes),
                row.assumptions,
            ]
            for row in self.rows
        ]

    def markdown(self) -> str:
        """Table in Markdown."""
        return tables.markdown(self.header, self.cells())

    def csv(self) -> str:
        """Table as comma-separated values."""
        return tables.comma_separated(self.header, self.cells())

    def latex(self) -> str:
        """Tabular environment in LaTeX (booktabs)."""
        align = f"lllr{'r' * len(self.depths)}l"
        return tables.latex(self.header, self.cells(), align)

    def _repr_html_(self) -> str:
        return tables.html(self.header, self.cells())

    def __str__(self) -> str:
        return self.markdown()


@dataclass(frozen=True, slots=True)
class _Case:
    """Options of a row, its exponent in the limit, and its description."""

    architecture: str
    network: str
    exponent: str
    options: dict[str, Any] | Callable[[int], dict[str, Any]]
    outputs: str = "m << n"
    optimizer: str = "SGD"
    assumptions: str = "gradient of the mse at one input, random labels"


CASES = (
    _Case("plain ReLU", "plain", "-3/2", {}),
    _Case("plain linear", "plain", "-3/2", {"activation": "linear"}),
    _Case("plain ReLU", "plain", "-2", {"output_ratio": 1}, "m = n"),
    _Case("plain linear", "plain", "-2", {"activation": "linear", "output_ratio": 1}, "m = n"),
    _Case(
        "plain ReLU, cross-entropy",
        "plain",
        "-3/2",
        {"loss": "ce", "outputs": 10},
        "10 classes",
        assumptions="fan-in head, random classes",
    ),
    _Case(
        "plain orthogonal linear",
        "plain",
        "-1",
        {"activation": "linear", "weights": "orthogonal"},
    ),
    _Case("plain orthogonal ReLU", "plain", "-3/2", {"weights": "orthogonal"}),
    _Case(
        "plain orthogonal linear",
        "plain",
        "-1",
        {"activation": "linear", "weights": "orthogonal", "optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="any loss scale; eta* ~ 1/n",
    ),
    _Case(
        "plain ReLU",
        "plain",
        "-3/2",
        {"optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="any loss scale; eta* ~ 1/n",
    ),
    _Case(
        "plain linear",
        "plain",
        "-3/2",
        {"activation": "linear", "optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="any loss scale; eta* ~ 1/n",
    ),
    _Case("residual ReLU, K^-1/2 in the weights", "residual", "-1", {}),
    _Case("residual linear, K^-1/2 in the weights", "residual", "-1", {"activation": "linear"}),
    _Case(
        "residual linear, K^-1/2 in the weights",
        "residual",
        "-1",
        {"activation": "linear", "output_ratio": 1},
        "m = n",
    ),
    _Case(
        "residual linear, K^-1/2 in the weights",
        "residual",
        "-1",
        {"activation": "linear", "optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="any loss scale; eta* ~ 1/n",
    ),
    _Case(
        "residual linear, 2 tensors in a branch, K^-1/2 in each",
        "residual",
        "0",
        {"activation": "linear", "branch_depth": 2},
    ),
    _Case(
        "residual linear, 3 tensors in a branch, K^-1/2 in each",
        "residual",
        "1",
        {"activation": "linear", "branch_depth": 3},
    ),
    _Case(
        "residual linear, 2 tensors in a branch, K^-1/2 in the last",
        "residual",
        "-1",
        {"activation": "linear", "branch_depth": 2, "scaled": "last"},
    ),
    _Case("residual ReLU, K^-1/2 outside", "residual", "0", {"scaled": "multiplier"}),
    _Case("residual ReLU, 1/K in the weights", "residual", "-1", {"power": 1}),
    _Case("residual ReLU, 1/K outside", "residual", "1", {"scaled": "multiplier", "power": 1}),
    _Case(
        "residual linear, multiplier 1/10 (LayerScale)",
        "residual",
        "exponential",
        {"activation": "linear", "scaled": "none", "multiplier": 0.1},
        assumptions="multiplier not trained; 1/L up to L ~ 100",
    ),
    _Case(
        "2 plain units, then residual linear", "residual", "-1", {"activation": "linear", "stem": 2}
    ),
    _Case(
        "half plain, half residual linear",
        "residual",
        "-3/2",
        lambda L: {"activation": "linear", "stem": L // 2, "arrangement": "spread"},
    ),
    _Case(
        "post-activation ReLU, 1/K in the weights",
        "post-activation",
        "-1",
        {"power": 1},
    ),
    _Case(
        "post-activation ReLU, 1/K in the weights",
        "post-activation",
        "-1",
        {"power": 1, "optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="any loss scale; eta* ~ 1/n",
    ),
    _Case(
        "post-activation ReLU, K^-1/2 in the weights",
        "post-activation",
        "exponential",
        {},
        assumptions="energies grow as exp(const sqrt K)",
    ),
    _Case(
        "post-LN residual linear",
        "residual",
        "-3/2",
        {"activation": "linear", "norm": "post", "scaled": "none"},
        assumptions="no attention",
    ),
    _Case(
        "pre-LN residual linear",
        "residual",
        "-1/2",
        {"activation": "linear", "norm": "pre", "scaled": "none"},
        assumptions="no attention; times (log L)^(-3/2)",
    ),
    _Case(
        "pre-LN residual linear, normalised stream",
        "residual",
        "0",
        {"activation": "linear", "norm": "pre", "scaled": "none", "stream": "normalized"},
        assumptions="no attention; (log L)^(-3/2)",
    ),
    _Case(
        "pre-LN residual linear",
        "residual",
        "-1",
        {"activation": "linear", "norm": "pre", "scaled": "none", "optimizer": "sign"},
        optimizer="sign (first Adam step)",
        assumptions="no attention; eta* ~ 1/n",
    ),
)


def exponent_table(depths: Sequence[int] = DEPTHS) -> ExponentTable:
    """Exponents of eta* by architecture, optimiser and outputs, at infinite width.

    Each row has the exponent as the depth L grows, the exact slopes between L and 2L, and the
    assumptions. The paper's exponent is -3/2 for all of them.

    Parameters
    ----------
    depths : sequence of int
        Depths L at which slopes are given, each at least 1.

    Returns
    -------
    ExponentTable
        Table with one row for each case.

    Raises
    ------
    ValueError
        For depths below 1.

    References
    ----------
    Source: ammup, beyond the paper (section A of the errata, BP-1 to BP-8, X21).

    Examples
    --------
    >>> from depthlaws import updates
    >>> table = updates.exponent_table([4, 64])
    >>> table.rows[0].slopes
    (-1.322752, -1.488730)
    >>> table.csv().splitlines()[0]
    'architecture,optimizer,outputs,exponent,L=4,L=64,assumptions'
    """
    listed = tuple(count("depths", depth) for depth in depths)
    total = sum(listed)
    require_time(
        8e-4 * float(total), f"a table of {total:,} layers in all", "ask for smaller depths"
    )
    with time_is_said():
        rows = [
            ExponentRow(
                case.architecture,
                case.optimizer,
                case.outputs,
                case.exponent,
                tuple(_slope(case, depth) for depth in listed),
                case.assumptions,
            )
            for case in CASES
        ]
    return ExponentTable(listed, tuple(rows))


def _slope(case: _Case, depth: int) -> float:
    """Slope between L and 2L, where the architecture may change with L."""
    if not callable(case.options):
        return float(local_slope(case.network, depth, **case.options))
    rates = [max_update_rate(case.network, d, **case.options(d)) for d in (depth, 2 * depth)]
    return math.log2(rates[1] / rates[0])
