"""Who plays in the lab: a computer player, and the work that it may spend on a decision.

Written `veteran`, or `veteran@nodes=200`: two budgets are two entrants with two ratings.
"""

from __future__ import annotations

from difflib import get_close_matches

import msgspec
from msgspec import Struct

from grognard.players import PLAYERS, Budget, Seat, players_for


class UnknownEntrant(ValueError):
    """There is no such player, or no such budget; says what there is."""


class Entrant(Struct, frozen=True):
    """A player with a budget. `budget` is empty where it is the player's usual one."""

    player: str
    budget: str = ""

    def __str__(self) -> str:
        return f"{self.player}@{self.budget}" if self.budget else self.player

    def seat(self, seed: str) -> Seat:
        """The entrant at the table. The same seed gives the same answers again."""
        return Seat(PLAYERS[self.player], seed, _budget(self.budget) if self.budget else None)


def entrant_of(text: str, budget: str = "") -> Entrant:
    """Read an entrant; `budget` is for one that names none of its own."""
    player, _, own = text.partition("@")
    if player not in PLAYERS:
        raise UnknownEntrant(_no_player(player, tuple(PLAYERS)))
    chosen = own or budget
    return Entrant(player, _spelt(_budget(chosen)) if chosen else "")


def check_knows(entrant: Entrant, game: str) -> None:
    """Refuse a player that cannot play a title."""
    known = players_for(game)
    if entrant.player not in known:
        raise UnknownEntrant(f"{entrant.player} does not know {game}; {', '.join(known)} do")


def _budget(text: str) -> Budget:
    """A budget written `200` or `nodes=200`; several fields with commas."""
    fields = Budget.__struct_fields__
    given: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        given.update({name: value} if equals else {fields[0]: name})
    unknown = sorted(set(given) - set(fields))
    if unknown:
        raise UnknownEntrant(f"a budget has no {', '.join(unknown)}; it has {', '.join(fields)}")
    try:
        return msgspec.convert(given, Budget, strict=False)
    except msgspec.ValidationError as error:
        raise UnknownEntrant(f"budget {text!r}: {error}") from error


def _spelt(budget: Budget) -> str:
    """The fields that differ from the usual, so that equal budgets are written alike."""
    usual, own = msgspec.structs.asdict(Budget()), msgspec.structs.asdict(budget)
    return ",".join(f"{name}={own[name]}" for name in own if own[name] != usual[name])


def _no_player(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(known)}"
    return f"there is no player {name!r}; {hint}"
