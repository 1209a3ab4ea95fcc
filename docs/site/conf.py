"""Sphinx settings of the manual. build_site.py prepares its pages and runs Sphinx."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

project = "Depthlaws"
author = "The Depthlaws developers"
project_copyright = author
release = version = version_of("depthlaws")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "numpydoc",
    "mathml",
]
template_bridge = "page_bridge.Bridge"  # the pages of the report: one navigation, one search
html_theme = "basic"
highlight_language = "text"
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_inline"]
myst_heading_anchors = 3
autodoc_typehints = "none"
numpydoc_class_members_toctree = False
numpydoc_show_class_members = False
maximum_signature_line_length = 60
nitpicky = False  # types in words, such as "array_like", are no names; links of pages are checked
suppress_warnings = ["config.cache"]
exclude_patterns: list[str] = []


def bars_are_no_markup(
    app: Any, what: str, name: str, thing: Any, options: Any, lines: Any
) -> None:
    """Let ``|x|`` in a docstring be what it says."""
    code = re.compile(r"^\s*(>>>|\.\.\.)")
    lines[:] = [s if code.match(s) else re.sub(r"(?<![`\\])\|", r"\\|", s) for s in lines]


def setup(app: Any) -> None:
    """Leave out Sphinx's own search: the site has one."""
    app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))
    app.connect("autodoc-process-docstring", bars_are_no_markup, priority=100)
