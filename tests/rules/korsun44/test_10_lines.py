"""10.1 Lines of supply: bases, roads, open country, what blocks them."""

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.field import GAME, SLUG
from tests.rules.korsun44.test_setup import begin_first_turn, begun

from grognard.games.korsun44.scenario import Bases
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.supply import in_supply, traced
from grognard.testing import sketch

#: Germans are supplied out of a town at the upper end of a strip of country, 0100.
TOWN = ("zone korsun 0100", "tag town 0100", "control german 0100")


def strip(*lines: str, columns: int = 1) -> Pos:
    """Thirty hexes one below the other, 0100 to 0129, and perhaps another column beside them."""
    return sketch(SLUG, "\n".join([f"board {columns} x 30", "turn 5", *TOWN, *lines]))


def field(*lines: str) -> Pos:
    """Open country of thirty columns and eleven rows; Soviets are supplied from three edges."""
    return sketch(SLUG, "\n".join(["board 30 x 11", "turn 5", *lines]))


def down(first: int, last: int) -> str:
    """The hexes of the strip from one row to another, with hyphens between them."""
    return "-".join(f"01{row:02d}" for row in range(first, last + 1))


@pytest.mark.rule(SLUG, "10.1.1", "10.1.5")
def test_roads_are_free() -> None:
    """Thirty hexes of road are as good as one; an enemy on it cuts it."""
    pos = strip("unit 80-34 0129", f"network main_road {down(0, 29)}")
    assert in_supply(pos, "80-34")
    assert [link.hex for link in traced(pos, GERMAN).line("0129")][-1] == "0100"
    cut = strip("unit 80-34 0129", f"network side_road {down(0, 29)}", "unit 62GRD 0115")
    assert not in_supply(cut, "80-34")


@pytest.mark.rule(SLUG, "10.1.6", "10.1.8")
@pytest.mark.parametrize(("hex_", "supplied"), [("0103", True), ("0104", False)])
def test_ten_points_off_the_road(hex_: str, supplied: bool) -> None:
    """Three clear hexes cost a truck 9; the fourth would make it 12."""
    assert in_supply(strip(f"unit 80-34 {hex_}"), "80-34") == supplied


@pytest.mark.rule(SLUG, "10.1.6", "G5")
@pytest.mark.parametrize(
    ("wood", "supplied"), [("0103", True), ("0102 0103", False), ("0100 0103", True)]
)
def test_a_line_pays_for_the_hexes_it_enters(wood: str, supplied: bool) -> None:
    """3 and 3 and, into a forest, 4 are 10; with two forests 11. The hex of the base is not
    entered.
    """
    pos = strip("unit 80-34 0103", f"terrain forest {wood}")
    assert in_supply(pos, "80-34") == supplied


@pytest.mark.rule(SLUG, "10.1.7")
def test_soviets_have_eight_points() -> None:
    """Two clear hexes from the edge, not three; the table has Americans 12, Romanians 7."""
    pos = field("unit 62GRD 1502", "unit 69GRD 1503", "unit HQ-VII 0107")
    assert in_supply(pos, "62GRD")
    free = traced(pos, SOVIET).reached()
    assert free[pos.board.grid.index["1402"]]
    assert not free[pos.board.grid.index["1003"]]
    supply = {name: nation.supply // 6 for name, nation in GAME.charts.nations.items()}
    assert supply == {"american": 12, "british": 12, "german": 10, "soviet": 8, "german allies": 7}


@pytest.mark.rule(SLUG, "10.1-ex", "G4")
def test_all_that_is_off_the_road_is_summed() -> None:
    """9 points, five hexes of road, then one clear hex: 12 in all is too much, unless a unit holds
    the end of the road. Railways are no roads.
    """
    road = f"network side_road {down(3, 8)}"
    assert not in_supply(strip("unit 107-34 0109", road), "107-34")
    assert in_supply(strip("unit 107-34 0109", "unit 80-34 0108", road), "107-34")
    assert not in_supply(strip("unit 80-34 0108", f"network railroad {down(0, 8)}"), "80-34")


@pytest.mark.rule(SLUG, "10.1.3")
def test_lines_do_not_hinder_each_other() -> None:
    """Six units at the end of one road are all supplied."""
    units = ("80-34", "107-34", "253-34", "305-198", "308-198", "326-198")
    places = [f"unit {unit} 01{20 + number // 2}" for number, unit in enumerate(units)]
    pos = strip(*places, f"network main_road {down(0, 20)}")
    assert all(in_supply(pos, unit) for unit in units)


CHAIN = ("unit 80-34 0103", "unit HQ-VII 0104", "unit 107-34 0105")


@pytest.mark.rule(SLUG, "10.1.9", "G11")
def test_friends_hand_supply_on() -> None:
    """Between neighbours who hold both hexes nothing is spent, in a swamp too; not over the
    Dnieper.
    """
    pos = strip(*CHAIN, "terrain swamp 0105")
    assert all(in_supply(pos, unit) for unit in ("80-34", "HQ-VII", "107-34"))
    assert not in_supply(strip(*CHAIN[1:]), "107-34")
    assert not in_supply(strip(*CHAIN, "hexside dnieper 0104/0105"), "107-34")


@pytest.mark.rule(SLUG, "10.1.8", "D1", "G11")
def test_no_line_spends_points_in_a_swamp() -> None:
    """It enters one along a road, or by the step between friends."""
    swamp = ("unit 80-34 0102", "terrain swamp 0101 0102")
    assert not in_supply(strip(*swamp), "80-34")
    assert in_supply(strip(*swamp, f"network side_road {down(0, 2)}"), "80-34")


#: A road past an enemy in 0205, whose zone lies on 0104 and 0105.
ROAD = ("unit 80-34 0110", f"network main_road {down(0, 10)}")
PAST = ("0104", "0105")


@pytest.mark.rule(SLUG, "10.1.10", "G15")
def test_enemy_zones_block_where_no_regular_unit_stands() -> None:
    """With infantry in both hexes the road is open, with guns not; but the guns in the first have
    their own line.
    """
    lines = (*ROAD, "unit 62GRD 0205")
    assert not in_supply(strip(*lines, columns=2), "80-34")
    held = [f"unit {u} {h}" for u, h in zip(("107-34", "253-34"), PAST, strict=True)]
    assert in_supply(strip(*lines, *held, columns=2), "80-34")
    guns = [f"unit {u} {h}" for u, h in zip(("Art-VII", "Art-XI"), PAST, strict=True)]
    pos = strip(*lines, *guns, columns=2)
    assert [in_supply(pos, unit) for unit in ("Art-VII", "Art-XI", "80-34")] == [True, False, False]


@pytest.mark.rule(SLUG, "10.1.11", "6.1.5", "G17")
@pytest.mark.parametrize(
    ("enemy", "open_"),
    [("62GRD 0205", False), ("1Art-4GA 0205", False), ("1Art-4GA 0205 limbered=true", True),
     ("HQ-4GA 0205", True)],
)  # fmt: skip
def test_who_blocks_a_road(enemy: str, open_: bool) -> None:
    """All enemies but HQs and guns on trucks: beside the road they close it."""
    assert in_supply(strip(*ROAD, f"unit {enemy}", columns=2), "80-34") == open_


@pytest.mark.rule(SLUG, "G17")
def test_a_garrison_blocks_a_line() -> None:
    """A German RG beside the road of a Soviet unit, which has no zone in movement."""
    road = "network main_road 1500-1501-1502-1503-1504-1505-1506"
    assert in_supply(field("unit 62GRD 1506", road), "62GRD")
    assert not in_supply(field("unit 62GRD 1506", road, "unit RG-Korsun 1603"), "62GRD")


@pytest.mark.rule(SLUG, "10.1.11", "G8")
def test_enemy_towns_block_empty_hexes() -> None:
    """An empty Soviet town beside the road does; a German or a contested one does not, nor one
    past which infantry holds the road.
    """
    lines = (*ROAD, "tag town 0205")
    assert not in_supply(strip(*lines, "control soviet 0205", columns=2), "80-34")
    assert in_supply(strip(*lines, "control german 0205", columns=2), "80-34")
    assert in_supply(strip(*lines, columns=2), "80-34")
    held = [f"unit {u} {h}" for u, h in zip(("107-34", "253-34"), PAST, strict=True)]
    assert in_supply(strip(*lines, *held, "control soviet 0205", columns=2), "80-34")


@pytest.mark.rule(SLUG, "10.1.11", "G19")
def test_a_town_that_has_been_entered_blocks_no_more() -> None:
    """Control changes when the Supply Phase ends, but nobody is cut off by his own garrison."""
    lines = (*ROAD, "tag town 0205", "control soviet 0205")
    assert in_supply(strip(*lines, "unit 107-34 0205", columns=2), "80-34")
    assert not in_supply(strip(*lines, columns=2), "80-34")


@pytest.mark.rule(SLUG, "G18", "D6")
def test_a_road_without_its_bridge_is_no_road() -> None:
    """The step then costs 3 and 2 for the river: with two hexes of open country that is 11. Over
    the Dnieper there is none.
    """
    lines = ("unit 80-34 0104", f"network main_road {down(0, 2)}", "hexside river 0101/0102",
             "hexside bridge 0101/0102")  # fmt: skip
    broken = "state broken_bridges=0101/0102"
    assert in_supply(strip(*lines), "80-34")
    assert not in_supply(strip(*lines, broken), "80-34")
    assert in_supply(strip(*lines, broken, "unit 107-34 0103"), "107-34")
    dnieper = [line.replace("river", "dnieper") for line in lines]
    assert not in_supply(strip(*dnieper, broken, "unit 107-34 0102"), "107-34")


# --- bases ------------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.1.4")
def test_bases_are_the_scenarios() -> None:
    """A town and an HQ as bases: who reaches either is supplied, who reaches neither is not."""
    scenes = {"korsun": replace(GAME.scenes["korsun"], bases={
        GERMAN: Bases(zones=("korsun",), staffs=("HQ-VII",)), SOVIET: Bases()})}  # fmt: skip
    pos = strip("unit 80-34 0102", "unit HQ-VII 0120", "unit 107-34 0122", "unit 253-34 0112")
    pos.game.scenes = scenes
    assert [in_supply(pos, unit) for unit in ("80-34", "107-34", "253-34")] == [True, True, False]


@pytest.mark.rule(SLUG, "K44-sup", "G7", "H8")
def test_korsun_is_a_base_while_a_hex_is_german() -> None:
    """With its last hex Soviet the pocket is out of supply; Soviets have none from the south."""
    zone = ("zone korsun 0100 0101", "tag town 0101", "unit 80-34 0101", "unit 107-34 0102")
    one = strip(*zone, "control german 0101", "control soviet 0100")
    assert in_supply(one, "107-34")
    assert not in_supply(strip(*zone, "control soviet 0100 0101"), "107-34")
    south = field("unit 62GRD 1510")
    assert not in_supply(south, "62GRD")


@pytest.mark.rule(SLUG, "G7", "G15")
@pytest.mark.parametrize("unit", ["Art-VII", "RG-Korsun", "HQ-VII"])
def test_who_stands_in_a_base_is_supplied(unit: str) -> None:
    """In the zone of an enemy too, though no line could be led on from there without infantry."""
    lines = (f"unit {unit} 0100", "unit 62GRD 0101")
    assert in_supply(strip(*lines), unit)
    assert not in_supply(strip(*lines, "control soviet 0100"), unit)


@pytest.mark.rule(SLUG, "G6", "DEB-sup", "H9")
def test_an_edge_is_a_base_where_it_is_free() -> None:
    """In Deblockade any hex of the southern edge serves the Germans, off the road too; not one in
    a zone of the enemy.
    """
    deblockade = {"korsun": GAME.scenes["deblockade"]}
    pos = field("unit 80-34 1508")
    pos.game.scenes = deblockade
    assert in_supply(pos, "80-34")
    enemies = [f"unit {u} {h}09" for u, h in (("62GRD", "13"), ("69GRD", "15"), ("31RD", "17"))]
    cut = field("unit 80-34 1508", *enemies)
    cut.game.scenes = deblockade
    assert not in_supply(cut, "80-34")


@pytest.mark.rule(SLUG, "7.3.7")
def test_fixed_positions_are_always_supplied() -> None:
    """Cut off in one, and one hex outside."""
    pos = strip("unit 80-34 0115", "unit 107-34 0116", "tag fixed_position 0115")
    assert in_supply(pos, "80-34")
    assert not in_supply(pos, "107-34")


@pytest.mark.rule(SLUG, "B8", "K44-sup")
@pytest.mark.parametrize("scenario", ["korsun", "deblockade"])
def test_who_is_supplied_at_the_start(scenario: str) -> None:
    """In January everybody; in February the pocket lives by Korsun."""
    pos = begin_first_turn(begun(GAME, scenario))
    cut = [u.id for u in pos.state.units if not in_supply(pos, u.id)]
    if scenario == "korsun":
        assert cut == []
    assert in_supply(pos, "602Inf")


@pytest.mark.rule(SLUG, "RET-sup")
def test_bases_of_the_retreat() -> None:
    """The same as in Korsun 1944."""
    assert GAME.scenes["retreat"].bases == GAME.scenes["korsun"].bases


@pytest.mark.rule(SLUG, "G20", "10.1.4", "H8")
def test_a_zone_that_has_been_retaken_serves_at_once() -> None:
    """A zone of the edge that the enemy took, and in which a unit of one's own stands again, is a
    base before control is judged; empty it is not.
    """
    road = "network main_road 0311-0310-0309-0308"
    lost = ("zone B 0311", road, "control soviet 0311", "unit 107-34 0308")

    def german(*lines: str) -> Pos:
        return sketch(SLUG, "\n".join(("board 6 x 12", "turn 5", *lines, "phase supply german")))

    assert not in_supply(german(*lost), "107-34")
    assert in_supply(german(*lost, "unit 80-34 0311"), "107-34")
