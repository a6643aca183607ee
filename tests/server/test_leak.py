"""What a seat is sent over a whole game holds nothing that its side may not know."""

import json
from random import Random

import pytest
from tests.server.serving import GAME, Keys, Seat, Server
from tests.server.watching import SEED, UKRAINE, Watcher

from grognard.session import Session

#: S9: what the counter of a hidden formation shows.
HIDDEN_FACTS = frozenset({"group", "kind", "supply", "tiger", "marker"})


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
