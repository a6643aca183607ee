"""What the victory points promise, for computer players who look ahead.

A benchmark is looked at once a turn, when the Germans have moved. Far enough above it the
Soviets win at once, far enough below it the Germans; on the last turn it decides.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from grognard.appraise import Where
from grognard.decisions import Side, total
from grognard.games.ukraine43.scenario import Scenario43
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.supply import (
    connecting_rail,
    edge_sources,
    hq_hexes,
    land_of,
    supply_ground,
)
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.victory import points
from grognard.games.ukraine43.zones import bonds
from grognard.mechanics.trace import Trace
from grognard.pieces import UnitId

#: What it is worth to stand where the game is won, while the enemy can still answer, and when
#: he cannot; and the share of it that is felt for each point that is missing.
NEAR_VICTORY, VICTORY = 30.0, 100.0
FELT = (1.0, 0.3, 0.1)


def points_of(pos: Pos) -> int:
    """The victory points as they are now."""
    return pos.keep(_points)


def _points(pos: Pos) -> int:
    return total(points(pos))


def crisis(pos: Pos, score: int) -> float:
    """What so many points are worth to the Soviets for being near the end of the game: now, on
    the next turn, and on the last one, which is the less felt the further it is.
    """
    scene, turn = pos.game.scene(pos), pos.turn
    stake = VICTORY if is_last_word(pos) else NEAR_VICTORY
    now, left = stake * _nearness(scene, turn, score), scene.turns - turn
    later = NEAR_VICTORY / 2 * _nearness(scene, turn + 1, score) if left > 1 else 0.0
    last = NEAR_VICTORY / (1 + left) * _nearness(scene, scene.turns, score) if left else 0.0
    return now + later + last


def _nearness(scene: Scenario43, turn: int, score: int) -> float:
    """How near so many points are to a victory of the Soviets on a turn, less how near to one of
    the Germans. Between the two the game goes on, or is drawn at the end.
    """
    won, lost = verdicts(scene, turn)
    return _felt(won - score) - _felt(score - lost)


def verdicts(scene: Scenario43, turn: int) -> tuple[int, int]:
    """The fewest points with which the Soviets win on a turn, and the most with which the Germans
    do.
    """
    mark, step = scene.space(turn).benchmark, scene.sudden_death
    if turn < scene.turns:
        return mark + step, mark - step
    won = next(score for score in count(mark) if score not in scene.draws)
    lost = next(score for score in count(mark - 1, -1) if score not in scene.draws)
    return won, lost


def _felt(missing: int) -> float:
    """How near it is when so many points are missing."""
    return FELT[max(0, missing)] if missing < len(FELT) else 0.0


def is_last_word(pos: Pos) -> bool:
    """Is it the turn of the Germans, who move last before points are counted?"""
    turn = pos.find(PlayerTurn)
    return turn is not None and turn.side == AXIS


# --- lines that may be cut ----------------------------------------------------------------


def without_line(pos: Pos, side: Side, closed: Where) -> Collection[UnitId]:
    """14.3: the ground units of a side that would trace no line if these hexes were closed."""
    ground, land = supply_ground(pos, side).closed(closed), land_of(pos, side)
    bars = bonds(pos, pos.game.enemy(side))
    rail = connecting_rail(pos, side, ground, pos.state.repaired)
    sources = rail | pos.board.hex_mask(edge_sources(pos, side))
    general = Trace(land.general, ground, sources, bars=bars)
    hqs = [h for h in hq_hexes(pos, side) if h in general and general.leg(h) != "overland"]
    reached = general.reached() | Trace(land.from_hq, ground, hqs, bars=bars).reached()
    index = pos.board.grid.index
    return [u.id for u in pos.state.units if u.at in index and not reached[index[u.at]]]


def sign_of(side: Side) -> int:
    """Points are the Soviets'."""
    return 1 if side == SOVIET else -1
