"""A map in letters: the terrain and the units about a hex, hexes lying as on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.cli.text.sight import Sight
from grognard.game import Game
from grognard.hexes import Grid, HexId
from grognard.view import Counter, View

#: Letters from one hex to the next, in the steps that `_half_steps` counts: a hex takes six
#: letters at most (terrain, place, sides and number of units, between blanks or brackets).
_STEP = {"pointy": 3, "flat": 4}
_PLAIN = "."
_WATER = "~"
_PLACE = "*"


def chart_lines(sight: Sight, middle: HexId, radius: int) -> list[str]:
    """The map about a hex, the meaning of its letters, and the units on it."""
    game = sight.game
    hexes = game.board.grid.within(middle, radius)
    letters = terrain_letters(game)
    stacks = _stacks(sight.view, hexes)
    cells = {hex_: _cell(game, hex_, letters, stacks.get(hex_, [])) for hex_ in hexes}
    cells[middle] = f"[{cells[middle].strip()}]"
    lines = _laid_out(game.board.grid, cells)
    return lines + _legend(game, hexes, letters) + _units(sight, stacks)


def terrain_letters(game: Game[Any, Any]) -> dict[str, str]:
    """A letter for each terrain of the board: its own first letter that is still free."""
    board = game.board
    letters = {game.plain_terrain: _PLAIN, **dict.fromkeys(board.water, _WATER)}
    for kind in dict.fromkeys(board.terrain):
        if kind not in letters:
            spare = kind + kind.upper() + "0123456789"
            letters[kind] = next(c for c in spare if c.isalnum() and c not in letters.values())
    return letters


def _stacks(view: View, hexes: Iterable[HexId]) -> dict[HexId, list[Counter]]:
    wanted, found = set(hexes), dict[HexId, list[Counter]]()
    for counter in view.counters:
        if counter.at in wanted:
            found.setdefault(counter.at, []).append(counter)
    return found


def _cell(game: Game[Any, Any], hex_: HexId, letters: dict[str, str], stack: list[Counter]) -> str:
    """Four letters, such as `w*s2`: woods, a named place, two units of the Soviet side."""
    place = _PLACE if game.board.place_at(hex_) else ""
    sides = "".join(sorted({counter.side[0] for counter in stack}))
    many = str(min(len(stack), 9)) if stack else ""
    return f" {letters[game.board.terrain_of(hex_)]}{place}{sides}{many} "


def _laid_out(grid: Grid, cells: dict[HexId, str]) -> list[str]:
    """Each cell where its hex lies, rows or columns pushed by half a hex, as printed. A line
    begins with the number of its first hex.
    """
    spots = {hex_: _half_steps(grid, hex_) for hex_ in cells}
    left, top = (min(axis) for axis in zip(*spots.values(), strict=True))
    rows: dict[int, dict[int, HexId]] = {}
    for hex_, (x, y) in spots.items():
        rows.setdefault(y - top, {})[(x - left) * _STEP[grid.shape]] = hex_
    margin = max(len(hex_) for hex_ in cells) + 2
    lines = []
    for _, row in sorted(rows.items()):
        line = row[min(row)].ljust(margin)
        for x, hex_ in sorted(row.items()):
            line = line.ljust(margin + x) + cells[hex_]
        lines.append(line.rstrip())
    return lines


def _half_steps(grid: Grid, hex_: HexId) -> tuple[int, int]:
    """A hex's place in half widths across and rows down, or the other way round."""
    q, r = grid.axial(hex_)
    return (2 * q + r, r) if grid.shape == "pointy" else (q, 2 * r + q)


def _legend(game: Game[Any, Any], hexes: Iterable[HexId], letters: dict[str, str]) -> list[str]:
    seen = dict.fromkeys(game.board.terrain_of(hex_) for hex_ in hexes)
    sides = ", ".join(f"{side[0]} {game.side_title(side)}" for side in game.sides)
    kinds = ", ".join(f"{letters[kind]} {kind}" for kind in seen)
    return [f"{kinds}; {_PLACE} named place; {sides}, and how many units"]


def _units(sight: Sight, stacks: dict[HexId, list[Counter]]) -> list[str]:
    return [
        f"{sight.spot(hex_)}: {'; '.join(sight.counter_line(c) for c in stack)}"
        for hex_, stack in sorted(stacks.items())
    ]
