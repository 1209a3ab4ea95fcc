"""Attributes of the variables of a figure's dataset: name in words, unit, kind of origin."""

import xarray as xr

Attributes = dict[str, str]


def exact(long_name: str, units: str = "1") -> Attributes:
    """Attributes of a variable that theory computed."""
    return {"long_name": long_name, "units": units, "kind": "theory"}


def simulated(long_name: str, units: str = "1") -> Attributes:
    """Attributes of a variable that was simulated, or measured on a simulation."""
    return {"long_name": long_name, "units": units, "kind": "simulation"}


def given(long_name: str, units: str = "1") -> Attributes:
    """Attributes of a coordinate or a parameter."""
    return {"long_name": long_name, "units": units, "kind": "given"}


def describe(dataset: xr.Dataset, /, **attributes: Attributes) -> xr.Dataset:
    """Return the dataset with attributes on every variable.

    Scalar coordinates that are not described are dropped: simulators leave some behind.

    Raises: ValueError naming the variables without a description and the unknown names.
    """
    scalars = [name for name, c in dataset.coords.items() if not c.dims and name not in attributes]
    dataset = dataset.drop_vars(scalars)
    wrong = set(dataset.variables) ^ set(attributes)
    if wrong:
        names = ", ".join(sorted(map(str, wrong)))
        msg = f"describe needs one description for each variable; missing or unknown: {names}"
        raise ValueError(msg)
    result = dataset.copy()
    for name, added in attributes.items():
        result[name].attrs = {**result[name].attrs, **added}
    return result
