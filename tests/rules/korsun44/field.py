"""Small fields on which the rules of Korsun 1944 are shown, and words for them."""

from __future__ import annotations

from typing import Any

from grognard.decisions import Refusal, Side, total
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.game import Korsun44
from grognard.games.korsun44.movement import Movement, StrategicMovement
from grognard.games.korsun44.moving import Moving
from grognard.games.korsun44.sequence import FirstHalf, SecondHalf, Turn
from grognard.games.korsun44.state import SOVIET, Pos
from grognard.registry import load
from grognard.steps import tag_of
from grognard.testing import sketch

SLUG = "korsun44"
GAME: Korsun44 = load(SLUG)  # type: ignore[assignment]
#: Open country of twelve columns and ten rows, 0100 to 1209; turn 5, so that all fronts act.
BLANK = "board 12 x 10\nturn 5\n"


def of(refusal: Refusal | None) -> str:
    """The rule of a refusal, or nothing."""
    return refusal.rule if refusal else ""


def blank(phase: str, side: Side, *lines: str) -> Pos:
    """Open country with some units, and a phase of a side."""
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase {phase} {side}"]))


def moving(side: Side, *lines: str) -> Pos:
    """The Movement Phase of a side in open country."""
    return blank("movement", side, *lines)


def cost(pos: Pos, hex_: str) -> int:
    """What the open move to a hex costs, in sixths of a point; the parts of its way add up."""
    way = pos.way(hex_)
    assert way is not None, f"no way leads to {hex_}"
    assert way.per_point == SIXTHS
    return total(way.parts)


def reached(pos: Pos) -> set[str]:
    """Where the units on the move can go."""
    return {action.arg for action in pos.actions() if action.verb == "move"}


def stopped(pos: Pos) -> Pos:
    """The open move is over, if it is not yet."""
    return pos.apply("stop") if pos.find(Moving) is not None else pos


def half(pos: Pos, side: Side, **facts: Any) -> FirstHalf | SecondHalf:
    """The half-turn of a side."""
    kind = FirstHalf if side == pos.game.scene(pos).first else SecondHalf
    return kind(side=side, **facts)


def strategic(side: Side, marked: str, *lines: str, **facts: Any) -> Pos:
    """The Strategic Movement Phase of a side in open country, these units carrying markers."""
    opened = FirstHalf if side == SOVIET else SecondHalf
    agenda = (
        Turn(stage=tag_of(opened)),
        opened(side=side, stage="strategic movement", marked=frozenset(marked.split()), **facts),
        StrategicMovement(side=side),
    )
    return sketch(SLUG, BLANK + "\n".join(lines), agenda=agenda)


def movement_after(side: Side, text: str, **facts: Any) -> Pos:
    """The Movement Phase of a side in a field of one's own, with some facts of its half-turn."""
    opened = FirstHalf if side == SOVIET else SecondHalf
    agenda = (
        Turn(stage=tag_of(opened)),
        opened(side=side, stage="movement", **facts),
        Movement(side=side),
    )
    return sketch(SLUG, text, agenda=agenda)
