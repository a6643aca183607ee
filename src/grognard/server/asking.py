"""Questions of a seat that change nothing: ways, reasons, overlays, the past, hints, diaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from grognard.decisions import Action, Side
from grognard.page import OverlayKey
from grognard.server import computers
from grognard.server.frames import past_frame
from grognard.server.messages import Ask, Diary, Hint, Overlays, Past, Thoughts, Way, Why
from grognard.server.plays import Play
from grognard.server.problems import Denied, by_the_rules
from grognard.server.tables import Table
from grognard.server.workers import Workers
from grognard.view import View

#: What is said of advice that has no reason to be told, as when nothing hangs on it.
_PLAIN = "This is what the computer would do."

Answer = Way | Why | Overlays | Past | Hint | Diary


async def answer(table: Table, side: Side, ask: Ask, workers: Workers) -> Answer:
    """What a seat is told."""
    async with table.lock:
        if ask.what != "hint":
            return _ANSWERS[ask.what](table.play, side, ask)
        view = table.play.pos.view(side)
    return await _hint(view, ask, workers)


def _way(play: Play, side: Side, ask: Ask) -> Way:
    """The way of a move that may be made; of another, why not."""
    refusal = play.pos.why_not(Action("move", ask.arg), side=side)
    if refusal is not None:
        raise by_the_rules(refusal)
    way = play.pos.way(ask.arg)
    if way is None:
        raise Denied("this move has no way")
    return Way(ask.id, way.hexes, way.parts, way.left, way.per_point)


def _why(play: Play, side: Side, ask: Ask) -> Why:
    try:
        action = Action.parse(ask.arg)
    except ValueError as error:
        raise Denied(str(error)) from error
    refusal = play.pos.why_not(action, side=side)
    return Why(ask.id, refusal.text, refusal.rule) if refusal else Why(ask.id, "")


def _overlay(play: Play, side: Side, ask: Ask) -> Overlays:
    view = play.pos.view(side)
    name, _, arg = ask.arg.partition(" ")
    keys = play.pages.page(view.scenario, view.options).overlays
    key = next((key for key in keys if key.name == name), None)
    if key is None:
        raise Denied(f"there is no overlay {name!r}")
    if not _fits(key, arg, play, view):
        raise Denied(f"{name} takes {f'a {key.takes}' if key.takes else 'nothing more'}")
    return Overlays(ask.id, name, play.pages.overlay(view, name, arg))


def _fits(key: OverlayKey, arg: str, play: Play, view: View) -> bool:
    """Is this what the overlay is asked for? A game is never given anything else."""
    if key.takes == "unit":
        return any(counter.id == arg for counter in view.counters)
    if key.takes == "hex":
        return arg in play.game.board.grid
    return arg == ""


def _past(play: Play, side: Side, ask: Ask) -> Past:
    if not (ask.arg.isascii() and ask.arg.isdigit()):
        raise Denied("the past is asked for by the number of an action")
    return Past(ask.id, past_frame(play, side, int(ask.arg)))


def _diary(play: Play, side: Side, ask: Ask) -> Diary:
    """What the computer players thought. Another person at the table must not be told of it
    while the game goes on; who plays alone may look.
    """
    if play.pos.outcome is None and set(play.seats.locks) != {side}:
        raise Denied("thoughts are told when the game is over", status=HTTPStatus.FORBIDDEN)
    pages = [
        Thoughts(other, page.turn, page.aims, page.attacks, page.fears)
        for other, memory in play.memories.items()
        for page in computers.diary(play.seats.computer(other), memory)
    ]
    return Diary(ask.id, tuple(sorted(pages, key=lambda page: page.turn)))


async def _hint(view: View, ask: Ask, workers: Workers) -> Hint:
    if view.question is None:
        text = "the other side decides now" if view.asked else "the game is over"
        raise Denied(text, status=HTTPStatus.CONFLICT)
    advice = await computers.advise(workers, view)
    if advice is None:
        return Hint(ask.id, None, "No computer player here gives advice on this game.")
    action, why, plan = advice
    return Hint(ask.id, action, why or ("" if plan else _PLAIN), plan)


_ANSWERS: Mapping[str, Callable[[Play, Side, Ask], Answer]] = {
    "way": _way,
    "why": _why,
    "overlay": _overlay,
    "at": _past,
    "diary": _diary,
}
