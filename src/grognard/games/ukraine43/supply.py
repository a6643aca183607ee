"""14.2 - 14.3 Supply sources and lines of supply. What follows from them is in `logistics`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grognard.board import Board, Mask
from grognard.decisions import Side, rule
from grognard.games.ukraine43.central_front import beneath
from grognard.games.ukraine43.flood import flooded
from grognard.games.ukraine43.state import SOVIET, Pos, T, kept
from grognard.games.ukraine43.zones import bonds
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.mechanics.compiling import Int32s
from grognard.mechanics.trace import Gap, Leg, Lines, Link, Trace, along, overland
from grognard.mechanics.zones import Ground, Where, survey
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43

#: The HQs that lengthen a line (14.3A) and that are a dump (14.6).
HQ_KINDS = ("army", "front")
#: Farther from any source than the Petrol Shortage Table asks.
NO_SOURCE = 99


# --- the legs of lines on a board -------------------------------------------------------


class LandLines(NamedTuple):
    """Lines that end overland: from roads and sources, from an HQ on a road, from a half
    hex, from an HQ that commands (23.2), and (14.6) from anywhere without limit of length.
    """

    general: Lines
    from_hq: Lines
    from_half_hex: Lines
    command: Lines
    unlimited: Lines


class SupplyLines:
    """How lines may run on a board, whoever is where."""

    @rule("14.2B-1", "14.2B-2", "14.3B-1", "14.7B-1", "14.7B-2")
    def __init__(self, game: Ukraine43) -> None:
        """Rails carry supply as far as no enemy zone lies on them; distance ignores enemies."""
        board, limits = game.board, game.charts.limits
        grid = self.grid = board.grid
        self._near = limits["overland"].number
        self._far = limits["overland_hq"].number
        self._command = limits["command_range"].number
        self._road = board.network_mask("primary") | board.network_mask("secondary")
        self._land = overland(grid, board.side_mask("sea_side"))
        self._major = board.side_mask("major_river") & ~self._road
        marshes = [h for h in grid if board.terrain_of(h) in ("marsh", "wooded_marsh")]
        self._marsh = board.hex_mask(marshes)[:, None] & ~self._road
        rail = board.network_mask("rail")
        self.track: Mask = np.asarray(rail.any(axis=1))
        self.rail = Lines(grid, [Leg("rail", along(grid, rail))])
        self.distance = Lines(grid, [Leg("distance", self._land, len(grid), "ignore")])
        self._last = (frozenset[Hexside](), self._over_land(frozenset()))

    def over_land(self, pontoons: frozenset[Hexside]) -> LandLines:
        """The lines overland while these pontoon bridges are there; made when they change."""
        if self._last[0] != pontoons:
            self._last = (pontoons, self._over_land(pontoons))
        return self._last[1]

    @rule("14.3A-2", "14.3A-3", "14.3A-4", "14.3B-2", "14.3B-3", "14.3C-4", "R-40", "R-41", "R-91")
    def _over_land(self, pontoons: frozenset[Hexside]) -> LandLines:
        """By road without limit, then so many hexes; one unbridged Major River and one marsh
        off the road; no two enemy zones in a row. A half hex is itself the last hex of a line.
        """
        once = (self._unbridged(pontoons), self._marsh)
        road = Leg("road", along(self.grid, self._road), zones="pairs")

        def lines(hexes: int, *before: Leg) -> Lines:
            country = Leg("overland", self._land, hexes, "pairs")
            return Lines(self.grid, (*before, country), once=once)

        return LandLines(
            general=lines(self._near, road),
            from_hq=lines(self._far),
            from_half_hex=lines(self._near - 1),
            command=lines(self._command),
            unlimited=lines(len(self.grid)),
        )

    @rule("14.3B-2", "R-88")
    def _unbridged(self, pontoons: frozenset[Hexside]) -> Mask:
        """Major River hexsides that neither a road nor a pontoon crosses."""
        major, grid = self._major.copy(), self.grid
        for side in pontoons:
            a, b = split_hexside(side)
            major[grid.index[a], grid.side(a, b)] = False
            major[grid.index[b], grid.side(b, a)] = False
        return major


# --- 14.2, 14.3  the lines of a position ------------------------------------------------


class Supply:
    """All lines of a side at one moment. `hex in supply`: can a unit there trace a line?

    `rail` are the connecting rail hexes ([hex]). Lines are traced when they are asked for; what
    runs from HQs and half hexes, for a hex that the general lines do not come to.
    """

    def __init__(self, pos: Pos, side: Side) -> None:
        # The position keeps this: it must not be kept here in turn.
        self._hqs = hq_hexes(pos, side)
        self._half_hexes = tuple(beneath(pos)) if side == SOVIET else ()
        self._ground = supply_ground(pos, side)
        self._bars = bonds(pos, pos.game.enemy(side))
        self._land = land_of(pos, side)
        self.rail = connecting_rail(pos, side, self._ground, pos.state.repaired)
        #: All Supply Sources on the map ([hex]).
        self.sources: Mask = self.rail | pos.board.hex_mask(edge_sources(pos, side))

    def _trace(self, lines: Lines, starts: Where, after: Trace | None = None) -> Trace:
        return Trace(lines, self._ground, starts, bars=self._bars, after=after)

    @cached_property
    def general(self) -> Trace:
        """From the sources."""
        return self._trace(self._land.general, self.sources)

    @cached_property
    @rule("14.3A-3", "23.2-4", "R-91")
    def from_hq(self) -> Trace:
        """From HQs that stand on a supplied road, or in a source."""
        general = self.general
        hqs = [h for h in self._hqs if h in general and general.leg(h) != "overland"]
        return self._trace(self._land.from_hq, hqs, general)

    @cached_property
    @rule("27.2-5", "R-91")
    def from_half_hex(self) -> Trace:
        """From the hexes beneath the half hexes of the Soviets."""
        return self._trace(self._land.from_half_hex, self._half_hexes)

    def __contains__(self, hex_: object) -> bool:
        if hex_ in self.general or hex_ in self.from_hq:
            return True
        return bool(self._half_hexes) and hex_ in self.from_half_hex


def lines_of(pos: Pos, side: Side) -> Supply:
    """The lines of supply of a side."""
    return keep_lines(pos, side, Supply)


def keep_lines(pos: Pos, side: Side, question: Callable[[Pos, Side], T]) -> T:
    """The answer to a question about lines of a side. It is asked again when something has
    changed that lines depend on.
    """
    state = pos.state
    facts = state.control, state.repaired, state.pontoons, state.half_hexes, state.flood
    return kept(pos, (question, side), lambda: question(pos, side), facts)


def has_line(pos: Pos, side: Side, hex_: HexId) -> bool:
    """14.3: can a unit of the side in this hex, or the hex itself, trace a line (R-45, R-91)?"""
    return hex_ in lines_of(pos, side)


@rule("14.3C-1", "14.3C-2", "14.3C-3", "7.2-2", "R-42", "R-102")
def supply_ground(pos: Pos, side: Side) -> Ground:
    """The map as the lines of a side see it: a friend in a hex lifts enemy zones, enemies
    and their bonds close it; so do floods, and what is not in play.
    """
    return kept(pos, (supply_ground, side), lambda: _ground(pos, side), pos.state.flood)


def _ground(pos: Pos, side: Side) -> Ground:
    bars, closed = bonds(pos, pos.game.enemy(side)), pos.game.theatre(pos).closed
    ground = survey(pos.columns, side, bars=bars, closed=closed, cancelled=True)
    drowned = flooded(pos)
    return ground.closed(drowned) if drowned else ground


def land_of(pos: Pos, side: Side) -> LandLines:
    """The lines overland of a side; pontoon bridges serve the Soviets only (R-88)."""
    return pos.game.lines.over_land(pos.state.pontoons if side == SOVIET else frozenset())


@rule("14.2B-1", "14.2B-2", "14.2B-3", "17.1-5", "R-42")
def connecting_rail(pos: Pos, side: Side, ground: Ground, repaired: frozenset[HexId]) -> Mask:
    """The rail hexes that are joined to a map-edge source by rail, for the Soviets over
    repaired track; one in an enemy zone is not, and the line ends there.
    """
    if side == SOVIET:
        ground = ground.closed(_without(pos.board, repaired))
    reached = Trace(pos.game.lines.rail, ground, edge_sources(pos, side)).reached()
    return reached & pos.game.lines.track


@lru_cache(maxsize=16)
def _without(board: Board, track: frozenset[HexId]) -> Mask:
    """The hexes without such track ([hex])."""
    return ~board.hex_mask(track)


def is_connecting(pos: Pos, side: Side, hex_: HexId) -> bool:
    """14.2B: is this a rail hex that is a Supply Source?"""
    return bool(lines_of(pos, side).rail[pos.board.grid.index[hex_]])


@rule("14.2A-2")
def edge_sources(pos: Pos, side: Side) -> list[HexId]:
    """The map-edge sources that their side controls."""
    return [h for h in pos.game.sources(pos, side) if pos.holder(h) == side]


def sources(pos: Pos, side: Side) -> Mask:
    """14.2: all Supply Sources of a side on the map ([hex])."""
    return lines_of(pos, side).sources


def hq_hexes(pos: Pos, side: Side) -> list[HexId]:
    """Where the army or front HQs of a side are on the map."""
    there = (pos.unit(u).at for u in pos.game.of_role.get((side, "hq"), ())
             if pos.game.piece(u).kind in HQ_KINDS)  # fmt: skip
    return [h for h in there if h in pos.board.grid]


def trace_from(pos: Pos, side: Side, starts: Where, lines: Lines) -> Trace:
    """Such lines from these hexes."""
    bars = bonds(pos, pos.game.enemy(side))
    return Trace(lines, supply_ground(pos, side), starts, bars=bars)


def shown_line(pos: Pos, unit: UnitId) -> tuple[tuple[Link, ...], Gap | None]:
    """The line of a unit for display, or where it breaks."""
    supply, here = lines_of(pos, pos.owner(unit)), pos.unit(unit).at
    for trace in (supply.general, supply.from_hq, supply.from_half_hex):
        if here in trace:
            return trace.line(here), None
    return (), supply.general.gap(here)


# --- 14.6, 14.7  two further questions ----------------------------------------------------


@rule("14.6-1", "14.6-2", "14.6-3")
def is_isolated(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Is there no line even if its overland part may be of any length?"""
    return hex_ not in keep_lines(pos, side, _unlimited)


def _unlimited(pos: Pos, side: Side) -> Trace:
    half_hexes = beneath(pos) if side == SOVIET else ()
    lines = land_of(pos, side).unlimited
    return trace_from(pos, side, sources(pos, side) | pos.board.hex_mask(half_hexes), lines)


@rule("14.6-5", "R-91")
def has_dump(pos: Pos, side: Side, hex_: HexId) -> bool:
    """Does a line of any length lead to a friendly city or town, or to an army or front HQ?"""
    return hex_ in keep_lines(pos, side, _dumps)


def _dumps(pos: Pos, side: Side) -> Trace:
    towns = (h for h in pos.game.theatre(pos).towns if pos.holder(h) == side)
    lines = land_of(pos, side).unlimited
    return trace_from(pos, side, [*towns, *hq_hexes(pos, side)], lines)


@rule("14.7B-1", "14.7B-2", "R-44")
def distance_to_source(pos: Pos, side: Side, hex_: HexId) -> int:
    """Hexes to the nearest Supply Source, whoever is in between, but not over the sea."""
    return int(keep_lines(pos, side, _distances)[pos.board.grid.index[hex_]])


def _distances(pos: Pos, side: Side) -> Int32s:
    """From the sources on the map or, a hex further, from those beneath half hexes ([hex])."""
    ground = Ground(pos.board.grid).closed(pos.game.theatre(pos).closed)
    lines, half_hexes = pos.game.lines.distance, beneath(pos) if side == SOVIET else ()
    found = Trace(lines, ground, sources(pos, side)).costs(NO_SOURCE)
    if half_hexes:
        found = np.minimum(found, Trace(lines, ground, half_hexes).costs(NO_SOURCE - 1) + 1)
    return found
