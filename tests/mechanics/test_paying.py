"""The step in which losses are taken."""

from typing import Any

from grognard.decisions import Action, RuleId
from grognard.mechanics.losses import Account, Due
from grognard.mechanics.paying import Paying, may_pay
from grognard.pieces import UnitId


class Toll(Paying, tag="toll"):
    """Losses of units whose steps stand in a plain mapping."""

    question = "Choose a man to be lost"

    def steps_of(self, pos: dict[UnitId, int], unit: UnitId) -> int:
        return pos[unit]

    def lose(self, hand: Any, unit: UnitId, rule: RuleId) -> None:
        hand.now[unit] -= 1
        hand.lost.append((unit, rule))


class Table:
    """A hand that keeps what a step does."""

    def __init__(self, step: Toll, **steps: int) -> None:
        self.now, self.step = steps, step
        self.lost: list[tuple[UnitId, RuleId]] = []
        self.report: object = None

    def become(self, step: Toll) -> None:
        self.step = step

    def pop(self, report: object) -> None:
        self.report = report


def toll(steps: int, *units: UnitId) -> Toll:
    return Toll(side="red", account=Account((Due(steps, "red", "7.1", (units,)),)))


def test_who_has_a_choice_is_asked() -> None:
    """The question says what is wanted and how many; whoever is named loses a step, by the rule of
    the loss.
    """
    table = Table(toll(1, "a", "b"), a=1, b=1)
    decision = table.step.ask(table.now)
    assert decision is not None
    assert (decision.side, decision.rule) == ("red", "7.1")
    assert decision.prompt == "Choose a man to be lost (1 to lose)."
    assert decision.offers[0].candidates == ("a", "b")
    table.step.take(table, Action("lose", "b"))
    assert table.lost == [("b", "7.1")]
    assert table.step.ask(table.now) is None


def test_where_there_is_no_choice_nobody_is_asked() -> None:
    """All of them go, one after the other, and then the step reports who has lost one."""
    table = Table(toll(2, "a", "b"), a=1, b=1)
    assert table.step.ask(table.now) is None
    while table.report is None:
        table.step.act(table)
    assert table.now == {"a": 0, "b": 0}
    assert table.report == ("a", "b")


def test_others_do_not_pay() -> None:
    """Somebody who is not in the account is refused, and so is one who has nothing left."""
    step = toll(1, "a", "b")
    assert may_pay({"a": 1, "b": 1}, step, "a") is None
    assert str(may_pay({"a": 1, "b": 0}, step, "b")) == "7.1: b has no step left to lose"
    assert str(may_pay({"a": 1, "b": 1}, step, "c")) == "7.1: c does not pay these losses"
