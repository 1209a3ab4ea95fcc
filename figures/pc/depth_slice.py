"""PC, Figures A.10 to A.13: width at depth 32, residual networks and MLPs."""

from dataclasses import dataclass

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variables import described, given, simulated
from depthlaws.figures.pc.common import WIDER, course, decades, keys, shades, steps, swept
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC

NETWORKS = {"residual": "residual", "mlp": "MLP"}
NAMES = ("loss", "energy", "rescaling", "cosine")


@dataclass(frozen=True)
class Parameters:
    """Batch, rate and optimiser as in section A.8."""

    widths: tuple[int, ...] = (32, 64, 128)
    depth: int = 32
    steps: int = 4
    samples: int = 4
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses, energies, rescaling and cosines along training."""
    p, parts, runs = parameters, [], []
    for network in NETWORKS:
        models = {n: PCN(width=n, depth=p.depth, network=network) for n in p.widths}
        found, some = swept(
            models,
            "width",
            NAMES,
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=1e-3,
            optimizer="adam",
            task="digits",
            dtype=p.dtype,
        )
        parts.append(found.assign(rescaling=found.rescaling - 1, cosine=1 - found.cosine))
        runs += some
    ds = xr.concat(parts, dim="network").assign_coords(network=list(NETWORKS))
    said = {
        "loss": "loss, half the squared error, mean over inputs",
        "energy": "energy at the equilibrium of the activities",
        "rescaling": "largest eigenvalue of S - 1",
        "cosine": "1 - cosine of the gradients of energy and loss, same parameters",
    }
    both = {n: simulated(t) for n, t in said.items()}
    both |= {f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in said.items()}
    return described(
        ds.assign_attrs(computed(*runs), depth=p.depth),
        network=given("network"),
        width=given("width N"),
        rule=given("along the run of predictive coding (pc) or backpropagation (bp)"),
        step=given("step of training", "step"),
        **both,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One row a network: rescaling, energy, loss, directions."""
    grid = style.panels(canvas, 2, 4, sharex=True, sharey="col")
    looks, every = shades(ds.width.values.tolist()), max(1, len(ds.step) // 6)
    labels = {"rescaling": "$s-1$", "energy": "$F^*$", "loss": "$L$", "cosine": r"$1-\cos$"}
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        one = ds.sel(network=network)
        for axis, (name, label) in zip(row, labels.items(), strict=True):
            for width, look in looks.items():
                course(axis, one, name, look, every=every, width=width, rule="pc")
            axis.set(ylabel=label, title=f"{word}: {label}")
            steps(axis)
    for axis in (grid[0, 0], grid[0, 3]):
        decades(axis)
    style.outer(grid.flat, y=False)
    style.letters(grid.flat)
    style.legend(canvas, keys(looks, "$N={}$"))


FIGURE = Figure(
    id="pc-depth-slice",
    says="At depth 32 width still brings PC nearer to BP; MLPs stay further off (digits).",
    source=PC.figure("A.10 to A.13"),
    caption="""Linear networks of {depth} layers with ten outputs, mean-field parametrisation, Adam
    with eta_0 = 1/1000 and the paper's powers of width and depth, one batch of 64 handwritten
    digits in place of Fashion-MNIST. Above: residual networks, alpha = 1/2 (figures A.10 and A.11);
    below: MLPs (A.12 and A.13). Columns: s - 1, s the largest eigenvalue of the rescaling matrix;
    the energy; the loss; 1 - cos of their gradients, all at the same parameters along the run of
    predictive coding. Bars are 95 % intervals over networks: those of the energies and losses
    overlap, which leaves their order in the width open.""",
    runs=WIDER,
    claims=("PC-FA10", "PC-FA12", "PC-FA6-width"),
    height=3.8,
    quick=Parameters(),
    paper=Parameters(widths=(64, 128, 256, 512, 1024), steps=100, samples=3),
    tiny={"widths": (4, 8), "depth": 3, "steps": 1},
    data=data,
    draw=draw,
)
