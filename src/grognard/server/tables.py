"""A table: a game and those who sit at it.

Whatever touches the game is done one thing at a time. What was done is kept on disk before
anybody is told of it; then every seat that somebody watches from is sent what changed for it.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Protocol

import msgspec
from msgspec import Struct

from grognard.decisions import Side
from grognard.server.computers import seed_of
from grognard.server.frames import frame_of, log_after, opening_of
from grognard.server.keeper import Keeper, Kept
from grognard.server.messages import Act, Frame, Patch, Redo, Thinking, Undo
from grognard.server.patching import Object, as_object, diff, sent
from grognard.server.plays import Play
from grognard.server.problems import Denied, log
from grognard.server.store import Entry, Row, StoreError
from grognard.view import View

#: The other end of a WebSocket is told to come again.
BROKEN = 1011


class Listener(Protocol):
    """Somebody at a table; `tell` and `dismiss` return at once."""

    def tell(self, message: bytes) -> None:
        """Send this."""

    def dismiss(self, code: int, reason: str) -> None:
        """Say good-bye."""


class Turn(Struct, frozen=True):
    """A question to a computer player, and what it may know to answer it."""

    play: str
    side: Side
    player: str
    revision: int
    view: View
    seed: str
    memory: bytes


class Chair:
    """A seat that is watched from, by one or more listeners, and what they were shown last.

    That is kept as text. With hundreds of games, all their frames as objects would keep
    the garbage collector busy for tenths of a second.
    """

    def __init__(self, side: Side, frame: Frame) -> None:
        self.side = side
        self.listeners: set[Listener] = set()
        self._keep(frame, as_object(frame))

    def _keep(self, frame: Frame, shown: Object) -> None:
        self._revision = frame.revision
        self._number = frame.number
        self._over = frame.view.outcome is not None
        self._shown = msgspec.json.encode(shown)

    def tell(self, message: bytes) -> None:
        """Send something to everybody on this chair."""
        for listener in self.listeners:
            listener.tell(message)

    def dismiss(self, code: int, reason: str) -> None:
        """Send everybody on this chair away."""
        for listener in self.listeners:
            listener.dismiss(code, reason)
        self.listeners.clear()

    def news(self, play: Play) -> bytes:
        """What has changed for this seat. At the end of a game the whole log opens."""
        frame = frame_of(play, self.side)
        shown = as_object(frame)
        opens = frame.view.outcome is not None and not self._over
        kept = -1 if opens else min(self._number, frame.number)
        patch = Patch(
            base=self._revision,
            revision=frame.revision,
            patch=diff(msgspec.json.decode(self._shown), shown),
            kept=kept,
            log=log_after(play, self.side, kept),
        )
        self._keep(frame, shown)
        return sent(patch)


class Table:
    """A game in memory. Once it is `closed` it is no longer what the store holds."""

    def __init__(self, play: Play, version: str, keeper: Keeper) -> None:
        self.play = play
        self.version = version
        self.lock = asyncio.Lock()
        self.closed = False
        self._keeper = keeper
        self._chairs: dict[Side, Chair] = {}

    @property
    def idle(self) -> bool:
        """Does nobody sit here, and no computer think?"""
        return not self._chairs and not self.lock.locked() and not self.play.thinker

    # --- coming and going ----------------------------------------------------------------

    async def join(self, side: Side, listener: Listener, most: int) -> None:
        """Come to a seat: the listener is told everything first, and then what changes."""
        async with self.lock:
            self._check_open()
            frame = frame_of(self.play, side)
            chair = self._chairs.get(side) or Chair(side, frame)
            if len(chair.listeners) >= most:
                text = f"this seat is open in {most} windows already"
                raise Denied(text, status=HTTPStatus.TOO_MANY_REQUESTS)
            listener.tell(sent(opening_of(self.play, side, frame, self.version)))
            chair.listeners.add(listener)
            self._chairs[side] = chair

    def leave(self, side: Side, listener: Listener) -> None:
        """Leave a seat."""
        chair = self._chairs.get(side)
        if chair is not None:
            chair.listeners.discard(listener)
            if not chair.listeners:
                del self._chairs[side]

    def close(self, code: int, reason: str) -> None:
        """Send everybody away: the game is gone, or has to be opened anew."""
        self.closed = True
        for chair in self._chairs.values():
            chair.dismiss(code, reason)

    def _check_open(self) -> None:
        if self.closed:
            text = "the game has to be opened again"
            raise Denied(text, status=HTTPStatus.SERVICE_UNAVAILABLE)

    # --- acting --------------------------------------------------------------------------

    async def do(self, side: Side, wish: Act | Undo | Redo, memory: bytes = b"") -> int:
        """Carry out what a seat wishes; the revision that it led to. While the disk writes, what
        the one who acted will be shown is made ready: he is the one who waits.
        """
        async with self.lock:
            self._check_open()
            row = self._row(side, wish, memory)
            kept = self._keeper.append(Entry(self.play.id, row, self.play.head()))
            first, others = self._chairs.get(side), dict(self._chairs)
            news = self._news(others.pop(side)) if first else b""
            await self._until(kept, row)
            if first:
                first.tell(news)
                await asyncio.sleep(0)  # it is sent before the others' is made
            for chair in others.values():
                chair.tell(self._news(chair))
            return self.play.revision

    def _row(self, side: Side, wish: Act | Undo | Redo, memory: bytes) -> Row:
        if isinstance(wish, Act):
            return self.play.act(side, wish.revision, wish.action, memory)
        if isinstance(wish, Undo):
            return self.play.undo(side, wish.revision)
        return self.play.redo(side, wish.revision)

    async def _until(self, kept: Kept, row: Row) -> None:
        """If it cannot be kept it has not happened: the game is opened anew from the store."""
        try:
            await kept
        except BaseException as error:
            self.close(BROKEN, "the game has to be opened again")
            if not isinstance(error, StoreError):
                raise
            log.error("%s: %s was not kept: %s", self.play.id, row.kind, error)
            text = "this could not be kept, so it was not done"
            raise Denied(text, status=HTTPStatus.SERVICE_UNAVAILABLE) from error

    async def turn(self) -> Turn | None:
        """What the computer player is asked now; None: no computer is."""
        async with self.lock:
            play, side = self.play, self.play.thinker
            if self.closed or not side:
                return None
            return Turn(
                play=play.id,
                side=side,
                player=play.seats.computer(side),
                revision=play.revision,
                view=play.pos.view(side),
                seed=seed_of(play.pos.state.seed, side),
                memory=play.memories.get(side, b""),
            )

    # --- telling -------------------------------------------------------------------------

    def _news(self, chair: Chair) -> bytes:
        """What a seat will be told; nothing, and good-bye, where the game cannot draw it."""
        try:
            return chair.news(self.play)
        except Exception:  # noqa: BLE001 what a game cannot draw is its defect; others go on
            log.exception("%s: %s cannot be shown", self.play.id, chair.side)
            del self._chairs[chair.side]
            chair.dismiss(BROKEN, "this position cannot be shown")
            return b""

    def tell_thinking(self, share: float, text: str) -> None:
        """Tell everybody how far the computer is."""
        side = self.play.thinker
        if side:
            news = sent(Thinking(side, share, text))
            for chair in self._chairs.values():
                chair.tell(news)
