"""Makes the recorded games of Korsun 1944: one for each way in which a scenario can end.

    $ python -m tests.rules.korsun44.recording

Most games are played at random until the ending wanted comes up. For the others one side or both
march on objectives. After a change of behaviour the records are made anew; the
games in them are then others, and end in the same ways.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.rules.korsun44.field import GAME
from tests.rules.marching import Marcher
from tests.rules.recorded import Records

from grognard.conformance import RandomPlayer
from grognard.decisions import Side
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.turn import Move, MovementPhase
from grognard.hexes import HexId
from grognard.session import Session


def zone(*names: str) -> tuple[HexId, ...]:
    """The hexes of some cities or entries."""
    return tuple(sorted(hex_ for name in names for hex_ in GAME.theatre.zone(name)))


class Ending(NamedTuple):
    """How a scenario ends, and what the sides march on for it; where there is nothing to march on
    both play at random.
    """

    scenario: str
    level: str
    winner: Side
    objectives: Mapping[Side, tuple[HexId, ...]] = {}


KORSUN = zone("korsun")
CITIES = zone(*GAME.scenes["korsun"].victory.cities)
#: Twelve hexes: the Soviets want one more, and stop when they have them.
HALF = zone("gorodishche", "shpola", "smela")
#: The road from the German front in the south to Korsun.
ROAD = (
    "2831", "2930", "2929", "2928", "3028", "3027", "3126", "3226", "3225", "3224", "3323",
    "3322", "3422", "3421",
)  # fmt: skip

ENDINGS = {
    "korsun-soviet": Ending("korsun", "cities", SOVIET, {SOVIET: CITIES}),
    "korsun-german": Ending("korsun", "cities", GERMAN),
    "korsun-draw": Ending("korsun", "draw", "", {SOVIET: HALF}),
    "short-soviet": Ending("korsun_short", "link", SOVIET, {SOVIET: KORSUN}),
    "short-german": Ending("korsun_short", "link", GERMAN),
    "retreat-soviet": Ending("retreat", "losses", SOVIET),
    "retreat-german": Ending("retreat", "losses", GERMAN),
    "retreat-draw": Ending("retreat", "draw", ""),
    "deblockade-soviet-strategic": Ending(
        "deblockade", "strategic", SOVIET, {SOVIET: KORSUN, GERMAN: ROAD}
    ),
    "deblockade-german-strategic": Ending("deblockade", "strategic", GERMAN, {GERMAN: ROAD}),
    "deblockade-soviet-tactical": Ending("deblockade", "tactical", SOVIET),
    "deblockade-german-tactical": Ending("deblockade", "tactical", GERMAN),
    "deblockade-draw": Ending("deblockade", "draw", ""),
}


class Marching(Marcher):
    """Each side marches on those of its objectives that it does not hold."""

    move = Move
    phases = MovementPhase

    def __init__(self, rng: random.Random, objectives: Mapping[Side, tuple[HexId, ...]]) -> None:
        super().__init__(rng)
        self.objectives = objectives

    def goals(self, pos: Pos, here: HexId) -> list[HexId]:
        """The same for all units of a side."""
        return [h for h in self.objectives.get(pos.side, ()) if pos.holder(h) != pos.side]


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(GAME.start(ending.scenario, seed=f"record {seed}"))
    rng = random.Random(seed)
    player = Marching(rng, ending.objectives) if ending.objectives else RandomPlayer(rng)
    while not session.pos.outcome:
        session.do(player.choose(session.pos))
    return session


RECORDS = Records("korsun44", Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
