"""R-6 Control; R-70 What happens when a unit comes into a hex; 26.3 leaders caught alone."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import does, offered

from grognard.games.ukraine43.effects import passed
from grognard.games.ukraine43.state import AXIS, NO_BASE, SOVIET, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hand import Hand
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit 31TC 0812\nunit 17Pz 0112\n"


def phase(text: str, side: str = "soviet", name: str = "movement") -> Pos:
    return sketch(SLUG, f"board 8 x 12\n{SPARE}{text}\nphase {name} {side}")


@pytest.mark.rule(SLUG, "R-6")
def test_control_is_with_who_was_there_last() -> None:
    """A tank corps that drives through a village leaves it Soviet; a zone changes nothing."""
    text = "tag village 0402 0303\ncontrol axis 0402 0403 0303\nunit 2TC 0401\n"
    pos = does(phase(text), "select 2TC", "move 0403")
    assert pos.holder("0402") == pos.holder("0403") == SOVIET
    assert pos.holder("0303") == AXIS


@pytest.mark.rule(SLUG, "R-6", "R-69")
def test_a_leader_takes_no_control() -> None:
    """Only ground units do."""
    pos = does(phase("control axis 0402\nunit Zhukov 0401"), "select Zhukov", "move 0402")
    assert pos.holder("0402") == AXIS


@pytest.mark.rule(SLUG, "R-70")
def test_a_tank_corps_through_a_fort_with_an_air_base() -> None:
    """Marker gone, air unit elsewhere, hex Soviet, in passing too."""
    text = "tag village 0402\ncontrol axis 0402\nstate forts=0402\nunit 4FlK 0402\nunit 2TC 0401\n"
    pos = does(phase(text), "select 2TC", "move 0403")
    assert pos.state.forts == frozenset()
    assert pos.unit("4FlK").at == NO_BASE
    assert pos.unit("4FlK").spent
    assert pos.unit("4FlK").disrupted
    assert pos.holder("0402") == SOVIET
    assert pos.unit("2TC").at == "0403"


@pytest.mark.rule(SLUG, "R-70", "17.4B-1")
def test_a_german_unit_drives_a_railhead_back_in_passing() -> None:
    """Over the hex of a marker on the game's own map: it goes back along its line."""
    pos = sketch(SLUG, "unit 11Pz 0120\nphase movement axis")
    marker, way = next(iter(pos.game.railways(pos).ways.items()))
    state = replace(pos.state, railheads=((marker, way[3]),))
    hand = Hand(pos.game.position(state))
    passed(hand, ("11Pz",), (way[3],))
    assert dict(hand.now.state.railheads) == {marker: way[2]}


@pytest.mark.rule(SLUG, "R-70", "17.4B-1")
def test_who_follows_a_railhead_drives_it_on() -> None:
    """Along the line, hex by hex: in each the marker is met again."""
    pos = sketch(SLUG, "unit 11Pz 0120\nphase movement axis")
    marker, way = next(iter(pos.game.railways(pos).ways.items()))
    hand = Hand(pos.game.position(replace(pos.state, railheads=((marker, way[3]),))))
    passed(hand, ("11Pz",), (way[3], way[2], way[1]))
    assert dict(hand.now.state.railheads) == {marker: way[0]}


@pytest.mark.rule(SLUG, "R-70", "26.3-2", "R-59")
def test_a_lone_leader_is_displaced() -> None:
    """Zhukov is Disrupted and goes to a Soviet objective of his owner's choice; he has moved."""
    text = (
        "tag vp1 0810\ntag vp2 0710\ncontrol soviet 0810 0710\nunit Zhukov 0403\nunit 11Pz 0401\n"
    )
    pos = does(phase(text + "turn 5", "axis"), "select 11Pz", "move 0404")
    assert pos.decision is not None
    assert pos.decision.side == SOVIET
    assert offered(pos, "place") == {"0710", "0810"}
    pos = pos.apply("place 0710")
    assert pos.unit("Zhukov").at == "0710"
    assert pos.unit("Zhukov").disrupted
    assert pos.state.zhukov_moved == 5
    assert pos.unit("11Pz").at == "0404"


@pytest.mark.rule(SLUG, "26.3-2")
def test_a_leader_among_enemies_is_a_complaint() -> None:
    """Not while his owner is asked where he goes."""
    text = "tag vp1 0810\ntag vp2 0710\ncontrol soviet 0810 0710\nunit Zhukov 0403\n"
    asked = does(phase(text + "unit 11Pz 0401\n", "axis"), "select 11Pz", "move 0403")
    assert asked.top.tag == "displacement"
    assert asked.game.complaints(asked) == []
    caught = phase(text + "unit 11Pz 0403\n", "axis")
    assert caught.game.complaints(caught) == ["Zhukov is in 0403 with the enemy"]


@pytest.mark.rule(SLUG, "26.3-2", "R-99")
def test_without_an_objective_he_goes_to_an_edge_source() -> None:
    """Of his own side."""
    text = "tag soviet_source 0801\ncontrol soviet 0801\nunit Zhukov 0403\nunit 11Pz 0401\n"
    pos = does(phase(text, "axis"), "select 11Pz", "move 0403")
    assert pos.unit("Zhukov").at == "0801"


@pytest.mark.rule(SLUG, "R-99", "R-60")
def test_a_leader_with_a_ground_unit_stays() -> None:
    """Enemies beside a lone leader do nothing either."""
    text = "unit Zhukov 0403\nunit 11Pz 0401\n"
    pos = does(phase(text, "axis"), "select 11Pz", "move 0402")
    assert pos.unit("Zhukov").at == "0403"
    assert not pos.unit("Zhukov").disrupted


@pytest.mark.rule(SLUG, "R-59", "26.1A", "26.2-3")
def test_moves_of_leaders_are_remembered() -> None:
    """Zhukov by turn, Manstein for the player turn."""
    pos = does(phase("unit Zhukov 0401\nturn 4"), "select Zhukov", "move 0402")
    assert pos.state.zhukov_moved == 4
    pos = does(phase("unit Manstein 0401", "axis"), "select Manstein", "move 0402")
    assert pos.within(PlayerTurn).manstein_moved


@pytest.mark.rule(SLUG, "R-70", "28.1-7")
def test_the_dam_is_captured() -> None:
    """A Soviet unit enters Zaporozhye while the dam stands."""
    text = "tag dam 0403\nunit 2TC 0401\n"
    pos = does(phase(text), "select 2TC", "move 0404")
    assert pos.state.dam == "captured"


@pytest.mark.rule(SLUG, "R-99", "26.3-2")
def test_without_either_he_goes_to_any_hex_of_his_side() -> None:
    """Not where the enemy stands; while his side holds a hex he is never left with the enemy."""
    hexes = "control axis " + " ".join(f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, 13))
    text = f"{hexes}\ncontrol soviet 0812 0403\nunit Zhukov 0403\nunit 11Pz 0401\n"
    pos = does(phase(text, "axis"), "select 11Pz", "move 0403")
    assert pos.unit("Zhukov").at == "0812"


@pytest.mark.rule(SLUG, "R-99", "26.2-3")
def test_a_reaction_does_not_count_against_manstein() -> None:
    """He reacted in the Soviet turn, and recovers units in the German one."""
    text = "unit Manstein 0404\nunit 88ID 0402 disrupted=true\nunit 11Pz 0801\nunit 2TC 0812"
    pos = sketch(SLUG, f"board 8 x 12\n{text}\nphase reaction axis")
    pos = does(pos, "select Manstein", "move 0403", "stop")
    while not (pos.top.tag == "movement" and pos.side == "axis"):
        pos = pos.apply("done")
    assert pos.unit("88ID").disrupted
    assert "manstein" in offered(pos, "choose")
