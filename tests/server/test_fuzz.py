"""Anything may be sent to the server. It says no, changes nothing, and tells nothing."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from tests.server.serving import GAME, Json, Keys, Seat, Server

from grognard.server.schema import description

schema = schemathesis.openapi.from_dict(description())
messages = jsonschema_rs.validator_for(
    {"$ref": "#/components/schemas/FromServer", "components": description()["components"]}
)

#: A body may be well formed and still name a game or an option that there is not.
may_be_refused: list[Any] = CHECKS.get_by_names(["positive_data_acceptance"])

#: A server is started once for all examples; none of them may disturb the next.
shared = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Victim:
    """A game that strangers try to get at, and the seat of the side that waits."""

    def __init__(self, server: Server) -> None:
        new = {"game": GAME, "seed": "the victim's own seed"}
        answer = server.post("/api/plays", new).json
        self.keys = Keys(server, answer["play"], answer["tokens"])
        with self.keys.seat(self.keys.card()["asked"]) as seat:
            for _ in range(5):
                seat.act(seat.actions()[0])
        self.asked = self.keys.card()["asked"]
        self.whole = self.keys.save()
        self.card = self.keys.card()

    def check(self, *said: str) -> None:
        """It is as it was; nothing that was said names its secrets; nothing broke."""
        assert self.keys.save() == self.whole
        assert self.keys.card() == self.card
        secrets = (self.whole["seed"], *self.keys.tokens.values())
        assert not [text for text in said for secret in secrets if secret in text]
        log = self.keys.server.log()
        assert "Traceback" not in log
        assert "ERROR" not in log


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    with Server(tmp_path_factory.mktemp("fuzzed")) as server:
        yield Victim(server)


# --- a seat's WebSocket -----------------------------------------------------------------------

words = st.text(max_size=12) | st.sampled_from(["", "done", "33.15", "axis", "6GTC", "-1", "0"])
verbs = st.sampled_from(["select", "move", "attack", "target", "commit", "choose", "decoy", "fly"])
actions = st.builds("{} {}".format, verbs | words, words).filter(lambda a: "resign" not in a)
numbers = st.integers(-2, 9) | st.integers()
questions = st.sampled_from(["way", "why", "overlay", "at", "hint"]) | words
arguments = words | actions | st.builds("{} {}".format, st.sampled_from(["line", "zones"]), words)
fields = {
    "id": numbers,
    "revision": numbers,
    "action": actions,
    "what": questions,
    "arg": arguments,
    "token": words,
}
kinds = st.sampled_from(["act", "undo", "redo", "ask", "hello", "opening", "patch", "x"])
alike = st.fixed_dictionaries({"type": kinds}, optional=fields).map(json.dumps)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
)
anything = values.map(json.dumps) | st.text(max_size=40)
frames = alike | anything | st.binary(max_size=40)


def answer_to(seat: Seat, frame: str | bytes) -> Json:
    seat.send(frame)
    answer = seat.receive()
    assert messages.is_valid(answer), answer
    return answer


@shared
@given(st.lists(frames, min_size=1, max_size=8))
def test_frames_of_the_side_that_waits(victim: Victim, sent: list[str | bytes]) -> None:
    """Whatever the waiting side sends, the game stays as it is and the seat is served on."""
    waiting = next(side for side in victim.keys.tokens if side != victim.asked)
    with victim.keys.seat(waiting) as seat:
        heard = [answer_to(seat, frame) for frame in sent]
        assert all(answer["type"] != "done" for answer in heard)
        assert seat.ask("at", "0")["type"] == "past"
        victim.check(*seat.traffic)


@shared
@given(st.lists(alike, min_size=1, max_size=8))
def test_stale_frames_of_the_side_that_is_asked(victim: Victim, sent: list[str]) -> None:
    """The side that is asked may act for the present revision only."""
    revision = victim.card["revision"]
    with victim.keys.seat(victim.asked) as seat:
        for frame in sent:
            wish = json.loads(frame)
            if wish.get("revision") == revision:
                wish["revision"] += 1
            assert answer_to(seat, json.dumps(wish))["type"] != "done"
        victim.check(*seat.traffic)


@shared
@given(frames)
def test_first_frames_of_strangers(victim: Victim, hello: str | bytes) -> None:
    """Without the token nothing that a stranger says opens a seat."""
    seat = Stranger(victim.keys, hello)
    assert seat.opening["type"] == "refused"
    assert seat.closed_with() in (4400, 4404)
    victim.check(*seat.traffic)


class Stranger(Seat):
    """Somebody who says something else than hello."""

    def __init__(self, keys: Keys, hello: str | bytes) -> None:
        self._hello = hello
        super().__init__(keys.server, keys.play, "")

    def send(self, message: Json) -> None:
        super().send(self._hello)


# --- HTTP -------------------------------------------------------------------------------------

paths = st.sampled_from(
    ["/api/plays", "/api/plays/mine", "/api/plays/load", f"/api/games/{GAME}/page", "/api/schema"]
)
bodies = anything.map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=80)
tokens = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40)


@shared
@given(st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH"]), paths, bodies)
def test_bodies(victim: Victim, method: str, path: str, body: bytes) -> None:
    """Whatever is posted, the answer is a refusal or what was asked for, and never a breakdown."""
    answer = victim.keys.server.request(method, path, body)
    assert answer.status < 500
    assert answer.status < 400 or answer.json["error"]
    victim.check(answer.body.decode())


@shared
@given(st.sampled_from([("GET", "/save"), ("DELETE", "")]), tokens)
def test_guessed_tokens(victim: Victim, wish: tuple[str, str], token: str) -> None:
    """Guessing tells nothing."""
    method, rest = wish
    headers = {"Authorization": f"Bearer {token}"}
    path = f"/api/plays/{victim.keys.play}{rest}"
    answer = victim.keys.server.request(method, path, headers=headers)
    assert answer.status == 404
    victim.check(answer.body.decode())


@shared
@given(st.data())
def test_damaged_saves(victim: Victim, data: st.DataObject) -> None:
    """A save in which anything was changed is refused, or is a game of its own."""
    save: dict[str, Any] = dict(victim.whole)
    for name in data.draw(st.sets(st.sampled_from(sorted(save)), min_size=1, max_size=3)):
        if name == "state" and data.draw(st.booleans()):
            part = data.draw(st.sampled_from(sorted(save["state"])))
            save["state"] = {**save["state"], part: data.draw(values)}
            save["rules"] = "of another time"
        else:
            save[name] = data.draw(values)
    answer = victim.keys.server.post("/api/plays/load", save)
    assert answer.status in (201, 400, 404)
    assert victim.keys.save() == victim.whole


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_published_schema_holds(case: schemathesis.Case[Any], victim: Victim) -> None:
    """What the schema allows is answered as it says; what it forbids is refused, with no breakdown
    either way.
    """
    address = victim.keys.server.address.rstrip("/")
    response = case.call_and_validate(base_url=address, excluded_checks=may_be_refused)
    victim.check(response.text)
