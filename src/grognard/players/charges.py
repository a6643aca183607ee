"""Attacks out of a move: how units come next to an enemy and then upon him."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grognard.appraise import AnyPosition, Appraisal, Strike, Troop
from grognard.decisions import Action, action
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.threat import Range

#: What an assault of a stack out of a hex on another would bring, beyond what it must.
Promise = Callable[[tuple[Troop, ...], HexId, HexId], float]
#: So many are looked at closely, those first that promise most.
FEW = 8


def strikes(
    appraisal: Appraisal, pos: AnyPosition, able: Callable[[UnitId], bool], promise: Promise
) -> Iterator[Strike]:
    """The assaults that pay, of units who are able to make one, the best first. What they promise
    is worked out on paper; the engine says which of them may be made.
    """
    hopes = sorted(_hopes(appraisal, pos, able, promise), key=lambda h: (-h[0], h[1], h[2]))
    for worth, units, target in hopes[:FEW]:
        orders = charge(appraisal, pos, units, target)
        if orders:
            yield Strike(orders, worth, f"an assault on {pos.board.called(target)}")


def _hopes(
    appraisal: Appraisal, pos: AnyPosition, able: Callable[[UnitId], bool], promise: Promise
) -> Iterator[tuple[float, tuple[UnitId, ...], HexId]]:
    """Every stack with every enemy hex that it may come next to."""
    there = Range(appraisal, pos, pos.side)
    rows = {t.id: row for t, row in zip(there.troops, there.there, strict=True)}
    enemies = sorted({t.hex for t in appraisal.troops(pos, pos.game.enemy(pos.side))})
    for stack in _stacks(pos, [t for t in there.troops if able(t.id)]):
        row = rows[stack[0].id]
        for target in enemies:
            near = [h for h in appraisal.links(target) if row[there.atlas.index[h]]]
            if near and (worth := promise(stack, near[0], target)) > 0:
                yield worth, tuple(t.id for t in stack), target


def _stacks(pos: AnyPosition, troops: Sequence[Troop]) -> list[tuple[Troop, ...]]:
    """The troops that may move: those of one hex together, and each by itself."""
    free = {one.arg for one in pos.actions() if one.verb == "select"}
    by_hex: dict[HexId, list[Troop]] = {}
    for troop in troops:
        if troop.id in free:
            by_hex.setdefault(troop.hex, []).append(troop)
    every = [tuple(stack) for stack in by_hex.values() if len(stack) > 1]
    return every + [(troop,) for stack in by_hex.values() for troop in stack]


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
