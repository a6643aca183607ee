"""Hexes: the geometry of a map, and the numbers printed on it.

A `Grid` knows how hexes lie (flat tops in columns or pointed tops in rows, and which of
those are pushed half a hex), what is printed in each of them, and therefore every
question of pure geometry: neighbours, hexsides, distance, rings, lines, opposite hexes.
A hex is named by its printed number everywhere (`33.15`, `4718`, `N1044`); the position
of that name in `Grid.hexes` is the number that the compiled kernels use.

Measures are in hexes: the centres of two neighbours are 1.0 apart, x grows to the right
and y grows down the sheet.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

HexId = str
Hexside = str
Shape = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]

#: The six sides of a hex, clockwise; the side opposite to number n is number n + 3.
SIDES: dict[Shape, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
_STEPS: dict[Shape, tuple[tuple[int, int], ...]] = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
_HALF_HEIGHT = math.sqrt(3) / 2
#: Columns and rows are printed with two digits.
_LAST_NUMBER = 99


@cache
def _ring(shape: Shape, radius: int) -> tuple[tuple[int, int], ...]:
    """The way from a hex to each hex at exactly this distance, clockwise."""
    steps, found = _STEPS[shape], []
    q, r = steps[4][0] * radius, steps[4][1] * radius
    for dq, dr in steps:
        for _ in range(radius):
            found.append((q, r))
            q, r = q + dq, r + dr
    return tuple(found) or ((0, 0),)


@cache
def _disc(shape: Shape, radius: int) -> NDArray[np.int32]:
    """The way from a hex to each hex at most this far, nearest first, clockwise."""
    return np.array([way for n in range(radius + 1) for way in _ring(shape, n)], dtype=np.int32)


class Axial(NamedTuple):
    """A hex in skewed axes, where every direction is one constant step."""

    q: int
    r: int


class Sheet(NamedTuple):
    """One of several map sheets laid together: its prefix, its printed rows, and what to
    add to a printed row to get the row of the joined map.
    """

    prefix: str
    first: int
    last: int
    offset: int


class Numbering:
    """The numbers printed in the hexes: a pattern of `CC` and `RR`, and perhaps sheets.

    Reading is kinder than writing: a missing dot or leading zero (`1729` for `17.29`,
    `535` for `0535`) and the second name of a row shared by two sheets are understood.
    """

    def __init__(self, pattern: str = "CCRR", sheets: Iterable[Sheet] = ()) -> None:
        if not re.fullmatch(r"(CC\.?RR|RR\.?CC)", pattern):
            raise ValueError(f"numbering {pattern!r}: expected CCRR, RRCC, CC.RR or RR.CC")
        self.pattern = pattern
        self.sheets = tuple(sheets)
        if len({sheet.prefix for sheet in self.sheets}) < len(self.sheets):
            raise ValueError("two sheets have the same prefix")
        for sheet in self.sheets:
            if not re.fullmatch("[A-Za-z]+", sheet.prefix):
                raise ValueError(f"sheet {sheet.prefix!r}: a prefix is one or more letters")
            if not 0 <= sheet.first <= sheet.last <= _LAST_NUMBER:
                raise ValueError(f"sheet {sheet.prefix!r}: wrong rows {sheet.first}..{sheet.last}")

    def write(self, column: int, row: int) -> HexId:
        """The name of a hex; of two sheets that share a row, the first listed names it."""
        prefix = ""
        if self.sheets:
            prefix, row = self._sheet_row(row)
        numbers = self.pattern.replace("CC", f"{column:02d}").replace("RR", f"{row:02d}")
        return prefix + numbers

    def read(self, text: str) -> tuple[int, int] | None:
        """Column and row of a printed number, or None if it is not one."""
        sheet, digits = self._split(text)
        if not re.fullmatch(r"[0-9]{3,4}|[0-9]{1,2}\.[0-9]{1,2}", digits):
            return None
        if "." in digits:
            if "." not in self.pattern:
                return None
            first, second = digits.split(".")
        else:
            first, second = digits[:-2], digits[-2:]
        column, row = int(first), int(second)
        if self.pattern.startswith("RR"):
            column, row = row, column
        if sheet is None:
            return None if self.sheets else (column, row)
        if not sheet.first <= row <= sheet.last:
            return None
        return column, row + sheet.offset

    def _sheet_row(self, row: int) -> tuple[str, int]:
        for sheet in self.sheets:
            if sheet.first <= row - sheet.offset <= sheet.last:
                return sheet.prefix, row - sheet.offset
        raise ValueError(f"row {row} is on no sheet")

    def _split(self, text: str) -> tuple[Sheet | None, str]:
        digits = text.lstrip(string.ascii_letters)
        prefix = text.removesuffix(digits)
        found = (sheet for sheet in self.sheets if sheet.prefix == prefix)
        return next(found, None), digits if self.sheets else text


class Grid:
    """All hexes of a map, in reading order: top row first, each row from the left.

    `shifted` names the columns of a flat grid that lie half a hex lower, or the rows of a
    pointy grid that lie half a hex further right. `rows_up` counts rows from the bottom of
    the sheet, `columns_left` columns from its right edge. `missing` lists places inside
    the frame that hold no hex.
    """

    def __init__(
        self,
        shape: Shape,
        columns: tuple[int, int],
        rows: tuple[int, int],
        *,
        shifted: Parity = "odd",
        rows_up: bool = False,
        columns_left: bool = False,
        numbering: Numbering | None = None,
        missing: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.shape: Shape = shape
        self.columns = columns
        self.rows = rows
        self.shifted: Parity = shifted
        self.rows_up = rows_up
        self.columns_left = columns_left
        self.numbering = numbering or Numbering()
        self._check_frame()
        self.missing = frozenset(missing)
        self.side_names = SIDES[shape]
        places = [p for p in self._reading_order() if p not in self.missing]
        if not places:
            raise ValueError("a map without hexes")
        self.hexes: tuple[HexId, ...] = tuple(self.numbering.write(c, r) for c, r in places)
        self.index: dict[HexId, int] = {name: i for i, name in enumerate(self.hexes)}
        self._places = places
        self._axial = [self.axial_of(c, r) for c, r in places]
        self._at: dict[tuple[int, int], int] = {a: i for i, a in enumerate(self._axial)}

    def _check_frame(self) -> None:
        if self.columns[0] > self.columns[1] or self.rows[0] > self.rows[1]:
            raise ValueError(f"empty grid: columns {self.columns}, rows {self.rows}")
        if self.columns[0] < 0 or self.columns[1] > _LAST_NUMBER:
            raise ValueError(f"columns {self.columns} do not fit in two digits")
        sheets = self.numbering.sheets
        if not sheets and (self.rows[0] < 0 or self.rows[1] > _LAST_NUMBER):
            raise ValueError(f"rows {self.rows} do not fit in two digits")
        if sheets and self.rows[1] - self.rows[0] > len(sheets) * (_LAST_NUMBER + 1):
            raise ValueError(f"rows {self.rows} are more than the sheets have")

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[HexId]:
        return iter(self.hexes)

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __repr__(self) -> str:
        return f"<Grid {self.shape}, {len(self)} hexes {self.hexes[0]} .. {self.hexes[-1]}>"

    # --- names and places ---------------------------------------------------------------

    def parse(self, text: str) -> HexId:
        """The hex that a printed or abbreviated number means.

        >>> Grid("pointy", (1, 44), (1, 38), numbering=Numbering("RR.CC")).parse("1729")
        '17.29'
        """
        place = self.numbering.read(text.strip())
        if place is not None:
            i = self._at.get(self.axial_of(*place))
            if i is not None and self._places[i] == place:
                return self.hexes[i]
        raise KeyError(f"unknown hex {text}")

    def place(self, name: HexId) -> tuple[int, int]:
        """Column and row of a hex on the joined map."""
        return self._places[self.index[name]]

    def lines(self) -> list[list[tuple[int, int]]]:
        """The frame as a table of (column, row), as the rows of a map text are written."""
        width = self.columns[1] - self.columns[0] + 1
        order = list(self._reading_order())
        return [order[i : i + width] for i in range(0, len(order), width)]

    def _reading_order(self) -> Iterator[tuple[int, int]]:
        columns = range(self.columns[0], self.columns[1] + 1)
        rows = range(self.rows[0], self.rows[1] + 1)
        for row in reversed(rows) if self.rows_up else rows:
            for column in reversed(columns) if self.columns_left else columns:
                yield column, row

    def cut(self, hexes: Iterable[HexId]) -> Grid:
        """The grid reduced to these hexes, with the same numbers."""
        kept = set(hexes)
        unknown = kept - self.index.keys()
        if unknown:
            raise ValueError(f"cannot cut out unknown hexes {', '.join(sorted(unknown))}")
        gone = {
            place for name, place in zip(self.hexes, self._places, strict=True) if name not in kept
        }
        return Grid(
            self.shape,
            self.columns,
            self.rows,
            shifted=self.shifted,
            rows_up=self.rows_up,
            columns_left=self.columns_left,
            numbering=self.numbering,
            missing=self.missing | gone,
        )

    # --- coordinates ---------------------------------------------------------------------

    def axial_of(self, column: int, row: int) -> Axial:
        """Axial coordinates of a place, on the map or not.

        Doubled coordinates come first: in them every second hex of a line is a whole
        number and both stagger rules are one added half.
        """
        across = -column if self.columns_left else column
        down = -row if self.rows_up else row
        line = column if self.shape == "flat" else row
        half = 1 if line % 2 == (1 if self.shifted == "odd" else 0) else 0
        # With even lines shifted the parities of both axes would differ: move the origin.
        origin = 0 if self.shifted == "odd" else -1
        if self.shape == "flat":
            return Axial(across, (2 * down + half + origin - across) // 2)
        return Axial((2 * across + half + origin - down) // 2, down)

    def axial(self, name: HexId) -> Axial:
        """Axial coordinates of a hex."""
        return self._axial[self.index[name]]

    def hex_at(self, axial: tuple[int, int]) -> HexId | None:
        """The hex at axial coordinates, or None outside the map."""
        i = self._at.get(axial)
        return None if i is None else self.hexes[i]

    def centre(self, name: HexId) -> tuple[float, float]:
        """Where the middle of a hex lies on the sheet (x right, y down)."""
        q, r = self.axial(name)
        if self.shape == "flat":
            return q * _HALF_HEIGHT, r + q / 2
        return q + r / 2, r * _HALF_HEIGHT

    def corners(self, name: HexId) -> list[tuple[float, float]]:
        """The six corners, clockwise; side n runs from corner n to corner n + 1."""
        x, y = self.centre(name)
        first = -120 if self.shape == "flat" else -90
        radius = 1 / math.sqrt(3)
        angles = [math.radians(first + 60 * i) for i in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]

    def at_point(self, x: float, y: float) -> HexId | None:
        """The hex that a point of the sheet lies in, or None outside the map."""
        if self.shape == "flat":
            q = x / _HALF_HEIGHT
            return self.hex_at(_round_axial(q, y - q / 2))
        r = y / _HALF_HEIGHT
        return self.hex_at(_round_axial(x - r / 2, r))

    # --- neighbours and hexsides ---------------------------------------------------------

    @cached_property
    def neighbour_table(self) -> NDArray[np.int32]:
        """For each hex number its six neighbours clockwise, -1 where the map ends."""
        table = np.full((len(self), 6), -1, dtype=np.int32)
        for i, (q, r) in enumerate(self._axial):
            for side, (dq, dr) in enumerate(_STEPS[self.shape]):
                table[i, side] = self._at.get((q + dq, r + dr), -1)
        table.setflags(write=False)
        return table

    @cached_property
    def _neighbours(self) -> dict[HexId, tuple[HexId, ...]]:
        return {
            name: tuple(self.hexes[n] for n in row if n >= 0)
            for name, row in zip(self.hexes, self.neighbour_table.tolist(), strict=True)
        }

    @cached_property
    def _sides(self) -> dict[HexId, dict[HexId, int]]:
        """For each hex the sides that face its neighbours."""
        return {
            name: {self.hexes[n]: side for side, n in enumerate(row) if n >= 0}
            for name, row in zip(self.hexes, self.neighbour_table.tolist(), strict=True)
        }

    @cached_property
    def _hexsides(self) -> dict[HexId, dict[HexId, Hexside]]:
        """For each hex the names of its sides by its neighbours: they are asked for all the time,
        and the hash of a string that is made once is reckoned once.
        """
        return {
            a: {b: f"{a}/{b}" if a < b else f"{b}/{a}" for b in sides}
            for a, sides in self._sides.items()
        }

    def neighbours(self, name: HexId) -> tuple[HexId, ...]:
        """The hexes next to a hex, clockwise."""
        return self._neighbours[name]

    def neighbour(self, name: HexId, side: int | str) -> HexId | None:
        """The hex across one side, given by number or by name such as `NE`."""
        number = self.side_names.index(side) if isinstance(side, str) else side % 6
        dq, dr = _STEPS[self.shape][number]
        q, r = self.axial(name)
        return self.hex_at((q + dq, r + dr))

    def adjacent(self, a: HexId, b: HexId) -> bool:
        """Do two hexes share a hexside?"""
        return b in self._neighbours[a]

    def side(self, a: HexId, b: HexId) -> int:
        """The number of the side of `a` that faces its neighbour `b`."""
        number = self._sides[a].get(b)
        if number is None:
            raise ValueError(f"hexes {a} and {b} are not adjacent")
        return number

    def hexside(self, a: HexId, b: HexId) -> Hexside:
        """The name of the side that two neighbours share: both numbers, lower first."""
        name = self._hexsides[a].get(b)
        if name is None:
            raise ValueError(f"hexes {a} and {b} are not adjacent")
        return name

    def parse_hexside(self, text: str) -> Hexside:
        """A hexside written with printed numbers in either order."""
        a, slash, b = text.partition("/")
        if not slash:
            raise ValueError(f"{text!r} is not a hexside: expected two hexes with a slash")
        return self.hexside(self.parse(a), self.parse(b))

    def ends(self, side: Hexside) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two corners between which a hexside runs."""
        a, b = split_hexside(side)
        corners = self.corners(a)
        number = self.side(a, b)
        return corners[number], corners[(number + 1) % 6]

    def touching(self, side: Hexside) -> frozenset[Hexside]:
        """The hexsides of the map that share a corner with this one (at most four)."""
        a, b = split_hexside(side)
        found = set()
        for common in set(self.neighbours(a)) & set(self.neighbours(b)):
            found |= {self.hexside(a, common), self.hexside(b, common)}
        return frozenset(found)

    # --- distance, rings, lines ----------------------------------------------------------

    def distance(self, a: HexId, b: HexId) -> int:
        """How many hexes a crow flies from one hex to the other."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = aq - bq, ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def ring(self, name: HexId, radius: int) -> tuple[HexId, ...]:
        """The hexes at exactly this distance, clockwise."""
        q, r = self.axial(name)
        found = [self._at.get((q + dq, r + dr)) for dq, dr in _ring(self.shape, radius)]
        return tuple([self.hexes[i] for i in found if i is not None])

    def within(self, name: HexId, radius: int) -> tuple[HexId, ...]:
        """The hexes at most this far away, nearest first, the hex itself included."""
        return tuple([h for n in range(radius + 1) for h in self.ring(name, n)])

    def disc(self, name: HexId, radius: int) -> NDArray[np.int32]:
        """The numbers of the hexes that are `within` a radius, in the same order: much faster
        for many hexes.
        """
        (q, r), (lattice, first) = self.axial(name), self._lattice
        places = np.add(_disc(self.shape, radius), (q - first.q, r - first.r))
        columns, rows = np.minimum(np.maximum(places, 0), np.subtract(lattice.shape, 1)).T
        found: NDArray[np.int32] = lattice[columns, rows]
        return found[found >= 0]

    @cached_property
    def _lattice(self) -> tuple[NDArray[np.int32], Axial]:
        """The numbers of the hexes by their axial coordinates less those of the first corner;
        -1 where there is no hex, as all around the map.
        """
        axial = np.array(self._axial)
        first = axial.min(axis=0) - 1
        table = np.full(axial.max(axis=0) + 2 - first, -1, dtype=np.int32)
        table[tuple((axial - first).T)] = np.arange(len(self), dtype=np.int32)
        return table, Axial(*first.tolist())

    def line(self, a: HexId, b: HexId) -> tuple[HexId, ...]:
        """A straight line of hexes, both ends included; where it runs along a hexside it
        keeps to one bank. Hexes off the map are left out.
        """
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        length = self.distance(a, b)
        found = []
        for i in range(length + 1):
            share = i / length if length else 0.0
            # The nudge decides between two hexes that are equally near.
            point = (aq + (bq - aq) * share + 1e-6, ar + (br - ar) * share + 2e-6)
            here = self.hex_at(_round_axial(*point))
            if here is not None:
                found.append(here)
        return tuple(found)

    # --- patterns ------------------------------------------------------------------------

    def opposite(self, middle: HexId, name: HexId) -> HexId | None:
        """The hex on the far side of `middle` from its neighbour `name`."""
        return self.neighbour(middle, (self.side(middle, name) + 3) % 6)

    def opposed(self, middle: HexId, around: Iterable[HexId]) -> bool:
        """Do two of these neighbours lie on opposite sides of the middle hex?"""
        sides = {self.side(middle, h) for h in around}
        return any((s + 3) % 6 in sides for s in sides)

    def spread(self, middle: HexId, around: Iterable[HexId]) -> bool:
        """Are there three of these neighbours with one hex between each?"""
        sides = {self.side(middle, h) for h in around}
        return sides >= {0, 2, 4} or sides >= {1, 3, 5}

    def between(self, a: HexId, b: HexId) -> tuple[HexId, ...]:
        """The one or two hexes between hexes at distance two; empty for other pairs."""
        if self.distance(a, b) != 2:
            return ()
        return tuple(h for h in self.neighbours(a) if h in self._neighbours[b])

    def edge(self, name: HexId) -> frozenset[str]:
        """The edges of the map that a hex lies on: north, east, south, west.

        The last hex of a row or column is its edge hex, also where lines differ in length;
        a hole in the map makes no edge.
        """
        return self._edges[name]

    @cached_property
    def _edges(self) -> dict[HexId, frozenset[str]]:
        return {name: self._edges_of(name) for name in self.hexes}

    def _edges_of(self, name: HexId) -> frozenset[str]:
        column, row = self.place(name)
        (west, east), (north, south) = self._ends_of_rows[row], self._ends_of_columns[column]
        lies_on = {
            "north": row == north,
            "east": column == east,
            "south": row == south,
            "west": column == west,
        }
        return frozenset(edge for edge, there in lies_on.items() if there)

    @cached_property
    def _ends_of_rows(self) -> dict[int, tuple[int, int]]:
        """The westernmost and easternmost column of each row."""
        lines: dict[int, list[int]] = {}
        for column, row in self._places:
            lines.setdefault(row, []).append(column)
        return {row: (columns[0], columns[-1]) for row, columns in lines.items()}

    @cached_property
    def _ends_of_columns(self) -> dict[int, tuple[int, int]]:
        """The northernmost and southernmost row of each column."""
        lines: dict[int, list[int]] = {}
        for column, row in self._places:
            lines.setdefault(column, []).append(row)
        return {column: (rows[0], rows[-1]) for column, rows in lines.items()}


def split_hexside(side: Hexside) -> tuple[HexId, HexId]:
    """The two hexes of a hexside."""
    a, _, b = side.partition("/")
    return a, b


def _round_axial(q: float, r: float) -> tuple[int, int]:
    """The hex nearest to a point in axial coordinates."""
    s = -q - r
    nq, nr, ns = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(nq - q), abs(nr - r), abs(ns - s)
    if off_q > off_r and off_q > off_s:
        nq = -nr - ns
    elif off_r > off_s:
        nr = -nq - ns
    return nq, nr
