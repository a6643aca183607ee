"""13 Mobile Assaults."""

import pytest
from tests.rules.ukraine43.battle import NORTH, SLUG, TARGET, denied, drawn, offered

from grognard.decisions import total
from grognard.games.ukraine43.mobile_assault import cost_parts
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.state import SOVIET, Pos
from grognard.games.ukraine43.ways import budget
from grognard.games.ukraine43.zones import bonds

EXPLOITATION = "\nphase exploitation axis"


def left(pos: Pos) -> int:
    """The points that the open move has left, in halves."""
    return budget(pos, pos.within(Moving))


def assault(pos: Pos, unit: str, dice: list[int], target: str = TARGET) -> Pos:
    """Assault a hex out of the open or a new move."""
    if pos.top.tag != "moving":
        pos = pos.apply(f"select {unit}")
    return pos.apply(f"assault {target}").apply("commit", dice=dice)


def panzers(more: str = "", **values: tuple[int, int]) -> Pos:
    """A panzer division of 21 next to a rifle unit of 7: 3-1."""
    numbers = {"u6Pz": (21, 8), "u55/112": (3, 7), **values}
    return drawn(f"unit 6Pz N\nunit 55/112 T\nunit 75ID 0801\n{more}{EXPLOITATION}", **numbers)


@pytest.mark.rule(SLUG, "13.1A-1", "13.1A-2", "11.3-1")
def test_when_and_by_whom() -> None:
    """In Exploitation only, by mechanised units in order."""
    pos = panzers("unit 88ID W\nunit 7Pz W disrupted=true")
    assert offered(pos.apply("select 6Pz"), "assault") == {TARGET}
    assert denied(pos.apply("select 88ID"), f"assault {TARGET}") == "13.1A-2"
    assert denied(pos, "select 7Pz") == "4.9A-2"
    early = drawn("unit 6Pz N\nunit 55/112 T\nphase movement axis").apply("select 6Pz")
    assert denied(early, f"assault {TARGET}") == "13.1A-1"
    brigade = drawn("unit 180TB N\nunit 88ID T\nphase exploitation soviet").apply("select 180TB")
    assert offered(brigade, "assault") == {TARGET}


@pytest.mark.rule(SLUG, "13.1B-1", "13.1B-2", "13.1B-3", "R-85")
@pytest.mark.parametrize(
    ("line", "points"),
    [("", 3), ("terrain woods T", 4), ("terrain marsh T", 6), ("hexside river N/T", 4),
     ("network primary 0403-0404", 3), ("tag town T\nterrain woods T", 3)],
)  # fmt: skip
def test_what_it_costs(line: str, points: int) -> None:
    """Two points and the terrain; a road is 1, a river 1 more, the enemy zone nothing."""
    pos = drawn(f"unit 6Pz N\nunit 55/112 T\n{line}")
    assert total(cost_parts(pos, NORTH, TARGET)) == 2 * points


@pytest.mark.rule(SLUG, "13.1B-1", "R-85", "14.5-3", "18.1A")
def test_what_forbids_it() -> None:
    """Too few points, being out of supply, a Major River, bridged or not."""
    marsh = drawn(
        f"terrain marsh T\nunit 5GTC N\nunit 88ID T{EXPLOITATION}".replace("axis", "soviet")
    )
    assert denied(marsh.apply("select 5GTC"), f"assault {TARGET}") == "13.1B-1"
    hungry = drawn(f"unit 6Pz N oos=true\nunit 55/112 T{EXPLOITATION}").apply("select 6Pz")
    assert denied(hungry, f"assault {TARGET}") == "13.1B-1"
    river = panzers("hexside major_river N/T\nnetwork primary 0403-0404").apply("select 6Pz")
    assert denied(river, f"assault {TARGET}") == "18.1A"


@pytest.mark.rule(SLUG, "13.1B-4", "13.1D-1", "8.1-5", "13.2-0", "13.2-1", "8.5-C")
def test_after_contact_the_stack_goes_on_or_assaults_again() -> None:
    """3 points are gone; with the other 3 the same hex may be assaulted again."""
    pos = assault(panzers(), "6Pz", [1])
    assert (pos.top.tag, left(pos)) == ("moving", 6)
    assert offered(pos, "move")
    assert offered(pos, "assault") == {TARGET}
    assert denied(pos, "cancel")
    again = assault(pos, "6Pz", [1])
    assert not again.find(Moving) or left(again) == 0
    soviet = drawn("unit 5GTC N\nunit 88ID T\nphase exploitation soviet",
                   u5GTC=(21, 7))  # fmt: skip
    soviet = assault(soviet, "5GTC", [1])
    assert soviet.find(Moving) is None, "2 points are left: nothing can be done with them"


@pytest.mark.rule(SLUG, "13.1D-2", "13.2-3", "13.2-ex")
def test_a_vacated_hex_is_entered_free() -> None:
    """After DR the stack stands in the hex with 3 points left: assault, marker and move."""
    pos = assault(panzers("unit 167/232 0406\nunit 121/141 0505"), "6Pz", [3])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    pos = pos.apply(f"advance {TARGET}")
    assert (pos.unit("6Pz").at, left(pos)) == (TARGET, 6)
    assert pos.why_not("mode assault") is None
    assert offered(pos, "move")


@pytest.mark.rule(SLUG, "13.1D-2", "13.1-ex", "13.2-2")
def test_the_stack_need_not_enter() -> None:
    pos = assault(panzers(), "6Pz", [3])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    stays = pos.apply("pass")
    assert (stays.unit("6Pz").at, left(stays)) == (NORTH, 6)


@pytest.mark.rule(SLUG, "13.1D-1", "R-85", "11.2B")
def test_a_repulse_ends_the_move() -> None:
    """After AR the units are Disrupted and done."""
    pos = assault(panzers(u6Pz=(7, 8)), "6Pz", [1])
    while pos.top.tag == "retreat":
        pos = pos.apply("pass")
    assert pos.find(Moving) is None
    assert pos.unit("6Pz").disrupted
    assert pos.unit("6Pz").reduced
    assert "6Pz" not in offered(pos, "select")


@pytest.mark.rule(SLUG, "13.1C-1", "13.1C-2", "13.1C-3", "22.3-1")
def test_one_stack_with_air_and_without_barrage() -> None:
    """The moving stack alone attacks; an air unit under command shifts the column."""
    pos = panzers("unit 7Pz N\nunit 2A 0402\nunit 8FlK-a 0401\ntag village 0401\ncontrol axis 0401")
    pos = pos.apply("select 6Pz").apply(f"assault {TARGET}")
    assert pos.panel is not None
    assert pos.panel.rows[0].value == "21"
    assert offered(pos, "support") == {"8FlK-a"}
    pos = pos.apply("support 8FlK-a")
    assert pos.panel is not None
    assert pos.panel.rows[4].value == "4-1"
    soviet = drawn("""unit 5GTC N
                      unit 1GArt N
                      unit VorF N
                      unit 88ID T
                      phase exploitation soviet""").apply("select 5GTC")
    assert offered(soviet.apply(f"assault {TARGET}"), "support") == set()


@pytest.mark.rule(SLUG, "13.1C-4", "8.8A")
def test_high_odds() -> None:
    """A lone HQ of 2 is eliminated by 20 without dice; the points are paid."""
    pos = drawn(f"unit 6Pz N\nunit VorF T\nunit 75ID 0801{EXPLOITATION}", u6Pz=(20, 8))
    pos = assault(pos, "6Pz", [])
    assert pos.unit("VorF").at == "dead"
    assert left(pos.apply("pass")) == 6


@pytest.mark.rule(SLUG, "13.2-4", "13.3-1", "13.3-2", "11.4-1")
def test_the_same_unit_again_and_again() -> None:
    """A unit driven off is assaulted anew, at full strength, and lives if it retreats again."""
    pos = assault(panzers("unit 167/232 0405", u6Pz=(36, 8)), "6Pz", [2])
    pos = pos.apply("retreat 0405").apply("stop").apply(f"advance {TARGET}")
    assert (pos.unit("55/112").at, pos.unit("55/112").disrupted) == ("0405", True)
    pos = pos.apply("assault 0405")
    assert pos.panel is not None
    assert pos.panel.rows[1].value == "12"
    pos = pos.apply("commit", dice=[3])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    assert pos.board.grid.distance("0405", pos.unit("55/112").at) == 2


@pytest.mark.rule(SLUG, "R-53")
def test_four_units_need_command() -> None:
    """Without an HQ in reach four units do not assault, three do."""
    names = ("6Pz", "7Pz", "16PG", "StuG")
    units = "\n".join(f"unit {u} N" for u in names)
    pos = drawn(f"{units}\nunit 55/112 T{EXPLOITATION}").apply("select 6Pz")
    for unit in names[1:3]:
        pos = pos.apply(f"join {unit}")
    assert pos.why_not(f"assault {TARGET}") is None
    assert denied(pos.apply("join StuG"), f"assault {TARGET}") == "R-53"


@pytest.mark.rule(SLUG, "R-85", "7.2-1b", "12.2-1")
def test_over_a_hexside_bond() -> None:
    """An assault and the free entry may go over a bond."""
    pos = panzers("unit 167/232 0303\nunit 121/141 0503")
    assert bonds(pos, SOVIET).bar(NORTH, TARGET)
    pos = assault(pos, "6Pz", [3])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    assert pos.apply(f"advance {TARGET}").unit("6Pz").at == TARGET


@pytest.mark.rule(SLUG, "R-85")
def test_not_out_of_an_overstacked_hex() -> None:
    pos = panzers("unit 7Pz N\nunit 16PG N\nunit 17Pz N").apply("select 6Pz")
    assert denied(pos, f"assault {TARGET}") == "R-85"
