"""The walk for leaks: it finds each kind of leak that it is there for, and none in The Ford."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.fixture.ford import load
from tests.fixture.ford.mask import FordMask
from tests.leaks import differences, names_told, positions, probes, swapped

from grognard.decisions import Event, Refusal
from grognard.view import Counter


def leaks(game: Any) -> Iterator[str]:
    """Everything that is found in two random games."""
    for before, _, after, rng in positions(game, range(2), every=6):
        for viewer in (*game.sides, None):
            yield from names_told(before, after, viewer, rng)
            twin = swapped(before, viewer, rng)
            if twin is not None:
                yield from differences(before, twin, viewer, probes(before, viewer, rng))


def with_mask(kind: type[FordMask]) -> Any:
    """The Ford with another mask."""
    game = load()
    game.__dict__["mask"] = kind(game.owners)
    return game


def test_the_ford_tells_nothing() -> None:
    """Where nothing leaks nothing is found."""
    assert list(leaks(load())) == []


class NamesCounters(FordMask):
    def counter(self, state: Any, unit: Any, viewer: Any) -> Counter | None:
        seen = super().counter(state, unit, viewer)
        return replace(seen, id=unit.id) if seen else None


class TellsAgenda(FordMask):
    def agenda(self, state: Any, viewer: Any) -> Any:
        return state.agenda


class TellsEvents(FordMask):
    def event(self, state: Any, event: Event, viewer: Any) -> Event:
        return event


class TellsPlaces(FordMask):
    def refusal(self, state: Any, refusal: Refusal, viewer: Any) -> Refusal:
        units = [unit for unit in state.units if unit.id in refusal.facts.values()]
        return replace(refusal, facts={**refusal.facts, "at": [unit.at for unit in units]})


class CountsTracks(FordMask):
    def tracks(self, state: Any, viewer: Any) -> Any:
        return {"first": state.units[0].at}


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (NamesCounters, "view tells "),
        (TellsAgenda, "view tells "),
        (TellsEvents, "event "),
        (TellsPlaces, " tries "),
        (CountsTracks, " sees tracks"),
    ],
)
def test_each_kind_of_leak_is_found(kind: type[FordMask], what: str) -> None:
    """A name in view, open steps or log; a place in a refusal; a track that depends on who
    stands where.
    """
    assert any(what in found for found in leaks(with_mask(kind)))
