"""`grognard validate PLACE`: everything that is wrong with a board file or a game's data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.settings import adopt
from grognard.cli.telling import found, wrong_use

#: The entries by which a file is known to be a board.
_BOARD_KEYS = {"map", "grid", "letters", "terrain"}


def validate(
    place: Annotated[
        str, typer.Argument(help="A game, its folder or data folder, or a board file.")
    ],
) -> None:
    """Check a board file or all data of a game.

    Each problem is told with file, place and reason; the exit code is 1 if there is any.
    """
    path = _shipped(place) or Path(place)
    if not path.exists():
        wrong_use(f"{path}: there is no such game, file or folder")
    findings = _Findings()
    if path.is_dir():
        _check_folder(path, findings)
    else:
        _check_file(path, findings)
    if findings.problems:
        found(findings.problems)


def _shipped(slug: str) -> Path | None:
    """The folder of a game that comes with the package; its data may be too wrong to load it."""
    import grognard.games

    folders = (Path(home) / slug for home in grognard.games.__path__)
    return next((folder for folder in folders if (folder / "game.py").is_file()), None)


class _Findings:
    """What is wrong with the things that were looked at."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    @contextmanager
    def about(self, what: str) -> Iterator[None]:
        """Note what is wrong instead of stopping at it."""
        from grognard.data import DataError
        from grognard.steps import EngineError

        try:
            yield
        except DataError as error:
            self._note(str(error).splitlines())
        except (ValueError, LookupError, EngineError) as error:
            self._note([f"{what}: {error}"])

    def _note(self, problems: list[str]) -> None:
        # A game reads its files once more: what is wrong with one is said once.
        self.problems += [problem for problem in problems if problem not in self.problems]


def _check_folder(path: Path, findings: _Findings) -> None:
    """All data files one by one, then the game as a whole, if there is code to it."""
    data = path / "data" if (path / "data").is_dir() else path
    files = sorted(data.glob("*.yaml"))
    if not files:
        wrong_use(f"{path}: there are no data files here")
    for file in files:
        _check_file(file, findings)
    game = data.resolve().parent
    if data.name == "data" and (game / "game.py").is_file():
        _check_game(game, findings)


def _check_file(path: Path, findings: _Findings) -> None:
    from grognard.board import Board
    from grognard.clauses import ClauseFile
    from grognard.data import read_yaml

    with findings.about(path.name):
        if path.name in ("clauses.yaml", "rulings.yaml"):
            said = f"{len(read_yaml(path, ClauseFile).clauses)} clauses"
        elif _is_board(read_yaml(path, object)):
            board = Board.load(path)
            said = f"{board.name}, {len(board.grid)} hexes, {len(board.places)} places"
        else:
            said = "can be read"
        typer.echo(f"{path.name}: {said}")


def _is_board(entries: object) -> bool:
    return isinstance(entries, dict) and entries.keys() >= _BOARD_KEYS


def _check_game(folder: Path, findings: _Findings) -> None:
    """Load the game, list its clauses and begin each of its scenarios."""
    from grognard.registry import load

    slug = _slug_of(folder)
    with findings.about(slug):
        game = load(slug)
        typer.echo(f"{slug}: {len(game.clauses)} clauses in all, {len(game.pieces)} pieces")
        for name in game.scenarios:
            with findings.about(f"{slug} scenario {name!r}"):
                game.start(name, seed=1)
                typer.echo(f"{slug}: scenario {name!r} begins")


def _slug_of(folder: Path) -> str:
    """The slug under which the game of a folder can be loaded."""
    import grognard.games

    shipped = folder.parent in map(Path, grognard.games.__path__)
    return folder.name if shipped else adopt(folder.name, home=folder.parent)
