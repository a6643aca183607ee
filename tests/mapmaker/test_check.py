from typing import Any

import msgspec
import pytest

from grognard.board import Board
from grognard.mapmaker import check
from grognard.mapmaker.check import trace
from grognard.mapmaker.facts import Facts, Supply

LAND = """
map: Test
grid: {shape: flat, columns: [1, 8], rows: [1, 6], number: CCRR}
letters: {.: clear, w: woods, '~': sea}
water: [sea]
terrain: |
  ........
  ..w.....
  ........
  ........
  ......~~
  ......~~
"""
# Between the second and the third column: its middle, and all of it.
MIDDLE = "0202/0302 0203/0302 0203/0303 0204/0303 0204/0304 0205/0304"
RIVER = f"0201/0301 0202/0301 {MIDDLE} 0205/0305 0206/0305 0206/0306"


def board(text: str = "") -> Board:
    return Board.parse(LAND + text)


def faults(text: str) -> list[str]:
    return check(board(text))


def test_a_sound_map_has_no_fault() -> None:
    """A river that leaves the map, a bridge, a road from edge to town: nothing to say."""
    text = f"""
hexsides:
  river: {{source: public, lines: [{{name: R, way: {RIVER}}}]}}
  bridge: {{source: public, loose: true, lines: [{{way: 0203/0303}}]}}
networks:
  road: {{source: public, lines: [{{name: A, way: 0103-0203-0303}}]}}
places:
  - {{name: Town, hex: '0303', size: town}}
"""
    assert faults(text) == []


FAULTS = {
    "a river that flows into nothing": (
        f"hexsides: {{river: {{source: public, lines: [{{name: R, way: {MIDDLE}}}]}}}}",
        "hexsides 'river' line R: flows into nothing",
    ),
    "a river that comes back": (
        "hexsides: {river: {source: public, lines: [{name: R, way: 0303/0304 0303/0404 0303/0403"
        " 0302/0303 0203/0303 0204/0303 0303/0304}]}}",
        "hexsides 'river' line R: comes back to a corner",
    ),
    "a bridge over nothing": (
        "hexsides: {bridge: {source: public, lines: [{way: 0203/0303}]}}\n"
        "networks: {road: {source: public, lines: [{name: A, way: 0103-0203-0303-0302-0301}]}}",
        "bridge 0203/0303: crosses nothing",
    ),
    "a bridge without a road": (
        "hexsides: {pontoon: {source: public, lines: [{way: 0203/0303}]},\n"
        f"  river: {{source: public, lines: [{{name: R, way: {RIVER}}}]}}}}",
        "pontoon 0203/0303: carries no road",
    ),
    "a road into the sea": (
        "networks: {road: {source: public, lines: [{name: A, way: 0604-0704-0705}]}}",
        "network 'road' line 'A': runs into the water at 0705",
    ),
    "a road to nowhere": (
        "networks: {road: {source: public, lines: [{name: A, way: 0103-0203-0303}]}}",
        "network 'road' line 'A': ends nowhere, at 0303",
    ),
    "a town in the sea": (
        "places: [{name: Ys, hex: '0806', size: city}]",
        "place 'Ys': stands in the water at 0806",
    ),
    "two towns in a hex": (
        "places: [{name: A, hex: '0303', size: town}, {name: B, hex: '0303', size: village}]",
        "place 'B': shares 0303 with 'A'",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    """Each of these maps has the one fault that it is there for."""
    text, fault = FAULTS[name]
    assert [found for found in faults(text) if fault in found] != []


def test_a_junction_is_an_end() -> None:
    """A road may end on another, also of another network; a label is a place to end at."""
    text = """
networks:
  road:
    source: public
    lines: [{name: A, way: 0103-0203-0303-0403-0402-0401}, {name: B, way: 0303-0304-0305-0306}]
  rail: {source: public, lines: [{name: C, way: 0203-0204-0205}]}
places: [{name: Siding, hex: '0205'}]
"""
    assert faults(text) == []


def test_a_pass_ends_in_the_open() -> None:
    """Beyond its mountains a pass need not lead to anything; into the water it may not lead."""
    line = "networks: {{pass: {{source: public, lines: [{{name: P, way: {}}}]}}}}"
    assert faults(line.format("0303-0403-0404")) == []
    assert faults(line.format("0604-0704-0705")) == [
        "network 'pass' line 'P': runs into the water at 0705"
    ]


# --- facts --------------------------------------------------------------------------------

WORLD = f"""
hexsides:
  river: {{source: public, lines: [{{name: R, way: {RIVER}}}]}}
networks:
  road: {{source: public, lines: [{{name: A, way: 0103-0203-0303-0403}}]}}
  rail: {{source: public, lines: [{{name: B, way: 0101-0102}}, {{name: C, way: 0801-0802}}]}}
places: [{{name: Town, hex: '0403', size: town, tags: [victory]}}]
zones:
  west: {{source: public, hexes: 0101..0106 0201..0206}}
"""


def against(**facts: Any) -> list[str]:
    """What is wrong with the world, held against these facts."""
    return check(board(WORLD), msgspec.convert({"map": "test", **facts}, Facts))


@pytest.mark.parametrize(
    "fact",
    [
        {"hex": "0403", "place": "Town", "tags": ["town", "victory"], "networks": ["road"]},
        {"hex": "0302", "terrain": ["woods", "hill"]},
        {"hex": "0806", "terrain": ["sea"]},
        {"hex": "0101", "zones": ["west"], "edge": "north"},
        {"hex": "0501", "outside": ["west"]},
    ],
)
def test_a_true_fact_is_no_fault(fact: dict[str, Any]) -> None:
    """A hex that is what the rules say is let be."""
    assert against(hexes=[{"rule": "1", **fact}]) == []


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        ({"hex": "9999"}, "is not on the map"),
        ({"hex": "0806"}, "is water"),
        ({"hex": "0806", "terrain": ["woods"]}, "is sea, not woods"),
        ({"hex": "0402", "place": "Town"}, "is not Town"),
        ({"hex": "0403", "tags": ["city"]}, "has no tag 'city'"),
        ({"hex": "0403", "terrain": ["woods"]}, "is clear, not woods"),
        ({"hex": "0403", "zones": ["west"]}, "is not in zone 'west'"),
        ({"hex": "0101", "outside": ["west"]}, "is in zone 'west'"),
        ({"hex": "0403", "networks": ["rail"]}, "has no rail"),
        ({"hex": "0403", "networks": ["canal"]}, "has no canal"),
        ({"hex": "0403", "edge": "north"}, "is not on the north edge"),
    ],
)
def test_a_false_fact_is_a_fault(fact: dict[str, Any], fault: str) -> None:
    """A hex that is not what the rules say is told with hex and rule."""
    assert against(hexes=[{"rule": "4.2", **fact}]) == [f"hex {fact['hex']} (rule 4.2): {fault}"]


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        ({"side": "0203/0303", "has": ["river"], "joined": ["road"]}, ""),
        ({"side": "0303/0403", "lacks": ["river"]}, ""),
        ({"side": "0303/0403", "has": ["river"]}, "has no river"),
        ({"side": "0203/0303", "lacks": ["river"]}, "has a river"),
        ({"side": "0203/0302", "joined": ["road"]}, "no road crosses it"),
        ({"side": "0101/0808"}, "unknown hex 0808"),
        ({"side": "0101/0501"}, "hexes 0101 and 0501 are not adjacent"),
    ],
)
def test_hexsides_are_held_against_facts(fact: dict[str, Any], fault: str) -> None:
    """A hexside has the features that the rules say, and lacks the others."""
    wanted = [f"hexside {fact['side']} (rule 1): {fault}"] if fault else []
    assert against(hexsides=[{"rule": "1", **fact}]) == wanted


def test_set_up_is_on_land_on_the_own_side() -> None:
    """A hex in the water, off the map or on the wrong side is told."""
    west = {"side": "axis", "hexes": "0101 0503 0806 9999", "inside": "west"}
    east = {"side": "soviet", "hexes": "0501 0102", "outside": ["west"]}
    assert against(setup=[west, east]) == [
        "set-up of axis in 0503: is not in west",
        "set-up of axis in 0806: is in the water",
        "set-up of axis in 0806: is not in west",
        "set-up of axis in 9999: is not on the map",
        "set-up of soviet in 0102: is in west",
    ]


def test_two_sides_do_not_share_a_hex() -> None:
    """A hex in both set-ups is told once."""
    setup = [{"side": "axis", "hexes": "0101"}, {"side": "soviet", "hexes": "0101"}]
    assert against(setup=setup) == ["set-up: 0101 is used by axis and soviet"]
    assert against(setup=[setup[0] | {"scenario": "later"}, setup[1]]) == []


def test_networks_hang_together_if_they_should() -> None:
    """The rails of this world are two pieces, the road is one."""
    assert against(connected=["road"]) == []
    assert against(connected=["rail"]) == ["network 'rail': 0801, 0802 are cut off from 0101"]
    assert against(connected=["canal"]) == ["network 'canal': has no lines"]


def test_tags_are_counted() -> None:
    """A wrong number of victory hexes is told."""
    assert against(counts={"victory": 1}) == []
    assert against(counts={"victory": 4}) == ["tag 'victory': 1 hexes instead of 4"]


def supply(**more: Any) -> Supply:
    base = {
        "side": "axis",
        "sources": "0103",
        "stages": [["road"]],
        "overland": 1,
        "reaches": "0101",
        "barred": ["river"],
    }
    return msgspec.convert(base | more, Supply)


def test_supply_runs_along_roads_and_then_overland() -> None:
    """From the source over the bridge to the end of the road, and one hex beyond."""
    reached = trace(board(WORLD), supply())
    assert {"0403", "0503", "0302"} <= reached
    assert not {"0601", "0105"} & reached


def test_supply_crosses_a_barred_river_only_by_road() -> None:
    """Without the road the far bank is not reached, though it is next door."""
    near = trace(board(WORLD), supply(stages=[], overland=2))
    assert "0203" in near
    assert "0303" not in near
    assert "0303" in trace(board(WORLD), supply(stages=[], overland=2, barred=[]))


def test_supply_stays_within_its_zone() -> None:
    """The line does not run through the other side's country."""
    reached = trace(board(WORLD), supply(within="west", overland=9, barred=[]))
    assert reached == board(WORLD).zones["west"]


def test_a_hex_out_of_supply_is_told() -> None:
    """What no line reaches at the start is a fault of the map."""
    line = msgspec.to_builtins(supply(reaches="0403 0801"))
    assert against(supply=[line]) == ["supply of axis: no line reaches 0801"]
