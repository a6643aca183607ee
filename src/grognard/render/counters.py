"""Counters: a face drawn as the cardboard it stands for, alone or in a stack.

Measures are map units about the middle of the counter; the body is 54 square. A face is
drawn at one of four levels of detail, as the map is zoomed out: `near` shows all, `mid` a
larger symbol and two values, `far` the symbol alone, `dot` only body, band and side mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from grognard.faces import Face, Skin
from grognard.render import palette
from grognard.render.badges import draw_badges, works
from grognard.render.display import Gradient, Group, Path, Shape, Stroke, Text, Type
from grognard.render.fonts import width
from grognard.render.paths import box_path, number
from grognard.render.places import star_path
from grognard.render.skins import PLAIN, ink_on
from grognard.render.symbols import PICTURES, draw_symbol
from grognard.render.vision import contrast

Level = Literal["near", "mid", "far", "dot"]
LEVELS: tuple[Level, ...] = ("near", "mid", "far", "dot")

SIDE = 54.0
HALF = SIDE / 2
CORNER = 4.5
BAND = 11.2
_THIN_BAND = 7.5
_EDGE = Stroke("#1c1914", 0.9, 0.62)
_BEVEL = Stroke("#ffffff", 1.0, 0.28)
_SHADOWS = ((2.0, 0.14), (1.2, 0.30))
_SHEEN = Gradient(
    (-HALF, -HALF), (HALF, HALF), ((0, "#ffffff", 0.10), (0.5, "#ffffff", 0), (1, "#000000", 0.08))
)
_READABLE = 4.5
_VEIL = ("#cfc6b2", 0.30)
#: How far apart the counters of a stack lie: two, three, four and more.
_SPREAD = {2: 5.4, 3: 4.6}
_SPREAD_MORE = 3.8

#: The mark of each size of formation; a game may also give the mark itself.
SIZES: dict[str, str] = {
    "platoon": "...",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}

MARKS: dict[str, str] = {
    "star": star_path(0, 0.3, 3.9),
    "cross": "M-1.2-3.4H1.2V-1.2H3.4V1.2H1.2V3.4H-1.2V1.2H-3.4V-1.2H-1.2z",
    "shield": "M-3.2-3.2H3.2V0.2C3.2 2 1.6 3.2 0 3.6C-1.6 3.2-3.2 2-3.2 0.2z",
}


def draw_face(face: Face, skins: Mapping[str, Skin], level: Level = "near") -> Group:
    """One counter, centred on the origin."""
    skin = skins.get(face.skin, PLAIN)
    shapes = [*_shadow(), *works(face.badges), *_body(skin, face.marker, level)]
    if face.marker:
        shapes += _marker(face, skin)
    else:
        shapes += _unit(face, skin, level)
    if face.veil:
        shapes.append(Path(_square(), _VEIL[0], _VEIL[1]))
    if level in ("near", "mid"):
        shapes += draw_badges(face.badges)
    return Group(tuple(shapes), classes=f"counter {level}", label=face.title)


def draw_stack(
    faces: Sequence[Face], skins: Mapping[str, Skin], level: Level = "near"
) -> list[Group]:
    """A stack, the first face on top, up and to the left; the others show below it."""
    apart = _SPREAD.get(len(faces), _SPREAD_MORE)
    first = -apart * (len(faces) - 1) / 2
    groups = []
    for i, face in reversed(list(enumerate(faces))):
        drawn = draw_face(face, skins, level) if i == 0 else _beneath(face, skins, level)
        shift = first + i * apart
        groups.append(Group((drawn,), at=(shift, shift)))
    return groups


def _beneath(face: Face, skins: Mapping[str, Skin], level: Level) -> Group:
    """What shows of a counter that lies under another: its colours and its side."""
    skin = skins.get(face.skin, PLAIN)
    shapes = [*_shadow(), *_body(skin, face.marker, level), *_mark(face, skin, level)]
    return Group(tuple(shapes), classes="counter beneath", label=face.title)


# --- cardboard --------------------------------------------------------------------------


def _square(grow: float = 0.0) -> str:
    side = SIDE + 2 * grow
    return box_path(-HALF - grow, -HALF - grow, side, side, CORNER + 0.9 * grow)


def _shadow() -> Iterable[Shape]:
    for away, strength in _SHADOWS:
        box = box_path(-HALF + away * 0.7, -HALF + away, SIDE, SIDE, CORNER)
        yield Path(box, "#1a150c", strength)


def _body(skin: Skin, marker: bool, level: Level) -> Iterable[Shape]:
    yield Path(_square(), skin.body)
    if not marker:
        yield Path(_band(BAND if level == "near" else _THIN_BAND), skin.band)
    yield Path(_square(), _SHEEN)
    yield Path(_square(-0.95), stroke=_BEVEL)
    yield Path(_square(), stroke=_EDGE)


def _band(high: float) -> str:
    r, inner, fall = number(CORNER), number(SIDE - 2 * CORNER), number(high - CORNER)
    return (
        f"M{number(-HALF)} {number(-HALF + high)}v-{fall}a{r} {r} 0 0 1 {r}-{r}h{inner}"
        f"a{r} {r} 0 0 1 {r} {r}v{fall}z"
    )


# --- a unit -----------------------------------------------------------------------------


def _unit(face: Face, skin: Skin, level: Level) -> Iterable[Shape]:
    ink = ink_on(skin.body)
    yield from _mark(face, skin, level)
    if level == "near":
        yield from _id(face, skin)
        yield from _size(face.size, ink)
        yield from _ladder(face, ink)
        yield _frame(face, (-1.5, -0.6), 1.0)
        yield from _values(face, ink)
    elif level == "mid":
        yield _frame(face, (0, -5.5), 1.28)
        yield from _two_values(face, ink)
    elif level == "far":
        yield _frame(face, (0, 3.5), 1.75)


def _frame(face: Face, at: tuple[float, float], scale: float) -> Group:
    return Group((draw_symbol(face.symbol, broken=face.hidden),), at=at, scale=scale)


def _mark(face: Face, skin: Skin, level: Level) -> Iterable[Shape]:
    if not face.mark:
        return
    if level == "dot":
        colour = ink_on(skin.body)
        yield Group((Path(MARKS[face.mark], colour),), at=(0, 3.5), scale=4.2)
    elif level == "near":
        colour = ink_on(skin.band)
        yield Group((Path(MARKS[face.mark], colour),), at=(20.4, -21.3))


def _id(face: Face, skin: Skin) -> Iterable[Shape]:
    if not face.id:
        return
    size = 10.2
    room = 38.5 if face.mark else 46.0
    wide = width(face.id, "condensed bold", size)
    type_ = Type("condensed bold", size * min(1.0, room / wide), ink_on(skin.band))
    yield Text(face.id, -23, -17.9, type_, "start")


def _size(size: str, ink: str) -> Iterable[Shape]:
    """The size of a formation: X for brigades and above, I below, dots for platoons."""
    size = SIZES.get(size, size)
    if not size:
        return
    letter = size[0].upper()
    apart = {"X": 5.0, "I": 2.5}.get(letter, 3.3)
    first = -1.5 - apart * (len(size) - 1) / 2
    words = []
    for i in range(len(size)):
        x = first + i * apart
        if letter == "X":
            words.append(f"M{number(x - 1.75)}-14.4l3.5 3.9m0-3.9l-3.5 3.9")
        elif letter == "I":
            words.append(f"M{number(x)}-14.4v3.9")
        else:
            words.append(f"M{number(x)}-12.4h.01")
    stroke = Stroke(ink, 1.15 if letter in "XI" else 2.0)
    yield Path("".join(words), stroke=stroke)


def _ladder(face: Face, ink: str) -> Iterable[Shape]:
    """One rung a step; lost ones are hollow and on top. A loss of unknown size is three
    hollow rungs under a question mark.
    """
    if face.lost is None:
        yield Text("?", 19.6, -3.2, Type("condensed bold", 8.5, ink))
        yield from _rungs(range(3), 3, 3.4, ink, hollow=True)
        return
    if face.rungs < 1:
        return
    pitch = min(3.4, 19.6 / face.rungs)
    left = max(face.rungs - face.lost, 0)
    yield from _rungs(range(left, face.rungs), face.rungs, pitch, ink, hollow=True)
    yield from _rungs(range(left), face.rungs, pitch, ink, hollow=False)


def _rungs(which: range, count: int, pitch: float, ink: str, *, hollow: bool) -> Iterable[Shape]:
    if not which:
        return
    inset = 0.28 if hollow else 0.0
    high = pitch * 0.66
    boxes = [
        box_path(17.6 + inset, 9.6 - (i + 1) * pitch + inset, 4 - 2 * inset, high - 2 * inset, 0.5)
        for i in which
    ]
    d = "".join(boxes)
    yield Path(d, stroke=Stroke(ink, 0.55, 0.5)) if hollow else Path(d, ink)


def _values(face: Face, ink: str) -> Iterable[Shape]:
    """Values as they are now, with quiet dashes between; or a caption in their place."""
    if face.caption:
        yield Text(face.caption, -0.3, 21.6, _fitting(face.caption, 12.5, 46, ink, 0.8))
        return
    if not face.values:
        return
    figures = sum(len(v) for v in face.values)
    yield from _row(face.values, -0.7, 22.9, 17.0 if figures < 5 else 14.6, ink)


def _two_values(face: Face, ink: str) -> Iterable[Shape]:
    if face.caption:
        yield Text(face.caption, 0, 21.5, _fitting(face.caption, 14, 48, ink, 0.5))
    elif face.values:
        yield from _row(face.values[:2], 0, 23.2, 21.0, ink)


def _row(
    values: Sequence[str], x: float, baseline: float, size: float, ink: str
) -> Iterable[Shape]:
    dash, gap = size * 0.27, size * 0.06
    widths = [width(v, "condensed bold", size) for v in values]
    total = sum(widths) + (len(values) - 1) * (dash + 2 * gap)
    shrink = min(1.0, 50.0 / total)
    size, dash, gap = size * shrink, dash * shrink, gap * shrink
    at = x - total * shrink / 2
    dashes = []
    for i, value in enumerate(values):
        if i:
            top = baseline - size * 0.36
            dashes.append(box_path(at + gap, top, dash, size * 0.115))
            at += dash + 2 * gap
        wide = widths[i] * shrink
        yield Text(value, at + wide / 2, baseline, Type("condensed bold", size, ink))
        at += wide
    if dashes:
        yield Path("".join(dashes), ink, 0.55)


def _fitting(text: str, size: float, room: float, ink: str, spacing: float) -> Type:
    wide = width(text, "condensed bold", size, spacing)
    shrink = min(1.0, room / wide)
    return Type("condensed bold", size * shrink, ink, spacing=spacing * shrink)


# --- a marker ---------------------------------------------------------------------------


def _marker(face: Face, skin: Skin) -> Iterable[Shape]:
    """A large sign and a caption under it."""
    ink = skin.band if contrast(skin.band, skin.body) > _READABLE else ink_on(skin.body)
    picture = PICTURES.get(face.symbol)
    at = (0.0, -6.0 if face.caption else 0.0)
    if picture is not None:
        parts: list[Shape] = []
        if picture.lines:
            parts.append(Path(picture.lines, stroke=Stroke(ink, 1.5)))
        if picture.solid:
            parts.append(Path(picture.solid, ink))
        yield Group(tuple(parts), at=at)
    elif face.symbol and face.symbol != "none":
        yield Group((draw_symbol(face.symbol),), at=at, scale=1.4)
    if face.caption:
        yield Text(face.caption.upper(), 0, 21.5, _fitting(face.caption, 9.2, 48, ink, 0.5))


# --- rings ------------------------------------------------------------------------------


def draw_ring(style: str) -> list[Shape]:
    """What shows that a counter is chosen, may be added, or is a target."""
    gold, dark = palette.GOLD, "#7a5a00"
    if style == "target":
        brackets = "".join(_bracket(sx, sy) for sx in (-1, 1) for sy in (-1, 1))
        return [
            Path(brackets, stroke=Stroke(palette.PALE, 5.0)),
            Path(brackets, stroke=Stroke(palette.INK, 2.6)),
        ]
    if style in ("may", "ghost"):
        colour = gold if style == "may" else "#b87a00"
        return [Path(_square(2), stroke=Stroke(colour, 2.8, dash=(7, 4), round=False))]
    return [
        Path(_square(2), stroke=Stroke(dark, 5.0, 0.85)),
        Path(_square(2), stroke=Stroke(gold, 3.4)),
    ]


def _bracket(sx: int, sy: int) -> str:
    far, arm = HALF + 3.6, 9.0
    x, y = sx * far, sy * far
    return f"M{number(x - sx * arm)} {number(y)}H{number(x)}V{number(y - sy * arm)}"
