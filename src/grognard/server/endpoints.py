"""The HTTP interface as a table: the routes and the published schema are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from grognard.page import Page
from grognard.server.messages import (
    BoardMap,
    ClauseCard,
    GameCard,
    MyTokens,
    NewPlay,
    PieceCard,
    PlayCard,
    PlayKeys,
)

#: A saved game is a file of `grognard.saves`; a client need not look into it.
SaveFile = dict[str, Any]


class Parameter(Struct, frozen=True):
    """Something that may stand in the query of an address."""

    about: str
    choices: tuple[str, ...] = ()


VERSION = Parameter("The version of the game's card: the answer may then be kept for ever.")
SCENARIO = Parameter("The id of a scenario; the first if not given.")
WEATHER = Parameter("Tints the map.", ("", "snow", "mud"))


class Picture(Struct, frozen=True):
    """An answer that is no JSON."""

    type: str


class Endpoint(Struct, frozen=True, kw_only=True):
    """One request that the server answers. `name` is the method of `Api` that does."""

    name: str
    method: str
    path: str
    about: str
    gives: Any
    takes: Any = None
    status: int = 200
    errors: tuple[int, ...] = ()
    query: Mapping[str, Parameter] = {}
    secret: bool = False


def _of_game(name: str, path: str, about: str, gives: Any, **query: Parameter) -> Endpoint:
    """Something about a game that changes only with its version."""
    return Endpoint(
        name=name,
        method="GET",
        path=f"/api/games/{{slug}}{path}",
        about=about,
        gives=gives,
        errors=(400, 404) if query else (404,),
        query={**query, "v": VERSION},
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        name="games",
        method="GET",
        path="/api/games",
        about="All games that can be played.",
        gives=tuple[GameCard, ...],
    ),
    _of_game("game", "", "One game.", GameCard),
    _of_game("rules", "/rules", "The rules of a game, clause by clause.", tuple[ClauseCard, ...]),
    _of_game("pieces", "/pieces", "The counters of a game.", tuple[PieceCard, ...]),
    _of_game("board", "/board", "The board, hex by hex.", BoardMap),
    _of_game(
        "page",
        "/page",
        "What the page of a scenario says, with the usual options.",
        Page,
        scenario=SCENARIO,
    ),
    _of_game(
        "board_svg",
        "/board.svg",
        "The map: layers as groups with ids, one node a hex with `data-hex`.",
        Picture("image/svg+xml"),
        weather=WEATHER,
    ),
    _of_game("ground", "/ground", "The picture that lies under the map.", Picture("image/webp")),
    _of_game("thumbnail", "/thumbnail.png", "The map, small.", Picture("image/png")),
    Endpoint(
        name="begin",
        method="POST",
        path="/api/plays",
        about="Begin a game. The tokens are told once.",
        takes=NewPlay,
        gives=PlayKeys,
        status=201,
        errors=(400, 404, 413, 415),
    ),
    Endpoint(
        name="mine",
        method="POST",
        path="/api/plays/mine",
        about="The games in which the holder of these tokens has a seat, the latest first.",
        takes=MyTokens,
        gives=tuple[PlayCard, ...],
        errors=(400, 413, 415),
    ),
    Endpoint(
        name="load",
        method="POST",
        path="/api/plays/load",
        about=(
            "Go on with a saved game: the body is the file. Who plays a side is a query "
            "parameter with the side's name, as in `seats` of a new game."
        ),
        takes=SaveFile,
        gives=PlayKeys,
        status=201,
        errors=(400, 404, 413, 415),
    ),
    Endpoint(
        name="save",
        method="GET",
        path="/api/plays/{play}/save",
        about=(
            "The whole game as a file. It tells all, so while the game goes on it takes the "
            "tokens of all human seats; afterwards one of them."
        ),
        gives=SaveFile,
        errors=(403, 404, 410),
        secret=True,
    ),
    Endpoint(
        name="remove",
        method="DELETE",
        path="/api/plays/{play}",
        about="Forget a game. It takes the tokens of all human seats.",
        gives=None,
        status=204,
        errors=(403, 404),
        secret=True,
    ),
    Endpoint(
        name="schema",
        method="GET",
        path="/api/schema",
        about="This description.",
        gives=dict[str, Any],
    ),
)
