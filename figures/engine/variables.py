"""What each variable of a figure's dataset is: its name in words, its unit, where it comes from."""

from typing import Any

import xarray as xr

Said = dict[str, str]


def exact(long_name: str, units: str = "1") -> Said:
    """Attributes of a variable that theory computed."""
    return {"long_name": long_name, "units": units, "kind": "theory"}


def simulated(long_name: str, units: str = "1") -> Said:
    """Attributes of a variable that was simulated, or measured on a simulation."""
    return {"long_name": long_name, "units": units, "kind": "simulation"}


def given(long_name: str, units: str = "1") -> Said:
    """Attributes of a coordinate or a parameter."""
    return {"long_name": long_name, "units": units, "kind": "given"}


def described(dataset: xr.Dataset, /, **said: Said) -> xr.Dataset:
    """Say of every variable what it is; scalar coordinates that a simulator left behind go.

    Raises: ValueError naming the variables left out or unknown.
    """
    left = [name for name, c in dataset.coords.items() if not c.dims and name not in said]
    dataset = dataset.drop_vars(left)
    wrong = set(dataset.variables) ^ set(said)
    if wrong:
        msg = f"described and present variables differ: {', '.join(sorted(map(str, wrong)))}"
        raise ValueError(msg)
    found = dataset.copy()
    for name, attrs in said.items():
        old: dict[str, Any] = found[name].attrs
        found[name].attrs = {**old, **attrs}
    return found
