"""`recruit`: the best open action as the staff weighs it, with an unsteady hand.

It looks at one decision at a time and plans nothing. It does see supply, odds and cities,
so it throws nothing away; what it lacks is a view of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import ClassVar

from msgspec.structs import replace

from grognard.appraise import Appraisal, Weighed
from grognard.decisions import Action
from grognard.players.asked import unless_surprised
from grognard.players.player import (
    Budget,
    Choice,
    Memory,
    Player,
    Watch,
    luck_of,
    open_actions,
)
from grognard.players.weigh import weigh
from grognard.registry import load
from grognard.view import View

#: How far its judgement strays, as a share of the gap between the best and the middle choice.
NOISE = 0.08

#: So many destinations of a unit are tried out.
NODES = 6

#: Verbs that begin a move or an attack. Each is begun once a phase, so that what was thought
#: over and given up is not thought over for ever.
OPENING = frozenset({"select", "target"})
#: Nobody is taken back out of an attack, or taken along, twice in a phase, whatever else has been
#: begun since: two who make room for each other would come and go for ever.
ONCE = frozenset({"release", "join"})

#: Hidden counters are imagined the same way for a whole turn.
_WORLDS = 1 << 30


class Recruit(Player):
    """Sensible and fast; misses what needs a plan."""

    name: ClassVar[str] = "recruit"
    title: ClassVar[str] = "Recruit"
    about: ClassVar[str] = (
        "Knows supply, odds and the cities that count, and moves at once. Plans nothing ahead."
    )

    def knows(self, game: str) -> bool:
        """It plays the titles that have an appraisal."""
        return load(game).appraisal is not None

    def decide(
        self, view: View, memory: Memory, *, seed: str, budget: Budget, watch: Watch | None = None
    ) -> Choice:
        """Weigh every open action, stray a little, and take the best."""
        memory = in_phase(memory, view)
        every, in_itself = open_actions(view), memory.phase == phase_of(view)
        thought_over = [a for a in memory.opened if in_itself or a.verb in ONCE]
        actions = [action for action in every if action not in thought_over] or every
        weighed = self._weigh(view, actions, seed, budget) if len(actions) > 1 else []
        taken = best_of(actions, weighed, luck_of(seed, view.viewer, memory))
        opened = memory.opened
        if taken.action.verb in ONCE or (in_itself and taken.action.verb in OPENING):
            opened = (*opened, taken.action)
        return Choice(taken.action, memory.after(opened=opened), taken.reason)

    def _weigh(
        self, view: View, actions: Sequence[Action], seed: str, budget: Budget
    ) -> Sequence[Weighed]:
        appraisal = appraisal_for(view)
        nodes = NODES if budget.nodes is None else max(1, min(NODES, budget.nodes))
        pos = appraisal.fill(view, world_of(seed, view))
        if pos.side != view.viewer:
            return ()
        return unless_surprised(weigh(appraisal, pos, nodes), actions, pos)


def appraisal_for(view: View) -> Appraisal:
    """The appraisal of the title that a view is of; it must have one."""
    appraisal = load(view.game).appraisal
    if appraisal is None:
        raise ValueError(f"nobody has taught the computer {view.game}")
    return appraisal


def world_of(seed: str, view: View, number: int = 0) -> int:
    """A number for what is imagined in place of what is hidden: the same for a whole turn."""
    return Random(f"{seed}|{view.viewer}|{view.turn}|{number}").randrange(_WORLDS)


def phase_of(view: View) -> tuple[str, ...]:
    """The turn and all steps that are open."""
    return (str(view.turn), *view.steps)


def in_phase(memory: Memory, view: View) -> Memory:
    """What is remembered of this phase: nothing if a new one has begun. A phase goes on
    while steps lie on top of it.
    """
    here = phase_of(view)
    if memory.phase and here[: len(memory.phase)] == memory.phase:
        return memory
    return replace(memory, phase=here, opened=(), planned=False, orders=())


def best_of(actions: Sequence[Action], weighed: Sequence[Weighed], luck: Random) -> Weighed:
    """The best of the open actions, give or take the noise."""
    open_ = frozenset(actions)
    thought_of = [one for one in weighed if one.action in open_]
    found = thought_of or [Weighed(action, 0.0) for action in actions]
    worths = [one.worth for one in found]
    sway = NOISE * (max(worths) - median(worths))
    return max(found, key=lambda one: one.worth + luck.gauss(0.0, sway))
