"""R-127 The top unit of a stack, the only one that the enemy sees."""

from __future__ import annotations

import numpy as np

from grognard.decisions import CANCEL, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.storm41.state import Deal, Pos
from grognard.hexes import HexId
from grognard.mechanics.compiling import Int16s
from grognard.pieces import UnitId


@rule("10.7", "R-127")
def lay_under(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """Who comes into a hex lies at the bottom of its stack."""
    others = [other for other in hand.at(hex_) if other != unit]
    if others:
        hand.order(hex_, (unit, *others))


class TopUnit(Phase, tag="top unit"):
    """A player puts one of his units on top of its stack."""

    title = "Top Unit"

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Choose a unit to lie on top of its stack.",
            rule="R-127",
            auto=False,
            offers=(
                Offer("select", buried(pos, self.side), may_lie_on_top, exact=True),
                Offer("cancel"),
            ),
        )

    @rule("R-127")
    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
        if action == CANCEL:
            return
        unit, here = action.arg, hand.unit(action.arg).at
        hand.order(here, (*(u for u in hand.now.at(here) if u != unit), unit))


def has_stacks(pos: Pos, side: Side) -> bool:
    """Does any unit of a side lie under another?"""
    return bool(_heights(pos, side).max() > 1)


def _heights(pos: Pos, side: Side) -> Int16s:
    """How many units of a side are in each hex ([hex])."""
    heights: Int16s = pos.columns.block[pos.columns.layout.row("units", side)]
    return heights


def buried(pos: Pos, side: Side) -> list[UnitId]:
    """The units of a side that lie under others."""
    hexes = pos.board.grid.hexes
    high = (hexes[number] for number in np.flatnonzero(_heights(pos, side) > 1).tolist())
    found = [unit for hex_ in high for unit in pos.at(hex_)[:-1]]
    return sorted(found, key=pos.game.index.__getitem__)


def may_lie_on_top(pos: Pos, step: TopUnit, unit: UnitId) -> Refusal | None:
    """A unit of one's own in a stack."""
    if unit in buried(pos, step.side):
        return None
    return deny("R-127", "{unit} lies under no other unit of yours", unit=unit)
