"""Settings of the command line that reach its worker processes: kept in the environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal, TextIO

#: Set: lines of text only, no colour, no boxes.
PLAIN = "GROGNARD_PLAIN"

#: Modules of games that do not come with the package, separated by commas. The last part of
#: a module's name is the game's slug, as it is for the games of the package.
OWN_GAMES = "GROGNARD_GAMES"


def is_plain(stream: TextIO | None = None) -> bool:
    """Should output be lines of text? Always where nobody looks at a terminal."""
    return bool(os.environ.get(PLAIN)) or not (stream or sys.stdout).isatty()


def help_style() -> Literal["rich"] | None:
    """How help is laid out: with colour and boxes only where somebody looks at it."""
    return None if is_plain() else "rich"


def adopt_games() -> None:
    """Register the games of one's own; they are loaded when first asked for."""
    for module in _own_games():
        adopt(module)


def _own_games() -> list[str]:
    names = os.environ.get(OWN_GAMES, "").split(",")
    return [name.strip() for name in names if name.strip()]


def adopt(module: str, home: Path | None = None) -> str:
    """Register the game of a module found in the present folder or in `home`; its slug."""
    from importlib import import_module

    from grognard.registry import AnyGame, register

    for folder in filter(None, (home, Path.cwd())):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))

    def load() -> AnyGame:
        game: AnyGame = import_module(module).load()
        return game

    slug = module.rpartition(".")[2]
    register(slug, load)
    os.environ[OWN_GAMES] = ",".join(dict.fromkeys([*_own_games(), module]))
    return slug
