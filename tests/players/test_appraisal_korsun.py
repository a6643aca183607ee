"""What a computer player is told about Korsun 1944, and what it makes of it."""

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.leaks import imagined_alike, positions
from tests.players.korsun import APPRAISAL, GAME, SMALL, VETERAN, begun, drawn, quiet
from tests.rules.korsun44.fights import NORTH, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, fought
from tests.rules.korsun44.fights import TARGET as BEATEN

from grognard.appraise import Duties
from grognard.decisions import DONE, Action
from grognard.games.korsun44.air import points_left
from grognard.games.korsun44.appraisal_outlook import OPENING, cities, keeper
from grognard.games.korsun44.appraisal_range import lines_of, without_line
from grognard.games.korsun44.appraisal_ring import ring
from grognard.games.korsun44.appraisal_road import relief
from grognard.games.korsun44.combat import Combat
from grognard.games.korsun44.state import GERMAN, SOVIET
from grognard.games.korsun44.victory import is_connected, own_city
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.evaluate import Staff
from grognard.players.moves import Plan, go, imagine
from grognard.players.packages import Planner
from grognard.players.player import Clock
from grognard.players.search import MoveSearch
from grognard.players.veteran import Thought

HERE, BESIDE, TARGET, FAR = "0504", "0505", "0604", "0607"
#: Brigades of two levels.
TANKS = ("31-XXIX", "32-XXIX", "25-XXIX")
#: Several times as many actions as five turns take.
ENDLESS = 6000

# --- what it is told ------------------------------------------------------------------------


def test_what_one_side_has_the_other_lacks() -> None:
    """One count, seen from either side; at the beginning all cities are German."""
    pos = begun()
    ours, theirs = APPRAISAL.ledger(pos, SOVIET), APPRAISAL.ledger(pos, GERMAN)
    assert ours.margin == -theirs.margin < 0
    assert ours.turns_left == 24
    assert ours.banked == 0


def wanted(pos: Any, side: str, kind: str) -> set[str]:
    """The hexes that a side is to take, or to hold."""
    return {goal.hex for goal in APPRAISAL.objectives(pos, side) if goal.kind == kind}


def test_objectives_follow_from_victory() -> None:
    """Shpola is one of six cities: Soviets are to take it, Germans to hold it."""
    pos = begun()
    assert "4127" in wanted(pos, SOVIET, "take") & wanted(pos, GERMAN, "hold")


def test_chances_of_a_battle_add_up() -> None:
    """Something happens in every attack."""
    pos = begun(tag="combat")
    planner = Planner(APPRAISAL, pos, SOVIET)
    assert planner.contacts()
    for target, able in planner.contacts().items():
        for package in planner.packages(target, able):
            outcomes = APPRAISAL.battle(pos, package.units, target)
            assert sum(o.chance for o in outcomes) == pytest.approx(1)


def test_who_has_no_way_back_loses_levels() -> None:
    """The same attack costs a defender more who is surrounded (5.3.7)."""
    attackers = ("31-XXIX", "32-XXIX")
    units = [f"unit {unit} {HERE}" for unit in attackers] + [f"unit A-75 {TARGET}"]
    behind = ("unit 7Abn 0705", "unit 62GRD 0704", "unit 5Abn 0603")
    free, caught = drawn(*units), drawn(*units, *behind)
    lost = [
        sum(o.chance * o.defender for o in p.game.appraisal.battle(p, attackers, TARGET))
        for p in (free, caught)
    ]
    assert lost[0] < lost[1]


def test_states_that_look_alike_are_imagined_alike() -> None:
    """With two hidden units exchanged the same position is made up from the view."""
    games = positions(GAME, range(1), every=60, scenario="deblockade")
    found = [imagined_alike(pos, pos.side, rng) for pos, _, _, rng in games]
    assert found.count(True) > 5
    assert False not in found


@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_whoever_stands_in_a_zone_beside_a_line_is_supplied(side: str) -> None:
    """Lines do not pass through enemy zones; they come to whoever stands in one (10.1.10)."""
    pos = begun("deblockade", side)
    lines, field = lines_of(pos, side), APPRAISAL.supplied(pos, side)
    assert [hex_ in lines for hex_ in pos.board.grid.hexes] == field.tolist()
    assert field.sum() > lines.reached().sum()


def test_zones_of_the_unsupplied_take_no_city() -> None:
    """Beside an empty hex of Shpola Soviets have it by their zone, if they have a line; behind the
    front of the Germans they have none, and have to go in (4.3.5).
    """
    pos = begun("korsun")
    hex_ = next(h for h in cities(pos) if h[:2] == "41" and not pos.at(h))
    beside = next(h for h in pos.board.grid.neighbours(hex_) if not pos.at(h))
    there = imagine(pos, {TANKS[0]: beside})
    assert keeper(there, hex_) == GERMAN
    assert keeper(imagine(pos, {TANKS[0]: hex_}), hex_) == SOVIET
    germans = [t.id for t in APPRAISAL.troops(pos, GERMAN)]
    free = imagine(there, dict.fromkeys(germans, "3115")).state
    control = GAME.letter_of(SOVIET) * len(free.control)
    here = pos.board.grid.index[hex_]
    control = control[:here] + GAME.letter_of(GERMAN) + control[here + 1 :]
    assert keeper(GAME.position(replace(free, control=control)), hex_) == SOVIET


# --- the ring round Korsun ------------------------------------------------------------------


def ringed(hole: int | None = None) -> Any:
    """Soviets on every third hex of the ring, but for a hole."""
    pos = begun("korsun_short")
    posts = ring(pos).gap[1::3]
    motorised = [t.id for t in APPRAISAL.troops(pos, SOVIET) if t.attack and t.kind == "mech"]
    there = dict(zip(motorised, posts, strict=False))
    return imagine(pos, {u: h for u, h in there.items() if hole is None or h != posts[hole]})


def test_the_ring_parts_korsun_from_the_south() -> None:
    """With all hexes closed that are missing, no line comes to Korsun; with none it does."""
    pos = begun("korsun_short")
    index, closed = pos.board.grid.index, np.zeros(len(pos.board.grid), bool)
    city = [index[hex_] for hex_ in own_city(pos, GERMAN)]
    assert not without_line(pos, GERMAN, closed)[city].any()
    closed[[index[hex_] for hex_ in ring(pos).gap]] = True
    assert without_line(pos, GERMAN, closed)[city].all()


def test_who_has_come_into_korsun_is_no_part_of_the_ring() -> None:
    """A front may have most of its strength in the city itself, or beyond it."""
    pos = begun("korsun_short")
    tanks = [t.id for t in APPRAISAL.troops(pos, SOVIET) if t.id.endswith(("-XX", "-XXIX"))]
    inside = imagine(pos, dict.fromkeys(tanks, own_city(pos, GERMAN)[0]))
    assert ring(inside).gap


def test_both_sides_fight_for_the_hole() -> None:
    """The last hole of the ring is to be taken by the Soviets and held by the Germans; it is worth
    more to the Soviets to have closed it.
    """
    hole, shut = ringed(hole=5), ringed()
    gone = set(ring(hole).gap) - set(ring(shut).gap)
    assert is_connected(hole)
    assert not is_connected(shut)
    assert gone & wanted(hole, SOVIET, "take") & wanted(hole, GERMAN, "hold")
    worth = {pos: APPRAISAL.ledger(pos, SOVIET).margin for pos in (hole, shut)}
    assert worth[shut] > worth[hole]


def test_a_narrower_gap_is_better() -> None:
    """Korsun has its line all the same: the Soviets play on while they are behind."""
    begin, on = begun("korsun_short"), ringed(hole=5)
    assert is_connected(on)
    assert APPRAISAL.ledger(on, SOVIET).margin > APPRAISAL.ledger(begin, SOVIET).margin


def test_the_city_itself_is_fought_for() -> None:
    """No line comes to a Korsun that is Soviet: each hex of it counts on the way there."""
    pos = begun("korsun_short")
    inside = own_city(pos, GERMAN)
    assert set(inside) <= wanted(pos, GERMAN, "hold") & wanted(pos, SOVIET, "take")
    free = next(hex_ for hex_ in inside if not pos.at(hex_))
    taken = imagine(pos, {TANKS[0]: free})
    assert is_connected(taken)
    margins = [APPRAISAL.ledger(one, SOVIET).margin for one in (pos, taken)]
    assert margins[1] > margins[0] + 1.0


def test_germans_who_are_cut_off_fight_for_the_way_out() -> None:
    """Where the ring is closed they are to take hexes of it."""
    shut = ringed()
    assert wanted(shut, GERMAN, "take") & set(ring(shut).chain)


def test_soviets_drive_on_to_meet() -> None:
    """In five turns against Germans who stand still, a recruit closes a quarter of the gap. No
    attack is put together and taken apart for ever.
    """
    pos, taken = begun("korsun_short"), 0
    seat, before = Seat(PLAYERS["recruit"], "1"), ring(pos).length
    while pos.turn <= 5:
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else quiet(pos))
        taken += 1
        assert taken < ENDLESS
    assert ring(pos).length < 0.75 * before


# --- duties ---------------------------------------------------------------------------------


def test_who_stands_open_in_a_zone_has_a_duty() -> None:
    """In the open he must attack, and his enemy be attacked; in trenches nobody must (5.1.3)."""
    units = (f"unit 7Abn {HERE}", f"unit A-75 {TARGET}")
    pos = drawn(*units, phase="movement")
    assert pos.game.appraisal.duties(pos, SOVIET) == Duties(
        frozenset({"7Abn"}), frozenset({TARGET})
    )
    dug = pos.apply("select 7Abn").apply("choose dig")
    assert not dug.game.appraisal.duties(dug, SOVIET)


def test_every_duty_is_met_by_the_plan() -> None:
    """All who must attack do, all who must be attacked are, whether it pays or not (5.1.7)."""
    weak = ("unit 38RD 0502", "unit 58RD 0506")
    strong = ("unit Pz-5SS 0602", "unit Pz-1SS 0602", "unit 6-3 0606", "unit A-75 0606")
    pos = drawn(*weak, *strong, f"unit 7Abn {HERE}")
    duties = pos.game.appraisal.duties(pos, SOVIET)
    planner = Planner(pos.game.appraisal, pos, SOVIET, seasoned=True)
    assert not planner.paying()
    plan = planner.allocation()
    assert len(duties.units) == 2
    assert duties.units == {unit for package in plan for unit in package.units}
    assert duties.hexes == {hex_ for package in plan for hex_ in package.targets}


def test_one_unit_before_two_enemies_attacks_both() -> None:
    """Nobody else is there to attack the second hex (5.1.5)."""
    pos = drawn(f"unit 7Abn {HERE}", f"unit A-75 {TARGET}", "unit B-75 0503")
    (package,) = Planner(pos.game.appraisal, pos, SOVIET).allocation()
    assert {*package.targets} == {TARGET, "0503"}


def test_a_duty_is_no_burden_to_the_strong() -> None:
    """One division minds to step before an enemy; with a corps of tanks near it does not."""
    lone = ("unit 38RD 0404", f"unit A-75 {TARGET}")
    corps = [f"unit {unit} 0405" for unit in ("31-XXIX", "32-XXIX", "25-XXIX", "8G-XX")]
    alone, helped = drawn(*lone, phase="movement"), drawn(*lone, *corps, phase="movement")
    here = alone.board.grid.index[HERE]
    minded = [pos.game.appraisal.burden(pos, SOVIET)[here] for pos in (alone, helped)]
    assert minded[0] > 0 == minded[1]


@pytest.mark.parametrize(("words", "minds"), [("", False), (" retreated=true", True)])
def test_who_came_in_retreat_minds_the_enemy_beside_him(words: str, minds: bool) -> None:
    """He may not dig (5.3.10), and so must attack if he stays; others dig."""
    pos = drawn(f"unit 38RD {HERE}{words}", f"unit 3-3 {TARGET}", phase="movement")
    burden = pos.game.appraisal.burden(pos, SOVIET)
    assert (burden[pos.board.grid.index[HERE]] > 0) == minds


@pytest.mark.parametrize(
    ("scenario", "bold"),
    [
        ("korsun", {SOVIET}),
        ("korsun_short", {SOVIET}),
        ("deblockade", {GERMAN}),
        ("retreat", set()),
    ],
)
def test_who_must_take_ground_is_bold(scenario: str, bold: set[str]) -> None:
    """The Soviets in January, the Germans in February, nobody where levels alone decide."""
    pos = begun(scenario, GERMAN if scenario == "deblockade" else SOVIET)
    tempers = {side: APPRAISAL.temper(pos, side) for side in (GERMAN, SOVIET)}
    assert {side for side in tempers if tempers[side].caution < 1} == bold
    assert {side for side in tempers if APPRAISAL.thrown_back(pos, side) > 1} == bold


@pytest.mark.parametrize(("scenario", "wary"), [("retreat", {GERMAN}), ("korsun", set())])
def test_who_marches_off_is_wary(scenario: str, wary: set[str]) -> None:
    """In The Retreat the Germans mind danger more than the Soviets do, close in less eagerly, and
    want to be paid more for a level; where cities decide neither side is like that.
    """
    pos = begun(scenario, SOVIET)
    tempers = {side: APPRAISAL.temper(pos, side) for side in (GERMAN, SOVIET)}
    assert {side for side, it in tempers.items() if it.caution > 1} == wary
    if wary:
        ours, theirs = tempers[GERMAN], tempers[SOVIET]
        assert (ours.eagerness, theirs.thrift) < (theirs.eagerness, ours.thrift)


def test_who_guards_cities_spares_his_men() -> None:
    """Where cities decide a panzer battalion leaves an airborne division alone. It would attack if
    it made as little of its levels as the enemy does.
    """
    pos = drawn(f"unit 6-3 {HERE}", f"unit 7Abn {TARGET}", phase="combat", side=GERMAN)
    worths = []
    for side in (GERMAN, SOVIET):
        planner = Planner(pos.game.appraisal, pos, GERMAN, seasoned=True)
        planner.thrift = pos.game.appraisal.temper(pos, side).thrift
        package = planner.best(TARGET, planner.able)
        assert package is not None
        worths.append(package.worth)
    assert worths[0] < 0 < worths[1]


@pytest.mark.parametrize(
    ("side", "unit", "enemy"), [(SOVIET, "38RD", "A-75"), (GERMAN, "A-75", "38RD")]
)
def test_only_defenders_dig_before_they_must(side: str, unit: str, enemy: str) -> None:
    """Two hexes from the enemy Germans dig in, and Soviets do not."""
    pos = drawn(f"unit {unit} 0404", f"unit {enemy} {TARGET}", phase="movement", side=side)
    pos = pos.apply(f"select {unit}")
    (dig,) = (one for one in pos.game.appraisal.choices(pos) if one.action.arg == "dig")
    assert (dig.worth > 0) == (side == GERMAN)


def test_a_hopeless_attack_is_avoided() -> None:
    """A rifle division before three panzer battalions digs in or walks away: after its move
    nothing forces it to attack.
    """
    stack = [f"unit {unit} {TARGET}" for unit in ("Pz-5SS", "Pz-1SS", "6-3")]
    pos = drawn(f"unit 38RD {HERE}", *stack, phase="movement")
    staff = Staff(pos.game.appraisal, pos, SOVIET)
    search = MoveSearch(staff, pos, Clock(Budget(nodes=40), 40), Random(1), fights=True)
    end = search.run().end
    assert not pos.game.appraisal.duties(end, SOVIET)


def test_who_must_attack_at_a_loss_is_called_back() -> None:
    """A plan sends a rifle division out of its trench to a stack of panzers; without its move, and
    so without an attack that must be made, the plan is better. Who comes onto the map stays there.
    """
    stack = [f"unit {unit} {TARGET}" for unit in ("Pz-5SS", "Pz-1SS", "6-3")]
    pos = drawn("unit 38RD 0404", *stack, phase="movement")
    staff = Staff(pos.game.appraisal, pos, SOVIET)
    search = MoveSearch(staff, pos, Clock(Budget(nodes=40), 40), Random(1), fights=True)
    leg = go(staff, pos, "38RD", HERE)
    assert leg is not None
    assert pos.game.appraisal.duties(leg.after, SOVIET)
    plan = Plan(pos, [leg], search.value(leg.after))
    assert search.unforced(plan).ends == {}


def test_only_who_must_be_attacked_is_attacked_when_nothing_pays() -> None:
    """A division in the open must attack the regiment beside it; the strong stack beside another
    that stands in its trench is left alone.
    """
    dug = "state field_works=0804:soviet"
    stack = [f"unit {unit} 0904" for unit in ("Pz-5SS", "Pz-1SS", "6-3")]
    pos = drawn(f"unit 38RD {HERE}", f"unit A-75 {TARGET}", "unit 232RD 0804", *stack, dug)
    view = pos.view(SOVIET)
    thought = Thought(view, Memory(), "1", Clock(Budget(nodes=20), 20))
    targets = [one for one in view.question.actions if one.verb == "target"]
    assert {one.arg for one in targets} == {TARGET, "0904"}
    assert [one.arg for one in thought._owed(targets)] == [TARGET]


def test_a_veteran_never_ends_in_a_phase_that_it_cannot_end() -> None:
    """With duties open it goes on attacking until it may end the phase."""
    pos, seat, taken = begun(tag="combat"), Seat(VETERAN, "1", SMALL), 0
    while pos.find(Combat) is not None:
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else quiet(pos))
        taken += 1
        assert taken < 400
    assert taken > 10


def test_an_open_road_is_to_be_cut_where_nobody_stands_on_it() -> None:
    """While a road leads to Korsun its hexes without Germans are what both sides care for most
    beside the city: Soviets are to take them.
    """
    pos = begun("deblockade", GERMAN)
    soviets = [t.id for t in APPRAISAL.troops(pos, SOVIET)]
    pos = imagine(pos, dict.fromkeys(soviets, "6400"))
    road = relief(pos)
    assert road.trouble == 0
    worths = {goal.hex: goal.worth for goal in APPRAISAL.objectives(pos, SOVIET)}
    outside = [hex_ for hex_ in road.road if hex_ not in cities(pos)]
    empty = [hex_ for hex_ in outside if not pos.columns.count("regular", GERMAN, hex_)]
    assert empty
    assert {worths[hex_] for hex_ in empty} == {OPENING}
    assert all(worths[hex_] < OPENING for hex_ in outside if hex_ not in empty)


# --- going back, following -------------------------------------------------------------------


def answered(pos: Any) -> Any:
    """The retreat or the pursuit that is open, each question answered by what is worth most."""
    answers = 0
    while pos.top.tag in ("retreat", "retreating", "pursuing"):
        open_, found = pos.actions(), pos.game.appraisal.choices(pos)
        best = max((one for one in found if one.action in open_), key=lambda one: one.worth)
        pos, answers = pos.apply(best.action, chance="stop"), answers + 1
        assert answers < 20
    return pos


def test_who_is_too_many_for_the_way_back_goes_another() -> None:
    """Six levels stand on every hex behind two regiments of two. One finds room for itself and not
    for both; nobody thinks about it for ever.
    """
    names = [u.id for u in begun().state.units if u.id.endswith(("-34", "-198", "-88"))]
    friends = [f"unit {names.pop()} {h}" for h in (SOUTH, SOUTH_EAST, SOUTH_WEST) for _ in "123"]
    tanks = [f"unit {unit} {NORTH}" for unit in TANKS]
    pos = drawn(*tanks, *friends, f"unit A-75 {BEATEN}", f"unit B-75 {BEATEN}")
    pos = answered(fought(pos, BEATEN, *TANKS, result="- / D1"))
    assert pos.unit("A-75").at != pos.unit("B-75").at
    assert BEATEN not in {pos.unit("A-75").at, pos.unit("B-75").at}


def test_who_is_ordered_back_goes_all_the_way() -> None:
    """Every hex too few costs a level (5.3.7): a regiment goes back three hexes and loses nothing,
    though there are woods on its way, and open country beyond them.
    """
    tanks = [f"unit {unit} {NORTH}" for unit in TANKS]
    woods = [f"terrain forest {hex_}" for hex_ in (SOUTH, SOUTH_EAST, SOUTH_WEST)]
    pos = drawn(*woods, *tanks, f"unit A-75 {BEATEN}")
    pos = answered(fought(pos, BEATEN, *TANKS, result="- / D3"))
    assert pos.board.grid.distance(BEATEN, pos.unit("A-75").at) == 3
    assert pos.unit("A-75").lost == 0


def test_who_is_too_many_for_a_pursuit_stays() -> None:
    """Six levels have followed into the hex. One brigade of two follows from another, and the next
    does not go with it; nobody thinks about it for ever.
    """
    others = ("8G-XX", "80-XX")
    tanks = [f"unit {unit} {NORTH}" for unit in TANKS]
    tanks += [f"unit {unit} {NORTH_WEST}" for unit in others]
    pos = drawn(*tanks, *(f"unit {unit}-75 {BEATEN}" for unit in "ABC"))
    pos = answered(fought(pos, BEATEN, *TANKS, *others, result="- / D1"))
    for first in ("31-XXIX", "8G-XX"):
        pos = answered(pos.apply(f"select {first}"))
    followed = {unit for unit in (*TANKS, *others) if pos.unit(unit).at == BEATEN}
    assert followed == {*TANKS, "8G-XX"}


def test_a_duty_to_come_keeps_nobody_from_a_pursuit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before he would have to attack he has a movement of his own."""
    tanks = [f"unit {unit} {NORTH}" for unit in TANKS]
    panzers = [f"unit {unit} {SOUTH_EAST}" for unit in ("Pz-5SS", "Pz-1SS", "6-3")]
    pos = drawn(*tanks, *panzers, f"unit A-75 {BEATEN}", f"unit B-75 {BEATEN}")
    pos = answered(fought(pos, BEATEN, *TANKS, result="- / D1"))
    appraisal, index = pos.game.appraisal, pos.board.grid.index
    assert appraisal.burden(pos, SOVIET)[index[BEATEN]] > 0
    minded = [one.worth for one in appraisal.choices(pos)]
    monkeypatch.setattr(type(appraisal), "burden", lambda *_: np.zeros(len(index)))
    twin = pos.game.position(pos.state)
    assert [one.worth for one in appraisal.choices(twin)] == pytest.approx(minded)


# --- what else there is to do ---------------------------------------------------------------


def test_guns_are_set_up_where_they_are_of_use() -> None:
    """On trucks three hexes from the enemy they go into combat set-up, far behind they do not."""
    for here, wanted in ((FAR, True), ("1209", False)):
        gun, enemy = f"unit Art-27A {here} limbered=true", f"unit A-75 {TARGET}"
        pos = drawn(gun, enemy, phase="movement").apply("select Art-27A")
        assert bool(pos.game.appraisal.endings(pos)) == wanted


def test_guns_help_an_attack() -> None:
    """A plan of a seasoned commander has them where they reach."""
    pos = drawn(f"unit 7Abn {HERE}", f"unit Art-27A {BESIDE}", f"unit A-75 {TARGET}")
    planner = Planner(pos.game.appraisal, pos, SOVIET, seasoned=True)
    assert pos.game.appraisal.supports(pos, SOVIET, TARGET, ()) == ("Art-27A",)
    able = [troop for troop in planner.able if troop.id == "7Abn"]
    alone, helped = planner.package(TARGET, able), planner.package(TARGET, able, ("Art-27A",))
    assert helped.vacated > alone.vacated


def test_soviets_fly_in_their_own_half_turn() -> None:
    """A third of the SPs of the day or more support attacks, as many as there are good ones, and
    none do anything else.
    """
    pos = begun(tag="air missions of the phasing side")
    day = points_left(pos, SOVIET)
    seat = Seat(PLAYERS["recruit"], "1")
    while pos.top.tag != "movement":
        pos = pos.apply(seat(pos.view(SOVIET)) if pos.side == SOVIET else quiet(pos))
    flown = [mission for mission in pos.state.missions if mission.side == SOVIET]
    assert {mission.kind for mission in flown} == {"offensive"}
    assert points_left(pos, SOVIET) <= 2 / 3 * day


def test_reinforcements_come() -> None:
    """On turn 1 a regiment of panzer grenadiers comes by its entry."""
    pos = begun(side=GERMAN)
    seat = Seat(VETERAN, "1", Budget(nodes=2))
    while pos.side == GERMAN and pos.top.tag in ("movement", "moving", "entering"):
        pos = pos.apply(seat(pos.view(GERMAN)))
    assert pos.unit("103-14").at in GAME.board.grid


def test_an_overrun_is_seen() -> None:
    """Guns alone on the road of a tank brigade are run over (6.1.7)."""
    pos = drawn("unit 31-XXIX 0304", f"unit Art-III {TARGET}", phase="movement")
    (strike,) = pos.game.appraisal.strikes(pos)
    assert strike.orders[-1] == Action("assault", TARGET)
    for order in strike.orders:
        pos = pos.apply(order)
    assert pos.unit("Art-III").at == "dead"


@pytest.mark.parametrize("city", [True, False])
def test_nobody_follows_out_of_a_city_that_is_not_his_yet(city: bool) -> None:
    """A hex that a unit has come into becomes its side's in the Supply Phase, if it is still there:
    one brigade alone stays; out of a hex that counts for nothing it goes.
    """
    tank, zone = TANKS[0], [f"zone korsun {NORTH}"] * city
    pos = drawn(*zone, f"control german {NORTH}", f"unit {tank} {NORTH}", f"unit A-75 {BEATEN}")
    pos = answered(fought(pos, BEATEN, tank, result="- / D1"))
    assert pos.top.tag == "pursuit"
    worth = {one.action: one.worth for one in pos.game.appraisal.choices(pos)}
    assert (worth[Action("select", tank)] < worth[DONE]) == city
