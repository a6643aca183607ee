"""12 Tiger battalions, with 11.14."""

import pytest
from tests.rules.ukraine44.play import attack, combat, denied, fight, offered, result

from grognard.decisions import total
from grognard.engine import Roll
from grognard.games.ukraine44.state import AXIS, SOVIET, Pos
from grognard.games.ukraine44.tigers import TigerSetUp, TigerStep, carrier_of
from grognard.games.ukraine44.turn import SupplyCheck, Turn
from grognard.games.ukraine44.victory import tiger_losses
from grognard.registry import load
from grognard.testing import sketch

SLUG = "ukraine44"

#: Step 1D of turn 2.
STEP_1D = (Turn(stage="supply check"), SupplyCheck(stage="tigers"), TigerStep())


def step_1d(text: str) -> Pos:
    """A position in step 1D: one Tiger in the box, one with the 1st Panzer Division."""
    units = "unit Tiger503 tiger\nunit Tiger509 attached\nunit 1Pz 02.02 tiger=Tiger509"
    if "unit 1Pz" in text:
        units = "unit Tiger503 tiger\nunit Tiger509 attached"
    return sketch(SLUG, f"board 9 x 7\nturn 2\n{units}\n{text}", agenda=STEP_1D)


# --- 12.1, 12.2  attaching and detaching ------------------------------------------------


@pytest.mark.rule(SLUG, "12.1-1")
def test_two_tigers_at_the_start_and_one_later() -> None:
    """At the start two Tigers are in their box; the third is a reinforcement of turn 11."""
    pos: Pos = load(SLUG).start("campaign", seed="7")
    assert pos.at("tiger") == ("Tiger503", "Tiger509")
    assert pos.unit("Tiger506").at == "arrivals"
    assert [pos.game.piece(tiger).turn for tiger in pos.game.tigers] == [0, 0, 11]


@pytest.mark.rule(SLUG, "12.2-1", "12.2-5")
def test_a_tiger_on_the_map_is_with_a_formation() -> None:
    """From the box a Tiger goes to a formation and not to a hex; there it is with one carrier."""
    pos = step_1d("unit 1ssPz 04.04").apply("select Tiger503")
    assert {action.verb for action in pos.actions()} == {"join", "cancel"}
    pos = pos.apply("join 1ssPz")
    assert carrier_of(pos, "Tiger503") == "1ssPz"
    assert pos.unit("Tiger503").at == "attached"
    assert pos.at("tiger") == ()
    assert pos.at("04.04") == ("1ssPz",)
    assert pos.game.complaints(pos) == []


@pytest.mark.rule(SLUG, "12.2-1")
def test_a_tiger_alone_is_a_complaint() -> None:
    """An attached Tiger without a carrier, with two, or with a dead one breaks the rules."""
    alone = sketch(SLUG, "board 9 x 7\nunit Tiger503 attached")
    two = "unit 1Pz 02.02 tiger=Tiger503\nunit 6Pz 04.04 tiger=Tiger503"
    twice = sketch(SLUG, f"board 9 x 7\nunit Tiger503 attached\n{two}")
    boxed = sketch(SLUG, "board 9 x 7\nunit Tiger503 tiger\nunit 1Pz 02.02 tiger=Tiger503")
    dead = sketch(SLUG, "board 9 x 7\nunit Tiger503 attached\nunit 1Pz dead tiger=Tiger503")
    for pos in (alone, twice, boxed, dead):
        assert any("Tiger503" in complaint for complaint in pos.game.complaints(pos))


@pytest.mark.rule(SLUG, "12.2-2")
@pytest.mark.parametrize("unit", ["2Pz/Hun", "68/1PzA", "19/Hun", "Gar-Ternopol", "6GTC"])
def test_only_german_mobile_formations_carry_tigers(unit: str) -> None:
    """Neither Hungarians nor infantry nor garrisons, and of course no Soviets."""
    pos = step_1d(f"unit 1ssPz 04.04\nunit {unit} 06.06").apply("select Tiger503")
    assert offered(pos, "join") == {"1ssPz"}
    assert denied(pos, f"join {unit}") == "12.2-2"


@pytest.mark.rule(SLUG, "12.2-3", "12.2-6")
def test_each_tiger_acts_once() -> None:
    """A Tiger that has joined a formation does nothing more this turn; the other still may."""
    pos = step_1d("unit 1ssPz 04.04").apply("select Tiger503").apply("join 1ssPz")
    assert denied(pos, "drop Tiger503") == "12.2-6"
    assert offered(pos, "drop") == {"Tiger509"}
    pos = pos.apply("drop Tiger509")
    assert denied(pos, "select Tiger509") == "12.2-6"
    assert offered(pos, "select") == set()


@pytest.mark.rule(SLUG, "6.4-1", "12.2-5")
def test_only_the_owner_reads_which_formation_a_tiger_joins() -> None:
    """The enemy reads where it is, and what the hidden side of the counter shows."""
    pos = step_1d("unit 1ssPz 04.04").apply("select Tiger503").apply("join 1ssPz")
    (event,) = pos.events
    mine, theirs = (pos.game.mask.event(pos.state, event, side) for side in (AXIS, SOVIET))
    assert str(mine) == "Tiger503 joins 1ssPz in 04.04."
    group = pos.game.piece("1ssPz").group
    assert str(theirs) == f"Tiger503 joins a {group} formation in 04.04."


@pytest.mark.rule(SLUG, "12.2-3")
def test_nobody_has_to_act() -> None:
    """The step may end at once, and the choice of a carrier may be taken back."""
    pos = step_1d("unit 1ssPz 04.04")
    assert pos.why_not("done") is None
    pos = pos.apply("select Tiger503").apply("cancel")
    assert offered(pos, "select") == {"Tiger503"}


@pytest.mark.rule(SLUG, "12.2-4")
def test_a_tiger_leaves_for_the_box() -> None:
    """Detached, it is in the box, and its formation is without."""
    pos = step_1d("").apply("drop Tiger509")
    assert pos.unit("Tiger509").at == "tiger"
    assert pos.unit("1Pz").tiger == ""
    assert pos.unit("1Pz").at == "02.02"


@pytest.mark.rule(SLUG, "12.2-4", "12.2-5")
def test_only_from_the_box_and_only_from_a_formation() -> None:
    """A Tiger that is with a formation cannot be chosen for another, one in the box cannot
    leave, and neither can the one that has not come yet.
    """
    pos = step_1d("unit 1ssPz 04.04\nunit Tiger506 arrivals")
    assert denied(pos, "select Tiger509") == "12.2-5"
    assert denied(pos, "drop Tiger503") == "12.2-4"
    assert denied(pos, "select Tiger506") == "12.2-5"
    assert denied(pos, "drop Tiger506") == "12.2-4"
    assert pos.why_not("select 1ssPz") is not None
    assert pos.why_not("drop 1ssPz") is not None


@pytest.mark.rule(SLUG, "12.2-5")
def test_a_carrier_must_be_on_the_map() -> None:
    """A formation that waits as a reinforcement, or is dead, takes no Tiger."""
    pos = step_1d("unit 1ssPz 04.04\nunit 9ssPz arrivals\nunit 6Pz dead").apply("select Tiger503")
    assert denied(pos, "join 9ssPz") == "12.2-5"
    assert denied(pos, "join 6Pz") == "12.2-5"


@pytest.mark.rule(SLUG, "12.2-5")
def test_without_a_carrier_nothing_is_asked() -> None:
    """If no formation can take the Tiger it cannot be chosen."""
    pos = step_1d("unit 1ssPz 04.04 supply=air")
    assert denied(pos, "select Tiger503") == "12.2-5"


@pytest.mark.rule(SLUG, "12.2-6")
def test_a_turn_in_the_box() -> None:
    """Having left a formation, a Tiger joins none this turn, not even the same; in the next
    turn it may.
    """
    text = """
        board 9 x 7
        option fog=false
        turn 2
        unit Tiger509 attached
        unit 1Pz 02.02 tiger=Tiger509
        unit 6GTC 07.09
        tag axis_source 02.02
        network road 02.02-02.03
    """
    pos = sketch(SLUG, text, agenda=STEP_1D).apply("drop Tiger509")
    assert pos.top.tag == "movement"  # nothing is left to do in step 1D
    for action in ("done", "done", "choose movement", "done", "pass"):
        pos = pos.apply(action)
    assert (pos.turn, pos.top.tag) == (3, "tigers")
    assert pos.apply("select Tiger509").why_not("join 1Pz") is None


@pytest.mark.rule(SLUG, "C13")
def test_tigers_at_set_up() -> None:
    """At set-up only German mobile formations are offered, and a Tiger may be put in the box
    and back until the choice is done.
    """
    text = "board 9 x 7\nunit Tiger503 tiger\nunit Tiger509 tiger\nunit 1Pz 02.02\nunit 6Pz 02.04"
    text += "\nunit 68/1PzA 04.04\nunit 19/Hun 05.05\nunit 2Pz/Hun 06.06\nunit Gar-Ternopol 07.07"
    pos = sketch(SLUG, text, agenda=(Turn(), TigerSetUp())).apply("select Tiger503")
    assert offered(pos, "join") == {"1Pz", "6Pz"}
    for other in ("68/1PzA", "19/Hun", "2Pz/Hun", "Gar-Ternopol"):
        assert denied(pos, f"join {other}") == "12.2-2"
    pos = pos.apply("join 1Pz").apply("drop Tiger503").apply("select Tiger503").apply("join 6Pz")
    assert carrier_of(pos, "Tiger503") == "6Pz"


# --- 12.3  supply -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "12.3-2", "12.2-5", "C14")
@pytest.mark.parametrize("supply", ["air", "city", "out", "isolated"])
def test_no_tiger_joins_without_a_line(supply: str) -> None:
    """Air supply, city supply alone, out of supply and isolated: four refusals."""
    pos = step_1d(f"unit 1ssPz 04.04 supply={supply}\nunit 6Pz 06.06").apply("select Tiger503")
    assert offered(pos, "join") == {"6Pz"}
    assert denied(pos, "join 1ssPz") == "12.3-2"


@pytest.mark.parametrize(
    ("supply", "rule"),
    [
        pytest.param("in", "", marks=pytest.mark.rule(SLUG, "C21", "12.2-4")),
        pytest.param("air", "", marks=pytest.mark.rule(SLUG, "C14", "C21")),
        pytest.param("out", "", marks=pytest.mark.rule(SLUG, "C21")),
        pytest.param("city", "8.18-3", marks=pytest.mark.rule(SLUG, "C14")),
        pytest.param("isolated", "12.3-1", marks=pytest.mark.rule(SLUG, "12.3-1", "12.2-4", "C21")),
    ],
)
def test_whom_a_tiger_may_leave(supply: str, rule: str) -> None:
    """A Tiger leaves a formation with a line, with air supply or out of supply, next to enemies
    too; not an isolated one, nor one that lives on its city.
    """
    pos = step_1d(f"unit 1Pz 02.02 tiger=Tiger509 supply={supply}\nunit 6GTC 02.03")
    refusal = pos.why_not("drop Tiger509")
    assert (refusal.rule if refusal else "") == rule
    assert ("Tiger509" in offered(pos, "drop")) == (not rule)


@pytest.mark.rule(SLUG, "12.5.1-2")
def test_one_tiger_a_formation() -> None:
    """A formation that has a Tiger takes no second."""
    pos = step_1d("unit 1ssPz 04.04").apply("select Tiger503")
    assert denied(pos, "join 1Pz") == "12.5.1-2"
    assert offered(pos, "join") == {"1ssPz"}


# --- 12.4  one formation ----------------------------------------------------------------


def tiger_seen(pos: Pos, viewer: str) -> set[str]:
    """The hexes in which a side sees a Tiger."""
    return {c.at for c in pos.view(viewer).counters if c.facts.get("tiger")}


@pytest.mark.rule(SLUG, "12.4-1", "12.2-1")
def test_a_tiger_goes_where_its_formation_goes() -> None:
    """By move, by retreat and by advance; it costs nothing and is never chosen by itself."""
    tiger = "unit Tiger503 attached\nunit 1ssPz 04.04 tiger=Tiger503\nturn 2\n"
    pos = sketch(SLUG, f"board 9 x 7\n{tiger}\nphase movement axis")
    assert denied(pos, "select Tiger503") == "10.1-1"
    pos = pos.apply("select 1ssPz").apply("move 04.06")
    assert tiger_seen(pos, "soviet") == tiger_seen(pos, "axis") == {"04.06"}
    red = "piece Red like 6GTC attack=32 defence=9\nunit Red 04.03"
    pos = sketch(SLUG, f"board 9 x 7\n{tiger}\n{red}\nphase combat soviet")
    pos = fight(pos, "04.04", "Red", dice=[1, 5]).apply("retreat 04.05")
    assert (pos.unit("1ssPz").at, tiger_seen(pos, "soviet")) == ("04.05", {"04.05"})
    prey = "unit 6GTC 04.05 lost=6"
    pos = sketch(SLUG, f"board 9 x 7\n{tiger}\n{prey}\nphase combat axis")
    pos = fight(pos, "04.05", "1ssPz", dice=[1, 1]).apply("select 1ssPz")
    assert tiger_seen(pos, "soviet") == {"04.05"}


@pytest.mark.rule(SLUG, "12.4-1")
def test_a_tiger_does_not_fight_alone() -> None:
    """It is no attacker of its own."""
    tiger = "unit Tiger503 attached\nunit 1ssPz 04.04 tiger=Tiger503\nunit 6GTC 04.05"
    pos = sketch(SLUG, f"board 9 x 7\n{tiger}\nturn 2\nphase combat axis").apply("target 04.05")
    assert offered(pos, "attack") == {"1ssPz"}
    assert pos.why_not("attack Tiger503") is not None


# --- 11.14, 12.5, 12.6  combat ----------------------------------------------------------

#: 8 against 8, one way and the other. An idle formation keeps the phase open.
TIGER_ATTACKS = """
    board 9 x 7
    {ground}
    piece Red like 6GTC defence=8
    unit 1ssPz 04.03 tiger=Tiger503 supply={supply}
    unit Tiger503 attached
    unit Red 04.04
    unit 20PG 07.09
    turn 2
    phase combat axis
"""
TIGER_DEFENDS = """
    board 9 x 7
    {ground}
    piece Red like 6GTC defence=9
    unit Red 04.03
    unit 1ssPz 04.04 tiger=Tiger503 supply={supply}
    unit Tiger503 attached
    unit 5MC 07.09
    phase combat soviet
"""


def tiger_parts(pos: Pos) -> list[tuple[int, str]]:
    """What Tigers came to in the combat of the last action."""
    parts = combat(pos).parts
    return [(part.amount, part.rule) for part in parts if part.rule.startswith("12.5")]


@pytest.mark.rule(SLUG, "11.14-1", "12.5.1-1")
@pytest.mark.parametrize(("face", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize("supply", ["in", "air"])
def test_a_tiger_is_worth_half_a_die(face: int, worth: int, supply: str) -> None:
    """Half a die, rounded up: added when its formation attacks, taken off when it defends. Air
    supply is enough.
    """
    attacks = sketch(SLUG, TIGER_ATTACKS.format(ground="", supply=supply))
    pos = fight(attacks, "04.04", "1ssPz", dice=[face, 2])
    assert tiger_parts(pos) == [(worth, "12.5.1-1")]
    assert combat(pos).facts["drm"] == worth
    defends = sketch(SLUG, TIGER_DEFENDS.format(ground="", supply=supply))
    pos = fight(defends, "04.04", "Red", dice=[face, 2])
    assert tiger_parts(pos) == [(-worth, "12.5.1-1")]
    assert combat(pos).facts["drm"] == -worth


@pytest.mark.rule(SLUG, "C12")
def test_the_tiger_die_comes_first() -> None:
    """Tiger die 3 and combat die 4: at 1-1 the attack reads 6, which is 1/2, the defence 2,
    which is 3/1. The Axis throws for the Tiger in both.
    """
    attacks = sketch(SLUG, TIGER_ATTACKS.format(ground="", supply="in"))
    pos = fight(attacks, "04.04", "1ssPz", dice=[3, 4])
    assert (combat(pos).dice, result(pos)) == ((3, 4), "1/2")
    defends = sketch(SLUG, TIGER_DEFENDS.format(ground="", supply="in"))
    pos = fight(defends, "04.04", "Red", dice=[3, 4])
    assert (combat(pos).dice, result(pos)) == ((3, 4), "3/1")
    waiting = attack(defends, "04.04", "Red").apply("commit", chance="stop")
    thrown = [pos.within(Roll) for pos in (waiting, waiting.roll(3))]
    assert [(roll.name, roll.side) for roll in thrown] == [("tiger", "axis"), ("combat", "soviet")]


TWO = """
    board 9 x 7
    {ground}
    unit 1ssPz 04.03 tiger=Tiger503 supply={first}
    unit 1Pz 05.04 tiger=Tiger509
    unit Tiger503 attached
    unit Tiger509 attached
    unit 8GMC 04.04
    turn 2
    phase combat axis
"""


@pytest.mark.rule(SLUG, "12.5.1-3")
def test_several_tigers_add_up() -> None:
    """Two Tigers that throw 3 and 6 are worth 2 and 3."""
    pos = sketch(SLUG, TWO.format(ground="", first="in"))
    pos = fight(pos, "04.04", "1ssPz", "1Pz", dice=[3, 6, 1])
    assert tiger_parts(pos) == [(2, "12.5.1-1"), (3, "12.5.1-1")]
    assert total(combat(pos).parts) == 5


@pytest.mark.rule(SLUG, "12.5.1-3")
def test_tigers_of_others_do_not_count() -> None:
    """Only a Tiger whose formation takes part is thrown for."""
    pos = sketch(SLUG, TWO.format(ground="", first="in"))
    pos = fight(pos, "04.04", "1Pz", dice=[6, 1])
    assert tiger_parts(pos) == [(3, "12.5.1-1")]


@pytest.mark.rule(SLUG, "12.5.2-1", "11.11-5a")
def test_tigers_in_a_city_are_worth_one_each() -> None:
    """Against a city no Tiger die is thrown: two Tigers are +2. From a city one is -1."""
    pos = sketch(SLUG, TWO.format(ground="tag city 04.04", first="in"))
    pos = fight(pos, "04.04", "1ssPz", "1Pz", dice=4)
    assert combat(pos).dice == (4,)
    assert tiger_parts(pos) == [(2, "12.5.2-1")]
    defends = sketch(SLUG, TIGER_DEFENDS.format(ground="tag city 04.04", supply="in"))
    pos = fight(defends, "04.04", "Red", dice=4)
    assert combat(pos).dice == (4,)
    assert tiger_parts(pos) == [(-1, "12.5.2-1")]


@pytest.mark.rule(SLUG, "12.5.2-1")
def test_a_city_under_the_attacker_is_none() -> None:
    """What counts is the hex attacked: out of a city the Tiger throws its die."""
    pos = sketch(SLUG, TIGER_ATTACKS.format(ground="tag city 04.03", supply="in"))
    assert tiger_parts(fight(pos, "04.04", "1ssPz", dice=[5, 1])) == [(3, "12.5.1-1")]


@pytest.mark.rule(SLUG, "12.6-1")
@pytest.mark.parametrize("supply", ["out", "isolated", "city"])
@pytest.mark.parametrize("ground", ["", "tag city 04.04"])
def test_unsupplied_tigers_are_worth_nothing(supply: str, ground: str) -> None:
    """With a formation out of supply or isolated, or supplied by its city only (8.18), there is
    no Tiger die and no modifier, attacking or defending.
    """
    attacks = sketch(SLUG, TIGER_ATTACKS.format(ground=ground, supply=supply))
    pos = fight(attacks, "04.04", "1ssPz", dice=3)
    assert (combat(pos).dice, tiger_parts(pos)) == ((3,), [])
    defends = sketch(SLUG, TIGER_DEFENDS.format(ground=ground, supply=supply))
    pos = fight(defends, "04.04", "Red", dice=3)
    assert (combat(pos).dice, tiger_parts(pos)) == ((3,), [])


@pytest.mark.rule(SLUG, "12.6-1", "12.5.1-3")
def test_each_tiger_by_the_supply_of_its_own_formation() -> None:
    """One attacker out of supply: the die is thrown for the other alone."""
    pos = sketch(SLUG, TWO.format(ground="", first="out"))
    pos = fight(pos, "04.04", "1ssPz", "1Pz", dice=[6, 1])
    assert [part.reason for part in combat(pos).parts] == ["Tiger with 1Pz"]


# --- 12.7  elimination ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "12.7-1", "12.7-2")
def test_a_tiger_dies_with_its_formation() -> None:
    """The Tiger is gone with its formation, and scores 3."""
    text = TIGER_DEFENDS.format(ground="piece X like 1ssPz defence=1", supply="in")
    text = text.replace("unit 1ssPz 04.04", "unit X 04.04")
    pos = fight(sketch(SLUG, text), "04.04", "Red", dice=[1, 3])
    assert pos.unit("X").at == "dead"
    assert pos.unit("Tiger503").at == "dead"
    assert carrier_of(pos, "Tiger503") is None
    assert [part.amount for part in tiger_losses(pos)] == [3]
    assert "Tiger503" in str(next(e for e in pos.events if e.kind == "eliminated"))


@pytest.mark.rule(SLUG, "12.7-1", "12.7-2")
def test_a_tiger_lives_with_its_formation() -> None:
    """Losses that do not kill the formation do not touch its Tiger."""
    pos = sketch(SLUG, TIGER_DEFENDS.format(ground="", supply="in"))
    pos = fight(pos, "04.04", "Red", dice=[1, 6])
    assert pos.unit("1ssPz").lost
    assert carrier_of(pos, "Tiger503") == "1ssPz"
    assert tiger_losses(pos) == []


@pytest.mark.rule(SLUG, "C20")
def test_a_tiger_dies_with_a_formation_that_dies_of_its_retreat() -> None:
    """A formation with one step left after the combat must retreat into a zone: it dies, and
    its Tiger scores.
    """
    text = """
        board 9 x 7
        piece Red like 6GTC attack=16 defence=9
        piece X like 1ssPz defence=4
        unit Red 04.03
        unit X 04.04 tiger=Tiger503
        unit Tiger503 attached
        unit 7GTC 04.06
        unit 9MC 06.05
        unit 10GTC 02.04
        phase combat soviet
    """
    pos = fight(sketch(SLUG, text), "04.04", "Red", dice=[1, 5])
    assert result(pos) == "1/3R"  # 4-1, 5 less 1
    assert pos.unit("X").lost == 3
    pos = pos.apply(pos.actions()[0])
    assert pos.unit("X").at == pos.unit("Tiger503").at == "dead"
    assert [part.amount for part in tiger_losses(pos)] == [3]
