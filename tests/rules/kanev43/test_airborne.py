"""Airborne troops of Red Parachutes: drops, scatter, dispersed movement, concentration."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.sketches import allowed, done, drawn, refused

from grognard.games.kanev43.drops import plan, scattered, targets
from grognard.games.kanev43.state import AIRBORNE, AXIS, DEAD, SOVIET, Pos, Work
from grognard.games.kanev43.turn import MovementPhase
from grognard.state import Secret

#: Turns of the nights of 22 to 26 September.
NIGHTS = {22: 4, 23: 8, 24: 12, 25: 16, 26: 20}
BRIGADE = "\n".join(f"unit 3GAB-{unit} {AIRBORNE}" for unit in ("1", "2", "3", "HQ", "AT", "Gl"))
BRIGADE += f"\nunit L-3GAB {AIRBORNE}\n"


def night(day: int, units: str = BRIGADE, zone: str = "2619") -> Pos:
    """Soviet movement at night, up to the drops or to the end of the phase."""
    text = f"turn {NIGHTS[day]}\n{units}\nphase movement soviet"
    pos = drawn(text, run=False)
    secrets = (Secret(SOVIET, "dropzone 3GAB", zone), Secret(SOVIET, "dropzone 5GAB", zone))
    pos = pos.game.hand(pos.game.position(replace(pos.state, secrets=secrets))).begin()
    while pos.top.tag in ("dismounting", "strategic moves", "tactical moves", "concentration"):
        pos = pos.apply("done")
    return pos


def aimed(
    day: int, unit: str, hex_: str, units: str = BRIGADE, dice: tuple[int, ...] = (6,)
) -> Pos:
    """A unit of 3 GAB is planned to jump over a hex."""
    pos = night(day, units)
    if day < 26:
        pos = pos.apply("choose 3GAB", dice=dice)
    return done(pos, f"select {unit}", f"place {hex_}")


# --- planning ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "AIRB-3", "SOP-10", "AIRB-6")
@pytest.mark.parametrize(("day", "dice"), [(22, 0), (23, 1), (24, 2), (25, 3)])
def test_dice_for_companies(day: int, dice: int) -> None:
    """None on 22 September, then one, two and three; each brigade has its own roll."""
    pos = night(day)
    if not dice:
        assert pos.find(MovementPhase) is None
        return
    assert pos.top.tag == "drop planning"
    assert refused(pos, "select", "3GAB-1") == "AIRB-3"
    pos = pos.apply("choose 3GAB", dice=[2] * dice)
    assert pos.top.left["3GAB"] == 2 * dice  # type: ignore[attr-defined]
    assert refused(pos, "choose", "3GAB") == "AIRB-3"
    assert refused(pos, "choose", "5GAB") == "AIRB-3"


@pytest.mark.rule("kanev43", "AIRB-3", "R-90")
def test_no_more_companies_than_the_dice_allow() -> None:
    """A 1 lets one jump; taken back it may be another. The rest stays for later nights."""
    pos = aimed(23, "3GAB-1", "2619", dice=(1,))
    assert refused(pos, "select", "3GAB-2") == "AIRB-3"
    assert "3GAB-2" in allowed(pos.apply("release 3GAB-1"), "select")
    pos = pos.apply("done", dice=[5, 5, 5])
    assert pos.unit("3GAB-2").at == AIRBORNE


@pytest.mark.rule("kanev43", "SOP-10", "AIRB-6", "R-80")
def test_no_drop_by_day() -> None:
    """Nor by the Axis, of course."""
    for turn in (5, 6, 7):
        pos = drawn(f"turn {turn}\n{BRIGADE}unit 309RD-957 5001\nphase movement soviet")
        while pos.find(MovementPhase) is not None:
            assert pos.top.tag != "drop planning"
            pos = pos.apply("done")


@pytest.mark.rule("kanev43", "AIRB-5", "R-90")
def test_within_two_hexes_of_the_dropzone() -> None:
    """Three are refused, and so is water."""
    pos = night(23).apply("choose 3GAB", dice=[6]).apply("select 3GAB-1")
    grid = pos.board.grid
    assert allowed(pos, "place") == set(grid.within("2619", 2))
    assert refused(pos, "place", "2622") == "AIRB-5"
    assert "3310" not in targets(night(23, zone="3311"), "3GAB-1")


@pytest.mark.rule("kanev43", "AIRB-4")
def test_from_the_26th_no_dice_are_needed() -> None:
    """All companies in hand may jump."""
    pos = night(26)
    assert refused(pos, "choose", "3GAB") == "AIRB-4"
    assert {"3GAB-1", "3GAB-2", "3GAB-3"} <= allowed(pos, "select")


@pytest.mark.rule("kanev43", "AIRB-16", "R-106")
def test_staff_and_guns_jump_on_their_own_companies() -> None:
    """From the 26th, on a concentrated company of the brigade west of the river."""
    there = BRIGADE.replace(f"unit 3GAB-1 {AIRBORNE}", "unit 3GAB-1 2619")
    there = there.replace(f"unit 3GAB-2 {AIRBORNE}", "unit 3GAB-2 2719 dispersed=true")
    there = there.replace(f"unit 3GAB-3 {AIRBORNE}", "unit 3GAB-3 4001")
    assert refused(night(25, there), "select", "3GAB-HQ") == "AIRB-16"
    pos = night(26, there)
    for unit in ("3GAB-HQ", "3GAB-AT", "3GAB-Gl"):
        assert allowed(pos.apply(f"select {unit}"), "place") == {"2619"}
    assert refused(pos.apply("select 3GAB-HQ"), "place", "2719") == "AIRB-16"
    assert refused(night(26), "select", "3GAB-HQ") == "AIRB-16"


# --- landing ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "AIRB-8", "R-89", "AIRB-11")
def test_on_target() -> None:
    """14 or more lands in the hex, dispersed; the hex stays the Axis's."""
    pos = aimed(23, "3GAB-1", "2618", BRIGADE + "control axis 2618\n")
    pos = pos.apply("done", dice=[5, 5, 4])
    unit = pos.unit("3GAB-1")
    assert (unit.at, unit.dispersed) == ("2618", True)
    assert pos.holder("2618") == AXIS
    assert not plan(pos)


@pytest.mark.rule("kanev43", "AIRB-8", "R-89", "R-114")
def test_lost_in_the_air() -> None:
    """3 or 4 is the end of a company, which counts as eliminated."""
    pos = aimed(23, "3GAB-1", "2618").apply("done", dice=[1, 1, 2])
    assert (pos.unit("3GAB-1").at, pos.unit("3GAB-1").lost) == (DEAD, 1)


@pytest.mark.rule("kanev43", "AIRB-9", "R-89")
@pytest.mark.parametrize(
    ("dice", "at"),
    [((4, 4, 3, 4, 5), "2624"), ((3, 3, 3, 4, 4), "2627"), ((2, 2, 2, 1, 2), "2613"),
     ((4, 4, 3, 2, 1), "2718")],
)  # fmt: skip
def test_scatter(dice: tuple[int, ...], at: str) -> None:
    """11 with 4 and 5: five hexes south; 9 doubles, 6 trebles."""
    assert aimed(23, "3GAB-1", "2619").apply("done", dice=dice).unit("3GAB-1").at == at


@pytest.mark.rule("kanev43", "AIRB-10", "R-106")
def test_off_the_map_and_bad_landings() -> None:
    """The last hex on the line; on or beside a German unit, or in water, it is lost."""
    pos = night(23)
    assert scattered(pos.board.grid, "2619", "N", 30) == "2601"
    assert scattered(pos.board.grid, "2619", "SE", 40).startswith("54")
    for enemy in ("unit XXIV-Flak 2619", "unit XXIV-Flak 2620"):
        lost = aimed(23, "3GAB-1", "2619", BRIGADE + enemy).apply("done", dice=[5, 5, 5])
        assert lost.unit("3GAB-1").at == DEAD
    led = aimed(23, "3GAB-1", "2619", BRIGADE + "unit L-57ID 2620").apply("done", dice=[5, 5, 5])
    assert led.unit("3GAB-1").at == "2619"
    wet = night(23, zone="3312").apply("choose 3GAB", dice=[6])
    wet = done(wet, "select 3GAB-1", "place 3311").apply("done", dice=[4, 4, 3, 1, 1])
    assert wet.unit("3GAB-1").at == DEAD


@pytest.mark.rule("kanev43", "AIRB-17", "R-106")
def test_how_staff_and_guns_land() -> None:
    """The HQ dispersed; gliders ready, limbered, with two salvoes."""
    there = BRIGADE.replace(f"unit 3GAB-1 {AIRBORNE}", "unit 3GAB-1 2619")
    there = there.replace(f"unit 3GAB-Gl {AIRBORNE}", f"unit 3GAB-Gl {AIRBORNE} limbered=true")
    pos = done(night(26, there), "select 3GAB-HQ", "place 2619", "select 3GAB-Gl", "place 2619")
    pos = pos.apply("done", dice=[5, 5, 5, 5, 5, 5])
    staff, guns = pos.unit("3GAB-HQ"), pos.unit("3GAB-Gl")
    assert (staff.at, staff.dispersed) == ("2619", True)
    assert (guns.at, guns.dispersed, guns.limbered, guns.salvoes) == ("2619", False, True, 2)


@pytest.mark.rule("kanev43", "AIRB-3", "AIRB-6")
def test_without_troops_for_it_there_is_no_drop() -> None:
    """No dice for a brigade that has no company left, no question where only leaders wait."""
    staff = "\n".join(f"unit 3GAB-{unit} {AIRBORNE}" for unit in ("HQ", "AT", "Gl"))
    assert refused(night(23, f"{staff}\nunit 5GAB-1 {AIRBORNE}"), "choose", "3GAB") == "AIRB-3"
    assert night(26, f"unit L-3GAB {AIRBORNE}").find(MovementPhase) is None


# --- secrecy ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-96", "R-101")
def test_a_leader_does_not_tell_which_marker_is_his_hq() -> None:
    """He is under it, and out from there when it concentrates; until then he is not alone."""
    there = BRIGADE.replace(f"unit 3GAB-1 {AIRBORNE}", "unit 3GAB-1 2519")
    pos = done(night(26, there), "select 3GAB-HQ", "place 2519").apply("done", dice=[5, 5, 5])
    assert (pos.unit("3GAB-HQ").at, pos.unit("L-3GAB").at) == ("2519", AIRBORNE)
    text = f"unit 3GAB-HQ 0101 dispersed=true\nunit L-3GAB {AIRBORNE}\n"
    pos = concentrating(text + "unit 3GAB-1 0404 dispersed=true")
    assert pos.apply("select 3GAB-1", dice=[1]).unit("L-3GAB").at == AIRBORNE
    assert pos.apply("select 3GAB-HQ", dice=[3]).unit("L-3GAB").at == AIRBORNE
    assert pos.apply("select 3GAB-HQ", dice=[2]).unit("L-3GAB").at == "0101"


@pytest.mark.rule("kanev43", "AIRB-7", "R-96")
def test_the_axis_does_not_see_the_drop() -> None:
    """Two plans look alike to it, and so does what it hears of the landing."""
    here, there = (aimed(23, "3GAB-1", hex_) for hex_ in ("2619", "2518"))
    for viewer in (AXIS, None):
        assert here.view(viewer) == there.view(viewer)
        assert "2518" not in str(there.view(viewer).secrets)
    landed = here.apply("done", dice=[5, 5, 5])
    mask = landed.game.mask
    told = [mask.event(landed.state, event, AXIS) for event in landed.events]
    assert not [event for event in told if event and event.kind == "drop"]
    assert [c.known for c in landed.view(AXIS).counters if c.at == "2619"] == [False]
    stopped = here.apply("done", chance="stop")
    assert "2619" not in str(stopped.view(AXIS).agenda)


@pytest.mark.rule("kanev43", "AIRB-7", "R-96")
def test_alike_for_the_axis_whoever_it_is() -> None:
    """Which company lies in which hex cannot be told from counters, steps or events."""
    one = "unit 3GAB-1 2619 dispersed=true\nunit 3GAB-2 3225 dispersed=true\n"
    pos = drawn(one + "turn 9\nphase movement soviet").apply("done")
    moved = done(pos, "select 3GAB-1", "move 2620")
    told = [moved.game.mask.event(moved.state, e, AXIS) for e in moved.events]
    assert told
    assert "3GAB-1" not in str(told)
    assert "3GAB-1" not in str(pos.apply("select 3GAB-1").view(AXIS).agenda)


# --- dispersed movement -----------------------------------------------------------------------

FIELD = "board 8 x 6\n"


@pytest.mark.rule("kanev43", "AIRB-12", "R-91")
def test_dispersed_units_go_three_hexes() -> None:
    """Through zones and swamps, not into Germans; once a phase."""
    units = ("terrain swamp 0102\nunit 57ID-I/179 0203\nunit 3GAB-1 0101 dispersed=true\n"
             "unit 3GAB-2 0203 dispersed=true")  # fmt: skip
    pos = drawn(FIELD + units + "\nphase movement soviet")
    assert refused(pos, "select", "3GAB-1") == "AIRB-12"
    pos = pos.apply("done").apply("select 3GAB-1")
    assert {"0102", "0103", "0104"} <= allowed(pos, "move")
    assert refused(pos, "move", "0105") == "AIRB-12"
    assert refused(pos, "move", "0203") == "AIRB-12"
    pos = pos.apply("move 0104")
    assert refused(pos, "select", "3GAB-1") == "SOP-10"
    assert pos.holder("0104") == ""
    assert "0202" in allowed(pos.apply("select 3GAB-2"), "move")


@pytest.mark.rule("kanev43", "AIRB-12")
def test_dispersed_units_do_not_walk_over_the_dnepr() -> None:
    """A prohibited hexside is prohibited."""
    from tests.rules.kanev43.sketches import RIVER

    pos = drawn(RIVER + "unit 3GAB-1 0403 dispersed=true\nphase movement soviet")
    pos = pos.apply("done").apply("select 3GAB-1")
    assert all(hex_ < "0501" for hex_ in allowed(pos, "move"))


# --- concentration ----------------------------------------------------------------------------


def concentrating(units: str, turn: int = 12) -> Pos:
    """A Soviet night after all moves."""
    pos = drawn(f"{FIELD}turn {turn}\n{units}\nphase movement soviet")
    while pos.top.tag in ("dismounting", "strategic moves", "tactical moves"):
        pos = pos.apply("done")
    return pos


@pytest.mark.rule("kanev43", "AIRB-13", "AIRB-14")
@pytest.mark.parametrize(("die", "there"), [(2, True), (3, False)])
def test_concentration(die: int, there: bool) -> None:
    """On 1 or 2, for good: the unit holds its hex; who tried does not try again."""
    pos = concentrating("unit 3GAB-1 0101 dispersed=true\nunit 3GAB-2 0303 dispersed=true")
    assert allowed(pos, "select") == {"3GAB-1", "3GAB-2"}
    pos = pos.apply("select 3GAB-1", dice=[die])
    assert pos.unit("3GAB-1").dispersed is not there
    assert (pos.holder("0101") == SOVIET) is there
    assert refused(pos, "select", "3GAB-1") == "AIRB-13"


@pytest.mark.rule("kanev43", "AIRB-14", "R-107")
@pytest.mark.parametrize(
    ("beside", "die", "there"),
    [("309RD-957", 5, True), ("309RD-957", 6, False), ("5GAB-1", 3, False)],
)
def test_ground_troops_help(beside: str, die: int, there: bool) -> None:
    """Three off the die; a friend may have come first. Other paratroopers do not help."""
    pos = concentrating(f"unit 3GAB-1 0101 dispersed=true\nunit {beside} 0101")
    assert pos.apply("select 3GAB-1", dice=[die]).unit("3GAB-1").dispersed is not there


@pytest.mark.rule("kanev43", "AIRB-13", "R-107")
def test_who_may_not_concentrate() -> None:
    """By day, after a move, among Germans, or without room."""
    lone = "unit 3GAB-1 0101 dispersed=true\nunit 3GAB-2 0303 dispersed=true\n"
    assert concentrating(lone, turn=9).find(MovementPhase) is None
    german = concentrating(lone + "unit 57ID-I/179 0101")
    assert refused(german, "select", "3GAB-1") == "AIRB-13"
    moved = drawn(f"{FIELD}turn 12\n{lone}phase movement soviet").apply("done")
    moved = done(moved, "select 3GAB-1", "move 0102", "done")
    assert refused(moved, "select", "3GAB-1") == "AIRB-13"
    crowd = "".join(f"unit 309RD-{n} 0101\n" for n in ("955", "957", "959"))
    assert refused(concentrating(lone + crowd), "select", "3GAB-1") == "R-107"


@pytest.mark.rule("kanev43", "IMP-3", "R-112")
def test_who_concentrates_beside_them_stops_no_builders() -> None:
    """Only a move to a place beside them does, and he has not moved."""
    units = "unit 3GAB-1 0101 dispersed=true\nunit 57ID-I/179 0102\nunit 3GAB-2 0505"
    pos = concentrating(units + " dispersed=true")
    state = replace(pos.state, works={"0102": Work(AXIS, "57ID-I/179", pos.turn)})
    pos = pos.game.position(state).apply("select 3GAB-1", dice=[1])
    assert not pos.unit("3GAB-1").dispersed
    assert "0102" in pos.state.works


# --- too many in a hex ------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-26")
def test_excess_is_given_up() -> None:
    """A hex that is over the limit at the end of its owner's movement loses units."""
    units = ["57ID-I/179", "57ID-II/179", "57ID-I/199", "57ID-II/199"]
    text = "\n".join(f"unit {unit} 0101" for unit in units) + "\nunit L-57ID 0101"
    pos = drawn(FIELD + text + "\nphase movement axis")
    pos = done(pos, "done", "done")
    assert pos.top.tag == "excess"
    assert allowed(pos, "lose") == set(units)
    pos = pos.apply("lose 57ID-I/199")
    assert pos.unit("57ID-I/199").at == DEAD
    assert pos.top.tag != "excess"
