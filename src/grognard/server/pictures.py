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
        self._drawing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def get(self, game: AnyGame, kind: Kind) -> bytes:
        """A picture of a game's map. Who asks for one of the usual will ask for all of them, and
        laying the map out takes most of the time, so they are drawn together.
        """
        version = version_of(game)
        path = path_of(self._folder, game.slug, version, kind)
        async with self._drawing[game.slug]:
            if not await asyncio.to_thread(path.is_file):
                kinds = _USUAL if kind in _USUAL else (kind,)
                await self._workers.run(draw, self._folder, game.slug, version, kinds)
        return await asyncio.to_thread(path.read_bytes)

    async def prepare(self, games: Iterable[AnyGame]) -> None:
        """Draw what is not there yet, before anybody asks."""
        for game in games:
            for kind in _USUAL:
                await self.get(game, kind)


def path_of(folder: Path, slug: str, version: str, kind: Kind) -> Path:
    """The file of a picture."""
    return folder / f"{slug}-{version}-{kind}"


# --- in a worker --------------------------------------------------------------------------


def draw(folder: Path, slug: str, version: str, kinds: Iterable[Kind]) -> None:
    """Draw pictures into files, and throw away what older versions drew."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        data = _drawn(scene_of(slug), slug, version, kind)
        for old in folder.glob(f"{slug}-*-{kind}"):
            old.unlink(missing_ok=True)
        path = path_of(folder, slug, version, kind)
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
