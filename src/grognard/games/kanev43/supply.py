"""SUP Supply: paths to headquarters, and theirs to the roads off the map."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from grognard.board import Mask
from grognard.decisions import Side, rule
from grognard.games.kanev43.paths import Links, Network, Paths, Supplied
from grognard.games.kanev43.state import AXIS, Pos
from grognard.hexes import HexId
from grognard.mechanics.trace import Leg, Lines, Trace, overland
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43


@rule("SUP-1", "SUP-3", "SUP-4", "SUP-5", "R-27", "R-29", "R-104")
def in_supply(pos: Pos, unit: UnitId) -> bool:
    """Can a path of supply be traced to a unit where it is now? Airborne units, leaders and
    whoever is off the map need none.
    """
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    if piece.is_airborne or piece.is_leader or here not in pos.board.grid:
        return True
    return has_path(pos, unit)


@rule("ART-19", "R-104")
def has_path(pos: Pos, unit: UnitId) -> bool:
    """The same for who needs a real path: also airborne guns that want ammunition."""
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    if piece.is_hq:
        return here in network(pos, piece.side).linked
    return here in staff_paths(pos, providers(pos, unit))


@rule("SUP-1", "SUP-3", "SUP-4", "R-104")
def providers(pos: Pos, unit: UnitId) -> tuple[UnitId, ...]:
    """The HQs that may supply a unit: any for the Axis and for independent Soviets, its own for
    a Soviet unit of a formation.
    """
    return feeders(pos.game, unit)


def feeders(game: Kanev43, unit: UnitId) -> tuple[UnitId, ...]:
    """The same, for it never changes."""
    piece = game.piece(unit)
    if piece.side != AXIS and piece.formation is not None:
        return (piece.formation.hq,)
    return game.headquarters[piece.side]


@rule("SUP-1", "R-28")
def reach_of_hq(pos: Pos, hq: UnitId) -> int:
    """The hexes over which an HQ supplies."""
    return pos.game.piece(hq).supply or pos.game.charts.limit("axis_supply")


# --- paths --------------------------------------------------------------------------------------


def network(pos: Pos, side: Side) -> Network:
    """All paths of a side. They are asked for in every position that a player looks at, and most
    moves change none of them.
    """
    return pos.keep_of(_network, side)


def _network(pos: Pos, side: Side) -> Network:
    staffs, ground = pos.game.headquarters[side], supply_ground(pos, side)
    posts = tuple([(now.at, now.dispersed) for now in map(pos.unit, staffs)])

    def find() -> Network:
        on_map = (post for post, _ in posts if post in pos.board.grid)
        return Network(edge_paths(pos, side), on_map, supplied_by)

    def supplied_by(linked: Links) -> Supplied:
        alone = ((hq,) for hq in staffs if side != AXIS)
        return {who: _paths(pos, who, linked) for who in (staffs, *alone)}

    return pos.game.paths.find(("all", side, posts, *crossing_facts(pos)), ground, find)


@rule("SUP-2", "SUP-6", "R-27")
def edge_paths(pos: Pos, side: Side) -> Paths:
    """The hexes from which a path of any length leads to a road off the edges of a side."""
    ground, sources = supply_ground(pos, side), pos.game.theatre.sources(side)

    def run() -> Paths:
        return Paths((edge_over(pos, side, ground),), ground, sources)

    return pos.game.paths.find(("edge", side, *crossing_facts(pos)), ground, run)


def edge_over(pos: Pos, side: Side, ground: Ground) -> Trace:
    """The same over some ground, as it is or may be."""
    return Trace(lines_of(pos, side), ground, ground.clear(pos.game.theatre.sources(side)))


@rule("SUP-1", "SUP-3", "SUP-4", "R-27", "R-29")
def hq_trace(pos: Pos, hq: UnitId) -> Trace:
    """The hexes that an HQ supplies: none if it is not supplied itself."""
    return _paths(pos, (hq,), network(pos, pos.owner(hq)).linked).traces[0]


@rule("SUP-1", "SUP-3", "R-29")
def staff_paths(pos: Pos, staffs: tuple[UnitId, ...]) -> Paths:
    """The hexes that one of several HQs supplies: of all that a side has, or a Soviet one."""
    return network(pos, pos.owner(staffs[0])).staffs[staffs]


def _paths(pos: Pos, staffs: tuple[UnitId, ...], linked: Links) -> Paths:
    """Those HQs who supply equally far are traced from together."""
    side, bases = pos.owner(staffs[0]), dict[int, tuple[HexId, ...]]()
    for hq in staffs:
        reach = reach_of_hq(pos, hq)
        bases[reach] = (*bases.get(reach, ()), *_base(pos, hq, linked))
    ground, sources = supply_ground(pos, side), tuple(bases.items())

    def run() -> Paths:
        traces = tuple(path_over(pos, side, posts, reach, ground) for reach, posts in sources)
        return Paths(traces, ground, (post for _, posts in sources for post in posts))

    return pos.game.paths.find((side, sources, *crossing_facts(pos)), ground, run)


def _base(pos: Pos, hq: UnitId, linked: Links) -> tuple[HexId, ...]:
    """The hex of an HQ that is on the map, in order to supply, and supplied."""
    now = pos.unit(hq)
    return (now.at,) if now.at in linked and not now.dispersed else ()


def path_over(pos: Pos, side: Side, bases: Iterable[HexId], hexes: int, ground: Ground) -> Trace:
    """The hexes so many hexes or less from these bases, by open ways over some ground."""
    return Trace(lines_of(pos, side, hexes), ground, bases)


def lines_of(pos: Pos, side: Side, hexes: int | None = None) -> Lines:
    """How paths of a side run, so many hexes far or any number. They depend on the crossings
    alone and are asked for again and again, so all that have been asked for are known.
    """
    key, known = (side, hexes, *crossing_facts(pos)), pos.game.lines
    found = known.get(key)
    if found is None:
        grid, closed = pos.board.grid, closed_sides(pos, side)
        leg = Leg("road", overland(grid, closed, 0))
        if hexes is not None:
            leg = Leg("path", overland(grid, closed, 1), hexes)
        found = known[key] = Lines(grid, [leg])
    return found


def crossing_facts(pos: Pos) -> tuple[object, ...]:
    """On what paths depend besides the units: bridge and bridgeheads."""
    return pos.state.bridge_blown, pos.state.bridgeheads


@rule("SUP-7", "R-27")
def supply_ground(pos: Pos, side: Side) -> Ground:
    """Enemy units close hexes, their zones where there is no friend."""
    found: Ground = pos.columns.keep(
        ("supply ground", side), None, lambda: survey(pos.columns, side, cancelled=True)
    )
    return found


@rule("SUP-8", "R-24", "R-27")
def closed_sides(pos: Pos, side: Side) -> Mask:
    """The hexsides that no path crosses: the Dnepr, but for the bridge while it stands and, for
    the Soviets, bridgeheads with the water between their counters.
    """
    theatre = pos.game.theatre
    closed = theatre.dnepr_sides.copy()
    if not pos.state.bridge_blown:
        closed &= ~theatre.bridge_sides
    if side != AXIS:
        for pair in pos.state.bridgeheads:
            _open(pos, closed, pair.east, pair.west)
    return closed


def _open(pos: Pos, closed: Mask, east: HexId, west: HexId) -> None:
    grid, ways = pos.board.grid, pos.game.theatre.crossings(east)
    water = next((way.water for way in ways if way.far == west), ())
    way = [grid.index[h] for h in (east, *water, west)]
    for here, there in pairwise(way):
        closed[here, np.flatnonzero(grid.neighbour_table[here] == there)] = False
        closed[there, np.flatnonzero(grid.neighbour_table[there] == here)] = False
