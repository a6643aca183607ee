"""5.3.7, E5 What it costs to stand where one is ordered back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.decisions import Action, Decision, Offer, Panel, Refusal, RuleId, deny, rule
from grognard.engine import Phase
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.retreat import alive_of
from grognard.games.korsun44.state import Deal, Pos
from grognard.pieces import UnitId

#: Users of an ability, of whom one must lose a level if anybody does, and the rule for it.
Users = tuple[RuleId, tuple[UnitId, ...]]


class Standing(Phase, tag="standing"):
    """Levels are paid one at a time while fewer are paid than the largest shortfall of those who
    live. `quiet` units may pay but owe nothing themselves. Reports who has paid.
    """

    title = "Standing"
    shortfall: Mapping[UnitId, int]
    quiet: frozenset[UnitId] = frozenset()
    users: tuple[Users, ...] = ()
    hits: tuple[UnitId, ...] = ()
    paid: int = 0

    @rule("5.3.7", "5.3.8", "E5", "E22")
    def unpaid(self, pos: Pos) -> int:
        """The levels that are still owed."""
        alive = alive_of(pos, self.shortfall)
        most = max((self.shortfall[u] for u in alive if u not in self.quiet), default=0)
        return max(0, most - self.paid)

    def payers(self, pos: Pos) -> tuple[UnitId, ...]:
        """Who may pay the next level: each of several rules narrows the choice."""
        *_, (_, units) = self._narrowed(pos)
        return units

    @rule("5.3.7", "15.1.7", "15.4.3", "E5")
    def _narrowed(self, pos: Pos) -> Iterator[tuple[RuleId, tuple[UnitId, ...]]]:
        """Units whose own shortfall is at least what is owed, users of abilities first."""
        # In an order that a saved game keeps.
        alive, unpaid = alive_of(pos, sorted(self.shortfall)), self.unpaid(pos)
        units = tuple(unit for unit in alive if self.shortfall[unit] >= unpaid)
        yield "E5", units
        for rule_id, users in self.users:
            narrower = tuple(unit for unit in units if unit in users)
            if narrower and not set(users) & set(self.hits):
                units = narrower
                yield rule_id, units

    def ask(self, pos: Pos) -> Decision | None:
        unpaid = self.unpaid(pos)
        payers = self.payers(pos) if unpaid else ()
        if len(payers) < 2:
            return None
        return Decision(
            self.side,
            f"Choose a unit to lose a level for standing ({unpaid} to lose).",
            rule="5.3.7",
            waiting="The enemy takes losses.",
            panel=lambda _: Panel("Standing", units=payers),
            offers=(Offer("lose", payers, may_pay, exact=True),),
        )

    def act(self, hand: Deal) -> None:
        """All is paid, or one unit alone can pay."""
        if self.unpaid(hand.now):
            self.pay(hand, self.payers(hand.now)[0])
        else:
            hand.pop(self.hits)

    def take(self, hand: Deal, action: Action) -> None:
        self.pay(hand, action.arg)

    def pay(self, hand: Deal, unit: UnitId) -> None:
        """A unit loses a level."""
        hand.become(self.but(paid=self.paid + 1, hits=(*self.hits, unit)))
        lose_level(hand, unit, rule="5.3.7")


def may_pay(pos: Pos, step: Standing, unit: UnitId) -> Refusal | None:
    """Whoever is due."""
    if unit not in step.shortfall or unit not in alive_of(pos, (unit,)):
        return deny("5.3.7", "{unit} does not pay for standing", unit=unit)
    for rule_id, units in step._narrowed(pos):
        if unit not in units:
            first = ", ".join(units)
            return deny(rule_id, "{first} must pay before {unit}", first=first, unit=unit)
    return None
