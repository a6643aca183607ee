"""How much a server takes from anybody."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Sizes in bytes, times in seconds."""

    #: Bodies of requests, and saved games that are sent.
    body: int = 64 * 1024
    save: int = 16 * 1024 * 1024
    #: One frame from a seat's WebSocket.
    frame: int = 16 * 1024
    #: WebSockets in all, and of one seat.
    sockets: int = 900
    windows: int = 8
    #: Messages that may wait for a slow window; how long it may take for one, or for a hello.
    waiting: int = 500
    patience: float = 20.0
