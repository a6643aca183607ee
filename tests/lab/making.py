"""Results made up for tests."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from grognard.lab.results import Result

PLAIN = Result(
    game="ford",
    rules="1",
    data="d1",
    scenario="crossing",
    options={"fog": True},
    paired=True,
    seed=1,
    players={"north": "a", "south": "b"},
    winner="north",
    level="marginal",
    reason="more villages at the end",
    turns=5,
    actions=100,
    seconds=0.5,
    margin=2.0,
    measures={"north points": [0, 1, 1, 2, 3], "margin": [0, 1, 1, 1, 2]},
    losses={"north": [0, 0, 1, 1, 1], "south": [0, 1, 1, 2, 2]},
    fights={"north": {"03.03": 1}},
    verbs={"north": {"move": 60}, "south": {"move": 40}},
    events={"north": {"combat": 1}},
    clauses={"8.1-4": 1},
    rolls={"north": {"combat": [0, 1, 0, 0, 0, 0]}},
)


def made(**changes: Any) -> Result:
    """A result with some fields changed."""
    return msgspec.structs.replace(PLAIN, **changes)


def series(first: str, second: str, outcome: str, start: int = 1) -> list[Result]:
    """A game for each letter, with the next seeds: `n` the north wins, `s` the south, `=` drawn."""
    winners = {"n": "north", "s": "south", "=": ""}
    return [
        made(
            seed=seed,
            players={"north": first, "south": second},
            winner=winners[letter],
            margin={"n": 3.0, "s": -3.0, "=": 0.0}[letter],
        )
        for seed, letter in enumerate(outcome, start)
    ]


def write(path: Path, results: Iterable[Result]) -> Path:
    """Results in a file."""
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in results))
    return path
