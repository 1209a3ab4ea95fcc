"""Experiments on image classifiers whose results are stored: minutes to an hour.

``python -m depthlaws_papers.ammup.runs.experiments NAME [SIZE [FOLDER]]`` runs one and writes its
file here; a new file gets its checksum into ``RUNS``. SIZE is quick (seconds) or gpu (an hour of a
large GPU) where an experiment has them, and laptop if left out: that is stored. FOLDER keeps
finished cells and takes the files of other sizes.
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
from depthlaws.sims.sweeps import sweep
from depthlaws_papers.ammup.runs.padded_rates import padded_rates

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
    "padded-rates": padded_rates,
    "trained-rates": trained_rates,
}
SIZES = {"trained-rates": {size: {"size": size} for size in TRAINED_SIZES}}


if __name__ == "__main__":
    print(stored_runs.make(sys.argv[1:], EXPERIMENTS, SIZES))
