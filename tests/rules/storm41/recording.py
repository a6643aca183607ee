"""Makes the recorded games of Operation Storm: one for each way in which a game can end.

    $ python -m tests.rules.storm41.recording

Computer players play "The Oil of Ploesti" until a game ends as wanted. After a change of
behaviour the records are made anew; the games in them are then others, and end in the same ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.rules.recorded import Records

from grognard import load
from grognard.games.storm41.state import AXIS, SOVIET
from grognard.players import PLAYERS, Seat
from grognard.session import Session


class Ending(NamedTuple):
    """How a game ends, and who plays the Axis until it does; the Soviets are a recruit."""

    level: str
    winner: str
    axis: str


ENDINGS = {
    "soviet-points": Ending("points", SOVIET, "random"),
    "axis-points": Ending("points", AXIS, "recruit"),
    "draw": Ending("draw", "", "recruit"),
}


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(load("storm41").start("south", seed=f"record {seed}"))
    seats = {AXIS: Seat(PLAYERS[ending.axis], f"axis {seed}"),
             SOVIET: Seat(PLAYERS["recruit"], f"soviet {seed}")}  # fmt: skip
    while not session.pos.outcome:
        side = session.pos.side
        session.do(seats[side](session.pos.view(side)))
    return session


RECORDS = Records("storm41", Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
