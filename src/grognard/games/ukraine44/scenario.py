"""3 The scenarios: turn track, lettered hexes, set-up areas and the ready set-up.

Where a formation begins is printed with it (`units.py`); `data/scenarios.yaml` has what is
printed on the map sheet. Everything is checked against the board and the counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from grognard.board import Board
from grognard.data import DataError, Source, parse_yaml, read_yaml
from grognard.decisions import Side
from grognard.engine import Scenario
from grognard.games.ukraine44.units import Letter, OrderOfBattle, SideName
from grognard.hexes import HexId
from grognard.pieces import UnitId


class Entry(Struct, frozen=True):
    """A reinforcement hex, which is a supply source of its side too (8.3, 8.4)."""

    letter: Letter
    side: Side
    hex: HexId
    title: str
    source: Source


class Scenario44(Scenario, frozen=True, kw_only=True):
    """A scenario of Ukraine '44. `track` has the days of each turn; `ready` is a legal
    placement of the Soviet area formations, `ready_tigers` names carriers for the Tigers.
    """

    track: tuple[str, ...]
    entries: Mapping[Letter, Entry]
    areas: Mapping[str, frozenset[HexId]]
    victory_cities: frozenset[HexId]
    airfields: frozenset[HexId]
    north_bank: HexId
    ready: Mapping[UnitId, HexId]
    ready_tigers: Mapping[UnitId, UnitId]

    def days(self, turn: int) -> str:
        """The days that a turn stands for, as the turn track has them."""
        return self.track[turn - 1]

    def sources(self, side: Side) -> tuple[HexId, ...]:
        """The lettered hexes that a side draws supply from."""
        return tuple(entry.hex for entry in self.entries.values() if entry.side == side)


# --- the file ---------------------------------------------------------------------------


class _Strict(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A block of the file; a word that it does not know is refused."""


class _Track(_Strict, frozen=True):
    turns: Source
    dates: Source
    spaces: tuple[str, ...]


class _EntryFile(_Strict, frozen=True):
    side: SideName
    hex: str
    title: str


class _Entries(_Strict, frozen=True):
    source: Source
    hexes: dict[Letter, _EntryFile]


class _Areas(_Strict, frozen=True):
    source: Source
    hexes: dict[str, str]


class _Hexes(_Strict, frozen=True):
    source: Source
    hexes: str


class _Placement(_Strict, frozen=True):
    source: Source
    hexes: dict[UnitId, str]


class _Carriers(_Strict, frozen=True):
    source: Source
    carriers: dict[UnitId, UnitId]


class _Ready(_Strict, frozen=True):
    soviet: _Placement
    tigers: _Carriers


class _ScenarioFile(_Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    track: _Track
    entries: _Entries
    areas: _Areas
    victory_cities: _Hexes
    airfields: _Hexes
    north_bank: str
    ready: _Ready


class _ScenariosFile(_Strict, frozen=True):
    scenarios: tuple[_ScenarioFile, ...]


def load_scenarios(path: Path, board: Board, units: OrderOfBattle) -> dict[str, Scenario44]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    return _build(read_yaml(path, _ScenariosFile), board, units, path.name)


def parse_scenarios(
    text: str, board: Board, units: OrderOfBattle, name: str = "scenarios"
) -> dict[str, Scenario44]:
    """Read scenarios from text, as `load_scenarios` does from a file."""
    return _build(parse_yaml(text, _ScenariosFile, name), board, units, name)


def _build(
    file: _ScenariosFile, board: Board, units: OrderOfBattle, name: str
) -> dict[str, Scenario44]:
    problems: list[str] = []
    found: dict[str, Scenario44] = {}
    for one in file.scenarios:
        reader = _Reader(board, f"scenario {one.id!r}")
        scenario = _scenario(one, reader)
        problems += reader.problems
        problems += [f"scenario {one.id!r}: {fault}" for fault in _faults(scenario, units)]
        if one.id in found:
            problems.append(f"scenario {one.id!r}: this id is used twice")
        found[one.id] = scenario
    if problems:
        raise DataError(name, problems)
    return found


class _Reader:
    """Reads hexes and gathers what is wrong with them."""

    def __init__(self, board: Board, where: str) -> None:
        self.grid = board.grid
        self.where = where
        self.problems: list[str] = []

    def hex(self, text: str, what: str) -> HexId:
        """One hex by its number; a wrong one is noted and left as it is."""
        try:
            return self.grid.parse(text)
        except KeyError as error:
            self.problems.append(f"{self.where}: {what}: {error.args[0]}")
            return text

    def hexes(self, text: str, what: str) -> frozenset[HexId]:
        """Hexes separated by blanks; `A..B` is every hex between two corners."""
        found: set[HexId] = set()
        for word in text.split():
            first, dots, last = word.partition("..")
            ends = [self.hex(first, what), self.hex(last if dots else first, what)]
            if all(end in self.grid for end in ends):
                found.update(self._between(*ends))
        return frozenset(found)

    def _between(self, first: HexId, last: HexId) -> Iterator[HexId]:
        (c1, r1), (c2, r2) = self.grid.place(first), self.grid.place(last)
        columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
        for hex_ in self.grid:
            column, row = self.grid.place(hex_)
            if column in columns and row in rows:
                yield hex_


def _scenario(file: _ScenarioFile, read: _Reader) -> Scenario44:
    entries = file.entries
    return Scenario44(
        id=file.id,
        title=file.title,
        turns=len(file.track.spaces),
        dates=file.dates,
        about=file.about,
        track=file.track.spaces,
        entries={
            letter: Entry(
                letter, e.side, read.hex(e.hex, f"entry {letter}"), e.title, entries.source
            )
            for letter, e in entries.hexes.items()
        },
        areas={name: read.hexes(h, f"area {name}") for name, h in file.areas.hexes.items()},
        victory_cities=read.hexes(file.victory_cities.hexes, "victory cities"),
        airfields=read.hexes(file.airfields.hexes, "airfields"),
        north_bank=read.hex(file.north_bank, "north bank"),
        ready={u: read.hex(h, f"ready {u!r}") for u, h in file.ready.soviet.hexes.items()},
        ready_tigers=file.ready.tigers.carriers,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _faults(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    for check in _CHECKS:
        yield from check(scenario, units)


def _missing_places(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    """Areas and lettered hexes that counters name and the scenario has not."""
    for group in units.groups:
        for piece in units.of_group(group)[:1]:
            if piece.area and piece.area not in scenario.areas:
                yield f"group {group!r} needs an area {piece.area}"
            for letter in piece.entry:
                if letter not in scenario.entries:
                    yield f"group {group!r} needs an entry {letter}"
                elif scenario.entries[letter].side != piece.side:
                    yield f"entry {letter} is not of the side of group {group!r}"


def _late_arrivals(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    late = (piece for piece in units.pieces if piece.turn > scenario.turns)
    yield from (f"unit {p.id!r} comes on turn {p.turn} of {scenario.turns}" for p in late)


def _ready_placement(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    """Every area formation once, in its area, on a hex of its own (S7)."""
    taken = {piece.hex: piece.id for piece in units.pieces if piece.hex}
    areas = {piece.id: piece.area for piece in units.pieces if piece.area}
    for unit, hex_ in scenario.ready.items():
        if unit not in areas:
            yield f"ready {unit!r}: is no formation of an area"
        elif hex_ not in scenario.areas.get(areas[unit], ()):
            yield f"ready {unit!r}: {hex_} is outside the area {areas[unit]}"
        if hex_ in taken:
            yield f"ready {unit!r}: {hex_} is taken by {taken[hex_]!r}"
        taken.setdefault(hex_, unit)
    yield from (f"ready: {unit!r} has no hex" for unit in areas if unit not in scenario.ready)


def _ready_tigers(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    """Starting Tigers go to German mobile formations on the map, one each (C13)."""
    tigers = {tiger.id: tiger for tiger in units.tigers}
    carriers = list(scenario.ready_tigers.values())
    for tiger, unit in scenario.ready_tigers.items():
        if tiger not in tigers or tigers[tiger].turn:
            yield f"ready {tiger!r}: is no Tiger battalion of the start"
        carrier = units.piece(unit)
        if carrier is None or (carrier.kind, carrier.nationality) != ("mobile", "german"):
            yield f"ready {tiger!r}: {unit!r} is no German mobile formation"
        elif not carrier.hex:
            yield f"ready {tiger!r}: {unit!r} is not on the map"
        if carriers.count(unit) > 1:
            yield f"ready {tiger!r}: {unit!r} has another Tiger battalion"


_Check = Callable[[Scenario44, OrderOfBattle], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (_missing_places, _late_arrivals, _ready_placement, _ready_tigers)
