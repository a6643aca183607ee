"""What the page shows: counters, words, and the count of points."""

from typing import Any

import pytest
from tests.leaks import positions
from tests.rules.ukraine44.whole import begin, idling

from grognard import load
from grognard.decisions import total
from grognard.faces import Face
from grognard.games.ukraine44.game import Ukraine44
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.victory import points
from grognard.page import Tally
from grognard.testing import sketch

SLUG = "ukraine44"
GAME: Ukraine44 = load(SLUG)  # type: ignore[assignment]
VIEWERS = (AXIS, SOVIET, None)


def tallies(pos: Pos, viewer: str | None) -> dict[str, Tally]:
    """Both sides' points as a viewer is shown them."""
    return {tally.side: tally for tally in pos.game.pages.scene(pos.view(viewer)).tallies}


# --- the count --------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "4.3-1", "S9")
@pytest.mark.parametrize("options", [{}, {"lost_steps_score": False}])
def test_the_truth_lies_within_the_count_that_a_side_can_make(options: dict[str, Any]) -> None:
    """While counters lie hidden each viewer is shown the least and the most that both sides
    may have, and the true points lie between; its own count the Axis has to the point.
    """
    for pos, _, _, _ in positions(GAME, range(3), every=40, **options):
        true = {side: total(parts) for side, parts in points(pos).items()}
        for viewer in VIEWERS:
            for side, tally in tallies(pos, viewer).items():
                assert tally.most is not None
                assert tally.total <= true[side] <= tally.most
        assert tallies(pos, AXIS)[AXIS].total == tallies(pos, AXIS)[AXIS].most == true[AXIS]


@pytest.mark.rule(SLUG, "4.3-1", "V1")
@pytest.mark.parametrize("score", [True, False])
def test_without_fog_the_count_is_exact(score: bool) -> None:
    """With all counters open everybody is shown the points as they are."""
    for pos, _, _, _ in positions(GAME, [5], every=20, fog=False, lost_steps_score=score):
        true = {side: total(parts) for side, parts in points(pos).items()}
        for viewer in VIEWERS:
            shown = tallies(pos, viewer)
            assert {side: (t.total, t.most) for side, t in shown.items()} == {
                side: (n, n) for side, n in true.items()
            }


@pytest.mark.rule(SLUG, "4.3-3", "4.3-10", "S9")
@pytest.mark.parametrize(
    ("unit", "score", "escape", "cut_off"),
    [
        ("1ssPz", True, (6, 10), (12, 20)),
        ("1ssPz decoy=true", True, (1, 10), (2, 20)),
        ("1ssPz lost=6", True, (1, 10), (2 + 12, 20 + 12)),
        ("1ssPz lost=6", False, (1, 10), (12, 20)),
    ],
)
def test_a_hidden_formation_counts_as_what_it_may_be(
    unit: str, score: bool, escape: tuple[int, int], cut_off: tuple[int, int]
) -> None:
    """To the Soviets a panzer formation of the 1st Panzer Army has 6 to 10 steps, with a marker
    1 to 10. If it escapes they score for the Axis; cut off, twice for the Soviets, apart from
    the steps known to be lost. By the other reading of V1 all its printed steps score then.
    """
    name, _, fields = unit.partition(" ")
    option = f"option lost_steps_score={str(score).lower()}"
    north = sketch(SLUG, f"unit {name} 33.14 {fields}\n{option}\nphase movement soviet")
    alone = sketch(
        SLUG, f"board 3 x 3\nunit {name} 02.02 {fields}\n{option}\nphase movement soviet"
    )
    axis, soviet = tallies(north, SOVIET)[AXIS], tallies(alone, SOVIET)[SOVIET]
    assert (axis.total, axis.most) == escape
    assert (soviet.total, soviet.most) == cut_off


def test_the_count_at_the_end_is_that_of_the_outcome() -> None:
    """After the last turn the page shows what decided the game."""
    *_, end = idling(begin())
    assert end.outcome is not None
    shown = tallies(end, SOVIET)
    assert end.outcome.reason == (f"Axis {shown[AXIS].total}, Soviet {shown[SOVIET].total} points")


def test_the_count_says_that_it_is_not_the_end() -> None:
    """A formation that could still be caught has not escaped yet; when the game is over it has."""
    pos = sketch(SLUG, "unit 1ssPz 33.14\nphase movement soviet")
    (part,) = tallies(pos, AXIS)[AXIS].parts
    assert (part.amount, part.reason) == (8, "1ssPz, escaped if the game ended now")
    alone = sketch(SLUG, "board 3 x 3\nunit 1ssPz 02.02\nphase movement soviet")
    (part,) = tallies(alone, AXIS)[SOVIET].parts
    assert (part.amount, part.reason) == (16, "1ssPz, cut off if the game ended now")
    (part,) = tallies(pos.apply("resign soviet"), AXIS)[AXIS].parts
    assert part.reason == "1ssPz escaped"


def test_one_point_is_one() -> None:
    """Points are counted as people count them."""
    pos = sketch(SLUG, "board 9 x 7\nunit 6GTC 04.03\nphase movement soviet").apply("select 6GTC")
    assert "(7 points left" in pos.prompt
    assert "(1 point left" in pos.apply("move 07.02").prompt


def test_the_river_of_the_board_has_its_name() -> None:
    """Hex cards write it with a capital."""
    assert GAME.pages.ground["dniester"] == "Dniester"


def test_cities_of_sudden_death_are_counted() -> None:
    """The Soviet count has a star for each victory city held, of three that win."""
    pos = sketch(SLUG, "state held=31.06,18.03\nunit 6GTC 01.01\nphase movement soviet")
    assert (tallies(pos, AXIS)[SOVIET].stars, tallies(pos, AXIS)[SOVIET].stars_of) == (2, 3)
    assert tallies(pos, AXIS)[AXIS].stars_of == 0


# --- counters ---------------------------------------------------------------------------

FRONT = """
    board 9 x 7
    unit 6GTC 04.03 lost=3 supply=out
    unit 1ssPz 04.04 lost=2 tiger=Tiger503
    unit Tiger503 attached
    unit Gar-Ternopol 01.01
    state air=07.09
    turn 2
    phase movement axis
"""


def face(viewer: str, hex_: str) -> tuple[Face, str]:
    """The counter in a hex as a viewer sees it, and what is said of it."""
    pos = sketch(SLUG, FRONT)
    view = pos.view(viewer)
    assert pos.game.pages is not None
    scene = pos.game.pages.scene(view)
    (counter,) = (c for c in view.counters if c.at == hex_)
    return scene.faces[counter.id], scene.spoken[counter.id]


@pytest.mark.rule(SLUG, "2.2-5", "2.9-2")
def test_an_open_counter() -> None:
    """Its owner sees name, strengths after losses, printed ones, and steps lost."""
    shown, spoken = face(SOVIET, "04.03")
    assert (shown.id, shown.hidden) == ("6GTC", False)
    assert (shown.values, shown.printed) == (("5", "4", "7"), ("8", "7", "7"))
    assert (shown.rungs, shown.lost) == (7, 3)
    assert [badge.kind for badge in shown.badges] == ["oos"]
    assert spoken == (
        "6th Guards Tank Corps. Attack 5 of 8, defence 4 of 7, movement 7. "
        "4 of 7 steps left. Out of supply."
    )


@pytest.mark.rule(SLUG, "2.2-4", "6.4-4", "S9")
def test_a_hidden_counter() -> None:
    """The enemy sees colour and type, that steps are lost, supply and Tiger, and no more."""
    shown, spoken = face(SOVIET, "04.04")
    assert (shown.id, shown.hidden, shown.values, shown.printed) == ("", True, ("?", "?"), ())
    assert (shown.skin, shown.symbol, shown.lost) == ("1PzA mobile", "armour", None)
    assert [(badge.kind, badge.text) for badge in shown.badges] == [("count", "T")]
    assert spoken == (
        "1PzA mobile formation with Tiger503, strength unknown, with a loss marker, in supply."
    )
    garrison, _ = face(SOVIET, "01.01")
    assert (garrison.symbol, garrison.lost) == ("garrison", 0)


def test_the_air_supply_marker_lies_in_its_hex() -> None:
    """On the map it is shown where it is; in its box and lost it is not."""
    markers = GAME.pages.scene(sketch(SLUG, FRONT).view(SOVIET)).markers
    assert [face.title for face in markers["07.09"]] == ["Air Supply"]
    for spot in ("air_supply", "lost"):
        pos = sketch(SLUG, FRONT.replace("air=07.09", f"air={spot}"))
        assert GAME.pages.scene(pos.view(SOVIET)).markers == {}


def test_the_phase_bar_follows_the_sequence() -> None:
    """Every question lights up the phase that it belongs to."""
    shown: list[str] = []
    for pos in idling(begin()):
        if pos.turn == 3:
            break
        phase = GAME.pages.scene(pos.view(AXIS)).phase
        shown += [phase] if phase not in shown[-1:] else []
    page = GAME.pages.page("campaign", pos.state.options)
    ids = [space.id for space in page.phases]
    assert shown == ["", *ids[4:], *ids[:4], "", *ids[4:]]
