"""Pictures of the maps: drawn once in a worker process, then read from the disk."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image

from grognard.registry import AnyGame, load
from grognard.render import Scene, board_svg, ground_file, png
from grognard.server.library import version_of
from grognard.server.workers import Workers

Kind = Literal["board.svg", "board-snow.svg", "board-mud.svg", "ground.webp", "thumbnail.png"]

_THUMBNAIL_WIDTH = 640
_COLOURS = 256

#: What the thumbnail has no room for: letters, and what only the pointer sees.
_TOO_SMALL = {"lands", "grid", "frame", "numbers", "river-names", "names", "hexes"}

#: What every player is shown.
_USUAL: tuple[Kind, ...] = ("thumbnail.png", "ground.webp", "board.svg")


class Pictures:
    """The pictures of all games. One of another version of a game is drawn anew."""

    def __init__(self, folder: Path, workers: Workers) -> None:
        self._folder = folder / "maps"
        self._workers = workers
        self._drawing: defaultdict[Path, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def get(self, game: AnyGame, kind: Kind) -> bytes:
        """A picture of a game's map."""
        path = self._folder / f"{game.slug}-{version_of(game)}-{kind}"
        async with self._drawing[path]:
            if not await asyncio.to_thread(path.is_file):
                await self._workers.run(draw, game.slug, version_of(game), kind, path)
        return await asyncio.to_thread(path.read_bytes)

    async def prepare(self, games: Iterable[AnyGame]) -> None:
        """Draw what is not there yet, before anybody asks."""
        for game in games:
            for kind in _USUAL:
                await self.get(game, kind)


# --- in a worker --------------------------------------------------------------------------


def draw(slug: str, version: str, kind: Kind, path: Path) -> None:
    """Draw a picture into a file, and throw away what older versions drew."""
    data = _drawn(scene_of(slug), slug, version, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"{slug}-*-{kind}"):
        old.unlink(missing_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def _drawn(scene: Scene, slug: str, version: str, kind: Kind) -> bytes:
    if kind == "ground.webp":
        return ground_file(scene)
    if kind == "thumbnail.png":
        return thumbnail(scene)
    weather = kind.removeprefix("board").removesuffix(".svg").strip("-")
    ground = f"/api/games/{slug}/ground?v={version}"
    return board_svg(scene, ground_url=ground, weather=weather).encode()


def thumbnail(scene: Scene) -> bytes:
    """The map, small, as a PNG."""
    layers = [layer for layer in scene.map_layers() if layer.name not in _TOO_SMALL]
    sheet = (0.0, 0.0, scene.layout.width, scene.layout.height)
    scale = _THUMBNAIL_WIDTH / scene.layout.width
    picture = png.paint(scene.drawing(layers), scale, crop=sheet, under=(scene.ground, sheet))
    file = BytesIO()
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


@lru_cache(maxsize=2)
def scene_of(slug: str) -> Scene:
    """A game's board with the look that lies beside it."""
    game = load(slug)
    path = game.folder / "data" / "map.yaml" if game.folder else None
    return Scene.load(path) if path and path.is_file() else Scene(game.board)
