"""PC, Figure A.4: losses over widths and depths under the standard parametrisation, MLPs."""

from dataclasses import replace
from typing import Any

import xarray as xr

from depthlaws.figures.engine.record import Figure
from depthlaws.figures.pc.saddles import LEVELS, Parameters, data, draw_grid
from depthlaws.theory.papers import PC


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Both losses; networks that fall below the lower one, and those that BP brings there first."""
    low = ds.isel(level=-1)
    return {
        "levels": LEVELS,
        "low": LEVELS[-1],
        "both": int(low.apart.sum()),
        "bp": int(low.apart.sum() - low["first"].sum()),
    }


FIGURE = Figure(
    id="pc-fig-a4",
    says="Most MLPs of width 4 and 8 with four or more layers are below a loss of 0.4 first under "
    "PC, and below 0.1 first under BP.",
    source=PC.figure("A.4"),
    caption="""Losses of linear MLPs with Kaiming's uniform weights on the toy task, gradient
    descent with eta = {rate}: medians of networks and their quartiles (bars), PC (circles) and BP
    (squares), on the grid of the authors' code. Numbers below a dashed line: networks that PC
    brings below this loss ({levels}) first, of all that one rule brings there first within the
    steps shown, without ties. PC leaves the first plateau sooner in most networks of four or more
    layers, also at L = N, but of the {both} networks that fall below {low}, BP brings {bp} there
    first.""",
    runs="{samples} pairs of networks for each panel, {steps} steps, seed {seed}.",
    claims=("PC-FA4", "PC-LR5-depth", "PC-LR5-end", "PC-LR5-low"),
    height=4.6,
    quick=Parameters(),
    paper=replace(Parameters(), steps=1000),
    tiny={"widths": (1, 2), "depths": (2, 3), "steps": 10, "samples": 3},
    data=data,
    facts=facts,
    draw=draw_grid,
)
