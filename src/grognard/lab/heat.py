"""Where the fighting was: the game's own map, its hexes coloured under rivers, roads and names."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from grognard.game import Game
from grognard.hexes import HexId
from grognard.render import Scene, ground_file, palette
from grognard.render.display import Path, Stroke, Text, Type, layer
from grognard.render.fonts import font_faces, width
from grognard.render.paths import line_path, number
from grognard.render.svg import SvgWriter

#: From seldom to often: colour, and how much of it. Each is darker than the one before, so
#: that a grey copy reads as well.
STEPS = (
    ("#f2c14e", 0.45),
    ("#ec8f3c", 0.55),
    ("#d95a35", 0.62),
    ("#b02a4c", 0.70),
    ("#6d1350", 0.78),
)

_PREFIX = "map-"

#: Letters that nobody can read on a whole map of the width of a page.
_TOO_SMALL = ("numbers", "names", "river-names", "lands")

#: Names of towns instead, large enough for that.
_SIZES = {"city": 52.0, "town": 42.0, "village": 36.0}
_HALO = Stroke(palette.HALO, 11.0, 0.92)


class Heat(NamedTuple):
    """The map as SVG, the type faces that it needs as CSS, and the upper end of each step."""

    svg: str
    fonts: str
    ends: tuple[float, ...]


def heat_map(game: Game[Any, Any], often: Mapping[HexId, float], tips: Mapping[HexId, str]) -> Heat:
    """A map of how often things happened; the tips are shown under the pointer."""
    scene = _scene(game)
    ends = step_ends(max(often.values(), default=0.0))
    lit = [
        Path(line_path(scene.layout.corners(hex_), closed=True), *STEPS[step_of(times, ends)])
        for hex_, times in sorted(often.items())
    ]
    writer = SvgWriter(_PREFIX)
    layers = scene.map_layers(under=[layer("heat", lit)])
    kept = [one for one in layers if one.name not in _TOO_SMALL]
    drawing = scene.drawing([*kept, layer("places-named", _names(scene))])
    text = writer.write(drawing, image=_ground(scene))
    shown = "".join(_tip(scene, hex_, tip) for hex_, tip in sorted(tips.items()))
    svg = text.removesuffix("</svg>") + f'<g class="tips">{shown}</g></svg>'
    return Heat(svg, font_faces(writer.faces), ends)


def _names(scene: Scene) -> Iterator[Text]:
    """The names of towns, the greater first; one that would touch another is left out."""
    taken: list[tuple[float, float, float, float]] = []
    named = [place for place in scene.board.places if place.size in _SIZES]
    for place in sorted(named, key=lambda one: (-_SIZES[one.size], one.name)):
        type_ = Type("serif semibold", _SIZES[place.size], palette.NAME, halo=_HALO)
        wide = width(place.name, type_.face, type_.size)
        x, y = scene.towns.get(place.hex, scene.layout.centre(place.hex))
        x = min(max(x, wide / 2), scene.layout.width - wide / 2)
        y += _BELOW
        box = (x - wide / 2 - _CLEAR, y - type_.size, x + wide / 2 + _CLEAR, y + _CLEAR)
        if not any(_touch(box, other) for other in taken):
            taken.append(box)
            yield Text(place.name, x, y, type_)


#: How far below a town its name stands, and the room that it wants about it.
_BELOW, _CLEAR = 66.0, 30.0


def _touch(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def step_ends(most: float) -> tuple[float, ...]:
    """The upper ends of the steps, each double the one before."""
    return tuple(most / 2 ** (len(STEPS) - 1 - n) for n in range(len(STEPS)))


def step_of(times: float, ends: tuple[float, ...]) -> int:
    """The step that a number belongs to."""
    return next((n for n, end in enumerate(ends) if times <= end), len(ends) - 1)


def _scene(game: Game[Any, Any]) -> Scene:
    """The board with the look that lies beside it."""
    path = game.folder / "data" / "map.yaml" if game.folder else None
    return Scene.load(path) if path and path.is_file() else Scene(game.board)


def _ground(scene: Scene) -> str:
    data = base64.b64encode(ground_file(scene)).decode()
    size = f'width="{number(scene.layout.width)}" height="{number(scene.layout.height)}"'
    return f'<image href="data:image/webp;base64,{data}" {size}/>'


def _tip(scene: Scene, hex_: HexId, tip: str) -> str:
    d = line_path(scene.layout.corners(hex_), closed=True)
    return f'<path d="{d}"><title>{escape(tip)}</title></path>'
