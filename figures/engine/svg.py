"""SVG whose words stay text: selected, searched and read aloud, with the fonts inside the file.

Matplotlib writes outlines, or text in whatever fonts the reader has. Its roots then break: their
sign is from a font that only Matplotlib has, and their bar is put where one a unit thick would be;
and formulas are sorted by font. Here the letters shown travel in the file, formulas are read from
left to right, and a root is drawn.
"""

import base64
import contextlib
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape

from fontTools import subset
from matplotlib import font_manager
from matplotlib.backends import backend_svg
from matplotlib.colors import to_hex
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path as Outline
from matplotlib.transforms import Affine2D

TEXT = "DejaVu Sans"  # what is of another font, a root or a tall bracket, is drawn
FINE = 16  # parts of a point to which formulas are laid out: their layout rounds to whole ones
UNUSED = ["GSUB", "FFTM"]  # tables of a font: glyphs are chosen already


@contextlib.contextmanager
def as_text() -> Iterator[None]:
    """Context in which Matplotlib saves SVG with text and its fonts."""
    module: Any = backend_svg
    before = module.RendererSVG
    module.RendererSVG = _Renderer
    try:
        yield
    finally:
        module.RendererSVG = before


class _Renderer(backend_svg.RendererSVG):
    """Matplotlib's, with formulas in reading order and the fonts of what was written."""

    def __init__(self, width: float, height: float, svgwriter: Any, *more: Any, **kw: Any) -> None:
        super().__init__(width, height, svgwriter, *more, **kw)
        self.file = svgwriter
        self.written: defaultdict[str, set[str]] = defaultdict(set)  # letters of each font's file

    def _draw_text_as_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any, mtext: Any
    ) -> None:
        if not ismath:
            self.written[str(font_manager.findfont(prop))] |= {*s}
            super()._draw_text_as_text(gc, x, y, s, prop, angle, ismath, mtext)
            return
        big = prop.copy()
        big.set_size(FINE * prop.get_size_in_points())
        *_, glyphs, bars = self._text2path.mathtext_parser.parse(s, 72, big)
        alpha = gc.get_alpha() if gc.get_forced_alpha() else gc.get_rgb()[3]
        self.writer.start(
            "g",
            style=f"fill: {to_hex(gc.get_rgb())}; opacity: {alpha:g}",
            transform=f"translate({x:g} {y:g}) rotate({-angle:g}) scale({1 / FINE:g})",
        )
        self.writer.comment(s)
        spans = "".join(self._spans(g for g in glyphs if g[0].family_name == TEXT))
        self.file.write(f"<text>{spans}</text>")  # the writer would put blanks between the spans
        shapes = [_outline(*g) for g in glyphs if g[0].family_name != TEXT]
        for shape in [*shapes, *(_bar(*bar) for bar in bars)]:
            self.writer.element("path", d=self._convert_path(shape, Affine2D().scale(1, -1)))
        self.writer.end("g")

    def _spans(self, glyphs: Iterable[Any]) -> Iterator[str]:
        """From left to right, one for each stretch of one look on one line."""
        placed = sorted(glyphs, key=lambda glyph: glyph[4])
        for (path, size, y), stretch in groupby(placed, lambda g: (g[0].fname, g[1], g[5])):
            run = [*stretch]
            text = "".join(chr(glyph[2]) for glyph in run).replace(" ", "\N{NO-BREAK SPACE}")
            self.written[str(path)] |= {*text}
            places = " ".join(f"{glyph[4]:.6g}" for glyph in run)
            look = _css(_look(path) | {"font-size": f"{size:.6g}px"})
            yield f'<tspan x="{places}" y="{-y:.6g}" style="{look}">{escape(text)}</tspan>'

    def finalize(self) -> None:
        """Close the file, with its fonts before the end."""
        rules = (_rule(path, letters) for path, letters in sorted(self.written.items()))
        self.writer.element("style", "\n".join(rules), type="text/css")
        super().finalize()


def _look(path: Any) -> dict[str, str]:
    """What CSS calls a font."""
    font = font_manager.ttfFontProperty(font_manager.get_font(path))
    return {
        "font-family": repr(font.name),
        "font-style": font.style,
        "font-weight": str(font.weight),
    }


def _outline(font: Any, size: float, _code: int, glyph: int, x: float, y: float) -> Outline:
    """A glyph as a shape, its lower left corner at the origin, upwards."""
    font.clear()
    font.set_size(size, 72)
    font.load_glyph(glyph, flags=LoadFlags.NO_HINTING)
    return Outline(*font.get_path()).transformed(Affine2D().translate(x, y))


def _bar(x: float, y: float, width: float, height: float) -> Outline:
    return Outline.unit_rectangle().transformed(Affine2D().scale(width, height).translate(x, y))


def _rule(path: str, letters: Iterable[str]) -> str:
    """CSS that brings along the glyphs of some letters."""
    options = subset.Options(flavor="woff", layout_features=["kern"])
    options.drop_tables += UNUSED
    one, whole = subset.Subsetter(options), io.BytesIO()
    one.populate(text="".join(letters))
    with subset.load_font(path, options) as font:
        one.subset(font)
        subset.save_font(font, whole, options)
    return f"@font-face {{{_css(_look(path) | {'src': _address(whole.getvalue())})}}}"


def _css(rules: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in rules.items())


def _address(font: bytes) -> str:
    return f"url(data:font/woff;base64,{base64.b64encode(font).decode()}) format('woff')"
