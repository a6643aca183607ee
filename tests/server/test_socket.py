import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.serving import GAME, PATIENCE, Keys, Seat, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.server.messages import Frame
from grognard.server.patching import as_object, without_nulls
from grognard.session import Session

UKRAINE = grognard.load(GAME)


def asked_seat(keys: Keys) -> Seat:
    """The seat whose side is asked."""
    return keys.seat(keys.card()["asked"])


def waiting_seat(keys: Keys) -> Seat:
    return keys.seat(UKRAINE.enemy(keys.card()["asked"]))


def shown(session: Session, side: str, like: Any) -> Any:
    """View and scene of a side as they must be sent, made without the server."""
    assert UKRAINE.pages is not None
    view = session.pos.view(side)
    frame = Frame(0, 0, view, UKRAINE.pages.scene(view), {}, False, False)
    found = without_nulls(json.loads(json.dumps(as_object(frame))))
    return {"view": found["view"], "scene": found["scene"], "like": like}


def stranger(server: Server, play: str, **headers: str) -> ClientConnection:
    """Somebody at the door of a game who has not yet said who he is."""
    address = f"ws://{server.netloc}/api/plays/{play}/seat"
    return connect(address, additional_headers=headers, legacy=True)


def closed_with(socket: ClientConnection) -> int | None:
    """The code with which the server closes; it says nothing more."""
    with pytest.raises(ConnectionClosed):
        socket.recv(PATIENCE)
    return socket.close_code


# --- sitting down ---------------------------------------------------------------------------


def test_a_seat_is_told_everything_at_once(server: Server) -> None:
    """The answer to hello has the page, the frame and the log."""
    keys = server.begin()
    with asked_seat(keys) as seat:
        opening = seat.opening
        assert opening["type"] == "opening"
        assert opening["page"]["game"] == GAME
        assert opening["version"] == server.get(f"/api/games/{GAME}").json["version"]
        assert opening["side"] == seat.frame["view"]["viewer"] == keys.card()["asked"]
        assert seat.question["actions"]
        assert (seat.frame["revision"], seat.frame["number"]) == (0, 0)
        assert not seat.frame["undo"]


def test_the_side_that_waits_sees_no_choices(server: Server) -> None:
    """It sees who decides, and nothing of what."""
    keys = server.begin()
    with waiting_seat(keys) as seat:
        assert seat.question is None
        assert seat.frame["view"]["asked"] != seat.opening["side"]
        assert seat.frame["view"]["waiting"]


@pytest.mark.parametrize(
    "hello",
    [
        {"type": "hello", "token": "wrong"},
        {"type": "hello", "token": ""},
        {"type": "hello"},
        {"type": "act", "id": 1, "revision": 0, "action": "done"},
        {"type": "help"},
        "hello",
        "[]",
        b"\x00\xff",
        "x" * 20_000,
    ],
)
def test_without_the_token_nobody_is_let_in(hello: Any, server: Server) -> None:
    """Whatever is said instead of it, the game stays shut, and one does not learn if it exists."""
    keys, said = server.begin(), []
    for play in (keys.play, "nowhere"):
        with stranger(server, play) as socket:
            socket.send(hello if isinstance(hello, str | bytes) else json.dumps(hello))
            refusal = json.loads(socket.recv(PATIENCE))
            assert refusal["type"] == "refused"
            said.append((refusal, closed_with(socket)))
            assert said[-1][1] in (4400, 4404)
    assert said[0] == said[1]
    assert keys.card()["revision"] == 0


def test_the_other_seats_token_gives_the_other_seat(server: Server) -> None:
    """Two people at one screen hold both tokens and open one seat after the other."""
    keys = server.begin()
    for side in ("axis", "soviet", "axis"):
        with keys.seat(side) as seat:
            assert seat.opening["side"] == side


def test_who_says_nothing_is_sent_away(home: Path) -> None:
    """A line on which nobody says hello is not held open."""
    with Server(home, patience=0.2) as server, stranger(server, "x") as socket:
        assert json.loads(socket.recv(PATIENCE))["error"] == "nobody said hello"
        assert closed_with(socket) == 4400


def test_seats_are_open_in_so_many_windows(home: Path) -> None:
    """Too many windows of a seat are refused, and so are too many in all; the others go on."""
    with Server(home, windows=2, sockets=3) as server:
        keys = server.begin()
        with keys.seat("axis") as one, keys.seat("axis") as two:
            third = keys.seat("axis")
            assert "2 windows" in third.opening["error"]
            assert third.closed_with() == 4429
            with keys.seat("soviet"):
                full = keys.seat("soviet")
                assert full.opening["error"] == "the server is full"
                assert full.closed_with() == 4429
            assert one.ask("at", "0")["type"] == two.ask("at", "0")["type"] == "past"
        with keys.seat("soviet"), keys.seat("axis") as again:
            assert again.opening["type"] == "opening"


def test_a_socket_of_another_site_is_not_opened(server: Server) -> None:
    """The browser says from which page a WebSocket comes."""
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus):
            stranger(server, "x", **headers)


# --- acting ---------------------------------------------------------------------------------


def test_frames_are_what_the_engine_shows(server: Server) -> None:
    """After any number of actions, both seats have been patched to what their side may see."""
    keys, luck = server.begin(), Random(5)
    session = Session(UKRAINE.start(seed="7"))
    with keys.seat("axis") as axis, keys.seat("soviet") as soviet:
        for number in range(1, 41):
            mover, other = (axis, soviet) if axis.question else (soviet, axis)
            session.do(mover.act_at_random(luck))
            other.reach(number)
            for seat in (axis, soviet):
                expected = shown(session, seat.opening["side"], seat.frame["number"])
                assert expected == {
                    "view": seat.frame["view"],
                    "scene": seat.frame["scene"],
                    "like": number,
                }
                with keys.seat(seat.opening["side"]) as fresh:
                    assert fresh.frame == seat.frame
                    assert fresh.log == seat.log


def test_an_action_is_acknowledged_with_its_revision(server: Server) -> None:
    """Done says which revision the game has now; the patch leads there."""
    with asked_seat(server.begin()) as seat:
        done = seat.act(seat.actions()[0])
        assert (done["type"], done["revision"]) == ("done", 1)
        seat.wait_until(lambda seat: seat.frame["revision"] == 1)
        assert seat.frame["number"] == 1


def test_a_stale_action_is_refused(server: Server) -> None:
    """An order for another revision than the game's is not carried out."""
    keys = server.begin()
    with asked_seat(keys) as seat:
        action = seat.actions()[0]
        seat.act(action)
        refused = seat.act(action, revision=0)
        assert (refused["type"], refused["revision"]) == ("refused", 1)
        assert "moved on" in refused["error"]
    assert keys.card()["revision"] == 1


def test_a_refusal_names_the_rule(server: Server) -> None:
    """What the rules forbid is refused in their words, and nothing changes."""
    keys = server.begin()
    with asked_seat(keys) as seat:
        refused = seat.act("move 33.15")
        assert refused["type"] == "refused"
        assert refused["rule"] in UKRAINE.clauses
        assert refused["error"]
    with waiting_seat(keys) as seat:
        assert "decides now" in seat.act("done")["error"]
        assert "nobody resigns for" in seat.act(f"resign {keys.card()['asked']}")["error"]
    assert keys.card()["revision"] == 0


def test_two_windows_of_a_seat_see_the_same(server: Server) -> None:
    """What is done in one window is shown in the other."""
    keys = server.begin()
    with asked_seat(keys) as one, asked_seat(keys) as two:
        one.act(one.actions()[0])
        two.wait_until(lambda seat: seat.frame["revision"] == 1)
        assert two.frame == one.frame


def test_of_two_windows_the_first_is_served(server: Server) -> None:
    """The same revision is acted on once."""
    keys = server.begin()
    with asked_seat(keys) as one, asked_seat(keys) as two:
        action = one.actions()[0]
        answers = [one.act(action, revision=0)["type"], two.act(action, revision=0)["type"]]
        assert answers == ["done", "refused"]
    assert keys.card()["revision"] == 1


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "7",
        '"act"',
        '{"type": "act"}',
        '{"type": "fly", "id": 1}',
        '{"type": "act", "id": -1, "revision": 0, "action": "done"}',
        '{"type": "act", "id": 1, "revision": "0", "action": "done"}',
        '{"type": "act", "id": 1, "revision": 0, "action": ""}',
        '{"type": "act", "id": 1, "revision": 0, "action": "\\ud800"}',
        '{"type": "act", "id": 1, "revision": 1e99, "action": "done"}',
        '{"type": "ask", "id": 1, "what": "seed"}',
        '{"type": "ask", "id": 1, "what": "overlay", "arg": "seed"}',
        '{"type": "ask", "id": 1, "what": "at", "arg": "-1"}',
        '{"type": "ask", "id": 1, "what": "at", "arg": "²"}',
        '{"type": "ask", "id": 1, "what": "at", "arg": "99999999999999999999"}',
        '{"type": "hello", "token": "again"}',
        b"\xff\xfe",
        "[" * 10_000,
        "x" * 50_000,
    ],
)
def test_a_bad_frame_is_refused_and_the_seat_kept(frame: str | bytes, server: Server) -> None:
    """Whatever a client sends, it is told that it was not understood, and may go on."""
    keys = server.begin()
    with asked_seat(keys) as seat:
        seat.send(frame)
        refused = seat.receive()
        assert refused["type"] == "refused"
        assert refused["error"] != "something broke here, and nothing was changed"
        assert keys.card()["revision"] == 0
        assert seat.act(seat.actions()[0])["type"] == "done"


# --- undo -----------------------------------------------------------------------------------


def test_undo_and_redo(server: Server) -> None:
    """What is taken back is gone from frame and log of both seats, and can be done again."""
    keys = server.begin()
    with asked_seat(keys) as seat, waiting_seat(keys) as other:
        before, log = seat.frame, seat.log
        seat.act(seat.actions()[0])
        after = seat.frame
        assert after["undo"]
        assert seat.undo()["revision"] == 2
        assert seat.frame["view"] == before["view"]
        assert seat.log == log
        assert (seat.frame["number"], seat.frame["redo"], seat.frame["undo"]) == (0, True, False)
        assert seat.redo()["revision"] == 3
        assert seat.frame["view"] == after["view"]
        other.wait_until(lambda seat: seat.frame["revision"] == 3)
        assert not other.frame["undo"]
        assert not other.frame["redo"]


def test_what_cannot_be_taken_back_is_refused(server: Server) -> None:
    """At the beginning, and for the other side's actions."""
    keys = server.begin()
    with asked_seat(keys) as seat, waiting_seat(keys) as other:
        assert seat.undo()["rule"] == seat.redo()["rule"] == "undo"
        seat.act(seat.actions()[0])
        other.wait_until(lambda seat: seat.frame["revision"] == 1)
        assert other.undo()["type"] == "refused"
    assert keys.card()["revision"] == 1


# --- asking ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def moving(server: Server) -> Keys:
    """A game in which a formation is about to move."""
    session = Session(UKRAINE.start(seed="7"))
    while "move" not in (offered := {a.verb: a for a in session.pos.actions()}):
        in_movement = "movement" in [step.tag for step in session.pos.state.agenda]
        wanted = ("select", "done") if in_movement else ("done", "choose")
        session.do(next(offered[verb] for verb in (*wanted, *offered) if verb in offered))
    answer = server.post("/api/plays/load", json.loads(session.save()))
    return Keys(server, answer.json["play"], answer.json["tokens"])


def test_the_way_of_a_move_has_its_costs(moving: Keys) -> None:
    """A hex within reach is answered with the way there and each cost with its rule."""
    with asked_seat(moving) as seat:
        goals = [action[1] for action in seat.question["actions"] if action[0] == "move"]
        way = seat.ask("way", goals[-1])
        assert way["hexes"][-1] == goals[-1]
        assert all(part["rule"] for part in way["parts"])
        assert way["left"]


def test_a_hex_out_of_reach_says_why(moving: Keys) -> None:
    """A forbidden hex is refused with the rule, the same by `way` and by `why`."""
    with asked_seat(moving) as seat:
        goals = {action[1] for action in seat.question["actions"] if action[0] == "move"}
        far = next(hex_ for hex_ in UKRAINE.board.grid.hexes if hex_ not in goals)
        refused, why = seat.ask("way", far), seat.ask("why", f"move {far}")
        assert refused["type"] == "refused"
        assert (refused["error"], refused["rule"]) == (why["error"], why["rule"])
        assert why["rule"] in UKRAINE.clauses


def test_what_is_allowed_has_no_reason_against_it(moving: Keys) -> None:
    """`why` of an open action answers with nothing."""
    with asked_seat(moving) as seat:
        assert seat.ask("why", seat.actions()[0])["error"] == ""


def test_the_side_that_waits_learns_no_way(moving: Keys) -> None:
    """Ways and reasons are for who is asked."""
    with waiting_seat(moving) as seat:
        for what, arg in (("way", "33.15"), ("hint", "")):
            assert seat.ask(what, arg)["type"] == "refused"
        assert "decides now" in seat.ask("why", "move 33.15")["error"]


def test_overlays_are_made_for_the_seat(server: Server) -> None:
    """An overlay is asked for by name, and with the unit or hex that it takes."""
    keys = server.begin()
    with asked_seat(keys) as seat:
        zones = seat.ask("overlay", "zones")
        assert zones["name"] == "zones"
        assert zones["overlays"]
        mine = next(
            counter["id"]
            for counter in seat.frame["view"]["counters"].values()
            if counter["side"] == seat.opening["side"] and counter["at"] in UKRAINE.board.grid
        )
        assert seat.ask("overlay", f"line {mine}")["overlays"]
        for wrong in ("line", "line nobody", "zones 33.15", "", "seed"):
            assert seat.ask("overlay", wrong)["type"] == "refused"


def test_the_past_is_as_it_was_seen(server: Server) -> None:
    """Every frame of the game can be looked at again, as this seat saw it then."""
    keys, luck = server.begin(), Random(2)
    with keys.seat("axis") as axis, keys.seat("soviet") as soviet:
        seen = {seat.opening["side"]: [seat.frame] for seat in (axis, soviet)}
        for number in range(1, 21):
            mover = axis if axis.question else soviet
            mover.act_at_random(luck)
            for seat in (axis, soviet):
                seat.reach(number)
                seen[seat.opening["side"]].append(seat.frame)
        for seat in (axis, soviet):
            for number, frame in enumerate(seen[seat.opening["side"]]):
                past = seat.ask("at", str(number))["frame"]
                assert (past["view"], past["scene"]) == (frame["view"], frame["scene"])
                assert past["number"] == number
        assert soviet.ask("at", "21")["type"] == "refused"


# --- the end --------------------------------------------------------------------------------


def test_at_the_end_everything_opens(server: Server) -> None:
    """Both seats are shown all counters and the whole log of both sides."""
    keys, luck = server.begin(), Random(4)
    with keys.seat("axis") as axis, keys.seat("soviet") as soviet:
        for number in range(1, 61):
            mover, other = (axis, soviet) if axis.question else (soviet, axis)
            mover.act_at_random(luck)
            other.reach(number)
        assert not all(c["known"] for c in axis.frame["view"]["counters"].values())
        assert axis.log != soviet.log
        assert axis.act("resign axis")["type"] == "done"
        soviet.wait_until(lambda seat: seat.over)
        assert all(c["known"] for c in soviet.frame["view"]["counters"].values())
        assert soviet.frame["view"]["outcome"]["winner"] == "soviet"
        assert axis.log == soviet.log
        assert axis.undo()["type"] == "refused"
        assert "over" in soviet.act("done")["error"]


def test_a_side_may_resign_while_the_other_decides(server: Server) -> None:
    """Nobody has to wait to give up."""
    keys = server.begin()
    with waiting_seat(keys) as seat:
        assert seat.act(f"resign {seat.opening['side']}")["type"] == "done"
        assert seat.over
