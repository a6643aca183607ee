"""10 Supply: lines to a base, want and what it does, surrender."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grognard.board import Mask
from grognard.decisions import RuleId, Side, rule
from grognard.games.korsun44.going import AS_PRINTED, Terms
from grognard.games.korsun44.state import GERMAN, SOVIET, Deal, Pos
from grognard.hexes import Grid, HexId
from grognard.mechanics.trace import Leg, Lines, Trace, linked
from grognard.mechanics.zones import Ground, survey
from grognard.pieces import UnitId
from grognard.state import letter_at

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44
    from grognard.games.korsun44.scenario import Bases

# --- what other rules ask -------------------------------------------------------------------


@rule("10.1.1", "10.1.3", "7.3.7", "G7", "G15", "G16")
def in_supply(pos: Pos, unit: UnitId) -> bool:
    """Can a line of supply be traced to a unit where it is now? Off the map, and in Fixed
    Positions, everybody is supplied; whoever stands in a base needs no line to it.
    """
    return pos.unit(unit).at not in pos.keep_of(_cut_off, pos.owner(unit))


def _cut_off(pos: Pos, side: Side) -> frozenset[HexId]:
    """The hexes with units of a side that are out of supply."""
    lines, safe = traced(pos, side), pos.game.theatre.fixed.union(zones_of(pos, side))
    held = pos.columns.block[pos.columns.layout.row("units", side)] > 0
    numbers = np.flatnonzero(held & ~lines.reached())
    hexes = [pos.board.grid.hexes[number] for number in numbers.tolist()]
    return frozenset([hex_ for hex_ in hexes if hex_ not in safe and hex_ not in lines])


@rule("10.2.1", "10.2.8")
def level(pos: Pos, unit: UnitId) -> int:
    """The out-of-supply level of a unit, as it was left by the last Supply Phase and by what has
    happened since: 0 for one that has all its strength.
    """
    return pos.unit(unit).want


@rule("10.2.2", "10.2.8", "G2")
def is_wanting(pos: Pos, unit: UnitId) -> bool:
    """Does a unit move and attack at half, unless it pushes (10.2.3)?"""
    return level(pos, unit) > 0


@rule("10.2.3", "10.2.4", "10.2.5")
def raise_want(hand: Deal, unit: UnitId, *, rule: RuleId) -> None:
    """A unit out of supply pushes, is hit or fails: its level rises at once. Nothing happens to
    one in supply.
    """
    now, limits = hand.unit(unit), hand.game.charts.limits
    more = limits["want_push"] if rule == "10.2.3" else limits["want_hit"]
    if now.want > 0:
        hand.set(unit, want=now.want + more.number)


# --- 10.1  lines ------------------------------------------------------------------------------


def traced(pos: Pos, side: Side) -> Trace:
    """The hexes to which a line of a side comes now."""
    return pos.keep(_german_lines if side == GERMAN else _soviet_lines)


def _german_lines(pos: Pos) -> Trace:
    return _lines(pos, GERMAN)


def _soviet_lines(pos: Pos) -> Trace:
    return _lines(pos, SOVIET)


def _lines(pos: Pos, side: Side) -> Trace:
    """The lines of a side from all its bases."""
    return trace_from(pos, side, bases_of(pos, side))


def bases_of(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of all bases of a side that serve now."""
    scene = pos.game.scene(pos)
    edges = _edges(pos.game, scene.bases[side])
    here = [pos.unit(unit).at for unit in scene.bases[side].staffs]
    return (*zones_of(pos, side), *(hex_ for hex_ in here if hex_ in pos.board.grid), *edges)


@rule("10.1.4", "G20")
def zones_of(pos: Pos, side: Side) -> tuple[HexId, ...]:
    """The hexes of those that are zones of the map: parts of its edge, and Korsun. One of the edge
    in which the side itself stands serves, whoever controls it.
    """
    bases, towns = pos.game.scene(pos).bases[side], pos.game.theatre.towns
    serving = _zones(pos.game, bases, side, pos.state.control)
    lost = [h for h in _zone_hexes(pos.game, bases) if h not in serving and h not in towns]
    return (*serving, *(hex_ for hex_ in lost if pos.columns.count("units", side, hex_)))


@lru_cache(maxsize=64)
def _zones(game: Korsun44, bases: Bases, side: Side, control: str) -> tuple[HexId, ...]:
    return tuple(h for h in _zone_hexes(game, bases) if serves(game, side, h, control))


@cache
def _zone_hexes(game: Korsun44, bases: Bases) -> tuple[HexId, ...]:
    return tuple(hex_ for name in bases.zones for hex_ in sorted(game.theatre.zone(name)))


@cache
def _edges(game: Korsun44, bases: Bases) -> tuple[HexId, ...]:
    return tuple(sorted(game.theatre.bases((), bases.edges)))


@rule("10.1.4", "G7", "H8")
def serves(game: Korsun44, side: Side, hex_: HexId, control: str) -> bool:
    """A zone of the edge serves unless the enemy controls it, a city only if its owner does."""
    holder = game.side_of_letter(control, game.board.grid.index[hex_])
    return holder == side if hex_ in game.theatre.towns else holder != game.enemy(side)


@rule("10.1.4", "G6")
def trace_from(pos: Pos, side: Side, bases: Iterable[HexId]) -> Trace:
    """The hexes to which lines of a side come from these bases, as far as they are free of
    enemies and of their zones.
    """
    facts = (tuple(bases), pos.state.control, _silent(pos), terms_of(pos))
    found: Trace = pos.columns.keep(("lines", side), facts, lambda: _trace(pos, side, facts[0]))
    return found


def terms_of(pos: Pos) -> Terms:
    """The bridges of the moment."""
    return Terms(pos.state.broken_bridges, pos.state.built_bridges)


def _silent(pos: Pos) -> frozenset[UnitId]:
    """Guns on their trucks: they are no obstacle to lines (10.1.11)."""
    units = pos.state.units
    return frozenset([g for g, number in pos.game.guns if units[number].limbered])


def _trace(pos: Pos, side: Side, bases: tuple[HexId, ...]) -> Trace:
    return trace_over(pos, side, bases, supply_ground(pos, side))


@rule("10.1.5", "10.1.6", "10.1.7", "10.1.9", "10.1.10")
def trace_over(pos: Pos, side: Side, bases: Iterable[HexId], ground: Ground) -> Trace:
    """Any mix of roads and open country, the country within the points of the nation; nothing is
    spent between neighbours who hold both hexes.
    """
    grid, columns = pos.board.grid, pos.columns
    held = columns.block[columns.layout.row("units", side)] > 0
    steps = linked(grid, pos.game.goings.line(terms_of(pos)), held, pos.game.theatre.river)
    return Trace(_legs(pos.game, side).over(steps), ground, _clear(ground, tuple(bases)))


def _clear(ground: Ground, bases: tuple[HexId, ...]) -> list[HexId]:
    """Those of many bases that are free of enemies and their zones: mostly the same as before."""
    marks = ground.bits.take(_numbers(ground.grid, bases)).tobytes()
    return _cleared(ground.grid, bases, marks)


@lru_cache(maxsize=64)
def _numbers(grid: Grid, bases: tuple[HexId, ...]) -> NDArray[np.intp]:
    return np.array([grid.index[hex_] for hex_ in bases], np.intp)


@lru_cache(maxsize=256)
def _cleared(grid: Grid, bases: tuple[HexId, ...], marks: bytes) -> list[HexId]:
    ground = Ground(grid)
    ground.bits[_numbers(grid, bases)] = np.frombuffer(marks, np.uint8)
    return ground.clear(bases)


@cache
def _legs(game: Korsun44, side: Side) -> Lines:
    """Lines of a side as the map has them."""
    points = game.charts.nations["german" if side == GERMAN else "soviet"].supply
    return Lines(game.board.grid, [Leg("line", game.goings.line(AS_PRINTED), points)])


@rule("10.1.10", "10.1.11", "6.1.5", "G8", "G17")
def supply_ground(pos: Pos, side: Side) -> Ground:
    """The ground for lines of a side: enemies close hexes; zones of all of them but HQs and guns
    on trucks, and of enemy towns, block hexes without a regular unit of one's own.
    """
    columns = pos.columns
    ground = survey(columns, side, friends="regular", cancelled=True)
    row = columns.layout.row("regular", side)
    return ground.zoned(_blocked(pos, side) & (columns.block[row] == 0))


@rule("10.1.11", "G8", "G17", "G19")
def _blocked(pos: Pos, side: Side) -> Mask:
    """The hexes around enemy towns, RGs and guns in combat set-up: they have no zone. A town in
    which the side itself stands is none of the enemy's any more, whoever controls it.
    """
    game, index, units = pos.game, pos.board.grid.index, pos.state.units
    enemy, own = game.enemy(side), pos.columns.block[pos.columns.layout.row("units", side)]
    towns = [n for n in _towns(game, enemy, pos.state.control) if not own.item(n)]
    there = [units[number] for number in game.blockers[enemy]]
    guns = [index[unit.at] for unit in there if unit.at in index and not unit.limbered]
    found = np.zeros(len(index) + 1, np.bool_)  # one more for what is beyond the edge of the map
    found[game.theatre.around[np.array(towns + guns, np.intp)]] = True
    return found[:-1]


@lru_cache(maxsize=64)
def _towns(game: Korsun44, side: Side, control: str) -> tuple[int, ...]:
    """The towns that a side controls, by number."""
    letter = game.letter_of(side)
    numbers = game.theatre.town_numbers
    return tuple([number for number in numbers if letter_at(control, number) == letter])
