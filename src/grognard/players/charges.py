"""Attacks out of a move: how units come next to an enemy and then upon him."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.appraise import AnyPosition, Appraisal
from grognard.decisions import Action, action
from grognard.hexes import HexId
from grognard.pieces import UnitId


def charge(
    appraisal: Appraisal, pos: AnyPosition, units: Sequence[UnitId], target: HexId
) -> tuple[Action, ...]:
    """The orders by which units of one hex come to assault another by a short way; none if they
    cannot.
    """
    orders = [action("select", units[0]), *(action("join", unit) for unit in units[1:])]
    opened = _after(pos, orders)
    if opened is None:
        return ()
    blow, here = action("assault", target), opened.unit(units[0]).at
    grid = pos.board.grid
    for hex_ in sorted(appraisal.links(target), key=lambda h: (grid.distance(h, here), h)):
        way = [] if hex_ == here else [action("move", hex_)]
        beside = _after(opened, way)
        if beside is not None and beside.why_not(blow) is None:
            return (*orders, *way, blow)
    return ()


def _after(pos: AnyPosition, orders: Sequence[Action]) -> AnyPosition | None:
    """The position after some orders; None if one of them cannot be carried out."""
    for order in orders:
        if pos.outcome is not None or pos.why_not(order) is not None:
            return None
        pos = pos.apply(order)
    return pos
