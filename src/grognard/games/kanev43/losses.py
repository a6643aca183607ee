"""LSS Step losses of a combat: how many there are, who pays them, who picks."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import RuleId, Side, rule
from grognard.games.kanev43.charts import Result, half
from grognard.games.kanev43.effects import lose_step
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.state import Deal, Pos
from grognard.hexes import HexId
from grognard.mechanics.losses import Account, Due, Share
from grognard.mechanics.paying import Paying
from grognard.pieces import UnitId


class Losses(Paying, tag="losses"):
    """Steps lost in combat and in retreats."""

    def steps_of(self, pos: Pos, unit: UnitId) -> int:
        return steps_of(pos, unit)

    def lose(self, hand: Deal, unit: UnitId, rule: RuleId) -> None:
        lose_step(hand, unit, rule=rule)


def steps_of(pos: Pos, unit: UnitId) -> int:
    """The steps of a unit on the map."""
    return pos.game.steps_left(pos, unit) if pos.unit(unit).at in pos.board.grid else 0


def alive(pos: Pos, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those of many units that are on the map."""
    return tuple(unit for unit in units if pos.unit(unit).at in pos.board.grid)


# --- who pays -----------------------------------------------------------------------------------


def combatants(pos: Pos, side: Side, hex_: HexId) -> tuple[UnitId, ...]:
    """The units of a side in a hex: neither leaders nor the dispersed."""
    mine = (unit for unit in pos.at(hex_) if pos.owner(unit) == side)
    return tuple(
        u for u in mine if not pos.game.piece(u).is_leader and not pos.unit(u).dispersed
    )  # fmt: skip


@rule("LSS-5", "STK-7", "R-103")
def bystanders(pos: Pos, fight: Fight) -> tuple[UnitId, ...]:
    """Units in the target that were excluded from the defence; those over the limit never pay."""
    there = combatants(pos, pos.game.enemy(fight.side), fight.target)
    return tuple(u for u in there if u not in fight.defenders and u not in fight.excess)


@rule("LSS-3", "LSS-5", "R-103")
def defenders_account(pos: Pos, fight: Fight, steps: int) -> Account:
    """Those who stood firm first, then those who failed; bystanders pay what is left when
    all of them are gone.
    """
    side = pos.game.enemy(fight.side)
    firm = tuple(unit for unit in fight.defenders if unit not in fight.failed)
    weak = tuple(unit for unit in fight.defenders if unit in fight.failed)
    rest = max(0, steps - sum(steps_of(pos, unit) for unit in fight.defenders))
    return Account((
        Due(steps - rest, side, "CRT-16", (firm, weak), order="LSS-3"),
        Due(rest, side, "LSS-5", (bystanders(pos, fight),)),
    ))  # fmt: skip


def waverers(pos: Pos, fight: Fight) -> tuple[UnitId, ...]:
    """The units that were to attack and failed their morale check."""
    return tuple(unit for unit in fight.failed if pos.owner(unit) == fight.side)


@rule("CBT-16", "CBT-27", "CBT-28", "LSS-3", "LSS-4", "R-54", "R-103")
def attackers_account(pos: Pos, fight: Fight, steps: int) -> Account:
    """The best armour pays first if it is outmatched, engineers pay half if they helped, and
    the defender picks half if his guns are much better; who failed pays last.
    """
    enemy = pos.game.enemy(fight.side)
    shares = [
        Share(1, "LSS-4", fight.armour) if fight.armour else None,
        Share(half(steps), "CBT-16", fight.engineers) if fight.engineers else None,
        Share(half(steps), "CBT-28", picker=enemy) if fight.outgunned else None,
    ]
    groups = (fight.attackers, waverers(pos, fight))
    due = Due(steps, fight.side, "CRT-16", groups, tuple(s for s in shares if s), order="LSS-3")
    return Account((due,))


@rule("SFT-3", "CBT-16", "R-62", "R-103")
def standing_account(
    pos: Pos, fight: Fight, side: Side, steps: int, units: tuple[UnitId, ...],
    before: tuple[UnitId, ...],
) -> Account:  # fmt: skip
    """Those who stand pay among them. Engineers who helped owe half of all that the attackers
    lose, so that what they have paid `before` counts.
    """
    shares: tuple[Share, ...] = ()
    if side == fight.side and fight.engineers:
        paid = sum(unit in fight.engineers for unit in before)
        owed = max(0, half(len(before) + steps) - paid)
        shares = (Share(min(steps, owed), "CBT-16", fight.engineers),)
    return Account((Due(steps, side, "SFT-3", (units,), shares),))


# --- how many -----------------------------------------------------------------------------------


@rule("LSS-2", "R-58")
def casualties(pos: Pos, fight: Fight, result: Result) -> tuple[int, int]:
    """The casualties of attacker and defender. Who has not the steps for his own lessens the
    other's by one; both are judged by what is printed.
    """
    split = pos.game.charts.split
    attack, defence = result.attacker.casualties, result.defender.casualties
    attackers = (*fight.attackers, *waverers(pos, fight))
    defenders = (*fight.defenders, *bystanders(pos, fight))
    short = split("attacker", attack).steps > sum(steps_of(pos, u) for u in attackers)
    few = split("defender", defence).steps > sum(steps_of(pos, u) for u in defenders)
    return max(0, attack - few), max(0, defence - short)
