"""Tables of a user's runs as rows by column: CSV with a heading, also compressed, and netCDF.

A CSV may separate columns by commas, tabs, semicolons or ``|``, begin with ``sep=;``, hold lines
that begin with ``#`` (also the heading, as NumPy writes it), and be compressed by gzip. Files that
end within a line, endless files and characters that steer a terminal are refused.
"""

import csv
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Rows = dict[str, dict[str, Any]]  # place in the files ("line 3") -> column -> value

FILE_COLUMN = "file"  # name of the file without its endings, where there are several
SEPARATORS = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "|"}
NETCDF = (".nc", ".netcdf", ".h5")
GZIP = b"\x1f\x8b"  # first bytes of a file that gzip wrote
MAX_BYTES = 1 << 28  # 256 MiB of text
CHUNK = 1 << 20
# Controls but tab and line ends; marks that turn the direction of writing; lone surrogates.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
RULE = re.compile(r"[\s|:-]*-[\s|:-]*")  # line below the heading of a table in Markdown


def read_rows(files: Sequence[Path]) -> Rows:
    """Rows of all files by their place. Raises: ValueError naming the file and the line."""
    rows: Rows = {}
    for file, times in Counter(file.resolve() for file in files).items():
        if times > 1:
            msg = f"{file.name} is given {times} times, and its rows would count as further runs: "
            raise ValueError(msg + "give each file once")
    for file in files:
        several = len(files) > 1
        for place, row in (_netcdf(file) if file.suffix in NETCDF else _csv(file)).items():
            name = {FILE_COLUMN: file.name.partition(".")[0]} if several else {}
            rows[f"{file}, {place}" if several else place] = name | row
    return rows


def _netcdf(file: Path) -> Rows:
    import xarray as xr

    try:
        with xr.open_dataset(file) as dataset:
            table = dataset.to_dataframe().reset_index().to_dict("records")
    except Exception as error:  # each library has its own error for a damaged file
        msg = f"{file} is not a readable netCDF; the name of a CSV must end in .csv"
        raise ValueError(msg) from error
    for row in table:
        for text in (*row, *row.values()):
            if isinstance(text, str):
                _refuse_control(text, f"{file}")
    return {f"row {n}": {str(k): v for k, v in row.items()} for n, row in enumerate(table, 1)}


def _csv(file: Path) -> Rows:
    text = _text(file)
    lines = list(_lines(text, file))
    for n, cells in lines:
        if any("\n" in cell for cell in cells):
            msg = f'{file}, line {n} has a quotation mark (") that no other closes: remove it'
            raise ValueError(msg)
    if len(lines) < 2:
        msg = f"{file} has no rows below its heading; give one row per measurement"
        raise ValueError(msg)
    (_, columns), *cells = lines
    _distinct(columns, file)
    rows = {f"line {n}": _row(columns, values, n, file) for n, values in cells}
    if not text.endswith(("\n", "\r")):
        _refuse_cut(columns, [values for _, values in cells], cells[-1][0], file)
    return rows


OTHER_FILES = {
    b"<html": "a web page",
    b"<!doctype": "a web page",
    b"<?xml": "XML",
    b"pk\x03\x04": "a zip archive, such as Excel writes",
    b"\xd0\xcf\x11\xe0": "a file of an old Excel",
    b"%pdf": "a PDF",
    b"\xff\xfe\0\0": "a text in UTF-32",
    b"\xff\xfe": "a text in UTF-16",
    b"\xfe\xff": "a text in UTF-16",
    b"par1": "a Parquet file",
    b"arrow1": "an Arrow file",
    b"fea1": "a Feather file",
    b"\x89hdf": "HDF5",
    b"\x93numpy": "an array of NumPy",
    **{b"\x80%c" % version: "a pickle of Python" for version in range(2, 6)},
    b"sqlite format": "a database",
    GZIP: "a file packed twice by gzip",
    b"\x28\xb5\x2f\xfd": "a file packed by zstd",
    b"\xfd7zxz": "a file packed by xz",
    **{b"bzh%d1ay" % level: "a file packed by bzip2" for level in range(1, 10)},
    b"{": "JSON",
    b"[": "JSON",
}


def _text(file: Path) -> str:
    """Text of a file. Raises: ValueError for one that is no text, too long, or damaged."""
    try:
        data = _bytes(file)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        byte = f"{error.object[error.start]:#x}"
        msg = f"{file} is not a CSV in UTF-8: line {line} has the byte {byte}; save it as UTF-8"
        raise ValueError(msg) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        msg = f"{file} is damaged, or was cut while it was compressed: {error}"
        raise ValueError(msg) from error
    except OSError as error:  # one of a read names no file
        raise OSError(error.errno, error.strerror, str(file)) from error


def _refuse_other_files(file: Path, begin: bytes) -> None:
    """Raise ValueError naming the kind of a file that is known by its first bytes."""
    begin = begin[:64].lstrip().lower()
    for mark, kind in OTHER_FILES.items():
        if begin.startswith(mark):
            msg = f"{file} is not a CSV in UTF-8 but {kind}: save the table itself as one"
            raise ValueError(msg)


def _bytes(file: Path) -> bytes:
    """Bytes of a file, unpacked if gzip wrote it; of an endless one only until it is refused."""
    parts: list[bytes] = []
    with file.open("rb") as raw:
        packed = raw.peek(len(GZIP)).startswith(GZIP)
        stream = gzip.GzipFile(fileobj=raw) if packed else raw
        while part := stream.read(CHUNK):
            parts.append(part)
            _refuse_other_files(file, parts[0])
            if b"\0" in part:
                msg = f"{file} is not a CSV in UTF-8: it holds the control character '\\x00', as "
                raise ValueError(f"{msg}UTF-16 and files without text do; save the table as one")
            if len(parts) * CHUNK > MAX_BYTES:
                msg = f"{file} is longer than {MAX_BYTES >> 20} MiB: keep the rows to check only"
                raise ValueError(msg)
    return b"".join(parts)


def _lines(text: str, file: Path) -> Iterator[tuple[int, list[str]]]:
    """Heading and rows with the numbers of their lines; without comments and empty lines."""
    kept, numbers, comment, separator = [], [], "", ""
    for n, line in enumerate(io.StringIO(text, newline=None), start=1):
        _refuse_control(line.rstrip("\n"), f"{file}, line {n}")
        if not kept and re.fullmatch(r"sep=.", line.strip("\n\r")):
            separator = line[4]
        elif line.startswith("#"):
            comment = comment if kept else line.lstrip("#")
        elif line.strip():
            kept.append(line)
            numbers.append(n)
    if not kept:
        return
    if comment and all(_is_number(word) for word in re.split(r"[,;|\s]+", kept[0].strip())):
        kept, numbers = [comment, *kept], [1, *numbers]
    between = separator or next((s for s in SEPARATORS if s in kept[0]), ",")
    if between == "|":
        numbers = [n for n, line in zip(numbers, kept, strict=True) if not RULE.fullmatch(line)]
        kept = [line.strip().strip("|") + "\n" for line in kept if not RULE.fullmatch(line)]
    table = csv.reader(kept, delimiter=between, skipinitialspace=True)
    before = 0
    try:
        for cells in table:
            yield numbers[before], [cell.strip() for cell in cells]
            before = table.line_num
    except csv.Error as error:
        msg = f"{file} is not a CSV in UTF-8: {error}"
        raise ValueError(msg) from error


def is_plain(text: str) -> bool:
    """Return whether a number has no digits but 0 to 9, and no underscores between them."""
    return text.isascii() and "_" not in text


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _refuse_control(text: str, place: str) -> None:
    if control := CONTROL.search(text):
        msg = f"{place} holds the control character {control[0]!a}: remove it"
        raise ValueError(msg)


def _row(columns: Sequence[str], values: Sequence[str], line: int, file: Path) -> dict[str, Any]:
    """Values of a line by column, None where it ends early. Raises: ValueError if it is longer."""
    if any(values[len(columns) :]):
        msg = (
            f"{file}, line {line} has {len(values)} values for {len(columns)} columns; decimals "
            "need a point (0.5), and commas only separate columns"
        )
        raise ValueError(msg)
    return dict.fromkeys(columns) | dict(zip(columns, values, strict=False))


def _distinct(columns: Sequence[str], file: Path) -> None:
    """Refuse a heading that names a column twice, or has one where several are meant."""
    for name, times in Counter(columns).items():
        if times > 1:
            msg = f"the heading names the column {name!r} {times} times; rename one of them"
            raise ValueError(msg)
    if len(columns) == 1 and re.search(r"\S\s+\S", columns[0]):
        between = ", ".join(SEPARATORS.values())
        msg = f"{file} has the heading {columns[0]!r}: separate columns by one of {between}"
        raise ValueError(msg)


def _refuse_cut(
    columns: Sequence[str], rows: Sequence[Sequence[str]], line: int, file: Path
) -> None:
    """Refuse a last line without a line end whose last number is shorter than all others."""
    *others, last = rows
    if len(last) < len(columns) == max(map(len, others), default=0):
        msg = f"{file}, line {line} ends before its column {columns[len(last)]}"
        raise ValueError(f"{msg}: complete or remove the line")
    at = len(last) - 1
    lengths = [len(row[at]) for row in others if len(row) > at and _is_number(row[at])]
    if _is_number(last[at]) and lengths and len(last[at]) < min(lengths):
        msg = (
            f"{file}, line {line} has no line end, and its {columns[at]} {last[at]} is shorter "
            "than all others: the file may be cut; complete or remove the line, or end it"
        )
        raise ValueError(msg)


def columns_of(rows: Rows) -> dict[str, None]:
    """Columns of the rows of all files, in order."""
    names: dict[str, None] = {}
    for row in rows.values():
        if names.keys() != row.keys():
            names |= dict.fromkeys(row)
    return names


def common_columns(rows: Rows) -> Rows:
    """Rows with all columns, None where their file has none of that name."""
    names = columns_of(rows)
    return {place: {**names, **row} for place, row in rows.items()}


def stacked(rows: Rows, columns: Mapping[str, None], layer: str, value: str) -> Rows:
    """Rows of a wide table as one row for each of its columns, named by ``layer``."""
    result: Rows = {}
    for place, row in rows.items():
        kept = {name: cell for name, cell in row.items() if name not in columns}
        for name in columns:
            result[f"{place}, column {name}"] = kept | {layer: name, value: row[name]}
    return result
