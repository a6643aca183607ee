"""Artillery support in Red Parachutes: for whom, how much, in secret."""

from fractions import Fraction

import pytest
from tests.rules.kanev43.attacks import (
    AM,
    NIGHT,
    NOON,
    TARGET,
    attacking,
    battle,
    bound,
    combat,
    declared,
    fought_at,
    planned,
    reached,
)
from tests.rules.kanev43.sketches import allowed, done, drawn, refused

from grognard.decisions import total
from grognard.games.kanev43.belief import fill
from grognard.games.kanev43.combat import Combat
from grognard.games.kanev43.odds import attack_parts, defence_parts
from grognard.games.kanev43.state import AXIS, SOVIET, Pos
from grognard.games.kanev43.support import (
    attack_support_part,
    defence_support_part,
    rate,
    still_fires,
    written,
)
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn

RIFLES = "unit 309RD-955 0404\n"
#: A battalion of attack 4 and guns of its division, of 4 and 5, three hexes behind it.
GRENADIERS = "unit 57ID-I/179 0403\nunit 57ID-I/AR 0401\nunit 57ID-IV/AR 0401\n"
LIGHT, HEAVY = "57ID-I/AR", "57ID-IV/AR"


def given(pos: Pos, *guns: str, doubled: tuple[str, ...] = (), units: str = "57ID-I/179") -> int:
    """The offensive support that guns give an attack."""
    plan = planned(pos, units, guns=guns, doubled=frozenset(doubled))
    return attack_support_part(pos, plan).amount


# --- for whom ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "ART-5")
@pytest.mark.parametrize(
    ("side", "gun", "unit", "expected"),
    [
        (AXIS, "57ID-I/AR", "57ID-I/179", 1),
        (AXIS, "XXIV-Werfer", "57ID-I/179", 1),
        (AXIS, "112ID-I/AR", "57ID-I/179", Fraction(1, 2)),
        (SOVIET, "309RD-AR", "309RD-955", 1),
        (SOVIET, "40A-Gun", "309RD-955", 1),
        (SOVIET, "161RD-AR", "309RD-955", 0),
    ],
)
def test_support_for_assigned_units(side: str, gun: str, unit: str, expected: Fraction) -> None:
    """All from one's own and from guns of no formation; of others half, for Soviets nothing."""
    pos = combat(f"unit {gun} 0401\nunit {unit} 0403", side)
    assert rate(pos, gun, (unit,)) == expected


@pytest.mark.rule("kanev43", "ART-6")
@pytest.mark.parametrize(
    ("gun", "unit", "expected"),
    [
        ("57ID-I/AR", "57ID-I/179", Fraction(1, 2)),
        ("XXIV-Werfer", "57ID-I/179", 1),
        ("57ID-I/AR", "XXIV-Flak", Fraction(1, 2)),
        ("6GTC-Mtr", "6GTC-I/22", 0),
        ("40A-Gun", "6GTC-I/22", 1),
        ("6GTC-Mtr", "3GTA-91TB", 0),
    ],
)
def test_support_for_unassigned_units(gun: str, unit: str, expected: Fraction) -> None:
    """A unit treated as unassigned is no longer its division's, as one that has none."""
    free = " unassigned=true" if unit[0] in "56" else ""
    pos = combat(f"unit {gun} 0401\nunit {unit} 0403{free}")
    assert rate(pos, gun, (unit,)) == expected


@pytest.mark.rule("kanev43", "ART-7", "R-38")
@pytest.mark.parametrize(("hq", "share"), [("0401", 1), ("0402", 1), ("0403", Fraction(1, 2))])
def test_axis_guns_beside_another_hq(hq: str, share: Fraction) -> None:
    """With or next to the HQ of those whom they support they give all, two hexes away half."""
    pos = combat(f"unit 112ID-I/AR 0401\nunit 57ID-I/179 0403\nunit 57ID-HQ {hq}")
    assert rate(pos, "112ID-I/AR", ("57ID-I/179",)) == share


@pytest.mark.rule("kanev43", "ART-8", "R-38")
@pytest.mark.parametrize(("hq", "amount"), [("0401", 3), ("0402", 3), ("0403", 0)])
def test_soviet_guns_beside_another_hq(hq: str, amount: int) -> None:
    """Five of another division are three beside the HQ, and nothing two hexes from it."""
    text = f"unit 161RD-AR 0401\nunit 309RD-955 0403\nunit 309RD-HQ {hq}\nunit 57ID-I/179 0404"
    pos = combat(text, SOVIET)
    assert given(pos, "161RD-AR", units="309RD-955") == amount


@pytest.mark.rule("kanev43", "ART-8", "AIRB-17")
def test_a_dispersed_hq_directs_no_guns() -> None:
    """Nor one that is not on the map."""
    base = "unit 161RD-AR 0401\nunit 1GAB-1 0403"
    for hq, expected in (("unit 1GAB-HQ 0401", Fraction(1, 2)), ("", 0),
                         ("unit 1GAB-HQ 0401 dispersed=true", 0)):  # fmt: skip
        pos = combat(f"{base}\n{hq}", SOVIET)
        assert rate(pos, "161RD-AR", ("1GAB-1",)) == expected


@pytest.mark.rule("kanev43", "ART-9", "R-38")
@pytest.mark.parametrize(
    ("side", "gun", "lone", "friend", "alone"),
    [
        (AXIS, "57ID-I/AR", "XXIV-Flak", "57ID-I/179", Fraction(1, 2)),
        (SOVIET, "6GTC-Mtr", "3GTA-91TB", "6GTC-I/22", 0),
    ],
)
def test_an_unassigned_unit_among_a_division(
    side: str, gun: str, lone: str, friend: str, alone: Fraction
) -> None:
    """Attacking with units of the division it has the division's guns, alone it has not."""
    pos = combat(f"unit {gun} 0401\nunit {lone} 0403\nunit {friend} 0403", side)
    assert rate(pos, gun, (lone,)) == alone
    assert rate(pos, gun, (lone, friend)) == 1


# --- how much ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "ART-1")
def test_offensive_support() -> None:
    """The strengths are added to the attack, and each battery has a salvo less."""
    pos = combat(GRENADIERS + RIFLES)
    assert given(pos, LIGHT) == 4
    assert given(pos, LIGHT, HEAVY) == 8  # 9, but twice an attack of 4 is 8
    pos = done(reached(declared(pos), "offensive support"), f"support {LIGHT}", "done")
    fought = bound(attacking(pos, "57ID-I/179"))
    assert total(fought_at(fought).attack) == 8
    assert fought.unit(LIGHT).salvoes == 1
    assert fought.unit(HEAVY).salvoes == 2


@pytest.mark.rule("kanev43", "ART-4", "R-41")
def test_doubled_support() -> None:
    """Four count eight; the battery has no ammunition left and is disrupted."""
    pos = combat(GRENADIERS + RIFLES)
    pos = done(reached(declared(pos), "offensive support"), f"support {LIGHT}")
    assert allowed(pos, "choose") == {f"double {LIGHT}"}
    pos = done(pos, f"choose double {LIGHT}", "done")
    fought = bound(attacking(pos, "57ID-I/179"))
    assert total(fought_at(fought).attack) == 4 + 8
    assert fought.unit(LIGHT).salvoes == 0
    assert fought.unit(LIGHT).order == "disrupted"


@pytest.mark.rule("kanev43", "ART-4", "R-40")
def test_one_salvo_is_not_doubled_and_no_defence_is() -> None:
    """Two salvoes are needed, and an attack."""
    text = GRENADIERS.replace("57ID-I/AR 0401", "57ID-I/AR 0401 salvoes=1") + RIFLES
    pos = done(reached(declared(combat(text)), "offensive support"), f"support {LIGHT}")
    assert refused(pos, "choose", f"double {LIGHT}") == "ART-4"
    pos = combat("unit 57ID-I/179 0404\nunit 57ID-I/AR 0401\nunit 309RD-955 0405", SOVIET)
    pos = reached(declared(pos), "defensive support").apply(f"support {LIGHT}")
    assert allowed(pos, "choose") == set()


@pytest.mark.rule("kanev43", "R-41", "DIS-1")
def test_reductions_come_in_order() -> None:
    """Disrupted support of 5 is 4, doubled 8, at half of it 4; never below 2."""
    base = "unit 112ID-IV/AR 0401 order=disrupted\nunit 57ID-I/179 0403\n" + RIFLES
    assert given(combat(base), "112ID-IV/AR", doubled=("112ID-IV/AR",)) == 4
    assert given(combat(base), "112ID-IV/AR") == 2
    glider = "unit 1GAB-Gl 0403 order=disrupted\nunit 1GAB-1 0405\nunit 57ID-I/179 0404"
    assert given(combat(glider, SOVIET), "1GAB-Gl", units="1GAB-1") == 2


@pytest.mark.rule("kanev43", "ART-17", "NGT-8")
def test_support_at_night() -> None:
    """Offensive 7 is 4, defensive 5 is 3; three of 3 are 5: halved together, then rounded."""
    guns = "unit 40A-Gun 0401\nunit 309RD-955 0403\nunit 57ID-I/179 0404"
    assert given(combat(guns, SOVIET, NOON), "40A-Gun", units="309RD-955") == 7
    assert given(combat(guns, SOVIET, NIGHT), "40A-Gun", units="309RD-955") == 4
    threes = "".join(
        f"piece G{n} like 57ID-I/AR\nunit G{n} 0401 lost=1\n" for n in range(1, 4)
    )  # one step of two: 3 of 5 in defence
    night = combat(threes + "unit 57ID-I/179 0404\nunit 309RD-955 0405", SOVIET, NIGHT)
    plan = planned(night, "309RD-955", cover=("G1", "G2", "G3"))
    assert defence_support_part(night, plan).amount == 5
    night = combat("unit 57ID-I/AR 0401\nunit 57ID-I/179 0404\nunit 309RD-955 0405", SOVIET, NIGHT)
    assert defence_support_part(night, planned(night, "309RD-955", cover=(LIGHT,))).amount == 3


@pytest.mark.rule("kanev43", "TEC-3", "R-42")
def test_woods_halve_what_comes_in() -> None:
    """Offensive support into woods, but not the support of units that defend there."""
    text = "terrain woods 0404\n" + RIFLES
    assert given(combat(GRENADIERS + text), HEAVY) == 3  # 5 halved
    pos = combat("terrain woods 0404\nunit 57ID-I/179 0404\nunit 57ID-IV/AR 0401\n"
                 "unit 309RD-955 0405", SOVIET)  # fmt: skip
    assert defence_support_part(pos, planned(pos, "309RD-955", cover=(HEAVY,))).amount == 4


@pytest.mark.rule("kanev43", "ART-10", "R-44")
def test_cap_of_offensive_support() -> None:
    """Twice the attack on the side that the units show: 14 for 7; demoralised or not."""
    many = "".join(f"piece G{n} like 57ID-IV/AR\nunit G{n} 0401\n" for n in range(4))
    guns = tuple(f"G{n}" for n in range(4))  # 20 points
    seven = "piece seven like 57ID-I/179 attack=7\nunit seven 0403 order=demoralised\n"
    pos = combat(many + seven + RIFLES)
    plan = planned(pos, "seven", guns=guns)
    assert attack_support_part(pos, plan).amount == 14
    assert attack_support_part(pos, plan).rule == "ART-10"
    weak = combat(many + "unit 57ID-I/179 0403 lost=1\n" + RIFLES)  # 4 * 2/3 = 3
    assert given(weak, *guns) == 6


@pytest.mark.rule("kanev43", "ART-11", "R-39", "R-44")
def test_cap_of_defensive_support() -> None:
    """It is added to the defence: five for a defence of 5, even in a town; not for excluded."""
    text = """
        tag town 0404
        unit 57ID-I/179 0404
        unit 57ID-I/AR 0401
        unit 57ID-IV/AR 0401
        unit 309RD-955 0405
    """
    pos = combat(text, SOVIET)
    plan = planned(pos, "309RD-955", cover=(LIGHT, HEAVY))
    assert defence_support_part(pos, plan).amount == 5
    assert total(defence_parts(pos, plan)) == 5 * 2 + 5
    more = "".join(f"unit 57ID-{unit} 0404\n" for unit in ("II/179", "I/199"))
    many = "".join(f"piece G{n} like 57ID-I/AR\nunit G{n} 0401\n" for n in range(3))
    pos = combat(text + more + many, SOVIET)
    plan = planned(pos, "309RD-955", cover=("G0", "G1", "G2"))
    assert defence_support_part(pos, plan).amount == 10  # two battalions of three defend


@pytest.mark.rule("kanev43", "ART-3")
def test_defensive_support() -> None:
    """Written down for a hex it is added to its defence."""
    pos = combat("unit 57ID-I/179 0404\nunit 57ID-I/AR 0401\nunit 309RD-955 0405", SOVIET)
    pos = done(reached(declared(pos), "defensive support"), f"support {LIGHT}", "done")
    fought = bound(attacking(pos, "309RD-955"))
    assert total(fought_at(fought).defence) == 5 + 5
    assert battle(fought).plan.cover == (LIGHT,)


# --- who may ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "ART-12")
def test_artillery_in_a_zone() -> None:
    """It gives no support; attacked it has its defence strength and not its support."""
    assert declared(combat(GRENADIERS + RIFLES + "unit 309RD-957 0301")).top.tag == "resolving"
    free = reached(declared(combat(GRENADIERS + RIFLES)), "offensive support")
    assert allowed(free, "support") == {LIGHT, HEAVY}
    pos = combat("unit 57ID-I/AR 0404\nunit 309RD-955 0405", SOVIET)
    assert total(defence_parts(pos, planned(pos, "309RD-955"))) == 1


@pytest.mark.rule("kanev43", "ART-12", "R-43", "DIS-5")
@pytest.mark.parametrize(
    ("state", "rule"),
    [("limbered=true", "R-43"), ("salvoes=0", "R-43"), ("order=demoralised", "DIS-5")],
)
def test_guns_that_cannot_fire(state: str, rule: str) -> None:
    """Limbered, without ammunition, demoralised."""
    text = GRENADIERS.replace("57ID-I/AR 0401", f"57ID-I/AR 0401 {state}") + RIFLES
    pos = reached(declared(combat(text)), "offensive support")
    assert refused(pos, "support", LIGHT) == rule


@pytest.mark.rule("kanev43", "ART-12")
def test_a_gun_in_a_zone_is_refused() -> None:
    """While another may support."""
    text = GRENADIERS.replace("57ID-I/AR 0401", "57ID-I/AR 0402") + RIFLES + "unit 309RD-957 0302\n"
    pos = combat(text.replace("57ID-IV/AR 0401", "57ID-IV/AR 0501") + "unit 309RD-959 0801")
    pos = reached(declared(pos), "offensive support")
    assert allowed(pos, "support") == {HEAVY}
    assert refused(pos, "support", LIGHT) == "ART-12"


@pytest.mark.rule("kanev43", "ART-16")
def test_bombard_or_support() -> None:
    """A battery that has bombarded gives no offensive support."""
    text = f"board 8 x 6\nturn 2\n{GRENADIERS}{RIFLES}unit XXIV-Werfer 0401\nphase bombardment axis"
    pos = done(drawn(text), f"target {TARGET}", "support XXIV-Werfer").apply("commit", dice=(3, 4))
    pos = reached(pos, "declaring")
    pos = reached(declared(pos), "offensive support")
    assert refused(pos, "support", "XXIV-Werfer") == "ART-16"
    assert allowed(pos, "support") == {LIGHT, HEAVY}


@pytest.mark.rule("kanev43", "R-43")
def test_a_gun_fires_once() -> None:
    """For one hex under attack; released it may fire for another."""
    pos = combat(GRENADIERS + RIFLES + "unit 309RD-957 0303")
    pos = done(reached(declared(pos, TARGET, "0303"), "offensive support"), f"support {LIGHT}")
    assert refused(pos, "support", LIGHT) == "R-43"
    assert allowed(done(pos, "done"), "support") == {HEAVY}
    assert allowed(done(pos, f"release {LIGHT}", "done"), "support") == {LIGHT, HEAVY}


@pytest.mark.rule("kanev43", "ART-5", "ART-8")
def test_guns_with_nobody_to_help_are_refused() -> None:
    """Soviet guns of another division."""
    text = "unit 161RD-AR 0401\nunit 309RD-AR 0401\nunit 309RD-955 0403\nunit 57ID-I/179 0404"
    pos = reached(declared(combat(text, SOVIET)), "offensive support")
    assert allowed(pos, "support") == {"309RD-AR"}
    assert refused(pos, "support", "161RD-AR") == "ART-5"


# --- secret, then open ------------------------------------------------------------------------


SECRET = """
    unit 57ID-I/179 0404
    unit 57ID-I/AR 0401
    unit 57ID-IV/AR 0401
    unit 309RD-955 0405
    unit 309RD-AR 0406
"""


@pytest.mark.rule("kanev43", "SOP-15", "CBT-10", "R-96")
def test_the_defender_writes_in_secret() -> None:
    """The attacker sees neither what is being written nor what has been; the owner does."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    assert pos.side == AXIS
    writing = pos.apply(f"support {LIGHT}")
    for viewer in (SOVIET, None):
        assert writing.view(viewer).agenda == pos.view(viewer).agenda
        assert LIGHT not in str(writing.view(viewer).agenda)
    assert LIGHT in str(writing.view(AXIS).agenda)
    fixed = writing.apply("done")
    assert fixed.top.tag == "offensive support"
    assert fixed.side == SOVIET
    assert fixed.view(SOVIET).secrets == {"axis support": None}
    assert fixed.view(AXIS).secrets == {"axis support": {TARGET: [LIGHT]}}
    assert fixed.events == ()
    other = pos.apply(f"support {HEAVY}").apply("done")
    assert fixed.view(SOVIET) == other.view(SOVIET)


@pytest.mark.rule("kanev43", "SOP-15", "R-96")
def test_who_looks_on_knows_who_is_asked() -> None:
    """What the attacker believes while guns are written down waits for the same answer."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    writing = pos.apply(f"support {LIGHT}")
    believed = fill(pos.game, writing.view(SOVIET))
    assert (believed.side, believed.prompt) == (AXIS, pos.prompt)
    assert LIGHT not in str(believed.state.agenda)


@pytest.mark.rule("kanev43", "SOP-16", "CBT-10")
def test_the_attacker_places_his_in_the_open() -> None:
    """Everybody sees his guns, and they change nothing of what was written before."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    pos = done(pos, f"support {LIGHT}", "done", "support 309RD-AR", "done")
    assert pos.within(CombatPhase).guns == {TARGET: ("309RD-AR",)}
    assert "309RD-AR" in str(pos.view(AXIS).agenda)
    assert written(pos, AXIS, TARGET) == (LIGHT,)


@pytest.mark.rule("kanev43", "R-99", "SOP-15")
def test_what_was_written_is_forgotten_with_the_phase() -> None:
    """Support of an attack that is dropped is not spent, and nobody learns of it."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    pos = done(pos, f"support {LIGHT}", "done", "done")
    over = pos.apply(f"untarget {TARGET}")
    assert over.find(Combat) is None
    assert over.state.secrets == ()
    assert over.unit(LIGHT).salvoes == 2
    assert all(LIGHT not in event.units for event in over.events)


@pytest.mark.rule("kanev43", "ART-15")
def test_silenced_guns_do_not_count() -> None:
    """Attackers with a zone have advanced to them; so do guns that have lost heart since."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    pos = done(pos, f"support {LIGHT}", "done", "done")
    plan = planned(pos, "309RD-955", cover=(LIGHT,))
    assert total(defence_parts(pos, plan)) == 10
    hand = pos.game.hand(pos)
    hand.note(CombatPhase, silenced=LIGHT)
    assert not still_fires(hand.now, LIGHT, TARGET)
    assert total(defence_parts(hand.now, plan)) == 5
    hand = pos.game.hand(pos)
    hand.set(LIGHT, order="demoralised")
    assert total(defence_parts(hand.now, plan)) == 5


@pytest.mark.rule("kanev43", "R-35")
def test_support_counts_as_attacking() -> None:
    """Guns that supported an attack have not rested; those of the defence may have."""
    pos = reached(declared(combat(SECRET, SOVIET)), "defensive support")
    pos = done(pos, f"support {LIGHT}", "done", "support 309RD-AR", "done")
    fought = bound(attacking(pos, "309RD-955"))
    assert fought.within(PlayerTurn).stirred == {"309RD-955", "309RD-AR"}


@pytest.mark.rule("kanev43", "R-51")
def test_water_does_not_touch_guns() -> None:
    """A battalion of 4 over a river counts 2, its battery 4."""
    pos = combat("hexside river 0403/0404\n" + GRENADIERS + RIFLES, turn=AM)
    plan = planned(pos, "57ID-I/179", guns=(LIGHT,))
    assert [part.amount for part in attack_parts(pos, plan)] == [2, 4]
