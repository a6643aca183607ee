"""10.1 - 10.6, 10.25 The combat phase, attacks being put together, momentum."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grognard.decisions import (
    CANCEL,
    COMMIT,
    DONE,
    PASS,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.engine import Phase
from grognard.games.storm41.airborne import brigades, why_no_brigade, why_no_drop
from grognard.games.storm41.artillery import why_not_fire, why_too_many
from grognard.games.storm41.battle import Battle, Fought
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.forecast import forecast_panel
from grognard.games.storm41.losses import line
from grognard.games.storm41.state import AXIS, Deal, Pos
from grognard.games.storm41.supply import supply_of
from grognard.games.storm41.turn import CombatPhase, is_surprise
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId

# --- 10.1  the phase ----------------------------------------------------------------------


class Combat(CombatPhase, tag="combat"):
    """Prepared assaults one after another, in any order, or none."""

    title = "Combat Phase"

    @rule("5.4-b", "5.7-b", "10.1", "10.5")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose an enemy hex to attack, or end the phase.",
            rule="10.1",
            calm=True,
            offers=(
                Offer("target", contacts(pos, self), may_be_attacked, exact=True),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.push(Attack(side=self.side, target=action.arg))

    def hear(self, hand: Deal, value: Fought | None) -> None:
        """After a battle there may be momentum."""
        step = momentum_after(hand.now, self, value) if isinstance(value, Fought) else None
        if step is not None:
            hand.push(step)


def contacts(pos: Pos, phase: CombatPhase) -> tuple[HexId, ...]:
    """The enemy hexes that may be attacked now, in board order."""
    facts = (phase.fought, phase.attacked, pos.state.scenario)
    name = ("contacts", phase.side)
    found: tuple[HexId, ...] = pos.columns.keep(name, facts, lambda: _contacts(pos, phase))
    return found


@rule("10.1", "10.3", "10.4")
def _contacts(pos: Pos, phase: CombatPhase) -> tuple[HexId, ...]:
    grid, enemy = pos.board.grid, pos.game.enemy(phase.side)
    targets = set(_front(pos, enemy)) - phase.attacked
    found: set[HexId] = set()
    for here in _front(pos, phase.side):
        ahead = [h for h in grid.neighbours(here) if h in targets and h not in found]
        found.update(_reached(pos, phase, pos.at(here), ahead) if ahead else ())
    return tuple(sorted(found, key=grid.index.__getitem__))


def _front(pos: Pos, side: Side) -> list[HexId]:
    """The hexes of a side that have an enemy next to them."""
    held = pos.columns.block[pos.columns.layout.row("units", side)] > 0
    facing = np.flatnonzero(held & near(pos.columns, pos.game.enemy(side), 1))
    return [pos.board.grid.hexes[number] for number in facing.tolist()]


def _reached(
    pos: Pos, phase: CombatPhase, units: Iterable[UnitId], ahead: Iterable[HexId]
) -> list[HexId]:
    """Of these hexes those on which units of one stack may begin an attack."""
    printed = pos.game.printed
    for unit in units:
        if not printed[unit].is_artillery and why_not_fight(pos, phase, unit) is None:
            return [h for h in ahead if why_not_reach(pos, unit, h) is None]
    return []


def enemies_before(pos: Pos, phase: Phase, here: HexId) -> list[HexId]:
    """The neighbours of a hex that enemies hold."""
    enemy, count = pos.game.enemy(phase.side), pos.columns.count
    return [h for h in pos.board.grid.neighbours(here) if count("units", enemy, h)]


@rule("10.4", "10.10-b", "11.9", "R-114")
def why_not_fight(pos: Pos, phase: CombatPhase, unit: UnitId) -> Refusal | None:
    """What keeps a unit from any prepared assault: it has made one, it has no attack factor, or
    it is a T-34 brigade without company in its hex.
    """
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    if piece.side != phase.side or here not in pos.board.grid:
        return deny("10.1", "{unit} is no unit of yours on the map", unit=unit)
    if unit in phase.fought:
        return deny("10.4", "{unit} has attacked in this phase", unit=unit)
    if not piece.attack:
        return deny("10.10-b", "{unit} never attacks", unit=unit)
    if piece.kind == "t34" and not _has_company(pos, here):
        return deny("11.9", "{unit} is without other units", unit=unit)
    return None


def _has_company(pos: Pos, hex_: HexId) -> bool:
    """Is anybody in a hex but T-34 brigades and artillery?"""
    return any(pos.game.piece(u).kind not in ("t34", "artillery") for u in pos.at(hex_))


@rule("7.1", "10.1", "10.15", "R-9", "R-69", "R-75")
def why_not_reach(pos: Pos, unit: UnitId, target: HexId) -> Refusal | None:
    """A neighbouring hex, not across the sea; for Hungarians and Romanians in their country."""
    grid, theatre = pos.board.grid, pos.game.theatre(pos)
    here, nation = pos.unit(unit).at, pos.game.piece(unit).nation
    if here not in grid or not grid.adjacent(here, target):
        return deny("10.1", "{unit} is not next to {hex}", unit=unit, hex=target)
    if theatre.barred[grid.index[here], grid.side(here, target)]:
        return deny("10.15", "water lies before {hex}", hex=target)
    if target not in theatre.homes.get(nation, theatre.land):
        return deny("7.1", "{hex} is not in the country of {unit}", hex=target, unit=unit)
    return None


@rule("10.1", "10.4", "R-96", "R-130")
def may_be_attacked(pos: Pos, phase: Combat, target: HexId) -> Refusal | None:
    """An enemy hex that was no object of an assault in this phase, and that somebody reaches."""
    if not pos.columns.count("units", pos.game.enemy(phase.side), target):
        return deny("10.1", "no enemy unit is in {hex}", hex=target)
    if target in phase.attacked:
        return deny("10.4", "{hex} was attacked in this phase", hex=target)
    if target in contacts(pos, phase):
        return None
    return deny("10.1", "no unit can attack {hex}", hex=target)


# --- 10.3, 10.6  an attack being put together ---------------------------------------------------


class Attack(Phase, tag="attack"):
    """A target, attackers, droppers. Nothing binds before `commit`. By `momentum` only these
    units attack.
    """

    title = "Attack"
    target: HexId
    units: tuple[UnitId, ...] = ()
    drops: tuple[UnitId, ...] = ()
    momentum: tuple[UnitId, ...] = ()

    @property
    def plan(self) -> Plan:
        """What is put together so far."""
        return Plan(self.side, self.target, self.units, self.drops)

    @rule("10.3", "10.6-a", "10.7", "R-126")
    def ask(self, pos: Pos) -> Decision:
        """One target only; of a stack any units may attack."""
        return Decision(
            self.side,
            f"Put the attack on {pos.board.called(self.target)} together.",
            rule="10.3",
            waiting="The enemy prepares an attack.",
            auto=False,
            panel=lambda pos: forecast_panel(pos, self.plan),
            offers=(
                Offer("attack", candidates(pos, self), may_attack),
                Offer("support", brigades(pos, self.plan), may_drop),
                Offer("release", (*self.units, *self.drops)),
                Offer("commit", guard=may_commit),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("attack", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case Action("support", unit):
                hand.become(self.but(drops=(*self.drops, unit)))
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
            drops=tuple(u for u in self.drops if u != unit),
        )

    @rule("10.4", "10.7", "R-126", "R-139")
    def bind(self, hand: Deal) -> None:
        """The attack is made and cannot be called off."""
        hand.note(
            CombatPhase,
            fought=frozenset((*self.units, *self.drops)),
            attacked=frozenset({self.target}),
            drops=int(bool(self.drops)),
        )
        hand.become(Battle(side=self.side, plan=self.plan))


def candidates(pos: Pos, attack: Attack) -> list[UnitId]:
    """Units of the side around the target that are not in the attack yet."""
    if attack.momentum:
        return [unit for unit in attack.momentum if unit not in attack.units]
    around = pos.board.grid.neighbours(attack.target)
    units = (unit for hex_ in around for unit in pos.at(hex_))
    return [u for u in units if pos.owner(u) == attack.side and u not in attack.units]


@rule("5.8", "7.8-note", "10.3", "10.6-a", "10.25", "11.7-6", "R-97")
def may_attack(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """A neighbour of the target that may fight; one nation only. By momentum those who have
    advanced and nobody else.
    """
    if unit in attack.units:
        return deny("10.4", "{unit} is in this attack", unit=unit)
    if attack.momentum and unit not in attack.momentum:
        return deny("10.25", "{unit} has no momentum", unit=unit)
    phase = pos.within(CombatPhase)
    fresh = phase.but(fought=frozenset()) if attack.momentum else phase
    refusal = why_not_fight(pos, fresh, unit) or why_not_reach(pos, unit, attack.target)
    if refusal is not None:
        return refusal
    nations = {pos.game.piece(u).nation for u in (unit, *attack.units)}
    if len(nations) > 1:
        return deny("5.8", "units of different nations do not attack together")
    if not pos.game.piece(unit).is_artillery:
        return None
    return why_not_fire(pos, unit) or why_too_many(pos, (unit, *attack.units, *attack.drops))


@rule("11.10-2", "11.10-4", "R-120")
def may_drop(pos: Pos, attack: Attack, unit: UnitId) -> Refusal | None:
    """Brigades into an ordinary assault."""
    if attack.momentum:
        return deny("R-120", "no drop supports an attack by momentum")
    return why_no_brigade(pos, attack.plan, unit)


@rule("10.7", "11.7-1", "11.10-2", "R-126")
def may_commit(pos: Pos, attack: Attack, _: str) -> Refusal | None:
    """Somebody but artillery attacks; what was taken back may have broken a limit."""
    if not line(pos, attack.units):
        return deny("10.1", "no unit but artillery attacks")
    refusal = why_too_many(pos, (*attack.units, *attack.drops))
    if refusal is None and attack.drops:
        return why_no_drop(pos, attack.plan)
    return refusal


# --- 10.25  momentum ----------------------------------------------------------------------------


class Momentum(Phase, tag="momentum"):
    """Units that have just advanced may attack again at once, out of their new hex."""

    title = "Momentum"
    here: HexId
    units: tuple[UnitId, ...]

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Attack again out of {pos.board.called(self.here)}, or pass.",
            rule="10.25",
            waiting="The enemy may attack again.",
            auto=False,
            panel=lambda _: Panel(units=self.units, hexes=(self.here,)),
            offers=(Offer("target", targets_of(pos, self), may_follow_up), Offer("pass")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == PASS:
            hand.pop()
        else:
            hand.push(Attack(side=self.side, target=action.arg, momentum=self.units))

    @rule("10.25")
    def hear(self, hand: Deal, value: Fought | None) -> None:
        """Success gives momentum once more, any number of times."""
        if isinstance(value, Fought):
            step = momentum_after(hand.now, self, value)
            if step is None:
                hand.pop()
            else:
                hand.become(step)


@rule("5.13-4", "10.25", "11.7-6", "11.10-4", "R-97", "R-120")
def momentum_after(pos: Pos, phase: Phase, fought: Fought) -> Momentum | None:
    """Supplied units that advanced, with enemies before them; on turn 1 the Soviets only."""
    if phase.side == AXIS and is_surprise(pos):
        return None
    units = tuple(u for u in fought.advanced if supply_of(pos, u) != "out")
    step = Momentum(side=phase.side, here=fought.target, units=units)
    return step if targets_of(pos, step) else None


def targets_of(pos: Pos, step: Momentum) -> list[HexId]:
    """The enemy hexes that may be attacked by momentum."""
    around = enemies_before(pos, step, step.here)
    return [hex_ for hex_ in around if may_follow_up(pos, step, hex_) is None]


@rule("10.4", "10.25", "R-96", "R-97")
def may_follow_up(pos: Pos, step: Momentum, target: HexId) -> Refusal | None:
    """One adjacent hex, also one that was attacked before."""
    if not pos.columns.count("units", pos.game.enemy(step.side), target):
        return deny("10.1", "no enemy unit is in {hex}", hex=target)
    attack = Attack(side=step.side, target=target, momentum=step.units)
    return _first_to(pos, attack, step.units)


def _first_to(pos: Pos, attack: Attack, units: Iterable[UnitId]) -> Refusal | None:
    """None if one of these units may attack, else why not."""
    refusal = deny("10.25", "nobody has the momentum to attack {hex}", hex=attack.target)
    for unit in units:
        found = may_attack(pos, attack, unit)
        if found is None:
            return None
        refusal = found
    return refusal
