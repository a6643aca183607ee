"""3 Starting the game."""

import pytest
from tests.rules.ukraine44.play import denied, offered
from tests.rules.ukraine44.whole import begin, start

from grognard import load
from grognard.decisions import IllegalAction
from grognard.games.ukraine44.game import Ukraine44
from grognard.games.ukraine44.state import ARRIVALS, ATTACHED, AXIS, SOVIET, TIGER_BOX, Pos
from grognard.games.ukraine44.units import Piece44

SLUG = "ukraine44"
GAME: Ukraine44 = load(SLUG)  # type: ignore[assignment]
PIECES = list(GAME.printed.values())
ARMIES = ("18A", "38A", "40A")


def on_map(pos: Pos, side: str) -> set[str]:
    """The formations of a side on the map."""
    return {u.id for u in pos.state.units if u.at in pos.board.grid and pos.owner(u.id) == side}


def fixed(side: str) -> dict[str, str]:
    """The formations of a side with a printed hex."""
    return {p.id: p.hex for p in PIECES if p.hex and p.side == side}


def of_areas() -> list[Piece44]:
    """The formations that are placed by the Soviet player."""
    return [piece for piece in PIECES if piece.area]


def placement() -> Pos:
    """The moment in which the Soviets place their armies."""
    pos = start(fog=False).apply("done")
    assert pos.top.tag == "placement"
    return pos


def placed(pos: Pos, unit: str, hex_: str) -> Pos:
    return pos.apply(f"select {unit}").apply(f"place {hex_}")


# --- 3.1  the Axis ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.1-1", "3.2-1")
def test_the_axis_sets_up_first() -> None:
    """Before the Axis is done no Soviet formation is on the map, and none may be placed."""
    pos = start()
    while pos.side == AXIS:
        assert on_map(pos, SOVIET) == set()
        assert on_map(pos, AXIS) == set(fixed(AXIS))
        with pytest.raises(IllegalAction, match="axis decides now"):
            pos.apply("select 24/18A", side=SOVIET)
        pos = pos.apply("done")
    assert pos.top.tag == "placement"


@pytest.mark.rule(SLUG, "3.1-2", "3.1-3")
def test_axis_formations_stand_on_their_printed_hexes() -> None:
    """Every Axis formation with a printed hex is there, and nobody was asked about hexes."""
    pos = start()
    assert {unit: pos.unit(unit).at for unit in fixed(AXIS)} == fixed(AXIS)
    assert pos.at("23.24") == ("1ssPz",)
    while pos.side == AXIS:
        assert not {a for a in pos.actions() if a.verb in ("place", "move")}
        pos = pos.apply("done")


@pytest.mark.rule(SLUG, "3.1-4")
def test_two_tigers_at_the_start_and_a_third_to_come() -> None:
    """Two Tiger battalions are in their box, the last one arrives."""
    pos = start()
    assert len(pos.at(TIGER_BOX)) == 2
    assert [t for t in pos.game.tigers if pos.unit(t).at == ARRIVALS] == ["Tiger506"]
    assert len(pos.game.tigers) == 3


GERMAN_MOBILE = {p.id for p in PIECES if p.kind == "mobile" and p.nationality == "german" and p.hex}


@pytest.mark.rule(SLUG, "3.1-5", "C13")
def test_a_tiger_joins_a_german_mobile_formation_or_stays_in_its_box() -> None:
    """German mobile formations on the map are offered, one Tiger each; no Hungarian, no
    infantry, no garrison; and a Tiger may stay where it is.
    """
    pos = start()
    assert offered(pos, "select") == {"Tiger503", "Tiger509"}
    choice = pos.apply("select Tiger503")
    assert offered(choice, "join") == GERMAN_MOBILE
    assert len(GERMAN_MOBILE) == 10
    for unit in ("18/Hun", "68/1PzA", "Gar-Ternopol"):
        assert denied(choice, f"join {unit}") == "12.2-2"
    second = choice.apply("join 7Pz").apply("select Tiger509")
    assert denied(second, "join 7Pz") == "12.5.1-2"
    assert offered(second, "join") == GERMAN_MOBILE - {"7Pz"}
    kept = second.apply("cancel").apply("done")
    assert kept.unit("Tiger503").at == ATTACHED
    assert kept.unit("7Pz").tiger == "Tiger503"
    assert kept.unit("Tiger509").at == TIGER_BOX
    assert pos.apply("done").at(TIGER_BOX) == ("Tiger503", "Tiger509")


@pytest.mark.rule(SLUG, "3.1-5", "S7")
def test_tigers_can_be_taken_back_until_the_axis_is_done() -> None:
    """At set-up a Tiger that was attached may be boxed and attached again."""
    pos = start().apply("select Tiger503").apply("join 7Pz").apply("drop Tiger503")
    assert (pos.unit("Tiger503").at, pos.unit("7Pz").tiger) == (TIGER_BOX, "")
    again = pos.apply("select Tiger503").apply("join 1Pz")
    assert again.unit("1Pz").tiger == "Tiger503"


def test_ready_tigers() -> None:
    """The ready choice puts both Tigers with the formations that the scenario names."""
    pos = start().apply("choose ready")
    assert pos.at(TIGER_BOX) == ()
    assert {pos.unit("1ssPz").tiger, pos.unit("6Pz").tiger} == {"Tiger503", "Tiger509"}
    assert pos.why_not("choose ready") is not None


@pytest.mark.rule(SLUG, "3.1-6")
def test_the_air_supply_marker_is_in_its_box() -> None:
    """When the game begins no hex holds the marker."""
    assert begin().state.air == "air_supply"
    assert begin().state.air not in GAME.board.grid


# --- 3.2  the Soviets -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.2-4", "3.2-5")
def test_soviet_mobile_formations_stand_on_their_printed_hexes() -> None:
    """Mobile formations are there when the Soviets are asked, and are not theirs to place."""
    pos = placement()
    assert {unit: pos.unit(unit).at for unit in on_map(pos, SOVIET)} == fixed(SOVIET)
    assert pos.at("30.24") == ("6GTC",)
    assert offered(pos, "select") == {piece.id for piece in of_areas()}
    assert pos.why_not("select 6GTC") is not None
    assert pos.why_not("release 6GTC") is not None


@pytest.mark.rule(SLUG, "3.2-2", "6.1-1", "S7")
@pytest.mark.parametrize("army", ARMIES)
def test_any_free_hex_of_its_area(army: str) -> None:
    """A formation goes on every hex of its army's area that is free, and on no other."""
    unit = next(piece.id for piece in of_areas() if piece.area == army)
    pos = placement().apply(f"select {unit}")
    area = GAME.board.zones[army]
    free = {hex_ for hex_ in area if not pos.at(hex_)}
    assert offered(pos, "place") == free
    outside = next(h for h in GAME.board.grid if h not in area and not pos.at(h))
    assert denied(pos, f"place {outside}") == "3.2-2"
    hex_ = min(free)
    other = next(p.id for p in of_areas() if p.area == army and p.id != unit)
    taken = pos.apply(f"place {hex_}").apply(f"select {other}")
    assert denied(taken, f"place {hex_}") == "6.1-1"


@pytest.mark.rule(SLUG, "3.2-3")
@pytest.mark.parametrize("army", ["18A", "38A"])
def test_next_to_germans(army: str) -> None:
    """A formation may be placed in a hex next to a German one."""
    unit = next(piece.id for piece in of_areas() if piece.area == army)
    pos = placement().apply(f"select {unit}")
    beside = {
        near
        for german in on_map(pos, AXIS)
        for near in GAME.board.grid.neighbours(pos.unit(german).at)
    }
    assert beside & offered(pos, "place")


@pytest.mark.parametrize(
    ("army", "count"),
    [
        pytest.param("40A", 6, marks=pytest.mark.rule(SLUG, "2.4-2")),
        pytest.param("38A", 9, marks=pytest.mark.rule(SLUG, "2.4-3")),
        pytest.param("18A", 7, marks=pytest.mark.rule(SLUG, "2.4-4")),
    ],
)
@pytest.mark.rule(SLUG, "S7")
def test_set_up_does_not_end_before_an_army_is_placed(army: str, count: int) -> None:
    """With one formation of an army left, whichever, the Soviets may not end set-up."""
    ready = placement().apply("choose ready")
    mine = [piece.id for piece in of_areas() if piece.area == army]
    assert len(mine) == count
    rule = {"40A": "2.4-2", "38A": "2.4-3", "18A": "2.4-4"}[army]
    assert ready.why_not("done") is None
    for unit in mine:
        assert denied(ready.apply(f"release {unit}"), "done") == rule


@pytest.mark.rule(SLUG, "S7")
def test_a_placed_formation_can_be_taken_back() -> None:
    """Until the Soviets are done they may take back what they placed, and place it elsewhere."""
    pos = placed(placement(), "24/18A", "28.38")
    assert offered(pos, "release") == {"24/18A"}
    assert "24/18A" not in offered(pos, "select")
    back = pos.apply("release 24/18A")
    assert (back.unit("24/18A").at, back.at("28.38")) == (ARRIVALS, ())
    assert placed(back, "24/18A", "28.39").unit("24/18A").at == "28.39"
    assert pos.apply("select 71/18A").apply("cancel").top.tag == "placement"


@pytest.mark.rule(SLUG, "S7")
def test_the_ready_placement_replaces_what_was_placed() -> None:
    """With one choice every formation stands where the scenario has it."""
    ready = GAME.scenario("campaign").ready
    pos = placed(placement(), "24/18A", "28.39").apply("choose ready")
    assert {piece.id: pos.unit(piece.id).at for piece in of_areas()} == dict(ready)
    assert pos.why_not("choose ready") is not None


# --- the order, and what follows --------------------------------------------------------


@pytest.mark.rule(SLUG, "S7")
def test_the_order_of_set_up() -> None:
    """Axis Tigers, Axis decoys, Soviet armies, Soviet decoys, turn 1; without fog no decoys."""

    def asked(fog: bool) -> list[tuple[str, str]]:
        pos, found = start(fog=fog), []
        while pos.top.tag != "soviet turn":
            if (pos.top.tag, pos.side) not in found:
                found.append((pos.top.tag, pos.side))
            pos = pos.apply("done" if pos.why_not("done") is None else "choose ready")
        return found

    tigers, armies = ("tiger set-up", AXIS), ("placement", SOVIET)
    decoys = [("decoy set-up", AXIS), ("decoy set-up", SOVIET)]
    assert asked(fog=True) == [tigers, decoys[0], armies, decoys[1]]
    assert asked(fog=False) == [tigers, armies]


@pytest.mark.rule(SLUG, "S7")
def test_terrain_banks_and_zones_do_not_limit_placement() -> None:
    """Woods, either bank of the Dniester, an enemy zone: a hex of the area is free to take."""
    pos = placement()
    hexes = set()
    for unit in ("24/18A", "100/38A", "38/40A"):
        hexes |= offered(pos.apply(f"select {unit}"), "place")
    assert {GAME.board.terrain_of(h) for h in hexes} == {"clear", "woods"}
    assert {h in GAME.north for h in hexes} == {True, False}
    assert any(pos.columns.zones(AXIS, h) for h in hexes)


@pytest.mark.rule(SLUG, "3.3-1")
def test_all_others_wait_to_arrive() -> None:
    """Who has neither hex nor area is off the map when the game begins."""
    pos = begin()
    waiting = {unit for unit in pos.at(ARRIVALS) if unit not in pos.game.tigers}
    assert waiting == {p.id for p in PIECES if p.turn and p.is_formation}
    assert on_map(pos, AXIS) | on_map(pos, SOVIET) | waiting == {
        p.id for p in PIECES if p.is_formation
    }


@pytest.mark.rule(SLUG, "3.4-1")
def test_the_game_begins_on_turn_1() -> None:
    """After set-up the marker is on turn 1, and the log says so."""
    pos = begin()
    assert pos.turn == 1
    assert "Turn 1 begins." in {str(event) for event in pos.events}
