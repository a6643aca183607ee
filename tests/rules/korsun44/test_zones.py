"""4 Zones of control and stacking on the map of Korsun 1944."""

from typing import Any

import pytest

from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.zones import in_enemy_zone, room, within_one_zone
from grognard.hexes import HexId
from grognard.registry import load
from grognard.testing import sketch

GAME: Any = load("korsun44")
GRID = GAME.board.grid
#: Open ground all around, far from swamps and the Dnieper.
OPEN: HexId = "2027"
SWAMP = next(h for h in GRID if GAME.board.terrain_of(h) == "swamp" and not GRID.edge(h))


def with_units(*units: str) -> Pos:
    """A position with these units, each given as id and hex."""
    return sketch("korsun44", "\n".join(f"unit {unit}" for unit in units))


@pytest.mark.rule("korsun44", "4.1.1", "4.1.5")
def test_a_zone_lies_on_all_neighbours() -> None:
    """And not on the unit's own hex; another one beside it changes nothing."""
    pos = with_units(f"80-34 {OPEN}")
    zoned = {h for h in GRID if in_enemy_zone(pos, SOVIET, h)}
    assert zoned == set(GRID.neighbours(OPEN))
    assert not any(in_enemy_zone(pos, GERMAN, h) for h in GRID)
    two = with_units(f"80-34 {OPEN}", f"107-34 {OPEN}")
    assert {h for h in GRID if in_enemy_zone(two, SOVIET, h)} == zoned


@pytest.mark.rule("korsun44", "4.1.2", "6.1.5", "9.1.1", "15.2.2")
@pytest.mark.parametrize(
    ("unit", "zone"),
    [("80-34", True), ("202AG", True), ("471AT", True), ("180RD", True), ("159FU", True),
     ("Art-VII", False), ("57Mor", False), ("HQ-VII", False), ("RG-Korsun", False)],
)  # fmt: skip
def test_who_has_a_zone(unit: str, zone: bool) -> None:
    """Regular units, towed or not; no artillery, HQ or resilience group."""
    pos = with_units(f"{unit} {OPEN}")
    enemy = GERMAN if unit in ("180RD", "159FU") else SOVIET
    assert in_enemy_zone(pos, enemy, GRID.neighbours(OPEN)[0]) == zone


@pytest.mark.rule("korsun44", "4.1.3")
def test_no_zone_across_the_dnieper() -> None:
    """Not at the bridge of Cherkassy either."""
    pos = with_units("80-34 5407")
    assert not in_enemy_zone(pos, SOVIET, "5406")
    assert in_enemy_zone(pos, SOVIET, "5408")


@pytest.mark.rule("korsun44", "4.1.4")
@pytest.mark.parametrize(("unit", "zone"), [("80-34", True), ("202AG", False), ("3-3", False)])
def test_motorised_units_have_no_zone_in_swamps(unit: str, zone: bool) -> None:
    """Infantry has."""
    beside = next(h for h in GRID.neighbours(SWAMP) if not GAME.board.crosses("dnieper", h, SWAMP))
    assert in_enemy_zone(with_units(f"{unit} {beside}"), SOVIET, SWAMP) == zone


def test_steps_within_one_zone() -> None:
    """Two neighbours of an enemy that touch lie in his one zone; with two enemies a step from
    the zone of one into that of the other is free.
    """
    pos = with_units(f"80-34 {OPEN}")
    a = GRID.neighbours(OPEN)[0]
    b = next(h for h in GRID.neighbours(a) if h in GRID.neighbours(OPEN))
    out = next(h for h in GRID.neighbours(a) if h != OPEN and h not in GRID.neighbours(OPEN))
    assert within_one_zone(pos, SOVIET, a, b)
    assert not within_one_zone(pos, SOVIET, a, out)
    assert not within_one_zone(pos, GERMAN, a, b)
    far = next(
        h for h in GRID.neighbours(out) if GRID.distance(h, a) == 2 and GRID.distance(h, OPEN) == 3
    )
    two = with_units(f"80-34 {OPEN}", f"107-34 {far}")
    assert in_enemy_zone(two, SOVIET, out)
    assert not within_one_zone(two, SOVIET, a, out)


@pytest.mark.rule("korsun44", "3.2.2")
def test_room_in_a_hex() -> None:
    """Eight levels; a full regiment takes two, an HQ one, a gun one."""
    assert room(with_units(), GERMAN, OPEN) == 8
    assert room(with_units(f"80-34 {OPEN}", f"HQ-VII {OPEN}", f"Art-VII {OPEN}"), GERMAN, OPEN) == 4


def test_a_lost_level_makes_room() -> None:
    """The counts follow what happens to a unit."""
    pos = with_units(f"80-34 {OPEN}")
    hand = GAME.hand(pos)
    hand.set("80-34", lost=1)
    assert room(hand.now, GERMAN, OPEN) == 7
    hand.put("80-34", "dead")
    assert room(hand.now, GERMAN, OPEN) == 8
    assert not in_enemy_zone(hand.now, SOVIET, GRID.neighbours(OPEN)[0])
