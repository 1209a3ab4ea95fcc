"""Make figures: slow data saved under a content key, fast drawing, provenance beside them.

Making a figure writes ``<id>.nc`` (the dataset), ``<id>.pdf``, ``<id>.png`` and ``<id>.json``
(provenance), each replaced at once or not at all, so an interrupted run leaves whole files only
and the next run resumes from them.
"""

import contextlib
import importlib
import io
import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws import _workers as workers
from depthlaws._whole import sweep, writable, write
from depthlaws.claims.engine.records import Result as ClaimResult
from depthlaws.figures.engine import provenance, style, svg
from depthlaws.figures.engine.key import content_key
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.registry import figure, select

FORMATS = ("pdf", "png", "svg")
SHAPING = ("GDEF", "GPOS", "GSUB")  # tables of a font
FOR_EVER = math.inf  # seconds: a paper profile takes what it takes


@dataclass(frozen=True)
class Result:
    """What happened to one figure; ``refused`` says why it was not drawn, ``note`` is a warning.

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
        """Whether the figure was drawn."""
        return not self.refused


@dataclass(frozen=True)
class _Order:
    """What is asked for, the same for every figure of a run."""

    profile: str
    folder: Path
    seed: int
    width: float
    formats: tuple[str, ...]


def make(
    names: Sequence[str] = (),
    *,
    profile: str = "quick",
    out: Path | str,
    seed: int = 0,
    jobs: int = 1,
    width: float | str = style.FULL,
    formats: Collection[str] = ("pdf", "png"),
    progress: Callable[[Result], None] | None = None,
    verify: Callable[[Sequence[str]], Any] | None = None,
) -> list[Result]:
    """Make the figures named (ids, papers, patterns such as ``looped-*``) or all, in a folder.

    ``width`` is in inches, or a venue of ``style.VENUES``; ``formats`` are among pdf, png, svg. A
    dataset already there with the same content key is reused; a broken one is recomputed and
    noted. A figure that rests on a claim without a firm verdict is refused, the others are made.

    Raises: UnknownNameError; ValueError for an unknown profile, width or format; OSError for a
            folder that cannot be written or a full disk.
    """
    chosen = [figure(name) for name in select(names)]
    for one in chosen:
        one.parameters(profile)
    wanted = tuple(f for f in FORMATS if f in formats)
    if not wanted or set(formats) - set(FORMATS):
        msg = f"formats must be among {', '.join(FORMATS)}, got {', '.join(formats) or 'none'}"
        raise ValueError(msg)
    inches = style.inches(width)
    order = _Order(profile, writable(Path(out)), seed, inches, wanted)
    sweep(order.folder)
    needed = sorted({name for one in chosen for name in one.claims})
    verdicts = (verify or _verify)(needed).by_id if needed else {}
    tasks = [(one.id, order, {c: verdicts[c] for c in one.claims}) for one in chosen]
    done: dict[str, Result] = {}
    for result in _run(tasks, jobs):
        done[result.id] = result
        if progress is not None:
            progress(result)
    return [done[one.id] for one in chosen]


def _verify(names: Sequence[str]) -> Any:
    return importlib.import_module("depthlaws.claims.engine.run").verify(names)


def _run(tasks: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Result]:
    """Results as they come: here where one process is enough, else in processes of their own.

    Those end with this one, whatever ends it; a figure whose process dies is refused, no other.
    """
    processes = min(workers.cores() if jobs < 0 else jobs, len(tasks))
    if processes <= 1:
        yield from (_make(*task) for task in tasks)
        return
    for task, answer in workers.answers(_work, tasks, jobs=processes, limit=lambda _: FOR_EVER):
        failed = isinstance(answer, workers.Failure)
        yield Result(task[0], (), False, 0.0, answer.why) if failed else answer


def _work(*task: Any) -> Result:
    """Make one figure in a worker."""
    workers.started()
    return _make(*task)


def _make(name: str, order: _Order, verdicts: Mapping[str, ClaimResult]) -> Result:
    started = time.monotonic()
    one = figure(name)
    unsafe = [f"{c} is {v.verdict}" for c, v in verdicts.items() if not v.as_expected]
    if unsafe:
        why = f"rests on claims that do not stand: {', '.join(unsafe)}"
        return Result(name, (), False, time.monotonic() - started, why)
    dataset, reused, note = saved_or_computed(one, order.profile, order.folder, order.seed)
    written = [order.folder / f"{name}.nc"]
    for kind, content in drawn(one, dataset, order.width, order.formats).items():
        written.append(order.folder / f"{name}.{kind}")
        write(written[-1], content)
    written.append(order.folder / f"{name}.json")
    write(written[-1], provenance.record(one, order.profile, dataset, verdicts))
    return Result(name, tuple(written), reused, time.monotonic() - started, note=note)


def drawn(
    one: Figure, dataset: xr.Dataset, width: float, formats: Sequence[str]
) -> dict[str, bytes]:
    """The picture in each format, as bytes; all of them have one layout."""
    canvas = one.canvas(dataset, width)
    key, caption = dataset.attrs.get("content_key", ""), one.words(dataset)
    found = {}
    with style.house():
        style.settle(canvas)
        for kind in formats:
            buffer = io.BytesIO()
            fonts = {"pdf": _bare_fonts, "svg": svg.as_text}.get(kind, contextlib.nullcontext)()
            said = style.metadata(kind, title=one.says, key=key, caption=caption)
            with fonts:
                canvas.savefig(buffer, format=kind, dpi=style.DPI[kind], metadata=said)
            found[kind] = buffer.getvalue()
    return found


@contextlib.contextmanager
def _bare_fonts() -> Iterator[None]:
    """Leave what shapes text out of the fonts in a PDF, where every glyph has its place already.

    To find the kerning and the ligatures of the glyphs shown takes longer than to draw them.
    """
    fonts: Any = importlib.import_module("matplotlib.backends._backend_pdf_ps")
    options = fonts.subset.Options
    before = options._drop_tables_default
    options._drop_tables_default = [*before, *SHAPING]
    try:
        yield
    finally:
        options._drop_tables_default = before


def saved_or_computed(
    one: Figure, profile: str, folder: Path, seed: int
) -> tuple[xr.Dataset, bool, str]:
    """Dataset of a figure, whether it was there already, and a warning about a broken file."""
    parameters = one.parameters(profile)
    key = content_key(one.data, parameters, seed)
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
    """Write through memory: a full disk then ends in our error, not inside the HDF5 library."""
    buffer = io.BytesIO()
    dataset.to_netcdf(buffer, engine="h5netcdf")
    write(path, buffer.getvalue())
