"""What the page lights up: reach, attacks, ranges and threats."""

from typing import Any

from tests.rules.ukraine44.play import attack, offered

from grognard.faces import Arrow, HexFill
from grognard.games.ukraine44.state import Pos
from grognard.testing import sketch

SLUG = "ukraine44"

MOVE = """
    board 9 x 7
    unit 6GTC 02.02
    unit 1ssPz 05.05
    phase movement soviet
"""


def lit(pos: Pos, name: str, arg: str = "", side: str = "soviet") -> HexFill:
    """The one area of an overlay."""
    pages: Any = pos.game.pages
    (area,) = pages.overlay(pos.view(side), name, arg)
    assert isinstance(area, HexFill)
    return area


def test_reach_lights_what_may_be_moved_to() -> None:
    """The lit hexes are the goals that are offered. Those of normal movement have the points
    that are left.
    """
    pos = sketch(SLUG, MOVE).apply("select 6GTC")
    area = lit(pos, "reach")
    assert set(area.hexes) == offered(pos, "move")
    far = {hex_ for hex_ in area.hexes if hex_ not in area.numbers}
    assert far
    assert all("strategic" in str(pos.way(hex_)) for hex_ in far)
    way = pos.way("02.03")
    assert way is not None
    assert area.numbers["02.03"] == way.left.split()[0]


def test_reach_marks_where_a_move_must_stop() -> None:
    """Hexes in an enemy zone are stops, others are not."""
    area = lit(sketch(SLUG, MOVE).apply("select 6GTC"), "reach")
    assert {"04.04", "05.04"} <= area.stops
    assert "02.03" in area.hexes
    assert "02.03" not in area.stops


def test_without_a_move_nothing_is_within_reach() -> None:
    """The overlay is empty while no formation is on the move."""
    pos = sketch(SLUG, MOVE)
    assert pos.game.pages.overlay(pos.view("soviet"), "reach") == ()


def test_an_attack_is_an_arrow_with_its_odds() -> None:
    """Each attacker has an arrow to the target; the first carries the odds of the panel."""
    text = "board 9 x 7\noption fog=false\nunit 6GTC 04.03\nunit 7GTC 05.04\nunit 1ssPz 04.04"
    pos = attack(sketch(SLUG, f"{text}\nphase combat soviet"), "04.04", "6GTC", "7GTC")
    first, second = pos.game.pages.scene(pos.view("soviet")).overlays
    assert isinstance(first, Arrow)
    assert isinstance(second, Arrow)
    assert (first.start, first.end, first.camp) == ("04.03", "04.04", "warm")
    assert pos.panel is not None
    assert first.label in {row.value for row in pos.panel.rows}
    assert (second.start, second.label) == ("05.04", "")


def test_the_range_of_an_enemy_can_be_seen_before_it_moves() -> None:
    """A range is where the formation could go if it were its turn."""
    pos = sketch(SLUG, MOVE)
    enemy = next(c.id for c in pos.view("soviet").counters if c.at == "05.05")
    mine = sketch(SLUG, MOVE.replace("movement soviet", "movement axis")).apply("select 1ssPz")
    assert set(lit(pos, "range", enemy).hexes) == offered(mine, "move")


def test_threats_are_the_enemies_that_could_attack_here() -> None:
    """An enemy within reach of a neighbouring hex is a threat, one far off is none."""
    pos = sketch(SLUG, MOVE.replace("9 x 7", "30 x 7"))
    assert lit(pos, "threat", "02.04").hexes == ("05.05",)
    assert lit(pos, "threat", "02.28").hexes == ()
