"""The server as an ASGI app: its parts put together, and its routes."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from grognard.registry import AnyGame
from grognard.server.api import Api, problem
from grognard.server.endpoints import ENDPOINTS
from grognard.server.guard import Guard
from grognard.server.hall import Hall
from grognard.server.library import all_cards, game_of
from grognard.server.limits import Limits
from grognard.server.messages import Problem
from grognard.server.pictures import Pictures
from grognard.server.problems import Denied, log
from grognard.server.socket import Doorkeeper
from grognard.server.static import Client
from grognard.server.store import Store
from grognard.server.workers import Workers

_METHODS = {e.path: [o.method for o in ENDPOINTS if o.path == e.path] for e in ENDPOINTS}
_ALL_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def make_app(
    store: Store,
    workers: Workers,
    *,
    cache: Path,
    static: Path,
    names: Iterable[str] = (),
    limits: Limits | None = None,
    draw_ahead: bool = True,
) -> Starlette:
    """The whole server. `names` are those that it goes by, besides localhost. With
    `draw_ahead` maps are drawn before anybody asks for them: the first time takes seconds.
    """
    limits = limits or Limits()
    hall = Hall(store, workers)
    pictures = Pictures(cache, workers)
    api = Api(hall, pictures, limits)
    doorkeeper = Doorkeeper(hall, workers, limits)

    async def seat(websocket: WebSocket) -> None:
        await doorkeeper.serve(websocket)

    async def warm_up() -> None:
        games = await _load_all()
        if draw_ahead:
            await pictures.prepare(games)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(hall.resume()), asyncio.create_task(warm_up())]
        yield
        for task in tasks:
            task.cancel()
        await hall.close()
        workers.close()

    return Starlette(
        routes=[
            *api.routes(),
            WebSocketRoute("/api/plays/{play}/seat", seat),
            *(Route(path, _wrong_method, methods=_ALL_METHODS) for path in sorted(_METHODS)),
            Route("/api{rest:path}", _nothing_here, methods=_ALL_METHODS),
            Route("/{path:path}", Client(static).serve, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers={Denied: _denied, HTTPException: _failed, Exception: _broken},
        lifespan=life,
    )


async def _load_all() -> list[AnyGame]:
    """Load all games. They stay for good, so the garbage collector need not look through them
    again; and through the games in progress seldom, since it stops all of them meanwhile.
    """
    games = [await game_of(card.slug) for card in await all_cards()]
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 20, 100)
    return games


async def _wrong_method(request: Request) -> Response:
    methods = ", ".join(_METHODS[request.scope["route"].path])
    raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": methods})


async def _nothing_here(request: Request) -> Response:
    raise Denied("there is nothing here", status=HTTPStatus.NOT_FOUND)


# --- refusals -----------------------------------------------------------------------------


async def _denied(request: Request, error: Exception) -> Response:
    assert isinstance(error, Denied)
    log.warning("refused %s %s: %s", request.method, request.url.path, error)
    return problem(error.problem, error.status)


async def _failed(request: Request, error: Exception) -> Response:
    """What the framework refuses: a method that a path does not know, and the like."""
    assert isinstance(error, HTTPException)
    log.warning("refused %s %s: %s", request.method, request.url.path, error.detail)
    answer = problem(Problem(error.detail.lower()), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _broken(request: Request, error: Exception) -> Response:
    log.error("%s %s broke", request.method, request.url.path, exc_info=error)
    return problem(Problem("something broke here"), HTTPStatus.INTERNAL_SERVER_ERROR)
