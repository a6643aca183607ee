"""Drawing boards, counters and positions: SVG for the browser, PNG without one.

>>> from grognard.render import Scene, board_svg
>>> scene = Scene.load(path_of_a_map)            # doctest: +SKIP
>>> svg = board_svg(scene)                       # doctest: +SKIP

A `Scene` is a board with its look; it keeps what it has worked out, so use one for
several pictures. Every function also takes a plain `Board`, drawn in the default look.
"""

from __future__ import annotations

from grognard.render.pictures import (
    board_png,
    board_svg,
    face_svg,
    ground,
    ground_file,
    position_png,
    position_svg,
)
from grognard.render.scene import Scene
from grognard.render.styles import Look

__all__ = [
    "Look",
    "Scene",
    "board_png",
    "board_svg",
    "face_svg",
    "ground",
    "ground_file",
    "position_png",
    "position_svg",
]
