"""What a side sees, in lines of text: units, hexes, boxes, points.

Everything comes from the side's View. A game that has a page speaks its own words; for
others the facts of the View are read out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from grognard.cli.text.words import part_lines
from grognard.faces import HexFill, HexLine, Overlay, SideLine
from grognard.game import Game
from grognard.hexes import HexId
from grognard.page import Page, Scene
from grognard.pieces import Piece
from grognard.state import Spot
from grognard.view import Counter, View, public_facts

#: A list with more entries than this is only counted.
MANY = 24


class Sight:
    """One side's View of a position, and how it is said."""

    def __init__(self, game: Game[Any, Any], view: View) -> None:
        self.game = game
        self.board = game.board
        self.view = view

    @cached_property
    def page(self) -> Page | None:
        """What the game's page says that does not change."""
        pages = self.game.pages
        return pages.page(self.view.scenario, self.view.options) if pages else None

    @cached_property
    def scene(self) -> Scene | None:
        """What the game's page makes of this View."""
        return self.game.pages.scene(self.view) if self.game.pages else None

    # --- units ---------------------------------------------------------------------------

    def counter_line(self, counter: Counter) -> str:
        """A counter in one line."""
        side = self.game.side_title(counter.side)
        if self.scene and counter.id in self.scene.spoken:
            return f"{counter.id}, {side}: {self.scene.spoken[counter.id]}"
        facts = facts_text(counter.facts)
        who = f"{self._name(counter)}, {side}"
        return f"{who}: {facts}" if facts else who

    def counter_lines(self, counter: Counter) -> list[str]:
        """All that the side knows about a counter."""
        lines = [self.counter_line(counter), f"  at {self.spot(counter.at)}"]
        piece = self._piece(counter)
        if piece is not None:
            printed = facts_text(public_facts(piece, base=Piece), all_of_them=True)
            lines.append(f"  printed: {printed} ({piece.source})")
        return lines

    def stack_lines(self, spot: Spot) -> list[str]:
        """The units seen in a hex or box, one a line."""
        seen = [counter for counter in self.view.counters if counter.at == spot]
        lines = [f"  {self.counter_line(counter)}" for counter in seen]
        unseen = self.view.boxes.get(spot, len(seen)) - len(seen)
        if unseen > 0:
            lines.append(f"  {unseen} more, not shown to you")
        return lines or ["  no units"]

    def _name(self, counter: Counter) -> str:
        piece = self._piece(counter)
        if piece is None:
            return f"{counter.id} (not known)"
        return f"{counter.id} {piece.name}".rstrip() if piece.name != piece.id else counter.id

    def _piece(self, counter: Counter) -> Piece | None:
        """The piece that a counter is known to be."""
        known = counter.known and counter.id in self.game.index
        return self.game.pieces[self.game.index[counter.id]] if known else None

    # --- hexes and boxes -----------------------------------------------------------------

    def spot(self, spot: Spot) -> str:
        """A hex or box as people speak of it; anything else as it is."""
        if self.scene and spot in self.scene.spots:
            return self.scene.spots[spot]
        if spot in self.board.boxes:
            return self.board.boxes[spot].title
        return self.board.called(spot) if spot in self.board.grid else spot

    def hex_lines(self, hex_: HexId) -> list[str]:
        """Everything printed in a hex, who holds it, and the units seen there."""
        board = self.board
        tags = sorted(board.tags.get(hex_, ()))
        lines = [f"{board.called(hex_)}: {', '.join((board.terrain_of(hex_), *tags))}"]
        lines += [f"  {kind}: {', '.join(found)}" for kind, found in self._sides_of(hex_)]
        zones = [name for name, zone in board.zones.items() if hex_ in zone]
        if zones:
            lines.append(f"  zones: {', '.join(zones)}")
        holder = self.game.side_of_letter(self.view.control, board.grid.index[hex_])
        if holder:
            lines.append(f"  held by {self.game.side_title(holder)}")
        return lines + self.stack_lines(hex_)

    def _sides_of(self, hex_: HexId) -> Iterator[tuple[str, list[str]]]:
        """Rivers, roads and the like of a hex, each with the directions in which it lies."""
        grid = self.board.grid
        for kind, sides in (*self.board.hexsides.items(), *self.board.networks.items()):
            near = [n for n in grid.neighbours(hex_) if grid.hexside(hex_, n) in sides]
            if near:
                yield kind, [f"{grid.side_names[grid.side(hex_, n)]} ({n})" for n in near]

    # --- the whole -----------------------------------------------------------------------

    def header(self) -> str:
        """Turn and phase, nothing twice."""
        return ", ".join(dict.fromkeys([f"Turn {self.view.turn}", *self.view.phases]))

    def status_lines(self) -> list[str]:
        """Turn, phase, points, tracks, boxes and secrets."""
        view = self.view
        lines = [self.header()]
        lines += self.scene.lines if self.scene else ()
        lines += [f"  {facts_text({name: value})}" for name, value in view.tracks.items() if value]
        lines += [
            f"  {self.spot(name)}: {count} {'unit' if count == 1 else 'units'}"
            for name, count in view.boxes.items()
            if count
        ]
        for name, value in view.secrets.items():
            lines.append(f"  secret of {name}: {'given' if value is None else plainly(value)}")
        return lines

    def point_lines(self) -> list[str]:
        """The victory count of each side, term by term."""
        lines = []
        for tally in self.scene.tallies if self.scene else ():
            most = f" to {tally.most}" if tally.most not in (None, tally.total) else ""
            stars = f", {tally.stars} of {tally.stars_of} stars" if tally.stars_of else ""
            lines.append(f"{self.game.side_title(tally.side)}: {tally.total}{most}{stars}")
            lines += part_lines(tally.parts)
        return lines or ["This game counts no points."]

    def overlay_lines(self, name: str, arg: str) -> list[str]:
        """An overlay of the game's page, read out."""
        assert self.game.pages is not None
        shown = self.game.pages.overlay(self.view, name, arg)
        return [_overlay_line(overlay) for overlay in shown] or ["Nothing to show."]


def _overlay_line(overlay: Overlay) -> str:
    match overlay:
        case HexFill():
            numbers = overlay.numbers
            hexes = [f"{h} {numbers[h]}" if h in numbers else h for h in overlay.hexes]
            return f"{overlay.style}: {', '.join(hexes)}"
        case SideLine():
            return f"{overlay.style}: {', '.join(overlay.sides)}"
        case HexLine():
            label = f" ({overlay.label})" if overlay.label else ""
            return f"{overlay.style}{label}: {' - '.join(overlay.hexes)}"
        case _:
            return facts_text(public_facts(overlay, base=Struct))


# --- facts -------------------------------------------------------------------------------


def facts_text(facts: Mapping[str, Any], all_of_them: bool = False) -> str:
    """Facts as `lost 2, disrupted`; what is zero, false or empty goes without saying."""
    said = []
    for name, value in facts.items():
        word = name.replace("_", " ")
        if value is True:
            said.append(word)
        elif all_of_them or value:
            said.append(f"{word} {plainly(value)}")
    return ", ".join(said)


def plainly(value: Any) -> str:
    """A value without the signs of a programming language."""
    if isinstance(value, Struct):
        return f"({facts_text(public_facts(value, base=Struct))})"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plainly(each)}" for key, each in value.items())
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, tuple | list):
        few = len(value) <= MANY
        return (" ".join(map(plainly, value)) or "none") if few else f"in {len(value)} places"
    return "no" if value is False else str(value)
