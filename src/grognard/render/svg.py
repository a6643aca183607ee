"""The SVG back end: a display list written as SVG.

No style sheet is written, because the styles of inline SVGs leak into each other. What
all shapes of a group have in common is written once, on the group.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from msgspec import Struct

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
from grognard.render.paths import Point, number, smooth_path

Style = dict[str, str]


class _Baseline(NamedTuple):
    """Points that more than one element needs: a line for letters, or the places of dots."""

    points: tuple[Point, ...]
    dotted: bool = False


_Definable = Gradient | Hatch | _Baseline


class _Node(Struct):
    """An element: `attributes` are its own, `style` may move up to its group."""

    tag: str
    attributes: dict[str, str]
    style: Style
    children: list[_Node] = []
    text: str = ""

    def write(self, out: list[str]) -> None:
        pairs = {**self.attributes, **self.style}.items()
        start = self.tag + "".join(f' {name}="{value}"' for name, value in pairs)
        if not self.children and not self.text:
            out.append(f"<{start}/>")
            return
        out.append(f"<{start}>{self.text}")
        for child in self.children:
            child.write(out)
        out.append(f"</{self.tag}>")


class SvgWriter:
    """Writes one drawing. `prefix` keeps the ids of several drawings on a page apart."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.faces: set[str] = set()
        self._definitions: dict[_Definable, _Node] = {}

    def write(self, drawing: Drawing, *, image: str = "", embed_fonts: bool = False) -> str:
        """The whole SVG. `image` is the address of a picture laid under everything."""
        layers = [self._group(group) for group in drawing.layers]
        symbols = [self._symbol(name, group) for name, group in drawing.symbols.items()]
        out: list[str] = []
        box = (drawing.left, drawing.top, drawing.width, drawing.height)
        out.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_numbers(box)}"'
            f' width="{number(drawing.width)}" height="{number(drawing.height)}"'
            " style=\"font-feature-settings:'tnum'\">"
        )
        if drawing.title:
            out.append(f"<title>{escape(drawing.title)}</title>")
        if embed_fonts:
            out.append(f"<style>{fonts.font_faces(self.faces)}</style>")
        _Node("defs", {}, {}, [*self._definitions.values(), *symbols]).write(out)
        if drawing.paper:
            out.append(f'<path d="{_frame(box)}" fill="{drawing.paper}"/>')
        if image:
            out.append(image)
        for node in layers:
            node.write(out)
        out.append("</svg>")
        return "".join(out)

    # --- shapes --------------------------------------------------------------------------

    def _shape(self, shape: Shape) -> _Node:
        match shape:
            case Path():
                return self._path(shape)
            case Dots():
                return self._dots(shape)
            case Text():
                return self._text(shape)
            case CurvedText():
                return self._curved(shape)
            case Use():
                return self._use(shape)
            case Group():
                return self._group(shape)

    def _path(self, path: Path) -> _Node:
        style = {"fill": self._paint(path.fill)}
        if path.fill is not None and path.fill_opacity < 1:
            style["fill-opacity"] = number(path.fill_opacity)
        if path.stroke is not None:
            style |= _stroke(path.stroke)
        return _Node("path", {"d": path.d}, style)

    def _dots(self, dots: Dots) -> _Node:
        """Discs as the round ends of lines without length: a few letters a tree. Their
        places are written once, however many layers a tree has.
        """
        place = {"href": f"#{self._define(_Baseline(dots.points, dotted=True))}"}
        if dots.shift != (0.0, 0.0):
            place |= {"x": number(dots.shift[0]), "y": number(dots.shift[1])}
        stroke = _stroke(Stroke(dots.fill, 2 * dots.radius, dots.opacity))
        return _Node("use", place, stroke)

    def _text(self, text: Text) -> _Node:
        style = self._type(text.type)
        if text.anchor != "start":
            style["text-anchor"] = text.anchor
        place = {"x": number(text.x), "y": number(text.y)}
        return _Node("text", place, style, text=escape(text.text))

    def _curved(self, text: CurvedText) -> _Node:
        way = self._define(_Baseline(text.along))
        inner = _Node("textPath", {"href": f"#{way}", "startOffset": "50%"}, {})
        inner.text = escape(text.text)
        return _Node("text", {}, {**self._type(text.type), "text-anchor": "middle"}, [inner])

    def _use(self, use: Use) -> _Node:
        place = {"href": f"#{self.prefix}{use.symbol}"}
        if use.x or use.y:
            place |= {"x": number(use.x), "y": number(use.y)}
        return _Node("use", place | _data(use.data), {})

    def _group(self, group: Group) -> _Node:
        attributes: dict[str, str] = {}
        if group.name:
            attributes["id"] = self.prefix + group.name
        if group.classes:
            attributes["class"] = group.classes
        attributes |= _data(group.data)
        if group.at != (0.0, 0.0) or group.scale != 1:
            scale = f" scale({number(group.scale)})" if group.scale != 1 else ""
            attributes["transform"] = f"translate({_numbers(group.at)}){scale}"
        if group.opacity < 1:
            attributes["opacity"] = number(group.opacity)
        if group.hidden:
            attributes["display"] = "none"
        if group.label:
            attributes |= {"role": "img", "aria-label": escape(group.label)}
        children = [self._shape(shape) for shape in group.shapes]
        return _Node("g", attributes, _hoisted(children), children)

    def _symbol(self, name: str, group: Group) -> _Node:
        node = self._group(group)
        node.attributes = {"id": self.prefix + name, **node.attributes}
        return node

    # --- styles --------------------------------------------------------------------------

    def _type(self, type_: Type) -> Style:
        self.faces.add(type_.face)
        face = fonts.FACES[type_.face]
        style = {
            "font-family": fonts.css_family(type_.face),
            "font-size": number(type_.size),
            "font-weight": str(face.weight),
            "fill": type_.fill,
        }
        if face.italic:
            style["font-style"] = "italic"
        if type_.opacity < 1:
            style["fill-opacity"] = number(type_.opacity)
        if type_.spacing:
            style["letter-spacing"] = number(type_.spacing)
        if type_.halo is not None:
            style |= {**_stroke(type_.halo), "paint-order": "stroke"}
        return style

    def _paint(self, paint: Paint | None) -> str:
        if paint is None:
            return "none"
        return paint if isinstance(paint, str) else f"url(#{self._define(paint)})"

    def _define(self, what: _Definable) -> str:
        """The id of what is written once, however often it is used."""
        if what not in self._definitions:
            name = f"{self.prefix}d{len(self._definitions)}"
            self._definitions[what] = _definition(name, what)
        return self._definitions[what].attributes["id"]


def _definition(name: str, what: _Definable) -> _Node:
    match what:
        case Gradient():
            return _gradient(name, what)
        case Hatch():
            return _hatch(name, what)
        case _Baseline(points, dotted):
            return _Node(
                "path", {"id": name, "d": _dotted(points) if dotted else smooth_path(points)}, {}
            )


def _dotted(points: Sequence[Point]) -> str:
    """A line without length at every point."""
    x, y, words = 0, 0, []
    for point in points:
        right, down = round(point[0] * 10) - x, round(point[1] * 10) - y
        words.append(f"m{number(right / 10)} {number(down / 10)}h0")
        x, y = x + right, y + down
    return "".join(words).replace(" -", "-")


def _gradient(name: str, gradient: Gradient) -> _Node:
    (x1, y1), (x2, y2) = gradient.start, gradient.end
    ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
    stops = [
        _Node(
            "stop",
            {"offset": number(at), "stop-color": colour, "stop-opacity": number(opacity)},
            {},
        )
        for at, colour, opacity in gradient.stops
    ]
    units = {"id": name, "gradientUnits": "userSpaceOnUse"}
    return _Node("linearGradient", units | ends, {}, stops)


def _hatch(name: str, hatch: Hatch) -> _Node:
    pitch = number(hatch.pitch)
    strokes = {"width": number(hatch.width), "height": pitch, "fill": hatch.colour}
    if hatch.opacity < 1:
        strokes["fill-opacity"] = number(hatch.opacity)
    tile = {"id": name, "width": pitch, "height": pitch, "patternUnits": "userSpaceOnUse"}
    tile["patternTransform"] = "rotate(45)" if hatch.slash else "rotate(-45)"
    return _Node("pattern", tile, {}, [_Node("rect", strokes, {})])


def _stroke(stroke: Stroke) -> Style:
    style = {"stroke": stroke.colour, "stroke-width": number(stroke.width)}
    if stroke.opacity < 1:
        style["stroke-opacity"] = number(stroke.opacity)
    if stroke.dash:
        style["stroke-dasharray"] = _numbers(stroke.dash)
    if stroke.round:
        style |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return style


def _hoisted(children: list[_Node]) -> Style:
    """Take from the children what they all say alike, for their group to say once."""
    if len(children) < 2:
        return {}
    first, *others = children
    shared = {k: v for k, v in first.style.items() if all(o.style.get(k) == v for o in others)}
    for child in children:
        child.style = {k: v for k, v in child.style.items() if k not in shared}
    return shared


def _data(data: Mapping[str, str]) -> dict[str, str]:
    return {f"data-{name}": escape(value) for name, value in data.items()}


def _numbers(values: Iterable[float]) -> str:
    return " ".join(number(v) for v in values)


def _frame(box: tuple[float, float, float, float]) -> str:
    left, top, width, height = (number(v) for v in box)
    return f"M{left} {top}h{width}v{height}h-{width}z"
