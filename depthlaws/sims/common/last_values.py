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


def with_last_values(run: xr.Dataset, *along: str) -> xr.Dataset:
    """Return a run with the last value of each observable that has a dimension of ``along``.

    A dimension of length 0, as of the losses of no step, has no last value: NaN.

    >>> run = xr.Dataset({"energy": ("layer", [1.0, 3.0])}, coords={"layer": [1, 2]})
    >>> float(with_last_values(run, "layer").energy_out)
    3.0
    """
    parts = {}
    for name, value in run.items():
        if here := [d for d in along if d in value.dims]:
            empty = not all(value.sizes[d] for d in here)
            ends = value.pad(dict.fromkeys(here, (0, 1))) if empty else value
            last = ends.isel(dict.fromkeys(here, -1)).drop_vars(here, errors="ignore")
            parts[last_value(str(name))] = last
    return run.assign(parts)


def with_last_meanings(says: Mapping[str, str], place: str, /) -> dict[str, str]:
    """Return what each observable and its last value is, by name.

    >>> with_last_meanings({"energy": "mean square"}, "layer")["energy_out"]
    'mean square, at the last layer'
    """
    return {**says, **{last_value(n): f"{text}, at the last {place}" for n, text in says.items()}}
