"""What the page shows of a game, as data in a few primitives that all games share.

A game's `page.py` makes a `Page` once (titles, turn track, phases, labels of verbs, names
of overlays) and a `Scene` for every View (faces of counters, words for screen readers,
victory count). Overlays are made when a player asks for them. The client and
`grognard.render` draw these and know no rule; everything is computed from Views, so that
nothing hidden can be in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from grognard.decisions import Part, RuleId, Side
from grognard.faces import Face, Mark, Overlay, Skin
from grognard.render.styles import Look
from grognard.state import Spot
from grognard.view import View

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.mechanics.tables import Table


class SideLook(Struct, frozen=True):
    """A side as the page shows it: warm or cool, and its mark."""

    id: Side
    title: str
    camp: Literal["warm", "cool"]
    mark: Mark


class TurnSpace(Struct, frozen=True):
    """A space of the turn track. `arrivals` names the sides that get reinforcements."""

    number: int
    label: str
    arrivals: tuple[Side, ...] = ()


class PhaseSpace(Struct, frozen=True):
    """A phase of the bar on top; a Scene says by its id which one is open."""

    id: str
    title: str
    side: Side = ""


class OverlayKey(Struct, frozen=True):
    """An overlay that the player may switch on; with `takes` it is asked for one unit or hex.
    One that is `usual` is on until he switches it off.
    """

    name: str
    title: str
    key: str
    takes: Literal["", "unit", "hex"] = ""
    usual: bool = False


class BoxSpace(Struct, frozen=True):
    """A place off the map, shown in a drawer; `kind` groups the drawers."""

    name: Spot
    title: str
    side: Side = ""
    kind: Literal["pool", "track", "dead", "box"] = "box"


class LegendRow(Struct, frozen=True):
    """A line of the terrain key: what it is, what it does, by which rule."""

    title: str
    effects: Mapping[str, str]
    rule: RuleId = ""


class Page(Struct, frozen=True, kw_only=True):
    """What does not change during a game. `labels` say what the values of a counter are, in their
    order; empty: strength and movement where there are two, attack, defence and movement where
    there are three. A Face whose values are others has labels of its own. `rung` is what a rung
    of a counter is called.
    """

    game: str
    title: str
    about: str
    sides: tuple[SideLook, ...]
    turns: tuple[TurnSpace, ...]
    phases: tuple[PhaseSpace, ...]
    verbs: Mapping[str, str]
    overlays: tuple[OverlayKey, ...]
    boxes: tuple[BoxSpace, ...]
    legend: tuple[LegendRow, ...]
    skins: Mapping[str, Skin]
    fog: bool = False
    labels: tuple[str, ...] = ()
    rung: str = "step"


class Tally(Struct, frozen=True):
    """A side's victory count, with every term; up to `most` where terms are hidden."""

    side: Side
    total: int
    parts: tuple[Part, ...]
    most: int | None = None
    stars: int = 0
    stars_of: int = 0


class Scene(Struct, frozen=True, kw_only=True):
    """What a View looks like. Faces and words go by the id of a counter in the View.
    `overlays` are always shown, such as the arrows of an attack that is put together. `due`
    is the turn on which a counter that waits off the map arrives.
    """

    faces: Mapping[str, Face]
    spoken: Mapping[str, str]
    spots: Mapping[Spot, str]
    tallies: tuple[Tally, ...]
    phase: str
    markers: Mapping[Spot, tuple[Face, ...]] = {}
    lines: tuple[str, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    due: Mapping[str, int] = {}


def legend(table: Table, effects: Iterable[str], rule: str) -> tuple[LegendRow, ...]:
    """The terrain key from a game's chart: the columns of effects, and the one of rule ids."""
    columns = tuple(effects)
    return tuple(
        LegendRow(
            table.lookup("title", row),
            {name: table.lookup(name, row) for name in columns},
            table.lookup(rule, row),
        )
        for row in table.rows
    )


class Pages(ABC):
    """What a game gives the page."""

    game: Game[Any, Any]
    #: What people call kinds of terrain, tags and sides of the board, where the name with spaces
    #: in it would not do.
    ground: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    @cached_property
    def look(self) -> Look:
        """Colours of counters and map, from `look.yaml`."""
        assert self.game.folder is not None
        return Look.load(self.game.folder / "data" / "look.yaml")

    @abstractmethod
    def page(self, scenario: str, options: Any) -> Page:
        """The unchanging part: titles, tracks, labels and legend."""

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """A View in pictures and words."""

    @abstractmethod
    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """An overlay by its name, for one unit or hex if it takes one."""
