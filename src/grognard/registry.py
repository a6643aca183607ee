"""The games that there are, loaded by name when first asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, resources
from typing import Any

from grognard.game import Game

AnyGame = Game[Any, Any]

_loaders: dict[str, Callable[[], AnyGame]] = {}
_loaded: dict[str, AnyGame] = {}


def available() -> tuple[str, ...]:
    """The slugs of all games that can be played."""
    return tuple(sorted({*_shipped(finished=True), *_loaders}))


def unfinished() -> tuple[str, ...]:
    """The slugs of games that are still being written: they load, but are not offered."""
    return tuple(sorted(_shipped(finished=False)))


def load(slug: str) -> AnyGame:
    """A game by its slug, such as `ukraine44`. Loaded once; positions share it. One that is
    not finished can be loaded by those who work on it, though it is not among the available.
    """
    if slug not in _loaded:
        if slug not in (*available(), *unfinished()):
            raise ValueError(f"there is no game {slug!r}; there is {', '.join(available())}")
        loader = _loaders.get(slug) or import_module(f"grognard.games.{slug}").load
        _loaded[slug] = loader()
    return _loaded[slug]


def register(slug: str, loader: Callable[[], AnyGame]) -> None:
    """Add a game that does not come with the package."""
    _loaders[slug] = loader
    _loaded.pop(slug, None)


def _shipped(*, finished: bool) -> list[str]:
    """The folders of `grognard.games` that are a game: they have a module `game`, and a page
    `UNFINISHED.md` as long as some of their rules are missing.
    """
    folder = resources.files("grognard") / "games"
    games = [f for f in folder.iterdir() if (f / "game.py").is_file()]
    return [f.name for f in games if (f / "UNFINISHED.md").is_file() != finished]
