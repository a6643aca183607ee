"""Improved positions and the bridge of Kanev."""

import pytest
from tests.rules.kanev43.sketches import allowed, done, drawn, refused

from grognard.games.kanev43.points import allowance
from grognard.games.kanev43.state import Pos, Work
from grognard.games.kanev43.turn import MovementPhase

FIELD = "board 8 x 6\n"
FOOT, TANK = "57ID-I/179", "19PZ-Pz27"


def engineering(units: str, side: str = "axis", turn: int = 1) -> Pos:
    """The Engineering Phase of a side."""
    return drawn(f"{FIELD}turn {turn}\n{units}\nphase engineering {side}")


def next_engineering(pos: Pos, side: str = "axis") -> Pos:
    """The next Engineering Phase of a side, everybody having stayed where he is."""
    turn = pos.turn
    while pos.turn == turn or pos.side != side or pos.top.tag != "works":
        pos = pos.apply("done")
    return pos


# --- improved positions -----------------------------------------------------------------------


@pytest.mark.rule("kanev43", "IMP-1", "SOP-8", "DIS-11")
def test_who_builds() -> None:
    """Battalions of infantry, recon and engineers; no tank, company or gun, nobody demoralised."""
    units = {FOOT: "0101", TANK: "0102", "10PG-AA110": "0103", "57ID-Pi": "0104",
             "XXIV-Flak": "0105", "57ID-I/AR": "0106", "57ID-HQ": "0201",
             "57ID-II/179": "0202 order=demoralised",
             "57ID-I/199": "0203 order=disrupted"}  # fmt: skip
    pos = engineering("\n".join(f"unit {unit} {at}" for unit, at in units.items()))
    assert allowed(pos, "select") == {FOOT, "10PG-AA110", "57ID-Pi", "57ID-I/199"}
    assert refused(pos, "select", TANK) == "IMP-1"
    assert refused(pos, "select", "XXIV-Flak") == "IMP-1"
    assert refused(pos, "select", "57ID-II/179") == "DIS-11"


@pytest.mark.rule("kanev43", "R-81")
def test_three_parachute_companies_are_a_battalion() -> None:
    """Of one brigade, in one hex, concentrated."""
    three = "".join(f"unit 3GAB-{n} 0101\n" for n in (1, 2, 3))
    assert "3GAB-1" in allowed(engineering(three, "soviet"), "select")
    mixed = three.replace("3GAB-3", "5GAB-3") + "unit 309RD-957 0505"
    assert allowed(engineering(mixed, "soviet"), "select") == {"309RD-957"}


@pytest.mark.rule("kanev43", "IMP-2", "R-81")
@pytest.mark.parametrize(("unit", "turns"), [(FOOT, 2), ("57ID-Pi", 1)])
def test_how_long_it_takes(unit: str, turns: int) -> None:
    """Two turns; one for an engineer battalion. Then it protects."""
    pos = engineering(f"unit {unit} 0101\nunit 57ID-II/199 0806")
    pos = pos.apply(f"select {unit}")
    assert pos.state.works["0101"] == Work("axis", unit, 1)
    for _ in range(turns):
        assert not pos.state.works["0101"].is_ready
        pos = next_engineering(pos)
    assert pos.state.works["0101"].is_ready


@pytest.mark.rule("kanev43", "IMP-2", "R-81")
def test_who_moves_gives_it_up() -> None:
    """And who is demoralised or dies."""
    pos = engineering(f"unit {FOOT} 0101\nunit 57ID-II/179 0101")
    pos = done(pos, f"select {FOOT}")
    pos = done(pos, "done", "done") if pos.top.tag == "works" else pos.apply("done")
    assert pos.top.tag == "tactical moves"
    assert "0101" in done(pos, "select 57ID-II/179", "move 0102", "stop").state.works
    assert "0101" not in done(pos, f"select {FOOT}", "move 0102", "stop").state.works


@pytest.mark.rule("kanev43", "IMP-3", "R-112")
def test_an_enemy_beside_it_stops_the_work() -> None:
    """One who moves there, not one who stands there; a finished position stays."""
    beside = f"unit {FOOT} 0101\nunit 309RD-957 0102\nunit 309RD-955 0104\n"
    begun = engineering(beside).apply(f"select {FOOT}")
    assert "0101" in begun.state.works
    text = FIELD + f"unit {FOOT} 0101\nunit 309RD-955 0104\nphase movement soviet"
    for work, there in ((Work("axis", FOOT, 1), False), (Work("axis"), True)):
        pos = drawn(text, run=False)
        from msgspec.structs import replace

        state = replace(pos.state, works={"0101": work})
        pos = pos.game.hand(pos.game.position(state)).begin().apply("done")
        pos = done(pos, "select 309RD-955", "move 0102")
        assert ("0101" in pos.state.works) is there


@pytest.mark.rule("kanev43", "IMP-4")
def test_an_empty_position_is_gone() -> None:
    """At the end of any movement phase; not while a friend is there."""
    from msgspec.structs import replace

    text = FIELD + f"unit {FOOT} 0101\nunit L-57ID 0102\nphase movement soviet"
    pos = drawn(text, run=False)
    works = {hex_: Work("axis") for hex_ in ("0101", "0102", "0103")}
    pos = pos.game.hand(pos.game.position(replace(pos.state, works=works))).begin()
    while pos.find(MovementPhase) is not None:
        pos = pos.apply("done")
    assert set(pos.state.works) == {"0101"}


@pytest.mark.rule("kanev43", "R-112", "NGT-1")
def test_digging_at_night_disrupts() -> None:
    """Each night, and building goes on."""
    pos = engineering(f"unit {FOOT} 0101\nunit 57ID-II/199 0806", turn=4).apply(f"select {FOOT}")
    while pos.top.tag == "works" or pos.find(MovementPhase) is not None:
        pos = pos.apply("done")
    assert pos.unit(FOOT).order == "disrupted"
    assert "0101" in pos.state.works


# --- the bridge -------------------------------------------------------------------------------


def at_the_bridge(units: str, turn: int = 1) -> Pos:
    """Axis engineering on the map itself."""
    return drawn(f"board 3420..3926\nturn {turn}\n{units}\nphase engineering axis")


@pytest.mark.rule("kanev43", "KNB-1", "SOP-8", "DIS-11", "R-24")
def test_who_blows_the_bridge() -> None:
    """A German engineer at either end, while it stands."""
    pos = at_the_bridge("unit 57ID-Pi 3624\nunit 112ID-Pi 3723\nunit 34ID-Pi 3724\n"
                        "unit 255ID-Pi 3723 order=demoralised")  # fmt: skip
    assert allowed(pos, "choose") == {"blow 57ID-Pi", "blow 112ID-Pi"}
    down = pos.apply("choose blow 57ID-Pi", dice=[5])
    assert down.state.bridge_blown
    assert not allowed(down, "choose")
    assert refused(pos.apply("choose blow 57ID-Pi", dice=[6]), "choose", "blow 57ID-Pi") == "KNB-1"


@pytest.mark.rule("kanev43", "KNB-2")
@pytest.mark.parametrize(
    ("soviets", "die", "down"),
    [("", 5, True), ("", 6, False), ("unit 9MC-I/69 3723", 4, True),
     ("unit 9MC-I/69 3723", 5, False), ("unit L-9MC 3723", 5, True)],
)  # fmt: skip
def test_the_die_for_the_bridge(soviets: str, die: int, down: bool) -> None:
    """1 to 5; one more on the die with Soviet units at an end."""
    pos = at_the_bridge(f"unit 57ID-Pi 3624\n{soviets}").apply("choose blow 57ID-Pi", dice=[die])
    assert pos.state.bridge_blown is down


@pytest.mark.rule("kanev43", "KNB-3", "STM-2")
def test_afterwards_he_has_half_his_points() -> None:
    """4 of 8, and no strategic move."""
    pos = at_the_bridge("unit 57ID-Pi 3624").apply("choose blow 57ID-Pi", dice=[6])
    while pos.top.tag != "strategic moves":
        pos = pos.apply("done")
    assert allowance(pos, "57ID-Pi") == 4 * 6
    assert refused(pos, "select", "57ID-Pi") == "KNB-3"
    assert "57ID-Pi" in allowed(pos.apply("done"), "select")


@pytest.mark.rule("kanev43", "R-112", "NGT-1")
def test_blowing_at_night_disrupts() -> None:
    """Whatever came of it."""
    pos = at_the_bridge("unit 57ID-Pi 3624", turn=4).apply("choose blow 57ID-Pi", dice=[6])
    while pos.top.tag == "works" or pos.find(MovementPhase) is not None:
        pos = pos.apply("done")
    assert pos.unit("57ID-Pi").order == "disrupted"
