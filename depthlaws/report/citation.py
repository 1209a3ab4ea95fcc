"""BibTeX entry of this software."""

from importlib.metadata import version

SOFTWARE = "depthlaws"


def ourselves() -> str:
    """Return the BibTeX entry of this software, in the version that runs."""
    return (
        f"@software{{{SOFTWARE},\n  title = {{Depthlaws: exact-theory simulator and symbolic "
        "verifier of depth, width\n    and looping laws of neural networks},\n"
        f"  author = {{{{The Depthlaws developers}}}},\n  year = {{2026}},\n"
        f"  version = {{{version(SOFTWARE)}}},\n}}"
    )
