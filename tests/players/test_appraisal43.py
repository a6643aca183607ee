"""What a computer player is told about Ukraine '43."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.battle import TARGET, drawn

from grognard import load
from grognard.decisions import DONE
from grognard.games.ukraine43.appraisal_outlook import crisis, verdicts
from grognard.games.ukraine43.state import AXIS, OUT, SOVIET
from grognard.players import PLAYERS, Seat
from grognard.players.packages import Planner
from grognard.state import letter_at, with_letter

GAME: Any = load("ukraine43")
APPRAISAL: Any = GAME.appraisal


def begun() -> Any:
    """The first Soviet Combat Phase of the short scenario; nobody has moved."""
    pos = GAME.start("rumyantsev", seed=1)
    while pos.top.tag != "first combat":
        pos = pos.apply("done")
    return pos


@pytest.mark.parametrize(("side", "sign"), [(SOVIET, 1), (AXIS, -1)])
def test_the_count_is_against_the_benchmark(side: str, sign: int) -> None:
    """Without a point the Soviets are behind by the one point that the benchmark asks, and what one
    side has the other lacks.
    """
    ledger = APPRAISAL.ledger(begun(), side)
    assert ledger.margin == -sign * 5.0
    assert ledger.turns_left == 6


def test_objectives_are_taken_by_one_and_held_by_the_other() -> None:
    """Every objective hex of the scenario matters to both."""
    pos = begun()
    ours, theirs = APPRAISAL.objectives(pos, SOVIET), APPRAISAL.objectives(pos, AXIS)
    assert {g.hex for g in ours} == {g.hex for g in theirs} == {*GAME.objectives(pos)}
    assert {g.hex for g in ours if g.kind == "take"} == {g.hex for g in theirs if g.kind == "hold"}


@pytest.mark.parametrize("turn", range(1, 8))
def test_more_points_are_never_worse_for_the_soviets(turn: int) -> None:
    """Nor better for the Germans; where the game is won or lost at once it is felt."""
    pos = begun()
    pos = GAME.position(replace(pos.state, turn=turn))
    worths = [crisis(pos, score) for score in range(-4, 12)]
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[-1]


def test_who_moves_last_minds_most() -> None:
    """In the German turn nobody can answer before points are counted."""
    pos, last = begun(), GAME.space(begun()).benchmark + GAME.scene(begun()).sudden_death
    german = GAME.position(replace(pos.state, agenda=GAME.agenda_for("movement", AXIS, pos)))
    assert crisis(german, last) > crisis(pos, last) > 0


def test_a_draw_is_neither_won_nor_lost() -> None:
    """Rumyantsev ends drawn with three or four points: the Germans want to be below three, the
    Soviets above four, and they know it long before.
    """
    assert verdicts(GAME.scene(begun()), 7) == (5, 2)
    for turn in (4, 5, 6, 7):
        pos = GAME.position(replace(begun().state, turn=turn))
        assert crisis(pos, 2) < crisis(pos, 3) < crisis(pos, 4) < crisis(pos, 5)


def test_the_weak_want_nothing_back() -> None:
    """A town that the enemy holds in strength, with none of ours near, is no aim of the Germans
    though it is an objective; what they hold is.
    """
    pos = begun()
    grid, state = pos.board.grid, replace(pos.state, turn=3)
    lost = next(h for h, value in GAME.objectives(pos).items() if value == 1)
    ours = letter_at(state.control, grid.index[GAME.sources(pos, SOVIET)[0]])
    near = {t.id for t in APPRAISAL.troops(pos, AXIS) if grid.distance(t.hex, lost) < 7}
    guard = next(t.id for t in APPRAISAL.troops(pos, SOVIET))
    places = dict.fromkeys(near, OUT) | {guard: lost}
    units = tuple(replace(u, at=places.get(u.id, u.at)) for u in state.units)
    control = with_letter(state.control, grid.index[lost], ours)
    alone = GAME.position(replace(state, units=units, control=control))
    assert lost in {goal.hex for goal in APPRAISAL.objectives(alone, AXIS)}
    aims = {goal.hex: goal.kind for goal in APPRAISAL.aims(alone, AXIS)}
    assert lost not in aims
    assert set(aims.values()) == {"hold"}


@pytest.mark.parametrize(("raider", "watched"), [("1GMC", True), ("78/152", False)])
def test_a_town_is_watched_where_tanks_may_come(raider: str, watched: bool) -> None:
    """Nine hexes before Zaporozhye: tanks call for a division in the town, which no HQ can stand in
    for, and foot for nobody.
    """
    pos = GAME.start("campaign", seed=1)
    units = [replace(u, at="4322" if u.id == raider else OUT) for u in pos.state.units]
    needs = {
        g.hex: g.need
        for g in APPRAISAL.aims(GAME.position(replace(pos.state, units=tuple(units))), AXIS)
    }
    assert pos.board.grid.distance("4322", "3728") == 9
    assert ("3728" in needs) == watched
    strongest = max(p.values(False).defence for p in GAME.printed.values() if p.role == "hq")
    assert not watched or needs["3728"] > strongest


def test_lines_end_at_closed_hexes() -> None:
    """With nothing closed whoever has a line keeps it; with everything closed nobody does."""
    pos = begun()
    nowhere = np.zeros(len(pos.board.grid), np.bool_)
    had = {t.id for t in APPRAISAL.troops(pos, AXIS) if t.supplied}
    assert had
    assert had.isdisjoint(APPRAISAL.cut_off(pos, AXIS, nowhere))
    assert had <= {*APPRAISAL.cut_off(pos, AXIS, ~nowhere)}


def test_chances_of_a_battle_add_up() -> None:
    """Something happens in every attack."""
    pos = begun()
    planner = Planner(APPRAISAL, pos, SOVIET)
    assert planner.contacts()
    for target, able in planner.contacts().items():
        for package in planner.packages(target, able):
            outcomes = APPRAISAL.battle(pos, package.units, target)
            assert sum(o.chance for o in outcomes) == pytest.approx(1)


def test_an_attack_without_command_is_no_attack() -> None:
    """Four units that no HQ commands cannot attack, three of them can (23.2)."""
    pos = drawn(
        """
        unit 38/337 N
        unit 23/218 N
        unit 29/30 W
        unit 93/138 W
        unit 223ID T
        phase first-combat soviet
        """
    )
    four = ("38/337", "23/218", "29/30", "93/138")
    (repulsed,) = pos.game.appraisal.battle(pos, four, TARGET)
    assert (repulsed.attacker, repulsed.defender, repulsed.vacated) == (1.0, 0.0, False)
    assert len(pos.game.appraisal.battle(pos, four[:3], TARGET)) > 1


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_recruit_brings_a_turn_to_its_end(side: str) -> None:
    """It opens no job that it does not use: the turn ends after some hundred decisions."""
    pos = GAME.start("rumyantsev", seed=4)
    seats = {side: Seat(PLAYERS["recruit"], "a"), GAME.enemy(side): Seat(PLAYERS["random"], "b")}
    decisions = 0
    while pos.turn == 1 and pos.outcome is None:
        if pos.side == side:
            decisions += 1
            pos = pos.apply(seats[side](pos.view(side)))
        else:
            pos = pos.apply("done" if pos.why_not("done") is None else pos.actions()[-1])
        assert decisions < 1500
    assert decisions > 50


def test_every_other_job_of_a_phase_has_its_own_reason() -> None:
    """A human who is advised to begin a fort or to replace losses is told which, and why."""
    pos: Any = GAME.start("campaign", seed=1)
    told: dict[str, str] = {}
    while pos.turn < 3:
        if pos.top.tag == "movement":
            jobs = (one for one in APPRAISAL.choices(pos) if one.action.verb == "choose")
            told |= {one.action.arg: one.reason for one in jobs}
        pos = pos.apply("done" if DONE in pos.actions() else pos.actions()[0])
    assert told.keys() == {"drop", "fort", "replacements"}
    assert "paratroopers" in told["drop"]
    assert "fortification" in told["fort"]
    assert "replacements" in told["replacements"]
