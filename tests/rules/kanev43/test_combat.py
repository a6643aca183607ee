"""The Combat Phase of Red Parachutes: who may attack whom, how many, in which order."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.attacks import (
    TARGET,
    attacking,
    bound,
    combat,
    declared,
    planned,
    reached,
)
from tests.rules.kanev43.sketches import allowed, done, drawn, refused

from grognard.games.kanev43.combat import Attack, Combat
from grognard.games.kanev43.plan import why_too_many
from grognard.games.kanev43.state import AXIS, SOVIET, Pos, Work
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn

RIFLES = "unit 309RD-955 0404\n"
TWO = "unit 57ID-I/179 0403\nunit 57ID-II/179 0403\n"


# --- declaring --------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "SOP-14", "CBT-9")
def test_all_hexes_are_declared_first() -> None:
    """A hex that was not declared cannot be attacked once it is about the first combat."""
    pos = combat(TWO + RIFLES + "unit 309RD-957 0303")
    assert allowed(pos, "target") == {TARGET, "0303"}
    pos = reached(declared(pos, TARGET), "resolving")
    assert allowed(pos, "target") == {TARGET}
    assert refused(pos, "target", "0303") == "CBT-9"


@pytest.mark.rule("kanev43", "CBT-9")
def test_a_hex_may_be_taken_back_while_declaring() -> None:
    """Nothing binds before the player goes on; a phase without attacks ends."""
    pos = done(combat(TWO + RIFLES), f"target {TARGET}", f"untarget {TARGET}")
    assert pos.top.tag == "declaring"
    assert pos.apply("done").find(Combat) is None


@pytest.mark.rule("kanev43", "R-46", "R-113")
def test_what_can_be_declared() -> None:
    """Hexes with enemies next to units that can attack, each once, over whatever water."""
    pos = combat("hexside dnepr 0403/0404\n" + TWO + RIFLES + "unit 309RD-957 0606")
    assert allowed(pos, "target") == {TARGET}
    assert refused(pos, "target", "0606") == "R-113"
    assert refused(pos, "target", "0303") == "R-113"
    assert refused(pos.apply(f"target {TARGET}"), "target", TARGET) == "R-46"


@pytest.mark.rule("kanev43", "LSS-1", "STM-2", "R-91")
def test_who_cannot_attack() -> None:
    """HQs and guns have no attack strength, leaders are no units, dispersed men do not attack."""
    idle = "unit 57ID-HQ 0403\nunit 57ID-I/AR 0403\nunit L-57ID 0403\n"
    pos = attacking(declared(combat(TWO + idle + RIFLES)))
    assert allowed(pos, "attack") == {"57ID-I/179", "57ID-II/179"}
    for unit in ("57ID-HQ", "57ID-I/AR", "L-57ID"):
        assert refused(pos, "attack", unit) == "LSS-1"
    pos = combat("unit 1GAB-1 0403 dispersed=true\nunit 1GAB-2 0405\nunit 57ID-Pi 0404", SOVIET)
    assert refused(attacking(declared(pos)), "attack", "1GAB-1") == "LSS-1"


@pytest.mark.rule("kanev43", "STM-2")
def test_a_strategic_move_forfeits_the_attack() -> None:
    """But guns that moved so may still give support."""
    pos = drawn(f"board 8 x 6\nturn 2\n{TWO}{RIFLES}unit 57ID-I/AR 0401\nphase bombardment axis",
                run=False)  # fmt: skip
    hand = pos.game.hand(pos)
    hand.note(PlayerTurn, strategic=("57ID-I/179", "57ID-I/AR"))
    pos = reached(pos.game.hand(hand.now).begin(), "declaring")
    pos = declared(pos)
    assert allowed(pos, "support") == {"57ID-I/AR"}
    pos = attacking(pos)
    assert refused(pos, "attack", "57ID-I/179") == "STM-2"
    assert allowed(pos, "attack") == {"57ID-II/179"}


@pytest.mark.rule("kanev43", "CBT-15", "R-07")
def test_hopeless_attacks_are_not_declared() -> None:
    """1:3 against a hill by day is refused, 1:2 is not; guns that could help are counted."""
    hill = "terrain hill 0404\nunit 34ID-PJ 0404\n"  # defence 2
    weak = "piece weak like 309RD-955 attack=2\nunit weak 0405 lost=2\n"  # 1 step: attack 1
    assert allowed(combat(hill + weak, SOVIET), "target") == {TARGET}
    strong = hill.replace("34ID-PJ 0404", "34ID-I/80 0404")  # defence 5: 1 to 5
    pos = combat(strong + weak + "unit 309RD-957 0801\nunit 57ID-Pi 0802", SOVIET)
    assert refused(pos, "target", TARGET) == "CBT-15"
    guns = combat(strong + weak + "unit 309RD-AR 0406", SOVIET)  # 1 + 2 to 5
    assert allowed(guns, "target") == {TARGET}


# --- one after another ------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "SOP-17")
def test_attacks_in_any_order() -> None:
    """The attacker takes the next as he likes."""
    pos = combat(TWO + RIFLES + "unit 309RD-957 0303")
    pos = reached(declared(pos, TARGET, "0303"), "resolving")
    assert allowed(pos, "target") == {TARGET, "0303"}
    assert attacking(pos, target="0303").within(Attack).target == "0303"
    assert attacking(pos).apply("cancel").top.tag == "resolving"


@pytest.mark.rule("kanev43", "R-46")
def test_once_in_a_phase() -> None:
    """A unit attacks once, a hex is attacked once."""
    pos = combat(TWO + RIFLES + "unit 309RD-957 0303")
    pos = attacking(declared(pos, TARGET, "0303"), "57ID-I/179")
    pos = bound(pos)
    phase = pos.within(CombatPhase)
    assert phase.resolved == {TARGET}
    assert phase.fought == {"57ID-I/179"}
    assert pos.within(PlayerTurn).stirred == {"57ID-I/179"}


@pytest.mark.rule("kanev43", "R-46")
def test_who_has_attacked_is_refused() -> None:
    """Also for another declared hex."""
    pos = reached(
        declared(combat(TWO + RIFLES + "unit 309RD-957 0303"), TARGET, "0303"), "resolving"
    )
    hand = pos.game.hand(pos)
    hand.note(CombatPhase, fought="57ID-I/179", resolved=TARGET)
    pos = attacking(pos.game.hand(hand.now).begin(), target="0303")
    assert refused(pos, "attack", "57ID-I/179") == "R-46"
    assert allowed(pos, "attack") == {"57ID-II/179"}


@pytest.mark.rule("kanev43", "R-99")
def test_a_dropped_attack_spends_its_ammunition() -> None:
    """Doubled fire two salvoes; the guns count as having attacked, the units do not."""
    pos = combat(TWO + RIFLES + "unit 57ID-I/AR 0401\nunit 57ID-IV/AR 0401")
    pos = reached(declared(pos), "offensive support")
    pos = done(pos, "support 57ID-I/AR", "support 57ID-IV/AR", "choose double 57ID-IV/AR", "done")
    dropped = pos.apply(f"untarget {TARGET}", chance="stop")
    assert dropped.unit("57ID-I/AR").salvoes == 1
    assert dropped.unit("57ID-IV/AR").salvoes == 0
    assert dropped.find(Combat) is None
    assert pos.within(PlayerTurn).stirred == frozenset()


@pytest.mark.rule("kanev43", "R-99")
def test_an_attack_without_defenders_lapses() -> None:
    """If they are gone nothing is spent; who has come into the hex defends it."""
    pos = combat(TWO + RIFLES + "unit 309RD-957 0303\nunit 57ID-I/AR 0401")
    pos = reached(declared(pos, TARGET, "0303"), "offensive support")
    pos = reached(done(pos, "support 57ID-I/AR"), "resolving")
    hand = pos.game.hand(pos)
    hand.put("309RD-955", "0303")
    moved = pos.game.hand(hand.now).begin()
    assert allowed(moved, "untarget") == {"0303"}
    assert set(planned(moved, "57ID-I/179", target="0303").defenders) == {"309RD-955", "309RD-957"}
    over = moved.apply("untarget 0303", chance="stop")
    assert over.find(Combat) is None
    assert over.unit("57ID-I/AR").salvoes == 2


@pytest.mark.rule("kanev43", "R-81")
def test_who_attacks_does_not_build() -> None:
    """The work in hand is given up."""
    pos = drawn(f"board 8 x 6\nturn 2\n{TWO}{RIFLES}phase combat axis", run=False)
    works = {"0403": Work(AXIS, builder="57ID-I/179", begun=1)}
    pos = pos.game.hand(pos.game.position(replace(pos.state, works=works))).begin()
    other = bound(attacking(declared(pos), "57ID-II/179"))
    assert "0403" in other.state.works
    own = bound(attacking(declared(pos), "57ID-I/179"))
    assert "0403" not in own.state.works


# --- how many attack --------------------------------------------------------------------------


def group(*units: str) -> str | None:
    """By which rule these units may not attack out of one hex together."""
    extra = [unit for unit in units if unit.startswith("tank")]
    pieces = "".join(f"piece {unit} like 19PZ-Pz27\n" for unit in extra)
    pos = combat(pieces + "".join(f"unit {unit} 0403\n" for unit in units))
    refusal = why_too_many(pos, units)
    return refusal.rule if refusal else None


ONE, SAME, OTHER = "57ID-I/179", "57ID-II/179", "57ID-I/199"
COMPANIES = ("34ID-PJ", "10PG-PJ10", "19PZ-PJ19", "XXIV-Flak", "XXIV-Alarm")
REGIMENT = ("10PG-I/20", "10PG-II/20", "10PG-III/20")


@pytest.mark.rule("kanev43", "CBT-1", "R-45")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        ((ONE, OTHER), True),
        ((ONE, OTHER, "tank"), True),
        ((ONE, OTHER, *COMPANIES[:2]), True),
        ((ONE, OTHER, "57ID-I/217"), False),
        ((ONE, OTHER, *COMPANIES[:3]), False),
        ((ONE, OTHER, "tank", COMPANIES[0]), False),
        ((ONE, "tank", *COMPANIES[:2]), True),
        (("tank", "tank2", "tank3"), True),
        (COMPANIES, True),
        ((ONE, *COMPANIES), True),
        ((ONE, "tank", *COMPANIES[:3]), True),
    ],
)
def test_attackers_out_of_a_hex(units: tuple[str, ...], fits: bool) -> None:
    """Two battalions and two companies or tanks; three companies stand for a battalion."""
    assert group(*units) == (None if fits else "CBT-1")


@pytest.mark.rule("kanev43", "CBT-2", "R-45")
@pytest.mark.parametrize(
    ("units", "fits"),
    [
        (REGIMENT, True),
        ((*REGIMENT, COMPANIES[0]), True),
        ((*REGIMENT, "tank"), True),
        ((*REGIMENT, *COMPANIES[:2]), False),
        ((*REGIMENT, "tank", COMPANIES[0]), False),
        ((*REGIMENT[:2], "10PG-I/41"), False),
        (("57ID-I/AR", "57ID-IV/AR", "57ID-Pi"), False),
    ],
)
def test_a_regiment_out_of_a_hex(units: tuple[str, ...], fits: bool) -> None:
    """Three battalions of one regiment and a company or tanks."""
    assert group(*units) == (None if fits else "CBT-1")


@pytest.mark.rule("kanev43", "CBT-1", "CBT-2")
def test_limits_are_those_of_each_hex() -> None:
    """What is too much out of one hex is refused, out of another it is not."""
    text = TWO + "unit 57ID-I/199 0403\nunit 57ID-II/199 0303\n" + RIFLES
    pos = attacking(declared(combat(text)), "57ID-I/179", "57ID-II/179")
    assert refused(pos, "attack", "57ID-I/199") == "CBT-1"
    assert allowed(pos, "attack") == {"57ID-II/199"}
    assert "57ID-I/199" in allowed(pos.apply("release 57ID-I/179"), "attack")


@pytest.mark.rule("kanev43", "CBT-9")
def test_somebody_must_attack() -> None:
    """An attack without units is not committed."""
    assert refused(attacking(declared(combat(TWO + RIFLES))), "commit") == "CBT-9"


# --- how many defend --------------------------------------------------------------------------


#: Three battalions and an HQ, which is of company size.
STACK = "unit 57ID-I/179 0404\nunit 57ID-I/199 0404\nunit 57ID-Pi 0404\nunit 57ID-HQ 0404\n"
RING = "unit 309RD-955 0403\nunit 309RD-957 0503\nunit 309RD-959 0504\nunit 161RD-565 0405\n"
ATTACKERS = ("309RD-955", "309RD-957", "309RD-959", "161RD-565")


def firm(pos: Pos, *units: str) -> set[str]:
    """Who defends against these units."""
    return set(planned(pos, *units).defenders)


@pytest.mark.rule("kanev43", "CBT-3", "CBT-5")
def test_defenders_of_a_hex() -> None:
    """Of three battalions and a company two and the company; the strongest is left out."""
    pos = combat(STACK + RING, SOVIET)
    plan = planned(pos, *ATTACKERS[:3])
    assert set(plan.defenders) == {"57ID-I/199", "57ID-Pi", "57ID-HQ"}
    assert plan.excess == ()


@pytest.mark.rule("kanev43", "CBT-4")
def test_more_defend_against_many_hexes() -> None:
    """Attacked out of four hexes the third battalion counts again."""
    pos = combat(STACK + RING, SOVIET)
    assert firm(pos, *ATTACKERS) == {"57ID-I/179", "57ID-I/199", "57ID-Pi", "57ID-HQ"}


@pytest.mark.rule("kanev43", "CBT-5")
def test_the_attacker_excludes_whom_he_likes() -> None:
    """He may have another battalion left out, but a company does not make room for one."""
    pos = attacking(declared(combat(STACK + RING, SOVIET)), "309RD-955")
    assert allowed(pos, "choose") == {"spare 57ID-I/199", "spare 57ID-Pi"}
    pos = pos.apply("choose spare 57ID-Pi")
    assert set(pos.within(Attack).plan(pos).defenders) == {"57ID-I/179", "57ID-I/199", "57ID-HQ"}


@pytest.mark.rule("kanev43", "CBT-3", "R-45")
def test_four_units_defend() -> None:
    """Five companies do not defend together; HQs are of company size, guns battalions."""
    companies = "".join(f"unit 1GAB-{n} 0404\n" for n in range(1, 6))
    pos = combat(companies + "unit 57ID-I/179 0403")
    assert len(firm(pos, "57ID-I/179")) == 4
    pos = combat("unit 57ID-I/179 0404\nunit 57ID-I/AR 0404\nunit 57ID-IV/AR 0404\n"
                 "unit 57ID-HQ 0404\n" + RING, SOVIET)  # fmt: skip
    assert firm(pos, "309RD-955") == {"57ID-I/AR", "57ID-IV/AR", "57ID-HQ"}


@pytest.mark.rule("kanev43", "STK-7")
def test_units_over_the_stacking_limit_do_not_defend() -> None:
    """Of four battalions one is over the limit, whoever attacks from how many hexes."""
    four = STACK.replace("unit 57ID-HQ 0404\n", "unit 57ID-I/217 0404\n")
    pos = combat(four + RING, SOVIET)
    plan = planned(pos, *ATTACKERS)
    assert plan.excess == ("57ID-I/179",)
    assert len(plan.defenders) == 3
    few = planned(pos, *ATTACKERS[:1])
    assert few.excess == ("57ID-I/179",)
    assert len(few.defenders) == 2
