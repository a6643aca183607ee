"""A position that a side could be in, made from what it sees.

Computer players and the page's overlays ask rules of a Position. They make one by filling
a View: what is hidden is drawn at random among what it could be, so the facts are the
engine's and never the enemy's secrets. To the viewer the position looks as the View does:
hidden counters are formations of their colour and type that are not accounted for, and the
losses under their markers add up to what each side is known to have lost.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.games.ukraine44.state import OUT, Pos, State44, Unit44
from grognard.games.ukraine44.turn import Turn
from grognard.pieces import UnitId
from grognard.view import Counter, View, renamed

if TYPE_CHECKING:
    from grognard.games.ukraine44.game import Ukraine44

Seen = dict[UnitId, Counter]
#: A side and a type, as the View sums up losses: `axis mobile`.
Kind = str

#: So often names are drawn before the strongest formations are laid over the markers.
_TRIES = 8


def fill(game: Ukraine44, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer. The same seed gives the same one."""
    rng = Random(seed)
    known = {identity(c): c for c in view.counters if c.known}
    guessed = guess(game, view, known, rng)
    lost = hidden_losses(game, view, known, guessed, rng)
    seen = known | guessed
    units = [believed(unit, seen.get(unit), lost.get(unit)) for unit in game.index]
    names = {counter.id: unit for unit, counter in guessed.items()}
    agenda = tuple(renamed(step, lambda word: names.get(word, word)) for step in view.agenda)
    state = State44(
        game=view.game,
        scenario=view.scenario,
        options=view.options,  # type: ignore[arg-type]
        seed=f"belief {seed}",
        agenda=agenda or (Turn(),),
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


def believed(unit: UnitId, counter: Counter | None, lost: int | None) -> Unit44:
    """A unit as it is seen, with the losses that it shows or is believed to have."""
    if counter is None:
        return Unit44(id=unit, at=OUT)
    facts: Any = counter.facts
    decoy = lost == 0
    if lost is None:
        lost, decoy = facts.get("lost", 0), facts.get("decoy", False)
    return Unit44(
        id=unit,
        at=counter.at,
        lost=lost,
        supply=facts["supply"],
        tiger=facts["tiger"],
        decoy=decoy,
    )


# --- who the hidden counters are --------------------------------------------------------


def guess(game: Ukraine44, view: View, known: Seen, rng: Random) -> Seen:
    """Hidden counters as formations that are not accounted for, strong enough for the losses
    under their markers.
    """
    hidden = [c for c in view.counters if not c.known]
    due = losses_due(game, view, known)

    def fits(guessed: Seen) -> bool:
        room = dict.fromkeys(due, 0)
        for unit in marked(guessed):
            room[kind_of(game, unit)] += game.piece(unit).steps - 1
        return all(room[kind] >= steps for kind, steps in due.items())

    def by_chance(units: list[UnitId]) -> None:
        rng.shuffle(units)

    def by_strength(units: list[UnitId]) -> None:
        units.sort(key=lambda unit: game.piece(unit).steps, reverse=True)

    for _ in range(_TRIES):
        guessed = deal(game, hidden, known, by_chance)
        if fits(guessed):
            return guessed
    return deal(game, hidden, known, by_strength)


def deal(
    game: Ukraine44,
    hidden: list[Counter],
    known: Seen,
    order: Callable[[list[UnitId]], None],
) -> Seen:
    """Give each hidden counter a name of its colour and type; counters with markers first."""
    found: Seen = {}
    for group, kind in sorted({(c.facts["group"], c.facts["kind"]) for c in hidden}):
        free = [p.id for p in game.group(group) if p.kind == kind and p.id not in known]
        order(free)
        alike = [c for c in hidden if (c.facts["group"], c.facts["kind"]) == (group, kind)]
        alike.sort(key=lambda c: not c.facts["marker"])
        found |= dict(zip(free, alike, strict=True))
    return found


def kind_of(game: Ukraine44, unit: UnitId) -> Kind:
    """Side and type of a formation."""
    piece = game.piece(unit)
    return f"{piece.side} {piece.kind}"


def marked(guessed: Seen) -> list[UnitId]:
    """The formations under which a marker of unknown value lies."""
    return [unit for unit, counter in guessed.items() if counter.facts["marker"]]


# --- what lies under their markers ------------------------------------------------------


def losses_due(game: Ukraine44, view: View, known: Seen) -> dict[Kind, int]:
    """The losses of each side and type that lie under hidden counters."""
    due: dict[Kind, int] = dict.fromkeys((kind_of(game, unit) for unit in game.index), 0)
    due |= view.tracks["lost"]
    for unit, counter in known.items():
        due[kind_of(game, unit)] -= counter.facts["lost"]
    return due


def hidden_losses(
    game: Ukraine44, view: View, known: Seen, guessed: Seen, rng: Random
) -> dict[UnitId, int]:
    """Losses for every hidden marker. One step for each as far as they go, and the rest as
    chance will have it; a marker for which nothing is left must be a decoy.
    """
    found: dict[UnitId, int] = {}
    for kind, steps in losses_due(game, view, known).items():
        units = [unit for unit in marked(guessed) if kind_of(game, unit) == kind]
        rng.shuffle(units)
        lost = {unit: int(number < steps) for number, unit in enumerate(units)}
        for _ in range(steps - len(units)):
            lost[rng.choice([u for u in units if lost[u] < game.piece(u).steps - 1])] += 1
        found |= lost
    return found
