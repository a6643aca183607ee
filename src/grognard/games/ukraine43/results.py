"""8.4 - 8.9, 9.8 - 9.10 What the dice of a combat mean, and who pays for it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from grognard.decisions import Action, Decision, Offer, Panel, Refusal, rule
from grognard.engine import Phase
from grognard.games.ukraine43.charts import Result, Toll
from grognard.games.ukraine43.losses import lose_step, steps_left
from grognard.games.ukraine43.odds import (
    NOTHING,
    Lost,
    Plan,
    attackers,
    defenders,
    has_heavy_casualties,
    is_superior,
    kinds_among,
    steps_after,
)
from grognard.games.ukraine43.state import Deal, Pos
from grognard.mechanics.losses import Account, Due, ranked
from grognard.pieces import UnitId

# --- reading the dice ---------------------------------------------------------------------


class Stakes(Struct, frozen=True):
    """All that decides about a combat besides its dice: the column, Heavy Casualties, Zhukov,
    German superiority, and whether the defender has a single step.
    """

    column: str
    heavy: bool = False
    zhukov: bool = False
    superior: bool = False
    single: bool = False


def stakes_of(
    pos: Pos, plan: Plan, column: str, *, zhukov: bool = False, lost: Lost = NOTHING
) -> Stakes:
    """All that decides about the combat besides the dice."""
    there = (u for hex_ in plan.targets for u in defenders(pos, plan, hex_))
    return Stakes(
        column,
        heavy=has_heavy_casualties(pos, plan),
        zhukov=zhukov,
        superior=is_superior(pos, plan),
        single=steps_after(pos, there, lost) == 1,
    )


class Verdict(Struct, frozen=True):
    """A result and the steps that it costs: the attacker for the primary die, Heavy Casualties,
    Zhukov and the secondary dice, and the defender.
    """

    result: Result
    primary: int = 0
    heavy: int = 0
    zhukov: int = 0
    secondary: int = 0
    defender: int = 0

    @property
    def attacker(self) -> int:
        """All steps of the attacker."""
        return self.primary + self.heavy + self.zhukov + self.secondary

    def __str__(self) -> str:
        return f"{self.result} {self.attacker}/{self.defender}"


@rule("8.4-5", "8.4-6", "8.5-C", "8.5-EX-1", "8.5-DR2X-2", "8.9-1", "8.9-4", "8.9-5", "9.10-1",
      "26.1C", "R-73", "T-1")  # fmt: skip
def read_dice(pos: Pos, stakes: Stakes, faces: tuple[int, ...]) -> Verdict:
    """The primary die gives the result, the others only losses."""
    charts, (first, *others) = pos.game.charts, faces
    result = charts.results[converted(charts.primary[stakes.column, first], stakes)]
    tolls = [_toll(charts.secondary[stakes.column, die], stakes) for die in others]
    waived = result.name == "DR2X" and stakes.single
    return Verdict(
        result.name,
        primary=0 if waived else result.attacker,
        heavy=charts.heavy_casualties(first) if stakes.heavy else 0,
        zhukov=int(stakes.zhukov),
        secondary=sum(toll.attacker for toll in tolls),
        defender=result.defender + sum(toll.defender for toll in tolls),
    )


@rule("9.10-1")
def converted(name: Result, stakes: Stakes) -> Result:
    """Germans by themselves turn a DRX into a DR1."""
    return "DR1" if stakes.superior and name == "DRX" else name


def _toll(toll: Toll, stakes: Stakes) -> Toll:
    both = toll.attacker and toll.defender
    return Toll(0, toll.defender) if stakes.superior and both else toll


# --- 8.6  who pays ------------------------------------------------------------------------


@rule("8.5-EX-3", "8.5-DR2X-3", "8.6-1", "8.6-2", "8.6-4", "8.6-5", "8.9-2", "8.9-3", "9.8-2",
      "9.9B-1", "23.1-1", "26.1C", "R-28", "R-29")  # fmt: skip
def attacker_dues(pos: Pos, plan: Plan, verdict: Verdict) -> tuple[Due, ...]:
    """Primary die, Heavy Casualties, Zhukov, secondary dice, in this order; HQs pay last."""
    anyone = by_need(pos, plan.units)
    sappers = kinds_among(pos, plan.units, "sapper")
    others = by_need(pos, (u for u in plan.units if u not in sappers))
    heavy = (sappers, *others) if sappers else anyone
    side, spread = plan.side, "8.6-2"
    dues = (
        Due(verdict.primary, side, "8.6-4", strongest_first(pos, plan, verdict.result)),
        Due(verdict.heavy, side, "8.9-2" if sappers else "8.9-3", heavy,
            spread="" if sappers else spread),
        Due(verdict.zhukov, side, "26.1C", anyone, spread=spread),
        Due(verdict.secondary, side, "8.6-5", anyone, spread=spread),
    )  # fmt: skip
    return tuple(due for due in dues if due.steps)


@rule("8.6-4", "9.8-2", "R-28", "R-29")
def strongest_first(pos: Pos, plan: Plan, result: Result) -> tuple[tuple[UnitId, ...], ...]:
    """By the attack printed on the side that is up, HQs last; after EX and DR2X the Tigers pay
    for their shift.
    """

    def weakness(unit: UnitId) -> int:
        return -pos.game.piece(unit).values(pos.unit(unit).reduced).attack

    tigers = kinds_among(pos, plan.units, "tiger") if result in ("EX", "DR2X") else ()
    fighting = ranked((u for u in attackers(pos, plan) if u not in tigers), weakness)
    hqs = tuple(u for u in plan.units if pos.game.piece(u).role == "hq")
    return tuple(group for group in (tigers, *fighting, hqs) if group)


@rule("23.1-1")
def by_need(pos: Pos, units: Iterable[UnitId]) -> tuple[tuple[UnitId, ...], ...]:
    """Combat and support units pay before HQs."""
    return ranked(units, lambda unit: pos.game.piece(unit).role == "hq")


@rule("8.6-1", "8.6-2", "8.6-3", "23.1-1", "26.3-1", "R-39")
def defender_dues(pos: Pos, plan: Plan, steps: int) -> tuple[Due, ...]:
    """The defender takes his losses from any of his units, HQs last."""
    there = [u for hex_ in plan.targets for u in defenders(pos, plan, hex_)]
    enemy = pos.game.enemy(plan.side)
    due = Due(steps, enemy, "8.6-3", by_need(pos, there), spread="8.6-2")
    return (due,) if steps and there else ()


class Losses(Phase, tag="losses"):
    """Steps to be lost, one after another; where there is a choice their owner is asked."""

    title = "Losses"
    account: Account

    def ask(self, pos: Pos) -> Decision | None:
        left = self.left(pos)
        if self.account.open(left) is None or self.account.forced(left) is not None:
            return None
        payers = self.account.payers(left)
        return Decision(
            self.side,
            f"Choose the unit that loses a step ({self.account.owed(left)} to lose).",
            rule=self.due(pos).rule,
            panel=lambda _: Panel(units=payers),
            offers=(Offer("lose", payers, may_lose),),
        )

    def left(self, pos: Pos) -> dict[UnitId, int]:
        """The steps that everyone who may have to pay has left."""
        payers = {u for due in self.account.dues for group in due.groups for u in group}
        return {u: steps_left(pos, u) for u in payers if pos.unit(u).at in pos.board.grid}

    def due(self, pos: Pos) -> Due:
        due = self.account.open(self.left(pos))
        assert due is not None
        return due

    @rule("8.6-2", "R-29")
    def act(self, hand: Deal) -> None:
        """Where nobody has a choice the step is taken; what cannot be taken lapses."""
        unit = self.account.forced(self.left(hand.now))
        if unit is None:
            hand.pop()
        else:
            self.pay(hand, unit)

    def take(self, hand: Deal, action: Action) -> None:
        self.pay(hand, action.arg)

    def pay(self, hand: Deal, unit: UnitId) -> None:
        """A unit loses a step."""
        left, rule_id = self.left(hand.now), self.due(hand.now).rule
        hand.become(self.but(account=self.account.pay(unit, left)))
        lose_step(hand, unit, rule_id)


def may_lose(pos: Pos, step: Losses, unit: UnitId) -> Refusal | None:
    """Whoever is due."""
    return step.account.why_not(unit, step.left(pos))
