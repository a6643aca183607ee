"""8.2.14, 8.2.16 Aircraft over roads: who passes under a double attack may lose a level."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decisions import Side, rule
from grognard.engine import Phase
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.points import interdicted
from grognard.games.korsun44.state import Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("8.2.14", "8.2.16")
def strafed(pos: Pos, side: Side, hexes: Sequence[HexId]) -> tuple[HexId, ...]:
    """The hexes of a way, the one where it begins included, under as many SPs as there can be."""
    if not pos.state.missions:
        return ()
    most = pos.game.charts.limits["interdiction_most"].number
    flown = interdicted(pos, side)
    return tuple(hex_ for hex_ in hexes if flown.get(hex_, 0) >= most)


class Strafing(Phase, tag="strafing"):
    """Every unit rolls for every such hex of its way."""

    title = "Interdiction"
    units: tuple[UnitId, ...]
    hexes: tuple[HexId, ...]
    #: How many rolls have been made: for each hex one of each unit.
    done: int = 0

    def act(self, hand: Deal) -> None:
        while self.done < len(self.units) * len(self.hexes):
            unit = self.units[self.done % len(self.units)]
            if hand.unit(unit).at in hand.game.board.grid:
                place = self.hexes[self.done // len(self.units)]
                hand.roll("interdiction", 2, side=self.side, place=place)
                return
            self = self.but(done=self.done + 1)
            hand.become(self)
        hand.pop()

    @rule("8.2.14", "A21")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """A level is lost on four or less."""
        unit = self.units[self.done % len(self.units)]
        hex_ = self.hexes[self.done // len(self.units)]
        hand.become(self.but(done=self.done + 1))
        hit = sum(dice) <= hand.game.charts.limits["interdiction_loss"].number
        deed = "is hit from the air" if hit else "gets through under attack"
        hand.tell("interdiction", f"{{unit}} {deed} in {{place}}.", rule="8.2.14", side=self.side,
                  dice=dice, hexes=(hex_,), units=(unit,), unit=unit,
                  place=hand.game.board.called(hex_))  # fmt: skip
        if hit:
            lose_level(hand, unit, rule="8.2.14")
