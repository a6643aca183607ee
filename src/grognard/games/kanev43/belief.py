"""A position that a side could be in, made from what it sees.

Which paratroopers lie dispersed where is drawn at random among those that are not accounted for,
and so is what the enemy has written down in secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.decisions import rule
from grognard.games.kanev43.battle import Battle
from grognard.games.kanev43.sequence import Turn
from grognard.games.kanev43.setup import secret_of
from grognard.games.kanev43.state import SOVIET, KanevState, KanevUnit, Pos
from grognard.pieces import UnitId
from grognard.state import Secret
from grognard.view import Counter, View, renamed

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43


@rule("R-96")
def fill(game: Kanev43, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer. The same seed gives the same one."""
    rng = Random(seed)
    seen = {c.id: c for c in view.counters if c.known}
    guessed = guess(game, view, seen, rng)
    names = {counter.id: unit for unit, counter in guessed.items()}
    counters = seen | guessed
    options: Any = view.options
    agenda = view.agenda
    if names:
        agenda = tuple(renamed(step, lambda word: names.get(word, word)) for step in agenda)
    state = KanevState(
        game=view.game,
        scenario=view.scenario,
        options=options,
        seed=f"belief {seed}",
        agenda=agenda or (Turn(),),
        units=tuple([game.beliefs.unit(unit, counters[unit]) for unit in game.index]),
        turn=view.turn,
        control=view.control,
        outcome=view.outcome,
        sightings=view.sightings,
        secrets=tuple(secrets_of(game, view, agenda, rng)),
        **view.tracks,
    )
    pos = game.beliefs.position(game, state)
    # Of guns that are written down for a defence others see that it has begun, and no more.
    return game.hand(pos).begin() if view.asked and pos.decision is None else pos


class Beliefs:
    """What was believed last. From one question to the next hardly a counter changes, so units,
    and what follows from where they are, are made anew only where one has.
    """

    def __init__(self) -> None:
        self._units: dict[UnitId, tuple[Counter, KanevUnit]] = {}
        self._last: Pos | None = None

    def unit(self, unit: UnitId, counter: Counter) -> KanevUnit:
        """A unit as its counter shows it."""
        kept = self._units.get(unit)
        if kept is not None and (kept[0] is counter or kept[0] == counter):
            return kept[1]
        facts: Any = counter.facts
        made = KanevUnit(id=unit, at=counter.at, **facts)
        self._units[unit] = counter, made
        return made

    def position(self, game: Kanev43, state: KanevState) -> Pos:
        """The position of a state, with what is true of the last one if nobody has stirred."""
        last = self._last
        if last is None or not all(map(is_, last.state.units, state.units)):
            last = self._last = game.position(state)
            return last
        return Pos(game, state, last.columns, last.where)


@rule("AIRB-11", "R-96")
def guess(
    game: Kanev43, view: View, seen: Mapping[UnitId, Counter], rng: Random
) -> dict[UnitId, Counter]:
    """The hidden counters as paratroopers of whom nobody knows where they are: as many as there
    are counters, for whoever waits or is dead lies open.
    """
    free = [unit for unit in game.index if unit not in seen]
    rng.shuffle(free)
    # By place, because the names of hidden counters differ between states that look alike.
    hidden = sorted((c for c in view.counters if not c.known), key=lambda c: c.at)
    return dict(zip(free, hidden, strict=True))


# --- secrets ------------------------------------------------------------------------------------


@rule("AIRB-1", "SOP-15", "CBT-18")
def secrets_of(
    game: Kanev43, view: View, agenda: tuple[Any, ...], rng: Random
) -> Iterator[Secret]:  # fmt: skip
    """The viewer's own, and something that the enemy could have written."""
    for words, value in view.secrets.items():
        owner, _, name = words.partition(" ")
        if owner != view.viewer and value is None:
            value = _written(game, name, agenda, rng)
        yield Secret(owner, name, value)


def _written(game: Kanev43, name: str, agenda: tuple[Any, ...], rng: Random) -> Any:
    """A dropzone anywhere, the best morale of an attack; no guns and no drop."""
    if name in {secret_of(f.id) for f in game.formations.values() if f.side == SOVIET}:
        return rng.choice(game.theatre.dropzones)
    battle = next((step for step in agenda if isinstance(step, Battle)), None)
    if battle is not None and name == "morale":
        return max(game.piece(unit).morale for unit in battle.plan.units)
    return {}
