"""Zones of control and stacking in Red Parachutes."""

import pytest
from tests.rules.kanev43.sketches import RIVER, drawn

from grognard.games.kanev43.stacking import why_too_full
from grognard.games.kanev43.state import AXIS, SOVIET
from grognard.games.kanev43.units import KanevPiece
from grognard.games.kanev43.zones import has_zone, in_enemy_zone
from grognard.testing import sketch

FIELD = "board 8 x 6\n"


def zoned(units: str, hex_: str, side: str = AXIS, *, board: str = FIELD) -> bool:
    """Is a hex in an enemy zone of a side?"""
    return in_enemy_zone(drawn(board + units, run=False), side, hex_)


@pytest.mark.rule("kanev43", "ZOC-1")
@pytest.mark.parametrize(
    ("units", "there"),
    [("unit 3GAB-1 0303", False), ("unit 3GAB-1 0303\nunit 9MC-AT 0303", True),
     ("unit 3GAB-1 0303\nunit 3GAB-2 0404", False), ("unit 9MC-I/69 0303", True),
     ("unit 9MC-I/69 0303 order=disrupted", True), ("unit 9MC-I/69 0303 order=demoralised", True),
     ("unit 9MC-I/69 0303 lost=2", False), ("unit 6GTC-HQ 0303", False),
     ("unit L-6GTC 0303", False)],
)  # fmt: skip
def test_who_has_a_zone(units: str, there: bool) -> None:
    """Units stacked together with three points of printed attack, in whatever order they are."""
    assert zoned(units, "0304") is there


@pytest.mark.rule("kanev43", "R-110")
def test_an_hq_adds_nothing_to_a_zone() -> None:
    """Two points beside an HQ are two points; the step side counts, not what states leave."""
    assert not zoned("unit 3GAB-1 0303\nunit 3GAB-HQ 0303", "0304")
    assert zoned("unit 9MC-I/69 0303 order=demoralised supply=isolated", "0304")


@pytest.mark.rule("kanev43", "ZOC-2", "R-109")
@pytest.mark.parametrize(
    ("guns", "there"),
    [("salvoes=2", True), ("salvoes=1", True), ("salvoes=0", False), ("limbered=true", False)],
)
def test_guns_have_a_zone_while_they_can_fire(guns: str, there: bool) -> None:
    """Limbered or empty they have none."""
    assert zoned(f"unit 6GTC-Mtr 0303 {guns}", "0304") is there


@pytest.mark.rule("kanev43", "ZOC-4", "R-24")
def test_zones_stop_at_the_dnepr() -> None:
    """Bridge and bridgehead or not."""
    units = "unit 9MC-I/69 0503\nhexside kanev_bridge 0403/0503\nnetwork highway 0403-0503"
    assert not zoned(units, "0403", board=RIVER)
    assert not zoned(units, "0404", board=RIVER)
    assert zoned(units, "0504", board=RIVER)


@pytest.mark.rule("kanev43", "R-110")
def test_zones_reach_over_rivers_into_all_terrain() -> None:
    """Streams, rivers, swamps and towns do not stop them."""
    ground = (
        "hexside river 0303/0304\nterrain swamp 0304\ntag city 0302\nhexside stream 0302/0303\n"
    )
    units = "unit 9MC-I/69 0303"
    assert zoned(ground + units, "0304")
    assert zoned(ground + units, "0302")


@pytest.mark.rule("kanev43", "AIRB-11", "R-91")
def test_dispersed_paratroopers_have_no_zone() -> None:
    """Nor do they close their hex."""
    units = "unit 3GAB-1 0303 dispersed=true\nunit 3GAB-2 0303 dispersed=true"
    assert not zoned(units, "0304")
    pos = drawn(FIELD + units, run=False)
    assert pos.columns.count("units", SOVIET, "0303") == 0


@pytest.mark.rule("kanev43", "RCN-1")
def test_dismounted_scouts_have_another_strength() -> None:
    """Two points mounted or not: no zone alone, one beside a company of one."""
    assert not zoned("unit 6GTC-Rec 0303 dismounted=true", "0304")
    assert zoned("unit 6GTC-Rec 0303 dismounted=true\nunit 9MC-AT 0303", "0304")


def test_a_stack_has_a_zone() -> None:
    """As the rule about advances asks it."""
    pos = drawn(FIELD + "unit 3GAB-1 0303\nunit 9MC-AT 0303\nunit 3GAB-2 0305", run=False)
    assert has_zone(pos, SOVIET, "0303")
    assert not has_zone(pos, SOVIET, "0305")


# --- stacking ---------------------------------------------------------------------------------


def full(*units: str) -> bool:
    """Are these counters too many for a hex?"""
    game = sketch("kanev43", "piece horse like 309RD-957 kind=cavalry size=regiment").game
    pieces: list[KanevPiece] = [game.piece(unit) for unit in units]
    return why_too_full(pieces, game.charts) is not None


BATTALIONS = ("57ID-I/179", "57ID-II/179", "57ID-I/199", "57ID-II/199")
COMPANIES = ("34ID-PJ", "10PG-PJ10", "19PZ-PJ19", "XXIV-Flak", "XXIV-Alarm")


@pytest.mark.rule("kanev43", "STK-1", "STK-5")
@pytest.mark.parametrize(
    ("units", "over"),
    [((*BATTALIONS[:3], "57ID-HQ"), False), (BATTALIONS, True), (BATTALIONS[:3], False),
     ((*BATTALIONS[:2], *COMPANIES[:3], "57ID-HQ"), False),
     ((*BATTALIONS[:2], *COMPANIES[:4], "57ID-HQ"), True), ((*BATTALIONS[:3], "34ID-PJ"), True),
     (COMPANIES, False)],
)  # fmt: skip
def test_three_battalions_and_an_hq(units: tuple[str, ...], over: bool) -> None:
    """Three companies are a battalion, and there are five units at most besides the HQ."""
    assert full(*units) is over


@pytest.mark.rule("kanev43", "STK-1")
def test_six_companies_are_too_many_units() -> None:
    """Their room would do, their number does not."""
    assert full(*COMPANIES, "19PZ-1/27")


@pytest.mark.rule("kanev43", "STK-2")
def test_further_hqs_are_companies() -> None:
    """Two HQs and two battalions leave room for two companies."""
    two = ("57ID-HQ", "112ID-HQ", *BATTALIONS[:2])
    assert not full(*two, *COMPANIES[:2])
    assert full(*two, *COMPANIES[:3])


@pytest.mark.rule("kanev43", "STK-3", "STK-4")
def test_regiments_and_brigades_are_battalions() -> None:
    """Three regiments of guns, or of horse, fill a hex."""
    guns = ("309RD-AR", "161RD-AR", "40A-Gun")
    assert not full(*guns)
    assert full(*guns, "9MC-AT")
    assert not full("horse", "horse", "horse")
    assert full("horse", "horse", "horse", "9MC-AT")


@pytest.mark.rule("kanev43", "R-25", "R-101")
def test_leaders_need_no_room() -> None:
    """Any number of them."""
    assert not full(*BATTALIONS[:3], "57ID-HQ", "L-57ID", "L-112ID")
