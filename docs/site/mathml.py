"""Extension of Sphinx: mathematics as MathML, which browsers show without a script or a network."""

import html
import re
from typing import Any

REPLACED = {  # commands that docutils does not know
    r"\\middle\|": "|",
    r"\\operatorname\b": r"\\mathrm",
    r"\\dots\b": r"\\ldots",
    r"\\tfrac\b": r"\\frac",
}


def mathml(latex: str, *, block: bool) -> str:
    """Return LaTeX as MathML; a command that docutils does not know is a warning of the build."""
    from docutils.utils.math import MathError
    from docutils.utils.math.latex2mathml import tex2mathml
    from sphinx.util import logging

    text = latex
    for command, instead in REPLACED.items():
        text = re.sub(command, instead, text)
    try:
        return tex2mathml(text, as_block=block)
    except MathError as error:
        logging.getLogger(__name__).warning("no MathML of %r: %s", latex, error)
        return html.escape(latex)


def _inline(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    writer.body.append(mathml(node.astext(), block=False))
    raise SkipNode


def _block(writer: Any, node: Any) -> None:
    from docutils.nodes import SkipNode

    text = re.sub(r"\\label\{[^}]*\}", "", node.astext()).strip()
    writer.body.append(f'<div class="math">{mathml(text, block=True)}</div>')
    raise SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
