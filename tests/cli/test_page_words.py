"""A game that has a page lends the text client its words."""

from typing import Any

import pytest
from tests.cli.duel import load

from grognard.cli.text.client import Client
from grognard.cli.text.screen import Screen
from grognard.cli.text.words import way_lines
from grognard.decisions import Part
from grognard.faces import Arrow, HexFill, HexLine, Overlay, SideLine
from grognard.page import OverlayKey, Page, Scene, Tally
from grognard.session import Session
from grognard.steps import Way
from grognard.view import View


class DuelPages:
    """Labels, words and overlays of the duel."""

    def page(self, scenario: str, options: Any) -> Page:
        keys = (OverlayKey("reach", "Reach", "R"), OverlayKey("line", "Line", "", "unit"))
        return Page(
            game="duel",
            title="The Duel",
            about="",
            sides=(),
            turns=(),
            phases=(),
            verbs={"select": "Call up", "done": "Done"},
            overlays=keys,
            boxes=(),
            legend=(),
            skins={},
        )

    def scene(self, view: View) -> Scene:
        return Scene(
            faces={},
            spoken={"r1": "Lions of the west, rested."},
            spots={"camp": "The tents"},
            tallies=(
                Tally("red", 3, (Part(3, "the ford", "1.2-1"),), most=5, stars=1, stars_of=2),
                Tally("blue", 0, ()),
            ),
            phase="",
            lines=("It rains.",),
        )

    def overlay(self, view: View, name: str, arg: str = "") -> tuple[Overlay, ...]:
        if name == "line":
            return (HexLine("supply", (arg, "01.01"), "ends here"),) if arg == "r1" else ()
        return (
            HexFill("reach", ("01.01", "01.02"), {"01.02": "4"}),
            SideLine("front", ("01.01/01.02",)),
            Arrow("01.01", "01.02", label="3-1"),
        )


class Script(Screen):
    """Types prepared lines and keeps what is answered to each."""

    def __init__(self, *lines: str) -> None:
        super().__init__(plain=True)
        self.lines = list(lines)
        self.answers: dict[str, list[str]] = {"": []}
        self.typed = ""

    def say(self, text: str = "", style: str = "") -> None:
        self.answers[self.typed].append(text)

    def ask(self, prompt: str) -> str | None:
        self.typed = self.lines.pop(0) if self.lines else ""
        self.answers.setdefault(self.typed, [])
        return self.typed or None


def answers(*typed: str, pages: bool = True) -> dict[str, list[str]]:
    game = load()
    if pages:
        game.__dict__["pages"] = DuelPages()
    script = Script(*typed)
    Client(Session(game.start(seed=1)), script, {}, seated="red").play()
    return script.answers


def test_verbs_have_the_games_own_words() -> None:
    """A label stands behind the verb that is typed, unless it says the same."""
    question = answers()[""]
    assert "  select (Call up): 1) r1 at 01.02" in question
    assert "  2) done" in question


def test_units_and_boxes_are_spoken_of_in_the_games_words() -> None:
    """Words for screen readers take the place of bare facts; boxes have their titles."""
    said = answers("unit r1", "status", "stack camp")
    assert said["unit r1"][0] == "r1, Red: Lions of the west, rested."
    assert said["status"][:2] == ["Turn 1, March", "It rains."]
    assert "  The tents: 1 unit" in said["status"]
    assert said["stack camp"] == ["The tents", "  r2, Red"]


def test_points_are_counted_term_by_term() -> None:
    """Each side's count has its terms, and a range where terms are hidden."""
    expected = ["Red: 3 to 5, 1 of 2 stars", "  +3 the ford (1.2-1)", "Blue: 0"]
    assert answers("points")["points"] == expected


def test_overlays_are_read_out() -> None:
    """Areas with their numbers, hexsides, lines and arrows in words."""
    said = answers("overlay reach", "overlay line R1", "overlay line b1")
    assert said["overlay reach"] == [
        "reach: 01.01, 01.02 4",
        "front: 01.01/01.02",
        "start 01.01, end 01.02, camp neutral, label 3-1",
    ]
    assert said["overlay line R1"] == ["supply (ends here): r1 - 01.01"]
    assert said["overlay line b1"] == ["Nothing to show."]


@pytest.mark.parametrize("typed", ["overlay", "overlay clouds"])
def test_overlays_are_listed(typed: str) -> None:
    """Without a name, or with a wrong one, the overlays that there are are named."""
    assert answers(typed)[typed] == ["  overlay reach: Reach", "  overlay line UNIT: Line"]


def test_without_a_page_there_are_none() -> None:
    """A game that has no page says so."""
    said = answers("overlay", "points", pages=False)
    assert said["overlay"] == ["This game has no overlays."]
    assert said["points"] == ["This game counts no points."]


def test_a_way_in_halves_is_told_in_points() -> None:
    """A game that reckons in half points is read in whole ones: 1/2 by road, then 1."""
    way = Way(("01.02", "01.03"), (Part(1, "by road", "4.2"), Part(2, "clear", "4.1")), "3",
              per_point=2)  # fmt: skip
    board = load().board
    assert way_lines(way, board)[1:] == [
        "  +0.5 by road (4.2)",
        "  +1 clear (4.1)",
        "  in all 1.5",
        "  left: 3",
    ]
