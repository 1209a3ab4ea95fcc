"""Figures of the page: copies of their files, checked for missing or broken ones."""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h5py
import matplotlib.image
from markupsafe import Markup

from depthlaws.base.files import replacing
from depthlaws.base.outputs import refuse_foreign
from depthlaws.report.prose import typeset
from depthlaws.report.tex import latex

KINDS = ("pdf", "svg", "png", "nc", "json")
NAMES = {"pdf": "PDF", "svg": "SVG", "png": "PNG", "nc": "data", "json": "provenance"}
REDRAW = "draw it again: depthlaws figures"
NEEDED = ("pdf", "png", "nc", "json")


@dataclass(frozen=True)
class Picture:
    """One figure as the page shows it: texts, files beside the page, and faults of the files."""

    id: str
    paper: str
    where: str
    says: Markup
    title: str
    caption: Markup
    claims: tuple[str, ...]
    place: str
    files: Mapping[str, str] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)
    faults: tuple[str, ...] = ()
    quotes: Sequence[Mapping[str, str]] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    latex: str = ""


def pictures(figures: Sequence[Any], source: Path | None, page: Path) -> list[Picture]:
    """Return the figures of a page; their files are linked or copied into ``figures/`` beside it.

    Files of an earlier page that the source folder no longer has are removed. Without a source
    folder the page has no figures. Raises: OSError if files cannot be copied.
    """
    shown = [_picture(figure, source, page) for figure in figures] if source else []
    copied = {page / address for picture in shown for address in picture.files.values()}
    for path in (page / "figures" / f"{p.id}.{kind}" for p in shown for kind in KINDS):
        if path not in copied:
            path.unlink(missing_ok=True)
    return shown


def _picture(figure: Any, source: Path, page: Path) -> Picture:
    from depthlaws.report.places import line_of

    paths = {kind: source / f"{figure.id}.{kind}" for kind in KINDS}
    paths = {kind: path for kind, path in paths.items() if path.is_file()}
    faults, record = _faults(figure.id, paths)
    if record.get("says", figure.says) != figure.says:
        faults.append(f"{figure.id} was drawn from earlier sources; {REDRAW} {figure.id}")
    caption = str(record.get("caption") or figure.words())
    files = {NAMES[kind]: _copied(path, page) for kind, path in paths.items()}
    return Picture(
        id=figure.id,
        paper=figure.source.paper,
        where=figure.source.where,
        says=typeset(figure.says),
        title=figure.says,
        caption=typeset(caption),
        claims=tuple(figure.claims),
        place=line_of(figure.id),
        files=files,
        size=_size(paths.get("png")),
        faults=tuple(faults),
        quotes=_quotes(record),
        facts=_facts(record),
        latex=_latex(figure.id, figure.says, caption),
    )


def _copied(path: Path, page: Path) -> str:
    """Return the address of a copy beside the page; a hard link if possible."""
    folder = page / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / path.name
    if target.exists() and target.samefile(path):
        return f"figures/{path.name}"
    refuse_foreign([target])
    with replacing(target) as part:
        part.unlink(missing_ok=True)
        _linked(path, part)
    return f"figures/{path.name}"


def _linked(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except OSError:  # another file system, or no hard links
        shutil.copyfile(path, target)


# -- faults of files -------------------------------------------------------------------------------


def _faults(name: str, paths: Mapping[str, Path]) -> tuple[list[str], dict[str, Any]]:
    """Return one line for each missing or broken file, and the provenance if it is readable."""
    if not paths:
        return [f"not drawn yet: depthlaws figures {name}"], {}
    again = f"{REDRAW} {name}"
    faults = [f"{name}.{kind} is missing; {again}" for kind in NEEDED if kind not in paths]
    for kind, path in paths.items():
        fault = _broken(READERS[kind], path)
        if fault:
            faults.append(f"{path.name} is broken ({fault}); {again}")
    record = _record(paths.get("json"), name)
    if "nc" in paths and record and _key(paths["nc"]) not in {"", record.get("content_key")}:
        faults.append(f"{name}.nc and {name}.json are of different runs; {again}")
    return faults, record


def _broken(reader: Callable[[Path], Any], path: Path) -> str:
    try:
        reader(path)
    except Exception as error:  # any error that reading a broken file can raise
        return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return ""


def _record(path: Path | None, name: str) -> dict[str, Any]:
    """Return the provenance of a figure; empty if it is unreadable or another figure's."""
    if path is None or _broken(_provenance, path):
        return {}
    record = _provenance(path)
    return record if record.get("figure", name) == name else {}


def _provenance(path: Path) -> dict[str, Any]:
    record = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(record, dict) or record.get("figure") != path.stem:
        msg = f"not the provenance of {path.stem}"
        raise ValueError(msg)
    return record


def _pdf(path: Path) -> None:
    content = path.read_bytes()
    if not (content.startswith(b"%PDF-") and b"%%EOF" in content[-1024:]):
        msg = "not a complete PDF file"
        raise ValueError(msg)


def _svg(path: Path) -> None:
    content = path.read_text(encoding="utf-8").strip()
    if not re.match(r"<(\?xml|svg)", content) or not content.endswith("</svg>"):
        msg = "not a complete SVG file"
        raise ValueError(msg)


def _data(path: Path) -> None:
    with h5py.File(path, "r") as file:
        if not len(file):
            msg = "no variables in the file"
            raise ValueError(msg)


READERS: Mapping[str, Callable[[Path], Any]] = {
    "pdf": _pdf,
    "svg": _svg,
    "png": matplotlib.image.imread,
    "nc": _data,
    "json": _provenance,
}


def _key(path: Path) -> str:
    """Return the content key of a dataset; empty if it cannot be read."""
    try:
        with h5py.File(path, "r") as file:
            return str(file.attrs.get("content_key", ""))
    except OSError:
        return ""


def _size(path: Path | None) -> tuple[int, int]:
    if path is None or _broken(matplotlib.image.imread, path):
        return 0, 0
    height, width = matplotlib.image.imread(path).shape[:2]
    return width, height


# -- provenance in words ---------------------------------------------------------------------------


def _quotes(record: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the paper's numbers beside ours."""
    rows = record.get("quotes")
    keys = ("what", "paper", "ours")
    valid = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [{key: _shown(row.get(key, "")) for key in keys} for row in valid]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return "; ".join(f"{k} = {_shown(v)}" for k, v in value.items())
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _facts(record: Mapping[str, Any]) -> dict[str, str]:
    """Return profile, seed, device, content key and parameters of a figure."""
    names = ("profile", "seed", "device", "content_key", "parameters")
    return {name.replace("_", " "): _shown(record[name]) for name in names if name in record}


def _latex(name: str, title: str, caption: str) -> str:
    """Return a LaTeX figure environment with the caption."""
    words = latex(" ".join(f"{title} {caption}".split()))
    return (
        "\\begin{figure}\n  \\centering\n"
        f"  \\includegraphics[width=\\linewidth]{{{name}.pdf}}\n"
        f"  \\caption{{{words}}}\n  \\label{{fig:{name}}}\n\\end{{figure}}"
    )
