"""`grognard play`: a game against a person or the computer, in the browser or as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli.finding import game_of, options_of, scenario_of, session_of, side_of
from grognard.cli.settings import is_plain
from grognard.cli.telling import wrong_use

if TYPE_CHECKING:
    from grognard.cli.text.client import Client, Computer
    from grognard.registry import AnyGame
    from grognard.session import Session

#: Where a game goes when the program breaks under it.
RESCUED = Path("grognard-rescued.json")


def play(
    slug: Annotated[str, typer.Argument(help="The game; asked for if there are several.")] = "",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page, or only serve it.")
    ] = True,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where the page is served; any that is free.")
    ] = 0,
    host: Annotated[
        str, typer.Option(help="The address to listen on; only this machine reaches the usual one.")
    ] = "127.0.0.1",
    text: Annotated[bool, typer.Option("--text", help="Play by typing, in this terminal.")] = False,
    scenario: Annotated[str, typer.Option(help="Text: the scenario; the first if not given.")] = "",
    seed: Annotated[str, typer.Option(help="Text: the seed of the dice; drawn if not given.")] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Text: a switch of the game.")
    ] = None,
    side: Annotated[
        str, typer.Option("--as", metavar="SIDE", help="Text: the side that sits here first.")
    ] = "",
    against: Annotated[
        str, typer.Option(help="Text: who plays the other side: person, random, recruit.")
    ] = "",
    load: Annotated[Path | None, typer.Option(help="Text: go on with a saved game.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Text: lines of text only.")] = False,
) -> None:
    """Play a game: in the browser, or with --text in this terminal."""
    from grognard.cli.browser import open_page

    if text:
        _play_text(slug, scenario, seed, option or [], side, against or "person", load, plain)
        return
    if scenario or seed or option or side or against or load or plain:
        wrong_use("in the browser a game is set up on the page; these options go with --text")
    open_page(game_of(slug).slug if slug else "", host, port, browser)


def _play_text(
    slug: str,
    scenario: str,
    seed: str,
    option: list[str],
    side: str,
    against: str,
    load: Path | None,
    plain: bool,
) -> None:
    from grognard.cli.text.client import Client
    from grognard.cli.text.screen import Screen

    screen = Screen(plain)
    session = _session(slug, scenario, seed, option, load)
    seated = side_of(session.game, side) if side else ""
    computers: dict[str, Computer] = {}
    if against != "person":
        seated = seated or session.game.sides[0]
        computers = {session.game.enemy(seated): _opponent(session, against)}
    _run(Client(session, screen, computers, seated))


def _session(slug: str, scenario: str, seed: str, option: list[str], load: Path | None) -> Session:
    from grognard.session import Session

    if load is not None:
        if scenario or seed or option:
            wrong_use("a saved game has its scenario, seed and options already")
        session = session_of(load)
        if slug and slug != session.game.slug:
            wrong_use(f"{load} is a game of {session.game.slug}, not of {slug}")
        return session
    game = _chosen(slug)
    options = options_of(game, option)
    return Session(game.start(scenario_of(game, scenario), seed=seed or None, **options))


def _chosen(slug: str) -> AnyGame:
    """The game named, the only one, or the one that the player picks."""
    from grognard.registry import available

    known = available()
    if slug or len(known) == 1:
        return game_of(slug or known[0])
    if not known:
        wrong_use("there are no games yet")
    if is_plain():
        wrong_use(f"which game? There is {', '.join(known)}")
    for number, name in enumerate(known, 1):
        typer.echo(f"{number}) {name}: {game_of(name).title}")
    typed: str = typer.prompt("Which game")
    if typed.isdigit() and 0 < int(typed) <= len(known):
        typed = known[int(typed) - 1]
    return game_of(typed)


def _opponent(session: Session, name: str) -> Computer:
    """A computer player, which does the same again for the same seed."""
    from grognard.players import PLAYERS, Seat, players_for

    known = players_for(session.game.slug)
    if name not in known:
        wrong_use(f"there is no player {name!r}; there is person, {', '.join(known)}")
    return Seat(PLAYERS[name], f"opponent|{session.start.seed}")


def _run(client: Client) -> None:
    """Play. Should the program break, the game is not lost with it."""
    try:
        client.play()
    except KeyboardInterrupt:
        typer.echo()
    except Exception:
        RESCUED.write_bytes(client.session.save())
        typer.echo(f"Something broke. The game so far is in {RESCUED}.", err=True)
        raise
