"""What the tests of the turn in Ukraine '43 do again and again: let a sketched phase run."""

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.decisions import Event
from grognard.games.ukraine43.state import Pos
from grognard.hand import Hand
from grognard.steps import Step
from grognard.testing import sketch

SLUG = "ukraine43"


def run(text: str, dice: Iterable[int] = (), **state: object) -> Pos:
    """A sketch that runs to its first question; the dice show this. Fields of the state that a
    sketch has no words for are given by name.
    """
    pos = sketch(SLUG, text)
    if state:
        pos = pos.game.position(replace(pos.state, **state))
    return Hand(pos, dice=list(dice)).begin()


def start(scenario: str = "campaign", **state: object) -> Pos:
    """A scenario set up and not begun, with some fields of its state changed."""
    game = sketch(SLUG, "").game
    made = game.set_up(game.scenario(scenario), game.make_options({}), "seed")
    pos: Pos = game.position(replace(made, **state))
    return pos


def opened(pos: Pos, *steps: Step, dice: Iterable[int] = ()) -> Pos:
    """A position with these steps open, run to its first question."""
    again: Pos = pos.game.position(replace(pos.state, agenda=steps))
    return Hand(again, dice=list(dice)).begin()


def events(pos: Pos, kind: str) -> list[Event]:
    """The events of a kind that the last action has led to."""
    return [event for event in pos.events if event.kind == kind]


def told(pos: Pos, kind: str) -> list[str]:
    """Their sentences."""
    return [str(event) for event in events(pos, kind)]
