"""3 The scenarios: turn track, lettered hexes, set-up areas, and a set-up ready to play.

A scenario in `data/scenarios.yaml` names what it uses of the map and of the counters. Here
the names are looked up there, and whatever does not fit is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from grognard.board import Board
from grognard.data import DataError, Source, Strict, read_yaml
from grognard.decisions import Side, rule
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


class Scenario44(Scenario, frozen=True, kw_only=True):
    """A scenario of Ukraine '44. `track` has the days of each turn; `ready` is a legal
    placement of the Soviet area formations, `ready_tigers` names carriers for the Tigers.
    """

    track: tuple[str, ...]
    entries: Mapping[Letter, Entry]
    areas: Mapping[str, frozenset[HexId]]
    victory_cities: tuple[HexId, ...]
    ready: Mapping[UnitId, HexId]
    ready_tigers: Mapping[UnitId, UnitId]

    def days(self, turn: int) -> str:
        """The days that a turn stands for."""
        return self.track[turn - 1]

    def sources(self, side: Side) -> tuple[HexId, ...]:
        """The lettered hexes that a side draws supply from."""
        return tuple(entry.hex for entry in self.entries.values() if entry.side == side)


# --- the file ---------------------------------------------------------------------------


class _Track(Strict, frozen=True):
    turns: Source
    dates: Source
    spaces: tuple[str, ...]


class _EntryFile(Strict, frozen=True):
    side: SideName
    title: str


class _Entries(Strict, frozen=True):
    source: Source
    letters: dict[Letter, _EntryFile]


class _Placement(Strict, frozen=True):
    source: Source
    hexes: dict[UnitId, str]


class _Carriers(Strict, frozen=True):
    source: Source
    carriers: dict[UnitId, UnitId]


class _Ready(Strict, frozen=True):
    soviet: _Placement
    tigers: _Carriers


class _ScenarioFile(Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    track: _Track
    entries: _Entries
    areas: tuple[str, ...]
    victory_cities: tuple[str, ...]
    ready: _Ready


class _ScenariosFile(Strict, frozen=True):
    scenarios: tuple[_ScenarioFile, ...]


def load_scenarios(path: Path, board: Board, units: OrderOfBattle) -> dict[str, Scenario44]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    file = read_yaml(path, _ScenariosFile)
    problems: list[str] = []
    found: dict[str, Scenario44] = {}
    for one in file.scenarios:
        faults = list(_unknown_places(one, board))
        if not faults:
            scenario = _scenario(one, board)
            faults = [fault for check in _CHECKS for fault in check(scenario, units)]
            if one.id in found:
                faults.append("this id is used twice")
            found[one.id] = scenario
        problems += [f"scenario {one.id!r}: {fault}" for fault in faults]
    if problems:
        raise DataError(path.name, problems)
    return found


@rule("4.2-2", "G3")
def _unknown_places(file: _ScenarioFile, board: Board) -> Iterator[str]:
    """What a scenario names and the map has not."""
    starred = {place.name for place in board.places if board.has(place.hex, "victory")}
    for letter in file.entries.letters:
        if len(board.zones.get(letter, ())) != 1:
            yield f"the map has no hex lettered {letter}"
    yield from (f"the map has no area {name}" for name in file.areas if name not in board.zones)
    for name in sorted(starred.symmetric_difference(file.victory_cities)):
        yield f"{name} is a victory city either here or on the map, not in both"
    for unit, hex_ in file.ready.soviet.hexes.items():
        if hex_ not in board.grid:
            yield f"ready {unit!r}: unknown hex {hex_}"


def _scenario(file: _ScenarioFile, board: Board) -> Scenario44:
    hexes = {place.name: place.hex for place in board.places}
    return Scenario44(
        id=file.id,
        title=file.title,
        turns=len(file.track.spaces),
        dates=file.dates,
        about=file.about,
        track=file.track.spaces,
        entries={
            letter: Entry(letter, entry.side, min(board.zone(letter)), entry.title)
            for letter, entry in file.entries.letters.items()
        },
        areas={name: board.zone(name) for name in file.areas},
        victory_cities=tuple(hexes[name] for name in file.victory_cities),
        ready=file.ready.soviet.hexes,
        ready_tigers=file.ready.tigers.carriers,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _missing_places(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    """Areas and lettered hexes that counters need and the scenario has not."""
    for piece in units.pieces:
        if piece.area and piece.area not in scenario.areas:
            yield f"unit {piece.id!r} needs an area {piece.area}"
        for letter in piece.entry:
            entry = scenario.entries.get(letter)
            if entry is None or entry.side != piece.side:
                yield f"unit {piece.id!r} needs an entry {letter} of its side"


def _late_arrivals(scenario: Scenario44, units: OrderOfBattle) -> Iterator[str]:
    for piece in units.pieces:
        if piece.turn > scenario.turns:
            yield f"unit {piece.id!r} comes on turn {piece.turn} of {scenario.turns}"


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
    tigers = {tiger.id for tiger in units.tigers if not tiger.turn}
    carriers = list(scenario.ready_tigers.values())
    for tiger, unit in scenario.ready_tigers.items():
        if tiger not in tigers:
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
