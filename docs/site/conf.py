"""Settings of Sphinx for the site; build_site.py prepares the pages and runs it."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Depthlaws"
author = "The Depthlaws developers"
project_copyright = author
release = version = version_of("depthlaws")
extensions = ["myst_parser", "mathml"]
html_theme = "furo"
html_title = f"Depthlaws {release}"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
myst_enable_extensions = ["dollarmath", "colon_fence", "attrs_inline"]
myst_heading_anchors = 3
nitpicky = True
exclude_patterns: list[str] = []
