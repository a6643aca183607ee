"""16.2 - 16.5 Replacements."""

import pytest
from tests.rules.ukraine43.moves import denied, does, offered
from tests.rules.ukraine43.turns import SLUG

from grognard.games.ukraine43.losses import eliminate, lose_step
from grognard.games.ukraine43.replacements import points_left
from grognard.games.ukraine43.state import ARRIVALS, AXIS, DEAD, SOVIET, Pos
from grognard.hand import Hand
from grognard.testing import sketch

RIFLES, OTHERS, GUARDS, TANKS, HORSE = "23/218", "53/188", "67/71G", "2TC", "4GCC"
KV = "57GKV"
PANZER, INFANTRY, RUMANIANS, SECURITY = "11Pz", "88ID", "24Rum", "213Sec"

#: A Soviet railway from a star hex to an objective, and a German one of the other end. On turn
#: 2 the Soviets have 2 mechanised and 3 other replacements, the Germans 1 and 1.
FIELD = """
    board 5 x 20
    tag soviet_source 0101
    tag axis_source 0120
    tag vp1 0105 0115
    tag town 0105 0115
    network rail 0101-0102-0103-0104-0105 0115-0116-0117-0118-0119-0120
    state repaired=0101,0102,0103,0104,0105
    control soviet 0101 0105
    control axis 0115 0120
    turn 2
    unit SWF 0501
    unit 1PzA 0520
"""


def jobs(text: str, side: str = SOVIET) -> Pos:
    """The Movement Phase of a side, with the job of replacements begun."""
    return sketch(SLUG, f"{FIELD}{text}\nphase movement {side}").apply("choose replacements")


# --- 16.2  points -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "16.2-1", "16.2-4")
def test_the_track_says_how_many() -> None:
    """The numbers of the turn for each side; nothing is carried over from the turn before."""
    second = sketch(SLUG, FIELD + "phase movement soviet")
    third = sketch(SLUG, FIELD + "turn 3\nphase movement axis")
    assert points_left(second, SOVIET) == {"mech": 2, "foot": 3}
    assert points_left(third, AXIS) == {"mech": 2, "foot": 2}
    pos = jobs(f"unit {RIFLES} 0301 reduced=true").apply(f"select {RIFLES}")
    pos = pos.apply("choose foot")
    assert points_left(pos, SOVIET) == {"mech": 2, "foot": 2}


@pytest.mark.rule(SLUG, "16.2-1", "T-3")
def test_no_replacements_on_turn_one() -> None:
    """The job is not even offered."""
    text = FIELD.replace("turn 2", "turn 1") + f"unit {RIFLES} 0301 reduced=true\n"
    pos = sketch(SLUG, text + "phase movement soviet")
    assert denied(pos, "choose replacements") == "16.2-1"


@pytest.mark.rule(SLUG, "16.2-2", "16.2-3", "16.3A")
def test_a_point_fills_a_reduced_unit() -> None:
    """A point of the other kind serves rifles and Guards, not a tank corps; a mechanised one
    serves each of them.
    """
    units = f"unit {RIFLES} 0301 reduced=true\nunit {GUARDS} 0302 reduced=true\n"
    pos = jobs(units + f"unit {TANKS} 0303 reduced=true")
    assert offered(pos, "select") == {RIFLES, GUARDS, TANKS}
    for unit in (RIFLES, GUARDS):
        assert offered(pos.apply(f"select {unit}"), "choose") == {"foot", "mech"}
    pos = pos.apply(f"select {TANKS}")
    assert not pos.unit(TANKS).reduced
    assert points_left(pos, SOVIET) == {"mech": 1, "foot": 3}
    pos = does(pos, f"select {GUARDS}", "choose mech")
    assert not pos.unit(GUARDS).reduced
    assert points_left(pos, SOVIET) == {"mech": 0, "foot": 3}


@pytest.mark.rule(SLUG, "16.2-2", "16.2-3", "16.5E-1", "16.5D", "R-98")
def test_a_point_brings_a_dead_unit_back_reduced() -> None:
    """On its reduced side and Disrupted; a unit of one step on its only side."""
    pos = jobs(f"unit {RIFLES} dead\nunit {TANKS} dead\nunit 1Sap dead")
    pos = does(pos, f"select {RIFLES}", "choose foot", "place 0105")
    pos = does(pos, f"select {TANKS}", "place 0105")
    pos = does(pos, "select 1Sap", "choose foot", "place 0101")
    for unit, hex_, reduced in ((RIFLES, "0105", True), (TANKS, "0105", True),
                                ("1Sap", "0101", False)):  # fmt: skip
        now = pos.unit(unit)
        assert (now.at, now.reduced, now.disrupted) == (hex_, reduced, True)


@pytest.mark.rule(SLUG, "16.2-3")
def test_without_a_point_of_its_kind_a_unit_gets_none() -> None:
    """The Germans have two mechanised points: a third panzer division is refused."""
    worn = {PANZER: "0310", "19Pz": "0311", INFANTRY: "0312", "7Pz": "0313"}
    text = "".join(f"unit {unit} {hex_} reduced=true\n" for unit, hex_ in worn.items())
    pos = does(jobs(text, AXIS), f"select {PANZER}", "select 19Pz")
    assert denied(pos, "select 7Pz") == "16.2-3"
    assert offered(pos, "select") == {INFANTRY}


@pytest.mark.rule(SLUG, "16.4A")
def test_allies_take_german_replacements() -> None:
    """One point may restore a Rumanian or a German division."""
    text = f"unit {RUMANIANS} 0310 reduced=true\nunit {INFANTRY} 0312 reduced=true"
    pos = jobs(text, AXIS)
    assert offered(pos, "select") == {RUMANIANS, INFANTRY}
    assert not does(pos, f"select {RUMANIANS}", "choose foot").unit(RUMANIANS).reduced


# --- 16.3, 16.4  special cases ----------------------------------------------------------------


@pytest.mark.rule(SLUG, "16.3B", "23.1-3", "R-50")
@pytest.mark.parametrize("hq", ["VorF", "1TA", "5ShA"])
def test_soviet_hqs_return_for_a_mechanised_point(hq: str) -> None:
    """Front, tank army and shock army HQs, and for no other point."""
    pos = jobs(f"unit {hq} dead").apply(f"select {hq}").apply("place 0105")
    assert pos.unit(hq).at == "0105"
    assert points_left(pos, SOVIET) == {"mech": 1, "foot": 3}
    spent = jobs(f"unit {hq} dead\nunit {TANKS} 0301 reduced=true\nunit 11TC 0301 reduced=true")
    spent = does(spent, f"select {TANKS}", "select 11TC")
    assert denied(spent, f"select {hq}") == "16.2-3"


@pytest.mark.rule(SLUG, "16.4B", "23.1-3")
@pytest.mark.parametrize("hq", ["48PzK", "6A"])
def test_german_hqs_return_for_a_mechanised_point(hq: str) -> None:
    """Panzer corps and army HQs."""
    pos = jobs(f"unit {hq} dead", AXIS).apply(f"select {hq}").apply("place 0115")
    assert pos.unit(hq).at == "0115"
    assert points_left(pos, AXIS) == {"mech": 1, "foot": 2}


@pytest.mark.rule(SLUG, "16.3D")
def test_two_light_brigades_for_one_point_of_either_kind() -> None:
    """A sapper and a mechanised brigade come for one point; a third needs another."""
    pos = jobs("unit 1Sap dead\nunit 2Sap dead\nunit 52MB dead")
    pos = does(pos, "select 1Sap", "choose foot", "place 0105")
    pos = does(pos, "select 52MB", "place 0105")
    assert points_left(pos, SOVIET) == {"mech": 2, "foot": 2}
    assert offered(pos.apply("select 2Sap"), "choose") == {"foot", "mech"}
    pos = does(pos, "select 2Sap", "choose mech", "place 0101")
    assert points_left(pos, SOVIET) == {"mech": 1, "foot": 2}


@pytest.mark.rule(SLUG, "16.3E")
def test_two_armoured_brigades_for_one_mechanised_point() -> None:
    """Tank brigades and regiments come in pairs, for mechanised points only; a sapper is no
    second half of such a pair.
    """
    pos = jobs(f"unit 9GTB dead\nunit 1Sap dead\nunit {KV} dead")
    pos = does(pos, "select 9GTB", "place 0105")
    assert points_left(pos, SOVIET) == {"mech": 1, "foot": 3}
    assert offered(pos.apply("select 1Sap"), "choose") == {"foot", "mech"}
    pos = does(pos, f"select {KV}", "place 0105")
    assert points_left(pos, SOVIET) == {"mech": 1, "foot": 3}


KV = next(piece.id for piece in sketch(SLUG, "").game.pieces if getattr(piece, "kind", "") == "kv")


@pytest.mark.rule(SLUG, "16.3F", "16.4C-1")
@pytest.mark.parametrize(
    ("unit", "side", "rule"),
    [("7Art", SOVIET, "16.3F"), ("1GAb", SOVIET, "16.3F"), ("Tiger503", AXIS, "16.4C-1"),
     ("StuG", AXIS, "16.4C-1")],
)  # fmt: skip
def test_some_are_never_rebuilt(unit: str, side: str, rule: str) -> None:
    """Artillery divisions, airborne brigades, Tigers and assault guns."""
    others = f"unit {RIFLES} 0301 reduced=true\nunit {INFANTRY} 0319 reduced=true\n"
    pos = jobs(others + f"unit {unit} dead", side)
    assert denied(pos, f"select {unit}") == rule


@pytest.mark.rule(SLUG, "16.4C-2", "16.1-5")
@pytest.mark.parametrize("unit", ["Tiger503", "StuG"])
def test_tigers_and_assault_guns_return_after_four_turns(unit: str) -> None:
    """Eliminated on turn 5 they go four turns ahead on the track and enter on turn 9."""
    text = FIELD.replace("turn 2", "turn 5") + f"unit {unit} 0310\n"
    hand = Hand(sketch(SLUG, text + "phase movement axis"))
    eliminate(hand, unit, "8.7-2")
    now = hand.now.unit(unit)
    assert (now.at, now.returns) == (ARRIVALS, 9)
    for turn, there in ((8, False), (9, True)):
        waiting = f"{FIELD}turn {turn}\nunit {unit} arrivals returns=9\nphase movement axis"
        assert (unit in offered(sketch(SLUG, waiting), "select")) is there


@pytest.mark.rule(SLUG, "8.7-1", "8.7-2", "22.3-2")
def test_losing_steps() -> None:
    """A full division is flipped, a reduced one and a unit of one step die; the dead have no
    markers.
    """
    text = FIELD + f"unit {INFANTRY} 0310\nunit 9GTB 0301 disrupted=true oos=true\nunit 7Art 0302\n"
    hand = Hand(sketch(SLUG, text + "phase movement axis"))
    for unit in (INFANTRY, "9GTB", "7Art"):
        lose_step(hand, unit, "8.7-1")
    assert hand.now.unit(INFANTRY).reduced
    assert [hand.now.unit(u).at for u in ("9GTB", "7Art")] == [DEAD, DEAD]
    assert not hand.now.unit("9GTB").disrupted
    assert not hand.now.unit("9GTB").oos
    lose_step(hand, INFANTRY, "8.7-1")
    assert hand.now.unit(INFANTRY).at == DEAD


# --- 16.5  who, when, where -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "16.5A", "14.5-5", "11.3-2")
def test_only_dead_units_or_units_in_order_are_eligible() -> None:
    """Reduced and Out of Supply, Disrupted, or full: refused."""
    text = f"""
        unit {RIFLES} 0301 reduced=true oos=true
        unit {OTHERS} 0302 reduced=true disrupted=true
        unit {GUARDS} 0303
        unit {TANKS} 0304 reduced=true
        unit {HORSE} dead
    """
    pos = jobs(text)
    assert offered(pos, "select") == {TANKS, HORSE}
    assert denied(pos, f"select {RIFLES}") == "14.5-5"
    assert denied(pos, f"select {OTHERS}") == "16.5A"
    assert denied(pos, f"select {GUARDS}") == "16.5A"


@pytest.mark.rule(SLUG, "16.5B-1", "R-16", "3.C.2-2")
def test_first_the_move_then_the_replacement() -> None:
    """A unit that has moved may take one; one that has taken it may not move."""
    text = f"{FIELD}unit {RIFLES} 0301 reduced=true\nunit {OTHERS} 0306 reduced=true\n"
    pos = sketch(SLUG, text + "phase movement soviet")
    pos = does(pos, f"select {RIFLES}", "move 0303", "stop", "choose replacements")
    pos = does(pos, f"select {RIFLES}", "choose foot")
    assert not pos.unit(RIFLES).reduced
    pos = does(pos, f"select {OTHERS}", "choose foot", "done")
    assert denied(pos, f"select {OTHERS}") == "16.5B-1"


@pytest.mark.rule(SLUG, "16.5B-2", "R-3")
def test_no_replacement_after_an_extended_move() -> None:
    """A reduced division with an Extended Movement marker is refused."""
    text = f"{FIELD}unit {RIFLES} 0301 reduced=true\nunit {OTHERS} 0306 reduced=true\n"
    pos = sketch(SLUG, text + "phase movement soviet")
    pos = does(pos, f"select {RIFLES}", "mode extended", "move 0307", "stop")
    assert denied(pos.apply("choose replacements"), f"select {RIFLES}") == "16.5B-2"


@pytest.mark.rule(SLUG, "16.5C", "6.5-4")
def test_soviets_take_none_in_an_enemy_zone() -> None:
    """Next to an enemy combat unit a German division is eligible, a Soviet one is not."""
    text = f"unit {RIFLES} 0310 reduced=true\nunit {INFANTRY} 0311 reduced=true\n"
    soviet = jobs(text + f"unit {TANKS} 0301 reduced=true")
    assert denied(soviet, f"select {RIFLES}") == "16.5C"
    assert INFANTRY in offered(jobs(text, AXIS), "select")


@pytest.mark.rule(SLUG, "16.5D", "11.2E")
def test_a_replacement_disrupts() -> None:
    """The unit that was filled up is Disrupted at once."""
    pos = jobs(f"unit {TANKS} 0301 reduced=true").apply(f"select {TANKS}")
    assert pos.unit(TANKS).disrupted


@pytest.mark.rule(SLUG, "16.5F")
def test_one_replacement_a_turn() -> None:
    """A division rebuilt in this turn is not filled up in it."""
    pos = jobs(f"unit {RIFLES} dead\nunit {OTHERS} 0301 reduced=true")
    pos = does(pos, f"select {RIFLES}", "choose foot", "place 0105")
    assert denied(pos, f"select {RIFLES}") == "16.5F"


def places(text: str, unit: str = RIFLES, side: str = SOVIET) -> set[str]:
    """Where a dead unit may be rebuilt."""
    pos = jobs(f"{text}\nunit {unit} dead", side).apply(f"select {unit}")
    if offered(pos, "choose"):
        pos = pos.apply("choose foot")
    return offered(pos, "place")


@pytest.mark.rule(SLUG, "16.5E-1", "16.5E-2")
def test_where_the_dead_return() -> None:
    """An objective on a connecting railway; for the Soviets also a star hex without points. A
    town without points, one cut off and one of the enemy's are none.
    """
    assert places("") == {"0101", "0105"}
    assert places("tag city 0103") == {"0101", "0105"}
    assert places(f"unit {INFANTRY} 0103") == {"0101"}
    assert places("", INFANTRY, AXIS) == {"0115"}
    assert places("tag vp2 0320\ncontrol soviet 0320") == {"0101", "0105"}
    assert places("control axis 0105") == {"0101"}


@pytest.mark.rule(SLUG, "R-51")
def test_the_hex_must_have_been_friendly_when_the_turn_began() -> None:
    """An objective taken earlier in the same phase is no place to rebuild."""
    text = FIELD.replace("control soviet 0101 0105", "control soviet 0101")
    text = text.replace("control axis 0115", "control axis 0105 0115")
    text += f"unit {TANKS} 0107\nunit {RIFLES} dead\nphase movement soviet"
    pos = does(sketch(SLUG, text), f"select {TANKS}", "move 0105", "stop")
    assert pos.holder("0105") == SOVIET
    pos = does(pos, "choose replacements", f"select {RIFLES}", "choose foot")
    assert offered(pos, "place") == {"0101"}
    assert denied(pos, "place 0105") == "R-51"


@pytest.mark.rule(SLUG, "R-98")
def test_the_hex_must_have_room_and_for_soviets_no_enemy_zone() -> None:
    """Two combat units fill it; a German zone closes it to Soviets, a Soviet one not to Germans."""
    assert places(f"unit {OTHERS} 0105\nunit {GUARDS} 0105") == {"0101"}
    assert places(f"unit {INFANTRY} 0206\nunit {OTHERS} 0105") == {"0101"}
    assert places(f"unit {INFANTRY} 0201\nunit {OTHERS} 0101") == {"0105"}
    assert places(f"unit {TANKS} 0215\nunit 198ID 0115", INFANTRY, AXIS) == {"0115"}


@pytest.mark.rule(SLUG, "R-98")
def test_no_hex_no_rebuilding() -> None:
    """With both places closed a dead unit is not offered."""
    text = f"unit {OTHERS} 0105\nunit {GUARDS} 0105\nunit 93/138 0101\nunit 254/373 0101\n"
    pos = jobs(text + f"unit {RIFLES} dead\nunit {TANKS} 0301 reduced=true")
    assert offered(pos, "select") == {TANKS}
    assert denied(pos, f"select {RIFLES}") == "R-98"


@pytest.mark.rule(SLUG, "21-2")
def test_security_divisions_return_in_cities() -> None:
    """With an objective town and an objective city open only the city is offered; without a
    city the town.
    """
    city = "tag vp1 0117\ntag city 0117\ncontrol axis 0117"
    assert places(city, INFANTRY, AXIS) == {"0115", "0117"}
    assert places(city, SECURITY, AXIS) == {"0117"}
    assert places("", SECURITY, AXIS) == {"0115"}
