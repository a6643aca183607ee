"""6 Artillery: support, ranged attacks, fire at bridges, barrage."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.korsun44.fights import (
    GAME,
    NORTH,
    NORTH_EAST,
    PLAIN,
    SLUG,
    TARGET,
    bound,
    comes_to,
    dead,
    do,
    field,
    fought,
    levels,
    of,
    prepared,
    strengths,
    throw,
    unsaid,
    verbs,
)

from grognard.games.korsun44.artillery import Barrage, ammunition_of, why_no_cover
from grognard.games.korsun44.disorder import is_disorganised
from grognard.games.korsun44.fire import Strike
from grognard.games.korsun44.sequence import FirstHalf
from grognard.games.korsun44.state import GERMAN, SOVIET, Mission, Pos
from grognard.testing import sketch

#: Soviet batteries two and three hexes north of the target.
NEAR, FAR = "0502", "0501"


def salvo(pos: Pos, *guns: str, target: str = TARGET) -> Pos:
    """Guns fire at a hex; the dice are due."""
    first, *others = guns
    pos = do(pos, f"select {first}", f"target {target}", *(f"join {gun}" for gun in others))
    return do(pos, "commit")


def strength(pos: Pos) -> int:
    """What terrain has left of the fire that is open."""
    return next(step.strength for step in pos.state.agenda if isinstance(step, Strike))


# --- 6.1 - 6.3  support ----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.1.2", "6.3.2", "F1")
def test_guns_support_within_three_hexes_of_the_attacker() -> None:
    """Three hexes from the attacking hex are enough, though the target is four away."""
    lines = (f"unit S4 {NORTH}", f"unit G4 {TARGET}")
    pos = field(*lines, "unit 1Art-53A 0500", "unit 2Art-53A 0901", "unit Art-VII 0501")
    ready = prepared(pos, TARGET, "S4")
    assert verbs(ready, "support") == ["1Art-53A"]
    assert of(ready.why_not("support 2Art-53A")) == "6.3.2"
    assert of(ready.why_not("support Art-VII")) == "6.3.1"
    assert of(pos.apply(f"target {TARGET}").why_not("support 1Art-53A")) == "6.3.1"


@pytest.mark.rule(SLUG, "6.3.3", "6.1.2")
def test_guns_support_the_defence_within_three_hexes() -> None:
    """Three from the attacked hex, not four."""
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", "unit Art-VII 0507", "unit Art-XI 0508",
                f"unit 1Art-53A {NEAR}")  # fmt: skip
    pos = do(prepared(pos, TARGET, "S4"), "commit")
    assert verbs(pos, "support") == ["Art-VII"]
    assert of(pos.why_not("support Art-XI")) == "6.3.3"
    assert of(pos.why_not("support 1Art-53A")) == "6.3.1"


@pytest.mark.rule(SLUG, "6.1.4", "6.3.3")
def test_a_gun_supports_a_defence_once() -> None:
    """Named once more it is refused; taken back it may be named again."""
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", "unit Art-VII 0507")
    pos = do(prepared(pos, TARGET, "S4"), "commit", "support Art-VII")
    assert of(pos.why_not("support Art-VII")) == "6.1.4"
    assert do(pos, "release Art-VII").why_not("support Art-VII") is None


@pytest.mark.rule(SLUG, "6.1.3", "6.2.2")
def test_guns_on_trucks_do_not_fire() -> None:
    """Neither in support nor at a hex."""
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", f"unit 1Art-53A {NEAR} limbered=true",
                "unit G1 0700")  # fmt: skip
    assert verbs(pos, "select") == []
    assert of(pos.why_not("select 1Art-53A")) == "6.1.3"
    assert of(prepared(pos, TARGET, "S4").why_not("support 1Art-53A")) == "6.1.3"


@pytest.mark.rule(SLUG, "6.3.1")
def test_support_adds_attack_or_defence() -> None:
    """A battery of 5/3 adds 5 in attack and 3 in defence."""
    pos = field(
        f"unit S4 {NORTH}", f"unit 1Art-53A {FAR}", f"unit G4 {TARGET}", "unit Art-VII 0506"
    )
    pos = do(prepared(pos, TARGET, "S4", guns=("1Art-53A",)), "commit", "support Art-VII", "done")
    assert strengths(pos)[:2] == (9, 7)


@pytest.mark.rule(SLUG, "6.3.1", "6.6.3", "D9")
@pytest.mark.parametrize("alone", ["Art-XI", "HQ-VII", "RG-Smela"])
def test_only_regular_units_are_supported(alone: str) -> None:
    """Guns that defend alone do so with one SP, whoever is behind them."""
    pos = field(f"unit S4 {NORTH}", f"unit {alone} {TARGET}", "unit Art-VII 0506", far=False)
    pos = do(prepared(pos, TARGET, "S4"), "commit")
    assert pos.top.tag != "cover"
    if alone == "Art-XI":
        assert strengths(unsaid(pos))[1] == 1
    refusal = why_no_cover(pos, GERMAN, "Art-VII", (TARGET,))
    assert of(refusal) == "6.3.1"


@pytest.mark.rule(SLUG, "6.6.2")
def test_a_lone_battery_supports_next_door() -> None:
    """Without any regular unit in its hex it adds 5."""
    pos = field(f"unit S4 {NORTH}", f"unit 1Art-53A {NORTH_EAST}", f"unit G4 {TARGET}")
    assert strengths(bound(pos, TARGET, "S4", guns=("1Art-53A",)))[0] == 9


@pytest.mark.rule(SLUG, "6.1.4", "F2")
def test_a_gun_fires_once_in_a_phase() -> None:
    """Who has shelled a hex gives no support, and who has supported shells nobody."""
    lines = (
        f"unit S4w {NORTH}",
        f"unit G4w {TARGET}",
        f"unit 1Art-53A {NEAR}",
        "unit RG-Shpola 0700",
    )
    pos = field(*lines)
    shelled = throw(salvo(pos, "1Art-53A", target="0700"), 3, 4)
    assert of(prepared(shelled, TARGET, "S4w").why_not("support 1Art-53A")) == "6.1.4"
    helped = fought(pos, TARGET, "S4w", result="• / D2", guns=("1Art-53A",))
    helped = do(helped, "done") if helped.side == GERMAN else helped
    while helped.top.tag != "combat":
        helped = throw(helped, 1, 1) if helped.chances() else do(helped, "done")
    assert of(helped.why_not("select 1Art-53A")) == "6.1.4"


@pytest.mark.rule(SLUG, "E36")
def test_guns_that_are_attacked_themselves() -> None:
    """Beside infantry a battery adds its 3 SPs unasked and supports nobody afterwards; one that
    has supported before adds nothing when it is attacked.
    """
    lines = (f"unit S4w {NORTH}", "unit S9w 0606", f"unit G4w {TARGET}", "unit G2w 0605",
             "unit Art-VII 0605", f"state field_works={NORTH}:soviet,0606:soviet")  # fmt: skip
    first = bound(field(*lines), "0605", "S9w")
    assert strengths(first)[1] == 2 + 3
    first = comes_to(first, "-1 / D1")
    first = do(first, "done", "lose G2w")
    later = do(prepared(first, TARGET, "S4w"), "commit")
    assert later.chances(), "nobody can be called"
    other = do(prepared(field(*lines), TARGET, "S4w"), "commit", "support Art-VII", "done")
    other = comes_to(other, "-1 / -1")
    assert strengths(bound(other, "0605", "S9w"))[1] == 2


@pytest.mark.rule(SLUG, "6.1.4")
def test_a_gun_fires_in_both_combat_phases() -> None:
    """In its own, and in defence in the enemy's: what has been fired is forgotten between them."""
    lines = (f"unit S4 {NORTH}", f"unit G4 {TARGET}", f"unit 1Art-53A {NEAR}")
    assert prepared(field(*lines), TARGET, "S4").why_not("support 1Art-53A") is None
    pos = do(prepared(field(*lines, side=GERMAN), NORTH, "G4"), "commit")
    assert verbs(pos, "support") == ["1Art-53A"]


# --- 6.4  ranged attacks ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "6.4.1", "6.4.3", "6.1.2")
def test_ranged_fire_goes_two_or_three_hexes() -> None:
    """Not next door, and not four."""
    pos = field("unit 1Art-53A 0500", "unit RG-Korsun 0501", "unit RG-Shpola 0502",
                   "unit Art-VII 0503", "unit Art-XI 0504")  # fmt: skip
    pos = do(pos, "select 1Art-53A")
    assert verbs(pos, "target") == ["0502", "0503"]
    assert of(pos.why_not("target 0501")) == "6.4.3"
    assert of(pos.why_not("target 0504")) == "6.1.2"
    assert of(pos.why_not("target 0600")) == "6.4.1"


@pytest.mark.rule(SLUG, "6.4.2-a")
def test_all_guns_must_reach_the_one_target() -> None:
    """Of three batteries one is four hexes away: the other two fire together."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", "unit 3Art-53A 0500",
                   f"unit RG-Korsun {TARGET}")  # fmt: skip
    pos = do(pos, "select 1Art-53A")
    assert of(pos.why_not("commit")) == "6.4.2-a"
    pos = do(pos, f"target {TARGET}")
    assert of(pos.why_not("join 3Art-53A")) == "6.1.2"
    assert strength(do(pos, "join 2Art-53A", "commit")) == 10


@pytest.mark.rule(SLUG, "6.4.2-b", "E16")
@pytest.mark.parametrize(
    ("ground", "left"),
    [("", 15), (f"terrain forest {TARGET}", 13), (f"terrain wooded_hills {TARGET}", 11),
     (f"terrain hills {TARGET}", 13)],
)  # fmt: skip
def test_terrain_counts_twice(ground: str, left: int) -> None:
    """15 SPs at a forest are 13, at wooded hills 11; works and rivers take nothing off."""
    works = (f"state field_works={TARGET}:german", f"hexside river {NORTH}/{TARGET}")
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {FAR}", f"unit 3Art-53A {FAR}",
                   f"unit RG-Korsun {TARGET}", *works, *filter(None, [ground]))  # fmt: skip
    assert strength(salvo(pos, "1Art-53A", "2Art-53A", "3Art-53A")) == left


@pytest.mark.rule(SLUG, "6.4.2-c")
def test_one_throw_for_all_guns() -> None:
    """Two dice."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit RG-Korsun {TARGET}")
    pos = throw(salvo(pos, "1Art-53A", "2Art-53A"), 3, 4)
    assert not pos.chances()
    assert [event.dice for event in pos.events if event.kind == "fire"] == [(3, 4)]


@pytest.mark.rule(SLUG, "6.4.2-b", "16.1.1", "H16")
def test_the_fire_is_told_with_its_parts() -> None:
    """Guns as one sum, for they stay under their masks; aircraft over the hex, and terrain."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit RG-Korsun {TARGET}",
                f"terrain forest {TARGET}")  # fmt: skip
    pos = salvo(_flown(pos, Mission(SOVIET, "offensive", TARGET, 4)), "1Art-53A", "2Art-53A")
    event = next(e for e in throw(pos, 3, 4).events if e.kind == "fire")
    parts = [(part.amount, part.reason, part.rule) for part in event.parts]
    assert parts == [(10, "guns", "6.4.2-a"), (4, "aircraft", "8.2.2"), (-2, "terrain", "6.4.2-b")]
    assert event.facts["strength"] == 12
    assert not any("Art" in str(part) for part in event.parts)


@pytest.mark.rule(SLUG, "6.4.2-d", "E19", "E28")
def test_the_table_is_read() -> None:
    """10 SPs and an 11: a level of the owner's choice, and all of the hex are disorganised, guns
    among them.
    """
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit G4w {TARGET}",
                   f"unit Art-VII {TARGET}")  # fmt: skip
    pos = throw(salvo(pos, "1Art-53A", "2Art-53A"), 5, 6)
    assert (pos.side, verbs(pos, "lose")) == (GERMAN, ["Art-VII", "G4w"])
    pos = do(pos, "lose G4w")
    assert levels(pos, "G4w") == [1]
    assert [is_disorganised(pos, unit) for unit in ("G4w", "Art-VII")] == [True, True]
    assert pos.unit("G4w").recovers == 12 * 5 + 4, "until the same phase of the next turn"


@pytest.mark.rule(SLUG, "6.4.2-d", "E8")
def test_a_dot_is_a_test() -> None:
    """5 SPs and a 4: one throw, each unit with its own limit."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit G4w {TARGET}", f"unit Germania-5SS {TARGET}")
    pos = throw(salvo(pos, "1Art-53A"), 1, 3)
    assert pos.chances()
    pos = throw(pos, 5, 6)
    assert [is_disorganised(pos, unit) for unit in ("G4w", "Germania-5SS")] == [True, False]


@pytest.mark.rule(SLUG, "E19")
def test_two_levels_of_a_hex() -> None:
    """-2 on a stack of three: two levels of the owner's choice."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {FAR}", f"unit 3Art-53A {FAR}",
                   f"unit G4w {TARGET}", f"unit G3w {TARGET}", f"unit G2w {TARGET}",
                   "option full_fire=true")  # fmt: skip
    pos = throw(salvo(pos, "1Art-53A", "2Art-53A", "3Art-53A"), 1, 1)
    assert levels(do(pos, "lose G4w", "lose G2w"), "G4w", "G3w", "G2w") == [1, 2, 1]


@pytest.mark.rule(SLUG, "6.4.4", "8.2.3")
def test_aircraft_join_ranged_fire() -> None:
    """5 SPs of guns and 4 of aircraft over the target are 9; over another hex they do not help;
    and they help once.
    """
    lines = (f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit RG-Korsun {TARGET}",
             "unit RG-Shpola 0700")  # fmt: skip
    over = _flown(field(*lines), Mission(SOVIET, "offensive", TARGET, 4))
    pos = salvo(over, "1Art-53A")
    assert strength(pos) == 9
    assert strength(salvo(throw(pos, 3, 4), "2Art-53A")) == 5
    aside = _flown(field(*lines), Mission(SOVIET, "offensive", "0700", 4))
    assert strength(salvo(aside, "1Art-53A")) == 5


def _flown(pos: Pos, *missions: Mission) -> Pos:
    hand = pos.game.hand(pos)
    hand.change(missions=missions)
    return hand.close()


@pytest.mark.rule(SLUG, "6.4.5", "F16")
def test_ranged_or_direct() -> None:
    """Who was shelled is not attacked directly in the phase, who must be attacked is not shelled,
    and who was attacked neither.
    """
    lines = (
        f"unit 1Art-53A {FAR}",
        f"unit S4w {NORTH}",
        f"unit G4w {TARGET}",
        "unit RG-Shpola 0700",
    )
    open_ = field(*lines)
    assert of(do(open_, "select 1Art-53A").why_not(f"target {TARGET}")) == "6.4.5"
    dug = field(*lines, f"state field_works={NORTH}:soviet")
    shelled = throw(salvo(dug, "1Art-53A"), 3, 4)
    assert of(shelled.why_not(f"target {TARGET}")) == "6.4.5"
    attacked = fought(dug, TARGET, "S4w", result="-1 / -1")
    assert of(do(attacked, "select 1Art-53A").why_not(f"target {TARGET}")) == "6.4.5"


@pytest.mark.rule(SLUG, "6.4.6", "6.4.6-ex")
def test_a_shelled_battery_still_supports() -> None:
    """Disorganised in phase 4 it adds 2 of its 3 SPs to a defence in the same phase."""
    pos = field("unit 1Art-53A 0508", "unit 2Art-53A 0508", f"unit S4 {NORTH}", f"unit G4 {TARGET}",
                "unit Art-VII 0506")  # fmt: skip
    pos = throw(salvo(pos, "1Art-53A", "2Art-53A", target="0506"), 1, 3)
    assert is_disorganised(pos, "Art-VII")
    pos = do(prepared(pos, TARGET, "S4"), "commit", "support Art-VII", "done")
    assert strengths(pos)[1] == 4 + 2


@pytest.mark.rule(SLUG, "F13")
def test_only_the_phasing_side_makes_ranged_attacks() -> None:
    """German guns support in the Soviet phase and shell nobody; a hex may be shelled twice."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit RG-Korsun {TARGET}",
                   "unit Art-VII 0504")  # fmt: skip
    assert of(pos.why_not("select Art-VII")) == "F13"
    pos = throw(salvo(pos, "1Art-53A"), 3, 4)
    assert pos.why_not("select 2Art-53A") is None
    assert strength(salvo(pos, "2Art-53A")) == 5


@pytest.mark.rule(SLUG, "6.4.7", "14.1.1")
def test_fire_at_a_bridge() -> None:
    """Also next door, and terrain does not count: 10 SPs and a 5 destroy it, a 6 does not."""
    lines = ("unit 1Art-53A 0503", "unit 2Art-53A 0501", "hexside river 0503/0504",
             "hexside bridge 0503/0504", "terrain forest 0503 0504")  # fmt: skip
    pos = do(field(*lines), "select 1Art-53A")
    assert verbs(pos, "choose") == ["0503/0504"]
    pos = do(pos, "choose 0503/0504", "join 2Art-53A", "commit")
    assert throw(pos, 2, 3).state.broken_bridges == {"0503/0504"}
    assert not throw(pos, 3, 3).state.broken_bridges
    assert verbs(do(throw(pos, 3, 3)), "select") == []


@pytest.mark.rule(SLUG, "6.4.7", "6.1.2")
@pytest.mark.parametrize(("gun", "reached"), [("0501", True), ("0500", False)])
@pytest.mark.parametrize("bridge", ["hexside bridge 0504/0505", "state built_bridges=0504/0505"])
def test_bridges_within_three_hexes(bridge: str, gun: str, reached: bool) -> None:
    """The nearer end counts, of bridges of the map and of those that were built."""
    pos = field("hexside dnieper 0504/0505", bridge, f"unit 1Art-53A {gun}", "unit RG-Korsun 0603")
    pos = do(pos, "select 1Art-53A")
    assert verbs(pos, "choose") == (["0504/0505"] if reached else [])
    assert (pos.why_not("choose 0504/0505") is None) == reached


@pytest.mark.rule(SLUG, "G14", "10.2.2")
def test_guns_out_of_supply_fire_at_half_or_push() -> None:
    """5 SPs are 3; for one more level all 5."""
    pos = field(f"unit 1Art-53A {FAR} want=1", f"unit RG-Korsun {TARGET}")
    assert strength(salvo(pos, "1Art-53A")) == 3
    pos = do(pos, "select 1Art-53A", "push 1Art-53A", f"target {TARGET}", "commit")
    assert (strength(pos), pos.unit("1Art-53A").want) == (5, 2)


@pytest.mark.rule(SLUG, "6.1.6")
def test_a_battery_has_one_level() -> None:
    """A loss removes it; infantry is reduced."""
    pos = field(f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit Art-VII {TARGET}")
    pos = throw(salvo(pos, "1Art-53A", "2Art-53A"), 5, 6)
    assert dead(pos, "Art-VII") == ["Art-VII"]


# --- 6.5  barrage ----------------------------------------------------------------------------


#: Two batteries with a target, and two more.
BATTERIES = (f"unit 1Art-53A {FAR}", f"unit 2Art-53A {NEAR}", f"unit RG-Korsun {TARGET}")


def supplied(*lines: str, phase: str = "barrage", ammunition: int = 8, turn: int = 5) -> Pos:
    """A phase of the Soviets, who have so much ammunition."""
    stock = f"state ammunition=soviet:{ammunition}"
    return field(*lines, stock, f"turn {turn}", phase=phase)


def barrage(pos: Pos, *guns: str) -> Pos:
    """Guns fire a barrage at the target that does nothing."""
    return throw(salvo(pos, *guns), 1, 1)


@pytest.mark.rule(SLUG, "6.5.1", "2.2-P2", "2.2-P8")
def test_no_barrage_without_ammunition() -> None:
    """No scenario of this game gives any: the phase is left out."""
    for scenario in PLAIN.scenarios:
        assert PLAIN.start(scenario, seed=1).state.ammunition == {}
    half = FirstHalf(side=SOVIET)
    assert Barrage.opened(half, field(*BATTERIES)) is None
    assert supplied(*BATTERIES).top.tag == "barrage"


@pytest.mark.rule(SLUG, "6.5.1", "6.5.7")
def test_a_scenario_may_allow_barrages() -> None:
    """8 units of ammunition on the first two turns: on turn 3 what is left is of no use."""
    scene = PLAIN.scenario("korsun")
    notes = replace(scene.notes, ammunition={SOVIET: 8}, last_barrage=2)
    game: Any = GAME.variant(GAME.board, GAME.pieces)
    game.scenarios = {"korsun": replace(scene, notes=notes)}
    game = game.variant(game.board, game.pieces)
    assert game.set_up(game.scenario("korsun"), game.make_options({}), "").ammunition == {SOVIET: 8}
    for turn, left in ((1, 8), (2, 8), (3, 0)):
        pos = sketch(game, f"state ammunition=soviet:8\nturn {turn}")
        assert ammunition_of(pos, SOVIET) == left


@pytest.mark.rule(SLUG, "6.5.2", "6.5.3")
def test_a_barrage_has_twice_the_strength() -> None:
    """Two batteries of 5 have 20 in their phase and 10 in the Combat Phase, ammunition or not."""
    assert strength(salvo(supplied(*BATTERIES), "1Art-53A", "2Art-53A")) == 20
    pos = supplied(*BATTERIES, phase="combat")
    assert strength(salvo(pos, "1Art-53A", "2Art-53A")) == 10
    assert of(supplied(*BATTERIES, phase="movement").why_not(f"target {TARGET}")) != ""


@pytest.mark.rule(SLUG, "6.5.4")
def test_a_barrage_needs_two_batteries() -> None:
    """One is refused."""
    pos = do(supplied(*BATTERIES), "select 1Art-53A", f"target {TARGET}")
    assert of(pos.why_not("commit")) == "6.5.4"
    assert do(pos, "join 2Art-53A").why_not("commit") is None


@pytest.mark.rule(SLUG, "6.5.5")
def test_who_fired_a_barrage_stays() -> None:
    """Neither move nor change of set-up in the Movement Phase that follows; another gun may."""
    pos = barrage(supplied(*BATTERIES, "unit 3Art-53A 0101"), "1Art-53A", "2Art-53A")
    assert pos.top.tag == "movement"
    assert pos.why_not("select 1Art-53A") is not None
    assert pos.why_not("select 3Art-53A") is None
    later = field("unit 1Art-53A 0101 barraged=38", phase="movement")
    assert later.why_not("select 1Art-53A") is None


@pytest.mark.rule(SLUG, "6.5.6")
@pytest.mark.parametrize(
    ("turn", "side", "silent"), [(5, SOVIET, True), (5, GERMAN, True), (6, SOVIET, False)]
)
def test_who_fired_a_barrage_supports_nobody(turn: int, side: str, silent: bool) -> None:
    """Fired in phase 2 of turn 5: no support in phases 4 and 10, again in phase 4 of turn 6."""
    fired = 12 * 4 + 2
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", f"unit 1Art-53A {FAR} barraged={fired}",
                f"turn {turn}", side=side)  # fmt: skip
    if side == SOVIET:
        refusal = prepared(pos, TARGET, "S4").why_not("support 1Art-53A")
    else:
        pos = do(prepared(pos, NORTH, "G4"), "commit")
        refusal = None if pos.top.tag == "cover" else pos.why_not("support 1Art-53A")
    assert (refusal is not None) == silent
    assert not silent or side == GERMAN or of(refusal) == "6.5.6"


@pytest.mark.rule(SLUG, "6.5.6", "6.6.1")
def test_nor_does_it_help_in_its_own_hex() -> None:
    """Attacked beside infantry of 4 SPs it adds nothing."""

    def defence(fired: int) -> int:
        gun = f"unit 1Art-53A {TARGET} barraged={fired}"
        pos = field(f"unit G9 {NORTH}", f"unit S4 {TARGET}", gun, side=GERMAN)
        return strengths(bound(pos, TARGET, "G9"))[1]

    assert (defence(12 * 4 + 2), defence(12 * 3 + 2)) == (4, 7)


@pytest.mark.rule(SLUG, "F17")
def test_ranged_fire_after_a_barrage() -> None:
    """It is no support."""
    pos = field(f"unit 1Art-53A {FAR} barraged={12 * 4 + 2}", f"unit RG-Korsun {TARGET}")
    assert strength(salvo(pos, "1Art-53A")) == 5


@pytest.mark.rule(SLUG, "6.5.7", "6.5.7-ex")
def test_ammunition() -> None:
    """Of 8 units three are fired on turn 1: on turn 2 five batteries fire, a sixth cannot."""
    guns = [f"{n}Art-{army}" for army in ("53A", "4GA") for n in (1, 2, 3)]
    lines = [*(f"unit {gun} {FAR}" for gun in guns), f"unit RG-Korsun {TARGET}"]
    pos = barrage(supplied(*lines, turn=1), *guns[:3])
    assert pos.state.ammunition == {SOVIET: 5}
    assert of(pos.why_not(f"select {guns[0]}")) == "6.5.7", "each fires once in a phase"
    pos = supplied(*lines, ammunition=5, turn=2)
    pos = do(pos, f"select {guns[0]}", f"target {TARGET}", *(f"join {gun}" for gun in guns[1:]))
    assert of(pos.why_not("commit")) == "6.5.7"
    pos = do(pos, f"drop {guns[5]}", "commit")
    assert throw(pos, 1, 1).state.ammunition == {SOVIET: 0}


@pytest.mark.rule(SLUG, "6.5.8")
def test_nobody_must_fire() -> None:
    """The phase is passed, and all ammunition is still there."""
    pos = do(supplied(*BATTERIES), "done")
    assert (pos.top.tag, pos.state.ammunition) == ("movement", {SOVIET: 8})
