"""Sketches: small positions written in a few lines of text.

    pos = sketch("ukraine44", '''
        board   8 x 6
        terrain hill 03.04 03.05
        hexside river 03.03/03.04
        network road 01.01-01.02-01.03
        unit    6GTC 03.03 lost=2
        unit    1ssPz 03.04
        turn    3
        phase   combat soviet
    ''')

Rule tests are written with them, and designers use the same to try a rule. Each line is a
word and what it is about:

| line | means |
|---|---|
| `board 8 x 6` | an empty board of 8 columns and 6 rows, numbered as the game's own |
| `board 10.10..20.20` | that rectangle of the game's own map; without a line: the whole map |
| `terrain KIND HEX...` | natural terrain |
| `tag NAME HEX...` | settlements and flags |
| `hexside KIND A/B...` | rivers and other features of hexsides |
| `network NAME A-B-C` | a road or rail through these hexes |
| `zone NAME HEX...` | a named zone (hyphens for blanks) |
| `piece ID like ID2 VALUE=N...` | a counter of your own: another's copy with other values |
| `unit ID SPOT FIELD=VALUE...` | a unit in a hex or box (hyphens for blanks); others are out |
| `control SIDE HEX...` | who holds which hexes |
| `turn N`, `state FIELD=VALUE...`, `option NAME=VALUE` | the rest of the state |
| `phase TAG SIDE` | the open phase (hyphens for blanks in its tag) and whose it is |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.board import Board
from grognard.boardfile import GridFile, SheetFile, make_grid
from grognard.game import Game
from grognard.hand import Hand
from grognard.hexes import Grid, HexId
from grognard.pieces import Piece, UnitId
from grognard.position import Position
from grognard.registry import load
from grognard.steps import Step

AnyPosition = Position[Any, Any, Any]


class SketchError(ValueError):
    """A line of a sketch is wrong; says which and why."""


def sketch(
    game: str | Game[Any, Any], text: str, *, run: bool = False, agenda: Iterable[Step] = ()
) -> AnyPosition:
    """The position that a sketch describes. `agenda` opens steps directly where no `phase`
    line can; `run` lets the engine go on to the first real question.
    """
    drawing = _Sketch(load(game) if isinstance(game, str) else game)
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            drawing.read(number, words)
    try:
        pos = drawing.position(tuple(agenda))
    except ValueError as error:
        raise SketchError(str(error)) from error
    return Hand(pos).begin() if run else pos


class _Sketch:
    """A sketch being read."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.board: Board = game.board
        self.pieces: dict[UnitId, Piece] = {piece.id: piece for piece in game.pieces}
        self.units: dict[UnitId, tuple[str, dict[str, str]]] = {}
        self.fields: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.control: dict[HexId, str] = {}
        self.phase: tuple[str, str] | None = None

    def read(self, number: int, words: list[str]) -> None:
        reader: Callable[[list[str]], None] | None = getattr(self, f"_{words[0]}", None)
        if reader is None:
            raise SketchError(f"line {number}: unknown word {words[0]!r}")
        try:
            reader(words[1:])
        except (ValueError, KeyError, IndexError) as error:
            raise SketchError(f"line {number}, {' '.join(words)!r}: {error}") from error

    # --- the board -----------------------------------------------------------------------

    def _board(self, words: list[str]) -> None:
        if len(words) == 1:
            first, _, last = words[0].partition("..")
            self.board = self.board.cut(_rectangle(self.board.grid, first, last))
        else:
            self.board = blank_board(self.game, int(words[0]), int(words[2]))

    def _terrain(self, words: list[str]) -> None:
        terrain = list(self.board.terrain)
        for hex_ in self._hexes(words[1:]):
            terrain[self.board.grid.index[hex_]] = words[0]
        self.board = replace(self.board, terrain=tuple(terrain))

    def _tag(self, words: list[str]) -> None:
        tags = dict(self.board.tags)
        for hex_ in self._hexes(words[1:]):
            tags[hex_] = tags.get(hex_, frozenset()) | {words[0]}
        self.board = replace(self.board, tags=tags)

    def _hexside(self, words: list[str]) -> None:
        sides = {self.board.grid.parse_hexside(word) for word in words[1:]}
        old = self.board.hexsides
        self.board = replace(
            self.board, hexsides={**old, words[0]: old.get(words[0], frozenset()) | sides}
        )

    def _network(self, words: list[str]) -> None:
        grid, found = self.board.grid, set()
        for chain in words[1:]:
            hexes = [grid.parse(word) for word in chain.split("-")]
            found |= {grid.hexside(a, b) for a, b in pairwise(hexes)}
        old = self.board.networks
        self.board = replace(
            self.board, networks={**old, words[0]: old.get(words[0], frozenset()) | found}
        )

    def _zone(self, words: list[str]) -> None:
        name = _hyphened(self.board.zones).get(words[0], words[0])
        zones = {**self.board.zones, name: frozenset(self._hexes(words[1:]))}
        self.board = replace(self.board, zones=zones)

    def _hexes(self, words: list[str]) -> list[HexId]:
        return [self.board.grid.parse(word) for word in words]

    # --- pieces and units ----------------------------------------------------------------

    def _piece(self, words: list[str]) -> None:
        name, like, model, *values = words
        if like != "like" or model not in self.pieces:
            raise ValueError("expected: piece ID like ID2 VALUE=N")
        made = _with(self.pieces[model], {"id": name, **_pairs(values)})
        # Beside its model: games may keep the pieces of a side together.
        listed = [[piece, made] if piece.id == model else [piece] for piece in self.pieces.values()]
        self.pieces = {piece.id: piece for group in listed for piece in group}

    def _unit(self, words: list[str]) -> None:
        name, spot, *values = words
        if name not in self.pieces:
            raise ValueError(f"there is no piece {name!r}")
        boxes = _hyphened(self.board.boxes)
        place = boxes[spot] if spot in boxes else self.board.grid.parse(spot)
        self.units[name] = (place, _pairs(values))

    # --- the rest of the state -----------------------------------------------------------

    def _control(self, words: list[str]) -> None:
        if words[0] not in self.game.sides:
            raise ValueError(f"{words[0]!r} is no side")
        self.control |= dict.fromkeys(self._hexes(words[1:]), words[0])

    def _turn(self, words: list[str]) -> None:
        self.fields["turn"] = words[0]

    def _state(self, words: list[str]) -> None:
        self.fields |= _pairs(words)

    def _option(self, words: list[str]) -> None:
        self.options |= _pairs(words)

    def _phase(self, words: list[str]) -> None:
        self.phase = (words[0].replace("-", " "), words[1] if len(words) > 1 else "")

    # --- the result ----------------------------------------------------------------------

    def position(self, agenda: tuple[Step, ...]) -> AnyPosition:
        game = self.game.variant(self.board, tuple(self.pieces.values()))
        options = _with(game.make_options({}), self.options)
        scenario = game.scenario(next(iter(game.scenarios)))
        state = game.blank(scenario, options, "sketch")
        units = [self._placed(unit) for unit in state.units]
        state = replace(state, units=tuple(units), control=self._letters(game))
        state = _with(state, self.fields)
        if agenda:
            state = replace(state, agenda=agenda)
        elif self.phase:
            steps = game.agenda_for(*self.phase, game.position(state))
            state = replace(state, agenda=steps)
        return game.position(state)

    def _placed(self, unit: Any) -> Any:
        if unit.id not in self.units:
            return unit
        spot, values = self.units[unit.id]
        return replace(_with(unit, values), at=spot)

    def _letters(self, game: Game[Any, Any]) -> str:
        letters = ["."] * len(game.board.grid)
        for hex_, side in self.control.items():
            letters[game.board.grid.index[hex_]] = game.letter_of(side)
        return "".join(letters)


def blank_board(game: Game[Any, Any], columns: int, rows: int) -> Board:
    """An empty board numbered as the game's own, with the game's plain terrain and boxes;
    its rivers, roads and zones are there by name and lie nowhere.
    """
    grid = game.board.grid
    first_column, first_row = grid.columns[0], grid.rows[0]
    sheets = tuple(SheetFile(s.prefix, (s.first, s.last), s.offset) for s in grid.numbering.sheets)
    file = GridFile(
        grid.shape,
        (first_column, first_column + columns - 1),
        (first_row, first_row + rows - 1),
        grid.shifted,
        grid.rows_up,
        grid.columns_left,
        grid.numbering.pattern,
        sheets,
    )
    blank = make_grid(file)
    return Board(
        name="sketch",
        grid=blank,
        terrain=(game.plain_terrain,) * len(blank),
        hexsides=dict.fromkeys(game.board.hexsides, frozenset()),
        networks=dict.fromkeys(game.board.networks, frozenset()),
        zones=dict.fromkeys(game.board.zones, frozenset()),
        boxes=game.board.boxes,
        water=game.board.water,
    )


def _rectangle(grid: Grid, first: str, last: str) -> list[HexId]:
    (c1, r1), (c2, r2) = grid.place(grid.parse(first)), grid.place(grid.parse(last))
    columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
    return [h for h in grid.hexes if grid.place(h)[0] in columns and grid.place(h)[1] in rows]


def _hyphened(names: Iterable[str]) -> dict[str, str]:
    """Names by the one word that stands for each: hyphens for blanks."""
    return {name.replace(" ", "-"): name for name in names}


def _pairs(words: Iterable[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"expected NAME=VALUE, not {word!r}")
        found[name] = value
    return found


def _with(struct: Any, values: dict[str, str]) -> Any:
    """A struct with fields set from text, each converted to the type of the field."""
    types = {f.name: f.type for f in msgspec.structs.fields(type(struct))}
    unknown = set(values) - set(types)
    if unknown:
        raise ValueError(f"{type(struct).__name__} has no field {', '.join(sorted(unknown))}")
    return replace(struct, **{n: _convert(v, types[n]) for n, v in values.items()})


def _convert(text: str, type_: Any) -> Any:
    """Text as a field's value; comma-separated for fields that hold several, `key:value` in
    maps.
    """
    kind, value = str(type_), text.split(",")
    if "Mapping" in kind:
        return msgspec.convert(dict(pair.split(":") for pair in value), type_, strict=False)
    if "frozenset" not in kind and "tuple" not in kind:
        return msgspec.convert(text, type_, strict=False)
    return msgspec.convert(value, type_, strict=False)
