"""A real server on a real port, and a seat at it, for tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from grognard.server.patching import apply

ROOT = Path(__file__).resolve().parents[2]
GAME = "ukraine44"

#: How long a test waits for anything before it gives up.
PATIENCE = 60.0

Json = Any


class Answer(NamedTuple):
    """What came back over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return json.loads(self.body)


class Server:
    """A server process with a home of its own."""

    def __init__(self, home: Path, **limits: float) -> None:
        self.home = home
        self._limits = [f"{name}={value}" for name, value in limits.items()]
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- the process ---------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self.home.mkdir(parents=True, exist_ok=True)
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.serve", str(self.home), *self._limits],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.log()

    def kill(self) -> None:
        """SIGKILL: it has no time to tidy up."""
        self._end(self.process.kill)

    def stop(self) -> None:
        """SIGTERM, as a user would stop it."""
        self._end(self.process.terminate)

    def _end(self, signal: Callable[[], None]) -> None:
        signal()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def log_file(self) -> Path:
        return self.home / "log"

    def log(self) -> str:
        """What it has logged so far."""
        return self.log_file.read_text(encoding="utf-8")

    # --- HTTP ----------------------------------------------------------------------------

    @property
    def netloc(self) -> str:
        return urlsplit(self.address).netloc

    def request(
        self, method: str, path: str, body: Json = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Ask something. A body that is not bytes is sent as JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Content-Type": "application/json"} if data is not None else {}
        connection = HTTPConnection(self.netloc, timeout=PATIENCE)
        try:
            connection.request(method, path, data, {**given, **(headers or {})})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Json) -> Answer:
        return self.request("POST", path, body)

    def begin(self, **seats: str) -> Keys:
        """Begin a game; sides that are not named are human."""
        answer = self.post("/api/plays", {"game": GAME, "seats": seats, "seed": "7"})
        assert answer.status == 201, answer
        return Keys(self, answer.json["play"], answer.json["tokens"])


class Keys:
    """A game and the tokens of its human seats."""

    def __init__(self, server: Server, play: str, tokens: Mapping[str, str]) -> None:
        self.server = server
        self.play = play
        self.tokens = tokens

    @property
    def bearer(self) -> dict[str, str]:
        """The header of who holds all human seats."""
        return {"Authorization": f"Bearer {','.join(self.tokens.values())}"}

    def seat(self, side: str) -> Seat:
        """Sit down."""
        return Seat(self.server, self.play, self.tokens[side])

    def card(self) -> Json:
        """The game as the lobby lists it."""
        mine = {"plays": {self.play: list(self.tokens.values())}}
        (card,) = self.server.post("/api/plays/mine", mine).json
        return card

    def save(self) -> Json:
        """The whole game."""
        path = f"/api/plays/{self.play}/save"
        return self.server.request("GET", path, headers=self.bearer).json


class Seat:
    """A client at a WebSocket: it keeps its frame up to date and all that it is sent."""

    def __init__(self, server: Server, play: str, token: str) -> None:
        address = f"ws://{server.netloc}/api/plays/{play}/seat"
        self.socket: ClientConnection = connect(
            address, max_size=None, open_timeout=PATIENCE, legacy=True
        )
        self.traffic: list[str] = []
        self.log: list[Json] = []
        self._asked = 0
        with suppress(ConnectionClosed):  # a server that is full does not wait for it
            self.send({"type": "hello", "token": token})
        self.opening = self.receive()
        self.frame: Json = self.opening.get("frame")
        self.log = list(self.opening.get("log", ()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def question(self) -> Json:
        """What this side is asked; None: nothing."""
        return self.frame["view"].get("question")

    @property
    def over(self) -> bool:
        return "outcome" in self.frame["view"]

    def actions(self) -> list[str]:
        """What may be done, as it is written."""
        return [" ".join(action).strip() for action in self.question["actions"]]

    def send(self, message: Json) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self) -> Json:
        """The next message; a patch is applied."""
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.traffic.append(text)
        message = json.loads(text)
        if message["type"] == "patch":
            assert message["base"] == self.frame["revision"]
            self.frame = apply(message["patch"], self.frame)
            assert message["revision"] == self.frame["revision"]
            self.log = [line for line in self.log if line["number"] <= message["kept"]]
            self.log += message["log"]
        return message

    def ask_for(self, type_: str, **fields: Json) -> Json:
        """Send a request and wait for its answer; patches on the way are applied."""
        self._asked += 1
        self.send({"type": type_, "id": self._asked, **fields})
        while (answer := self.receive()).get("id") != self._asked:
            pass
        return answer

    def act(self, action: str, revision: int | None = None) -> Json:
        at = self.frame["revision"] if revision is None else revision
        return self.ask_for("act", revision=at, action=action)

    def undo(self) -> Json:
        return self.ask_for("undo", revision=self.frame["revision"])

    def redo(self) -> Json:
        return self.ask_for("redo", revision=self.frame["revision"])

    def ask(self, what: str, arg: str = "") -> Json:
        return self.ask_for("ask", what=what, arg=arg)

    def act_at_random(self, luck: Random) -> str:
        """Take any action that is open."""
        action = luck.choice(self.actions())
        answer = self.act(action)
        assert answer["type"] == "done", answer
        return action

    def wait_until(self, true: Callable[[Seat], bool]) -> None:
        """Take messages until something is true of the frame."""
        while not true(self):
            self.receive()

    def reach(self, number: int) -> None:
        """Take messages until so many actions stand."""
        self.wait_until(lambda seat: bool(seat.frame["number"] == number))

    def closed_with(self) -> int | None:
        """Read until the server closes, and say with which code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
