"""Computer players. They are given Views and nothing else."""

from grognard.players.player import Budget, Choice, Memory, Player
from grognard.players.roster import PLAYERS, players_for
from grognard.players.seat import Seat

__all__ = ["PLAYERS", "Budget", "Choice", "Memory", "Player", "Seat", "players_for"]
