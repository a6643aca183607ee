"""ART Artillery support: who may support whom, with how much, and who is told when.

The defender writes his guns down in secret, then the attacker places his; both count when the
combat is resolved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import ClassVar

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Part,
    Refusal,
    Row,
    RuleId,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase, Step
from grognard.games.kanev43.artillery import guns_of, may_double, why_not_fire
from grognard.games.kanev43.leaders import formation_of
from grognard.games.kanev43.plan import Plan, able_attackers, defending_stack
from grognard.games.kanev43.state import AXIS, Deal, Pos
from grognard.games.kanev43.strengths import conditions, printed_attack, printed_defence
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn, guns_on_map, is_night
from grognard.games.kanev43.units import FormationId
from grognard.games.kanev43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import counted, listed

#: The name of the defender's secret.
SUPPORT = "support"
#: How the choice begins by which a gun fires twice; the gun follows.
DOUBLE = "double "
_FULL, _HALF, _NONE = Fraction(1), Fraction(1, 2), Fraction(0)


# --- ART-5 to ART-9  for whom guns fire ---------------------------------------------------------


@rule("ART-9", "R-38")
def rate(pos: Pos, gun: UnitId, units: Sequence[UnitId]) -> Fraction:
    """The share of its strength with which a gun supports these units of a combat. Whom it helps
    best counts, so that unassigned units among those of a division have the division's guns.
    """
    return max((_rate_for(pos, gun, unit) for unit in units), default=_NONE)


@rule("ART-5", "ART-6", "R-38")
def _rate_for(pos: Pos, gun: UnitId, unit: UnitId) -> Fraction:
    """Guns of no formation and of the unit's own give all; others half, or for Soviets nothing."""
    own, wanted = formation_of(pos, gun), formation_of(pos, unit)
    if own in ("", wanted):
        return _FULL
    other = _HALF if pos.owner(gun) == AXIS else _NONE
    return _beside_hq(other) if wanted and _is_beside_hq(pos, gun, wanted) else other


def _is_beside_hq(pos: Pos, gun: UnitId, formation: FormationId) -> bool:
    """Are guns stacked with or next to the HQ of a formation?"""
    hq, here = pos.unit(pos.game.formations[formation].hq), pos.unit(gun).at
    there = hq.at in pos.board.grid and not hq.dispersed
    return there and pos.board.grid.distance(here, hq.at) <= 1


@rule("ART-7", "ART-8", "R-38")
def _beside_hq(usual: Fraction) -> Fraction:
    """Beside the HQ of those whom they support Axis guns give all and Soviet ones half."""
    return usual + _HALF


# --- how much -----------------------------------------------------------------------------------


@rule("ART-1", "ART-4", "DIS-1", "R-41")
def offence_of(pos: Pos, gun: UnitId, *, doubled: bool) -> int:
    """Offensive support of its steps, less if disrupted, then doubled."""
    strength = pos.game.piece(gun).share(guns_of(pos, gun).offence, pos.unit(gun).lost)
    for state in conditions(pos, gun):
        strength = max(strength + state.support, min(strength, state.least))
    return 2 * strength if doubled else strength


@rule("ART-3", "DIS-1")
def defence_of(pos: Pos, gun: UnitId) -> int:
    """Defensive support of its steps; disruption does not touch it."""
    return pos.game.piece(gun).share(guns_of(pos, gun).defence, pos.unit(gun).lost)


@rule("ART-1", "ART-17", "NGT-8", "R-41", "R-42")
def attack_support(pos: Pos, plan: Plan) -> list[tuple[UnitId, Fraction]]:
    """What each gun gives an attack: halved into woods and at night, nothing rounded yet."""
    woods = pos.game.theatre.grounds[plan.target] == "woods"
    share = _night_share(pos) * (_HALF if woods else _FULL)
    guns = (gun for gun in plan.guns if still_fires(pos, gun, plan.target))
    return [
        (gun, offence_of(pos, gun, doubled=gun in plan.doubled)
         * rate(pos, gun, plan.attackers) * share)
        for gun in guns
    ]  # fmt: skip


@rule("ART-3", "ART-17", "NGT-8", "R-39", "R-42")
def defence_support(pos: Pos, plan: Plan) -> list[tuple[UnitId, Fraction]]:
    """What each gun gives the defence: halved at night, nothing rounded yet."""
    guns = (gun for gun in plan.cover if still_fires(pos, gun, plan.target))
    share = _night_share(pos)
    return [(gun, defence_of(pos, gun) * rate(pos, gun, plan.defenders) * share) for gun in guns]


def _night_share(pos: Pos) -> Fraction:
    return _HALF if is_night(pos) else _FULL


@rule("ART-15", "DIS-5", "R-43")
def still_fires(pos: Pos, gun: UnitId, target: HexId) -> bool:
    """Guns that were driven off, demoralised or silenced since support was placed give none."""
    silenced = gun in pos.within(CombatPhase).silenced
    return not silenced and why_not_fire(pos, pos.owner(gun), gun, target) is None


@rule("ART-10", "R-41", "R-44")
def attack_support_part(pos: Pos, plan: Plan) -> Part:
    """All guns of an attack, rounded up once, at most twice the attack that the units show."""
    printed = sum(printed_attack(pos, unit) for unit in plan.attackers)
    cap = printed * pos.game.charts.limit("attack_cap")
    return _part(attack_support(pos, plan), cap, "ART-1", "ART-10")


@rule("ART-11", "R-41", "R-44", "CBT-7")
def defence_support_part(pos: Pos, plan: Plan) -> Part:
    """All guns of a defence, rounded up once, at most the defence that the units show; none
    where a surprise has come off.
    """
    given = [] if plan.surprise else defence_support(pos, plan)
    printed = sum(printed_defence(pos, unit) for unit in plan.defenders)
    cap = printed * pos.game.charts.limit("defence_cap")
    return _part(given, cap, "ART-3", "ART-11")


def _part(given: list[tuple[UnitId, Fraction]], cap: int, plain: RuleId, capped: RuleId) -> Part:
    strength = ceil(sum((amount for _, amount in given), _NONE))
    names = f"support of {listed([gun for gun, _ in given])}" if given else "no support"
    return Part(cap, names, capped) if strength > cap else Part(strength, names, plain)


# --- who may ------------------------------------------------------------------------------------


@rule("ART-12", "ART-16", "R-43")
def why_no_gun(pos: Pos, side: Side, gun: UnitId, target: HexId, *, attack: bool) -> Refusal | None:
    """Guns that can fire at the hex, out of enemy zones; for an attack, that have not bombarded."""
    refusal = why_not_fire(pos, side, gun, target)
    if refusal is not None:
        return refusal
    if in_enemy_zone(pos, side, pos.unit(gun).at):
        return deny("ART-12", "{unit} is in an enemy zone", unit=gun)
    if attack and gun in pos.within(PlayerTurn).bombarded:
        return deny("ART-16", "{unit} has bombarded", unit=gun)
    return None


def helped(pos: Pos, attacker: Side, target: HexId, *, attack: bool) -> list[UnitId]:
    """The units at a hex that guns could support: who may attack it, or who defends it."""
    who = able_attackers if attack else defending_stack
    return who(pos, attacker, target)


class Allotment(Phase, tag="allotment"):
    """A side gives guns to the hexes under attack, one hex after the other."""

    title = "Combat Phase"
    #: Hexes that are still to be asked about, the first now; None before it has begun.
    hexes: tuple[HexId, ...] | None = None
    given: Mapping[HexId, tuple[UnitId, ...]] = {}
    doubled: frozenset[UnitId] = frozenset()

    offensive: ClassVar[bool] = False
    about: ClassVar[RuleId] = ""
    asks: ClassVar[str] = ""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, CombatPhase)
        return cls(side=parent.side if cls.offensive else pos.game.enemy(parent.side))

    def act(self, hand: Deal) -> None:
        if self.hexes is None:
            hand.become(self.on(hand.now, hand.now.within(CombatPhase).declared))
        else:
            self.settle(hand, {hex_: guns for hex_, guns in self.given.items() if guns})

    def settle(self, hand: Deal, given: Mapping[HexId, tuple[UnitId, ...]]) -> None:
        """All hexes have been asked about."""
        raise NotImplementedError

    @property
    def here(self) -> HexId:
        """The hex that is asked about."""
        assert self.hexes
        return self.hexes[0]

    def attacker(self, pos: Pos) -> Side:
        """The side that attacks."""
        return self.side if self.offensive else pos.game.enemy(self.side)

    def on(self, pos: Pos, hexes: tuple[HexId, ...]) -> Allotment:
        """On to the next of these hexes; those that no gun can support are passed over."""
        while hexes and not self.able(pos, hexes[0]):
            hexes = hexes[1:]
        return self.but(hexes=hexes)

    def able(self, pos: Pos, target: HexId) -> list[UnitId]:
        """The guns that can support at a hex and are not given away."""
        units = helped(pos, self.attacker(pos), target, attack=self.offensive)
        taken = {gun for guns in self.given.values() for gun in guns}
        mine = [gun for gun in guns_on_map(pos, self.side) if gun not in taken]
        return [
            gun
            for gun in mine
            if why_no_gun(pos, self.side, gun, target, attack=self.offensive) is None
            and rate(pos, gun, units)
        ]

    def ask(self, pos: Pos) -> Decision | None:
        if not self.hexes:
            return None
        here, mine = self.here, self.given.get(self.here, ())
        doubles = [f"{DOUBLE}{gun}" for gun in mine] if self.offensive else []
        return Decision(
            self.side,
            self.asks.format(hex=pos.board.called(here)),
            rule=self.about,
            waiting=f"{pos.game.side_title(self.side)} allots artillery.",
            panel=lambda pos: allotment_panel(pos, self),
            offers=(
                Offer("support", self.able(pos, here), may_support, exact=True),
                Offer("release", mine),
                Offer("choose", doubles, may_be_doubled),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("support", gun):
                hand.become(self.with_guns((*self.given.get(self.here, ()), gun)))
            case Action("release", gun):
                kept = tuple(g for g in self.given[self.here] if g != gun)
                hand.become(self.with_guns(kept).but(doubled=self.doubled - {gun}))
            case Action("choose", deed):
                hand.become(self.but(doubled=self.doubled ^ {deed.removeprefix(DOUBLE)}))
            case _ if action == DONE:
                hand.become(self.on(hand.now, (self.hexes or ())[1:]))

    def with_guns(self, guns: tuple[UnitId, ...]) -> Allotment:
        """The hex in question has these guns."""
        return self.but(given={**self.given, self.here: guns})


@rule("ART-5", "ART-6", "R-43")
def may_support(pos: Pos, step: Allotment, gun: UnitId) -> Refusal | None:
    """A gun that can, is not given away, and has somebody to help."""
    here = step.here
    if any(gun in guns for guns in step.given.values()):
        return deny("R-43", "{unit} supports already", unit=gun)
    refusal = why_no_gun(pos, step.side, gun, here, attack=step.offensive)
    units = helped(pos, step.attacker(pos), here, attack=step.offensive)
    if refusal is None and not rate(pos, gun, units):
        return deny("ART-5", "{unit} supports nobody there", unit=gun)
    return refusal


@rule("ART-4", "R-40")
def may_be_doubled(pos: Pos, step: Allotment, deed: str) -> Refusal | None:
    """Two salvoes are needed."""
    gun = deed.removeprefix(DOUBLE)
    return None if may_double(pos, gun) else deny("ART-4", "{unit} has one salvo", unit=gun)


def allotment_panel(pos: Pos, step: Allotment) -> Panel:
    """The guns of every hex, each with its strength before it is halved."""
    rows = [
        Row(gun, str(_strength(pos, step, gun)), rule=step.about)
        for guns in step.given.values()
        for gun in guns
    ]
    return Panel("Artillery support", tuple(rows), hexes=(step.here,))


def _strength(pos: Pos, step: Allotment, gun: UnitId) -> int:
    if step.offensive:
        return offence_of(pos, gun, doubled=gun in step.doubled)
    return defence_of(pos, gun)


class DefensiveSupport(Allotment, tag="defensive support"):
    """SOP-15 The defender writes his guns down; the attacker learns nothing of it."""

    about = "SOP-15"
    asks = "Choose guns that support the defence of {hex}, or go on."

    @rule("SOP-15", "CBT-10")
    def settle(self, hand: Deal, given: Mapping[HexId, tuple[UnitId, ...]]) -> None:
        # As a saved game gives it back.
        hand.hide(self.side, SUPPORT, {hex_: list(guns) for hex_, guns in sorted(given.items())})
        hand.pop()


class OffensiveSupport(Allotment, tag="offensive support"):
    """SOP-16 Then the attacker places his, for all to see."""

    offensive = True
    about = "SOP-16"
    asks = "Choose guns that support the attack on {hex}, or go on."

    @rule("SOP-16", "CBT-10", "R-99")
    def settle(self, hand: Deal, given: Mapping[HexId, tuple[UnitId, ...]]) -> None:
        hand.pop()
        hand.note(CombatPhase, guns=given, doubled=self.doubled)
        for hex_, guns in sorted(given.items()):
            hand.tell("support", "{guns} at {place}.", rule="SOP-16", side=self.side, units=guns,
                      hexes=(hex_,), guns=counted(len(guns), "supporting battery",
                      "supporting batteries"), place=hand.game.board.called(hex_))  # fmt: skip


@rule("SOP-15", "CBT-10")
def written(pos: Pos, side: Side, target: HexId) -> tuple[UnitId, ...]:
    """The guns that a defender has written down for a hex."""
    for secret in pos.state.secrets:
        if (secret.owner, secret.name) == (side, SUPPORT):
            return tuple(secret.value.get(target, ()))
    return ()
