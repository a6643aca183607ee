"""Dice that can be checked: a die is a hash of the seed and of its own name.

Nothing about a die is stored but how many were drawn, so a game is replayed from seed and
actions alone, everywhere alike. Two ways to name a die: by the running count, or, for
paired games of the lab, by what it decides (turn, place, name, and which one of these it
is), so that the same fight has the same luck in both games.
"""

from __future__ import annotations

from hashlib import blake2b

from grognard.state import State

Changes = dict[str, object]

#: The faces of the die used by every rule that does not say otherwise.
SIX = 6


def face(seed: str, key: str, faces: int = SIX) -> int:
    """One throw. Eight bytes make the faces equal to within one part in 10^18."""
    number = int.from_bytes(blake2b(f"{seed}|{key}".encode(), digest_size=8).digest())
    return number % faces + 1


def throw(state: State, name: str, place: str, faces: int = SIX) -> tuple[int, Changes]:
    """The next die of a game, and the fields of the state that it changes."""
    changes: Changes = {"drawn": state.drawn + 1}
    if not state.paired:
        return face(state.seed, f"{state.drawn}", faces), changes
    what = f"{state.turn}:{place}:{name}"
    # Earlier turns are over: their counts would only make the state grow.
    luck = {key: n for key, n in state.luck if key.startswith(f"{state.turn}:")}
    luck[what] = luck.get(what, 0) + 1
    changes["luck"] = tuple(sorted(luck.items()))
    return face(state.seed, f"{what}:{luck[what]}", faces), changes
