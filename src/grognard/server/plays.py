"""A game being played: a session with seats, and what is kept of it.

Everything here happens at once and in memory. `hall` puts it in order: one thing at a time
for each game, and nothing told before it is kept.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from grognard.decisions import Action, IllegalAction, Side
from grognard.page import Pages
from grognard.position import Position
from grognard.registry import AnyGame
from grognard.server.problems import Denied, by_the_rules, log
from grognard.server.seats import Seats
from grognard.server.store import Head, Record, Row
from grognard.session import Session, UndoError
from grognard.state import encode


class Play:
    """One game. `revision` counts its rows, so it never comes again; `number` counts the
    actions that stand.
    """

    def __init__(self, id_: str, seats: Seats, session: Session, revision: int = 0) -> None:
        self.id = id_
        self.seats = seats
        self.session = session
        self.revision = revision
        self.memories: dict[Side, bytes] = {}
        self._undone_by: list[Side] = []

    # --- reading -------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The title."""
        return self.session.game

    @property
    def pages(self) -> Pages:
        """What the game gives the page; without it no play is made."""
        pages = self.game.pages
        assert pages is not None
        return pages

    @property
    def pos(self) -> Position[Any, Any, Any]:
        """The position now."""
        return self.session.pos

    @property
    def number(self) -> int:
        """How many actions stand."""
        return self.session.revision

    @property
    def thinker(self) -> Side:
        """The side that is asked, if a computer plays it; else empty."""
        side = self.pos.side
        return side if self.seats.computer(side) else ""

    def may_undo(self, side: Side) -> bool:
        """May this side take the last action back?"""
        return self.session.why_no_undo(side) is None

    def may_redo(self, side: Side) -> bool:
        """May this side take an undone action again?"""
        return bool(self._undone_by) and self._undone_by[-1] == side

    def head(self) -> Head:
        """What the rows so far lead to."""
        pos = self.pos
        ended = self.game.ending(pos)
        reason = ended.reason if ended else ""
        return Head(self.revision, pos.turn, pos.side, reason, encode(pos.state))

    def record(self) -> Record:
        """The game as it is kept when it goes on from here."""
        scenario, start = self.pos.state.scenario, self.session.save()
        head = self.head()
        return Record(self.id, self.game.slug, scenario, self.seats, start, self.revision, head)

    # --- acting --------------------------------------------------------------------------

    def act(self, side: Side, revision: int, text: str, memory: bytes = b"") -> Row:
        """Take an action, if the rules allow it."""
        self._check(revision)
        try:
            action = Action.parse(text)
        except ValueError as error:
            raise Denied(str(error)) from error
        return self._carry_out(Row("act", side, str(action), memory))

    def undo(self, side: Side, revision: int) -> Row:
        """Take the last action back."""
        self._check(revision)
        return self._carry_out(Row("undo", side))

    def redo(self, side: Side, revision: int) -> Row:
        """Take an undone action again."""
        self._check(revision)
        return self._carry_out(Row("redo", side))

    def _check(self, revision: int) -> None:
        if revision != self.revision:
            raise Denied("the game has moved on since", status=HTTPStatus.CONFLICT)

    def _carry_out(self, row: Row) -> Row:
        try:
            self.repeat(row)
        except (IllegalAction, UndoError) as error:
            raise by_the_rules(error.refusal) from error
        return row

    def repeat(self, row: Row) -> None:
        """Do what a row says: for the first time, or again when the game is opened."""
        if row.kind == "act":
            self.session.do(row.action, side=row.side)
            self._undone_by.clear()
        elif row.kind == "undo":
            self.session.undo(row.side)
            self._undone_by.append(row.side)
        else:
            self.session.redo(row.side)
            self._undone_by.pop()
        self.revision += 1
        if row.memory:
            self.memories[row.side] = row.memory


# --- opening ----------------------------------------------------------------------------


def reopen(record: Record, rows: list[Row], game: AnyGame) -> tuple[Play, bool]:
    """The game that was kept, and whether its rows were played again. Where they no longer
    lead to the last state, because rules or data have changed, it goes on from that state,
    and the rows so far are record only.
    """
    try:
        play = _replayed(record, rows, game)
        if encode(play.pos.state) == record.head.state:
            return play, True
        reason = "its rows lead elsewhere"
    except Exception as error:  # noqa: BLE001 whatever changed rules do to old rows
        reason = f"{type(error).__name__}: {error}"
    log.warning("%s is opened from its last state: %s", record.play, reason)
    return _from_last_state(record, game), False


def _replayed(record: Record, rows: list[Row], game: AnyGame) -> Play:
    play = Play(record.play, record.seats, Session.load(record.start, game), record.base)
    for row in rows:
        play.repeat(row)
    return play


def _from_last_state(record: Record, game: AnyGame) -> Play:
    try:
        pos = game.from_json(record.head.state)
    except ValueError as error:
        log.error("%s cannot be opened: %s", record.play, error)
        reason = "rules or data have changed, and this game does not fit them any more"
        raise Denied(reason, status=HTTPStatus.GONE) from error
    session = Session(pos, resumed=True)
    return Play(record.play, record.seats, session, record.head.revision)
