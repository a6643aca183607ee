"""2.2 The Supply Phase: lines, want, surrender (10.2), control (4.3), HQs at the bank (14.3)."""

from __future__ import annotations

from grognard.decisions import RuleId, Side, rule
from grognard.engine import Sequence
from grognard.games.korsun44.bridges import note_banks, note_holders
from grognard.games.korsun44.control import take_control
from grognard.games.korsun44.effects import eliminate
from grognard.games.korsun44.state import DEAD, OUT, Deal, Pos
from grognard.games.korsun44.supply import in_supply
from grognard.games.korsun44.victory import judge_at_once
from grognard.pieces import UnitId


@rule("2.2-P6-1", "10.1.2", "10.2.1", "10.2.7", "G1", "G2", "G16")
def trace_lines(phase: SupplyPhase, hand: Deal) -> None:
    """Every unit of the side: with a line its level falls by four, without one it is at least 1."""
    pos = hand.now
    changed = {u: new_want(pos, u) for u in in_play(pos, phase.side)}
    cut = tuple(unit for unit in changed if not in_supply(pos, unit))
    for unit, want in changed.items():
        if want != pos.unit(unit).want:
            hand.set(unit, want=want)
            text, rule_id = _news(want, cut=unit in cut)
            hand.tell("supply", text, rule=rule_id, side=phase.side, units=(unit,), unit=unit,
                      want=want)  # fmt: skip
    hand.become(phase.but(tested=cut))


@rule("10.2.1", "10.2.7", "10.2.8")
def _news(want: int, *, cut: bool) -> tuple[str, RuleId]:
    """What is said of a level that has changed, and by which rule."""
    if cut:
        return "{unit} is out of supply, level {want}.", "10.2.1"
    if want:
        return "{unit} has a line again; its level falls to {want}.", "10.2.7"
    return "{unit} is in supply.", "10.2.8"


def in_play(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side on the map, and those off it who may be out of supply still."""
    owners = pos.game.owners
    away = (DEAD, OUT)
    return [u.id for u in pos.state.units if owners[u.id] == side and u.at not in away]


@rule("10.2.1", "10.2.7", "10.2.8", "G1", "G2", "G16")
def new_want(pos: Pos, unit: UnitId) -> int:
    """The level of a unit after its line has been looked for."""
    want, limits = pos.unit(unit).want, pos.game.charts.limits
    if in_supply(pos, unit):
        return max(want - limits["want_relief"].number, 0)
    rises = 1 if want and pos.state.options.oos_rises else 0
    return max(want + rises, limits["want_first"].number)


@rule("2.2-P6-2", "10.2.6", "G3")
def surrenders(phase: SupplyPhase, hand: Deal) -> None:
    """Units without a line roll, one after the other; at level 2 or less nobody can fail."""
    if phase.tested:
        hand.roll("surrender", 2, side=phase.side, place=hand.unit(phase.tested[0]).at)


def control_changes(phase: SupplyPhase, hand: Deal) -> None:
    """Hexes, then bridges, change hands; then victory at once is looked for."""
    take_control(hand, phase.side)
    if hand.now.state.options.complementary:
        note_holders(hand)
        note_banks(hand, phase.side)
    judge_at_once(hand)


class SupplyPhase(Sequence, tag="supply"):
    """The last phase of a side."""

    title = "Supply Phase"
    stages = (trace_lines, surrenders, control_changes)
    #: Units that have still to take the surrender test.
    tested: tuple[UnitId, ...] = ()

    @rule("10.2.6", "G3")
    def hear_surrenders(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Level less dice above zero: the unit surrenders."""
        unit, *others = self.tested
        hand.become(self.but(tested=tuple(others)))
        want = hand.unit(unit).want
        gives_up = want - sum(dice) > 0
        text = "{unit} surrenders." if gives_up else "{unit} holds out."
        hand.tell("surrender", text, rule="10.2.6", side=self.side, dice=dice, units=(unit,),
                  unit=unit, want=want)  # fmt: skip
        if gives_up:
            eliminate(hand, unit, rule="10.2.6")
