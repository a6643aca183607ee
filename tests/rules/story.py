"""Playthroughs as texts that people read: every question, its answer, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grognard.decisions import Event, Part
from grognard.position import Position

AnyPosition = Position[Any, Any, Any]
#: An action with the positions before and after it.
Played = tuple[AnyPosition, str, AnyPosition]


# --- playing from a script ---------------------------------------------------------------


def spelled_out(script: str, actions_of: Callable[[str], list[str]]) -> Iterator[str]:
    """Every action of a script. A line is an action, or several in short, which `actions_of`
    spells out; what follows "#" is for readers.
    """
    for line in script.splitlines():
        said = line.partition("#")[0].strip()
        yield from actions_of(said) if said else ()


def stack(units: list[str]) -> list[str]:
    """How a stack is put together."""
    return [f"select {units[0]}", *(f"join {unit}" for unit in units[1:])]


def played(
    pos: AnyPosition, actions: Iterable[str], answer: Callable[[Any], str | None]
) -> Iterator[Played]:
    """Every action played; `answer` answers the questions between them, or None: the next action
    of the script does.
    """
    for action in actions:
        # A move that must stop, or may not go on, has stopped already.
        if action == "stop" and pos.top.tag != "moving":
            continue
        chosen: str | None = action
        while chosen:
            after = pos.apply(chosen)
            yield pos, chosen, after
            pos, chosen = after, answer(after)


# --- writing it down ---------------------------------------------------------------------


def written(head: str, moves: Iterable[Played]) -> str:
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
