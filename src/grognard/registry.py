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
    """The slugs of all games that can be loaded."""
    return tuple(sorted({*_shipped(), *_loaders}))


def load(slug: str) -> AnyGame:
    """A game by its slug, such as `ukraine44`. Loaded once; positions share it."""
    if slug not in _loaded:
        if slug not in available():
            raise ValueError(f"there is no game {slug!r}; there is {', '.join(available())}")
        loader = _loaders.get(slug) or import_module(f"grognard.games.{slug}").load
        _loaded[slug] = loader()
    return _loaded[slug]


def register(slug: str, loader: Callable[[], AnyGame]) -> None:
    """Add a game that does not come with the package."""
    _loaders[slug] = loader
    _loaded.pop(slug, None)


def _shipped() -> list[str]:
    """The folders of `grognard.games` that are a game: they have a module `game`."""
    folder = resources.files("grognard") / "games"
    return (
        [f.name for f in folder.iterdir() if (f / "game.py").is_file()] if folder.is_dir() else []
    )
