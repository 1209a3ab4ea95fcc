"""Figures as the page shows them: files taken along, looked at before they are trusted."""

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

from depthlaws.files import replacing
from depthlaws.report.prose import typeset
from depthlaws.report.tex import latex

__all__ = ["Picture", "pictures"]

KINDS = ("pdf", "svg", "png", "nc", "json")
NAMES = {"pdf": "PDF", "svg": "SVG", "png": "PNG", "nc": "data", "json": "provenance"}
AGAIN = "draw it again: depthlaws figures"
NEEDED = ("pdf", "png", "nc", "json")


@dataclass(frozen=True)
class Picture:
    """One figure: its words, its files beside the page, and what is wrong with them."""

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
    """Views of figures; their files are linked or copied into ``figures/`` beside the page.

    What an earlier page took along and the source no longer has is removed. Without a source
    folder the page has no figures. Raises: OSError if files cannot be taken along.
    """
    found = [_picture(one, source, page) for one in figures] if source else []
    taken = {page / address for picture in found for address in picture.files.values()}
    for path in (page / "figures" / f"{p.id}.{kind}" for p in found for kind in KINDS):
        if path not in taken:
            path.unlink(missing_ok=True)
    return found


def _picture(one: Any, source: Path, page: Path) -> Picture:
    from depthlaws.report.places import line_of

    found = {kind: source / f"{one.id}.{kind}" for kind in KINDS}
    found = {kind: path for kind, path in found.items() if path.is_file()}
    faults, record = _faults(one.id, found)
    if record.get("says", one.says) != one.says:
        faults.append(f"{one.id} was drawn from earlier sources; {AGAIN} {one.id}")
    caption = str(record.get("caption") or one.words())
    files = {NAMES[kind]: _taken(path, page) for kind, path in found.items()}
    return Picture(
        id=one.id,
        paper=one.source.paper,
        where=one.source.where,
        says=typeset(one.says),
        title=one.says,
        caption=typeset(caption),
        claims=tuple(one.claims),
        place=line_of(one.id),
        files=files,
        size=_size(found.get("png")),
        faults=tuple(faults),
        quotes=_quotes(record),
        facts=_facts(record),
        latex=_latex(one.id, one.says, caption),
    )


def _taken(path: Path, page: Path) -> str:
    """Address of a copy beside the page: a second link to the same file where that is possible."""
    folder = page / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / path.name
    if target.exists() and target.samefile(path):
        return f"figures/{path.name}"
    with replacing(target) as part:
        part.unlink(missing_ok=True)
        _linked(path, part)
    return f"figures/{path.name}"


def _linked(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except OSError:  # another file system, or one without hard links
        shutil.copyfile(path, target)


# -- looking at files ------------------------------------------------------------------------------


def _faults(name: str, found: Mapping[str, Path]) -> tuple[list[str], dict[str, Any]]:
    """One line for each thing that is missing or broken, and the provenance if it can be read."""
    if not found:
        return [f"not drawn yet: depthlaws figures {name}"], {}
    again = f"{AGAIN} {name}"
    faults = [f"{name}.{kind} is missing; {again}" for kind in NEEDED if kind not in found]
    for kind, path in found.items():
        fault = _broken(READERS[kind], path)
        if fault:
            faults.append(f"{path.name} is broken ({fault}); {again}")
    record = _record(found.get("json"), name)
    if "nc" in found and record and _key(found["nc"]) not in {"", record.get("content_key")}:
        faults.append(f"{name}.nc and {name}.json are of different runs; {again}")
    return faults, record


def _broken(reader: Callable[[Path], Any], path: Path) -> str:
    try:
        reader(path)
    except Exception as error:  # whatever reading a broken file raises
        return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return ""


def _record(path: Path | None, name: str) -> dict[str, Any]:
    """Provenance of a figure; empty where there is none that can be read, or another figure's."""
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
        msg = "no whole PDF"
        raise ValueError(msg)


def _svg(path: Path) -> None:
    content = path.read_text(encoding="utf-8").strip()
    if not re.match(r"<(\?xml|svg)", content) or not content.endswith("</svg>"):
        msg = "no whole SVG"
        raise ValueError(msg)


def _data(path: Path) -> None:
    with h5py.File(path, "r") as file:
        if not len(file):
            msg = "no variables"
            raise ValueError(msg)


READERS: Mapping[str, Callable[[Path], Any]] = {
    "pdf": _pdf,
    "svg": _svg,
    "png": matplotlib.image.imread,
    "nc": _data,
    "json": _provenance,
}


def _key(path: Path) -> str:
    """Content key that a dataset carries; empty if it cannot be read."""
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
    """The paper's numbers beside ours."""
    rows = record.get("quotes")
    keys = ("what", "paper", "ours")
    known = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [{key: _shown(row.get(key, "")) for key in keys} for row in known]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return "; ".join(f"{k} = {_shown(v)}" for k, v in value.items())
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _facts(record: Mapping[str, Any]) -> dict[str, str]:
    """How the figure was made."""
    names = ("profile", "seed", "device", "content_key", "parameters")
    return {name.replace("_", " "): _shown(record[name]) for name in names if name in record}


def _latex(name: str, title: str, caption: str) -> str:
    """A LaTeX figure environment with its caption, mathematics between dollars."""
    words = latex(" ".join(f"{title} {caption}".split()))
    return (
        "\\begin{figure}\n  \\centering\n"
        f"  \\includegraphics[width=\\linewidth]{{{name}.pdf}}\n"
        f"  \\caption{{{words}}}\n  \\label{{fig:{name}}}\n\\end{{figure}}"
    )
