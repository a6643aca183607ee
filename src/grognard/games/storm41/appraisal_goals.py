"""What computer players go for: cities, Ploesti, corridors, Hungary, and an edge of the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import Objective, contested
from grognard.decisions import Side
from grognard.games.storm41.appraisal_edges import EDGE, lost_hexes
from grognard.games.storm41.appraisal_price import POINT
from grognard.games.storm41.appraisal_range import REACHABLE
from grognard.games.storm41.losses import line
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.theatre import CorridorName, Theatre
from grognard.games.storm41.victory import GUARDS, control_points
from grognard.hexes import HexId
from grognard.players.atlas import atlas_of

if TYPE_CHECKING:
    from grognard.games.storm41.appraisal import Appraisal41

#: Ploesti is two points, and German supply and a die in the air besides.
OIL = 3 * POINT
#: Enemies so near to an objective count for it.
NEAR = 4
#: Who goes along a corridor takes the hexes on his way: of those that are missing every third is
#: an objective.
STRIDE = 3
#: When so few hexes of a corridor are missing, or guards of Hungary left, the point is near.
FEW = 6
#: What is sent for each.
PATROL = 2.0


def objectives(appraisal: Appraisal41, pos: Pos, side: Side) -> list[Objective]:
    """4.2 to 4.6, 4.9, 4.10: all that earns or costs points, the dearest first."""
    worths = _places(appraisal, pos)
    if side == SOVIET:
        for hex_, worth in _in_hungary(appraisal, pos).items():
            worths[hex_] = worths.get(hex_, 0.0) + worth
    on_the_way = {h: w for h, w in _corridors(appraisal, pos, side) if h not in worths}
    worths |= on_the_way
    enemies = appraisal.troops(pos, appraisal.game.enemy(side))
    against = atlas_of(appraisal).strengths(enemies, tuple(worths), NEAR)
    found = []
    for (hex_, worth), strength in zip(worths.items(), against, strict=True):
        goal = contested(hex_, worth, strength, held=pos.holder(hex_) == side)
        found.append(replace(goal, need=PATROL) if hex_ in on_the_way else goal)
    return sorted(found, key=lambda one: (-one.worth, one.hex))


def prize(appraisal: Appraisal41, pos: Pos, side: Side, hex_: HexId) -> float:
    """3.8, 4: a city, Ploesti, a hex of a corridor or of the edge that changes hands, or a hex of
    Hungary that its guards are thrown out of.
    """
    if pos.holder(hex_) == side:
        return 0.0
    game = appraisal.game
    theatre = game.theatre(pos)
    kind = theatre.cities.get(hex_)
    worth = _city(pos) * game.charts.counts[kind].number if kind else 0.0
    worth += OIL * (hex_ == theatre.oil)
    for name, corridor in theatre.corridors.items():
        if hex_ in corridor.links:
            worth += _link(pos, side, name)
    if side == SOVIET and hex_ in theatre.homes["hungarian"]:
        worth += _in_hungary(appraisal, pos).get(hex_, 0.0)
    return worth + _edge(appraisal, pos, side, hex_)


def post(appraisal: Appraisal41, pos: Pos, side: Side, hex_: HexId) -> float:
    """3.8-b: what the enemy would take by walking in when the last who hold a hex have left it."""
    index, enemy = pos.board.grid.index, appraisal.game.enemy(side)
    if hex_ not in index or len(line(pos, pos.at(hex_))) > 1:
        return 0.0
    near = pos.keep(REACHABLE[enemy])
    if not any(near[index[other]] for other in appraisal.links(hex_)):
        return 0.0
    return prize(appraisal, pos, enemy, hex_)


# --- 4.2, 4.3  places ----------------------------------------------------------------------


def _places(appraisal: Appraisal41, pos: Pos) -> dict[HexId, float]:
    theatre, counts = appraisal.game.theatre(pos), appraisal.game.charts.counts
    worths = {hex_: _city(pos) * counts[kind].number for hex_, kind in theatre.cities.items()}
    if theatre.oil:
        worths[theatre.oil] = OIL
    return worths | dict.fromkeys(_edges(appraisal, pos), EDGE)


def _city(pos: Pos) -> float:
    """What a control point is worth: a share of the victory point for each that is wanting, or
    that would have to be lost.
    """
    away = pos.game.scene(pos).victory.advantage - pos.keep(control_points)
    return POINT / max(away, 1 - away)


# --- 4.4, 4.5  corridors -------------------------------------------------------------------


def _corridors(appraisal: Appraisal41, pos: Pos, side: Side) -> Iterator[tuple[HexId, float]]:
    """For the Soviets what they still lack, for the Germans where they break it most easily."""
    for name, corridor in appraisal.game.theatre(pos).corridors.items():
        missing = pos.keep(_missing)[name]
        if side == SOVIET:
            goals = missing if len(missing) <= STRIDE else missing[STRIDE - 1 :: STRIDE]
            yield from ((hex_, _link(pos, side, name)) for hex_ in goals)
        elif len(missing) <= FEW:
            hexes = missing or list(corridor.links)
            yield from ((hex_, POINT) for hex_ in _nearest(appraisal, pos, hexes))


def _missing(pos: Pos) -> dict[CorridorName, list[HexId]]:
    """What the Soviets do not hold of each corridor, from their end on."""
    ways = _along(pos.game.theatre(pos))
    return {name: [h for h in way if pos.holder(h) != SOVIET] for name, way in ways.items()}


@cache
def _along(theatre: Theatre) -> dict[CorridorName, list[HexId]]:
    """The hexes of each corridor, from the Soviet end on."""
    ways = {name: [corridor.ends[SOVIET]] for name, corridor in theatre.corridors.items()}
    for name, way in ways.items():
        for hex_ in way:
            way += [one for one in theatre.corridors[name].links[hex_] if one not in way]
    return ways


def _link(pos: Pos, side: Side, name: CorridorName) -> float:
    """What a hex more brings: a share of the point for each that the Soviets lack, or would."""
    missing = len(pos.keep(_missing)[name])
    return POINT / (missing if side == SOVIET else missing + 1)


# --- 4.6  Hungary --------------------------------------------------------------------------


def _in_hungary(appraisal: Appraisal41, pos: Pos) -> dict[HexId, float]:
    """Where the last of its guards stand, and a share of the point for each such place: while they
    are many nobody goes out of his way for it.
    """
    game = appraisal.game
    hungary = game.theatre(pos).homes["hungarian"]
    there = [t for t in appraisal.troops(pos, AXIS) if t.hex in hungary]
    hexes = {t.hex for t in there if game.piece(t.id).nation in GUARDS}
    return dict.fromkeys(sorted(hexes), POINT / len(hexes)) if 0 < len(hexes) <= FEW else {}


# --- 4.9, 4.10  edges ----------------------------------------------------------------------


def _edges(appraisal: Appraisal41, pos: Pos) -> Iterator[HexId]:
    """The hex of each edge that the Germans are nearest to."""
    for hexes in appraisal.game.theatre(pos).east_edges.values():
        yield from _nearest(appraisal, pos, sorted(hexes))


def _nearest(appraisal: Appraisal41, pos: Pos, hexes: Sequence[HexId]) -> Iterator[HexId]:
    """That of these hexes to which the Germans are nearest, if there are any."""
    index, distances = pos.board.grid.index, atlas_of(appraisal).distances
    germans = [index[t.hex] for t in appraisal.troops(pos, AXIS) if t.attack]
    if hexes and germans:
        numbers = [index[hex_] for hex_ in hexes]
        near = distances[np.ix_(numbers, germans)].min(axis=1)
        yield hexes[int(near.argmin())]


def _edge(appraisal: Appraisal41, pos: Pos, side: Side, hex_: HexId) -> float:
    """The first hex of an edge for the Germans, the last for the Soviets; judged at the end, so
    that it counts more and more.
    """
    left = appraisal.game.scene(pos).turns - pos.turn
    for edge, hexes in appraisal.game.theatre(pos).east_edges.items():
        if hex_ in hexes:
            lost = pos.keep(lost_hexes)[edge]
            share = 1.0 / lost if side == SOVIET else float(not lost)
            return EDGE * share / (1.0 + left)
    return 0.0
