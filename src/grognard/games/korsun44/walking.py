"""Groups that go back or follow after a combat: who goes together, and hex by hex which way."""

from __future__ import annotations

from typing import ClassVar

from grognard.decisions import (
    CANCEL,
    STOP,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    RuleId,
    deny,
    rule,
)
from grognard.engine import Phase
from grognard.games.korsun44.state import Deal, Pos
from grognard.hexes import HexId
from grognard.mechanics.retreat import Ways
from grognard.pieces import UnitId
from grognard.words import listed


class Order(Phase, tag="order"):
    """Units that go back or may follow, one after another or in groups. HQs `along` go with others
    only.
    """

    units: tuple[UnitId, ...]
    along: tuple[UnitId, ...] = ()


class Walking(Phase, tag="walking"):
    """Units of one hex go a way together; they walk when it is chosen."""

    #: The verb of a step, the rule of the way, and the rule that lets others come along.
    verb: ClassVar[str]
    way_rule: ClassVar[RuleId]
    group_rule: ClassVar[RuleId]
    waiting: ClassVar[str]

    start: HexId
    units: tuple[UnitId, ...]
    path: tuple[HexId, ...] = ()

    def ways(self, pos: Pos) -> Ways:
        """The ways that are open to them."""
        raise NotImplementedError

    def walk(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """They go, and report it."""
        raise NotImplementedError

    def marked(self) -> tuple[HexId, ...]:
        """The hexes that the panel shows."""
        return (self.start, *self.path)

    def ask(self, pos: Pos) -> Decision:
        ways = pos.keep(_ways)
        mates = () if self.path else tuple(u for u in pos.at(self.start) if u not in self.units)
        return Decision(
            self.side,
            f"Choose the next hex of {listed(self.units)}.",
            rule=self.way_rule,
            waiting=self.waiting,
            auto=bool(self.path),
            panel=lambda _: Panel(self.title, units=self.units, hexes=self.marked()),
            offers=(
                Offer(self.verb, ways.next_hexes, ways.guard),
                Offer("join", mates, may_come_along),
                *((Offer("stop"),) if self.path and ways.may_stop else ()),
                *(() if self.path else (Offer("cancel"),)),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("join", unit):
                hand.become(self.but(units=(*self.units, unit)))
            case _ if action == STOP:
                self.walk(hand, self.path)
            case _ if action == CANCEL:
                hand.pop()
            case Action(_, hex_) if hand.now.keep(_ways).after(hex_):
                hand.become(self.but(path=(*self.path, hex_)))
            case Action(_, hex_):
                self.walk(hand, (*self.path, hex_))


def _ways(pos: Pos) -> Ways:
    return pos.within(Walking).ways(pos)


@rule("E4", "E31")
def may_come_along(pos: Pos, step: Walking, unit: UnitId) -> Refusal | None:
    """Others of the hex who have the same order, or an HQ with them, before the first step."""
    order = pos.within(Order)
    if step.path or unit in step.units or unit not in (*order.units, *order.along):
        return deny(step.group_rule, "{unit} does not go with them", unit=unit)
    if pos.unit(unit).at != step.start:
        return deny(step.group_rule, "{unit} is in another hex", unit=unit)
    return None
