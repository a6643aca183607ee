"""What can be laid over the map: reach, zones of control, who holds what, supply. From Views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from grognard.decisions import Panel, Side
from grognard.faces import Arrow, Camp, HexFill, HexLine, Overlay, StackRing
from grognard.games.kanev43.belief import fill
from grognard.games.kanev43.state import AXIS, SOVIET, KanevUnit, Pos
from grognard.games.kanev43.supply import edge_paths, hq_trace, in_supply, providers
from grognard.hexes import HexId
from grognard.mechanics.columns import Columns
from grognard.page import OverlayKey
from grognard.pieces import UnitId
from grognard.view import View

if TYPE_CHECKING:
    from grognard.games.kanev43.game import Kanev43

KEYS = (
    OverlayKey("reach", "Reach", "R", usual=True),
    OverlayKey("zones", "Zones of control", "Z"),
    OverlayKey("control", "Who holds what", "V"),
    OverlayKey("line", "Supply", "S", "unit"),
    OverlayKey("supply", "Supplied area", "A"),
)
_CAMPS: dict[Side, Camp] = {SOVIET: "warm", AXIS: "cool"}


def overlay(game: Kanev43, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
    """An overlay by its name."""
    if name == "reach":
        return _reach(view)
    if name == "zones":
        columns = columns_of(game, view)
        areas = {side: columns.zoned(side) for side in game.sides}
        return tuple(HexFill(f"zone {_CAMPS[side]}", hexes) for side, hexes in areas.items())
    if name == "control":
        return tuple(_held(game, view, side) for side in game.sides)
    if name == "supply":
        return supplied(fill(game, view), view.viewer or AXIS)
    if name == "line":
        return line(fill(game, view), arg)
    raise ValueError(f"there is no overlay {name!r}")


def _reach(view: View) -> tuple[Overlay, ...]:
    """Where the units on the move can go, if the viewer is asked that."""
    actions = view.question.actions if view.question else ()
    hexes = tuple(action.arg for action in actions if action.verb == "move")
    return (HexFill("reach", hexes),) if hexes else ()


def attacks(game: Kanev43, view: View) -> tuple[Overlay, ...]:
    """The hexes that are to be attacked, and arrows of the attack that is put together."""
    steps = [step for step in view.agenda if hasattr(step, "declared")]
    left = dict.fromkeys(h for s in steps for h in s.declared if h not in s.resolved)
    rings = [StackRing("target", hex_) for hex_ in left]
    panel = view.question.panel if view.question else None
    return (*rings, *_arrows(game, view, panel)) if panel else tuple(rings)


def _arrows(game: Kanev43, view: View, panel: Panel) -> Iterator[Overlay]:
    """From the attackers to their target, with the column."""
    places = {counter.id: counter.at for counter in view.counters}
    starts = dict.fromkeys(places[unit] for unit in panel.units if unit in places)
    label = next((row.value for row in panel.rows if row.label == "Column"), "")
    for target in panel.hexes if label else ():
        for start in starts:
            if start in game.board.grid and game.board.grid.adjacent(start, target):
                yield Arrow(start, target, _CAMPS[view.asked], label)
                label = ""


def columns_of(game: Kanev43, view: View) -> Columns:
    """Who closes which hex, as far as the viewer knows: what is hidden has no zone."""
    known = [counter for counter in view.counters if counter.known]
    units = [KanevUnit(id=c.id, at=c.at, **c.facts) for c in known if c.at in game.board.grid]
    return Columns.of(game.layout, ((game.owners[u.id], u.at, game.mark(u)) for u in units))


def _held(game: Kanev43, view: View, side: Side) -> HexFill:
    letter, grid = game.letter_of(side), game.board.grid
    hexes = tuple(h for h, there in zip(grid, view.control, strict=True) if there == letter)
    return HexFill(f"control {_CAMPS[side]}", hexes)


# --- supply -------------------------------------------------------------------------------------


def supplied(pos: Pos, side: Side) -> tuple[Overlay, ...]:
    """The hexes to which the headquarters of a side bring supply."""
    traces = [hq_trace(pos, hq) for hq in pos.game.headquarters[side]]
    found = np.any([trace.reached() for trace in traces], axis=0)
    return (HexFill("supplied", tuple(pos.board.grid.hexes[i] for i in np.flatnonzero(found))),)


def line(pos: Pos, unit: str) -> tuple[Overlay, ...]:
    """The path of a unit to its HQ and from there to the edge; who needs none has none."""
    if unit not in pos.game.index or pos.unit(unit).at not in pos.board.grid:
        return ()
    if not in_supply(pos, unit):
        return (HexLine("broken", (pos.unit(unit).at,), "no path"),)
    way = path_of(pos, unit)
    return (HexLine("supply", way, way[-1]),) if way else ()


def path_of(pos: Pos, unit: UnitId) -> tuple[HexId, ...]:
    """The hexes of a path of supply, to the nearest HQ that can give it."""
    here, side = pos.unit(unit).at, pos.owner(unit)
    ways = [here]
    if not pos.game.piece(unit).is_hq:
        found = [trace for hq in providers(pos, unit) if here in (trace := hq_trace(pos, hq))]
        if not found:
            return ()
        ways = [link.hex for link in min(found, key=lambda trace: trace.cost(here)).line(here)]
    onward = edge_paths(pos, side).traces[0].line(ways[-1])
    return (*ways, *(link.hex for link in onward[1:]))
