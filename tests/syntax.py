"""Syntax trees of source files, parsed once a process: whole-package tests walk the same files."""

import ast
import functools
from pathlib import Path


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Syntax tree of a file, not to be changed."""
    return ast.parse(path.read_text(encoding="utf-8"))
