"""The troops of both sides as their commanders count them, and what a step of each is worth.

They are asked for in every position that a player looks at, and from one to the next hardly any
has changed, so what was found for a unit is remembered as long as the unit and the paths that
supply it stay the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import Troop
from grognard.decisions import Side
from grognard.games.kanev43.appraisal_range import kind_of
from grognard.games.kanev43.paths import Links, Paths
from grognard.games.kanev43.points import allowance, moment
from grognard.games.kanev43.state import AXIS, KanevUnit, Pos
from grognard.games.kanev43.strengths import attack, defence
from grognard.games.kanev43.supply import crossing_facts, feeders, network
from grognard.games.kanev43.turn import CombatPhase, Move
from grognard.games.kanev43.units import KanevPiece
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

#: A victory point in steps of a battalion.
POINT = 3.0
#: What an HQ and guns are worth beyond their strengths, for each step.
STAFF, GUNS = 3.0, 0.5
#: Troops are remembered for so many hours, with their bonuses and ways over the Dnepr.
_HOURS = 64


#: Where supply comes to; None: it is not needed.
Feeding = Paths | Links | None


class Known:
    """What has been found out in one hour: each unit as it was last looked at, with the paths that
    supply it, and what it is in every state.
    """

    def __init__(self) -> None:
        self.last: dict[int, tuple[KanevUnit, Feeding, Troop | None]] = {}
        self.states: dict[Hashable, Troop] = {}


def _known(pos: Pos) -> Known:
    """On what troops depend besides themselves and their supply: the hour, bonuses of leaders, who
    works at the bridge, the ways over the Dnepr.
    """
    when, known = pos.keep(moment), pos.game.troops
    hour = (when.night, frozenset(when.bonuses.items()), when.blasters, *crossing_facts(pos))
    if len(known) > _HOURS:
        known.clear()
    return known.setdefault(hour, Known())


def troops_of(pos: Pos, side: Side) -> list[Troop]:
    """The combat units of a side on the map; the dispersed only once they are found."""
    phase, move, last = pos.find(CombatPhase), pos.find(Move), pos.keep(_known).last
    located = {u for units in phase.located.values() for u in units} if phase else set()
    units, (numbers, staffs) = pos.state.units, _roll(pos.game, side)
    paths_of = network(pos, side)
    feeding = (None, paths_of.linked, *[paths_of.staffs[one] for one in staffs])
    found = []
    for number, source in numbers:
        now, paths = units[number], feeding[source]
        seen = last.get(number)
        if seen is None or seen[0] is not now or seen[1] is not paths:
            seen = last[number] = (now, paths, _look(pos, now, paths))
        if seen[2] is not None and (not now.dispersed or now.id in located):
            found.append(seen[2])
    if move is not None and move.entry and move.side == side:
        coming = (pos.unit(u) for u in move.units if not pos.game.piece(u).is_leader)
        found += [replace(_troop(pos, now.id, supplied=True), hex=move.entry) for now in coming]
    return found


@cache
def _roll(
    game: Kanev43, side: Side
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[UnitId, ...], ...]]:
    """The units of a side by their numbers, each with who supplies it: 0 nobody, 1 a road off the
    map, from 2 on one of these lists of HQs.
    """
    fed = {unit: feeders(game, unit) for unit in game.printed}
    mine = [game.printed[unit] for unit in fed if game.printed[unit].side == side]
    staffs = tuple(dict.fromkeys(fed[p.id] for p in mine if not p.is_hq and not p.is_airborne))

    def source(piece: KanevPiece) -> int:
        if piece.is_airborne:
            return 0
        return 1 if piece.is_hq else 2 + staffs.index(fed[piece.id])

    return tuple((game.index[p.id], source(p)) for p in mine if not p.is_leader), staffs


def _look(pos: Pos, now: KanevUnit, paths: Feeding) -> Troop | None:
    """A unit as its commander counts it, if it is on the map. Wherever it stands it is the same in
    the same state, so each state is looked at once.
    """
    if now.at not in pos.board.grid:
        return None
    supplied, known = paths is None or now.at in paths, pos.keep(_known).states
    key = (now.id, now.lost, now.order, now.supply, now.dismounted, supplied)
    found = known.get(key)
    if found is None:
        found = known[key] = _troop(pos, now.id, supplied=supplied)
    return found if found.hex == now.at else replace(found, hex=now.at)


def _troop(pos: Pos, unit: UnitId, *, supplied: bool) -> Troop:
    """Staffs and guns follow the others: they have no speed of their own, so that nobody sends
    them ahead.
    """
    piece = pos.game.piece(unit)
    follows = piece.is_hq or piece.is_artillery
    return Troop(
        id=unit,
        hex=pos.unit(unit).at,
        attack=attack(pos, unit),
        defence=defence(pos, unit),
        steps=max(1, pos.game.steps_left(pos, unit)),
        price=price(pos, piece),
        speed=0 if follows else allowance(pos, unit),
        kind=kind_of(pos, unit),
        supplied=supplied,
    )


def price(pos: Pos, piece: KanevPiece) -> float:
    """R-94: a step's share of points and strength, and what staffs and guns do besides."""
    share = POINT * points_of(pos, piece) / piece.steps
    strength = (piece.attack + piece.defence) / (6 * piece.steps)
    return share + strength + STAFF * piece.is_hq + GUNS * piece.is_artillery


def points_of(pos: Pos, piece: KanevPiece) -> float:
    """The points that its loss brings the enemy."""
    points = pos.game.charts.points
    if piece.side == AXIS:
        return points["axis_battalion"].number * (piece.size == "battalion")
    if piece.kind == "parachute":
        return points["paratroopers"].number / 2
    if piece.is_company or piece.kind not in ("tank", "infantry"):
        return 0.0
    return points["rifles" if piece.moves == "foot" else "soviet_battalion"].number
