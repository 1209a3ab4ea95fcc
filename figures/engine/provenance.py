"""Where a figure comes from: parameters, versions, device, verdicts, numbers beside the paper's."""

import dataclasses
import json
import platform
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from depthlaws._json import jsonable
from depthlaws.claims.engine import closure

if TYPE_CHECKING:
    import xarray as xr

    from depthlaws.claims.engine.records import Result as ClaimResult
    from depthlaws.figures.engine.record import Figure

LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "xarray", "matplotlib")


def settings(parameters: Any) -> dict[str, Any]:
    """Parameters of a figure, a frozen dataclass, as JSON has them."""
    return jsonable(dataclasses.asdict(parameters))


def versions() -> Mapping[str, str]:
    """Versions of this package, Python and the libraries that make the numbers."""
    return closure.versions(("depthlaws", *LIBRARIES))


def computed(*runs: "xr.Dataset") -> dict[str, str]:
    """Attributes that say what simulated the numbers, from the runs themselves.

    Runs of :mod:`depthlaws.sims.residual` carry their dtype and device, and what was made from
    them carries these attributes; others are NumPy arrays.
    """
    said: dict[str, set[str]] = {"dtype": set(), "device": set()}
    for run in runs:
        own = {v.dtype.name for v in run.data_vars.values() if v.dtype.kind == "f"}
        for name, otherwise in (("dtype", own), ("device", {"numpy"})):
            told = run.attrs.get(f"simulated_{name}", run.attrs.get(name))
            said[name] |= set(told.split(", ")) if told else otherwise
    return {f"simulated_{name}": ", ".join(sorted(found)) for name, found in said.items()}


def device(dataset: "xr.Dataset") -> dict[str, str]:
    """Where and in which precision the numbers of a dataset were computed."""
    here = {"machine": platform.machine(), "system": sys.platform}
    if "simulated_dtype" not in dataset.attrs:
        return here | {"dtype": "float64", "device": "numpy"}
    return here | {name: dataset.attrs[f"simulated_{name}"] for name in ("dtype", "device")}


def record(
    one: "Figure", profile: str, dataset: "xr.Dataset", verdicts: Mapping[str, "ClaimResult"]
) -> bytes:
    """Provenance of a figure, as JSON."""
    said: dict[str, Any] = {
        "figure": one.id,
        "says": one.says,
        "source": str(one.source),
        "caption": one.words(dataset),
        "profile": profile,
        "parameters": settings(one.parameters(profile)),
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
            for q in one.quotes(dataset)
        ],
    }
    return (json.dumps(said, indent=1, allow_nan=False) + "\n").encode()
