"""Positions of Korsun 1944 to ask computer players about."""

from __future__ import annotations

from typing import Any

from grognard import load
from grognard.decisions import Action
from grognard.games.korsun44.state import SOVIET
from grognard.players import PLAYERS, Budget
from grognard.testing import sketch

SLUG = "korsun44"
GAME: Any = load(SLUG)
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Enough to plan the attacks and to move everybody once.
SMALL = Budget(nodes=20)
READY = Action("choose", "ready")
#: Open country, all of it in supply of both sides.
BLANK = "board 12 x 10\nturn 5\n"


def drawn(*lines: str, phase: str = "combat", side: str = SOVIET) -> Any:
    """Open country with these lines, and a phase of a side."""
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase {phase} {side}"]))


def quiet(pos: Any) -> Action:
    """Sets up, ends every phase that can be ended, and takes what comes."""
    actions: list[Action] = pos.actions()
    if READY in actions and (pos.at("muster") or pos.top.tag == "spreading"):
        return READY
    verbs = ("done", "commit", "stop", "target", "attack")
    return next((one for verb in verbs for one in actions if one.verb == verb), actions[0])


def begun(
    scenario: str = "korsun", side: str = SOVIET, tag: str = "movement", turn: int = 1
) -> Any:
    """A phase of a side, before which nobody has done anything."""
    pos = GAME.start(scenario, seed=1)
    while (pos.side, pos.top.tag, pos.turn) != (side, tag, turn):
        pos = pos.apply(quiet(pos))
    return pos
