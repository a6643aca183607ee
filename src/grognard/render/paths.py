"""Path data: curves written as compact SVG paths, and SVG paths read back as polylines.

Every shape of a map or a counter is SVG path data. The SVG writer passes it on as it is;
the PNG painter flattens it first. Coordinates are written relative to the last point and
to a tenth of a map unit, which is what keeps a whole map small.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]
Tenths = tuple[int, int]

#: When a path is flattened, one straight piece stands for about so many units of a curve.
_PIECE = 3.5

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


class Polyline(NamedTuple):
    """One piece of a flattened path."""

    points: list[Point]
    closed: bool


# --- writing ----------------------------------------------------------------------------


def number(value: float) -> str:
    """A number as short as SVG allows: `0.50` is `.5`, `-0.04` is `0`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def line_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Straight lines from point to point."""
    return _relative(points[0], "l", ((p,) for p in points[1:]), closed)


def smooth_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """A curve through all points (Catmull-Rom, written as cubic pieces)."""
    if len(points) < 3:
        return line_path(points, closed=closed)
    return _relative(points[0], "c", _cubics(points, closed), closed)


def rounded_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """A curve that has the points as handles and the middles between them as knots."""
    if len(points) < 3:
        return line_path(points, closed=closed)
    if closed:
        loop = [*points, points[0]]
        middles = [midpoint(a, b) for a, b in pairwise(loop)]
        pieces = zip([*points[1:], points[0]], [*middles[1:], middles[0]], strict=True)
        return _relative(middles[0], "q", pieces, True)
    middles = [midpoint(a, b) for a, b in pairwise(points[1:])]
    ends = [*middles[:-1], points[-1]]
    return _relative(points[0], "q", zip(points[1:-1], ends, strict=True), False)


def circle_path(x: float, y: float, radius: float) -> str:
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def box_path(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """A rectangle, with rounded corners if a radius is given."""
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
    r = number(radius)
    across, down = number(width - 2 * radius), number(height - 2 * radius)
    return (
        f"M{number(x + radius)} {number(y)}h{across}a{r} {r} 0 0 1 {r} {r}v{down}"
        f"a{r} {r} 0 0 1-{r} {r}h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"
    )


def _relative(start: Point, letter: str, pieces: Iterable[Sequence[Point]], closed: bool) -> str:
    here = _tenths(start)
    words = ["M", _tenth(here[0]), _joined(here[1])]
    first = True
    for piece in pieces:
        tenths = [_tenths(p) for p in piece]
        numbers = [n for p in tenths for n in (p[0] - here[0], p[1] - here[1])]
        if any(numbers):
            words.append(letter + _tenth(numbers[0]) if first else _joined(numbers[0]))
            words += [_joined(n) for n in numbers[1:]]
            first = False
        here = tenths[-1]
    return "".join(words) + ("z" if closed else "")


def _tenths(p: Point) -> Tenths:
    return round(p[0] * 10), round(p[1] * 10)


def _tenth(n: int) -> str:
    whole, part = divmod(abs(n), 10)
    text = (str(whole) if whole or not part else "") + (f".{part}" if part else "")
    return f"-{text}" if n < 0 else text


def _joined(n: int) -> str:
    """A number that follows another: the minus sign is separator enough."""
    return _tenth(n) if n < 0 else f" {_tenth(n)}"


def _cubics(points: Sequence[Point], closed: bool) -> Iterator[tuple[Point, Point, Point]]:
    n = len(points)
    for i in range(n if closed else n - 1):
        near = [i - 1, i, i + 1, i + 2]
        p0, p1, p2, p3 = (points[j % n if closed else min(max(j, 0), n - 1)] for j in near)
        yield (
            (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6),
            (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6),
            p2,
        )


# --- reading ----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def flatten(d: str) -> tuple[Polyline, ...]:
    """The polylines that a path draws, curves broken into short straight pieces."""
    found: list[Polyline] = []
    here: Point = (0.0, 0.0)
    points: list[Point] = []
    for letter, numbers in _commands(d):
        if letter == "M":
            if len(points) > 1:
                found.append(Polyline(points, False))
            here = (numbers[0], numbers[1])
            points = [here]
        elif letter == "Z":
            found.append(Polyline(points, True))
            here = points[0]
            points = [here]
        else:
            points.extend(_piece(here, letter, numbers))
            here = points[-1]
    if len(points) > 1:
        found.append(Polyline(points, False))
    return tuple(found)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with absolute coordinates; repeated letters are filled in."""
    here = start = (0.0, 0.0)
    for letter, numbers in _words(d):
        name = letter.upper()
        if letter.islower():
            numbers = _absolute(name, numbers, here)
        yield name, numbers
        if name == "Z":
            here = start
        elif name == "H":
            here = (numbers[0], here[1])
        elif name == "V":
            here = (here[0], numbers[0])
        else:
            here = (numbers[-2], numbers[-1])
        if name == "M":
            start = here


def _words(d: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(d)
    i, letter = 0, ""
    while i < len(tokens):
        if tokens[i].isalpha():
            letter = tokens[i]
            i += 1
        count = _ARGUMENTS[letter.upper()]
        yield letter, [float(t) for t in tokens[i : i + count]]
        i += count
        if letter in "Mm":
            # Further pairs after a move are lines.
            letter = "L" if letter == "M" else "l"


def _absolute(name: str, numbers: list[float], here: Point) -> list[float]:
    if name == "H":
        return [numbers[0] + here[0]]
    if name == "V":
        return [numbers[0] + here[1]]
    if name == "A":
        return [*numbers[:5], numbers[5] + here[0], numbers[6] + here[1]]
    return [n + here[i % 2] for i, n in enumerate(numbers)]


def _piece(here: Point, letter: str, n: list[float]) -> list[Point]:
    match letter:
        case "H":
            return [(n[0], here[1])]
        case "V":
            return [(here[0], n[0])]
        case "L":
            return [(n[0], n[1])]
        case "Q":
            return _curve(here, (n[0], n[1]), (n[2], n[3]))
        case "C":
            return _curve(here, (n[0], n[1]), (n[2], n[3]), (n[4], n[5]))
        case _:
            return _arc(here, n[0], bool(n[3]), bool(n[4]), (n[5], n[6]))


def _curve(*handles: Point) -> list[Point]:
    return bezier(*handles, pieces=min(max(8, round(length(handles) / _PIECE)), 16))


def bezier(*handles: Point, pieces: int) -> list[Point]:
    """Points on a quadratic or cubic curve, its start left out."""
    found = []
    for i in range(1, pieces + 1):
        t = i / pieces
        level = list(handles)
        while len(level) > 1:
            level = [_between(a, b, t) for a, b in pairwise(level)]
        found.append(level[0])
    return found


def _arc(start: Point, radius: float, large: bool, clockwise: bool, end: Point) -> list[Point]:
    """Points on a circular arc (the only kind we draw), its start left out."""
    chord = math.dist(start, end)
    radius = max(radius, chord / 2)
    if chord == 0:
        return [end]
    rise = math.sqrt(max(radius * radius - chord * chord / 4, 0.0))
    side = 1 if large != clockwise else -1
    mx, my = midpoint(start, end)
    dx, dy = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    cx, cy = mx - side * rise * dy, my + side * rise * dx
    first = math.atan2(start[1] - cy, start[0] - cx)
    sweep = math.atan2(end[1] - cy, end[0] - cx) - first
    sweep = sweep % math.tau if clockwise else -(-sweep % math.tau)
    count = max(4, round(abs(sweep) * 6))
    turns = [first + sweep * i / count for i in range(1, count)]
    return [*((cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in turns), end]


# --- points -----------------------------------------------------------------------------


def midpoint(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def toward(a: Point, b: Point, share: float) -> Point:
    """The point that lies this share of the way from one point to the other."""
    return _between(a, b, share)


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def signed_area(points: Sequence[Point]) -> float:
    """The area of a closed loop: positive if it runs clockwise on the sheet."""
    ahead = [*points[1:], points[0]]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, ahead, strict=True)) / 2


def resample(points: Sequence[Point], spacing: float) -> list[Point]:
    """Points at equal distances along a polyline, its first and last point included."""
    total = length(points)
    count = max(1, round(total / spacing))
    found, walked, want = [points[0]], 0.0, total / count
    for a, b in pairwise(points):
        piece = math.dist(a, b)
        while piece > 0 and len(found) < count and walked + piece >= want * len(found):
            found.append(_between(a, b, (want * len(found) - walked) / piece))
        walked += piece
    return [*found, points[-1]]


def cut_corners(points: Sequence[Point], rounds: int = 2) -> list[Point]:
    """A closed loop with its corners cut off, again and again (Chaikin)."""
    loop = list(points)
    for _ in range(rounds):
        ahead = [*loop[1:], loop[0]]
        loop = [_between(a, b, t) for a, b in zip(loop, ahead, strict=True) for t in (0.25, 0.75)]
    return loop
