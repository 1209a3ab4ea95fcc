"""PC, Figures A.18 and A.19: width on the toy task, standard parametrisation."""

from dataclasses import replace
from typing import Any

import xarray as xr

from depthlaws.figures.engine.record import Figure
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import RUNS_SENTENCE
from depthlaws_papers.pc.figures.width_sweep import Parameters, data, draw_sweep, shows
from depthlaws_papers.pc.figures.width_sweep import facts as sweep_facts


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, Any]:
    """1 - cos at the last step for each width, and where it is least between the widest runs."""
    last = ds.isel(step=-1)
    widest = ds.between.isel(width=-1)
    return sweep_facts(ds, p) | {
        "between": tuple(f"{float(v):.2f}" for v in last.between),
        "equal": tuple(f"{float(v):.2f}" for v in last.cosine.sel(rule="pc")),
        "least": f"{float(widest.min()):.2f}",
        "when": int(widest.step[int(widest.values.argmin())]),
        "widest": int(ds.width[-1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: s - 1 at every width and step, and directions over the width."""
    pc = ds.sel(rule="pc")
    return {
        "s stays away from 1": bool((pc.rescaling > 0.1).all()),
        "the gradients align": bool((pc.cosine.isel(step=[0, -1]).diff("width") < 0).all()),
    }


FIGURE = Figure(
    id="pc-fig-a18",
    says="Under standard weights s stays away from 1 up to N = 512, although the gradients of "
    "both rules align with width at equal parameters.",
    finding="Under standard weights s stays away from 1 up to N = {widest}, although the gradients "
    "of both rules align with width at equal parameters.",
    source=PC.figure("A.18 and A.19"),
    caption="""Figure 2 under the standard parametrisation with Kaiming's uniform law, variance 1/(3
    inputs), learning rate eta_0. (A) s - 1 along training. (B) Energy and (C) loss of predictive
    coding. (D) s - 1 over the width; line: its mean at the start, (1 - 3^(1-L))/2 at every width.
    (E) 1 - cos falls with the width already at the start, at losses near 1/2, so that small losses
    are not the reason. At the last step it is {equal} at equal parameters and {between} between two
    runs, as plotted in the paper, for N = {widths}. (F) Between two runs along training: at N =
    {widest} 1 - cos falls to {least} at step {when}, then rises, as the losses of the two runs come
    apart. How 1 - cos between two runs depends on the width after so many steps changes from task
    to task.""",
    runs=RUNS_SENTENCE,
    shows=shows("MLPs with standard weights"),
    claims=("PC-FA18", "PC-FA18-direction", "PC-F2-between", "PC-FA18-runs"),
    height=4.2,
    quick=replace(Parameters(), parametrization="kaiming", steps=100, widths=(8, 32, 96, 512)),
    paper=replace(
        Parameters(),
        parametrization="kaiming",
        widths=tuple(2**i for i in range(3, 12)),
        steps=100,
        samples=3,
        dtype="float32",
    ),
    tiny={"widths": (4, 8), "steps": 4, "samples": 2},
    data=data,
    facts=facts,
    draw=draw_sweep,
    holds=holds,
)
