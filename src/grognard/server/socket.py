"""A seat's WebSocket: hello, then wishes and questions one way, patches and answers the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from logging import DEBUG, WARNING

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.decisions import Side
from grognard.server.asking import answer
from grognard.server.hall import Hall
from grognard.server.limits import Limits
from grognard.server.messages import Ask, Done, FromClient, Hello, Refused
from grognard.server.patching import sent
from grognard.server.problems import Denied, log
from grognard.server.tables import BROKEN, Table
from grognard.server.workers import Workers

#: Why the server closes a WebSocket, beside the codes of the protocol itself.
BAD_HELLO, NO_SUCH_SEAT, TOO_SLOW, TOO_MANY = 4400, 4404, 4408, 4429

_CODES = {HTTPStatus.NOT_FOUND: NO_SUCH_SEAT, HTTPStatus.TOO_MANY_REQUESTS: TOO_MANY}
_LEFT = 1000
_BROKE = "something broke here, and nothing was changed"

_decoder = msgspec.json.Decoder(FromClient)


class Doorkeeper:
    """Lets browsers come to their seats, as many as there is room for."""

    def __init__(self, hall: Hall, workers: Workers, limits: Limits) -> None:
        self._hall = hall
        self._workers = workers
        self._limits = limits
        self._inside = 0

    async def serve(self, websocket: WebSocket) -> None:
        """One WebSocket, from its opening to its end."""
        await websocket.accept()
        line = Line(websocket, self._limits)
        if self._inside >= self._limits.sockets:
            line.refuse(Denied("the server is full", status=HTTPStatus.TOO_MANY_REQUESTS))
            await line.run()
            return
        self._inside += 1
        visitor = Visitor(line, self._hall, self._workers, self._limits)
        reader = asyncio.create_task(visitor.stay(websocket.path_params["play"]))
        try:
            await line.run()
        finally:
            self._inside -= 1
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader


class Goodbye(Struct, frozen=True):
    """The last thing on a line."""

    code: int
    reason: str


class Line:
    """The line to one browser window: messages wait here until it has taken them."""

    def __init__(self, websocket: WebSocket, limits: Limits) -> None:
        self._websocket = websocket
        self._limits = limits
        self._waiting: asyncio.Queue[bytes | Goodbye] = asyncio.Queue()
        self._closing = False

    def tell(self, message: bytes) -> None:
        """Send this. A window that does not keep up is sent away; it may come again."""
        if self._closing:
            return
        if self._waiting.qsize() < self._limits.waiting:
            self._waiting.put_nowait(message)
            return
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self.dismiss(TOO_SLOW, "this window does not keep up")

    def dismiss(self, code: int, reason: str) -> None:
        """Close the line when all that waits has been sent."""
        if not self._closing:
            self._closing = True
            self._waiting.put_nowait(Goodbye(code, reason))

    def refuse(self, error: Denied, code: int = BAD_HELLO) -> None:
        """Say why nobody is let in, and close."""
        log.warning("refused a seat: %s", error)
        self.tell(sent(Refused(0, error.problem.error, error.problem.rule)))
        self.dismiss(_CODES.get(error.status, code), error.problem.error)

    async def run(self) -> None:
        """Send until the last message."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            while isinstance(message := await self._waiting.get(), bytes):
                async with asyncio.timeout(self._limits.patience):
                    await self._websocket.send_text(message.decode())
            await self._websocket.close(message.code, message.reason)

    async def heard(self) -> bytes:
        """The next frame."""
        event = await self._websocket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", _LEFT))
        data = event.get("bytes") or (event.get("text") or "").encode("utf-8", "replace")
        if len(data) > self._limits.frame:
            raise Denied("this frame is too long", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return data


class Visitor:
    """Somebody who has come for a seat."""

    def __init__(self, line: Line, hall: Hall, workers: Workers, limits: Limits) -> None:
        self._line = line
        self._hall = hall
        self._workers = workers
        self._limits = limits

    async def stay(self, play: str) -> None:
        """Say hello, sit down, and be served until one leaves."""
        try:
            table, side = await self._come(play)
            try:
                await self._serve(table, side)
            finally:
                table.leave(side, self._line)
        except Denied as error:
            self._line.refuse(error)
        except WebSocketDisconnect:
            pass
        except Exception:  # noqa: BLE001 one visitor's trouble is not the others'
            log.exception("a seat of %s broke", play)
            self._line.dismiss(BROKEN, _BROKE)
        self._line.dismiss(_LEFT, "")

    async def _come(self, play: str) -> tuple[Table, Side]:
        try:
            async with asyncio.timeout(self._limits.patience):
                hello = _decoder.decode(await self._line.heard())
        except TimeoutError as error:
            raise Denied("nobody said hello") from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Denied(f"the first frame is no hello: {error}") from error
        if not isinstance(hello, Hello):
            raise Denied("the first frame must be a hello")
        table, side = await self._hall.sit(play, hello.token)
        await table.join(side, self._line, self._limits.windows)
        return table, side

    async def _serve(self, table: Table, side: Side) -> None:
        while True:
            self._line.tell(await self._reply(table, side))

    async def _reply(self, table: Table, side: Side) -> bytes:
        """The answer to the next frame, whatever it is."""
        id_ = 0
        try:
            wish = _decoder.decode(await self._line.heard())
            if isinstance(wish, Hello):
                raise Denied("you are seated already")
            id_ = wish.id
            if isinstance(wish, Ask):
                return sent(await answer(table, side, wish, self._workers))
            # Whoever leaves now has wished all the same: it is carried out to its end.
            revision = await asyncio.shield(self._hall.do(table, side, wish))
            return sent(Done(id_, revision))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            refused = Denied(f"not understood: {error}")
        except Denied as error:
            refused = error
        except WebSocketDisconnect:
            raise
        except Exception:  # noqa: BLE001 a defect of a game must not end the game
            log.exception("%s: a wish of %s broke", table.play.id, side)
            refused = Denied(_BROKE)
        by_rule = refused.status == HTTPStatus.CONFLICT
        log.log(DEBUG if by_rule else WARNING, "%s: refused %s: %s", table.play.id, side, refused)
        problem = refused.problem
        return sent(Refused(id_, problem.error, problem.rule, table.play.revision))
