"""Players for recorded games who march on objectives, so that a game comes to the end wanted."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from grognard.conformance import RandomPlayer
from grognard.decisions import Action, Side
from grognard.hexes import HexId
from grognard.position import Position
from grognard.steps import Step

AnyPosition = Position[Any, Any, Any]

#: What ends a question without doing anything.
_IDLE = frozenset({"done", "pass", "stop"})


class Marcher(RandomPlayer):
    """Brings every unit as near to its side's objectives as it comes and attacks what is in the
    way. A side that has none waits; all else is played at random. A title says which steps are
    moves and phases of movement.
    """

    move: ClassVar[type[Step]]
    phases: ClassVar[type[Step]]
    #: What an attack is made of, in this order; nothing of it is taken back.
    fighting: ClassVar[tuple[str, ...]] = ("attack", "support", "commit")

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.phase: tuple[int, str, Side] = (0, "", "")
        #: What has been chosen in this phase of movement.
        self.tried: set[str] = set()

    @abstractmethod
    def goals(self, pos: Any, here: HexId) -> Sequence[HexId]:
        """What units in a hex march on; of no hex in particular: has the side any objective?"""

    def choose(self, pos: Any) -> Action:
        """One of the open actions."""
        actions = pos.actions()
        if not self.goals(pos, ""):
            waiting = [action for action in actions if action.verb in _IDLE]
            return waiting[0] if waiting else super().choose(pos)
        if isinstance(pos.top, self.move):
            return self.march(pos, actions)
        if isinstance(pos.top, self.phases):
            return self.begin(pos, actions)
        fighting = [a for verb in self.fighting for a in actions if a.verb == verb]
        return fighting[0] if fighting else super().choose(pos)

    def begin(self, pos: AnyPosition, actions: list[Action]) -> Action:
        """A unit that was not tried yet."""
        return self.untried(pos, actions, "select") or super().choose(pos)

    def untried(self, pos: AnyPosition, actions: list[Action], verb: str) -> Action | None:
        """The first action of a verb that was not taken in this phase."""
        phase = (pos.turn, pos.top.tag, pos.side)
        if self.phase != phase:
            self.phase, self.tried = phase, set()
        fresh = [a for a in actions if a.verb == verb and str(a) not in self.tried]
        if not fresh:
            return None
        self.tried.add(str(fresh[0]))
        return fresh[0]

    def march(self, pos: Any, actions: list[Action]) -> Action:
        """As near to an objective as the units come, if they come nearer."""
        here, grid = pos.top.here(pos), pos.board.grid
        apart: Callable[[HexId, HexId], int] = grid.distance
        goals = self.goals(pos, here)

        def distance(hex_: HexId) -> int:
            return min(apart(hex_, goal) for goal in goals)

        nearer = [a for a in actions if a.verb in ("move", "place") and a.arg in grid
                  and (here not in grid or distance(a.arg) < distance(here))]  # fmt: skip
        if nearer:
            return min(nearer, key=lambda a: distance(a.arg))
        return next((a for a in actions if a.verb in ("stop", "cancel")), actions[0])
