"""3 Sequence of play."""

from collections.abc import Iterator

import pytest
from tests.rules.ukraine43.moves import denied, does, offered
from tests.rules.ukraine43.turns import SLUG, events, opened, run, start

from grognard.games.ukraine43.sequence import AxisTurn, EndPhase, SovietTurn, Turn
from grognard.games.ukraine43.state import AXIS, SOVIET, BridgeTrain, Pos
from grognard.games.ukraine43.turn import PlayerTurn, has_assault_marker
from grognard.steps import Sequence, is_step, tag_of
from grognard.testing import sketch

RIFLES, OTHERS, TANKS, INFANTRY, PANZER = "23/218", "53/188", "2TC", "88ID", "11Pz"

ROAD = "-".join(f"01{row:02}" for row in range(1, 13))
#: Both sides stand against each other, and every phase has something to ask.
FRONT = f"""
    board 6 x 12
    tag soviet_source 0101
    tag axis_source 0112
    network primary {ROAD}
    tag village 0102 0111
    control soviet 0101 0102 0103 0104 0105
    control axis 0106 0107 0108 0109 0110 0111 0112
    unit {RIFLES} 0105
    unit {INFANTRY} 0106
    unit {TANKS} 0103
    unit {PANZER} 0109
    unit 7Art 0102 spent=true
    unit 2VA-a 0102
    unit 4FlK 0111
    unit SWF 0101
    unit 1PzA 0112
    turn 3
"""


def asked(pos: Pos, most: int = 60) -> list[tuple[str, str, str]]:
    """Whose player turn it was, which step asked and whom, while everybody only ends phases; until
    the turn is over. Where a marker is needed for Second Combat it is placed.
    """
    found: list[tuple[str, str, str]] = []
    turn = pos.turn
    for _ in range(most):
        if pos.turn != turn or pos.outcome:
            return found
        whose, tag = pos.within(PlayerTurn).side, pos.top.tag
        if (whose, tag, pos.side) not in found:
            found.append((whose, tag, pos.side))
        ready = {SOVIET: RIFLES, AXIS: INFANTRY}[whose]
        if tag == "exploitation" and ready in offered(pos, "select"):
            pos = does(pos, f"select {ready}", "mode assault")
        else:
            pos = pos.apply("pass" if "pass" in {a.verb for a in pos.actions()} else "done")
    raise AssertionError("the turn does not end")


@pytest.mark.rule(SLUG, "3-1", "3.C.3", "3.C.4", "3.C.6", "3.D-1", "3.D-2", "ASOP-3")
def test_the_phases_of_a_turn_in_order() -> None:
    """Each player turn has initial supply, movement, first combat, the other side's reaction,
    exploitation, second combat and the End Phase; the Soviet one comes first.
    """
    pos = run(FRONT + "phase initial-supply soviet")
    other = {SOVIET: AXIS, AXIS: SOVIET}
    soviet = ["artillery supply", "movement", "first combat", "reaction", "exploitation",
              "second combat", "das"]  # fmt: skip
    expected = [(SOVIET, tag, other[SOVIET] if tag == "reaction" else SOVIET) for tag in soviet]
    german = [tag for tag in soviet if tag != "artillery supply"]
    expected += [(AXIS, tag, other[AXIS] if tag == "reaction" else AXIS) for tag in german]
    assert asked(pos) == expected


@pytest.mark.rule(SLUG, "3-1")
def test_weather_and_central_front_come_first_and_victory_last() -> None:
    """On turn 8 the first two events are the dice of weather and Central Front; points are
    counted when both player turns are over.
    """
    begun = start(turn=8, exit_points=9)
    pos = opened(begun, Turn.begun(begun), dice=[1, 3])
    assert [event.kind for event in pos.events[:2]] == ["weather", "central front"]
    assert Turn.stage_names()[2:] == ("soviet turn", "axis turn", "determine_victory")
    last = opened(begun, Turn(stage="axis turn"), AxisTurn(side=AXIS, stage="end phase"),
                  EndPhase(side=AXIS, stage="das"))  # fmt: skip
    kinds = [event.kind for event in last.events]
    assert kinds.index("points") < kinds.index("turn")


# --- 3.C.7  the End Phase -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.C.7.a", "11.5-1", "23.1-4")
def test_disrupted_markers_come_off_ones_own_units() -> None:
    """All of them, out of supply, in an enemy zone, HQs too; not those of the enemy."""
    text = (
        FRONT
        + f"""
        unit {OTHERS} 0606 disrupted=true oos=true
        unit 198ID 0607
        unit 1TA 0103 disrupted=true
        unit 167ID 0108 disrupted=true
    """
    )
    pos = run(text + "phase end-phase soviet")
    assert not pos.unit(OTHERS).disrupted
    assert not pos.unit("1TA").disrupted
    assert pos.unit("167ID").disrupted


@pytest.mark.rule(SLUG, "3.C.7-0", "3.C.7.b", "3.C.7.d", "3.C.7.f")
def test_the_jobs_of_the_end_phase_in_order() -> None:
    """Disruption, supply, attrition, railways, bridges, the dam, air missions."""
    river = "hexside major_river 0203/0204\n"
    text = FRONT + river + f"unit {OTHERS} 0203\nunit 93/138 0204\n"
    pos = run(text + "phase end-phase soviet", trains=(BridgeTrain("0203", "0203/0204"),))
    assert EndPhase.stage_names() == (
        "settlement", "recover", "check_supply", "attrition", "rail repair", "bridges", "dam",
        "das",
    )  # fmt: skip
    # Trains are flipped before the question about air missions.
    while pos.top.tag != "das":
        assert not offered(pos, "select") & {"2VA-a"}
        pos = pos.apply("done")
    assert pos.state.pontoons == {"0203/0204"}
    assert "2VA-a" in offered(pos, "select")


@pytest.mark.rule(SLUG, "3.C.7.b")
def test_disruption_goes_before_supply_is_checked() -> None:
    """A Disrupted unit on an island recovers, is marked and rolls for attrition."""
    text = FRONT + f"terrain sea 0605 0607 0505 0506\nunit {OTHERS} 0606 disrupted=true\n"
    pos = run(text + "phase end-phase soviet", [6])
    assert [event.kind for event in pos.events] == ["supply", "attrition"]
    assert pos.unit(OTHERS).oos
    assert not pos.unit(OTHERS).disrupted


@pytest.mark.rule(SLUG, "3.D-2")
def test_what_the_germans_do_not_do() -> None:
    """In a German turn no artillery is refilled, no railway repaired, no bridge built."""
    pos = start(trains=(BridgeTrain("1411", "1311/1411"),))
    german, soviet = (set(stages_of(pos, side)) for side in (AXIS, SOVIET))
    assert soviet - german == {"artillery supply", "rail repair", "bridges"}
    assert "early bridges" in SovietTurn.stage_names()
    assert "early bridges" not in AxisTurn.stage_names()
    assert {"air segment", "movement", "reaction", "das"} <= german & soviet


def stages_of(pos: Pos, side: str) -> Iterator[str]:
    """The tags of the steps that a player turn opens for a side now, two levels deep."""
    turn = (SovietTurn if side == SOVIET else AxisTurn)(side=side)
    for phase in turn.stages:
        child = phase.opened(turn, pos) if is_step(phase) else None
        if child is not None:
            yield child.tag
        for stage in child.stages if isinstance(child, Sequence) else ():
            if child and is_step(stage) and stage.opened(child, pos) is not None:
                yield tag_of(stage)


# --- 3.C.2  the Movement Phase ------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.C.2-2", "R-16", "ASOP-2")
def test_jobs_of_the_movement_phase_in_any_order() -> None:
    """A replacement, a fort, a base change and moves are mixed at will; Soviets build no fort."""
    text = FRONT + "unit 75ID 0110 reduced=true\nunit 6Pz 0111\ntag village 0108\n"
    forwards = does(
        sketch(SLUG, text + "phase movement axis"),
        "choose replacements", "select 75ID", "choose foot", "done",
        "select 6Pz", "move 0110", "stop",
        "choose fort", "place 0109",
        "select 4FlK", "place 0108",
    )  # fmt: skip
    backwards = does(
        sketch(SLUG, text + "phase movement axis"),
        "select 4FlK", "place 0108",
        "choose fort", "place 0109",
        "select 6Pz", "move 0110", "stop",
        "choose replacements", "select 75ID", "choose foot", "done",
    )  # fmt: skip
    assert forwards.state.units == backwards.state.units
    assert forwards.state.building == backwards.state.building == {"0109"}
    soviet = sketch(SLUG, text + "phase movement soviet")
    assert denied(soviet, "choose fort")
    assert "fort" not in offered(soviet, "choose")


@pytest.mark.rule(SLUG, "ASOP-2")
def test_bridge_trains_are_laid_in_the_movement_phase() -> None:
    """A unit on the bank is offered the far bank for its train, in Movement and not later."""
    river = "hexside major_river 0203/0204 0203/0303 0203/0103\n"
    text = FRONT + river + f"unit {OTHERS} 0203\n"
    pos = sketch(SLUG, text + "phase movement soviet").apply(f"select {OTHERS}")
    assert "0204" in offered(pos, "place")
    later = sketch(SLUG, text + "phase exploitation soviet").apply(f"select {OTHERS}")
    assert "0204" not in offered(later, "place")


@pytest.mark.rule(SLUG, "3.C.2-3", "ASOP-3", "R-3", "R-62")
def test_markers_of_movement_are_lifted_after_first_combat() -> None:
    """Extended Movement and river Assault markers count in First Combat; when the enemy reacts
    none is left.
    """
    river = "hexside major_river 0303/0304\nunit 53/188 0303\nunit 167ID 0304\n"
    river += "terrain woods 0401 0402 0403 0501 0502 0503 0601 0602 0603\n"
    pos = sketch(SLUG, FRONT.replace("0103\n", "0302\n") + river + "phase movement soviet")
    pos = does(pos, "select 53/188", "target 0304", "stop")
    pos = does(pos, f"select {TANKS}", "mode extended", "move 0601", "stop", "done")
    assert pos.top.tag == "first combat"
    assert pos.within(PlayerTurn).extended == {TANKS}
    assert len(pos.within(PlayerTurn).arrows) == 1
    pos = pos.apply("done")
    assert pos.top.tag == "reaction"
    assert not pos.within(PlayerTurn).extended | pos.within(PlayerTurn).arrows


# --- 3.C.6  Second Combat -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "ASOP-4", "3.C.6", "R-84")
def test_assault_markers_come_off_with_each_battle() -> None:
    """Two stacks are marked: after the first has fought it has no marker, the other still has;
    when the phase is over nobody has.
    """
    text = FRONT + "unit 53/188 0503\nunit 167ID 0504\n"
    pos = sketch(SLUG, text + "phase exploitation soviet")
    pos = does(pos, f"select {RIFLES}", "mode assault", "select 53/188", "mode assault", "done")
    assert pos.top.tag == "second combat"
    assert has_assault_marker(pos, RIFLES)
    pos = does(pos, "target 0106", f"attack {RIFLES}")
    # An AR: the attackers may retreat, or stay.
    pos = pos.apply("commit", dice=[1])
    while pos.top.tag != "second combat":
        pos = pos.apply("pass")
    assert not has_assault_marker(pos, RIFLES)
    assert has_assault_marker(pos, "53/188")
    pos = pos.apply("done")
    assert not any(has_assault_marker(pos, unit) for unit in (RIFLES, "53/188"))


# --- 3.C.1  Initial Supply ----------------------------------------------------------------


@pytest.mark.rule(SLUG, "ASOP-1", "16.3C", "R-96")
def test_guards_artillery_for_a_replacement_of_the_coming_phase() -> None:
    """Two actions are free, flips or returns; a third costs a mechanised replacement, which is
    missing in the Movement Phase.
    """
    text = FRONT + "unit 9Art 0103 spent=true\nunit 3GArt stavka\nunit 4GArt stavka\n"
    text += "unit 18TC 0103 reduced=true\nunit 11TC 0104 reduced=true\n"
    pos = run(text + "phase artillery-supply soviet")
    assert offered(pos, "select") == {"7Art", "9Art", "3GArt", "4GArt"}
    pos = does(pos, "select 7Art", "select 3GArt")
    assert offered(pos, "select") == {"4GArt"}
    pos = pos.apply("select 4GArt")
    assert {"3GArt", "4GArt"} <= offered(pos, "select")
    # Turn 3 has two mechanised replacements: one is left.
    pos = does(pos, "choose replacements", "select 11TC")
    assert denied(pos, "select 18TC") == "16.2-3"


@pytest.mark.rule(SLUG, "3.C.1.c-1")
def test_petrol_comes_before_artillery_and_air() -> None:
    """The petrol die is thrown before the artillery question is put."""
    far = FRONT.replace("board 6 x 12", "board 6 x 30") + "unit 11TC 0625\n"
    pos = run(far + "phase initial-supply soviet", [1])
    assert [event.kind for event in events(pos, "petrol")] == ["petrol"]
    assert pos.top.tag == "artillery supply"


# --- 3.C.5  Exploitation --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.C.5-3")
def test_only_mechanised_units_assault_on_the_move() -> None:
    """Beside the same enemy a tank corps is offered a Mobile Assault, a rifle unit is not."""
    text = FRONT + "unit 11TC 0105\nphase exploitation soviet"
    pos = sketch(SLUG, text)
    assert offered(pos.apply("select 11TC"), "assault") == {"0106"}
    assert offered(pos.apply(f"select {RIFLES}"), "assault") == set()
