from itertools import pairwise
from pathlib import Path

import pytest
from tests.maps.facts import DATA, board_of, facts_of, gaps, recipe_path

from grognard.mapmaker import build, check
from grognard.mapmaker.check import disagreements, trace
from grognard.mapmaker.facts import Facts, HexFact, SetUp, SideFact, Supply
from grognard.mapmaker.lattice import Lattice

SLUG = "ukraine44"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)


def test_the_map_is_sound() -> None:
    """No broken chain, no orphan bridge, no road into the water; every fact holds."""
    assert check(BOARD, FACTS) == []


@pytest.mark.parametrize("fact", FACTS.hexes, ids=lambda fact: fact.hex)
def test_a_hex_is_what_the_rules_say(fact: HexFact) -> None:
    """Each hex that the rules name exists and is what they say it is."""
    assert disagreements(BOARD, Facts(SLUG, hexes=(fact,))) == []


@pytest.mark.parametrize("fact", FACTS.hexsides, ids=lambda fact: fact.side)
def test_a_hexside_is_what_the_rules_say(fact: SideFact) -> None:
    """Each hexside that the rules name is what they say it is."""
    assert disagreements(BOARD, Facts(SLUG, hexsides=(fact,))) == []


@pytest.mark.parametrize("setup", FACTS.setup, ids=lambda setup: setup.inside or setup.side)
def test_set_up_hexes_are_land_in_their_area(setup: SetUp) -> None:
    """Every set-up hex is land, and those of the three armies lie in their areas."""
    assert disagreements(BOARD, Facts(SLUG, setup=(setup,))) == []


@pytest.mark.parametrize("supply", FACTS.supply, ids=lambda supply: supply.side)
def test_both_sides_start_in_supply(supply: Supply) -> None:
    """A line of supply leads from the sources of a side to every hex of its set-up."""
    assert disagreements(BOARD, Facts(SLUG, supply=(supply,))) == []


def test_supply_fails_without_its_sources() -> None:
    """The trace is no formality: from the Tatar Pass alone the far north-east is not reached."""
    axis = FACTS.supply[0]
    lone = Supply("axis", "07.01", ((),), 5, axis.reaches, axis.barred)
    assert not trace(BOARD, lone) >= set(axis.reaches.split())


def test_the_dniester_is_one_unbroken_line() -> None:
    """One chain from the west edge to the east edge, which parts the map in two."""
    ((name, sides),) = BOARD.chains["dniester"]
    way = Lattice(BOARD.grid).walk(list(sides))
    rim = Lattice(BOARD.grid).rim()
    assert name == "Dniester"
    assert {way[0], way[-1]} <= rim
    assert not {"18.03", "04.18", "08.24", "09.07"} & BOARD.zones["north_bank"]


def test_the_dniester_has_four_bridges_and_the_pontoon() -> None:
    """Roads cross it at Galich, Nizhnev, Zaleshchiki and Mogilev, and at Khotin by pontoon."""
    crossed = BOARD.hexsides["dniester"] & BOARD.networks["road"]
    assert crossed == {"23.03/23.04", "19.08/20.08", "12.15/12.16", "05.40/06.40", "08.24/09.25"}


@pytest.mark.parametrize(
    "name",
    ["Zolotaya Lipa", "Strypa", "Seret", "Zbruch", "Smotrich", "Ushitsa", "Lyadova", "Bystritsa"],
)
def test_a_tributary_reaches_the_dniester(name: str) -> None:
    """The rivers of Podolia end on the Dniester, not a hexside short of it."""
    lattice = Lattice(BOARD.grid)
    dniester = lattice.walk(list(BOARD.chains["dniester"][0][1]))
    sides = next(way for line, way in BOARD.chains["river"] if line == name)
    assert lattice.walk(list(sides))[-1] in dniester


def test_roads_do_not_weave_across_rivers() -> None:
    """A road that follows a river stays on one bank: no two bridges follow each other."""
    for name, way in BOARD.roads["road"]:
        crossed = [BOARD.crosses("river", a, b) for a, b in pairwise(way)]
        assert not any(a and b for a, b in pairwise(crossed)), name


def test_every_town_and_city_has_a_road() -> None:
    """Supply and strategic movement lead to every town."""
    for place in BOARD.places:
        if place.size in ("town", "city"):
            assert BOARD.on_network("road", place.hex), place.name


def test_places_lie_where_the_earth_puts_them() -> None:
    """Well-known places are within a hex of the fit, or the recipe says why not."""
    known = [gap for gap in gaps(SLUG) if gap.name in FACTS.well_known]
    assert len(known) == len(FACTS.well_known) >= 25
    assert [gap for gap in known if gap.hexes > 1 and not gap.why] == []


def test_all_places_have_a_reason_to_be_far_off() -> None:
    """So are all the others of the recipe."""
    assert [gap for gap in gaps(SLUG) if gap.hexes > 1 and not gap.why] == []


@pytest.mark.skipif(not DATA, reason="needs the geographical data (GROGNARD_GEODATA)")
def test_the_map_is_what_its_recipe_makes() -> None:
    """Building the recipe again gives the file that is shipped."""
    shipped = recipe_path(SLUG).with_name("map.yaml").read_text(encoding="utf-8")
    assert build(recipe_path(SLUG), Path(DATA)) == shipped
