"""Written by depthlaws._stubs from the modules of this package."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from depthlaws._public import collected, lazy
import xarray as xr
def simulators() -> Mapping[str, Callable[..., xr.Dataset]]: ...
from depthlaws.sims import onestep as onestep
from depthlaws.sims import predictive_coding as predictive_coding
from depthlaws.sims import residual as residual
from depthlaws.sims import scalar as scalar
from depthlaws.sims.activations import Activation as Activation
from depthlaws.sims.activations import leaky_relu as leaky_relu
from depthlaws.sims.estimate import Estimate as Estimate
from depthlaws.sims.merging import Merged as Merged
from depthlaws.sims.merging import load_sweep as load_sweep
from depthlaws.sims.merging import merge_sweeps as merge_sweeps
from depthlaws.sims.optimizers import AdamW as AdamW
from depthlaws.sims.optimizers import Noise as Noise
from depthlaws.sims.optimizers import SGD as SGD
from depthlaws.sims.optimizers import Sign as Sign
from depthlaws.sims.sweeps import Sweep as Sweep
from depthlaws.sims.sweeps import planned as planned
from depthlaws.sims.sweeps import sweep as sweep

__all__ = [
    "Activation",
    "AdamW",
    "Estimate",
    "Merged",
    "Noise",
    "SGD",
    "Sign",
    "Sweep",
    "leaky_relu",
    "load_sweep",
    "merge_sweeps",
    "onestep",
    "planned",
    "predictive_coding",
    "residual",
    "scalar",
    "simulators",
    "sweep",
]
