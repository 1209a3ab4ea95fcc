"""Provenance of a figure: parameters, versions, device, verdicts, the paper's numbers and ours."""

import dataclasses
import json
import platform
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from depthlaws.base.outputs import JSON_END
from depthlaws.base.sources import versions as versions_of
from depthlaws.base.strict_json import jsonable
from depthlaws.base.threads import BLAS_THREADS

if TYPE_CHECKING:
    import xarray as xr

    from depthlaws.claims.engine.records import Result as ClaimResult
    from depthlaws.figures.engine.record import Figure

LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "xarray", "matplotlib")


def settings(parameters: Any) -> dict[str, Any]:
    """Return the parameters of a figure, a frozen dataclass, as JSON values."""
    return jsonable(dataclasses.asdict(parameters))


def versions() -> Mapping[str, str]:
    """Return versions of this package, of Python and of the libraries that compute the numbers."""
    return versions_of(("depthlaws", *LIBRARIES))


def simulation_attributes(*runs: "xr.Dataset") -> dict[str, str]:
    """Return dataset attributes that name the precision and device of simulated runs.

    Runs of :mod:`depthlaws.sims.residual` carry ``dtype`` and ``device``, datasets made from them
    carry ``simulated_dtype`` and ``simulated_device``; runs without either are NumPy arrays.
    """
    values: dict[str, set[str]] = {"dtype": set(), "device": set()}
    for run in runs:
        dtypes = {v.dtype.name for v in run.data_vars.values() if v.dtype.kind == "f"}
        for name, default in (("dtype", dtypes), ("device", {"numpy"})):
            stated = run.attrs.get(f"simulated_{name}", run.attrs.get(name))
            values[name] |= set(stated.split(", ")) if stated else default
    return {f"simulated_{name}": ", ".join(sorted(names)) for name, names in values.items()}


def device(dataset: "xr.Dataset") -> dict[str, str | int]:
    """Return machine, system, BLAS threads, precision and device that computed a dataset."""
    here = {"machine": platform.machine(), "system": sys.platform, "blas_threads": BLAS_THREADS}
    if "simulated_dtype" not in dataset.attrs:
        return here | {"dtype": "float64", "device": "numpy"}
    return here | {name: dataset.attrs[f"simulated_{name}"] for name in ("dtype", "device")}


def to_json(
    figure: "Figure",
    profile: str,
    dataset: "xr.Dataset",
    verdicts: Mapping[str, "ClaimResult"],
    *,
    panels: str = "",
) -> bytes:
    """Return the provenance of a figure as the content of its JSON file."""
    entries: dict[str, Any] = {
        "figure": figure.id,
        "says": figure.says,
        "title": figure.title(dataset, panels=panels),
        "source": str(figure.source),
        "caption": figure.words(dataset, panels=panels),
        "profile": profile,
        "changed": sorted(json.loads(dataset.attrs.get("changed", "{}"))),
        "parameters": settings(figure.parameters_of(dataset.attrs)),
        "seed": int(dataset.attrs["seed"]),
        "content_key": dataset.attrs["content_key"],
        "versions": versions(),
        "device": device(dataset),
        "claims": {
            c: {"verdict": str(v.verdict), "erratum": v.erratum, "as_expected": v.as_expected}
            for c, v in verdicts.items()
        },
        "quotes": [
            {"what": q.what, "paper": q.paper, "ours": jsonable(q.ours)}
            for q in figure.quotes(dataset)
        ],
    }
    return (json.dumps(entries, indent=1, allow_nan=False) + JSON_END).encode()
