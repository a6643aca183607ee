"""The Initial Segment of Red Parachutes: replacements, battlegroups, bridgeheads, ammunition."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.sketches import allowed, done, drawn, every, refused

from grognard.games.kanev43.state import AXIS, DEAD, OUT, Bridgehead, Pos, Work

FIELD = f"board 10 x 6\ncontrol axis {every('10 x 6')}\n"
FOOT = "57ID-I/179"


def morning(units: str, steps: str = "", turn: int = 5, board: str = FIELD) -> Pos:
    """The Initial Segment of a morning without a die, with these steps in hand."""
    stock = f"state steps={steps}\n" if steps else ""
    return drawn(f"{board}turn {turn}\n{stock}{units}\nphase initial-segment axis")


# --- the die ----------------------------------------------------------------------------------


def die(turn: int, *dice: int) -> Pos:
    """The beginning of a turn with this die."""
    text = f"{FIELD}turn {turn - 1}\nunit {FOOT} 0101 lost=1\nphase movement soviet"
    pos = drawn(text)
    while pos.turn < turn:
        pos = pos.apply("done", chance="stop")
    for face in dice:
        pos = pos.roll(face)
    return pos


@pytest.mark.rule("kanev43", "RPL-1", "SOP-2", "R-36", "R-37")
def test_a_die_on_scheduled_mornings() -> None:
    """24 September AM is turn 9: a 3 brings two infantry steps. On the 23rd there is none."""
    assert die(9).chances()
    assert dict(die(9, 3).state.steps) == {"infantry": 2}
    assert dict(die(9, 5).state.steps) == {"engineer": 1, "infantry": 2}
    assert not die(5).chances()
    assert not die(5).state.steps


@pytest.mark.rule("kanev43", "R-37", "RPL-2")
def test_the_kind_of_an_armoured_step_is_chosen_at_once() -> None:
    """Tank, recon or anti-tank, with its value."""
    pos = die(9, 6)
    assert allowed(pos, "choose") == {"tank 5", "recon 2", "anti-tank 6"}
    assert dict(pos.apply("choose tank 5").state.steps) == {"infantry": 2, "tank 5": 1}


@pytest.mark.rule("kanev43", "SOP-1", "SOP-21")
@pytest.mark.parametrize(("turn", "there"), [(2, False), (3, False), (4, False), (5, True)])
def test_only_mornings_have_an_initial_segment(turn: int, there: bool) -> None:
    """Ammunition is the sign of it."""
    assert bool(die(turn).state.ammunition) is there


# --- taking steps -----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "RPL-2", "SOP-3", "RPL-6")
def test_a_unit_takes_a_step() -> None:
    """Infantry an infantry step; it does not move in this AM turn."""
    pos = morning(f"unit {FOOT} 0101 lost=2", "infantry:2").apply(f"select {FOOT}")
    assert (pos.unit(FOOT).lost, pos.unit(FOOT).until) == (1, 5)
    assert dict(pos.state.steps) == {"infantry": 1}


@pytest.mark.rule("kanev43", "RPL-2", "R-111")
def test_steps_must_match() -> None:
    """A tank step of armour 5 goes to such tanks; guns take none, nobody exceeds his steps."""
    units = ("unit 19PZ-Pz27 0101 lost=1\nunit 10PG-AA110 0102 lost=1\nunit 57ID-I/AR 0103 lost=1\n"
             f"unit {FOOT} 0104 lost=1\nunit 57ID-Pi 0105")  # fmt: skip
    base = drawn(f"{FIELD}turn 5\n{units}\nphase initial-segment axis", run=False)
    state = replace(base.state, steps={"tank 5": 1, "engineer": 1})
    pos = base.game.hand(base.game.position(state)).begin()
    assert allowed(pos, "select") == {"19PZ-Pz27"}
    assert refused(pos, "select", "10PG-AA110") == "RPL-2"
    assert refused(pos, "select", "57ID-I/AR") == "RPL-2"
    assert refused(pos, "select", FOOT) == "RPL-2"
    assert refused(pos, "select", "57ID-Pi") == "R-111"


@pytest.mark.rule("kanev43", "RPL-4")
@pytest.mark.parametrize(("at", "able"), [("0301", False), ("0401", True)])
def test_three_hexes_from_the_enemy(at: str, able: bool) -> None:
    """Two are too near."""
    text = f"unit {FOOT} {at} lost=1\nunit 309RD-957 0101\nunit 112ID-I/110 1006 lost=1"
    pos = morning(text, "infantry:1")
    assert (FOOT in allowed(pos, "select")) is able
    if not able:
        assert refused(pos, "select", FOOT) == "RPL-4"


@pytest.mark.rule("kanev43", "RPL-5", "R-111")
def test_one_step_for_a_formation() -> None:
    """A second one is refused to the division; units of none are each their own."""
    flak = "piece flak like XXIV-Flak steps=2\npiece alarm like XXIV-Alarm steps=2\n"
    units = (f"unit {FOOT} 0101 lost=1\nunit 57ID-II/179 0102 lost=1\nunit flak 0103 lost=1\n"
             "unit alarm 0104 lost=1\nunit 112ID-I/110 0105 lost=1")  # fmt: skip
    pos = done(morning(flak + units, "infantry:5"), f"select {FOOT}", "select flak")
    assert refused(pos, "select", "57ID-II/179") == "RPL-5"
    assert allowed(pos, "select") == {"alarm", "112ID-I/110"}


@pytest.mark.rule("kanev43", "RPL-7", "DIS-1", "DIS-9")
@pytest.mark.parametrize("order", ["disrupted", "demoralised"])
def test_shaken_units_take_no_step(order: str) -> None:
    """Neither disrupted nor demoralised ones."""
    text = f"unit {FOOT} 0101 lost=1 order={order}\nunit 112ID-I/110 0102 lost=1"
    assert refused(morning(text, "infantry:1"), "select", FOOT) == "RPL-7"


@pytest.mark.rule("kanev43", "SOP-3")
def test_soviets_take_no_replacements() -> None:
    """They are not even asked."""
    text = f"unit 309RD-957 1001 lost=1\nunit {FOOT} 0101 lost=1"
    pos = morning(text, "infantry:1")
    assert refused(pos, "select", "309RD-957") == "SOP-3"


# --- rebuilding -------------------------------------------------------------------------------


def rebuilding(units: str) -> Pos:
    """A morning with an anti-tank step in hand."""
    base = drawn(f"{FIELD}turn 5\n{units}\nphase initial-segment axis", run=False)
    state = replace(base.state, steps={"anti-tank 6": 1})
    return base.game.hand(base.game.position(state)).begin()


@pytest.mark.rule("kanev43", "RPL-3", "R-111")
def test_a_company_is_rebuilt() -> None:
    """In a friendly hex five or more from any enemy, as its formation's step."""
    units = f"unit 34ID-PJ {DEAD} lost=1\nunit 309RD-957 0103\nunit {FOOT} {DEAD} lost=3"
    pos = rebuilding(units)
    assert allowed(pos, "join") == {"34ID-PJ"}
    assert refused(pos, "join", FOOT) == "RPL-3"
    pos = pos.apply("join 34ID-PJ")
    grid = pos.board.grid
    assert min(grid.distance("0103", h) for h in allowed(pos, "place")) == 5
    assert refused(pos, "place", "0503") == "RPL-3"
    pos = pos.apply("place 0603")
    unit = pos.unit("34ID-PJ")
    assert (unit.at, unit.lost, unit.until) == ("0603", 0, 5)
    assert not pos.state.steps


# --- battlegroups -----------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BGR-1", "R-82", "R-114")
def test_battlegroups() -> None:
    """Engineers of two steps give two to infantry of their division, not to the dead."""
    units = (f"unit 57ID-Pi 0101\nunit {FOOT} 0102 lost=1\nunit 57ID-II/179 0103 lost=1\n"
             "unit 112ID-I/110 0104 lost=2\nunit 112ID-Pi 0105\nunit 57ID-I/AR 0106")  # fmt: skip
    pos = morning(units)
    assert allowed(pos, "release") == {"57ID-Pi", "112ID-Pi"}
    assert refused(pos, "release", "57ID-I/AR") == "BGR-1"
    pos = pos.apply("release 57ID-Pi")
    assert pos.unit("57ID-Pi").at == OUT
    assert refused(pos, "release", "112ID-Pi") == "R-82"
    assert allowed(pos, "select") == {FOOT, "57ID-II/179"}
    pos = done(pos, f"select {FOOT}", "select 57ID-II/179")
    assert (pos.unit(FOOT).lost, pos.unit("57ID-II/179").lost) == (0, 0)


@pytest.mark.rule("kanev43", "BGR-1", "IMP-2")
def test_what_a_dissolved_unit_was_building_is_given_up() -> None:
    """Also where others of its division stand, who have not begun it."""
    units = f"unit 57ID-Pi 0101\nunit {FOOT} 0101 lost=2\n"
    pos = morning(units)
    works = {"0101": Work(AXIS, "57ID-Pi", pos.turn - 1)}
    pos = pos.game.position(replace(pos.state, works=works)).apply("release 57ID-Pi")
    assert "0101" not in pos.state.works


@pytest.mark.rule("kanev43", "BGR-1")
def test_battlegroups_keep_the_other_limits() -> None:
    """Receivers near the enemy do not count."""
    near = f"unit 57ID-Pi 0101\nunit {FOOT} 0802 lost=2\nunit 309RD-957 0803"
    text = near + "\nunit 112ID-I/110 0104 lost=1\nunit 112ID-II/110 0105"
    pos = morning(text, "infantry:1")
    assert refused(pos, "release", "57ID-Pi") == "BGR-1"


# --- bridgeheads ------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "SOP-4", "BHD-3")
@pytest.mark.parametrize(("dice", "improved"), [((1, 2), [True, False, True]),
                                                ((2, 1), [False, True, True])])  # fmt: skip
def test_bridgeheads_improve_on_a_one(dice: tuple[int, int], improved: list[bool]) -> None:
    """A die for each that is not improved; both counters are one thing here."""
    base = drawn(f"{FIELD}turn 5\nphase initial-segment soviet", run=False)
    pairs = (Bridgehead("0503", "0403"), Bridgehead("0505", "0405"),
             Bridgehead("0501", "0401", improved=True))  # fmt: skip
    pos = base.game.position(replace(base.state, bridgeheads=pairs))
    hand = base.game.hand(pos, dice=dice)
    assert [pair.improved for pair in hand.begin().state.bridgeheads] == improved


# --- ammunition -------------------------------------------------------------------------------

ROADS = "board 18 x 1\ntag axis_source 0101\ntag soviet_source 1801\n"


@pytest.mark.rule("kanev43", "ART-18", "SOP-5", "R-40", "STK-4")
def test_salvoes_are_restored() -> None:
    """A point of its kind for a battalion, two for a regiment; never more than two salvoes."""
    units = ("unit 57ID-HQ 0201\nunit 57ID-I/AR 0301 salvoes=1\nunit 57ID-IV/AR 0401 salvoes=2\n"
             "unit 309RD-HQ 1701\nunit 309RD-AR 1601 salvoes=0")  # fmt: skip
    pos = morning(units, board=ROADS)
    assert pos.top.tag == "axis resupply"
    assert allowed(pos, "support") == {"57ID-I/AR"}
    assert refused(pos, "support", "57ID-IV/AR") == "R-40"
    pos = pos.apply("support 57ID-I/AR")
    assert pos.unit("57ID-I/AR").salvoes == 2
    assert pos.state.ammunition["axis light"] == 7
    assert pos.top.tag == "soviet resupply"
    pos = pos.apply("support 309RD-AR")
    assert pos.unit("309RD-AR").salvoes == 1
    assert pos.state.ammunition["soviet light"] == 6


@pytest.mark.rule("kanev43", "ART-19", "R-104")
def test_no_shells_without_a_path() -> None:
    """Guns out of reach of an HQ get none."""
    units = "unit 57ID-HQ 0201\nunit 57ID-I/AR 0301 salvoes=1\nunit 112ID-I/AR 1701 salvoes=0"
    assert refused(morning(units, board=ROADS), "support", "112ID-I/AR") == "ART-19"


@pytest.mark.rule("kanev43", "R-40", "ART-18")
def test_points_are_kept() -> None:
    """Of each kind: the day's points are added to what is left."""
    guns = ("57ID-IV/AR", "XXIV-sArt", "10PG-III/AR10")
    units = "\n".join(f"unit {unit} 0301 salvoes=0" for unit in guns)
    pos = morning(f"unit 57ID-HQ 0201\n{units}", board=ROADS)
    assert pos.state.ammunition["axis heavy"] == 3
    pos = done(pos, "support 57ID-IV/AR", "support 57ID-IV/AR", "support XXIV-sArt")
    assert pos.state.ammunition["axis heavy"] == 0
    assert pos.state.ammunition["axis light"] == 8
    assert pos.unit("10PG-III/AR10").salvoes == 0
    assert pos.top.tag == "assignments"
