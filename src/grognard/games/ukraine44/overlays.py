"""What the page of Ukraine '44 lights up on the map.

Everything is worked out from a View that was filled (`belief.fill`), so an overlay tells a
side no more than it sees.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.decisions import Panel, Side
from grognard.faces import Arrow, Camp, HexFill, HexLine, Overlay
from grognard.games.ukraine44 import supply
from grognard.games.ukraine44.movement import Moving, allowance, range_of, reach_of
from grognard.games.ukraine44.state import AXIS, Pos
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.page import OverlayKey
from grognard.view import Counter, View

KEYS = (
    OverlayKey("reach", "Reach", "R", usual=True),
    OverlayKey("zones", "Zones", "Z"),
    OverlayKey("line", "Supply", "S", "unit"),
    OverlayKey("control", "Cities", "V"),
    OverlayKey("supply", "Supplied area", "A"),
    OverlayKey("range", "Range of a unit", "E", "unit"),
    OverlayKey("threat", "Threats to a hex", "T", "hex"),
)

_GAPS = {
    "enemy": "held by the enemy",
    "zone": "enemy zone of control",
    "terrain": "no way",
    "far": "more than 5 hexes from the road",
}


def make(pos: Pos, view: View, name: str, arg: str) -> tuple[Overlay, ...]:
    """An overlay by its name."""
    return _MAKERS[name](pos, view, arg) if name in _MAKERS else ()


# --- the open move and the open attack ---------------------------------------------------


def reach(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """Where the formation on the move can go: the points that it would have left there, none
    after strategic movement, and where it would have to stop.
    """
    move = pos.find(Moving)
    if move is None:
        return ()
    ways, here = pos.keep(reach_of), pos.unit(move.unit).at
    points = allowance(pos, move.unit) - move.spent
    left = {hex_: points - ways.cost_of(hex_) for hex_ in ways}
    across = pos.game.costs.across.get(here, ())
    return (
        HexFill(
            "reach",
            tuple(ways),
            {hex_: str(n) for hex_, n in left.items() if n >= 0},
            frozenset(h for h in ways if h in across or in_enemy_zone(pos, move.side, h)),
        ),
    )


def attack(pos: Pos, view: View) -> tuple[Overlay, ...]:
    """Arrows from the attackers to their target, with odds and die modifier."""
    panel = view.question.panel if view.question else None
    if panel is None or panel.title != "Attack" or not panel.units:
        return ()
    camp: Camp = "cool" if view.asked == AXIS else "warm"
    odds, modifier = _value(panel, "Odds"), _value(panel, "Die modifier")
    first, *others = (pos.unit(unit).at for unit in panel.units)
    target = panel.hexes[0]
    return (
        Arrow(first, target, camp, odds, modifier),
        *(Arrow(start, target, camp) for start in others),
    )


def _value(panel: Panel, label: str) -> str:
    return next((row.value for row in panel.rows if row.label == label), "")


# --- zones, supply, cities ---------------------------------------------------------------


def zones(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The zones of control of both sides."""
    return tuple(_zone(pos, side) for side in pos.game.sides)


def _zone(pos: Pos, side: Side) -> Overlay:
    return HexFill("zone cool" if side == AXIS else "zone warm", pos.columns.zoned(side))


def supplied(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """All hexes from which a line leads to a source of the viewer."""
    trace = supply.lines_of(pos, view.viewer or AXIS)
    return (HexFill("supplied", tuple(h for h in pos.board.grid if h in trace)),)


def control(pos: Pos, view: View, arg: str) -> tuple[Overlay, ...]:
    """The victory cities, by who holds them."""
    cities, held = pos.board.tagged("victory"), pos.state.held
    return (
        HexFill("control cool", tuple(h for h in cities if h not in held)),
        HexFill("control warm", tuple(h for h in cities if h in held)),
    )


def line(pos: Pos, view: View, counter: str) -> tuple[Overlay, ...]:
    """The line from a formation to its source, or to where it is cut."""
    shown = _on_map(pos, view, counter)
    if shown is None:
        return ()
    trace = supply.lines_of(pos, shown.side)
    way, gap = trace.line(shown.at), trace.gap(shown.at)
    if way:
        return (HexLine("supply", tuple(link.hex for link in way), way[-1].hex),)
    assert gap is not None
    reached = (gap.reached, gap.hex) if gap.reached else (gap.hex,)
    return (HexLine("broken", reached, _GAPS.get(gap.reason, gap.reason)),)


# --- what could happen -------------------------------------------------------------------


def range_(pos: Pos, view: View, counter: str) -> tuple[Overlay, ...]:
    """Where a formation could go in a phase of its own, as things stand."""
    shown = _on_map(pos, view, counter)
    return (HexFill("threat", _goals(pos, shown.at)),) if shown else ()


def threats(pos: Pos, view: View, hex_: HexId) -> tuple[Overlay, ...]:
    """The enemy formations that could come to attack this hex, or stand beside it."""
    near = set(pos.game.links.get(hex_, ()))
    enemies = [c for c in view.counters if c.side != view.viewer and c.at in pos.board.grid]
    found = (c.at for c in enemies if c.at in near or not near.isdisjoint(_goals(pos, c.at)))
    return (HexFill("threat", tuple(found)),)


def _goals(pos: Pos, here: HexId) -> tuple[HexId, ...]:
    unit = pos.game.formation_at(pos, here)
    movable = unit is not None and pos.game.piece(unit).kind != "garrison"
    return tuple(range_of(pos, unit)) if unit is not None and movable else ()


def _on_map(pos: Pos, view: View, counter: str) -> Counter | None:
    shown = next((c for c in view.counters if c.id == counter), None)
    return shown if shown is not None and shown.at in pos.board.grid else None


_MAKERS: dict[str, Callable[[Pos, View, str], tuple[Overlay, ...]]] = {
    "reach": reach,
    "zones": zones,
    "line": line,
    "control": control,
    "supply": supplied,
    "range": range_,
    "threat": threats,
}
