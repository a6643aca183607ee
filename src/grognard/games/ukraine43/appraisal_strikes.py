"""13 Mobile Assaults that a computer player might make: which stack, from where, against whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.appraise import Strike, Troop
from grognard.games.ukraine43.exploitation import Exploitation
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.charges import charge
from grognard.players.moves import imagine
from grognard.players.packages import Planner
from grognard.players.threat import Range

if TYPE_CHECKING:
    from grognard.games.ukraine43.appraisal import Appraisal43

#: What an assault must bring: the same units might have a marker for Second Combat instead.
WORTH = 0.5
#: So many are looked at closely, those first that promise most.
FEW = 8


def strikes(appraisal: Appraisal43, pos: Pos) -> Iterator[Strike]:
    """13.1: the assaults that pay, the best first. What they promise is worked out on paper; the
    engine says which of them may be made.
    """
    if not isinstance(pos.top, Exploitation):
        return
    hopes = sorted(_hopes(appraisal, pos), key=lambda one: (-one[0], one[1], one[2]))
    for worth, units, target in hopes[:FEW]:
        orders = charge(appraisal, pos, units, target)
        if orders:
            yield Strike(orders, worth, f"an assault on {pos.board.called(target)}")


def _hopes(appraisal: Appraisal43, pos: Pos) -> Iterator[tuple[float, tuple[UnitId, ...], HexId]]:
    """Every stack with every enemy hex that it may come next to."""
    side = pos.side
    enemies = {t.hex for t in appraisal.troops(pos, pos.game.enemy(side))}
    there = Range(appraisal, pos, side)
    rows = {t.id: row for t, row in zip(there.troops, there.there, strict=True)}
    for stack in _stacks(pos, there.troops):
        row = rows[stack[0].id]
        for target in sorted(enemies):
            near = [h for h in appraisal.links(target) if row[there.atlas.index[h]]]
            units = tuple(t.id for t in stack)
            if near and (worth := _worth(appraisal, pos, units, near[0], target)) > 0:
                yield worth, units, target


def _stacks(pos: Pos, troops: Sequence[Troop]) -> list[tuple[Troop, ...]]:
    """The mechanised units that may move: those of one hex together, and each by itself."""
    free = {one.arg for one in pos.actions() if one.verb == "select"}
    by_hex: dict[HexId, list[Troop]] = {}
    for troop in troops:
        if troop.id in free and pos.game.piece(troop.id).is_mechanised:
            by_hex.setdefault(troop.hex, []).append(troop)
    every = [tuple(stack) for stack in by_hex.values() if len(stack) > 1]
    return every + [(troop,) for stack in by_hex.values() for troop in stack]


def _worth(
    appraisal: Appraisal43, pos: Pos, units: tuple[UnitId, ...], here: HexId, target: HexId
) -> float:
    """What an assault from a hex would bring beyond what it must."""
    paper = imagine(pos, dict.fromkeys(units, here))
    planner = Planner(appraisal, paper, pos.side, seasoned=True)
    able = [t for t in planner.able if t.id in units]
    return planner.package(target, able).worth - WORTH if able else -WORTH
