"""8 - 13, 26 Sharp cases of combat: what rulings say of dice, losses, retreats and leaders."""

import pytest
from tests.rules.ukraine43.battle import (
    NORTH,
    SLUG,
    TARGET,
    attack,
    denied,
    drawn,
    fight,
    offered,
    told,
)

from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.retreat import ways_out
from grognard.games.ukraine43.state import AXIS, Pos
from grognard.games.ukraine43.turn import CombatPhase, PlayerTurn
from grognard.games.ukraine43.ways import budget

GUARDS = "67/71G"
FIRST, AXIS_FIRST = "\nphase first-combat soviet", "\nphase first-combat axis"
ZHUKOV = "unit Zhukov 0202\n"


def finished(pos: Pos) -> Pos:
    """The retreats that are due, by the first way that is offered."""
    while pos.top.tag == "retreat":
        pos = pos.apply(next(a for a in pos.actions() if a.verb in ("retreat", "stop")))
    return pos


# --- 8.5  results ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-30", "R-73")
def test_a_contact_that_kills_lets_nobody_go_further_than_the_hex() -> None:
    """Primary C, secondary -/1 against one step: a tank corps enters the hex and stops; after
    a DR it would be asked for a second hex.
    """
    text = f"{ZHUKOV}unit 5GTC W\nunit 213Sec T{FIRST}"
    pos = fight(drawn(text, u5GTC=(9, 7)), ["5GTC"], [1, 6], support=["Zhukov"])
    assert (pos.unit("213Sec").at, pos.top.tag) == ("dead", "advance")
    pos = pos.apply("select 5GTC")
    assert pos.unit("5GTC").at == TARGET
    assert pos.top.tag != "advancing"
    driven = fight(drawn(text, u5GTC=(9, 7)), ["5GTC"], [3, 6], support=["Zhukov"])
    assert driven.apply("select 5GTC").top.tag == "advancing"


@pytest.mark.rule(SLUG, "R-34", "9.7-1", "9.7-3")
def test_holding_a_city_costs_the_secondary_losses() -> None:
    """DR with -/1 on a city: who stays loses the step and is not Disrupted; DR2X drives out."""
    text = f"tag city T\nunit {GUARDS} W\nunit 51/52G W\nunit 88ID T\nunit 327ID T{FIRST}"
    pos = fight(drawn(text, **{f"u{GUARDS}": (54, 6)}), [GUARDS, "51/52G"], [3, 6])
    pos = pos.apply("lose 51/52G").apply("lose 88ID").apply("stand")
    now = pos.unit("88ID")
    assert (now.at, now.reduced, now.disrupted) == (TARGET, True, False)
    assert (pos.unit("327ID").at, pos.unit("327ID").disrupted) == (TARGET, False)
    assert pos.top.tag != "advance"
    routed = fight(drawn(text, **{f"u{GUARDS}": (73, 6)}), [GUARDS, "51/52G"], [6, 2])
    routed = routed.apply("lose 88ID")
    assert routed.top.tag == "retreat"


@pytest.mark.rule(SLUG, "8.5-DR2X-3", "9.8-2")
@pytest.mark.parametrize(("defender", "lost"), [(GUARDS, True), ("180TB", False)])
def test_tigers_pay_for_an_uneven_exchange(defender: str, lost: bool) -> None:
    """DR2X takes the Tigers, not the division; against a single step it costs nothing."""
    pos = drawn(f"unit Tiger503 W\nunit 6Pz W\nunit {defender} T{AXIS_FIRST}",
                u6Pz=(18, 8), **{f"u{defender}": (3, 7)})  # fmt: skip
    pos = fight(pos, ["Tiger503", "6Pz"], [6])
    assert told(pos, "combat")[0].startswith("Die 6 at 4-1: DR2X")
    assert (pos.unit("Tiger503").at == "arrivals") is lost
    assert not pos.unit("6Pz").reduced


# --- 8.8, R-72  without dice -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-72", "8.8C", "15.5-2", "22.4-2")
def test_support_that_made_high_odds_is_spent() -> None:
    """8-1 with an air unit and a barrage is 10-1: both are used, Zhukov is still free."""
    base = "unit 2VA-a 0201\ntag village 0201\ncontrol soviet 0201\nunit VorF 0302\nunit 13Art 0302"
    pos = drawn(f"{ZHUKOV}{base}\nunit {GUARDS} W\nunit 51/52G E\nunit 88ID T\nunit 327ID 0604"
                f"{FIRST}", **{f"u{GUARDS}": (56, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS], support=["2VA-a", "13Art"])
    assert pos.unit("88ID").at == "dead"
    assert (pos.unit("2VA-a").spent, pos.unit("13Art").spent) == (True, True)
    assert not pos.unit(GUARDS).reduced
    pos = attack(pos.apply("done"), ["51/52G"], target="0604")
    assert pos.why_not("support Zhukov") is None


@pytest.mark.rule(SLUG, "R-72", "8.9-1")
def test_an_automatic_repulse_at_a_fort_costs_one_step() -> None:
    """No primary die is thrown, so there are no Heavy Casualties."""
    pos = drawn(f"tag axis_fort T\nunit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}",
                **{f"u{GUARDS}": (2, 6), "u51/52G": (1, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS, "51/52G"])
    assert [pos.unit(u).reduced for u in (GUARDS, "51/52G")] == [True, False]
    assert [pos.unit(u).disrupted for u in (GUARDS, "51/52G")] == [True, True]


# --- 10.4, R-39  units that came by retreat ---------------------------------------------------


@pytest.mark.rule(SLUG, "R-39", "10.4-1", "8.6-1")
def test_who_came_by_retreat_loses_no_steps() -> None:
    """In an exchange the fresh division pays, though the other is in the hex; by DR1 the fresh
    one loses its step and retreats, the other is eliminated.
    """
    pos = drawn(f"unit {GUARDS} W\nunit 51/52G 0504\nunit 88ID T\nunit 327ID 0405{FIRST}",
                **{f"u{GUARDS}": (21, 6), "u51/52G": (21, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS], [3]).apply("stop").apply("done")
    pos = attack(pos, ["51/52G"], target="0405")
    assert pos.panel is not None
    assert {row.label: row.value for row in pos.panel.rows}["Magnitude"] == "1"
    even = pos.apply("commit", dice=[2])
    assert (even.unit("327ID").reduced, even.unit("88ID").reduced) == (True, False)
    assert even.unit("88ID").at == "0405"
    routed = pos.apply("commit", dice=[6])
    assert (routed.unit("327ID").reduced, routed.unit("88ID").at) == (True, "dead")


@pytest.mark.rule(SLUG, "9.7-1", "10.4-2", "R-34")
def test_who_came_to_a_city_by_retreat_may_hold_it() -> None:
    """Zhukov's second die takes the only defender that counts; on DR the division that had fled
    into the city need not retreat again.
    """
    armies = f"unit {GUARDS} W\nunit 51/52G 0504\nunit 89/90G 0504\nunit 88ID T\nunit 213Sec 0405"
    pos = drawn(f"{ZHUKOV}{armies}\ntag city 0405\ncontrol axis 0405{FIRST}",
                **{f"u{GUARDS}": (21, 6), "u51/52G": (15, 6), "u89/90G": (15, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS], [3]).apply("stop").apply("done")
    pos = fight(pos, ["51/52G", "89/90G"], [3, 4], target="0405", support=["Zhukov"])
    pos = pos.apply("lose 51/52G")
    assert (pos.unit("213Sec").at, pos.side) == ("dead", "axis")
    assert pos.apply("stand").unit("88ID").at == "0405"
    assert pos.apply("pass").unit("88ID").at == "dead"


@pytest.mark.rule(SLUG, "10.4-2")
def test_in_the_next_phase_it_counts_again() -> None:
    """What is remembered of retreats ends with the Combat Phase."""
    others = "unit 89/90G 0801\nunit 68ID 0802"
    pos = drawn(f"unit {GUARDS} W\nunit 88ID T\nunit 327ID 0405\n{others}{FIRST}",
                **{f"u{GUARDS}": (21, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS], [3]).apply("stop").apply("done")
    assert pos.within(CombatPhase).retreated == {"88ID"}
    second = pos.apply("done")
    assert second.find(CombatPhase) is None


# --- 10.1, 10.3  retreats that would end overstacked ------------------------------------------

#: Out of the target hex there is one way: 0304, where a Disrupted division stands, then 0205.
CORRIDOR = """hexside sea_side 0304/0204 0304/0305 0304/0303 0304/0405
    hexside sea_side T/0303 T/0403 T/0503 T/0405
    unit 75ID 0304 disrupted=true
    unit 88ID T
"""


def crowd(*hexes: str) -> str:
    """Three Axis divisions in each of these hexes."""
    names = iter(("327ID", "68ID", "39ID", "198ID", "106ID", "320ID"))
    return "\n".join(f"unit {next(names)} {hex_}" for hex_ in hexes for _ in range(3))


@pytest.mark.rule(SLUG, "10.1A-3", "10.3-7", "R-31")
def test_a_retreat_goes_on_until_there_is_room() -> None:
    """The second hex is full: one hex more, and no second one where the third has room; with
    the third full as well, two more.
    """
    east = "unit 55/112 0504\n"
    free = ways_out(drawn(CORRIDOR + east), AXIS, ("88ID",), TARGET)
    assert free.paths == (("0304", "0205"),)
    full = drawn(CORRIDOR + east + crowd("0205"))
    paths = ways_out(full, AXIS, ("88ID",), TARGET).paths
    assert {path[:2] for path in paths} == {("0304", "0205")}
    assert {len(path) for path in paths} == {3}
    walls = "hexside sea_side 0205/0204 0205/0206 0205/0305 0205/0104 0205/0105"
    narrow = walls.replace(" 0205/0206", "")
    longer = drawn(CORRIDOR + east + narrow + "\n" + crowd("0205", "0206"))
    assert {len(path) for path in ways_out(longer, AXIS, ("88ID",), TARGET).paths} == {4}


@pytest.mark.rule(SLUG, "10.3-7", "10.1A-3", "5.4-2")
def test_without_room_at_the_end_the_newcomer_is_lost() -> None:
    """No relief within two more hexes: the unit dies, the garrison does not."""
    walls = "hexside sea_side 0205/0204 0205/0206 0205/0305 0205/0104 0205/0105"
    text = f"{CORRIDOR}{walls}\n{crowd('0205')}\nunit {GUARDS} 0504{FIRST}"
    pos = fight(drawn(text, **{f"u{GUARDS}": (21, 6)}), [GUARDS], [3])
    assert pos.unit("88ID").at == "dead"
    assert [pos.unit(u).at for u in ("327ID", "68ID", "39ID")] == ["0205"] * 3


@pytest.mark.rule(SLUG, "10.3-7", "R-31")
def test_the_excess_of_a_stack_is_lost() -> None:
    """Room for one of two: the owner splits his stack, the one left behind is eliminated."""
    walls = "hexside sea_side 0205/0204 0205/0206 0205/0305 0205/0104 0205/0105"
    text = f"{CORRIDOR}{walls}\nunit 327ID 0205\nunit 68ID 0205\nunit 39ID T\nunit {GUARDS} 0504"
    pos = fight(drawn(text + FIRST, **{f"u{GUARDS}": (42, 6)}), [GUARDS], [3])
    assert offered(pos, "retreat") == set()
    pos = pos.apply("drop 39ID")
    assert (pos.unit("88ID").at, pos.unit("39ID").at) == ("0205", "dead")


@pytest.mark.rule(SLUG, "6.5-2", "10.1B-1")
def test_a_free_hex_is_forced_before_one_in_a_zone() -> None:
    """Of two ways west, one in a Soviet zone: the free one."""
    pos = drawn("unit 88ID T\nunit 55/112 0203\nunit 180TB 0403\nunit 93TB 0405")
    ways = ways_out(pos, AXIS, ("88ID",), TARGET)
    assert ways.next_hexes == ("0304",)
    refusal = ways.why("0303")
    assert refusal is not None
    assert refusal.rule == "10.1B-1"


# --- 13  Mobile Assaults ------------------------------------------------------------------------


def left(pos: Pos) -> float:
    """The points that the open move has left."""
    return budget(pos, pos.within(Moving)) / 2


@pytest.mark.rule(SLUG, "13.1-ex", "13.1B-3", "13.1D-2")
def test_the_example_of_a_mobile_assault() -> None:
    """Two road hexes, an assault for 3, DR, and on along the road: 6 points in all."""
    road = "network primary 0301-0302-0303-0304-0305-0306-0307-0308"
    pos = drawn(f"{road}\nunit 6Pz 0301\nunit 55/112 T\nunit 75ID 0801\nphase exploitation axis",
                u6Pz=(15, 8))  # fmt: skip
    pos = pos.apply("select 6Pz").apply("move 0303")
    assert left(pos) == 5
    pos = finished(pos.apply(f"assault {TARGET}").apply("commit", dice=[3])).apply("pass")
    assert (pos.unit("6Pz").at, left(pos)) == ("0303", 2)
    assert "0307" in offered(pos, "move")
    assert "0308" not in offered(pos, "move")


@pytest.mark.rule(SLUG, "13.2-2", "4.9B-2")
def test_after_a_success_another_neighbour_is_assaulted() -> None:
    """DR, the stack stays where it is, and with 3 points assaults the other hex beside it."""
    units = "unit 6Pz N\nunit 55/112 T\nunit 167/232 E\nunit 75ID 0801"
    pos = drawn(f"{units}\nphase exploitation axis", u6Pz=(15, 8))
    pos = pos.apply("select 6Pz").apply(f"assault {TARGET}").apply("commit", dice=[3])
    pos = finished(pos).apply("pass")
    assert (pos.unit("6Pz").at, left(pos)) == (NORTH, 3)
    assert offered(pos, "assault") == {"0503"}


@pytest.mark.rule(SLUG, "4.9B-2", "4.9B-1", "13.1D-1")
def test_points_are_spent_on_moves_and_assaults_in_any_order() -> None:
    """A panzer division moves 1, assaults for 3 and moves 2."""
    pos = drawn("unit 6Pz 0402\nunit 55/112 T\nunit 75ID 0801\nphase exploitation axis",
                u6Pz=(50, 8))  # fmt: skip
    pos = pos.apply("select 6Pz").apply("move 0403")
    pos = pos.apply(f"assault {TARGET}").apply("commit").apply("pass")
    assert left(pos) == 2
    assert denied(pos, "mode assault") == "4.9B-3"
    assert {"0401", "0405"} <= offered(pos, "move")
    assert "0406" not in offered(pos, "move")


# --- 26  leaders --------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-58", "26.1D-1", "9.10-3")
def test_guards_are_counted_anew_and_there_is_no_third_attack() -> None:
    """Half of the attackers are Guards; Zhukov's step comes from them, and the second attack
    throws its six again. After that it is over.
    """
    pos = drawn(f"{ZHUKOV}unit {GUARDS} W\nunit 55/112 N\nunit 88ID T{FIRST}",
                **{f"u{GUARDS}": (18, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS, "55/112"], [1, 1], support=["Zhukov"])
    assert pos.top.tag == "losses"
    thrown = pos.apply(f"lose {GUARDS}").apply("commit", dice=[6, 1, 1])
    assert told(thrown, "combat") == [
        "Dice 1, 1 at 3-1: C; losses 1 and 0. A six was rolled again."
    ]
    assert "second attack" not in thrown.top.tag
    kept = pos.apply("lose 55/112").apply("commit", dice=[6, 1])
    assert told(kept, "combat")[0].startswith("Dice 6, 1 at 3-1: DR1")


@pytest.mark.rule(SLUG, "R-58", "26.1D-2", "22.4-2")
def test_support_counts_in_the_second_attack_without_being_spent_again() -> None:
    """A barrage that made it 3-1 keeps it there; the division is depleted once."""
    guns = "unit VorF 0302\nunit 13Art 0302"
    pos = drawn(f"{ZHUKOV}{guns}\nunit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}",
                **{f"u{GUARDS}": (11, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS, "51/52G"], [1, 1], support=["Zhukov", "13Art"])
    assert pos.unit("13Art").spent
    pos = pos.apply(f"lose {GUARDS}").apply("commit", dice=[5, 1])
    assert told(pos, "combat")[0].startswith("Dice 5, 1 at 3-1: DRX")


@pytest.mark.rule(SLUG, "R-68", "26.1D-1")
def test_the_order_of_an_attack_with_zhukov() -> None:
    """Attack, dice, Soviet losses, German losses, then again, then the retreat, the advance."""
    pos = drawn(f"{ZHUKOV}unit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}",
                **{f"u{GUARDS}": (18, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS, "51/52G"], [2, 1], support=["Zhukov"])
    seen = [(e.kind, e.side) for e in pos.events if e.kind in ("attack", "combat", "loss")]
    soviet, german = ("loss", "soviet"), ("loss", "axis")
    assert seen == [("attack", "soviet"), ("combat", "soviet"), soviet, soviet, german]
    pos = pos.apply("commit", dice=[3, 1])
    assert pos.side == "soviet", "Zhukov's second step is chosen before the retreat"
    pos = pos.apply("lose 51/52G")
    assert (pos.side, pos.top.tag) == ("axis", "retreat")
    assert (finished(pos).side, finished(pos).top.tag) == ("soviet", "advance")


RAIL = "network rail 0101-0102-0103-0104-0105\ncontrol axis 0101 0102 0103 0104 0105\n"


@pytest.mark.rule(SLUG, "26.2-ex", "26.2-2", "26.2-7")
def test_the_example_of_manstein() -> None:
    """A unit that came by rail is recovered on a 4, does not move on, but exploits; another
    fails on a 5 and is tried again in Exploitation, with the third and last attempt.
    """
    text = f"""{RAIL}unit Manstein 0203
               unit 11Pz 0101
               unit 88ID 0204 disrupted=true
               unit 327ID 0205 disrupted=true
               unit 6Pz 0801
               unit 55/112 0808
               phase movement axis"""
    pos = drawn(text).apply("select 11Pz").apply("mode rail").apply("move 0105")
    pos = pos.apply("choose manstein").apply("select 11Pz", dice=[4])
    assert not pos.unit("11Pz").disrupted
    assert denied(pos, "select 11Pz") == "4.1-6"
    pos = pos.apply("choose manstein").apply("select 88ID", dice=[5])
    assert pos.unit("88ID").disrupted
    while pos.top.tag != "exploitation":
        pos = pos.apply("done")
    assert "11Pz" in offered(pos, "select")
    pos = pos.apply("choose manstein").apply("select 88ID", dice=[1])
    assert not pos.unit("88ID").disrupted
    assert "88ID" in offered(pos, "select")
    assert "manstein" not in offered(pos, "choose")
    assert pos.within(PlayerTurn).manstein_attempts == 3
    assert denied(pos, "choose manstein") == "26.2-2"


@pytest.mark.rule(SLUG, "R-14", "4.10-1")
def test_manstein_by_himself_needs_an_activation() -> None:
    """With three stacks activated he is refused, even in the hex of one of them; with a unit of
    that hex he may still go.
    """
    text = "unit 11Pz 0404\nunit 88ID 0404\nunit Manstein 0404\nunit 6Pz 0401\nunit 7Pz 0801"
    pos = drawn(f"{text}\nunit 55/112 0808\nphase reaction axis")
    for unit, to in (("11Pz", "0405"), ("6Pz", "0301"), ("7Pz", "0701")):
        pos = pos.apply(f"select {unit}").apply(f"move {to}").apply("stop")
    assert denied(pos, "select Manstein") == "R-14"
    assert offered(pos, "select") == {"88ID"}
    along = pos.apply("select 88ID").apply("join Manstein").apply("move 0304")
    assert along.unit("Manstein").at == "0304"


@pytest.mark.rule(SLUG, "R-67", "12.1-1")
def test_a_bound_security_division_does_not_follow() -> None:
    """It attacks out of its city and stays there."""
    pos = drawn(f"tag city W\nunit 213Sec W bound=true\nunit 6Pz N\nunit 55/112 T{AXIS_FIRST}",
                u6Pz=(50, 8))  # fmt: skip
    pos = fight(pos, ["213Sec", "6Pz"])
    assert denied(pos, "select 213Sec") == "R-67"
    assert offered(pos, "select") == {"6Pz"}


@pytest.mark.rule(SLUG, "23.4-5", "R-8")
def test_an_army_picks_up_and_leaves_units() -> None:
    """A tank army that has gone 2 and takes a rifle unit along has 2 points left; with the
    rifle unit left again, 3 less what was spent.
    """
    pos = drawn("unit 1TA 0401\nunit 55/112 0403\nunit 2TC 0701\nphase movement soviet")
    pos = pos.apply("select 1TA").apply("move 0403")
    assert left(pos) == 3
    pos = pos.apply("join 55/112")
    assert left(pos) == 2
    pos = pos.apply("move 0404").apply("drop 55/112")
    assert left(pos) == 2
    tanks = drawn("unit 2TC 0401\nunit 55/112 0403\nphase movement soviet")
    assert denied(tanks.apply("select 2TC").apply("move 0403"), "join 55/112") == "R-8"


# --- what a change of the attack, a loss or an advance leaves behind ----------------------------


@pytest.mark.rule(SLUG, "22.1-1", "15.4-1", "26.1A", "R-25")
def test_support_must_be_in_range_when_the_attack_is_made() -> None:
    """Artillery in range of the second target only does not fire when that is given up; Zhukov
    is called off when the attack has become a High Odds Attack.
    """
    pos = drawn(f"unit {GUARDS} N\nunit VorF N\nunit 13Art 0703\nunit 88ID T\nunit 327ID E{FIRST}")
    pos = attack(pos, [GUARDS]).apply("target 0503").apply("support 13Art")
    assert pos.why_not("commit") is None
    assert denied(pos.apply("untarget 0503"), "commit") == "22.1-1"
    sure = drawn(f"{ZHUKOV}unit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}",
                 **{"u51/52G": (80, 6)})  # fmt: skip
    sure = attack(sure, [GUARDS], support=["Zhukov"])
    assert sure.why_not("commit") is None
    assert denied(sure.apply("attack 51/52G"), "commit") == "R-72"


@pytest.mark.rule(SLUG, "5.4-1", "R-78", "23.4-2")
def test_an_army_does_not_advance_from_under_its_third_corps() -> None:
    """While three corps are in its hex the HQ stays; when one has gone ahead it may follow."""
    pos = drawn(f"unit 1TA N\nunit 2TC N\nunit 10TC N\nunit 6TC N\nunit 88ID T{FIRST}",
                u2TC=(200, 6))  # fmt: skip
    pos = fight(pos, ["2TC", "10TC", "1TA"])
    assert denied(pos, "select 1TA") == "5.4-1"
    pos = pos.apply("select 10TC").apply("stop")
    assert pos.why_not("select 1TA") is None


@pytest.mark.rule(SLUG, "22.5C", "R-56", "R-74")
def test_guards_artillery_leaves_its_markers_behind() -> None:
    """Out of Supply it fires and goes to the box, and can be fetched; so it does when it must
    retreat Disrupted.
    """
    pos = drawn(f"unit {GUARDS} W\nunit VorF N\nunit 1GArt N oos=true\nunit 88ID T{FIRST}",
                **{f"u{GUARDS}": (21, 6)})  # fmt: skip
    fired = fight(pos, [GUARDS], [1], support=["1GArt"]).unit("1GArt")
    assert (fired.at, fired.oos) == ("stavka", False)
    pos = drawn(f"unit 6Pz W\nunit 55/112 T\nunit 1GArt T disrupted=true oos=true{AXIS_FIRST}",
                u6Pz=(18, 8))  # fmt: skip
    fled = fight(pos, ["6Pz"], [3]).unit("1GArt")
    assert (fled.at, fled.disrupted, fled.oos) == ("stavka", False, False)


@pytest.mark.rule(SLUG, "13.1D-1", "8.7-2")
def test_a_stack_that_perished_in_its_assault_has_no_move_to_tell() -> None:
    """The last step is lost by a repulse: the move is over, and nobody is said to have moved."""
    pos = drawn("unit 6Pz 0402 reduced=true\nunit 55/112 T\nunit 75ID 0801\n"
                "phase exploitation axis")  # fmt: skip
    pos = pos.apply("select 6Pz").apply("move 0403")
    pos = pos.apply(f"assault {TARGET}").apply("commit", dice=[1])
    assert pos.unit("6Pz").at == "dead"
    assert pos.find(Moving) is None
    assert told(pos, "move") == []
