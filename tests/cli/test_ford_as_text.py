"""The text client on a whole game with hidden counters: the fixture game of the tests."""

import random
import re
from typing import Any

import pytest
from tests.fixture.ford import load

from grognard.cli.text.chart import chart_lines
from grognard.cli.text.client import Client
from grognard.cli.text.commands import COMMANDS
from grognard.cli.text.screen import Screen
from grognard.cli.text.sight import Sight
from grognard.game import Game
from grognard.position import Position
from grognard.session import Session


class Typist(Screen):
    """A screen at which somebody types at random: options, look-ups and nonsense."""

    def __init__(self, seed: int, lines: int) -> None:
        super().__init__(plain=True)
        self.luck = random.Random(seed)
        self.left = lines
        self.typed = ""
        self.client: Client

    def say(self, text: str = "", style: str = "") -> None:
        """Whatever is written must not name what is hidden; what was typed may be echoed."""
        client = self.client
        if client.pos.outcome is None and client.seated:
            words = set(re.findall(r"\w+", text)) - set(self.typed.split())
            hidden = hidden_names(client.pos, client.seated)
            leaked = {name for name in hidden if name in words or (" " in name and name in text)}
            assert not leaked, f"{client.seated} is told {leaked}: {text}"

    def ask(self, prompt: str) -> str | None:
        self.left -= 1
        self.typed = self.anything()
        return self.typed if self.left >= 0 else None

    def anything(self) -> str:
        options = len(self.client.menu.actions)
        if options and self.luck.random() < 0.6:
            return str(self.luck.randint(1, options))
        word = self.luck.choice(sorted(set(COMMANDS) - {"quit", "resign", "save"}))
        return f"{word} {self.luck.choice(self.arguments())}".strip()

    def arguments(self) -> list[str]:
        game = self.client.game
        some_hex = self.luck.choice(game.board.grid.hexes)
        some_unit = self.luck.choice(game.pieces).id
        return ["", some_hex, some_unit, f"move {some_hex}", f"attack {some_unit}", "north", "7"]


def hidden_names(pos: Position[Any, Any, Any], side: str) -> set[str]:
    """Ids and names of enemy counters that a side may not know now."""
    known = {counter.id for counter in pos.view(side).counters if counter.known}
    hidden = [p for p in pos.game.pieces if p.side != side and p.id not in known]
    return {name for piece in hidden for name in (piece.id, piece.name) if name}


@pytest.fixture(scope="module")
def ford() -> Game[Any, Any]:
    return load()


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_the_client_goes_on_and_tells_no_secret(
    seed: int, ford: Game[Any, Any]
) -> None:
    """Two people at one screen type at random: nothing breaks, and no line names a counter
    that the side at the screen does not know.
    """
    typist = Typist(seed, lines=300)
    client = Client(Session(ford.start(seed=seed)), typist, {})
    typist.client = client
    client.play()
    assert client.session.revision > 50


def test_columns_that_are_pushed_down_lie_between_lines(ford: Game[Any, Any]) -> None:
    """On a flat grid the neighbours to the sides lie half a row up and down."""
    lines = chart_lines(Sight(ford, ford.start(seed=1).view("south")), "0605", 1)
    assert [line.split()[0] for line in lines[:5]] == ["0604", "0505", "0605", "0506", "0606"]
    assert "[.]" in lines[2]
    (above,), (left, right) = cells(lines[0]), cells(lines[1])
    assert left < above < right


def cells(line: str) -> list[int]:
    """Where the hexes of a line begin, behind the number of the first."""
    return [found.start() for found in re.finditer(r"\S+", line)][1:]
