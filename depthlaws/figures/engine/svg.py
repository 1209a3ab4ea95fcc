"""Write SVG with text as text, so that it can be selected, searched and read aloud.

Matplotlib writes letters either as outlines, or as text in fonts that the reader may not have. As
text its formulas are sorted by font instead of from left to right, and root signs break: the sign
is in a font that only Matplotlib has, and the bar is misplaced. Here the file contains the fonts of
its letters, formulas read from left to right, and roots are drawn as shapes.
"""

import base64
import contextlib
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from fontTools import subset
from matplotlib import font_manager
from matplotlib.backends import backend_svg
from matplotlib.colors import to_hex
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D

TEXT_FONT = "DejaVu Sans"  # glyphs of other fonts (roots, tall brackets) are drawn as shapes
LAYOUT_SCALE = 16  # formulas are laid out this much larger: Matplotlib rounds to points
UNUSED_TABLES = ["GSUB", "FFTM"]  # font tables that a fixed set of glyphs does not need


class Glyph(NamedTuple):
    """One letter of a formula and its place in points; Matplotlib 3.11 adds a number to these."""

    font: Any
    size: float
    code: int
    x: float
    y: float


@contextlib.contextmanager
def as_text() -> Iterator[None]:
    """Make Matplotlib save SVG with text and its fonts, as a context manager."""
    module: Any = backend_svg
    before = module.RendererSVG
    module.RendererSVG = _Renderer
    try:
        yield
    finally:
        module.RendererSVG = before


class _Renderer(backend_svg.RendererSVG):
    """Matplotlib's renderer with formulas in reading order and the fonts of the text."""

    def __init__(self, width: float, height: float, svgwriter: Any, *more: Any, **kw: Any) -> None:
        super().__init__(width, height, svgwriter, *more, **kw)
        self.file = svgwriter
        self.letters_by_font: defaultdict[str, set[str]] = defaultdict(set)

    def _draw_text_as_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any, mtext: Any
    ) -> None:
        if not ismath:
            self.letters_by_font[str(font_manager.findfont(prop))] |= {*s}
            super()._draw_text_as_text(gc, x, y, s, prop, angle, ismath, mtext)
            return
        big = prop.copy()
        big.set_size(LAYOUT_SCALE * prop.get_size_in_points())
        *_, placed, bars = self._text2path.mathtext_parser.parse(s, 72, big)
        glyphs = [Glyph(font, size, code, x, y) for font, size, code, *_, x, y in placed]
        alpha = gc.get_alpha() if gc.get_forced_alpha() else gc.get_rgb()[3]
        self.writer.start(
            "g",
            style=f"fill: {to_hex(gc.get_rgb())}; opacity: {alpha:g}",
            transform=f"translate({x:g} {y:g}) rotate({-angle:g}) scale({1 / LAYOUT_SCALE:g})",
        )
        self.writer.comment(s)
        spans = "".join(self._spans(g for g in glyphs if g.font.family_name == TEXT_FONT))
        self.file.write(f"<text>{spans}</text>")  # the XML writer would add blanks
        shapes = [_outline(g) for g in glyphs if g.font.family_name != TEXT_FONT]
        for shape in [*shapes, *(_bar(*bar) for bar in bars)]:
            self.writer.element("path", d=self._convert_path(shape, Affine2D().scale(1, -1)))
        self.writer.end("g")

    def _spans(self, glyphs: Iterable[Glyph]) -> Iterator[str]:
        """Yield text spans from left to right, one for each stretch of one font and height."""
        placed = sorted(glyphs, key=lambda glyph: glyph.x)
        for (path, size, y), stretch in groupby(placed, lambda g: (g.font.fname, g.size, g.y)):
            run = [*stretch]
            text = "".join(chr(glyph.code) for glyph in run).replace(" ", "\N{NO-BREAK SPACE}")
            self.letters_by_font[str(path)] |= {*text}
            places = " ".join(f"{glyph.x:.6g}" for glyph in run)
            css = _css(_css_font(path) | {"font-size": f"{size:.6g}px"})
            yield f'<tspan x="{places}" y="{-y:.6g}" style="{css}">{escape(text)}</tspan>'

    def finalize(self) -> None:
        """Write the fonts and close the file."""
        rules = (_rule(path, letters) for path, letters in sorted(self.letters_by_font.items()))
        self.writer.element("style", "\n".join(rules), type="text/css")
        super().finalize()


def _css_font(path: Any) -> dict[str, str]:
    """Return the CSS properties of a font file."""
    font = font_manager.ttfFontProperty(font_manager.get_font(path))
    return {
        "font-family": repr(font.name),
        "font-style": font.style,
        "font-weight": str(font.weight),
    }


def _outline(glyph: Glyph) -> Outline:
    """Return a glyph as a shape at its place, with the y axis pointing up."""
    glyph.font.clear()
    glyph.font.set_size(glyph.size, 72)
    glyph.font.load_char(glyph.code, flags=LoadFlags.NO_HINTING)
    return Outline(*glyph.font.get_path()).transformed(Affine2D().translate(glyph.x, glyph.y))


def _bar(x: float, y: float, width: float, height: float) -> Outline:
    return Outline.unit_rectangle().transformed(Affine2D().scale(width, height).translate(x, y))


def _rule(path: str, letters: Iterable[str]) -> str:
    """Return the CSS rule that embeds the glyphs of some letters of a font."""
    options = subset.Options(flavor="woff", layout_features=["kern"])
    options.drop_tables += UNUSED_TABLES
    subsetter, content = subset.Subsetter(options), io.BytesIO()
    subsetter.populate(text="".join(letters))
    with subset.load_font(path, options) as font:
        subsetter.subset(font)
        subset.save_font(font, content, options)
    return f"@font-face {{{_css(_css_font(path) | {'src': _address(content.getvalue())})}}}"


def _css(rules: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in rules.items())


def _address(font: bytes) -> str:
    return f"url(data:font/woff;base64,{base64.b64encode(font).decode()}) format('woff')"
