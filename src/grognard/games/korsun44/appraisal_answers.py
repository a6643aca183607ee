"""The questions of Korsun 1944 that no other title asks, and what they are answered.

Each answer is a list of open actions with their worth in levels of infantry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from grognard.appraise import Troop, Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, STOP, Action
from grognard.games.korsun44.advance import Pursuing, Pursuit
from grognard.games.korsun44.appraisal_air import flights, forces, sites
from grognard.games.korsun44.appraisal_bridges import bridging
from grognard.games.korsun44.appraisal_fire import bridges_or_hexes, guns
from grognard.games.korsun44.appraisal_moves import choose, touches
from grognard.games.korsun44.appraisal_odds import (
    covering,
    declared,
    outcomes,
    pushes,
    with_all_declared,
)
from grognard.games.korsun44.appraisal_outlook import attacks_ground, remote
from grognard.games.korsun44.combat import Attack
from grognard.games.korsun44.declaring import Cover, Declaration, added
from grognard.games.korsun44.deeds import COMBAT, DIG
from grognard.games.korsun44.duties import front_of, open_duties
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.entry import Entering, gates, why_closed
from grognard.games.korsun44.moving import Moving
from grognard.games.korsun44.plan import Plan
from grognard.games.korsun44.retreat import Retreat, Retreating, is_dear
from grognard.games.korsun44.setup import READY
from grognard.games.korsun44.state import Pos
from grognard.games.korsun44.works import is_fortified
from grognard.games.korsun44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.korsun44.appraisal import KorsunAppraisal

#: What must be gained by a gun, by a push, by a modifier for an HQ.
GUN, PUSHED, REWARD = 0.15, 0.1, 0.4
#: What trenches are worth that one stands in, and a place in the line.
TRENCH, LINE = 0.5, 0.3
#: What digging is worth: nothing to those who are to go forward, unless they would have to attack.
DIGS, GOES = 0.5, -0.5
#: A way back on which levels are lost, and each hex that is not gone of it.
DEAR, STOPS = 5.0, 2.0
#: Following the enemy, so that he has no rest.
FOLLOW = 1.0
#: A unit that enters; what has to be done; what comes before all else in the set-up.
ARRIVAL, DUTY, WALLS = 100.0, 50.0, 1000.0


def standing(picture: Picture, unit: UnitId, hexes: Sequence[HexId]) -> list[float]:
    """What it is worth that a unit stands in each of these hexes."""
    field = picture.standing(_known(picture, unit, hexes[0]))
    return [float(field[picture.index[h]]) for h in hexes]


def resting(picture: Picture, unit: UnitId, hexes: Sequence[HexId]) -> list[float]:
    """The same after a combat: whoever would have to attack from there moves before he must."""
    burden = np.broadcast_to(picture.burden, len(picture.index))
    worths = standing(picture, unit, hexes)
    return [w + float(burden[picture.index[h]]) for w, h in zip(worths, hexes, strict=True)]


def _known(picture: Picture, unit: UnitId, here: HexId) -> Troop:
    from grognard.games.korsun44.appraisal import troop

    pos: Pos = picture.pos
    kind = pos.game.scene(pos).victory.kind
    return picture.by_id.get(unit) or troop(pos.game, replace(pos.unit(unit), at=here), kind)


# --- set-up ----------------------------------------------------------------------------------


def ready(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """The ready set-up, then go on."""
    return [Weighed(choose(READY), 1.0), Weighed(DONE, 2.0)]


def improved(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """K44-5: in cities that will have to hold by themselves, then where troops stand under the
    greatest threat, most of all in places that count.
    """
    picture, count = picture_of(appraisal, pos), pos.columns.count
    walled = remote(pos, pos.side)
    worths = {goal.hex: goal.worth for goal in picture.goals}
    found = [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "place"):
        manned = 2.0 if count("regular", pos.side, one.arg) else 0.3
        threat = float(picture.threat[picture.index[one.arg]])
        worth = manned * threat + worths.get(one.arg, 0.0) + (WALLS if one.arg in walled else 0.0)
        found.append(Weighed(one, worth, "the walls of this place are wanted first"))
    return found


# --- movement --------------------------------------------------------------------------------


def jobs(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """11.2.2: whoever finds all his entries shut goes along the edge to another."""
    found = []
    for one in of_verb(pos, "select"):
        if pos.unit(one.arg).at not in pos.board.grid:
            open_gates = [h for h in gates(pos, one.arg) if not why_closed(pos, pos.side, h)]
            if not open_gates:
                found.append(Weighed(one, 1.0, "its own entry is closed, the next may be open"))
    return found


def entries(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """11.1: by the entry where the unit is wanted most; along the edge if none is open."""
    unit, picture = pos.within(Entering).units[0], picture_of(appraisal, pos)
    found = [Weighed(CANCEL, 0.0)]
    for one in of_verb(pos, "place"):
        if one.arg in picture.index:
            half_pay = 2.0 * gates(pos, unit)[one.arg]
            (worth,) = standing(picture, unit, (one.arg,))
            found.append(Weighed(one, ARRIVAL + worth - half_pay, "it arrives"))
        else:
            found.append(Weighed(one, 1.0, "the next entry is open, this one is not"))
    return found


def deeds(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """What a unit may do instead of going on; 0 is staying where it is."""
    move = pos.within(Moving)
    if move.entry:
        return []
    here, unit = move.here(pos), move.units[0]
    zone = in_enemy_zone(pos, move.side, here)
    found = []
    for one in of_verb(pos, "choose"):
        if one.arg == DIG and touches(pos, here, 2, move.side):
            worth = GOES if attacks_ground(pos, move.side) else DIGS
            found.append(Weighed(one, worth + 1.5 * zone, "it digs in"))
        elif one.arg == COMBAT and touches(pos, here, 3, move.side):
            found.append(Weighed(one, 1.0, "the guns are set up"))
    found += bridging(appraisal, pos)
    overrun = [Weighed(one, 3.0, "the guns are alone") for one in of_verb(pos, "assault")]
    return found + (overrun if pos.game.piece(unit).is_regular else [])


# --- attacks ---------------------------------------------------------------------------------


def attack(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """6.3, 10.2.3: guns that help more than they cost, and whoever can bear to push. What cannot
    be committed yet (5.1.7) lacks somebody.
    """
    step = pos.within(Attack)
    if not step.units or COMMIT not in pos.actions():
        return _lacking(pos, step)
    plan, planner = step.plan(pos), Planner(appraisal, pos, step.side)
    plan = replace(plan, cover=covering(pos, pos.game.enemy(step.side), plan.targets))
    now = _worth(pos, planner, plan)
    found = [Weighed(one, PUSHED, "it is worth a level") for one in of_verb(pos, "push")
             if pushes(pos, one.arg)]  # fmt: skip
    for one in of_verb(pos, "support")[:6]:
        gain = _worth(pos, planner, replace(plan, guns=(*plan.guns, one.arg))) - now
        found.append(Weighed(one, gain - GUN, "these guns improve the odds"))
    return found


def _lacking(pos: Pos, step: Attack) -> list[Weighed]:
    """5.1.7: who would have nobody left to attack joins; where a hex would be left that must be
    attacked, somebody is kept for it, or it is attacked too.
    """
    phase, values = pos.within(Engagement), pos.game.values
    duties, front = open_duties(pos, phase), front_of(pos, phase)
    found = []
    for one in of_verb(pos, "attack"):
        before = front.before.get(pos.unit(one.arg).at, ())
        bound = one.arg in duties.units and set(step.targets).issuperset(before)
        if bound or not step.units:
            worth = DUTY + values(pos, one.arg).attack + 10.0 * (one.arg in duties.units)
            found.append(Weighed(one, worth, "they must attack"))
    left = {h for h in duties.hexes if h not in step.targets
            and set(step.units).issuperset(front.around(h))}  # fmt: skip
    for one in of_verb(pos, "release") if len(step.units) > 1 else ():
        if any(one.arg in front.around(h) for h in left):
            worth = DUTY - values(pos, one.arg).attack
            found.append(Weighed(one, worth, "it is wanted for another attack"))
    found += [Weighed(one, 1.0, "they must be attacked") for one in of_verb(pos, "target")
              if one.arg in left]  # fmt: skip
    return found or [Weighed(CANCEL, 1.0)]


def _worth(pos: Pos, planner: Planner, plan: Plan) -> float:
    """What an attack brings with all that both sides may declare."""
    able = [t for t in planner.able if t.id in plan.units]
    results = outcomes(pos, with_all_declared(pos, plan))
    return planner.worth(plan.targets[0], able, results) if able else -10.0


def cover(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """6.3.3: guns that make the attack worse."""
    step = pos.within(Cover)
    planner = Planner(appraisal, pos, step.plan.side)
    plan = replace(step.plan, cover=step.guns)
    now = _worth(pos, planner, plan)
    found = [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "support"):
        more = _worth(pos, planner, replace(plan, cover=(*step.guns, one.arg)))
        found.append(Weighed(one, now - more - GUN, "these guns spoil the attack"))
    return found


def declare(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """C6: what improves the column or the dice, against all that the enemy may answer."""
    step = pos.within(Declaration)
    plan, enemy = step.plan, pos.game.enemy(step.side)
    attacks = step.side == plan.side
    if attacks:
        plan = replace(plan, defender=declared(pos, plan, enemy))
    planner = Planner(appraisal, pos, plan.side)
    sign = 1.0 if attacks else -1.0

    def worth(name: str = "") -> float:
        mine = added(step.declared, name) if name else step.declared
        tried = replace(plan, attacker=mine) if attacks else replace(plan, defender=mine)
        able = [t for t in planner.able if t.id in plan.units]
        found = outcomes(pos, tried)
        return sign * planner.worth(plan.targets[0], able, found) if able else 0.0

    now, found = worth(), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "choose"):
        cost = REWARD if one.arg.startswith("modifier") else 0.01
        found.append(Weighed(one, worth(one.arg) - now - cost, "it improves the result"))
    return found


# --- going back, following -------------------------------------------------------------------


def retreat(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """5.3.7: they go, unless the hex is worth the levels that standing costs."""
    step, picture = pos.within(Retreat), picture_of(appraisal, pos)
    goers = of_verb(pos, "select")
    stays = [Weighed(DONE, 0.0, "they stand")]
    for one in goers:
        here = pos.unit(one.arg).at
        stack = [picture.by_id[u] for u in step.units if u in picture.by_id]
        levels = sum(t.steps for t in stack)
        price = min((t.price for t in stack), default=1.0)
        hold = appraisal.prize(pos, pos.game.enemy(step.side), here) + LINE
        hold += TRENCH * is_fortified(pos, here) * (2 if here in pos.state.improved_works else 1)
        gain = step.ordered * price - hold if levels > step.ordered else 9.0
        stays.append(Weighed(one, gain, "they go back"))
    return stays


def retreating(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """5.3.2: all together, to where they stand best; every hex too few costs a level (5.3.7)."""
    step, picture = pos.within(Retreating), picture_of(appraisal, pos)
    short = STOPS * (step.ordered - len(step.path))
    found = _walk(pos, picture, step.units[0], "retreat", step.path)
    return [replace(one, worth=one.worth - short) if one.action == STOP else one for one in found]


def pursuit(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """5.4: whoever stands better in the hex that was left; into a place that counts always."""
    step, picture = pos.within(Pursuit), picture_of(appraisal, pos)
    found = [Weighed(DONE, 0.0, "no pursuit is safe")]
    if step.lead is None:
        paths = enumerate(of_verb(pos, "choose"))
        return [*found, *(Weighed(one, 1.0 - 0.01 * n, "the way is open") for n, one in paths)]
    first = step.lead.path[0]
    prize = appraisal.prize(pos, step.side, first)
    for one in of_verb(pos, "select"):
        there, here = resting(picture, one.arg, (first, pos.unit(one.arg).at))
        gain = prize - appraisal.post(pos, step.side, pos.unit(one.arg).at)
        found.append(Weighed(one, there - here + gain + FOLLOW, "it stands better there"))
    return found


def pursuing(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """5.4.2: on as long as it is better there."""
    step, picture = pos.within(Pursuing), picture_of(appraisal, pos)
    found = _walk(pos, picture, step.units[0], "advance", step.path)
    return [replace(one, worth=one.worth + appraisal.prize(pos, step.side, one.action.arg))
            if one.action.verb == "advance" else one for one in found]  # fmt: skip


def _comes_along(pos: Pos, join: Action, verb: str) -> bool:
    """Does a unit go with others? HQs go after no enemy, and nobody comes who would leave them no
    way: he may be one too many for the hex.
    """
    if verb == "advance" and pos.game.piece(join.arg).is_hq:
        return False
    return bool(of_verb(pos.apply(join), verb))


def _walk(
    pos: Pos, picture: Picture, unit: UnitId, verb: str, path: Sequence[HexId]
) -> list[Weighed]:
    """Others come along; then hex by hex, to where it is best."""
    found = [Weighed(one, DUTY, "they go together") for one in of_verb(pos, "join")
             if _comes_along(pos, one, verb)]  # fmt: skip
    for one in of_verb(pos, verb):
        (worth,) = resting(picture, unit, (one.arg,))
        toll = DEAR if verb == "retreat" and is_dear(pos, pos.side, one.arg) else 0.0
        found.append(Weighed(one, worth - toll, verb))
    if path:
        (worth,) = resting(picture, unit, (path[-1],))
        found.append(Weighed(STOP, worth, "it is far enough"))
    return [*found, Weighed(CANCEL, -DUTY)]


ANSWERS: Mapping[str, Callable[[KorsunAppraisal, Pos], list[Weighed]]] = {
    "spreading": ready,
    "german deployment": ready,
    "soviet deployment": ready,
    "improved works": improved,
    "air missions of the phasing side": flights,
    "air missions of the other side": flights,
    "air target": sites,
    "air strength": forces,
    "movement": jobs,
    "strategic movement": jobs,
    "entering": entries,
    "moving": deeds,
    "combat": guns,
    "salvo": bridges_or_hexes,
    "attack": attack,
    "cover": cover,
    "declaration": declare,
    "retreat": retreat,
    "retreating": retreating,
    "pursuit": pursuit,
    "pursuing": pursuing,
}
