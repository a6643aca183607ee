"""Seats: who plays which side, and the secret that proves it.

A human seat is held by whoever has its token. Only hashes of tokens are kept, and they are
compared in constant time, so neither the store nor the clock gives a seat away.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256
from hmac import compare_digest

from msgspec import Struct

from grognard.decisions import Side

HUMAN = "human"

_TOKEN_BYTES = 24


class Seats(Struct, frozen=True):
    """Who plays each side, `human` or the name of a computer player, and the hashes of the
    tokens of the human ones.
    """

    players: Mapping[Side, str]
    locks: Mapping[Side, str]

    def held_by(self, tokens: Iterable[str]) -> tuple[Side, ...]:
        """The sides whose tokens these are."""
        hashes = [hash_of(token) for token in tokens]
        return tuple(side for side, lock in self.locks.items() if _opens(lock, hashes))

    def all_held_by(self, tokens: Iterable[str]) -> bool:
        """Does the holder of these tokens play every side that a human plays?"""
        return len(self.held_by(tokens)) == len(self.locks)

    def computer(self, side: Side) -> str:
        """The computer player of a side; empty for a human one, and for no side."""
        player = self.players.get(side, HUMAN)
        return "" if player == HUMAN else player


def seat(players: Mapping[Side, str]) -> tuple[Seats, dict[Side, str]]:
    """Seats for these players, and the tokens of the human ones: they are told once."""
    humans = [side for side, player in players.items() if player == HUMAN]
    tokens = {side: secrets.token_urlsafe(_TOKEN_BYTES) for side in humans}
    locks = {side: hash_of(token) for side, token in tokens.items()}
    return Seats(dict(players), locks), tokens


def new_play_id() -> str:
    """The name of a new game: short enough for an address, too long to guess."""
    return secrets.token_urlsafe(9)


def hash_of(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _opens(lock: str, hashes: Iterable[str]) -> bool:
    """Is one of the hashes the right one? All are looked at, whichever it is."""
    found = False
    for each in hashes:
        found |= compare_digest(lock, each)
    return found
