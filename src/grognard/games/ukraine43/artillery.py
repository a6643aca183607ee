"""22 Soviet artillery divisions."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Refusal, deny, rule
from grognard.games.ukraine43.state import SOVIET, STAVKA, Deal, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId

# --- 22.1, 22.2  barrages -----------------------------------------------------------------


@rule("22.1-1", "22.2", "22.3-4", "22.4-2", "22.5B", "18.1-n", "R-25", "R-74")
def why_no_barrage(
    pos: Pos, unit: UnitId, targets: Iterable[HexId], guns: tuple[UnitId, ...]
) -> Refusal | None:
    """A full division in order fires at most two hexes far; a second one only if one of the two
    is a Guards breakthrough division.
    """
    piece, now, limits = pos.game.piece(unit), pos.unit(unit), pos.game.charts.limits
    if piece.kind != "artillery" or now.at not in pos.board.grid:
        return deny("22.1-1", "{unit} is no artillery on the map", unit=unit)
    if unit in guns:
        return deny("22.1-1", "{unit} fires already", unit=unit)
    if now.disrupted:
        return deny("22.3-4", "{unit} is disrupted", unit=unit)
    if now.spent:
        return deny("22.4-2", "{unit} is depleted", unit=unit)
    reach = limits["barrage_range"].number
    if all(pos.board.grid.distance(now.at, hex_) > reach for hex_ in targets):
        return deny("22.1-1", "the attack is out of the range of {unit}", unit=unit)
    if len(guns) >= limits["barrages"].number:
        return deny("22.2", "two divisions fire already")
    if guns and not any(pos.game.piece(gun).breakthrough for gun in (*guns, unit)):
        return deny("22.2", "one of two divisions must be a Guards breakthrough division")
    return None


@rule("22.4-1", "22.4-2", "22.5C")
def fire(hand: Deal, unit: UnitId) -> None:
    """A regular division that has fired is depleted, a Guards division goes to the Stavka box."""
    if hand.game.piece(unit).depletes:
        hand.set(unit, spent=True)
        return
    here = hand.unit(unit).at
    hand.put(unit, STAVKA)
    hand.tell("reserve", "{unit} goes back to the Stavka reserve.", rule="22.5C", side=SOVIET,
              units=(unit,), hexes=(here,), unit=unit)  # fmt: skip
