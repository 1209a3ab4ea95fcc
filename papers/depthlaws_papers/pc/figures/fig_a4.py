"""PC, Figure A.4: losses over widths and depths under the standard parametrisation, MLPs."""

from dataclasses import replace

import xarray as xr

from depthlaws.figures.engine.record import Figure
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.saddles import (
    LARGE_SIZE,
    Parameters,
    counts,
    data,
    draw_grid,
    shows,
)


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: which rule is first, by loss, in wide and deep networks."""
    shares = counts(ds)
    if not (ds.depth >= LARGE_SIZE).any() or not (ds.width >= LARGE_SIZE).any():
        return {"none is large": True}
    return {
        "most are below the higher loss first under PC": shares["share_high"] > 0.5,
        "most are below the lower loss first under BP": shares["share_low"] < 0.5,
    }


FIGURE = Figure(
    id="pc-fig-a4",
    says="Most MLPs of width 4 and 8 with four or more layers are below a loss of 2/5 first under "
    "PC, and below 1/10 first under BP.",
    source=PC.figure("A.4"),
    caption="""Losses of linear MLPs with Kaiming's uniform weights on the toy task, gradient
    descent with eta = {rate}: medians of networks and their quartiles (bars), PC (circles) and BP
    (squares), on the grid of the authors' code. Numbers at a dashed line: networks that PC brings
    below this loss ({levels}) first, of all that one rule brings there first within the steps
    shown, without ties. Of the networks of four and more units and layers PC brings {pc_high} out
    of the first plateau first, and BP {bp_low} below {low}.""",
    runs="{samples} pairs of networks for each panel, {steps} steps, seed {seed}.",
    shows=shows("MLPs"),
    claims=("PC-FA4", "PC-LR5-depth", "PC-LR5-end", "PC-LR5-low"),
    height=4.6,
    quick=Parameters(),
    paper=replace(Parameters(), steps=1000),
    tiny={"widths": (1, 4), "depths": (2, 4), "steps": 120, "samples": 6},
    data=data,
    facts=lambda ds, _: counts(ds),
    draw=draw_grid,
    holds=holds,
)
