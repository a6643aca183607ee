"""Axes: from numbers to places on a plot, with round ticks, units and a grid.

Plots are SVG text. Colours are classes, so that the page decides what they look like by
day and by night; letters are the page's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from grognard.lab.shapes import across, path, upright, words
from grognard.render.paths import number

#: How wide a letter of the plots is, more or less: enough to leave room for names.
LETTER = 6.6


#: Numbers nearer than this are drawn as one.
_ALIKE = 1e-6


class Tick(NamedTuple):
    """A mark on an axis, and what stands there."""

    at: float
    text: str


def round_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers, 1, 2 or 5 times a power of ten apart, that span a range."""
    if high - low < _ALIKE:
        high = low + 1
    rough = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def plain_number(value: float) -> str:
    """A number as people write it: no needless digits, a true minus."""
    whole = value == round(value)
    text = f"{value:,.0f}" if whole else f"{value:,.2f}".rstrip("0")
    return text.replace("-", "−")


def whole(value: float, sign: str = "") -> str:
    """A number without its fraction; `sign` "+" shows one always."""
    return f"{value:{sign},.0f}".replace("-", "−")


def number_ticks(values: Iterable[float]) -> list[Tick]:
    """Ticks with their own numbers."""
    return [Tick(value, plain_number(value)) for value in values]


def room_for(values: Iterable[float]) -> float:
    """How wide a margin must be for the numbers beside an axis, and its title turned up."""
    return 36 + LETTER * max(len(plain_number(value)) for value in values)


class Scale(NamedTuple):
    """Numbers on one side, places on the other."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high != self.low else 0.5
        return self.start + share * (self.end - self.start)


class Frame:
    """The field of a plot: two scales, and what stands round it. Margins are those of CSS:
    top, right, bottom, left.
    """

    def __init__(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        size: tuple[float, float] = (520.0, 300.0),
        margins: tuple[float, float, float, float] = (16.0, 18.0, 46.0, 58.0),
    ) -> None:
        self.width, self.height = size
        self.top, right, bottom, self.left = margins
        self.edge, self.foot = self.width - right, self.height - bottom
        self.x = Scale(*x, self.left, self.edge)
        self.y = Scale(*y, self.foot, self.top)

    def x_axis(self, ticks: Iterable[Tick], unit: str, *, lines: bool = False) -> str:
        """Marks below the field, and what they measure; `lines` go up through it."""
        out = [across("axis", self.left, self.edge, self.foot)]
        for tick in ticks:
            at = self.x(tick.at)
            if lines:
                out.append(upright("grid", at, self.top, self.foot))
            out.append(upright("axis", at, self.foot, self.foot + 4))
            out.append(words("tick", at, self.foot + 14, tick.text, "middle"))
        middle = (self.left + self.edge) / 2
        return "".join([*out, words("unit", middle, self.height - 9, unit, "middle")])

    def y_axis(self, ticks: Iterable[Tick], unit: str) -> str:
        """Lines across the field, numbers to the left, and what they measure."""
        out = []
        for tick in ticks:
            at = self.y(tick.at)
            out.append(across("grid", self.left, self.edge, at))
            out.append(words("tick", self.left - 7, at, tick.text, "end"))
        turned = f"translate(11 {number((self.top + self.foot) / 2)})rotate(-90)"
        title = words("unit", 0, 0, unit, "middle")
        return "".join([*out, f'<g transform="{turned}">{title}</g>'])

    def line(self, points: Sequence[tuple[float, float]]) -> str:
        """Path data through points."""
        return "M" + "L".join(f"{number(self.x(x))} {number(self.y(y))}" for x, y in points)

    def area(
        self, kind: str, low: Sequence[tuple[float, float]], high: Sequence[tuple[float, float]]
    ) -> str:
        """The field between two lines."""
        return path(kind, self.line([*low, *reversed(high)]) + "z")

    def svg(self, title: str, about: str, *parts: str) -> str:
        """The whole plot. Title and description are for those who cannot see it."""
        size = f"0 0 {number(self.width)} {number(self.height)}"
        told = f"<title>{escape(title)}</title><desc>{escape(about)}</desc>"
        return f'<svg class="plot" viewBox="{size}" role="img">{told}{"".join(parts)}</svg>'
