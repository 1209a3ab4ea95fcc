"""Numbers of the captions of ammup and chain, a second time, and how captions type numbers."""

import math

import numpy as np

from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory import chain, updates


def ends(values, places=2, join=" to "):
    """Least and largest of the numbers that are there, as typed."""
    values = np.asarray(values, dtype=float).ravel()
    values = np.sort(values[np.isfinite(values)])
    if not values.size:
        return ""
    first, last = f"{values[0]:.{places}f}", f"{values[-1]:.{places}f}"
    return first if first == last else f"{first}{join}{last}"


def miss(law, measured):
    """Largest distance of a law, in per cent of what is measured."""
    law, measured = np.broadcast_arrays(*(np.asarray(a, dtype=float) for a in (law, measured)))
    off = [abs(a - b) / abs(b) for a, b in zip(law.ravel(), measured.ravel(), strict=True)]
    off = [one for one in off if math.isfinite(one)]
    return f"{100 * max(off):.0f} %" if off else "none"


def factor(law, measured, places=1):
    """Largest factor between a law and what is measured, at least 1."""
    ratio = (np.asarray(measured) / np.asarray(law)).ravel()
    ratio = ratio[np.isfinite(ratio)]
    return f"{max(ratio.max(), 1 / ratio.min()):.{places}f}"


def power(values, sizes):
    """Exponent between the first and the last size."""
    return math.log(float(values[-1]) / float(values[0])) / math.log(sizes[-1] / sizes[0])


def dense(depths, width):
    laws = {"wide": {}, "narrow": {"width": width, "outputs": 10}}
    fits = {
        name: np.polyfit(np.log(depths), np.log(updates.max_update_rate(
            "plain", [*depths], part="label", **options)), 1)[0]
        for name, options in laws.items()
    }  # fmt: skip
    return {name: f"{fit:.2f}" for name, fit in fits.items()}


# -- ammup -----------------------------------------------------------------------------------------


def branches(ds, _):
    curves = ("1 tensor, weights", "2 tensors, each", "3 tensors, each")
    return {"fitted": tuple(f"{float(ds.slope.sel(curve=c)):.2f}" for c in curves)}


def padded(_, p):
    energy = stored_run("padded-rates").energy
    logs = -np.log(energy) / 2
    x = np.log(energy.depth) - np.log(energy.depth).mean()
    slopes = (logs * x).sum("depth") / (x**2).sum()
    shift = (slopes.sel(padding="zero") - slopes.sel(padding="circular")).mean()
    return dense(p.depths, p.channels) | {"on_images": f"{float(shift):.2f}"}


def networks(ds, _):
    rows = {"first step": [], "trained": []}
    ratios = {"first step": [], "trained": []}
    for i in range(ds.sizes["curve"]):
        c = ds.isel(curve=i)
        network, panel = str(c.network.values), str(c.panel.values)
        ratios[panel].append((network, (c.rate / c.law).values))
        numbers = (float(c[n]) for n in ("slope", "slope_error", "law_slope"))
        rows[panel].append("{} {:.2f} +- {:.2f} (law {:.2f})".format(network, *numbers))
    trained = ratios["trained"]
    kept = [ratio for network, ratio in trained if "pre-norm" not in network]
    resnets = [ds.isel(curve=i) for i in np.flatnonzero(ds.network.values == "ResNet")]
    return {
        "resnet": ", ".join(f"{float(c.slope):.2f}" for c in resnets),
        "resnet_blocks": ", ".join(f"{float(c.other_slope):.2f}" for c in resnets),
        "first": ", ".join(rows["first step"]),
        "trained": ", ".join(rows["trained"]),
        "first_miss": factor(1, np.concatenate([r for _, r in ratios["first step"]])),
        "miss": factor(1, np.concatenate([ratio for _, ratio in trained])),
        "other_miss": factor(1, np.concatenate(kept)),
        "seeds": "24",
        "rates": str(len(stored_run("trained-rates").rate)),
        "printed": "-1.339, -1.435, -1.441",
    }


def sweeps(ds, _):
    best = {"post": ds.best.sel(network="ViT"), "pre": ds.best.sel(network="ViT, pre-norm")}
    return {"seeds": "24"} | {n: f"{b[0]:.2f} to {b[-1]:.2f}" for n, b in (
        (n, b.values) for n, b in best.items())}  # fmt: skip


def table(ds, _):
    line = ds.exact.sel(curve="plain ReLU").values
    numbers = {
        "mean": ds.printed.values.mean(),
        "resnet": ds.printed.sel(model="ResNet").values.mean(),
        "least_last": line[0],
        "most_last": line[-1],
    }
    return {name: f"{value:.2f}" for name, value in numbers.items()}


# -- chain -----------------------------------------------------------------------------------------


def root(loss):
    """Distance of the total weight from the target."""
    return np.sqrt(2 * loss)


def chain1(ds, _):
    both = sorted({*ds.time.values} & {*ds.step.values.astype(float)})
    apart = ds.stable.sel(step=both).transpose("depth", "step").values
    apart = abs(apart - ds.flow.sel(time=both).transpose("depth", "time").values)
    late = ds.distance.isel(late=-1).sel(depth=ds.deep.values).values
    return {
        "apart": f"{apart.max():.2f}",
        "left": f"{100 * abs(ds.decay.isel(late=-1).values / late - 1).max():.0f}",
        "late": "60",
    }


def chain2(ds, _):
    upper = ds.agnostic_window.transpose("network", "column", "depth", "end").values[..., 1]
    moved = max(row.max() / row.min() for row in upper.reshape(-1, upper.shape[-1]))
    scaled = ds.scaled_window.transpose(..., "end").values[..., 1]
    return {"lowest": 1.5, "ends": ends(scaled, 1, " and "), "moved": f"{moved:.0f}", "deepest": 4}


def chain3(ds, _):
    apart = {k: abs(ds.alpha - ds.flow).sel(rate=k).max("step") for k in (1.0, 1.5, 1.95)}
    first = apart[1.0]
    return {
        "outcomes": "k = 1: converges without overshoot; k = 1.5: overshoots, converges; k = 1.95: "
        "overshoots, converges; k = 2.05: diverges at L = 1; others: 2-cycle",
        "above": 2.05,
        "below": [1.0, 1.5, 1.95],
        "first": 1.0,
        "doubling": ends(chain.period_doubling_rate([2.0, math.inf])),
        "apart": " and ".join(f"{float(a.max()):.2f} (k = {k:g})" for k, a in apart.items()),
        "one": f"{float(first.sel(depth=1)):.2f}",
        "deeper": ends(first.sel(depth=[2, math.inf])),
    }


def chain4(ds, _):
    slopes = []
    for i, depth in np.ndindex(ds.sizes["start"], ds.sizes["depth"]):
        at = ds.isel(start=i, depth=depth)
        late = (at.since.values > 4) & (at.since.values < 8) & (at.loss.values > 0)
        slopes.append(-np.polyfit(at.since.values[late], np.log(at.loss.values[late]), 1)[0])
    early = ds.since.values < 10
    ratio = (ds.flow_loss / ds.loss).transpose(*ds.since.dims).values
    over = chain.plateau_time(0.1, 3) / chain.time(0.5, 0.1, 3)
    return {
        "most": 0.1,
        "middle": 0.05,
        "too_long": f"{100 * (float(over) - 1):.0f}",
        "slopes": ends(slopes),
        "apart": f"{float(np.nanmax(abs(ds.alpha - ds.flow))):.3f}",
        "factor": f"{np.nanmax(ratio[early]):.1f}",
    }


def chain6(ds, _):
    half = []
    for depth in ds.depth.values:
        at = ds.sel(start="total", depth=depth)
        half += [f"{s:.0f}" for s, v in zip(at.step.values, at.loss.values, strict=True)
                 if v < at.loss.values[0] / 2][:1]  # fmt: skip
    apart = np.nanmax(abs(root(ds.loss) - root(ds.flow_loss)))
    return {"plateaus": half, "apart": f"{apart:.2f}"}


def chain7(ds, _):
    escape = ds.escape.transpose("target", "depth").values
    apart = np.nanmax(abs(root(ds.loss) - root(ds.flow_loss)))
    ratio = ends((escape[0] / escape[-1])[1:], 1)  # of depths above 1
    return {"apart": f"{apart:.2f}", "ratio": ratio, "first": "1.5", "last": "8"}


def windows(ds, _):
    first = ds.sel(network="feedforward")
    return {
        "target": 2.0,
        "ends": ends(ds.scaled_common.transpose("network", "end").values[:, 1]),
        "deepest": 8,
        "scaled": f"{float(first.scaled_common[1] / first.scaled_common[0]):.2f}",
        "agnostic": f"{float(first.agnostic_common[1] / first.agnostic_common[0]):.2f}",
    }


NUMBERS = {
    "ammup-branches": branches,
    "ammup-fig3": lambda ds, p: (
        dense(p.depths, p.channels)
        | {"miss": factor(ds.path_sum, ds.simulated.sel(curve="residual"))}
    ),
    "ammup-fig6": padded,
    "ammup-fig7": lambda ds, p: (
        dense(p.depths, p.channels)
        | {
            "printed": ("-1.74", "-1.44", "-1.46"),
            "miss": factor(ds.dense, ds.simulated.sel(curve="kernel 3"), 2),
        }
    ),
    "ammup-network-sweeps": sweeps,
    "ammup-networks": networks,
    "ammup-post-activation": lambda *_: {
        "limit": f"{((math.exp(math.pi**-0.5) + math.exp(-(math.pi**-0.5))) / 2) ** 2:.4f}"
    },
    "ammup-slopes": lambda ds, _: {
        "left": f"{abs(float(ds.local.sel(curve='pre-LN')[-1]) + 0.5):.2f}"
    },
    "ammup-table-slopes": table,
    "chain-fig1": chain1,
    "chain-fig2": chain2,
    "chain-fig3": chain3,
    "chain-fig4": chain4,
    "chain-fig6": chain6,
    "chain-fig7": chain7,
    "chain-regimes": lambda ds, _: {
        "doubling": [f"{v:.2f}" for v in (ds.doubling.values.min(), ds.doubling.values.max())],
        "least": f"{np.nanmin(ds.divergence):.2f}",
    },
    "chain-success-windows": windows,
}
