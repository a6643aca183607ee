"""What a computer player is told about Red Parachutes, and what it makes of it."""

from collections import Counter
from math import isfinite
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.leaks import imagined_alike, positions

from grognard import load
from grognard.conformance import RandomPlayer
from grognard.decisions import Action
from grognard.games.kanev43.appraisal_answers import ANSWERS
from grognard.games.kanev43.drops import dropzone
from grognard.games.kanev43.movement import Movement
from grognard.games.kanev43.state import AXIS, SOVIET
from grognard.players import PLAYERS, Budget, Memory, Seat
from grognard.players.packages import Planner
from grognard.players.weigh import weigh
from grognard.testing import sketch

SLUG = "kanev43"
GAME: Any = load(SLUG)
APPRAISAL: Any = GAME.appraisal
RECRUIT = PLAYERS["recruit"]
QUICK = Budget(nodes=1)
KANEV, BEYOND = "3624", "3723"
#: Open country without a Dnepr.
BLANK = "board 12 x 10\nturn 3\n"
HERE, BESIDE, TARGET = "0504", "0505", "0604"


def drawn(*lines: str, phase: str = "combat", side: str = AXIS) -> Any:
    return sketch(SLUG, BLANK + "\n".join([*lines, f"phase {phase} {side}"]), run=True)


def quiet(pos: Any) -> Action:
    """Ends every phase that can be ended, and takes what comes."""
    actions: list[Action] = pos.actions()
    verbs = ("done", "pass", "commit", "stop", "choose", "cancel", "untarget")
    return next((one for verb in verbs for one in actions if one.verb == verb), actions[0])


def begun(tag: str, side: str, scenario: str = "bukrin") -> Any:
    """The first question of a kind to a side, before which nobody has done anything."""
    pos = GAME.start(scenario, seed=1)
    while (pos.side, pos.top.tag) != (side, tag):
        pos = pos.apply(quiet(pos))
    return pos


# --- what it is told ------------------------------------------------------------------------


def test_what_one_side_has_the_other_lacks() -> None:
    """One count, seen from either side: bridgeheads and Grigorovka are points from the start."""
    pos = begun("bridging", SOVIET)
    ours, theirs = APPRAISAL.ledger(pos, SOVIET), APPRAISAL.ledger(pos, AXIS)
    assert ours.margin == -theirs.margin >= 4 * 3
    assert ours.banked == 0
    assert ours.turns_left == 35


def test_objectives_are_what_brings_points() -> None:
    """Kanev is the greatest prize, but while a corps holds it the Soviets do not run there; towns
    beyond the Dnepr are nothing (R-94).
    """
    pos = begun("bridging", SOVIET)
    ours, theirs = APPRAISAL.objectives(pos, SOVIET), APPRAISAL.objectives(pos, AXIS)
    assert theirs[0].hex == KANEV
    assert KANEV not in {goal.hex for goal in ours}
    assert {g.hex for g in ours if g.kind == "take"} < {g.hex for g in theirs if g.kind == "hold"}
    east = {h for h in GAME.theatre.towns if GAME.theatre.bank(h) == "east"}
    assert east.isdisjoint(goal.hex for goal in ours)
    assert {pair.west for pair in pos.state.bridgeheads} < {goal.hex for goal in ours}


def test_chances_of_a_battle_add_up() -> None:
    """Something happens in every attack; an enemy without a way back loses more (RET-9)."""
    units = [f"unit 57ID-I/179 {HERE}", f"unit 57ID-II/179 {HERE}", f"unit 6GTC-I/22 {TARGET}"]
    ring = [f"unit 34ID-{n} {h}" for n, h in zip(
        ("I/80", "II/80", "I/107", "II/107"), ("0505", "0605", "0705", "0704"), strict=True
    )]  # fmt: skip
    free, caught = drawn(*units), drawn(*units, *ring, "unit 34ID-I/253 0603")
    lost = []
    for pos in (free, caught):
        found = pos.game.appraisal.battle(pos, ("57ID-I/179", "57ID-II/179"), TARGET)
        assert sum(o.chance for o in found) == pytest.approx(1)
        lost.append(sum(o.chance * o.defender for o in found))
    assert lost[0] < lost[1]


def test_odds_by_numbers_grow_with_strength() -> None:
    """Who attacks with nothing is thrown back, with more takes more, and less in good ground."""

    def taken(attack: int, cover: float) -> float:
        found = APPRAISAL.odds(attack, 4, cover)
        return float(sum(o.chance * o.defender for o in found))

    assert taken(0, 0.0) == 0
    assert taken(4, 0.0) < taken(16, 0.0)
    assert taken(16, 2.0) < taken(16, 0.0)


def test_an_attack_is_reckoned_with_those_whom_the_hex_allows() -> None:
    """Of three battalions of different regiments in a hex two attack (CBT-1)."""
    stack = ("57ID-I/179", "57ID-I/199", "57ID-I/217")
    units = [f"unit {unit} {HERE}" for unit in stack]
    pos = drawn(*units, f"unit 6GTC-I/22 {TARGET}")
    battle = pos.game.appraisal.battle
    assert battle(pos, stack, TARGET) == battle(pos, stack[:2], TARGET)
    assert battle(pos, stack[:2], TARGET) != battle(pos, stack[:1], TARGET)


def test_states_that_look_alike_are_imagined_alike() -> None:
    """With two hidden paratroopers exchanged the same position is made up from the view."""
    games = positions(GAME, range(1), every=150, scenario="short_days")
    found = [imagined_alike(pos, AXIS, rng) for pos, _, _, rng in games]
    assert found.count(True) > 3
    assert False not in found


# --- answers --------------------------------------------------------------------------------


def test_every_question_is_answered_by_what_may_be_done() -> None:
    """In random games of both scenarios each kind of question is met; of the answers to it at
    least one is legal, and all have a worth.
    """
    asked: Counter[str] = Counter()
    for scenario in GAME.scenarios:
        pos, player = GAME.start(scenario, seed=3), RandomPlayer(Random(3))
        for _ in range(9000):
            if pos.outcome is not None:
                break
            if asked[pos.top.tag] < 2 and pos.count() > 1:
                asked[pos.top.tag] += 1
                found = weigh(APPRAISAL, pos, 1)
                assert all(isfinite(one.worth) for one in found)
                actions = set(pos.actions())
                assert any(one.action in actions for one in found), pos.top.tag
            pos = pos.apply(player.choose(pos))
    assert len(asked) > 30
    assert {*asked} <= {*ANSWERS, "strategic moves"}


def told(pos: Any) -> Action:
    """The best answer to a question."""
    return max(weigh(pos.game.appraisal, pos, 6), key=lambda one: one.worth).action


def test_the_bridge_is_blown_when_the_enemy_is_there_and_not_before() -> None:
    """With a third of the army beyond it and nobody near, it stands; with tanks at its end it
    is blown (KNB-1).
    """
    pos = begun("works", AXIS)
    blow = next(one for one in pos.actions() if one.verb == "choose")
    assert told(pos) != blow
    units = [replace(u, at="3822") if u.id == "6GTC-51" else u for u in pos.state.units]
    gone = [replace(u, at="out") if u.at == "3822" and u.id != "6GTC-51" else u for u in units]
    near = GAME.position(replace(pos.state, units=tuple(gone), stacks={}))
    assert told(near) == blow


def test_troops_at_a_bridgehead_cross() -> None:
    """Rifles who have come to its eastern end are sent over before anybody moves (XNG-1)."""
    pos = begun("tactical moves", SOVIET)
    east = pos.state.bridgeheads[0].east
    rifles = ("6GTC-I/22", "6GTC-II/22")
    units = [replace(u, at=east) if u.id in rifles else u for u in pos.state.units]
    pos = GAME.position(replace(pos.state, units=tuple(units), stacks={}))
    taken: list[Action] = []
    while not taken or taken[-1].verb != "commit":
        taken.append(told(pos))
        pos = pos.apply(taken[-1])
    assert taken[0] == Action("target", east)
    assert {one.arg for one in taken if one.verb == "join"} >= {*rifles}


#: Three battalions with trucks, three regiments on foot, a brigade of tanks.
TRUCKS, RIFLES = ("9MC-I/70", "9MC-II/70", "9MC-III/69"), ("161RD-565", "161RD-569", "161RD-575")
TANKS = ("9MC-47GTR",)


@pytest.mark.parametrize(
    ("crossers", "there", "enemies", "turn", "cross"),
    [
        (TRUCKS, (), 0, 1, True),
        (TRUCKS, (), 12, 1, False),
        (RIFLES, (), 12, 1, True),
        (TANKS, (), 12, 1, False),
        (TANKS, RIFLES[:2], 12, 1, True),
        (TRUCKS, (), 12, 36, True),
    ],
)
def test_nobody_crosses_into_a_trap(
    crossers: tuple[str, ...], there: tuple[str, ...], enemies: int, turn: int, cross: bool
) -> None:
    """With the river behind him nobody goes back (RET-9): before twelve German battalions three
    regiments cross together, trucks and tanks only where others hold the bank, and anybody in the
    last turn, which the enemy does not answer.
    """
    pos = begun("tactical moves", SOVIET)
    pair = pos.state.bridgeheads[0]
    front = [h for h in pos.board.grid.ring(pair.west, 2) if GAME.theatre.bank(h) == "west"]
    foes = [t.id for t in APPRAISAL.troops(pos, AXIS) if t.attack == 4][:enemies]
    places = {u.id: "dead" for u in pos.state.units if u.at in pos.board.grid}
    places |= {unit: front[number % len(front)] for number, unit in enumerate(foes)}
    places |= dict.fromkeys(crossers, pair.east) | dict.fromkeys(there, pair.west)
    units = [replace(u, at=places.get(u.id, u.at)) for u in pos.state.units]
    pos = GAME.position(replace(pos.state, units=tuple(units), stacks={}, turn=turn))
    wanted = Action("target", pair.east)
    assert wanted in pos.actions()
    assert (told(pos) == wanted) is cross


def test_guns_are_made_ready_where_the_enemy_is_in_range() -> None:
    """Two hexes from the enemy guns unlimber, far behind they limber (R-98)."""
    others = (f"unit 6GTC-I/22 {TARGET}", f"unit 57ID-I/179 {HERE}")
    for here, limbered in ((HERE.replace("05", "04", 1), True), ("1210", False)):
        gun = f"unit 57ID-I/AR {here} limbered={str(limbered).lower()}"
        pos = drawn(gun, *others, phase="axis-batteries")
        assert told(pos) == Action("select", "57ID-I/AR")


def test_guns_do_not_stay_where_nobody_needs_them() -> None:
    """Before the enemy, but far from everybody whom they could support, they limber (ART-6)."""
    gun, enemy = "unit 38RD-AR 0304 limbered=false", "unit 57ID-I/179 0604"
    for friend, wanted in (("38RD-29", "done"), ("309RD-957", "select 38RD-AR")):
        pos = drawn(gun, enemy, f"unit {friend} 0404", phase="soviet-batteries", side=SOVIET)
        assert str(told(pos)) == wanted


def test_guns_of_no_formation_go_where_the_army_is() -> None:
    """The army's rockets are drawn to the troops (R-38)."""
    pos, grid = begun("tactical moves", SOVIET), GAME.board.grid
    units = [replace(u, at="3308") if u.id == "3GTA-GMR1" else u for u in pos.state.units]
    pos = GAME.position(replace(pos.state, units=tuple(units), stacks={}))
    troops = APPRAISAL.troops(pos, SOVIET)
    field = APPRAISAL.leash(pos, next(t for t in troops if t.id == "3GTA-GMR1"))
    front = [t.hex for t in troops if t.attack]

    def away(hex_: str) -> int:
        return sum(grid.distance(hex_, post) for post in front)

    near, far = min(grid, key=away), max(grid, key=away)
    assert field[grid.index[near]] < field[grid.index[far]] - 10.0


def test_engineers_stay_at_the_bridge_while_it_stands() -> None:
    """Whoever is nearest waits there to blow it; once it is down they are free (KNB-1)."""
    pos = begun("tactical moves", AXIS)
    units = [replace(u, at="3324") if u.id == "57ID-Pi" else u for u in pos.state.units]
    units = [replace(u, at="4224") if u.id == "112ID-Pi" else u for u in units]
    gone = GAME.position(replace(pos.state, units=tuple(units), stacks={}))
    stays = APPRAISAL.posture(pos, AXIS) - APPRAISAL.posture(gone, AXIS)
    down = [GAME.position(replace(p.state, bridge_blown=True)) for p in (pos, gone)]
    free = APPRAISAL.posture(down[0], AXIS) - APPRAISAL.posture(down[1], AXIS)
    assert stays > free + 1.0
    troop = next(t for t in APPRAISAL.troops(pos, AXIS) if t.id == "57ID-Pi")
    index = pos.board.grid.index
    for now, drawn_there in ((pos, True), (down[0], False)):
        field = APPRAISAL.leash(now, troop)
        assert bool(field[index[KANEV]] + 5.0 < field[index["3017"]]) == drawn_there


def test_axis_guns_fire_for_everybody() -> None:
    """Guns that belong to no formation give all their strength, so the Axis frees its own; nobody
    else is freed (FRM-2, ART-5).
    """
    pos, freed = begun("assignments", AXIS), []
    while (choice := told(pos)).verb == "select":
        freed.append(choice.arg)
        pos = pos.apply(choice)
    assert {GAME.piece(unit).kind for unit in freed} == {"artillery"}
    assert told(begun("assignments", SOVIET)) == Action("done")


def test_scouts_who_hold_the_western_bank_dismount() -> None:
    """Before the enemy on the western bank they defend better on foot; elsewhere they ride on."""
    pos = begun("dismounting", SOVIET)
    scouts = next(one.arg for one in pos.actions() if one.verb == "select")
    assert told(pos) == Action("done")
    units = [replace(u, at="3213") if u.id == scouts else u for u in pos.state.units]
    units = [replace(u, at="3113") if u.id == "57ID-I/179" else u for u in units]
    over = GAME.position(replace(pos.state, units=tuple(units), stacks={}))
    assert told(over) == Action("select", scouts)


def test_a_bridgehead_is_placed_where_the_enemy_is_not() -> None:
    """With twice as many friends on the eastern bank as enemies on the western one a pair still
    goes to a bank further down that nobody watches (BHD-2).
    """
    pos = begun("bridging", SOVIET)
    friends = ("6GTC-I/22", "6GTC-II/22", "6GTC-III/22", "6GTC-51", "6GTC-52", "6GTC-53")
    enemies = ("57ID-I/179", "57ID-II/179", "57ID-I/199", "57ID-II/199")
    there = dict.fromkeys(friends, "3720") | dict.fromkeys(enemies, "3420")
    units = tuple(replace(u, at=there.get(u.id, "out")) for u in pos.state.units)
    bare = replace(pos.state, units=units, stacks={}, bridgeheads=(), spare_bridgeheads=(1,))
    choice = told(GAME.position(bare))
    assert choice.verb == "target"
    assert GAME.board.grid.distance(choice.arg, "3420") > 6


def test_a_bridgehead_is_for_troops_who_can_cross_at_once() -> None:
    """Before the next turn the enemy may have walked in: a bank where riflemen stand at the water
    is better than one with as many a hex behind it (BHD-4, XNG-2).
    """
    pos, bank = begun("bridging", SOVIET), "3514"

    def worth(here: str) -> float:
        there = dict.fromkeys(RIFLES, here)
        units = tuple(replace(u, at=there.get(u.id, "out")) for u in pos.state.units)
        bare = replace(pos.state, units=units, stacks={}, bridgeheads=(), spare_bridgeheads=(1,))
        found = weigh(APPRAISAL, GAME.position(bare), 6)
        return next(one.worth for one in found if one.action == Action("target", bank))

    assert worth(bank) > worth("3615") + 5


def test_a_bridgehead_is_moved_to_where_friends_are() -> None:
    """Its eastern counter goes up or down the bank, straight opposite the same hex (BHD-2)."""
    pos = begun("bridging", SOVIET)
    pair = pos.state.bridgeheads[0]
    shift = pos.apply(Action("select", pair.east))
    others = [one.arg for one in shift.actions() if one.verb == "place"]
    grid = pos.board.grid
    best = max(others, key=lambda h: grid.distance(h, pair.east))
    far = next(h for h in grid if grid.distance(h, best) == 5 < grid.distance(h, pair.east)
               and GAME.theatre.bank(h) == "east")  # fmt: skip
    mine = {t.id for t in APPRAISAL.troops(pos, SOVIET)}
    units = [replace(u, at=far) if u.id in mine else u for u in pos.state.units]
    pos = GAME.position(replace(pos.state, units=tuple(units), stacks={}, spare_bridgeheads=()))
    assert told(pos) == Action("select", pair.east)
    moved = pos.apply(told(pos))
    place = told(moved)
    assert place.verb == "place"
    assert grid.distance(place.arg, far) < grid.distance(pair.east, far)
    assert told(moved.apply(place)) != Action("select", place.arg)


def test_a_staff_takes_its_leader_along() -> None:
    """No leader is left alone in the way of the enemy (LDR-1)."""
    pos = begun("tactical moves", AXIS).apply("select 112ID-HQ")
    assert told(pos) == Action("join", "L-112ID")
    assert list(APPRAISAL.preparations(pos)) == [Action("join", "L-112ID")]


def test_nobody_jumps_where_most_would_come_down_among_the_enemy() -> None:
    """Where Germans stand all round the dropzone, though none is near its middle, the brigade
    waits; where there are none it jumps (AIRB-8, AIRB-10).
    """
    pos, grid = begun("drop planning", SOVIET), GAME.board.grid
    brigade = next(one.arg for one in pos.actions() if one.verb == "choose")
    zone = dropzone(pos, brigade)
    land = [h for h in grid if h not in GAME.theatre.water]
    ring = [h for h in land if 3 <= grid.distance(h, zone) <= 12]
    far = [h for h in land if grid.distance(h, zone) > 16]
    germans = [t.id for t in APPRAISAL.troops(pos, AXIS)]
    for places, jumps in ((ring, False), (far, True)):
        spots = places[:: max(1, len(places) // len(germans))]
        there = dict(zip(germans, spots, strict=False))
        units = [replace(u, at=there.get(u.id, u.at)) for u in pos.state.units]
        now = GAME.position(replace(pos.state, units=tuple(units), stacks={}))
        found = {one.action: one.worth for one in weigh(APPRAISAL, now, 1)}
        assert (found[Action("choose", brigade)] > found[Action("done")]) == jumps


def test_who_was_found_is_attacked() -> None:
    """The finder is named, and the attack on his own hex is made (AIRB-18)."""
    units = (f"unit 57ID-I/179 {HERE}", f"unit 1GAB-1 {HERE} dispersed=true")
    pos = drawn(*units, phase="combat", side=AXIS)
    assert pos.top.tag == "search"
    pos = pos.apply(told(pos), dice=(1,))
    taken = []
    while pos.side == AXIS and "commit" not in taken:
        choice = told(pos)
        taken.append(choice.verb)
        pos = pos.apply(choice)
    assert taken[-2:] == ["attack", "commit"]


def test_who_has_found_them_is_given_room() -> None:
    """Where others of his hex were named in his place one of them is released, for without the
    finder the attack cannot be made (AIRB-18, CBT-1).
    """
    crowd = ("57ID-I/199", "57ID-I/217")
    units = [f"unit {unit} {HERE}" for unit in ("57ID-I/179", *crowd)]
    pos = drawn(*units, f"unit 1GAB-1 {HERE} dispersed=true")
    pos = pos.apply("select 57ID-I/179", dice=(1,))
    while pos.top.tag != "attack":
        pos = pos.apply(told(pos))
    for unit in (u for u in pos.top.units):
        pos = pos.apply(Action("release", unit))
    for unit in crowd:
        pos = pos.apply(Action("attack", unit))
    assert pos.why_not("commit") is not None
    taken: list[Action] = []
    while pos.top.tag == "attack" and len(taken) < 9:
        taken.append(told(pos))
        pos = pos.apply(taken[-1])
    assert taken[0].verb == "release"
    assert taken[-1] == Action("commit")


# --- pitfalls -------------------------------------------------------------------------------


def test_the_same_view_gives_the_same_action() -> None:
    """Neither the dice to come nor where paratroopers shall drop is asked."""
    pos = begun("tactical moves", AXIS)
    other = GAME.position(replace(pos.state, seed="other dice"))
    moved = [replace(s, value="2220") if "dropzone" in s.name else s for s in pos.state.secrets]
    secret = GAME.position(replace(pos.state, secrets=tuple(moved)))
    worlds = (pos, other, secret)
    one, *others = (RECRUIT.decide(p.view(AXIS), Memory(), seed="1", budget=QUICK) for p in worlds)
    assert others == [one, one]


def test_openings_differ_from_seed_to_seed() -> None:
    """Three commanders do not choose the same twelve actions."""
    games = set()
    for seed in "123":
        pos, seat, taken = begun("tactical moves", SOVIET), Seat(RECRUIT, seed, QUICK), []
        for _ in range(12):
            taken.append(seat(pos.view(SOVIET)))
            pos = pos.apply(taken[-1])
        games.add(tuple(taken))
    assert len(games) == 3


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_recruit_moves_and_stays_in_supply(side: str) -> None:
    """Its first Movement Phase ends, many have moved, and of all that had a path of supply next
    to none have lost it.
    """
    pos = begun("strategic moves", side, "short_days")
    had = {t.id: t.hex for t in APPRAISAL.troops(pos, side) if t.supplied}
    seat, taken = Seat(RECRUIT, "1", QUICK), 0
    while pos.find(Movement) is not None:
        pos = pos.apply(seat(pos.view(side)))
        taken += 1
        assert taken < 600
    now = {t.id: t for t in APPRAISAL.troops(pos, side)}
    assert sum(t.hex != had.get(t.id) for t in now.values()) > len(now) // 4
    assert sum(unit in now and not now[unit].supplied for unit in had) <= len(had) // 20


def test_a_recruit_fights_its_combat_phase() -> None:
    """Before a weak company two battalions declare an attack and make it."""
    units = (f"unit 57ID-I/179 {HERE}", f"unit 57ID-II/179 {HERE}", f"unit 6GTC-Rec {TARGET}")
    pos, verbs = drawn(*units), list[str]()
    assert Planner(pos.game.appraisal, pos, AXIS).paying()
    while "commit" not in verbs:
        choice = told(pos)
        verbs.append(choice.verb)
        pos = pos.apply(choice)
        assert len(verbs) < 30
    assert verbs == ["target", "done", "target", "attack", "attack", "commit"]
