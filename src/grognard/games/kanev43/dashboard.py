"""What the page shows beside the counters: points, the state of things in words, markers."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decisions import total
from grognard.faces import Face
from grognard.games.kanev43.setup import DROPZONE
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.turn import is_night
from grognard.games.kanev43.victory import axis_parts, lead, level_of, soviet_parts
from grognard.page import Tally
from grognard.state import Spot
from grognard.view import View
from grognard.words import listed

# --- points and lines ---------------------------------------------------------------------------


def tallies(pos: Pos) -> tuple[Tally, ...]:
    """R-94: the points of both sides, as if the game ended now."""
    parts = {SOVIET: soviet_parts(pos), AXIS: axis_parts(pos)}
    return tuple(Tally(side, total(parts[side]), parts[side]) for side in pos.game.sides)


def lines(pos: Pos) -> tuple[str, ...]:
    """The level of victory so far, stocks, replacements, the bridge, and bridgeheads in hand."""
    level = f"As it stands: {level_of(pos).title}"
    return (
        f"Night. {level}" if pos.turn and is_night(pos) else level,
        f"Soviet points less Axis points: {lead(pos)}. Par: {pos.game.scene(pos).par}.",
        *_stocks(pos),
        f"The bridge of Kanev {'is blown' if pos.state.bridge_blown else 'stands'}.",
    )


def _stocks(pos: Pos) -> Iterator[str]:
    """ART-18, RPL-1, BHD-5: what both sides have in store, which lies open."""
    for side in pos.game.sides:
        stock = [(kind.split(), n) for kind, n in pos.state.ammunition.items() if n]
        kinds = [f"{n} {kind}" for (owner, kind), n in stock if owner == side]
        if kinds:
            yield f"{pos.game.side_title(side)} ammunition: {listed(kinds)}."
    if pos.state.steps:
        kinds = [f"{n} {kind}" for kind, n in pos.state.steps.items()]
        yield f"Axis replacements: {listed(kinds)}."
    for turn in pos.state.spare_bridgeheads:
        when = "now" if turn <= pos.turn else f"from turn {turn}"
        yield f"A pair of bridgehead counters may be placed {when}."


# --- markers ------------------------------------------------------------------------------------


def markers(pos: Pos, view: View) -> dict[Spot, tuple[Face, ...]]:
    """Bridgeheads, positions, the blown bridge, the viewer's own dropzones: all under the units."""
    found: dict[Spot, tuple[Face, ...]] = {}
    for hex_, face in (*_bridgeheads(pos), *_works(pos), *_ruins(pos), *_dropzones(view)):
        found[hex_] = (*found.get(hex_, ()), face)
    return found


def _marker(symbol: str, caption: str, title: str) -> Face:
    return Face(skin="marker", symbol=symbol, caption=caption, marker=True, title=title)


def _bridgeheads(pos: Pos) -> Iterator[tuple[Spot, Face]]:
    """BHD-1: both counters of each pair."""
    for pair in pos.state.bridgeheads:
        title = "Improved bridgehead" if pair.improved else "Bridgehead"
        for hex_, bank in ((pair.east, "eastern"), (pair.west, "western")):
            caption = "+2" if pair.improved else ""
            yield hex_, _marker("bridging", caption, f"{title}, {bank} bank")


def _works(pos: Pos) -> Iterator[tuple[Spot, Face]]:
    """IMP-1: finished or in hand."""
    for hex_, work in pos.state.works.items():
        caption, title = ("IP", "Improved position") if work.is_ready else ("...", "Work in hand")
        yield hex_, _marker("garrison", caption, title)


def _ruins(pos: Pos) -> Iterator[tuple[Spot, Face]]:
    """R-24: where the bridge of Kanev was."""
    if pos.state.bridge_blown:
        for hex_ in sorted(pos.game.theatre.bridge_ends):
            yield hex_, _marker("bridging", "X", "The bridge is blown")


def _dropzones(view: View) -> Iterator[tuple[Spot, Face]]:
    """AIRB-1: for who wrote them down; for all once the game is over."""
    for words, hex_ in view.secrets.items():
        _, _, name = words.partition(" ")
        if name.startswith(DROPZONE) and hex_:
            brigade = name.removeprefix(DROPZONE)
            yield hex_, _marker("airborne", brigade, f"Dropzone of {brigade}")
