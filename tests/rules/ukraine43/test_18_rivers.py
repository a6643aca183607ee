"""18.1, 18.4, 18.5 Assault markers at Major Rivers, bridge trains, pontoon bridges."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.moves import DNIEPER, cost, denied, does, offered

from grognard.engine import Step
from grognard.games.ukraine43.rivers import Bridges, EarlyBridges
from grognard.games.ukraine43.state import BridgeTrain, Pos
from grognard.games.ukraine43.turn import Arrow, PlayerTurn
from grognard.hand import Hand
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit 31TC 0812\nunit 17Pz 0112\n"
BRIDGE = "0404/0405"


def phase(text: str, name: str = "movement", side: str = "soviet") -> Pos:
    return sketch(SLUG, f"board 8 x 12\n{DNIEPER}\n{SPARE}{text}\nphase {name} {side}")


# --- 18.1  markers --------------------------------------------------------------------------

BANK = "unit 23/218 0404\nunit 88ID 0405\nunit 327ID 0305\n"


@pytest.mark.rule(SLUG, "18.1B-2", "18.1B-3", "MISC-6")
def test_a_unit_on_the_bank_prepares_an_assault() -> None:
    """It spends all its movement; the marker points at one hex."""
    pos = does(phase(BANK), "select 23/218")
    assert offered(pos, "target") == {"0405"}
    pos = pos.apply("target 0405")
    assert pos.within(PlayerTurn).arrows == {Arrow("0404", "0405")}
    assert offered(pos, "move") == set()
    assert denied(pos.apply("stop"), "select 23/218") == "4.1-6"


@pytest.mark.rule(SLUG, "18.1B-2", "R-87", "R-92")
@pytest.mark.parametrize(
    ("unit", "state", "rule"),
    [("23/218", " disrupted=true", "R-87"), ("23/218", " oos=true", "R-87"), ("VorF", "", "R-87"),
     ("13Art", "", "R-87"), ("Zhukov", "", "R-87")],
)  # fmt: skip
def test_who_may_not_prepare_it(unit: str, state: str, rule: str) -> None:
    """Disrupted and Out of Supply units, HQs, artillery and leaders."""
    pos = phase(f"unit {unit} 0404{state}\nunit 88ID 0405").apply(f"select {unit}")
    assert denied(pos, "target 0405") == rule


@pytest.mark.rule(SLUG, "18.1B-2")
def test_who_has_moved_up_does_not_prepare_it() -> None:
    """The unit must have begun the phase at the river; there must be a Major River."""
    pos = does(phase("unit 23/218 0403\nunit 88ID 0405"), "select 23/218", "move 0404")
    assert denied(pos, "target 0405") == "18.1B-2"
    dry = phase("unit 23/218 0402\nunit 88ID 0401").apply("select 23/218")
    assert denied(dry, "target 0401") == "18.1B-2"


@pytest.mark.rule(SLUG, "R-62")
def test_ten_markers_at_the_river() -> None:
    """An eleventh is refused."""
    pos = phase(BANK)
    arrows = frozenset(Arrow(f"01{n:02}", "0405") for n in range(10))
    agenda = tuple(
        s.but(arrows=arrows) if isinstance(s, PlayerTurn) else s for s in pos.state.agenda
    )
    full = sketch(SLUG, f"board 8 x 12\n{DNIEPER}\n{SPARE}{BANK}", agenda=agenda)
    assert denied(full.apply("select 23/218"), "target 0405") == "R-62"


@pytest.mark.rule(SLUG, "R-87")
def test_germans_prepare_assaults_too() -> None:
    """Either side may."""
    pos = phase("unit 88ID 0405\nunit 23/218 0404", side="axis").apply("select 88ID")
    assert offered(pos, "target") == {"0404"}


# --- 18.4  trains ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "18.4-1", "18.4-2", "18.4-3")
def test_a_bridge_train_is_laid_and_its_unit_moves_on() -> None:
    """The rifle unit crosses after it; the train stays in the old hex with its arrow."""
    pos = does(phase("unit 23/218 0404"), "select 23/218", "place 0405")
    assert pos.state.trains == (BridgeTrain("0404", BRIDGE),)
    pos = pos.apply("move 0405")
    assert pos.unit("23/218").at == "0405"
    assert pos.state.trains == (BridgeTrain("0404", BRIDGE),)


@pytest.mark.rule(SLUG, "18.4-n")
def test_one_unit_lays_a_train_and_a_marker() -> None:
    """In either order."""
    first = does(phase(BANK), "select 23/218", "place 0405", "target 0405")
    second = does(phase(BANK), "select 23/218", "target 0405", "place 0405")
    for pos in (first, second):
        assert pos.state.trains
        assert pos.within(PlayerTurn).arrows


@pytest.mark.rule(SLUG, "18.4-1", "18.4-2", "R-92")
def test_who_may_not_lay_a_train() -> None:
    """Germans; Disrupted, Out of Supply and moved units; who is not at that hexside; nobody in
    Exploitation.
    """
    german = phase("unit 88ID 0404", side="axis").apply("select 88ID")
    assert denied(german, "place 0405") == "18.4-1"
    for state in ("disrupted=true", "oos=true"):
        pos = phase(f"unit 23/218 0404 {state}").apply("select 23/218")
        assert denied(pos, "place 0405") == "18.4-2"
    moved = does(phase("unit 23/218 0403"), "select 23/218", "move 0404")
    assert denied(moved, "place 0405") == "18.4-2"
    inland = phase("unit 23/218 0403").apply("select 23/218")
    assert denied(inland, "place 0404") == "18.4-2"
    later = phase("unit 23/218 0404", "exploitation").apply("select 23/218")
    assert denied(later, "place 0405") == "18.4-2"


@pytest.mark.rule(SLUG, "18.5D", "R-88")
def test_four_bridges_and_one_to_a_hexside() -> None:
    """A hexside with a train, a pontoon or a road takes no other; four are all there are."""
    unit = "unit 23/218 0404\n"
    twice = does(phase(unit + "unit 29/30 0404"), "select 23/218", "place 0405", "cancel",
                 "select 29/30")  # fmt: skip
    assert denied(twice, "place 0405") == "R-88"
    road = phase(unit + "network primary 0404-0405").apply("select 23/218")
    assert denied(road, "place 0405") == "R-88"
    pontoons = "state pontoons=0104/0105,0204/0205,0604/0605,0804/0805"
    assert denied(phase(unit + pontoons).apply("select 23/218"), "place 0405") == "18.5D"


# --- 18.5  pontoons -------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "R-88", "4.4A-1")
def test_a_pontoon_is_a_bridge_for_the_soviets() -> None:
    """A tank corps pays for the hex it enters, 2 more if interdicted; a panzer division is
    refused.
    """
    bridge = f"state pontoons={BRIDGE}\n"
    assert cost(phase(bridge + "unit 2TC 0404").apply("select 2TC"), "0405") == 1
    bombed = phase(bridge + "unit 2TC 0404\nunit 4FlK 0406 das=true").apply("select 2TC")
    assert cost(bombed, "0405") == 3
    german = phase(bridge + "unit 11Pz 0405", side="axis").apply("select 11Pz")
    assert "0404" not in offered(german, "move")


def with_train(text: str, side: str = "soviet") -> Pos:
    """A Movement Phase with a train at 0404/0405."""
    pos = does(phase("unit 23/218 0404\n" + text), "select 23/218", "place 0405", "cancel")
    return pos if side == "soviet" else replaced(pos, *phase(text, "movement", side).state.agenda)


def replaced(pos: Pos, *agenda: Step) -> Pos:
    """The position with another agenda, run to its first question."""
    return Hand(pos.game.position(replace(pos.state, agenda=agenda))).begin()


def early(text: str = "") -> Pos:
    """The moment before Exploitation."""
    pos = with_train(text)
    turn = pos.within(PlayerTurn)
    step = EarlyBridges.opened(turn, pos)
    steps = (step,) if step else ()
    return replaced(pos, pos.state.agenda[0], turn.but(stage="early bridges"), *steps)


def end_phase(text: str = "") -> Pos:
    """Step d of the Soviet End Phase."""
    pos = with_train(text)
    *outer, _ = phase("", "dam").state.agenda
    end = outer[-1].but(stage="bridges")
    step = Bridges.opened(end, pos)
    assert step is not None
    return replaced(pos, *outer[:-1], end, step)


@pytest.mark.rule(SLUG, "3.C.5-1", "18.5B-1", "18.5B-2", "18.5B-3", "R-4")
@pytest.mark.parametrize(("die", "done"), [(3, True), (4, False)])
def test_the_early_roll(die: int, done: bool) -> None:
    """A 3 finishes the bridge before Exploitation, a 4 does not; each is tried once."""
    pos = early("unit 2TC 0403")
    assert offered(pos, "choose") == {BRIDGE}
    pos = pos.apply(f"choose {BRIDGE}", dice=[die])
    assert (BRIDGE in pos.state.pontoons) is done
    assert bool(pos.state.trains) is not done
    assert pos.top.tag == "exploitation"
    assert ("0405" in offered(pos.apply("select 2TC"), "move")) is done


@pytest.mark.rule(SLUG, "18.5A-1", "18.5B-1")
@pytest.mark.parametrize(
    ("text", "ready"),
    [("unit 88ID 0406", False), ("unit 88ID 0406\nunit 29/30 0405", True),
     ("unit 88ID 0405", False), ("unit 88ID 0407", True)],
)  # fmt: skip
def test_when_a_bridge_can_be_finished(text: str, ready: bool) -> None:
    """Far bank vacant in a German zone or held by Germans: no roll; with a rifle unit: one."""
    pos = early(text)
    assert (pos.top.tag == "early bridges") is ready


@pytest.mark.rule(SLUG, "3.C.7.d", "18.5B-3", "18.5C", "18.5E-1", "18.5E-2", "R-88")
def test_trains_become_bridges_in_the_end_phase() -> None:
    """In step d a train is flipped where its arrow points; then bridges may be taken up. One
    with Germans too near stays a train.
    """
    pos = end_phase()
    assert pos.state.pontoons == {BRIDGE}
    assert pos.state.trains == ()
    assert offered(pos, "choose") == {BRIDGE}
    assert pos.apply(f"choose {BRIDGE}").state.pontoons == frozenset()
    assert pos.apply("done").state.pontoons == {BRIDGE}
    kept = end_phase("unit 88ID 0406")
    assert kept.state.pontoons == frozenset()
    assert len(kept.state.trains) == 1


@pytest.mark.rule(SLUG, "3.D-2")
def test_germans_have_no_bridges() -> None:
    """The stages do not come in their turn."""
    pos = with_train("", "axis")
    turn = pos.within(PlayerTurn)
    assert turn.side == "axis"
    assert Bridges.opened(turn, pos) is None
    assert EarlyBridges.opened(turn, pos) is None


@pytest.mark.rule(SLUG, "18.5E-1", "R-70")
@pytest.mark.parametrize(("unit", "gone"), [("11Pz", True), ("48PzK", False), ("Tiger503", False)])
def test_german_combat_units_break_bridges(unit: str, gone: bool) -> None:
    """A panzer division entering either end removes it at once; an HQ or a battalion does not."""
    pos = phase(f"state pontoons={BRIDGE}\nunit {unit} 0407", side="axis")
    pos = does(pos, f"select {unit}", "move 0405")
    assert (pos.state.pontoons == frozenset()) is gone


@pytest.mark.rule(SLUG, "R-70")
def test_a_train_is_lost_with_its_hex() -> None:
    """A panzer division enters the hex of a Bridge Train."""
    pos = with_train("unit 11Pz 0301", "axis")
    hand = Hand(pos)
    hand.put("23/218", "dead")
    pos = does(hand.now, "select 11Pz", "move 0404")
    assert pos.state.trains == ()
