"""6 Zones of control, 7 zone bonds."""

import pytest
from tests.rules.ukraine43.moves import DNIEPER, cost, denied, offered

from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.zones import bonds, in_enemy_bond, in_enemy_zone
from grognard.testing import sketch

SLUG = "ukraine43"


def drawn(*lines: str) -> Pos:
    return sketch(SLUG, "\n".join(("board 8 x 12", *lines)))


def zone_of(pos: Pos, side: str) -> set[str]:
    """The hexes in zones of a side."""
    return {h for h in pos.board.grid if in_enemy_zone(pos, pos.game.enemy(side), h)}


# --- 6  zones -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.1-1", "6.2-1", "11.1-2")
@pytest.mark.parametrize("state", ["", " reduced=true disrupted=true oos=true"])
def test_a_combat_unit_has_a_zone_around_it(state: str) -> None:
    """Six hexes, whatever has become of the unit."""
    pos = drawn(f"unit 23/218 0404{state}")
    assert zone_of(pos, SOVIET) == set(pos.board.grid.neighbours("0404"))


@pytest.mark.rule(SLUG, "6.2-2", "5.1D", "20.1-2", "26.3-3")
@pytest.mark.parametrize("unit", ["1440SU", "13Art", "1TA", "VorF", "1GAb", "Zhukov", "2VA-a"])
def test_nobody_else_has_one(unit: str) -> None:
    """Support units, HQs, leaders and air units have no zone."""
    assert zone_of(drawn(f"unit {unit} 0404"), SOVIET) == set()


@pytest.mark.rule(SLUG, "6.1-2", "6.4")
def test_zones_cross_neither_major_rivers_nor_sea() -> None:
    """Not to the far bank, bridge or no bridge, and not over an all-sea hexside."""
    pos = drawn(
        DNIEPER, "network primary 0404-0405", "hexside sea_side 0404/0403", "unit 23/218 0404"
    )
    assert zone_of(pos, SOVIET) == {"0303", "0304", "0503", "0504"}
    free = sketch(
        SLUG, f"board 8 x 12\n{DNIEPER}\nunit 88ID 0405\nunit 2TC 0404\nphase movement soviet"
    )
    assert cost(free.apply("select 2TC"), "0403") == 1


@pytest.mark.rule(SLUG, "6.3A", "6.3B-1", "6.3B-2", "6.3B-3", "6.1-3")
def test_zones_are_sticky() -> None:
    """Into a zone 1, on to a second hex of it 3, out of it 3: nobody has to stop."""
    text = "board 8 x 12\nunit 88ID 0404\nunit 2TC 0302\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 2TC")
    assert cost(pos, "0303") == 1
    assert cost(pos.apply("move 0303"), "0304") == 3
    assert cost(pos.apply("move 0303"), "0203") == 3
    assert "0305" in offered(pos, "move")


# --- 7  bonds -----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "7.1-1", "7.1-2", "R-18")
def test_the_two_kinds_of_bonds() -> None:
    """Two apart in a line: the hex between is closed. Two apart off the line: a hexside."""
    hex_bond = bonds(drawn("unit 88ID 0403", "unit 327ID 0405"), AXIS)
    assert hex_bond.hexes == ("0404",)
    assert hex_bond.hexsides == ()
    side_bond = bonds(drawn("unit 88ID 0404", "unit 327ID 0504"), AXIS)
    assert side_bond.hexes == side_bond.hexsides == ()
    side_bond = bonds(drawn("unit 88ID 0404", "unit 327ID 0604"), AXIS)
    assert side_bond.hexes == ()
    assert side_bond.hexsides == ("0503/0504",)


@pytest.mark.rule(SLUG, "R-18")
def test_a_unit_has_twelve_partners() -> None:
    """Six hexes around make Hex Bonds with it, six Hexside Bonds; a second division in a hex
    adds nothing.
    """
    grid = drawn().board.grid
    kinds = [bonds(drawn("unit 88ID 0406", f"unit 327ID {h}"), AXIS) for h in grid.ring("0406", 2)]
    assert sorted((len(b.hexes), len(b.hexsides)) for b in kinds) == [(0, 1)] * 6 + [(1, 0)] * 6
    two = bonds(drawn("unit 88ID 0403", "unit 75ID 0403", "unit 327ID 0405"), AXIS)
    assert (two.hexes, two.hexsides) == (("0404",), ())


@pytest.mark.rule(SLUG, "7.2-1a")
def test_no_enemy_enters_or_crosses_a_bond() -> None:
    """Neither into the hex nor over the hexside."""
    text = "board 8 x 12\nunit 88ID 0303\nunit 327ID 0504\nunit 2TC 0403\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 2TC")
    assert bonds(pos, AXIS).hexes == ("0404",)
    assert in_enemy_bond(pos, SOVIET, "0404")
    assert denied(pos, "move 0404") == "7.2-1a"
    text = "board 8 x 12\nunit 88ID 0404\nunit 327ID 0604\nunit 2TC 0503\nphase movement soviet"
    pos = sketch(SLUG, text).apply("select 2TC")
    assert denied(pos, "move 0504") in ("7.2-1a", "4.1-1")
    assert "0504" not in offered(pos, "move")


@pytest.mark.rule(SLUG, "7.3-1", "7.3-2", "7.3-3", "7.3-4", "R-19")
@pytest.mark.parametrize(
    ("terrain", "holds"),
    [("", True), ("tag town 0404", False), ("tag city 0404", False), ("tag village 0404", True),
     ("hexside river 0403/0404", True), ("hexside river 0403/0404 0404/0405", False),
     ("hexside major_river 0403/0404", False), ("hexside sea_side 0404/0405", False),
     ("terrain sea 0404", False)],
)  # fmt: skip
def test_terrain_breaks_hex_bonds(terrain: str, holds: bool) -> None:
    """Towns, sea, Major Rivers and two rivers do; a village or one river does not."""
    pos = drawn(terrain, "unit 88ID 0403", "unit 327ID 0405")
    assert bool(bonds(pos, AXIS).hexes) is holds


BOTH_WAYS = "hexside {0} 0404/0503 0503/0604 0404/0504 0504/0604"


@pytest.mark.rule(SLUG, "R-19")
@pytest.mark.parametrize(
    ("terrain", "holds"),
    [("hexside major_river 0404/0503", True), ("tag town 0503", True),
     (BOTH_WAYS.format("river"), False), (BOTH_WAYS.format("major_river"), False)],
)  # fmt: skip
def test_a_hexside_bond_needs_one_way(terrain: str, holds: bool) -> None:
    """It stands if one of its two ways does; towns do not matter to it."""
    pos = drawn(terrain, "unit 88ID 0404", "unit 327ID 0604")
    assert bool(bonds(pos, AXIS).hexsides) is holds


@pytest.mark.rule(SLUG, "7.4-1", "R-20", "R-21")
@pytest.mark.parametrize(
    ("there", "holds"),
    [("1440SU", False), ("VorF", False), ("Tiger503", False), ("Zhukov", True), ("2VA-a", True)],
)
def test_any_ground_unit_undoes_a_hex_bond(there: str, holds: bool) -> None:
    """An enemy brigade or HQ, or a friend in the hex; leaders and air units do not."""
    pos = drawn("unit 88ID 0403", "unit 327ID 0405", f"unit {there} 0404")
    assert bool(bonds(pos, AXIS).hexes) is holds


@pytest.mark.rule(SLUG, "7.4-2", "R-20", "R-21")
def test_a_hexside_bond_is_negated_from_both_sides_only() -> None:
    """One enemy beside the hexside is not enough, nor is a friend."""
    units = ("unit 88ID 0404", "unit 327ID 0604")
    assert bonds(drawn(*units, "unit 1440SU 0503"), AXIS).hexsides == ("0503/0504",)
    assert bonds(drawn(*units, "unit StuG 0503"), AXIS).hexsides == ("0503/0504",)
    both = drawn(*units, "unit 1440SU 0503", "unit 1549SU 0504")
    assert bonds(both, AXIS).hexsides == ()


@pytest.mark.rule(SLUG, "7.5", "7.6-1", "7.6-ex", "R-23")
def test_bonds_with_the_coast_and_none_with_the_edge() -> None:
    """One hex inland of a straight coast a unit has two hexside bonds; at the map edge none."""
    rows = {c: range(6 if c % 2 else 7, 13) for c in range(1, 9)}
    sea = "terrain sea " + " ".join(f"{c:02}{r:02}" for c in rows for r in rows[c])
    pos = drawn(sea, "unit 23/218 0405")
    assert bonds(pos, SOVIET).hexsides == ("0305/0406", "0406/0505")
    assert bonds(pos, SOVIET).hexes == ()
    assert bonds(drawn("unit 23/218 0402"), SOVIET).hexsides == ()


@pytest.mark.rule(SLUG, "7.7", "R-22")
def test_crossing_bonds_close_the_way_to_both() -> None:
    """Two Hex Bonds through one vacant hex: it is closed to both sides."""
    pos = drawn("unit 88ID 0303", "unit 327ID 0504", "unit 23/218 0403", "unit 29/30 0405")
    assert in_enemy_bond(pos, SOVIET, "0404")
    assert in_enemy_bond(pos, AXIS, "0404")


@pytest.mark.rule(SLUG, "7.7", "R-22")
def test_a_hexside_bond_across_a_hex_bond() -> None:
    """A Hexside Bond between X and Y, and an enemy Hex Bond from X through Y: neither side
    may use what is contested.
    """
    pos = drawn("unit 88ID 0404", "unit 327ID 0604", "unit 23/218 0503", "unit 29/30 0505")
    assert "0503/0504" in bonds(pos, AXIS).hexsides
    assert in_enemy_bond(pos, AXIS, "0504")
