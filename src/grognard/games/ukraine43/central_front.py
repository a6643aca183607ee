"""27.1 The Central Front: how far it has come, and what it opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.decisions import rule
from grognard.engine import Phase, Step
from grognard.games.ukraine43.state import SOVIET, Deal, Pos
from grognard.hexes import HexId
from grognard.words import listed

if TYPE_CHECKING:
    from grognard.board import Board

HALF_HEXES = "ABCDEFGHIJ"


class CentralFront(Phase, tag="central front"):
    """3.B: the Soviets roll for the front beyond the north edge of the map."""

    title = "Central Front Phase"

    @classmethod
    @rule("3.B-1", "T-6")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """From turn 6 on, until all half hexes are theirs."""
        early = pos.turn < pos.game.charts.limits["central_front_turn"].number
        idle = "central front" in pos.game.scene(pos).without
        complete = pos.state.half_hexes == len(HALF_HEXES)
        return None if early or idle or complete else cls(side=SOVIET)

    def act(self, hand: Deal) -> None:
        hand.roll("central front", side=SOVIET)

    @rule("27.1-1", "27.1-2")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """They are gained in the order of the alphabet."""
        before = hand.now.state.half_hexes
        gained = HALF_HEXES[before:][: hand.game.charts.half_hexes(dice[0])]
        hand.change(half_hexes=before + len(gained))
        text = "The Central Front is stalled."
        if gained:
            text = "The Central Front gains {half_hexes}."
        hand.tell("central front", text, rule="27.1-1", side=SOVIET, dice=dice,
                  half_hexes=listed(gained) if gained else "")  # fmt: skip
        hand.pop()


@rule("27.2-1", "27.2-5", "T-6")
def beneath(pos: Pos) -> Mapping[HexId, str]:
    """The hexes that lie under half hexes of the Soviets, each with the easternmost: through
    these hexsides, and no other, one comes from there.
    """
    return pos.game.openings[pos.state.half_hexes]


def openings(board: Board) -> tuple[Mapping[HexId, str], ...]:
    """What lies `beneath` the first so many half hexes: none of them, A, A and B, and so on."""
    found: list[dict[HexId, str]] = [{}]
    for letter in HALF_HEXES:
        below = sorted(board.zones.get(f"half_{letter}", ()))
        found.append(found[-1] | {h: letter for h in below if h not in found[-1]})
    return tuple(found)
