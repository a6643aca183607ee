"""A position made from what a side sees. Nothing is hidden (R-108), so it is the true one, but
for the dice to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.decisions import rule
from grognard.games.ukraine43.sequence import Turn
from grognard.games.ukraine43.state import OUT, Pos, State43, Unit43
from grognard.pieces import UnitId
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43


@rule("R-108")
def fill(game: Ukraine43, view: View, seed: int = 0) -> Pos:
    """The position that a viewer sees, with dice of its own."""
    seen = {counter.id: counter for counter in view.counters}
    options: Any = view.options
    state = State43(
        game=view.game,
        scenario=view.scenario,
        options=options,
        seed=f"belief {seed}",
        agenda=view.agenda or (Turn(),),
        units=tuple(_unit(unit, seen.get(unit)) for unit in game.index),
        turn=view.turn,
        control=view.control,
        outcome=view.outcome,
        **view.tracks,
    )
    return game.position(state)


def _unit(unit: UnitId, counter: Counter | None) -> Unit43:
    if counter is None:
        return Unit43(id=unit, at=OUT)
    facts: Any = counter.facts
    return Unit43(id=unit, at=counter.at, **facts)
