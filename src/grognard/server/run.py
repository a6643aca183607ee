"""Running the server: one process, on the loopback unless told otherwise."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import uvicorn
from msgspec import Struct, field

from grognard.pools import Prepare
from grognard.server.app import make_app
from grognard.server.folders import cache_folder, data_folder, static_folder
from grognard.server.limits import Limits
from grognard.server.sqlite import SqliteStore
from grognard.server.workers import Workers

LOOPBACK = "127.0.0.1"

#: The file beside the games that says where the server is that plays them.
_ADDRESS = "address"


class Settings(Struct, frozen=True, kw_only=True):
    """How to run. Port 0: any that is free. `prepare` is called in worker processes. With
    `draw_ahead` maps are drawn before anybody asks for them.
    """

    host: str = LOOPBACK
    port: int = 0
    data: Path = field(default_factory=data_folder)
    cache: Path = field(default_factory=cache_folder)
    static: Path = field(default_factory=static_folder)
    limits: Limits = Limits()
    prepare: Prepare | None = None
    draw_ahead: bool = True


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until stopped. `ready` is given the address once it can be connected to.

    StoreError: another server plays the same games. OSError: the port is taken.
    """
    # The thread that writes to the disk gets its turn at once while the next news are made.
    sys.setswitchinterval(0.001)
    with (
        closing(SqliteStore(settings.data / "plays.sqlite")) as store,
        _bound(settings.host, settings.port) as listener,
    ):
        address = _address(listener, settings.host)
        (settings.data / _ADDRESS).write_text(address, encoding="utf-8")
        app = make_app(
            store,
            Workers(max(1, (os.cpu_count() or 2) - 1), settings.prepare),
            cache=settings.cache,
            static=settings.static,
            names=(settings.host, socket.gethostname()),
            limits=settings.limits,
            draw_ahead=settings.draw_ahead,
        )
        # When it has stopped, uvicorn raises again the signal that stopped it. Then all is done.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        ready(address)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(_config(app)).run(sockets=[listener])


def running_at(data: Path) -> str:
    """Where the server is that plays the games of this folder; empty if none ever did."""
    try:
        return (data / _ADDRESS).read_text(encoding="utf-8")
    except OSError:
        return ""


def _config(app: object) -> uvicorn.Config:
    logging.basicConfig(format="%(levelname)s: %(message)s")
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # Patches are small and the loopback is fast: packing them would only take time.
        ws_per_message_deflate=False,
        ws_max_size=1024 * 1024,
        timeout_graceful_shutdown=3,
    )


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens: whoever connects from now on is served as soon as we run."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def _address(listener: socket.socket, host: str) -> str:
    name = {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)
    port = listener.getsockname()[1]
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
