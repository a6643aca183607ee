"""5.1.8 Losses: levels that the owner takes off units of his choice."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import RuleId, Side, rule
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.state import DEAD, Deal, Pos
from grognard.mechanics.losses import Account, Due, Share
from grognard.mechanics.paying import Paying
from grognard.pieces import UnitId


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


class Losses(Paying, tag="losses"):
    """Levels to be lost, one after another; where there is a choice the owner is asked. Reports
    the units that have lost some.
    """

    question = "Choose a unit to lose a level"

    def steps_of(self, pos: Pos, unit: UnitId) -> int:
        """The levels of a unit; the dead have none."""
        return 0 if pos.unit(unit).at == DEAD else pos.game.levels(pos, unit)

    def lose(self, hand: Deal, unit: UnitId, rule: RuleId) -> None:
        lose_level(hand, unit, rule=rule)
