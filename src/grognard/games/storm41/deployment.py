"""3.4, 3.7, 5.13-8 Where units may be set up freely, and whether a set-up is complete.

The set-up of the Soviet player is judged as a whole (R-143). Scenarios are checked by the same
functions: the ready set-up of each must be one that a player may make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.decisions import Refusal, deny, rule
from grognard.games.storm41.charts import Charts
from grognard.games.storm41.theatre import Theatre
from grognard.games.storm41.units import Piece41
from grognard.hexes import HexId
from grognard.pieces import UnitId

#: Where each free unit has been put.
Placed = Mapping[UnitId, HexId]
Pieces = Mapping[UnitId, Piece41]


@rule("3.4", "3.7", "R-12", "R-23", "R-133")
def why_not_here(theatre: Theatre, piece: Piece41, hex_: HexId) -> Refusal | None:
    """Soviets go anywhere in the Soviet Union, Germans without a code anywhere in Greater
    Germany; tanks stay out of marshes and mountains.
    """
    if piece.side == "soviet" and hex_ not in theatre.start["soviet"]:
        return deny("3.4", "{hex} is not in the Soviet Union", hex=hex_)
    if piece.side == "axis" and hex_ not in theatre.greater_germany:
        return deny("3.7", "{hex} is not in Greater Germany", hex=hex_)
    if not theatre.may_stand(piece, hex_):
        return deny("R-133", "{unit} cannot stand in {hex}", unit=piece.id, hex=hex_)
    return None


def open_duties(
    theatre: Theatre, charts: Charts, pieces: Pieces, placed: Placed
) -> Iterator[Refusal]:
    """What keeps a Soviet set-up from being complete, in the order of the rules."""
    stacks: dict[HexId, list[Piece41]] = {}
    for unit, hex_ in placed.items():
        stacks.setdefault(hex_, []).append(pieces[unit])
    yield from _empty_border(theatre, stacks)
    yield from _split_corps(pieces, placed)
    for hex_, stack in stacks.items():
        for over in charts.stacking["soviet"].over([piece.stacked for piece in stack]):
            text = "{hex}: {reason}"
            yield deny(over.rule, text, hex=hex_, reason=over.text)


@rule("3.4", "R-21")
def _empty_border(theatre: Theatre, stacks: Mapping[HexId, list[Piece41]]) -> Iterator[Refusal]:
    """Every border hex has a unit that is not artillery."""
    for hex_ in theatre.border:
        if all(piece.is_artillery for piece in stacks.get(hex_, ())):
            yield deny("3.4", "border hex {hex} has no garrison", hex=hex_)


@rule("5.13-8", "R-61")
def _split_corps(pieces: Pieces, placed: Placed) -> Iterator[Refusal]:
    """The divisions of a mechanised corps stand together."""
    where: dict[int, set[HexId]] = {}
    for unit, hex_ in placed.items():
        if pieces[unit].corps:
            where.setdefault(pieces[unit].corps, set()).add(hex_)
    for corps, hexes in sorted(where.items()):
        if len(hexes) > 1:
            yield deny("5.13-8", "mechanised corps {corps} is not in one hex", corps=corps)
