"""The questions of Ukraine '43 that no other title asks, and what they are answered.

Each answer is a list of open actions with their worth in steps of infantry. A choice that
opens a step of its own (a fort, replacements) is worth something only if that step will be
used: nothing is opened and left again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, PASS, STAND, STOP, Action, action
from grognard.games.ukraine43.advance import Advance, Advancing
from grognard.games.ukraine43.air import Landing, Rebasing
from grognard.games.ukraine43.appraisal_odds import outcomes
from grognard.games.ukraine43.artillery import Refilling, has_free_action
from grognard.games.ukraine43.battle import SecondAttack
from grognard.games.ukraine43.combat import Attack
from grognard.games.ukraine43.dam import Dam
from grognard.games.ukraine43.entry import Arriving
from grognard.games.ukraine43.forts import fort_sites
from grognard.games.ukraine43.mobile_assault import MobileAssault
from grognard.games.ukraine43.moves import ASSAULT, EXTENDED, RAIL
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.odds import Plan
from grognard.games.ukraine43.replacements import candidates
from grognard.games.ukraine43.retreat import Retreat
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture
from grognard.players.weigh import Desk

if TYPE_CHECKING:
    from grognard.games.ukraine43.appraisal import Appraisal43

#: What must be gained by support, by an assault marker or by an assault out of a move.
AIR, BARRAGE, ZHUKOV, MARKER, ASSAULT_WORTH = 0.3, 0.5, 0.4, 0.5, 0.8
#: What it is worth that a unit waits in the Central Front's box.
BOXED = -6.0
#: So far from the enemy an air unit likes its base, and a unit goes by rail or by forced march.
FIELD, FAR_BEHIND, OUT_OF_TOUCH = 5, 10, 5


def away(picture: Picture, hex_: HexId) -> float:
    """How far the nearest enemy is from a hex."""
    return float(picture.near_enemy[picture.index[hex_]])


def standing(picture: Picture, unit: UnitId, hexes: Sequence[HexId]) -> list[float]:
    """What it is worth that a unit stands in each of these hexes."""
    from grognard.games.ukraine43.appraisal import troop

    pos: Pos = picture.pos
    known = picture.by_id.get(unit) or troop(pos.game, pos.unit(unit), pos.state.weather)
    field = picture.standing(known)
    return [float(field[picture.index[h]]) for h in hexes]


def all_of(worth: float, reason: str) -> Callable[[Appraisal43, Pos], list[Weighed]]:
    """Do what there is to do, one after another, then go on."""

    def answer(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
        others = [one for one in pos.actions() if one not in (DONE, PASS)]
        return [*(Weighed(one, worth, reason) for one in others), Weighed(DONE, 0.0),
                Weighed(PASS, 0.0)]  # fmt: skip

    return answer


# --- the phases of movement ---------------------------------------------------------------

#: Why the other jobs of a phase are done.
_JOBS: Mapping[str, str] = {
    "fort": "a fortification can be begun",
    "replacements": "replacements wait for units that have lost steps",
    "manstein": "Manstein can restore order to somebody who is disrupted",
    "drop": "paratroopers can close a way of retreat",
}


def jobs(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """After the moves: a fort, replacements, Manstein's help; surplus units go last of all."""
    side, found = pos.side, []
    for one in of_verb(pos, "choose"):
        worth = 2.0
        if (one.arg == "replacements" and not candidates(pos, side)) or (
            one.arg == "fort" and not fort_sites(pos)
        ):
            worth = -1.0
        elif one.arg == "drop":
            worth = max((w.worth for w in drops(appraisal, _opened(pos, one))), default=-1.0)
        found.append(Weighed(one, worth, _JOBS.get(one.arg, "")))
    for one in of_verb(pos, "lose"):
        found.append(Weighed(one, -10.0, "there is no room for it"))
    return found


def _opened(pos: Pos, one: Action) -> Pos:
    after: Pos = pos.apply(one)
    return after


def forts(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """19: in objectives and on good ground behind the front, where nobody must be disrupted."""
    picture, goals = picture_of(appraisal, pos), pos.game.objectives(pos)

    def worth(hex_: HexId) -> float:
        far = abs(away(picture, hex_) - 3.0)
        eyes = 2.0 if in_enemy_zone(pos, AXIS, hex_) else 0.0
        manned = 1.0 if pos.columns.count("combat", AXIS, hex_) else 0.0
        return 20.0 + goals.get(hex_, 0) + manned - 0.7 * far - eyes

    return [
        Weighed(one, worth(one.arg), "it covers an objective, or good ground behind the front")
        for one in of_verb(pos, "place")
    ]


def drops(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """20: behind enemies that our troops stand before, so that they cannot get away."""
    picture = picture_of(appraisal, pos)
    found = []
    for one in of_verb(pos, "place"):
        beside = set(appraisal.links(one.arg))
        caught = sum(len(picture.held[h]) for h in beside if h in picture.held)
        risk = 3.0 if in_enemy_zone(pos, SOVIET, one.arg) else 0.0
        found.append(
            Weighed(one, 0.8 * caught - 1.5 - risk, "it cuts off those who stand before our troops")
        )
    return found


def arrivals(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """16.1: enter where the unit is wanted most."""
    unit, picture = pos.within(Arriving).unit, picture_of(appraisal, pos)
    found = [Weighed(CANCEL, 0.0)]
    for one in of_verb(pos, "place"):
        on_map = one.arg in picture.index
        worth = standing(picture, unit, (one.arg,))[0] if on_map else BOXED
        found.append(Weighed(one, 100.0 + worth, "it arrives"))
    return found


def replacements(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """16.2: the units that fight best, while there are replacements."""
    printed = pos.game.printed

    def worth(unit: UnitId) -> float:
        values = printed[unit].values(False)
        dead = 0.5 if pos.unit(unit).at not in pos.board.grid else 0.0
        return 1.0 + values.attack + values.defence - dead

    found = [
        Weighed(one, worth(one.arg), "it needs replacements most") for one in of_verb(pos, "select")
    ]
    return [*found, Weighed(DONE, 0.0)]


def replacement(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """The cheaper point; rebuilt not too far from the front."""
    picture = picture_of(appraisal, pos)
    points = [Weighed(one, 2.0 - n) for n, one in enumerate(of_verb(pos, "choose"))]
    places = [
        Weighed(one, 50.0 - abs(away(picture, one.arg) - 4.0), "near the front")
        for one in of_verb(pos, "place")
    ]
    return [*points, *places, Weighed(CANCEL, 0.0)]


def recoveries(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """26.2: the strongest of those who are in disorder."""
    printed = pos.game.printed
    return [
        Weighed(one, 1.0 + printed[one.arg].values(False).attack, "Manstein helps")
        for one in of_verb(pos, "select")
    ]


# --- in the middle of a move --------------------------------------------------------------


def deeds(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """What a stack on the move may do beside going on; 0 is staying where it is."""
    move, picture = pos.within(Moving), picture_of(appraisal, pos)
    here, planner = move.here(pos), Planner(appraisal, pos, move.side)
    found: list[Weighed] = []
    for one in pos.actions():
        if one.verb == "assault":
            worth = _attack_worth(planner, move.units, one.arg) - ASSAULT_WORTH
            found.append(Weighed(one, worth, "an assault out of the move"))
        elif one.verb == "target":
            worth = _attack_worth(planner, _together(planner, here), one.arg) - 1.0
            found.append(Weighed(one, worth, "over the river"))
        elif one.verb == "mode":
            found.append(Weighed(one, _mode_worth(appraisal, pos, picture, planner, one.arg)))
        elif one.verb == "place" and one.arg in picture.index:
            found.append(Weighed(one, _train_worth(pos, here, one.arg), "a bridge"))
        elif one.verb == "place":
            steps = sum(picture.by_id[u].steps for u in move.units if u in picture.by_id)
            found.append(Weighed(one, 1.0 * steps if one.arg == "exited" else -5.0))
    return found


def _together(planner: Planner, here: HexId) -> tuple[UnitId, ...]:
    """All of our units in a hex that can attack."""
    return tuple(t.id for t in planner.able if t.hex == here)


def _around(planner: Planner, target: HexId, among: Collection[UnitId]) -> list[UnitId]:
    """Of these units, those that stand next to a target."""
    beside = planner.appraisal.links(target)
    return [t.id for t in planner.able if t.id in among and t.hex in beside]


def _attack_worth(planner: Planner, units: Sequence[UnitId], target: HexId) -> float:
    """What an attack of these units brings; nothing good if none of them can."""
    able = [t for t in planner.able if t.id in units]
    if not able or target not in planner.theirs:
        return -10.0
    return planner.package(target, able).worth


def _mode_worth(
    appraisal: Appraisal43, pos: Pos, picture: Picture, planner: Planner, mode: str
) -> float:
    """An Assault marker beside a target that pays; forced marches and trains far behind."""
    move = pos.within(Moving)
    here = move.here(pos)
    if mode == ASSAULT:
        marked = {*pos.within(PlayerTurn).assault, *move.units}
        targets = [h for h in appraisal.links(here) if h in planner.theirs]
        worths = [_attack_worth(planner, _around(planner, target, marked), target)
                  for target in targets]  # fmt: skip
        return max(worths, default=-1.0) - MARKER
    lone = all(picture.by_id[u].attack == 0 for u in move.units if u in picture.by_id)
    if lone or any(u not in picture.missions for u in move.units):
        return -1.0
    if mode == RAIL:
        return 0.3 if away(picture, here) > FAR_BEHIND else -1.0
    return 0.2 if mode == EXTENDED and away(picture, here) > OUT_OF_TOUCH else -1.0


def _train_worth(pos: Pos, here: HexId, bank: HexId) -> float:
    """18.4: where the far bank is ours or empty, and no other bridge is near."""
    grid, enemy = pos.board.grid, pos.columns.count("units", AXIS, bank)
    others = [train.hex for train in pos.state.trains]
    others += [side.split("/")[0] for side in pos.state.pontoons]
    crowded = any(grid.distance(here, there) <= 3 for there in others)
    return -1.0 if enemy or crowded else 0.6


# --- combat -------------------------------------------------------------------------------


def supports(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """15.5, 22, 26.1: what helps more than it costs to keep for another attack."""
    step = pos.within(Attack)
    plan, planner = step.plan(pos), Planner(appraisal, pos, step.side)
    now = _plan_worth(appraisal, pos, planner, plan, zhukov=bool(step.zhukov))
    found = []
    for one in of_verb(pos, "support"):
        role = pos.game.piece(one.arg).role
        more, cost = plan, ZHUKOV
        if role == "air":
            more, cost = replace(plan, air=one.arg), AIR
        elif role != "leader":
            more, cost = replace(plan, guns=(*plan.guns, one.arg)), BARRAGE
        zhukov = role == "leader" or bool(step.zhukov)
        gain = _plan_worth(appraisal, pos, planner, more, zhukov=zhukov) - now - cost
        found.append(Weighed(one, gain, "it is worth more here than in another attack"))
    return found


def _plan_worth(
    appraisal: Appraisal43, pos: Pos, planner: Planner, plan: Plan, *, zhukov: bool = False
) -> float:
    able = [t for t in planner.able if t.id in plan.units]
    results = outcomes(pos, plan, appraisal.rounds, zhukov=zhukov)
    return planner.worth(plan.targets[0], able, results) if able else -10.0


def assault(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """13.1: what was begun is carried out, with aircraft if they help; then into the hex."""
    step = pos.within(MobileAssault)
    if step.result:
        return [Weighed(action("advance", step.target), 1.0, "the hex is free"), Weighed(PASS, 0.0)]
    planner, plan = Planner(appraisal, pos, step.side), step.plan(pos)
    now = _plan_worth(appraisal, pos, planner, plan)
    found = [Weighed(COMMIT, 0.0, "an assault out of the move")]
    for one in of_verb(pos, "support"):
        gain = _plan_worth(appraisal, pos, planner, replace(plan, air=one.arg)) - now - AIR
        found.append(Weighed(one, gain, "it is worth more here than in another attack"))
    return found


def again(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """26.1D: once more if it pays with those who are left."""
    step = pos.within(SecondAttack)
    worth = _plan_worth(appraisal, pos, Planner(appraisal, pos, step.side), step.plan)
    return [
        Weighed(COMMIT, worth, "a second attack pays"),
        Weighed(PASS, 0.0, "a second attack would cost more than it brings"),
    ]


def retreats(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """10: all together, to where they stand best; leaders go along."""
    desk, step = Desk(appraisal, pos), pos.within(Retreat)
    lead = next((u for u in step.units if u in desk.picture.by_id), step.units[0])
    found = []
    for one in pos.actions():
        if one.verb == "retreat":
            (worth,) = standing(desk.picture, lead, (one.arg,))
            found.append(Weighed(one, worth, "they stand best there"))
        elif one == STOP:
            (worth,) = standing(desk.picture, lead, (step.path[-1],))
            found.append(Weighed(one, worth, "far enough"))
        elif one == PASS:
            (worth,) = standing(desk.picture, lead, (step.start,))
            found.append(Weighed(one, worth, "they stay"))
        else:
            found.append(Weighed(one, 100.0 if one.verb == "join" else -100.0))
    return found


def advancing(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """12: on as long as it is better there."""
    step, picture = pos.within(Advancing), picture_of(appraisal, pos)
    found = []
    for one in pos.actions():
        hex_ = step.path[-1] if one == STOP else one.arg
        (worth,) = standing(picture, step.unit, (hex_,))
        found.append(
            Weighed(one, worth + appraisal.prize(pos, step.side, hex_), "they stand well there")
        )
    return found


def advances(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """Whoever stands better in the vacated hex than where it is; into an objective always."""
    step, picture = pos.within(Advance), picture_of(appraisal, pos)
    prize = max(appraisal.prize(pos, step.side, h) for h in step.vacated)
    found = [Weighed(DONE, 0.0, "no advance is safe")]
    for one in of_verb(pos, "select"):
        here = pos.unit(one.arg).at
        there, stay = standing(picture, one.arg, (step.vacated[0], here))
        found.append(Weighed(one, there - stay + prize + 0.5, "it stands better there"))
    return found


# --- air ------------------------------------------------------------------------------------


def bases(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """15.3: neither far behind nor where tanks will come."""
    picture = picture_of(appraisal, pos)
    return [
        Weighed(one, -abs(away(picture, one.arg) - FIELD), "a base not far behind the front")
        for one in of_verb(pos, "place")
    ]


def rebasing(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """Only away from danger, or when the front has gone out of range."""
    picture, here = picture_of(appraisal, pos), pos.unit(pos.within(Rebasing).unit).at
    staying = -abs(away(picture, here) - FIELD)
    return [Weighed(CANCEL, staying + 5.0, "this base is good enough"), *bases(appraisal, pos)]


def landing(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    assert pos.find(Landing)
    return bases(appraisal, pos)


def patrols(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """15.6: where most of ours stand under the greatest threat."""
    picture = picture_of(appraisal, pos)
    touched = [t for t in picture.friends if away(picture, t.hex) <= 1]
    grid = pos.board.grid

    def worth(hex_: HexId) -> float:
        near = (t for t in touched if grid.distance(t.hex, hex_) <= 1)
        return sum(min(4.0, float(picture.threat[picture.index[t.hex]]) / 5.0) for t in near)

    return [Weighed(one, worth(one.arg), "over the front") for one in of_verb(pos, "place")]


# --- the rest of the turn -------------------------------------------------------------------


def refills(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """22.4: two divisions, those of the Guards first; a third costs too much."""
    free = has_free_action(pos, pos.within(Refilling))
    found = [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "select"):
        guards = pos.game.piece(one.arg).is_guards
        found.append(Weighed(one, 1.0 + guards if free else -1.0, "it can fire again"))
    return found


def settlement(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """30.2C: a step is cheaper than a point."""
    from grognard.games.ukraine43.appraisal import POINT, price

    found = [Weighed(one, POINT - price(pos.game.piece(one.arg))) for one in of_verb(pos, "lose")]
    return [*found, Weighed(DONE, 0.0)]


def dam(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """28: the Germans blow it up before it falls into the enemy's hands."""
    near = away(picture_of(appraisal, pos), pos.game.theatre(pos).dam)
    blow = pos.within(Dam).side == AXIS and near <= 2
    return [Weighed(action("choose", "destroy"), 1.0 if blow else -1.0), Weighed(PASS, 0.0)]


def refuge(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """26.3: a leader goes to a quiet place near the front."""
    picture = picture_of(appraisal, pos)
    return [Weighed(one, -abs(away(picture, one.arg) - 4.0)) for one in of_verb(pos, "place")]


def kept(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """25.3: all that can fly shall fly."""
    return [Weighed(DONE, 1.0)]


def held(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """9.7: a city is not given up."""
    return [Weighed(STAND, 1.0, "the city is held"), Weighed(PASS, 0.0)]


def bridges(appraisal: Appraisal43, pos: Pos) -> list[Weighed]:
    """18.5: what was built stays."""
    return [Weighed(DONE, 1.0)]


ANSWERS: Mapping[str, Callable[[Appraisal43, Pos], list[Weighed]]] = {
    "movement": jobs,
    "exploitation": jobs,
    "reaction": jobs,
    "moving": deeds,
    "fort site": forts,
    "drop zone": drops,
    "arriving": arrivals,
    "replacements": replacements,
    "replacement": replacement,
    "recovery": recoveries,
    "attack": supports,
    "mobile assault": assault,
    "second attack": again,
    "hold city": held,
    "retreat": retreats,
    "advance": advances,
    "advancing": advancing,
    "landing": landing,
    "rebasing": rebasing,
    "own sky": kept,
    "das": all_of(1.0, "it covers the defenders from the air"),
    "flight": patrols,
    "artillery supply": refills,
    "settlement": settlement,
    "rail repair": all_of(1.0, "the railway comes nearer to the front"),
    "early bridges": all_of(1.0, "a bridge helps those who follow"),
    "bridges": bridges,
    "dam": dam,
    "displacement": refuge,
}
