"""2 Turns and phases."""

import pytest
from tests.rules.korsun44.field import GAME, SLUG, of
from tests.rules.korsun44.test_setup import begin_first_turn, begun

from grognard.games.korsun44.moments import PHASES
from grognard.games.korsun44.sequence import PlayerHalf, Turn
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.turn import clock
from grognard.steps import stage_name
from grognard.testing import sketch


def quiet(pos: Pos) -> Pos:
    """The next decision, with nothing done."""
    return pos.apply("done")


def first(scenario: str = "korsun") -> Pos:
    """A game at the first decision of turn 1."""
    return begin_first_turn(begun(GAME, scenario))


@pytest.mark.rule(SLUG, "2.2", "2.1.4")
def test_the_order_of_phases() -> None:
    """Air, barrage, movement, combat, strategic movement, supply, for each player."""
    names = [stage_name(stage) for stage in PlayerHalf.stages]
    phases = ["air phase", "barrage", "movement", "combat", "strategic movement", "supply"]
    assert [name for name in names if name in phases] == phases


@pytest.mark.rule(SLUG, "2.2", "K44-2", "RET-2")
@pytest.mark.parametrize("scenario", ["korsun", "korsun_short", "retreat"])
def test_soviets_begin_in_january(scenario: str) -> None:
    """They are player A."""
    pos = first(scenario)
    assert (pos.turn, clock(pos), pos.within(PlayerHalf).side) == (1, 1, SOVIET)


@pytest.mark.rule(SLUG, "2.2", "DEB-2")
def test_germans_begin_in_february() -> None:
    """They have the initiative in Deblockade."""
    assert first("deblockade").within(PlayerHalf).side == GERMAN


@pytest.mark.rule(SLUG, "2.1.1", "2.1.3", "2.1.5", "2.2-P12")
def test_turns_follow_each_other() -> None:
    """Turn 1 lasts until both halves are over; after three turns it is 27 January."""
    pos = sketch(
        SLUG, "board 12 x 10\nunit 62GRD 0202\nunit 80-34 1108", agenda=(Turn(),), run=True
    )
    seen: list[tuple[int, str]] = []
    while pos.turn < 4:
        half = pos.within(PlayerHalf).side
        if not seen or seen[-1] != (pos.turn, half):
            seen.append((pos.turn, half))
        pos = quiet(pos)
    assert seen == [(turn, side) for turn in (1, 2, 3) for side in (SOVIET, GERMAN)]
    assert GAME.scene(pos).label(pos.turn) == "27 January"


def asked(*lines: str) -> list[tuple[str, str]]:
    """Who is asked in which phase of a quiet turn, in order."""
    text = "\n".join(["board 12 x 10", "unit 62GRD 0202", "unit 80-34 1108", *lines])
    pos = sketch(SLUG, text, agenda=(Turn(),), run=True)
    found = []
    while pos.turn == 1:
        tag = next(step.tag for step in pos.state.agenda if step.tag in PHASES)
        found.append((tag, pos.side))
        pos = quiet(pos)
    return found


@pytest.mark.rule(SLUG, "2.2-P1", "2.2-P3", "2.2-P7", "2.2-P9")
def test_both_sides_fly_in_both_air_phases_and_move_in_their_own() -> None:
    """The phasing player writes first; without ammunition there is no barrage."""
    air, move = "air phase", "movement"
    asks = [ask for ask in asked() if ask[0] in (air, move, "barrage")]
    assert asks == [(air, SOVIET), (air, GERMAN), (move, SOVIET), (air, GERMAN), (air, SOVIET),
                    (move, GERMAN)]  # fmt: skip


@pytest.mark.rule(SLUG, "2.1.2", "2.2-P9")
def test_nothing_is_done_out_of_phase() -> None:
    """In the Soviet half no German moves."""
    pos = first()
    while pos.top.tag != "movement":
        pos = quiet(pos)
    assert of(pos.why_not("select 202AG")) == "3.1.1"
    assert pos.why_not("target 5517") is not None


@pytest.mark.rule(SLUG, "K44-1", "RET-1", "DEB-1", "2.1.6", "H15", "H18")
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("korsun", 25), ("korsun_short", 11), ("retreat", 25), ("deblockade", 15)],
)
def test_the_last_turn_ends_the_game(scenario: str, turns: int) -> None:
    """There is no turn after it."""
    scene = GAME.scenes[scenario]
    assert len(scene.calendar) == scene.turns == turns
    assert scene.label(turns) == ("3 February" if scenario == "korsun_short" else "17 February")
