"""All players by name."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.players.chance import Chance
from grognard.players.player import Player
from grognard.players.recruit import Recruit
from grognard.players.veteran import Veteran

#: The strongest last.
PLAYERS: Mapping[str, Player] = {player.name: player for player in (Chance(), Recruit(), Veteran())}


def players_for(game: str) -> tuple[str, ...]:
    """The names of the players that know a title, the strongest last."""
    return tuple(name for name, player in PLAYERS.items() if player.knows(game))
