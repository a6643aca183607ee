"""Faces and overlays: what a page or a picture shows of a position, as data.

A game's `page.py` turns a View into these; the browser client and `grognard.render` draw
them. They hold no rule and no hidden fact beyond what the View gave.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.hexes import HexId, Hexside

Mark = Literal["star", "cross", "shield", ""]
Camp = Literal["warm", "cool", "neutral"]


class Skin(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a counter. Bodies of one camp are warm, those of the other cool, so
    that no kind of colour blindness confuses the sides.
    """

    body: str
    band: str
    camp: Camp = "neutral"


class Badge(Struct, frozen=True):
    """A status, drawn over the edge of a counter in the place that its kind has:
    `oos`, `iso`, `air` and `pill` (with a text of its own) at the upper right, `disrupted`
    on the left edge, `moved` and `fought` at the lower left, `count` (with a text) at the
    lower right, `works` round the counter. `says` is what it means, where its kind does not say
    that in every game.
    """

    kind: Literal["oos", "iso", "air", "pill", "disrupted", "moved", "fought", "count", "works"]
    text: str = ""
    says: str = ""


class Face(Struct, frozen=True, kw_only=True):
    """What a counter shows. `values` are as they are now, `printed` as on the cardboard;
    `labels` say what they are, where that is not what the Page says of all counters;
    `caption` stands in place of values. `rungs` are steps at full strength, `lost` of them
    are gone; `lost` None is a loss of unknown size. `hidden` breaks the frame of the
    symbol: the identity is not known. A `marker` has a picture instead of a unit symbol.
    """

    skin: str
    symbol: str = "infantry"
    id: str = ""
    mark: Mark = ""
    size: str = ""
    values: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    caption: str = ""
    rungs: int = 0
    lost: int | None = 0
    badges: tuple[Badge, ...] = ()
    veil: bool = False
    hidden: bool = False
    marker: bool = False
    title: str = ""
    labels: tuple[str, ...] = ()


# --- overlays ---------------------------------------------------------------------------


class HexFill(Struct, frozen=True, tag="fill"):
    """Hexes marked as one area: `reach`, `zone warm`, `zone cool`, `refused`, `selected`,
    `control warm`, `control cool`. `numbers` are written in single hexes, `stops` are the
    hexes where a move must end.
    """

    style: str
    hexes: tuple[HexId, ...]
    numbers: dict[HexId, str] = {}
    stops: frozenset[HexId] = frozenset()


class SideLine(Struct, frozen=True, tag="sides"):
    """Hexsides marked: `front`, `bond warm`, `bond cool`, `border`."""

    style: str
    sides: tuple[Hexside, ...]


class HexLine(Struct, frozen=True, tag="line"):
    """A line through hexes: `supply`, `broken` or `path`. `label` is a tag at its end."""

    style: str
    hexes: tuple[HexId, ...]
    label: str = ""


class Arrow(Struct, frozen=True, tag="arrow"):
    """An attack or a move from hex to hex, in the dark colour of its camp. `label` (the
    odds) and `note` (a modifier) stand in a badge over the goal.
    """

    start: HexId
    end: HexId
    camp: Camp = "neutral"
    label: str = ""
    note: str = ""


class StackRing(Struct, frozen=True, tag="ring"):
    """A ring about the counters of a hex: `chosen`, `may` (be added), `target`, `ghost`."""

    style: str
    hex: HexId


Overlay = HexFill | SideLine | HexLine | Arrow | StackRing
