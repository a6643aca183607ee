"""20 Soviet airborne brigades."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grognard.decisions import (
    CANCEL,
    Action,
    Decision,
    Offer,
    Part,
    Refusal,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Phase
from grognard.games.ukraine43.flood import flooded
from grognard.games.ukraine43.losses import eliminate
from grognard.games.ukraine43.state import AIRBORNE, AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.zones import near
from grognard.pieces import UnitId

if TYPE_CHECKING:
    from grognard.board import Board, Mask


@rule("20.2-4")
def open_country(board: Board) -> frozenset[HexId]:
    """The hexes that are neither marsh nor built over, where brigades may be dropped."""
    settled = {*board.tagged("town"), *board.tagged("city")}
    marsh = ("marsh", "wooded_marsh")
    return frozenset(h for h in board.grid if board.terrain_of(h) not in marsh) - settled


@rule("20.1-1", "20.2-1", "20.2-2", "20.2-5", "20.2-7", "R-61")
def may_drop_brigade(pos: Pos, side: Side) -> Refusal | None:
    """Soviets, in clear weather, as long as a brigade is in the box; one in the early turns."""
    limits = pos.game.charts.limits
    if side != SOVIET or "airborne" in pos.game.scene(pos).without:
        return deny("20.2-1", "you have no airborne brigades")
    if not pos.at(AIRBORNE):
        return deny("20.2-5", "no brigade is left")
    if pos.state.weather != "clear":
        return deny("20.2-1", "the weather is not clear")
    early = pos.turn <= limits["early_turns"].number
    if early and pos.state.dropped >= limits["early_drops"].number:
        return deny("20.2-7", "one brigade has been dropped in these turns")
    return None


@rule("20.4-1")
def landed(pos: Pos) -> list[UnitId]:
    """The brigades that were dropped in this turn."""
    units, index, turn = pos.state.units, pos.game.index, pos.turn
    return [u for u in pos.game.brigades if units[index[u]].landed == turn]


@rule("20.2-3", "20.2-4", "20.2-6", "R-61", "R-106")
def why_no_drop(pos: Pos, step: DropZone, hex_: HexId) -> Refusal | None:
    """An empty hex near a Soviet combat unit, open country, away from German air units."""
    board = pos.board
    if hex_ not in pos.game.theatre(pos).land or hex_ in flooded(pos):
        return deny("R-61", "{hex} is no land in play", hex=hex_)
    if any(pos.columns.count("units", side, hex_) for side in pos.game.sides):
        return deny("20.2-3", "{hex} is not empty", hex=hex_)
    if not _in_range(pos)[board.grid.index[hex_]]:
        return deny("20.2-3", "no Soviet combat unit is near {hex}", hex=hex_)
    if hex_ not in pos.game.open_country:
        return deny("20.2-4", "{hex} is no drop zone", hex=hex_)
    if hex_ in _watched(pos):
        return deny("20.2-6", "a German air unit is near {hex}", hex=hex_)
    return None


def drop_zones(pos: Pos) -> list[HexId]:
    """All hexes where a brigade may be dropped, in board order."""
    columns, grid, open_country = pos.columns, pos.board.grid, pos.game.open_country
    zones = _in_range(pos) & ~pos.game.theatre(pos).closed
    for side in pos.game.sides:
        zones &= columns.block[columns.layout.row("units", side)] == 0
    barred = _watched(pos) | flooded(pos)
    found = [grid.hexes[number] for number in np.flatnonzero(zones).tolist()]
    return [h for h in found if h in open_country and h not in barred]


def _in_range(pos: Pos) -> Mask:
    distance = pos.game.charts.limits["drop_range"].number
    return near(pos.columns, SOVIET, distance, layer="combat")


def _watched(pos: Pos) -> frozenset[HexId]:
    """The hexes near German air units."""
    grid, distance = pos.board.grid, pos.game.charts.limits["drop_air"].number
    there = [pos.unit(u).at for u in pos.game.of_role.get((AXIS, "air"), ())]
    return frozenset([h for at in there if at in grid for h in grid.within(at, distance)])


class DropZone(Phase, tag="drop zone"):
    """The choice of the hex where the next brigade is dropped, and its landing."""

    title = "Air drop"
    hex: HexId = ""

    def unit(self, pos: Pos) -> UnitId:
        return pos.at(AIRBORNE)[0]

    def ask(self, pos: Pos) -> Decision | None:
        return Decision(
            SOVIET,
            f"Choose where {self.unit(pos)} is dropped.",
            rule="20.2-3",
            auto=False,
            offers=(
                Offer("place", drop_zones(pos), why_no_drop, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
            return
        hand.become(self.but(hex=action.arg))
        hand.roll("air drop", side=SOVIET, place=action.arg)

    @rule("20.1-2", "20.3-1", "20.3-2", "20.3-3", "20.3-4", "20.4-1", "20.4-2", "R-61", "R-70")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """It lands intact, Disrupted, or not at all; worse under German eyes."""
        pos, unit, hex_ = hand.now, self.unit(hand.now), self.hex
        parts = [Part(dice[0], "die", "20.3-1")]
        if in_enemy_zone(pos, SOVIET, hex_):
            figure = pos.game.charts.modifiers["zoc"]
            parts.append(Part(figure.number, figure.title, figure.rule))
        result = pos.game.charts.landing(total(parts))
        hand.tell("drop", "{unit} is dropped over {place}: {result}.", rule="20.3-1", side=SOVIET,
                  dice=dice, parts=parts, units=(unit,), hexes=(hex_,), unit=unit, result=result,
                  place=pos.board.called(hex_))  # fmt: skip
        hand.pop()
        hand.change(dropped=pos.state.dropped + 1)
        if result == "eliminated":
            eliminate(hand, unit, "20.3-3")
            return
        hand.set(unit, landed=pos.turn, disrupted=result == "disrupted")
        hand.enter(unit, hex_, by="drop")
