"""Batch files: the datasets of many cells as the arrays of one ``.npz`` file, without pickles.

Cells differ in shape (a run of N loops has N + 1 times). A batch therefore holds, for each
variable, the numbers of all its cells one after the other, and a table of sizes: the contiguous
ragged arrays of the CF conventions.
"""

import io
import itertools
import json
import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import xarray as xr

__all__ = []


class CellResult(NamedTuple):
    """Result of one cell: arrays with their dimensions; ``coords`` names the coordinates."""

    variables: Mapping[str, tuple[tuple[str, ...], np.ndarray]]
    coords: frozenset[str]
    attrs: Mapping[str, Any]

    def dataset(self) -> xr.Dataset:
        """Dataset that the simulator returned, without attributes that differ in its batch."""
        return xr.Dataset(dict(self.variables), attrs=dict(self.attrs)).set_coords(self.coords)


def pack(about: Mapping[str, Any], names: Sequence[str], datasets: Sequence[xr.Dataset]) -> bytes:
    """Return the content of a batch file: its description, the names of cells, their results.

    Raises: TypeError for a variable that holds neither numbers nor words.
    """
    members_of: dict[Any, list[int]] = {}
    for i, dataset in enumerate(datasets):
        members_of.setdefault(_layout(dataset), []).append(i)
    arrays, groups = {}, []
    for g, (layout, members) in enumerate(members_of.items()):
        alike = [datasets[i] for i in members]
        dims = list(dict.fromkeys(d for _, ds, _, _ in layout for d in ds))
        arrays[f"sizes{g}"] = np.array([[d.sizes[n] for n in dims] for d in alike], dtype=np.int64)
        for v, (name, _, _, _) in enumerate(layout):
            arrays[f"values{g}_{v}"] = np.concatenate([d[name].to_numpy().ravel() for d in alike])
        variables = [(name, ds, is_coord) for name, ds, _, is_coord in layout]
        attrs = common_attrs([d.attrs for d in alike])
        groups.append({"members": members, "dims": dims, "variables": variables, "attrs": attrs})
    text = json.dumps({**about, "cells": list(names), "groups": groups})
    arrays["about"] = np.frombuffer(text.encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def _layout(dataset: xr.Dataset) -> tuple[Any, ...]:
    """Names, dimensions and types of the variables: cells with the same ones share arrays."""
    layout = []
    for name, variable in dataset.variables.items():
        dtype = variable.dtype
        if dtype.kind == "O" and variable.size:
            kind = type(variable.to_numpy().flat[0]).__name__
            msg = f"{name} holds {kind}, no numbers or words"
            raise TypeError(msg)
        width = dtype.itemsize if dtype.kind != "U" else ""
        layout.append((name, variable.dims, f"{dtype.kind}{width}", name in dataset.coords))
    return tuple(layout)


def names_in(content: bytes) -> list[str]:
    """Names of the cells of a batch."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return json.loads(arrays["about"].tobytes())["cells"]


def results(content: bytes) -> Iterator[tuple[str, CellResult]]:
    """Yield the name and the result of every cell of a batch.

    Raises: ValueError for a file that is no batch.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = dict(file)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError) as error:
        msg = f"no batch of results ({error})"
        raise ValueError(msg) from error
    about = json.loads(arrays["about"].tobytes())
    for g, group in enumerate(about["groups"]):
        sizes = [dict(zip(group["dims"], row, strict=True)) for row in arrays[f"sizes{g}"].tolist()]
        columns = {}
        for v, (name, dims, _) in enumerate(group["variables"]):
            shapes = [tuple(size[d] for d in dims) for size in sizes]
            ends = [*itertools.accumulate((math.prod(shape) for shape in shapes), initial=0)]
            values = arrays[f"values{g}_{v}"]
            columns[name] = [
                (tuple(dims), values[start:end].reshape(shape))
                for (start, end), shape in zip(itertools.pairwise(ends), shapes, strict=True)
            ]
        coords = frozenset(name for name, _, is_coord in group["variables"] if is_coord)
        for row, member in enumerate(group["members"]):
            variables = {name: column[row] for name, column in columns.items()}
            yield about["cells"][member], CellResult(variables, coords, group["attrs"])


def common_attrs(attrs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Attributes that all datasets have, in JSON's form."""
    common = {name: _attribute(value) for name, value in attrs[0].items()}
    for other in attrs[1:]:
        common = {n: v for n, v in common.items() if n in other and _attribute(other[n]) == v}
    return common


def _attribute(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    return value if isinstance(value, str | int | float | list) else str(value)
