"""What the page shows of Korsun 1944: counters, words, tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.faces import Badge, Face, Mark, Overlay
from grognard.games.korsun44.game import due
from grognard.games.korsun44.state import DEAD, GERMAN, MUSTER, SOVIET, KorsunOptions
from grognard.games.korsun44.theatre import waiting_box
from grognard.games.korsun44.units import Kind, KorsunPiece, Values
from grognard.page import (
    BoxSpace,
    Page,
    Pages,
    PhaseSpace,
    Scene,
    SideLook,
    TurnSpace,
    legend,
)
from grognard.state import Spot
from grognard.view import Counter, View

if TYPE_CHECKING:
    from grognard.games.korsun44.game import Korsun44

_SIDES = (
    SideLook(SOVIET, "Soviet", "warm", "star"),
    SideLook(GERMAN, "German", "cool", "cross"),
)
_MARKS: dict[str, Mark] = {SOVIET: "star", GERMAN: "cross"}
_PHASES = (PhaseSpace("set-up", "Set-up"),)
_VERBS = {
    "select": "Choose",
    "release": "Take back",
    "place": "Place",
    "lose": "Has lost a level",
    "choose ready": "Take the ready set-up",
    "cancel": "Cancel",
    "done": "End this phase",
}
_SYMBOLS: dict[Kind, str] = {
    "infantry": "infantry",
    "motorised": "motorized",
    "armour": "armour",
    "mechanised": "mechanized",
    "cavalry": "cavalry",
    "assault guns": "assault gun",
    "anti-tank": "anti-tank",
    "artillery": "artillery",
    "engineers": "engineer",
    "fortification": "fortified region",
    "resilience": "garrison",
    "hq": "headquarters",
}
#: Groups whose symbol says more than their kind.
_GROUP_SYMBOLS = {
    "Tigers": "heavy armour",
    "Mortars": "rocket artillery",
    "Guards airborne divisions": "airborne",
}
_EFFECTS = ("truck", "mech", "foot", "modifiers")


class KorsunPages(Pages):
    """The page of the game."""

    game: Korsun44

    def page(self, scenario: str, options: KorsunOptions) -> Page:
        """Titles, tracks, labels and legend."""
        chosen = self.game.scenes[scenario]
        coming = {(row.turn, row.side) for row in due(chosen, options)}
        return Page(
            game=self.game.slug,
            title=self.game.title,
            about=chosen.about,
            sides=_SIDES,
            turns=tuple(
                TurnSpace(n, label, tuple(s for s in self.game.sides if (n, s) in coming))
                for n, label in enumerate(chosen.calendar, 1)
            ),
            phases=_PHASES,
            verbs=_VERBS,
            overlays=(),
            boxes=self._boxes(scenario),
            legend=legend(self.game.charts.tables["terrain"], _EFFECTS, "rule"),
            skins=self.look.skins,
        )

    def _boxes(self, scenario: str) -> tuple[BoxSpace, ...]:
        """Units to be set up, those who wait at the entries, the eliminated."""
        boxes = self.game.board.boxes
        entries = [
            BoxSpace(waiting_box(entry), boxes[waiting_box(entry)].title, side, "track")
            for side, rows in self.game.scenes[scenario].entries.items()
            for row in rows
            for entry in row
        ]
        muster = BoxSpace(MUSTER, boxes[MUSTER].title, "", "pool")
        return (muster, *entries, BoxSpace(DEAD, boxes[DEAD].title, "", "dead"))

    # --- a view in pictures and words ----------------------------------------------------

    def scene(self, view: View) -> Scene:
        """Counters, their spoken names, fortifications and arrivals."""
        spaces = {space.name: space.title for space in self._boxes(view.scenario)}
        grid = self.game.board.grid
        shown = [c for c in view.counters if c.at in grid or c.at in spaces]
        rows = due(self.game.scenes[view.scenario], view.options)  # type: ignore[arg-type]
        arrives = {unit: row.turn for row in rows for unit in row.units}
        return Scene(
            faces={c.id: self.face(view, c) for c in shown},
            spoken={c.id: self.spoken(c) for c in shown},
            spots=spaces,
            tallies=(),
            phase="set-up",
            markers=_works(view),
            due={c.id: arrives[c.id] for c in shown if c.id in arrives and c.at not in grid},
        )

    def face(self, view: View, counter: Counter) -> Face:
        """A counter as it lies there."""
        piece, lost = self.game.piece(counter.id), counter.facts["lost"]
        return Face(
            skin=_skin(piece),
            symbol=_GROUP_SYMBOLS.get(piece.group, _SYMBOLS[piece.kind]),
            id=counter.id,
            mark=_MARKS[piece.side],
            size=piece.size_symbol,
            values=_printed(piece.values(piece.levels - lost)),
            printed=_printed(piece.front),
            rungs=piece.levels,
            lost=lost,
            badges=_badges(view, counter),
            title=piece.name,
        )

    def spoken(self, counter: Counter) -> str:
        """What a screen reader says of a counter."""
        piece = self.game.piece(counter.id)
        left = piece.levels - counter.facts["lost"]
        values = piece.values(left)
        strength = f"Strength {values.attack}"
        if piece.is_artillery:
            strength = f"Attack {values.attack}, defence {values.defence}"
        return (
            f"{piece.name}. {strength}, movement {values.moves}, {left} of {piece.levels} levels."
        )

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        """There is none so far."""
        raise ValueError(f"there is no overlay {name!r}")


def _skin(piece: KorsunPiece) -> str:
    return f"{piece.side} staff" if piece.is_hq else piece.troops


def _printed(values: Values) -> tuple[str, str]:
    """Strength and movement as a counter has them: `4` and `7`, artillery `5/3` and `7`."""
    split = values.attack != values.defence
    strength = f"{values.attack}/{values.defence}" if split else str(values.attack)
    return strength, str(values.moves)


def _badges(view: View, counter: Counter) -> tuple[Badge, ...]:
    """Field fortifications, want, and guns on trucks."""
    found = [Badge("works")] if counter.at in view.tracks["field_works"] else []
    if counter.facts["want"]:
        found.append(Badge("pill", str(counter.facts["want"])))
    if counter.facts["limbered"]:
        found.append(Badge("count", "T"))
    return tuple(found)


def _works(view: View) -> dict[Spot, tuple[Face, ...]]:
    """Improved fortifications lie under the units."""
    works = Face(skin="marker", symbol="garrison", caption="IF", marker=True,
                 title="Improved fortifications")  # fmt: skip
    return dict.fromkeys(sorted(view.tracks["improved_works"]), (works,))
