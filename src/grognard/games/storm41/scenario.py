"""The scenarios: turn track, area, set-up, arrivals, replacements, victory.

Where a unit begins or when it comes is printed on the back of its counter (3.2, 3.3); a
scenario on a part of the map names those who come to it from elsewhere. Whatever does not
fit map and counters is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from grognard.board import Board
from grognard.data import DataError, Source, Strict, read_yaml
from grognard.decisions import Side
from grognard.engine import Scenario
from grognard.games.storm41.charts import Charts, PointName
from grognard.games.storm41.deployment import open_duties, why_not_here
from grognard.games.storm41.theatre import Theatre
from grognard.games.storm41.units import OrderOfBattle, Piece41
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Spot

#: The boxes that are printed on the map.
RESERVE = "reserve"
AIRBORNE = "airborne"


# --- what a scenario says ---------------------------------------------------------------


class Levels(Struct, frozen=True, forbid_unknown_fields=True):
    """4.11: victory points with which the Soviets win, and with which nobody does. With fewer
    the Germans win.
    """

    soviet: int
    draw: int


class Victory(Struct, frozen=True):
    """What earns and costs Soviet victory points, and how many decide. `scored` are the items
    of the chart that are judged at all. `luftwaffe` are the levels of the variant of 4.11.
    """

    scored: tuple[PointName, ...]
    advantage: int
    german_losses: int
    soviet_losses: int
    levels: Levels
    luftwaffe: Levels


class Replacements(Struct, frozen=True, forbid_unknown_fields=True):
    """8.4: units that a turn brings back at most, and how many of them may be mechanised."""

    units: int
    mech: int


class Scenario41(Scenario, frozen=True, kw_only=True, dict=True):
    """A scenario of Operation Storm.

    `area` is a zone of the map, or empty for all of it. `begins` has the place of every unit
    that nobody sets up: its hex, the reserve, the airborne box. `free` are the units that their
    player sets up (3.4, 3.7); `ready` has a legal hex for each of the Soviets among them. `due`
    has the turn on which a unit comes at the earliest. Who is in none of these takes no part.
    """

    track: tuple[str, ...]
    area: str
    begins: Mapping[UnitId, Spot]
    free: Mapping[Side, tuple[UnitId, ...]]
    ready: Mapping[UnitId, HexId]
    due: Mapping[UnitId, int]
    replacements: Replacements
    victory: Victory

    def label(self, turn: int) -> str:
        """What the Turn Track says of a turn."""
        return self.track[turn - 1]

    def due_of(self, unit: UnitId) -> int:
        """The turn on which a unit of the Turn Track comes at the earliest. Only in what a side
        believes can somebody lie there who is never due; he comes at once.
        """
        return self.due.get(unit, 1)

    @cached_property
    def coming(self) -> Mapping[int, tuple[UnitId, ...]]:
        """The boxes of the Turn Track as they are filled at the start, both sides together."""
        found: dict[int, tuple[UnitId, ...]] = {}
        for unit, turn in self.due.items():
            found[turn] = (*found.get(turn, ()), unit)
        return found


# --- the file ---------------------------------------------------------------------------


_Positive = Annotated[int, Meta(ge=1)]
_Units = tuple[UnitId, ...]


class _TrackFile(Strict, frozen=True):
    source: Source
    labels: tuple[str, ...]


class _VictoryFile(Strict, frozen=True):
    source: Source
    advantage: _Positive
    german_losses: _Positive
    soviet_losses: _Positive
    levels: Levels
    luftwaffe: Levels
    scored: tuple[PointName, ...] = get_args(PointName)


class _ReadyFile(Strict, frozen=True):
    source: Source
    stacks: dict[str, _Units]


class _FromElsewhere(Strict, frozen=True):
    """Units that a part of the map gets of those who begin elsewhere or off the map."""

    source: Source
    reserve: _Units = ()
    airborne: _Units = ()
    arrivals: dict[_Positive, _Units] = field(default_factory=dict)


class _ScenarioFile(Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    turns: _Positive
    source: Source
    victory: _VictoryFile
    area: Literal["", "north_map", "south_map"] = ""
    elsewhere: _FromElsewhere | None = None
    replacements: Replacements | None = None


class _ScenariosFile(Strict, frozen=True):
    track: _TrackFile
    ready: _ReadyFile
    scenarios: tuple[_ScenarioFile, ...]


def load_scenarios(
    path: Path, board: Board, units: OrderOfBattle, charts: Charts
) -> dict[str, Scenario41]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    file = read_yaml(path, _ScenariosFile)
    problems = [f"ready set-up: {fault}" for fault in _ready_faults(file.ready, board, units)]
    found: dict[str, Scenario41] = {}
    for one in file.scenarios if not problems else ():
        faults = list(_unknown(one, file.track, units))
        if not faults:
            scenario = _scenario(one, file, Theatre(board, one.area), units, charts)
            faults = [f for check in _CHECKS for f in check(scenario, board, units, charts)]
            if one.id in found:
                faults.append("this id is used twice")
            found[one.id] = scenario
        problems += [f"scenario {one.id!r}: {fault}" for fault in faults]
    if problems:
        raise DataError(path.name, problems)
    return found


# --- making it out of file, map and counters ----------------------------------------------


def _scenario(
    one: _ScenarioFile, file: _ScenariosFile, theatre: Theatre, units: OrderOfBattle, charts: Charts
) -> Scenario41:
    ready = {u: h for h, stack in file.ready.stacks.items() for u in stack if h in theatre.hexes}
    limits = charts.limits
    usual = Replacements(limits["replacements"].number, limits["mech_replacements"].number)
    return Scenario41(
        id=one.id,
        title=one.title,
        turns=one.turns,
        dates=one.dates,
        about=one.about,
        track=file.track.labels[: one.turns],
        area=one.area,
        begins=_begins(one, theatre, units),
        free=_free(one, ready, units),
        ready=ready,
        due=_due(one, units),
        replacements=one.replacements or usual,
        victory=_victory(one.victory),
    )


def _begins(one: _ScenarioFile, theatre: Theatre, units: OrderOfBattle) -> dict[UnitId, Spot]:
    """Units with a start hex, and those of the two boxes. On a part of the map who begins
    outside it takes no part; on the whole map a wrong hex stays, to be refused.
    """
    found: dict[UnitId, Spot] = {
        p.id: p.hex for p in units.pieces if p.hex and (not one.area or p.hex in theatre.hexes)
    }
    boxed = one.elsewhere or _FromElsewhere(
        source=one.source,
        reserve=tuple(p.id for p in units.pieces if p.start == "reserve"),
        airborne=tuple(p.id for p in units.pieces if p.start == "airborne"),
    )
    found |= dict.fromkeys(boxed.reserve, RESERVE)
    return found | dict.fromkeys(boxed.airborne, AIRBORNE)


def _free(
    one: _ScenarioFile, ready: Mapping[UnitId, HexId], units: OrderOfBattle
) -> dict[Side, tuple[UnitId, ...]]:
    """Units with a blank back; on a part of the map the Soviets whose ready hex lies there."""
    blank = [p for p in units.pieces if p.start == "free" and (not one.area or p.id in ready)]
    sides: tuple[Side, ...] = ("axis", "soviet")
    return {side: tuple(p.id for p in blank if p.side == side) for side in sides}


def _due(one: _ScenarioFile, units: OrderOfBattle) -> dict[UnitId, int]:
    if one.elsewhere is None:
        return {p.id: p.turn for p in units.pieces if p.turn}
    return {unit: turn for turn, group in one.elsewhere.arrivals.items() for unit in group}


def _victory(file: _VictoryFile) -> Victory:
    return Victory(
        scored=file.scored,
        advantage=file.advantage,
        german_losses=file.german_losses,
        soviet_losses=file.soviet_losses,
        levels=file.levels,
        luftwaffe=file.luftwaffe,
    )


# --- what may be wrong with it ----------------------------------------------------------


def _ready_faults(ready: _ReadyFile, board: Board, units: OrderOfBattle) -> Iterator[str]:
    """Every Soviet unit with a blank back once, on a hex of the map."""
    yield from (f"unknown hex {hex_}" for hex_ in ready.stacks if hex_ not in board.grid)
    times = Counter(unit for stack in ready.stacks.values() for unit in stack)
    blank = {p.id for p in units.pieces if p.start == "free" and p.side == "soviet"}
    for unit, number in times.items():
        if unit not in blank:
            yield f"{unit!r} is no unit that the Soviets set up"
        elif number > 1:
            yield f"{unit!r} is there twice"
    yield from (f"{unit!r} has no hex" for unit in sorted(blank - times.keys()))


def _unknown(one: _ScenarioFile, track: _TrackFile, units: OrderOfBattle) -> Iterator[str]:
    """Turns that the track has not, and units that there are not."""
    if one.turns > len(track.labels):
        yield f"{one.turns} turns, the track has {len(track.labels)}"
    if bool(one.area) != bool(one.elsewhere):
        yield "a part of the map, and it alone, says who comes from elsewhere"
    if one.elsewhere:
        groups = (one.elsewhere.reserve, one.elsewhere.airborne, *one.elsewhere.arrivals.values())
        named = (unit for group in groups for unit in group)
        yield from (f"unknown unit {unit!r}" for unit in named if unit not in units.by_id)


def _set_up_faults(
    scenario: Scenario41, board: Board, units: OrderOfBattle, charts: Charts
) -> Iterator[str]:
    """Coded units on land of their side and country, within the stacking limits."""
    theatre = Theatre(board, scenario.area)
    stacks: dict[HexId, list[Piece41]] = {}
    for unit, spot in scenario.begins.items():
        if spot in (RESERVE, AIRBORNE):
            continue
        piece = units.by_id[unit]
        home = theatre.homes.get(piece.nation, theatre.start[piece.side])
        if not theatre.may_stand(piece, spot):
            yield f"unit {unit!r}: cannot stand in {spot}"
        elif spot not in home:
            yield f"unit {unit!r}: {spot} is not in its country or on its side of the border"
        stacks.setdefault(spot, []).append(piece)
    for hex_, stack in stacks.items():
        over = charts.stacking["axis"].over([piece.stacked for piece in stack])
        yield from (f"hex {hex_}: {refusal.text}" for refusal in over)


def _box_faults(
    scenario: Scenario41, board: Board, units: OrderOfBattle, _charts: Charts
) -> Iterator[str]:
    """Germans in the reserve, Soviet airborne brigades in their box."""
    for box in {RESERVE, AIRBORNE} - board.boxes.keys():
        yield f"the map has no box {box}"
    for unit, spot in scenario.begins.items():
        piece = units.by_id[unit]
        if spot == RESERVE and (piece.nation != "german" or piece.kind == "flak"):
            yield f"unit {unit!r}: is none of the reserve"
        if spot == AIRBORNE and not piece.is_airborne:
            yield f"unit {unit!r}: is no airborne brigade"


def _deployment_faults(
    scenario: Scenario41, board: Board, units: OrderOfBattle, charts: Charts
) -> Iterator[str]:
    """The ready set-up is one that the Soviet player may make (R-143)."""
    theatre = Theatre(board, scenario.area)
    for unit, hex_ in scenario.ready.items():
        refusal = why_not_here(theatre, units.by_id[unit], hex_)
        if refusal:
            yield f"ready {unit!r}: {refusal.text}"
    duties = open_duties(theatre, charts, units.by_id, scenario.ready)
    yield from (f"ready set-up: {refusal.text}" for refusal in duties)


def _arrival_faults(
    scenario: Scenario41, _board: Board, units: OrderOfBattle, _charts: Charts
) -> Iterator[str]:
    """Each unit takes part once; airborne brigades only drop (11.10-1), Romanians are there
    from the start (R-19).
    """
    free = [unit for group in scenario.free.values() for unit in group]
    times = Counter([*scenario.begins, *scenario.due, *free])
    yield from (f"unit {unit!r}: takes part twice" for unit, n in times.items() if n > 1)
    for unit, turn in scenario.due.items():
        piece = units.by_id[unit]
        if turn > scenario.turns:
            yield f"unit {unit!r}: comes on turn {turn} of {scenario.turns}"
        if piece.is_airborne or piece.nation == "romanian":
            yield f"unit {unit!r}: never comes as a reinforcement"


def _victory_faults(
    scenario: Scenario41, board: Board, _units: OrderOfBattle, charts: Charts
) -> Iterator[str]:
    """Points that can be scored on this part of the map, and levels in order."""
    victory, theatre = scenario.victory, Theatre(board, scenario.area)
    there = {"pripyat_notec": "pripyat_notec" in theatre.corridors,
             "danube": "danube" in theatre.corridors, "ploesti": bool(theatre.oil),
             "hungary": bool(theatre.homes["hungarian"]),
             "north_edge": bool(theatre.east_edges["north_edge"]),
             "south_edge": bool(theatre.east_edges["south_edge"])}  # fmt: skip
    for name in victory.scored:
        if not there.get(name, True):
            yield f"{name} cannot be scored on this part of the map"
    whole = sum(charts.counts[kind].number for kind in theatre.cities.values())
    if victory.advantage > whole:
        yield f"{victory.advantage} control points are wanted, the map has {whole}"
    for levels in (victory.levels, victory.luftwaffe):
        if levels.draw >= levels.soviet:
            yield f"a draw at {levels.draw} is no less than a Soviet win at {levels.soviet}"


_Check = Callable[[Scenario41, Board, OrderOfBattle, Charts], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (
    _set_up_faults,
    _box_faults,
    _deployment_faults,
    _arrival_faults,
    _victory_faults,
)
