"""5.1, 5.2.1-a The Combat Phase, and attacks being put together.

`Combat` (tag `combat`) is the phase of phases 4 and 10: a stage of a half-turn, opened for its
side.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import (
    CANCEL,
    COMMIT,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase, Step
from grognard.games.korsun44.artillery import (
    Salvo,
    batteries,
    is_spent,
    may_open_fire,
    ready_guns,
    why_no_push,
    why_no_support,
)
from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.disorder import recover, stir
from grognard.games.korsun44.duties import (
    dues,
    front_of,
    is_open_to,
    obliged_units,
    open_duties,
    owed_units,
    why_no_attacker,
    why_no_target,
    why_undone,
)
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.forecast import BOTH_TO_COME, GUNS_TO_COME, forecast_panel
from grognard.games.korsun44.hq import end_rewards
from grognard.games.korsun44.plan import Plan, defenders
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.supply import raise_want
from grognard.games.korsun44.turn import enemy_units
from grognard.games.korsun44.works import leave_works
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import listed

# --- 5.1  the phase --------------------------------------------------------------------------


class Combat(Engagement, tag="combat"):
    """Attacks one after another, in any order, until all duties are met."""

    title = "Combat Phase"

    @classmethod
    @rule("2.2-P4", "2.2-P10", "5.1.3", "5.1.4", "E29")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Duties are fixed by the positions with which the phase begins."""
        return cls.begin(pos, getattr(parent, "side", ""))

    @classmethod
    def begin(cls, pos: Pos, side: Side) -> Combat:
        """The phase of a side, with its duties."""
        bare = cls(side=side)
        obliged = frozenset(obliged_units(pos, bare))
        return bare.but(obliged=obliged, owed=frozenset(owed_units(pos, bare, obliged)))

    @rule("5.1.6", "5.1.7", "16.1.3")
    def ask(self, pos: Pos) -> Decision:
        """The end of the phase is asked for when stacks lie open: both sides look at them first."""
        targets = sorted(front_of(pos, self).targets)
        return Decision(
            self.side,
            lambda pos: phase_prompt(pos, self),
            rule="5.1.6",
            auto=not self.shown,
            calm=True,
            panel=duties_panel,
            offers=(
                Offer("target", targets, may_be_attacked, exact=True),
                Offer("select", ready_guns(pos, self), may_open_fire, exact=True),
                Offer("done", ("",), may_end),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("target", hex_):
                hand.push(Attack(side=self.side, targets=(hex_,)))
            case Action("select", gun):
                hand.push(Salvo(side=self.side, guns=(gun,)))
            case _ if action == DONE:
                self.end(hand)

    @rule("5.6.5", "7.1.5", "9.1.6", "F12")
    def end(self, hand: Deal) -> None:
        """What the phase ends: empty works, the wait of the disorganised, support that found no
        combat, modifiers for HQs. Reports who of the side has fought (12.1.2, D12).
        """
        leave_works(hand)
        recover(hand)
        missions = hand.now.state.missions
        kept = tuple(m for m in missions if m.kind not in ("offensive", "defensive"))
        if len(kept) < len(missions):
            hand.change(missions=kept)
        end_rewards(hand)
        hand.pop(frozenset(u for u in self.fought | self.fired if hand.now.owner(u) == self.side))


def phase_prompt(pos: Pos, phase: Combat) -> str:
    """What is asked between two attacks; the end of the phase only where it is open."""
    asked = "Choose an enemy hex to attack"
    return f"{asked}." if open_duties(pos, phase) else f"{asked}, or end the phase."


def duties_panel(pos: Pos) -> Panel:
    """The duties that are open."""
    return Panel("Combat", duties=dues(pos, open_duties(pos, pos.within(Engagement))))


@rule("5.1.2", "5.1.6", "5.2.1-a")
def may_be_attacked(pos: Pos, phase: Combat, target: HexId) -> Refusal | None:
    """An enemy hex next to a unit that may attack."""
    refusal = why_no_target(pos, phase, target)
    if refusal is None and target not in front_of(pos, phase).targets:
        return deny("5.1.2", "no unit can attack {hex}", hex=target)
    return refusal


@rule("5.1.3", "5.1.4", "5.1.7")
def may_end(pos: Pos, phase: Combat, _: str) -> Refusal | None:
    """Not before all duties are met."""
    duties = open_duties(pos, phase)
    for unit in duties.units:
        return deny("5.1.3", "{unit} must attack", unit=unit)
    for hex_ in duties.hexes:
        return deny("5.1.4", "{hex} must be attacked", hex=hex_)
    return None


# --- 5.2.1-a  an attack being put together ---------------------------------------------------


class Attack(Phase, tag="attack"):
    """Targets, attackers, supporting guns, who pushes. Nothing binds before `commit`."""

    title = "Attack"
    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    pushed: frozenset[UnitId] = frozenset()

    @property
    def target(self) -> HexId:
        """The hex with which the attack began."""
        return self.targets[0]

    @rule("5.1.1", "6.1.4", "6.5.6", "E1")
    def plan(self, pos: Pos) -> Plan:
        """What is put together so far, with those of the enemy who cannot help."""
        phase = pos.within(Engagement)
        there = [u for hex_ in self.targets for u in enemy_units(pos, self.side, hex_)]
        return Plan(
            self.side,
            self.targets,
            self.units,
            self.guns,
            self.pushed,
            spared=phase.fought.intersection(there),
            mute=frozenset(u for u in there if u in phase.fired or is_spent(pos, u)),
        )

    def hexes(self, pos: Pos) -> set[HexId]:
        """The hexes that are attacked from."""
        return {pos.unit(unit).at for unit in self.units}

    @rule("5.2.1-a", "C6")
    def ask(self, pos: Pos) -> Decision:
        called = listed([*map(pos.board.called, self.targets)])
        return Decision(
            self.side,
            f"Put the attack on {called} together.",
            rule="5.2.1-a",
            waiting="The enemy prepares an attack.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, self.plan(pos), GUNS_TO_COME, BOTH_TO_COME),
            offers=(
                Offer("attack", candidates(pos, self), may_attack),
                Offer("support", helpers(pos, self), may_support),
                Offer("push", (*self.units, *self.guns), may_push, of="unit"),
                Offer("target", further_targets(pos, self), may_add),
                Offer("untarget", self.targets[1:]),
                Offer("release", (*self.units, *self.guns)),
                Offer("commit", guard=may_commit),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("attack", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("support", gun):
                hand.become(self.but(guns=(*self.guns, gun)))
            case Action("push", unit):
                hand.become(self.but(pushed=self.pushed | {unit}))
            case Action("target", hex_):
                hand.become(self.but(targets=(*self.targets, hex_)))
            case Action("untarget", hex_):
                hand.become(self.but(targets=tuple(h for h in self.targets if h != hex_)))
            case Action("release", unit):
                hand.become(self.without(unit))
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == COMMIT:
                self.bind(hand)

    def without(self, unit: UnitId) -> Attack:
        """A unit is taken back."""
        return self.but(
            units=tuple(u for u in self.units if u != unit),
            guns=tuple(u for u in self.guns if u != unit),
            pushed=self.pushed - {unit},
        )

    @rule("5.1.1", "10.2.3", "10.2.5", "12.1.2", "16.1.3", "C6", "E27")
    def bind(self, hand: Deal) -> None:
        """The attack is made and cannot be taken back: who is in it has fought and lies open."""
        plan = self.plan(hand.now)
        there = defenders(hand.now, plan)
        shown = [u for hex_ in self.targets for u in hand.now.at(hex_)]
        shown += [u for hex_ in self.hexes(hand.now) for u in hand.now.at(hex_)]
        hand.note(
            Engagement, fought=(*self.units, *there), fired=self.guns, shown=(*shown, *self.guns)
        )
        for unit in sorted(self.pushed):
            raise_want(hand, unit, rule="10.2.3")
        stir(hand, (*self.units, *self.guns, *there))
        hand.become(Battle(side=self.side, plan=plan))


def candidates(pos: Pos, attack: Attack) -> list[UnitId]:
    """Units that may attack all targets and are not in the attack yet."""
    front = front_of(pos, pos.within(Engagement))
    return [
        unit
        for here, before in front.before.items()
        if set(attack.targets) <= set(before)
        for unit in front.fresh[here]
        if unit not in attack.units
    ]


@rule("5.1.1", "5.1.2", "5.1.5", "5.1.10", "5.2.1-a", "D8", "D13")
def may_attack(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """A unit that can attack, has not fought, and stands next to every target; against several
    targets all out of one hex.
    """
    here, phase = pos.unit(unit).at, pos.within(Engagement)
    if pos.owner(unit) != attack.side or here not in pos.board.grid:
        return deny("5.2.1-a", "{unit} is no unit of yours on the map", unit=unit)
    if unit in phase.fought or unit in attack.units:
        return deny("5.1.1", "{unit} fights once in a phase", unit=unit)
    refusal = why_no_attacker(pos, unit)
    if refusal is not None:
        return refusal
    for hex_ in attack.targets:
        if not is_open_to(pos, here, hex_):
            return deny("5.1.2", "{unit} cannot attack {hex}", unit=unit, hex=hex_)
    if len(attack.targets) > 1 and attack.hexes(pos) - {here}:
        return deny("5.1.5", "several hexes are attacked out of one hex only")
    return None


@rule("10.2.3", "G14")
def may_push(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """A unit or gun of the attack that is out of supply."""
    if unit not in (*attack.units, *attack.guns):
        return deny("10.2.3", "{unit} is not in this attack", unit=unit)
    return why_no_push(pos, unit, attack.pushed)


def helpers(pos: Pos, attack: Attack) -> list[UnitId]:
    """Guns of the side that are not in the attack yet."""
    if not attack.units:
        return []
    return [gun for gun in batteries(pos, attack.side) if gun not in attack.guns]


@rule("6.3.1", "6.3.2", "6.6.2", "F1", "F2")
def may_support(pos: Pos, attack: Attack, gun: UnitId) -> Refusal | None:
    """A gun within range of a hex that is attacked from."""
    if gun in attack.guns or gun in attack.units:
        return deny("6.1.4", "{unit} is in this attack", unit=gun)
    if not attack.units:
        return deny("6.3.1", "there is no attack to support yet")
    return why_no_support(pos, attack.side, gun, attack.hexes(pos))


def further_targets(pos: Pos, attack: Attack) -> list[HexId]:
    """Further hexes that might be attacked together with the first."""
    if not attack.units:
        return []
    front = front_of(pos, pos.within(Engagement))
    here = pos.unit(attack.units[0]).at
    return [hex_ for hex_ in front.before.get(here, ()) if hex_ not in attack.targets]


@rule("5.1.5", "5.2.1-a")
def may_add(pos: Pos, attack: Attack, target: HexId) -> Refusal | None:
    """A further hex before the one hex that is attacked from."""
    hexes = attack.hexes(pos)
    if target in attack.targets or not hexes:
        return deny("5.2.1-a", "{hex} cannot be added", hex=target)
    refusal = why_no_target(pos, pos.within(Engagement), target)
    if refusal is not None:
        return refusal
    if len(hexes) > 1:
        return deny("5.1.5", "several hexes are attacked out of one hex only")
    return _why_apart(pos, hexes, target)


def _why_apart(pos: Pos, hexes: Iterable[HexId], target: HexId) -> Refusal | None:
    for here in hexes:
        if not is_open_to(pos, here, target):
            return deny("5.1.2", "{hex} cannot be attacked out of {here}", hex=target, here=here)
    return None


@rule("5.1.5", "5.1.5-ex", "5.2.1-a", "6.3.2", "E29")
def may_commit(pos: Pos, attack: Attack, _: str) -> Refusal | None:
    """Somebody attacks, all guns reach, and no duty is left that nobody could meet."""
    if not attack.units:
        return deny("5.2.1-a", "nobody attacks")
    for gun in attack.guns:
        refusal = why_no_support(pos, attack.side, gun, attack.hexes(pos))
        if refusal is not None:
            return refusal
    return why_undone(pos, pos.within(Engagement), attack.units, attack.targets)
