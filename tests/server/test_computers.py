import json
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

from tests.server.serving import PATIENCE, Keys, Server

#: Longer than a computer needs for an action.
SOON = 0.05


def wait_for_revision(keys: Keys, at_least: int) -> int:
    """The revision of a game once it is so high. Nobody sits at the table meanwhile, but
    when a person is asked, who does the next best thing and leaves.
    """
    until = time.monotonic() + PATIENCE
    while (card := keys.card())["revision"] < at_least:
        assert time.monotonic() < until, keys.server.log()
        if card["asked"] in keys.tokens:
            with keys.seat(card["asked"]) as seat:
                seat.act(seat.actions()[-1])
        time.sleep(SOON)
    return int(card["revision"])


def test_a_computer_plays_though_nobody_watches(server: Server) -> None:
    """It thinks as soon as it is asked; one may leave the page and come back."""
    keys = server.begin(axis="random")
    wait_for_revision(keys, 3)
    with keys.seat("soviet") as seat:
        assert seat.opening["side"] == "soviet"
        seat.wait_until(lambda seat: bool(seat.question or seat.over))
        assert seat.frame["thinking"] == ""


def test_both_take_turns(server: Server) -> None:
    """A person and a computer play on, each when asked, and the page shows who thinks."""
    keys, luck = server.begin(soviet="random"), Random(3)
    with keys.seat("axis") as seat:
        thought = False
        while seat.frame["view"]["turn"] == 1 and not seat.over:
            if seat.question:
                done = "done" in seat.actions()
                seat.act("done") if done else seat.act_at_random(luck)
            else:
                assert seat.frame["thinking"] == "soviet"
                thought = True
                seat.receive()
        assert thought


def test_progress_is_told(server: Server) -> None:
    """While a computer thinks, the page hears how far it is."""
    keys = server.begin(axis="slow")
    with keys.seat("soviet") as seat:
        assert seat.frame["thinking"] == "axis"
        while (news := seat.receive())["type"] != "thinking":
            pass
        assert news == {"type": "thinking", "side": "axis", "share": 0.5, "text": "half way"}


def test_hints_come_from_the_strongest_player(server: Server) -> None:
    """A hint is an action that is open, with a reason."""
    keys = server.begin()
    with keys.seat(keys.card()["asked"]) as seat:
        hint = seat.ask("hint")
        assert hint["action"] == seat.question["actions"][-1]
        assert hint["text"] == "The last is the best."
        assert hint["plan"] == "To win."


def test_who_plays_alone_may_read_what_the_computer_thought(server: Server) -> None:
    """Turn by turn, what it was after and what it feared."""
    keys = server.begin(axis="slow")
    wait_for_revision(keys, 1)
    with keys.seat("soviet") as seat:
        (page,) = seat.ask("diary")["pages"]
        assert page["side"] == "axis"
        assert page["turn"] == 1
        assert page["aims"] == ["To hold the river."]
        assert page["fears"] == ["The winter."]


def test_thoughts_stay_closed_while_two_people_play(server: Server) -> None:
    """With another person at the table nobody is told before the end."""
    keys = server.begin()
    with keys.seat("soviet") as seat:
        assert seat.ask("diary")["error"] == "thoughts are told when the game is over"
        while seat.act("resign soviet")["type"] != "done":
            pass
        assert seat.ask("diary")["pages"] == []


def test_a_computer_that_breaks_does_not_stop_the_game(home: Path) -> None:
    """It gives up, cheats and takes its process with it: the game goes on, and it is logged."""
    luck = Random(1)
    with Server(home) as server, server.begin(axis="broken").seat("soviet") as seat:
        while seat.frame["number"] < 30:
            if seat.question:
                seat.act_at_random(luck)
            else:
                seat.receive()
        log = server.log()
        assert log.count("I give up") > 1, "a worker that died was not replaced"
        assert "may not cheat" in log


def test_giving_up_while_the_computer_thinks(server: Server) -> None:
    """What it has thought out in vain is forgotten."""
    keys = server.begin(axis="slow")
    wait_for_revision(keys, 1)
    with keys.seat("soviet") as seat:
        while seat.act("resign soviet")["type"] != "done":
            pass  # it acted just then: the order was stale
        assert seat.over
    revision = keys.card()["revision"]
    time.sleep(0.8)
    assert keys.card()["revision"] == revision
    assert keys.card()["asked"] == ""
    assert keys.play not in server.log()


def test_a_killed_server_takes_the_computers_turn_up_again(home: Path) -> None:
    """After SIGKILL it thinks on by itself, with the memory it had, and nothing is done twice."""
    with Server(home) as server:
        keys = server.begin(axis="slow")
        for _ in range(3):
            before = wait_for_revision(keys, keys.card()["revision"] + 2)
            server.kill()
            server.start()
            wait_for_revision(keys, before + 1)
    with closing(sqlite3.connect(home / "data" / "plays.sqlite")) as db:
        rows = db.execute("SELECT memory FROM rows WHERE side = 'axis' ORDER BY number").fetchall()
    decisions = [json.loads(memory)["decisions"] for (memory,) in rows]
    assert decisions == list(range(1, len(rows) + 1))


def test_no_worker_outlives_its_server(home: Path) -> None:
    """Workers of a killed server end by themselves."""
    server = Server(home)
    wait_for_revision(server.begin(axis="random"), 2)
    workers = children(server.process.pid)
    assert workers
    server.kill()
    until = time.monotonic() + PATIENCE
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() < until, workers
        time.sleep(SOON)


def test_a_server_stops_quietly_while_a_computer_thinks(home: Path) -> None:
    """It does not wait for the computer, and has nothing to complain of."""
    server = Server(home)
    keys = server.begin(axis="slow")
    wait_for_revision(keys, 1)
    with keys.seat("soviet") as seat:
        server.stop()
        assert seat.closed_with() == 1012
    assert server.process.returncode == 0
    assert server.log() == ""


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
