"""Experiments whose results are stored, so that no reader needs their time or PyTorch.

``python -m depthlaws.sims.networks.experiments NAME`` runs one and writes its file into
the folder ``runs`` of its paper. A new file gets its checksum into ``RUNS`` there. Some take two
more words: ``NAME SIZE FOLDER``, where SIZE is quick (seconds), laptop (minutes, stored) or gpu (an
hour of a large GPU), and FOLDER keeps finished cells and takes the files of other sizes.
"""

import itertools
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common import stored_runs
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.networks.image_updates import image_first_step
from depthlaws.sims.networks.images import ImageNetwork
from depthlaws.sims.networks.looped import LoopedTransformer
from depthlaws.sims.networks.stream_at_start import looped_start
from depthlaws.sims.networks.training_experiments import (
    FIRST_STEPS,
    RATE_SWEEPS,
    Size,
    best_rates,
    first_steps,
    rate_sweeps,
)
from depthlaws.sims.onestep.padded_rates import padded_rates
from depthlaws.sims.residual.widths_of_laws import visits_by_width
from depthlaws.sims.sweeps import sweep

__all__ = ["image_exponents", "image_rates", "looped_norms", "looped_stacks", "trained_rates"]

STACKS = {  # stack: (shared blocks, branches)
    "looped": (True, "both"),
    "looped, SwiGLU alone": (True, "mlp"),
    "looped, attention alone": (True, "attention"),
    "own blocks": (False, "both"),
}
CLASSIFIERS: dict[str, dict[str, Any]] = {
    "CNN": {},
    "CNN, zero padding": {"padding": "zero"},
    "CNN, kernel 5": {"kernel": 5},
    "CNN, GELU": {"activation": "gelu"},
    "ResNet": {"network": "resnet"},
    "ViT": {"network": "vit"},
}

POWERED: dict[str, tuple[int, dict[str, Any]]] = {  # classifier: (networks, options)
    "CNN": (192, {"width": 128}),
    "ResNet": (400, {"width": 64, "network": "resnet", "seed": 1000}),
    "ViT": (1312, {"width": 64, "network": "vit"}),
}
CELL_SAMPLES = 16  # networks of a cell of a sweep
SMALL_DIGITS = {"width": 32, "side": 4}  # 4 x 4 means of the pixels of a digit
TRAINED: dict[str, dict[str, Any]] = {  # options, depths, number of seeds, ends of the rates
    "CNN": {**SMALL_DIGITS, "depths": (2, 4, 6, 10, 16), "seeds": 24, "rates": (3e-3, 3.0)},
    "ResNet": {
        **SMALL_DIGITS,
        "network": "resnet",
        "depths": (2, 4, 6, 10, 16),
        "seeds": 24,
        "rates": (1e-3, 1.0),
    },
    "ViT": {
        "network": "vit",
        "width": 32,
        "patch": 4,
        "depths": (1, 2, 3, 4, 6),
        "seeds": 24,
        "rates": (3e-3, 3.0),
    },
}
TRAINED["ViT, pre-norm"] = {**TRAINED["ViT"], "norm": "pre"}
CIFAR = {"images": "cifar-10", "colours": 3, "side": 32, "device": "cuda", "evaluated": 2048}
DEEP_CONVOLUTIONS = {"depths": (6, 10, 14, 20, 28), "seeds": 3, "rates": (1e-4, 10.0)}
VIT = {"network": "vit", "width": 384, "heads": 6, "patch": 4}
BLOCKS = {"depths": (6, 8, 10, 12, 20), "seeds": 3, "rates": (1e-5, 1.0)}
TRAINED_SIZES: dict[
    str, dict[str, dict[str, Any]]
] = {  # about a second, minutes, an hour of one H200
    "quick": {"CNN": {"width": 8, "side": 4, "depths": (2, 3), "seeds": 1, "rates": (0.01, 1e3)}},
    "laptop": TRAINED,
    "gpu": {
        "CNN": {**CIFAR, "width": 64, **DEEP_CONVOLUTIONS},
        "ResNet": {**CIFAR, "network": "resnet", "width": 64, **DEEP_CONVOLUTIONS},
        "ViT": {**CIFAR, **VIT, **BLOCKS},
        "ViT, pre-norm": {**CIFAR, **VIT, "norm": "pre", **BLOCKS},
    },
}
EPOCH = {"quick": (2, 32), "laptop": (45, 32), "gpu": (391, 128)}  # steps, images of a mini-batch


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
    )


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
    )


def image_rates(
    *,
    samples: int = 48,
    seed: int = 1,
    width: int = 64,
    batch: int = 16,
    depths: tuple[int, ...] = (4, 8, 16, 32),
) -> xr.Dataset:
    """Maximal update rate of image classifiers at the start, by depth.

    Cross-entropy on scikit-learn's digits; CNNs and ResNets average over all pixels. A CNN has
    circular padding, kernel 3 and ReLU where its name says nothing else; the ViT is post-norm.
    Ten networks of seed 0 were too few for the claims; 48 of another seed are stored.

    Source: ammup, section 4.1.

    Parameters
    ----------
    samples, seed : int
        Networks of each point, and the seed of all draws.
    width, batch : int
        Channels or hidden size, and images of the mini-batch.
    depths : tuple of int
        Convolutions of a CNN, blocks of a ResNet or ViT.

    Returns
    -------
    xarray.Dataset
        ``rate`` (network, depth, sample).

    Examples
    --------
    >>> dict(image_rates(samples=1, width=8, depths=(2,)).sizes)  # doctest: +SKIP
    {'network': 6, 'depth': 1, 'sample': 1}
    """
    rates = np.empty((len(CLASSIFIERS), len(depths), integer("samples", samples)))
    attrs: dict[str, object] = {}
    for (i, options), (j, depth) in itertools.product(
        enumerate(CLASSIFIERS.values()), enumerate(depths)
    ):
        model = ImageNetwork(depth=depth, width=width, **options)
        run = image_first_step(model, samples=samples, seed=seed, batch=batch)
        rates[i, j] = run.rate
        attrs = {name: run.attrs[name] for name in ("seed", "dtype", "torch", "images")}
    return xr.Dataset(
        {"rate": (("network", "depth", "sample"), rates)},
        {"network": [*CLASSIFIERS], "depth": [*depths]},
        {**attrs, "loss_function": "ce", "width": width, "batch": batch, "samples": samples},
    )


def image_exponents(
    *,
    networks: Mapping[str, tuple[int, Mapping[str, Any]]] = MappingProxyType(POWERED),
    seed: int = 200,
    batch: int = 16,
    depths: tuple[int, ...] = (4, 8, 16, 32),
    store: Path | str | None = None,
) -> xr.Dataset:
    """Maximal update rates of a ResNet and a ViT in numbers set by earlier ones.

    Earlier networks of other seeds, 48 of ``image-rates`` (CNN: ten of width 128), 128 ViTs, and
    176 ResNets whose interval, -1.203 to -1.046, just reached the range, set the numbers n. The
    standard deviations s of their exponents are 0.51 (CNN), 0.20 (ResNet) and 0.42 (ViT), and half
    of the interval of a claim is about 5 s / sqrt(n): 0.18, 0.05 and 0.06. Weights make most of the
    scatter: at 16 layers of a CNN the standard deviation of the logarithm of the rate is 1.1
    between networks and 0.4 between mini-batches of one network. At width 256 it is about as large.

    Source: ammup, section 4.1.

    Parameters
    ----------
    networks : mapping of str to (int, mapping)
        Number of networks of each classifier, a multiple of 16, and its options.
    seed, batch : int
        Seed of the first 16 networks of each classifier, and images of the mini-batch.
    depths : tuple of int
        Convolutions of a CNN, blocks of a ResNet or ViT.
    store : path, optional
        Folder for the cells of the sweeps, from which an interrupted run continues.

    Returns
    -------
    xarray.Dataset
        ``rate`` (network, depth, sample), NaN beyond the networks of a classifier.

    Examples
    --------
    >>> small = {"CNN": (16, {"width": 8})}
    >>> dict(image_exponents(networks=small, depths=(2,)).sizes)  # doctest: +SKIP
    {'network': 1, 'depth': 1, 'sample': 16}
    """
    most = max(samples for samples, _ in networks.values())
    rates = np.full((len(networks), len(depths), most), np.nan)
    attrs: dict[str, object] = {}
    for i, (name, (samples, options)) in enumerate(networks.items()):
        run = sweep(
            "image-first-step",
            {"depth": depths},
            given={"samples": CELL_SAMPLES, "batch": batch, "seed": seed, **options},
            seeds=samples // CELL_SAMPLES,
            store=None if store is None else Path(store) / name,
        )
        rates[i, :, :samples] = run.rate.transpose("depth", "seed", "sample").values.reshape(
            len(depths), samples
        )
        attrs = {key: run.attrs[key] for key in ("dtype", "torch", "images") if key in run.attrs}
    widths = {f"width of the {name}": o["width"] for name, (_, o) in networks.items()}
    return xr.Dataset(
        {"rate": (("network", "depth", "sample"), rates)},
        {"network": [*networks], "depth": [*depths]},
        {**attrs, **widths, "loss_function": "ce", "batch": batch, "seed": seed},
    )


def trained_rates(
    *,
    size: str = "laptop",
    rates: int = 24,
    seed: int = 100,
    folder: str | None = None,
    store: Path | str | None = None,
) -> xr.Dataset:
    """Train image classifiers for one epoch of digits at many learning rates, by depth.

    SGD without momentum, cross-entropy, one epoch of 1438 digits in mini-batches of 32. The best
    rate of a seed is the one of least training loss, as in the paper.

    Predictions written before the run, as least-squares exponents of exact laws over the depths
    that are run (a block of a ViT is two units). CNN: -1.30 (plain ReLU networks of infinite width,
    cross-entropy) and -1.68 (width 32); ResNet: -1.17 (residual ReLU networks of infinite width,
    K^-1/2 in the weights); ViT: -1.12 (linear post-norm blocks without attention), pre-norm -0.98.
    The paper has -3/2 for all, and prints -1.339, -1.435 and -1.441 for those trained on CIFAR-10.

    Power: three seeds (0 to 2) were the pilot. Their exponents had standard deviations of 0.13
    (CNN), 0.28 (ResNet), 0.19 (ViT) and 0.4 (ViTs, pre-norm less post-norm). With 24 seeds half of
    the 99 % interval is 0.07, 0.16, 0.11 and 0.23; the pilot's means, -1.75, -0.98, -0.96 and
    0.63, are 0.05, 0.22, 0.24 and 0.33 from the nearer end of the range of a claim.

    Source: ammup, sections 4.1 to 4.4.

    Parameters
    ----------
    size : str
        Sizes of networks and data: quick, laptop (stored), or gpu (the paper's widths on CIFAR-10,
        written for one hour of one GPU and not run).
    rates : int
        Number of learning rates, evenly spaced in the logarithm.
    seed : int
        First seed; weights and mini-batches of a seed are the same at every rate.
    folder : str, optional
        Folder with the binary version of CIFAR-10, for the size gpu.
    store : path, optional
        Folder for the cells of the sweeps, from which an interrupted run continues.

    Returns
    -------
    xarray.Dataset
        ``depth`` (network, place) and ``learning_rate`` (network, rate); ``train`` and ``held_out``
        (network, place, seed, rate), losses after training, NaN beyond the seeds of a network and
        where a run diverged; ``diverged``, of the same shape.

    Examples
    --------
    >>> dict(trained_rates(size="quick", rates=3).sizes)  # doctest: +SKIP
    {'network': 1, 'place': 2, 'rate': 3, 'seed': 1}
    """
    networks = TRAINED_SIZES[choice("size", size, TRAINED_SIZES)]
    steps, batch = EPOCH[size]
    files = {} if folder is None else {"folder": folder}
    parts, attrs = [], {}
    for name, given in networks.items():
        options = dict(given)
        depths, seeds = options.pop("depths"), options.pop("seeds")
        lowest, highest = options.pop("rates")
        grid = np.geomspace(lowest, highest, rates)
        one_by_one = [  # so that a run that is stopped has whole seeds
            sweep(
                "image-training",
                {"depth": depths, "learning_rate": grid.tolist()},
                given={"samples": 1, "steps": steps, "batch": batch, **options} | files,
                seeds=[seed + i],
                store=None if store is None else Path(store) / name / str(seed + i),
            )
            for i in range(seeds)
        ]
        run = xr.concat(one_by_one, "seed").isel(sample=0, after=-1)
        run = run[["train", "held_out", "diverged"]].transpose("depth", "seed", "learning_rate")
        run = run.rename(depth="place", learning_rate="rate").drop_vars(
            ["place", "rate", "sample", "after"]
        )
        run["diverged"] = run.diverged.astype(float)
        run["depth"] = ("place", np.array(depths))
        run["learning_rate"] = ("rate", grid)
        parts.append(run)
        attrs = {key: run.attrs[key] for key in ("dtype", "torch") if key in run.attrs}
    joined = xr.concat(parts, "network", join="outer").assign_coords(network=[*networks])
    widths = {f"width of the {name}": given["width"] for name, given in networks.items()}
    joined.attrs = {**attrs, **widths, "steps": steps, "batch": batch, "loss_function": "ce"}
    return joined


EXPERIMENTS: dict[str, Callable[..., xr.Dataset]] = {
    "image-exponents": image_exponents,
    "image-rates": image_rates,
    "looped-best-rates": best_rates,
    "looped-first-steps": first_steps,
    "looped-norms": looped_norms,
    "looped-rates": rate_sweeps,
    "looped-stacks": looped_stacks,
    "padded-rates": padded_rates,
    "trained-rates": trained_rates,
    "visits-by-width": visits_by_width,
}
SIZES: dict[str, Mapping[str, Size]] = {
    "looped-first-steps": FIRST_STEPS,
    "looped-rates": RATE_SWEEPS,
    "trained-rates": {size: {"size": size} for size in TRAINED_SIZES},
}
STORED = "laptop"  # size whose results are stored


def main(name: str, size: str = STORED, folder: str | None = None) -> str:
    """Run an experiment, write its file and return the checksum."""
    run = EXPERIMENTS[choice("name", name, EXPERIMENTS)]
    sizes = SIZES.get(name, {STORED: {}})
    options = dict(sizes[choice("size", size, sizes)])
    if folder is not None:
        options["store"] = Path(folder) / "cells"
    dataset = run(**options)
    if name in {"looped-norms", "looped-stacks"}:  # experiments whose numbers are float32
        dataset = dataset.astype("float32")
    place = None if size == STORED else Path(folder or ".")
    return stored_runs.store_run(name, dataset, place)


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
