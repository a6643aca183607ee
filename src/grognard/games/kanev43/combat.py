"""SOP-14 to SOP-17 The Combat Phase: hexes declared, support, leaders, one attack after another."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec.structs import replace

from grognard.decisions import (
    CANCEL,
    COMMIT,
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Row,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Step
from grognard.games.kanev43.artillery import may_double, spend
from grognard.games.kanev43.battle import Battle, MoraleLevel
from grognard.games.kanev43.effects import stop_building
from grognard.games.kanev43.forecast import forecast_panel
from grognard.games.kanev43.leading import AttackingLeaders, DefendingLeaders
from grognard.games.kanev43.odds import attack_parts, defence_parts, row_of
from grognard.games.kanev43.plan import (
    Plan,
    able_attackers,
    defending_stack,
    found_in,
    why_no_attacker,
    why_out_of_reach,
    why_too_many,
    with_defenders,
)
from grognard.games.kanev43.search import Search
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.strengths import attack
from grognard.games.kanev43.support import (
    SUPPORT,
    DefensiveSupport,
    OffensiveSupport,
    still_fires,
    why_no_gun,
    written,
)
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn, guns_on_map, in_contact
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import listed

_SPARE = "spare "


# --- SOP-14  declaring --------------------------------------------------------------------------


class Declaring(Phase, tag="declaring"):
    """All hexes that will be attacked are named before anything else."""

    title = "Combat Phase"
    #: What can be attacked, found once: nothing changes while hexes are declared.
    able: tuple[HexId, ...] = ()
    chosen: tuple[HexId, ...] = ()

    def act(self, hand: Deal) -> None:
        pos = hand.now
        phase = pos.within(CombatPhase)
        able = [h for h in front(pos, self.side) if why_no_target(pos, phase, h) is None]
        if able:
            hand.become(self.but(able=tuple(able)))
        else:
            hand.pop()

    @rule("SOP-14", "CBT-9", "R-46", "R-98")
    def ask(self, pos: Pos) -> Decision | None:
        if not self.able:
            return None
        return Decision(
            self.side,
            "Declare the hexes that you will attack, or go on.",
            rule="SOP-14",
            auto=False,
            calm=True,
            panel=lambda pos: Panel("Attacks", hexes=self.chosen),
            offers=(
                Offer("target", [h for h in self.able if h not in self.chosen], may_declare),
                Offer("untarget", self.chosen),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("target", hex_):
                hand.become(self.but(chosen=(*self.chosen, hex_)))
            case Action("untarget", hex_):
                hand.become(self.but(chosen=tuple(h for h in self.chosen if h != hex_)))
            case _ if action == DONE:
                self.declare(hand)

    def declare(self, hand: Deal) -> None:
        """They are bound, and may only be dropped (R-99)."""
        hand.pop()
        if self.chosen:
            hand.note(CombatPhase, declared=self.chosen)
            places = listed([*map(hand.game.board.called, self.chosen)])
            hand.tell("declared", "{places} will be attacked.", rule="SOP-14", side=self.side,
                      hexes=self.chosen, places=places)  # fmt: skip


def may_declare(pos: Pos, step: Declaring, hex_: HexId) -> Refusal | None:
    """A hex that can be attacked, once."""
    if hex_ in step.chosen:
        return deny("R-46", "{hex} is declared", hex=hex_)
    return None if hex_ in step.able else why_no_target(pos, pos.within(CombatPhase), hex_)


def front(pos: Pos, side: Side) -> list[HexId]:
    """The hexes with enemies next to units that can attack."""
    enemy, count = pos.game.enemy(side), pos.columns.count
    units = (u for u in in_contact(pos, side) if why_no_attacker(pos, side, u) is None)
    posts = dict.fromkeys(pos.unit(unit).at for unit in units)
    near = dict.fromkeys(h for post in posts for h in pos.board.grid.neighbours(post))
    return [hex_ for hex_ in near if count("units", enemy, hex_)]


@rule("CBT-15", "R-07", "R-46", "R-113", "BRK-1")
def why_no_target(pos: Pos, phase: CombatPhase, hex_: HexId) -> Refusal | None:
    """Enemies next to somebody who can attack them. Where nobody could reach the lowest odds
    nothing is declared; who breaks through must guess.
    """
    if not defending_stack(pos, phase.side, hex_):
        return deny("R-113", "no enemy unit is in {hex}", hex=hex_)
    if hex_ in phase.declared:
        return deny("R-46", "{hex} is declared", hex=hex_)
    units = able_attackers(pos, phase.side, hex_)
    if not units:
        return deny("R-113", "no unit can attack {hex}", hex=hex_)
    if phase.breaking is None and not reaches_lowest_odds(pos, phase.side, hex_, units):
        return deny("CBT-15", "the odds against {hex} are too low", hex=hex_)
    return None


@rule("CBT-15", "R-07")
def reaches_lowest_odds(pos: Pos, side: Side, target: HexId, units: Iterable[UnitId]) -> bool:
    """Would the odds be on the table if everybody attacked whom the hexes allow, with all guns,
    and no gun helped the defence?
    """
    empty = with_defenders(pos, Plan(side=side, target=target))
    plan = replace(empty, units=tuple(strongest(pos, units)))
    row, against = row_of(pos, target), total(defence_parts(pos, plan))
    column = pos.game.charts.column
    if column(row, total(attack_parts(pos, plan)), against) >= 0:
        return True
    mine = guns_on_map(pos, side)
    guns = [gun for gun in mine if why_no_gun(pos, side, gun, target, attack=True) is None]
    doubled = frozenset(gun for gun in guns if may_double(pos, gun))
    plan = replace(plan, guns=tuple(guns), doubled=doubled)
    return column(row, total(attack_parts(pos, plan)), against) >= 0


def strongest(pos: Pos, units: Iterable[UnitId]) -> list[UnitId]:
    """The most that may attack out of each hex."""
    stacks: dict[HexId, list[UnitId]] = {}
    for unit in units:
        stacks.setdefault(pos.unit(unit).at, []).append(unit)
    return [unit for stack in stacks.values() for unit in _strongest_of(pos, stack)]


def _strongest_of(pos: Pos, stack: list[UnitId]) -> tuple[UnitId, ...]:
    if why_too_many(pos, stack) is None:
        return tuple(stack)
    groups = (g for n in range(1, len(stack)) for g in combinations(stack, n))
    able = (group for group in groups if why_too_many(pos, group) is None)
    return max(able, key=lambda group: sum(attack(pos, unit) for unit in group))


# --- SOP-17  one after another ------------------------------------------------------------------


class Resolving(Phase, tag="resolving"):
    """The attacker takes his declared attacks in any order, or drops them."""

    title = "Combat Phase"

    @rule("SOP-17", "R-99")
    def ask(self, pos: Pos) -> Decision | None:
        left = open_hexes(pos)
        if not left:
            return None
        return Decision(
            self.side,
            "Choose the next attack, or drop one.",
            rule="SOP-17",
            panel=lambda pos: attacks_panel(pos, left),
            offers=(
                Offer("target", left, may_open, exact=False),
                Offer("untarget", left, may_drop),
            ),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("target", hex_):
                hand.push(Attack(side=self.side, target=hex_))
            case Action("untarget", hex_):
                self.drop(hand, hex_)

    @rule("R-99")
    def drop(self, hand: Deal, hex_: HexId) -> None:
        """The attack is not made; ammunition that was allotted to it is spent."""
        phase = hand.now.within(CombatPhase)
        guns = [g for g in phase.guns.get(hex_, ()) if still_fires(hand.now, g, hex_)]
        hand.note(CombatPhase, resolved=hex_)
        hand.note(PlayerTurn, stirred=guns)
        hand.tell("dropped", "The attack on {place} is dropped.", rule="R-99", side=self.side,
                  hexes=(hex_,), place=hand.game.board.called(hex_))  # fmt: skip
        for gun in guns:
            spend(hand, gun, doubled=gun in phase.doubled)


@rule("R-99")
def open_hexes(pos: Pos) -> list[HexId]:
    """The declared hexes that are not settled; where nobody is left to attack it has lapsed."""
    phase = pos.within(CombatPhase)
    left = (hex_ for hex_ in phase.declared if hex_ not in phase.resolved)
    return [hex_ for hex_ in left if defending_stack(pos, phase.side, hex_)]


@rule("CBT-9", "SOP-14")
def may_open(pos: Pos, step: Resolving, hex_: HexId) -> Refusal | None:
    """A declared hex that somebody can still attack."""
    if hex_ not in open_hexes(pos):
        return deny("CBT-9", "{hex} is not to be attacked", hex=hex_)
    if not able_attackers(pos, step.side, hex_):
        return deny("R-46", "no unit can attack {hex} any more", hex=hex_)
    return None


@rule("AIRB-18", "R-99")
def may_drop(pos: Pos, step: Resolving, hex_: HexId) -> Refusal | None:
    """Any, but whoever was found must be attacked while his finder can."""
    if hex_ not in open_hexes(pos):
        return deny("R-99", "{hex} is not to be attacked", hex=hex_)
    if found_in(pos, hex_) and able_finders(pos, step.side, hex_):
        return deny("AIRB-18", "those found in {hex} must be attacked", hex=hex_)
    return None


def able_finders(pos: Pos, side: Side, hex_: HexId) -> frozenset[UnitId]:
    """Who has found paratroopers in a hex and can attack them."""
    return pos.within(CombatPhase).finders.intersection(able_attackers(pos, side, hex_))


def attacks_panel(pos: Pos, hexes: Iterable[HexId]) -> Panel:
    """What is still to be fought, with the guns of the attack."""
    guns = pos.within(CombatPhase).guns
    rows = [Row(pos.board.called(h), ", ".join(guns.get(h, ())), rule="SOP-17") for h in hexes]
    return Panel("Attacks", tuple(rows), hexes=tuple(hexes))


# --- an attack being put together ---------------------------------------------------------------


class Attack(Phase, tag="attack"):
    """Units are named for a declared attack; nothing binds before it is committed."""

    title = "Combat Phase"
    target: HexId
    units: tuple[UnitId, ...] = ()
    #: Defenders over a limit whom the attacker would rather exclude than others (CBT-5).
    spare: tuple[UnitId, ...] = ()

    def plan(self, pos: Pos) -> Plan:
        """What is put together so far."""
        phase, hex_ = pos.within(CombatPhase), self.target
        guns = phase.guns.get(hex_, ())
        bare = Plan(
            side=self.side,
            target=hex_,
            units=self.units,
            guns=guns,
            doubled=phase.doubled.intersection(guns),
            leaders=phase.leaders.get(hex_, ()),
        )
        return with_defenders(pos, bare, self.spare)

    @rule("CBT-1", "CBT-5", "R-48", "R-99")
    def ask(self, pos: Pos) -> Decision:
        able = [u for u in able_attackers(pos, self.side, self.target) if u not in self.units]
        return Decision(
            self.side,
            f"Choose who attacks {pos.board.called(self.target)}.",
            rule="R-48",
            waiting="The enemy prepares an attack.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, self.plan(pos)),
            offers=(
                Offer("attack", able, may_join),
                Offer("release", self.units),
                Offer("choose", self.excludable(pos)),
                Offer("commit", guard=may_commit),
                Offer("cancel"),
            ),
        )

    @rule("CBT-5")
    def excludable(self, pos: Pos) -> list[str]:
        """Defenders whom the attacker may exclude in place of others."""
        plan = self.plan(pos)
        stack = defending_stack(pos, self.side, self.target)
        if len(stack) == len(plan.defenders):
            return []
        return [f"{_SPARE}{u}" for u in plan.defenders if self.swaps(pos, plan, u)]

    def swaps(self, pos: Pos, plan: Plan, unit: UnitId) -> bool:
        """Would naming a defender change who defends?"""
        return unit not in with_defenders(pos, plan, (unit, *self.spare)).defenders

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("attack", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("release", unit):
                hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
            case Action("choose", deed):
                unit = deed.removeprefix(_SPARE)
                others = tuple(u for u in self.spare if u != unit)
                hand.become(self.but(spare=(unit, *others)))
            case _ if action == CANCEL:
                hand.pop()
            case _ if action == COMMIT:
                self.bind(hand)

    @rule("R-35", "R-46", "R-81", "R-99", "SOP-15")
    def bind(self, hand: Deal) -> None:
        """The attack is made; who is named has attacked. The guns of the defence are shown."""
        pos = hand.now
        plan = self.plan(pos)
        cover = written(pos, pos.game.enemy(self.side), self.target)
        hand.note(CombatPhase, resolved=self.target, fought=self.units)
        hand.note(PlayerTurn, stirred=(*self.units, *plan.guns))
        for unit in self.units:
            stop_building(hand, unit)
        hand.become(Battle(side=self.side, plan=replace(plan, cover=cover)))


@rule("CBT-1", "CBT-2", "R-45")
def may_join(pos: Pos, step: Attack, unit: UnitId) -> Refusal | None:
    """A unit that can attack the hex, as many as may attack out of its own."""
    if unit in step.units:
        return deny("R-46", "{unit} attacks already", unit=unit)
    refusal = why_no_attacker(pos, step.side, unit) or why_out_of_reach(pos, unit, step.target)
    if refusal is not None:
        return refusal
    here = pos.unit(unit).at
    return why_too_many(pos, (*(u for u in step.units if pos.unit(u).at == here), unit))


@rule("AIRB-18", "CBT-9")
def may_commit(pos: Pos, step: Attack, _: str) -> Refusal | None:
    """Somebody attacks; whoever has found paratroopers is among them."""
    if not step.units:
        return deny("CBT-9", "nobody attacks")
    finders = able_finders(pos, step.side, step.target)
    if found_in(pos, step.target) and not finders <= set(step.units):
        return deny("AIRB-18", "whoever found them attacks them")
    return None


# --- the phase ----------------------------------------------------------------------------------


class Combat(CombatPhase, tag="combat"):
    """The Combat Phase."""

    title = "Combat Phase"
    stages = (
        Search,
        Declaring,
        DefensiveSupport,
        OffensiveSupport,
        DefendingLeaders,
        AttackingLeaders,
        Resolving,
    )

    @rule("R-99")
    def finish(self, hand: Deal) -> None:
        """What was written down for combats that did not happen is forgotten."""
        hand.open(hand.game.enemy(self.side), SUPPORT)
        hand.pop()


#: For the list of the game's steps.
FIGHTING: tuple[type[Step], ...] = (
    Combat, Search, Declaring, DefensiveSupport, OffensiveSupport, DefendingLeaders,
    AttackingLeaders, Resolving, Attack, Battle, MoraleLevel,
)  # fmt: skip
