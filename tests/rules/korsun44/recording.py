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
from tests.rules.recorded import Records

from grognard.conformance import RandomPlayer
from grognard.decisions import Action, Side
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
HALF = zone("gorodishche", "novomirgorod", "shpola")
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

#: What ends a question without doing anything.
_IDLE = frozenset({"done", "pass", "stop"})
#: What an attack is made of, in this order; nothing of it is taken back.
_FIGHTING = ("attack", "support", "commit")


class Marcher(RandomPlayer):
    """Brings every unit as near to its side's objectives as it comes and attacks what is in the
    way. A side that has none, or holds all of them, waits; all else is played at random.
    """

    def __init__(self, rng: random.Random, objectives: Mapping[Side, tuple[HexId, ...]]) -> None:
        super().__init__(rng)
        self.objectives = objectives
        self.phase: tuple[int, str, Side] = (0, "", "")
        #: The units that have been chosen in this phase.
        self.tried: set[str] = set()

    def choose(self, pos: Pos) -> Action:
        """One of the open actions."""
        actions = pos.actions()
        goals = [h for h in self.objectives.get(pos.side, ()) if pos.holder(h) != pos.side]
        if not goals:
            waiting = [action for action in actions if action.verb in _IDLE]
            return waiting[0] if waiting else super().choose(pos)
        if isinstance(pos.top, Move):
            return self.march(pos, actions, goals)
        if isinstance(pos.top, MovementPhase):
            return self.begin(pos, actions)
        fighting = [a for verb in _FIGHTING for a in actions if a.verb == verb]
        return fighting[0] if fighting else super().choose(pos)

    def begin(self, pos: Pos, actions: list[Action]) -> Action:
        """A unit that was not tried yet."""
        phase = (pos.turn, pos.top.tag, pos.side)
        if self.phase != phase:
            self.phase, self.tried = phase, set()
        fresh = [a for a in actions if a.verb == "select" and a.arg not in self.tried]
        if not fresh:
            return super().choose(pos)
        self.tried.add(fresh[0].arg)
        return fresh[0]

    def march(self, pos: Pos, actions: list[Action], goals: list[HexId]) -> Action:
        """As near to an objective as the units come, if they come nearer."""
        assert isinstance(pos.top, Move)
        here, grid = pos.top.here(pos), pos.board.grid

        def distance(hex_: HexId) -> int:
            return min(grid.distance(hex_, goal) for goal in goals)

        nearer = [a for a in actions if a.verb in ("move", "place") and a.arg in grid
                  and (here not in grid or distance(a.arg) < distance(here))]  # fmt: skip
        if nearer:
            return min(nearer, key=lambda a: distance(a.arg))
        return next((a for a in actions if a.verb in ("stop", "cancel")), actions[0])


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(GAME.start(ending.scenario, seed=f"record {seed}"))
    rng = random.Random(seed)
    player = Marcher(rng, ending.objectives) if ending.objectives else RandomPlayer(rng)
    while not session.pos.outcome:
        session.do(player.choose(session.pos))
    return session


RECORDS = Records("korsun44", Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
