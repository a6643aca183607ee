"""Makes the recorded games of Ukraine '44: one for each way in which a game can end.

    $ python -m tests.rules.ukraine44.recording

Two players play at random until the ending wanted comes up. For sudden death the Soviets
make for the victory cities instead. After a change of behaviour the records are made anew;
the games in them are then others, and end in the same ways.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from tests.rules.recorded import Records

from grognard import load
from grognard.conformance import RandomPlayer
from grognard.decisions import Action
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.session import Session


class Ending(NamedTuple):
    """How a game ends."""

    level: str
    winner: str


ENDINGS = {
    "sudden-death": Ending("sudden death", SOVIET),
    "axis-points": Ending("points", AXIS),
    "soviet-points": Ending("points", SOVIET),
    "draw": Ending("draw", ""),
}


class CitySeeker(RandomPlayer):
    """Soviets who bring every formation as near to a victory city as it comes, against an
    Axis that waits; all else at random.
    """

    def choose(self, pos: Pos) -> Action:
        actions = pos.actions()
        if pos.side == AXIS:
            waiting = [action for action in actions if action.verb in ("done", "pass")]
            return waiting[0] if waiting else super().choose(pos)
        moves = [action for action in actions if action.verb in ("move", "place")]
        if moves:
            return min(moves, key=lambda move: self.distance(pos, move.arg))
        busy = [action for action in actions if action.verb in ("select", "target", "attack")]
        # Formations that cannot move could be chosen for ever.
        return self.rng.choice(busy) if busy and self.rng.random() < 0.98 else super().choose(pos)

    def distance(self, pos: Pos, hex_: str) -> int:
        """How far the nearest victory city is that the Soviets do not hold."""
        cities = [h for h in pos.board.tagged("victory") if h not in pos.state.held]
        return min(pos.board.grid.distance(hex_, city) for city in cities)


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(load("ukraine44").start(seed=f"record {seed}"))
    kind = CitySeeker if ending.level == "sudden death" else RandomPlayer
    player = kind(random.Random(seed))
    while not session.pos.outcome:
        session.do(player.choose(session.pos))
    return session


RECORDS = Records("ukraine44", Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
