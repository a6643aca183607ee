"""9 Reinforcements."""

import pytest

from grognard.games.ukraine44.reinforcements import due_turn
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.testing import sketch

SLUG = "ukraine44"

#: A small board with the lettered hexes.
BOARD = """
    board 9 x 7
    zone A 01.01
    zone B 03.01
    zone C 05.01
    zone H 07.01
    zone D 01.09
    zone E 07.09
"""


def phase(side: str, turn: int, text: str, kind: str = "movement") -> Pos:
    """A movement phase with these units waiting or on the map."""
    return sketch(SLUG, f"{BOARD}\n{text}\nturn {turn}\nphase {kind} {side}")


def waiting(*units: str) -> str:
    """Units that have not arrived."""
    return "\n".join(f"unit {unit} arrivals" for unit in units)


# --- 9.1  when --------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.1-1", "9.1-7", "9.1-8", "F4", "F7")
def test_a_reinforcement_comes_on_its_turn_or_later() -> None:
    """Not before its turn; on it, or on any later one."""
    refusal = phase(AXIS, 6, waiting("100J")).why_not("select 100J")
    assert refusal is not None
    assert refusal.rule == "9.1-8"
    for turn in (7, 9, 12):
        assert phase(AXIS, turn, waiting("100J")).why_not("select 100J") is None


@pytest.mark.rule(SLUG, "9.1-1", "F7")
def test_none_comes_in_the_mobile_movement_phase() -> None:
    """Reinforcements enter in the Movement Phase; one that has entered may move again later."""
    text = waiting("9ssPz") + "\nunit 10ssPz 04.04"
    pos = phase(AXIS, 11, text, "mobile-movement")
    assert str(pos.why_not("select 9ssPz")).startswith("9.1-1")
    assert pos.why_not("select 10ssPz") is None


@pytest.mark.rule(SLUG, "9.1-4", "9.1-5", "9.2-2", "9.2-4", "9.4-3")
def test_when_the_groups_are_due() -> None:
    """27 Soviet formations on turn 1; three German ones on 7, two and two Hungarians on 11."""
    pos = sketch(SLUG, "").game.start(seed=1)
    due: dict[tuple[str, int], int] = {}
    for unit in pos.game.index:
        piece = pos.game.piece(unit)
        if piece.turn and piece.is_formation:
            key = (piece.side, due_turn(pos, unit))
            due[key] = due.get(key, 0) + 1
    assert due == {(SOVIET, 1): 27, (AXIS, 7): 3, (AXIS, 11): 4}


@pytest.mark.rule(SLUG, "9.1-2", "9.6-2")
def test_one_reinforcement_at_a_time() -> None:
    """While one is on its way no other formation, new or not, may be chosen."""
    pos = phase(SOVIET, 1, waiting("8/60A", "99/60A") + "\nunit 6GTC 04.04")
    pos = pos.apply("select 8/60A").apply("place 01.09")
    for unit in ("99/60A", "6GTC"):
        assert pos.why_not(f"select {unit}") is not None
    pos = pos.apply("move 01.08").apply("stop")
    for unit in ("99/60A", "6GTC"):
        assert pos.why_not(f"select {unit}") is None


@pytest.mark.rule(SLUG, "9.6-1")
def test_reinforcements_and_other_moves_mix_freely() -> None:
    """A formation on the map may move before, between and after them."""
    pos = phase(SOVIET, 1, waiting("8/60A") + "\nunit 6GTC 04.04")
    pos = pos.apply("select 6GTC").apply("move 04.05").apply("stop")
    assert pos.why_not("select 8/60A") is None


@pytest.mark.rule(SLUG, "8.13-1", "9.1-6", "9.1-9", "F3")
def test_it_arrives_whole_in_supply_and_with_all_its_points() -> None:
    """Entering costs nothing: the whole allowance is left, also for the second one through
    the same hex.
    """
    pos = phase(SOVIET, 1, waiting("8/60A", "99/60A"))
    pos = pos.apply("select 8/60A").apply("place 01.09")
    assert "(5 points left" in pos.prompt
    now = pos.unit("8/60A")
    assert (now.lost, now.supply) == (0, "in")
    pos = pos.apply("move 01.08").apply("stop").apply("select 99/60A").apply("place 01.09")
    assert "(5 points left" in pos.prompt


@pytest.mark.rule(SLUG, "F3")
def test_the_last_one_may_stay_on_the_entry_hex() -> None:
    """It may stop at once; then nobody else enters there until it leaves."""
    pos = phase(SOVIET, 1, waiting("8/60A", "99/60A"))
    pos = pos.apply("select 8/60A").apply("place 01.09").apply("stop")
    assert pos.unit("8/60A").at == "01.09"
    assert str(pos.why_not("select 99/60A")).startswith("6.1-1")


@pytest.mark.rule(SLUG, "10.7-1", "8.13-1")
def test_an_arriving_formation_may_use_strategic_movement() -> None:
    """Ten points for a Soviet rifle division: five clear hexes."""
    pos = phase(SOVIET, 1, waiting("8/60A")).apply("select 8/60A").apply("place 01.09")
    assert pos.why_not("move 01.04") is None
    assert pos.why_not("move 01.03") is not None


# --- 9.2, 9.4  where --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.2-1", "9.2-3")
@pytest.mark.parametrize(
    ("unit", "hexes"),
    [
        ("100J", {"01.01", "03.01", "05.01"}),
        ("9ssPz", {"01.01", "03.01", "05.01"}),
        ("2Pz/Hun", {"01.01", "03.01", "05.01", "07.01"}),
        ("16/Hun", {"01.01", "03.01", "05.01", "07.01"}),
    ],
)
def test_where_the_axis_enters(unit: str, hexes: set[str]) -> None:
    """Germans at A, B or C as they like, Hungarians also at H."""
    pos = phase(AXIS, 11, waiting(unit)).apply(f"select {unit}")
    assert {a.arg for a in pos.actions() if a.verb == "place"} == hexes


@pytest.mark.rule(SLUG, "9.2-1")
def test_a_german_does_not_enter_at_h() -> None:
    """H is for Hungarians only."""
    pos = phase(AXIS, 11, waiting("100J")).apply("select 100J")
    assert str(pos.why_not("place 07.01")).startswith("9.2-1")


@pytest.mark.rule(SLUG, "9.4-1", "9.4-2", "F10")
def test_where_the_soviet_armies_enter() -> None:
    """The 60th Army at D and the 1st Guards Army at E, and nowhere else."""
    for unit, own, other in (("8/60A", "01.09", "07.09"), ("30/1GA", "07.09", "01.09")):
        pos = phase(SOVIET, 1, waiting(unit)).apply(f"select {unit}")
        assert pos.why_not(f"place {own}") is None
        assert pos.why_not(f"place {other}") is not None


# --- 9.3  acceleration ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.3-1", "9.3-2", "9.3-3", "9.3-4", "F1", "F8")
@pytest.mark.parametrize(
    ("fallen", "held", "due"),
    [("", "", (7, 11)), ("33.15", "33.15", (6, 10)), ("33.15", "", (6, 10)),
     ("33.15,31.06", "33.15", (5, 9))],
)  # fmt: skip
def test_every_city_that_has_fallen_brings_the_axis_a_turn_earlier(
    fallen: str, held: str, due: tuple[int, int]
) -> None:
    """Once for each different victory city ever entered; retaking it changes nothing."""
    lines = [f"state fallen={fallen}"] * bool(fallen) + [f"state held={held}"] * bool(held)
    pos = sketch(SLUG, "\n".join(lines))
    assert (due_turn(pos, "100J"), due_turn(pos, "9ssPz")) == due
    assert due_turn(pos, "8/60A") == 1


@pytest.mark.rule(SLUG, "9.3-1", "9.3-4")
def test_a_city_that_falls_in_play_accelerates() -> None:
    """Ternopol falls: from turn 6 on the group of turn 7 may enter."""
    text = "unit 6GTC 04.04\ntag victory 04.05\nphase movement soviet\nturn 5"
    pos = sketch(SLUG, f"board 9 x 7\n{text}").apply("select 6GTC").apply("move 04.05")
    assert pos.state.fallen == {"04.05"}
    assert due_turn(pos, "100J") == 6


@pytest.mark.rule(SLUG, "F1")
def test_a_group_whose_new_turn_is_past_comes_at_the_next_chance() -> None:
    """With four fallen cities the group of turn 7 is due on 3 and may enter on turn 5."""
    text = waiting("100J") + "\nstate fallen=33.15,31.06,18.03,04.18"
    assert phase(AXIS, 5, text).why_not("select 100J") is None


# --- 9.5  blocked and threatened hexes --------------------------------------------------


@pytest.mark.rule(SLUG, "9.5-1", "9.5-2", "F10")
def test_an_enemy_on_the_hex_closes_it_while_he_stays() -> None:
    """Entry is refused; when the enemy has gone it is open again."""
    held = phase(SOVIET, 1, waiting("8/60A") + "\nunit 1ssPz 01.09 supply=isolated")
    assert str(held.why_not("select 8/60A")).startswith("9.5-1")
    gone = phase(SOVIET, 1, waiting("8/60A") + "\nunit 1ssPz 04.04 supply=isolated")
    assert gone.why_not("select 8/60A") is None


@pytest.mark.rule(SLUG, "9.5-3", "F9")
def test_under_an_enemy_zone_one_formation_a_phase_enters() -> None:
    """The first is accepted and has no strategic movement, the second is refused."""
    text = waiting("8/60A", "99/60A") + "\nunit 1ssPz 05.09\nzone D 04.09"
    pos = phase(SOVIET, 1, text).apply("select 8/60A").apply("place 04.09")
    assert pos.why_not("move 03.08") is None
    assert pos.why_not("move 03.07") is not None
    pos = pos.apply("move 03.09").apply("stop")
    assert str(pos.why_not("select 99/60A")).startswith("9.5-3")


@pytest.mark.rule(SLUG, "9.5-3")
def test_without_a_zone_any_number_enters() -> None:
    """The limit of one is for threatened hexes only."""
    pos = phase(SOVIET, 1, waiting("8/60A", "99/60A", "107/60A"))
    for unit, to in (("8/60A", "01.07"), ("99/60A", "01.08"), ("107/60A", "02.08")):
        pos = pos.apply(f"select {unit}").apply("place 01.09").apply(f"move {to}").apply("stop")
    assert pos.unit("107/60A").at == "02.08"


@pytest.mark.rule(SLUG, "Z6")
def test_a_reinforcement_that_enters_a_zone_starts_in_it() -> None:
    """Its first step may not lead into another zone."""
    pos = phase(SOVIET, 1, waiting("8/60A") + "\nunit 1ssPz 02.08")
    pos = pos.apply("select 8/60A").apply("place 01.09")
    way = pos.way("01.08")
    assert way is None or way.hexes[0] != "01.08"


# --- 2.4, F2, F6  the third Tiger -------------------------------------------------------


@pytest.mark.rule(SLUG, "2.4-15", "F2", "F6")
def test_the_third_tiger_comes_with_a_german_formation_of_its_group() -> None:
    """At the moment of entry the Axis may attach it, or let it wait."""
    pos = phase(AXIS, 11, waiting("9ssPz", "Tiger506")).apply("select 9ssPz").apply("place 01.01")
    assert {str(a) for a in pos.actions()} == {"choose attach", "choose wait"}
    assert pos.apply("choose attach").unit("9ssPz").tiger == "Tiger506"
    assert pos.apply("choose wait").unit("Tiger506").at == "arrivals"


@pytest.mark.rule(SLUG, "2.4-15", "F6")
def test_the_third_tiger_does_not_come_with_hungarians_or_other_groups() -> None:
    """No question for the Hungarian mobile formation, nor for infantry."""
    for unit in ("2Pz/Hun", "100J"):
        pos = (
            phase(AXIS, 11, waiting(unit, "Tiger506")).apply(f"select {unit}").apply("place 01.01")
        )
        assert pos.top.tag == "moving"


@pytest.mark.rule(SLUG, "2.4-15", "F6", "F2")
def test_the_third_tiger_may_go_into_the_box_from_its_turn_on() -> None:
    """From the due turn of its group, which falling cities bring forward, but not before."""
    early = phase(AXIS, 10, waiting("Tiger506") + "\nunit 1ssPz 04.04")
    assert early.why_not("select Tiger506") is not None
    due = phase(AXIS, 11, waiting("Tiger506") + "\nunit 1ssPz 04.04")
    assert due.apply("select Tiger506").unit("Tiger506").at == "tiger"
    sooner = phase(AXIS, 10, waiting("Tiger506") + "\nunit 1ssPz 04.04\nstate fallen=33.15")
    assert sooner.why_not("select Tiger506") is None
