"""Lines: joining pieces into a course, finding the stems of a river net, measuring along them."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Node = tuple[int, int]


class Reach(NamedTuple):
    """A piece of a river between two confluences, downstream; `size` is the land it drains."""

    points: Floats
    size: float = 0.0
    name: str = ""


# --- measuring ----------------------------------------------------------------------------


def resample(points: Floats, step: float) -> Floats:
    """The same line with a point every `step`, both ends kept."""
    gaps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(gaps)])
    if along[-1] == 0:
        return points[:1].copy()
    count = max(2, round(float(along[-1]) / step) + 1)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, k]) for k in (0, 1)], axis=1)


def distances(points: Floats, line: Floats) -> Floats:
    """How far each point lies from the nearest point of a line."""
    if len(line) == 1:
        return np.asarray(np.linalg.norm(points - line[0], axis=1))
    a, b = line[:-1], line[1:]
    step = b - a
    length = np.maximum((step**2).sum(axis=1), 1e-12)
    share = ((points[:, None] - a) * step).sum(axis=2) / length
    foot = a + np.clip(share, 0, 1)[..., None] * step
    return np.asarray(np.linalg.norm(points[:, None] - foot, axis=2).min(axis=1))


def inside(points: Floats, rings: Sequence[Floats]) -> NDArray[np.bool_]:
    """Which points lie inside a set of rings; a ring within a ring is a hole."""
    found = np.zeros(len(points), dtype=bool)
    x, y = points[:, 0], points[:, 1]
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if y1 == y2:
                continue
            spans = (y1 > y) != (y2 > y)
            found ^= spans & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return found


def runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The stretches in which the flags are up, as (first, last) positions."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]


# --- joining ------------------------------------------------------------------------------


def join(parts: Sequence[Floats]) -> list[Floats]:
    """The longest way through each group of pieces that hang together.

    Pieces may point either way: the course takes the direction of most of its length.
    """
    net: dict[Node, list[tuple[Node, float, int]]] = {}
    for number, part in enumerate(parts):
        a, b = _node(part[0]), _node(part[-1])
        length = float(np.linalg.norm(np.diff(part, axis=0), axis=1).sum())
        net.setdefault(a, []).append((b, length, number))
        net.setdefault(b, []).append((a, length, number))
    found, seen = [], set[Node]()
    for node in net:
        if node in seen:
            continue
        away, _ = _farthest(net, node)
        seen |= set(away)
        one_end = max(away, key=lambda n: (away[n], n))
        back, before = _farthest(net, one_end)
        other_end = max(back, key=lambda n: (back[n], n))
        found.append(_course(parts, before, other_end))
    return found


def _farthest(
    net: dict[Node, list[tuple[Node, float, int]]], start: Node
) -> tuple[dict[Node, float], dict[Node, tuple[Node, int]]]:
    """Distances from a node, and how each node was reached."""
    far: dict[Node, float] = {}
    before: dict[Node, tuple[Node, int]] = {}
    heap: list[tuple[float, Node, Node | None, int]] = [(0.0, start, None, -1)]
    while heap:
        distance, node, previous, number = heapq.heappop(heap)
        if node in far:
            continue
        far[node] = distance
        if previous is not None:
            before[node] = (previous, number)
        for other, length, part in net[node]:
            if other not in far:
                heapq.heappush(heap, (distance + length, other, node, part))
    return far, before


def _course(parts: Sequence[Floats], before: dict[Node, tuple[Node, int]], last: Node) -> Floats:
    pieces, with_it, against = [], 0, 0
    node = last
    while node in before:
        previous, number = before[node]
        part = parts[number]
        forward = _node(part[-1]) == node
        with_it, against = with_it + forward * len(part), against + (not forward) * len(part)
        pieces.append(part if forward else part[::-1])
        node = previous
    points = np.concatenate(
        [piece if i == 0 else piece[1:] for i, piece in enumerate(pieces[::-1])]
    )
    return points if with_it >= against else points[::-1]


def _node(point: Floats) -> Node:
    return round(float(point[0]) * 1000), round(float(point[1]) * 1000)


# --- river nets ---------------------------------------------------------------------------


def stems(reaches: Sequence[Reach]) -> list[Reach]:
    """The rivers of a net, largest first.

    Upwards from its mouth a river follows the branch that bears its name, else the branch
    that drains most land; every other branch is a river of its own that ends there.
    """
    above: dict[Node, list[int]] = {}
    for number, reach in enumerate(reaches):
        above.setdefault(_node(reach.points[-1]), []).append(number)
    starts = {_node(reach.points[0]) for reach in reaches}
    mouths = [i for i, reach in enumerate(reaches) if _node(reach.points[-1]) not in starts]
    found, waiting = [], mouths
    while waiting:
        way = [waiting.pop()]
        while branches := above.get(_node(reaches[way[-1]].points[0]), []):
            main = _main(reaches, branches, reaches[way[-1]].name)
            waiting.extend(number for number in branches if number != main)
            way.append(main)
        found.append(_stem([reaches[number] for number in reversed(way)]))
    return sorted(found, key=lambda stem: (-stem.size, stem.name, tuple(stem.points[-1])))


def _main(reaches: Sequence[Reach], branches: list[int], name: str) -> int:
    named = [number for number in branches if name and reaches[number].name == name]
    return max(named or branches, key=lambda number: (reaches[number].size, -number))


def _stem(reaches: list[Reach]) -> Reach:
    pieces = [reach.points if i == 0 else reach.points[1:] for i, reach in enumerate(reaches)]
    name = next((reach.name for reach in reversed(reaches) if reach.name), "")
    return Reach(np.concatenate(pieces), reaches[-1].size, name)
