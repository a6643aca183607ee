"""8.14 - 8.18 Air and city supply."""

import pytest

from grognard.games.ukraine44 import supply
from grognard.games.ukraine44.movement import allowance, may_go_far
from grognard.games.ukraine44.state import AIR_BOX, AXIS, LOST, SOVIET, Pos
from grognard.games.ukraine44.tigers import may_carry, rolling
from grognard.games.ukraine44.turn import SupplyCheck, Turn
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.testing import sketch

SLUG = "ukraine44"


def step_1b(text: str) -> Pos:
    """The position in which the Axis is asked for the Air Supply marker."""
    agenda = (Turn(stage="supply check"), SupplyCheck())
    return sketch(SLUG, f"{text}\nturn 3", agenda=agenda, run=True)


def state_of(text: str, unit: str) -> str:
    """The supply state that a check gives a formation."""
    return supply.new_state(sketch(SLUG, text), unit)


# --- 8.14  the marker's one action ------------------------------------------------------


@pytest.mark.rule(SLUG, "3.1-6")
def test_the_marker_begins_in_its_box() -> None:
    """At the start of the game no hex holds the Air Supply marker."""
    assert sketch(SLUG, "").game.start(seed=1).state.air == AIR_BOX


@pytest.mark.rule(SLUG, "8.14-1", "8.14-2", "S13")
def test_the_marker_is_placed_in_step_1b() -> None:
    """In step 1B the Axis may place the marker, or decline."""
    pos = step_1b("board 7 x 7\nunit 1ssPz 04.04")
    assert pos.side == AXIS
    assert pos.apply("place 03.03").state.air == "03.03"
    assert pos.apply("pass").state.air == AIR_BOX


@pytest.mark.rule(SLUG, "8.14-3", "8.14-4")
def test_a_marker_on_the_map_can_only_be_removed() -> None:
    """From the map it goes to its box; straight to another hex it never goes."""
    pos = step_1b("board 7 x 7\nunit 1ssPz 04.04\nstate air=02.02")
    assert pos.why_not("place 03.03") is not None
    assert pos.apply("choose remove").state.air == AIR_BOX
    assert pos.apply("choose remove").top.tag != "air supply"


@pytest.mark.rule(SLUG, "8.14-1")
def test_turn_1_has_no_step_1b() -> None:
    """On turn 1 nobody is asked for the marker."""
    agenda = (Turn(),)
    pos = sketch(SLUG, "board 7 x 7\nunit 1ssPz 04.04\nturn 1", agenda=agenda, run=True)
    assert pos.top.tag == "soviet turn"


# --- 8.15  where, and how far -----------------------------------------------------------


@pytest.mark.rule(SLUG, "8.15-1", "8.15-2", "U7")
@pytest.mark.parametrize(
    ("terrain", "place", "allowed"),
    [
        ("clear", "", True),
        ("woods", "", False),
        ("hill", "", False),
        ("clear", "village", True),
        ("woods", "village", True),
        ("hill", "village", False),
        ("woods", "town", True),
        ("hill", "town", True),
        ("hill", "city", True),
    ],
)
def test_the_marker_needs_clear_or_settled_ground(terrain: str, place: str, allowed: bool) -> None:
    """Clear, village, town or city, but no village in hills."""
    tag = f"\ntag {place} 03.03" if place else ""
    pos = step_1b(f"board 7 x 7\nterrain {terrain} 03.03\nunit 1ssPz 05.05{tag}")
    assert (pos.why_not("place 03.03") is None) == allowed
    assert ("place 03.03" in map(str, pos.actions())) == allowed


@pytest.mark.rule(SLUG, "8.15-3", "U7")
def test_the_marker_is_not_placed_in_an_enemy_zone_without_a_friend() -> None:
    """An enemy zone closes the hex unless an Axis formation is there; an enemy always does."""
    enemy = "board 9 x 7\nunit 6GTC 03.04"
    pos = step_1b(enemy)
    assert str(pos.why_not("place 03.03")).startswith("8.15-3")
    assert str(pos.why_not("place 03.04")).startswith("8.15-3")
    assert step_1b(f"{enemy}\nunit 1ssPz 03.03").why_not("place 03.03") is None


AIRLIFT = "board 14 x 3\nstate air=01.02\nunit 1ssPz {}"


@pytest.mark.rule(SLUG, "8.15-5", "8.15-8", "U15")
@pytest.mark.parametrize(("hex_", "state"), [("01.07", "air"), ("01.08", "out")])
def test_the_marker_supplies_within_five_hexes(hex_: str, state: str) -> None:
    """Five hexes from the formation, the marker's hex included, but not six; it is air
    supply, not regular supply.
    """
    assert state_of(AIRLIFT.format(hex_), "1ssPz") == state


@pytest.mark.rule(SLUG, "8.15-6")
def test_the_air_chain_does_not_pass_an_enemy_zone() -> None:
    """A zone across the only chain blocks it; formations in its hexes open it."""
    lane = "board 14 x 1\nstate air=01.02\nunit 1ssPz 01.06\nunit 6GTC 01.08"
    assert state_of(lane, "1ssPz") == "air"
    wall = "board 14 x 2\nstate air=01.02\nunit 1ssPz 01.06\nunit 6GTC 02.04"
    assert state_of(wall, "1ssPz") == "out"
    assert state_of(wall + "\nunit 2ssPz 01.04\nunit 6Pz 01.05", "1ssPz") == "air"


@pytest.mark.rule(SLUG, "8.15-4", "U14", "U16")
def test_a_marker_under_an_enemy_zone_supplies_nothing() -> None:
    """Covered it does not work; with a friend in its hex it does; it is never removed by it."""
    covered = "board 14 x 2\nstate air=01.04\nunit 1ssPz 01.01\nunit 6GTC 02.04"
    pos = sketch(SLUG, covered)
    assert in_enemy_zone(pos, AXIS, "01.04")
    assert supply.new_state(pos, "1ssPz") == "out"
    assert pos.state.air == "01.04"
    assert state_of(covered + "\nunit 2ssPz 01.04", "1ssPz") == "air"


@pytest.mark.rule(SLUG, "U6", "U15")
def test_the_air_chain_crosses_the_dniester_by_road_only() -> None:
    """The river bars the chain unless a road crosses the hexside."""
    bank = " ".join(f"01.0{c}/02.0{c} 01.0{c + 1}/02.0{c}" for c in range(1, 7))
    text = f"board 7 x 2\nhexside dniester {bank}\nstate air=01.03\nunit 1ssPz 02.03"
    assert state_of(text, "1ssPz") == "out"
    assert state_of(text + "\nnetwork road 01.03-02.03", "1ssPz") == "air"


FIELD = """
    board 20 x 6
    network road 01.01-01.02-01.03-01.04-01.05-01.06-01.07-01.08
    network road 01.08-01.09-01.10-01.11-01.12-01.13-01.14-01.15-01.16
    state air=01.01
    tag town 01.01
    unit 1ssPz 04.16
"""


@pytest.mark.rule(SLUG, "8.15-7", "8.15-8")
def test_from_the_two_airfields_the_marker_supplies_along_roads() -> None:
    """Three hexes from a road and fifteen along it: air supply from an airfield, nothing
    from another town.
    """
    assert state_of(FIELD + "\ntag air_source 01.01", "1ssPz") == "air"
    assert state_of(FIELD, "1ssPz") == "out"


@pytest.mark.rule(SLUG, "8.15-7")
def test_the_airfields_of_the_map() -> None:
    """Dunayevtsy and Kamenets-Podolskiy, and no other."""
    board = sketch(SLUG, "").board
    assert {board.called(h) for h in board.tagged("air_source")} == {
        "Dunayevtsy (17.29)",
        "Kamenets-Podolskiy (11.26)",
    }


@pytest.mark.rule(SLUG, "U16")
def test_an_airfield_needs_a_hex_free_of_enemy_zones_too() -> None:
    """Also there the marker works only in a free hex or with a friend."""
    text = FIELD + "\ntag air_source 01.01\nunit 6GTC 02.01"
    assert state_of(text, "1ssPz") == "out"
    assert state_of(text + "\nunit 2ssPz 01.01\nunit 6Pz 01.02", "1ssPz") == "air"


# --- 8.16  what air supply is worth -----------------------------------------------------


@pytest.mark.rule(SLUG, "8.16-1")
def test_air_supply_has_the_restrictions_of_out_of_supply() -> None:
    """8 points in the Movement Phase, 4 in Mobile Movement, and no strategic movement."""
    text = "board 7 x 7\nunit 1ssPz 04.04 supply=air\nunit 1/1PzA 02.02 supply=air\nphase {} axis"
    assert allowance(sketch(SLUG, text.format("movement")), "1ssPz") == 8
    assert allowance(sketch(SLUG, text.format("mobile-movement")), "1ssPz") == 4
    assert not may_go_far(sketch(SLUG, text.format("movement")), "1/1PzA")


@pytest.mark.rule(SLUG, "8.16-2", "8.10-4", "8.18-2", "12.6-1")
@pytest.mark.parametrize(
    ("state", "rolls"), [("in", 1), ("air", 1), ("city", 0), ("out", 0), ("isolated", 0)]
)
def test_tigers_fight_in_air_supply_but_not_without(state: str, rolls: int) -> None:
    """A Tiger rolls with a line or by air; not out of supply, isolated, or by its city only."""
    text = f"board 7 x 7\nunit 1ssPz 04.04 supply={state} tiger=Tiger503\nunit Tiger503 attached"
    pos = sketch(SLUG, text)
    assert len(rolling(pos, ("1ssPz",), "04.05")) == rolls


@pytest.mark.rule(SLUG, "8.16-4", "8.10-3", "8.18-3", "12.3-2")
@pytest.mark.parametrize("state", ["air", "city", "out", "isolated"])
def test_no_tiger_joins_without_a_ground_line(state: str) -> None:
    """Air or city supply is not enough to receive a Tiger."""
    pos = sketch(SLUG, f"board 7 x 7\nunit 1ssPz 04.04 supply={state}")
    refusal = may_carry(pos, pos.game.steps[0](), "1ssPz")
    assert refusal is not None
    assert refusal.rule == "12.3-2"


@pytest.mark.rule(SLUG, "8.16-3")
def test_air_supply_removes_markers_and_gives_the_zone_back() -> None:
    """An isolated formation that is reached by air has no marker and has its zone again."""
    text = "board 14 x 7\nstate air=03.02\nunit 1ssPz 03.05 supply=isolated\nturn 3"
    agenda = (Turn(stage="supply check"), SupplyCheck())
    pos = sketch(SLUG, text, agenda=agenda, run=True)
    assert not in_enemy_zone(pos, SOVIET, "03.06")
    pos = pos.apply("pass")
    assert pos.unit("1ssPz").supply == "air"
    assert in_enemy_zone(pos, SOVIET, "03.06")


# --- 8.17  losing the marker ------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.17-1", "U8")
def test_a_soviet_formation_that_passes_the_marker_destroys_it() -> None:
    """Entering is enough, also in passing; the marker never comes back."""
    text = "board 9 x 1\nstate air=01.03\nunit 6GTC 01.01\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 6GTC").apply("move 01.04")
    assert pos.state.air == LOST
    assert any("overrun" in str(event) for event in pos.events)
    later = step_1b("board 7 x 7\nunit 1ssPz 04.04\nstate air=lost")
    assert later.top.tag != "air supply"


@pytest.mark.rule(SLUG, "U8")
def test_an_axis_formation_does_not_destroy_the_marker() -> None:
    """Only Soviet formations do."""
    text = "board 9 x 1\nstate air=01.03\nunit 1ssPz 01.01\nphase movement axis"
    pos = sketch(SLUG, text).apply("select 1ssPz").apply("move 01.03")
    assert pos.state.air == "01.03"


# --- 8.18  city supply ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.18-1", "U1", "U13")
@pytest.mark.parametrize(("unit", "side"), [("1/1PzA", AXIS), ("8/60A", SOVIET)])
def test_a_city_supplies_whoever_is_in_it(unit: str, side: str) -> None:
    """Cut off in a city, a formation of either side is in supply: no marker, its zone, its
    strength, and strategic movement if its type may.
    """
    text = f"board 7 x 7\ntag city 04.04\nunit {unit} 04.04 supply={{}}"
    assert state_of(text.format("isolated"), unit) == "city"
    pos = sketch(SLUG, text.format("city"))
    assert may_go_far(pos, unit)
    assert in_enemy_zone(pos, pos.game.enemy(side), "04.05")


@pytest.mark.rule(SLUG, "U13")
def test_a_ground_line_comes_before_the_city() -> None:
    """With a line a formation in a city is simply in supply."""
    text = "board 7 x 7\ntag city 04.04\ntag axis_source 04.04\nunit 1ssPz 04.04"
    assert state_of(text + "\nnetwork road 04.04-04.05", "1ssPz") == "in"


TORN = "board 9 x 7\ntag city 04.04\nstate air=04.06\nunit 1ssPz 04.04 {}\nunit Tiger503 {}"


@pytest.mark.rule(SLUG, "U9")
def test_the_axis_chooses_between_city_and_air_for_a_tiger() -> None:
    """With a Tiger the Axis is asked which state applies; without one nobody asks."""
    pos = step_1b(TORN.format("tiger=Tiger503", "attached")).apply("pass")
    assert pos.top.tag == "city or air"
    assert pos.apply("choose air").unit("1ssPz").supply == "air"
    assert pos.apply("choose city").unit("1ssPz").supply == "city"
    plain = step_1b(TORN.format("", "tiger")).apply("pass")
    assert plain.top.tag != "city or air"
    assert plain.unit("1ssPz").supply == "city"


@pytest.mark.rule(SLUG, "8.17-2", "4.3-13")
def test_an_overrun_marker_is_worth_ten_points() -> None:
    """The Soviet total has ten points for it, once."""
    from grognard.games.ukraine44.victory import soviet_points

    pos = sketch(SLUG, "board 7 x 7\nstate air=lost")
    assert [(p.amount, p.rule) for p in soviet_points(pos)] == [(10, "4.3-13")]
    assert soviet_points(sketch(SLUG, "board 7 x 7")) == ()
