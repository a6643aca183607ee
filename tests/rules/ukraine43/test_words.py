"""What is said in Ukraine '43 is good English: one point, two points."""

import pytest
from tests.rules.ukraine43.battle import drawn, fight, told
from tests.rules.ukraine43.moves import does
from tests.rules.ukraine43.turns import run

from grognard.testing import sketch
from grognard.words import counted, doing, listed

SLUG = "ukraine43"


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 points"), ("1/2", "1/2 point"), (1, "1 point"), ("1 1/2", "1 1/2 points"),
     (2, "2 points")],
)  # fmt: skip
def test_counting(number: int | str, said: str) -> None:
    """One and one half are single, all else is many."""
    assert counted(number, "point") == said


def test_naming() -> None:
    """Names are joined by commas and "and"; the verb goes with their number."""
    assert listed(["1TA", "2TC", "6TC"]) == "1TA, 2TC and 6TC"
    assert (counted(1, "hex", "hexes"), counted(2, "hex", "hexes")) == ("1 hex", "2 hexes")
    assert (doing(["259/279"], "retreats", "retreat"), doing([1, 2], "Die", "Dice")) == (
        "retreats",
        "Dice",
    )


def test_what_is_left_of_a_move() -> None:
    """In points that are there, those of Extended Movement included."""
    pos = sketch(SLUG, "board 8 x 12\nunit 88ID 0402\nphase movement axis").apply("select 88ID")
    assert pos.prompt == "Move 88ID (4 points left), or stop."
    pos = does(pos, "move 0405")
    assert "(1 point left)" in pos.prompt
    pos = does(pos, "mode extended")
    assert "(4 points left, extended)" in pos.prompt
    assert "(1 point left, extended)" in does(pos, "move 0408").prompt


def test_an_arrival_that_stays_does_not_move() -> None:
    """A reinforcement that stops in its entry hex has arrived, and nothing more is told."""
    text = "board 8 x 12\ncontrol axis 0106\nunit GD arrivals\nturn 2\nphase movement axis"
    pos = does(sketch(SLUG, text), "select GD", "place 0106")
    assert told(pos, "arrival") == ["GD arrives at 0106."]
    assert told(does(pos, "stop"), "move") == []


def test_attacks_and_dice() -> None:
    """A shift is told if there is one; a single die is no dice."""
    text, strong = "unit 67/71G E\nunit 88ID T\nphase first-combat soviet", {"u67/71G": (21, 6)}
    fought = fight(drawn(text, **strong), ["67/71G"], [3])
    assert told(fought, "attack") == ["67/71G attacks 0404 with 21 against 7, 3-1."]
    assert told(fought, "combat") == ["Die 3 at 3-1: DR; losses 0 and 0."]
    rain = drawn(f"{text}\nstate weather=rain", **strong)
    assert told(fight(rain, ["67/71G"], [4]), "attack") == [
        "67/71G attacks 0404 with 21 against 7, 3-1, shifted by -1."
    ]


@pytest.mark.rule(SLUG, "14.7B-1")
def test_petrol_without_a_source() -> None:
    """Who has no source anywhere is not told a distance."""
    pos = run("board 8 x 12\nunit 2TC 0404\nphase initial-supply soviet", [6])
    assert told(pos, "petrol") == ["2TC, without any source, has petrol."]
