"""Draws src/lobby/maps: a small picture of every map, which the lobby shows until the server has
drawn its own.

$ python web/tools/maps.py
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from grognard import games
from grognard.render import Scene
from grognard.server.pictures import thumbnail

TARGET = Path(__file__).parents[1] / "src" / "lobby" / "maps"
_WIDTH = 480
_QUALITY = 62


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for board in sorted(Path(games.__file__).parent.glob("*/data/map.yaml")):
        picture = Image.open(BytesIO(thumbnail(Scene.load(board)))).convert("RGB")
        small = picture.resize((_WIDTH, round(picture.height * _WIDTH / picture.width)))
        small.save(TARGET / f"{board.parents[1].name}.webp", quality=_QUALITY, method=6)


if __name__ == "__main__":
    main()
