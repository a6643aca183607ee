"""The games that can be played in the browser: loaded once, off the event loop."""

from __future__ import annotations

import asyncio
from functools import cache
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from threading import Lock

import grognard
from grognard import render
from grognard.data import DataError
from grognard.registry import AnyGame, available, load
from grognard.server.cards import card_of
from grognard.server.messages import GameCard
from grognard.server.problems import Denied, log

_loading = Lock()


async def game_of(slug: str) -> AnyGame:
    """A game by its slug, or a refusal."""
    if slug not in available():
        raise Denied(f"there is no game {slug!r}", status=HTTPStatus.NOT_FOUND)
    game = await asyncio.to_thread(_load, slug)
    if game is None:
        text = f"{slug} cannot be played in the browser"
        raise Denied(text, status=HTTPStatus.NOT_FOUND)
    return game


async def all_cards() -> tuple[GameCard, ...]:
    """A card for each game that can be played."""
    games = await asyncio.to_thread(lambda: [_load(slug) for slug in available()])
    return tuple(card_of(game, version_of(game)) for game in games if game is not None)


@cache
def _load(slug: str) -> AnyGame | None:
    """A game that has a page. A broken one does not hide the others."""
    with _loading:
        try:
            game = load(slug)
        except (DataError, ImportError) as error:
            log.error("%s cannot be loaded: %s", slug, error)
            return None
    return game if game.pages is not None else None


@cache
def version_of(game: AnyGame) -> str:
    """Changes whenever the game's data or the way it is drawn do."""
    mix = blake2b(grognard.__version__.encode(), digest_size=9)
    drawing = Path(render.__file__).parent
    data = game.folder / "data" if game.folder else drawing
    for folder in (drawing, data):
        for file in sorted(folder.iterdir()):
            if file.suffix in (".py", ".yaml", ".png"):
                mix.update(file.name.encode() + file.read_bytes())
    return mix.hexdigest()
