"""11.4, 11.7 - 11.10 Artillery, T-34 brigades and airdrops in prepared assaults."""

import pytest
from tests.rules.storm41.factors import WEAK_RIFLES

from grognard.decisions import Refusal
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import CombatPhase
from grognard.testing import sketch

SLUG = "storm41"
#: A blank country of twelve columns, all of it in supply of both sides; a far pair keeps the phase
#: open.
BLANK = ("board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\n"
         + WEAK_RIFLES + "unit 5Mt S1921\nunit 180RD S1922\n")  # fmt: skip
TARGET, WEST, EAST, SOUTH_EAST = "S1625", "S1624", "S1626", "S1525"
GUNS = ("402Art", "403Art", "207Art")


def of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def board(*lines: str, side: str = SOVIET) -> Pos:
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase combat {side}"]))


def strong(unit: str, amount: int, at: str, like: str = "10RD") -> str:
    """A counter of ours with these factors."""
    return f"piece {unit} like {like} attack={amount} defence={amount}\nunit {unit} {at}"


def plan(pos: Pos, *units: str, target: str = TARGET) -> Pos:
    pos = pos.apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    return pos


def dead(pos: Pos, *units: str) -> list[str]:
    return [unit for unit in units if pos.unit(unit).at == "dead"]


# --- 11.4, 11.7  artillery in attack ---------------------------------------------------------


@pytest.mark.rule(SLUG, "11.7", "11.7-1", "R-105")
def test_artillery_has_no_more_factors_than_the_others() -> None:
    """Two factors of a mountain division let two regiments in; when the division is taken back the
    attack cannot be made.
    """
    pos = board("unit 72MtR S1626", *(f"unit {gun} {EAST}" for gun in GUNS), "unit 1ID S1625")
    assert of(pos.apply("target S1625").why_not("attack 402Art")) == "11.7-1"
    pos = plan(pos, "72MtR", "402Art", "403Art")
    assert of(pos.why_not("attack 207Art")) == "11.7-1"
    assert pos.why_not("commit") is None
    assert pos.apply("release 72MtR").why_not("commit") is not None
    assert pos.game.piece("402Art").attack == 1


@pytest.mark.rule(SLUG, "R-105")
def test_droppers_let_artillery_in() -> None:
    """Their printed factors count among the others, and are missed when they are taken back."""
    lines = ("unit 1Abn airborne", "state superior=soviet", "unit 72MtR S1626", "unit 1ID S1625",
             *(f"unit {gun} {EAST}" for gun in GUNS))  # fmt: skip
    pos = plan(board(*lines), "72MtR").apply("support 1Abn")
    for gun in GUNS:
        pos = pos.apply(f"attack {gun}")
    assert of(pos.apply("release 1Abn").why_not("commit")) == "11.7-1"


@pytest.mark.rule(SLUG, "11.4", "11.7-2")
def test_when_artillery_is_silent() -> None:
    """In range of the Luftwaffe, and out of supply; Soviet markers do not matter."""
    base = ("unit 10RD S1626", "unit 402Art S1626", "unit 1ID S1625")
    assert plan(board(*base), "10RD").why_not("attack 402Art") is None
    under = plan(board(*base, "state superior=axis airpower=S1627"), "10RD")
    assert of(under.why_not("attack 402Art")) == "11.4"
    own = plan(board(*base, "state superior=soviet airpower=S1627"), "10RD")
    assert own.why_not("attack 402Art") is None
    cut = plan(board(*base, "unit 11ID S1431"), "10RD")
    assert of(cut.why_not("attack 402Art")) == "11.7-2"


@pytest.mark.rule(SLUG, "R-141", "11.9", "R-114")
def test_t34_without_company_do_not_attack() -> None:
    """Alone or with artillery they do not and let no artillery in; with a rifle division they do,
    wherever droppers land.
    """
    lines = ("unit 1TB S1626", "unit 402Art S1626", "unit 1ID S1625", "unit 10RD S1525",
             "unit 1Abn airborne", "state superior=soviet")  # fmt: skip
    pos = board(*lines).apply("target S1625")
    assert of(pos.why_not("attack 1TB")) == "11.9"
    assert of(pos.why_not("attack 402Art")) == "11.7-1"
    dropped = pos.apply("attack 10RD").apply("support 1Abn")
    assert of(dropped.why_not("attack 1TB")) == "11.9"
    together = board(*lines, "unit 90RD S1626").apply("target S1625")
    assert together.why_not("attack 1TB") is None


# --- 11.7-3, 11.7-5  the fate of artillery ----------------------------------------------------


@pytest.mark.rule(SLUG, "11.7-3", "R-111")
def test_artillery_alone_is_eliminated_without_a_die() -> None:
    """By any attack in a German combat phase, even the weakest; who left it alone was free to."""
    for attacker in ("1ID", "7R"):
        lines = (f"unit {attacker} {WEST}", f"unit 402Art {TARGET}", f"unit 403Art {TARGET}",
                 f"zone romania {WEST} {TARGET}")  # fmt: skip
        pos = plan(board(*lines, side=AXIS), attacker)
        panel = pos.panel
        assert panel is not None
        assert [chance.label for chance in panel.chances] == ["DE"]
        pos = pos.apply("commit", chance="stop")
        assert dead(pos, "402Art", "403Art", attacker) == ["402Art", "403Art"]
        assert pos.top.tag == "advance"


@pytest.mark.rule(SLUG, "11.7-5", "R-106")
def test_defending_artillery_falls_with_the_last_other_unit() -> None:
    """Two rifle divisions with three regiments lose two: all five are gone and counted."""
    lines = (strong("A", 24, WEST, "1ID"), f"unit 10RD {TARGET}", f"unit 90RD {TARGET}",
             *(f"unit {gun} {TARGET}" for gun in GUNS))  # fmt: skip
    pos = plan(board(*lines, side=AXIS), "A").apply("commit", dice=(5,))
    assert len(dead(pos, "10RD", "90RD", *GUNS)) == 5
    assert pos.state.soviet_losses == 5


@pytest.mark.rule(SLUG, "11.7", "11.7-5", "R-106")
def test_artillery_is_never_picked() -> None:
    """While another unit is left it stays."""
    lines = (strong("A", 8, WEST, "1ID"), strong("B", 9, WEST, "1ID"), f"unit 10RD {TARGET}",
             f"unit 90RD {TARGET}", f"unit 402Art {TARGET}")  # fmt: skip
    pos = plan(board(*lines, side=AXIS), "A", "B").apply("commit", dice=(4,))
    assert (pos.side, pos.top.tag) == (SOVIET, "losses")
    assert pos.why_not("lose 402Art") is not None
    pos = pos.apply("lose 10RD")
    assert dead(pos, "90RD", "402Art") == []


def repelled(*lines: str, units: tuple[str, ...] = ("10RD", "402Art")) -> Pos:
    """A Soviet attack that loses up to three."""
    pos = board(strong("D", 30, TARGET, "1ID"), "unit 10RD S1626", *lines)
    return plan(pos, *units).apply("commit", dice=(6,))


@pytest.mark.rule(SLUG, "11.7-5", "R-106")
def test_attacking_artillery_falls_with_the_last_other_unit() -> None:
    """A lone division is lost, and its regiment with it, beyond the number of the result."""
    assert dead(repelled("unit 402Art S1626"), "10RD", "402Art") == ["10RD", "402Art"]


@pytest.mark.rule(SLUG, "R-107")
def test_artillery_in_a_hex_of_its_own_is_not_lost() -> None:
    """It fires for others who stand elsewhere."""
    assert dead(repelled("unit 402Art S1525"), "10RD", "402Art") == ["10RD"]


@pytest.mark.rule(SLUG, "R-108")
def test_an_idle_unit_keeps_artillery_alive() -> None:
    """It is the unit whose fate the artillery shares."""
    lines = ("unit 402Art S1626", "unit 90RD S1626")
    assert dead(repelled(*lines), "10RD", "402Art", "90RD") == ["10RD"]


@pytest.mark.rule(SLUG, "11.7-6")
def test_artillery_never_advances() -> None:
    """Nor does it attack by momentum."""
    lines = (strong("A", 60, EAST), "unit 402Art S1626", "unit 1ID S1625", "unit 11ID S1624")
    pos = plan(board(*lines), "A", "402Art").apply("commit", dice=(1,))
    assert of(pos.why_not("select 402Art")) == "11.7-6"
    pos = pos.apply("select A")
    if pos.top.tag == "advance":
        pos = pos.apply("done")
    assert pos.top.tag == "momentum"
    assert of(pos.apply("target S1624").why_not("attack 402Art")) == "10.25"


# --- 11.10  airdrops ------------------------------------------------------------------------------

BOX = [f"unit {n}Abn airborne" for n in range(1, 9)]
AIR = ("state superior=soviet", *BOX, "unit 10RD S1626", "unit 1ID S1625")


@pytest.mark.rule(SLUG, "11.10", "11.10-1", "R-115", "R-59")
def test_drops_need_soviet_superiority() -> None:
    """Not in a turn of the Germans nor in a tied one; on turn 1 there is no other condition."""
    lines = AIR[1:]
    for state, wanted in (("soviet", ""), ("axis", "11.10-1")):
        pos = plan(board(f"state superior={state}", *lines), "10RD")
        assert of(pos.why_not("support 1Abn")) == wanted
    assert of(plan(board(*lines), "10RD").why_not("support 1Abn")) == "11.10-1"
    assert plan(board("turn 1", *AIR), "10RD").why_not("support 1Abn") is None


@pytest.mark.rule(SLUG, "11.10")
def test_germans_drop_nobody() -> None:
    """Soviet brigades do not help a German attack, whoever rules the air."""
    lines = ("state superior=soviet", BOX[0], "unit 1ID S1626", "unit 10RD S1625")
    pos = plan(board(*lines, side="axis"), "1ID")
    assert of(pos.why_not("support 1Abn")) == "11.10"


@pytest.mark.rule(SLUG, "11.10-2", "R-116", "R-117")
def test_where_brigades_drop() -> None:
    """Into a supplied attack with more than artillery, on any ground; not over flak."""
    pos = board(*AIR).apply("target S1625")
    assert of(pos.why_not("support 1Abn")) == "11.10-2"
    assert of(plan(board(*AIR, "unit 10Flak S1625"), "10RD").why_not("support 1Abn")) == "11.10-2"
    assert of(plan(board(*AIR, "unit 11ID S1431"), "10RD").why_not("support 1Abn")) == "11.10-2"
    for ground in ("marsh", "mountain", "forest"):
        wild = plan(board(*AIR, f"terrain {ground} S1625"), "10RD")
        assert wild.why_not("support 1Abn") is None
    assert of(plan(board(*AIR, "unit 2Abn S1525"), "10RD").why_not("support 2Abn")) == "11.10-1"


@pytest.mark.rule(SLUG, "11.10-3", "R-118", "R-139")
def test_six_brigades_and_two_drops() -> None:
    """A seventh brigade and a third drop are refused; droppers and hexes are used up."""
    pos = plan(board(*AIR), "10RD")
    for n in range(1, 7):
        pos = pos.apply(f"support {n}Abn")
    assert of(pos.why_not("support 7Abn")) == "11.10-3"
    lines = (*AIR, "unit 90RD S1428", "unit 21ID S1427", "unit 48RD S1830", "unit 22ID S1829")
    pos = board(*lines)
    for unit, target, brigade in (("10RD", TARGET, "1Abn"), ("90RD", "S1427", "2Abn")):
        pos = plan(pos, unit, target=target).apply(f"support {brigade}")
        pos = pos.apply("commit", dice=(6,))
        while pos.top.tag != "combat":
            pos = pos.apply(pos.actions()[0])
    phase = pos.within(CombatPhase)
    assert phase.drops == 2
    assert {"1Abn", "2Abn"} <= phase.fought
    assert {TARGET, "S1427"} <= phase.attacked
    assert of(plan(pos, "48RD", target="S1829").why_not("support 3Abn")) == "11.10-3"


@pytest.mark.rule(SLUG, "11.10-4", "R-122")
def test_droppers_add_their_factors() -> None:
    """Three brigades of one factor each, whatever river halves the three of the others; on turn 1
    the surprise is that of the whole attack.
    """
    pos = plan(board("turn 1", *AIR, f"hexside river {EAST}/{TARGET}"), "10RD")
    for n in (1, 2, 3):
        pos = pos.apply(f"support {n}Abn")
    pos = pos.apply("commit", dice=(6,))
    (event,) = [e for e in pos.events if e.kind == "shown"]
    assert (event.facts["attack"], event.facts["shift"]) == (2 + 3, 2)


@pytest.mark.rule(SLUG, "11.10-4")
def test_droppers_are_lost_first_and_die_over_any_defender() -> None:
    """A 3/0 takes three of four brigades before the division; the fourth dies over the enemy."""
    pos = plan(board(*AIR, strong("D", 40, TARGET, "1ID")), "10RD")
    for n in (1, 2, 3, 4):
        pos = pos.apply(f"support {n}Abn")
    pos = pos.apply("commit", dice=(6,))
    assert (pos.side, pos.top.tag) == (SOVIET, "losses")
    assert of(pos.why_not("lose 10RD")) == "11.10-4"
    for n in (4, 2, 1):
        pos = pos.apply(f"lose {n}Abn")
    assert dead(pos, "10RD", "1Abn", "2Abn", "3Abn", "4Abn") == ["1Abn", "2Abn", "3Abn", "4Abn"]


@pytest.mark.rule(SLUG, "11.10-4", "R-119", "R-120")
def test_droppers_occupy_a_cleared_hex() -> None:
    """They land, take their places first, and have no momentum; four more make six."""
    names = [f"A{i}" for i in range(6)]
    units = [strong(name, 9, EAST) for name in names]
    lines = ("state superior=soviet", *BOX, *units, "unit 1ID S1625", "unit 11ID S1624")
    pos = plan(board(*lines), *names)
    pos = pos.apply("support 1Abn").apply("support 2Abn").apply("commit", dice=(1,))
    assert set(pos.at(TARGET)) == {"1Abn", "2Abn"}
    assert pos.holder(TARGET) == SOVIET
    for name in names[:4]:
        pos = pos.apply(f"select {name}")
    assert len(pos.at(TARGET)) == 6
    assert pos.top.tag == "momentum"
    pos = pos.apply("target S1624")
    assert of(pos.why_not("attack 1Abn")) == "10.25"
    assert of(pos.why_not("support 3Abn")) == "R-120"


@pytest.mark.rule(SLUG, "R-33", "11.10-4", "R-120")
def test_landed_brigades_are_rifle_units() -> None:
    """In a later phase they attack, advance, have momentum, and are counted when they fall."""
    lines = (strong("B", 60, EAST, "1Abn"), "unit 1ID S1625", "unit 11ID S1624")
    pos = plan(board(*lines), "B").apply("commit", dice=(1,)).apply("select B")
    assert pos.top.tag == "momentum"
    fallen = plan(board("unit 1Abn S1626", "unit 1ID S1625"), "1Abn").apply("commit", dice=(6,))
    assert fallen.state.soviet_losses == 1
