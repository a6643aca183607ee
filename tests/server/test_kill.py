"""The server killed in the middle of a stream of actions.

$ GROGNARD_KILLS=50 pytest tests/server/test_kill.py
"""

import os
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from tests.server.serving import Json, Keys, Seat, Server
from websockets.exceptions import ConnectionClosed

KILLS = int(os.environ.get("GROGNARD_KILLS", "5"))


class Record:
    """What a client knows of a game: the actions that stand, and what it sent last."""

    def __init__(self) -> None:
        self.standing: list[str] = []
        self.undone: list[str] = []
        self.revision = 0
        self.sent = ""

    def acknowledge(self) -> None:
        """The server has said that what was sent is done."""
        self.revision += 1
        if self.sent == "undo":
            self.undone.append(self.standing.pop())
        elif self.sent == "redo":
            self.standing.append(self.undone.pop())
        else:
            self.standing.append(self.sent)
            self.undone.clear()


def play_on(seats: tuple[Seat, Seat], record: Record, luck: Random) -> None:
    """Act for whoever is asked, as fast as the server answers, until it is gone."""
    while True:
        if seats[0].over:
            seats[0].receive()
        seat = next(seat for seat in seats if seat.question)
        record.sent = luck.choice(seat.actions())
        if luck.random() < 0.3 and seat.frame["redo"]:
            record.sent = "redo"
        elif luck.random() < 0.2 and seat.frame["undo"]:
            record.sent = "undo"
        answer = send(seat, record.sent)
        assert answer["type"] == "done", answer
        record.acknowledge()
        assert answer["revision"] == record.revision
        for other in seats:
            other.wait_until(lambda seat: bool(seat.frame["revision"] == record.revision))


def send(seat: Seat, what: str) -> Json:
    if what == "undo":
        return seat.undo()
    return seat.redo() if what == "redo" else seat.act(what)


def check(keys: Keys, record: Record) -> None:
    """Everything acknowledged is there, once and in order. The last thing sent may be there
    although its answer was lost; then the client learns it now.
    """
    revision = keys.card()["revision"]
    assert revision in (record.revision, record.revision + 1)
    if revision > record.revision:
        record.acknowledge()
    assert keys.save()["actions"] == record.standing


@pytest.mark.parametrize("kills", [KILLS])
def test_nothing_acknowledged_is_lost(kills: int, home: Path) -> None:
    """SIGKILL at any moment: no acknowledged action, undo or redo is missing after the restart,
    none is there twice, and the game goes on.
    """
    luck, record, done = Random(1), Record(), 0
    with Server(home) as server:
        keys = server.begin()
        for _ in range(kills):
            killer = Timer(luck.uniform(0.05, 0.6), server.process.kill)
            seats = (keys.seat("axis"), keys.seat("soviet"))
            killer.start()
            with pytest.raises(ConnectionClosed):
                play_on(seats, record, luck)
            killer.join()
            server.kill()
            server.start()
            check(keys, record)
            if keys.card()["outcome"]:
                keys, record, done = server.begin(), Record(), done + record.revision
        assert done + record.revision > kills
        with keys.seat(keys.card()["asked"]) as seat:
            assert seat.act(seat.actions()[0])["type"] == "done"
