"""The text format of a board, and the checks that turn it into hexes and hexsides.

The format is described for designers in docs/data-formats.md. Every check names the
layer, the entry and the reason; all problems of a file are reported together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct, field

from grognard.data import Source
from grognard.hexes import Grid, HexId, Hexside, Numbering, Parity, Shape, Sheet

Problems = list[str]
T = TypeVar("T")
#: Lines of a layer as they are drawn: name, and hexes or hexsides in order.
Lines = tuple[tuple[str, tuple[str, ...]], ...]

#: What the enemy sees of the contents of a box.
Shows = Literal["all", "count", "nothing"]

#: In the rows of a map text this letter is a place without a hex.
NO_HEX = "-"


class SheetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the sheets of a joined map."""

    prefix: str
    rows: tuple[int, int]
    offset: int = 0


class GridFile(Struct, frozen=True, forbid_unknown_fields=True):
    """How the hexes lie and are numbered."""

    shape: Shape
    columns: tuple[int, int]
    rows: tuple[int, int]
    shifted: Parity = "odd"
    rows_up: bool = False
    columns_left: bool = False
    number: str = "CCRR"
    sheets: tuple[SheetFile, ...] = ()


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a layer: hexsides separated by blanks, or hexes joined by hyphens."""

    way: str
    name: str = ""
    reason: str = ""


class LineLayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A class of hexsides or a network: its lines, and where they come from."""

    source: Source
    lines: tuple[Chain, ...] = ()
    loose: bool = False


class PlaceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A named place."""

    name: str
    hex: str
    size: str = ""
    tags: tuple[str, ...] = ()
    source: Source = "reconstructed"


class HexLayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A tag or a zone: hexes separated by blanks; `30.38..30.44` is a run along a line."""

    source: Source
    hexes: str = ""
    title: str = ""


class BoxFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A place off the map."""

    title: str = ""
    side: str = ""
    shows: Shows = "all"


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole board file."""

    map: str
    grid: GridFile
    letters: dict[str, str]
    terrain: str
    terrain_source: Source = "reconstructed"
    water: tuple[str, ...] = ()
    tags: dict[str, HexLayer] = field(default_factory=dict)
    hexsides: dict[str, LineLayer] = field(default_factory=dict)
    networks: dict[str, LineLayer] = field(default_factory=dict)
    places: tuple[PlaceFile, ...] = ()
    zones: dict[str, HexLayer] = field(default_factory=dict)
    boxes: dict[str, BoxFile] = field(default_factory=dict)
    note: str = ""


class Parts(NamedTuple):
    """What a correct file comes to."""

    grid: Grid
    terrain: tuple[str, ...]
    tags: Mapping[HexId, frozenset[str]]
    hexsides: Mapping[str, frozenset[Hexside]]
    networks: Mapping[str, frozenset[Hexside]]
    places: tuple[PlaceFile, ...]
    zones: Mapping[str, frozenset[HexId]]
    chains: Mapping[str, Lines]
    roads: Mapping[str, Lines]
    sources: Mapping[str, Source]


def resolve(file: BoardFile, problems: Problems) -> Parts | None:
    """Turn a decoded file into hexes and hexsides, adding to `problems` what is wrong."""
    laid = _lay_terrain(file, problems)
    if laid is None:
        return None
    grid, terrain = laid
    chains = {n: _hexside_lines(grid, n, x, problems) for n, x in file.hexsides.items()}
    roads = {n: _network_lines(grid, n, x, problems) for n, x in file.networks.items()}
    places = _places(grid, file, problems)
    problems += [f"box {name!r}: is also a hex" for name in file.boxes if name in grid]
    return Parts(
        grid,
        terrain,
        _tags(grid, file, places, problems),
        {n: frozenset(s for _, way in lines for s in way) for n, lines in chains.items()},
        {n: _steps(grid, lines) for n, lines in roads.items()},
        places,
        {n: _hexes(grid, f"zone {n!r}", x, problems) for n, x in file.zones.items()},
        chains,
        roads,
        _sources(file),
    )


# --- terrain ----------------------------------------------------------------------------


def make_grid(file: GridFile, missing: frozenset[tuple[int, int]] = frozenset()) -> Grid:
    """The grid that a file describes."""
    sheets = [Sheet(s.prefix, s.rows[0], s.rows[1], s.offset) for s in file.sheets]
    return Grid(
        file.shape,
        file.columns,
        file.rows,
        shifted=file.shifted,
        rows_up=file.rows_up,
        columns_left=file.columns_left,
        numbering=Numbering(file.number, sheets),
        missing=missing,
    )


def _lay_terrain(file: BoardFile, problems: Problems) -> tuple[Grid, tuple[str, ...]] | None:
    problems += _wrong_letters(file)
    try:
        frame = make_grid(file.grid)
    except ValueError as error:
        problems.append(f"grid: {error}")
        return None
    letters = _letters(file, frame, problems)
    if problems:
        return None
    missing = frozenset(place for place, letter in letters.items() if letter == NO_HEX)
    if len(missing) == len(letters):
        problems.append("terrain: no hex at all")
        return None
    terrain = (file.letters[letter] for letter in letters.values() if letter != NO_HEX)
    return make_grid(file.grid, missing), tuple(terrain)


def _wrong_letters(file: BoardFile) -> list[str]:
    wrong = [letter for letter in file.letters if len(letter) != 1 or letter.isspace()]
    found = [f"letters: {letter!r} is not one letter" for letter in wrong]
    if NO_HEX in file.letters:
        found.append(f"letters: {NO_HEX!r} is kept for places without a hex")
    unknown = set(file.water) - set(file.letters.values())
    if unknown:
        found.append(f"water: unknown terrain {', '.join(sorted(unknown))}")
    return found


def _letters(file: BoardFile, frame: Grid, problems: Problems) -> dict[tuple[int, int], str]:
    """The letter of each place of the frame, in reading order."""
    rows = [line for line in file.terrain.splitlines() if line.strip()]
    lines = frame.lines()
    if len(rows) != len(lines):
        problems.append(f"terrain: {len(rows)} rows of letters for {len(lines)} rows of hexes")
        return {}
    found: dict[tuple[int, int], str] = {}
    for number, (letters, line) in enumerate(zip(rows, lines, strict=True), 1):
        if len(letters) != len(line):
            problems.append(f"terrain row {number}: {len(letters)} letters for {len(line)} hexes")
        for letter, place in zip(letters, line, strict=False):
            if letter != NO_HEX and letter not in file.letters:
                name = frame.numbering.write(*place)
                problems.append(f"terrain row {number}: unknown letter {letter!r} in hex {name}")
            found[place] = letter
    return found


# --- lines ------------------------------------------------------------------------------


def _hexside_lines(grid: Grid, layer: str, file: LineLayer, problems: Problems) -> Lines:
    found = []
    for number, line in enumerate(file.lines, 1):
        where = f"hexsides {layer!r} line {line.name or number}"
        words = line.way.split()
        sides = _each(words, grid.parse_hexside, where, problems)
        # A side that could not be read is one problem, not also a gap.
        if not file.loose and len(sides) == len(words):
            for a, b in pairwise(sides):
                if b not in grid.touching(a):
                    problems.append(f"{where}: broken chain, {a} does not touch {b}")
        found.append((line.name, tuple(sides)))
    return tuple(found)


def _network_lines(grid: Grid, layer: str, file: LineLayer, problems: Problems) -> Lines:
    found = []
    for number, line in enumerate(file.lines, 1):
        where = f"network {layer!r} line {line.name or number}"
        words = line.way.replace("-", " ").split()
        way = _each(words, grid.parse, where, problems)
        if len(way) == len(words):
            for a, b in pairwise(way):
                if not grid.adjacent(a, b):
                    problems.append(f"{where}: broken chain, {a} is not next to {b}")
        if len(words) < 2:
            problems.append(f"{where}: a line needs two hexes at least")
        found.append((line.name, tuple(way)))
    return tuple(found)


def _steps(grid: Grid, lines: Lines) -> frozenset[Hexside]:
    pairs = (pair for _, way in lines for pair in pairwise(way))
    return frozenset(grid.hexside(a, b) for a, b in pairs if grid.adjacent(a, b))


def _each(words: list[str], read: Callable[[str], T], where: str, problems: Problems) -> list[T]:
    found = []
    for word in words:
        try:
            found.append(read(word))
        except (KeyError, ValueError) as error:
            problems.append(f"{where}: {error.args[0]}")
    return found


# --- hexes ------------------------------------------------------------------------------


def _hexes(grid: Grid, where: str, file: HexLayer, problems: Problems) -> frozenset[HexId]:
    found: list[HexId] = []
    for word in file.hexes.split():
        first, dots, last = word.partition("..")
        ends = _each([first, last] if dots else [first], grid.parse, where, problems)
        if dots and len(ends) == 2:
            found.extend(_run(grid, ends[0], ends[1], where, problems))
        else:
            found.extend(ends)
    return frozenset(found)


def _run(grid: Grid, first: HexId, last: HexId, where: str, problems: Problems) -> list[HexId]:
    (c1, r1), (c2, r2) = grid.place(first), grid.place(last)
    if c1 != c2 and r1 != r2:
        problems.append(f"{where}: {first}..{last} is not along one row or column")
        return []
    columns = range(min(c1, c2), max(c1, c2) + 1)
    rows = range(min(r1, r2), max(r1, r2) + 1)
    names = (grid.numbering.write(c, r) for c in columns for r in rows)
    return [name for name in names if name in grid]


def _places(grid: Grid, file: BoardFile, problems: Problems) -> tuple[PlaceFile, ...]:
    found, seen = [], set()
    for place in file.places:
        if place.name in seen:
            problems.append(f"place {place.name!r}: duplicate name")
        seen.add(place.name)
        hexes = _each([place.hex], grid.parse, f"place {place.name!r}", problems)
        for name in hexes:
            found.append(PlaceFile(place.name, name, place.size, place.tags, place.source))
    return tuple(found)


def _tags(
    grid: Grid, file: BoardFile, places: tuple[PlaceFile, ...], problems: Problems
) -> dict[HexId, frozenset[str]]:
    found: dict[HexId, set[str]] = {}
    for place in places:
        size = {place.size} if place.size else set()
        found.setdefault(place.hex, set()).update(size, place.tags)
    for tag, layer in file.tags.items():
        for name in _hexes(grid, f"tag {tag!r}", layer, problems):
            found.setdefault(name, set()).add(tag)
    return {name: frozenset(tags) for name, tags in found.items()}


def _sources(file: BoardFile) -> dict[str, Source]:
    found: dict[str, Source] = {"terrain": file.terrain_source}
    for kind, layers in (("hexsides", file.hexsides), ("network", file.networks)):
        found |= {f"{kind} {name}": layer.source for name, layer in layers.items()}
    for kind, hexes in (("tag", file.tags), ("zone", file.zones)):
        found |= {f"{kind} {name}": layer.source for name, layer in hexes.items()}
    return found
