"""Combat: what is attacked, by whom and how, and what follows of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, PASS, STAND, STOP, Action
from grognard.dice import SIX
from grognard.games.kanev43.advance import Advance, Advancing
from grognard.games.kanev43.appraisal_moves import DUTY
from grognard.games.kanev43.appraisal_odds import edge, outcomes, plan_of
from grognard.games.kanev43.battle import Battle
from grognard.games.kanev43.breakthrough import leaders_of, spearheads
from grognard.games.kanev43.combat import Attack, able_finders
from grognard.games.kanev43.leading import Naming
from grognard.games.kanev43.morale import best_levels
from grognard.games.kanev43.plan import why_no_attacker
from grognard.games.kanev43.retreat import Retreat, is_rooted
from grognard.games.kanev43.standfast import StandFast, stands
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: What dropping an attack is worth; what a further attacker must gain.
DROPPED, JOINED = 0.05, 0.1
#: A hex of the line; following the enemy.
LINE, FOLLOW = 0.5, 0.5
#: A step back into an enemy zone costs a step.
ZONE = 2.0


def planner_of(appraisal: KanevAppraisal, pos: Pos) -> Planner:
    """The attacks of the side that is asked, with those who may attack in this phase."""
    troops = appraisal.troops(pos, pos.side)
    idle = [t.id for t in troops if why_no_attacker(pos, pos.side, t.id) is not None]
    return Planner(appraisal, pos, pos.side, idle, seasoned=True)


# --- SOP-14 to SOP-17  attacks --------------------------------------------------------------


def declaring(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """SOP-14: whatever attacks pay, each unit in one of them."""
    plan = {package.target: package for package in planner_of(appraisal, pos).allocation()}
    found = [Weighed(DONE, 0.0, "no attack pays")]
    for one in of_verb(pos, "target"):
        if one.arg in plan:
            best = plan[one.arg]
            odds = appraisal.ratio(best.strength, best.defence)
            found.append(Weighed(one, best.worth, f"an attack at {odds} pays"))
    return found


def resolving(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """R-99: what does not pay any more is dropped."""
    return [Weighed(one, DROPPED, "it is dropped") for one in of_verb(pos, "untarget")]


def attack(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """CBT-1, AIRB-18: whoever must attack, and whoever makes the attack better."""
    step = pos.within(Attack)
    offered = of_verb(pos, "attack")
    if pos.why_not(COMMIT) is not None:
        return _bound(pos, step, offered) or [Weighed(CANCEL, 0.0)]
    now, found = _edge(pos, step, step.units), []
    for one in offered:
        more = _edge(pos, step, (*step.units, one.arg)) - now
        found.append(Weighed(one, more - appraisal.tied - JOINED, "it joins"))
    return found


def _bound(pos: Pos, step: Attack, offered: Sequence[Action]) -> list[Weighed]:
    """AIRB-18, CBT-1: whoever found them first; where others of his hex are named in his place one
    of them is released.
    """
    missing = able_finders(pos, step.side, step.target).difference(step.units)
    joins = [one for one in offered if one.arg in missing or not missing]
    if joins or not missing:
        return [Weighed(one, DUTY, "they must be attacked") for one in joins]
    posts = {pos.unit(finder).at for finder in missing}
    crowd = [one for one in of_verb(pos, "release") if pos.unit(one.arg).at in posts]
    return [Weighed(one, DUTY, "it makes room for who found them") for one in crowd]


def _edge(pos: Pos, step: Attack, units: tuple[UnitId, ...]) -> float:
    return edge(outcomes(pos, plan_of(pos, step.side, units, step.target)))


def leading(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """LDR-16: every leader where he can, the ablest first."""
    step, found = pos.within(Naming), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "choose"):
        leader, _, _ = one.arg.rpartition(" ")
        found.append(Weighed(one, _skill(pos, leader) - 0.5 * (leader in step.named.values())))
    return found


def _skill(pos: Pos, leader: UnitId) -> float:
    command = pos.game.piece(leader).command
    return command.tactical if command else 0.0


def morale_level(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """CBT-18: the level that promises most if the enemy fights at his best."""
    plan = pos.within(Battle).plan
    best, attacks = best_levels(pos, plan), pos.side == plan.side
    found = []
    for one in of_verb(pos, "choose"):
        own = {"attacker" if attacks else "defender": int(one.arg)}
        worth = edge(outcomes(pos, replace(plan, levels=replace(best, **own))))
        found.append(
            Weighed(
                one,
                worth if attacks else -worth,
                "it promises most if the enemy fights at his best",
            )
        )
    return found


def attempts(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """BRK-2: where another attack would pay; by the ablest leader."""
    planner, found = planner_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "target"):
        units = spearheads(pos, one.arg)
        able = [t for t in appraisal.troops(pos, pos.side) if t.id in units and t.attack]
        near = [h for h in appraisal.links(one.arg) if h in planner.theirs]
        packages = (planner.best(hex_, able) for hex_ in near)
        best = max((p.worth for p in packages if p is not None), default=-1.0)
        skill = max(_skill(pos, leader) for leader in leaders_of(pos, one.arg))
        found.append(Weighed(one, best * skill / SIX, "on, while they run"))
    found += [Weighed(one, _skill(pos, one.arg)) for one in of_verb(pos, "select")]
    return found


# --- losses, standing, going back -----------------------------------------------------------


def losses(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """CBT-28: of the enemy the dearest; of our own as the staff has it."""
    theirs = {t.id: t.price for t in picture_of(appraisal, pos).enemies}
    picked = [one for one in of_verb(pos, "lose") if one.arg in theirs]
    return [Weighed(one, theirs[one.arg], "the dearest of them") for one in picked]


def stand_fast(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """SFT-1: if the hex, and who would be lost on the way back, is worth more than the steps."""
    step, picture = pos.within(StandFast), picture_of(appraisal, pos)
    here = pos.unit(step.units[0]).at
    stack = [picture.by_id[u] for u in step.units if u in picture.by_id]
    price = min((t.price for t in stack), default=1.0)
    held = LINE + appraisal.prize(pos, pos.game.enemy(pos.side), here)
    rooted = sum(t.price * t.steps for t in stack if is_rooted(pos, t.id))
    way = _ways_out(pos, here)
    doomed = sum(t.price * t.steps for t in stack) if not way else 0.0
    chance = sum(stands(pos, step.fight, u, d) for u in step.units for d in range(1, SIX + 1))
    share = chance / (SIX * len(step.units))
    gain = held + rooted + doomed + ZONE * (way == 1) - price * step.hexes
    return [Weighed(STAND, share * gain, "they stand"), Weighed(PASS, 0.0, "they go back")]


def _ways_out(pos: Pos, here: HexId) -> int:
    """Is there a way back: none, one through enemy zones, or a free one (2)?"""
    side, theatre = pos.side, pos.game.theatre
    free = [
        h
        for h in pos.board.grid.neighbours(here)
        if h not in theatre.water
        and theatre.water_between(here, h) != "dnepr"
        and not pos.columns.count("units", pos.game.enemy(side), h)
    ]
    return 2 if any(not in_enemy_zone(pos, side, h) for h in free) else int(bool(free))


def retreat(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """R-60: all together, to where they stand best; apart only where there is no other way."""
    step, picture = pos.within(Retreat), picture_of(appraisal, pos)
    found = [Weighed(PASS, 0.0, "they stay")]
    for one in of_verb(pos, "retreat"):
        worth = 1.0 + _standing(picture, step.units, one.arg)
        found.append(
            Weighed(
                one, worth - ZONE * in_enemy_zone(pos, step.side, one.arg), "it stands best there"
            )
        )
    if len(found) == 1:
        found += [Weighed(one, -1.0, "they should go apart") for one in of_verb(pos, "drop")]
    return found


def _standing(picture: Picture, units: Sequence[UnitId], hex_: HexId) -> float:
    """How the first of some units would stand in a hex."""
    troop = next((picture.by_id[u] for u in units if u in picture.by_id), None)
    return float(picture.standing(troop)[picture.index[hex_]]) if troop else 0.0


# --- ADV  advance ---------------------------------------------------------------------------


def advance(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """ADV-2: whoever stands better there, and into a place that counts always."""
    step, picture = pos.within(Advance), picture_of(appraisal, pos)
    prize = appraisal.prize(pos, step.side, step.target)
    found = [Weighed(DONE, 0.0, "it is enough")]
    for one in of_verb(pos, "select"):
        here = pos.unit(one.arg).at
        stays = _standing(picture, (one.arg,), here)
        gain = _standing(picture, (one.arg,), step.target) - stays
        useful = picture.by_id[one.arg].attack > 0
        found.append(Weighed(one, gain + prize + FOLLOW if useful else -1.0, "after them"))
    return found


def advancing(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """ADV-1: on as long as it is better there."""
    step, picture = pos.within(Advancing), picture_of(appraisal, pos)
    here = step.path[-1] if step.path else step.start
    found = [Weighed(STOP, _standing(picture, step.units, here), "far enough")]
    for one in of_verb(pos, "advance"):
        worth = _standing(picture, step.units, one.arg)
        worth += appraisal.prize(pos, step.side, one.arg) + (DUTY if not step.path else 0.0)
        found.append(Weighed(one, worth, "after them"))
    return [*found, Weighed(CANCEL, -DUTY)]
