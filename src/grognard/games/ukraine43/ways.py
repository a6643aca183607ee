"""4.1 - 4.8 Where a stack on the move can go."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from msgspec import Struct

from grognard.decisions import Side, rule
from grognard.games.ukraine43.allowance import allowance, extension, points
from grognard.games.ukraine43.flood import flooded
from grognard.games.ukraine43.going import Crossing
from grognard.games.ukraine43.moves import EXTENDED, Move, Moves
from grognard.games.ukraine43.rail import Trips, trips_of
from grognard.games.ukraine43.stacking import army_places, over, roles_of
from grognard.games.ukraine43.state import Pos, kept
from grognard.games.ukraine43.zones import in_enemy_zone, outlook
from grognard.hexes import HexId
from grognard.mechanics.reach import Layers, Reach
from grognard.mechanics.zones import Bars, Ground, near
from grognard.words import counted

# --- what it has left -----------------------------------------------------------------------


def budget(pos: Pos, move: Move) -> int:
    """What is left of the least allowance in the stack; below 0 in Extended Movement."""
    return min([allowance(pos, unit) for unit in move.units]) - move.spent


def further(pos: Pos, move: Move) -> int:
    """What Extended Movement adds to a move."""
    return min([extension(pos, unit) for unit in move.units])


class Purse(Struct, frozen=True, gc=False):
    """What the stack on the move has left: points, more of them by Extended Movement; or a
    single hex.
    """

    left: int
    further: int
    single: bool


def purse_of(pos: Pos) -> Purse:
    """What the stack on the move may spend; a position keeps it."""
    move = pos.within(Move)
    more = further(pos, move) if move.extended else 0
    return Purse(budget(pos, move), more, one_hex(pos, move))


def points_left(pos: Pos, move: Move) -> str:
    """What is left to a stack on the move, in words."""
    if move.by_rail:
        return "by rail"
    purse = pos.keep(purse_of)
    if purse.single:
        return "one hex"
    return _in_words(purse.left + purse.further, move.extended)


@cache
def _in_words(halves: int, extended: bool) -> str:
    return f"{counted(points(halves), 'point')} left{', extended' if extended else ''}"


@rule("4.9C-1", "4.10-3", "4.10-4", "11.1-1", "11.3-3", "MISC-3", "ASOP-5", "R-14")
def one_hex(pos: Pos, move: Move) -> bool:
    """Does the stack move a single hex, whatever it costs? Disrupted units do, and in the later
    phases all that do not drive; in Reaction also who begins in an enemy zone.
    """
    pace, paces, printed = pos.within(Moves).pace, pos.game.charts.paces, pos.game.printed
    for unit in move.units:
        if paces[pace, printed[unit].mobility] is not None:
            return True
        if pace != "reaction" and pos.unit(unit).disrupted:
            return True
    return pace == "reaction" and in_enemy_zone(pos, move.side, move.start)


@rule("20.4-1")
def just_dropped(pos: Pos, move: Move) -> bool:
    """Is a brigade in the stack that was dropped in this turn? It does not move."""
    if pos.game.brigades.isdisjoint(move.units):
        return False
    return pos.state.turn in [pos.unit(unit).landed for unit in move.units]


def is_spent(pos: Pos, move: Move) -> bool:
    """Has a stack on its way nothing left, so that it cannot go on whatever lies before it?"""
    if move.fresh or move.by_rail:
        return False
    purse = pos.keep(purse_of)
    return purse.single or purse.left + purse.further <= 0


# --- where it can go ------------------------------------------------------------------------


@rule("4.1-7", "4.1-8", "4.4B-1", "4.4B-2", "4.7A-1", "4.7A-2", "4.7A-3", "4.10-6", "6.3A",
      "6.3B-1", "6.3B-2", "6.3B-3", "6.5-5", "7.2-1a", "R-1", "R-7", "R-9", "R-10", "R-12",
      )  # fmt: skip
def reach_of(pos: Pos) -> Layers:
    """Where the stack on the move can go, and further with Extended Movement; from a
    standstill always one hex.
    """
    move, goings = pos.within(Move), pos.game.goings
    side, purse = move.side, pos.keep(purse_of)
    left, far, single = purse.left, purse.left + purse.further, purse.single
    going = goings.of(pos, side, move.units, crossing_of(pos, move))
    ground, bars = dry_ground(pos, side)
    reach = partial(Reach, going, move.here(pos), zones=goings.zones, bars=bars)
    widest = reach(max(0, far), ground, least=True) if brings_army(pos, move) else None
    ground, layers = open_ground(pos, move, ground, widest), dict[str, Reach]()
    if not move.marked:
        least = move.fresh and not move.extended
        layers["normal"] = reach(0 if single else max(0, left), ground, least=least)
    if move.extended and not single:
        alone = ground.passage(near(pos.columns, pos.game.enemy(side), 1))
        layers[EXTENDED] = reach(max(0, far), alone, least=move.fresh)
    return Layers(**layers)


def brings_army(pos: Pos, move: Move) -> bool:
    """Does an army come along, which makes room wherever it comes?"""
    return not pos.game.armies[move.side].isdisjoint(move.units)


def crossing_of(pos: Pos, move: Move) -> Crossing:
    """How the stack may cross a Major River without a bridge."""
    if move.crossed:
        return "last hex"
    from_bank = move.fresh and not move.arrived and pos.within(Moves).pace == "movement"
    return "bank" if from_bank else "none"


@rule("28.2A", "28.2E-1", "R-102")
def dry_ground(pos: Pos, side: Side) -> tuple[Ground, Bars]:
    """The map as movers of a side see it, and the closed hexsides; with the flood, if it is on."""
    ground, bars = outlook(pos, side)
    if pos.state.flood is None:
        return ground, bars
    return ground.closed(flooded(pos)), bars | pos.game.flood_bars


@rule("5.4-1", "23.4-2", "R-78")
def open_ground(
    pos: Pos, move: Move, ground: Ground, among: Iterable[HexId] | None = None
) -> Ground:
    """The ground as this stack sees it: it may pass through full hexes, but not end there; where
    an army is, or `among` which one comes along with it, there may be room after all.
    """
    side, units = move.side, move.units
    roles = roles_of(pos, units)

    def crowded() -> tuple[Ground, list[HexId]]:
        passable = pos.game.crowding[side].passage(pos.columns, ground, roles)
        return passable, passable.passages(army_places(pos, side))

    passable, crowds = kept(pos, (open_ground, side, roles), crowded, pos.state.flood)
    if among is not None:
        crowds = passable.passages(among)
    room = [h for h in crowds if not over(pos, side, h, units)] if crowds else ()
    return passable.reopened(room) if room else passable


def trip_of(pos: Pos) -> Trips:
    """Where the unit on the move can go by rail."""
    move = pos.within(Move)
    return trips_of(pos, move.side, move.units[0])
