"""The PNG back end: a display list painted with Pillow, without a browser.

Pillow draws no soft edges, so everything is painted three times too large and reduced.
That is done tile by tile, to keep memory small on a map of thousands of hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageColor, ImageDraw

from grognard.render import fonts
from grognard.render.display import (
    CurvedText,
    Dots,
    Drawing,
    Gradient,
    Group,
    Hatch,
    Paint,
    Path,
    Shape,
    Stroke,
    Text,
    Type,
    Use,
)
from grognard.render.paths import Point, Polyline, flatten, length, resample, signed_area

OVERSIZE = 3
TILE = 512
Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]


class _Item(NamedTuple):
    """A shape with the place and size that its groups give it, and the box it may touch."""

    shape: Path | Dots | Text | CurvedText
    x: float
    y: float
    scale: float
    opacity: float
    box: Box


class Window(NamedTuple):
    """The part of a drawing that one picture shows, and how large."""

    left: float
    top: float
    scale: float


def paint(
    drawing: Drawing,
    scale: float = 1.0,
    *,
    crop: Box | None = None,
    under: tuple[Image.Image, Box] | None = None,
) -> Image.Image:
    """Paint a drawing at `scale` pixels a unit. `crop` is left, top, right, bottom in map
    units; `under` is a picture laid beneath everything, with the box that it covers.
    """
    left, top = drawing.left, drawing.top
    left, top, right, bottom = crop or (left, top, left + drawing.width, top + drawing.height)
    width, height = math.ceil((right - left) * scale), math.ceil((bottom - top) * scale)
    if width < 1 or height < 1:
        raise ValueError("nothing to paint: the crop is empty")
    items = [i for group in drawing.layers for i in _items(group, drawing)]
    picture = Image.new("RGB", (width, height), drawing.paper or "#ffffff")
    for y in range(0, height, TILE):
        for x in range(0, width, TILE):
            size = min(TILE, width - x), min(TILE, height - y)
            window = Window(left + x / scale, top + y / scale, scale * OVERSIZE)
            tile = _Tile(window, size, drawing.paper or "#ffffff")
            if under:
                tile.lay(*under)
            for item in items:
                tile.draw(item)
            picture.paste(tile.reduced(), (x, y))
    return picture


# --- the list, made flat ----------------------------------------------------------------


def _items(
    group: Group, drawing: Drawing, x: float = 0, y: float = 0, scale: float = 1, opacity: float = 1
) -> Iterator[_Item]:
    if group.hidden:
        return
    x, y = x + group.at[0] * scale, y + group.at[1] * scale
    scale, opacity = scale * group.scale, opacity * group.opacity
    for shape in group.shapes:
        match shape:
            case Group():
                yield from _items(shape, drawing, x, y, scale, opacity)
            case Use():
                at = (x + shape.x * scale, y + shape.y * scale)
                yield from _items(drawing.symbols[shape.symbol], drawing, *at, scale, opacity)
            case _:
                left, top, right, bottom = _box(shape)
                box = (x + left * scale, y + top * scale, x + right * scale, y + bottom * scale)
                yield _Item(shape, x, y, scale, opacity, box)


def _box(shape: Shape) -> Box:
    match shape:
        case Path():
            points = [p for piece in flatten(shape.d) for p in piece.points]
            return _around(points, shape.stroke.width if shape.stroke else 0)
        case Dots():
            return _around(shape.points, shape.radius + max(map(abs, shape.shift)))
        case Text():
            wide = fonts.width(shape.text, shape.type.face, shape.type.size, shape.type.spacing)
            start = {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
            x, y, size = shape.x - start, shape.y, shape.type.size
            return x - size, y - 1.5 * size, x + wide + size, y + size
        case CurvedText():
            return _around(shape.along, 2 * shape.type.size)
        case _:
            raise TypeError(f"{type(shape).__name__} has no box of its own")


def _around(points: Sequence[Point], margin: float) -> Box:
    if not points:
        return 0, 0, 0, 0
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


# --- one tile ---------------------------------------------------------------------------


class _Tile:
    """A piece of the picture, painted oversize."""

    def __init__(self, window: Window, size: tuple[int, int], paper: str) -> None:
        self.window = window
        self.size = size
        self.picture = Image.new("RGB", (size[0] * OVERSIZE, size[1] * OVERSIZE), paper)
        self.pen = ImageDraw.Draw(self.picture)

    def reduced(self) -> Image.Image:
        return self.picture.reduce(OVERSIZE)

    def lay(self, picture: Image.Image, box: Box) -> None:
        """Lay a picture under the rest. What lies outside of it stays paper."""
        left, top, scale = self.window
        right, bottom = left + self.picture.width / scale, top + self.picture.height / scale
        seen = (max(left, box[0]), max(top, box[1]), min(right, box[2]), min(bottom, box[3]))
        if seen[0] >= seen[2] or seen[1] >= seen[3]:
            return
        grow = picture.width / (box[2] - box[0])
        part = tuple((edge - box[i % 2]) * grow for i, edge in enumerate(seen))
        corner = round((seen[0] - left) * scale), round((seen[1] - top) * scale)
        size = round((seen[2] - seen[0]) * scale), round((seen[3] - seen[1]) * scale)
        within = (part[0], part[1], min(part[2], picture.width), min(part[3], picture.height))
        self.picture.paste(picture.resize(size, Image.Resampling.BILINEAR, within), corner)

    def draw(self, item: _Item) -> None:
        if not self._sees(item.box):
            return
        match item.shape:
            case Path():
                self._path(item, item.shape)
            case Dots():
                self._dots(item, item.shape)
            case Text():
                self._text(item, item.shape)
            case CurvedText():
                self._curved(item, item.shape)

    def _sees(self, box: Box) -> bool:
        left, top, scale = self.window
        right, bottom = left + self.picture.width / scale, top + self.picture.height / scale
        return box[0] < right and box[2] > left and box[1] < bottom and box[3] > top

    def _at(self, item: _Item, point: Point) -> Point:
        left, top, scale = self.window
        return (
            (item.x + point[0] * item.scale - left) * scale,
            (item.y + point[1] * item.scale - top) * scale,
        )

    # --- paths ---------------------------------------------------------------------------

    def _path(self, item: _Item, path: Path) -> None:
        pieces = [
            Polyline([self._at(item, p) for p in piece.points], piece.closed)
            for piece in flatten(path.d)
        ]
        if path.fill is not None:
            self._fill(item, pieces, path.fill, path.fill_opacity * item.opacity)
        if path.stroke is not None:
            self._stroke(pieces, path.stroke, item.scale * self.window.scale, item.opacity)

    def _fill(self, item: _Item, pieces: list[Polyline], fill: Paint, opacity: float) -> None:
        if isinstance(fill, str) and opacity >= 1 and len(pieces) == 1:
            self.pen.polygon(pieces[0].points, fill=fill)
            return
        mask, corner = self._mask(_around([p for piece in pieces for p in piece.points], 2))
        if mask is None:
            return
        pen = ImageDraw.Draw(mask)
        for loop, inside in _loops(pieces):
            pen.polygon(_moved(loop, corner), fill=255 if inside else 0)
        match fill:
            case str():
                self._spread(mask, corner, fill, opacity)
            case Hatch():
                self._spread(self._hatched(mask, corner, fill), corner, fill.colour, opacity)
            case Gradient():
                self._shade(item, mask, corner, fill)

    def _stroke(self, pieces: list[Polyline], stroke: Stroke, scale: float, opacity: float) -> None:
        width = stroke.width * scale
        if stroke.dash:
            pieces = [d for p in pieces for d in _dashes(p, [n * scale for n in stroke.dash])]
        opacity *= stroke.opacity
        if opacity >= 1:
            for piece in pieces:
                _draw_line(self.pen, piece, width, stroke.round, stroke.colour)
            return
        mask, corner = self._mask(_around([p for piece in pieces for p in piece.points], width))
        if mask is None:
            return
        pen = ImageDraw.Draw(mask)
        for piece in pieces:
            moved = Polyline(_moved(piece.points, corner), piece.closed)
            _draw_line(pen, moved, width, stroke.round, 255)
        self._spread(mask, corner, stroke.colour, opacity)

    def _dots(self, item: _Item, dots: Dots) -> None:
        radius = dots.radius * item.scale * self.window.scale
        dx, dy = dots.shift
        points = [self._at(item, (x + dx, y + dy)) for x, y in dots.points]
        opacity = dots.opacity * item.opacity
        if opacity >= 1:
            for x, y in points:
                self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), dots.fill)
            return
        mask, corner = self._mask(_around(points, radius + 2))
        if mask is None:
            return
        pen = ImageDraw.Draw(mask)
        for x, y in _moved(points, corner):
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        self._spread(mask, corner, dots.fill, opacity)

    # --- letters -------------------------------------------------------------------------

    def _text(self, item: _Item, text: Text) -> None:
        type_ = text.type
        wide = fonts.width(text.text, type_.face, type_.size, type_.spacing)
        start = {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
        size = type_.size
        box = (text.x - start - size, text.y - 1.4 * size, text.x + wide + size, text.y + size)
        corners = self._at(item, (box[0], box[1])), self._at(item, (box[2], box[3]))
        mask, corner = self._mask((*corners[0], *corners[1]))
        if mask is None:
            return
        x, y = self._at(item, (text.x - start, text.y))
        place = (x - corner[0], y - corner[1])
        self._letters(mask, corner, text.text, type_, place, item)

    def _letters(
        self,
        mask: Image.Image,
        corner: tuple[int, int],
        text: str,
        type_: Type,
        place: Point,
        item: _Item,
    ) -> None:
        scale = item.scale * self.window.scale
        if type_.halo is not None:
            halo = mask.copy()
            _write(halo, text, type_, place, scale, type_.halo.width / 2 * scale)
            self._spread(halo, corner, type_.halo.colour, type_.halo.opacity * item.opacity)
        _write(mask, text, type_, place, scale, 0)
        self._spread(mask, corner, type_.fill, type_.opacity * item.opacity)

    def _curved(self, item: _Item, text: CurvedText) -> None:
        """Letter by letter: each one on its own slip of paper, turned and laid down."""
        type_ = text.type
        scale = item.scale * self.window.scale
        mask, corner = self._mask(
            _around([self._at(item, p) for p in text.along], 2 * type_.size * scale)
        )
        if mask is None:
            return
        halo = mask.copy()
        for letter, point, turn in _along(text):
            x, y = self._at(item, point)
            place = (x - corner[0], y - corner[1])
            if type_.halo is not None:
                edge = type_.halo.width / 2 * scale
                _lay_letter(halo, letter, type_, place, turn, scale, edge)
            _lay_letter(mask, letter, type_, place, turn, scale, 0)
        if type_.halo is not None:
            self._spread(halo, corner, type_.halo.colour, type_.halo.opacity * item.opacity)
        self._spread(mask, corner, type_.fill, type_.opacity * item.opacity)

    # --- masks ---------------------------------------------------------------------------

    def _mask(self, box: Box) -> tuple[Image.Image | None, tuple[int, int]]:
        """An empty mask for what of a box lies in the tile, and where its corner is."""
        left, top = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
        right = min(self.picture.width, math.ceil(box[2]) + 1)
        bottom = min(self.picture.height, math.ceil(box[3]) + 1)
        if right <= left or bottom <= top:
            return None, (0, 0)
        return Image.new("L", (right - left, bottom - top)), (left, top)

    def _spread(
        self, mask: Image.Image, corner: tuple[int, int], colour: str, opacity: float
    ) -> None:
        """Lay a colour where the mask allows."""
        if opacity < 1:
            mask = mask.point([round(i * opacity) for i in range(256)])
        right, bottom = corner[0] + mask.width, corner[1] + mask.height
        self.picture.paste(ImageColor.getrgb(colour), (*corner, right, bottom), mask)

    def _hatched(self, mask: Image.Image, corner: tuple[int, int], hatch: Hatch) -> Image.Image:
        left, top, scale = self.window
        y, x = np.mgrid[0 : mask.height, 0 : mask.width]
        x, y = left + (x + corner[0]) / scale, top + (y + corner[1]) / scale
        across = (x + y if hatch.slash else x - y) / math.sqrt(2) % hatch.pitch
        strokes = np.where(across < hatch.width, round(255 * hatch.opacity), 0)
        return Image.fromarray((np.asarray(mask) / 255 * strokes).astype(np.uint8))

    def _shade(
        self, item: _Item, mask: Image.Image, corner: tuple[int, int], gradient: Gradient
    ) -> None:
        (x1, y1), (x2, y2) = self._at(item, gradient.start), self._at(item, gradient.end)
        y, x = np.mgrid[0 : mask.height, 0 : mask.width]
        along = (x + corner[0] - x1) * (x2 - x1) + (y + corner[1] - y1) * (y2 - y1)
        share = np.clip(along / ((x2 - x1) ** 2 + (y2 - y1) ** 2), 0, 1)
        places = [at for at, _, _ in gradient.stops]
        colours = np.array([ImageColor.getrgb(c)[:3] for _, c, _ in gradient.stops], float)
        alpha = np.interp(share, places, [a for _, _, a in gradient.stops])
        flat = [np.interp(share, places, colours[:, i]) for i in range(3)]
        sheet = Image.fromarray(np.stack(flat, axis=-1).astype(np.uint8))
        veil = Image.fromarray((np.asarray(mask) * alpha * item.opacity).astype(np.uint8))
        self.picture.paste(sheet, corner, veil)


# --- pens -------------------------------------------------------------------------------


def _loops(pieces: Sequence[Polyline]) -> Iterator[tuple[Sequence[Point], bool]]:
    """The loops of a path, large ones first, and whether each is filled. A loop that runs
    the other way round than a larger one about it is a hole.
    """
    ordered = sorted(pieces, key=lambda piece: -abs(signed_area(piece.points)))
    for i, piece in enumerate(ordered):
        area = signed_area(piece.points)
        about = (p.points for p in ordered[:i] if signed_area(p.points) * area < 0)
        yield piece.points, not any(_holds(loop, piece.points[0]) for loop in about)


def _holds(loop: Sequence[Point], point: Point) -> bool:
    """Does a point lie inside a loop? A line from it to the right crosses the loop oddly."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _moved(points: Sequence[Point], corner: tuple[int, int]) -> list[Point]:
    return [(x - corner[0], y - corner[1]) for x, y in points]


def _draw_line(
    pen: ImageDraw.ImageDraw, piece: Polyline, width: float, round_: bool, ink: str | int
) -> None:
    points = [*piece.points, piece.points[0]] if piece.closed else piece.points
    pen.line(points, fill=ink, width=max(1, round(width)))
    is_tick = not round_ and length(points) < width
    if width < OVERSIZE or is_tick:
        return
    # Pillow leaves wedges open where thick lines bend: a disc fills each of them.
    joints = points if round_ else points[1:-1]
    half = width / 2 - 0.5
    for x, y in joints:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)


def _dashes(piece: Polyline, pattern: Sequence[float]) -> list[Polyline]:
    points = [*piece.points, piece.points[0]] if piece.closed else piece.points
    found: list[Polyline] = []
    dash: list[Point] = [points[0]]
    number, left = 0, pattern[0]
    for a, b in pairwise(points):
        piece_length, walked = math.dist(a, b), 0.0
        while piece_length - walked > left:
            walked += left
            turn = walked / piece_length
            here = (a[0] + (b[0] - a[0]) * turn, a[1] + (b[1] - a[1]) * turn)
            if number % 2 == 0:
                found.append(Polyline([*dash, here], False))
            number, dash = number + 1, [here]
            left = pattern[number % len(pattern)]
        left -= piece_length - walked
        dash.append(b)
    if number % 2 == 0 and len(dash) > 1:
        found.append(Polyline(dash, False))
    return found


def _write(
    mask: Image.Image, text: str, type_: Type, place: Point, scale: float, edge: float
) -> None:
    """Write a line of text on a mask, letter by letter if its letters are spaced."""
    pen = ImageDraw.Draw(mask)
    x, y = place
    for piece in text if type_.spacing else [text]:
        for run in fonts.runs(piece, type_.face, type_.size * scale):
            pen.text(
                (x, y),
                run.text,
                255,
                run.font,
                anchor="ls",
                stroke_width=edge,
                features=fonts.TABULAR,
            )
            x += run.advance
        x += type_.spacing * scale


def _along(text: CurvedText) -> Iterator[tuple[str, Point, float]]:
    """Each letter, where its middle stands on the line, and how it is turned."""
    type_ = text.type
    fine = resample(text.along, 1.0)
    total = length(fine)
    wide = fonts.width(text.text, type_.face, type_.size, type_.spacing)
    at = (total - wide) / 2
    for letter in text.text:
        advance = fonts.width(letter, type_.face, type_.size)
        i = min(max(round((at + advance / 2) / total * (len(fine) - 1)), 0), len(fine) - 1)
        a, b = fine[max(i - 3, 0)], fine[min(i + 3, len(fine) - 1)]
        yield letter, fine[i], math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        at += advance + type_.spacing


def _lay_letter(
    mask: Image.Image,
    letter: str,
    type_: Type,
    place: Point,
    turn: float,
    scale: float,
    edge: float,
) -> None:
    size = math.ceil(type_.size * scale * 3)
    slip = Image.new("L", (size, size))
    run = fonts.runs(letter, type_.face, type_.size * scale)[0]
    middle = size / 2
    ImageDraw.Draw(slip).text(
        (middle - run.advance / 2, middle), letter, 255, run.font, anchor="ls", stroke_width=edge
    )
    slip = slip.rotate(-turn, Image.Resampling.BICUBIC)
    corner = (round(place[0] - middle), round(place[1] - middle))
    mask.paste(255, (*corner, corner[0] + size, corner[1] + size), slip)
