"""The chronicle of a game: what the lab writes down while it is played.

Everything comes from what any game tells: its actions, its events and its dice. A fight is
an event of the kind `combat`; a loss is one of the kinds `loss` or `eliminated` that says
in its fact `steps` what it costs its side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.decisions import Action, Event, Side
from grognard.dice import throw
from grognard.lab.measures import AnyPosition, measured
from grognard.steps import Roll

FIGHT = "combat"
LOSSES = ("loss", "eliminated")


class Thrown(NamedTuple):
    """One die: whose, what for, how many faces it has, and the one that it showed."""

    side: Side
    name: str
    faces: int
    shown: int


class Chronicle:
    """Watches a game action by action."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.sides = tuple(sides)
        self.measures: dict[str, list[float]] = {}
        self.losses: dict[Side, list[int]] = {side: [] for side in self.sides}
        self.fights: dict[Side, Counter[str]] = defaultdict(Counter)
        self.verbs: dict[Side, Counter[str]] = defaultdict(Counter)
        self.events: dict[Side, Counter[str]] = defaultdict(Counter)
        self.clauses: Counter[str] = Counter()
        self.rolls: dict[Side, dict[str, list[int]]] = defaultdict(dict)
        self._lost: Counter[Side] = Counter()
        self._turns = 0

    def __call__(self, before: AnyPosition, action: Action, after: AnyPosition) -> None:
        """One action has been taken."""
        self.verbs[before.side][action.verb] += 1
        for event in after.events:
            self._hear(event)
        for die in dice_of(before, action, after):
            self._count(die)
        if after.turn != before.turn or after.outcome is not None:
            self._end_turn(after, before.turn)

    def _hear(self, event: Event) -> None:
        self.events[event.side][event.kind] += 1
        cited = {event.rule, *(part.rule for part in event.parts)} - {""}
        self.clauses.update(cited)
        if event.kind == FIGHT:
            self.fights[event.side].update(event.hexes)
        if event.kind in LOSSES:
            self._lost[event.side] += int(event.facts.get("steps", 0))

    def _count(self, die: Thrown) -> None:
        faces = self.rolls[die.side].setdefault(die.name, [0] * die.faces)
        faces[die.shown - 1] += 1

    def _end_turn(self, pos: AnyPosition, turn: int) -> None:
        """Write down how things stand at the end of a turn. The turn marker may have gone on
        meanwhile: it is put back. Turns before the first of a scenario stand as that does.
        """
        then = pos.game.position(replace(pos.state, turn=turn))
        while self._turns < turn:
            self._turns += 1
            for name, value in measured(then).items():
                self.measures.setdefault(name, []).append(value)
            for side in self.sides:
                self.losses[side].append(self._lost[side])


def dice_of(before: AnyPosition, action: Action, after: AnyPosition) -> Iterator[Thrown]:
    """The dice that an action has thrown, found by taking it again and stopping at each."""
    if after.state.drawn == before.state.drawn:
        return
    pos = before.apply(action, chance="stop")
    drawer = before.state
    while isinstance(pos.top, Roll) and pos.outcome is None:
        roll = pos.top
        now = replace(pos.state, drawn=drawer.drawn, luck=drawer.luck)
        shown, changes = throw(now, roll.name, roll.place, roll.faces)
        drawer = replace(now, **changes)
        yield Thrown(roll.side, roll.name, roll.faces, shown)
        pos = pos.roll(shown)


def plain(counts: Mapping[Side, Mapping[str, Any]]) -> dict[Side, dict[str, Any]]:
    """Counts as they are written: in order of their names."""
    return {side: dict(sorted(counts[side].items())) for side in sorted(counts)}
