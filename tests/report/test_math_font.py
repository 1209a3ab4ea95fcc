"""The font that the pages carry for mathematics."""

import io

from fontTools.ttLib import TTFont

from depthlaws.report import page, site

ROOT = 0x221A


def test_no_root_leaves_a_gap_behind_itself():
    """Behind every root Chromium leaves room for the widest one of the font."""
    font = TTFont(io.BytesIO(page.content(site.FONT)))
    low = font.getBestCmap()[ROOT]
    stretched = font["MATH"].table.MathVariants
    form = stretched.VertGlyphConstruction[stretched.VertGlyphCoverage.glyphs.index(low)]
    higher = [one.VariantGlyph for one in form.MathGlyphVariantRecord]
    parts = [one.glyph for one in form.GlyphAssembly.PartRecords]
    assert len(higher) == 4
    assert len(parts) == 3
    assert {font["hmtx"][name][0] for name in (*higher, *parts)} == {font["hmtx"][low][0]}
