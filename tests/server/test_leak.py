"""What a seat is sent over a whole game holds nothing that its side may not know."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.server.serving import GAME, Keys, Seat, Server

import grognard
from grognard.decisions import Event
from grognard.session import Session

UKRAINE = grognard.load(GAME)
SEED = "a seed that stands nowhere else"

#: 6.4-2: formations that fight lie open, and the dead stay so.
OPEN_EVENTS = frozenset({"combat", "loss", "eliminated", "retreat", "advance"})
#: S9: what the counter of a hidden formation shows.
HIDDEN_FACTS = frozenset({"group", "kind", "supply", "tiger", "marker"})


def strings(value: Any) -> Iterator[str]:
    """Every string in a message, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


class Watcher:
    """Knows which enemy formations a side has never seen, and looks for them in what it is sent."""

    def __init__(self, side: str) -> None:
        enemy = UKRAINE.enemy(side)
        self.unseen = {
            piece.id: piece.title
            for piece in UKRAINE.pieces
            if piece.side == enemy and not piece.id.startswith("Tiger")
        }

    def see(self, events: tuple[Event, ...]) -> None:
        """Whoever took part in a combat has been seen."""
        for event in events:
            if event.kind in OPEN_EVENTS:
                for unit in (*event.units, *map(str, event.facts.values())):
                    self.unseen.pop(unit, None)

    def leaks(self, text: str) -> list[str]:
        """Where a message names an unseen formation, or the seed."""
        names = [*self.unseen, *self.unseen.values(), SEED]
        suspects = [name for name in names if name in text]
        if not suspects:
            return []
        whole = re.compile("|".join(rf"(?<![\w/]){re.escape(name)}(?![\w/])" for name in suspects))
        return [string for string in strings(json.loads(text)) if whole.search(string)]


def begin(server: Server) -> Keys:
    answer = server.post("/api/plays", {"game": GAME, "seed": SEED, "options": {"fog": True}})
    return Keys(server, answer.json["play"], answer.json["tokens"])


def look_about(seat: Seat, luck: Random) -> None:
    """Ask for whatever might tell something."""
    for overlay in ("zones", "supply", "control"):
        seat.ask("overlay", overlay)
    counters = seat.frame["view"]["counters"]
    seat.ask("overlay", f"line {luck.choice(sorted(counters))}")
    seat.ask("at", str(luck.randrange(seat.frame["number"] + 1)))
    hex_ = luck.choice(UKRAINE.board.grid.hexes)
    for action in (f"move {hex_}", f"target {hex_}", f"attack {luck.choice(sorted(counters))}"):
        seat.ask("why", action)


def choose(actions: list[str], luck: Random) -> str:
    """Any action, but an end of the phase often enough for the game to come to its own."""
    return "done" if "done" in actions and luck.random() < 0.06 else luck.choice(actions)


def check_counters(seat: Seat) -> None:
    """Of a formation that is not known, its counter shows no more than cardboard would."""
    view, faces = seat.frame["view"], seat.frame["scene"]["faces"]
    for name, counter in view["counters"].items():
        if not counter["known"]:
            assert counter["side"] != view["viewer"]
            assert set(counter["facts"]) <= HIDDEN_FACTS
            assert not faces[name]["id"]
            assert set(faces[name]["values"]) == {"?"}
            # Absent: a loss of unknown size; none can be seen where there is no marker.
            assert ("lost" not in faces[name]) == counter["facts"]["marker"]


@pytest.mark.parametrize("seed", [1])
def test_nothing_hidden_is_sent(seed: int, server: Server) -> None:
    """Over a whole random game, no message to a seat names an enemy formation that has not shown
    itself, nor its losses, nor the seed of the dice.
    """
    keys, luck, session = begin(server), Random(seed), Session(UKRAINE.start(seed=SEED, fog=True))
    seats = {side: keys.seat(side) for side in UKRAINE.sides}
    watchers = {side: Watcher(side) for side in UKRAINE.sides}
    read = dict.fromkeys(UKRAINE.sides, 0)
    everyone = [len(watcher.unseen) for watcher in watchers.values()]
    while True:
        asked = session.pos.side
        action = choose(seats[asked].actions(), luck)
        if session.do(action).outcome is not None:
            break
        seats[asked].act(action)
        for side, seat in seats.items():
            seat.reach(session.revision)
            watchers[side].see(session.pos.events)
            if session.revision % 50 == 0:
                look_about(seat, luck)
                check_counters(seat)
            for text in seat.traffic[read[side] :]:
                assert watchers[side].leaks(text) == []
            read[side] = len(seat.traffic)
    assert session.revision > 100
    assert all(0 < len(w.unseen) < n for w, n in zip(watchers.values(), everyone, strict=True))


def test_a_leak_would_be_found(server: Server) -> None:
    """The watcher finds hidden names wherever they stand: what the other side is sent has them."""
    keys = begin(server)
    with keys.seat("soviet") as seat:
        assert Watcher("axis").leaks(seat.traffic[0])
    whole = json.dumps(keys.save())
    assert Watcher("soviet").leaks(whole)
    assert SEED in Watcher("axis").leaks(whole)
