"""Where computer players expect troops to go, and whose lines that could cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Troop, Where
from grognard.decisions import Side
from grognard.games.kanev43.charts import SIXTHS
from grognard.games.kanev43.moving import ground_for
from grognard.games.kanev43.points import costs_of, terms_of, zone_rules
from grognard.games.kanev43.state import SOVIET, Pos
from grognard.games.kanev43.supply import (
    edge_over,
    path_over,
    providers,
    reach_of_hq,
    supply_ground,
)
from grognard.games.kanev43.theatre import Terms
from grognard.games.kanev43.turn import Move
from grognard.games.kanev43.units import Moves
from grognard.hexes import HexId
from grognard.mechanics.compiling import Int16s
from grognard.mechanics.reach import Going, ranges
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

#: What crossing the Dnepr costs in time: a turn, and dice that fail.
CROSSING = 10 * SIXTHS


# --- ways to far goals ----------------------------------------------------------------------


def kind_of(pos: Pos, unit: UnitId) -> str:
    """The class of a mover: how it moves, what swamps cost it, whether the bridge stands, and
    between which hexes it may try to cross the Dnepr.
    """
    moves, terms = terms_of(pos, unit, strategic=False)
    pairs = pos.state.bridgeheads if pos.owner(unit) == SOVIET else ()
    ways = ",".join(f"{pair.east}/{pair.west}" for pair in pairs)
    return f"{moves} {terms.swamp} {int(terms.bridge)} {ways}"


@cache
def going_of(game: Kanev43, kind: str) -> Going:
    """XNG: the going of a class, with the crossings that it may try."""
    moves, swamp, bridge, ways = kind.split(" ")
    going = game.goings.of(_moves(moves), Terms(swamp=int(swamp), bridge=bridge == "1"))
    if not ways:
        return going
    entry = going.entry.copy()
    for pair in ways.split(","):
        east, _, west = pair.partition("/")
        _open(game, entry, east, west)
    return Going(game.board.grid, entry)


def _moves(word: str) -> Moves:
    kinds: dict[str, Moves] = {"foot": "foot", "mot": "mot", "mech": "mech", "any": "any"}
    return kinds[word]


def _open(game: Kanev43, entry: Int16s, east: HexId, west: HexId) -> None:
    """A way over the water between the counters of a bridgehead, and back."""
    grid = game.board.grid
    water = next((way.water for way in game.theatre.crossings(east) if way.far == west), ())
    way = [grid.index[h] for h in (east, *water, west)]
    for a, b in pairwise(way):
        for here, there in ((a, b), (b, a)):
            entry[there, np.flatnonzero(grid.neighbour_table[there] == here)] = CROSSING


# --- the next move --------------------------------------------------------------------------


def ranges_of(pos: Pos, troops: Sequence[Troop], side: Side) -> Where:
    """TEC-1: where each could go in a Movement Phase of its own; none for who cannot attack."""
    found: Where = np.zeros((len(troops), len(pos.board.grid)), np.bool_)
    alike: dict[tuple[str, int], list[int]] = {}
    for row, troop in enumerate(troops):
        if troop.speed and troop.attack:
            alike.setdefault((troop.kind, pos.game.sizes[troop.id]), []).append(row)
    for rows in alike.values():
        first = (troops[rows[0]].id,)
        found[rows] = ranges(
            costs_of(pos, first),
            [troops[row].hex for row in rows],
            [troops[row].speed for row in rows],
            ground_for(pos, Move(side=side, units=first)),
            zones=zone_rules(pos, first),
            least=True,
        )
    return found


# --- lines ----------------------------------------------------------------------------------


def cut_off(pos: Pos, troops: Sequence[Troop], side: Side, closed: Where) -> Collection[UnitId]:
    """SUP-7: whose HQ, or whose path to it, would be cut if the enemy also closed these hexes."""
    ground = supply_ground(pos, side).closed(closed)
    edge, grid = edge_over(pos, side, ground), pos.board.grid.index
    posts = {hq: pos.unit(hq).at for hq in pos.game.headquarters[side]}
    linked = {hq: post for hq, post in posts.items() if post in grid and post in edge}
    paths = {
        hq: path_over(pos, side, (post,), reach_of_hq(pos, hq), ground)
        for hq, post in linked.items()
    }

    def is_cut(troop: Troop) -> bool:
        piece = pos.game.piece(troop.id)
        if piece.is_airborne:
            return False
        if piece.is_hq:
            return troop.id not in linked
        return not any(hq in paths and troop.hex in paths[hq] for hq in providers(pos, troop.id))

    return [troop.id for troop in troops if troop.supplied and is_cut(troop)]
