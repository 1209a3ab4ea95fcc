"""Batches of results: the datasets of many cells as the arrays of one ``.npz`` file.

Cells differ in shape (a run of N loops has N + 1 times), so that a batch keeps, for each variable,
the numbers of all its cells one behind the other, and a table of sizes: the contiguous ragged
arrays of the CF conventions. No pickles.
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


class Result(NamedTuple):
    """What a cell gave: arrays with their dimensions; ``coords`` names those that are labels."""

    variables: Mapping[str, tuple[tuple[str, ...], np.ndarray]]
    coords: frozenset[str]
    attrs: Mapping[str, Any]

    def dataset(self) -> xr.Dataset:
        """The dataset that the simulator returned, but for attributes that differ in its batch."""
        return xr.Dataset(dict(self.variables), attrs=dict(self.attrs)).set_coords(self.coords)


def pack(about: Mapping[str, Any], cells: Sequence[Any], found: Sequence[xr.Dataset]) -> bytes:
    """Bytes of a batch: what is said about it, the names of its cells, their results.

    Raises: TypeError for a variable that holds neither numbers nor words.
    """
    groups: dict[Any, list[int]] = {}
    for i, dataset in enumerate(found):
        groups.setdefault(_kind(dataset), []).append(i)
    arrays, told = {}, []
    for g, (kind, members) in enumerate(groups.items()):
        inside = [found[i] for i in members]
        dims = list(dict.fromkeys(d for _, ds, _, _ in kind for d in ds))
        arrays[f"sizes{g}"] = np.array([[d.sizes[n] for n in dims] for d in inside], dtype=np.int64)
        for v, (name, _, _, _) in enumerate(kind):
            arrays[f"values{g}_{v}"] = np.concatenate([d[name].to_numpy().ravel() for d in inside])
        variables = [(name, ds, is_coord) for name, ds, _, is_coord in kind]
        attrs = _common([d.attrs for d in inside])
        told.append({"members": members, "dims": dims, "variables": variables, "attrs": attrs})
    text = json.dumps({**about, "cells": list(cells), "groups": told})
    arrays["about"] = np.frombuffer(text.encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def _kind(dataset: xr.Dataset) -> tuple[Any, ...]:
    """Names, dimensions and types of the variables: cells of one kind lie in the same arrays."""
    kind = []
    for name, variable in dataset.variables.items():
        if variable.dtype.kind == "O" and variable.size:
            msg = f"{name} holds {type(variable.to_numpy().flat[0]).__name__}, no numbers or words"
            raise TypeError(msg)
        dtype = variable.dtype
        width = dtype.itemsize if dtype.kind != "U" else ""
        kind.append((name, variable.dims, f"{dtype.kind}{width}", name in dataset.coords))
    return tuple(kind)


def about(content: bytes) -> dict[str, Any]:
    """What a batch says about itself, the names of its cells among it."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return json.loads(arrays["about"].tobytes())


def results(content: bytes) -> Iterator[tuple[Any, Result]]:
    """Yield the name and the result of every cell of a batch.

    Raises: ValueError for a file that is no batch.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = dict(file)
    except (zipfile.BadZipFile, OSError, EOFError, ValueError) as error:
        msg = f"no batch of results ({error})"
        raise ValueError(msg) from error
    told = json.loads(arrays["about"].tobytes())
    for g, group in enumerate(told["groups"]):
        sizes = [dict(zip(group["dims"], row, strict=True)) for row in arrays[f"sizes{g}"].tolist()]
        columns = {}
        for v, (name, dims, _) in enumerate(group["variables"]):
            shapes = [tuple(size[d] for d in dims) for size in sizes]
            columns[name] = _cut(tuple(dims), arrays[f"values{g}_{v}"], shapes)
        coords = frozenset(name for name, _, is_coord in group["variables"] if is_coord)
        for row, member in enumerate(group["members"]):
            variables = {name: column[row] for name, column in columns.items()}
            yield told["cells"][member], Result(variables, coords, group["attrs"])


def _cut(
    dims: tuple[str, ...], values: np.ndarray, shapes: Sequence[tuple[int, ...]]
) -> list[tuple[tuple[str, ...], np.ndarray]]:
    ends = [*itertools.accumulate((math.prod(shape) for shape in shapes), initial=0)]
    return [
        (dims, values[a:b].reshape(shape))
        for a, b, shape in zip(ends, ends[1:], shapes, strict=False)
    ]


def _common(attrs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Attributes that all have, in JSON's form."""
    first = {name: _attribute(value) for name, value in attrs[0].items()}
    for other in attrs[1:]:
        first = {n: v for n, v in first.items() if n in other and _attribute(other[n]) == v}
    return first


def _attribute(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    return value if isinstance(value, str | int | float | list) else str(value)


def assembled(axes: Mapping[str, Sequence[Any]], found: Sequence[tuple[int, Result]]) -> xr.Dataset:
    """One dataset of all cells: (place in the product of the axes, result) each.

    Dimensions of the results are joined by their labels; where a cell has no value there is NaN.
    Raises: ValueError if the cells do not fit together.
    """
    shape = tuple(len(values) for values in axes.values())
    results = [result for _, result in found]
    index = [np.unravel_index(place, shape) if shape else () for place, _ in found]
    labels = _labels(axes, results)
    data: dict[str, Any] = {}
    for name, dims in _dims(axes, results, labels).items():
        have = (pair for pair in zip(index, results, strict=True) if name in pair[1].variables)
        parts = [(at, result, result.variables[name][1]) for at, result in have]
        whole = (*shape, *(len(labels[d]) for d in dims))
        data[name] = ((*axes, *dims), _filled(whole, parts, dims, labels))
    coords = {name for result in results for name in result.coords & data.keys()}
    given = {d: values for d, values in labels.items() if any(d in r.variables for r in results)}
    run = xr.Dataset(data, attrs=_common([r.attrs for r in results]) if results else {})
    return run.set_coords(coords).assign_coords(given | {a: _axis(v) for a, v in axes.items()})


def _labels(axes: Mapping[str, Sequence[Any]], results: Sequence[Result]) -> dict[str, np.ndarray]:
    """Labels of every inner dimension: those of all cells, in order if they differ."""
    seen: dict[str, dict[tuple[str, bytes], np.ndarray]] = {}
    for result in results:
        for dims, values in result.variables.values():
            for d, n in zip(dims, values.shape, strict=True):
                own = _own(result, d, n)
                seen.setdefault(d, {}).setdefault((own.dtype.str, own.tobytes()), own)
    if clash := sorted(seen.keys() & axes.keys()):
        msg = f"the simulator makes a dimension {clash[0]!r} itself; it cannot be an axis as well"
        raise ValueError(msg)
    labels = {}
    for d, known in seen.items():
        first, *others = known.values()
        labels[d] = np.unique(np.concatenate([first, *others])) if others else first
    return labels


def _own(result: Result, dim: str, size: int) -> np.ndarray:
    """Labels of a dimension in one cell; without any, its points are counted."""
    return result.variables[dim][1] if dim in result.variables else np.arange(size)


def _dims(
    axes: Mapping[str, Any], results: Sequence[Result], labels: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Dimensions of every variable that is neither an axis nor the labels of a dimension."""
    dims: dict[str, tuple[str, ...]] = {}
    for result in results:
        for name, (own, _) in result.variables.items():
            if name in axes or name in labels:
                continue
            if dims.setdefault(name, own) != own:
                msg = f"{name} has dimensions {dims[name]} in one cell, {own} in another"
                raise ValueError(msg + "; sweep them apart")
    return dims


def _filled(
    whole: tuple[int, ...],
    parts: Sequence[tuple[Any, Result, np.ndarray]],
    dims: Sequence[str],
    labels: Mapping[str, np.ndarray],
) -> np.ndarray:
    """Values of a variable in all cells: (index on the axes, result, values) each."""
    dtype = np.result_type(*{values.dtype for _, _, values in parts})
    full = sum(values.size for _, _, values in parts) == math.prod(whole)
    if not full and dtype.kind in "biu":
        dtype = np.dtype(np.float64)
    out = np.zeros(whole, dtype) if full or dtype.kind in "US" else np.full(whole, np.nan, dtype)
    known: dict[tuple[str, bytes], Any] = {}

    def places(result: Result, dim: str, size: int) -> np.ndarray:
        own = _own(result, dim, size)
        if (key := (dim, own.tobytes())) not in known:
            same = np.array_equal(own, labels[dim])
            known[key] = np.arange(size) if same else np.searchsorted(labels[dim], own)
        return known[key]

    for at, result, values in parts:
        inner = [places(result, d, n) for d, n in zip(dims, values.shape, strict=True)]
        out[(*at, *np.ix_(*inner))] = values
    return out


def _axis(values: Sequence[Any]) -> list[Any]:
    """Labels of an axis: numbers or words, or the text of what is neither."""
    kinds = {type(v) for v in values}
    if kinds <= {int, float} or kinds in ({str}, {bool}):
        return list(values)
    return [v if isinstance(v, str) else "none" if v is None else json.dumps(v) for v in values]
