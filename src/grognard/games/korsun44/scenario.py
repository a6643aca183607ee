"""The scenarios: calendar, set-up, reinforcements, air strength, notes, bases, victory.

Set-up lists, the schedule and the air table are shared; a scenario says on which day it begins
and which list it uses. Whatever does not fit map and counters is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from grognard.board import Board
from grognard.data import DataError, Source, Strict, read_yaml, twice
from grognard.decisions import Side, rule
from grognard.engine import Scenario
from grognard.games.korsun44.charts import Charts
from grognard.games.korsun44.theatre import Edge, Entry, Month, Theatre, waiting_box
from grognard.games.korsun44.units import FormationId, OrderOfBattle, SideName
from grognard.hexes import HexId
from grognard.pieces import UnitId

VictoryKind = Literal["cities", "link", "losses", "relief"]
_SIDES: tuple[SideName, ...] = ("german", "soviet")
_Positive = Annotated[int, Meta(ge=1)]


# --- what a scenario says ---------------------------------------------------------------


class Slot(Struct, frozen=True, dict=True):
    """An entry of a set-up list: units that their owner spreads over its hexes (B5). `lost`
    levels are spread by him too (H12). The ready set-up has a hex and a loss for each.
    """

    units: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]
    works: bool
    ready: Mapping[UnitId, HexId]
    ready_lost: Mapping[UnitId, int]

    @property
    def lost(self) -> int:
        """The levels that its units have lost in all."""
        return sum(self.ready_lost.values())


class Arrival(Struct, frozen=True):
    """Units that come on a turn at the earliest, by an entry. `optional` ones may stay away
    (H11); `after` is a formation without which they do not come (R-note); if `rest` is given,
    `first` of them come on the turn and the others on that one (H10). `option` names the
    switch of the game that they need.
    """

    turn: int
    at: Entry
    side: SideName
    units: tuple[UnitId, ...]
    optional: bool = False
    after: FormationId = ""
    first: int = 0
    rest: int = 0
    option: str = ""


class Notes(Strict, frozen=True):
    """Notes of a scenario: the turn from which a Ukrainian Front may act (K44-3, D13), whether
    German aircraft may hamper Soviet movement (K44-6), the ammunition of each side for barrages,
    and the last turn on which they are fired, if there is one (6.5.1, 6.5.7).
    """

    waits: dict[int, int] = field(default_factory=dict)
    interdiction: bool = True
    ammunition: dict[SideName, _Positive] = field(default_factory=dict)
    last_barrage: _Positive | None = None


class Bases(Strict, frozen=True):
    """Where lines of supply end (10.1.4): zones and edges of the map, or HQs."""

    zones: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    staffs: tuple[UnitId, ...] = ()


class Victory(Strict, frozen=True):
    """What decides: hexes of `cities` (K44-vc1), a line from the city to one of `links`
    (K44-vc2), levels destroyed (RET-vc), or a road to the city and else levels (DEB).
    `german` are the hexes that win at the end, `soviet` those that win at once.
    """

    kind: VictoryKind
    cities: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    german: int = 0
    soviet: int = 0


class KorsunScenario(Scenario, frozen=True, kw_only=True, dict=True):
    """A scenario. `calendar` and `air` have an entry for each of its turns. `first` is player
    A, who has the initiative (2.2). `entries` are the rows of entries of each side, neighbours
    side by side. `crowded` are hexes whose printed set-up is too full (B6). `retreat_notes` hold
    in place of `notes` with the option of that name. Who is in no slot and no arrival takes no
    part.
    """

    calendar: tuple[str, ...]
    air: Mapping[Side, tuple[int, ...]]
    first: SideName
    month: Month
    slots: Mapping[Side, tuple[Slot, ...]]
    arrivals: tuple[Arrival, ...]
    entries: Mapping[Side, tuple[tuple[Entry, ...], ...]]
    crowded: tuple[HexId, ...]
    improved_works: int
    notes: Notes
    retreat_notes: Notes
    bases: Mapping[Side, Bases]
    victory: Victory

    def label(self, turn: int) -> str:
        """The date of a turn."""
        return self.calendar[turn - 1]

    @cached_property
    def boxes(self) -> Mapping[Side, tuple[str, ...]]:
        """The boxes of each side's entries."""
        rows = self.entries.items()
        return {side: tuple(waiting_box(n) for row in names for n in row) for side, names in rows}

    @cached_property
    def arrival_of(self) -> Mapping[UnitId, Arrival]:
        """The first row of the schedule that brings each reinforcement."""
        return {unit: row for row in reversed(self.arrivals) for unit in row.units}

    @cached_property
    def slot_of(self) -> Mapping[UnitId, Slot]:
        """The entry of each unit of the set-up lists."""
        slots = [slot for group in self.slots.values() for slot in group]
        return {unit: slot for slot in slots for unit in slot.units}

    @cached_property
    def choosers(self) -> Mapping[Side, tuple[UnitId, ...]]:
        """The units of each side whose entry leaves a choice of hexes (B5)."""
        return {
            side: tuple(unit for slot in group if len(slot.hexes) > 1 for unit in slot.units)
            for side, group in self.slots.items()
        }

    @cached_property
    def dug_in(self) -> Mapping[UnitId, Side]:
        """The units that begin in field fortifications, with their sides."""
        slots = [(side, slot) for side, group in self.slots.items() for slot in group]
        return {unit: side for side, slot in slots if slot.works for unit in slot.units}

    @cached_property
    def ready(self) -> Mapping[UnitId, HexId]:
        """Where everybody stands in the ready set-up."""
        slots = [slot for group in self.slots.values() for slot in group]
        return {unit: hex_ for slot in slots for unit, hex_ in slot.ready.items()}

    @cached_property
    def ready_lost(self) -> Mapping[UnitId, int]:
        """Who has lost levels in the ready set-up, and how many."""
        slots = [slot for group in self.slots.values() for slot in group]
        return {unit: lost for slot in slots for unit, lost in slot.ready_lost.items()}


# --- the file ---------------------------------------------------------------------------

_Units = tuple[UnitId, ...]


class _CalendarFile(Strict, frozen=True):
    source: Source
    labels: tuple[str, ...]


class _AirFile(Strict, frozen=True):
    source: Source
    german: tuple[int, ...]
    soviet: tuple[int, ...]


class _EntriesFile(Strict, frozen=True):
    source: Source
    german: tuple[tuple[Entry, ...], ...]
    soviet: tuple[tuple[Entry, ...], ...]


class _ArrivalFile(Strict, frozen=True):
    day: _Positive
    at: Entry
    units: _Units
    optional: bool = False
    after: FormationId = ""
    first: int = 0
    rest: int = 0
    option: str = ""


class _ArrivalsFile(Strict, frozen=True):
    source: Source
    rows: tuple[_ArrivalFile, ...]


class _SlotFile(Strict, frozen=True):
    units: _Units
    hexes: tuple[str, ...] = ()
    zone: str = ""
    works: bool = False
    ready: tuple[str, ...] | None = None
    lost: dict[UnitId, _Positive] = field(default_factory=dict)


class _SetUpFile(Strict, frozen=True):
    id: Month
    source: Source
    german: tuple[_SlotFile, ...]
    soviet: tuple[_SlotFile, ...]
    crowded: tuple[str, ...] = ()


class _BasesFile(Strict, frozen=True):
    german: Bases
    soviet: Bases


class _ScenarioFile(Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    source: Source
    day: _Positive
    turns: _Positive
    first: SideName
    set_up: Month
    notes: Notes
    bases: _BasesFile
    victory: Victory
    retreat_notes: Notes | None = None
    improved_works: int = 0


class _ScenariosFile(Strict, frozen=True):
    calendar: _CalendarFile
    air: _AirFile
    entries: _EntriesFile
    arrivals: _ArrivalsFile
    set_ups: tuple[_SetUpFile, ...]
    scenarios: tuple[_ScenarioFile, ...]

    def set_up(self, month: Month) -> _SetUpFile:
        """A set-up list by its month."""
        return next(one for one in self.set_ups if one.id == month)


def load_scenarios(
    path: Path, board: Board, units: OrderOfBattle, charts: Charts
) -> dict[str, KorsunScenario]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    file, theatre = read_yaml(path, _ScenariosFile), Theatre(board, charts)
    problems = [*_table_faults(file), *_entry_faults(file.entries, theatre)]
    problems += _arrival_faults(file, units)
    for one in file.set_ups:
        problems += [f"set-up {one.id!r}: {fault}" for fault in _set_up_faults(one, theatre, units)]
    if not problems:
        for scene in file.scenarios:
            faults = (f for check in _CHECKS for f in check(scene, file, board))
            problems += [f"scenario {scene.id!r}: {fault}" for fault in faults]
    if problems:
        raise DataError(path.name, problems)
    return {one.id: _scenario(one, file, theatre, units) for one in file.scenarios}


# --- making it out of file, map and counters ----------------------------------------------


def _scenario(
    one: _ScenarioFile, file: _ScenariosFile, theatre: Theatre, units: OrderOfBattle
) -> KorsunScenario:
    board = theatre.board
    begin, end = one.day - 1, one.day - 1 + one.turns
    listed = file.set_up(one.set_up)
    return KorsunScenario(
        id=one.id,
        title=one.title,
        turns=one.turns,
        dates=one.dates,
        about=one.about,
        calendar=file.calendar.labels[begin:end],
        air={"german": file.air.german[begin:end], "soviet": file.air.soviet[begin:end]},
        first=one.first,
        month=one.set_up,
        slots={side: tuple(_slot(s, board) for s in getattr(listed, side)) for side in _SIDES},
        arrivals=_arrivals(one, file, units),
        entries={side: entry_rows(getattr(file.entries, side), theatre) for side in _SIDES},
        crowded=listed.crowded,
        improved_works=one.improved_works,
        notes=one.notes,
        retreat_notes=one.retreat_notes or one.notes,
        bases={"german": one.bases.german, "soviet": one.bases.soviet},
        victory=one.victory,
    )


@rule("11.2.4")
def entry_rows(
    rows: tuple[tuple[Entry, ...], ...], theatre: Theatre
) -> tuple[tuple[Entry, ...], ...]:
    """The rows of entries of a side. One that only names an edge stands for the roads that leave
    the map there.
    """
    edges: dict[tuple[str, ...], Edge] = {(edge,): edge for edge in get_args(Edge)}
    return tuple(theatre.road_entries(edges[row]) if row in edges else row for row in rows)


def _slot(slot: _SlotFile, board: Board) -> Slot:
    hexes = _hexes(slot, board)
    return Slot(
        units=slot.units,
        hexes=hexes,
        works=slot.works,
        ready=dict(zip(slot.units, _ready(slot, hexes), strict=True)),
        ready_lost=slot.lost,
    )


def _hexes(slot: _SlotFile, board: Board) -> tuple[HexId, ...]:
    return tuple(sorted(board.zones.get(slot.zone, ()))) if slot.zone else slot.hexes


def _ready(slot: _SlotFile, hexes: tuple[HexId, ...]) -> tuple[HexId, ...]:
    """The hex of each unit: as the file says, or one on each hex, or all on the only one."""
    if slot.ready is not None:
        return slot.ready
    return hexes * len(slot.units) if len(hexes) == 1 else hexes


def _arrivals(
    one: _ScenarioFile, file: _ScenariosFile, units: OrderOfBattle
) -> tuple[Arrival, ...]:
    """The rows of the schedule that fall into the days of the scenario."""
    begin = one.day - 1
    return tuple(
        Arrival(
            turn=row.day - begin,
            at=row.at,
            side="german" if units.by_id[row.units[0]].side == "german" else "soviet",
            units=row.units,
            optional=row.optional,
            after=row.after,
            first=row.first,
            rest=row.rest - begin if row.rest else 0,
            option=row.option,
        )
        for row in file.arrivals.rows
        if begin < row.day <= begin + one.turns
    )


# --- what may be wrong with it ----------------------------------------------------------


def _table_faults(file: _ScenariosFile) -> Iterator[str]:
    """An air strength for every day, and no name twice."""
    days = len(file.calendar.labels)
    for side in _SIDES:
        there = len(getattr(file.air, side))
        if there != days:
            yield f"air: {there} numbers for {days} days on the {side} side"
    for what, names in (("set-up", file.set_ups), ("scenario", file.scenarios)):
        yield from (
            f"{what} {name!r}: this id is used twice" for name in twice(n.id for n in names)
        )


def _entry_faults(entries: _EntriesFile, theatre: Theatre) -> Iterator[str]:
    """Entries are zones of one hex or hexes of the edge, and have a box of their side."""
    board = theatre.board
    for side in _SIDES:
        rows = entry_rows(getattr(entries, side), theatre)
        for name in (name for row in rows for name in row):
            box = board.boxes.get(waiting_box(name))
            if len(board.zones.get(name, ())) != 1 and name not in board.grid:
                yield f"entry {name!r}: is neither a zone of one hex nor a hex"
            if box is None or box.side != side:
                yield f"entry {name!r}: the map has no box of the {side} side for it"


def _arrival_faults(file: _ScenariosFile, units: OrderOfBattle) -> Iterator[str]:
    """Known units of one side, by an entry of theirs, each once."""
    rows = file.arrivals.rows
    every = twice(unit for row in rows for unit in row.units)
    yield from (f"arrivals: unit {unit!r} comes twice" for unit in every)
    for row in rows:
        place = f"arrivals of day {row.day} at {row.at}"
        yield from (f"{place}: {fault}" for fault in _row_faults(row, file, units))


def _row_faults(row: _ArrivalFile, file: _ScenariosFile, units: OrderOfBattle) -> Iterator[str]:
    unknown = [unit for unit in row.units if unit not in units.by_id]
    yield from (f"unknown unit {unit!r}" for unit in unknown)
    sides = {units.by_id[unit].side for unit in row.units if unit not in unknown}
    if len(sides) != 1:
        yield "needs units of one side"
    for side in sides:
        if all(row.at not in line for line in getattr(file.entries, side)):
            yield f"is no entry of the {side} side"
    if row.day > len(file.calendar.labels):
        yield "the calendar has no such day"
    if row.after and row.after not in units.formations:
        yield f"unknown formation {row.after!r}"
    if bool(row.first) != bool(row.rest) or (row.rest and row.rest <= row.day):
        yield "who comes at first, the rest follows on a later day"
    if row.first and row.first >= len(row.units):
        yield f"{row.first} of {len(row.units)} units at first leaves no rest"


def _set_up_faults(one: _SetUpFile, theatre: Theatre, units: OrderOfBattle) -> Iterator[str]:
    """Units of their side, each once, on their side of the front; works out of swamps; the
    ready set-up within the limits of stacking but where the list itself is over (B6).
    """
    slots = [(side, slot) for side in _SIDES for slot in getattr(one, side)]
    every = twice(unit for _, slot in slots for unit in slot.units)
    yield from (f"unit {unit!r} is there twice" for unit in every)
    faults = [
        f"units {', '.join(slot.units)}: {fault}"
        for side, slot in slots
        for fault in _slot_faults(slot, side, one.id, theatre, units)
    ]
    yield from faults
    if not faults:
        yield from _crowd_faults(one, theatre, units)


def _slot_faults(
    slot: _SlotFile, side: SideName, month: Month, theatre: Theatre, units: OrderOfBattle
) -> Iterator[str]:
    hexes = _hexes(slot, theatre.board)
    if bool(slot.zone) == bool(slot.hexes) or not hexes:
        yield "needs either hexes or a zone of the map"
    for unit in slot.units:
        if unit not in units.by_id:
            yield f"unknown unit {unit!r}"
        elif units.by_id[unit].side != side:
            yield f"unit {unit!r} is not {side}"
    for hex_ in hexes:
        if hex_ not in theatre.board.grid:
            yield f"unknown hex {hex_}"
        elif hex_ not in theatre.start(month, side):
            yield f"{hex_} is not behind the {side} front"
        elif slot.works and not theatre.may_dig(hex_):
            yield f"{hex_} is a swamp, where nobody digs"
    yield from _choice_faults(slot, hexes, units)


def _choice_faults(
    slot: _SlotFile, hexes: tuple[HexId, ...], units: OrderOfBattle
) -> Iterator[str]:
    """A ready hex of the list for each unit, and losses that leave a level (H12)."""
    ready = _ready(slot, hexes)
    if len(ready) != len(slot.units):
        yield f"{len(ready)} ready hexes for {len(slot.units)} units"
    yield from (f"ready hex {hex_} is not in the list" for hex_ in ready if hex_ not in hexes)
    for unit, lost in slot.lost.items():
        if unit not in slot.units:
            yield f"{unit!r} is lost but not there"
        elif unit in units.by_id and lost >= units.by_id[unit].levels:
            yield f"{unit!r} has no level left"


def _crowd_faults(one: _SetUpFile, theatre: Theatre, units: OrderOfBattle) -> Iterator[str]:
    levels: dict[HexId, int] = {}
    for slot in (*one.german, *one.soviet):
        for unit, hex_ in _slot(slot, theatre.board).ready.items():
            left = units.by_id[unit].levels - slot.lost.get(unit, 0)
            levels[hex_] = levels.get(hex_, 0) + left
    most = theatre.charts.limits["stacking"].number
    for hex_, there in levels.items():
        if (there > most) != (hex_ in one.crowded):
            yield f"hex {hex_}: {there} levels, {most} may be there"


def _length_faults(one: _ScenarioFile, file: _ScenariosFile, _board: Board) -> Iterator[str]:
    if one.day - 1 + one.turns > len(file.calendar.labels):
        yield f"the calendar ends before turn {one.turns}"
    if all(set_up.id != one.set_up for set_up in file.set_ups):
        yield f"there is no set-up {one.set_up!r}"


def _twice_faults(one: _ScenarioFile, file: _ScenariosFile, _board: Board) -> Iterator[str]:
    """Nobody begins on the map and comes later as well."""
    listed = next((s for s in file.set_ups if s.id == one.set_up), None)
    if listed is None:
        return
    there = {unit for slot in (*listed.german, *listed.soviet) for unit in slot.units}
    for row in file.arrivals.rows:
        if one.day <= row.day < one.day + one.turns:
            yield from (f"unit {u!r}: is there and comes later" for u in row.units if u in there)


def _zone_faults(one: _ScenarioFile, _file: _ScenariosFile, board: Board) -> Iterator[str]:
    """Bases, cities and links are zones of the map."""
    victory = one.victory
    named = (*one.bases.german.zones, *one.bases.soviet.zones, *victory.cities, *victory.links)
    yield from (
        f"unknown zone {name!r}" for name in dict.fromkeys(named) if name not in board.zones
    )


def _victory_faults(one: _ScenarioFile, _file: _ScenariosFile, board: Board) -> Iterator[str]:
    """B7: the numbers of both sides are such that one side alone can have its own."""
    victory = one.victory
    if victory.kind == "cities":
        hexes = sum(len(board.zones.get(city, ())) for city in victory.cities)
        if victory.german + victory.soviet != hexes + 1:
            yield f"{victory.german} and {victory.soviet} of {hexes} city hexes: not one wins"
    elif victory.kind in ("link", "relief") and not (victory.cities and victory.links):
        yield f"a {victory.kind} needs a city and zones"


_Check = Callable[[_ScenarioFile, _ScenariosFile, Board], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (_length_faults, _twice_faults, _zone_faults, _victory_faults)
