"""15.3.3, 15.3.4 Volkssturm that refills infantry; rules that no scenario reaches."""

import pytest
from tests.rules.korsun44.field import GAME, SLUG, moving, of

from grognard.games.korsun44.state import DEAD, GERMAN

#: Volkssturm of two levels: an infantry regiment's copy of another kind.
RECRUITS = "piece VS like 107-34 kind=volkssturm troops=volkssturm"


@pytest.mark.rule(SLUG, "15.3.3")
def test_volkssturm_refills_infantry() -> None:
    """In one hex, neither having moved, a level goes over; both have then finished."""
    lines = (RECRUITS, "unit VS 0505", "unit 80-34 0505 lost=1")
    pos = moving(GERMAN, *lines).apply("select 80-34").apply("choose refill")
    assert (pos.unit("80-34").lost, pos.unit("VS").lost) == (0, 1)
    assert of(pos.why_not("select 80-34")) == "3.1.6"
    assert of(pos.why_not("select VS")) == "3.1.6"
    weak = moving(GERMAN, RECRUITS, "unit VS 0505 lost=1", "unit 80-34 0505 lost=1")
    assert weak.apply("select 80-34").apply("choose refill").unit("VS").at == DEAD


@pytest.mark.rule(SLUG, "15.3.3")
@pytest.mark.parametrize(
    "lines",
    [("unit VS 0505", "unit 202AG 0505 lost=1"), ("unit VS 0505", "unit 80-34 0505"),
     ("unit VS 0506", "unit 80-34 0505 lost=1")],
)  # fmt: skip
def test_who_is_not_refilled(lines: tuple[str, ...]) -> None:
    """Motorised units, whole ones, and those without Volkssturm in their hex."""
    unit = lines[1].split()[1]
    pos = moving(GERMAN, RECRUITS, *lines).apply(f"select {unit}")
    assert pos.why_not("choose refill") is not None


@pytest.mark.rule(SLUG, "15.3.3")
def test_who_has_moved_is_not_refilled() -> None:
    """Neither the infantry nor the Volkssturm may have."""
    pos = moving(GERMAN, RECRUITS, "unit VS 0505", "unit 80-34 0506 lost=1").apply("select 80-34")
    assert of(pos.apply("move 0505").why_not("choose refill")) == "15.3.3"
    other = moving(GERMAN, RECRUITS, "unit VS 0506", "unit 80-34 0505 lost=1").apply("select VS")
    other = other.apply("move 0505").apply("stop").apply("select 80-34")
    assert of(other.why_not("choose refill")) == "15.3.3"


@pytest.mark.rule(SLUG, "15.3.4")
def test_one_level_a_turn() -> None:
    """A unit that has been refilled is finished, and a second one may follow."""
    lines = (RECRUITS, "unit VS 0505", "unit 80-34 0505 lost=1", "unit 253-34 0505 lost=1")
    pos = moving(GERMAN, *lines).apply("select 80-34").apply("choose refill")
    assert of(pos.why_not("select 80-34")) == "3.1.6"


@pytest.mark.rule(SLUG, "B14")
def test_no_scenario_has_what_these_rules_are_for() -> None:
    """Neither Fixed Positions nor Volkssturm nor ammunition."""
    assert not GAME.theatre.fixed
    assert not any(GAME.piece(piece.id).is_volkssturm for piece in GAME.pieces)
    assert all(not GAME.start(name, seed=1).state.ammunition for name in GAME.scenes)


@pytest.mark.rule(SLUG, "B13", "B2")
def test_the_dnieper_alone_is_a_big_river() -> None:
    """Zones cross every other water, and every hex of a set-up list is on the map."""
    waters = [name for name, row in GAME.charts.terrain.items() if None in row.costs.values()]
    assert waters == ["dnieper"]
    slots = [s for scene in GAME.scenes.values() for group in scene.slots.values() for s in group]
    assert all(hex_ in GAME.board.grid for slot in slots for hex_ in slot.hexes)
