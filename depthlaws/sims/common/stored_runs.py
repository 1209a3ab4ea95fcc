"""Stored results of networks, read without PyTorch and without running the networks again."""

import hashlib
import inspect
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from depthlaws.base.files import write
from depthlaws.base.paper_folders import PaperFolder, required
from depthlaws.base.plugins import imported_file
from depthlaws.sims.common.argument_checks import choice

if TYPE_CHECKING:
    import xarray as xr

__all__ = ["stored_run"]

STORED = "laptop"  # size of an experiment whose results are stored


@dataclass(frozen=True)
class Run:
    """Stored results of an experiment: their name, and the SHA-256 of the file ``NAME.nc``."""

    id: str
    sha256: str


def runs() -> Mapping[str, tuple[Path, Run]]:
    """Return folder and checksum of all stored results: ``RUNS`` of ``runs`` in each paper.

    Raises: NoPapersError where there are no papers.
    """
    return _runs(required())


@lru_cache(maxsize=2)
def _runs(folders: Sequence[PaperFolder]) -> Mapping[str, tuple[Path, Run]]:
    having = [folder for folder in folders if (folder.path / "runs" / "__init__.py").is_file()]
    return {
        run.id: (folder.path / "runs", run)
        for folder in having
        for run in imported_file(f"{folder.package}.runs").RUNS
    }


_LOADED: dict[str, "xr.Dataset"] = {}  # by checksum; a tenth of a second each, and often asked for


def stored_run(name: str) -> "xr.Dataset":
    """Return the stored results of an experiment on networks.

    Parameters
    ----------
    name : str
        Experiment whose results a paper has: image-rates, looped-norms, pc-halved-loss, ...

    Returns
    -------
    xarray.Dataset
        Results, with versions, sizes and seed among the attributes.

    Raises
    ------
    ValueError
        For an unknown name, a file that differs from what was stored, or where there are no papers.

    Examples
    --------
    >>> dict(stored_run("looped-norms").sizes)
    {'stack': 4, 'scaling': 3, 'loops': 7, 'sample': 160}
    """
    import xarray as xr

    known = runs()
    folder, run = known[choice("name", name, known)]
    path = folder / f"{name}.nc"
    content = path.read_bytes()
    checksum = hashlib.sha256(content).hexdigest()
    if checksum != run.sha256:
        msg = f"{path} is damaged: its checksum is not that of RUNS; install the paper again"
        raise ValueError(msg)
    if checksum not in _LOADED:
        _LOADED[checksum] = xr.load_dataset(io.BytesIO(content), engine="h5netcdf")
    return _LOADED[checksum].copy(deep=True)


def store_run(name: str, run: "xr.Dataset", folder: Path | None = None) -> str:
    """Write the results of an experiment into its file; return the checksum for ``RUNS``.

    The file goes into ``folder``, by default to the paper that has such results.
    """
    buffer = io.BytesIO()
    packed = {variable: {"zlib": True, "shuffle": True} for variable in run.data_vars}
    run.to_netcdf(buffer, engine="h5netcdf", encoding=packed)
    content = buffer.getvalue()
    write((folder or runs()[name][0]) / f"{name}.nc", content)
    return hashlib.sha256(content).hexdigest()


def make(
    words: Sequence[str],
    experiments: "Mapping[str, Callable[..., xr.Dataset]]",
    sizes: Mapping[str, Mapping[str, Mapping[str, Any]]] = MappingProxyType({}),
) -> str:
    """Run the experiment that the words of a command name, write its file, return the checksum.

    Parameters
    ----------
    words : sequence of str
        ``NAME [SIZE [FOLDER]]``, with the size laptop, which is stored, if it is left out. FOLDER
        keeps finished cells, and takes the files of other sizes.
    experiments : mapping of str to callable
        Functions that return the results, by name; those that can continue take ``store``.
    sizes : mapping, optional
        Options of each size of an experiment; one that is not named has the size laptop alone.

    Raises
    ------
    ValueError
        For an unknown name or size.
    """
    name, size, folder = [*words, *("", STORED, ".")[len(words) :]][:3]
    run = experiments[choice("name", name, experiments)]
    known = sizes.get(name, {STORED: {}})
    options = dict(known[choice("size", size, known)])
    if len(words) > 2 and "store" in inspect.signature(run).parameters:
        options["store"] = Path(folder) / "cells" / name
    return store_run(name, run(**options), None if size == STORED else Path(folder))
