"""4.1 - 4.8 Where a stack on the move can go."""

from __future__ import annotations

from grognard.decisions import Side, rule
from grognard.games.ukraine43.allowance import allowance, extension, points
from grognard.games.ukraine43.flood import flood_bars, flooded
from grognard.games.ukraine43.going import Crossing
from grognard.games.ukraine43.moves import EXTENDED, Move, Moves
from grognard.games.ukraine43.rail import Trips, trips_of
from grognard.games.ukraine43.stacking import brings_army, full
from grognard.games.ukraine43.state import Pos, kept
from grognard.games.ukraine43.words import counted
from grognard.games.ukraine43.zones import bonds, in_enemy_zone
from grognard.mechanics.reach import Layers, Reach
from grognard.mechanics.zones import Bars, Ground, near, survey

# --- what it has left -----------------------------------------------------------------------


def budget(pos: Pos, move: Move) -> int:
    """What is left of the least allowance in the stack; below 0 in Extended Movement."""
    return min(allowance(pos, unit) for unit in move.units) - move.spent


def further(pos: Pos, move: Move) -> int:
    """What Extended Movement adds to the open move, if it was announced."""
    return min(extension(pos, unit) for unit in move.units) if move.extended else 0


def points_left(pos: Pos, move: Move) -> str:
    """What is left to a stack on the move, in words."""
    if move.by_rail:
        return "by rail"
    if one_hex(pos, move):
        return "one hex"
    left = counted(points(budget(pos, move) + further(pos, move)), "point")
    return f"{left} left{', extended' if move.extended else ''}"


@rule("4.9C-1", "4.10-3", "4.10-4", "11.1-1", "11.3-3", "MISC-3", "ASOP-5", "R-14")
def one_hex(pos: Pos, move: Move) -> bool:
    """Does the stack move a single hex, whatever it costs? Disrupted units do, and in the later
    phases all that do not drive; in Reaction also who begins in an enemy zone.
    """
    pace, paces, printed = pos.within(Moves).pace, pos.game.charts.paces, pos.game.printed
    for unit in move.units:
        if paces[pace, printed[unit].mobility] is not None:
            return True
    if pace == "reaction":
        return in_enemy_zone(pos, move.side, move.start)
    return any(pos.unit(u).disrupted for u in move.units)


@rule("20.4-1")
def just_dropped(pos: Pos, move: Move) -> bool:
    """Is a brigade in the stack that was dropped in this turn? It does not move."""
    return any(pos.unit(u).landed == pos.turn for u in move.units)


# --- where it can go ------------------------------------------------------------------------


@rule("4.1-7", "4.1-8", "4.4B-1", "4.4B-2", "4.7A-1", "4.7A-2", "4.7A-3", "4.10-6", "6.3A",
      "6.3B-1", "6.3B-2", "6.3B-3", "6.5-5", "7.2-1a", "R-1", "R-7", "R-9", "R-10", "R-12",
      )  # fmt: skip
def reach_of(pos: Pos) -> Layers:
    """Where the stack on the move can go, and further with Extended Movement; from a
    standstill always one hex.
    """
    move = pos.within(Move)
    here, left = move.here(pos), budget(pos, move)
    going = pos.game.goings.of(pos, move.side, move.units, crossing_of(pos, move))
    ground, bars = ground_of(pos, move.side), closed_hexsides(pos, move.side)
    zones = pos.game.goings.zones

    def reach(points: int, over: Ground, least: bool) -> Reach:
        def flood(ground: Ground) -> Reach:
            return Reach(going, here, points, ground, zones=zones, bars=bars, least=least)

        among = flood(over).hexes if brings_army(pos, move.units) else None
        return flood(over.passage(full(pos, move.side, move.units, among)))

    single, layers = one_hex(pos, move), dict[str, Reach]()
    if not move.marked:
        points = 0 if single else max(0, left)
        layers["normal"] = reach(points, ground, move.fresh and not move.extended)
    if move.extended and not single:
        alone = ground.passage(near(pos.columns, pos.game.enemy(move.side), 1))
        more = left + further(pos, move)
        layers[EXTENDED] = reach(max(0, more), alone, move.fresh)
    return Layers(**layers)


def crossing_of(pos: Pos, move: Move) -> Crossing:
    """How the stack may cross a Major River without a bridge."""
    if move.crossed:
        return "last hex"
    from_bank = move.fresh and not move.arrived and pos.within(Moves).pace == "movement"
    return "bank" if from_bank else "none"


@rule("4.1-5", "6.4", "7.2-1a", "28.2A", "R-69", "R-102", "R-106")
def ground_of(pos: Pos, side: Side) -> Ground:
    """The map as movers of a side see it: enemies, zones, bonds, what is closed."""
    return kept(pos, (ground_of, side), lambda: _ground_of(pos, side), pos.state.flood)


def _ground_of(pos: Pos, side: Side) -> Ground:
    ground = survey(pos.columns, side, bars=bonds(pos, pos.game.enemy(side)))
    ground = ground.closed(pos.game.theatre(pos).closed)
    drowned = flooded(pos)
    return ground.closed(drowned) if drowned else ground


def closed_hexsides(pos: Pos, side: Side) -> Bars:
    """Enemy hexside bonds, and what the flood closes."""
    bars, flood = bonds(pos, pos.game.enemy(side)), flood_bars(pos)
    return bars if flood is None else bars | flood


def trip_of(pos: Pos) -> Trips:
    """Where the unit on the move can go by rail."""
    move = pos.within(Move)
    return trips_of(pos, move.side, move.units[0])
