"""SVG elements as text: all that the plots are made of. Numbers are written short."""

from __future__ import annotations

from html import escape
from typing import Literal

from grognard.render.paths import number

Anchor = Literal["start", "middle", "end"]


def path(kind: str, d: str) -> str:
    """A line or an area; `kind` is the class that says what it looks like."""
    return f'<path class="{kind}" d="{d}"/>'


def across(kind: str, start: float, end: float, y: float) -> str:
    """A straight line from left to right."""
    return path(kind, f"M{number(start)} {number(y)}H{number(end)}")


def upright(kind: str, x: float, start: float, end: float) -> str:
    """A straight line from top to bottom."""
    return path(kind, f"M{number(x)} {number(start)}V{number(end)}")


def box(kind: str, x: float, y: float, wide: float, high: float, tip: str = "") -> str:
    """A rectangle; the tip is shown under the pointer."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect class="{kind}" {place}{_closed("rect", tip)}'


def disc(kind: str, x: float, y: float, radius: float, tip: str = "") -> str:
    """A circle."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle class="{kind}" {place}{_closed("circle", tip)}'


def _closed(tag: str, tip: str) -> str:
    return f"><title>{escape(tip)}</title></{tag}>" if tip else "/>"


def words(kind: str, x: float, y: float, text: str, anchor: Anchor = "start") -> str:
    """A line of letters whose middle is at this height."""
    held = f' text-anchor="{anchor}"' if anchor != "start" else ""
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text class="{kind}" {place} dy=".35em"{held}>{escape(text)}</text>'


def group(kind: str, *parts: str) -> str:
    """Shapes of one side: their colour is the group's."""
    return f'<g class="{kind}">{"".join(parts)}</g>'


def mark(camp: str, x: float, y: float, half: float = 3.1) -> str:
    """A point: round for the warm side, square for all others. Never colour alone."""
    if camp == "warm":
        return disc("dot", x, y, half * 1.1)
    return box("dot", x - half, y - half, 2 * half, 2 * half)
