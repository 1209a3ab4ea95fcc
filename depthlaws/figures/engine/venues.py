"""Widths of the columns of venues, and what the files of pictures hold beside the picture."""

from collections.abc import Mapping
from typing import Any

FULL_WIDTH = 6.75  # inches: text width of a page, for which figures are laid out
VENUES: Mapping[str, float] = {
    "full": FULL_WIDTH,
    "icml": 6.75,
    "icml-column": 3.25,
    "neurips": 5.5,
    "iclr": 5.5,
    "tmlr": 6.5,
}
DPI: Mapping[str, int] = {"png": 300, "pdf": 600, "svg": 600}  # of images inside a PDF or SVG


def width_in_inches(width: float | str) -> float:
    """Return the width in inches of a venue, or a width as given.

    Raises: ValueError for an unknown venue or a width outside 3 to 20 inches.
    """
    if isinstance(width, str) and width not in VENUES:
        msg = f"venue must be one of {', '.join(VENUES)}, got {width!r}"
        raise ValueError(msg)
    value = VENUES[width] if isinstance(width, str) else float(width)
    if not 3 <= value <= 20:
        msg = f"width must be between 3 and 20 inches, got {width!r}"
        raise ValueError(msg)
    return value


def metadata(kind: str, *, title: str, key: str, caption: str) -> dict[str, Any]:
    """Return the metadata that a file of this kind can hold: title, caption, content key."""
    if kind == "pdf":
        return {
            "Title": title,
            "Subject": caption,
            "Keywords": f"content key {key}",
            "Creator": "depthlaws",
            "CreationDate": None,
        }
    if kind == "svg":
        description = f"{caption} (content key {key})"
        return {"Title": title, "Description": description, "Creator": "depthlaws", "Date": None}
    return {"Title": title, "Description": caption, "Content key": key, "Software": "depthlaws"}
