"""Looking for what a side may not know in what it is sent or shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.server.serving import GAME

import grognard
from grognard.decisions import Event

UKRAINE = grognard.load(GAME)
SEED = "a seed that stands nowhere else"

#: 6.4-2: formations that fight lie open, and the dead stay so.
OPEN_EVENTS = frozenset({"combat", "loss", "eliminated", "retreat", "advance"})


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
        if not any(name in text for name in names):
            return []
        return holding(names, strings(json.loads(text)))


def holding(names: Iterable[str], texts: Iterable[str]) -> list[str]:
    """The texts that hold one of these names as a whole word."""
    whole = re.compile("|".join(rf"(?<![\w/]){re.escape(name)}(?![\w/])" for name in names))
    return [text for text in texts if whole.search(text)]
