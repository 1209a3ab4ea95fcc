"""Kinds of files that this package writes, and how to tell one of them from anybody else's.

A file is replaced only if this package wrote it: its first or last bytes carry the mark of its
kind. An empty file, as ``mktemp`` makes it, holds nothing that could be lost.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ENDS_BYTES = 1 << 20  # bytes at each end of a file in which its mark is sought


@dataclass(frozen=True)
class Kind:
    """Kind of output: its name, the endings that it may have, and the mark of our files.

    ``printed``: "-" writes it to standard output. ``formats``: the ending chooses the format, so
    that a device such as ``/dev/stdout`` cannot take it.

    >>> JSON.accepts(Path("a.json")), JSON.accepts(Path("a.csv"))
    (True, False)
    """

    name: str
    suffixes: tuple[str, ...]
    mark: re.Pattern[bytes]
    printed: bool = False
    formats: bool = False

    def accepts(self, path: Path) -> bool:
        """Return whether a name has an ending of this kind."""
        return path.suffix.lower() in self.suffixes

    def wrote(self, path: Path) -> bool:
        """Return whether this package wrote a file. Raises: OSError if it cannot be read."""
        size = path.stat().st_size
        with path.open("rb") as file:
            content = file.read(ENDS_BYTES)
            if size > ENDS_BYTES:
                file.seek(max(ENDS_BYTES, size - ENDS_BYTES))
                content += file.read(ENDS_BYTES)
        return not content or self.mark.search(content) is not None


# All our JSON is indented by one blank, and ends with a blank that no other program writes.
JSON_END = " \n"
JSON = Kind(
    "JSON",
    (".json",),
    re.compile(rb"\A(\[\]|\{\}|[\[{]\n [^ \n][\s\S]*[\]}]) \n\Z"),
    printed=True,
)
PAGE = Kind("page", (".html", ".htm"), re.compile(rb'<meta name="generator" content="depthlaws'))
MACROS = Kind(
    "LaTeX", (".tex", ".sty"), re.compile(rb"\A% Made by `depthlaws export`"), printed=True
)
PICTURE = Kind(  # by its metadata: the word alone may stand in anybody's picture
    "picture",
    (".png", ".pdf", ".svg"),
    re.compile(rb"Software\x00depthlaws|/Creator \(depthlaws\)|<dc:title>depthlaws</dc:title>"),
    formats=True,
)
NETCDF = Kind(  # an attribute made_by; a text in HDF5 stands behind its length
    "netCDF",
    (".nc",),
    re.compile(
        rb"\A\x89HDF(?=[\s\S]*made_by\x00)[\s\S]*\x09\x00{7}depthlaws\x00"
        rb"|\A\x89HDF[\s\S]*content_key\x00"
    ),
)
SUMMARY = Kind("text", (".txt",), re.compile(rb"\A\d+ claims\. A stranger can recheck"))

KINDS = (JSON, PAGE, MACROS, PICTURE, NETCDF, SUMMARY)
_BY_SUFFIX = {suffix: kind for kind in KINDS for suffix in kind.suffixes}


def refuse_foreign(paths: Iterable[Path]) -> None:
    """Check that every file that is there, of those to be written, is ours.

    Files of other kinds (scripts, style sheets) are judged by the folder that they stand in; see
    :func:`refuse_foreign_folder`. Raises: FileExistsError naming the first that is not.
    """
    for path in paths:
        kind = _BY_SUFFIX.get(path.suffix.lower())
        if kind is not None and path.is_file() and not kind.wrote(path):
            raise FileExistsError(foreign(path))


def refuse_foreign_folder(folder: Path, names: Iterable[str], *, first: str) -> None:
    """Check that a folder into which files are written by name holds no other file of such a name.

    The folder is ours if the file ``first`` in it is. Raises: FileExistsError naming another file.
    """
    entry = folder / first
    if entry.is_file():
        refuse_foreign([entry])
        return
    for path in (folder / name for name in names):
        if path.exists():
            raise FileExistsError(foreign(path))


def foreign(path: Path) -> str:
    """Return the sentence on a file that is not ours."""
    return f"{path} exists and was not written by depthlaws; move it away or give another name"
