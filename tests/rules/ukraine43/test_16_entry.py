"""16.1 Reinforcements; 27.2 - 27.3 half hexes and Holding Box; 30.2C leaving the map."""

import pytest
from tests.rules.ukraine43.moves import denied, does, offered

from grognard.games.ukraine43.entry import entry_hexes, fill_box, may_arrive
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.state import ARRIVALS, EXITED, HOLDING, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.ways import budget
from grognard.hand import Hand
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit SWF 5921\nunit 1PzA 0120\n"


def phase(text: str, side: str, name: str = "movement") -> Pos:
    """On the game's own map."""
    return sketch(SLUG, f"{SPARE}{text}\nphase {name} {side}")


GERMAN = "turn 2\nunit GD arrivals\nunit 10PG arrivals\ncontrol axis 0106 0111\n"


@pytest.mark.rule(SLUG, "16.1-1")
def test_reinforcements_enter_at_a_source_and_pay_for_it() -> None:
    """From their turn on, at a friendly edge source of theirs, for the cost of the first hex."""
    pos = phase(GERMAN, "axis").apply("select GD")
    assert offered(pos, "place") == {"0106", "0111"}
    assert pos.apply("place 0106").unit("GD").at == "0106"
    lost = phase(GERMAN.replace("0106 0111", "0106") + "control soviet 0111", "axis")
    assert offered(lost.apply("select GD"), "place") == {"0106"}
    early = phase(GERMAN.replace("turn 2", "turn 1"), "axis")
    assert denied(early, "select GD") == "16.1-1"


@pytest.mark.rule(SLUG, "16.1-1")
@pytest.mark.parametrize(
    ("unit", "terrain", "left"),
    [("GD", "woods", 4), ("223ID", "woods", 3), ("GD", "clear", 5), ("GD", "marsh", 2)],
)
def test_what_the_first_hex_costs(unit: str, terrain: str, left: int) -> None:
    """A forest off the road: a panzer division has 4 of 6 left, an infantry division 3 of 4."""
    text = f"turn 3\nunit {unit} arrivals\ncontrol axis 0106\nterrain {terrain} 0106\n"
    pos = sketch(SLUG, f"board 8 x 12\n{text}phase movement axis")
    pos = does(pos, f"select {unit}", "place 0106")
    assert budget(pos, pos.within(Moving)) == 2 * left


@pytest.mark.rule(SLUG, "16.1-1")
def test_they_come_by_the_road_if_there_is_one() -> None:
    """A road in the edge hex: 1/2 for who drives."""
    text = "turn 2\nunit GD arrivals\ncontrol axis 0106\nnetwork primary 0106-0206\n"
    pos = does(sketch(SLUG, f"board 8 x 12\n{text}phase movement axis"), "select GD", "place 0106")
    assert budget(pos, pos.within(Moving)) == 11


@pytest.mark.rule(SLUG, "16.1-1", "15.6-8", "25.2-8")
@pytest.mark.parametrize(
    ("state", "left"),
    [("", 11), ("unit 2VA-a 0206 das=true\n", 10), ("unit 2VA-a 0306 das=true\n", 11),
     ("state weather=rain\n", 5)],
)  # fmt: skip
def test_the_road_into_the_first_hex_is_hindered_like_others(state: str, left: int) -> None:
    """Under Soviet aircraft the road costs who drives a whole point; two hexes away it does not.
    On a primary road rain only lowers the allowance.
    """
    text = "turn 2\nunit GD arrivals\ncontrol axis 0106\nnetwork primary 0106-0206\n" + state
    pos = does(sketch(SLUG, f"board 8 x 12\n{text}phase movement axis"), "select GD", "place 0106")
    assert budget(pos, pos.within(Moving)) == left


FULL = "unit 88ID 0106\nunit 327ID 0106\nunit 75ID 0106\n"


@pytest.mark.rule(SLUG, "5.4-1", "16.1-1", "R-111")
def test_through_a_full_hex_they_come_if_they_can_go_on() -> None:
    """Three divisions stand in the entry hex: a fourth may enter and must go on; behind a lake,
    or where it has no points left, it is refused.
    """
    text = f"board 8 x 12\nturn 2\nunit GD arrivals\ncontrol axis 0106\n{FULL}"
    pos = does(sketch(SLUG, f"{text}phase movement axis"), "select GD", "place 0106")
    assert denied(pos, "stop") == "5.4-1"
    pos = does(pos, "move 0206", "stop")
    assert pos.unit("GD").at == "0206"
    around = "0105 0107 0206 0207"
    lake = sketch(SLUG, f"{text}terrain sea {around}\nphase movement axis").apply("select GD")
    assert denied(lake, "place 0106") == "5.4-1"
    tired = "terrain marsh 0106\nstate weather=rain\n"
    mud = sketch(SLUG, f"{text}{tired}phase movement axis").apply("select GD")
    assert denied(mud, "place 0106") == "5.4-1"


@pytest.mark.rule(SLUG, "5.4-1", "16.1-2", "R-111")
def test_out_of_a_full_hex_by_rail() -> None:
    """Between lakes a railway leads on; where it leads nowhere no train is taken."""
    text = f"board 8 x 12\nturn 2\nunit GD arrivals\ncontrol axis 0106 0206 0306\n{FULL}"
    text += (
        "terrain marsh 0106 0206 0306\nterrain sea 0105 0107 0205 0207 0305\nstate weather=rain\n"
    )
    text += "network secondary 0106-0206\n"
    line = sketch(SLUG, f"{text}network rail 0106-0206-0306\nphase movement axis")
    pos = does(line, "select GD", "place 0106", "mode rail")
    assert offered(pos, "move") == {"0206", "0306"}
    siding = text + "unit 39ID 0206\nunit 161ID 0206\nunit 282ID 0206\nnetwork rail 0106-0206\n"
    full = sketch(SLUG, f"{siding}phase movement axis").apply("select GD")
    assert denied(full, "place 0106") == "5.4-1"


@pytest.mark.rule(SLUG, "4.5-3", "R-15", "27.2-2")
def test_artillery_enters_no_marsh_without_a_road() -> None:
    """Under half hex A one hex is a marsh: guns out of the box are refused there, rifle units
    are not; with a road they are not either.
    """
    box = f"turn 9\nunit 7Art {HOLDING}\nunit 23/218 {HOLDING}\nstate half_hexes=1\n"
    box += "terrain marsh 3301\n"
    pos = phase(box, "soviet")
    assert "3301" in offered(pos.apply("select 23/218"), "place")
    assert "3301" not in offered(pos.apply("select 7Art"), "place")
    assert denied(pos.apply("select 7Art"), "place 3301") == "4.5-3"
    road = phase(box + "network secondary 3301-3302\n", "soviet")
    assert "3301" in offered(road.apply("select 7Art"), "place")


@pytest.mark.rule(SLUG, "16.1-2", "R-97", "4.6-2")
def test_all_reinforcements_may_go_by_rail_besides_another_unit() -> None:
    """Two of them and one other unit ride in one phase, a second other unit does not; held
    back from turn 2 they keep this right.
    """
    text = GERMAN.replace("turn 2", "turn 3") + "unit 11Pz 0106\nunit 19Pz 0111\n"
    pos = phase(text + "control axis 0206 0205 0207 0212 0211 0210", "axis")
    pos = pos.apply("select 11Pz")
    assert "rail" in offered(pos, "mode")
    pos = pos.apply("mode rail")
    goal = min(offered(pos, "move") - {"0106", "0111"})
    pos = pos.apply(f"move {goal}")
    for unit in ("GD", "10PG"):
        pos = does(pos, f"select {unit}", "place 0106")
        assert "rail" in offered(pos, "mode")
        pos = pos.apply("stop")
    assert denied(pos.apply("select 19Pz"), "mode rail") == "4.6-2"


@pytest.mark.rule(SLUG, "16.1-3", "16.1-4", "R-97")
def test_without_an_open_hex_they_wait() -> None:
    """All entry hexes Soviet: nothing is offered and the unit stays where it is; a zone alone
    does not keep it out, but no train takes it there.
    """
    closed = GERMAN.replace("control axis 0106 0111", "control soviet 0106 0111")
    pos = phase(closed, "axis")
    assert denied(pos, "select GD") == "16.1-3"
    assert pos.unit("GD").at == ARRIVALS
    near = phase(GERMAN + "unit 23/218 0206\n", "axis")
    entered = does(near, "select GD", "place 0106")
    assert denied(entered, "mode rail") == "R-97"
    taken = phase(GERMAN + "unit 23/218 0106\n", "axis")
    assert offered(taken.apply("select GD"), "place") == {"0111"}


@pytest.mark.rule(SLUG, "16.1-5", "16.4C-2", "R-97")
def test_tigers_come_back_by_the_west_edge() -> None:
    """On the turn that its marker says, by any German source in the west."""
    pos = phase("turn 7\nunit Tiger503 arrivals returns=7\n", "axis")
    west = {h for h in pos.game.sources(pos, "axis") if h.startswith("01")}
    assert set(entry_hexes(pos, "Tiger503")) == west
    late = phase("turn 6\nunit Tiger503 arrivals returns=7\n", "axis")
    refusal = may_arrive(late, "Tiger503")
    assert refusal is not None
    assert refusal.rule == "16.1-1"


# --- 27.2, 27.3 -------------------------------------------------------------------------------

BOX = "turn 9\nunit 23/218 central_front\n"


@pytest.mark.rule(SLUG, "27.2-1", "27.2-2", "27.3-2", "R-100")
def test_out_of_the_box_by_half_hexes_and_the_north_edge() -> None:
    """Half hex A opens 3201, 3301 and 3401; Soviet hexes of the north edge are open, too."""
    pos = phase(BOX + "state half_hexes=1\ncontrol soviet 5001", "soviet")
    assert {"3201", "3301", "3401", "5001"} <= offered(pos.apply("select 23/218"), "place")
    none = phase(BOX + "control soviet 5001", "soviet").apply("select 23/218")
    assert offered(none, "place") == {"5001"}
    later = phase(BOX + "state half_hexes=1\nunit 2TC 5902\n", "soviet", "exploitation")
    assert later.why_not("select 23/218") is not None


@pytest.mark.rule(SLUG, "27.2-3", "27.2-4")
def test_zones_do_not_close_half_hexes_but_germans_and_bonds_do() -> None:
    """3201 held by Germans is closed, 3301 in their zone is open, in a bond it is closed."""
    base = BOX + "state half_hexes=1\n"
    pos = phase(base + "unit 88ID 3201\n", "soviet").apply("select 23/218")
    assert offered(pos, "place") == {"3301", "3401"}
    bond = phase(base + "unit 88ID 3201\nunit 327ID 3402\n", "soviet").apply("select 23/218")
    assert "3301" not in offered(bond, "place")
    shut = phase(base + "unit 88ID 3201\nunit 327ID 3301\nunit 75ID 3401\n", "soviet")
    assert denied(shut, "select 23/218") == "16.1-3"


@pytest.mark.rule(SLUG, "27.3-1", "27.3-2", "R-100")
def test_leaving_over_the_north_edge() -> None:
    """For a point, three out of a zone; the unit comes back no earlier than the next turn."""
    text = "turn 9\ncontrol soviet 5001 5002\nunit 23/218 5001\n"
    pos = does(phase(text, "soviet"), "select 23/218", f"place {HOLDING}")
    assert pos.unit("23/218").at == HOLDING
    assert denied(pos, "select 23/218") == "27.3-2"
    zone = phase(text.replace("23/218 5001", "23/218 5001 oos=true") + "unit 88ID 5002\n", "soviet")
    assert denied(zone.apply("select 23/218"), f"place {HOLDING}") == "30.2C-1"
    inland = phase("unit 23/218 5002\n", "soviet").apply("select 23/218")
    assert denied(inland, f"place {HOLDING}") == "R-106"
    german = phase("unit 88ID 2001\n", "axis").apply("select 88ID")
    assert denied(german, f"place {HOLDING}") == "R-106"


@pytest.mark.rule(SLUG, "27.3-3", "R-100")
def test_reinforcements_may_go_into_the_box() -> None:
    """One due on turn 2 may be put there; those of the 13th Army go there on turn 11."""
    text = "turn 2\nunit 3GMC arrivals\ncontrol soviet 3601 4001\n"
    pos = does(phase(text, "soviet"), "select 3GMC", f"place {HOLDING}")
    assert pos.unit("3GMC").at == HOLDING
    assert denied(pos, "select 3GMC") == "27.3-2"
    army = phase("turn 11\nunit 6/75G arrivals\nunit 148/307 arrivals\n", "soviet")
    hand = Hand(army)
    fill_box(army.within(PlayerTurn), hand)
    assert {hand.unit(u).at for u in ("6/75G", "148/307")} == {HOLDING}
    assert may_arrive(hand.now, "6/75G") is not None


# --- 30.2C ------------------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "30.2C-1", "R-101")
def test_leaving_over_the_west_edge() -> None:
    """For a point, three out of a zone, by Soviet combat and support units; not by HQs."""
    west = "0115"
    pos = does(phase(f"unit 2TC {west}\n", "soviet"), "select 2TC", f"place {EXITED}")
    assert pos.unit("2TC").at == EXITED
    zone = phase(f"unit 2TC {west} oos=true\nunit 88ID 0114\n", "soviet").apply("select 2TC")
    assert denied(zone, f"place {EXITED}") == "30.2C-1"
    hq = phase(f"unit 1TA {west}\n", "soviet").apply("select 1TA")
    assert denied(hq, f"place {EXITED}") == "R-101"
    again = phase(f"unit 2TC {west}\n", "soviet", "exploitation").apply("select 2TC")
    assert EXITED in offered(again, "place")


@pytest.mark.rule(SLUG, "30.2C-1", "4.7A-1", "4.7C-1", "R-113")
def test_leaving_by_extended_movement() -> None:
    """Out of supply and in a zone a tank corps has 2 of 3 points; Extended Movement takes it off
    the map, for a marker.
    """
    pos = phase("unit 2TC 0115 oos=true\nunit 88ID 0114\n", "soviet").apply("select 2TC")
    assert denied(pos, f"place {EXITED}") == "30.2C-1"
    pos = does(pos, "mode extended", f"place {EXITED}")
    assert pos.unit("2TC").at == EXITED
    assert pos.within(PlayerTurn).extended_markers == 1


@pytest.mark.rule(SLUG, "30.2C-2", "R-65")
def test_steps_of_combat_units_are_counted() -> None:
    """A full tank corps two mechanised steps, a reduced rifle unit one other, a brigade none."""
    units = "unit 2TC 0115\nunit 23/218 0115 reduced=true\nunit 1440SU 0115\n"
    pos = phase(units, "soviet")
    for unit in ("2TC", "23/218", "1440SU"):
        pos = does(pos, f"select {unit}", f"place {EXITED}")
    turn = pos.within(PlayerTurn)
    assert (turn.exited_mech, turn.exited_other) == (2, 1)
