"""Make figures: slow data saved under a content key, fast drawing, provenance beside them.

A figure module defines ``FIGURE``. Making it writes ``<id>.nc`` (the dataset), ``<id>.pdf``,
``<id>.png`` and ``<id>.json`` (provenance), each to a temporary file that then replaces the old
one, so an interrupted run leaves whole files only and the next run resumes from them.
"""

import importlib
import json
import os
import pkgutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib
import matplotlib as mpl
import xarray as xr
from matplotlib.figure import Figure as Canvas

import depthlaws.figures as package
from depthlaws.claims.engine.records import Result as ClaimResult
from depthlaws.claims.engine.run import verify as verify_claims
from depthlaws.figures.engine import provenance, style
from depthlaws.theory.papers import Source
from depthlaws.theory.symbolic.formula import UnknownNameError

PROFILES = ("quick", "paper")


@dataclass(frozen=True)
class Quote:
    """A number or statement that the paper makes about a figure, with ours beside it."""

    what: str
    paper: str
    ours: float | str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure: what it shows, the claims it rests on, how to compute and how to draw it.

    ``data(parameters, seed)`` returns an xarray.Dataset; ``draw(dataset, canvas)`` only selects and
    plots. ``columns`` (1 or 2) sets the width, ``height`` is in inches. ``quick`` and ``paper``
    are frozen dataclasses of parameters.
    """

    id: str
    says: str
    source: Source
    caption: str
    claims: tuple[str, ...]
    columns: int
    height: float
    quick: Any
    paper: Any
    data: Callable[[Any, int], xr.Dataset]
    draw: Callable[[xr.Dataset, Canvas], None]
    quotes: Callable[[xr.Dataset], Sequence[Quote]] = lambda _: ()

    def parameters(self, profile: str) -> Any:
        """Parameters of a profile. Raises: ValueError for an unknown one."""
        if profile not in PROFILES:
            msg = f"profile must be one of {', '.join(PROFILES)}, got {profile!r}"
            raise ValueError(msg)
        return self.quick if profile == "quick" else self.paper

    def canvas(self, dataset: xr.Dataset) -> Canvas:
        """Draw in the house style."""
        with mpl.rc_context(dict(style.RC)):
            canvas = Canvas(figsize=(style.WIDTHS[self.columns], self.height), layout="constrained")
            self.draw(dataset, canvas)
        return canvas


@dataclass(frozen=True)
class Result:
    """What happened to one figure; ``refused`` says why it was not drawn, ``note`` is a warning."""

    id: str
    files: tuple[Path, ...]
    reused: bool
    seconds: float
    refused: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether the figure was drawn."""
        return not self.refused


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Figure]:
    """All figures by id: the ``FIGURE`` of each module of this package."""
    found: dict[str, Figure] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        one = getattr(importlib.import_module(module.name), "FIGURE", None)
        if one is not None and one.id in found:
            msg = f"two figures have the id {one.id!r}"
            raise ValueError(msg)
        if one is not None:
            found[one.id] = one
    return found


def figure(name: str) -> Figure:
    """Look up one figure. Raises: UnknownNameError with the nearest three."""
    if name not in figures():
        raise UnknownNameError("figure", name, figures())
    return figures()[name]


def make(
    ids: Sequence[str] = (),
    *,
    profile: str = "quick",
    out: Path | str,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Result], None] | None = None,
    verify: Callable[[Sequence[str]], Any] = verify_claims,
) -> list[Result]:
    """Make the figures named, or all of them, in a folder.

    A dataset already there with the same content key is reused; a broken one is recomputed and
    noted. A figure that rests on a claim without a firm verdict is refused, the others are made.

    Raises: UnknownNameError; ValueError for an unknown profile; OSError for an unwritable folder.
    """
    chosen = [figure(name) for name in (ids or figures())]
    for one in chosen:
        one.parameters(profile)
    folder = writable(Path(out))
    needed = sorted({name for one in chosen for name in one.claims})
    verdicts = verify(needed).by_id if needed else {}
    work = (
        joblib.delayed(_make)(one.id, profile, folder, seed, {c: verdicts[c] for c in one.claims})
        for one in chosen
    )
    done: dict[str, Result] = {}
    for result in joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(work):
        done[result.id] = result
        if progress is not None:
            progress(result)
    return [done[one.id] for one in chosen]


def _make(
    name: str, profile: str, folder: Path, seed: int, verdicts: Mapping[str, ClaimResult]
) -> Result:
    started = time.monotonic()
    one = figure(name)
    unsafe = [f"{c} is {v.verdict}" for c, v in verdicts.items() if not v.as_expected]
    if unsafe:
        seconds = time.monotonic() - started
        why = f"rests on claims that do not stand: {', '.join(unsafe)}"
        return Result(name, (), False, seconds, why)
    dataset, reused, note = saved_or_computed(one, profile, folder, seed)
    canvas = one.canvas(dataset)
    record = _provenance(one, profile, dataset, verdicts)
    files = {suffix: folder / f"{name}.{suffix}" for suffix in ("nc", "pdf", "png", "json")}
    with mpl.rc_context(dict(style.RC)):
        with replacing(files["pdf"]) as path:
            canvas.savefig(path, format="pdf", metadata={"CreationDate": None})
        with replacing(files["png"]) as path:
            canvas.savefig(path, format="png", dpi=style.PNG_DPI)
    with replacing(files["json"]) as path:
        path.write_text(json.dumps(record, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    return Result(name, tuple(files.values()), reused, time.monotonic() - started, note=note)


def saved_or_computed(
    one: Figure, profile: str, folder: Path, seed: int
) -> tuple[xr.Dataset, bool, str]:
    """Dataset of a figure, whether it was there already, and a warning about a broken file."""
    parameters = one.parameters(profile)
    key = provenance.content_key(one.data.__module__, parameters, seed)
    path, note = folder / f"{one.id}.nc", ""
    other = folder / "other" / f"{one.id}-{key[:12]}.nc"
    for place in (path, other):
        try:
            dataset = xr.load_dataset(place, engine="h5netcdf") if place.exists() else None
        except Exception as error:  # whatever reading a broken file raises
            note = f"warning: {place} is broken ({type(error).__name__}); computed again"
            continue
        if dataset is not None and dataset.attrs.get("content_key") == key:
            if place != path:
                _save(dataset, path)
            return dataset, True, note
        if dataset is not None and dataset.attrs.get("profile") != profile:
            _keep(dataset, one, path)
    dataset = one.data(parameters, seed)
    dataset.attrs |= {"figure": one.id, "profile": profile, "seed": seed, "content_key": key}
    _save(dataset, path)
    return dataset, False, note


def _keep(dataset: xr.Dataset, one: Figure, path: Path) -> None:
    """Move the other profile's dataset aside: hours of work must not fall to a quick run."""
    kept = path.parent / "other" / f"{one.id}-{dataset.attrs.get('content_key', '')[:12]}.nc"
    writable(kept.parent)
    path.replace(kept)


def _save(dataset: xr.Dataset, path: Path) -> None:
    with replacing(path) as part:
        dataset.to_netcdf(part, engine="h5netcdf")


def _provenance(
    one: Figure, profile: str, dataset: xr.Dataset, verdicts: Mapping[str, ClaimResult]
) -> dict[str, Any]:
    return {
        "figure": one.id,
        "says": one.says,
        "source": str(one.source),
        "caption": " ".join(one.caption.split()),
        "profile": profile,
        "parameters": provenance.plain(one.parameters(profile)),
        "seed": int(dataset.attrs["seed"]),
        "content_key": dataset.attrs["content_key"],
        "versions": provenance.versions(),
        "device": provenance.device(),
        "claims": {
            c: {"verdict": str(v.verdict), "erratum": v.erratum, "as_expected": v.as_expected}
            for c, v in verdicts.items()
        },
        "quotes": [
            {"what": q.what, "paper": q.paper, "ours": provenance.strict(q.ours)}
            for q in one.quotes(dataset)
        ],
    }


def writable(folder: Path) -> Path:
    """Create a folder if need be. Raises: OSError naming it if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        msg = f"cannot write figures to {folder}: {error.strerror}"
        raise OSError(msg) from error
    return folder


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Write to a temporary neighbour that replaces the file only when it is whole."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def tiny(one: Figure, **changes: Any) -> xr.Dataset:
    """Dataset of a figure with some quick parameters changed: for tests and first looks."""
    return one.data(replace(one.quick, **changes), 0)
