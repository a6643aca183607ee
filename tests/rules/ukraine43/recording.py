"""Makes the recorded games of Ukraine '43: one for each way in which a game can end.

    $ python -m tests.rules.ukraine43.recording

The Germans wait; the Soviets march on some of the objectives of the short scenario and stop
when they hold them, so that they come to a number of points. In the campaign both wait until
the Soviets are too far behind. After a change of behaviour the records are made anew; the
games in them are then others, and end in the same ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.rules.recorded import Records

from grognard import load
from grognard.decisions import Action
from grognard.games.ukraine43.combat import Attack
from grognard.games.ukraine43.odds import odds_of
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.hexes import HexId
from grognard.session import Session

BELGOROD, KHARKOV, SUMY, AKHTYRKA, BOGODUKHOV = "4309", "4214", "3408", "3511", "3813"


class Ending(NamedTuple):
    """How a game ends, and what the Soviets take for it."""

    level: str
    winner: str
    objectives: tuple[HexId, ...] = ()
    scenario: str = "rumyantsev"


#: The benchmarks of the short scenario are 1, 1, 2, 2, 2, 3, 5; four points above or below one of
#: them end the game, and after the last turn 3 and 4 points are a draw.
ENDINGS = {
    "soviet-sudden-death": Ending(
        "sudden death", SOVIET, (BELGOROD, KHARKOV, SUMY, AKHTYRKA, BOGODUKHOV)
    ),
    "axis-sudden-death": Ending("sudden death", AXIS, scenario="campaign"),
    "soviet-points": Ending("points", SOVIET, (BELGOROD, KHARKOV, BOGODUKHOV)),
    "axis-points": Ending("points", AXIS, (BELGOROD, BOGODUKHOV)),
    "draw": Ending("draw", "", (BELGOROD, KHARKOV)),
}

#: What ends a question without doing anything, in this order.
_IDLE = ("done", "pass", "stop", "cancel")
#: Odds at which the Soviets do not attack.
_POOR = ("", "1-3", "1-2")
_PHASES = ("movement", "exploitation", "first combat", "second combat")


class Marcher:
    """Soviets who bring every unit as near to their objectives as it comes and attack what is
    in the way; who holds all of them waits, and so do the Germans.
    """

    def __init__(self, objectives: tuple[HexId, ...]) -> None:
        self.objectives = objectives
        self.phase: tuple[int, str] = (0, "")
        #: What has been tried in this phase: units and hexes.
        self.tried: set[str] = set()

    def choose(self, pos: Pos) -> Action:
        """One of the open actions."""
        actions = pos.actions()
        goals = [hex_ for hex_ in self.objectives if pos.holder(hex_) != SOVIET]
        if pos.side == AXIS or not goals:
            return idle(actions)
        if pos.top.tag in _PHASES and self.phase != (pos.turn, pos.top.tag):
            self.phase, self.tried = (pos.turn, pos.top.tag), set()
        if isinstance(pos.top, Attack):
            return self.attack(pos, actions)
        if pos.top.tag == "moving":
            return self.march(pos, actions, goals)
        return self.begin(pos, actions)

    def begin(self, pos: Pos, actions: list[Action]) -> Action:
        """A unit to move or a hex to attack that was not tried yet. HQs stay, since the stacks
        around them may need them.
        """
        hqs = pos.game.of_role[SOVIET, "hq"]
        fresh = [
            a
            for a in actions
            if a.verb in ("select", "target") and a.arg not in self.tried and a.arg not in hqs
        ]
        if not fresh or not {"done", "cancel"} & {a.verb for a in actions}:
            return next((a for a in actions if a.verb in ("advance", "retreat")), idle(actions))
        self.tried.add(fresh[0].arg)
        return fresh[0]

    def march(self, pos: Pos, actions: list[Action], goals: list[HexId]) -> Action:
        """As near to an objective as the stack comes, if it comes nearer."""
        grid = pos.board.grid

        def distance(hex_: HexId) -> int:
            return min(grid.distance(hex_, goal) for goal in goals)

        here = pos.unit(pos.top.units[0]).at  # type: ignore[attr-defined]
        nearer = [a for a in actions if a.verb == "move" and distance(a.arg) < distance(here)]
        return min(nearer, key=lambda a: distance(a.arg)) if nearer else idle(actions)

    def attack(self, pos: Pos, actions: list[Action]) -> Action:
        """Everybody attacks, with all support but Zhukov, if the odds are good enough."""
        step = pos.top
        assert isinstance(step, Attack)
        more = [a for a in actions if a.verb in ("attack", "support") and a.arg != "Zhukov"]
        if more:
            return more[0]
        odds = odds_of(pos, step.plan(pos)).column
        wanted = "cancel" if odds in _POOR else "commit"
        return next(a for a in actions if a.verb in (wanted, "cancel"))


def idle(actions: list[Action]) -> Action:
    """What ends the question, or the first answer."""
    return next((a for verb in _IDLE for a in actions if a.verb == verb), actions[0])


def play(seed: int, ending: Ending) -> Session:
    """A whole game."""
    session = Session(load("ukraine43").start(ending.scenario, seed=f"record {seed}"))
    player = Marcher(ending.objectives)
    while not session.pos.outcome:
        session.do(player.choose(session.pos))
    return session


RECORDS = Records("ukraine43", Path(__file__).parent, ENDINGS, play)

if __name__ == "__main__":
    RECORDS.make()
