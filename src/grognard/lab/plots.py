"""The plots of a report, each from plain numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.lab.axes import LETTER, Frame, Tick, number_ticks, room_for, round_ticks
from grognard.lab.shapes import across, box, disc, group, mark, path, words
from grognard.lab.stats import Estimate
from grognard.lab.summary import Course, Party, Use
from grognard.render.paths import number

#: Balance that we call fair: each side wins between these shares.
FAIR = (0.35, 0.65)

_ROW = 34.0
_LINE = 26.0


class Said(NamedTuple):
    """A plot in words, for those who cannot see it."""

    title: str
    about: str


class ShareRow(NamedTuple):
    """A row of a plot of shares: who, the share with its interval, and of how many games."""

    label: str
    camp: str
    share: Estimate
    games: int


def shares(rows: Sequence[ShareRow], said: Said) -> str:
    """Shares as points with their intervals on a scale of a hundred; what is fair is shaded."""
    left = 24 + LETTER * max(len(row.label) for row in rows)
    size = (520.0, 74 + _ROW * len(rows))
    frame = Frame((0, 100), (0, 1), size=size, margins=(14, 96, 46, left))
    low, high = (frame.x(100 * share) for share in FAIR)
    quarters = [Tick(n, str(n)) for n in range(0, 101, 25)]
    parts = [
        box("fair", low, frame.top, high - low, frame.foot - frame.top),
        frame.x_axis(quarters, "share of games, %", lines=True),
    ]
    for place, row in enumerate(rows):
        y = frame.top + _ROW * (place + 0.5)
        parts += [
            group(row.camp, _whisker(frame, row.share, y)),
            words("name", left - 12, y, row.label, "end"),
            words("figure", frame.edge + 12, y, f"{100 * row.share.value:.0f} % of {row.games}"),
        ]
    return frame.svg(*said, *parts)


def _whisker(frame: Frame, share: Estimate, y: float) -> str:
    low, high = (number(frame.x(100 * end)) for end in share.interval)
    at = number(y)
    line = path("whisker", f"M{low} {at}H{high}M{low} {at}m0-6v12M{high} {at}m0-6v12")
    return line + disc("dot", frame.x(100 * share.value), y, 6)


# --- from turn to turn ------------------------------------------------------------------

Labelled = tuple[Course, str]


def courses(lines: Sequence[Labelled], unit: str, said: Said) -> str:
    """Measures from turn to turn: the middle game, half of all games in the dark band, eight of
    ten in the light one. Lines are labelled at their ends.
    """
    turns = max(len(course.turns) for course, _ in lines)
    values = [value for course, _ in lines for turn in course.turns for value in turn[1:]]
    ticks = round_ticks(min(0.0, *values), max(0.0, *values))
    right = 24 + LETTER * max(len(label) for _, label in lines)
    margins = (16, right, 60, room_for(ticks))
    frame = Frame((1, max(2, turns)), (ticks[0], ticks[-1]), margins=margins)
    parts = [frame.y_axis(number_ticks(ticks), unit), _turn_axis(frame, lines[0][0])]
    if ticks[0] < 0:
        parts.append(across("zero", frame.left, frame.edge, frame.y(0)))
    parts += [_band(frame, course) for course, _ in lines]
    parts += [_middle(frame, course) for course, _ in lines]
    return frame.svg(*said, *parts, *_end_labels(frame, lines))


def _turn_axis(frame: Frame, course: Course) -> str:
    """Turns, and below each how many games came so far."""
    shown = range(1, len(course.turns) + 1, 1 if len(course.turns) <= 12 else 2)
    axis = frame.x_axis([Tick(n, str(n)) for n in shown], "turn, and games that came so far")
    going = [
        words("small", frame.x(n), frame.foot + 28, str(course.turns[n - 1].games), "middle")
        for n in shown
    ]
    return "".join([axis, *going])


def _band(frame: Frame, course: Course) -> str:
    turns = list(enumerate(course.turns, 1))
    outer = frame.area("band", [(n, t.low) for n, t in turns], [(n, t.high) for n, t in turns])
    inner = frame.area("band", [(n, t.lower) for n, t in turns], [(n, t.upper) for n, t in turns])
    return group(_camp(course), outer, inner)


def _middle(frame: Frame, course: Course) -> str:
    points = [(n, turn.middle) for n, turn in enumerate(course.turns, 1)]
    marks = [mark(_camp(course), frame.x(x), frame.y(y)) for x, y in points]
    return group(_camp(course), path("line", frame.line(points)), *marks)


def _end_labels(frame: Frame, lines: Sequence[Labelled]) -> list[str]:
    """Labels at the ends of the lines, pushed apart where they would touch."""
    ends = [
        (frame.y(c.turns[-1].middle), frame.x(len(c.turns)), label, _camp(c)) for c, label in lines
    ]
    out: list[str] = []
    floor = -math.inf
    for y, x, label, camp in sorted(ends):
        floor = max(y, floor + 15)
        out.append(group(camp, words("name", x + 10, floor, label)))
    return out


def _camp(course: Course) -> str:
    return course.party.camp if course.party else "neutral"


# --- counts -----------------------------------------------------------------------------


class Pile(NamedTuple):
    """Games of one kind in a histogram."""

    label: str
    camp: str
    values: Sequence[float]


def histogram(piles: Sequence[Pile], unit: str, said: Said, *, whole: bool = False) -> str:
    """How many games lie in each range, piled up by kind. `whole` numbers get a bar each."""
    values = [value for pile in piles for value in pile.values]
    edges = _whole_edges(values) if whole else round_ticks(min(values), max(values), most=15)
    counts = [binned(pile.values, edges) for pile in piles]
    tallest = max(sum(column) for column in zip(*counts, strict=True))
    ticks = [tick for tick in round_ticks(0, tallest, most=5) if tick == round(tick)]
    margins = (32, 18, 46, room_for(ticks))
    frame = Frame((edges[0], edges[-1]), (0, ticks[-1]), margins=margins)
    marks = [(a + b) / 2 for a, b in pairwise(edges)] if whole else edges
    every = max(1, math.ceil(len(marks) / 12))
    parts = [
        frame.y_axis(number_ticks(ticks), "games"),
        frame.x_axis(number_ticks(marks[::every]), unit),
    ]
    floor = [0] * (len(edges) - 1)
    for pile, column in zip(piles, counts, strict=True):
        parts.append(_pile(frame, pile, column, edges, floor))
        floor = [a + b for a, b in zip(floor, column, strict=True)]
    return frame.svg(*said, *parts, legend([(p.label, p.camp) for p in piles], frame.left, 10))


def _whole_edges(values: Sequence[float]) -> list[float]:
    """An edge on both sides of every whole number, and at least three bars."""
    first, last = round(min(values)), round(max(values))
    if last - first < 2:
        first, last = first - 1, last + 1
    return [n - 0.5 for n in range(first, last + 2)]


def binned(values: Sequence[float], edges: Sequence[float]) -> list[int]:
    """How many values lie between each two edges; the last edge belongs to the last bin."""
    found = [0] * (len(edges) - 1)
    for value in values:
        place = sum(value >= edge for edge in edges) - 1
        found[min(max(place, 0), len(found) - 1)] += 1
    return found


def _pile(
    frame: Frame, pile: Pile, column: Sequence[int], edges: Sequence[float], floor: Sequence[int]
) -> str:
    bars = []
    for place, count in enumerate(column):
        if count:
            left, right = frame.x(edges[place]) + 1, frame.x(edges[place + 1]) - 1
            top, foot = frame.y(floor[place] + count), frame.y(floor[place])
            tip = f"{pile.label}: {count} {'game' if count == 1 else 'games'}"
            bars.append(box("bar", left, top, right - left, foot - top, tip))
    return group(pile.camp, *bars)


def legend(entries: Sequence[tuple[str, str]], x: float, y: float) -> str:
    """Names with a mark in their colour, in a row."""
    out = []
    for label, camp in entries:
        out += [group(camp, box("bar", x, y - 5.5, 11, 11)), words("tick", x + 16, y, label)]
        x += 34 + LETTER * len(label)
    return "".join(out)


def uses(rows: Sequence[Use], parties: Sequence[Party], said: Said) -> str:
    """How often things happen in a game: a mark for each side on a scale of powers of ten, and
    the numbers beside it.
    """
    kinds: dict[str, tuple[str, str]] = {p.id: (p.title, p.camp) for p in parties}
    if any("" in row.by_side for row in rows):
        kinds[""] = ("neither", "neutral")
    left = 22 + LETTER * max(len(row.name) for row in rows)
    right = 10 + _COLUMN * len(kinds)
    powers = _powers([value for row in rows for value in row.by_side.values()])
    size = (520.0, 78 + _LINE * len(rows))
    ends = (powers[0].at, powers[-1].at)
    frame = Frame(ends, (0, 1), size=size, margins=(32, right, 46, left))
    parts = [frame.x_axis(powers, "times in a game, on average", lines=True)]
    for place, (title, camp) in enumerate(kinds.values()):
        at = frame.edge + _COLUMN * (place + 1)
        parts.append(group(camp, words("name", at, 14, title, "end")))
    for place, row in enumerate(rows):
        y = frame.top + _LINE * (place + 0.5)
        parts += [words("name", left - 10, y, row.name, "end"), _use_row(frame, row, y, kinds)]
    return frame.svg(*said, *parts)


#: How wide a column of numbers beside a plot is.
_COLUMN = 62.0


def _powers(values: Sequence[float]) -> list[Tick]:
    """Powers of ten that span some numbers; where they stand is their exponent."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = max(low + 1, math.ceil(math.log10(max(values)) - 1e-9))
    return [Tick(n, f"{10**n:,}" if n >= 0 else f"{10.0**n:.{-n}f}") for n in range(low, high + 1)]


def _use_row(frame: Frame, row: Use, y: float, kinds: Mapping[str, tuple[str, str]]) -> str:
    out = [across("grid", frame.left, frame.edge, y)]
    for place, (side, (_, camp)) in enumerate(kinds.items()):
        value = row.by_side.get(side)
        at = frame.edge + _COLUMN * (place + 1)
        if value:
            # A little above and below each other: equal numbers do not hide one another.
            lane = y + 3.2 * (2 * place - len(kinds) + 1)
            out.append(group(camp, mark(camp, frame.x(math.log10(value)), lane, 3.8)))
            text = f"{value:,.0f}" if value >= 10 else f"{value:.1f}"
            out.append(words("tick", at, y, text if value >= 0.05 else "<0.1", "end"))
    return "".join(out)


# --- luck -------------------------------------------------------------------------------


def faces(rows: Sequence[tuple[Party, Sequence[int]]], said: Said) -> str:
    """How often each face came, side by side, against what is to be expected."""
    sides = len(rows[0][1])
    most = max(count / sum(counts) for _, counts in rows for count in counts)
    ticks = round_ticks(0, 100 * max(most, 1.4 / sides), most=5)
    frame = Frame((0.5, sides + 0.5), (0, ticks[-1]), margins=(32, 92, 46, room_for(ticks)))
    parts = [
        frame.y_axis(number_ticks(ticks), "share of dice, %"),
        frame.x_axis([Tick(n, str(n)) for n in range(1, sides + 1)], "face of the die"),
        *(_faces_of(frame, *row, place, len(rows)) for place, row in enumerate(rows)),
        across("expected", frame.left, frame.edge, frame.y(100 / sides)),
        words("small", frame.edge + 6, frame.y(100 / sides), "to be expected"),
    ]
    return frame.svg(*said, *parts, legend([(p.title, p.camp) for p, _ in rows], frame.left, 10))


def _faces_of(frame: Frame, party: Party, counts: Sequence[int], place: int, rows: int) -> str:
    room, dice = 0.8 / rows, sum(counts)
    bars = []
    for face, count in enumerate(counts, 1):
        left = frame.x(face - 0.4 + place * room) + 1
        wide = frame.x(face - 0.4 + (place + 1) * room) - 1 - left
        share = 100 * count / dice
        tip = f"{party.title}: {face} came {count} times of {dice}, {share:.1f} %"
        bars.append(box("bar", left, frame.y(share), wide, frame.foot - frame.y(share), tip))
    return group(party.camp, *bars)


def scatter(
    games: Mapping[str, Sequence[tuple[float, float]]],
    fit: tuple[float, float],
    units: tuple[str, str],
    said: Said,
) -> str:
    """Games as points, by the camp that won, and the line that fits them best: its height at
    the middle, and its slope.
    """
    points = [point for group_ in games.values() for point in group_]
    reach = 1.05 * max(2.0, *(abs(x) for x, _ in points))
    ticks = round_ticks(min(y for _, y in points), max(y for _, y in points))
    margins = (16, 18, 46, room_for(ticks))
    frame = Frame((-reach, reach), (ticks[0], ticks[-1]), margins=margins)
    marks = [tick for tick in round_ticks(-reach, reach, most=8) if abs(tick) <= reach]
    ends = [(x, min(max(fit[0] + fit[1] * x, ticks[0]), ticks[-1])) for x in (-reach, reach)]
    dots = [
        group(f"{camp} loose", *(mark(camp, frame.x(x), frame.y(y), 4) for x, y in group_))
        for camp, group_ in games.items()
    ]
    return frame.svg(
        *said,
        frame.y_axis(number_ticks(ticks), units[1]),
        frame.x_axis(number_ticks(marks), units[0], lines=True),
        path("fit", frame.line(ends)),
        *dots,
    )
