"""Experiments on networks at the start whose results are stored, so that no reader needs PyTorch.

``python -m depthlaws.sims.networks.experiments NAME`` runs one and writes its file into
``results/``. A new file gets its checksum into ``sims.common.stored_runs.RESULTS``.
"""

import hashlib
import io
import itertools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.base.files import write
from depthlaws.sims.common import stored_runs
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.networks.image_updates import image_first_step
from depthlaws.sims.networks.images import ImageNetwork
from depthlaws.sims.networks.looped import LoopedTransformer
from depthlaws.sims.networks.stream_at_start import looped_start

__all__ = ["image_rates", "looped_norms"]

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


def looped_norms(
    *,
    samples: int = 10,
    seed: int = 0,
    width: int = 128,
    length: int = 64,
    loops: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64),
) -> xr.Dataset:
    """Norms and cosines of looped blocks, and of stacks of own blocks, over the number of passes.

    One block, random tokens, and the branch scales none, sqrt and linear. A pass of a stack of own
    blocks is its next block.

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


EXPERIMENTS: dict[str, Callable[[], xr.Dataset]] = {
    "image-rates": image_rates,
    "looped-norms": looped_norms,
}


def main(name: str) -> str:
    """Run an experiment, write its file and return the checksum."""
    buffer = io.BytesIO()
    EXPERIMENTS[choice("name", name, EXPERIMENTS)]().to_netcdf(buffer, engine="h5netcdf")
    content = buffer.getvalue()
    write(stored_runs.FOLDER / f"{name}.nc", content)
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    print(main(sys.argv[1]))
