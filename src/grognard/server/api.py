"""What the server answers over HTTP; `endpoints` is the table of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.registry import AnyGame
from grognard.server import cards
from grognard.server.endpoints import ENDPOINTS, Endpoint
from grognard.server.hall import Hall
from grognard.server.library import all_cards, game_of, version_of
from grognard.server.limits import Limits
from grognard.server.messages import MyTokens, NewPlay, Problem
from grognard.server.patching import sent
from grognard.server.pictures import Kind, Pictures
from grognard.server.problems import Denied
from grognard.server.schema import description

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

_JSON = "application/json"
_FOR_EVER = "public, max-age=31536000, immutable"
_BOARDS: dict[str, Kind] = {
    "": "board.svg",
    "snow": "board-snow.svg",
    "mud": "board-mud.svg",
}


class Api:
    """The handlers, one for each line of the table."""

    def __init__(self, hall: Hall, pictures: Pictures, limits: Limits) -> None:
        self._hall = hall
        self._pictures = pictures
        self._limits = limits

    def routes(self) -> list[Route]:
        """The routes of the table."""
        return [Route(e.path, self._handler(e), methods=[e.method]) for e in ENDPOINTS]

    def _handler(self, endpoint: Endpoint) -> Handler:
        handler: Handler = getattr(self, f"_{endpoint.name}")
        return handler

    # --- what there is to play -----------------------------------------------------------

    async def _games(self, request: Request) -> Response:
        return reply(await all_cards())

    async def _game(self, request: Request) -> Response:
        game = await _game_in(request)
        return kept(request, game, lambda: sent(cards.card_of(game, version_of(game))))

    async def _rules(self, request: Request) -> Response:
        game = await _game_in(request)
        return kept(request, game, lambda: sent(cards.clause_cards(game)))

    async def _pieces(self, request: Request) -> Response:
        game = await _game_in(request)
        return kept(request, game, lambda: sent(cards.piece_cards(game)))

    async def _board(self, request: Request) -> Response:
        game = await _game_in(request)
        return kept(request, game, lambda: sent(cards.board_map(game)))

    async def _page(self, request: Request) -> Response:
        game, scenario = await _game_in(request), request.query_params.get("scenario", "")
        if scenario and scenario not in game.scenarios:
            text = f"{game.slug} has no scenario {scenario!r}"
            raise Denied(text, status=HTTPStatus.NOT_FOUND)
        return kept(request, game, lambda: sent(cards.page_of(game, scenario)))

    async def _board_svg(self, request: Request) -> Response:
        weather = request.query_params.get("weather", "")
        if weather not in _BOARDS:
            raise Denied(f"there is no weather {weather!r}; there is snow and mud")
        return await self._picture(request, _BOARDS[weather], "image/svg+xml")

    async def _ground(self, request: Request) -> Response:
        return await self._picture(request, "ground.webp", "image/webp")

    async def _thumbnail(self, request: Request) -> Response:
        return await self._picture(request, "thumbnail.png", "image/png")

    async def _picture(self, request: Request, kind: Kind, type_: str) -> Response:
        game = await _game_in(request)
        if _has_it(request, game):
            return kept(request, game, bytes)
        data = await self._pictures.get(game, kind)
        return kept(request, game, lambda: data, type_)

    # --- games in progress ---------------------------------------------------------------

    async def _begin(self, request: Request) -> Response:
        new = await self._taken(request, NewPlay)
        return reply(await self._hall.begin(new), HTTPStatus.CREATED)

    async def _mine(self, request: Request) -> Response:
        mine = await self._taken(request, MyTokens)
        return reply(await self._hall.cards(mine))

    async def _load(self, request: Request) -> Response:
        save = await body_of(request, self._limits.save)
        keys = await self._hall.load(save, dict(request.query_params))
        return reply(keys, HTTPStatus.CREATED)

    async def _save(self, request: Request) -> Response:
        play = request.path_params["play"]
        save, name = await self._hall.save(play, tokens_of(request))
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(save, media_type=_JSON, headers={**headers, "Cache-Control": "no-store"})

    async def _remove(self, request: Request) -> Response:
        await self._hall.remove(request.path_params["play"], tokens_of(request))
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def _schema(self, request: Request) -> Response:
        return Response(msgspec.json.encode(description()), media_type=_JSON)

    async def _taken(self, request: Request, type_: type[T]) -> T:
        """The body of a request, typed and checked."""
        body = await body_of(request, self._limits.body)
        try:
            return msgspec.json.decode(body, type=type_)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Denied(f"not understood: {error}") from error


async def _game_in(request: Request) -> AnyGame:
    return await game_of(request.path_params["slug"])


# --- requests -----------------------------------------------------------------------------


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request. It must say that it is JSON, which no page of another site can
    do without being asked first, and must not be too long.
    """
    type_ = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if type_ != _JSON:
        raise Denied(f"send {_JSON}", status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            text = f"no more than {most} bytes, please"
            raise Denied(text, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bytes(data)


def tokens_of(request: Request) -> list[str]:
    """The tokens of `Authorization: Bearer TOKEN`, several separated by commas."""
    scheme, _, tokens = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [token.strip() for token in tokens.split(",") if token.strip()]


# --- answers ------------------------------------------------------------------------------


def reply(value: Any, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """An answer that holds for the moment only."""
    headers = {"Cache-Control": "no-store"}
    return Response(sent(value), status, media_type=_JSON, headers=headers)


def problem(error: Problem, status: int) -> Response:
    """A refusal."""
    return reply(error, HTTPStatus(status))


def kept(
    request: Request, game: AnyGame, make: Callable[[], bytes], type_: str = _JSON
) -> Response:
    """An answer that holds as long as the game's version: asked for with it, for ever."""
    version = version_of(game)
    for_ever = request.query_params.get("v") == version
    headers = {"ETag": _tag(version), "Cache-Control": _FOR_EVER if for_ever else "no-cache"}
    if _has_it(request, game):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(make(), media_type=type_, headers=headers)


def _has_it(request: Request, game: AnyGame) -> bool:
    """Does the browser have this version already?"""
    return _tag(version_of(game)) in request.headers.get("if-none-match", "")


def _tag(version: str) -> str:
    return f'"{version}"'
