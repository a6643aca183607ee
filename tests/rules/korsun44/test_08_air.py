"""8 Air missions: writing, air combat, support, attacks, crossings, supply flights."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.fights import (
    GAME,
    NORTH,
    PLAIN,
    SLUG,
    TARGET,
    bound,
    do,
    field,
    fought,
    levels,
    of,
    strengths,
    throw,
    unsaid,
    verbs,
)

from grognard.games.korsun44.air import AirPhase, points_left, written
from grognard.games.korsun44.crossing import crossing_attacks
from grognard.games.korsun44.disorder import is_disorganised
from grognard.games.korsun44.missions import (
    KINDS,
    counter_points,
    fewest,
    points_of,
    why_no_kind,
    why_not_of,
)
from grognard.games.korsun44.sequence import FirstHalf, SecondHalf
from grognard.games.korsun44.state import GERMAN, SOVIET, Mission, Pos
from grognard.testing import sketch

#: A German and a Soviet unit far from each other.
GERMANS, SOVIETS = "0504", "1105"
THERE = (f"unit G4w {GERMANS}", f"unit S4w {SOVIETS}")


def skies(*lines: str, side: str = SOVIET, turn: int = 5) -> Pos:
    """The Air Phase of a side's half-turn. On turn 5 the Germans have 6 SPs, the Soviets 8."""
    text = ["board 14 x 12", *THERE, f"turn {turn}", *lines, f"phase air-phase {side}"]
    return sketch(GAME, "\n".join(text), run=True)


def write(pos: Pos, kind: str, at: str, points: int) -> Pos:
    """A mission is written."""
    verb = "choose" if kind == "object" else "place"
    return do(pos, f"choose {kind}", f"{verb} {at}", f"choose {points}")


def shown(pos: Pos) -> Pos:
    """Nobody writes anything more."""
    while pos.top.tag.startswith("air missions"):
        pos = do(pos, "done")
    return pos


def with_missions(pos: Pos, *missions: Mission) -> Pos:
    """A position in which these missions are flown."""
    hand = pos.game.hand(pos)
    hand.change(missions=missions)
    return hand.close()


# --- 8.1  writing ----------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "2.2-P1", "2.2-P7", "8.1.2")
@pytest.mark.parametrize("side", [SOVIET, GERMAN])
def test_both_sides_write_in_each_air_phase(side: str) -> None:
    """In phases 1 and 7, and nowhere else."""
    pos = skies(side=side)
    assert pos.side == side
    assert pos.why_not("choose attack") is None
    assert do(pos, "done").side != side
    other = field(*THERE, side=side, phase="movement")
    assert other.why_not("choose attack") is not None


@pytest.mark.rule(SLUG, "8.1.1", "8.1.3", "8.1.4", "8.1.6", "F7")
def test_points_are_split_freely() -> None:
    """8 SPs may be eight missions or one, also on one hex; 5 in phase 1 leave 3 for phase 7; what
    was not flown is lost with the turn.
    """
    pos = skies()
    assert points_left(pos, SOVIET) == 8
    one = do(pos, "choose attack", f"place {GERMANS}")
    assert verbs(one, "choose") == [str(n) for n in range(1, 9)]
    three = pos
    for points in (1, 2, 2):
        three = write(three, "attack", GERMANS, points)
    assert points_left(three, SOVIET) == 3
    assert verbs(do(three, "choose attack", f"place {GERMANS}"), "choose") == ["1", "2", "3"]
    used = skies("state flown=soviet:5", side=GERMAN)
    assert points_left(do(used, "done"), SOVIET) == 3
    assert points_left(skies("state flown=soviet:5", turn=6), SOVIET) == 8


@pytest.mark.rule(SLUG, "8.1.1")
def test_counters_without_a_number() -> None:
    """5 SPs each, Soviet ones 4."""
    pos = skies()
    assert [counter_points(pos, nation) for nation in ("german", "american", "soviet")] == [5, 5, 4]


@pytest.mark.rule(SLUG, "8.1.5", "8.1.9")
def test_what_is_flown_is_spent_for_the_turn() -> None:
    """Beaten or not: 5 of 8 SPs in phase 1 leave 3 in phase 7."""
    pos = shown(write(skies(), "offensive", GERMANS, 5))
    assert pos.state.flown == {SOVIET: 5, GERMAN: 0}
    assert points_left(pos, SOVIET) == 3


@pytest.mark.rule(SLUG, "8.1.7")
def test_missions_are_secret() -> None:
    """Until both have finished no view of the enemy or of a spectator has anything of them."""
    pos = do(skies(), "choose attack", f"place {GERMANS}")
    for step in (pos, do(pos, "choose 7")):
        for viewer in (GERMAN, None):
            view = step.view(viewer)
            assert view.secrets.get("soviet missions") is None
            assert view.secrets.get("soviet mission") is None
            assert GERMANS not in str(view.agenda)
            assert "attack" not in str(view.tracks)
    mine = do(pos, "choose 7").view(SOVIET).secrets["soviet missions"]
    assert mine == [{"side": SOVIET, "kind": "attack", "at": GERMANS, "strength": 7}]


@pytest.mark.rule(SLUG, "8.1.7")
def test_a_list_without_missions_is_secret_too() -> None:
    """Whether the first side has written anything or not, its enemy sees the same; in the end all
    is shown and nothing is kept.
    """
    none = do(skies(), "done")
    some = do(write(skies(), "attack", GERMANS, 3), "done")
    for viewer in (GERMAN, None):
        assert none.view(viewer) == some.view(viewer)
        assert none.view(viewer).secrets == {"soviet missions": None}
    assert none.view(SOVIET).secrets == {"soviet missions": []}
    assert shown(none).state.secrets == ()


def test_a_phase_without_lists_is_shown() -> None:
    """Saves of before have no secret of a side that wrote nothing."""
    pos = do(skies(), "done")
    assert shown(pos.game.position(replace(pos.state, secrets=()))).state.flown == {
        SOVIET: 0, GERMAN: 0,
    }  # fmt: skip


@pytest.mark.rule(SLUG, "8.1.1")
def test_the_mission_is_named_when_its_points_are_asked_for() -> None:
    """What it is to do, and where; attacks on a river have no hexes yet."""
    attack = do(skies(), "choose attack", f"place {GERMANS}")
    assert attack.prompt == f"Choose the SPs of the mission to attack {GERMANS}."
    crossing = do(skies(RIVER), "choose crossing")
    assert crossing.prompt == "Choose the SPs of the mission on crossings into a big river."
    bridge = do(skies(*BRIDGED), "choose object", f"choose {BRIDGE}")
    assert bridge.prompt == f"Choose the SPs of the mission against the bridge {BRIDGE}."


def test_a_mission_may_be_taken_back() -> None:
    """Before the list is finished; also while it is being written."""
    pos = write(skies(), "attack", GERMANS, 3)
    pos = do(pos, f"release attack {GERMANS} 3")
    assert written(pos, SOVIET) == ()
    assert points_left(do(pos, "choose attack", "cancel"), SOVIET) == 8


@pytest.mark.rule(SLUG, "8.1.8", "F6")
def test_air_combat() -> None:
    """5 and a 3 against 4 and a 4 is thrown again; 5 and a 2 against 4 and a 1: the side with 4
    loses its aircraft there.
    """
    pos = write(skies("unit S2 0505"), "attack", GERMANS, 5)
    pos = do(pos, "done")
    pos = do(write(pos, "attack", "0505", 4), "done")
    tie = throw(pos, 3, 4)
    assert tie.chances()
    assert len(tie.state.missions) == 2
    assert _last(tie, "air combat") == "Air combat: Soviet 8, German 8. It is thrown again."
    won = pos.roll(2).roll(1)
    assert _last(won, "air combat") == "Air combat: Soviet 7, German 5. The Germans turn back."
    assert [m.side for m in won.state.missions] == []
    assert [event.facts["strength"] for event in won.events if event.kind == "fire"] == []
    assert won.chances(), "the attack of the victor follows"


def _last(pos: Pos, kind: str) -> str:
    """The last event of a kind, in words."""
    return [str(event) for event in pos.events if event.kind == kind][-1]


@pytest.mark.rule(SLUG, "F6")
def test_missions_that_touch_fight_as_a_group() -> None:
    """Missions on a hex and its neighbour stand together against those that touch either; one far
    away is out of it.
    """
    lines = ("unit G3 0505", "unit G2 0508", "unit S3 0607")
    pos = skies(*lines)
    for hex_, points in ((GERMANS, 2), ("0505", 3), ("0508", 1)):
        pos = write(pos, "offensive", hex_, points)
    pos = do(pos, "done")
    pos = do(write(pos, "defensive", "0505", 4), "done")
    text = throw(pos, 1, 1)
    event = next(e for e in text.events if e.kind == "air combat")
    assert (event.facts["first"], event.facts["second"]) == (5 + 1, 4 + 1)
    assert event.hexes == (GERMANS, "0505"), "the hexes of the group"
    assert {m.at for m in text.state.missions} == {GERMANS, "0505", "0508"}
    lost = throw(pos, 1, 6)
    assert {(m.side, m.at) for m in lost.state.missions} == {(SOVIET, "0508"), (GERMAN, "0505")}


# --- 8.2  missions ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.2.5", "F12")
def test_support_is_for_the_combat_of_the_half_turn() -> None:
    """The phasing side supports attacks, its enemy the defence, but Soviets never do."""

    def kinds(side: str, phase: str) -> set[str]:
        pos = skies(side=phase)
        return {kind for kind in KINDS if why_no_kind(pos, side, kind) is None}

    assert "offensive" in kinds(SOVIET, SOVIET)
    assert "defensive" in kinds(GERMAN, SOVIET)
    assert "offensive" not in kinds(GERMAN, SOVIET)
    assert "defensive" not in kinds(SOVIET, GERMAN)
    assert of(why_no_kind(skies(side=GERMAN), SOVIET, "defensive")) == "8.2.5"


@pytest.mark.rule(SLUG, "F12")
def test_where_missions_go() -> None:
    """Attacks and their support to hexes with enemies, support of the defence to one's own."""
    pos = do(skies(), "choose offensive")
    assert verbs(pos, "place") == [GERMANS]
    assert of(pos.why_not(f"place {SOVIETS}")) == "F12"
    assert of(pos.why_not("place 0101")) == "F12"
    own = do(skies(), "done", "choose defensive")
    assert verbs(own, "place") == [GERMANS]
    assert of(own.why_not(f"place {SOVIETS}")) == "F12"


@pytest.mark.rule(SLUG, "8.2.2", "F12")
def test_aircraft_support_an_attack() -> None:
    """8 SPs on the ground and 4 over the hex are 12, once; what found no combat is gone."""
    lines = (f"unit S8w {NORTH}", f"unit G4w {TARGET}")
    pos = with_missions(field(*lines), Mission(SOVIET, "offensive", TARGET, 4),
                        Mission(SOVIET, "offensive", "1310", 3))  # fmt: skip
    combat = bound(pos, TARGET, "S8w")
    assert strengths(combat)[0] == 12
    assert [m.at for m in combat.state.missions] == ["1310"]
    quiet = fought(pos, TARGET, "S8w", result="-1 / -1")
    assert quiet.state.missions != ()
    assert do(quiet, "done").state.missions == ()


@pytest.mark.rule(SLUG, "8.2.4", "C3")
def test_aircraft_support_a_defence_by_half() -> None:
    """13 SPs add 7, in two missions too."""
    lines = (f"unit S8 {NORTH}", f"unit G4 {TARGET}")
    for missions in ((13,), (5, 8)):
        flown = [Mission(GERMAN, "defensive", TARGET, points) for points in missions]
        pos = with_missions(field(*lines), *flown)
        assert strengths(bound(pos, TARGET, "S8"))[1] == 4 + 7


@pytest.mark.rule(SLUG, "8.2.6", "E28")
def test_an_air_attack() -> None:
    """10 SPs at a clear hex and a 5: -1. With a 3 the hex is disorganised as well, guns too, until
    the same phase of the next turn.
    """
    pos = _struck(10, (2, 3))
    assert levels(pos, "G4w") == [1]
    assert not is_disorganised(pos, "G4w")
    hard = _struck(10, (1, 2), f"unit Art-VII {GERMANS}")
    hard = do(hard, "lose G4w")
    assert [hard.unit(unit).recovers for unit in ("G4w", "Art-VII")] == [12 * 5 + 1] * 2


@pytest.mark.rule(SLUG, "5.6.5-ex", "5.6.5")
def test_recovery_from_an_air_attack() -> None:
    """Hit in phase 7 of turn 3 and idle: normal after phase 7 of turn 4."""
    struck = _struck(10, (1, 2), side=GERMAN, turn=3, attacker=GERMAN, target=SOVIETS)
    until = 12 * 3 + 7
    assert struck.unit("S4w").recovers == until
    lines = (f"unit S5 1305 recovers={until}",)
    before = skies(*lines, side=GERMAN, turn=4)
    assert is_disorganised(before, "S5")
    assert not is_disorganised(shown(before), "S5")


def _struck(
    points: int, dice: tuple[int, int], *lines: str, side: str = SOVIET, turn: int = 5,
    attacker: str = SOVIET, target: str = GERMANS,
) -> Pos:  # fmt: skip
    """An air attack of so many SPs that has come through."""
    pos = skies(*lines, side=side, turn=turn)
    hand = pos.game.hand(pos)
    hand.change(missions=(Mission(attacker, "attack", target, points),))
    state = hand.close().state
    phase = AirPhase(side=side, stage="strike", shown=True)
    agenda = tuple(phase if isinstance(step, AirPhase) else step for step in state.agenda[:-1])
    begun = pos.game.position(replace(state, agenda=agenda))
    return throw(pos.game.hand(begun, stop=True).begin(), *dice)


@pytest.mark.rule(SLUG, "8.2.7", "E17", "E16")
@pytest.mark.parametrize(
    ("ground", "left"), [("", 20), ("terrain wooded_hills", 16), ("terrain forest", 18)]
)
def test_terrain_counts_twice_against_aircraft(ground: str, left: int) -> None:
    """20 SPs against a hex of two modifiers are 16; works do not count."""
    lines = [f"{ground} {GERMANS}"] if ground else []
    pos = _struck(20, (1, 1), *lines, f"state field_works={GERMANS}:german")
    event = next(e for e in pos.events if e.kind == "fire")
    assert event.facts["strength"] == left
    parts = [(part.amount, part.reason) for part in event.parts]
    assert parts == [(20, "aircraft"), *([(left - 20, "terrain")] if ground else [])]


@pytest.mark.rule(SLUG, "E17")
def test_fire_without_strength_does_nothing() -> None:
    """2 SPs at wooded hills: no dice at all, and both sides are told why."""
    pos = skies(f"terrain wooded_hills {GERMANS}")
    pos = shown(write(pos, "attack", GERMANS, 2))
    assert not pos.chances()
    assert levels(pos, "G4w") == [2]
    event = next(e for e in pos.events if e.kind == "fire")
    assert str(event) == f"The ground leaves nothing of 2 SPs at {GERMANS}."
    assert (event.rule, event.hexes, event.side) == ("E17", (GERMANS,), SOVIET)


BRIDGE = "0505/0506"
BRIDGED = ("hexside river 0505/0506", "hexside bridge 0505/0506", "terrain forest 0505 0506")


@pytest.mark.rule(SLUG, "8.2.8", "8.2.9", "14.1.1", "14.1.2")
def test_aircraft_attack_a_bridge() -> None:
    """6 SPs: a 4 destroys it, a 5 does not; woods make no difference."""
    pos = shown(write(skies(*BRIDGED), "object", BRIDGE, 6))
    assert throw(pos, 1, 3).state.broken_bridges == {BRIDGE}
    assert not throw(pos, 2, 3).state.broken_bridges


@pytest.mark.rule(SLUG, "F18")
@pytest.mark.parametrize(("at", "meet"), [("0504", True), ("0507", True), ("0508", False)])
def test_a_mission_against_a_bridge_is_over_both_ends(at: str, meet: bool) -> None:
    """Aircraft next to either end meet it."""
    pos = do(
        write(skies(*BRIDGED, f"unit G3 {at}", f"unit S2 {SOVIETS}"), "object", BRIDGE, 6), "done"
    )
    pos = do(write(pos, "defensive", at, 3), "done")
    assert (getattr(pos.top, "name", "") == "air combat") == meet


@pytest.mark.rule(SLUG, "8.2.10")
def test_a_bridge_needs_four_points() -> None:
    """3 are refused."""
    pos = do(skies(*BRIDGED), "choose object", f"choose {BRIDGE}")
    assert verbs(pos, "choose") == ["4", "5", "6", "7", "8"]
    few = skies(*BRIDGED, "state flown=soviet:5", side=GERMAN)
    refusal = do(few, "done").why_not("choose object")
    assert str(refusal) == "8.2.10: it takes 4 SPs, and you have 3"


@pytest.mark.rule(SLUG, "8.2.11", "K44-6", "F8", "H6")
def test_who_disorganises_whose_movement() -> None:
    """Germans that of Soviets, never the other way; not in Korsun 1944, but in Deblockade and in
    The Retreat unless all notes hold there.
    """
    refusals = {name: _interdiction(name) for name in PLAIN.scenarios}
    assert {name: of(refusal) for name, refusal in refusals.items()} == {
        name: "K44-6" if name.startswith("korsun") else "" for name in PLAIN.scenarios
    }
    assert of(_interdiction("retreat", retreat_notes=True)) == "K44-6"
    assert of(why_not_of("soviet", "interdiction")) == "8.2.11"


def _interdiction(scenario: str, **options: Any) -> Any:
    return why_no_kind(PLAIN.start(scenario, seed=1, **options), GERMAN, "interdiction")


def over_deblockade() -> Pos:
    """The German player writes missions at the start of Deblockade."""
    pos = PLAIN.start("deblockade", seed=1)
    half = FirstHalf(side=GERMAN, stage="air phase")
    state = replace(pos.state, agenda=(half, AirPhase(side=GERMAN)))
    opened: Pos = PLAIN.hand(PLAIN.position(state)).begin()
    return opened


@pytest.mark.rule(SLUG, "8.2.12", "8.2.15")
def test_interdiction_takes_one_or_two_points_a_hex() -> None:
    """9 SPs reach nine hexes; a third SP on one hex is refused."""
    pos = over_deblockade()
    assert points_left(pos, GERMAN) == 9
    two = do(pos, "choose interdiction", "place 2020")
    assert verbs(two, "choose") == ["1", "2"]
    full = do(write(pos, "interdiction", "2020", 2), "choose interdiction")
    assert of(full.why_not("place 2020")) == "8.2.15"
    assert "2020" not in verbs(full, "place")
    half = do(write(pos, "interdiction", "2020", 1), "choose interdiction")
    assert "2020" in verbs(half, "place")
    assert verbs(do(half, "place 2020"), "choose") == ["1"]
    for row in range(20, 29):
        pos = write(pos, "interdiction", f"20{row}", 1)
    assert of(pos.why_not("choose interdiction")) == "8.1.5"


# --- 8.2.17  river crossings -----------------------------------------------------------------

RIVER = "hexside dnieper 0504/0505 0604/0605 0605/0504 0605/0705 0404/0405 0405/0504"


@pytest.mark.rule(SLUG, "8.2.17", "8.2.18", "8.2.19")
def test_crossing_attacks_are_two_for_a_point() -> None:
    """3 SPs are 6 attacks on banks of a big river, of which several must be connected."""
    pos = do(skies(RIVER), "choose crossing", "choose 3")
    assert of(pos.why_not("place 0909")) == "8.2.17"
    pos = do(pos, "place 0505")
    assert of(pos.why_not("place 0705")) == "8.2.19"
    pos = do(pos, "place 0605", *["place 0505"] * 4)
    assert written(pos, SOVIET) == (
        Mission(SOVIET, "crossing", "0505", 5), Mission(SOVIET, "crossing", "0605", 1),
    )  # fmt: skip
    assert (points_of(pos, written(pos, SOVIET)), points_left(pos, SOVIET)) == (3, 5)


@pytest.mark.rule(SLUG, "8.2.17", "8.2.22", "F9")
def test_who_crosses_is_attacked() -> None:
    """In the hex that is entered, by the enemy's aircraft, and not over a bridge, as that of
    Cherkassy is the only way over the Dnieper.
    """
    flown = [Mission(SOVIET, "crossing", hex_, 2) for hex_ in ("0505", "0605")]
    flown.append(Mission(SOVIET, "offensive", "0505", 3))
    pos = with_missions(skies(RIVER, "hexside bridge 0604/0605"), *flown)
    assert crossing_attacks(pos, GERMAN, "0504", "0505") == 2
    assert crossing_attacks(pos, SOVIET, "0504", "0505") == 0
    assert crossing_attacks(pos, GERMAN, "0604", "0605") == 0
    assert crossing_attacks(pos, GERMAN, "0506", "0505") == 0
    plain = with_missions(PLAIN.start("korsun", seed=1), Mission(SOVIET, "crossing", "5407", 2))
    assert crossing_attacks(plain, GERMAN, "5406", "5407") == 0


@pytest.mark.rule(SLUG, "8.2.20", "8.2.21", "8.2.17")
def test_a_six_costs_a_level() -> None:
    """On a map where a big river can be forded: two attacks are two dice for each of two units;
    6 and 3 cost one level, 6 and 6 two.
    """
    terrain = {**GAME.charts.terrain}
    terrain["dnieper"] = replace(
        terrain["dnieper"], costs=dict.fromkeys(("truck", "mech", "foot"), 6)
    )
    game: Any = GAME.variant(GAME.board, GAME.pieces)
    game.charts = replace(GAME.charts, terrain=terrain)
    text = ["board 14 x 12", "turn 5", RIVER, "unit G4w 0504", "unit G5w 0504", "unit S4 1310",
            "phase movement german"]  # fmt: skip
    pos = sketch(game.variant(game.board, game.pieces), "\n".join(text))
    pos = with_missions(pos, Mission(SOVIET, "crossing", "0505", 2))
    pos = do(pos, "select G4w", "join G5w", "move 0505")
    assert (pos.top.tag, getattr(pos.top, "dice", 0)) == ("roll", 2)
    after = throw(pos, 6, 3, 6, 6)
    assert levels(after, "G4w", "G5w") == [1, 0]
    assert levels(throw(pos, 5, 1, 1, 2), "G4w", "G5w") == [2, 2]


# --- 8.2.23  supply flights ------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.2.23")
def test_who_drops_supplies() -> None:
    """Americans and British, nobody else."""
    nations = ("american", "british", "german", "soviet", "german allies")
    assert [of(why_not_of(nation, "supply")) for nation in nations] == [""] * 2 + ["8.2.23"] * 3  # type: ignore[arg-type]
    assert of(skies().why_not("choose supply")) != ""


@pytest.mark.rule(SLUG, "8.2.24")
def test_a_supply_flight_takes_seven_points() -> None:
    """At least."""
    assert fewest(skies(), "supply") == 7


@pytest.mark.rule(SLUG, "8.2.25", "8.2.26")
def test_supply_flights_lower_want() -> None:
    """Three flights with 1, 4 and 6 to a hex of three units at level 4: all at 2."""
    units = [f"unit {name} {GERMANS} want=4" for name in ("G1", "G2", "G3")]
    pos = skies(*units)
    hand = pos.game.hand(pos)
    hand.change(missions=(Mission(GERMAN, "supply", GERMANS, 7),) * 3)
    state = hand.close().state
    phase = AirPhase(side=SOVIET, stage="strike", shown=True)
    agenda = tuple(phase if isinstance(step, AirPhase) else step for step in state.agenda[:-1])
    pos = pos.game.hand(pos.game.position(replace(state, agenda=agenda)), stop=True).begin()
    pos = throw(pos, 1, 4, 6)
    assert [pos.unit(name).want for name in ("G1", "G2", "G3")] == [2, 2, 2]


@pytest.mark.rule(SLUG, "F12")
def test_player_a_strikes_first() -> None:
    """Attacks are resolved at once, those of the side with the initiative before the others; the
    missions of the half-turn before are over.
    """
    pos = skies(side=GERMAN)
    pos = do(write(pos, "attack", SOVIETS, 6), "done")
    pos = do(write(pos, "attack", GERMANS, 6), "done")
    assert (pos.top.tag, getattr(pos.top, "side", "")) == ("roll", SOVIET)
    pos = throw(pos, 3, 4)
    assert getattr(pos.top, "side", "") == GERMAN
    after = throw(pos, 3, 4)
    assert after.state.missions == ()
    old = with_missions(field(*THERE, phase="movement"), Mission(GERMAN, "interdiction", "0909", 1))
    half = SecondHalf(side=GERMAN, stage="air phase")
    state = replace(old.state, agenda=(half, AirPhase(side=GERMAN)))
    assert GAME.hand(GAME.position(state)).begin().state.missions == ()
    assert unsaid(old).top.tag == "movement"
