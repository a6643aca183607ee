"""The questions of Operation Storm that no other title asks, and what they are answered.

Each answer is a list of open actions with their worth in divisions. A choice that opens a step
of its own is worth something only if that step will be used: nothing is opened and left again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, PASS, Action, action
from grognard.games.storm41.appraisal_guns import guns_left_alone
from grognard.games.storm41.appraisal_odds import outcomes
from grognard.games.storm41.combat import Attack, Momentum
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.entry import Entering
from grognard.games.storm41.mobile_assault import MobileAssault
from grognard.games.storm41.moving import Moving, force
from grognard.games.storm41.sequence import Declaration
from grognard.games.storm41.state import DEAD, RESERVE, Pos
from grognard.games.storm41.turn import FIGHT_MOVE, MOVE_FIGHT
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.atlas import atlas_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.storm41.appraisal import Appraisal41

#: So much must all attacks before movement promise, that a side begins with them.
BARRAGE = 6.0
#: What must be gained by an assault out of a move, by momentum, by a drop.
ASSAULT, FOLLOW_UP, DROP = 0.5, 0.2, 0.7
#: What it is worth that a unit lies in the reserve instead of on the map.
HELD_BACK = -1.0
#: Enemies so near to our troops are worth an airpower marker.
TOUCH = 2
#: A unit that enters; the reason to enter at all.
ARRIVAL = 100.0


def attack_worth(
    planner: Planner, units: Sequence[UnitId], target: HexId, *, mobile: bool = False
) -> float:
    """What an attack of these units brings; nothing good if none of them can."""
    able = [t for t in planner.able if t.id in units]
    if not able or target not in planner.theirs:
        return -10.0
    plan = Plan(planner.side, target, tuple(t.id for t in able), mobile=mobile)
    return planner.worth(target, able, outcomes(planner.pos, plan))


# --- set-up and order -----------------------------------------------------------------------


def ready(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """Set-up: the scenario's own placement, then go on."""
    return [
        Weighed(action("choose", "ready"), 1.0, "the ready set-up is sound"),
        Weighed(DONE, 2.0),
    ]


def order_of_phases(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """5.4, 5.7: fight first if the attacks that stand ready promise much. The enemy, on turn 1,
    shall not come near before he fights (5.13-3).
    """
    first = action("choose", FIGHT_MOVE)
    if pos.within(Declaration).turn != pos.side:
        promise = 2 * BARRAGE
    else:
        planner = Planner(appraisal, pos.apply(first), pos.side)
        promise = sum(one.worth for one in planner.allocation())
    return [
        Weighed(first, promise - BARRAGE, "the attacks that stand ready promise much"),
        Weighed(action("choose", MOVE_FIGHT), 0.0, "the troops should close up first"),
    ]


# --- the air --------------------------------------------------------------------------------


def markers(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """11.1: over the most and the strongest enemies whom our own troops face, and not twice."""
    picture, reach = picture_of(appraisal, pos), pos.game.charts.limits["air_range"].number
    distances = atlas_of(appraisal).distances
    near, facing = distances <= reach, Picture(appraisal, pos, pos.game.enemy(pos.side)).near_enemy
    faced = np.zeros(len(picture.index))
    for troop in picture.enemies:
        here = picture.index[troop.hex]
        faced[here] += troop.defence * (facing[here] <= TOUCH)
    for marker in pos.state.airpower:
        faced[near[picture.index[marker]]] = 0.0
    worths = near @ faced
    return [
        Weighed(
            one,
            float(worths[picture.index[one.arg]]),
            "most of the enemy's strength at the front is in range",
        )
        for one in of_verb(pos, "place")
    ]


def airlift(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """7.9: once in a game, for a large pocket; at last for any."""
    picture = picture_of(appraisal, pos)
    patience = 0.7 * (pos.game.scene(pos).turns - pos.turn)

    def worth(hex_: HexId) -> float:
        here = [t.price for t in picture.friends if t.hex == hex_]
        return sum(here) - patience

    found = [
        Weighed(one, worth(one.arg), "so many stand there without supply")
        for one in of_verb(pos, "place")
    ]
    return [Weighed(PASS, 0.0), *found]


# --- who comes onto the map -----------------------------------------------------------------


def comers(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """Whoever may come and finds a place, the strongest first."""
    printed = pos.game.printed

    def strength(one: Action) -> float:
        piece = printed[one.arg]
        return piece.attack + piece.defence + 0.5 * (pos.unit(one.arg).at == DEAD)

    found = [Weighed(DONE, 0.0, "nobody else comes")]
    for one in sorted(of_verb(pos, "select"), key=strength, reverse=True):
        if of_verb(pos.apply(one), "place"):
            found.append(Weighed(one, 1.0 + strength(one), "it comes"))
            break
    return found


def entries(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """Where the unit is wanted most."""
    from grognard.games.storm41.appraisal import troop

    unit, picture = pos.within(Entering).units[0], picture_of(appraisal, pos)
    found, field = [Weighed(CANCEL, 0.0)], picture.standing(troop(pos, unit))
    for one in of_verb(pos, "place"):
        if one.arg == RESERVE:
            found.append(Weighed(one, ARRIVAL + HELD_BACK, "held back"))
            continue
        worth = float(field[picture.index[one.arg]])
        found.append(Weighed(one, ARRIVAL + worth, "it arrives"))
    return found


def nobody(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """5.6: whoever is at the front stays there."""
    return [Weighed(DONE, 0.0)]


# --- fights ---------------------------------------------------------------------------------


def deeds(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """9.22: an assault out of the move, for which others of the stack are gathered first."""
    move, assaults = pos.within(Moving), of_verb(pos, "assault")
    if not assaults:
        return []
    planner, printed = Planner(appraisal, pos, move.side), pos.game.printed
    friends = [one for one in of_verb(pos, "join") if printed[one.arg].joins_assault]
    everybody = (*move.units, *(one.arg for one in friends))
    found: list[Weighed] = []
    for one in assaults:
        ours, all_ = force(pos, move.units, one.arg), force(pos, everybody, one.arg)
        alone = attack_worth(planner, ours, one.arg, mobile=True) - ASSAULT
        found.append(Weighed(one, alone, "an assault out of the move"))
        together = attack_worth(planner, all_, one.arg, mobile=True) - ASSAULT
        if together > alone:
            found += [Weighed(friend, together, "for an assault") for friend in friends[:1]]
    return found


def assault(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """9.23: the differential is known now."""
    step, planner = pos.within(MobileAssault), Planner(appraisal, pos, pos.side)
    worth = attack_worth(planner, step.units, step.target, mobile=True)
    return [Weighed(COMMIT, worth, "the assault pays"), Weighed(CANCEL, -0.5)]


def momentum(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """10.25: on, as long as it pays."""
    step, planner = pos.within(Momentum), Planner(appraisal, pos, pos.side)
    found = [Weighed(PASS, 0.0, "no attack pays")]
    for one in of_verb(pos, "target"):
        worth = attack_worth(planner, step.units, one.arg) - FOLLOW_UP
        found.append(Weighed(one, worth, "the next hex is weak enough"))
    return found


def drops(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """11.10: brigades where they turn an attack."""
    plan = pos.within(Attack).plan
    offered = of_verb(pos, "support")
    if not plan.units or not offered:
        return []

    def gain(drops: tuple[UnitId, ...]) -> float:
        found = outcomes(pos, replace(plan, drops=drops))
        return sum(o.chance * (1.5 * o.defender + 3.0 * o.vacated - o.attacker) for o in found)

    now = gain(plan.drops)
    return [
        Weighed(
            one,
            gain((*plan.drops, one.arg)) - now - DROP,
            "dropped there it helps more than it costs",
        )
        for one in offered[:1]
    ]


def strongest(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """6.6: the enemy's best unit goes."""
    printed = pos.game.printed
    return [
        Weighed(one, printed[one.arg].attack + printed[one.arg].defence)
        for one in of_verb(pos, "lose")
    ]


def advances(appraisal: Appraisal41, pos: Pos) -> list[Weighed]:
    """10.24: as many as stand better there than here; somebody stays with the guns (11.7)."""
    picture, target = picture_of(appraisal, pos), pos.top.target  # type: ignore[attr-defined]
    prize = appraisal.prize(pos, pos.side, target)
    there = picture.index[target]
    found = [Weighed(DONE, 0.0, "it is enough")]
    for one in of_verb(pos, "select"):
        field = picture.standing(picture.by_id[one.arg])
        here = picture.index[pos.unit(one.arg).at]
        better = float(field[there] - field[here]) - guns_left_alone(pos, one.arg)
        found.append(Weighed(one, better + prize + 0.2, "it stands better there"))
    return found


ANSWERS: Mapping[str, Callable[[Appraisal41, Pos], list[Weighed]]] = {
    "soviet deployment": ready,
    "german deployment": ready,
    "declaration": order_of_phases,
    "markers": markers,
    "airlift": airlift,
    "airlift before II.A": airlift,
    "airlift before II.B": airlift,
    "reserve release": comers,
    "reserve creation": nobody,
    "soviet arrivals": comers,
    "german arrivals": comers,
    "entering": entries,
    "moving": deeds,
    "attack": drops,
    "momentum": momentum,
    "mobile assault": assault,
    "penalty": strongest,
    "advance": advances,
}
