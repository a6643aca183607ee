"""A position that a side could be in, made from what it sees.

Who is in masked stacks is drawn at random among the units that are not accounted for: those off
the map and the dead are known, so all others are in those stacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.decisions import Side, rule
from grognard.games.korsun44.sequence import Turn
from grognard.games.korsun44.state import KorsunState, KorsunUnit, Pos
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Secret
from grognard.view import Counter, View, renamed

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

Guess = dict[UnitId, KorsunUnit]


@rule("H16")
def fill(game: Korsun44, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer. The same seed gives the same one."""
    rng = Random(seed)
    known = {c.id: _unit(c) for c in view.counters if c.known}
    names: dict[str, UnitId] = {}
    guessed: Guess = {}
    for side in game.sides:
        hidden = [c for c in view.counters if not c.known and c.side == side]
        free = [u for u in game.index if u not in known and game.owners[u] == side]
        rng.shuffle(free)
        found = listed(game, hidden, free, names)
        owed = view.tracks["losses"][side] - _lost(game, side, known) - _lost(game, side, found)
        guessed |= found | masked(game, hidden, free, names, max(owed, 0), rng)
    units = known | guessed
    tracks = {name: value for name, value in view.tracks.items() if name != "losses"}
    options: Any = view.options
    state = KorsunState(
        game=view.game,
        scenario=view.scenario,
        options=options,
        seed=f"belief {seed}",
        agenda=tuple(renamed(s, lambda word: names.get(word, word)) for s in view.agenda)
        or (Turn(),),
        units=tuple(units[unit] for unit in game.index),
        turn=view.turn,
        control=view.control,
        outcome=view.outcome,
        sightings=view.sightings,
        secrets=own_secrets(view),
        **tracks,
    )
    return game.position(state)


def own_secrets(view: View) -> tuple[Secret, ...]:
    """What the viewer himself has written in secret; of the enemy nothing is known."""
    found = []
    for words, value in view.secrets.items():
        owner, _, name = words.partition(" ")
        if owner == view.viewer:
            found.append(Secret(owner, name, value))
    return tuple(found)


def _unit(counter: Counter) -> KorsunUnit:
    facts: Any = counter.facts
    return KorsunUnit(id=counter.id, at=counter.at, **facts)


def _lost(game: Korsun44, side: Side, units: Mapping[UnitId, KorsunUnit]) -> int:
    """The levels that these units of a side have lost."""
    return sum(unit.lost for name, unit in units.items() if game.owners[name] == side)


@rule("16.1.4")
def listed(
    game: Korsun44, hidden: list[Counter], free: list[UnitId], names: dict[str, UnitId]
) -> Guess:
    """Counters whose type is known, those first that show most levels. Who is chosen is no longer
    `free`, and `names` has him for the name of the counter.
    """
    found: Guess = {}
    seen = [c for c in hidden if "kind" in c.facts]
    for counter in sorted(seen, key=lambda c: (-c.facts.get("levels", 0), c.id)):
        levels = counter.facts.get("levels", 1)
        unit = next(u for u in free if _may_be(game, u, counter.facts["kind"], levels))
        free.remove(unit)
        lost = game.piece(unit).levels - levels if "levels" in counter.facts else 0
        found[unit] = KorsunUnit(id=unit, at=counter.at, lost=lost)
        names[counter.id] = unit
    return found


def _may_be(game: Korsun44, unit: UnitId, kind: str, levels: int) -> bool:
    piece = game.piece(unit)
    return piece.kind == kind and piece.levels >= levels


@rule("3.2.1", "H16")
def masked(
    game: Korsun44,
    hidden: list[Counter],
    free: list[UnitId],
    names: dict[str, UnitId],
    owed: int,
    rng: Random,
) -> Guess:
    """Everybody else is in a masked stack: one in each, the others where there is room. `owed` are
    the levels that they have lost together.
    """
    stacks = sorted((c for c in hidden if "kind" not in c.facts), key=lambda c: c.at)
    room = {c.at: game.charts.limits["stacking"].number for c in stacks}
    found: Guess = {}
    for number, unit in enumerate(free):
        levels = game.piece(unit).levels
        lost = min(owed, levels - 1)
        owed -= lost
        if number < len(stacks):
            hex_ = stacks[number].at
            names[stacks[number].id] = unit
        else:
            hex_ = _somewhere(room, levels - lost, rng)
        room[hex_] -= levels - lost
        found[unit] = KorsunUnit(id=unit, at=hex_, lost=lost)
    return found


def _somewhere(room: Mapping[HexId, int], levels: int, rng: Random) -> HexId:
    """A hex with room, or else the emptiest."""
    fitting = [hex_ for hex_, left in room.items() if left >= levels]
    return rng.choice(fitting) if fitting else max(room, key=room.__getitem__)
