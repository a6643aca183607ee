"""`grognard replay FILE`: a saved game again, as a log or as a check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.finding import bytes_of, game_of, session_of, side_of
from grognard.cli.telling import found


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that it replays to the same states.")
    ] = False,
    side: Annotated[
        str, typer.Option("--as", metavar="SIDE", help="The log as this side learnt it.")
    ] = "",
) -> None:
    """Play a saved game again: its log, or a check."""
    if verify:
        _verify(file)
        return
    session = session_of(file)
    viewer = side_of(session.game, side) if side else None
    turn = None
    for line in session.log(viewer):
        if line.turn != turn:
            turn = line.turn
            typer.echo(f"Turn {turn}")
        typer.echo(f"  {line.number:>4}  {line}")
    outcome = session.pos.outcome
    typer.echo(f"{session.revision} actions; {outcome.reason if outcome else 'not over yet'}")


def _verify(file: Path) -> None:
    from grognard.saves import SaveError, decode_save
    from grognard.session import replay as play_again

    try:
        save = decode_save(bytes_of(file))
        game = game_of(save.game)
        if save.rules != game.version:
            found([f"{file}: made by rules {save.rules}; these are rules {game.version}"])
        if save.data != game.data_hash:
            found([f"{file}: made with other data files of {game.slug}"])
        session = play_again(game, save)
    except SaveError as error:
        found([f"{file}: {error}"])
    hashes = len(save.hashes)
    typer.echo(f"{file}: {session.revision} actions replayed, {hashes} hashes agree")
