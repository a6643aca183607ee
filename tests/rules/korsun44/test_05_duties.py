"""5.1 The Combat Phase: who attacks what, and who must."""

import pytest
from tests.rules.korsun44.fights import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SLUG,
    SOUTH,
    SOUTH_EAST,
    TARGET,
    bound,
    column,
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
    verbs,
)

from grognard.games.korsun44.duties import open_duties
from grognard.games.korsun44.engagement import Engagement
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.testing import sketch


def duties(pos: Pos) -> tuple[set[str], set[str]]:
    """The units that must attack and the hexes that must be attacked."""
    found = open_duties(pos, pos.within(Engagement))
    return set(found.units), set(found.hexes)


# --- 5.1.1, 5.1.2, 5.1.5, 5.1.10  what an attack may be --------------------------------------


@pytest.mark.rule(SLUG, "5.1.1")
def test_a_unit_fights_once_in_a_phase() -> None:
    """Who has attacked attacks nobody else, and who was attacked is not attacked again."""
    pos = field(f"unit S12w {NORTH}", "unit S4 0602", f"unit G4w {TARGET}", "unit RG-Korsun 0502",
                f"unit S2 {SOUTH}", f"state field_works={SOUTH}:soviet")  # fmt: skip
    pos = fought(pos, TARGET, "S12w", result="-1 / -1")
    assert of(pos.why_not(f"target {TARGET}")) == "5.1.1"
    assert of(pos.apply("target 0502").why_not("attack S12w")) == "5.1.1"
    assert pos.apply("target 0502").why_not("attack S4") is None


@pytest.mark.rule(SLUG, "5.1.2", "5.2.1-a")
def test_units_attack_next_door() -> None:
    """The next hex, not the one behind it; and nobody attacks a hex without enemies."""
    pos = field(f"unit S4 {NORTH}", "unit S5 0502", f"unit G4 {TARGET}")
    assert of(pos.why_not("target 0403")) == "5.1.2"
    pos = pos.apply(f"target {TARGET}")
    assert pos.why_not("attack S4") is None
    assert of(pos.why_not("attack S5")) == "5.1.2"
    assert of(pos.why_not("commit")) == "5.2.1-a"
    assert of(pos.why_not("attack G4")) == "5.2.1-a"


@pytest.mark.rule(SLUG, "5.1.2", "D8", "E3")
def test_nobody_attacks_across_the_dnieper() -> None:
    """At both ends of the bridge of Cherkassy units have no duty and no target."""
    pos = sketch(SLUG, "unit 180RD 5406\nunit 80-34 5407\nunit RG-Smela 5405\nturn 5\n"
                       "phase combat soviet")  # fmt: skip
    assert duties(pos) == (set(), set())
    assert verbs(pos, "target") == ["5405"]
    assert of(pos.why_not("target 5407")) == "5.1.2"
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "5.1.5")
def test_one_side_of_a_combat_is_in_one_hex() -> None:
    """Two hexes against one, one against two; two against two is refused."""
    pos = field(f"unit S4 {NORTH}", f"unit S5 {NORTH_WEST}", f"unit G4 {TARGET}", "unit G5 0403")
    one = prepared(pos, TARGET, "S4", "S5")
    assert of(one.why_not("target 0403")) == "5.1.5"
    assert one.why_not("commit") is not None
    two = prepared(pos, f"{TARGET}+0403", "S4")
    assert of(two.why_not("attack S5")) == "5.1.5"
    assert of(do(two, "untarget 0403").why_not("attack S5")) == ""


@pytest.mark.rule(SLUG, "5.1.10", "D9")
@pytest.mark.parametrize(
    ("unit", "rule"), [("AT-53A", "5.1.10"), ("1Art-53A", "5.1.10"), ("HQ-53A", "D9")]
)
def test_towed_units_and_staffs_do_not_attack(unit: str, rule: str) -> None:
    """Anti-tank guns are regular and towed; artillery is towed; HQs are not regular."""
    pos = field(f"unit S4 {NORTH}", f"unit {unit} {NORTH}", f"unit G4 {TARGET}")
    pos = pos.apply(f"target {TARGET}")
    assert verbs(pos, "attack") == ["S4"]
    assert of(pos.why_not(f"attack {unit}")) == rule


# --- 5.1.3, 5.1.4  duties --------------------------------------------------------------------


@pytest.mark.rule(SLUG, "5.1.3", "5.1.7")
def test_who_is_in_an_enemy_zone_must_attack() -> None:
    """The phase does not end before; out of the zone nobody must."""
    pos = field(f"unit S4 {NORTH}", "unit S5 0502", f"unit G4w {TARGET}")
    assert duties(pos) == ({"S4"}, {TARGET})
    assert of(pos.why_not("done")) == "5.1.3"
    after = fought(pos, TARGET, "S4", result="-1 / -1")
    assert duties(after) == (set(), set())
    assert after.why_not("done") is None


@pytest.mark.rule(SLUG, "5.1.4")
def test_whose_zone_holds_an_enemy_must_be_attacked() -> None:
    """Both of two enemies next to one open unit: by it alone both at once."""
    pos = field(f"unit S9 {NORTH}", f"unit G4 {TARGET}", "unit G5 0403")
    assert duties(pos) == ({"S9"}, {TARGET, "0403"})
    assert of(prepared(pos, TARGET, "S9").why_not("commit")) == "5.1.4"
    assert prepared(pos, f"{TARGET}+0403", "S9").why_not("commit") is None


@pytest.mark.rule(SLUG, "5.1.7", "5.1.6")
def test_the_attacker_chooses_order_and_end() -> None:
    """Either attack first; what a retreat changes counts for the next; and voluntary attacks may
    be left out.
    """
    pos = field(f"unit S12 {NORTH}", "unit S20 0706", f"unit G4w {TARGET}", "unit G5 0705",
                "unit RG-Korsun 0807")  # fmt: skip
    assert verbs(pos, "target") == ["0504", "0705", "0807", "1310"]
    assert column(bound(pos, "0705", "S20")) == "4:1"
    pos = fought(pos, TARGET, "S12", result="- / D2")
    pos = throw(do(pos, "select G4w", "retreat 0605", "retreat 0705", "done"), 1, 1)
    assert pos.unit("G4w").at == "0705"
    pos = bound(pos, "0705", "S20")
    assert strengths(pos)[:2] == (20, 5), "G4w has fought and adds nothing to G5"
    pos = comes_to(pos, "- / D2")
    assert verbs(pos, "select") == ["G4w", "G5"], "but it goes back with it"


@pytest.mark.rule(SLUG, "5.1.7")
def test_voluntary_attacks_may_be_left_out() -> None:
    """A resilience group next door is no duty."""
    pos = field(f"unit S12 {NORTH}", "unit RG-Korsun 0403")
    assert verbs(pos, "target") == ["0403", "1310"]
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "7.1.11", "7.2.1", "7.3.5", "A5")
@pytest.mark.parametrize(
    "works",
    [f"state field_works={NORTH}:soviet", f"state improved_works={NORTH}",
     f"tag fixed_position {NORTH}"],
)  # fmt: skip
def test_fortified_units_need_not_attack(works: str) -> None:
    """Neither in field fortifications nor in improved ones nor in Fixed Positions."""
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", works)
    assert duties(pos) == (set(), set())
    assert pos.why_not("done") is None
    assert pos.why_not(f"target {TARGET}") is None
    assert duties(field(f"unit S4 {NORTH}", f"unit G4 {TARGET}")) == ({"S4"}, {TARGET})


@pytest.mark.rule(SLUG, "5.1.5-ex")
def test_example_a_somebody_attacks_and_somebody_is_attacked() -> None:
    """A unit that came next to an enemy attacks, though not necessarily him, and he is attacked,
    though not necessarily by it.
    """
    pos = field(f"unit S4 {NORTH}", f"unit S5 {NORTH_WEST}", f"unit G4 {TARGET}", "unit G5 0403")
    assert duties(pos) == ({"S4", "S5"}, {TARGET, "0403"})
    first = prepared(pos, "0403", "S4")
    assert first.why_not("commit") is None, "S5 is left for the target"
    assert prepared(pos, "0403", "S5").why_not("commit") is None


@pytest.mark.rule(SLUG, "5.1.5-ex", "4.1.4")
def test_example_b_tanks_before_a_swamp() -> None:
    """Cavalry in a swamp has tanks in its zone and must be attacked; they have no zone there, so
    that it need not attack them.
    """
    lines = (f"unit 110-XVIII {NORTH}", f"unit 80-34 {TARGET}", f"terrain swamp {TARGET}")
    assert duties(field(*lines)) == ({"110-XVIII"}, {TARGET})
    assert duties(field(*lines, side=GERMAN)) == (set(), set())


@pytest.mark.rule(SLUG, "5.1.5-ex", "E2", "E29")
def test_example_c_fortified_neighbours_may_have_to_attack() -> None:
    """Units 2 and 3 are entrenched, unit 1 is in the zones of A and B. Either it attacks both, or
    it attacks B and one of the others must attack A.
    """
    one, two, three, a, b = NORTH, NORTH_EAST, SOUTH_EAST, TARGET, "0403"
    pos = field(f"unit S9 {one}", f"unit S5 {two}", f"unit S6 {three}", f"unit G4 {a}",
                f"unit G5 {b}", f"state field_works={two}:soviet,{three}:soviet")  # fmt: skip
    assert duties(pos) == ({"S9"}, {a, b})
    assert of(prepared(pos, f"{a}+{b}", "S9").why_not("attack S5")) == "5.1.2"
    assert prepared(pos, f"{a}+{b}", "S9").why_not("commit") is None
    pos = fought(pos, b, "S9", result="• / D2")
    pos = do(pos, "done", "done")
    pos = pos.roll(1).roll(1) if pos.chances() else pos
    assert duties(pos) == (set(), {a}), "now 2 or 3 must attack A"
    assert of(pos.why_not("done")) == "5.1.4"


@pytest.mark.rule(SLUG, "E2")
def test_no_duty_among_the_fortified() -> None:
    """An enemy whose only neighbours are in field fortifications need not be attacked; nor does
    a unit that cannot attack create a duty.
    """
    works = f"state field_works={NORTH}:soviet"
    assert duties(field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", works)) == (set(), set())
    assert duties(field(f"unit AT-53A {NORTH}", f"unit G4 {TARGET}")) == (set(), set())
    one = field(f"unit S4 {NORTH}", f"unit S5 {SOUTH}", f"unit G4 {TARGET}", works)
    assert duties(one) == ({"S5"}, {TARGET})


@pytest.mark.rule(SLUG, "D11", "15.2.2")
def test_nobody_must_attack_a_resilience_group() -> None:
    """It has no zone; it may be attacked."""
    pos = field(f"unit S4 {NORTH}", f"unit RG-Korsun {TARGET}")
    assert duties(pos) == (set(), set())
    assert pos.why_not(f"target {TARGET}") is None


@pytest.mark.rule(SLUG, "D13", "K44-3")
def test_a_front_that_waits_does_not_attack() -> None:
    """On turn 2 a unit of 27 Army has no duty and no target, nor must its enemy be attacked; from
    turn 3 it must attack.
    """
    lines = (f"unit 180RD {NORTH}", f"unit G4 {TARGET}", f"unit 4Art-53A {NORTH_EAST}")
    early = field(*lines, "turn 2")
    assert duties(early) == (set(), set())
    assert verbs(early, "target") == ["1310"]
    later = field(*lines, "turn 3")
    assert duties(later) == ({"180RD"}, {TARGET})
    assert of(later.apply(f"target {TARGET}").why_not("attack 180RD")) == ""


@pytest.mark.rule(SLUG, "E35")
def test_every_open_unit_of_a_stack_must_attack() -> None:
    """Of two open units in one zone both; one that cannot attack is left out."""
    pos = field(f"unit S4 {NORTH}", f"unit S5 {NORTH}", f"unit AT-53A {NORTH}", f"unit G4 {TARGET}")
    assert duties(pos) == ({"S4", "S5"}, {TARGET})
    assert of(prepared(pos, TARGET, "S4").why_not("commit")) == "5.1.3"
    assert prepared(pos, TARGET, "S4", "S5").why_not("commit") is None


@pytest.mark.rule(SLUG, "E29")
def test_contacts_of_the_phase_itself_are_no_duty() -> None:
    """Who pursues next to an enemy need not attack, nor must that enemy be attacked."""
    pos = field(f"unit S12 {NORTH}", "unit S8 0807", f"unit G4 {TARGET}", "unit G2 0606",
                "state field_works=0807:soviet")  # fmt: skip
    pos = fought(pos, TARGET, "S12", result="- / D1")
    pos = do(pos, "select G4", f"retreat {SOUTH}", "select S12", f"advance {TARGET}")
    assert pos.unit("S12").at == TARGET
    assert pos.top.tag == "combat"
    assert duties(pos) == (set(), set())
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "E29")
def test_who_had_no_duty_gets_none() -> None:
    """S6 stands next to a resilience group only; that G4w falls back on it obliges nobody."""
    pos = field(f"unit S12 {NORTH}", "unit S6 0606", f"unit G4w {TARGET}", "unit RG-Shpola 0605")
    assert duties(pos) == ({"S12"}, {TARGET})
    pos = fought(pos, TARGET, "S12", result="- / D1")
    pos = do(pos, "select G4w", "retreat 0605", "done")
    assert pos.unit("G4w").at == "0605"
    assert duties(pos) == (set(), set())


@pytest.mark.rule(SLUG, "5.1.9", "9.1.8", "9.1.4")
def test_an_hq_alone_is_attacked_on_the_last_column() -> None:
    """In a city with field fortifications, by a single SP; it cannot go back and is lost, as every
    result of that column orders two hexes or more.
    """
    pos = field(f"unit S1 {NORTH}", f"unit HQ-VII {TARGET}", f"tag city {TARGET}",
                f"state field_works={TARGET}:german")  # fmt: skip
    pos = bound(pos, TARGET, "S1")
    assert column(pos) == "10:1"
    for low, high in ((1, 1), (3, 4), (6, 6)):
        assert dead(pos.roll(low).roll(high), "HQ-VII") == ["HQ-VII"]


@pytest.mark.rule(SLUG, "5.1.8", "9.1.4")
def test_the_owner_chooses_who_loses() -> None:
    """The defender is asked which of his units pays, the HQ among them."""
    pos = field(f"unit S4w {NORTH}", f"unit G4w {TARGET}", f"unit HQ-VII {TARGET}")
    pos = fought(pos, TARGET, "S4w", result="-1 / -1")
    assert (pos.side, verbs(pos, "lose")) == (GERMAN, ["G4w", "HQ-VII"])
    assert of(pos.why_not("lose S4w")) == "5.1.8"
    pos = do(pos, "lose HQ-VII")
    assert dead(pos, "HQ-VII") == ["HQ-VII"]
    assert levels(pos, "G4w", "S4w") == [2, 1]


@pytest.mark.rule(SLUG, "E1")
def test_who_fought_before_shares_retreat_only() -> None:
    """G4 is driven into the hex of G6 and attacked there again: it adds no SPs and loses none,
    but must go back with it. A hex with nobody else could not be attacked.
    """
    pos = field(f"unit S12 {NORTH}", "unit S18 0606", f"unit G4w {TARGET}", f"unit G6w {SOUTH}")
    pos = fought(pos, TARGET, "S12", result="- / D1")
    pos = do(pos, "select G4w", f"retreat {SOUTH}", "done")
    assert levels(pos, "G4w") == [1], "G6w stands in an enemy zone (5.3.4)"
    pos = bound(pos, SOUTH, "S18")
    assert column(pos) == "3:1"
    pos = comes_to(pos, "-1 / D1 -1")
    assert levels(pos, "G4w", "G6w") == [1, 1]
    assert (pos.side, pos.top.tag) == (GERMAN, "retreat")
    assert of(pos.why_not("done")) == "E1"
    pos = do(pos, "select G4w", f"retreat {verbs(do(pos, 'select G4w'), 'retreat')[0]}", "done")
    assert dead(pos, "G6w") == ["G6w"], "it stands and pays"
    assert levels(pos, "G4w") == [1]


@pytest.mark.rule(SLUG, "2.2-P4", "2.2-P10")
@pytest.mark.parametrize("side", [SOVIET, GERMAN])
def test_each_side_has_its_combat_phase(side: str) -> None:
    """Phases 4 and 10: whose phase it is attacks."""
    pos = field(f"unit S4 {NORTH}", f"unit G4 {TARGET}", side=side)
    mine, theirs = (TARGET, NORTH) if side == SOVIET else (NORTH, TARGET)
    assert pos.side == side
    assert pos.why_not(f"target {mine}") is None
    assert of(pos.why_not(f"target {theirs}")) == "5.1.2"
