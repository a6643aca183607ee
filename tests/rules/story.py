"""Playthroughs as texts that people read: every question, its answer, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.decisions import Event, Part
from grognard.position import Position

AnyPosition = Position[Any, Any, Any]


def written(head: str, moves: Iterable[tuple[AnyPosition, str, AnyPosition]]) -> str:
    """A playthrough as text: each action with the positions before and after it."""
    lines, phase = [head], ""
    for number, (before, action, after) in enumerate(moves, 1):
        title = heading(before)
        if title != phase:
            lines += ["", f"=== {title}", ""]
        phase = title
        lines += entry(number, before, action, after)
    return "\n".join(lines) + "\n"


def heading(pos: AnyPosition) -> str:
    """The turn, and the two outermost steps that have a title."""
    steps = dict.fromkeys(step.title for step in pos.state.agenda if step.title)
    return f"Turn {pos.turn}: {', '.join(list(steps)[:2])}"


def entry(number: int, before: AnyPosition, action: str, after: AnyPosition) -> Iterator[str]:
    """A question, what was done, and what came of it."""
    assert before.decision is not None
    open_ = len(before.actions())
    yield f"{number:4} {before.side}, {before.decision.rule}, {open_} open: {before.prompt}"
    yield f"     > {action}"
    for event in after.events:
        yield from told(event)


def told(event: Event) -> Iterator[str]:
    """An event with its rule, its dice and its parts."""
    yield f"       {event} [{event.rule}]"
    if event.dice:
        yield f"         dice {' '.join(map(str, event.dice))}"
    for part in event.parts:
        yield f"         {summand(part)}"


def summand(part: Part) -> str:
    """A part of a number in words."""
    return f"{part.amount:+d} {part.reason} [{part.rule}]"
