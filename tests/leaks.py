"""Does what a side is given tell it anything that is hidden from it? For any game.

Two questions, both asked of positions in the middle of random games:

- `names_told`: is a counter that lies hidden called by its name anywhere, in any byte of the
  view, the events, the refusals, the page's scene and overlays?
- `differences`: two positions that differ only in what is hidden must look alike to the side
  that may not know it, byte for byte, and offer it the same. Hidden counters go by where
  they lie, as their pseudonyms differ. `swapped` makes such a twin of any position: it
  exchanges two hidden counters that look the same.

What a hidden counter may show by itself only the game's own test can say; it makes further
twins that differ in what it may not show.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from grognard.conformance import RandomPlayer, strangers
from grognard.decisions import Action, Side
from grognard.game import Game
from grognard.pieces import UnitId
from grognard.position import Position
from grognard.state import encode
from grognard.view import Counter, View

AnyGame = Game[Any, Any]
AnyPosition = Position[Any, Any, Any]

#: Of overlays that are asked for one unit or hex, so many are looked at.
_SAMPLE = 1


def positions(
    game: AnyGame, seeds: Iterable[int], *, every: int, **options: Any
) -> Iterator[tuple[AnyPosition, Action, AnyPosition, random.Random]]:
    """Random games: about one action in `every`, with the positions before and after it."""
    for seed in seeds:
        rng = random.Random(f"leaks {seed}")
        player, pos = RandomPlayer(rng), game.start(seed=f"leaks-{seed}", **options)
        while not pos.outcome:
            chosen = player.choose(pos)
            after = pos.apply(chosen)
            if not rng.randrange(every):
                yield pos, chosen, after, rng
            pos = after


# --- what is hidden, and what is given --------------------------------------------------


def hidden_from(pos: AnyPosition, viewer: Side | None) -> dict[UnitId, Counter | None]:
    """The units whose identity a viewer may not know, as he sees them (None: not at all)."""
    if pos.outcome:
        return {}
    seen = {unit.id: pos.game.mask.counter(pos.state, unit, viewer) for unit in pos.state.units}
    return {unit: counter for unit, counter in seen.items() if counter is None or not counter.known}


def given(
    pos: AnyPosition, viewer: Side | None, probes: Iterable[Action] = ()
) -> Iterator[tuple[str, str]]:
    """Everything that a viewer is given of a position, each with a word for what it is."""
    view = pos.view(viewer)
    yield "view", _text(msgspec.structs.replace(view, sightings=()))
    for event in pos.events:
        told = pos.game.mask.event(pos.state, event, viewer)
        if told is not None:
            yield f"event {event.kind}", f"{told} {_text(told)}"
    for probe in probes if viewer else ():
        refusal = pos.why_not(probe, side=viewer)
        if refusal is not None:
            yield f"refusal of {probe}", f"{refusal} {_text(refusal)}".replace(probe.arg, "")
    if pos.game.pages is not None:
        yield "scene", _text(pos.game.pages.scene(view))
        yield from _overlays(pos, view)
    for move in pos.actions() if viewer == pos.side else ():
        if move.verb == "move":
            yield f"way of {move}", _text(pos.way(move.arg))


def _overlays(pos: AnyPosition, view: View) -> Iterator[tuple[str, str]]:
    assert pos.game.pages is not None
    arguments = {
        "": ("",),
        "unit": tuple(c.id for c in view.counters if not c.known)[:_SAMPLE],
        "hex": pos.board.grid.hexes[:_SAMPLE],
    }
    for key in pos.game.pages.page(pos.state.scenario, pos.state.options).overlays:
        for arg in arguments[key.takes]:
            yield f"overlay {key.name} {arg}", _text(pos.game.pages.overlay(view, key.name, arg))


def _text(value: Any) -> str:
    return encode(value).decode()


# --- names ------------------------------------------------------------------------------


def names_told(
    before: AnyPosition, pos: AnyPosition, viewer: Side | None, rng: random.Random
) -> list[str]:
    """Where a hidden counter is called by its name after an action, in sentences. What has
    happened may name those that lay open before, during or after it; whom a viewer saw in
    between is in his sightings of this turn.
    """
    hidden = set(hidden_from(pos, viewer))
    seen = {
        s.unit for s in pos.state.sightings if viewer in (s.side, None) and s.turn >= before.turn
    }
    never_open = (hidden & set(hidden_from(before, viewer))) - seen
    found = []
    for what, text in given(pos, viewer, probes(pos, viewer, rng)):
        secret = never_open if what.startswith("event") else hidden
        for name in _names_in(text, secret, pos.game):
            found.append(f"{what} tells {viewer or 'a spectator'} of {name}")
    return found


def probes(pos: AnyPosition, viewer: Side | None, rng: random.Random) -> list[Action]:
    """Actions that a side may try in order to learn something from the refusal."""
    return strangers(pos, rng) if viewer and pos.decision else []


def _names_in(text: str, units: set[UnitId], game: AnyGame) -> set[str]:
    """The names of these units, by id or in full, that a text has as words of their own."""
    pieces = (game.pieces[game.index[unit]] for unit in units)
    names = {name for piece in pieces for name in (piece.id, piece.name) if name}
    return {name for name in names if name in text and _word(name).search(text)}


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])")


# --- twins ------------------------------------------------------------------------------


def swapped(pos: AnyPosition, viewer: Side | None, rng: random.Random) -> AnyPosition | None:
    """The same position with two hidden counters exchanged that look the same; None if no
    two do. Counters that an open step names stay: what it remembers of one, such as points
    spent, may be impossible for another.
    """
    named = _words(msgspec.to_builtins(pos.state.agenda))
    alike: dict[str, list[UnitId]] = {}
    for unit, counter in hidden_from(pos, viewer).items():
        if counter is not None and unit not in named:
            alike.setdefault(_text((counter.side, counter.facts)), []).append(unit)
    pairs = [units for units in alike.values() if len({pos.unit(u).at for u in units}) > 1]
    if not pairs:
        return None
    one, other = rng.sample(rng.choice(pairs), 2)
    names = {one: other, other: one}
    state = msgspec.json.decode(pos.to_json())
    places = {unit["id"]: unit["at"] for unit in state["units"]}
    for unit in state["units"]:
        unit["at"] = places[names.get(unit["id"], unit["id"])]
    state["stacks"] = renamed(state.get("stacks", {}), names)
    twin: AnyPosition = pos.game.from_json(encode(state))
    return twin


def _words(value: Any) -> set[str]:
    """Every word in lists and dicts."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        value = list(value.values())
    return set().union(*map(_words, value)) if isinstance(value, list | tuple) else set()


def differences(
    one: AnyPosition, other: AnyPosition, viewer: Side | None, asked: Iterable[Action] = ()
) -> list[str]:
    """What a viewer could tell two positions apart by, in sentences. Beside the views, which
    hold prompt, actions and panel, these are the answers to what he might try.
    """
    first, second = plain_view(one, viewer), plain_view(other, viewer)
    found = [
        f"{viewer or 'a spectator'} sees {part}: {first[part]} and {second[part]}"
        for part in first
        if first[part] != second[part]
    ]
    names = [labels(pos.view(viewer), pos.game) for pos in (one, other)]
    for action in asked if viewer else ():
        refusals = [pos.why_not(action, side=viewer) for pos in (one, other)]
        answers = [renamed(refusal, name) for refusal, name in zip(refusals, names, strict=True)]
        if answers[0] != answers[1]:
            found.append(f"{viewer} tries {action}: {answers[0]} and {answers[1]}")
    return found


def plain_view(pos: AnyPosition, viewer: Side | None) -> dict[str, Any]:
    """A view in which hidden counters go by where they lie."""
    view = pos.view(viewer)
    plain: dict[str, Any] = renamed(view, labels(view, pos.game))
    plain["counters"].sort(key=lambda counter: counter["id"])
    return plain


def labels(view: View, game: AnyGame) -> dict[str, str]:
    """A name for each pseudonym: side, place and look. Counters that lie together and look
    the same have the same one.
    """
    masked = [counter for counter in view.counters if counter.id not in game.index]
    return {c.id: f"{c.side} at {c.at} {_text(c.facts)}" for c in masked}


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value as lists and dicts in which every word goes by another name."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return {"": type(value).__name__, **renamed(fields, names)}
    if isinstance(value, list | tuple):
        return [renamed(inner, names) for inner in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(renamed(inner, names) for inner in value)
    return value


def imagined_alike(pos: AnyPosition, side: Side, rng: random.Random) -> bool | None:
    """Is the same position made up from what a side sees of this one and of its twin? None where
    there is no twin.
    """
    twin = swapped(pos, side, rng) if pos.decision else None
    if twin is None:
        return None
    fill = pos.game.appraisal.fill
    mine, other = (fill(one.view(side), 4).state.units for one in (pos, twin))
    return bool(mine == other)
