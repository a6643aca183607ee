"""9.22 Mobile assaults that a German computer player might make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from grognard.appraise import Strike, Troop
from grognard.games.storm41.appraisal_odds import outcomes
from grognard.games.storm41.battle import is_only_artillery
from grognard.games.storm41.differential import Plan
from grognard.games.storm41.movement import Movement
from grognard.games.storm41.state import AXIS, Pos
from grognard.games.storm41.turn import MOVE_FIGHT, PlayerTurn, is_surprise
from grognard.hexes import HexId
from grognard.players import charges
from grognard.players.moves import imagine
from grognard.players.packages import Planner

if TYPE_CHECKING:
    from grognard.games.storm41.appraisal import Appraisal41

#: What an assault must bring: the same units might make a prepared one instead.
WORTH = 0.5


def strikes(appraisal: Appraisal41, pos: Pos) -> Iterator[Strike]:
    """9.22, 11.7-4: the assaults and overruns of panzers and motorised infantry that pay, the best
    first.
    """
    if not isinstance(pos.top, Movement) or pos.side != AXIS or is_surprise(pos):
        return iter(())
    printed = pos.game.printed
    planner = Planner(appraisal, pos, AXIS, seasoned=True)
    return charges.strikes(
        appraisal, pos, lambda unit: printed[unit].joins_assault, partial(_promise, planner)
    )


def _promise(planner: Planner, stack: tuple[Troop, ...], here: HexId, target: HexId) -> float:
    pos: Pos = planner.pos
    if not is_only_artillery(pos, target) and not _is_fit(planner, stack, target):
        return -WORTH
    units = tuple(t.id for t in stack)
    paper = imagine(pos, dict.fromkeys(units, here))
    results = outcomes(paper, Plan(AXIS, target, units, mobile=True))
    return planner.worth(target, stack, results) - WORTH


def _is_fit(planner: Planner, stack: tuple[Troop, ...], target: HexId) -> bool:
    """Most stacks can be told at a glance to have no panzers, or to be too weak."""
    pos: Pos = planner.pos
    printed, theirs = pos.game.printed, planner.theirs[target]
    led = any(printed[t.id].leads_assault for t in stack)
    if not led or pos.within(PlayerTurn).order != MOVE_FIGHT:
        return False
    return sum(t.attack for t in stack) > sum(t.defence for t in theirs)
