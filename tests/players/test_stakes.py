"""What a game says that attacks hang on: where that is the same, so is the attack."""

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from tests.leaks import positions

from grognard import load
from grognard.appraise import AnyPosition, BattleOutcome
from grognard.players.moves import imagine
from grognard.players.packages import Planner


def shifted(pos: AnyPosition, rng: Random) -> Iterator[AnyPosition]:
    """The position, and the same with troops put near their enemies, as planners imagine it."""
    yield pos
    neighbours = pos.board.grid.neighbours
    ours, theirs = (pos.game.appraisal.troops(pos, side) for side in pos.game.sides)
    for movers, others in ((ours, theirs), (theirs, ours)) if ours and theirs else ():
        for _ in range(5):
            beside = rng.choice(neighbours(rng.choice(others).hex))
            near = [h for h in neighbours(beside) if not pos.at(h)]
            several = rng.sample(movers, min(3, len(movers)))
            yield imagine(pos, dict(zip((t.id for t in several), near, strict=False)))


@pytest.mark.parametrize(
    ("slug", "scenario", "seeds"),
    [
        ("ukraine44", "", (1, 2)),
        ("ukraine43", "rumyantsev", (1, 2)),
        ("korsun44", "", (1, 2)),
        ("kanev43", "short_days", (2,)),
        ("storm41", "south", (1,)),
    ],
)
def test_the_same_stakes_mean_the_same_battle(
    slug: str, scenario: str, seeds: tuple[int, ...]
) -> None:
    """The best attack is remembered by its stakes from one position to another."""
    game: Any = load(slug)
    known: dict[Hashable, Sequence[BattleOutcome]] = {}
    repeated = 0
    tags = game.appraisal.tags
    for begun, _, _, rng in positions(game, seeds, every=10, scenario=scenario):
        planned = begun.top.tag in tags.movement | tags.combat
        for pos in shifted(begun, rng) if planned else ():
            for side in game.sides:
                for target, able in Planner(game.appraisal, pos, side).contacts().items():
                    units = tuple(troop.id for troop in able)
                    stakes = (target, game.appraisal.stakes(pos, units, target))
                    outcomes = game.appraisal.battle(pos, units, target)
                    repeated += stakes in known
                    assert known.setdefault(stakes, outcomes) == outcomes, stakes
    assert repeated > 50
