"""4.1, 4.7, 14.5, 25.2 What units may spend on a move, told with its parts."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Panel, Part, Row, rule, total
from grognard.games.ukraine43.state import Pos, Unit43
from grognard.pieces import UnitId


def state_of(pos: Pos, now: Unit43) -> str:
    """The row of the chart of states that limits the movement of a unit."""
    if now.oos:
        return "out_of_supply"
    return "rain" if pos.state.weather == "rain" else "normal"


@rule("4.1-1", "4.1-2", "14.5-2", "25.2-7", "25.2-9", "MISC-1", "MISC-2")
def allowance(pos: Pos, unit: UnitId) -> int:
    """The movement points of a unit now, in halves: printed, less in rain, fewest out of supply."""
    now = pos.unit(unit)
    printed = pos.game.printed[unit].allowances[now.reduced]
    most = pos.game.charts.allowances[state_of(pos, now)].points
    return printed if most is None or printed < most else most


@rule("4.7A-1", "4.8A-2", "4.8A-3", "25.2-7", "R-13", "R-92", "MISC-4")
def extension(pos: Pos, unit: UnitId) -> int:
    """What Extended Movement adds, in halves: nothing for Restricted units but Manstein."""
    now = pos.unit(unit)
    if now.disrupted or is_restricted(pos, unit, manstein=True):
        return 0
    return pos.game.charts.allowances[state_of(pos, now)].extended


@rule("4.8A-1", "4.8A-2", "4.8A-3")
def is_restricted(pos: Pos, unit: UnitId, *, manstein: bool = False) -> bool:
    """Is this a Restricted unit? `manstein`: what is asked is open to Manstein."""
    piece = pos.game.piece(unit)
    return piece.restricted and not (manstein and piece.kind == "leader" and piece.is_german)


@rule("4.1-1", "14.5-2", "25.2-7", "25.2-9", "MISC-1", "MISC-2")
def allowance_parts(pos: Pos, unit: UnitId) -> tuple[Part, ...]:
    """The movement points of a unit now: what is printed, and what its state takes away."""
    now = pos.unit(unit)
    printed = Part(pos.game.piece(unit).values(now.reduced).move, unit, "4.1-1")
    name = state_of(pos, now)
    state = pos.game.charts.allowances[name]
    if state.points is None or state.points >= 2 * printed.amount:
        return (printed,)
    reason = name.replace("_", " ")
    return (printed, Part(state.points // 2 - printed.amount, reason, state.rule))


def points(halves: int) -> str:
    """Movement points as people write them: 2, 2 1/2."""
    whole, half = divmod(max(0, halves), 2)
    return f"{whole or ''}{' ' if whole else ''}1/2" if half else str(whole)


@rule("4.1-4", "R-8")
def move_panel(pos: Pos, units: tuple[UnitId, ...], spent: int, *, single: bool) -> Panel:
    """The allowance of the slowest unit of a stack, and what it has spent; for who moves a
    single hex that is all there is to tell.
    """
    if single:
        return Panel(rows=(Row("Allowance", "one hex", (), "ASOP-5"),), units=units)
    parts = slowest(allowance_parts(pos, unit) for unit in units)
    rows = (Row("Allowance", str(total(parts)), parts, "4.1-4"), Row("Spent", points(spent)))
    return Panel(rows=rows, units=units)


def slowest(allowances: Iterable[tuple[Part, ...]]) -> tuple[Part, ...]:
    """The least of these allowances."""
    return min(allowances, key=total)
