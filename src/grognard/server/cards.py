"""Cards: what the lobby, the rules panel and the inspectors are told of a game."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import inspect as types

from grognard.clauses import natural
from grognard.hexes import HexId
from grognard.page import Page
from grognard.registry import AnyGame
from grognard.render.layout import Layout
from grognard.server.computers import cards_for
from grognard.server.messages import (
    BoardMap,
    ClauseCard,
    GameCard,
    HexSpace,
    OptionCard,
    PieceCard,
    ScenarioCard,
)
from grognard.state import Options

_COMMENT = re.compile(r"\s*#: ?(.*)")
_FIELD = re.compile(r"\s*(\w+)\s*:")


# --- the lobby ----------------------------------------------------------------------------


def card_of(game: AnyGame, version: str) -> GameCard:
    """A game in the lobby."""
    page = page_of(game)
    return GameCard(
        slug=game.slug,
        title=game.title,
        about=page.about,
        version=version,
        sides=page.sides,
        scenarios=tuple(
            ScenarioCard(s.id, s.title, s.dates, s.turns, s.about) for s in game.scenarios.values()
        ),
        options=tuple(option_cards(game.options_type)),
        players=cards_for(game.slug),
        hexes=len(game.board.grid),
        pieces=len(game.pieces),
    )


def page_of(game: AnyGame, scenario: str = "") -> Page:
    """What the page of a scenario says before it is played, with the usual options."""
    assert game.pages is not None
    return game.pages.page(scenario or next(iter(game.scenarios)), game.make_options({}))


def option_cards(options: type[Options]) -> Iterator[OptionCard]:
    """The switches of a game. What each means stands in the source, in a comment over it."""
    says, usual = _comments(options), options()
    for field in msgspec.structs.fields(options):
        kind, choices = _kind(types.type_info(field.type))
        default = getattr(usual, field.name)
        yield OptionCard(field.name, says.get(field.name, ""), kind, default, choices)


def _kind(type_: Any) -> tuple[Literal["switch", "choice", "number", "text"], tuple[str, ...]]:
    if isinstance(type_, types.BoolType):
        return "switch", ()
    if isinstance(type_, types.LiteralType):
        return "choice", tuple(str(value) for value in type_.values)
    if isinstance(type_, types.IntType):
        return "number", ()
    return "text", ()


def _comments(kind: type) -> dict[str, str]:
    """The `#:` comments over the fields of a class."""
    found: dict[str, str] = {}
    words: list[str] = []
    for line in inspect.getsource(kind).splitlines():
        comment, field = _COMMENT.match(line), _FIELD.match(line)
        if comment:
            words.append(comment[1])
            continue
        if field and words:
            found[field[1]] = " ".join(words)
        words = []
    return found


# --- what is printed ----------------------------------------------------------------------


def clause_cards(game: AnyGame) -> tuple[ClauseCard, ...]:
    """All rules, in the order of the rulebook."""
    found = sorted(game.clauses.values(), key=lambda clause: natural(clause.id))
    return tuple(ClauseCard(c.id, c.number, c.title, c.says, c.kind) for c in found)


def piece_cards(game: AnyGame) -> tuple[PieceCard, ...]:
    """All counters of the box."""
    return tuple(PieceCard(p.id, p.side, p.title, p.source) for p in game.pieces)


def board_map(game: AnyGame) -> BoardMap:
    """The board, hex by hex."""
    board, layout = game.board, Layout(game.board.grid)
    assert game.pages is not None
    return BoardMap(
        name=board.name,
        shape="flat" if layout.flat else "pointy",
        width=round(layout.width, 2),
        height=round(layout.height, 2),
        hexes={name: _space(game, layout, name) for name in board.grid.hexes},
        sources=board.sources,
        titles=game.pages.ground,
        note=board.note,
    )


def _space(game: AnyGame, layout: Layout, name: HexId) -> HexSpace:
    board, grid = game.board, game.board.grid
    x, y = layout.centre(name)
    place, near = board.place_at(name), tuple(grid.neighbours(name))
    sides = {
        kind: tuple(other for other in near if grid.hexside(name, other) in marked)
        for kind, marked in (*board.hexsides.items(), *board.networks.items())
    }
    return HexSpace(
        x=round(x, 2),
        y=round(y, 2),
        terrain=board.terrain_of(name),
        place=place.name if place else "",
        tags=tuple(sorted(board.tags.get(name, ()))),
        sides={kind: others for kind, others in sides.items() if others},
        near=near,
    )
