"""The guard at the door: whom the server answers at all.

A page of another site must not reach a server on this machine. It could by a name that it
makes point here (DNS rebinding): so the name in the Host header must be ours, or a bare
address, which no such trick can have. And it could post blindly: so what has an Origin
must have ours. There is no CORS: other pages get no answer that they could read.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.messages import Problem
from grognard.server.patching import sent
from grognard.server.problems import log

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Wraps the app."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(Headers(scope=scope))
        if problem:
            log.warning("refused %s: %s", scope["path"], problem)
            await _refuse(problem, scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _problem(self, headers: Headers) -> str:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return "this server does not go by that name"
        if origin is not None and urlsplit_host(origin) != host.lower():
            return "pages of other sites have no business here"
        return ""

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        return name in self._names or _is_address(name)


def urlsplit_host(url: str) -> str:
    """The host and port of an address; empty if it has none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _refuse(problem: str, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": problem})
        return
    body, status = sent(Problem(problem)), HTTPStatus.FORBIDDEN
    await Response(body, status, media_type="application/json")(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_more
