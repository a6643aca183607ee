"""A player that is stopped in the midst of its thoughts, or has no time for any."""

from __future__ import annotations

from typing import Any

from grognard.decisions import DONE
from grognard.players import PLAYERS, Budget, Memory, Seat, Watch
from grognard.players.evaluate import Staff


def looks_until_stopped(pos: Any) -> list[int]:
    """How often a veteran tells how far it is: stopped at once, and with all its budget. Its
    answer is legal both times, and it never goes back.
    """
    looked: list[int] = []
    for stop in (lambda: True, lambda: False):
        heard: list[float] = []
        watch = Watch(lambda share, text, heard=heard: heard.append(share), stop)  # type: ignore[misc]
        choice = PLAYERS["veteran"].decide(
            pos.view(pos.side), Memory(), seed="1", budget=Budget(nodes=400), watch=watch
        )
        assert choice.action in pos.actions()
        assert heard == sorted(heard)
        looked.append(len(heard))
    return looked


def moved_in_no_time(pos: Any, budget: Budget) -> tuple[float, float]:
    """How much better a position is for the side that moves at the end of its phase, when a veteran
    has moved with this budget, and what share of its troops stand elsewhere. All its orders are
    legal.
    """
    side, appraisal, phase = pos.side, pos.game.appraisal, pos.top.tag
    staff, fights = Staff(appraisal, pos, side), appraisal.fights_after(pos)
    seat, before = Seat(PLAYERS["veteran"], "1", budget), staff.value(pos, fights=fights)
    start = {troop.id: troop.hex for troop in appraisal.troops(pos, side)}
    while (chosen := seat(pos.view(side))) != DONE or pos.top.tag != phase:
        assert chosen in pos.actions()
        pos = pos.apply(chosen)
    away = [t.id for t in appraisal.troops(pos, side) if start.get(t.id, t.hex) != t.hex]
    return staff.value(pos, fights=fights) - before, len(away) / len(start)
