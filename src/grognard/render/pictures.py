"""The pictures that others ask for: a board, a counter, a position."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from grognard.board import Board
from grognard.faces import Face, Overlay, Skin
from grognard.hexes import HexId
from grognard.render import png
from grognard.render.counters import LEVELS, Level, draw_face, draw_stack
from grognard.render.display import Drawing, Group, layer
from grognard.render.ground import encode
from grognard.render.layout import HEX
from grognard.render.overlays import draw_overlays
from grognard.render.paths import number
from grognard.render.scene import Scene
from grognard.render.skins import standard_skins
from grognard.render.svg import SvgWriter

Source = Board | Scene
Faces = Mapping[HexId, Sequence[Face]]
Crop = Iterable[HexId] | png.Box

#: A counter with its shadow and badges fits into a square of this side.
_FACE_BOX = 72.0


@lru_cache(maxsize=8)
def _default_scene(board: Board) -> Scene:
    return Scene(board)


def _scene(source: Source) -> Scene:
    return source if isinstance(source, Scene) else _default_scene(source)


# --- the map ----------------------------------------------------------------------------


def ground(source: Source) -> Image.Image:
    """The baked picture that lies under a map: relief, tints, the glow of towns."""
    return _scene(source).ground


def ground_file(source: Source) -> bytes:
    """The same as a WebP file, well under a megabyte."""
    return encode(ground(source))


def board_svg(
    source: Source,
    *,
    ground_url: str | None = None,
    weather: str = "",
    zones: Iterable[str] = (),
    embed_fonts: bool = False,
    prefix: str = "",
) -> str:
    """A map as SVG: layers as groups with ids, one node a hex with `data-hex`.

    The ground is embedded, or named by `ground_url`; an empty `ground_url` leaves it out.
    `weather` is `snow` or `mud`. `zones` are shown although their style hides them.
    """
    scene = _scene(source)
    drawing = scene.drawing(scene.map_layers(weather=weather, zones=zones))
    image = _ground_node(scene, ground_url, prefix)
    return SvgWriter(prefix).write(drawing, image=image, embed_fonts=embed_fonts)


def board_png(
    source: Source,
    *,
    scale: float = 1.0,
    crop: Crop | None = None,
    weather: str = "",
    zones: Iterable[str] = (),
) -> Image.Image:
    """A map as a picture, `scale` pixels a map unit (a hex is 80 units wide). `crop` is a
    set of hexes, or left, top, right and bottom in map units.
    """
    scene = _scene(source)
    drawing = scene.drawing(scene.map_layers(weather=weather, zones=zones))
    return _painted(scene, drawing, scale, crop)


def _painted(scene: Scene, drawing: Drawing, scale: float, crop: Crop | None) -> Image.Image:
    sheet = (0.0, 0.0, scene.layout.width, scene.layout.height)
    box = _crop_box(scene, crop) if crop is not None else None
    return png.paint(drawing, scale, crop=box, under=(scene.ground, sheet))


def _crop_box(scene: Scene, crop: Crop) -> png.Box:
    if isinstance(crop, tuple) and len(crop) == 4 and not isinstance(crop[0], str):
        return crop
    centres = [scene.layout.centre(scene.board.grid.parse(str(name))) for name in crop]
    if not centres:
        raise ValueError("nothing to draw: the crop names no hex")
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    margin = 0.66 * HEX
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _ground_node(scene: Scene, url: str | None, prefix: str) -> str:
    if url is None:
        url = "data:image/webp;base64," + base64.b64encode(ground_file(scene)).decode()
    if not url:
        return ""
    width, height = number(scene.layout.width), number(scene.layout.height)
    return f'<image id="{prefix}ground" href="{url}" width="{width}" height="{height}"/>'


# --- counters ---------------------------------------------------------------------------


def face_svg(
    face: Face,
    skins: Mapping[str, Skin] | None = None,
    *,
    level: Level = "near",
    levels: bool = False,
    prefix: str = "",
) -> str:
    """One counter as SVG. With `levels` all four levels of detail are in it, as groups of
    class `near`, `mid`, `far` and `dot`, of which only `level` is displayed.
    """
    wanted = LEVELS if levels else (level,)
    colours = {**standard_skins(), **(skins or {})}
    groups = []
    for each in wanted:
        drawn = draw_face(face, colours, each)
        groups.append(Group((drawn,), classes=each, hidden=each != level))
    half = _FACE_BOX / 2
    drawing = Drawing(-half, -half, _FACE_BOX, _FACE_BOX, tuple(groups), title=face.title)
    return SvgWriter(prefix).write(drawing)


# --- positions --------------------------------------------------------------------------


def position_svg(
    source: Source,
    faces: Faces,
    overlays: Iterable[Overlay] = (),
    *,
    ground_url: str | None = None,
    weather: str = "",
    embed_fonts: bool = False,
    prefix: str = "",
) -> str:
    """A map with counters on it, the first face of each hex on top, and overlays."""
    scene = _scene(source)
    drawing = _position(scene, faces, overlays, weather)
    image = _ground_node(scene, ground_url, prefix)
    return SvgWriter(prefix).write(drawing, image=image, embed_fonts=embed_fonts)


def position_png(
    source: Source,
    faces: Faces,
    overlays: Iterable[Overlay] = (),
    *,
    scale: float = 1.0,
    crop: Crop | None = None,
    weather: str = "",
) -> Image.Image:
    """The same as a picture; `scale` and `crop` are those of `board_png`."""
    scene = _scene(source)
    return _painted(scene, _position(scene, faces, overlays, weather), scale, crop)


def _position(scene: Scene, faces: Faces, overlays: Iterable[Overlay], weather: str) -> Drawing:
    lights = draw_overlays(scene.layout, overlays)
    return scene.drawing(
        scene.map_layers(
            weather=weather,
            under=[layer("lights", lights.under)],
            edges=[layer("edges", lights.edges)],
            over=[
                layer("lines", lights.lines),
                layer("counters", _stacks(scene, faces)),
                layer("rings", lights.rings),
                layer("arrows", lights.over),
            ],
        )
    )


def _stacks(scene: Scene, faces: Faces) -> Iterable[Group]:
    """The stacks by row from north to south, so that a badge lies over the row behind."""
    skins = {**standard_skins(), **scene.look.skins}
    for name in sorted(faces, key=lambda h: scene.layout.centre(h)[::-1]):
        if faces[name]:
            shapes = tuple(draw_stack(faces[name], skins))
            yield Group(shapes, at=scene.layout.centre(name), data={"stack": name})
