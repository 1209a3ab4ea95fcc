"""Names in words and units of the variables of a sweep: ``long_name`` and ``units`` of xarray.

Observables say what they are in their tables (``simulator(..., says=...)``), arguments in the
docstrings of the simulator and of its records.
"""

from collections.abc import Mapping
from typing import Any

import xarray as xr

from depthlaws.base.arguments import parameters
from depthlaws.base.docstrings import parameter_entries

DIMENSIONS = {
    "seed": "seed of all draws",
    "sample": "random network",
    "time": "layers that were passed, counted over all loops",
    "step": "training step",
    "after": "training steps done",
    "layer": "layer, from 1 on",
    "loop": "loop, from 0 on",
    "branch": "branch, in the order of the pass",
    "input": "input of the network",
    "passed": "passes done, or with an order of visits the visits done",
    "passed_1": "first of two passes, from 0 on",
    "passed_2": "second of two passes, from 0 on",
    "rule": "algorithm: pc (predictive coding) or bp (backpropagation)",
}
UNITS = {  # of what is no pure number
    **dict.fromkeys(("energy", "linear", "quadratic", "overlaps"), "h^2"),
    "largest": "h",
    "loss": "y^2",
    "total": "y/x",
    "mu_yx": "x y",
    "mu_xx": "x^2",
    "sharpness": "loss/weight^2",
    "spectrum": "loss/weight^2",
    "time": "layers",
    "step": "steps",
    "after": "steps",
}


def described(dataset: xr.Dataset, function: Any) -> xr.Dataset:
    """Return the dataset with a long name and a unit on every variable that is known."""
    meanings = {**DIMENSIONS, **_arguments(function), **getattr(function, "says", {})}
    for name, variable in dataset.variables.items():
        if meaning := meanings.get(str(name), ""):
            unit = UNITS.get(str(name), "1")
            variable.attrs = {"long_name": meaning, "units": unit} | variable.attrs
    return dataset


def _arguments(function: Any) -> Mapping[str, str]:
    """Meaning of each argument of a simulator, also of those inside records."""
    try:
        arguments = parameters(function)
    except TypeError:  # a function of one's own, with an argument that cannot be typed
        return parameter_entries(function)
    entries = dict(parameter_entries(function))
    for record in {id(a.record): a.record for a in arguments if a.record is not None}.values():
        entries |= parameter_entries(record)
    return entries
