"""What the server sends is what its published schema says."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from tests.server.serving import GAME, ROOT, Server

from grognard.server.endpoints import ENDPOINTS, Picture
from grognard.server.messages import FromClient
from grognard.server.schema import description

JSON_GETS = [
    e for e in ENDPOINTS if e.method == "GET" and not e.secret and not isinstance(e.gives, Picture)
]


def validator(shape: Any) -> jsonschema_rs.Validator:
    """Checks against a shape of the schema, and refuses what the shape does not name."""
    components = json.loads(json.dumps(description()["components"]))
    for component in components["schemas"].values():
        if component.get("properties"):
            component["additionalProperties"] = False
    return jsonschema_rs.validator_for({**shape, "components": components})


def shapes_of(value: Any) -> Any:
    """A schema without its explanations."""
    if isinstance(value, list):
        return [shapes_of(item) for item in value]
    if not isinstance(value, dict):
        return value
    said = {"description"} if isinstance(value.get("description"), str) else set()
    return {name: shapes_of(item) for name, item in value.items() if name not in said}


def body_of(path: str, method: str, status: int) -> Any:
    answer = description()["paths"][path][method]["responses"][str(status)]
    return answer["content"]["application/json"]["schema"]


def test_it_is_published(server: Server) -> None:
    """The server describes itself, and the same is printed for the client's build."""
    printed = subprocess.run(
        [sys.executable, "-m", "grognard.server.schema"], capture_output=True, check=True
    )
    assert json.loads(printed.stdout) == server.get("/api/schema").json
    assert server.get("/api/schema").json["openapi"].startswith("3.1")


def test_the_clients_types_are_made_from_it() -> None:
    """What the client was built from is what the server speaks now; else `npm run types`."""
    client = json.loads((ROOT / "web" / "src" / "api" / "schema.json").read_text(encoding="utf-8"))
    server = json.loads(json.dumps(description()))
    assert shapes_of(client["components"]) == shapes_of(server["components"])


@pytest.mark.parametrize("endpoint", JSON_GETS, ids=lambda e: e.name)
def test_answers_have_the_shape_that_is_published(endpoint: Any, server: Server) -> None:
    """Every field that is sent is named, every field that is named is sent."""
    answer = server.get(endpoint.path.format(slug=GAME))
    shape = body_of(endpoint.path, "get", answer.status)
    assert list(validator(shape).iter_errors(answer.json)) == []


def test_games_in_progress_have_the_shape_that_is_published(server: Server) -> None:
    """Keys and cards, and the problems of who has none."""
    answer = server.post("/api/plays", {"game": GAME})
    validator(body_of("/api/plays", "post", 201)).validate(answer.json)
    mine = {"plays": {answer.json["play"]: list(answer.json["tokens"].values())}}
    cards = server.post("/api/plays/mine", mine).json
    assert cards
    validator(body_of("/api/plays/mine", "post", 200)).validate(cards)
    problem = server.get(f"/api/plays/{answer.json['play']}/save").json
    validator(body_of("/api/plays/{play}/save", "get", 404)).validate(problem)


def test_a_seat_is_sent_what_is_published(server: Server) -> None:
    """Every message over a stretch of a game, asked for or not, and every frame it leads to."""
    messages = validator({"$ref": "#/components/schemas/FromServer"})
    frames = validator({"$ref": "#/components/schemas/Frame"})
    keys, luck = server.begin(soviet="random"), Random(8)
    with keys.seat("axis") as seat:
        while seat.frame["number"] < 150 and not seat.over:
            if not seat.question:
                seat.receive()
                continue
            seat.act_at_random(luck)
            for what, arg in (("overlay", "zones"), ("why", "move 33.15"), ("way", "33.15")):
                seat.ask(what, arg)
            frames.validate(seat.frame)
        for what, arg in (("hint", ""), ("at", "5")):
            seat.ask(what, arg)
        seat.act("resign axis")
        frames.validate(seat.frame)
        kinds = set()
        for text in seat.traffic:
            assert list(messages.iter_errors(json.loads(text))) == []
            kinds.add(json.loads(text)["type"])
    assert {"opening", "patch", "done", "refused", "why", "overlay", "past"} <= kinds


def test_what_a_client_sends_is_in_the_schema() -> None:
    """A client's types are made from it, so all that the server takes is there."""
    shape = {"$ref": "#/components/schemas/FromClient"}
    good: list[Any] = [
        {"type": "hello", "token": "t"},
        {"type": "act", "id": 1, "revision": 0, "action": "done"},
        {"type": "undo", "id": 1, "revision": 0},
        {"type": "redo", "id": 1, "revision": 0},
        {"type": "ask", "id": 1, "what": "hint"},
    ]
    for message in good:
        validator(shape).validate(message)
        msgspec.convert(message, FromClient)
    for bad in ({"type": "act", "id": 1}, {"type": "ask", "id": 1, "what": "seed"}):
        assert not validator(shape).is_valid(bad)
