"""Standing fast and retreat in Red Parachutes."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.fights import TARGET, fought, is_dead, is_over, lost, where
from tests.rules.kanev43.sketches import allowed, done, refused

from grognard.games.kanev43.retreat import Retreat
from grognard.games.kanev43.state import AWAY, AXIS, SOVIET, Bridgehead, Pos
from grognard.games.kanev43.strengths import morale

NORTH = "unit 57ID-I/179 0403\nunit 57ID-II/179 0403\n"
ATTACK = "57ID-I/179 57ID-II/179"
RED = "unit 309RD-955 0404\n"


def beaten(text: str = "", cell: str = "-/2") -> Pos:
    """A rifle regiment in 0404 has lost against an attack from the north, and may stand."""
    return fought(NORTH + RED + text, ATTACK, "309RD-955", cell)


# --- standing fast ----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "SFT-1", "SFT-3", "SFT-4", "R-62")
@pytest.mark.parametrize(("die", "stands"), [(3, True), (4, False), (5, False)])
def test_a_unit_stands_whose_morale_is_greater_than_the_die(die: int, stands: bool) -> None:
    """Morale 4: it then pays the retreat in steps; else it goes back."""
    pos = beaten().apply("stand", dice=[die])
    assert (pos.unit("309RD-955").at == TARGET and is_over(pos)) is stands
    assert lost(pos, "309RD-955") == ((2,) if stands else (1,))
    assert (pos.top.tag == "retreat") is not stands


@pytest.mark.rule("kanev43", "SFT-3")
def test_standing_costs_the_whole_retreat_in_steps() -> None:
    """Under -/4d a unit that stands loses four steps."""
    text = "piece TANKS like 6GTC-51 steps=6\nunit TANKS 0404\n" + NORTH
    pos = fought(text, ATTACK, "TANKS", "-/4d").apply("stand", dice=[4])
    assert lost(pos, "TANKS") == (4,)
    assert pos.unit("TANKS").at == TARGET


@pytest.mark.rule("kanev43", "SFT-1")
def test_the_die_meets_morale_before_the_letter_of_the_result() -> None:
    """Morale 4 under 2Z: a die of 3 would not do against the 3 of a demoralised unit."""
    pos = beaten(cell="-/2Z").apply("stand", dice=[3])
    assert pos.unit("309RD-955").at == TARGET
    assert (pos.unit("309RD-955").order, morale(pos, "309RD-955")) == ("demoralised", 3)


@pytest.mark.rule("kanev43", "SFT-1", "R-62")
def test_standing_is_the_owners_choice() -> None:
    """He may go back without a die."""
    pos = beaten()
    assert pos.decision is not None
    assert pos.decision.side == SOVIET
    assert done(pos, "pass").top.tag == "retreat"


@pytest.mark.rule("kanev43", "SFT-2", "R-61")
@pytest.mark.parametrize(
    ("leader", "side", "stands"),
    [("", "", True), ("L-309RD", "", False), ("L-161RD", "", True),
     ("L-309RD", "unassigned=true", True)],
)  # fmt: skip
def test_their_own_leader_adds_one_to_the_die(leader: str, side: str, stands: bool) -> None:
    """Morale 4, die 3: stands, but with its leader in the hex the die counts 4."""
    text = NORTH + f"unit 309RD-955 0404 {side}\n" + (f"unit {leader} 0404\n" if leader else "")
    pos = fought(text, ATTACK, "309RD-955", "-/1").apply("stand", dice=[3])
    # The one step of a unit that stands puts its leader in danger.
    assert (lost(pos, "309RD-955") == (1,)) is stands


@pytest.mark.rule("kanev43", "BHD-6")
@pytest.mark.parametrize(("improved", "stands"), [(True, True), (False, False)])
def test_an_improved_bridgehead_helps_soviets_to_stand(improved: bool, stands: bool) -> None:
    """Morale 4, die 4: 3, stands."""
    pos = beaten()
    state = replace(pos.state, bridgeheads=(Bridgehead("0705", TARGET, improved),))
    pos = pos.game.position(state).apply("stand", dice=[4])
    assert (pos.unit("309RD-955").at == TARGET and lost(pos, "309RD-955") == (2,)) is stands


@pytest.mark.rule("kanev43", "BHD-6")
def test_the_bridgehead_helps_defenders_only() -> None:
    """Soviets that attack out of one throw as always."""
    text = "unit 309RD-955 0403\nunit 57ID-I/179 0404\n"
    pos = fought(text, "309RD-955", "57ID-I/179", "2/-", side=SOVIET)
    state = replace(pos.state, bridgeheads=(Bridgehead("0703", "0403", True),))
    pos = pos.game.position(state).apply("stand", dice=[4])
    assert pos.top.tag == "retreat"


@pytest.mark.rule("kanev43", "R-62")
def test_one_die_for_a_stack_and_each_unit_by_its_own_morale() -> None:
    """Of morale 5 and 3 a 4 holds one; those who stand pay once among them, the other goes."""
    text = NORTH + "unit 6GTC-51 0404\nunit 253RD-979 0404\n"
    pos = fought(text, ATTACK, "6GTC-51 253RD-979", "-/3").apply("lose 253RD-979")
    pos = pos.apply("stand", dice=[4])
    assert lost(pos, "6GTC-51", "253RD-979") == (2, 1)
    assert pos.top.tag == "retreat"
    assert pos.within(Retreat).units == ("253RD-979",)


@pytest.mark.rule("kanev43", "R-62")
def test_several_attacking_hexes_stand_by_dice_of_their_own() -> None:
    """Each hex is asked; whoever stands pays the one hex once among both."""
    text = "unit 57ID-I/179 0403\nunit 57ID-I/199 0304\n" + RED
    pos = fought(text, "57ID-I/179 57ID-I/199", "309RD-955", "2/-").apply("lose 57ID-I/179")
    pos = pos.apply("stand", dice=[2]).apply("stand", dice=[3])
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-I/199"}
    pos = pos.apply("lose 57ID-I/199")
    assert is_over(pos)
    assert lost(pos, "57ID-I/179", "57ID-I/199") == (1, 1)
    assert where(pos, "57ID-I/179", "57ID-I/199") == ("0403", "0304")


@pytest.mark.rule("kanev43", "R-62", "ADV-1")
def test_who_cannot_pay_for_standing_is_lost() -> None:
    """Under -/5 a regiment of three steps pays two, and has one for the three that standing costs:
    it falls, and the two that are left unpaid are the length of the advance.
    """
    text = NORTH + "unit 10PG-I/20 0303\n" + RED
    pos = fought(text, f"{ATTACK} 10PG-I/20", "309RD-955", "-/5").apply("stand", dice=[1])
    assert is_dead(pos, "309RD-955")
    pos = done(pos, "select 10PG-I/20", "advance 0404", "advance 0405")
    assert pos.unit("10PG-I/20").at == "0405"
    assert pos.top.tag == "advance"  # It has stopped; the others may follow.


@pytest.mark.rule("kanev43", "CBT-16", "R-103")
def test_engineers_pay_their_half_of_a_stand_too() -> None:
    """Two steps and two more for standing: of four two are theirs, and one they have paid."""
    text = NORTH + "unit 57ID-Pi 0403\n" + RED
    pos = fought(text, f"{ATTACK} 57ID-Pi", "309RD-955", "4/-", engineers="57ID-Pi")
    assert lost(pos, "57ID-Pi") == (1,)
    pos = pos.apply("lose 57ID-I/179").apply("stand", dice=[1])
    assert is_dead(pos, "57ID-Pi")
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179"}


@pytest.mark.rule("kanev43", "CBT-16", "R-103")
def test_what_engineers_have_paid_counts_for_their_half() -> None:
    """Three steps, two of them theirs, and three for standing: of six one more is theirs."""
    text = NORTH + "unit 57ID-Pi 0403\nunit 112ID-Pi 0303\n" + RED
    pos = fought(text, f"{ATTACK} 57ID-Pi 112ID-Pi", "309RD-955", "6/-",
                 engineers="57ID-Pi 112ID-Pi")  # fmt: skip
    pos = done(pos, "lose 57ID-Pi", "lose 57ID-Pi", "lose 57ID-I/179")
    pos = pos.apply("stand", dice=[1]).apply("stand", dice=[1])
    assert lost(pos, "112ID-Pi") == (1,)
    assert allowed(pos, "lose") == {"57ID-I/179", "57ID-II/179", "112ID-Pi"}


@pytest.mark.rule("kanev43", "CRT-14", "CRT-15", "R-33", "R-102", "DIS-10")
@pytest.mark.parametrize(
    ("order", "cell", "after", "steps"),
    [("", "-/1d", "disrupted", 0), ("disrupted", "-/1d", "demoralised", 0),
     ("", "-/1Z", "demoralised", 0), ("demoralised", "-/1d", "demoralised", 1),
     ("demoralised", "-/1Z", "demoralised", 1), ("", "-/1", "", 0)],
)  # fmt: skip
def test_letters_shake_those_who_took_part(order: str, cell: str, after: str, steps: int) -> None:
    """Disrupted, demoralised, and a step for who was demoralised before; none for bystanders."""
    text = NORTH + f"unit 309RD-955 0404{f' order={order}' if order else ''}\nunit 309RD-957 0404\n"
    pos = fought(text, ATTACK, "309RD-955", cell)
    pos = done(pos, "pass") if pos.top.tag == "stand fast" else pos
    assert (pos.unit("309RD-955").order, *lost(pos, "309RD-955")) == (after, steps)
    assert pos.unit("309RD-957").order == ""


# --- who goes back ----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "RET-7")
def test_who_did_not_take_part_may_stay_or_go_along() -> None:
    """The excluded regiment."""
    pos = done(beaten("unit 309RD-957 0404\n"), "pass")
    assert pos.within(Retreat).units == ("309RD-955",)
    stays = done(pos, "retreat 0405")
    assert where(stays, "309RD-955", "309RD-957") == ("0405", TARGET)
    assert is_over(stays)
    goes = done(pos, "join 309RD-957", "retreat 0405")
    assert where(goes, "309RD-955", "309RD-957") == ("0405", "0405")


@pytest.mark.rule("kanev43", "ART-13")
def test_towed_guns_are_lost_and_self_propelled_ones_limber() -> None:
    """Limbered guns go back like others."""
    guns = "unit 57ID-I/AR 0404\nunit 7PZ-I/AR78 0404\nunit 57ID-IV/AR 0404 limbered=true\n"
    text = "unit 309RD-955 0403\n" + guns
    pos = fought(text, "309RD-955", "57ID-I/AR 7PZ-I/AR78 57ID-IV/AR", "-/1", side=SOVIET)
    pos = done(pos, "pass")
    assert is_dead(pos, "57ID-I/AR")
    assert set(pos.within(Retreat).units) == {"7PZ-I/AR78", "57ID-IV/AR"}
    pos = done(pos, "retreat 0405")
    assert where(pos, "7PZ-I/AR78", "57ID-IV/AR") == ("0405", "0405")
    assert pos.unit("7PZ-I/AR78").limbered


@pytest.mark.rule("kanev43", "ART-13", "RET-7")
def test_towed_guns_that_need_not_go_stay() -> None:
    """Unlimbered guns that took no part cannot go along."""
    pos = done(beaten("unit 309RD-AR 0404\n"), "pass")
    assert refused(pos, "join", "309RD-AR") == "ART-13"
    assert done(pos, "retreat 0405").unit("309RD-AR").at == TARGET


@pytest.mark.rule("kanev43", "LDR-3")
def test_a_leader_goes_back_with_his_units() -> None:
    """He ends in their hex and may not stay behind."""
    pos = done(beaten("unit L-309RD 0404\n", cell="-/3"), "pass")
    assert refused(pos, "drop", "L-309RD") in ("LDR-3", "R-60")
    pos = done(pos, "retreat 0405")
    pos = done(pos, "retreat 0406")
    assert where(pos, "309RD-955", "L-309RD") == ("0406", "0406")


@pytest.mark.rule("kanev43", "R-60", "LDR-3")
def test_a_hex_may_go_back_in_several_stacks() -> None:
    """The leader goes with either, but with one of them."""
    text = NORTH + RED + "unit 309RD-957 0404\nunit L-309RD 0404\n"
    pos = fought(text, ATTACK, "309RD-955 309RD-957", "-/1", dice=())
    pos = done(pos, "pass")
    assert refused(pos, "drop", "L-309RD") == "LDR-3"
    pos = done(pos, "drop 309RD-957", "drop L-309RD", "retreat 0405")
    assert where(pos, "309RD-955", "309RD-957", "L-309RD") == ("0405", TARGET, TARGET)
    assert pos.within(Retreat).units == ("309RD-957", "L-309RD")
    pos = done(pos, "retreat 0504")
    assert where(pos, "309RD-957", "L-309RD") == ("0504", "0504")


# --- the list of choices ----------------------------------------------------------------------

#: Axis battalions whose zones lie south of the target.
ZONES = "unit 57ID-I/217 0506\n"


def ways(text: str, cell: str = "-/1") -> set[str]:
    """The hexes into which the regiment may go back; the one into which it went unasked."""
    pos = done(beaten(text, cell), "pass")
    return allowed(pos, "retreat") or set(where(pos, "309RD-955"))


@pytest.mark.rule("kanev43", "RET-1", "RET-3", "R-59")
def test_out_of_zones_and_farther_from_the_attackers() -> None:
    """Three of the six hexes are farther from 0403 than the target is, and none is in a zone."""
    assert ways("") == {"0405", "0504", "0304"}
    pos = done(beaten(cell="-/1"), "pass")
    assert refused(pos, "retreat", "0303") == "RET-4"  # next to the attackers


@pytest.mark.rule("kanev43", "RET-3", "R-59")
def test_of_two_free_hexes_the_farther_is_taken() -> None:
    """An attack by a company without a zone: 0303 and 0503 lie next to it."""
    text = RED + "unit XXIV-Alarm 0403\n"
    pos = done(fought(text, "XXIV-Alarm", "309RD-955", "-/1"), "pass")
    assert allowed(pos, "retreat") == {"0405", "0504", "0304"}
    assert refused(pos, "retreat", "0303") == "RET-3"


@pytest.mark.rule("kanev43", "RET-1", "RET-2", "STK-6")
def test_a_full_hex_is_taken_only_before_a_zone() -> None:
    """First a free hex with room, then a full one, and both before any zone."""
    full = "".join(f"unit 253RD-{n} {{0}}\n" for n in (979, 981, 983))
    text = full.format("0405")
    assert ways(text) == {"0504", "0304"}
    pos = done(beaten(text, "-/1"), "pass")
    assert refused(pos, "retreat", "0405") == "RET-2"
    # Zones on 0304, 0303 and 0503, 0504: only the full hex is free.
    zones = "unit 57ID-I/217 0604\nunit 57ID-II/217 0204\n"
    assert ways(text + zones) == {"0405"}
    assert lost(done(beaten(text + zones, "-/1"), "pass"), "309RD-955") == (0,)


#: Zones on all six hexes around the target.
RING = "unit 57ID-I/217 0604\nunit 57ID-II/217 0204\nunit 57ID-I/199 0406\n"


@pytest.mark.rule("kanev43", "RET-4", "RET-5", "RET-6", "RET-8")
def test_in_zones_friends_with_room_are_taken_first() -> None:
    """Then full hexes with friends, and vacant ones last; each zone hex costs a step."""
    full = "".join(f"unit 253RD-{n} 0304\n" for n in (979, 981, 983))
    friend = "unit 161RD-565 0504\n"
    assert ways(RING + full + friend) == {"0504"}
    assert ways(RING + full) == {"0304"}
    other = "unit 161RD-569 0304\n"
    pos = done(beaten(RING + friend + other, "-/1"), "pass")
    assert refused(pos, "retreat", "0405") == "RET-6"
    assert ways(RING) == {"0405", "0504", "0304"}
    pos = done(beaten(RING, "-/1"), "pass", "retreat 0405")
    assert lost(pos, "309RD-955") == (1,)


@pytest.mark.rule("kanev43", "RET-8")
def test_a_stack_loses_one_step_for_each_zone_hex() -> None:
    """Two zone hexes: two steps for the stack of two, not for each unit."""
    text = (
        NORTH
        + RED
        + "unit 309RD-957 0404\n"
        + RING
        + "unit 57ID-II/199 0307\nunit 34ID-I/80 0507\n"
    )
    pos = done(fought(text, ATTACK, "309RD-955 309RD-957", "-/3"), "lose 309RD-957", "pass")
    pos = done(pos, "retreat 0304")
    assert allowed(pos, "lose") == {"309RD-955", "309RD-957"}
    pos = done(pos, "lose 309RD-955", "retreat 0305", "lose 309RD-955")
    assert lost(pos, "309RD-955", "309RD-957") == (2, 1)


@pytest.mark.rule("kanev43", "RET-8")
def test_a_last_step_lost_on_the_way_ends_the_retreat() -> None:
    """Nobody is left to go the second hex."""
    text = NORTH + "unit 309RD-955 0404 lost=1\n" + RING
    pos = done(fought(text, ATTACK, "309RD-955", "-/3"), "pass", "retreat 0405")
    assert is_dead(pos, "309RD-955")


@pytest.mark.rule("kanev43", "RET-8", "R-77")
def test_a_lone_leader_in_the_way() -> None:
    """He is in danger, and the zone costs its step all the same."""
    pos = done(beaten(RING + "unit L-57ID 0405\n", "-/1"), "pass")
    pos = pos.apply("retreat 0405", dice=(6, 6))
    assert lost(pos, "309RD-955") == (1,)
    assert pos.unit("L-57ID").at == AWAY


@pytest.mark.rule("kanev43", "RET-8", "R-77")
def test_a_stack_may_fall_on_its_way() -> None:
    """Two hexes through zones with one step left: the first is the last, and the leader who went
    along is left there alone.
    """
    text = NORTH + "unit 309RD-955 0404 lost=1\nunit L-309RD 0404\n" + RING
    pos = done(fought(text, ATTACK, "309RD-955", "-/3"), "pass").apply("retreat 0405", dice=[6, 6])
    assert is_dead(pos, "309RD-955")
    assert pos.unit("L-309RD").at == "0405"
    assert pos.top.tag == "advance"


@pytest.mark.rule("kanev43", "RET-9")
def test_units_that_cannot_go_back_are_lost() -> None:
    """Ringed by enemy units and the Dnepr."""
    river = "hexside dnepr 0404/0504 0404/0405 0404/0304\n"
    ring = "unit 57ID-I/217 0503\nunit 57ID-II/217 0303\n"
    pos = done(beaten(river + ring, "-/2"), "pass")
    assert is_dead(pos, "309RD-955")


@pytest.mark.rule("kanev43", "R-60", "R-24")
def test_only_the_bridge_of_kanev_leads_over_the_dnepr() -> None:
    """While it stands; a bridgehead is no way back."""
    river = "hexside dnepr 0404/0504 0404/0405 0404/0304\nhexside kanev_bridge 0404/0405\n"
    road = "network highway 0404-0405\n"
    ring = "unit 57ID-I/217 0503\nunit 57ID-II/217 0303\n"
    assert ways(river + road + ring) == {"0405"}
    pos = beaten(river + road + ring, "-/1")
    pairs = (Bridgehead("0405", TARGET),)
    state = replace(pos.state, bridge_blown=True, bridgeheads=pairs)
    pos = done(pos.game.position(state), "pass")
    assert is_dead(pos, "309RD-955")


@pytest.mark.rule("kanev43", "R-60")
def test_a_river_stops_wheels_but_for_a_road() -> None:
    """Men on foot wade; a mixed stack must part, or go by the road."""
    text = NORTH + RED + "unit 6GTC-I/22 0404\n"
    text += "hexside river 0404/0504 0404/0405 0404/0304\n"
    ring = "unit 57ID-I/217 0503\nunit 57ID-II/217 0303\n"
    pos = done(fought(text + ring, ATTACK, "309RD-955 6GTC-I/22", "-/1"), "pass")
    assert refused(pos, "retreat", "0405") == "R-60"
    pos = done(pos, "drop 6GTC-I/22")
    assert pos.unit("309RD-955").at == "0405"
    assert is_dead(pos, "6GTC-I/22")
    road = "network road 0404-0405\n"
    pos = done(fought(text + ring + road, ATTACK, "309RD-955 6GTC-I/22", "-/1"), "pass")
    assert allowed(pos, "retreat") == {"0405"}


@pytest.mark.rule("kanev43", "R-60")
def test_a_retreat_ends_as_far_away_as_it_is_long() -> None:
    """Two hexes back are two hexes from the start."""
    pos = done(beaten(cell="-/3"), "pass", "retreat 0405")
    assert refused(pos, "retreat", "0504") == "R-60"
    assert allowed(pos, "retreat") == {"0305", "0406", "0505"}
    assert refused(pos, "retreat", "0707") == "R-60"


@pytest.mark.rule("kanev43", "R-60", "R-59")
def test_attackers_go_back_from_their_own_hex() -> None:
    """Away from the hex that they attacked."""
    pos = fought(NORTH + RED, "57ID-I/179", "309RD-955", "2/-")
    assert pos.decision is not None
    assert pos.decision.side == AXIS
    pos = done(pos, "pass")
    assert pos.within(Retreat).start == "0403"
    assert allowed(pos, "retreat") == {"0402", "0302", "0502"}
    pos = done(pos, "retreat 0402")
    assert where(pos, "57ID-I/179", "57ID-II/179") == ("0402", "0403")
    # A company without a zone: only the distance from its hex decides.
    pos = done(fought(NORTH + "unit 3GAB-1 0404\n", "57ID-I/179", "3GAB-1", "2/-"), "pass")
    assert allowed(pos, "retreat") == {"0402", "0302", "0502"}


@pytest.mark.rule("kanev43", "STK-7")
def test_units_over_the_limit_lose_a_step_when_they_go_back_again() -> None:
    """On top of all other losses."""
    text = NORTH + RED + "unit 309RD-957 0404\n"
    pos = fought(text, ATTACK, "309RD-955", "-/1", excess="309RD-957")
    pos = done(pos, "pass", "join 309RD-957", "retreat 0405")
    assert lost(pos, "309RD-955", "309RD-957") == (0, 1)


@pytest.mark.rule("kanev43", "R-77", "LDR-9")
def test_a_retreat_drives_off_a_lone_leader() -> None:
    """Into his hex goes an enemy unit."""
    pos = done(beaten("unit L-57ID 0405\n", "-/1"), "pass").apply("retreat 0405", dice=[5, 4])
    assert pos.unit("L-57ID").at == "away"


@pytest.mark.rule("kanev43", "R-91")
def test_located_paratroopers_go_back_dispersed() -> None:
    """One by one, and into any hex, however full."""
    text = NORTH + "unit 3GAB-1 0404 dispersed=true\nunit 3GAB-2 0404 dispersed=true\n"
    pos = done(fought(text, ATTACK, "3GAB-1 3GAB-2", "-/1"), "pass", "retreat 0405")
    assert pos.within(Retreat).units == ("3GAB-2",)
    pos = done(pos, "retreat 0304")
    assert where(pos, "3GAB-1", "3GAB-2") == ("0405", "0304")
    assert pos.unit("3GAB-1").dispersed
