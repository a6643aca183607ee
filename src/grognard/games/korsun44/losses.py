"""5.1.8 Losses: levels that the owner takes off units of his choice."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Action, Decision, Offer, Panel, Refusal, RuleId, Side, rule
from grognard.engine import Phase
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.state import DEAD, Deal, Pos
from grognard.mechanics.losses import Account, Due, Share
from grognard.pieces import UnitId


def levels_of(pos: Pos, units: Iterable[UnitId]) -> dict[UnitId, int]:
    """The levels that units have left; the dead have none."""
    return {unit: pos.game.levels(pos, unit) for unit in units if pos.unit(unit).at != DEAD}


@rule("5.1.8", "15.1.7", "15.4.3", "A4", "E6", "E19")
def due(
    side: Side, number: int, units: tuple[UnitId, ...], *, rule: RuleId,
    shares: Iterable[tuple[RuleId, tuple[UnitId, ...]]] = (),
) -> Account:  # fmt: skip
    """So many levels of these units; of each group of users of an ability one at least. What
    they have not got lapses.
    """
    parts = tuple(Share(1, rule_id, of) for rule_id, of in shares if of)
    return Account((Due(number, side, rule, (units,), parts),))


class Losses(Phase, tag="losses"):
    """Levels to be lost, one after another; where there is a choice the owner is asked. Reports
    the units that have lost some.
    """

    title = "Losses"
    account: Account

    def ask(self, pos: Pos) -> Decision | None:
        left = self.left(pos)
        owed = self.account.open(left)
        if owed is None or self.account.forced(left) is not None:
            return None
        payers = self.account.payers(left)
        return Decision(
            self.side,
            f"Choose a unit to lose a level ({self.account.owed(left)} to lose).",
            rule=owed.rule,
            waiting="The enemy takes losses.",
            panel=lambda _: Panel(units=payers),
            offers=(Offer("lose", payers, may_lose, exact=True),),
        )

    def left(self, pos: Pos) -> dict[UnitId, int]:
        payers = (u for due in self.account.dues for group in due.groups for u in group)
        return levels_of(pos, payers)

    def act(self, hand: Deal) -> None:
        """Where nobody has a choice the level is lost; what cannot be paid lapses."""
        unit = self.account.forced(self.left(hand.now))
        if unit is None:
            hand.pop(self.account.hits)
        else:
            self.pay(hand, unit)

    def take(self, hand: Deal, action: Action) -> None:
        self.pay(hand, action.arg)

    def pay(self, hand: Deal, unit: UnitId) -> None:
        """A unit loses a level."""
        left = self.left(hand.now)
        owed = self.account.open(left)
        assert owed is not None
        hand.become(self.but(account=self.account.pay(unit, left)))
        lose_level(hand, unit, rule=owed.rule)


def may_lose(pos: Pos, step: Losses, unit: UnitId) -> Refusal | None:
    """Whoever is due."""
    return step.account.why_not(unit, step.left(pos))
