"""3.1 Movement: order, ways, points, costs, the one hex that is always open."""

from copy import copy

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.field import BLANK, GAME, SLUG, blank, cost, moving, of, reached, stopped
from tests.rules.korsun44.test_03_stacking import first_turn
from tests.rules.korsun44.test_08_interdiction import under
from tests.rules.korsun44.test_setup import to

from grognard.decisions import Due
from grognard.games.korsun44.charts import SIXTHS
from grognard.games.korsun44.points import allowance
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.turn import is_held_back
from grognard.testing import sketch

HALF = SIXTHS // 2


@pytest.mark.rule(SLUG, "3.1.1", "2.1.2")
@pytest.mark.parametrize("phase", ["combat"])
def test_units_move_in_the_movement_phase(phase: str) -> None:
    """In a Combat Phase nobody is moved."""
    units = ("unit 62GRD 0505", "unit 80-34 0905")
    assert moving(SOVIET, *units).why_not("select 62GRD") is None
    assert blank(phase, SOVIET, *units).why_not("select 62GRD") is not None
    assert of(moving(SOVIET, *units).why_not("select 80-34")) == "3.1.1"


@pytest.mark.rule(SLUG, "3.1.3")
def test_units_move_in_any_order() -> None:
    """The second unit first, the first one afterwards, neither twice."""
    pos = moving(SOVIET, "unit 62GRD 0505", "unit 69GRD 0705")
    pos = stopped(pos.apply("select 69GRD").apply("move 0704"))
    assert of(pos.why_not("select 69GRD")) == "3.1.6"
    pos = stopped(pos.apply("select 62GRD").apply("move 0504"))
    assert (pos.unit("62GRD").at, pos.unit("69GRD").at) == ("0504", "0704")


@pytest.mark.rule(SLUG, "3.1.4")
def test_a_way_has_no_gaps() -> None:
    """Every hex of a way is next to the one before it; a river all around closes the field."""
    river = " ".join(f"0505/{h}" for h in ("0504", "0506", "0405", "0406", "0605", "0606"))
    pos = moving(SOVIET, "unit 62GRD 0505", f"hexside dnieper {river}").apply("select 62GRD")
    assert reached(pos) == set()
    assert of(pos.why_not("move 0503")) == "3.1.11"
    way = moving(SOVIET, "unit 62GRD 0505").apply("select 62GRD").way("0503")
    assert way is not None
    assert way.hexes == ("0504", "0503")


@pytest.mark.rule(SLUG, "3.1.5", "3.1.6", "3.1.11", "T-terrain")
@pytest.mark.parametrize(
    ("unit", "points", "hexes"), [("62GRD", 4, 2), ("110-XVIII", 7, 3), ("AT-4GA", 7, 2)]
)
def test_points_are_paid_hex_by_hex(unit: str, points: int, hexes: int) -> None:
    """Infantry pays 1.5 for clear ground, tanks 2, trucks 3: two, three and two hexes."""
    pos = moving(SOVIET, f"unit {unit} 0509").apply(f"select {unit}")
    assert allowance(pos, unit) == points * SIXTHS
    assert f"{9 - hexes:02d}" in {h[2:] for h in reached(pos)}
    assert of(pos.why_not(f"move 05{9 - hexes - 1:02d}")) == "3.1.5"


@pytest.mark.rule(SLUG, "3.1.6")
def test_points_are_not_saved() -> None:
    """Who stops has finished; in the next turn it has its printed points, whatever it saved."""
    pos = moving(SOVIET, "unit 110-XVIII 0509").apply("select 110-XVIII")
    pos = stopped(pos.apply("move 0508"))
    assert of(pos.why_not("select 110-XVIII")) == "3.1.6"
    assert allowance(moving(SOVIET, "unit 110-XVIII 0508"), "110-XVIII") == 7 * SIXTHS


@pytest.mark.rule(SLUG, "3.1.7")
def test_nobody_gives_points_away() -> None:
    """Two hexes on, a stack of tanks and infantry has what the infantry has; without it the tanks
    go on with their own.
    """
    pos = moving(SOVIET, "unit 110-XVIII 0509", "unit 62GRD 0509")
    pos = pos.apply("select 110-XVIII").apply("join 62GRD").apply("move 0507")
    assert "(0 points left)" in pos.prompt
    pos = pos.apply("drop 62GRD")
    assert "(3 points left)" in pos.prompt
    pos = stopped(pos.apply("move 0506"))
    assert of(pos.why_not("select 62GRD")) == "3.1.6"
    assert (pos.unit("62GRD").at, pos.unit("110-XVIII").at) == ("0507", "0506")


@pytest.mark.rule(SLUG, "3.1.8")
def test_enemy_hexes_are_closed() -> None:
    """Infantry, and an HQ in company of infantry."""
    units = ("unit 62GRD 0505", "unit 80-34 0504", "unit HQ-VII 0504")
    assert of(moving(SOVIET, *units).apply("select 62GRD").why_not("move 0504")) == "3.1.8"


@pytest.mark.rule(SLUG, "3.1.9", "3.1.10", "D14")
def test_friends_are_passed_and_not_joined_beyond_the_limit() -> None:
    """Eight levels in a hex: ten units pass it by road, none ends there."""
    full = [f"unit {unit} 0504" for unit in ("69GRD", "7Abn", "5Abn", "1Abn")]
    ways = {"0505": ("62GRD", "31RD", "375RD", "25GRD"), "0605": ("66GRD", "214RD", "14GRD"),
            "0405": ("138RD", "213RD", "6Abn")}  # fmt: skip
    goals = {"0505": "0503", "0605": "0502", "0405": "0501"}
    starts = [f"unit {unit} {hex_}" for hex_, units in ways.items() for unit in units]
    roads = "network main_road 0505-0504-0503-0502-0501 0605-0504 0405-0504"
    pos = moving(SOVIET, *full, *starts, roads)
    for hex_, units in ways.items():
        for unit in units:
            pos = pos.apply(f"select {unit}")
            assert of(pos.why_not("move 0504")) == "3.2.1"
            way = pos.way(goals[hex_])
            assert way is not None
            assert way.hexes[0] == "0504"
            pos = stopped(pos.apply(f"move {goals[hex_]}"))


@pytest.mark.rule(SLUG, "3.1.12", "E15")
def test_costs_add_up() -> None:
    """Tanks pay 2 for clear, 1 for forest and 1 for a stream: 4 in all."""
    pos = moving(SOVIET, "unit 110-XVIII 0505", "terrain forest 0504", "hexside stream 0505/0504")
    assert cost(pos.apply("select 110-XVIII"), "0504") == 4 * SIXTHS


@pytest.mark.rule(SLUG, "3.1.12-ex")
def test_the_sum_of_the_example() -> None:
    """With the figures of the example, stream +2, it would be 5."""
    ground = GAME.charts.terrain
    example = (ground["clear"].costs["mech"] or 0) + (ground["forest"].costs["mech"] or 0)
    assert example + 2 * SIXTHS == 5 * SIXTHS


HARD = ("terrain wooded_hills 0504", "hexside river 0505/0504")


@pytest.mark.rule(SLUG, "3.1.13", "D4")
def test_one_hex_is_always_open() -> None:
    """Infantry with 4 points enters wooded hills over a river for all of them, though that is 4.5;
    not after it has spent something.
    """
    pos = moving(SOVIET, "unit 62GRD 0505", *HARD).apply("select 62GRD")
    assert cost(pos, "0504") == 4 * SIXTHS
    gone = moving(SOVIET, "unit 62GRD 0506", *HARD).apply("select 62GRD").apply("move 0505")
    assert of(gone.why_not("move 0504")) == "3.1.5"


@pytest.mark.rule(SLUG, "3.1.13-ex")
def test_one_hex_is_open_out_of_supply_too() -> None:
    """A truck of 7 points enters a hex of 9; infantry out of supply, with 2, one of 3, and its
    level does not rise.
    """
    nine = ("terrain wooded_hills 0504", "hexside river 0505/0504")
    tanks = moving(SOVIET, "unit AT-4GA 0505", *nine).apply("select AT-4GA")
    assert cost(tanks, "0504") == 6 * SIXTHS
    weak = moving(SOVIET, "unit 62GRD 0505 want=1", "terrain wooded_hills 0504").apply(
        "select 62GRD"
    )
    assert cost(weak, "0504") == 2 * SIXTHS
    assert weak.apply("move 0504").unit("62GRD").want == 1


@pytest.mark.rule(SLUG, "D3")
def test_leaving_a_zone_is_part_of_the_one_hex() -> None:
    """Out of a zone, over a river, into wooded hills: still all points, 4."""
    pos = moving(SOVIET, "unit 62GRD 0505", "unit 80-34 0506", *HARD).apply("select 62GRD")
    assert cost(pos, "0504") == 4 * SIXTHS


@pytest.mark.rule(SLUG, "C4", "10.2.2")
def test_points_are_never_rounded() -> None:
    """Out of supply seven points are three and a half."""
    pos = moving(SOVIET, "unit 110-XVIII 0505 want=1").apply("select 110-XVIII")
    assert "(3½ points left)" in pos.prompt


# --- what is shown ----------------------------------------------------------------------------


def told_way(pos: Pos, hex_: str) -> list[tuple[float, str]]:
    """The parts of the way to a hex, in points."""
    way = pos.way(hex_)
    assert way is not None
    return [(part.amount / SIXTHS, part.reason) for part in way.parts]


@pytest.mark.rule(SLUG, "3.1.11", "3.1.12", "8.2.13", "4.2.6", "D6")
def test_a_way_says_what_its_steps_are_paid_for() -> None:
    """Roads by their kind, else the ground; what water, zones and aircraft add stands apart."""
    tanks = ("unit 110-XVIII 0506", "network main_road 0506-0505", "unit 80-34 0507")
    ground = ("terrain wooded_hills 0504", "hexside stream 0505/0504")
    pos = under(moving(SOVIET, *tanks, *ground), x0505=1).apply("select 110-XVIII")
    assert told_way(pos, "0504") == [
        (0.5, "main road to 0505"), (1, "aircraft over 0505"), (1, "leaving an enemy zone"),
        (3.5, "hills and forest at 0504"), (1, "over a stream"),
    ]  # fmt: skip
    town = moving(SOVIET, "unit 62GRD 0505", "tag town 0504").apply("select 62GRD")
    assert told_way(town, "0504") == [(1, "town at 0504")]


@pytest.mark.rule(SLUG, "D7")
def test_the_hex_more_by_road_is_told_as_such() -> None:
    """The whole way is one by railway, though a side road runs beside it."""
    rails = SIDE.replace("side_road", "railroad")
    pos = moving(SOVIET, "unit 62GRD 0100", SIDE, rails).apply("select 62GRD")
    assert told_way(pos, "0105") == [(1, f"railway to 010{n}") for n in range(1, 6)]


@pytest.mark.rule(SLUG, "3.2.1", "B6")
def test_a_hex_that_is_too_full_is_named() -> None:
    """As long as it keeps the phase open the prompt does not speak of the end."""
    pos = first_turn()
    assert pos.prompt == "Choose a unit to move."
    assert pos.panel is not None
    assert pos.panel.duties == (Due("6022 is too full: 1 level must leave.", "3.2.1", "6022"),)
    after = stopped(pos.apply("select 8G-XX").apply("move 6122"))
    assert after.prompt == "Choose a unit to move, or end the phase."
    assert after.panel is not None
    assert after.panel.duties == ()


# --- roads ------------------------------------------------------------------------------------

#: Two roads side by side, ten hexes long.
SIDE = "network side_road 0100-0101-0102-0103-0104-0105-0106-0107-0108-0109"


@pytest.mark.rule(SLUG, "T-terrain-2", "D7")
@pytest.mark.parametrize(("network", "rate"), [("side_road", 1), ("railroad", 1)])
def test_one_hex_more_by_side_road_or_rail(network: str, rate: int) -> None:
    """Infantry with 4 points goes five hexes, and after four of them still one more."""
    road = SIDE.replace("side_road", network)
    pos = moving(SOVIET, "unit 62GRD 0109", road).apply("select 62GRD")
    assert cost(pos, "0105") == 4 * rate * SIXTHS
    assert "0104" in reached(pos)
    assert "0103" not in reached(pos)
    after = pos.apply("move 0105")
    assert "0104" in reached(after)
    assert "0103" not in reached(after)


@pytest.mark.rule(SLUG, "D7")
def test_all_of_the_way_must_be_on_the_road() -> None:
    """Tanks with 7 points: eight hexes by side road, seven with a step of main road in it, and no
    hex more for a way that began in the fields.
    """
    eight = moving(SOVIET, "unit AT-4GA 0109", SIDE).apply("select AT-4GA")
    assert "0101" in reached(eight)
    assert "0100" not in reached(eight)
    mixed = SIDE.replace("-0108-0109", "-0108") + "\nnetwork main_road 0108-0109"
    seven = moving(SOVIET, "unit AT-4GA 0109", mixed).apply("select AT-4GA")
    assert "0102" in reached(seven)
    assert "0101" not in reached(seven)
    begun = moving(SOVIET, "unit 62GRD 0209", SIDE).apply("select 62GRD").apply("move 0109")
    assert "0107" in reached(begun)
    assert "0106" not in reached(begun)


@pytest.mark.rule(SLUG, "D6", "14.1.2")
def test_a_road_over_a_bridge_costs_its_rate() -> None:
    """A third of a point by main road; without the bridge terrain and river, 3 and 2."""
    road = ("network main_road 0505-0504", "hexside river 0505/0504", "hexside bridge 0505/0504")
    pos = moving(SOVIET, "unit AT-4GA 0505", *road)
    assert cost(pos.apply("select AT-4GA"), "0504") == SIXTHS // 3
    broken = moving(SOVIET, "unit AT-4GA 0505", *road, "state broken_bridges=0504/0505")
    assert cost(broken.apply("select AT-4GA"), "0504") == 5 * SIXTHS


@pytest.mark.rule(SLUG, "T-terrain-1")
def test_city_hexes_are_joined_by_main_road() -> None:
    """From one hex of Korsun to the next a truck pays a third of a point."""
    zone = sorted(GAME.theatre.zone("korsun"))
    a, b = next((a, b) for a in zone for b in zone if GAME.board.grid.adjacent(a, b))
    pos = sketch(SLUG, f"turn 5\nunit 471AT {a}\nphase movement german").apply("select 471AT")
    assert cost(pos, b) == SIXTHS // 3


@pytest.mark.rule(SLUG, "D1")
@pytest.mark.parametrize(("unit", "points"), [("AT-4GA", 3), ("HQ-4GA", 3), ("110-XVIII", 2)])
def test_swamps_are_frozen(unit: str, points: int) -> None:
    """Trucks and HQs pay 3, tanks 2, as the table says."""
    pos = moving(SOVIET, f"unit {unit} 0505", "terrain swamp 0504").apply(f"select {unit}")
    assert cost(pos, "0504") == points * SIXTHS


@pytest.mark.rule(SLUG, "15.2.1")
def test_resilience_groups_never_move() -> None:
    """They have no points."""
    pos = moving(GERMAN, "unit RG-Korsun 0505", "unit 80-34 0605")
    assert of(pos.why_not("select RG-Korsun")) == "15.2.1"


@pytest.mark.rule(SLUG, "9.1.2")
def test_headquarters_have_ten_points() -> None:
    """Three clear hexes with one point left."""
    pos = moving(SOVIET, "unit HQ-4GA 0509").apply("select HQ-4GA")
    way = pos.way("0506")
    assert way is not None
    assert (cost(pos, "0506"), way.left) == (9 * SIXTHS, "1 left")


@pytest.mark.rule(SLUG, "9.1.3")
def test_headquarters_go_where_trucks_cannot() -> None:
    """On a map with ground closed to trucks an HQ enters it for 5 points, a regiment does not."""
    terrain = dict(GAME.charts.terrain)
    swamp = terrain["swamp"]
    terrain["swamp"] = replace(swamp, costs={**swamp.costs, "truck": None})
    game = copy(GAME)
    game.charts = replace(GAME.charts, terrain=terrain)
    lines = [*BLANK.split("\n"), "terrain swamp 0504", "unit HQ-4GA 0505", "unit AT-4GA 0505"]
    pos = sketch(game, "\n".join([*lines, "phase movement soviet"]))
    assert cost(pos.apply("select HQ-4GA"), "0504") == 5 * SIXTHS
    assert of(pos.apply("select AT-4GA").why_not("move 0504")) == "3.1.11"


@pytest.mark.rule(SLUG, "1.3-a", "6.2.1")
def test_guns_move_as_trucks() -> None:
    """Clear ground costs a gun on its trucks 3 points, a main road a third."""
    pos = moving(SOVIET, "unit 1Art-4GA 0505 limbered=true", "network main_road 0505-0506")
    pos = pos.apply("select 1Art-4GA")
    assert (cost(pos, "0504"), cost(pos, "0506")) == (3 * SIXTHS, SIXTHS // 3)


@pytest.mark.rule(SLUG, "K44-3", "D13")
@pytest.mark.parametrize(("turn", "refused"), [(2, "D13"), (3, "")])
@pytest.mark.parametrize("unit", ["74RD", "2-VM", "180RD"])
def test_the_first_ukrainian_front_waits(turn: int, refused: str, unit: str) -> None:
    """40, 6 Armored and 27 Army move from turn 3 on; 4 Guards Army at once."""
    text = f"board 12 x 10\nturn {turn}\nunit {unit} 0505\nunit 62GRD 0705\nphase movement soviet"
    pos = sketch(SLUG, text)
    assert of(pos.why_not(f"select {unit}")) == refused
    assert pos.why_not("select 62GRD") is None


@pytest.mark.rule(SLUG, "H6")
@pytest.mark.parametrize(("notes", "held"), [(False, False), (True, True)])
def test_in_the_retreat_nobody_waits(notes: bool, held: bool) -> None:
    """27 Army moves on turn 1; with the option not before turn 3."""
    pos = to(GAME.start("retreat", seed=1, retreat_notes=notes), "soviet deployment")
    assert is_held_back(pos, "180RD") == held


@pytest.mark.rule(SLUG, "D6", "D7", "T-terrain-2")
def test_who_fords_has_left_the_road() -> None:
    """Over a stream without its bridge a step is off the road: the bonus of the side road is lost,
    in one go or hex by hex.
    """
    road = "network side_road " + "-".join(f"{column:02}01" for column in range(1, 12))
    stream = "0300/0400 0300/0401 0301/0401 0301/0402 0302/0402 0302/0403 0303/0403"
    lines = (road, f"hexside stream {stream}", "hexside bridge 0301/0401", "unit 22-VG 0201")
    for gone in ("", "state broken_bridges=0301/0401"):
        start = moving(SOVIET, *lines, gone).apply("select 22-VG")
        there = start.apply("move 0401")
        assert ("0801" in reached(start)) == ("0801" in reached(there)) == (not gone)
