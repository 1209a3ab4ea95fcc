"""Experiments on looped Transformers whose results are stored: minutes to an hour.

``python -m depthlaws_papers.looped.runs.experiments NAME [SIZE [FOLDER]]`` runs one and writes its
file here; a new file gets its checksum into ``RUNS``. SIZE is quick (seconds) or gpu (an hour of a
large GPU) where an experiment has them, and laptop if left out: that is stored. FOLDER keeps
finished cells, from which an interrupted run continues, and takes the files of other sizes.
"""

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common import stored_runs
from depthlaws.sims.common.argument_checks import integer
from depthlaws.sims.networks.looped import LoopedTransformer
from depthlaws.sims.networks.stream_at_start import looped_start
from depthlaws.sims.sweeps import sweep
from depthlaws_papers.looped.runs.widths_of_laws import visits_by_width

Size = Mapping[str, Any]
FIRST_STEPS: dict[str, Size] = {  # of first_steps: seconds, minutes, an hour of a GPU
    "quick": {"loops": (1, 2), "samples": 2, "width": 16, "length": 8, "steps": 2},
    "laptop": {},
    "gpu": {"loops": (1, 2, 4, 8, 16, 32, 64), "width": 768, "length": 128, "device": "cuda"},
}
RATE_SWEEPS: dict[str, Size] = {
    "quick": {
        "rates": (1e-3, 4e-3, 1.6e-2), "loops": (1, 2), "layers": (2,),
        "samples": 2, "width": 16, "length": 8, "batch": 2, "steps": 6, "warmup": 1, "cooldown": 1,
    },
    "laptop": {},
    "gpu": {
        "width": 256, "length": 256, "batch": 64, "steps": 2000, "warmup": 50, "cooldown": 100,
        "rates": tuple(2.0**k * 1e-3 for k in range(-3, 4)), "device": "cuda",
    },
}  # fmt: skip
FIXED_DECAY, FIXED_PRODUCT = 0.1, 1e-5  # weight decay; weight decay times rate, as in version 1
DEPTH_LOOPS = 2  # passes of the stacks of several blocks

STACKS = {  # stack: (shared blocks, branches)
    "looped": (True, "both"),
    "looped, SwiGLU alone": (True, "mlp"),
    "looped, attention alone": (True, "attention"),
    "own blocks": (False, "both"),
}


def looped_norms(
    *,
    samples: int = 160,
    seed: int = 2,
    width: int = 128,
    length: int = 64,
    loops: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64),
) -> xr.Dataset:
    """Norms and cosines of looped blocks, and of stacks of own blocks, over the number of passes.

    One block, random tokens, and the branch scales none, sqrt and linear. A pass of a stack of own
    blocks is its next block. Ten networks of seed 0 were the pilot: exponents of the norm scattered
    by .025 (linear) and .035 (own blocks, sqrt) about .082 and .051. 160 networks of another seed
    give intervals of .010 and .014 (alarm 1e-6) to each side, which decide on exponents up to .085.

    Source: looped, section 5.1.

    Parameters
    ----------
    samples, seed : int
        Networks of each point, and the seed of all draws.
    width, length : int
        Hidden size and number of tokens.
    loops : tuple of int
        Numbers of passes N.

    Returns
    -------
    xarray.Dataset
        ``start`` and ``norm`` (stack, scaling, loops, sample): norm of the stream before and after
        all passes; ``least``, ``mean``, ``largest``: of the cosines of increments of two passes.

    Examples
    --------
    >>> dict(looped_norms(samples=1, width=16, loops=(2,)).sizes)  # doctest: +SKIP
    {'stack': 4, 'scaling': 3, 'loops': 1, 'sample': 1}
    """
    scalings = ("none", "sqrt", "linear")
    values = np.full((5, len(STACKS), 3, len(loops), integer("samples", samples)), np.nan)
    attrs: dict[str, object] = {}
    for (s, (shared, branches)), (r, scaling), (j, n) in itertools.product(
        enumerate(STACKS.values()), enumerate(scalings), enumerate(loops)
    ):
        model = LoopedTransformer(
            width=width, loops=n, scaling=scaling, branches=branches, shared=shared
        )
        run = looped_start(model, samples=samples, seed=seed, length=length)
        values[:2, s, r, j] = run.norm.values[:, [0, -1]].T
        if n > 1:
            pairs = run.cosine.values[:, *np.triu_indices(n, 1)]
            values[2:, s, r, j] = pairs.min(axis=1), pairs.mean(axis=1), pairs.max(axis=1)
        attrs = {name: run.attrs[name] for name in ("seed", "dtype", "torch", "tokens", "length")}
    dims = ("stack", "scaling", "loops", "sample")
    names = ("start", "norm", "least", "mean", "largest")
    return xr.Dataset(
        {name: (dims, part) for name, part in zip(names, values, strict=True)},
        {"stack": [*STACKS], "scaling": [*scalings], "loops": [*loops]},
        {**attrs, "width": width, "layers": 1, "samples": samples},
    ).astype("float32")


def looped_stacks(
    *,
    samples: int = 120,
    seed: int = 3,
    width: int = 128,
    length: int = 64,
    loops: int = 8,
    layers: tuple[int, ...] = (1, 2, 4, 8),
) -> xr.Dataset:
    """Norms of stacks of L blocks that are passed N times, over L.

    Random tokens, and the branch scales sqrt (N^-1/2), linear (1/N) and factorized (1/(N sqrt L)).

    Source: looped, section 4.

    Parameters
    ----------
    samples, seed : int
        Networks of each point, and the seed of all draws.
    width, length : int
        Hidden size and number of tokens.
    loops : int
        Passes N.
    layers : tuple of int
        Numbers of unique blocks L.

    Returns
    -------
    xarray.Dataset
        ``start`` and ``norm`` (scaling, layers, sample): norm of the stream before and after all
        passes.

    Examples
    --------
    >>> dict(looped_stacks(samples=1, width=16, layers=(2,)).sizes)  # doctest: +SKIP
    {'scaling': 3, 'layers': 1, 'sample': 1}
    """
    scalings = ("sqrt", "linear", "factorized")
    values = np.empty((2, len(scalings), len(layers), integer("samples", samples)))
    attrs: dict[str, object] = {}
    for (r, scaling), (j, depth) in itertools.product(enumerate(scalings), enumerate(layers)):
        model = LoopedTransformer(width=width, layers=depth, loops=loops, scaling=scaling)
        run = looped_start(model, samples=samples, seed=seed, length=length, cosines=False)
        values[:, r, j] = run.norm.values[:, [0, -1]].T
        attrs = {name: run.attrs[name] for name in ("seed", "dtype", "torch", "tokens", "length")}
    dims = ("scaling", "layers", "sample")
    return xr.Dataset(
        {name: (dims, part) for name, part in zip(("start", "norm"), values, strict=True)},
        {"scaling": [*scalings], "layers": [*layers]},
        {**attrs, "width": width, "loops": loops, "samples": samples},
    ).astype("float32")


def first_steps(
    *,
    store: Path | str | None = None,
    loops: Sequence[int] = (1, 2, 4, 8, 16, 32, 64),
    samples: int = 96,
    seed: int = 2,
    width: int = 64,
    length: int = 64,
    steps: int = 10,
    rate: float = 1e-4,
    device: str = "cpu",
) -> xr.Dataset:
    """Norm and update of the stream in the first AdamW steps, over the number of passes.

    One mini-batch of random tokens. One block under the branch scales none, sqrt and linear, and
    two blocks under none, sqrt and factorized, with half the networks and every second N.

    24 networks of seed 1, up to 32 passes, were the pilot. The standard deviations of their
    exponents, and intervals of +- 4.9 standard errors (false alarm rate 1e-6), set 96 networks:
    half the interval is about 0.05 for updates without branch scale and 0.034 for the norm under
    linear scaling.

    Source: looped, section 5.1.

    Parameters
    ----------
    store : path, optional
        Folder that keeps finished cells.
    loops : sequence of int
        Numbers of passes N.
    samples, seed : int
        Networks of one block, and the seed of all draws.
    width, length, steps : int
        Hidden size, tokens, and optimiser steps.
    rate : float
        Learning rate.
    device : str
        Device of torch.

    Returns
    -------
    xarray.Dataset
        ``start`` (layers, scaling, loops, sample): norm before the first pass; ``norm``, ``change``
        (layers, scaling, loops, sample, after): norm after the last pass, and its root mean square
        change by the last step. NaN where nothing was run.

    Examples
    --------
    >>> dict(first_steps(**FIRST_STEPS["quick"]).sizes)  # doctest: +SKIP
    {'layers': 2, 'scaling': 4, 'loops': 2, 'sample': 2, 'after': 3}
    """
    given = {
        "width": width, "length": length, "batch": 1, "steps": steps, "text": "random",
        "learning_rate": rate, "weight_decay": FIXED_DECAY, "seed": seed,
        "record": tuple(range(steps + 1)), "device": device,
    }  # fmt: skip
    stacks = {
        1: (("none", "sqrt", "linear"), loops, samples),
        2: (("none", "sqrt", "factorized"), _thinned(loops), max(2, samples // 2)),
    }
    parts: list[xr.Dataset] = []
    attrs: Mapping[str, Any] = {}
    for layers, (scalings, passes, networks) in stacks.items():
        run = sweep(
            "looped-training",
            {"scaling": [*scalings], "loops": [*passes]},
            given=given | {"layers": layers, "samples": networks},
            store=store and Path(store) / f"{layers}",
        )
        last = run[["norm", "change"]].isel(passed=run.loops)
        start = run.norm.isel(passed=0, after=0, drop=True)
        parts.append(last.drop_vars("passed").assign(start=start))
        attrs = run.attrs
    depths = xr.DataArray([*stacks], dims="layers", name="layers")
    joined = xr.concat(parts, dim=depths, join="outer")
    sizes = {"width": width, "rate": rate, "length": length}
    return joined.astype("float32").assign_attrs(_kept(attrs), **sizes)


def _thinned(loops: Sequence[int]) -> Sequence[int]:
    """Every second number of passes, with the first and the last."""
    return sorted({*loops[::2], loops[-1]})


def rate_sweeps(
    *,
    store: Path | str | None = None,
    rates: Sequence[float] = tuple(2.0**k * 1e-3 for k in range(6)),
    loops: Sequence[int] = (1, 2, 4, 8),
    layers: Sequence[int] = (2, 4),
    rules: Sequence[tuple[str, str]] | None = None,
    samples: int = 3,
    seed: int = 1,
    width: int = 32,
    length: int = 32,
    batch: int = 8,
    steps: int = 200,
    warmup: int = 10,
    cooldown: int = 20,
    device: str = "cpu",
) -> xr.Dataset:
    """Losses, norms and cosines of looped Transformers trained at several learning rates.

    Bytes of Python's standard library, AdamW. Weight decay is 0.1, or 1e-5 over the learning rate,
    the latter for the first, second and last number of passes. Without branch scale the last number
    is left out.
    Stacks of several blocks are passed twice at the branch scale 1/(N sqrt L), and their blocks
    learn at the rate over sqrt L.

    Source: looped, section 5.2.

    Parameters
    ----------
    store : path, optional
        Folder that keeps finished cells.
    rates : sequence of float
        Learning rates.
    loops, layers : sequence of int
        Numbers of passes N of one block, and of unique blocks L passed twice.
    rules : sequence of (str, str)
        Weight decays (fixed, product) and branch scales that are run; left out, all.
    samples, seed : int
        Networks of each point, and the seed of all draws.
    width, length, batch, steps, warmup, cooldown : int
        Hidden size, tokens of a stretch, stretches of a mini-batch, and steps of the schedule.
    device : str
        Device of torch.

    Returns
    -------
    xarray.Dataset
        One row a run, with ``decay`` (fixed or product), ``scaling``, ``layers``, ``loops`` and
        ``learning_rate``: ``held_out`` (run, sample, end) before and after training, ``diverged``
        (run, sample), ``norm`` (run, sample, end, passed), ``cosine`` (run, sample, end, passed_1,
        passed_2).

    Examples
    --------
    >>> rate_sweeps(**RATE_SWEEPS["quick"]).sizes["run"]  # doctest: +SKIP
    21
    """
    given = {
        "width": width, "length": length, "batch": batch, "steps": steps, "warmup": warmup,
        "cooldown": cooldown, "held_out": 64, "samples": samples, "seed": seed, "device": device,
    }  # fmt: skip
    runs: list[xr.Dataset] = []
    for decay, scaling, depth, passes in _networks(loops, layers):
        if rules is not None and (decay, scaling) not in rules:
            continue
        for rate in rates:
            cell = {
                "scaling": scaling, "layers": depth, "learning_rate": rate,
                "block_rate": depth**-0.5,
                "weight_decay": FIXED_DECAY if decay == "fixed" else FIXED_PRODUCT / rate,
            }  # fmt: skip
            # A store holds cells that differ on its axes only, and one value is no axis.
            folder = store and Path(store) / f"{decay}-{scaling}-{depth}-{passes}-{rate:g}"
            run = sweep("looped-training", {"loops": [passes]}, given=given | cell, store=folder)
            labels = {"decay": decay, "scaling": scaling, "layers": depth, "learning_rate": rate}
            pairs = {"passed_1": np.arange(passes), "passed_2": np.arange(passes)}
            observed = run[["held_out", "diverged", "norm", "cosine"]].isel(loops=0)
            observed = observed.rename(after="end").assign_coords(end=["start", "end"], **pairs)
            runs.append(observed.assign_coords(labels))
    names = ["decay", "scaling", "layers", "loops", "learning_rate"]
    rows = xr.concat(runs, dim="run", join="outer", coords=names)
    kept = rows.assign(diverged=rows.diverged.astype("int8"))
    for name in ("held_out", "norm", "cosine"):
        kept[name] = kept[name].astype("float32")
    sizes = {"width": width, "length": length, "batch": batch, "steps": steps}
    return kept.assign_attrs(_kept(runs[0].attrs), **sizes)


def best_rates(*, store: Path | str | None = None) -> xr.Dataset:
    """Sweeps of the learning rate with the power to locate the best one over the passes.

    Fixed weight decay, one block, the branch scales linear and sqrt. The three networks of
    :func:`rate_sweeps` were the pilot: losses scattered by 0.04 about flat parabolas. Sweeps
    simulated from them (12 each) located every best rate in 8 of 12 with 32 networks, and half the
    99 % interval of the exponent in N was then 0.11, with parabolas. Curves of any shape, which
    :func:`~depthlaws.parametrization.transfer_check` fits now, leave 0.3 and 0.23.

    Source: looped, figure 5.

    Parameters
    ----------
    store : path, optional
        Folder that keeps finished cells.

    Returns
    -------
    xarray.Dataset
        As :func:`rate_sweeps`, with 32 networks of another seed at seven rates up to 0.064.

    Examples
    --------
    >>> best_rates(store="cells").sizes["run"]  # doctest: +SKIP
    49
    """
    rules = (("fixed", "linear"), ("fixed", "sqrt"))
    rates = [2.0**k * 1e-3 for k in range(7)]
    return rate_sweeps(store=store, rates=rates, layers=(), rules=rules, samples=32, seed=2)


def _networks(loops: Sequence[int], layers: Sequence[int]) -> Iterator[tuple[str, str, int, int]]:
    """Decays, branch scales, blocks and passes; one pass of one block has no scale to choose."""
    fewer = sorted({*loops[:2], loops[-1]})
    for decay, scalings, passes in (
        ("fixed", ("linear", "sqrt"), loops),
        ("fixed", ("none",), loops[:-1]),
        ("product", ("linear", "sqrt"), fewer),
    ):
        for scaling in scalings:
            yield from ((decay, scaling, 1, n) for n in passes if n > 1 or scaling == "linear")
    yield from (("fixed", "factorized", depth, DEPTH_LOOPS) for depth in layers)


def _kept(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Seed and versions of a run."""
    return {name: attrs[name] for name in ("seed", "dtype", "torch") if name in attrs}


EXPERIMENTS: dict[str, Callable[..., xr.Dataset]] = {
    "looped-best-rates": best_rates,
    "looped-first-steps": first_steps,
    "looped-norms": looped_norms,
    "looped-rates": rate_sweeps,
    "looped-stacks": looped_stacks,
    "visits-by-width": visits_by_width,
}
SIZES = {"looped-first-steps": FIRST_STEPS, "looped-rates": RATE_SWEEPS}


if __name__ == "__main__":
    print(stored_runs.make(sys.argv[1:], EXPERIMENTS, SIZES))
