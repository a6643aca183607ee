"""R-48 What follows the dice of a combat: losses, standing fast, retreat, advance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from grognard.decisions import rule
from grognard.engine import Sequence, Step
from grognard.games.kanev43.advance import Advance, Advancing
from grognard.games.kanev43.artillery import spend
from grognard.games.kanev43.charts import Effect, Result
from grognard.games.kanev43.effects import disrupt
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.leaders import Danger
from grognard.games.kanev43.losses import (
    Losses,
    alive,
    attackers_account,
    casualties,
    combatants,
    defenders_account,
    waverers,
)
from grognard.games.kanev43.retreat import Retreat
from grognard.games.kanev43.setback import Setback, Suffered, leaders_in
from grognard.games.kanev43.standfast import StandFast
from grognard.games.kanev43.state import Deal, Order, Pos
from grognard.games.kanev43.turn import is_night
from grognard.hexes import HexId
from grognard.pieces import UnitId

Party = Literal["attacker", "defender"]


class Before(Struct, frozen=True):
    """A unit as it went into the combat."""

    at: HexId
    lost: int
    order: Order


class Burden(Struct, frozen=True):
    """What a result costs a side: steps that are due, hexes that its units must go back; steps
    that were paid, by whom and for standing, and the hexes that they went.
    """

    casualties: int = 0
    steps: int = 0
    hexes: int = 0
    hits: tuple[UnitId, ...] = ()
    stood: int = 0
    gone: int = 0

    @property
    def unpaid(self) -> int:
        """What nobody was left to fulfil."""
        return self.casualties - len(self.hits) - self.stood - self.gone


# --- losses and retreats ------------------------------------------------------------------------


@rule("LSS-2", "CRT-16", "R-48", "R-58")
def take_stock(after: Aftermath, hand: Deal) -> None:
    """Everybody as he went in, and what the result costs either side."""
    pos, result = hand.now, after.result
    attack, defence = casualties(pos, after.fight, result) if result else (0, 0)
    hand.become(
        after.but(
            before=dict(after.involved(pos)),
            attacker=_burden(pos, "attacker", attack),
            defender=_burden(pos, "defender", defence),
        )
    )


def _burden(pos: Pos, who: Party, number: int) -> Burden:
    split = pos.game.charts.split(who, number)
    return Burden(number, split.steps, split.hexes)


@rule("CRT-16", "R-48")
def defender_pays(after: Aftermath, hand: Deal) -> None:
    """The defender loses steps first."""
    steps = after.defender.steps
    if steps:
        hand.become(after.but(defender=replace(after.defender, steps=0)))
        account = defenders_account(hand.now, after.fight, steps)
        hand.push(Losses(side=hand.game.enemy(after.side), account=account))


@rule("CRT-16", "R-48")
def attacker_pays(after: Aftermath, hand: Deal) -> None:
    """Then the attacker."""
    steps = after.attacker.steps
    if steps:
        hand.become(after.but(attacker=replace(after.attacker, steps=0)))
        account = attackers_account(hand.now, after.fight, steps)
        hand.push(Losses(side=after.side, account=account))


@rule("R-48")
def defender_falls_back(after: Aftermath, hand: Deal) -> None:
    """The defender stands or retreats before the attacker does."""
    after.set_back(hand, "defender")


@rule("R-48")
def attacker_falls_back(after: Aftermath, hand: Deal) -> None:
    """Then the attacker."""
    after.set_back(hand, "attacker")


# --- night, ammunition, supply, leaders ---------------------------------------------------------


@rule("NGT-6", "NGT-7", "R-73", "R-102")
def tire_at_night(after: Aftermath, hand: Deal) -> None:
    """At night an attack disrupts all who made it and the guns that helped, unless the result or
    doubled fire has done so.
    """
    if not is_night(hand.now):
        return
    guns = (gun for gun in after.fight.guns if gun not in after.fight.doubled)
    for unit in alive(hand.now, (*after.fight.attackers, *guns)):
        if hand.unit(unit).order == after.before[unit].order:
            disrupt(hand, unit, rule="NGT-6")


@rule("ART-3", "R-40")
def count_shells(after: Aftermath, hand: Deal) -> None:
    """A die for each unit that supported the defence."""
    left = [gun for gun in alive(hand.now, after.fight.cover) if gun not in after.counted]
    if left:
        hand.become(after.but(counted=(*after.counted, left[0])))
        hand.roll("ammunition", side=hand.game.enemy(after.side), place=hand.unit(left[0]).at)


@rule("SUP-13", "R-104")
def exhaust_attackers(after: Aftermath, hand: Deal) -> None:
    """Who attacks without supply, guns included, is isolated."""
    isolate(hand, (*after.fight.attackers, *after.fight.guns), "SUP-13")


@rule("SUP-14", "R-104")
def exhaust_defenders(after: Aftermath, hand: Deal) -> None:
    """One die for all defenders without supply that have survived."""
    if after.result is not None and not after.judged and after.cut_off(hand.now):
        hand.become(after.but(judged=True))
        hand.roll("isolation", side=hand.game.enemy(after.side), place=after.fight.target)


def isolate(hand: Deal, units: tuple[UnitId, ...], rule_id: str) -> None:
    """Those of the units that are out of supply are isolated."""
    for unit in alive(hand.now, units):
        if hand.unit(unit).supply == "out":
            hand.set(unit, supply="isolated")
            hand.tell("supply", "{unit} is isolated.", rule=rule_id, side=hand.game.owners[unit],
                      units=(unit,), unit=unit)  # fmt: skip


@rule("LDR-5", "R-101")
def endanger_leaders(after: Aftermath, hand: Deal) -> None:
    """A leader whose stack has lost steps is in danger, once for all of them."""
    for leader in sorted(after.before):
        steps = after.steps_beside(hand.now, leader)
        if steps and leader not in after.tested:
            hand.become(after.but(tested=(*after.tested, leader)))
            hand.push(Danger(side=hand.game.owners[leader], leader=leader, steps=steps))
            return


# --- advance ------------------------------------------------------------------------------------


@rule("ADV-1", "ADV-2", "SFT-3", "R-63", "R-64", "R-105")
def follow(after: Aftermath, hand: Deal) -> None:
    """If the hex is empty the attackers, and who is with them, may advance."""
    pos, fight = hand.now, after.fight
    if after.followed or after.is_held(pos):
        return
    hand.become(after.but(followed=True))
    units = tuple(after.victors(pos))
    if units:
        length = max(1, after.defender.gone, after.defender.unpaid)
        hand.push(Advance(side=after.side, target=fight.target, length=length, units=units))


class Aftermath(Sequence, tag="aftermath"):
    """A combat has been fought, or called off: then it has no result (R-07). `side` attacked."""

    title = "Combat"
    fight: Fight
    result: Result | None
    before: Mapping[UnitId, Before] = {}
    attacker: Burden = Burden()
    defender: Burden = Burden()
    #: Sides that have stood or gone back, guns and leaders that have had their dice.
    settled: tuple[Party, ...] = ()
    counted: tuple[UnitId, ...] = ()
    judged: bool = False
    tested: tuple[UnitId, ...] = ()
    followed: bool = False

    stages = (take_stock, defender_pays, attacker_pays, defender_falls_back, attacker_falls_back,
              tire_at_night, count_shells, exhaust_attackers, exhaust_defenders,
              endanger_leaders, follow)  # fmt: skip

    # --- who ------------------------------------------------------------------------------

    def involved(self, pos: Pos) -> Iterator[tuple[UnitId, Before]]:
        """All who took part, and all units and leaders of their hexes; supporting guns."""
        fight, enemy = self.fight, pos.game.enemy(self.side)
        own = (*fight.attackers, *waverers(pos, fight))
        stacks = {(self.side, pos.unit(unit).at) for unit in own} | {(enemy, fight.target)}
        found = dict.fromkeys((*own, *fight.defenders, *fight.guns))
        for side, hex_ in sorted(stacks):
            found |= dict.fromkeys((*combatants(pos, side, hex_), *leaders_in(pos, side, hex_)))
        for unit in found:
            now = pos.unit(unit)
            yield unit, Before(now.at, now.lost, now.order)

    @rule("R-101")
    def steps_beside(self, pos: Pos, leader: UnitId) -> int:
        """The steps that the stack of a leader has lost; none for who is no leader on the map."""
        if not pos.game.piece(leader).is_leader or not alive(pos, (leader,)):
            return 0
        post, side = self.before[leader].at, pos.owner(leader)
        stack = (u for u, was in self.before.items() if was.at == post and pos.owner(u) == side)
        return sum(pos.unit(unit).lost - self.before[unit].lost for unit in stack)

    @rule("SUP-14")
    def cut_off(self, pos: Pos) -> tuple[UnitId, ...]:
        """The defenders that are out of supply."""
        living = alive(pos, self.fight.defenders)
        return tuple(unit for unit in living if pos.unit(unit).supply == "out")

    @rule("R-64", "R-105")
    def is_held(self, pos: Pos) -> bool:
        """Is an enemy unit, or a located one, in the target?"""
        there = [u for u in self.fight.defenders if pos.unit(u).at == self.fight.target]
        enemy = pos.game.enemy(self.side)
        return bool(there or pos.columns.count("units", enemy, self.fight.target))

    @rule("ADV-2", "R-49", "R-64")
    def victors(self, pos: Pos) -> Iterator[UnitId]:
        """Attackers, and who was with them, that have not gone back."""
        posts = {self.before[unit].at for unit in self.fight.attackers}
        # In an order that a saved game keeps.
        for unit, was in sorted(self.before.items(), key=lambda pair: pair[0]):
            if pos.owner(unit) == self.side and was.at in posts and pos.unit(unit).at == was.at:
                yield unit

    # --- what the stages do and learn -----------------------------------------------------

    def set_back(self, hand: Deal, who: Party) -> None:
        """A side suffers its letters and its retreat, if there are any."""
        if self.result is None or who in self.settled:
            return
        hand.become(self.but(settled=(*self.settled, who)))
        attacks = who == "attacker"
        effect: Effect = self.result.attacker if attacks else self.result.defender
        burden = self.attacker if attacks else self.defender
        if effect != Effect():
            side = self.side if attacks else hand.game.enemy(self.side)
            posts = {unit: was.at for unit, was in self.before.items()}
            hand.push(Setback(side=side, fight=self.fight, effect=effect, hexes=burden.hexes,
                              posts=posts, hits=burden.hits))  # fmt: skip

    def hear_defender_pays(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(defender=replace(self.defender, hits=hits)))

    def hear_attacker_pays(self, hand: Deal, hits: tuple[UnitId, ...]) -> None:
        hand.become(self.but(attacker=replace(self.attacker, hits=hits)))

    def hear_defender_falls_back(self, hand: Deal, found: Suffered) -> None:
        stood, gone = found.paid, found.hexes
        hand.become(self.but(defender=replace(self.defender, stood=stood, gone=gone)))

    @rule("ART-3", "R-40")
    def hear_count_shells(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """On 1 or 2 a salvo is gone."""
        gun = self.counted[-1]
        if dice[0] <= hand.game.charts.limit("defensive_die"):
            spend(hand, gun, doubled=False)
            hand.tell("ammunition", "{unit} has spent a salvo.", rule="ART-3", dice=dice,
                      side=hand.game.owners[gun], units=(gun,), unit=gun)  # fmt: skip

    @rule("SUP-14", "R-104")
    def hear_exhaust_defenders(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """On 1 to 3 they are isolated."""
        if dice[0] <= hand.game.charts.limit("isolation_die"):
            isolate(hand, self.fight.defenders, "SUP-14")


#: For the list of the game's steps.
FOLLOWING: tuple[type[Step], ...] = (
    Aftermath, Losses, Setback, StandFast, Retreat, Advance, Advancing,
)  # fmt: skip
