"""Clauses, numbers and outcomes in lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from grognard.board import Board
from grognard.clauses import Clause
from grognard.decisions import Panel, Part, Row, total
from grognard.game import Game
from grognard.state import Outcome
from grognard.steps import Way

_WIDTH = 86


def clause_lines(clause: Clause) -> list[str]:
    """A clause in words."""
    body = wrap(clause.says, _WIDTH)
    return [f"{clause.id} {clause.title} ({clause.kind})", *(f"  {line}" for line in body)]


def outcome_line(game: Game[Any, Any], outcome: Outcome) -> str:
    """How the game ended."""
    who = f"{game.side_title(outcome.winner)} wins" if outcome.winner else "A draw"
    return f"{who} ({outcome.level}): {outcome.reason}. Rule {outcome.rule}."


def part_text(part: Part, per: int = 1) -> str:
    """One term of a number: `+2 hill (8.1-3)`; of its amounts so many make a whole one."""
    amount = f"{part.amount / per:+g}"
    if part.most is not None:
        amount += f" to {part.most / per:+g}"
    return f"{amount} {part.reason}" + (f" ({part.rule})" if part.rule else "")


def part_lines(parts: Iterable[Part], per: int = 1) -> list[str]:
    """The terms of a number, one a line."""
    return [f"  {part_text(part, per)}" for part in parts]


def way_lines(way: Way, board: Board) -> list[str]:
    """The way of a move and what each step of it costs."""
    lines = ["by " + ", ".join(board.called(hex_) for hex_ in way.hexes)]
    lines += part_lines(way.parts, way.per_point)
    lines.append(f"  in all {total(way.parts) / way.per_point:g}")
    return [*lines, f"  left: {way.left}"] if way.left else lines


def panel_summary(panel: Panel) -> list[str]:
    """A panel without the parts of its numbers."""
    title = [panel.title] if panel.title else []
    return [*title, *map(_row_line, panel.rows), *_duties(panel)]


def panel_lines(panel: Panel) -> list[str]:
    """All that a panel shows."""
    lines = [panel.title] if panel.title else []
    for row in panel.rows:
        lines.append(_row_line(row) + (f" ({row.rule})" if row.rule else ""))
        lines += part_lines(row.parts)
    weights = sum(chance.weight for chance in panel.chances)
    for chance in panel.chances:
        good = {1: ", good for you", -1: ", good for the enemy"}.get(chance.good, "")
        lines.append(f"{100 * chance.weight / weights:.1f} % {chance.label}{good}")
    return lines + _duties(panel)


def _row_line(row: Row) -> str:
    value = row.value or (str(total(row.parts)) if row.parts else "")
    return f"{row.label}: {value}" if value else row.label


def _duties(panel: Panel) -> list[str]:
    return [f"due: {duty.text} ({duty.rule})" for duty in panel.duties]
