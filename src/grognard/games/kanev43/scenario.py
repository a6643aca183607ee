"""The scenarios: calendar, set-up, arrivals, bridgeheads, drops, replacements.

All of it is shared; a scenario says which turns a day has (R-78). Whatever does not fit map and
counters is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.data import DataError, Source, Strict, read_yaml, twice
from grognard.decisions import Side, rule
from grognard.engine import Scenario
from grognard.games.kanev43.stacking import why_too_full
from grognard.games.kanev43.theatre import Theatre
from grognard.games.kanev43.units import FormationId, OrderOfBattle, SideName, leader_of
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: R-78 The turns of a day; the text names the first and the last.
Hour = Literal["AM", "Noon", "PM", "Night"]
_SIDES: tuple[SideName, ...] = ("axis", "soviet")
_FIRST_HOUR: Hour = "AM"
_LAST_HOUR: Hour = "Night"


# --- what a scenario says ---------------------------------------------------------------


class Moment(Struct, frozen=True):
    """A turn of the calendar: the day of the month, and which of its turns."""

    day: int
    hour: Hour


class Arrival(Struct, frozen=True):
    """Units that come on a turn at the earliest, by a hex of the edge."""

    turn: int
    at: HexId
    side: SideName
    units: tuple[UnitId, ...]


class Pair(Strict, frozen=True):
    """The two hexes of a bridgehead (BHD-1)."""

    east: HexId
    west: HexId


class Drops(Struct, frozen=True):
    """AIRB-3 The dice for companies by the day, AIRB-4 the day from which all may drop; and
    dropzones for who does not want to choose.
    """

    dice: Mapping[int, int]
    all_from: int
    ready: Mapping[FormationId, HexId]


class KanevScenario(Scenario, frozen=True, kw_only=True):
    """A scenario. `calendar` has an entry for each of its turns. Who is in no set-up and no
    arrival is of an airborne brigade, or an assistant commander.
    """

    month: str
    calendar: tuple[Moment, ...]
    set_up: Mapping[UnitId, HexId]
    arrivals: tuple[Arrival, ...]
    bridgeheads: tuple[Pair, ...]
    #: The turns on which further pairs of bridgehead counters are in hand.
    later: tuple[int, ...]
    drops: Drops
    #: R-37 The turns on which the Axis player rolls for replacements.
    drafts: tuple[int, ...]
    #: R-94 By how many points the Soviets are expected to be ahead at the end.
    par: int = 0

    def moment(self, turn: int) -> Moment:
        """The day and hour of a turn."""
        return self.calendar[turn - 1]

    def label(self, turn: int) -> str:
        """The date of a turn."""
        when = self.moment(turn)
        return f"{when.day} {self.month}, {when.hour}"

    @rule("SOP-1")
    def is_morning(self, turn: int) -> bool:
        """Does a turn have an Initial Segment?"""
        return self.moment(turn).hour == _FIRST_HOUR

    def is_night(self, turn: int) -> bool:
        """Is it a Night turn?"""
        return self.moment(turn).hour == _LAST_HOUR


# --- the file ---------------------------------------------------------------------------

_Positive = Annotated[int, Meta(ge=1)]


class _CalendarFile(Strict, frozen=True):
    source: Source
    month: str
    first: _Positive
    last: _Positive


class _WhenFile(Strict, frozen=True):
    day: int
    turn: Hour


class _BridgeheadsFile(Strict, frozen=True):
    source: Source
    at_start: tuple[Pair, ...]
    later: tuple[_WhenFile, ...]


class _DropsFile(Strict, frozen=True):
    source: Source
    dice: dict[int, _Positive]
    all_from: int


class _DropzonesFile(Strict, frozen=True):
    source: Source
    hexes: dict[FormationId, HexId]


class _ReplacementsFile(Strict, frozen=True):
    source: Source
    days: tuple[int, ...]


class _StackFile(Strict, frozen=True):
    hex: HexId
    units: tuple[UnitId, ...]


class _SetUpFile(Strict, frozen=True):
    source: Source
    axis: tuple[_StackFile, ...]
    soviet: tuple[_StackFile, ...]


class _ArrivalFile(Strict, frozen=True):
    day: int
    turn: Hour
    at: HexId
    units: Annotated[tuple[UnitId, ...], Meta(min_length=1)]


class _ArrivalsFile(Strict, frozen=True):
    source: Source
    rows: tuple[_ArrivalFile, ...]


class _ScenarioFile(Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    source: Source
    day: tuple[Hour, ...]
    par: int = 0


class _ScenariosFile(Strict, frozen=True):
    calendar: _CalendarFile
    bridgeheads: _BridgeheadsFile
    drops: _DropsFile
    dropzones: _DropzonesFile
    replacements: _ReplacementsFile
    set_up: _SetUpFile
    arrivals: _ArrivalsFile
    scenarios: tuple[_ScenarioFile, ...]

    def stacks(self, side: SideName) -> tuple[_StackFile, ...]:
        """The set-up of a side."""
        return self.set_up.axis if side == "axis" else self.set_up.soviet


def load_scenarios(path: Path, theatre: Theatre, units: OrderOfBattle) -> dict[str, KanevScenario]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    file = read_yaml(path, _ScenariosFile)
    problems = [
        *_calendar_faults(file),
        *_place_faults(file, theatre, units),
        *_arrival_faults(file, theatre, units),
        *_everybody_faults(file, units),
        *_bridgehead_faults(file, theatre),
        *_dropzone_faults(file, theatre, units),
    ]
    if problems:
        raise DataError(path.name, problems)
    return {one.id: _scenario(one, file, units) for one in file.scenarios}


# --- making it out of file and counters ---------------------------------------------------


def _scenario(one: _ScenarioFile, file: _ScenariosFile, units: OrderOfBattle) -> KanevScenario:
    days = range(file.calendar.first, file.calendar.last + 1)
    calendar = tuple(Moment(day, hour) for day, hour in product(days, one.day))
    turn = {moment: number for number, moment in enumerate(calendar, 1)}
    return KanevScenario(
        id=one.id,
        title=one.title,
        turns=len(calendar),
        dates=one.dates,
        about=one.about,
        month=file.calendar.month,
        calendar=calendar,
        set_up=_with_leaders(file, units),
        arrivals=tuple(_arrival(row, turn, units) for row in file.arrivals.rows),
        bridgeheads=file.bridgeheads.at_start,
        later=tuple(turn[Moment(when.day, when.turn)] for when in file.bridgeheads.later),
        drops=Drops(file.drops.dice, file.drops.all_from, file.dropzones.hexes),
        drafts=tuple(turn[Moment(day, _FIRST_HOUR)] for day in file.replacements.days),
        par=one.par,
    )


@rule("R-101")
def _with_leaders(file: _ScenariosFile, units: OrderOfBattle) -> dict[UnitId, HexId]:
    """Where everybody begins who is on the map; leaders are with their HQs."""
    stacks = [*file.set_up.axis, *file.set_up.soviet]
    found = {unit: stack.hex for stack in stacks for unit in stack.units}
    staffs = [piece for piece in units.of(kind="hq") if piece.id in found]
    return found | {leader_of(piece.formation_id): found[piece.id] for piece in staffs}


@rule("R-101")
def _arrival(row: _ArrivalFile, turn: Mapping[Moment, int], units: OrderOfBattle) -> Arrival:
    pieces = [units.by_id[unit] for unit in row.units]
    leaders = tuple(leader_of(piece.formation_id) for piece in pieces if piece.is_hq)
    side: SideName = "axis" if pieces[0].side == "axis" else "soviet"
    return Arrival(turn[Moment(row.day, row.turn)], row.at, side, (*row.units, *leaders))


# --- what may be wrong with it ----------------------------------------------------------


def _calendar_faults(file: _ScenariosFile) -> Iterator[str]:
    """Dates that every scenario has, hours in order, no name twice."""
    for name in twice(one.id for one in file.scenarios):
        yield f"scenario {name!r}: this id is used twice"
    order = ("AM", "Noon", "PM", "Night")
    for one in file.scenarios:
        ranks = [order.index(hour) for hour in one.day]
        if ranks != sorted(set(ranks)) or {_FIRST_HOUR, _LAST_HOUR} - set(one.day):
            yield f"scenario {one.id!r}: a day goes from AM to Night"
        for what, when in _dates(file):
            if when.hour not in one.day:
                yield f"{what}: scenario {one.id!r} has no turn {when.hour!r}"
    for what, when in _dates(file):
        if not file.calendar.first <= when.day <= file.calendar.last:
            yield f"{what}: the calendar has no day {when.day}"


def _dates(file: _ScenariosFile) -> Iterator[tuple[str, Moment]]:
    """Everything in the file that happens at a time."""
    for when in file.bridgeheads.later:
        yield "bridgeheads", Moment(when.day, when.turn)
    for day in (*file.drops.dice, file.drops.all_from):
        yield "drops", Moment(day, _LAST_HOUR)
    for day in file.replacements.days:
        yield "replacements", Moment(day, _FIRST_HOUR)
    for row in file.arrivals.rows:
        yield f"arrivals at {row.at}", Moment(row.day, row.turn)


def _place_faults(file: _ScenariosFile, theatre: Theatre, units: OrderOfBattle) -> Iterator[str]:
    """Known units of the side, on its side of the front, within the limits of stacking."""
    for side in _SIDES:
        for stack in file.stacks(side):
            place = f"set-up of {stack.hex}"
            if stack.hex not in theatre.board.grid:
                yield f"{place}: unknown hex"
            elif stack.hex not in theatre.start(side):
                yield f"{place}: is not held by the {side} side"
            faults = list(_unit_faults(stack.units, side, units))
            yield from (f"{place}: {fault}" for fault in faults)
            full = None
            if not faults:
                pieces = [units.by_id[unit] for unit in stack.units]
                full = why_too_full(pieces, theatre.charts)
            if full is not None:
                yield f"{place}: {full}"


def _unit_faults(names: tuple[UnitId, ...], side: Side, units: OrderOfBattle) -> Iterator[str]:
    for name in names:
        if name not in units.by_id:
            yield f"unknown unit {name!r}"
        elif units.by_id[name].side != side:
            yield f"unit {name!r} is not {side}"
        elif units.by_id[name].is_leader:
            yield f"R-101: {name!r} comes with his HQ"


def _arrival_faults(file: _ScenariosFile, theatre: Theatre, units: OrderOfBattle) -> Iterator[str]:
    """Units of one side, by a hex of an entry."""
    for row in file.arrivals.rows:
        place = f"arrivals at {row.at} on {row.day} {row.turn}"
        if row.at not in theatre.entries:
            yield f"{place}: is no entry of the map"
        first = units.by_id.get(row.units[0])
        side = first.side if first else ""
        yield from (f"{place}: {fault}" for fault in _unit_faults(row.units, side, units))


def _everybody_faults(file: _ScenariosFile, units: OrderOfBattle) -> Iterator[str]:
    """Every unit begins on the map, comes by a row or by parachute, and only once."""
    stacks = [*file.set_up.axis, *file.set_up.soviet]
    named = [unit for stack in stacks for unit in stack.units]
    named += [unit for row in file.arrivals.rows for unit in row.units]
    yield from (f"unit {unit!r}: is there twice" for unit in twice(named))
    for piece in units.pieces:
        if not piece.is_leader and (piece.id in named) == piece.is_airborne:
            yield f"unit {piece.id!r}: {'drops' if piece.is_airborne else 'is nowhere'}"


def _bridgehead_faults(file: _ScenariosFile, theatre: Theatre) -> Iterator[str]:
    """Each counter on its bank, both joined straight over the river."""
    for pair in file.bridgeheads.at_start:
        place = f"bridgehead {pair.east}-{pair.west}"
        if (theatre.bank(pair.east), theatre.bank(pair.west)) != ("east", "west"):
            yield f"{place}: BHD-1: one counter lies on each bank"
        elif pair.west not in {way.far for way in theatre.crossings(pair.east)}:
            yield f"{place}: BHD-1: the two are not joined straight over the river"


def _dropzone_faults(file: _ScenariosFile, theatre: Theatre, units: OrderOfBattle) -> Iterator[str]:
    """A legal one for each airborne brigade."""
    brigades = {f.id for f in units.formations.values() if f.airborne}
    if set(file.dropzones.hexes) != brigades:
        yield f"dropzones: needs one for each of {', '.join(sorted(brigades))}"
    for brigade, hex_ in file.dropzones.hexes.items():
        if hex_ not in theatre.dropzones:
            yield f"dropzone of {brigade}: AIRB-2: {hex_} cannot be one"
