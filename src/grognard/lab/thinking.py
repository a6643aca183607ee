"""How fast a veteran thinks: positions looked at in a second."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from msgspec import Struct

from grognard.appraise import AnyPosition, Appraisal
from grognard.players.evaluate import Staff
from grognard.players.player import Budget, Clock
from grognard.players.recruit import Recruit
from grognard.players.search import MoveSearch
from grognard.players.seat import Seat
from grognard.registry import load

#: So many positions are looked at before the clock runs, to fill what is kept.
WARMING = 20
#: The first phase of movement is not further away than so many questions.
_MOST = 2_000


class Thinking(Struct, frozen=True):
    """One phase of movement, searched. `units` are the troops of both sides on the map."""

    game: str
    scenario: str
    units: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Positions looked at in a second of one core."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def microseconds_per_unit(self) -> float:
        """What a position costs for each unit on the map: the same for small armies and large
        ones if the cost grows like their number.
        """
        return 1e6 * self.seconds / max(1, self.nodes * self.units)


def thinking_of(slug: str, scenario: str, nodes: int) -> Thinking | None:
    """How fast a veteran plans the first phase of movement; None where it knows no title."""
    game = load(slug)
    appraisal = game.appraisal
    pos = first_movement(game, appraisal, scenario) if appraisal is not None else None
    if appraisal is None or pos is None:
        return None
    search(appraisal, pos, WARMING)
    seconds, looked_at = search(appraisal, pos, nodes)
    units = sum(len(appraisal.troops(pos, side)) for side in game.sides)
    return Thinking(slug, pos.state.scenario, units, looked_at, seconds)


def first_movement(game: Any, appraisal: Appraisal, scenario: str) -> AnyPosition | None:
    """The position in which somebody first moves, as recruits come to it."""
    pos: AnyPosition = game.start(scenario, seed=1) if scenario else game.start(seed=1)
    seats = {side: Seat(Recruit(), side) for side in game.sides}
    for _ in range(_MOST):
        if pos.outcome is not None:
            return None
        if pos.top.tag in appraisal.tags.movement:
            return pos
        pos = pos.apply(seats[pos.side](pos.view(pos.side)))
    return None


def search(appraisal: Appraisal, pos: AnyPosition, nodes: int) -> tuple[float, int]:
    """Seconds of one core, and positions looked at."""
    began = process_time()
    staff, clock = Staff(appraisal, pos, pos.side), Clock(Budget(nodes=nodes), nodes)
    fights = appraisal.fights_after(pos)
    MoveSearch(staff, pos, clock, Random("bench"), fights=fights).run()
    return process_time() - began, clock.spent
