"""Names: where each one stands so that none touches another, nor a counter its own name.

Counters leave a free band below the middle of every hex, the name lane. A place's name
stands there; if that spot is taken it moves along the lane, breaks in two, or goes to the
lane above. Larger places choose first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.board import Place
from grognard.hexes import HexId
from grognard.render import palette
from grognard.render.display import Group, Path, Shape, Stroke, Text, Type
from grognard.render.fonts import width
from grognard.render.grid import NUMBER_TYPE, number_spot
from grognard.render.layout import HEX, Layout
from grognard.render.paths import Point
from grognard.render.places import star_path
from grognard.render.styles import SIZES, BoardStyles

_HALO = Stroke(palette.HALO, 3.2, 0.86)
TYPES: dict[str, Type] = {
    "city": Type("serif bold", 14.5, palette.NAME, spacing=1.5, halo=_HALO),
    "town": Type("serif semibold", 13.0, palette.NAME, halo=_HALO),
    "village": Type("serif medium", 10.8, palette.NAME, halo=_HALO),
    "": Type("italic", 10.8, palette.NAME, halo=_HALO),
}
#: On a flat-topped map a name may be this wide before it reaches the next column's counters.
_WIDEST_FLAT = 1.15 * HEX
_STAR, _STAR_GAP = 5.6, 7.0
#: What it costs to cover another name, to leave the sheet, to cover a unit of other art.
_CLASH, _OFF_SHEET, _OVER_ART = 1000.0, 300.0, 0.03


class Box(NamedTuple):
    """A rectangle of the map."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Label(NamedTuple):
    """A name with its place: lines of text, each with its middle and baseline."""

    place: Place
    size: str
    lines: tuple[tuple[str, float, float], ...]
    boxes: tuple[Box, ...]
    star: bool


class Shelf:
    """The boxes that are taken, found quickly by where they are."""

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> None:
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append(box)

    def clash(self, box: Box) -> float:
        """How much of a box is taken already."""
        near = {other for cell in _cells(box) for other in self._boxes.get(cell, ())}
        return sum(box.overlap(other) for other in near)


def _cells(box: Box, size: float = 2 * HEX) -> Iterable[tuple[int, int]]:
    for row in range(int(box.top // size), int(box.bottom // size) + 1):
        for column in range(int(box.left // size), int(box.right // size) + 1):
            yield row, column


class Names:
    """All names of a board's places, put where they fit."""

    def __init__(
        self,
        layout: Layout,
        styles: BoardStyles,
        towns: Mapping[HexId, Point],
        bridges: Iterable[Point] = (),
    ) -> None:
        self.layout = layout
        self.styles = styles
        self.taken = Shelf()
        self._art = Shelf()
        for name, (x, y) in towns.items():
            reach = {"city": 22, "town": 13, "village": 7}[styles.settlement(name)]
            self._art.add(Box(x - reach, y - reach, x + reach, y + reach))
        for x, y in bridges:
            self._art.add(Box(x - 7, y - 7, x + 7, y + 7))
        self.labels = [self._put(place) for place in self._by_rank()]

    def _by_rank(self) -> list[Place]:
        ranks = [*SIZES, ""]
        return sorted(self.styles.board.places, key=lambda p: ranks.index(self._size(p)))

    def _size(self, place: Place) -> str:
        style = self.styles.look.tag_style(place.size) if place.size else ""
        return style if style in SIZES else ""

    def _put(self, place: Place) -> Label:
        """The best of the spots where a name may stand."""
        options = list(self._options(place))
        costs = [cost + self._cost(label) for cost, label in options]
        label = options[costs.index(min(costs))][1]
        for box in label.boxes:
            self.taken.add(box)
        return label

    def _cost(self, label: Label) -> float:
        cost = 0.0
        for box in label.boxes:
            inside = Box(0, 0, self.layout.width, self.layout.height).overlap(box)
            area = (box.right - box.left) * (box.bottom - box.top)
            cost += _OFF_SHEET * (1 - inside / area)
            cost += _CLASH * self.taken.clash(box) / area
            cost += _OVER_ART * self._art.clash(box)
        return cost

    def _options(self, place: Place) -> Iterable[tuple[float, Label]]:
        """Spots with what each costs, from the usual one to the last resort."""
        x, y = self.layout.centre(place.hex)
        size = self._size(place)
        type_ = TYPES[size]
        text = place.name.upper() if size == "city" else place.name
        texts: list[tuple[float, list[str]]] = [(0.0, [text])]
        halves = _halves(text)
        if halves:
            wide = width(text, type_.face, type_.size, type_.spacing)
            texts.append((-3.0 if self.layout.flat and wide > _WIDEST_FLAT else 5.0, halves))
        for cost, lines in texts:
            below, above = self._lanes(y, type_.size, len(lines))
            for shift in (0, 14, -14, 28, -28, 42, -42, 58, -58):
                yield cost + abs(shift) / 10, self._label(place, size, lines, x + shift, below)
                yield cost + 7 + abs(shift) / 10, self._label(place, size, lines, x + shift, above)

    def _lanes(self, y: float, size: float, lines: int) -> tuple[float, float]:
        """The baselines of the first line in the lane below a hex and in the one above."""
        if self.layout.flat:
            return y + 37.5, y - 29.5 - (lines - 1) * size
        lane = 35 + 0.36 * size
        return y + lane, y + lane - HEX * 3**0.5 / 2

    def _label(self, place: Place, size: str, lines: Sequence[str], x: float, y: float) -> Label:
        type_ = TYPES[size]
        star = self._has_star(place)
        placed, boxes = [], []
        for i, text in enumerate(lines):
            wide = width(text, type_.face, type_.size, type_.spacing)
            baseline = y + i * type_.size * 0.98
            left = x - wide / 2 - (_STAR_GAP + _STAR if star and i == 0 else 0)
            placed.append((text, x, baseline))
            top, bottom = baseline - 0.72 * type_.size, baseline + 0.2 * type_.size
            boxes.append(Box(left - 1, top, x + wide / 2 + 1, bottom))
        return Label(place, size, tuple(placed), tuple(boxes), star)

    def _has_star(self, place: Place) -> bool:
        tags = self.styles.board.tags.get(place.hex, frozenset())
        return any(self.styles.look.tag_style(tag) == "victory" for tag in tags)

    def hidden_numbers(self) -> frozenset[HexId]:
        """The hexes whose number would touch a name."""
        found = set()
        for name in self.layout.grid.hexes:
            x, y = number_spot(self.layout, name)
            half = width(name, NUMBER_TYPE.face, NUMBER_TYPE.size) / 2
            if self.taken.clash(Box(x - half - 1, y - 6.4, x + half + 1, y + 0.6)):
                found.add(name)
        return frozenset(found)


def draw_names(labels: Sequence[Label]) -> list[Shape]:
    """One group a size, so that a page can hide villages when it is zoomed out."""
    groups: dict[str, list[Shape]] = {}
    for label in labels:
        shapes = groups.setdefault(label.size or "label", [])
        for text, x, y in label.lines:
            shapes.append(Text(text, x, y, TYPES[label.size]))
        if label.star:
            box = label.boxes[0]
            middle = label.lines[0][2] - 0.34 * TYPES[label.size].size
            star = star_path(box.left + _STAR, middle, _STAR)
            shapes.append(Path(star, stroke=Stroke(palette.HALO, 2.6, 0.86)))
            shapes.append(Path(star, palette.VICTORY))
    order = [*SIZES, "label"]
    return [Group(tuple(groups[s]), classes=f"name {s}") for s in order if s in groups]


def _halves(text: str) -> list[str]:
    """A name broken where it has a blank or a hyphen, nearest to its middle."""
    breaks = [i for i, letter in enumerate(text) if letter in " -" and 0 < i < len(text) - 1]
    if not breaks:
        return []
    at = min(breaks, key=lambda i: abs(i - len(text) / 2))
    return [text[: at + 1].rstrip(), text[at + 1 :]]
