"""3 Set-up and hex control."""

import pytest
from msgspec.structs import replace

from grognard import load
from grognard.engine import Hand
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.state import ARRIVALS, AXIS, MUSTER, SOVIET, Pos
from grognard.games.storm41.units import Piece41
from grognard.games.storm41.victory import control_points
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]


def start(scenario: str = "campaign") -> Pos:
    return GAME.start(scenario, seed=1)


def ready(scenario: str = "campaign") -> Pos:
    """The Soviet player has taken the ready set-up and may still change it."""
    return start(scenario).apply("choose ready")


def put(pos: Pos, unit: str, hex_: str) -> Pos:
    """A unit of the set-up goes to another hex."""
    return pos.apply(f"release {unit}").apply(f"select {unit}").apply(f"place {hex_}")


def why_not(pos: Pos, action: str) -> str:
    """The rule that refuses an action; empty if it is allowed."""
    refusal = pos.why_not(action)
    return refusal.rule if refusal else ""


# --- 3.1 - 3.3, 3.6  what is there before anybody is asked ----------------------------------


@pytest.mark.rule(SLUG, "3.1", "3.8-a", "R-17")
def test_control_follows_the_border() -> None:
    """Cities inside the Soviet Union are Soviet, all others German; so are N4134 and S1741 on
    one side and N4234 and S1842 on the other.
    """
    pos = start()
    theatre = GAME.theatre(pos)
    for city in theatre.cities:
        assert pos.holder(city) == (SOVIET if theatre.country[city] == "ussr" else AXIS)
    assert [pos.holder(h) for h in ("N4134", "S1741")] == [AXIS, AXIS]
    assert [pos.holder(h) for h in ("N4234", "S1842")] == [SOVIET, SOVIET]
    assert pos.holder("N4220") == ""  # the sea


@pytest.mark.rule(SLUG, "3.3", "3.3-ex", "R-143")
def test_coded_units_are_on_their_hexes_first() -> None:
    """Every unit of the Axis with a code is there, 1st Panzer in N3431; the reserve and the
    Turn Track hold the others.
    """
    pos = start()
    for piece in GAME.printed.values():
        if piece.hex:
            assert pos.unit(piece.id).at == piece.hex
    assert pos.unit("1Pz").at == "N3431"
    assert "2Pz" in pos.at("reserve")
    assert "5Mt" in pos.at(ARRIVALS[AXIS])


@pytest.mark.rule(SLUG, "3.2")
def test_soviet_units_with_a_turn_are_not_set_up() -> None:
    """The 4th Cavalry Corps of turn 3 waits on the Turn Track and is not offered."""
    pos = start()
    assert pos.unit("4CC").at == ARRIVALS[SOVIET]
    assert GAME.scene(pos).due["4CC"] == 3
    assert pos.why_not("select 4CC") is not None
    assert pos.why_not("select 2CC") is None


@pytest.mark.rule(SLUG, "3.6", "R-22")
def test_tracks_at_the_start() -> None:
    """No losses, 11 control points, turn 1, aerial supply not used, no marker on the map."""
    pos = start()
    state = pos.state
    assert (state.german_losses, state.soviet_losses, pos.turn) == (0, 0, 1)
    assert (state.superior, state.airpower, state.aerial_used) == ("", frozenset(), False)
    assert control_points(pos) == 11


# --- 3.4  the Soviet set-up -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "3.4", "5.2")
def test_the_soviets_set_up_anywhere_in_their_country() -> None:
    """A division goes to Vilnius, and neither over the border nor into the sea; airborne
    brigades are not set up. With the ready set-up the game begins.
    """
    pos = start().apply("select 10RD")
    assert pos.side == SOVIET
    assert why_not(pos, "place N4134") == "3.4"
    assert why_not(pos, "place N4220") == "3.4"
    assert pos.apply("place N3241").unit("10RD").at == "N3241"
    assert pos.apply("cancel").unit("10RD").at == MUSTER
    assert start().why_not("select 1Abn") is not None
    begun = ready().apply("done")
    assert "Turn 1 begins." in [str(event) for event in begun.events]


@pytest.mark.rule(SLUG, "3.4", "R-21")
def test_every_border_hex_needs_a_garrison() -> None:
    """The set-up cannot end while a border hex is empty or holds artillery alone; a cavalry
    corps will do, and S1938 needs nobody.
    """
    empty = put(ready(), "232RD", "S2640")
    assert why_not(empty, "done") == "3.4"
    assert "S1937" in str(empty.why_not("done"))
    assert why_not(put(empty, "402Art", "S1937"), "done") == "3.4"
    assert why_not(put(empty, "2CC", "S1937"), "done") == ""
    assert ready().at("S1938") == ()
    assert why_not(ready(), "done") == ""


@pytest.mark.rule(SLUG, "5.13-8", "R-20")
def test_mechanised_corps_are_set_up_together() -> None:
    """3rd Tank away from 1st Tank keeps the set-up from ending."""
    split = put(ready(), "3TD", "N3439")
    assert why_not(split, "done") == "5.13-8"
    whole = put(put(split, "1TD", "N3439"), "163MD", "N3439")
    assert why_not(whole, "done") == ""


def test_a_corps_is_placed_at_one_go() -> None:
    """Units are taken along before a hex is chosen."""
    pos = start().apply("select 1TD").apply("join 3TD").apply("join 163MD").apply("place N3439")
    assert set(pos.at("N3439")) == {"1TD", "3TD", "163MD"}
    assert pos.side == SOVIET


def test_nobody_may_be_left_behind() -> None:
    """One unit that waits is enough."""
    pos = ready().apply("release 232RD")
    assert "232RD has not been set up" in str(pos.why_not("done"))


def test_stacks_of_the_set_up_are_within_limits() -> None:
    """A seventh unit does not fit, a sixth artillery regiment does, a seventh does not."""
    pos = ready()
    assert len(pos.at("N3536")) == 6 + 5
    assert why_not(pos.apply("release 23RD").apply("select 23RD"), "place N3536") == "6.5"
    six = put(pos, "29Art", "N3536")
    assert why_not(six.apply("release 49Art").apply("select 49Art"), "place N3536") == "6.5"


def test_the_ready_set_up_is_offered_until_it_stands() -> None:
    """Who has taken it and moved somebody may take it again; as it stands it is not offered."""
    assert why_not(ready(), "choose ready") != ""
    moved = ready().apply("release 232RD")
    assert moved.apply("choose ready").to_json() == ready().to_json()


def test_plain_infantry_lies_on_top_of_a_ready_stack() -> None:
    """10.7: what the enemy sees first is neither artillery nor, beside rifles, a tank."""
    pos = ready()
    for hex_ in GAME.theatre(pos).border:
        kinds = [GAME.piece(unit).kind for unit in pos.at(hex_)]
        assert kinds[-1] != "artillery"
        assert kinds[-1] == "rifle" or "rifle" not in kinds


@pytest.mark.rule(SLUG, "R-133")
def test_tanks_are_not_set_up_in_marsh_and_mountain() -> None:
    """Pinsk lies on the corridor; the marsh south of it does not, and the pass is open."""
    pos = start().apply("select 1TD")
    assert why_not(pos, "place N2040") == ""
    assert why_not(pos, "place N1940") == "R-133"
    assert why_not(pos, "place S3730") == ""
    assert why_not(pos, "place S3631") == "R-133"
    assert why_not(start().apply("select 2CC"), "place N1940") == ""


def test_the_south_has_a_set_up_of_its_own() -> None:
    """Only the South Map is open, and its border hexes are what must be held."""
    pos = start("south")
    assert why_not(pos.apply("select 25RD"), "place N1131") == "3.4"
    assert pos.why_not("select 10RD") is not None
    assert why_not(ready("south"), "done") == ""


# --- 3.7  Germans without a code ------------------------------------------------------------


def with_an_uncoded_german() -> Storm41:
    """The game with a German division that has a blank back."""
    blank = replace(GAME.printed["1ID"], id="Blank", hex="")
    assert isinstance(blank, Piece41)
    scene = GAME.scenes["campaign"]
    free = {**scene.free, AXIS: ("Blank",)}
    scenarios = {"campaign": replace(scene, free=free)}
    return Storm41(GAME.board, (*GAME.pieces, blank), scenarios, GAME.charts)


@pytest.mark.rule(SLUG, "3.7", "R-23")
def test_a_german_without_a_code_is_set_up_last() -> None:
    """After the Soviets, in Greater Germany only; without such a unit nobody is asked."""
    pos = with_an_uncoded_german().start("campaign", seed=1)
    pos = pos.apply("choose ready").apply("done")
    assert (pos.side, pos.top.tag) == (AXIS, "german deployment")
    assert why_not(pos, "done") == "3.7"
    pos = pos.apply("select Blank")
    assert why_not(pos, "place S3622") == "3.7"
    assert why_not(pos, "place N2233") == ""  # next to the Soviets in Brest
    pos = pos.apply("place N1721")
    assert pos.unit("Blank").at == "N1721"
    assert why_not(pos, "done") == ""
    assert AXIS not in {ready().side, ready().apply("done").side}


# --- 3.8  control ---------------------------------------------------------------------------


def enters(pos: Pos, unit: str, hex_: str) -> Pos:
    """A unit comes into a hex."""
    hand = Hand(pos)
    hand.enter(unit, hex_, "move")
    return hand.close()


@pytest.mark.rule(SLUG, "3.8", "3.8-b")
def test_control_changes_at_once_and_back() -> None:
    """A rifle division takes Lublin; a German one takes it back. That it fell is not forgotten."""
    pos = sketch(SLUG, "unit 10RD N2031\nunit 1ID N2029\ncontrol axis N2030 N2029")
    taken = enters(pos, "10RD", "N2030")
    assert (taken.holder("N2030"), taken.state.fallen) == (SOVIET, frozenset({"N2030"}))
    again = enters(enters(taken, "10RD", "N2031"), "1ID", "N2030")
    assert (again.holder("N2030"), again.state.fallen) == (AXIS, frozenset({"N2030"}))


def test_a_plain_hex_changes_hands_without_more() -> None:
    """Nothing but control is noted of it."""
    pos = enters(sketch(SLUG, "unit 10RD N2632\ncontrol axis N2631"), "10RD", "N2631")
    assert (pos.holder("N2631"), pos.state.fallen) == (SOVIET, frozenset())


@pytest.mark.rule(SLUG, "R-25")
def test_control_stays_while_an_enemy_is_there() -> None:
    """Brigades that drop on defenders change nothing."""
    pos = sketch(SLUG, "unit 1Abn airborne\nunit 1ID N2030\ncontrol axis N2030")
    assert enters(pos, "1Abn", "N2030").holder("N2030") == AXIS


@pytest.mark.rule(SLUG, "R-131")
def test_romanians_take_control_for_the_german() -> None:
    """Iasi is German-controlled when they enter it, and had never been lost before."""
    pos = sketch(SLUG, "unit 7R S2836\ncontrol soviet S2837")
    taken = enters(pos, "7R", "S2837")
    assert (taken.holder("S2837"), taken.state.fallen) == (AXIS, frozenset())
