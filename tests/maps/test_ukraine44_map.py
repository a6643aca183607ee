from itertools import pairwise

import pytest
from tests.maps.facts import board_of, facts_of

from grognard.mapmaker.check import trace
from grognard.mapmaker.facts import Supply
from grognard.mapmaker.lattice import Lattice

SLUG = "ukraine44"
BOARD = board_of(SLUG)
FACTS = facts_of(SLUG)


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
