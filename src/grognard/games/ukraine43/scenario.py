"""The scenarios: turn track, area, who begins where, arrivals, supply sources, objectives.

A scenario in `data/scenarios.yaml` names what it uses of the map and of the counters. Here
the names are looked up there, and whatever does not fit is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from grognard.board import Board
from grognard.data import DataError, Source, Strict, read_yaml
from grognard.decisions import Side
from grognard.engine import Scenario
from grognard.games.ukraine43.charts import Charts
from grognard.games.ukraine43.units import OrderOfBattle, Piece43, SideName
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Spot

Season = Literal["august", "september", "october", "november"]
#: Rules that a scenario may do without.
Switch = Literal["central front", "airborne", "map exit"]

SIDES: tuple[SideName, SideName] = ("axis", "soviet")
#: Where the map says whose a hex is when the game begins, and where no unit ever goes.
START_ZONES: Mapping[Side, str] = {"axis": "axis_start", "soviet": "soviet_start"}
CLOSED_ZONES = ("out_of_play", "apart")
SETTLEMENTS = ("village", "town", "city")


# --- what a scenario says ---------------------------------------------------------------


class Replacements(Struct, frozen=True):
    """Replacements of a turn: mechanised ones, and others (16.2)."""

    mech: int
    foot: int


class Space(Struct, frozen=True):
    """A space of the Turn Record Track."""

    days: str
    season: Season
    benchmark: int
    replacements: Mapping[Side, Replacements]


class Arrival(Struct, frozen=True):
    """Reinforcements that come together: by one of these hexes, or into a box (16.1, 27.3)."""

    turn: int
    side: Side
    units: tuple[UnitId, ...]
    entry: tuple[HexId, ...] = ()
    box: str = ""


class Railways(Struct, frozen=True):
    """What the rules say of single railways. `links` joins hexes beyond the edge of the map, each
    with those that a train may come back by; `together` has the lines that are repaired when
    the line of the name is; `never` those that are not.
    """

    links: Mapping[HexId, tuple[HexId, ...]]
    together: Mapping[str, tuple[str, ...]]
    never: frozenset[str]


class Scenario43(Scenario, frozen=True, kw_only=True, dict=True):
    """A scenario of Ukraine '43.

    `area` is where units may be, `whole` if that is all land of the map. `begins` has the
    place of every unit of the set-up; who is neither there nor in `arrivals` takes no part.
    `railheads` start on their hexes, those of `later_railheads` appear when repair reaches
    theirs. `draws` are the points that draw at the end; otherwise the last benchmark decides
    (R-66).
    """

    track: tuple[Space, ...]
    area: frozenset[HexId]
    whole: bool
    begins: Mapping[UnitId, Spot]
    arrivals: tuple[Arrival, ...]
    sources: Mapping[Side, tuple[HexId, ...]]
    objectives: Mapping[HexId, int]
    railheads: Mapping[int, HexId]
    later_railheads: Mapping[int, HexId]
    railways: Railways
    bridgeheads: frozenset[HexId]
    without: frozenset[Switch]
    sudden_death: int
    draws: frozenset[int]

    def space(self, turn: int) -> Space:
        """The space of a turn on the track."""
        return self.track[turn - 1]

    def due(self, turn: int, side: Side) -> tuple[Arrival, ...]:
        """The reinforcements that the schedule has for a side on a turn."""
        return tuple(a for a in self.arrivals if a.turn == turn and a.side == side)

    @cached_property
    def arrival_of(self) -> Mapping[UnitId, Arrival]:
        """The arrival that a unit belongs to."""
        return {unit: arrival for arrival in self.arrivals for unit in arrival.units}


# --- the file ---------------------------------------------------------------------------


_Positive = Annotated[int, Meta(ge=1)]
_Rate = Annotated[str, Meta(pattern=r"^\d+\+\d+$")]


class _SpaceFile(Strict, frozen=True):
    days: str
    season: Season
    benchmark: int
    soviet: _Rate
    axis: _Rate


class _TrackFile(Strict, frozen=True):
    days: Source
    seasons: Source
    benchmarks: Source
    replacements: Source
    spaces: tuple[_SpaceFile, ...]


class _ReplacementsFile(Strict, frozen=True):
    soviet: tuple[_Rate, ...]
    axis: tuple[_Rate, ...]


class _HexesFile(Strict, frozen=True):
    source: Source
    hexes: tuple[str, ...]


class _LinkFile(Strict, frozen=True, rename={"from_": "from"}):
    from_: str
    to: tuple[str, ...]


class _RailwaysFile(Strict, frozen=True, rename={"with_": "with"}):
    source: Source
    link: _LinkFile
    with_: dict[str, tuple[str, ...]]
    never: tuple[str, ...]


class _AreaFile(Strict, frozen=True):
    columns: tuple[int, int]
    rows: tuple[int, int]


class _RailheadsFile(Strict, frozen=True):
    start: tuple[int, ...]
    later: tuple[int, ...] = ()


class _ObjectivesFile(Strict, frozen=True):
    printed: tuple[str, ...] = ()
    added: dict[str, _Positive] = field(default_factory=dict)


class _ArrivalFile(Strict, frozen=True):
    turn: _Positive
    units: tuple[UnitId, ...]
    entry: tuple[str, ...] = ()
    box: str = ""


class _ArrivalsFile(Strict, frozen=True):
    source: Source
    groups: tuple[_ArrivalFile, ...]


class _ScenarioFile(Strict, frozen=True):
    id: str
    title: str
    dates: str
    about: str
    turns: _Positive
    source: Source
    sudden_death: _Positive
    railheads: _RailheadsFile
    arrivals: _ArrivalsFile
    area: _AreaFile | None = None
    without: frozenset[Switch] = frozenset()
    benchmarks: tuple[int, ...] = ()
    draws: frozenset[int] = frozenset()
    replacements: _ReplacementsFile | None = None
    supply: dict[SideName, tuple[str, ...]] | None = None
    objectives: _ObjectivesFile | None = None
    bridgeheads: bool = False


class _ScenariosFile(Strict, frozen=True):
    track: _TrackFile
    bridgeheads: _HexesFile
    railways: _RailwaysFile
    scenarios: tuple[_ScenarioFile, ...]


def load_scenarios(
    path: Path, board: Board, units: OrderOfBattle, charts: Charts
) -> dict[str, Scenario43]:
    """Read the scenarios; a `DataError` lists everything that is wrong with them."""
    file = read_yaml(path, _ScenariosFile)
    problems: list[str] = []
    found: dict[str, Scenario43] = {}
    for one in file.scenarios:
        looked_up = (_unknown_places, _unknown_lines, _unknown_objectives)
        faults = [fault for look in looked_up for fault in look(one, file, board)]
        faults += _unknown_units(one, units)
        if not faults:
            scenario = _scenario(one, file, board, units)
            faults = [f for check in _CHECKS for f in check(scenario, board, units, charts)]
            if one.id in found:
                faults.append("this id is used twice")
            found[one.id] = scenario
        problems += [f"scenario {one.id!r}: {fault}" for fault in faults]
    if problems:
        raise DataError(path.name, problems)
    return found


# --- making it out of file, map and counters -----------------------------------------------


def _scenario(
    one: _ScenarioFile, file: _ScenariosFile, board: Board, units: OrderOfBattle
) -> Scenario43:
    area = _area(one.area, board)
    railheads = _railheads(board)
    return Scenario43(
        id=one.id,
        title=one.title,
        turns=one.turns,
        dates=one.dates,
        about=one.about,
        track=_track(one, file.track),
        area=area,
        whole=one.area is None,
        begins=_begins(one, area, units),
        arrivals=tuple(_arrival(group, units) for group in one.arrivals.groups),
        sources=_sources(one, board),
        objectives=_objectives(one.objectives, board),
        railheads={marker: railheads[marker] for marker in one.railheads.start},
        later_railheads={marker: railheads[marker] for marker in one.railheads.later},
        railways=_railways(file.railways, area),
        bridgeheads=frozenset(file.bridgeheads.hexes) if one.bridgeheads else frozenset(),
        without=one.without,
        sudden_death=one.sudden_death,
        draws=one.draws,
    )


def _track(one: _ScenarioFile, track: _TrackFile) -> tuple[Space, ...]:
    spaces = track.spaces[: one.turns]
    benchmarks = one.benchmarks or tuple(space.benchmark for space in spaces)
    rates = one.replacements or _ReplacementsFile(
        soviet=tuple(space.soviet for space in spaces), axis=tuple(space.axis for space in spaces)
    )
    return tuple(
        Space(
            days=space.days,
            season=space.season,
            benchmark=benchmark,
            replacements={"axis": _rate(axis), "soviet": _rate(soviet)},
        )
        for space, benchmark, soviet, axis in zip(
            spaces, benchmarks, rates.soviet, rates.axis, strict=False
        )
    )


def _rate(text: str) -> Replacements:
    mech, _, foot = text.partition("+")
    return Replacements(int(mech), int(foot))


def _area(area: _AreaFile | None, board: Board) -> frozenset[HexId]:
    """The land of the scenario: all of the map that is in play, or a part of it (R-106)."""
    land = land_of(board)
    if area is None:
        return land
    return frozenset(h for h in land if _lies_in(area, *board.grid.place(h)))


def land_of(board: Board) -> frozenset[HexId]:
    """All land that is in play (R-106)."""
    closed = frozenset[HexId]().union(*(board.zones.get(z, frozenset()) for z in CLOSED_ZONES))
    return frozenset(h for h in board.grid if not board.is_water(h) and h not in closed)


def _lies_in(area: _AreaFile, column: int, row: int) -> bool:
    (west, east), (north, south) = area.columns, area.rows
    return west <= column <= east and north <= row <= south


def _begins(one: _ScenarioFile, area: frozenset[HexId], units: OrderOfBattle) -> dict[UnitId, Spot]:
    """Units whose hex lies in the area, and those of the boxes. In a part of the map who
    begins outside it takes no part; on the whole map a wrong hex stays, to be refused.
    """
    found: dict[UnitId, Spot] = {}
    for piece in units.pieces:
        if piece.hex and (one.area is None or piece.hex in area):
            found[piece.id] = piece.hex
        elif piece.box and "airborne" not in one.without:
            found[piece.id] = piece.box
    return found


def _arrival(group: _ArrivalFile, units: OrderOfBattle) -> Arrival:
    side = units.by_id[group.units[0]].side
    return Arrival(group.turn, side, group.units, group.entry, group.box)


def _sources(one: _ScenarioFile, board: Board) -> dict[Side, tuple[HexId, ...]]:
    """The sources that the map prints, or those of the scenario (14.2A-1)."""
    if one.supply is not None:
        return {side: one.supply.get(side, ()) for side in SIDES}
    return {side: board.tagged(f"{side}_source") for side in SIDES}


def _objectives(chosen: _ObjectivesFile | None, board: Board) -> dict[HexId, int]:
    """Objective hexes with their points (30.2A-1)."""
    printed = printed_points(board)
    if chosen is None:
        return printed
    hexes = {place.name: place.hex for place in board.places}
    kept = {hexes[name]: printed[hexes[name]] for name in chosen.printed}
    return {**kept, **{hexes[name]: points for name, points in chosen.added.items()}}


def printed_points(board: Board) -> dict[HexId, int]:
    """The map marks an objective of 3 points with the tag `vp3`."""
    found: dict[HexId, int] = {}
    for hex_ in board.grid:
        for tag in board.tags.get(hex_, ()):
            if mark := re.fullmatch(r"vp(\d+)", tag):
                found[hex_] = int(mark[1])
    return found


def _railheads(board: Board) -> dict[int, HexId]:
    """Where each repair line of the map begins: the hex of its marker (17.2-1)."""
    found: dict[int, HexId] = {}
    for name, way in board.roads.get("repair", ()):
        if mark := re.fullmatch(r"railhead (\d+)", name):
            found.setdefault(int(mark[1]), way[0])
    return found


def _railways(file: _RailwaysFile, area: frozenset[HexId]) -> Railways:
    """The link serves hexes of the area only, to and fro (4.6-6)."""
    pairs = [(file.link.from_, hex_) for hex_ in file.link.to]
    links: dict[HexId, tuple[HexId, ...]] = {}
    for a, b in [*pairs, *((b, a) for a, b in pairs)]:
        if a in area and b in area:
            links[a] = (*links.get(a, ()), b)
    return Railways(links, file.with_, frozenset(file.never))


# --- what may be wrong with it ----------------------------------------------------------


def _unknown_places(one: _ScenarioFile, file: _ScenariosFile, board: Board) -> Iterator[str]:
    """Hexes and boxes that a scenario names and the map has not."""
    hexes = [h for group in one.arrivals.groups for h in group.entry]
    hexes += [h for named in (one.supply or {}).values() for h in named]
    hexes += [*file.bridgeheads.hexes, file.railways.link.from_, *file.railways.link.to]
    yield from (f"unknown hex {hex_}" for hex_ in dict.fromkeys(hexes) if hex_ not in board.grid)
    for box in {group.box for group in one.arrivals.groups if group.box} - board.boxes.keys():
        yield f"unknown box {box}"


def _unknown_lines(one: _ScenarioFile, file: _ScenariosFile, board: Board) -> Iterator[str]:
    """Railways and repair lines that the map has not."""
    for marker in (*one.railheads.start, *one.railheads.later):
        if marker not in _railheads(board):
            yield f"the map has no repair line for railhead {marker}"
    lines = {name for name, _ in board.roads.get("rail", ())}
    named = [*file.railways.with_, *file.railways.never]
    named += [line for others in file.railways.with_.values() for line in others]
    yield from (f"the map has no railway {line}" for line in named if line not in lines)


def _unknown_objectives(one: _ScenarioFile, _file: _ScenariosFile, board: Board) -> Iterator[str]:
    """Objectives that are no places, or without points on the map."""
    places = {place.name: place.hex for place in board.places}
    printed = printed_points(board)
    chosen = one.objectives or _ObjectivesFile()
    for name in chosen.printed:
        if places.get(name) not in printed:
            yield f"{name} has no points on the map"
    yield from (f"the map has no {name}" for name in chosen.added if name not in places)


def _unknown_units(one: _ScenarioFile, units: OrderOfBattle) -> Iterator[str]:
    """What is wrong with the groups of arrivals; on the whole map every unit takes part."""
    coming = {unit for group in one.arrivals.groups for unit in group.units}
    for piece in units.pieces if one.area is None else ():
        if not (piece.hex or piece.box or piece.id in coming):
            yield f"unit {piece.id!r}: neither begins nor comes"
    for group in one.arrivals.groups:
        where = f"arrivals of turn {group.turn}"
        unknown = [unit for unit in group.units if unit not in units.by_id]
        yield from (f"{where}: unknown unit {unit!r}" for unit in unknown)
        if not group.units:
            yield f"{where}: a group without units"
        elif not unknown and len({units.by_id[unit].side for unit in group.units}) > 1:
            yield f"{where}: {group.units[0]!r} and others of its group are enemies"
        if bool(group.entry) == bool(group.box):
            yield f"{where}: a group comes either by hexes or into a box"


def _track_faults(
    scenario: Scenario43, _board: Board, _units: OrderOfBattle, charts: Charts
) -> Iterator[str]:
    if len(scenario.track) != scenario.turns:
        yield f"{scenario.turns} turns, the track has {len(scenario.track)} for them"
    rolled = {*charts.tables["weather"].columns, "august"}
    for space in scenario.track:
        if space.season not in rolled:
            yield f"{space.days}: the weather table has no {space.season}"


def _set_up_faults(
    scenario: Scenario43, board: Board, units: OrderOfBattle, charts: Charts
) -> Iterator[str]:
    """Every unit on land that its side holds, and within the stacking limits."""
    stacks: dict[HexId, list[Piece43]] = {}
    for unit, spot in scenario.begins.items():
        piece = units.by_id[unit]
        if piece.box:
            if spot not in board.boxes:
                yield f"unit {unit!r}: unknown box {spot}"
            continue
        if spot not in scenario.area:
            yield f"unit {unit!r}: {spot} is no land of this scenario"
        elif spot not in board.zones.get(START_ZONES[piece.side], frozenset()):
            yield f"unit {unit!r}: {spot} is not held by its side"
        stacks.setdefault(spot, []).append(piece)
    for hex_, stack in stacks.items():
        for side in {piece.side for piece in stack}:
            over = charts.stacking[side].over([p.stacked for p in stack if p.side == side])
            yield from (f"hex {hex_}: {refusal.text}" for refusal in over)


def _base_faults(
    scenario: Scenario43, board: Board, units: OrderOfBattle, _charts: Charts
) -> Iterator[str]:
    """15.3: an air unit begins in a village, town or city, one in each."""
    bases = {u: h for u, h in scenario.begins.items() if units.by_id[u].role == "air"}
    for unit, hex_ in bases.items():
        place = board.place_at(hex_)
        if place is None or place.size not in SETTLEMENTS:
            yield f"unit {unit!r}: {hex_} is no base"
    for hex_, number in Counter(bases.values()).items():
        if number > 1:
            yield f"hex {hex_}: {number} air units"


def _arrival_faults(
    scenario: Scenario43, _board: Board, _units: OrderOfBattle, _charts: Charts
) -> Iterator[str]:
    """Each unit comes once, in time, by a source of its side."""
    times = Counter(unit for arrival in scenario.arrivals for unit in arrival.units)
    for unit, number in times.items():
        if number > 1 or unit in scenario.begins:
            yield f"unit {unit!r}: comes twice"
    for arrival in scenario.arrivals:
        if arrival.turn > scenario.turns:
            yield f"unit {arrival.units[0]!r}: comes on turn {arrival.turn} of {scenario.turns}"
        for hex_ in arrival.entry:
            if hex_ not in scenario.sources[arrival.side]:
                yield f"unit {arrival.units[0]!r}: {hex_} is no supply source of its side"


_Check = Callable[[Scenario43, Board, OrderOfBattle, Charts], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (_track_faults, _set_up_faults, _base_faults, _arrival_faults)
