"""Guns: where they stand ready, whom they load, at what they fire, whom they support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, action
from grognard.dice import SIX
from grognard.games.kanev43.appraisal_odds import edge, outcomes, plan_of
from grognard.games.kanev43.artillery import guns_of, why_not_fire
from grognard.games.kanev43.bombardment import (
    Aim,
    Bombardment,
    able_guns,
    base_column,
    shelled,
    unit_column,
)
from grognard.games.kanev43.plan import Plan, able_attackers, with_defenders
from grognard.games.kanev43.state import Pos
from grognard.games.kanev43.strengths import printed_defence
from grognard.games.kanev43.support import (
    DOUBLE,
    Allotment,
    defence_of,
    defence_support_part,
    rate,
)
from grognard.hexes import HexId
from grognard.mechanics.tables import distribution
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.packages import Planner
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: What must be gained by a salvo in support, by firing twice, which disrupts the guns (ART-4),
#: and by a salvo of a bombardment.
SALVO, TWICE, BARRAGE = 0.1, 0.5, 0.15
#: Disruption and demoralisation under fire, in steps.
_DISRUPTED, _DEMORALISED = 0.3, 0.9


def in_action(picture: Picture, gun: UnitId, hex_: HexId) -> bool:
    """Has a gun in a hex enemies in range, none beside it, and somebody to help? Where the others
    have gone away it has nothing to do.
    """
    away, reach = float(picture.near_enemy[picture.index[hex_]]), guns_of(picture.pos, gun).range
    return 1 < away <= reach and _has_friends(picture, gun, hex_, reach)


def _has_friends(picture: Picture, gun: UnitId, hex_: HexId, reach: int) -> bool:
    """ART-5, ART-6: are troops in its range whom it would support with at least half?"""
    near, index = picture.atlas.distances[picture.index[hex_]], picture.index
    friends = (t.id for t in picture.friends if t.attack and near[index[t.hex]] <= reach)
    return any(rate(picture.pos, gun, (friend,)) for friend in friends)


def batteries(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """R-98: ready where the enemy is in range, else on the march."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "select"):
        gun = pos.unit(one.arg)
        if gun.limbered == in_action(picture, gun.id, gun.at):
            found.append(Weighed(one, 1.0, "the guns are made ready"))
    return found


def resupply(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """ART-18: the guns nearest to the enemy, the emptiest of them first."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "support"):
        gun = pos.unit(one.arg)
        away = float(picture.near_enemy[picture.index[gun.at]])
        found.append(
            Weighed(
                one,
                10.0 - gun.salvoes - 0.1 * min(away, 30.0),
                "of the guns near the enemy it has fewest shells",
            )
        )
    return found


# --- bombardment ----------------------------------------------------------------------------


def bombardment(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """BMB: where guns that no attack needs promise more than their salvoes are worth."""
    found = [Weighed(DONE, 0.0, "shells are saved")]
    for one in of_verb(pos, "target"):
        aim = Aim(side=pos.side, target=one.arg, guns=_free_guns(appraisal, pos, one.arg))
        found.append(Weighed(one, _promise(pos, aim), "the fire is worth the shells"))
    return found


def aim(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """ART-2: all free guns that reach the hex."""
    step = pos.within(Aim)
    missing = set(_free_guns(appraisal, pos, step.target)).difference(step.guns)
    named = [
        Weighed(one, 2.0, "it reaches the hex, and no attack needs it")
        for one in of_verb(pos, "support")
        if one.arg in missing
    ]
    return named or [Weighed(COMMIT, 1.0, "all free guns fire"), Weighed(CANCEL, 0.0)]


def _free_guns(appraisal: KanevAppraisal, pos: Pos, target: HexId) -> tuple[UnitId, ...]:
    """ART-16: guns that could support no attack of this turn."""
    fronts = Planner(appraisal, pos, pos.side).contacts()
    guns = able_guns(pos, pos.side, pos.within(Bombardment).fired, target)
    return tuple(
        gun
        for gun in guns
        if all(why_not_fire(pos, pos.side, gun, hex_) is not None for hex_ in fronts)
    )


def _promise(pos: Pos, step: Aim) -> float:
    """What fire does on average, in steps, less its salvoes."""
    if not step.guns or base_column(pos, step) < 0:
        return -1.0
    shell = pos.game.charts.shell
    gain = 0.0
    for unit in shelled(pos, step):
        column = unit_column(pos, step, unit)
        for hit, weight in distribution(2, lambda dice: shell(column, sum(dice))).items():  # noqa: B023
            harm = hit.steps + _DISRUPTED * hit.disrupted + _DEMORALISED * hit.demoralised
            gain += harm * weight / SIX**2
    return gain - BARRAGE * len(step.guns)


# --- support --------------------------------------------------------------------------------


def offensive(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """SOP-16, ART-4: one gun after the other, as long as it makes the attack better; those that
    fire twice must do much for it.
    """
    step = pos.within(Allotment)
    units = able_attackers(pos, pos.side, step.here)
    given = step.given.get(step.here, ())
    bare = plan_of(pos, pos.side, units, step.here, given)
    plan = replace(bare, doubled=step.doubled.intersection(given))
    now, found = edge(outcomes(pos, plan)), [Weighed(DONE, 0.0)]
    for one in of_verb(pos, "support"):
        more = edge(outcomes(pos, replace(plan, guns=(*given, one.arg))))
        found.append(Weighed(one, more - now - SALVO, "in support"))
    for gun in given:
        twice = action("choose", f"{DOUBLE}{gun}")
        if gun not in step.doubled and pos.why_not(twice) is None:
            more = edge(outcomes(pos, replace(plan, doubled=plan.doubled | {gun})))
            found.append(Weighed(twice, more - now - TWICE, "with all they have"))
    return found


def defensive(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """SOP-15, ART-11: as much as counts, the weightiest guns first."""
    step = pos.within(Allotment)
    bare = with_defenders(pos, Plan(side=step.attacker(pos), target=step.here))
    given = step.given.get(step.here, ())
    so_far = defence_support_part(pos, replace(bare, cover=given)).amount
    found = [Weighed(DONE, 0.0)]
    if so_far >= _most(pos, bare.defenders):
        return found
    for one in of_verb(pos, "support"):
        strength = defence_of(pos, one.arg) * float(rate(pos, one.arg, bare.defenders))
        found.append(Weighed(one, strength, "in support"))
    return found


def _most(pos: Pos, units: Sequence[UnitId]) -> int:
    cap = pos.game.charts.limit("defence_cap")
    return cap * sum(printed_defence(pos, unit) for unit in units)
