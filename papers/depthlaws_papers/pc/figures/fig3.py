"""PC, Figures 3, A.8 and A.9: s - 1 at initialisation over depth divided by width."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import means_over_networks
from depthlaws_papers.pc.figures.axes import styles_by_value

NETWORKS = ("residual", "mlp")


@dataclass(frozen=True)
class Parameters:
    """Depths and widths; networks have one output, or ten as in the paper's image tasks."""

    widths: tuple[int, ...] = setting(
        (16, 64, 128, 512), "widths", name="N", low=2, high=2048, whole=True, least=2, most=8
    )
    depths: tuple[int, ...] = setting(
        (2, 4, 8, 16), "depths", name="L", low=2, high=64, whole=True, least=2, most=6
    )
    samples: int = setting(12, "networks for each point", low=2, high=200, whole=True)
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Simulated s - 1 of networks with one and with ten outputs, and its exact mean."""
    p, runs = parameters, []
    shape = (len(NETWORKS), len(p.depths), len(p.widths))
    values = {n: np.empty(shape) for n in ("one", "one_error", "ten", "ten_error", "mean")}
    for place in np.ndindex(shape):
        network, depth, width = NETWORKS[place[0]], p.depths[place[1]], p.widths[place[2]]
        model = PCN(width=width, depth=depth, network=network)
        for name, task in (("one", "toy"), ("ten", "digits")):
            run = train(
                model,
                Inference(),
                samples=p.samples,
                seed=seed,
                steps=0,
                task=task,
                rules="pc",
                observe="rescaling",
                dtype=p.dtype,
            )
            mean, half = means_over_networks(run, ["rescaling"])["rescaling"]
            values[name][place], values[f"{name}_error"][place] = mean.item() - 1, half.item()
            runs.append(run)
        expected = predictive_coding.expected_rescaling(width, depth, network=network)
        values["mean"][place] = expected - 1
    ratio = np.array(p.depths)[:, None] / np.array(p.widths)
    dims = ("network", "depth", "width")
    ds = xr.Dataset(
        {name: (dims, array) for name, array in values.items()} | {"ratio": (dims[1:], ratio)},
        coords={"network": list(NETWORKS), "depth": list(p.depths), "width": list(p.widths)},
        attrs=simulation_attributes(*runs),
    )
    return describe(
        ds,
        one=simulated("s - 1, one output"),
        one_error=simulated("half of the 95 % interval of s - 1, one output"),
        ten=simulated("largest eigenvalue of S - 1, ten outputs"),
        ten_error=simulated("half of the 95 % interval of the eigenvalue, ten outputs"),
        mean=exact("E s - 1, one output"),
        ratio=given("depth over width L/N"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each network: exact lines, small markers one output, large ones ten."""
    (axes,) = style.panels(canvas, 1, 2, sharey=True)
    looks = styles_by_value(ds.depth.values.tolist())
    for axis, network in zip(axes, NETWORKS, strict=True):
        _panel(axis, ds.sel(network=network), looks)
        axis.set_title({"residual": "residual, $\\alpha=1/2$", "mlp": "MLP"}[network])
    style.outer_labels_only(axes, x=False)
    handles = [style.legend_entry(look, f"$L={depth}$") for depth, look in looks.items()]
    big = style.points({"color": "0.3", "marker": "o"}, markersize=6)
    style.legend(
        canvas,
        [
            *handles,
            *style.theory_and_simulation("exact mean, one output", "simulated, one output"),
            style.legend_entry(big, "simulated, ten outputs (larger)"),
            style.legend_entry(style.GUIDE, "$L/N$"),
        ],
    )
    style.panel_letters(axes)


def _panel(axis: Axes, ds: xr.Dataset, looks: dict) -> None:
    for depth, look in looks.items():
        at = ds.sel(depth=depth)
        axis.plot(at.ratio, at["mean"], **style.line(look))
        axis.errorbar(at.ratio, at.one, at.one_error, **style.bars(look))
        axis.errorbar(at.ratio, at.ten, at.ten_error, **style.bars(look, markersize=6))
    ends = np.array([float(ds.ratio.min()), float(ds.ratio.max())])
    axis.plot(ends, ends, **style.GUIDE)
    axis.set_xscale("log")
    axis.set(xlabel="$L/N$", ylabel="$s-1$ at initialisation")
    axis.set_yscale("log")


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: the mean over L/N at each depth, and ten outputs beside one."""
    factor = ds["mean"] / ds.ratio
    return {
        "s - 1 is proportional to L/N": bool(np.ptp(factor.values, axis=-1).max() < 1e-9),
        "the factor depends on depth": bool((abs(factor.diff("depth")) > 1e-3).all()),
        "it is larger with ten outputs": bool((ds.ten > ds.one).all()),
    }


FIGURE = Figure(
    id="pc-fig3",
    says="At initialisation s - 1 is proportional to L/N, with a factor that depends on depth; "
    "with ten outputs (digits) it is larger.",
    source=PC.figure("3, A.8 and A.9"),
    caption="""s - 1 of linear networks at initialisation, mean-field parametrisation, gamma_0 = 1.
    Small markers: one output (toy task); lines: its exact mean, L ((1 + 1/L)^(L-1) - 1)/N for
    residual networks, which tends to (e - 1) L/N with depth, and (L - 1)/N for MLPs. Large markers:
    the largest eigenvalue of S - 1 with ten outputs, as the paper plots for images (figures 3, A.8
    and A.9); at initialisation it does not depend on the data, which are handwritten digits here.
    Dashed: L/N, the paper's line. Bars are 95 % intervals by Student's t. During training MLPs
    leave this law (figure 2).""",
    runs="{samples} networks for each point, widths {widths}, seed {seed}.",
    shows="""s - 1 of linear networks at initialisation, L = {depths} and N = {widths}. Small
    markers: one output; lines: its exact mean, L ((1 + 1/L)^(L-1) - 1)/N for residual networks and
    (L - 1)/N for MLPs. Large markers: the largest eigenvalue of S - 1 with ten outputs. Dashed:
    L/N. Bars are 95 % intervals.""",
    claims=("PC-F3", "PC-FA9", "PC-B6-cells", "PC-E25-matrix"),
    height=3.3,
    quick=Parameters(),
    paper=Parameters(
        widths=tuple(2**i for i in range(3, 12)), depths=(2, 4, 8, 16, 32, 64), samples=16
    ),
    tiny={"widths": (4, 32), "depths": (2, 8), "samples": 2},
    holds=holds,
    data=data,
    draw=draw,
)
