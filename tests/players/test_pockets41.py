"""Pockets and garrisons in Operation Storm: who has no line is lost, and nothing has a zone."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard import load
from grognard.games.storm41.state import AXIS, SOVIET
from grognard.players import Budget
from grognard.players.assaults import Assaults
from grognard.players.evaluate import Staff
from grognard.players.garrisons import garrisons
from grognard.players.moves import Plan
from grognard.players.player import Clock
from grognard.players.pockets import Pockets
from grognard.players.search import MoveSearch
from grognard.players.threat import Threat
from grognard.testing import sketch

GAME: Any = load("storm41")
EDGE = "S1431 S1531 S1631 S1731 S1831 S1931"
BLANK = f"board 12 x 6\ntag axis_source S1420\ntag soviet_source {EDGE}\nturn 3\n"
DIVISIONS = ("1ID", "11ID", "12ID", "21ID", "22ID", "23ID")
SPEARHEAD = "S1625"


def drawn(*lines: str, side: str = AXIS) -> Any:
    """Two divisions of riflemen far from their own, and a movement phase."""
    spear = [f"unit 10RD {SPEARHEAD}", f"unit 90RD {SPEARHEAD}"]
    return sketch("storm41", BLANK + "\n".join([*spear, *lines, f"phase movement {side}"]))


def hunters(number: int) -> list[str]:
    """So many German divisions west of the spearhead."""
    return [f"unit {unit} S1622" for unit in DIVISIONS[:number]]


def searched(pos: Any, side: str) -> MoveSearch:
    staff = Staff(pos.game.appraisal, pos, side)
    return MoveSearch(staff, pos, Clock(Budget(nodes=30), 30), Random(1), fights=False)


def pockets(pos: Any) -> list[Any]:
    """What the Germans could close."""
    appraisal = pos.game.appraisal
    return Pockets(appraisal, pos, AXIS, appraisal.web(pos, SOVIET)).plan()


@pytest.mark.parametrize(("number", "closed"), [(5, False), (6, True)])
def test_a_pocket_is_closed_by_as_many_as_it_takes(number: int, closed: bool) -> None:
    """Six divisions around two that stand in the open, each in a hex of its own; five leave it."""
    pos = drawn(*hunters(number))
    end = searched(pos, AXIS).run().end
    lost = [t for t in pos.game.appraisal.troops(end, SOVIET) if not t.supplied]
    assert len(lost) == (2 if closed else 0)
    assert bool(pockets(pos)) is closed


def test_who_stands_in_the_ring_stays_in_it() -> None:
    """With two hexes held four are left to close, and whoever holds one alone is not sent."""
    west, north = list(GAME.board.grid.neighbours(SPEARHEAD))[:2]
    pos = drawn(*hunters(4), f"unit 22ID {west}", f"unit 23ID {north}")
    best = pockets(pos)[0]
    assert len(best.ways) == 4
    assert not {"22ID", "23ID"} & {*best.ways}


def test_nobody_is_cut_off_on_the_turn_of_surprise() -> None:
    """5.13-2: all are in supply then, and there is no check."""
    pos = sketch("storm41", BLANK.replace("turn 3", "turn 1") + f"unit 10RD {SPEARHEAD}")
    assert pos.game.appraisal.web(pos, SOVIET) is None
    assert pos.game.appraisal.web(drawn(), AXIS) is None


def test_a_spearhead_that_could_be_cut_off_is_feared_for() -> None:
    """5.9: as long as the enemy has troops enough for it; of those already cut off the
    Germans are sure, twice on the count of losses.
    """
    ring = zip(DIVISIONS, GAME.board.grid.neighbours(SPEARHEAD), strict=True)
    caught = drawn(*(f"unit {unit} {hex_}" for unit, hex_ in ring))
    appraisal = caught.game.appraisal
    few, many = drawn(*hunters(5)), drawn(*hunters(6))
    assert appraisal.peril(few, SOVIET) == 0
    assert 0 < appraisal.peril(many, SOVIET) < appraisal.starving(caught, SOVIET)
    assert appraisal.peril(many, AXIS) is None
    troops = appraisal.troops(caught, SOVIET)
    assert appraisal.starving(caught, SOVIET) > sum(t.price for t in troops)
    assert appraisal.starving(caught, AXIS) == 0
    parts = Staff(appraisal, caught, AXIS).parts(caught, fights=False)
    assert parts["starving"] == appraisal.starving(caught, SOVIET)


def test_a_gap_behind_a_spearhead_is_filled() -> None:
    """Riflemen in reserve go where the enemy would have to go to close the pocket."""
    pos = drawn(*hunters(6), "unit 72MtR S1628", "unit 44MtR S1628", side=SOVIET)
    search = searched(pos, SOVIET)
    search.greedy()
    idle = Plan(pos, [], search.value(pos))
    better = search.guarded(idle)
    gaps = {hex_ for pocket in pockets(pos) for hex_ in pocket.ways.values()}
    assert better.value > idle.value
    assert gaps & {*better.ends.values()}


# --- places that are worth more than troops -----------------------------------------------

OIL = GAME.theatres["campaign"].oil
GUARDS = ("10RD", "90RD", "125RD")


def at_ploesti(*lines: str) -> Any:
    """Three divisions in Ploesti, a German stack next to it, and another far from it."""
    near = next(h for h in GAME.board.grid.neighbours(OIL) if GAME.board.terrain_of(h) == "clear")
    units = [f"unit {unit} {OIL}" for unit in GUARDS]
    units += [f"unit {unit} {near}" for unit in DIVISIONS]
    text = ["turn 6", f"control soviet {OIL}", *units, *lines, "phase movement soviet"]
    return sketch("storm41", "\n".join(text))


def test_the_enemy_is_thought_to_want_ploesti_first() -> None:
    """However dear the troops are that he could attack instead."""
    pos = at_ploesti(*(f"unit {unit} S2031" for unit in ("1TD", "3TD", "163MD")))
    blows = Threat(GAME.appraisal, pos, AXIS).blows()
    assert blows[0].target == OIL


def test_a_garrison_is_filled_up_and_kept() -> None:
    """Up to its full strength, before anybody goes to attack; nobody is taken out for that."""
    pos = at_ploesti(*(f"unit {unit} S2031" for unit in ("11RD", "67RD", "180RD", "16RD")))
    staff = Staff(GAME.appraisal, pos, SOVIET)
    (first, *_) = garrisons(staff, pos)
    assert {*first.ways.values()} == {OIL}
    assert len(first.ways) == 3
    assert {*GUARDS} < first.kept
    assert not first.kept & Assaults(staff, pos, first.kept).movers
    end = searched(pos, SOVIET).run().end
    assert len(end.at(OIL)) == 6


def test_a_place_that_nobody_threatens_needs_no_garrison() -> None:
    """Nor one that is worth less than its troops."""
    pos = at_ploesti()
    units = [replace(u, at="") if u.id in DIVISIONS else u for u in pos.state.units]
    calm = GAME.position(replace(pos.state, units=tuple(units)))
    assert not list(garrisons(Staff(GAME.appraisal, calm, SOVIET), calm))
