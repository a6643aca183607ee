"""10.21 - 10.24, R-126 A battle: what is shown, the die, losses, landing, advance.

Prepared and mobile assaults and attacks by momentum are fought here.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import rule, total
from grognard.games.storm41.advance import Advance
from grognard.games.storm41.charts import Losses as Result
from grognard.games.storm41.differential import Plan, differential_of
from grognard.games.storm41.losses import (
    GivingUp,
    attacker_account,
    defender_account,
    fall,
    guns,
    is_escorted,
)
from grognard.games.storm41.state import DEAD, Deal, Pos
from grognard.games.storm41.supply import lives_by_air, supply_of
from grognard.games.storm41.turn import Engagement
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: What befalls artillery that is caught alone (11.7-3, 11.7-4).
OVERRUN = Result("DE", 0, 0, all_defenders=True)


class Fought(Struct, frozen=True):
    """How a battle ended: who has advanced into which hex."""

    target: HexId
    advanced: tuple[UnitId, ...]


@rule("11.7-3", "R-111", "R-128")
def is_only_artillery(pos: Pos, hex_: HexId) -> bool:
    """Is artillery alone in a hex?"""
    there = pos.at(hex_)
    return bool(there) and not is_escorted(pos, hex_)


def is_cleared(pos: Pos, plan: Plan) -> bool:
    """Has no enemy been left in the target?"""
    return not pos.columns.count("units", pos.game.enemy(plan.side), plan.target)


# --- R-126  the stages --------------------------------------------------------------------


@rule("7.5", "10.7", "R-108", "R-126")
def show(battle: Battle, hand: Deal) -> None:
    """Both sides are shown, and their supply is checked."""
    pos, plan = hand.now, battle.plan
    ground = (*plan.units, *pos.at(plan.target))
    posts = {pos.unit(gun).at for gun in guns(pos, plan.units)}
    hand.become(
        battle.but(
            shown=frozenset((*ground, *plan.drops)),
            cut=frozenset(u for u in ground if supply_of(pos, u) == "out"),
            flown=frozenset(u for u in ground if lives_by_air(pos, u)),
            escorted=frozenset(hex_ for hex_ in posts if is_escorted(pos, hex_)),
        )
    )


@rule("10.8", "10.9", "11.7-3", "R-126")
def reckon(battle: Battle, hand: Deal) -> None:
    """The differential and its shifts. Artillery alone needs none."""
    pos, plan = hand.now, battle.plan
    if is_only_artillery(pos, plan.target):
        hand.become(battle.but(result=OVERRUN))
        hand.tell("combat", "Artillery alone in {place} is overrun.", rule="11.7-3",
                  side=battle.side, units=plan.units, hexes=(plan.target,),
                  place=pos.board.called(plan.target))  # fmt: skip
        return
    found = differential_of(pos, plan)
    hand.tell(
        "shown",
        f"{{who}} {{deed}} {{place}}: {{attack}} against {{defence}}, {{value:+d}}"
        f"{', shifted by {shift:+d}' if total(found.shifts) else ''}, column {{column}}.",
        rule="10.8",
        side=battle.side,
        parts=(*found.attack, *found.defence, *found.shifts),
        units=(*plan.units, *plan.drops, *pos.at(plan.target)),
        hexes=(plan.target,),
        who=listed((*plan.units, *plan.drops)),
        deed=doing((*plan.units, *plan.drops), "attacks", "attack"),
        place=pos.board.called(plan.target),
        attack=total(found.attack),
        defence=total(found.defence),
        value=found.value,
        shift=total(found.shifts),
        column=pos.game.charts.column(found.rung),
    )
    hand.become(battle.but(rung=found.rung))


@rule("10.21", "10.21-ex", "R-126")
def throw(battle: Battle, hand: Deal) -> None:
    """One die, after all shifts."""
    if battle.result is None:
        hand.roll("combat", side=battle.side, place=battle.plan.target)


@rule("10.22-b", "10.23", "11.7-5", "R-106", "R-126")
def defender_pays(battle: Battle, hand: Deal) -> None:
    """The defender loses first; his artillery falls with the last other unit."""
    pos, plan, result = hand.now, battle.plan, battle.result
    assert result is not None
    if result.all_defenders:
        for unit in pos.at(plan.target):
            fall(hand, unit, "10.23")
    elif not battle.charged:
        hand.become(battle.but(charged=True))
        account = defender_account(pos, plan, result)
        hand.push(GivingUp(side=pos.game.enemy(plan.side), account=account))
    elif is_only_artillery(pos, plan.target):
        for gun in pos.at(plan.target):
            fall(hand, gun, "11.7-5")


@rule("10.22-b", "11.7-5", "R-106", "R-107", "R-108", "R-126")
def attacker_pays(battle: Battle, hand: Deal) -> None:
    """Then the attacker; artillery falls if it had company in its hex and has none left."""
    pos, plan, result = hand.now, battle.plan, battle.result
    assert result is not None
    if not battle.paid:
        hand.become(battle.but(paid=True))
        hand.push(GivingUp(side=plan.side, account=attacker_account(pos, plan, result)))
        return
    for gun in guns(pos, plan.units):
        here = pos.unit(gun).at
        if here in battle.escorted and not is_escorted(pos, here):
            fall(hand, gun, "11.7-5")


@rule("11.10-4", "R-33", "R-126")
def land(battle: Battle, hand: Deal) -> None:
    """Droppers that are left occupy a hex that is cleared; over any enemy they die."""
    plan, cleared = battle.plan, is_cleared(hand.now, battle.plan)
    for unit in plan.drops:
        if hand.unit(unit).at == DEAD:
            continue
        if not cleared:
            fall(hand, unit, "11.10-4")
            continue
        hand.tell("landing", "{unit} lands in {place}.", rule="11.10-4", side=plan.side,
                  units=(unit,), hexes=(plan.target,), unit=unit,
                  place=hand.game.board.called(plan.target))  # fmt: skip
        hand.enter(unit, plan.target, by="drop")


@rule("9.28", "10.24", "R-126")
def advance(battle: Battle, hand: Deal) -> None:
    """Into a hex left vacant, at once; after a mobile assault there is none."""
    plan, pos = battle.plan, hand.now
    if plan.mobile or battle.followed or not is_cleared(pos, plan):
        return
    hand.become(battle.but(followed=True))
    alive = tuple(u for u in plan.units if pos.unit(u).at in pos.board.grid)
    hand.push(Advance(side=plan.side, target=plan.target, units=alive))


class Battle(Engagement, tag="battle"):
    """A battle; what was found out and done so far."""

    title = "Combat"
    plan: Plan
    #: Hexes of attacking artillery where other units stood when the battle began.
    escorted: frozenset[HexId] = frozenset()
    rung: int = 0
    result: Result | None = None
    charged: bool = False
    paid: bool = False
    followed: bool = False
    advanced: tuple[UnitId, ...] = ()

    stages = (show, reckon, throw, defender_pays, attacker_pays, land, advance)

    @rule("10.21", "12.3", "R-100")
    def hear_throw(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """The result is read under the final column."""
        pos, charts = hand.now, hand.game.charts
        result = charts.result(self.rung, dice[0], even=pos.state.options.even_crt)
        hand.become(self.but(result=result))
        hand.tell("combat", "A roll of {die} at {column}: {result}.", rule="10.21", side=self.side,
                  dice=dice, units=self.plan.units, hexes=(self.plan.target,), die=dice[0],
                  column=charts.column(self.rung), result=result.text)  # fmt: skip

    def hear_advance(self, hand: Deal, units: tuple[UnitId, ...]) -> None:
        hand.become(self.but(advanced=units))

    def finish(self, hand: Deal) -> None:
        hand.pop(Fought(self.plan.target, self.advanced))
