"""Combats of Red Parachutes whose dice have fallen, for the tests of what follows."""

from collections.abc import Sequence
from typing import Any, cast

from tests.rules.kanev43.sketches import SLUG

from grognard.decisions import Decision, Offer
from grognard.engine import Hand, Phase
from grognard.games.kanev43.aftermath import Aftermath
from grognard.games.kanev43.charts import Effect, Result
from grognard.games.kanev43.fight import Fight
from grognard.games.kanev43.sequence import AxisTurn, SovietTurn
from grognard.games.kanev43.state import AXIS, DEAD, Pos
from grognard.games.kanev43.turn import CombatPhase
from grognard.registry import load
from grognard.testing import sketch

#: The hex under attack; its neighbours are 0403 (north), 0503, 0504, 0405 (south), 0304, 0303.
TARGET = "0404"
FIELD = "board 8 x 8\n"


class Hold(CombatPhase, tag="hold"):
    """A phase that waits."""

    def ask(self, pos: Pos) -> Decision:
        return Decision(self.side, "It is over.", auto=False, offers=(Offer("done"),))


class Wait(Phase, tag="wait"):
    """Nothing is left to do."""

    def ask(self, pos: Pos) -> Decision:
        return Decision(AXIS, "It is over.", auto=False, offers=(Offer("done"),))


def _effect(text: str) -> Effect:
    number = text.rstrip("dZ").replace("-", "0")
    return Effect(int(number), text.endswith("d"), text.endswith("Z"))


def result_of(cell: str) -> Result:
    """A cell of the combat table as it is printed."""
    attacker, _, defender = cell.partition("/")
    return Result(_effect(attacker), _effect(defender))


def fought(
    text: str,
    attackers: str,
    defenders: str,
    cell: str,
    *,
    side: str = AXIS,
    turn: int = 2,
    dice: Sequence[int] = (),
    **facts: Any,
) -> Pos:
    """The first question after a combat on 0404 with this result. An empty cell: called off."""
    for name in ("failed", "excess", "guns", "doubled", "cover", "engineers", "armour"):
        if name in facts:
            facts[name] = tuple(facts[name].split())
    fight = Fight(side=side, target=TARGET, attackers=tuple(attackers.split()),
                  defenders=tuple(defenders.split()), **facts)  # fmt: skip
    result = result_of(cell) if cell else None
    phases = (AxisTurn if side == AXIS else SovietTurn)(side=side)
    agenda = (phases, Hold(side=side), Aftermath(side=side, fight=fight, result=result))
    pos = sketch(load(SLUG), f"{FIELD}turn {turn}\n{text}", agenda=agenda)
    return cast(Pos, Hand(pos, dice=dice).begin())


def lost(pos: Pos, *units: str) -> tuple[int, ...]:
    """The steps that units have lost."""
    return tuple(pos.unit(unit).lost for unit in units)


def where(pos: Pos, *units: str) -> tuple[str, ...]:
    """Where units are."""
    return tuple(pos.unit(unit).at for unit in units)


def is_dead(pos: Pos, unit: str) -> bool:
    """Is a unit eliminated?"""
    return pos.unit(unit).at == DEAD


def is_over(pos: Pos) -> bool:
    """Is everything settled that follows a combat?"""
    return pos.top.tag == "hold"
