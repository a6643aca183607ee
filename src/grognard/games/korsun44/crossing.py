"""8.2.17 - 8.2.22 Attacks from the air on units that cross a big river without a bridge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from grognard.decisions import Side, rule
from grognard.engine import Phase
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.effects import lose_level
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.theatre import BIG_RIVER
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: A hex that was entered over a river, and the attacks on it.
Crossed = tuple[HexId, int]


@rule("8.2.17", "8.2.20", "8.2.22", "F9")
def crossing_attacks(pos: Pos, side: Side, a: HexId, b: HexId) -> int:
    """The dice that each unit of a side throws that goes from a hex over a big river to the next;
    none over a bridge.
    """
    crosses = pos.board.crosses(BIG_RIVER, a, b)
    if not crosses or stands(pos, pos.board.grid.hexside(a, b)):
        return 0
    missions = (m for m in pos.state.missions if m.kind == "crossing" and m.side != side)
    return sum(m.strength for m in missions if m.at == b)


def crossed(pos: Pos, side: Side, path: Sequence[HexId]) -> tuple[Crossed, ...]:
    """The hexes of a way that were entered under attack."""
    if not pos.state.missions:
        return ()
    found = ((b, crossing_attacks(pos, side, a, b)) for a, b in pairwise(path))
    return tuple((hex_, attacks) for hex_, attacks in found if attacks)


@rule("8.2.20")
def crossing_losses(pos: Pos, dice: Iterable[int]) -> int:
    """The levels that a unit loses by these dice."""
    return sum(die >= pos.game.charts.limits["crossing_loss"].number for die in dice)


class CrossingFire(Phase, tag="crossing fire"):
    """Every unit throws a die for every attack on the hexes that it has entered."""

    title = "River crossing"
    units: tuple[UnitId, ...]
    hexes: tuple[Crossed, ...]
    #: How many throws have been made: for each hex one of each unit.
    done: int = 0

    @rule("8.2.20", "8.2.21")
    def act(self, hand: Deal) -> None:
        """The next unit that is still there."""
        if self.done == len(self.units) * len(self.hexes):
            hand.pop()
        elif hand.unit(self.unit).at in hand.game.board.grid:
            hex_, attacks = self.hexes[self.done // len(self.units)]
            hand.roll("river crossing", attacks, side=self.side, place=hex_)
        else:
            hand.become(self.but(done=self.done + 1))

    @property
    def unit(self) -> UnitId:
        """Whose throw it is."""
        return self.units[self.done % len(self.units)]

    @rule("8.2.20")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """A level for every six."""
        unit, losses = self.unit, crossing_losses(hand.now, dice)
        hand.become(self.but(done=self.done + 1))
        hand.tell("crossing", "{unit} crosses under attack and loses {levels}.", rule="8.2.20",
                  side=self.side, dice=dice, units=(unit,), unit=unit, levels=losses)  # fmt: skip
        for _ in range(min(losses, hand.game.levels(hand.now, unit))):
            lose_level(hand, unit, rule="8.2.20")
