"""Finding what the user names: games, saves, options. What is not there is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.settings import adopt
from grognard.cli.telling import found, telling_data_errors, wrong_use

if TYPE_CHECKING:
    from grognard.registry import AnyGame
    from grognard.session import Session

_YES_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def game_of(name: str, *, also_unfinished: bool = False) -> AnyGame:
    """A game by its slug, or by the module whose `load` makes it. One that is still being
    written is found only by commands for those who write it.
    """
    from grognard.registry import available, load, unfinished

    slug = adopt(name) if "." in name and name not in available() else name
    if slug not in available() and not (also_unfinished and slug in unfinished()):
        wrong_use(_no_game(slug, available()))
    try:
        with telling_data_errors():
            return load(slug)
    except ModuleNotFoundError as error:
        # Only the module that was named: what a game itself lacks is not the user's fault.
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        wrong_use(f"there is no module {error.name!r} here")


def _no_game(slug: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(slug, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(known) or 'none yet'}"
    return f"there is no game {slug!r}; {hint}"


def options_of(game: AnyGame, pairs: Iterable[str]) -> dict[str, Any]:
    """Options written NAME=VALUE, each of the type that the game wants."""
    import msgspec

    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            wrong_use(f"--option is written NAME=VALUE, not {pair!r}")
        given[name] = _YES_NO.get(value.lower(), value)
    unknown = sorted(set(given) - set(game.options_type.__struct_fields__))
    if unknown:
        known = ", ".join(game.options_type.__struct_fields__) or "none"
        wrong_use(f"{game.slug} has no option {', '.join(unknown)}; it has {known}")
    try:
        options = msgspec.convert(given, game.options_type, strict=False)
    except msgspec.ValidationError as error:
        wrong_use(f"--option: {error}")
    return {name: getattr(options, name) for name in given}


def scenario_of(game: AnyGame, name: str) -> str:
    """The id of a scenario; without a name the game's first."""
    if not name:
        return next(iter(game.scenarios))
    if name not in game.scenarios:
        wrong_use(f"{game.slug} has no scenario {name!r}; it has {', '.join(game.scenarios)}")
    return name


def side_of(game: AnyGame, name: str) -> str:
    """A side of a game."""
    if name not in game.sides:
        wrong_use(f"{game.slug} has no side {name!r}; its sides are {' and '.join(game.sides)}")
    return name


def bytes_of(path: Path) -> bytes:
    """What a file holds."""
    try:
        return path.read_bytes()
    except OSError as error:
        wrong_use(f"{path}: {(error.strerror or str(error)).lower()}")


def session_of(path: Path) -> Session:
    """A saved game, replayed and checked if rules and data are those of the save."""
    from grognard.saves import SaveError, decode_save
    from grognard.session import Session

    text = bytes_of(path)
    try:
        return Session.load(text, game_of(decode_save(text).game))
    except SaveError as error:
        found([f"{path}: {error}"])
