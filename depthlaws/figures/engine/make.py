"""Make figures: compute and store the dataset, draw it, write pictures and provenance.

Making a figure writes ``<id>.nc`` (the dataset), ``<id>.pdf``, ``<id>.png`` and ``<id>.json``
(provenance). Each file is replaced at once or not at all, so an interrupted run leaves complete
files only, and the next run reuses them.
"""

import contextlib
import importlib
import io
import json
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws.base import workers as workers
from depthlaws.base.files import remove_leftovers, writable, write
from depthlaws.base.outputs import refuse_foreign
from depthlaws.base.threads import cores, one_blas_thread
from depthlaws.claims.engine.records import Result as ClaimResult
from depthlaws.figures.engine import provenance, style, svg, venues
from depthlaws.figures.engine.key import content_key
from depthlaws.figures.engine.record import CHANGED, COMPUTED, Figure
from depthlaws.figures.engine.registry import figure, select
from depthlaws.figures.engine.settings import changed
from depthlaws.figures.engine.titles import fix_layout

FORMATS = ("pdf", "png", "svg")
SHAPING_TABLES = ("GDEF", "GPOS", "GSUB")  # font tables for kerning and ligatures
NO_TIME_LIMIT = math.inf  # seconds: a figure of the paper profile may take hours


@dataclass(frozen=True)
class Result:
    """Outcome of making one figure.

    ``files`` are the files written, ``reused`` is True if a stored dataset was drawn again,
    ``refused`` gives the reason why nothing was drawn, ``note`` is a warning.

    >>> Result("chain-fig1", files=(), reused=True, seconds=0.1).ok
    True
    >>> Result("chain-fig1", files=(), reused=False, seconds=0.1, refused="no data").ok
    False
    """

    id: str
    files: tuple[Path, ...]
    reused: bool
    seconds: float
    refused: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        """True if the figure was drawn."""
        return not self.refused


@dataclass(frozen=True)
class Settings:
    """Options of ``make`` that are the same for every figure of a run."""

    profile: str
    folder: Path
    seed: int
    width: float
    formats: tuple[str, ...]
    values: Mapping[str, Any]
    title: str | None
    panels: str

    def stem(self, name: str) -> str:
        """Return the name of the files of a figure: ``-own`` marks a reader's own version."""
        own = self.values or self.panels or self.title != COMPUTED
        return f"{name}-own" if own else name


def make(
    names: Sequence[str] = (),
    *,
    profile: str = "quick",
    out: Path | str,
    seed: int = 0,
    jobs: int = 1,
    width: float | str = style.FULL_WIDTH,
    formats: Collection[str] = ("pdf", "png"),
    values: Mapping[str, Any] | None = None,
    title: str | None = COMPUTED,
    panels: str = "",
    progress: Callable[[Result], None] | None = None,
    verify: Callable[[Sequence[str]], Any] | None = None,
) -> list[Result]:
    """Make figures: compute their data or reuse stored data, draw them, write files to a folder.

    A figure whose claims did not come out as expected is refused; the others are made.

    Parameters
    ----------
    names : sequence of str
        Figures to make: ids, papers, or patterns such as ``looped-*``. Empty means all figures.
    profile : {"quick", "paper"}
        Set of parameters: small networks in minutes, or the paper's sizes in hours.
    out : path
        Folder for the files; it is created if needed. A dataset that is stored there with the same
        content key is reused, an unreadable one is computed again.
    seed : int
        Seed of all random numbers.
    jobs : int
        Number of processes; -1 means one for each core.
    width : float or str
        Width in inches, from 3 to 20, or the name of a venue in ``venues.VENUES``.
    formats : collection of {"pdf", "png", "svg"}
        Formats of the pictures, at least one.
    values : mapping of str to number or sequence of numbers, optional
        Other values of the parameters of one figure, such as ``{"rates": (0.5, 2.6)}``;
        ``depthlaws figures ID --list`` shows names, units and what is allowed. The files of a
        changed figure are called ``<id>-own``.
    title : str or None
        Title in place of the computed one; None for no title.
    panels : str
        Letters of the panels to draw, such as "A,C"; all by default.
    progress : callable, optional
        Function that is called with the result of each figure as soon as it is made.
    verify : callable, optional
        Function from claim ids to a report of verdicts; ``depthlaws.claims.verify`` by default.

    Returns
    -------
    list of Result
        One result for each figure, in the order of the names.

    Raises
    ------
    UnknownNameError
        For a name that is no figure or paper, or a value that a figure does not have.
    ValueError
        For an unknown profile, width, format or panel, a value outside its domain, and values for
        several figures at once.
    OSError
        If the folder cannot be written or the disk is full; if a file of a figure's name is there
        and not ours.
    """
    chosen = [figure(name) for name in select(names)]
    for item in chosen:
        item.parameters(profile)
    kinds = tuple(kind for kind in FORMATS if kind in formats)
    if not kinds or set(formats) - set(FORMATS):
        msg = f"formats must be among {', '.join(FORMATS)}, got {', '.join(formats) or 'none'}"
        raise ValueError(msg)
    inches = venues.width_in_inches(width)
    values = dict(values or {})
    if values and len(chosen) != 1:
        msg = f"values are set in one figure at a time, got {len(chosen)} figures; name one"
        raise ValueError(msg)
    for item in chosen:
        changed(item, profile, values)
    settings = Settings(profile, writable(Path(out)), seed, inches, kinds, values, title, panels)
    remove_leftovers(settings.folder)
    for item in chosen:  # a broken dataset beside our provenance is ours
        stem = settings.stem(item.id)
        made = (settings.folder / f"{stem}.json").exists()
        endings = ("json" if made else "nc", *kinds)
        refuse_foreign(settings.folder / f"{stem}.{ending}" for ending in endings)
    needed = sorted({name for item in chosen for name in item.claims})
    verdicts = (verify or _verify)(needed).by_id if needed else {}
    tasks = [(item.id, settings, {c: verdicts[c] for c in item.claims}) for item in chosen]
    done: dict[str, Result] = {}
    for result in _run(tasks, jobs):
        done[result.id] = result
        if progress is not None:
            progress(result)
    return [done[item.id] for item in chosen]


def _verify(names: Sequence[str]) -> Any:
    return importlib.import_module("depthlaws.claims.engine.verify_claims").verify(names)


def _run(tasks: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Result]:
    """Yield results as they are ready, from this process or, for several jobs, from workers.

    If a worker dies, its figure is refused and the others are still made.
    """
    processes = min(cores() if jobs < 0 else jobs, len(tasks))
    if processes <= 1:
        yield from (_make_one(*task) for task in tasks)
        return
    for task, answer in workers.answers(
        _make_in_worker, tasks, jobs=processes, limit=lambda _: NO_TIME_LIMIT
    ):
        failed = isinstance(answer, workers.Failure)
        yield Result(task[0], (), False, 0.0, answer.why) if failed else answer


def _make_in_worker(*task: Any) -> Result:
    """Make one figure in a worker."""
    return _make_one(*task)


def _make_one(name: str, settings: Settings, verdicts: Mapping[str, ClaimResult]) -> Result:
    started = time.monotonic()
    item = figure(name)
    failed = [f"{c} is {v.verdict}" for c, v in verdicts.items() if not v.as_expected]
    if failed:
        why = f"its claims did not come out as expected: {', '.join(failed)} (depthlaws verify)"
        return Result(name, (), False, time.monotonic() - started, why)
    dataset, reused, note = load_or_compute(item, settings)
    if unshown := item.unshown(dataset):
        note = " ".join([note, f"its numbers do not show that {'; '.join(unshown)}"]).strip()
    stem, paths = settings.folder / settings.stem(name), []
    try:
        drawn = pictures(item, dataset, settings)
    except ValueError as error:  # panels that the figure does not have
        return Result(name, (), reused, time.monotonic() - started, str(error), note)
    contents = {
        "nc": None,
        **drawn,
        "json": provenance.to_json(
            item, settings.profile, dataset, verdicts, panels=settings.panels
        ),
    }
    for kind, content in contents.items():
        paths.append(stem.with_name(f"{stem.name}.{kind}"))
        if content is not None:
            write(paths[-1], content)
    return Result(name, tuple(paths), reused, time.monotonic() - started, note=note)


def pictures(item: Figure, dataset: xr.Dataset, settings: Settings) -> dict[str, bytes]:
    """Return the picture in each format as bytes; all formats have the same layout."""
    canvas = item.canvas(dataset, settings.width, title=settings.title, panels=settings.panels)
    key, caption = dataset.attrs.get("content_key", ""), item.words(dataset, panels=settings.panels)
    title, contents = item.title(dataset, panels=settings.panels), {}
    with style.house():
        fix_layout(canvas)
        for kind in settings.formats:
            buffer = io.BytesIO()
            fonts = {"pdf": _fonts_without_shaping, "svg": svg.as_text}.get(kind)
            metadata = venues.metadata(kind, title=title, key=key, caption=caption)
            with fonts() if fonts else contextlib.nullcontext():
                canvas.savefig(buffer, format=kind, dpi=venues.DPI[kind], metadata=metadata)
            contents[kind] = buffer.getvalue()
    return contents


@contextlib.contextmanager
def _fonts_without_shaping() -> Iterator[None]:
    """Leave tables for kerning and ligatures out of the fonts in a PDF.

    Every glyph of a PDF has a fixed place already, and subsetting these tables takes longer than
    drawing the figure.
    """
    fonts: Any = importlib.import_module("matplotlib.backends._backend_pdf_ps")
    options = fonts.subset.Options
    before = options._drop_tables_default
    options._drop_tables_default = [*before, *SHAPING_TABLES]
    try:
        yield
    finally:
        options._drop_tables_default = before


def load_or_compute(item: Figure, settings: Settings) -> tuple[xr.Dataset, bool, str]:
    """Return the dataset of a figure, True if it was stored, and a warning or an empty string."""
    folder, seed, profile = settings.folder, settings.seed, settings.profile
    parameters = changed(item, profile, settings.values)
    key = content_key(item.data, parameters, seed)
    path, note = folder / f"{settings.stem(item.id)}.nc", ""
    aside = folder / "other" / f"{path.stem}-{key[:12]}.nc"
    for place in dict.fromkeys((path, aside, folder / f"{item.id}.nc")):
        try:
            dataset = xr.load_dataset(place, engine="h5netcdf") if place.exists() else None
        except Exception as error:  # any error that reading a broken file can raise
            note = f"warning: {place} is broken ({type(error).__name__}); computed again"
            continue
        if dataset is not None and dataset.attrs.get("content_key") == key:
            if place != path:
                _save(dataset, path)
            return dataset, True, note
        if place == path and dataset is not None and dataset.attrs.get("profile") != profile:
            _move_aside(dataset, path)
    with one_blas_thread():  # else the numbers depend on the machine
        dataset = item.data(parameters, seed)
    dataset.attrs |= {"figure": item.id, "profile": profile, "seed": seed, "content_key": key}
    if settings.values:
        dataset.attrs[CHANGED] = json.dumps(settings.values, default=list)
    _save(dataset, path)
    return dataset, False, note


def _move_aside(dataset: xr.Dataset, path: Path) -> None:
    """Move the dataset of the other profile into ``other/``; it may have taken hours to compute."""
    aside = path.parent / "other" / f"{path.stem}-{dataset.attrs.get('content_key', '')[:12]}.nc"
    writable(aside.parent)
    path.replace(aside)


def _save(dataset: xr.Dataset, path: Path) -> None:
    """Write a dataset through memory, so that a full disk raises OSError, not an HDF5 error."""
    buffer = io.BytesIO()
    dataset.to_netcdf(buffer, engine="h5netcdf")
    write(path, buffer.getvalue())
