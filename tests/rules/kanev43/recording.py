"""Makes the recorded games of Red Parachutes: one for each level of victory.

    $ python -m tests.rules.kanev43.recording

Two games are played at random; in the others the Soviets march, and the Axis waits for them.
After a change of behaviour the records are made anew; the games in them are then others, and end
in the same ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.rules.kanev43.sketches import SLUG
from tests.rules.marching import Marcher
from tests.rules.recorded import Records

from grognard.conformance import RandomPlayer
from grognard.decisions import Action, Side
from grognard.games.kanev43.crossing import Crossing
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import Move, MovePhase, on_map
from grognard.hexes import HexId
from grognard.registry import load
from grognard.session import Session

#: Steps in which those who march have nothing to do.
_QUIET = ("assignments", "works", "dismounting", "strategic moves", "infiltration")


def over_the_river(pos: Pos, here: HexId) -> Sequence[HexId]:
    """To the ferries, and from there to the towns of the west bank."""
    theatre = pos.game.theatre
    if theatre.bank(here) != "west":
        return [pair.east for pair in pos.state.bridgeheads] or sorted(theatre.shore)
    towns = [h for h in sorted(theatre.towns) if theatre.bank(h) == "west"]
    return [h for h in towns if pos.holder(h) != SOVIET] or towns


def at_the_enemy(pos: Pos, here: HexId) -> Sequence[HexId]:
    """Wherever he is."""
    return [pos.unit(unit).at for unit in on_map(pos, AXIS)]


class Ending(NamedTuple):
    """How a game ends, and what the Soviets march on for it until a turn; where they have nothing
    to march on both sides play at random.
    """

    scenario: str
    level: str
    winner: Side
    goals: Callable[[Pos, HexId], Sequence[HexId]] | None = None
    until: int = 99


ENDINGS = {
    "soviet-decisive": Ending("short_days", "Soviet decisive victory", SOVIET, over_the_river),
    "soviet-marginal": Ending(
        "short_days", "Soviet marginal victory", SOVIET, over_the_river, until=12
    ),
    "draw": Ending("short_days", "Draw", ""),
    "axis-marginal": Ending("short_days", "Axis marginal victory", AXIS),
    "axis-decisive": Ending("short_days", "Axis decisive victory", AXIS, at_the_enemy),
}


class Marching(Marcher):
    """The Soviets march, and cross where they can."""

    move = Move
    phases = MovePhase
    fighting = ("target", "attack", "support", "commit")

    def __init__(self, rng: random.Random, ending: Ending) -> None:
        super().__init__(rng)
        self.ending = ending

    def goals(self, pos: Pos, here: HexId) -> Sequence[HexId]:
        """None for the Axis, and none when the Soviets have marched enough."""
        if pos.side == AXIS or pos.turn > self.ending.until or self.ending.goals is None:
            return ()
        return self.ending.goals(pos, here)

    def choose(self, pos: Pos) -> Action:
        """One of the open actions."""
        actions = pos.actions()
        if isinstance(pos.top, Crossing):
            return next((a for a in actions if a.verb in ("join", "commit")), actions[-1])
        if pos.top.tag in _QUIET:
            return next(a for a in actions if a.verb == "done")
        return super().choose(pos)

    def begin(self, pos: Pos, actions: list[Action]) -> Action:
        """Who can cross to the west does so first; then each unit in its turn."""
        bank = pos.game.theatre.bank
        ferries = [a for a in actions if a.verb == "target" and bank(a.arg) == "east"]
        crossing = self.untried(pos, ferries, "target")
        chosen = crossing or self.untried(pos, actions, "select")
        return chosen or next(a for a in actions if a.verb == "done")


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(load(SLUG).start(ending.scenario, seed=f"record {seed}"))
    rng = random.Random(seed)
    player = Marching(rng, ending) if ending.goals else RandomPlayer(rng)
    while not session.pos.outcome:
        session.do(player.choose(session.pos))
    return session


RECORDS = Records(SLUG, Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
