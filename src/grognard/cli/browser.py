"""The page in the browser: `grognard play` starts the server and opens it."""

from __future__ import annotations

import webbrowser
from typing import NoReturn

import typer

from grognard.cli.settings import adopt_games
from grognard.cli.telling import wrong_use


def open_page(slug: str, host: str, port: int, browser: bool) -> None:
    """Serve the page until Ctrl-C, and open it. `slug` is the game that it is opened with."""
    from grognard.registry import available
    from grognard.server.folders import data_folder, static_folder
    from grognard.server.run import Settings, running_at, serve
    from grognard.server.store import StoreError

    if not available():
        wrong_use("there are no games yet")
    if not (static_folder() / "index.html").is_file():
        wrong_use(
            "the page has not been built. In the project's folder: cd web && npm ci && "
            "npm run build. Or play in this terminal: grognard play --text"
        )

    def ready(address: str) -> None:
        typer.echo(f"Grognard is at {address} (Ctrl-C ends it; games are kept).")
        show(address, slug, browser)

    try:
        serve(Settings(host=host, port=port, prepare=adopt_games), ready)
    except StoreError as error:
        _taken(error, running_at(data_folder()), slug, browser)
    except OSError as error:
        wrong_use(f"cannot listen on {host}, port {port}: {error.strerror or error}")


def show(address: str, slug: str, browser: bool) -> None:
    """Open the page, with a game if one is named."""
    if browser:
        webbrowser.open(f"{address}?game={slug}" if slug else address)


def _taken(error: Exception, address: str, slug: str, browser: bool) -> NoReturn:
    """The games are in use: most likely the page has been opened twice."""
    if "locked" not in str(error) or not address:
        wrong_use(f"games cannot be kept: {error}")
    typer.echo(f"Grognard is already at {address}.")
    show(address, slug, browser)
    raise typer.Exit
