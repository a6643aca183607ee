"""Frames: what a seat is shown, made from its View and from nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.appraise import AnyPosition
from grognard.decisions import Side
from grognard.server.messages import Frame, LogEntry, Opening
from grognard.server.plays import Play
from grognard.server.problems import Denied
from grognard.view import View


def frame_of(play: Play, side: Side) -> Frame:
    """What a side is shown now."""
    view = _told(play.pos, side)
    return Frame(
        revision=play.revision,
        number=play.number,
        view=view,
        scene=play.pages.scene(view),
        seats=play.seats.players,
        undo=play.may_undo(side),
        redo=play.may_redo(side),
        thinking=play.thinker,
        beside=_beside(play, side),
    )


def _told(pos: AnyPosition, side: Side) -> View:
    """What a side sees of a position; an end is told in the words of the game."""
    return replace(pos.view(side), outcome=pos.game.ending(pos))


def _beside(play: Play, side: Side) -> tuple[str, ...]:
    """The verbs of standing offers, if the side is asked anything."""
    decision = play.pos.decision
    if decision is None or decision.side != side:
        return ()
    own = {offer.verb for offer in decision.offers}
    return tuple(dict.fromkeys(o.verb for o in play.pos.offers() if o.verb not in own))


def past_frame(play: Play, side: Side, number: int) -> Frame:
    """What a side was shown after so many actions."""
    if not 0 <= number <= play.number:
        raise Denied(f"there is no action {number}; the last is {play.number}")
    view = _told(play.session.at(number), side)
    return Frame(
        revision=play.revision,
        number=number,
        view=view,
        scene=play.pages.scene(view),
        seats=play.seats.players,
        undo=False,
        redo=False,
    )


def opening_of(play: Play, side: Side, frame: Frame, version: str) -> Opening:
    """What a seat is told when it comes to the table."""
    page = play.pages.page(frame.view.scenario, frame.view.options)
    return Opening(side, version, page, frame, log_after(play, side, -1))


def log_after(play: Play, side: Side, number: int) -> tuple[LogEntry, ...]:
    """The log as a side learnt it, from after an action on; -1: all of it."""
    lines = play.session.log(side, max(number, 0))
    return tuple(
        LogEntry(line.number, line.turn, str(line), line.event)
        for line in lines
        if line.number > number
    )
