"""C6 What both sides declare before the dice: guns in defence, the ground, abilities, HQs."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Row, Side, deny, rule
from grognard.engine import Phase
from grognard.games.korsun44.artillery import batteries, why_no_cover
from grognard.games.korsun44.forecast import BOTH_TO_COME, DEFENDER_TO_COME, forecast_panel
from grognard.games.korsun44.hq import modifiers_left
from grognard.games.korsun44.modifiers import works_users
from grognard.games.korsun44.odds import may_use_hq
from grognard.games.korsun44.plan import Declared, Plan
from grognard.games.korsun44.stars import usable_stars
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.strength import deciding_hex, strongest_hexes
from grognard.games.korsun44.units import Star
from grognard.hexes import HexId
from grognard.pieces import UnitId

HQ = "hq"
REWARD = "modifier for an HQ"


# --- guns of the defender --------------------------------------------------------------------


class Cover(Phase, tag="cover"):
    """The defender names guns that support him. Reports them."""

    title = "Supporting fire"
    plan: Plan
    guns: tuple[UnitId, ...] = ()

    @rule("6.3.3", "C6")
    def ask(self, pos: Pos) -> Decision:
        guns = [gun for gun in covering(pos, self.side, self.plan) if gun not in self.guns]
        return Decision(
            self.side,
            "Choose artillery that supports the defence, or go on.",
            rule="6.3.3",
            waiting="The defender calls his artillery.",
            panel=lambda pos: forecast_panel(
                pos, replace(self.plan, cover=self.guns), BOTH_TO_COME
            ),
            offers=(
                Offer("support", guns, may_cover),
                Offer("release", self.guns),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("support", gun):
                hand.become(self.but(guns=(*self.guns, gun)))
            case Action("release", gun):
                hand.become(self.but(guns=tuple(g for g in self.guns if g != gun)))
            case _ if action == DONE:
                hand.pop(self.guns)


def covering(pos: Pos, side: Side, plan: Plan) -> list[UnitId]:
    """The guns of the defender that may support him."""
    guns = batteries(pos, side)
    return [gun for gun in guns if why_no_cover(pos, side, gun, plan.targets) is None]


def may_cover(pos: Pos, step: Cover, gun: UnitId) -> Refusal | None:
    """A gun within range of an attacked hex, that is not named yet."""
    if gun in step.guns:
        return deny("6.1.4", "{unit} supports the defence already", unit=gun)
    return why_no_cover(pos, step.side, gun, step.plan.targets)


# --- E13  which of equal hexes ---------------------------------------------------------------


class Ground(Phase, tag="ground"):
    """Of hexes with as many SPs the defender chooses whose ground counts. Reports it."""

    title = "Ground"
    plan: Plan

    @rule("5.5.3", "E13")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose the hex whose ground and works count.",
            rule="E13",
            waiting="The defender chooses his ground.",
            offers=(Offer("choose", strongest_hexes(pos, self.plan), of="hex"),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop(action.arg)


def choice_of_ground(pos: Pos, plan: Plan) -> tuple[HexId, ...]:
    """The hexes between which the defender may choose; none if one is the strongest."""
    hexes = strongest_hexes(pos, plan)
    return hexes if len(hexes) > 1 else ()


# --- abilities -------------------------------------------------------------------------------


class Declaration(Phase, tag="declaration"):
    """A side says what it uses of its own will. Reports what it has declared."""

    title = "Declaration"
    plan: Plan
    declared: Declared = Declared()

    @rule("1.6-c", "9.2.1", "15.1.6", "15.4.2", "C6")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose abilities to be used, or go on.",
            rule="15.1.6",
            waiting="The enemy declares what he uses.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, with_declared(self.plan, self), *to_come(self)),
            offers=(Offer("choose", choices(pos, self)), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop(self.declared)
        else:
            hand.become(self.but(declared=added(self.declared, action.arg)))


def to_come(step: Declaration) -> tuple[Row, ...]:
    """The defender declares last."""
    return (DEFENDER_TO_COME,) if step.side == step.plan.side else ()


def with_declared(plan: Plan, step: Declaration) -> Plan:
    """The plan with what is declared so far."""
    if step.side == plan.side:
        return replace(plan, attacker=step.declared)
    return replace(plan, defender=step.declared)


@rule("9.1.6", "9.2.1", "15.1.6", "15.4.2")
def choices(pos: Pos, step: Declaration) -> list[str]:
    """What may still be declared: single stars, fortification units, the HQ, a modifier."""
    plan, side, declared = step.plan, step.side, step.declared
    stars = Counter(usable_stars(pos, plan, side)) - Counter(declared.stars)
    found = [f"{unit} {star}" for unit, star in stars]
    if side != plan.side:
        found += [f"{u} works" for u in works_users(pos, plan) if u not in declared.works]
    if not declared.hq and may_use_hq(pos, plan, side):
        found.append(HQ)
    if declared.rewards < modifiers_left(pos, side, deciding_hex(pos, plan)):
        found.append(REWARD)
    return found


def added(declared: Declared, name: str) -> Declared:
    """One thing more is used."""
    if name == HQ:
        return replace(declared, hq=True)
    if name == REWARD:
        return replace(declared, rewards=declared.rewards + 1)
    unit, _, what = name.rpartition(" ")
    if what == "works":
        return replace(declared, works=(*declared.works, unit))
    return replace(declared, stars=(*declared.stars, (unit, _star(what))))


def _star(name: str) -> Star:
    stars: dict[str, Star] = {
        "black": "black",
        "white": "white",
        "yellow": "yellow",
        "blue": "blue",
    }
    return stars[name]
