"""The veteran: what it must never do, and what it must always do."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.players.calling_off import looks_until_stopped

from grognard import load
from grognard.decisions import DONE, Action
from grognard.games.ukraine44.state import AXIS, OUT, SOVIET
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.evaluate import Staff
from grognard.players.moves import Plan, imagine
from grognard.players.player import Clock, Hint
from grognard.players.search import MoveSearch
from grognard.players.weigh import Desk

GAME: Any = load("ukraine44")
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Too little to find much, enough to move everybody once.
SMALL = Budget(nodes=40)
READY = ("choose ready", "done", "done", "choose ready", "done", "done")


def begun() -> Any:
    """The first Soviet turn from the ready placement."""
    pos = GAME.start(seed=1)
    for one in READY:
        pos = pos.apply(one)
    return pos


def passive(pos: Any) -> Action:
    """Ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    quiet = ("done", "pass", "choose")
    return next((one for verb in quiet for one in actions if one.verb == verb), actions[0])


def played(seat: Seat, pos: Any, side: str, turns: int) -> Any:
    """So many turns of a player against one who does nothing."""
    last = pos.turn + turns
    while pos.outcome is None and pos.turn < last:
        chosen = seat(pos.view(side)) if pos.side == side else passive(pos)
        pos = pos.apply(chosen)
    return pos


def sparse(places: dict[str, str], phase: str, side: str, turn: int = 5) -> Any:
    """A map with a few formations on it, at a phase of a side."""
    pos = begun()
    units = [replace(u, at=places.get(u.id, OUT), tiger="") for u in pos.state.units]
    bare = GAME.position(replace(pos.state, units=tuple(units), turn=turn))
    return GAME.position(replace(bare.state, agenda=GAME.agenda_for(phase, side, bare)))


def planned(pos: Any, side: str, nodes: int = 150) -> Plan:
    """What the search makes of a phase of movement."""
    staff, clock = Staff(APPRAISAL, pos, side), Clock(Budget(nodes=nodes), nodes)
    fights = APPRAISAL.fights_after(pos)
    return MoveSearch(staff, pos, clock, Random(1), fights=fights).run()


# --- pitfalls -----------------------------------------------------------------------------


def test_the_attacker_does_not_sit_still() -> None:
    """Against an enemy who does nothing the Soviets have a victory city by turn 7, or more."""
    end = played(Seat(VETERAN, "1", SMALL), begun(), SOVIET, 6)
    assert end.outcome is not None or len(end.state.held) >= 1


def test_the_army_gets_away_when_nobody_stops_it() -> None:
    """Against an enemy who does nothing the panzers come nearer to the west every turn."""
    pos = begun()
    while pos.turn == 1:
        pos = pos.apply(passive(pos))
    end = played(Seat(VETERAN, "1", SMALL), pos, AXIS, 3)
    panzers = [p.id for p in GAME.group("1PzA mobile")]

    def column(where: Any, unit: str) -> int:
        return int(where.unit(unit).at.split(".")[1])

    alive = [unit for unit in panzers if end.unit(unit).at in GAME.board.grid]
    gained = [column(pos, unit) - column(end, unit) for unit in alive]
    assert len(alive) == len(panzers)
    assert sum(gained) / len(gained) > 8


def test_nobody_walks_out_of_supply_for_nothing() -> None:
    """Of all that had a line before its own movement next to none has lost it after it."""
    seat, pos = Seat(VETERAN, "3", SMALL), begun()
    walked, moved = [], 0
    while pos.turn < 4:
        before = {t.id for t in APPRAISAL.troops(pos, SOVIET) if t.supplied}
        if pos.side != SOVIET:
            pos = pos.apply(passive(pos))
            continue
        chosen = seat(pos.view(SOVIET))
        ends = chosen == DONE and pos.top.tag == "movement"
        pos = pos.apply(chosen)
        if ends:
            after = APPRAISAL.troops(pos, SOVIET)
            walked += [t.id for t in after if t.id in before and not t.supplied]
            moved += len(before)
    assert moved > 100
    assert len(walked) <= 0.02 * moved


PANZERS = {"1Pz": "31.13", "6Pz": "30.12", "7Pz": "29.12"}


def one_road_left(reserve: str, turn: int) -> Any:
    """One road is left to three panzer divisions, and a tank corps can reach it."""
    closed = {"8/60A": "20.01", "99/60A": "07.01", "107/60A": "01.18"}
    units = PANZERS | closed | {"254/1PzA": reserve, "6GTC": "34.06"}
    pos = sparse(units, "movement", AXIS, turn=turn)
    *outer, phase = pos.state.agenda
    agenda = (*outer, phase.but(moved=frozenset(PANZERS)))
    return GAME.position(replace(pos.state, agenda=agenda))


@pytest.mark.parametrize("reserve", ["31.05", "30.08"])
def test_a_hole_is_closed_that_a_move_can_close(reserve: str) -> None:
    """On the last turn the division in reserve goes where it keeps the tanks from the road."""
    pos = one_road_left(reserve, turn=12)
    staff = Staff(APPRAISAL, pos, AXIS)
    assert staff.parts(pos, fights=False)["risk"] < -10
    assert staff.parts(planned(pos, AXIS).end, fights=False)["risk"] == 0


def test_recruit_fears_for_its_road_when_the_enemy_has_the_last_word() -> None:
    """A panzer army that could lose its road is feared for on the last turn alone: before
    that the recruit looks no further than what is cut already.
    """
    harm = {}
    for turn in (11, 12):
        pos = one_road_left("31.05", turn)
        safe = planned(one_road_left("31.05", 12), AXIS).ends["254/1PzA"]
        desk = Desk(APPRAISAL, pos)
        guarded = imagine(pos, {"254/1PzA": safe})
        harm[turn] = desk.harm(pos) - desk.harm(guarded)
    assert harm[11] == 0
    assert harm[12] > 10


def test_openings_differ_from_seed_to_seed() -> None:
    """Three games, three first moves of the whole army."""
    pos = begun().apply("choose movement")
    openings = set()
    for seed in ("1", "2", "3"):
        choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed=seed, budget=SMALL)
        openings.add(frozenset(choice.memory.orders))
    assert len(openings) == 3


@pytest.mark.parametrize("last", ["31.06", "04.18"])
def test_a_win_in_one_move_is_found(last: str) -> None:
    """The third city stands empty with a tank corps at its gates: it drives in."""
    near = GAME.board.grid.ring(last, 2)[0]
    pos = sparse({"6GTC": near, "1Pz": "20.30"}, "movement", SOVIET)
    held = frozenset(GAME.victory) - {last}
    held = frozenset(sorted(held)[:2])
    pos = GAME.position(replace(pos.state, held=held, fallen=held))
    end = planned(pos, SOVIET, nodes=30).end
    assert end.outcome is not None
    assert end.outcome.winner == SOVIET


# --- a player like the others -------------------------------------------------------------


def test_it_can_be_called_off() -> None:
    """Stopped at once it still answers with something legal, sooner than with its budget."""
    at_once, at_leisure = looks_until_stopped(begun().apply("choose movement"))
    assert at_once < at_leisure


def test_a_bigger_budget_finds_a_plan_that_is_not_worse() -> None:
    """What has been found is not lost by looking further."""
    pos = begun().apply("choose movement")
    values = [planned(pos, SOVIET, nodes=n).value for n in (20, 400)]
    assert values[1] >= values[0]


def test_with_little_time_everybody_is_thought_of() -> None:
    """With two positions for each formation nobody is moved at sight."""

    class Thoughtful(MoveSearch):
        def _at_sight(self, *_: Any) -> Any:
            raise AssertionError("somebody was moved without a thought")

    pos = begun().apply("choose movement")
    staff, nodes = Staff(APPRAISAL, pos, SOVIET), 3 * len(APPRAISAL.troops(pos, SOVIET)) + 20
    search = Thoughtful(staff, pos, Clock(Budget(nodes=nodes), nodes), Random(1), fights=True)
    assert search.greedy().legs


def test_orders_are_carried_out_as_planned() -> None:
    """Every order of a phase of movement is legal when its turn comes: nothing is refused."""
    seat, pos = Seat(VETERAN, "5", SMALL), begun().apply("choose movement")
    plans = 0
    while pos.top.tag in ("movement", "moving", "arriving"):
        chosen = seat(pos.view(SOVIET))
        assert seat.last is not None
        plans += seat.last.note != "as planned"
        pos = pos.apply(chosen)
    assert plans == 1


def test_it_says_what_it_was_trying_to_do() -> None:
    """After a turn of its own it names an objective, and what it fears."""
    seat = Seat(VETERAN, "1", SMALL)
    played(seat, begun(), SOVIET, 1)
    assert "take" in seat.explanation
    assert "I feared" in seat.explanation
    assert seat.player.explanation(seat.memory, turn=9) == ""


def test_a_hint_has_an_action_and_a_plan() -> None:
    """A human is told what to do next, and what for."""
    pos = begun().apply("choose movement")
    hint = VETERAN.hint(pos.view(SOVIET), budget=SMALL)
    assert hint is not None
    assert hint.action in pos.actions()
    assert "take" in hint.plan


def test_a_hint_is_about_what_should_be_done_now() -> None:
    """Advice is in the present; what a player has done and feared stays in its diary."""
    pos = begun().apply("choose movement")
    choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed="1", budget=SMALL)
    assert "move" in choice.note
    assert "Beware of attacks on " in choice.plan
    assert "I " not in choice.note + choice.plan
    page = choice.memory.page(1)
    assert page.aims[0].replace("I moved", "move") == choice.note
    assert page.fears[0].startswith("I feared attacks on ")


def test_an_attack_is_advised_and_then_told() -> None:
    """With its odds and its chance: to who could make it, and to who asks afterwards."""
    pos = begun().apply("choose combat")
    choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed="1", budget=SMALL)
    place = GAME.board.called(choice.action.arg)
    assert choice.note.startswith(f"Attack {place} at ")
    assert choice.note.endswith(" % to take it.")
    (told,) = choice.memory.page(1).attacks
    assert told == choice.note.replace("Attack", "I attacked").replace(":", ",")


def test_the_end_of_a_step_is_advised_with_a_reason() -> None:
    """When the ready set-up has been taken nothing is left to do, and that is said."""
    hint = VETERAN.hint(GAME.start(seed=1).apply("choose ready").view(AXIS), budget=SMALL)
    assert hint == Hint(DONE, "nothing else is worth doing here", "")


def test_only_who_has_reasons_gives_hints() -> None:
    """In the set-up, where next to nothing is weighed, a human is advised all the same; not by one
    who goes by chance.
    """
    view = GAME.start(seed=1).view(AXIS)
    assert view.question is not None
    hint = VETERAN.hint(view, budget=SMALL)
    assert hint is not None
    assert hint.action in view.question.actions
    assert PLAYERS["random"].hint(view) is None


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [("ukraine44", "campaign"), ("ukraine43", "rumyantsev"), ("ukraine43", "campaign")],
)
def test_a_game_comes_to_its_end(slug: str, scenario: str) -> None:
    """Two veterans with next to no time play through; all they do is legal."""
    game = load(slug)
    pos = game.start(scenario, seed=2)
    seats = {side: Seat(VETERAN, side, Budget(nodes=5)) for side in game.sides}
    fought = 0
    while pos.outcome is None:
        chosen = seats[pos.side](pos.view(pos.side))
        assert chosen in pos.actions()
        fought += chosen.verb == "commit"
        pos = pos.apply(chosen)
    assert fought > 10
