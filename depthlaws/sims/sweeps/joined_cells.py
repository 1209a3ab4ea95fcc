"""One dataset of all cells of a sweep: the axes, then the dimensions of the results.

xarray joins only dimensions with coordinates, and takes some twenty times as long.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common.last_values import last_value
from depthlaws.sims.sweeps.batch_files import CellResult, common_attrs
from depthlaws.sims.sweeps.variable_names import described

__all__ = []

SHORTER = "runs differ in length: NaN after the end of a shorter one"  # of their variables


def joined(
    axes: Mapping[str, Sequence[Any]],
    cells: Sequence[tuple[int, CellResult]],
    about: Mapping[str, Any],
    function: Any,
) -> xr.Dataset:
    """Return one dataset of all cells, given as (place in the product of the axes, result).

    Dimensions of the results are joined by their labels; a value that no cell has is NaN.
    Attributes say what the store is ``about``, long names what the simulator says.
    Raises: ValueError if the cells do not fit together.
    """
    shape = tuple(len(values) for values in axes.values())
    results = [result for _, result in cells]
    index = [np.unravel_index(place, shape) if shape else () for place, _ in cells]
    labels = _labels(axes, results)
    data: dict[str, Any] = {}
    for name, dims in _dims(axes, results, labels).items():
        parts = [
            (at, result, result.variables[name][1])
            for at, result in zip(index, results, strict=True)
            if name in result.variables
        ]
        sizes = (*shape, *(len(labels[d]) for d in dims))
        complete = math.prod(sizes[len(shape) :])
        notes = {}
        if any(values.size < complete for _, _, values in parts):
            own = any(last_value(name) in result.variables for _, result, _ in parts)
            last = f"; its last values are in {last_value(name)}" if own else ""
            notes = {"comment": SHORTER + last}
        data[name] = ((*axes, *dims), _filled(sizes, parts, dims, labels), notes)
    coords = {name for result in results for name in result.coords & data.keys()}
    labelled = {d: labels[d] for d in labels if any(d in r.variables for r in results)}
    missing = {"missing_cells": math.prod(shape) - len(cells)}
    attrs = common_attrs([r.attrs for r in results]) if results else {}
    dataset = xr.Dataset(data, attrs=attrs | dict(about) | missing).set_coords(coords)
    on_axes = {axis: axis_labels(values) for axis, values in axes.items()}
    return described(dataset.assign_coords(labelled | on_axes), function)


def _labels(
    axes: Mapping[str, Sequence[Any]], results: Sequence[CellResult]
) -> dict[str, np.ndarray]:
    """Labels of every dimension of the results: those of all cells, in order if they differ."""
    variants: dict[str, dict[tuple[str, bytes], np.ndarray]] = {}
    for result in results:
        for dims, values in result.variables.values():
            for d, n in zip(dims, values.shape, strict=True):
                labels = _labels_in(result, d, n)
                key = labels.dtype.str, labels.tobytes()
                variants.setdefault(d, {}).setdefault(key, labels)
    if clash := sorted(variants.keys() & axes.keys()):
        msg = f"the simulator makes a dimension {clash[0]!r} itself; it cannot be an axis as well"
        raise ValueError(msg)
    joined_labels = {}
    for d, different in variants.items():
        first, *others = different.values()
        joined_labels[d] = np.unique(np.concatenate([first, *others])) if others else first
    return joined_labels


def _labels_in(result: CellResult, dim: str, size: int) -> np.ndarray:
    """Labels of a dimension in one cell; without a coordinate its points are counted."""
    return result.variables[dim][1] if dim in result.variables else np.arange(size)


def _dims(
    axes: Mapping[str, Any], results: Sequence[CellResult], labels: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Dimensions of every variable that is neither an axis nor the labels of a dimension."""
    dims: dict[str, tuple[str, ...]] = {}
    for result in results:
        for name, (here, _) in result.variables.items():
            if name in axes or name in labels:
                continue
            if dims.setdefault(name, here) != here:
                msg = f"{name} has dimensions {dims[name]} in one cell, {here} in another"
                raise ValueError(msg + "; sweep them apart")
    return dims


def _filled(
    shape: tuple[int, ...],
    parts: Sequence[tuple[Any, CellResult, np.ndarray]],
    dims: Sequence[str],
    labels: Mapping[str, np.ndarray],
) -> np.ndarray:
    """Values of a variable in all cells: (index on the axes, result, values) each."""
    dtype = np.result_type(*{values.dtype for _, _, values in parts})
    complete = sum(values.size for _, _, values in parts) == math.prod(shape)
    if not complete and dtype.kind in "biu":
        dtype = np.dtype(np.float64)
    empty = complete or dtype.kind in "US"
    filled = np.zeros(shape, dtype) if empty else np.full(shape, np.nan, dtype)
    places: dict[tuple[str, bytes], Any] = {}  # of the labels of a cell among those of all
    for at, result, values in parts:
        inner = []
        for d, n in zip(dims, values.shape, strict=True):
            here = _labels_in(result, d, n)
            if (key := (d, here.tobytes())) not in places:
                same = np.array_equal(here, labels[d])
                places[key] = np.arange(n) if same else np.searchsorted(labels[d], here)
            inner.append(places[key])
        filled[(*at, *np.ix_(*inner))] = values
    return filled


def axis_labels(values: Sequence[Any]) -> list[Any]:
    """Labels of an axis: numbers or words, or the text of anything else."""
    kinds = {type(v) for v in values}
    if kinds <= {int, float} or kinds in ({str}, {bool}):
        return list(values)
    return [v if isinstance(v, str) else "none" if v is None else json.dumps(v) for v in values]
