"""The display list: what is drawn, as data that two back ends understand.

`svg.py` writes a list of these shapes as SVG, `png.py` paints it with Pillow. A shape
knows colours and geometry, never hexes or units; the modules that do know them return
shapes. Lengths are map units (a hex is 80 wide), y grows down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from grognard.render.paths import Point

Anchor = Literal["start", "middle", "end"]


class Gradient(Struct, frozen=True):
    """Colours along a line from one point to another; a stop is place, colour, opacity."""

    start: Point
    end: Point
    stops: tuple[tuple[float, str, float], ...]


class Hatch(Struct, frozen=True):
    """Parallel strokes: `slash` rises to the right, otherwise they fall."""

    colour: str
    opacity: float = 1.0
    slash: bool = True
    width: float = 2.0
    pitch: float = 7.0


Paint = str | Gradient | Hatch


class Stroke(Struct, frozen=True):
    """How a line is drawn."""

    colour: str
    width: float
    opacity: float = 1.0
    dash: tuple[float, ...] = ()
    round: bool = True


class Path(Struct, frozen=True):
    """Path data, filled or drawn as a line or both."""

    d: str
    fill: Paint | None = None
    fill_opacity: float = 1.0
    stroke: Stroke | None = None


class Dots(Struct, frozen=True):
    """Many discs of one size: trees, mostly. The same points may be drawn again, shifted."""

    points: tuple[Point, ...]
    radius: float
    fill: str
    opacity: float = 1.0
    shift: Point = (0.0, 0.0)


class Type(Struct, frozen=True):
    """How letters look: a face of `fonts.FACES`, size, spacing, colour, halo."""

    face: str
    size: float
    fill: str
    opacity: float = 1.0
    spacing: float = 0.0
    halo: Stroke | None = None


class Text(Struct, frozen=True):
    """One line of letters on a straight baseline."""

    text: str
    x: float
    y: float
    type: Type
    anchor: Anchor = "middle"


class CurvedText(Struct, frozen=True):
    """Letters along a line, centred on it."""

    text: str
    along: tuple[Point, ...]
    type: Type


class Use(Struct, frozen=True):
    """A drawing of `Drawing.symbols`, put somewhere; `data` becomes data attributes."""

    symbol: str
    x: float = 0.0
    y: float = 0.0
    data: Mapping[str, str] = {}


class Group(Struct, frozen=True):
    """Shapes that belong together. `hidden` ones are there for a page to show."""

    shapes: tuple[Shape, ...]
    name: str = ""
    classes: str = ""
    data: Mapping[str, str] = {}
    at: Point = (0.0, 0.0)
    scale: float = 1.0
    opacity: float = 1.0
    hidden: bool = False
    label: str = ""


Shape = Path | Dots | Text | CurvedText | Use | Group


class Drawing(Struct, frozen=True):
    """A whole picture: the frame it is seen through, its layers, the symbols they use."""

    left: float
    top: float
    width: float
    height: float
    layers: tuple[Group, ...]
    symbols: Mapping[str, Group] = {}
    title: str = ""
    paper: str = ""


def layer(name: str, shapes: Iterable[Shape], classes: str = "") -> Group:
    """A group that a page finds by its id."""
    return Group(tuple(shapes), name=name, classes=classes)


def cased(d: str, *strokes: Stroke) -> tuple[Path, ...]:
    """One line drawn several times, broad to narrow."""
    return tuple(Path(d, stroke=stroke) for stroke in strokes)


def by_squares(pieces: Iterable[tuple[Point, str]], size: float = 320.0) -> list[str]:
    """Path data joined by squares of the map: few nodes, and yet a browser can pass over
    those that are out of sight. A piece counts where its point lies.
    """
    squares: dict[tuple[int, int], list[str]] = {}
    for (x, y), d in pieces:
        squares.setdefault((int(y // size), int(x // size)), []).append(d)
    return ["".join(squares[square]) for square in sorted(squares)]
