"""How the ends of recorded games are told to players."""

from pathlib import Path
from typing import Any

import pytest

from grognard import load
from grognard.saves import decode_save
from grognard.server import frames

HERE = Path(__file__).parent
LEAD = "a Soviet lead of 1 point was expected"
OIL = "3 or more win, 2 are a draw"
CITIES = "Chernovtsy (04.18), Berezhany (31.06) and Ternopol (33.15)"
#: The level and the sentence of each end.
TOLD = {
    "kanev43/draw": ("", f"The Soviets have 3 points and the Axis 4; {LEAD}"),
    "kanev43/axis-marginal": (
        "marginal victory",
        f"The Soviets have 2 points and the Axis 6; {LEAD}",
    ),
    "storm41/axis-points": ("", f"The Soviets have -1 victory points: {OIL}"),
    "storm41/soviet-points": ("", f"The Soviets have 4 victory points: {OIL}"),
    "ukraine43/draw": ("", "The Soviets have 4 points on turn 7, 1 below the benchmark of 5"),
    "ukraine43/soviet-sudden-death": (
        "sudden death",
        "The Soviets have 6 points on turn 4, 4 above the benchmark of 2",
    ),
    "ukraine44/axis-points": ("", "The Axis has 91 victory points and the Soviets 79"),
    "ukraine44/draw": ("", "Both sides have 90 victory points"),
    "ukraine44/sudden-death": ("sudden death", f"The Soviets hold {CITIES}"),
}


def ended(name: str) -> Any:
    """The last position of a recorded game."""
    slug, _, record = name.partition("/")
    save = decode_save((HERE / slug / "records" / f"{record}.json").read_bytes())
    return load(slug).from_json(bytes(save.state))


@pytest.mark.parametrize("name", TOLD)
def test_an_end_is_told_in_one_sentence(name: str) -> None:
    """With the counts that decided it and what they mean; "points" and "draw" say nothing that
    is not said already. What the state keeps stays as it was: old saves are checked against it.
    """
    pos = ended(name)
    told = pos.game.ending(pos)
    assert (told.level, told.reason) == TOLD[name]
    assert (told.winner, told.rule) == (pos.outcome.winner, pos.outcome.rule)


def test_the_page_is_told_the_same() -> None:
    """A seat reads the end in the words of the game."""
    pos = ended("ukraine44/draw")
    assert frames._told(pos, "axis").outcome == pos.game.ending(pos)


@pytest.mark.parametrize("slug", ["kanev43", "storm41", "ukraine43", "ukraine44"])
def test_who_gives_up_is_told_to_have_done_so(slug: str) -> None:
    """Points decide nothing then, and a game that goes on has no end."""
    pos = load(slug).start(seed=1)
    assert pos.game.ending(pos) is None
    over = pos.apply("resign axis")
    assert over.game.ending(over) == over.outcome
