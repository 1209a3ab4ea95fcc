"""PC, Figure A.23: losses over widths and depths with skip connections, residual networks."""

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
    """Statement of the title: BP is first below both losses in most wide and deep networks."""
    shares = counts(ds)
    if not (ds.depth >= LARGE_SIZE).any() or not (ds.width >= LARGE_SIZE).any():
        return {"none is large": True}
    return {"BP is first": max(shares["share_high"], shares["share_low"]) < 0.5}


FIGURE = Figure(
    id="pc-fig-a23",
    says="With skip connections most networks of width 4 or 8 with four or more layers are below a "
    "loss of 2/5, and of 1/10, sooner under BP than under PC.",
    source=PC.figure("A.23"),
    caption="""Figure A.4 for residual networks: skips past layers 2 to L - 1, branches without a
    factor (alpha = 0), Kaiming's uniform weights, toy task, gradient descent with eta = {rate}.
    Medians of networks and their quartiles (bars), PC (circles) and BP (squares). Numbers at a
    dashed line: networks that PC brings below this loss ({levels}) first, of all that one rule
    brings there first, without ties. Of the networks of four and more units and layers BP is first
    in {bp_high} and {bp_low}; with one unit a plateau remains.""",
    runs="{samples} pairs of networks for each panel, seed {seed}.",
    shows=shows("residual networks"),
    claims=("PC-FA23", "PC-FA23-first"),
    height=4.6,
    quick=replace(Parameters(), network="residual", steps=150),
    paper=replace(Parameters(), network="residual", steps=1000),
    tiny={"widths": (1, 4), "depths": (2, 4), "steps": 60, "samples": 6},
    data=data,
    facts=lambda ds, _: counts(ds),
    draw=draw_grid,
    holds=holds,
)
