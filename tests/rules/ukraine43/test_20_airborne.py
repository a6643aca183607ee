"""20 Soviet airborne brigades, 21 German security divisions."""

import pytest
from tests.rules.ukraine43.moves import denied, does, offered

from grognard.games.ukraine43.logistics import general_supply
from grognard.games.ukraine43.state import DEAD, HOLDING, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hand import Hand
from grognard.testing import sketch

SLUG = "ukraine43"
SPARE = "unit 31TC 0812\nunit 17Pz 0112\n"
BOX = "unit 1GAb airborne\nunit 3GAb airborne\nunit 5GAb airborne\n"


def phase(text: str, name: str = "movement", side: str = "soviet") -> Pos:
    return sketch(SLUG, f"board 8 x 12\n{SPARE}{text}\nphase {name} {side}")


def drop(pos: Pos, hex_: str, die: int) -> Pos:
    return pos.apply("choose drop").apply(f"place {hex_}", dice=[die])


# --- 20.2  where and when -------------------------------------------------------------------


@pytest.mark.rule(SLUG, "20.1-1", "20.2-1")
def test_drops_are_for_clear_soviet_turns() -> None:
    """In Movement and Exploitation of a clear turn; not in cloud or rain, not by Germans."""
    for name in ("movement", "exploitation"):
        assert "drop" in offered(phase(BOX, name), "choose")
    for weather in ("overcast", "rain"):
        assert "drop" not in offered(phase(f"{BOX}state weather={weather}"), "choose")
    assert "drop" not in offered(phase(BOX, "movement", "axis"), "choose")
    assert "1GAb" not in offered(phase(BOX), "select")


@pytest.mark.rule(SLUG, "20.2-3")
def test_a_drop_is_near_a_soviet_combat_unit() -> None:
    """Five hexes, not six; a tank brigade and a landed brigade do not count."""
    pos = sketch(SLUG, f"board 8 x 12\n{BOX}unit 23/218 0401\nphase movement soviet")
    pos = pos.apply("choose drop")
    assert "0406" in offered(pos, "place")
    assert denied(pos, "place 0407") == "20.2-3"
    assert denied(pos, "place 0401") == "20.2-3"
    brigade = sketch(SLUG, f"board 8 x 12\n{BOX}unit 1440SU 0401\nphase movement soviet")
    assert denied(brigade.apply("choose drop"), "place 0403") == "20.2-3"


@pytest.mark.rule(SLUG, "20.2-4", "R-61")
def test_what_is_a_drop_zone() -> None:
    """No marsh, town or city; woods, villages, enemy zones and bonds are."""
    text = "terrain marsh 0401\nterrain wooded_marsh 0402\ntag town 0403\ntag city 0404\n"
    text += "terrain woods 0405\ntag village 0406\nunit 23/218 0804\n"
    text += "unit 88ID 0303\nunit 327ID 0305\n"
    pos = phase(BOX + text).apply("choose drop")
    assert {denied(pos, f"place {h}") for h in ("0403", "0404")} == {"20.2-4"}
    assert {"0405", "0406", "0304"} <= offered(pos, "place")
    near = phase(BOX + text.replace("0804", "0801")).apply("choose drop")
    assert {denied(near, f"place {h}") for h in ("0401", "0402")} == {"20.2-4"}


@pytest.mark.rule(SLUG, "20.2-6", "R-61")
@pytest.mark.parametrize("state", ["", " das=true"])
def test_not_near_german_aircraft(state: str) -> None:
    """Neither in its hex nor beside it, on base or on DAS; two hexes away it is allowed."""
    pos = phase(f"{BOX}unit 23/218 0801\nunit 4FlK 0604{state}").apply("choose drop")
    assert denied(pos, "place 0603") == denied(pos, "place 0604") == "20.2-6"
    assert "0602" in offered(pos, "place")


@pytest.mark.rule(SLUG, "20.2-2", "20.2-7")
def test_one_brigade_in_the_first_seven_turns() -> None:
    """A second on turn 7 is refused; on turn 8 three may be dropped."""
    text = BOX + "unit 23/218 0401\n"
    early = drop(phase(text + "turn 7"), "0402", 1)
    assert "drop" not in offered(early, "choose")
    late = phase(text + "turn 8")
    for hex_ in ("0402", "0403", "0404"):
        late = drop(late, hex_, 1)
    assert [late.unit(u).at for u in ("1GAb", "3GAb", "5GAb")] == ["0402", "0403", "0404"]
    assert "drop" not in offered(late, "choose")


# --- 20.3, 20.4  landing ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "20.3-1", "20.3-2", "20.3-3", "20.3-4", "20.1-2", "20.2-5")
@pytest.mark.parametrize(
    ("die", "zone", "result"),
    [(1, False, "intact"), (2, False, "intact"), (3, False, "disrupted"), (4, False, "disrupted"),
     (5, False, "gone"), (6, False, "gone"), (1, True, "disrupted"), (2, True, "disrupted"),
     (3, True, "gone")],
)  # fmt: skip
def test_landing(die: int, zone: bool, result: str) -> None:
    """1-2 intact, 3-4 Disrupted, 5-6 eliminated; +2 in a German zone."""
    enemy = "unit 88ID 0404\n" if zone else ""
    unit = drop(phase(f"{BOX}{enemy}unit 23/218 0401"), "0403", die).unit("1GAb")
    assert (unit.at == DEAD) is (result == "gone")
    assert unit.disrupted is (result == "disrupted")


@pytest.mark.rule(SLUG, "20.4-1", "20.4-3", "R-61", "20.3-1")
def test_it_does_not_move_on_its_turn_but_may_prepare_an_assault() -> None:
    """Dropped in Movement it moves neither then nor in Exploitation, where it may take a marker;
    a turn later it moves.
    """
    pos = drop(phase(BOX + "unit 23/218 0401"), "0403", 1)
    assert denied(pos, "select 1GAb") == "20.4-1"
    text = "unit 1GAb 0403 landed=3\nunit 23/218 0401\n"
    exploiting = phase(text + "turn 3", "exploitation").apply("select 1GAb")
    assert offered(exploiting, "move") == set()
    assert denied(exploiting, "move 0404") == "20.4-1"
    assert "1GAb" in exploiting.apply("mode assault").within(PlayerTurn).assault
    later = phase(text + "turn 4").apply("select 1GAb")
    assert "0407" in offered(later, "move")
    one_hex = phase(text + "turn 4", "exploitation").apply("select 1GAb")
    assert len(offered(one_hex, "move")) == 6


@pytest.mark.rule(SLUG, "20.4-1", "27.3-1")
def test_it_does_not_leave_the_map_on_its_turn() -> None:
    """Dropped at the north edge it goes into the Holding Box a turn later, not in Exploitation."""
    text = "unit 1GAb 0401 landed=3\nunit 23/218 0403\n"
    exploiting = phase(text + "turn 3", "exploitation").apply("select 1GAb")
    assert denied(exploiting, f"place {HOLDING}") == "20.4-1"
    assert HOLDING in offered(phase(text + "turn 4").apply("select 1GAb"), "place")


@pytest.mark.rule(SLUG, "20.4-2")
def test_it_is_in_supply_on_its_first_turn() -> None:
    """No marker in the End Phase of its drop, one in the next."""
    for turn, oos in ((3, False), (4, True)):
        hand = Hand(phase(f"unit 1GAb 0403 landed=3\nturn {turn}"))
        general_supply(hand, "soviet")
        assert hand.unit("1GAb").oos is oos


# --- 21  security divisions -------------------------------------------------------------------

CITY = "tag city 0404\n"


@pytest.mark.rule(SLUG, "21-1", "R-67")
def test_a_security_division_stays_in_its_city() -> None:
    """It enters a city and is bound, in Movement and Reaction, until a Soviet unit is near."""
    pos = phase(CITY + "unit 213Sec 0402\nunit 23/218 0410", "movement", "axis")
    pos = does(pos, "select 213Sec", "move 0404", "stop")
    assert pos.unit("213Sec").bound
    bound = CITY + "unit 213Sec 0404 bound=true\n"
    assert denied(phase(bound, "movement", "axis"), "select 213Sec") == "21-1"
    assert denied(phase(bound, "reaction", "axis"), "select 213Sec") == "21-1"


@pytest.mark.rule(SLUG, "21-1", "R-67")
def test_a_soviet_unit_at_three_hexes_frees_it_for_good() -> None:
    """At 4 it stays bound, at 3 it is free, and stays so when the unit has gone on."""
    text = CITY + "unit 213Sec 0404 bound=true\nunit 2TC 0409\n"
    pos = phase(text).apply("select 2TC")
    assert pos.apply("move 0408").unit("213Sec").bound
    near = pos.apply("move 0407")
    assert not near.unit("213Sec").bound
    assert not near.apply("move 0408").unit("213Sec").bound


@pytest.mark.rule(SLUG, "21-3", "R-67")
def test_who_is_not_bound() -> None:
    """A division outside a city, one with Soviets near, and the Hungarian group."""
    outside = phase("unit 213Sec 0402", "movement", "axis").apply("select 213Sec")
    assert "0405" in offered(outside, "move")
    near = phase(CITY + "unit 213Sec 0402\nunit 23/218 0407", "movement", "axis")
    assert not does(near, "select 213Sec", "move 0404").unit("213Sec").bound
    allies = phase(CITY + "unit 7Hun 0402", "movement", "axis")
    assert not does(allies, "select 7Hun", "move 0404").unit("7Hun").bound


@pytest.mark.rule(SLUG, "21-1")
def test_security_divisions_begin_bound() -> None:
    """In the campaign those that start in a city far from the front are bound to it."""
    pos = sketch(SLUG, "").game.start("campaign", seed=1)
    for unit in pos.game.security:
        now = pos.unit(unit)
        if now.at not in pos.board.grid or not pos.board.has(now.at, "city"):
            assert not now.bound
            continue
        soviets = [u.at for u in pos.state.units
                   if pos.owner(u.id) == "soviet" and pos.game.piece(u.id).is_ground
                   and u.at in pos.board.grid]  # fmt: skip
        nearest = min(pos.board.grid.distance(now.at, h) for h in soviets)
        assert now.bound is (nearest > 3)
