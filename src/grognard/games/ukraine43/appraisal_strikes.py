"""13 Mobile Assaults that a computer player might make: which stack, from where, against whom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from grognard.appraise import Strike, Troop
from grognard.games.ukraine43.exploitation import Exploitation
from grognard.games.ukraine43.state import Pos
from grognard.hexes import HexId
from grognard.players import charges
from grognard.players.moves import imagine
from grognard.players.packages import Planner

if TYPE_CHECKING:
    from grognard.games.ukraine43.appraisal import Appraisal43

#: What an assault must bring: the same units might have a marker for Second Combat instead.
WORTH = 0.5


def strikes(appraisal: Appraisal43, pos: Pos) -> Iterator[Strike]:
    """13.1: the assaults of mechanised units that pay, the best first."""
    if not isinstance(pos.top, Exploitation):
        return iter(())
    printed = pos.game.printed
    return charges.strikes(
        appraisal, pos, lambda unit: printed[unit].is_mechanised, partial(_promise, appraisal, pos)
    )


def _promise(
    appraisal: Appraisal43, pos: Pos, stack: tuple[Troop, ...], here: HexId, target: HexId
) -> float:
    units = [t.id for t in stack]
    paper = imagine(pos, dict.fromkeys(units, here))
    planner = Planner(appraisal, paper, pos.side, seasoned=True)
    able = [t for t in planner.able if t.id in units]
    return planner.package(target, able).worth - WORTH if able else -WORTH
