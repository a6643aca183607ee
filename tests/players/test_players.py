"""Computer players: what they are given, and what they answer. More games for the match:

$ PLAYER_GAMES=20 pytest tests/players
"""

import os
import random
from collections import Counter
from typing import Any

import pytest
from tests.leaks import positions, swapped

from grognard import load
from grognard.decisions import Side
from grognard.players import PLAYERS, Budget, Memory, Seat, players_for
from grognard.position import Position

SLUG = "ukraine44"
GAME: Any = load(SLUG)
SEEDS = range(1, 1 + int(os.environ.get("PLAYER_GAMES", "1")))
QUICK = Budget(nodes=3)
ENDLESS = 20_000

AnyPosition = Position[Any, Any, Any]


def play(names: dict[Side, str], seed: int, most: int = ENDLESS) -> tuple[AnyPosition, list[str]]:
    """A game between players, to its end or so far; every action is taken as its own side."""
    pos = GAME.start(seed=seed)
    seats = {side: Seat(PLAYERS[name], f"{seed}|{side}", QUICK) for side, name in names.items()}
    taken: list[str] = []
    while pos.outcome is None and len(taken) < most:
        side = pos.side
        chosen = seats[side](pos.view(side))
        assert chosen in pos.actions()
        pos = pos.apply(chosen, side=side)
        taken.append(str(chosen))
    return pos, taken


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """A player is a function of view, memory and seed; another seed plays otherwise."""
    sides = dict.fromkeys(GAME.sides, name)
    _, first = play(sides, 1, most=150)
    assert play(sides, 1, most=150)[1] == first
    assert play(sides, 2, most=150)[1] != first


@pytest.mark.parametrize("name", PLAYERS)
def test_states_that_look_alike_are_answered_alike(name: str) -> None:
    """With two hidden formations exchanged the same action comes: nothing hidden is used."""
    player, tried = PLAYERS[name], 0
    for pos, _, _, rng in positions(GAME, range(2), every=12):
        twin = swapped(pos, pos.side, rng) if pos.decision else None
        if twin is None:
            continue
        tried += 1
        memory = Memory(decisions=rng.randrange(100))
        answers = [
            player.decide(p.view(pos.side), memory, seed="7", budget=QUICK) for p in (pos, twin)
        ]
        assert answers[0] == answers[1]
    assert tried > 20


def test_dice_are_not_foreseen() -> None:
    """Other dice to come change no decision."""
    from msgspec.structs import replace

    pos = GAME.start(seed=5)
    rng = random.Random(5)
    for _ in range(60):
        other = GAME.position(replace(pos.state, drawn=pos.state.drawn + 50))
        answers = [
            PLAYERS["recruit"].decide(p.view(p.side), Memory(), seed="1", budget=QUICK)
            for p in (pos, other)
        ]
        assert answers[0] == answers[1]
        pos = pos.apply(rng.choice(pos.actions()))


def test_who_is_not_asked_does_not_answer() -> None:
    """A view without a question is refused."""
    pos = GAME.start(seed=1)
    waiting = pos.view(GAME.enemy(pos.side))
    with pytest.raises(ValueError, match="is not asked"):
        PLAYERS["random"].decide(waiting, Memory(), seed="1", budget=QUICK)


def test_players_are_listed_with_the_strongest_last() -> None:
    """Of a title with an appraisal all are known, of another only chance."""
    assert players_for(SLUG) == ("random", "recruit", "veteran")


def test_recruits_play_a_game_to_its_end() -> None:
    """Both sides come through all twelve turns, or one wins before."""
    pos, taken = play(dict.fromkeys(GAME.sides, "recruit"), 3)
    assert pos.outcome is not None
    verbs = Counter(one.split()[0] for one in taken)
    assert verbs["commit"] > 10, "they hardly fight"


@pytest.mark.parametrize("side", GAME.sides)
@pytest.mark.parametrize("seed", SEEDS)
def test_recruit_beats_random(side: Side, seed: int) -> None:
    """On either side, game after game."""
    names = {side: "recruit", GAME.enemy(side): "random"}
    pos, _ = play(names, seed)
    assert pos.outcome is not None
    assert pos.outcome.winner == side
