"""A game without rules: a board, three pieces, and whatever steps a test brings along."""

from __future__ import annotations

from typing import Any

from grognard.board import Board
from grognard.decisions import Action, Decision, Offer
from grognard.engine import Game, Hand, Phase, Position, Scenario, Step
from grognard.pieces import Piece, UnitId
from grognard.state import Options, State, Unit

RED, BLUE = "red", "blue"

MAP = """
map: Toy
grid: {shape: flat, columns: [1, 3], rows: [1, 3]}
letters: {".": clear}
terrain: |
  ...
  ...
  ...
boxes:
  out: {}
  tray: {side: red, shows: count}
  pocket: {side: red, shows: nothing}
"""

PIECES = tuple(
    Piece(id=name, side=side) for name, side in (("ann", RED), ("abe", RED), ("bob", BLUE))
)


class ToyOptions(Options, frozen=True, kw_only=True):
    loud: bool = False


class ToyUnit(Unit, frozen=True, gc=False, kw_only=True):
    hurt: int = 0


class ToyState(State, frozen=True, gc=False, kw_only=True):
    options: ToyOptions
    units: tuple[ToyUnit, ...]
    points: int = 0


class Question(Phase, tag="question"):
    """Asks its side for one of some names, and pops with the answer."""

    names: tuple[str, ...] = ("yes", "no")
    auto: bool = True
    calm: bool = False

    def ask(self, pos: Any) -> Decision:
        offers = (Offer("choose", self.names),)
        return Decision(self.side, "Well?", "1", offers, auto=self.auto, calm=self.calm)

    def take(self, hand: Any, action: Action) -> None:
        hand.pop(action.arg)


class Toy(Game[ToyState, ToyUnit]):
    slug = "toy"
    title = "Toy"
    sides = (RED, BLUE)
    state_type = ToyState
    options_type = ToyOptions
    steps = (Question,)
    opening: tuple[Step, ...] = (Question(side=RED),)

    def blank(self, scenario: Any, options: Any, seed: str) -> ToyState:
        return ToyState(
            game=self.slug,
            scenario=scenario.id,
            options=options,
            seed=seed,
            agenda=self.opening,
            units=tuple(ToyUnit(id=piece.id, at="out") for piece in self.pieces),
            control="." * len(self.board.grid),
        )

    def set_up(self, scenario: Any, options: Any, seed: str) -> ToyState:
        return self.blank(scenario, options, seed)


def make(kind: type[Toy] = Toy, *agenda: Step, steps: tuple[type[Step], ...] = ()) -> Toy:
    """A toy game with this agenda; its steps are those of the agenda and further ones."""
    kinds = dict.fromkeys((Question, *(type(step) for step in agenda), *steps))

    class Made(kind):  # type: ignore[misc, valid-type]
        steps = tuple(kinds)
        opening = agenda or kind.opening

    scenario = Scenario(id="only", title="Only", turns=3)
    game: Toy = Made(Board.parse(MAP), PIECES, {"only": scenario})
    return game


def begin(*agenda: Step, steps: tuple[type[Step], ...] = (), kind: type[Toy] = Toy) -> AnyPos:
    """A toy game run to its first question."""
    return make(kind, *agenda, steps=steps).start(seed=1)


AnyPos = Position[Any, Any, Any]
AnyHand = Hand[Any, Any, Any]

__all__ = ["BLUE", "MAP", "PIECES", "RED", "AnyHand", "AnyPos", "Question", "Toy", "UnitId"]
