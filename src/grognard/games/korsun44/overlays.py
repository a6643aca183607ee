"""What the page of Korsun 1944 lights up on the map."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.decisions import Side, rule
from grognard.faces import Camp, HexFill, Overlay, SideLine, StackRing
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.duties import open_duties, posts_of
from grognard.games.korsun44.movement import Movement
from grognard.games.korsun44.moving import Moving, points, reach_from, reach_of
from grognard.games.korsun44.points import budget
from grognard.games.korsun44.sequence import FirstHalf, SecondHalf, Turn
from grognard.games.korsun44.state import GERMAN, Pos
from grognard.games.korsun44.supply import traced
from grognard.games.korsun44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.lights import attack_arrows, supplied_area, supply_line
from grognard.page import OverlayKey
from grognard.pieces import UnitId
from grognard.steps import tag_of
from grognard.view import View

KEYS = (
    OverlayKey("reach", "Reach", "R", usual=True),
    OverlayKey("line", "Supply", "S", "unit"),
    OverlayKey("control", "Cities", "V"),
    OverlayKey("supply", "Supplied area", "A"),
    OverlayKey("zones", "Zones of control", "Z"),
    OverlayKey("air", "Interdiction", "D"),
    OverlayKey("bridges", "Destroyed bridges", "B"),
    OverlayKey("range", "Range of a unit", "E", "unit"),
)


def make(pos: Pos, view: View, name: str, arg: str) -> tuple[Overlay, ...]:
    """An overlay by its name."""
    return _MAKERS[name](pos, view, arg) if name in _MAKERS else ()


def camp_of(side: Side) -> Camp:
    """German colours are cool, Soviet ones warm."""
    return "cool" if side == GERMAN else "warm"


# --- the open move and the open attack --------------------------------------------------------


def reach(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Where the units on the move can go, the points left there, and where they must stop."""
    move = pos.find(Moving)
    if move is None:
        return ()
    found, left = pos.keep(reach_of), budget(pos, move)
    numbers = {hex_: points(max(0, left - found.cost_of(hex_))) for hex_ in found}
    stops = frozenset(h for h in found if in_enemy_zone(pos, move.side, h))
    return (HexFill("reach", tuple(found), numbers, stops),)


def attack(pos: Pos, view: View) -> tuple[Overlay, ...]:
    """Arrows from the attackers to their targets, with the column; between two attacks rings about
    those who must attack and who must be attacked.
    """
    if isinstance(pos.top, Combat) and view.question:
        return duty_rings(pos, pos.top)
    return attack_arrows(pos.board.grid, view, camp_of(view.asked), "Column")


def duty_rings(pos: Pos, phase: Combat) -> tuple[Overlay, ...]:
    """The duties of the phase that are open."""
    duties = open_duties(pos, phase)
    posts = [StackRing("chosen", hex_) for hex_ in posts_of(pos, duties)]
    return (*posts, *(StackRing("target", hex_) for hex_ in duties.hexes))


# --- supply, cities, zones, air, bridges ------------------------------------------------------


def supplied(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """All hexes to which a line of the viewer comes."""
    return (supplied_area(traced(pos, view.viewer or GERMAN), pos.board.grid),)


def line(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """The line of supply of a unit, if it has one."""
    if unit not in pos.game.index or pos.unit(unit).at not in pos.board.grid:
        return ()
    return (supply_line(traced(pos, pos.owner(unit)), pos.unit(unit).at),)


def control(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The hexes that decide this scenario, by who holds them: cities, and the zones to which a
    city is to be linked.
    """
    victory = pos.game.scene(pos).victory
    zones_of = (*victory.cities, *victory.links)
    hexes = sorted(h for name in zones_of for h in pos.game.theatre.zone(name))
    return tuple(
        HexFill(f"control {camp_of(side)}", tuple(h for h in hexes if pos.holder(h) == side))
        for side in pos.game.sides
    )


def zones(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The zones of both sides, as the viewer knows them."""
    sides = pos.game.sides
    return tuple(HexFill(f"zone {camp_of(side)}", zoned(pos, view, side)) for side in sides)


@rule("4.1.1", "4.1.4", "16.1.1", "16.1.4")
def zoned(pos: Pos, view: View, side: Side) -> tuple[HexId, ...]:
    """The hexes in zones of a side. Of a masked stack nothing is known, so that its neighbours
    count, whoever is made up to lie under the mask.
    """
    grid, theatre = pos.board.grid, pos.game.theatre
    masked = [c.at for c in view.counters
              if c.side == side and not c.known and not c.facts]  # fmt: skip
    beside = {(post, hex_) for post in masked for hex_ in grid.neighbours(post)}
    found = {hex_ for post, hex_ in beside if theatre.crossing(post, hex_) is not None}
    found.update(pos.columns.zoned(side))
    return tuple(hex_ for hex_ in grid if hex_ in found)


def air(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The hexes in which aircraft hamper movement."""
    hexes = {m.at: str(m.strength) for m in pos.state.missions if m.kind == "interdiction"}
    return (HexFill("refused", tuple(sorted(hexes)), hexes),)


def bridges(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Bridges that are down."""
    return (SideLine("border", tuple(sorted(pos.state.broken_bridges))),)


# --- what could happen ------------------------------------------------------------------------


def range_(pos: Pos, view: View, unit: str) -> tuple[Overlay, ...]:
    """Where a unit could go in a Movement Phase of its own, as things stand."""
    return (HexFill("threat", goals_of(pos, unit)),) if unit in pos.game.index else ()


def goals_of(pos: Pos, unit: UnitId) -> tuple[HexId, ...]:
    """Where a unit could go with its movement points."""
    side = pos.owner(unit)
    if pos.unit(unit).at not in pos.board.grid or unit not in pos.game.mobile[side]:
        return ()
    half = FirstHalf if side == pos.game.scene(pos).first else SecondHalf
    move = Moving(side=side, units=(unit,))
    agenda = (Turn(stage=tag_of(half)), half(side=side), Movement(side=side), move)
    state = replace(pos.state, agenda=agenda, outcome=None)
    then: Pos = type(pos)(pos.game, state, pos.columns, pos.where)
    return tuple(reach_from(then, move))


_MAKERS: dict[str, Callable[[Pos, View, str], tuple[Overlay, ...]]] = {
    "reach": reach,
    "line": line,
    "control": control,
    "supply": supplied,
    "zones": zones,
    "air": air,
    "bridges": bridges,
    "range": range_,
}
