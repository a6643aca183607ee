"""STK Stacking: three battalions and an HQ in a hex, five units at most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.kanev43.charts import Charts
from grognard.games.kanev43.units import KanevPiece
from grognard.mechanics.columns import Layout
from grognard.mechanics.stacking import Crowding, Limit, Stacked, Stacking


@rule("STK-3", "STK-4", "STK-5")
def size_of(piece: KanevPiece, charts: Charts) -> int:
    """The room that a counter takes, in companies. A regiment or brigade is a battalion, an HQ
    that is not the first a company.
    """
    if piece.is_company or piece.is_hq:
        return 1
    return charts.limit("companies")


@rule("STK-1", "STK-2", "STK-5")
def stacking_of(charts: Charts) -> Stacking:
    """The limits of a hex: room for battalions, and number of units; one HQ is free."""
    free = {"hq": charts.limit("stack_hqs")}
    companies = charts.limit("stack_battalions") * charts.limit("companies")
    return Stacking(
        limits=(
            Limit("STK-1", companies, by="points", free=free, what="companies' worth of units"),
            Limit("STK-1", charts.limit("stack_units"), free=free),
        )
    )


@rule("STK-1", "STK-2", "STK-5")
def crowding_of(layout: Layout, charts: Charts, side: Side) -> Crowding:
    """The same limits for all hexes of a side at once. An HQ that is not the first takes room: with
    all of them counted there is room for one more.
    """
    limit, free = charts.limit, charts.limit("stack_hqs")
    room = limit("stack_battalions") * limit("companies")
    mosts = {"room": room, "count": limit("stack_units")}
    limits = [Limit("STK-1", most, of=frozenset({layer})) for layer, most in mosts.items()]
    staffs = [Limit("STK-2", n + free, of=frozenset({layer, "hqs"})) for layer, n in mosts.items()]
    return Crowding(layout, side, (*limits, *staffs))


@rule("STK-1", "STK-2", "STK-3", "STK-4", "STK-5")
def layers_of(pieces: Iterable[KanevPiece], charts: Charts) -> tuple[str, ...]:
    """What counters add to a hex, layer by layer; leaders need no room (R-25)."""
    found: list[str] = []
    for piece in pieces:
        if piece.is_hq:
            found.append("hqs")
        elif not piece.is_leader:
            found += ["count", *["room"] * size_of(piece, charts)]
    return tuple(sorted(found))


def stacked(pieces: Iterable[KanevPiece], charts: Charts) -> list[Stacked]:
    """Counters as stacking sees them; leaders need no room (R-25)."""
    return [
        Stacked(p.id, frozenset({p.kind}), size_of(p, charts)) for p in pieces if not p.is_leader
    ]


@rule("STK-1", "STK-2", "R-25")
def why_too_full(pieces: Sequence[KanevPiece], charts: Charts) -> Refusal | None:
    """Why these counters do not fit into one hex."""
    over = stacking_of(charts).over(stacked(pieces, charts))
    return deny(over[0].rule, over[0].template, **over[0].facts) if over else None
