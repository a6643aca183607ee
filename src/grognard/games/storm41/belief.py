"""A position that a side could be in, made from what it sees.

What lies hidden in enemy stacks, on his Turn Track and in his reserve is drawn at random among
the units that are not accounted for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.decisions import Side, rule
from grognard.games.storm41.sequence import Turn
from grognard.games.storm41.state import ARRIVALS, MUSTER, OUT, RESERVE, Pos, State41, Unit41
from grognard.pieces import UnitId
from grognard.state import Spot
from grognard.view import Counter, View, renamed

if TYPE_CHECKING:
    from grognard.games.storm41.game import Storm41

Seen = dict[UnitId, Counter]


@rule("R-99", "R-129")
def fill(game: Storm41, view: View, seed: int = 0) -> Pos:
    """A position that looks like this to the viewer. The same seed gives the same one."""
    rng = Random(seed)
    known = {counter.id: counter for counter in view.counters if counter.known}
    seen = known | guess(game, view, known, rng)
    boxed = hidden_boxes(game, view, seen, rng)
    names = {counter.id: unit for unit, counter in seen.items()}
    options: Any = view.options
    state = State41(
        game=view.game,
        scenario=view.scenario,
        options=options,
        seed=f"belief {seed}",
        agenda=tuple(renamed(s, lambda word: names.get(word, word)) for s in view.agenda)
        or (Turn(),),
        units=tuple(_unit(unit, seen.get(unit), boxed.get(unit, OUT)) for unit in game.index),
        turn=view.turn,
        control=view.control,
        outcome=view.outcome,
        sightings=view.sightings,
        stacks=stacks_of(game, seen),
        **view.tracks,
    )
    return game.position(state)


def guess(game: Storm41, view: View, known: Seen, rng: Random) -> Seen:
    """Hidden counters as units of their nation that are not accounted for: first those that have
    been on the map from the start, last those that are not due yet. Where only artillery stands
    they are artillery, and nowhere else only artillery.
    """
    due = game.scenes[view.scenario].due
    free = [unit for unit in takes_part(game, view.scenario) if unit not in known]
    rng.shuffle(free)
    free.sort(key=lambda unit: (unit in due, due.get(unit, 0) > view.turn))
    hidden = [counter for counter in view.counters if not counter.known]
    others = _no_artillery(game, hidden, known)
    # By place, because pseudonyms differ between states that look alike.
    hidden.sort(key=lambda c: (not c.facts["artillery"], c.id not in others, _place(c)))
    found: Seen = {}
    for counter in hidden:
        unit = next(u for u in free if _may_be(game, u, counter, others))
        free.remove(unit)
        found[unit] = counter
    return found


@rule("R-128")
def _no_artillery(game: Storm41, hidden: Iterable[Counter], known: Seen) -> set[str]:
    """Of every stack that shows nothing but artillery and is not artillery alone one hidden
    counter, which must be something else.
    """
    first = {c.at: c.id for c in hidden if not c.facts["artillery"]}
    here = ((unit, c.at) for unit, c in known.items() if c.at in first)
    shown = {hex_ for unit, hex_ in here if not game.piece(unit).is_artillery}
    return {name for hex_, name in first.items() if hex_ not in shown}


def _may_be(game: Storm41, unit: UnitId, counter: Counter, others: Container[str]) -> bool:
    piece = game.piece(unit)
    if piece.nation != counter.facts["nation"] or piece.kind == "flak":
        return False
    if counter.facts["artillery"] or counter.id in others:
        return piece.is_artillery == bool(counter.facts["artillery"])
    return True


def _place(counter: Counter) -> tuple[Spot, int]:
    """Where a hidden counter lies, and how high in its stack."""
    return counter.at, counter.facts.get("level", 0)


@cache
def takes_part(game: Storm41, scenario: str) -> tuple[UnitId, ...]:
    """The units of a scenario, in the order of the pieces; everybody knows them."""
    scene = game.scenes[scenario]
    free = (unit for units in scene.free.values() for unit in units)
    named = {*scene.begins, *scene.due, *free}
    return tuple(unit for unit in game.index if unit in named)


def hidden_boxes(
    game: Storm41, view: View, seen: Iterable[UnitId], rng: Random
) -> dict[UnitId, Spot]:
    """Who else is left lies in the boxes of which a viewer knows the number only."""
    left = [unit for unit in takes_part(game, view.scenario) if unit not in seen]
    rng.shuffle(left)
    found: dict[UnitId, Spot] = {}
    for side in game.sides:
        units = [unit for unit in left if game.owners[unit] == side]
        found |= dict(zip(_coming_first(game, view, units), _places(view, side), strict=False))
    return found


def _coming_first(game: Storm41, view: View, units: list[UnitId]) -> list[UnitId]:
    """Those of the Turn Track first, so that who must be on it is."""
    due = game.scenes[view.scenario].due
    return sorted(units, key=lambda unit: -due.get(unit, 0))


def _places(view: View, side: Side) -> list[Spot]:
    """A place for every hidden unit of a side off the map."""
    track = ARRIVALS[side]
    shown = {counter.at for counter in view.counters}
    boxes = (track, RESERVE, MUSTER) if side == "axis" else (track, MUSTER)
    return [box for box in boxes if box not in shown for _ in range(view.boxes.get(box, 0))]


def stacks_of(game: Storm41, seen: Seen) -> dict[Spot, tuple[UnitId, ...]]:
    """The order of every stack on the map, as the levels of its counters have it."""
    levels: dict[Spot, dict[int, UnitId]] = {}
    on_map = game.board.grid.index
    for unit, counter in seen.items():
        if counter.at in on_map:
            levels.setdefault(counter.at, {})[counter.facts["level"]] = unit
    stacks = ((hex_, levels[hex_]) for hex_ in sorted(levels))
    return {hex_: tuple(at[i] for i in sorted(at)) for hex_, at in stacks if len(at) > 1}


def _unit(unit: UnitId, counter: Counter | None, spot: Spot) -> Unit41:
    if counter is None:
        return _made(unit, spot)
    facts = counter.facts
    return _made(unit, counter.at, facts.get("fell", 0), facts.get("gone", False))


@lru_cache(maxsize=1 << 16)
def _made(unit: UnitId, at: Spot, fell: int = 0, gone: bool = False) -> Unit41:
    """Kept, because from one belief to the next hardly any unit is another."""
    return Unit41(id=unit, at=at, fell=fell, gone=gone)
