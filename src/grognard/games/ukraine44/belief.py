"""A position that a side could be in, made from what it sees.

Computer players and the page's overlays ask rules of a Position. They make one by filling
a View: what is hidden is drawn at random among what it could be, so the facts are the
engine's and never the enemy's secrets.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from grognard.games.ukraine44.state import OUT, Pos, State44, Unit44
from grognard.games.ukraine44.turn import Turn
from grognard.pieces import UnitId
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44


def fill(game: Ukraine44, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer. The same seed gives the same one."""
    known = {identity(c): c for c in view.counters if c.known}
    known |= guess(game, [c for c in view.counters if not c.known], set(known), Random(seed))
    units = [believed(game, unit, known.get(unit)) for unit in game.index]
    state = State44(
        game=view.game,
        scenario=view.scenario,
        options=view.options,  # type: ignore[arg-type]
        seed=f"belief {seed}",
        agenda=view.agenda or (Turn(),),
        units=tuple(units),
        turn=view.turn,
        air=view.tracks["air"],
        held=view.tracks["held"],
        fallen=view.tracks["fallen"],
        sightings=view.sightings,
        outcome=view.outcome,
    )
    return game.position(state)


def identity(counter: Counter) -> UnitId:
    """The unit that a known counter is."""
    return str(counter.facts.get("unit", counter.id))


def guess(
    game: Ukraine44, hidden: list[Counter], taken: set[UnitId], rng: Random
) -> dict[UnitId, Counter]:
    """Hidden counters as units of their colour groups that are not accounted for."""
    found: dict[UnitId, Counter] = {}
    for group in sorted({str(c.facts["group"]) for c in hidden}):
        free = [p.id for p in game.group(group) if p.id not in taken]
        rng.shuffle(free)
        shown = [c for c in hidden if c.facts["group"] == group]
        found |= dict(zip(free, shown, strict=False))
    return found


def believed(game: Ukraine44, unit: UnitId, counter: Counter | None) -> Unit44:
    """A unit as it is seen; under a marker of unknown value half of its steps are lost."""
    if counter is None:
        return Unit44(id=unit, at=OUT)
    facts: Any = counter.facts
    if "lost" in facts:
        lost = facts["lost"]
    else:
        lost = game.piece(unit).defence // 2 if facts["marker"] else 0
    return Unit44(
        id=unit,
        at=counter.at,
        lost=lost,
        supply=facts["supply"],
        tiger=facts["tiger"],
        decoy=facts.get("decoy", False),
    )
