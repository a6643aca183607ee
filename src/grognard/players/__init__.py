"""Computer players. They are given Views and nothing else."""

from grognard.players.player import (
    Budget,
    Choice,
    Hint,
    Memory,
    Page,
    Player,
    Watch,
)
from grognard.players.roster import PLAYERS, players_for
from grognard.players.seat import Seat

__all__ = [
    "PLAYERS",
    "Budget",
    "Choice",
    "Hint",
    "Memory",
    "Page",
    "Player",
    "Seat",
    "Watch",
    "players_for",
]
