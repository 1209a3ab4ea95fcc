"""Recheck in the page: the certificate of a claim, judged by Python in the reader's browser.

A page loads Pyodide (Python as WebAssembly) from the folder ``pyodide`` beside it, if somebody has
put it there, then ``recheck.zip``: the rechecker and mpmath, both plain Python. It runs on the
certificate and nothing else of this package.
"""

import importlib.util
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from markupsafe import Markup

from depthlaws.claims.engine.certificates import RECHECKER

PYODIDE = "314.0.7"  # version that the tests run
FOLDER = "recheck"  # of certificates, in the folder of the pages
ARCHIVE = "recheck.zip"
SCRIPT = "recheck.js"
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file: the archive depends on its contents alone


def files(certificates: Mapping[str, str]) -> dict[str, bytes]:
    """Return name and content of the files behind the buttons; none without certificates.

    ``certificates`` are texts by claim.
    """
    named = {place(claim): text.encode() for claim, text in certificates.items()}
    return named | {ARCHIVE: archive()} if named else {}


def place(claim: str) -> str:
    """Return the address of a certificate beside the pages."""
    return f"{FOLDER}/{claim}.json"


def button(claim: str) -> Markup:
    """Return the button of a page; it appears where scripts run."""
    return Markup(
        '<p class="recheck"><button type="button" hidden data-certificate="{}">Recheck here'
        '</button> <output aria-live="polite"></output> <a href="{}">certificate</a></p>\n'
        '<script src="{}" data-pyodide="{}" defer></script>'
    ).format(place(claim), place(claim), SCRIPT, PYODIDE)


def archive() -> bytes:
    """Return a ZIP file with the packages ``recheck`` and ``mpmath``."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name, path in sorted(_sources()):
            target.writestr(zipfile.ZipInfo(name, _TIME), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    yield from ((f"recheck/{path.name}", path) for path in RECHECKER)
    yield from python_sources("mpmath")


def python_sources(package: str) -> Iterator[tuple[str, Path]]:
    """Yield name and path of the Python files of an installed package, without its tests."""
    spec = importlib.util.find_spec(package)
    root = Path(str(spec.origin)).parent if spec else Path()
    for path in root.rglob("*.py"):
        place = path.relative_to(root)
        if "tests" not in place.parts:
            yield f"{package}/{place.as_posix()}", path
