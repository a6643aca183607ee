"""The type faces of maps and counters: their files, and how wide a text comes out.

The files are those of the fontsource packages, unchanged: a latin and a latin-extended
part of each face. Widths come from the files, so that names are laid out alike for the
browser and for a PNG.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont, features

FOLDER = Path(__file__).parent / "fonts"
_MEASURE_AT = 100
_ALSO_LATIN = "ıŒœ€™−∕"
#: Figures are all of one width, if Pillow can do that.
TABULAR = ["tnum"] if features.check("raqm") else None


class Face(NamedTuple):
    """One cut of a family."""

    family: str
    weight: int
    file: str
    fallback: str
    italic: bool = False


_SERIF = ("Source Serif 4", "source-serif-4", "Georgia,serif")
_CONDENSED = ("Barlow Condensed", "barlow-condensed", "'Arial Narrow',sans-serif")
_SEMI = ("Barlow Semi Condensed", "barlow-semi-condensed", "'Arial Narrow',sans-serif")


def _face(family: tuple[str, str, str], weight: int, italic: bool = False) -> Face:
    name, file, fallback = family
    style = "italic" if italic else "normal"
    return Face(name, weight, f"{file}-{{}}-{weight}-{style}.woff2", fallback, italic)


FACES: dict[str, Face] = {
    "serif": _face(_SERIF, 400),
    "serif medium": _face(_SERIF, 500),
    "serif semibold": _face(_SERIF, 600),
    "serif bold": _face(_SERIF, 700),
    "italic": _face(_SERIF, 500, italic=True),
    "italic semibold": _face(_SERIF, 600, italic=True),
    "condensed": _face(_CONDENSED, 500),
    "condensed semibold": _face(_CONDENSED, 600),
    "condensed bold": _face(_CONDENSED, 700),
    "tag": _face(_SEMI, 600),
}


class Run(NamedTuple):
    """A stretch of text that one font file can draw, and how far it moves the pen."""

    text: str
    font: ImageFont.FreeTypeFont
    advance: float


@lru_cache(maxsize=512)
def font(face: str, part: str, size: float) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels."""
    return ImageFont.truetype(FOLDER / FACES[face].file.format(part), size)


def part_of(letter: str) -> str:
    """Which file of a face holds a letter: the split is that of the fontsource packages."""
    code = ord(letter)
    in_latin = code < 0x100 or 0x2000 <= code < 0x2070 or letter in _ALSO_LATIN
    return "latin" if in_latin else "latin-ext"


def runs(text: str, face: str, size: float) -> list[Run]:
    """A text split into what the two parts of its face can draw."""
    found: list[tuple[str, str]] = []
    for letter in text:
        part = part_of(letter)
        if found and found[-1][1] == part:
            found[-1] = (found[-1][0] + letter, part)
        else:
            found.append((letter, part))
    fonts = ((piece, font(face, part, size)) for piece, part in found)
    return [Run(piece, f, f.getlength(piece, features=TABULAR)) for piece, f in fonts]


@lru_cache(maxsize=16384)
def width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """How wide a text comes out, letter spacing between its letters included."""
    advance = sum(run.advance for run in runs(text, face, _MEASURE_AT))
    return advance * size / _MEASURE_AT + spacing * max(len(text) - 1, 0)


def css_family(face: str) -> str:
    """The family as SVG wants it: a name that ends in a digit must be quoted."""
    return f"'{FACES[face].family}',{FACES[face].fallback}"


def font_faces(faces: set[str]) -> str:
    """CSS that carries the files of some faces along, for a picture that stands alone."""
    rules = []
    for name in sorted(faces):
        face = FACES[name]
        style = "italic" if face.italic else "normal"
        for part, letters in (("latin", "U+0000-00FF,U+2000-22FF"), ("latin-ext", "U+0100-02FF")):
            data = base64.b64encode((FOLDER / face.file.format(part)).read_bytes()).decode()
            rules.append(
                f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
                f"font-style:{style};unicode-range:{letters};"
                f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
            )
    return "".join(rules)
