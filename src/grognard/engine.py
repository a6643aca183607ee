"""The engine as games import it: everything that a rule is written with."""

from grognard.game import Game, Scenario
from grognard.hand import Hand
from grognard.position import Position
from grognard.steps import EngineError, Phase, Roll, Sequence, Step, Way, tag_of

__all__ = [
    "EngineError",
    "Game",
    "Hand",
    "Phase",
    "Position",
    "Roll",
    "Scenario",
    "Sequence",
    "Step",
    "Way",
    "tag_of",
]
