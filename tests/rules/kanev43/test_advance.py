"""Advance after combat in Red Parachutes."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.fights import TARGET, fought, is_dead, is_over, where
from tests.rules.kanev43.sketches import allowed, done, refused

from grognard.games.kanev43.state import AXIS, SOVIET, Bridgehead, Pos, Work
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn

GERMANS = "unit 57ID-I/179 0403\nunit 57ID-II/179 0403\n"
RED = "unit 3GAB-1 0404\n"


def won(text: str, attack: str = "57ID-I/179", cell: str = "-/5Z", side: str = AXIS) -> Pos:
    """A parachute company of one step in 0404 is eliminated: by 5Z four are left unpaid."""
    return fought(RED + text, attack, "3GAB-1", cell, side=side)


def walked(pos: Pos, unit: str, *hexes: str) -> Pos:
    """A unit advances by these hexes, as far as it may."""
    pos = done(pos, f"select {unit}")
    for hex_ in hexes:
        pos = pos.apply(f"advance {hex_}")
    return pos


@pytest.mark.rule("kanev43", "ADV-6", "ADV-8", "ADV-5", "ADV-1", "R-65")
@pytest.mark.parametrize(
    ("unit", "hexes"),
    [("57ID-I/179", 2), ("10PG-I/20", 3), ("10PG-Pi10", 3), ("10PG-HQ", 3), ("10PG-AA110", 4),
     ("19PZ-AA19", 4), ("19PZ-Pz27", 4), ("19PZ-I/73", 4), ("10PG-StuG239", 4)],
)  # fmt: skip
def test_how_far_axis_units_advance(unit: str, hexes: int) -> None:
    """A one-step defender eliminated by -/5Z leaves 4 unpaid: foot 2, wheels 3, tracks and
    recon 4.
    """
    pos = walked(won(f"unit 57ID-I/199 0403\nunit {unit} 0403\n", "57ID-I/199"), unit)
    way = ["0404", "0405", "0406", "0407"][:hexes]
    pos = done(pos, *(f"advance {hex_}" for hex_ in way))
    assert pos.unit(unit).at == way[-1]
    assert pos.top.tag == "advance"


@pytest.mark.rule("kanev43", "ADV-5", "R-65")
@pytest.mark.parametrize("unit", ["6GTC-51", "309RD-955", "6GTC-Rec", "6GTC-I/22"])
def test_soviet_units_advance_two_hexes(unit: str) -> None:
    """Tanks no farther than rifles, though the defender went three hexes back."""
    text = f"unit {unit} 0403\nunit XXIV-Alarm 0404\n"
    pos = fought(text, unit, "XXIV-Alarm", "-/5Z", side=SOVIET)
    pos = walked(pos, unit, "0404", "0405")
    assert pos.unit(unit).at == "0405"
    assert is_over(pos)


@pytest.mark.rule("kanev43", "ADV-7", "R-65")
def test_towed_guns_do_not_advance() -> None:
    """Limbered or not; limbered self-propelled guns go two hexes."""
    text = GERMANS + "unit 57ID-I/AR 0403\nunit 57ID-IV/AR 0403 limbered=true\n"
    pos = won(text)
    assert refused(pos, "select", "57ID-I/AR") == "ADV-7"
    assert refused(pos, "select", "57ID-IV/AR") == "ADV-7"
    assert refused(done(pos, "select 57ID-I/179"), "join", "57ID-IV/AR") == "ADV-7"
    text = "unit 57ID-I/179 0403\nunit 7PZ-I/AR78 0403 limbered=true\n"
    pos = walked(won(text), "7PZ-I/AR78", "0404", "0405")
    assert pos.unit("7PZ-I/AR78").at == "0405"
    assert pos.top.tag == "advance"
    pos = won(text.replace(" limbered=true", ""))
    assert refused(pos, "select", "7PZ-I/AR78") == "ADV-7"


@pytest.mark.rule("kanev43", "ADV-1")
@pytest.mark.parametrize(("cell", "hexes"), [("-/1", 1), ("-/2", 1), ("-/3", 2), ("-/5Z", 3)])
def test_the_advance_is_as_long_as_the_retreat(cell: str, hexes: int) -> None:
    """Or one hex."""
    text = "unit 19PZ-Pz27 0403\nunit 309RD-955 0404\n"
    pos = fought(text, "19PZ-Pz27", "309RD-955", cell)
    pos = done(pos, "pass", "retreat 0504")
    while pos.top.tag == "retreat":
        pos = pos.apply(sorted(pos.actions(), reverse=True)[0])
    pos = done(pos, "select 19PZ-Pz27")
    for hex_ in ["0404", "0304", "0205"][:hexes]:
        pos = pos.apply(f"advance {hex_}")
    assert is_over(pos)


@pytest.mark.rule("kanev43", "ADV-1")
def test_what_an_eliminated_defender_left_unpaid_counts() -> None:
    """-/4 on one step: one is paid, three are left."""
    pos = won("unit 19PZ-Pz27 0403\n", "19PZ-Pz27", "-/4d")
    pos = walked(pos, "19PZ-Pz27", "0404", "0405", "0406")
    assert pos.unit("19PZ-Pz27").at == "0406"
    assert is_over(pos)


@pytest.mark.rule("kanev43", "ADV-2", "R-49", "R-64")
def test_those_who_stand_with_the_attackers_may_advance() -> None:
    """An idle stack-mate and a leader, who goes with units only; not those of other hexes."""
    text = GERMANS + "unit L-57ID 0403\nunit 57ID-I/199 0303\n"
    pos = won(text)
    assert allowed(pos, "select") == {"57ID-I/179", "57ID-II/179"}
    assert refused(pos, "select", "57ID-I/199") == "ADV-2"
    assert refused(pos, "select", "L-57ID") == "R-65"
    pos = done(pos, "select 57ID-II/179", "join L-57ID", "advance 0404", "advance 0405")
    assert where(pos, "57ID-II/179", "L-57ID") == ("0405", "0405")


@pytest.mark.rule("kanev43", "R-65")
def test_a_leader_goes_as_far_as_the_units_he_is_with() -> None:
    """With tanks four hexes."""
    pos = won("unit 19PZ-Pz27 0403\nunit L-19PZ 0403\n", "19PZ-Pz27")
    pos = done(pos, "select 19PZ-Pz27", "join L-19PZ")
    pos = done(pos, *(f"advance {hex_}" for hex_ in ("0404", "0405", "0406", "0407")))
    assert pos.unit("L-19PZ").at == "0407"


@pytest.mark.rule("kanev43", "ADV-2", "R-64")
def test_nobody_advances_while_the_hex_is_held() -> None:
    """Bystanders hold it; so do those who stood."""
    text = GERMANS + "unit 309RD-955 0404\nunit 309RD-957 0404\n"
    pos = fought(text, "57ID-I/179", "309RD-955", "-/1")
    pos = done(pos, "pass", "retreat 0405")
    assert is_over(pos)


@pytest.mark.rule("kanev43", "R-63", "R-64", "SFT-3")
def test_attackers_who_stood_advance_and_those_who_went_back_do_not() -> None:
    """Under 2d/4 an attacker that stands follows."""
    text = GERMANS + "unit 57ID-I/199 0303\nunit 3GAB-1 0404\nunit 3GAB-2 0404\n"
    pos = fought(text, "57ID-I/179 57ID-I/199", "3GAB-1 3GAB-2", "2d/4")
    pos = done(pos, "lose 57ID-I/179").apply("stand", dice=[1])
    pos = done(pos, "pass", "retreat 0302")
    assert is_dead(pos, "3GAB-1")
    assert is_dead(pos, "3GAB-2")
    assert allowed(pos, "select") == {"57ID-I/179", "57ID-II/179"}
    assert refused(pos, "select", "57ID-I/199") == "ADV-2"


@pytest.mark.rule("kanev43", "ADV-3", "R-64")
def test_leaving_a_zone_shortens_the_advance() -> None:
    """A zone on the second hex makes three hexes of four; one that is left by the first step, out
    of 0403, costs nothing.
    """
    pos = won("unit 19PZ-Pz27 0403\nunit 309RD-955 0505\n", "19PZ-Pz27")
    pos = walked(pos, "19PZ-Pz27", "0404", "0405", "0406")
    assert is_over(pos)
    pos = won("unit 19PZ-Pz27 0403\nunit 309RD-955 0302\n", "19PZ-Pz27")
    pos = walked(pos, "19PZ-Pz27", "0404", "0405", "0406", "0407")
    assert is_over(pos)


@pytest.mark.rule("kanev43", "ADV-4", "R-64")
@pytest.mark.parametrize("water", ["dnepr", "river"])
def test_an_advance_over_water_ends_behind_it(water: str) -> None:
    """Into the defender's hex, and no farther; later no such hexside is crossed."""
    pos = won(f"hexside {water} 0403/0404\nunit 19PZ-Pz27 0403\n", "19PZ-Pz27")
    assert is_over(walked(pos, "19PZ-Pz27", "0404"))
    pos = won(f"hexside {water} 0404/0405\nunit 19PZ-Pz27 0403\n", "19PZ-Pz27")
    pos = walked(pos, "19PZ-Pz27", "0404")
    assert refused(pos, "advance", "0405") == "ADV-4"


@pytest.mark.rule("kanev43", "R-64")
def test_a_route_leads_over_a_river_not_over_the_dnepr() -> None:
    """The bridge of Kanev carries no advance."""
    text = "hexside {} 0404/0405\nnetwork road 0404-0405\nunit 19PZ-Pz27 0403\n"
    pos = walked(won(text.format("river"), "19PZ-Pz27"), "19PZ-Pz27", "0404")
    assert "0405" in allowed(pos, "advance")
    pos = walked(won(text.format("dnepr"), "19PZ-Pz27"), "19PZ-Pz27", "0404")
    assert refused(pos, "advance", "0405") == "ADV-4"


@pytest.mark.rule("kanev43", "R-64", "R-113")
def test_where_nobody_advances() -> None:
    """Into enemies and into water, nor anywhere but into the defender's hex first."""
    text = "terrain water 0405\nunit 309RD-955 0304\nunit 19PZ-Pz27 0403\n"
    pos = done(won(text, "19PZ-Pz27"), "select 19PZ-Pz27")
    assert refused(pos, "advance", "0402") == "R-64"
    pos = done(pos, "advance 0404")
    assert refused(pos, "advance", "0304") == "R-64"
    assert refused(pos, "advance", "0405") == "R-113"


@pytest.mark.rule("kanev43", "R-25", "R-64")
def test_stacking_counts_where_an_advance_ends() -> None:
    """Three battalions fill the hex; a fourth may pass but not stay."""
    text = "".join(f"unit 57ID-{name} 0403\n" for name in ("I/179", "II/179", "I/199"))
    text += "unit 57ID-II/199 0303\n"
    pos = won(text, "57ID-I/179 57ID-II/199", "-/2")
    for name in ("I/179", "II/179", "I/199"):
        pos = done(pos, f"select 57ID-{name}", "advance 0404")
    assert is_over(pos)  # The advance is one hex long, and the hex is full.
    pos = won(text, "57ID-I/179 57ID-II/199", "-/3")
    for name in ("I/179", "II/179", "I/199"):
        pos = done(pos, f"select 57ID-{name}", "advance 0404", "stop")
    pos = done(pos, "select 57ID-II/199", "advance 0404")
    assert allowed(pos, "stop") == set()


@pytest.mark.rule("kanev43", "R-23", "R-108", "BHD-4", "R-77", "IMP-3")
def test_an_advance_takes_what_lies_on_its_way() -> None:
    """Hexes, bridgeheads, works in hand, and lone leaders."""
    pos = won("unit 57ID-I/179 0403\nunit L-309RD 0404\n")
    works = {"0405": Work(SOVIET, "309RD-957", 1)}
    pairs = (Bridgehead("0704", TARGET),)
    state = replace(pos.state, works=works, bridgeheads=pairs)
    pos = done(pos.game.position(state), "select 57ID-I/179").apply("advance 0404", dice=[4, 4])
    assert pos.holder(TARGET) == AXIS
    assert pos.state.bridgeheads == ()
    assert pos.state.works == {}
    assert pos.unit("L-309RD").at == "away"


@pytest.mark.rule("kanev43", "BRK-2", "REC-1", "R-35")
def test_who_advances_has_moved() -> None:
    """And may break through afterwards."""
    pos = done(walked(won(GERMANS), "57ID-I/179", "0404"), "stop")
    turn = pos.within(PlayerTurn)
    assert turn.advanced == turn.stirred == {"57ID-I/179"}


@pytest.mark.rule("kanev43", "ART-15", "R-35")
def test_guns_next_to_an_advance_support_nobody() -> None:
    """If the units that came have a zone, and only where they end."""
    guns = "unit 309RD-AR 0405\nunit 161RD-AR 0204\n"
    pos = walked(won(GERMANS + guns), "57ID-I/179", "0404")
    assert pos.within(CombatPhase).silenced == {"309RD-AR"}
    weak = "unit XXIV-Alarm 0403\n" + guns
    pos = walked(won(weak, "XXIV-Alarm"), "XXIV-Alarm", "0404")
    assert pos.within(CombatPhase).silenced == frozenset()


@pytest.mark.rule("kanev43", "R-105")
def test_for_attackers_inside_the_hex_it_is_the_first_of_the_advance() -> None:
    """A battalion that found paratroopers in its own hex goes one hex on where others go two."""
    text = "unit 57ID-I/179 0404\nunit 57ID-II/179 0403\nunit 3GAB-1 0404 dispersed=true\n"
    pos = fought(text, "57ID-I/179 57ID-II/179", "3GAB-1", "-/5Z")
    inside = done(pos, "select 57ID-I/179", "advance 0405")
    assert inside.unit("57ID-I/179").at == "0405"
    assert inside.top.tag == "advance"
    outside = done(pos, "select 57ID-II/179", "advance 0404", "advance 0405")
    assert outside.unit("57ID-II/179").at == "0405"


@pytest.mark.rule("kanev43", "R-105", "R-64")
def test_a_located_unit_that_stays_holds_the_hex() -> None:
    """And other dispersed ones do not."""
    text = "unit 57ID-I/179 0404\nunit 57ID-II/179 0403\nunit 3GAB-1 0404 dispersed=true\n"
    pos = fought(text, "57ID-I/179 57ID-II/179", "3GAB-1", "1/-")
    pos = done(pos, "lose 57ID-I/179")
    assert is_over(pos)
    assert pos.unit("3GAB-1").dispersed
    text += "unit 3GAB-2 0404 dispersed=true\n"
    pos = fought(text, "57ID-I/179 57ID-II/179", "3GAB-1", "-/5Z")
    assert pos.top.tag == "advance"
    assert not is_dead(pos, "3GAB-2")
