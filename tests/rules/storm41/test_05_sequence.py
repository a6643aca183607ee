"""5 The turn: its phases, who declares their order, the supply check, the end of a turn."""

import pytest
from tests.rules.storm41.factors import WEAK_RIFLES

from grognard import load
from grognard.games.storm41.combat import Combat
from grognard.games.storm41.game import Storm41
from grognard.games.storm41.sequence import GermanTurn, SovietTurn, Turn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import PlayerTurn
from grognard.steps import tag_of
from grognard.testing import sketch

SLUG = "storm41"
GAME: Storm41 = load(SLUG)  # type: ignore[assignment]
#: One unit on each side, next to each other, so that everybody has something to do.
PAIR = "unit 10RD N3939\nunit 1ID N3938\ncontrol soviet N3939\ncontrol axis N3938\n"


def begun(turn: int, lines: str = PAIR, dice: tuple[int, ...] = ()) -> Pos:
    """A turn that has just begun, run to its first question with these dice."""
    pos = sketch(SLUG, f"turn {turn}\n{lines}", agenda=(Turn(),))
    hand = GAME.hand(pos, dice=dice)
    return hand.begin()


def phases(pos: Pos, order: str) -> list[str]:
    """The phases of a turn as they are asked, each ended at once."""
    found: list[str] = []
    turn = pos.turn
    while pos.turn == turn and not pos.outcome:
        if not found or found[-1] != f"{pos.side} {pos.top.tag}":
            found.append(f"{pos.side} {pos.top.tag}")
        wanted = {"declaration": f"choose {order}", "markers": "place N2020"}
        action = wanted.get(pos.top.tag, "done")
        pos = pos.apply(action)
    return found


TIE = (3, 4, 5, 2)


@pytest.mark.rule(SLUG, "5.1", "5.2", "5.2-I", "5.2-II.A", "5.2-II.B", "5.2-III.A", "5.2-III.B",
                  "5.2-III.C", "5.2-III.D", "R-50", "R-140")  # fmt: skip
@pytest.mark.parametrize(
    ("order", "two"),
    [("move-fight", ["movement", "combat"]), ("fight-move", ["combat", "movement"])],
)
def test_the_phases_of_a_turn(order: str, two: list[str]) -> None:
    """Air, then the Soviet declaration and its two phases in that order, then the German
    declaration, release, creation and his two phases; arrivals are left out where nobody comes.
    """
    facing = "unit 90RD N2227\ncontrol soviet N2227\n"
    pos = begun(3, PAIR + facing + "unit 2Pz reserve", TIE)
    assert phases(pos, order) == [
        "soviet declaration", *(f"soviet {phase}" for phase in two),
        "axis declaration", "axis reserve release", "axis reserve creation",
        *(f"axis {phase}" for phase in two),
    ]  # fmt: skip


@pytest.mark.rule(SLUG, "5.4-a", "5.7-a")
def test_one_declaration_binds_a_player_turn() -> None:
    """It is asked once, of the player whose turn it is, and remembered for its length."""
    pos = begun(3, dice=TIE)
    assert (pos.side, pos.top.tag) == (SOVIET, "declaration")
    assert {str(a) for a in pos.actions()} == {"choose move-fight", "choose fight-move"}
    pos = pos.apply("choose move-fight")
    assert pos.within(PlayerTurn).order == "move-fight"
    assert pos.why_not("choose fight-move") is not None


@pytest.mark.rule(SLUG, "5.4-b")
def test_soviets_who_have_moved_may_fight() -> None:
    """A rifle division that has spent all its points attacks in the second phase."""
    lines = "unit 10RD N4044\nunit 1ID N4038\ncontrol soviet N4044\ncontrol axis N4038"
    pos = begun(3, lines, TIE).apply("choose move-fight").apply("select 10RD").apply("move N4039")
    while pos.top.tag != "combat":
        pos = pos.apply("done")
    assert pos.apply("target N4038").why_not("attack 10RD") is None


TANKS = ("1TD", "3TD", "2TD", "5TD")
FIGHT = "\n".join(["turn 3", *(f"unit {u} N3939" for u in TANKS), "unit 403Sec N3938",
                   "unit 1Pz N3840", "unit 90RD N3841", "control axis N3938 N3840",
                   "control soviet N3939 N3841"])  # fmt: skip


@pytest.mark.rule(SLUG, "5.4-b", "5.7-b")
@pytest.mark.parametrize(
    ("turn", "units", "target", "points"),
    [(SovietTurn, TANKS, "N3938", 8), (GermanTurn, ("1Pz",), "N3841", 10)],
)
def test_who_has_fought_may_move(
    turn: type[SovietTurn], units: tuple[str, ...], target: str, points: int
) -> None:
    """With all its points, in the second phase."""
    half = turn(side=turn.owner, stage="first half", order="fight-move")
    agenda = (Turn(stage=tag_of(turn)), half, Combat(side=turn.owner))
    pos = sketch(SLUG, WEAK_RIFLES + FIGHT, agenda=agenda).apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    pos = pos.apply("commit", dice=(1,))
    while pos.top.tag != "movement":
        pos = pos.apply("done")
    assert f"{points} points" in pos.apply(f"select {units[0]}").prompt


@pytest.mark.rule(SLUG, "5.13", "5.13-3", "5.13-7", "R-57")
def test_on_turn_1_the_soviets_fight_first_and_choose_for_the_germans() -> None:
    """No dice, no Soviet declaration; the question about the German order goes to the Soviet
    player before the reserve phases.
    """
    pos = begun(1, PAIR + "unit 2Pz reserve")
    assert pos.within(SovietTurn).order == "fight-move"
    assert pos.state.drawn == 0
    while pos.find(GermanTurn) is None:
        assert pos.top.tag != "declaration"
        pos = pos.apply("done")
    assert (pos.side, pos.top.tag) == (SOVIET, "declaration")
    pos = pos.apply("choose fight-move")
    assert pos.within(GermanTurn).order == "fight-move"
    assert (pos.side, pos.top.tag) == (AXIS, "reserve release")


@pytest.mark.rule(SLUG, "5.2-VII", "5.12", "11.6")
def test_the_end_of_a_turn() -> None:
    """Markers are picked up and the turn marker moves on."""
    pos = sketch(SLUG, f"turn 3\n{PAIR}state superior=axis airpower=N2226,N2020 aerial=N2226",
                 agenda=(Turn(stage="tidy_up"),))  # fmt: skip
    pos = GAME.hand(pos, dice=(6, 6, 1, 1)).begin()
    assert (pos.turn, pos.state.airpower, pos.state.aerial) == (4, frozenset(), "")
    assert (pos.state.superior, pos.top.tag) == (SOVIET, "markers")


# --- phase IV ------------------------------------------------------------------------------

MAP = GAME.theatres["campaign"]


def ring(hex_: str, units: tuple[str, ...]) -> str:
    """Units on the land around a hex."""
    around = [h for h in GAME.board.grid.neighbours(hex_) if h in MAP.land]
    return "\n".join(f"unit {u} {h}" for u, h in zip(units, around, strict=False))


INFANTRY = ("291ID", "61ID", "217ID", "21ID", "11ID", "12ID")
RIFLES = ("90RD", "48RD", "125RD", "11RD", "67RD", "180RD")


def checked(turn: int, lines: str) -> Pos:
    pos = sketch(
        SLUG, f"turn {turn}\nunit 2Pz reserve\n{lines}", agenda=(Turn(stage="check_supply"),)
    )
    return GAME.hand(pos, dice=TIE).begin()


@pytest.mark.rule(SLUG, "5.2-IV", "5.9", "7.6-c", "7.10", "R-32", "R-54")
def test_the_terminal_supply_check() -> None:
    """From turn 2 on Soviets without a line are eliminated for good and count twice; Germans
    stay for ever.
    """
    cut_off = f"unit 10RD N2526\nunit 1TD N2526\n{ring('N2526', INFANTRY)}"
    pos = checked(2, cut_off)
    assert set(pos.at("dead")) == {"10RD", "1TD"}
    assert pos.state.soviet_losses == 4
    assert checked(1, cut_off).at("dead") == ()
    german = checked(2, f"unit 1ID N2740\n{ring('N2740', RIFLES)}")
    assert german.at("N2740") == ("1ID",)


@pytest.mark.rule(SLUG, "R-121")
def test_landed_brigades_are_checked_like_all_others() -> None:
    """An airborne brigade without a line dies in phase IV, but not on turn 1."""
    landed = f"unit 1Abn N2526\n{ring('N2526', INFANTRY)}"
    assert checked(3, landed).at("dead") == ("1Abn",)
    assert checked(1, landed).at("dead") == ()


@pytest.mark.rule(SLUG, "R-138")
def test_either_side_may_resign_at_any_question() -> None:
    """The other side wins at once, also out of turn."""
    pos = begun(3, dice=TIE)
    for side, winner in ((SOVIET, AXIS), (AXIS, SOVIET)):
        outcome = pos.apply(f"resign {side}", side=side).outcome
        assert outcome is not None
        assert outcome.winner == winner
