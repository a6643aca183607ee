"""How fast the server is with many games at once.

    $ python bench/load.py --games 200 --seconds 30

Two clients play each game at random over WebSockets: whoever is asked acts after a pause. It
measures from sending an action until it is acknowledged, until the one who acted has the new
view, and until the other has. Server and clients share the machine, so clients read of what
they are sent only what they need to go on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from msgspec import UNSET, Struct, field
from websockets.asyncio.client import ClientConnection, connect

from grognard.server.patching import apply

#: Games begun at a time: the run begins when all are there.
_AT_ONCE = 8


class Times:
    """What was measured, in milliseconds."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.own_view: list[float] = []
        self.other_view: list[float] = []


class Glimpse(Struct):
    """Of a view, or of what has changed in it: the question, and how the game ended."""

    question: Any = UNSET
    outcome: Any = UNSET


class Frame(Struct):
    """A frame, or a patch of one."""

    view: Glimpse = field(default_factory=Glimpse)


class Message(Struct):
    """Anything that the server sends."""

    type: str
    revision: int = 0
    error: str = ""
    frame: Frame = field(default_factory=Frame)
    patch: Frame = field(default_factory=Frame)


_decode = msgspec.json.Decoder(Message).decode


class Client:
    """One seat of a game."""

    def __init__(self, socket: ClientConnection, opening: Message) -> None:
        self.socket = socket
        self.revision = 0
        self.question: Any = None
        self.over = False
        self.asked = False
        self._look(opening.frame.view)

    def _look(self, view: Glimpse) -> None:
        if view.question is not UNSET:
            self.question = apply(view.question, self.question)
        self.over = self.over or view.outcome is not UNSET

    async def until(self, revision: int) -> tuple[float, float]:
        """Take messages until the view has this revision; when it was acknowledged and shown."""
        acknowledged = shown = 0.0
        while not shown or (self.asked and not acknowledged):
            message = _decode(await self.socket.recv(decode=False))
            if message.type == "done":
                acknowledged = perf_counter()
            elif message.type == "patch":
                self._look(message.patch.view)
                self.revision = message.revision
                if message.revision == revision:
                    shown = perf_counter()
            elif message.type == "refused":
                raise RuntimeError(message.error)
        return acknowledged, shown


class Game:
    """A game with both its clients."""

    def __init__(self, clients: Sequence[Client], luck: Random) -> None:
        self.clients = clients
        self.luck = luck

    async def play(self, until: float, pause: float, times: Times) -> None:
        """Act, wait, act again; pauses are as irregular as people are."""
        await asyncio.sleep(self.luck.uniform(0, pause))
        while perf_counter() < until and not self.clients[0].over:
            await self._act(times)
            await asyncio.sleep(self.luck.expovariate(1 / pause))

    async def _act(self, times: Times) -> None:
        for client in self.clients:
            client.asked = client.question is not None
        mover, other = sorted(self.clients, key=lambda client: not client.asked)
        action = " ".join(self.luck.choice(mover.question["actions"])).strip()
        revision = mover.revision
        order = {"type": "act", "id": 1, "revision": revision, "action": action}
        begun = perf_counter()
        await mover.socket.send(json.dumps(order))
        (acknowledged, shown), (_, elsewhere) = await asyncio.gather(
            mover.until(revision + 1), other.until(revision + 1)
        )
        times.acknowledged.append((acknowledged - begun) * 1000)
        times.own_view.append((shown - begun) * 1000)
        times.other_view.append((elsewhere - begun) * 1000)


async def open_game(address: str, game: str, luck: Random) -> Game:
    """Begin a game and take both seats."""
    keys = await asyncio.to_thread(_begin, address, game)
    clients = []
    for token in keys["tokens"].values():
        line = f"ws{address.removeprefix('http')}api/plays/{keys['play']}/seat"
        socket = await connect(line, max_size=None, compression=None, open_timeout=60)
        await socket.send(json.dumps({"type": "hello", "token": token}))
        clients.append(Client(socket, _decode(await socket.recv(decode=False))))
    return Game(clients, luck)


def _begin(address: str, game: str) -> Any:
    body = json.dumps({"game": game}).encode()
    wish = Request(f"{address}api/plays", body, {"Content-Type": "application/json"})
    with urlopen(wish, timeout=60) as answer:
        return json.load(answer)


async def run(address: str, game: str, games: int, seconds: float, pause: float) -> Times:
    """Open all games, play them for a while, and measure."""
    room = asyncio.Semaphore(_AT_ONCE)

    async def opened(number: int) -> Game:
        async with room:
            return await open_game(address, game, Random(number))

    begun = perf_counter()
    tables = await asyncio.gather(*(opened(number) for number in range(games)))
    print(f"{games} games, {2 * games} clients: open after {perf_counter() - begun:.1f} s")
    times, until = Times(), perf_counter() + seconds
    await asyncio.gather(*(table.play(until, pause, times) for table in tables))
    await asyncio.gather(*(client.socket.close() for t in tables for client in t.clients))
    return times


def report(times: Times, seconds: float) -> str:
    """The figures as a table."""
    lines = [f"{len(times.own_view)} actions, {len(times.own_view) / seconds:.0f} a second"]
    lines += ["", "| milliseconds until | median | p95 | p99 | most |", "|---|---|---|---|---|"]
    rows = {
        "the action is kept and acknowledged": times.acknowledged,
        "who acted has the new view": times.own_view,
        "the other side has it": times.other_view,
    }
    for name, values in rows.items():
        cuts = statistics.quantiles(values, n=100)
        figures = (statistics.median(values), cuts[94], cuts[98], max(values))
        lines.append(f"| {name} | " + " | ".join(f"{value:.1f}" for value in figures) + " |")
    return "\n".join(lines)


@contextmanager
def served() -> Any:
    """A server of its own, with a home that is thrown away."""
    with tempfile.TemporaryDirectory() as home:
        server = subprocess.Popen(
            [sys.executable, "-m", "grognard.server", "--port", "0", "--no-drawing"],
            env={**os.environ, "GROGNARD_HOME": str(Path(home))},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="ukraine44")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=4.0, help="mean seconds between actions")
    given = parser.parse_args()
    with served() as address:
        times = asyncio.run(run(address, given.game, given.games, given.seconds, given.pause))
    print(report(times, given.seconds))


if __name__ == "__main__":
    main()
