"""6 Stacking: limits by nationality, and the penalty for a stack that is over them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec.structs import replace

from grognard.board import Mask
from grognard.decisions import Action, Decision, Offer, Panel, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.storm41.charts import Charts
from grognard.games.storm41.effects import eliminate
from grognard.games.storm41.state import SIDES, Deal, Pos
from grognard.games.storm41.supply import lives_by_air, supply_of
from grognard.games.storm41.units import LINE
from grognard.hexes import HexId
from grognard.mechanics.columns import Layout
from grognard.mechanics.stacking import Crowding, Limit
from grognard.mechanics.zones import Ground
from grognard.pieces import UnitId

#: What the columns count for the limits: nations of the Axis, Soviet artillery and other Soviets.
NATIONS = ("german", "hungarian", "romanian")
LAYERS = (*NATIONS, LINE, "artillery")


@rule("6.2")
def crowding(charts: Charts, layout: Layout, side: Side, nation: str = "") -> Crowding:
    """The limits of a side for all hexes at once; for units of a nation of the Axis those who
    are of another leave no room at all.
    """
    limits = [
        replace(limit, of=frozenset({LINE}), but=frozenset()) if limit.but else limit
        for limit in charts.stacking[side].limits
    ]
    strangers = frozenset(NATIONS) - {nation}
    if nation in NATIONS:
        limits.append(Limit(rule="6.2", most=0, of=strangers))
    return Crowding(layout, side, limits)


@rule("6.1", "6.2", "6.3", "6.4", "6.5", "6.7", "R-62")
def over(pos: Pos, hex_: HexId, more: Iterable[UnitId] = ()) -> tuple[Refusal, ...]:
    """Every limit that a hex would break with these units added; markers never count."""
    piece = pos.game.piece
    stack = [piece(unit).stacked for unit in dict.fromkeys((*pos.at(hex_), *more))]
    side = piece(stack[0].id).side if stack else ""
    return pos.game.charts.stacking[side].over(stack) if side else ()


@rule("6.1", "6.2", "6.3", "6.4", "6.5", "R-62")
def full(pos: Pos, units: Iterable[UnitId]) -> Mask:
    """The hexes ([hex]) where these units of one nation may not end a move: they would be over a
    limit, or with units of another nation.
    """
    room, layers = _room_for(pos, units)
    return room.over(pos.columns, layers)


@rule("6.1", "6.2", "6.3", "6.4", "6.5", "R-62")
def passable(pos: Pos, units: Iterable[UnitId], ground: Ground) -> Ground:
    """The ground on which these units pass through full hexes, but do not stay there."""
    room, layers = _room_for(pos, units)
    return room.passage(pos.columns, ground, layers)


def _room_for(pos: Pos, units: Iterable[UnitId]) -> tuple[Crowding, tuple[str, ...]]:
    pieces = [pos.game.printed[unit] for unit in units]
    return pos.game.room[pieces[0].nation], tuple([piece.layer for piece in pieces])


def _held_by(pos: Pos, nation: str) -> Mask:
    held: Mask = pos.columns.block[pos.columns.layout.row(nation, "axis")] > 0
    return held


@rule("6.1", "6.6")
def overstacked(pos: Pos) -> tuple[HexId, ...]:
    """The hexes in which a side is over its limits, in board order."""
    found: tuple[HexId, ...] = pos.columns.keep("overstacked", None, lambda: _overstacked(pos))
    return found


def _overstacked(pos: Pos) -> tuple[HexId, ...]:
    mixed = sum(_held_by(pos, nation).astype(np.int8) for nation in NATIONS) > 1
    high = [pos.game.crowding[side].over(pos.columns, ()) for side in SIDES]
    wrong: Mask = mixed | high[0] | high[1]
    return tuple(pos.board.grid.hexes[i] for i in np.flatnonzero(wrong))


# --- 6.6  the penalty -----------------------------------------------------------------------


class Penalty(Phase, tag="penalty"):
    """A stack is over its limits: the enemy removes as few units as will do."""

    title = "Overstacking"
    hex: HexId

    @classmethod
    def of(cls, pos: Pos, hex_: HexId) -> Penalty:
        """The penalty for a hex, at the hands of the enemy of those in it."""
        return cls(side=pos.game.enemy(pos.owner(pos.at(hex_)[0])), hex=hex_)

    def ask(self, pos: Pos) -> Decision | None:
        units = surplus(pos, self.hex)
        if not units:
            return None
        return Decision(
            self.side,
            f"{pos.board.called(self.hex)} is overstacked: choose a unit to remove.",
            rule="6.6",
            auto=False,
            panel=lambda _: Panel(hexes=(self.hex,), units=tuple(units)),
            offers=(Offer("lose", units, may_remove, exact=True),),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    @rule("6.6", "R-34", "R-62")
    def take(self, hand: Deal, action: Action) -> None:
        """The unit is eliminated, by its supply state now."""
        pos, unit = hand.now, action.arg
        eliminate(hand, unit, supply_of(pos, unit), rule="6.6", aerial=lives_by_air(pos, unit))


@rule("6.6", "R-62")
def surplus(pos: Pos, hex_: HexId) -> list[UnitId]:
    """The units of an overstacked hex one of which must go: those of the smallest cures."""
    stack = [pos.game.piece(unit).stacked for unit in pos.at(hex_)]
    if not stack:
        return []
    side = pos.owner(stack[0].id)
    cures = pos.game.charts.stacking[side].cures(stack)
    return [one.id for one in stack if any(one.id in cure for cure in cures)]


def may_remove(pos: Pos, step: Penalty, unit: UnitId) -> Refusal | None:
    """One of those whose removal helps."""
    if unit in surplus(pos, step.hex):
        return None
    return deny("6.6", "that would not cure {hex} with the fewest units", hex=step.hex)
