"""The veteran in Ukraine '43: what it must never do, and what it must always do."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.battle import TARGET, drawn

from grognard import load
from grognard.decisions import Action, total
from grognard.games.ukraine43.state import AXIS, OUT, SOVIET
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.victory import points
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.evaluate import Staff
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.players.threat import Threat
from grognard.state import letter_at, with_letter
from grognard.testing import sketch

GAME: Any = load("ukraine43")
APPRAISAL: Any = GAME.appraisal
VETERAN = PLAYERS["veteran"]
#: Enough to plan the attacks and to move everybody once.
SMALL = Budget(nodes=20)


def passive(pos: Any) -> Action:
    """Ends every phase at once, and takes what comes."""
    actions: list[Action] = pos.actions()
    quiet = ("done", "pass", "cancel")
    return next((one for verb in quiet for one in actions if one.verb == verb), actions[0])


def until(seat: Seat, pos: Any, side: str, tags: set[str], turn: int) -> Any:
    """The game goes on, one side asleep, until this side is asked one of these questions."""
    while pos.outcome is None and pos.turn <= turn:
        if pos.side == side and pos.top.tag in tags:
            return pos
        pos = pos.apply(seat(pos.view(side)) if pos.side == side else passive(pos))
    return pos


def start(seed: int = 1) -> Any:
    """The blow at Belgorod."""
    return GAME.start("rumyantsev", seed=seed)


def test_the_attacker_keeps_his_schedule_against_nobody() -> None:
    """Against an enemy who does nothing the Soviets are not below the benchmark of turn 4."""
    end = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, set(), 4)
    assert end.outcome is None or end.outcome.winner == SOVIET
    assert end.outcome is not None or total(points(end)) >= GAME.space(end).benchmark


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_nobody_walks_out_of_supply_for_nothing(side: str) -> None:
    """Of all that had a line before its own movement next to none has lost it after it."""
    seat = Seat(VETERAN, "1", SMALL)
    before = until(seat, start(), side, {"movement"}, 1)
    after = before
    while (
        after.side != side
        or after.top.tag == "movement"
        or len(after.state.agenda) > len(before.state.agenda)
    ):
        after = after.apply(seat(after.view(side)) if after.side == side else passive(after))
        if after.find(type(before.top)) is None:
            break
    had = {t.id for t in APPRAISAL.troops(before, side) if t.supplied}
    lost = {t.id for t in APPRAISAL.troops(after, side) if not t.supplied} & had
    assert len(lost) <= len(had) // 20


def test_who_has_come_up_in_exploitation_takes_a_marker() -> None:
    """Units next to an enemy at the end of the phase are ready for the Second Combat Phase."""
    seat = Seat(VETERAN, "1", SMALL)
    pos = until(seat, start(), SOVIET, {"exploitation"}, 1)
    while pos.find(PlayerTurn) is not None and pos.top.tag != "second combat":
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else passive(pos))
    assert pos.within(PlayerTurn).assault


def test_openings_differ_from_seed_to_seed() -> None:
    """Three commanders, three first moves of the whole army."""
    pos = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, {"movement"}, 1)
    orders = set()
    for seed in "123":
        choice = VETERAN.decide(pos.view(SOVIET), Memory(), seed=seed, budget=SMALL)
        orders.add((choice.action, *choice.memory.orders))
    assert len(orders) == 3


def test_the_same_view_gives_the_same_orders_whatever_the_dice_will_be() -> None:
    """Nothing but the view, the memory and the seed is asked."""
    pos = until(Seat(VETERAN, "1", SMALL), start(), SOVIET, {"movement"}, 1)
    other = GAME.position(replace(pos.state, seed="other dice"))
    one, two = (
        VETERAN.decide(p.view(SOVIET), Memory(), seed="1", budget=SMALL) for p in (pos, other)
    )
    assert one == two


def bare(places: dict[str, str], phase: str, side: str) -> Any:
    """The map of the short scenario with a few units on it, at a phase of a side."""
    pos = start()
    units = tuple(replace(u, at=places.get(u.id, OUT)) for u in pos.state.units)
    pos = GAME.position(replace(pos.state, units=units))
    return GAME.position(replace(pos.state, agenda=GAME.agenda_for(phase, side, pos)))


def test_an_empty_town_is_feared_for() -> None:
    """A tank corps could drive into Akhtyrka; it is feared less when somebody stands there."""

    def feared(guard: str) -> float:
        pos = bare({"88ID": guard, "5GTC": "3807"}, "movement", AXIS)
        return Staff(APPRAISAL, pos, AXIS).parts(pos, fights=False)["open"]

    assert feared("3016") < feared("3511") <= 0


def test_a_line_in_front_of_a_town_makes_it_safer() -> None:
    """Divisions that bar the way of a tank corps keep it away from towns; behind them it runs."""

    def feared(line: tuple[str, ...]) -> float:
        places = dict(zip(("88ID", "75ID", "68ID"), line, strict=True))
        pos = bare({**places, "5GTC": "3806"}, "movement", AXIS)
        return Staff(APPRAISAL, pos, AXIS).parts(pos, fights=False)["open"]

    assert feared(("2912", "2913", "2914")) < feared(("3707", "3807", "3907")) <= 0


def test_the_bold_mind_the_loss_of_a_town_like_the_careful() -> None:
    """What the Germans may retake counts in full for the Soviets, what they may kill less."""
    pos = bare({"2TC": "4309", "6Pz": "4308", "7Pz": "4308", "11Pz": "4209"}, "movement", SOVIET)
    index, control = pos.board.grid.index, pos.state.control
    ours = letter_at(control, index[GAME.sources(pos, SOVIET)[0]])
    pos = GAME.position(replace(pos.state, control=with_letter(control, index["4309"], ours)))
    (blow,) = Threat(APPRAISAL, pos, AXIS).blows()
    assert blow.prize > 0
    staff = Staff(APPRAISAL, pos, SOVIET)
    mild = staff.parts(pos, fights=True)["threat"] / -staff.weights.threat
    assert mild == pytest.approx(blow.prize + APPRAISAL.caution(SOVIET) * (blow.gain - blow.prize))


# --- lines --------------------------------------------------------------------------------


def corridor(reserve: str) -> Any:
    """Two panzer divisions at the end of a road between two seas. From the west a tank corps can
    come to the road behind them; a division is in reserve, and the panzers have moved.
    """
    wet = (f"{c:02}{r:02}" for c in (1, 2, 3, 7, 8) for r in range(3, 15))
    sea = " ".join(h for h in wet if h not in ("0108", "0208", "0308", "0109", "0209", "0309"))
    road = "-".join(f"05{row:02}" for row in range(1, 14))
    pos = sketch(
        "ukraine43",
        f"""board 8 x 14
        terrain sea {sea}
        network primary {road}
        tag axis_source 0501
        control axis 0501
        tag soviet_source 0108
        control soviet 0108
        unit 6Pz 0513
        unit 7Pz 0512
        unit 88ID {reserve}
        unit 5GTC 0208
        phase movement axis""",
    )
    *outer, phase = pos.state.agenda
    agenda = (*outer, phase.but(moved=frozenset({"6Pz", "7Pz"})))
    return pos.game.position(replace(pos.state, agenda=agenda))


@pytest.mark.parametrize("reserve", ["0505", "0411", "0610"])
def test_a_hole_is_closed_that_a_move_can_close(reserve: str) -> None:
    """The division in reserve goes where it keeps the tanks from the only road."""
    pos = corridor(reserve)
    staff, clock = Staff(pos.game.appraisal, pos, AXIS), Clock(Budget(nodes=60), 60)
    assert staff.parts(pos, fights=True)["risk"] < 0
    end = MoveSearch(staff, pos, clock, Random(1), fights=True).run().end
    assert staff.parts(end, fights=True)["risk"] == 0


# --- attacks out of a move ----------------------------------------------------------------


@pytest.mark.parametrize(("defence", "strikes"), [(2, True), (40, False)])
def test_tanks_run_over_what_is_weak(defence: int, strikes: bool) -> None:
    """In Exploitation a panzer division assaults a weak unit in its way and no strong one."""
    text = "tag axis_source 0401\ncontrol axis 0401\nunit 6Pz 0402\nunit 55/112 T"
    pos = drawn(f"{text}\nphase exploitation axis", u6Pz=(21, 8), **{"u55/112": (3, defence)})
    found = [one.orders for one in pos.game.appraisal.strikes(pos)]
    assert bool(found) is strikes
    assert all(orders[-1] == Action("assault", TARGET) for orders in found)


def test_a_stack_strikes_together() -> None:
    """Two divisions that are too weak by themselves go in one stack."""
    text = "tag axis_source 0401\ncontrol axis 0401\nunit 6Pz 0402\nunit 7Pz 0402\nunit 55/112 T"
    weak = {"u6Pz": (14, 8), "u7Pz": (14, 8), "u55/112": (3, 7)}
    pos = drawn(f"{text}\nphase exploitation axis", **weak)
    first = next(pos.game.appraisal.strikes(pos)).orders
    assert [one.verb for one in first] == ["select", "join", "move", "assault"]


def test_an_assault_is_ordered_and_made() -> None:
    """A panzer division that meets a lone brigade in Exploitation goes for it, and the turn of
    its phase goes on.
    """
    places = {"6Pz": "3812", "180TB": "3810", "2TC": "4503", "Kempf": "3814"}
    pos = bare(places, "exploitation", AXIS)
    seat, taken = Seat(VETERAN, "1", SMALL), []
    while pos.side == AXIS and pos.top.tag in ("exploitation", "moving", "mobile assault"):
        taken.append(seat(pos.view(AXIS)))
        pos = pos.apply(taken[-1])
    assert Action("assault", "3810") in taken
    assert Action("commit", "") in taken
    assert "I made an assault" in seat.explanation
