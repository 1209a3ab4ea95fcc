"""Every number that a caption computes, a second time from the dataset that is drawn.

A figure whose ``facts`` give a number that no line here computes again is refused.
"""

import dataclasses
import math

import numpy as np
import pytest

from depthlaws.figures.engine import registry
from depthlaws.theory import residual
from tests.figures import numbers_of_captions
from tests.figures.numbers_of_captions import ends, factor, miss, power
from tests.figures.test_every_figure import small

# -- looped ----------------------------------------------------------------------------------------


def rates(ds, _):
    def words(*numbers):
        seen = np.isfinite(numbers).all()
        return "{:.2f} ({:.2f} to {:.2f})".format(*map(float, numbers)) if seen else "not located"

    fixed = ds.sel(sweep=["fixed none", "fixed sqrt", "fixed linear"])
    return {
        str(sweep).replace(" ", "_"): words(
            *(ds[n].sel(sweep=sweep) for n in ("drift", "low", "high"))
        )
        for sweep in ds.sweep.values
    } | {
        "depth": words(*(ds.attrs[f"depth_{n}"] for n in ("drift", "low", "high"))),
        "miss": factor(fixed.equal, fixed.best),
    }


def steps(ds, _):
    words = {}
    for layers, rule in ((n, r) for n in (1, 2) for r in ds.scaling.values):
        at = ds.sel(layers=layers, scaling=rule)
        if np.isfinite(at.norm).any():
            for name in ("update_1", "update_10", "norm", "first", "relu"):
                words[f"{rule}_{layers}_{name}"] = f"{power(at[name].values, (1, 4)):.2f}"
    return words | {
        "update_1_miss": factor(ds["first"], ds.update_1),
        "norm_miss": factor(ds.relu, ds.norm),
    }


def streams(ds, _):
    words = {"learning_rate": "0.004"}
    for end in ("start", "end"):
        at = ds.sel(end=end)
        words[f"{end}_least"] = f"{np.nanmin(at.cosine.sel(loops=4)):.2f}"
        words[f"{end}_first"] = f"{float(at.norm.sel(loops=2, passed=2)):.2f}"
        words[f"{end}_last"] = f"{float(at.norm.sel(loops=4, passed=4)):.2f}"
    start = ds.sel(end="start")
    off = np.nanmax(abs(start.cosine - ds.aligned))
    return words | {"miss": f"{off:.2f}", "norm_miss": factor(ds.relu, start.norm, 2)}


def untrained(ds, _):
    words = {"miss": factor(ds.relu, ds.norm)}
    for rule in ("none", "sqrt", "linear"):
        at = ds.sel(scaling=rule, loops=[2, 4])
        words[rule] = f"{power(at.norm.values, (2, 4)):.2f}"
        words[f"{rule}_relu"] = f"{power(at.relu.values, (2, 4)):.2f}"
    return words


def norms(ds, _):
    last = [
        float(ds.exact.sel(scaling="linear", depth=L, loops=N, loop=N))
        for L in ds.depth.values
        for N in ds.loops.values
    ]
    apart = 100 * (max(last) - min(last)) / min(last)
    return {"apart": f"{apart:.1f}", "limit": f"{math.sqrt(residual.limit(1.0).value):.3f}"}


def transfer(ds, _):
    words = {"betas": (0.9, 0.95)}
    for optimizer in ("AdamW", "sign"):
        parts = []
        for rule in ("none", "sqrt", "linear", "layers"):
            at = ds.sel(optimizer=optimizer, rule=rule)
            numbers = (float(at[n]) for n in ("exponent", "exponent_low", "exponent_high"))
            parts.append("{} {:.2f} [{:.2f}, {:.2f}]".format(rule, *numbers))
        words[f"{optimizer}_exponents"] = ", ".join(parts)
    return words


def cosines(ds, _):
    least = ds.small_exact.sel(depth=1).values.min()
    printed = {"range": "[-0.037, 0.034]", "lowest": "0.027", "after": "0.3 to 0.6"}
    return {"least": f"{int(100 * least) / 100:.2f}"} | printed


def blocks(ds, _):
    block = ds.energy.sel(scaling="block").values
    return {
        "least": f"{block.min():.2f}",
        "most": f"{block.max():.2f}",
        "limit": f"{residual.limit(1.0).value:.3f}",
    }


def fig2(ds, _):
    norm = ds.norm.sel(kind="untied", rule="sqrt", step=3)
    rise = float(norm.sel(count=64)) / float(norm.sel(count=1))
    return {"rise": f"{rise:.2f}", "std": "0.02"}


# -- pc --------------------------------------------------------------------------------------------


def conditioning(ds, _):
    taken = ds.taken.sel(depth=4).transpose("case", "route").values  # plain, two other methods
    kappa = ds.condition.sel(depth=4)
    return {
        "depth": 4,
        "kappa": ends([kappa.sel(case="MLP"), kappa.sel(case="residual")], 0),
        "flat": f"{float(kappa.sel(case='uniform MLP')):.0f}",
        "nesterov": ends(taken[:, 1] / taken[:, 0], 3),
        "conjugate": ends(taken[:, 2] / taken[:, 0], 3),
        "miss": miss(ds.bound.transpose(*ds.taken.dims), ds.taken),
    }


def depth_slice(ds, p):
    start = ds.sel(stage="start").transpose("network", "width", ...)
    return {
        "miss_scale": miss(start.law_excess, start.excess),
        "miss_energy": miss(start.law_excess, start["ratio"]),
        "miss_turn": miss(start.law_cosine, start.cosine),
        "depth": p.depth,
        "widest": int(ds.width.max()),
        "second": int(np.sort(ds.width)[-2]),
        "falls": ends(ds.fall),
        "steps": ends(ds.step, 0),
    }


def sweep(ds, _):
    pc, between, sizes = ds.sel(rule="pc"), ds.between.isel(step=-1), ds.width.values
    first, last = pc.isel(step=0), pc.isel(step=-1)
    loss = pc.loss.sel(width=sizes[-1])
    scales = [power(row.values, sizes) for row in (first.rescaling, last.rescaling)]
    turns = [power(row.values, sizes) for row in (first.cosine, last.cosine, between)]
    return {
        "fall": f"{float(loss[-1] / loss[0]):.2f}",
        "scales": ends(scales, 1),
        "scales_below": "",
        "turns": ends(turns, 1),
        "turns_below": "",
        "miss_wide": miss(ds.wide_loss, loss),
        "miss_start": miss(ds.wide_rescaling.isel(end=0), first.rescaling),
        "miss_end": miss(ds.wide_rescaling.isel(end=1), last.rescaling),
        "miss_turn": miss(ds.law, first.cosine),
        "miss_widest": miss(ds.law[-1], first.cosine[-1]),
        "narrowest": sizes[0],
        "widest": sizes[-1],
        "from": sizes[0],
    }


def standard(ds, p):
    last = ds.isel(step=-1)
    widest = ds.between.isel(width=-1).values
    return sweep(ds, p) | {
        "between": tuple(f"{v:.2f}" for v in last.between.values),
        "equal": tuple(f"{v:.2f}" for v in last.cosine.sel(rule="pc").values),
        "least": f"{min(widest):.2f}",
        "when": int(ds.step[list(widest).index(min(widest))]),
    }


def saddles(ds, _):
    large = (ds.width >= 4) & (ds.depth >= 4)
    first, apart = (
        ds[n].where(large, 0).sum(("width", "depth")).values for n in ("first", "apart")
    )
    return {
        "levels": (0.4, 0.1),
        "low": 0.1,
        "pc_high": f"{first[0]:.0f} of {apart[0]:.0f}",
        "bp_high": f"{apart[0] - first[0]:.0f} of {apart[0]:.0f}",
        "bp_low": f"{apart[1] - first[1]:.0f} of {apart[1]:.0f}",
        "share_high": first[0] / max(apart[0], 1),
        "share_low": first[1] / max(apart[1], 1),
    }


def pc1(ds, _):
    def slopes(array, stage):
        rows = array.sel(stage=stage).transpose(..., "width").values.reshape(-1, 2)
        return [power(row, ds.width.values) for row in rows]

    def off(stage):
        law = ds.law_cosine.transpose("network", "depth", "width")
        return miss(law, ds.cosine.sel(stage=stage).transpose(*law.dims))

    halved = ds.step.values[ds.fall.transpose(*ds.step.dims).values <= 0.5]
    late = int((ds.fall > 0.5).sum())
    return {
        "earliest": int(halved.min()),
        "latest": int(halved.max()),
        "exceptions": f"all but {late} cells" if late else "every cell",
        "fast": ends(slopes(ds.cosine, "start"), 1),
        "slow": ends([slopes(ds.cosine, "halved"), slopes(ds.between, "halved")], 1),
        "fast_below": "",
        "slow_below": "",
        "miss": off("start"),
        "miss_halved": off("halved"),
        "second": 32,
        "widest": 128,
    }


def trained(ds, _):
    words = {"falls": ends(ds.fall)}
    for network in ("residual", "mlp"):
        at = ds.sel(network=network).transpose("depth", "width", ...)
        over = at.depth.values[:, None] / at.width.values
        words[network] = ends(at["ratio"].values / over)
        words[f"{network}_miss"] = miss(at.law_excess, at["ratio"])
        slopes = [power(row, at.width.values) for row in at["ratio"].values]
        words[f"{network}_power"] = ends(slopes)
    return words


def pc4(ds, _):
    def typed(values):
        return f"{float(values.min()):.2f} to {float(values.max()):.2f}"

    long = ds.cosine.sel(beta=max(ds.beta.values))
    return {
        "shallowest": 2,
        "deepest": 16,
        "shallow": typed(long.sel(depth=2)),
        "deep": typed(long.sel(depth=16)),
        "least": f"{int(100 * float(ds.cosine.sel(beta=0).min())) / 100:.2f}",
        "fall": typed(ds.loss.sel(beta=0).isel(step=-1)),
        "steps": int(ds.step.max()),
    }


def nonlinear(ds, _):
    loss = ds.loss.sel(width=32, rule="pc").transpose("case", "step").values
    gap = ds.gap.sel(rule="pc").isel(step=0).transpose("case", "width")
    return {
        "falls": ends(loss[:, -1] / loss[:, 0]),
        "miss": miss(ds.law.transpose("case", "width"), gap),
        "narrowest": 4,
        "widest": 32,
    }


def regimes(ds, p):
    gamma = min(ds.gamma0.values)
    pc, bp = (
        ds.loss.sel(rule=rule).transpose("network", "gamma0", "step").values
        for rule in ("pc", "bp")
    )
    lag = abs(pc / bp - 1).max(axis=-1)
    over = (p.depth - 1) / gamma**2
    return {
        "least": f"{gamma:g}",
        "correction": f"{over / p.width:.2g}",
        "papers": f"{over / 2048:.1g}",
        "lag": " and ".join(f"{v:.1f}" for v in lag[:, 0]),
        "others": f"{lag[:, 1:].max():.1f}",
        "miss": miss(ds.wide.transpose("network", "gamma0", "step")[..., -1], pc[..., -1]),
    }


def errors(ds, p):
    last = ds.isel(step=-1)
    loss = last.loss.sel(weight=ds.weight.values[1:]).values / float(last.loss.sel(weight=0))
    return {
        "miss": miss(ds.law, ds.energy),
        "grown": f"{np.exp(max(last.growth.values)):.2g}",
        "least": f"{np.exp(float(last.growth.sel(weight=min(p.weights)))):.3g}",
        "settled": f"{100 * max(p.weights) * ds.attrs['first']:.0f} %",
        "worse": f"{100 * max(abs(loss - 1)):.1f} %",
        "deep": p.depth,
    }


def two_hundred(ds, _):
    def typed(values):
        values = values[np.isfinite(values)]
        return f"{values.min():.2g} to {values.max():.2g}"

    last, start = ds.isel(step=-1), ds.isel(step=0)
    dims = ds.law_cosine.dims
    return {
        "left": ends(last.loss),
        "residual": typed(last.between.sel(network="residual").values),
        "deep": typed(last.between.sel(network="mlp", depth=32).values),
        "deepest": 32,
        "miss_turn": miss(ds.law_cosine, start.between.transpose(*dims)),
        "miss_energy": miss(ds.law_excess.transpose(*dims), start["ratio"].transpose(*dims)),
    }


NUMBERS = numbers_of_captions.NUMBERS | {
    "looped-blocks": blocks,
    "looped-cosines": cosines,
    "looped-fig2": fig2,
    "looped-network-rates": rates,
    "looped-network-steps": steps,
    "looped-network-streams": streams,
    "looped-networks": untrained,
    "looped-norms": norms,
    "looped-transfer": transfer,
    "looped-width": lambda *_: {"narrowest": 30},
    "pc-200-steps": two_hundred,
    "pc-conditioning": conditioning,
    "pc-depth-slice": depth_slice,
    "pc-errors": errors,
    "pc-fig-a14": sweep,
    "pc-fig-a16": sweep,
    "pc-fig-a18": standard,
    "pc-fig-a23": saddles,
    "pc-fig-a4": saddles,
    "pc-fig1": pc1,
    "pc-fig2": sweep,
    "pc-fig3-trained": trained,
    "pc-fig4": pc4,
    "pc-nonlinear": nonlinear,
    "pc-regimes": regimes,
}


@pytest.mark.parametrize("name", sorted(registry.modules()))
def test_numbers_of_captions_are_those_of_the_data(name):
    one, dataset, _ = small(name)
    parameters = dataclasses.replace(one.quick, **one.tiny)
    stated = dict(one.facts(dataset, parameters))
    assert bool(stated) == (name in NUMBERS), f"{name}: compute its numbers again in NUMBERS"
    assert stated == NUMBERS.get(name, lambda *_: {})(dataset, parameters)
