"""The step in which losses are taken: one after another, by whoever has the choice."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.decisions import Action, Decision, Offer, Panel, Refusal, RuleId
from grognard.mechanics.losses import Account
from grognard.pieces import UnitId
from grognard.steps import Phase


class Paying(Phase, tag="paying"):
    """Steps of `side` to be lost. Where there is a choice the side that has it is asked; the rest
    goes unasked. Reports the units that have lost a step, each time they did.

    A game says how many steps a unit has left and what it means to lose one.
    """

    title = "Losses"
    #: What is asked, but for how many are to be lost.
    question: ClassVar[str] = "Choose a unit that loses a step"
    account: Account

    def steps_of(self, pos: Any, unit: UnitId) -> int:
        """The steps that a unit has left; the dead have none."""
        raise NotImplementedError

    def lose(self, hand: Any, unit: UnitId, rule: RuleId) -> None:
        """A unit loses a step."""
        raise NotImplementedError

    def left(self, pos: Any) -> dict[UnitId, int]:
        """The steps of all who might pay."""
        payers = {unit for due in self.account.dues for group in due.groups for unit in group}
        return {unit: self.steps_of(pos, unit) for unit in payers}

    def ask(self, pos: Any) -> Decision | None:
        left = self.left(pos)
        due = self.account.open(left)
        if due is None or self.account.forced(left) is not None:
            return None
        payers, picker = self.account.payers(left), self.account.picker(left)
        return Decision(
            picker,
            f"{self.question} ({self.account.owed(left)} to lose).",
            rule=due.rule,
            waiting="The enemy chooses losses.",
            panel=lambda _: Panel(self.title, units=payers),
            offers=(Offer("lose", payers, may_pay, exact=True),),
        )

    def act(self, hand: Any) -> None:
        """Where nobody has a choice the step is lost; what cannot be paid lapses."""
        unit = self.account.forced(self.left(hand.now))
        if unit is None:
            hand.pop(self.account.hits)
        else:
            self.pay(hand, unit)

    def take(self, hand: Any, action: Action) -> None:
        self.pay(hand, action.arg)

    def pay(self, hand: Any, unit: UnitId) -> None:
        """The account is paid down, and the unit has lost a step."""
        left = self.left(hand.now)
        due = self.account.open(left)
        assert due is not None
        hand.become(self.but(account=self.account.pay(unit, left)))
        self.lose(hand, unit, due.rule)


def may_pay(pos: Any, step: Paying, unit: UnitId) -> Refusal | None:
    """Whoever is due."""
    return step.account.why_not(unit, step.left(pos))
