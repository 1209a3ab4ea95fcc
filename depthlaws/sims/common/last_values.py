"""Last values along the depth or the time of a run, under names of their own.

In a sweep runs of different length share one axis, at whose end only the longest has a value.
"""

from collections.abc import Mapping

import xarray as xr

__all__: list[str] = []


def last_value(name: str, /) -> str:
    """Return the name of an observable at its last place: ``energy_out`` of ``energy``.

    >>> last_value("energy")
    'energy_out'
    """
    return f"{name}_out"


def with_last_values(run: xr.Dataset, along: str, /) -> xr.Dataset:
    """Return a run with the last value of each observable that has the dimension ``along``.

    >>> run = xr.Dataset({"energy": ("layer", [1.0, 3.0])}, coords={"layer": [1, 2]})
    >>> float(with_last_values(run, "layer").energy_out)
    3.0
    """
    parts = {n: value.isel({along: -1}) for n, value in run.items() if along in value.dims}
    return run.assign({last_value(str(n)): v.drop_vars(along) for n, v in parts.items()})


def with_last_meanings(says: Mapping[str, str], place: str, /) -> dict[str, str]:
    """Return what each observable and its last value is, by name.

    >>> with_last_meanings({"energy": "mean square"}, "layer")["energy_out"]
    'mean square at the last layer'
    """
    return {**says, **{last_value(n): f"{text} at the last {place}" for n, text in says.items()}}
