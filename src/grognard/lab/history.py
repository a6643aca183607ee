"""What really happened: a game's `history.yaml`, to be put beside what the lab finds.

The file lies beside the rules and not among the data, for it changes nothing in play.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from grognard.data import DataError, Source, read_yaml
from grognard.game import Game

NAME = "history.yaml"


class Dated(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of the campaign, and the turn in which it falls."""

    turn: int
    what: str


class History(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a scenario ended in history. `reading` says what that would be in the game's own
    terms, which is our reckoning.
    """

    source: Source
    outcome: str
    reading: str
    reading_source: Source = "reconstructed"
    losses: str = ""
    course: tuple[Dated, ...] = ()


def history_of(game: Game[Any, Any], scenario: str) -> History | None:
    """The history of a scenario, where the game tells it."""
    path = game.folder / NAME if game.folder else None
    if path is None or not path.is_file():
        return None
    told = read_yaml(path, dict[str, History])
    unknown = sorted(set(told) - set(game.scenarios))
    if unknown:
        raise DataError(path.name, [f"there is no scenario {name!r}" for name in unknown])
    return told.get(scenario)
