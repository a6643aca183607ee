"""Paratroopers: dropzones, drops, what the dispersed do, and who searches for them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from grognard.appraise import Field, Weighed
from grognard.decisions import CANCEL, DONE, action
from grognard.dice import SIX
from grognard.games.kanev43.airborne import Drifting
from grognard.games.kanev43.appraisal_moves import DUTY
from grognard.games.kanev43.drops import dropzone, plan, scattered, targets
from grognard.games.kanev43.search import dispersed_in
from grognard.games.kanev43.setup import READY
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.strengths import attack, defence
from grognard.games.kanev43.turn import is_night
from grognard.hexes import HexId
from grognard.mechanics.tables import distribution
from grognard.players.asked import of_verb, picture_of
from grognard.players.atlas import Distances
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal
    from grognard.games.kanev43.game import Kanev43

#: An objective counts for a dropzone so much less with every hex.
_NEARNESS = 0.7
#: So far from the enemy it is safe to come down and to lie.
_SAFE = 3.0
#: What a company is worth that comes down alive, and what one costs that does not; how far they
#: keep apart.
_USE, _LOSS, _CROWD = 1.0, 1.5, 0.1
#: The dice of a jump.
_DICE = 3


def dropzones(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-1: where history had them, unless the enemy stands there."""
    picture, found = picture_of(appraisal, pos), []
    for one in of_verb(pos, "place"):
        found.append(
            Weighed(one, _promise(picture, one.arg), "objectives are near, and the enemy is not")
        )
    best = max((one.worth for one in found), default=0.0)
    return [*found, Weighed(action("choose", READY), best, "as in history")]


def _promise(picture: Picture, hex_: HexId) -> float:
    """Objectives near a hex, as far as the enemy is not."""
    here = picture.index[hex_]
    rows = picture.atlas.distances[here]
    near: float = sum(
        g.worth * _NEARNESS ** float(rows[picture.index[g.hex]]) for g in picture.goals
    )
    return near * min(float(picture.near_enemy[here]), _SAFE) / _SAFE


def planning(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-3: every brigade, every company, as long as enough of them will live."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "choose"):
        found.append(Weighed(one, _landed(picture, dropzone(pos, one.arg)), "it drops"))
    for one in of_verb(pos, "select"):
        best = max(_landed(picture, hex_) for hex_ in targets(pos, one.arg))
        found.append(Weighed(one, best, "it drops"))
    return found


def aiming(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-5: where most come down unhurt, and not all in one place."""
    picture, taken = picture_of(appraisal, pos), list(plan(pos).values())
    found = [Weighed(CANCEL, -DUTY)]
    for one in of_verb(pos, "place"):
        crowd = _CROWD * taken.count(one.arg)
        found.append(Weighed(one, _landed(picture, one.arg) - crowd, "it jumps"))
    return found


def _landed(picture: Picture, hex_: HexId) -> float:
    """AIRB-10: what a jump over a hex is worth: who lives is of use, and who comes down in water
    or beside a German unit is lost.
    """
    places, chances = _landings(picture.pos.game, hex_)
    lives = float(chances @ (picture.near_enemy[places] > 1.0))
    return _USE * lives - _LOSS * (1.0 - lives)


@cache
def _landings(game: Kanev43, hex_: HexId) -> tuple[Distances, Field]:
    """AIRB-8, AIRB-9: where a jump over a hex may end on land, and with what chances."""
    grid, chances = game.board.grid, dict[HexId, float]()
    for result, weight in distribution(_DICE, lambda dice: game.charts.drop(sum(dice))).items():
        share = weight / SIX**_DICE
        if result == "lands":
            chances[hex_] = chances.get(hex_, 0.0) + share
        elif result != "eliminated":
            for way, die in product(game.charts.scatter.values(), range(1, SIX + 1)):
                there = scattered(grid, hex_, way, die * int(result))
                chances[there] = chances.get(there, 0.0) + share / SIX**2
    dry = {there: chance for there, chance in chances.items() if there not in game.theatre.water}
    return np.array([grid.index[there] for there in dry]), np.array(list(dry.values()))


def drifting(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-12, AIRB-13: who has the night to concentrate stays, else away from the enemy and
    towards an objective.
    """
    move, picture = pos.within(Drifting), picture_of(appraisal, pos)
    goals = [picture.index[goal.hex] for goal in picture.goals if goal.kind == "take"]
    rows = picture.atlas.distances[goals] if goals else np.zeros((1, len(picture.index)))
    near_goal = np.asarray(rows.min(axis=0), float)
    field = 2.0 * np.minimum(picture.near_enemy, 2.0) - 0.3 * near_goal
    here = float(field[picture.index[move.here(pos)]])
    stays = [Weighed(CANCEL, here + 2.0 * is_night(pos) + 0.2, "it lies low")]
    return [
        *stays,
        *(Weighed(one, float(field[picture.index[one.arg]])) for one in of_verb(pos, "move")),
    ]


def concentration(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-13: everybody tries, for it costs nothing."""
    return [Weighed(DONE, 0.0), *(Weighed(one, 1.0, "it concentrates")
            for one in of_verb(pos, "select"))]  # fmt: skip


def search(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """AIRB-15, AIRB-18: battalions that can beat whom they may find."""
    found = [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "select"):
        hidden = dispersed_in(pos, pos.unit(one.arg).at)
        against = sum(defence(pos, unit) for unit in hidden) / max(1, len(hidden))
        found.append(Weighed(one, attack(pos, one.arg) - against + 0.5, "the hex is searched"))
    return found
