"""26 Zhukov and Manstein."""

import pytest
from tests.rules.ukraine43.battle import SLUG, TARGET, attack, denied, drawn, fight, offered, told

FIRST = "\nphase first-combat soviet"
GUARDS = "67/71G"


@pytest.mark.rule(SLUG, "26.1A", "26.3-4", "R-59")
def test_when_zhukov_helps() -> None:
    """Within four hexes of the defender, in order, and only if he has not moved this turn."""
    units = f"unit {GUARDS} W\nunit 88ID T{FIRST}"
    near = attack(drawn(f"unit Zhukov 0408\n{units}"), [GUARDS])
    assert offered(near, "support") == {"Zhukov"}
    far = attack(drawn(f"unit Zhukov 0808\n{units}"), [GUARDS])
    assert denied(far, "support Zhukov") == "26.1A"
    moved = attack(drawn(f"unit Zhukov 0408\nstate zhukov_moved=1\n{units}"), [GUARDS])
    assert denied(moved, "support Zhukov") == "R-59"
    shaken = attack(drawn(f"unit Zhukov 0408 disrupted=true\n{units}"), [GUARDS])
    assert denied(shaken, "support Zhukov") == "26.3-4"


@pytest.mark.rule(SLUG, "26.1A", "26.1B", "26.1C")
def test_one_attack_a_phase_with_a_further_die_and_loss() -> None:
    """A contact with Zhukov is rolled with two dice and costs exactly one Soviet step."""
    pos = drawn(
        f"unit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G E\nunit 88ID T\nunit 327ID 0604{FIRST}",
        **{f"u{GUARDS}": (21, 6)},
    )
    pos = fight(pos, [GUARDS], [1, 1], support=["Zhukov"]).apply("pass")
    assert (pos.unit(GUARDS).reduced, pos.unit("88ID").reduced) == (True, False)
    pos = attack(pos, ["51/52G"], target="0604")
    assert denied(pos, "support Zhukov") == "26.1A"


@pytest.mark.rule(SLUG, "26.1-ex", "26.1D-1", "26.1D-2", "26.1D-3", "R-58", "8.1-4")
def test_the_example_of_zhukov() -> None:
    """3-1: EX with secondary 1, then C with secondary 6: three Soviet steps, both German ones."""
    pos = drawn(
        f"unit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}",
        **{f"u{GUARDS}": (18, 6)},
    )
    pos = fight(pos, [GUARDS, "51/52G"], [2, 1], support=["Zhukov"])
    assert pos.unit(GUARDS).reduced
    assert pos.unit("51/52G").reduced, "the spread of losses: Zhukov's step is the other's"
    assert pos.unit("88ID").reduced
    assert (pos.side, offered(pos, "commit")) == ("soviet", {""})
    pos = pos.apply("commit", dice=[1, 6])
    pos = pos.apply("lose 51/52G")
    assert pos.unit("51/52G").at == "dead"
    assert pos.unit("88ID").at == "dead"
    assert offered(pos, "commit") == set(), "there is no third attack"


@pytest.mark.rule(SLUG, "26.1D-1")
@pytest.mark.parametrize(("die", "again"), [(1, True), (2, True), (3, False), (5, False)])
def test_after_which_results_he_attacks_again(die: int, again: bool) -> None:
    pos = drawn(
        f"unit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G W\nunit 88ID T{FIRST}",
        **{f"u{GUARDS}": (18, 6)},
    )
    pos = fight(pos, [GUARDS, "51/52G"], [die, 1], support=["Zhukov"])
    while pos.top.tag == "losses":
        pos = pos.apply(pos.actions()[0])
    assert (pos.top.tag == "second attack") is again


@pytest.mark.rule(SLUG, "8.9-5")
def test_zhukov_on_top_of_heavy_casualties() -> None:
    """EX at a fort: primary die, Heavy Casualties and Zhukov cost a step each."""
    pos = drawn(
        f"tag axis_fort T\nunit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G W\nunit 88ID T{FIRST}",
        **{f"u{GUARDS}": (30, 6)},
    )
    pos = fight(pos, [GUARDS, "51/52G"], [2, 1], support=["Zhukov"])
    (event,) = (e for e in pos.events if e.kind == "combat")
    assert event.facts["attacker"] == 3


@pytest.mark.rule(SLUG, "R-72", "26.1A")
def test_no_dice_no_zhukov() -> None:
    """At 10-1 or below 1-3 Zhukov cannot be called, and he is not used up."""
    for strength in (70, 2):
        pos = drawn(f"unit Zhukov 0202\nunit {GUARDS} W\nunit 88ID T{FIRST}",
                    **{f"u{GUARDS}": (strength, 6)})  # fmt: skip
        assert denied(attack(pos, [GUARDS]), "support Zhukov") == "R-72"


@pytest.mark.rule(SLUG, "R-68", "R-57")
def test_the_order_of_an_attack() -> None:
    """Odds, dice, losses of the attacker, losses of the defender; nothing is asked before."""
    pos = drawn(f"unit {GUARDS} W\nunit 88ID T{FIRST}", **{f"u{GUARDS}": (21, 6)})
    pos = fight(pos, [GUARDS], [5])
    kinds = [(e.kind, e.side) for e in pos.events if e.kind in ("attack", "combat", "loss")]
    assert kinds == [
        ("attack", "soviet"),
        ("combat", "soviet"),
        ("loss", "soviet"),
        ("loss", "axis"),
    ]
    assert told(pos, "combat") == ["Die 5 at 3-1: DRX; losses 1 and 1."]


# --- 26.2  Manstein ---------------------------------------------------------------------------

DISRUPTED = """unit Manstein T
    unit 88ID N disrupted=true
    unit 24Rum N disrupted=true
    unit 327ID 0408 disrupted=true
    unit 75ID 0808 disrupted=true
    unit 68ID W"""


@pytest.mark.rule(SLUG, "26.2-1", "26.2-2", "26.2-4", "26.2-5", "26.2-6", "11.5-2")
def test_manstein_recovers_units_near_him() -> None:
    """One unit a try, allies too, within four hexes; 4 succeeds, 5 fails, none twice."""
    pos = drawn(f"{DISRUPTED}\nphase movement axis").apply("choose manstein")
    assert offered(pos, "select") == {"88ID", "24Rum", "327ID"}
    assert denied(pos, "select 75ID") == "26.2-2"
    assert denied(pos, "select 68ID") == "26.2-1"
    pos = pos.apply("select 88ID", dice=[4])
    assert (pos.unit("88ID").disrupted, pos.unit("24Rum").disrupted) == (False, True)
    pos = pos.apply("choose manstein").apply("select 24Rum", dice=[5])
    assert pos.unit("24Rum").disrupted
    pos = pos.apply("choose manstein")
    assert denied(pos, "select 24Rum") == "26.2-6"
    pos = pos.apply("select 327ID", dice=[1])
    assert "manstein" not in offered(pos, "choose"), "three attempts are made"


@pytest.mark.rule(SLUG, "26.2-4", "26.2-7")
def test_manstein_in_exploitation() -> None:
    """He tries again in Exploitation, and never for the Soviets."""
    assert "manstein" in offered(drawn(f"{DISRUPTED}\nphase exploitation axis"), "choose")
    soviet = drawn(f"{DISRUPTED}\nunit 2TC 0101\nphase movement soviet")
    assert "manstein" not in offered(soviet, "choose")


@pytest.mark.rule(SLUG, "26.2-3", "26.3-4", "R-99")
def test_manstein_acts_before_he_moves() -> None:
    """After his move, or Disrupted, he is of no use."""
    pos = drawn(f"{DISRUPTED}\nphase movement axis").apply("select Manstein")
    pos = pos.apply("move 0405").apply("stop")
    assert "manstein" not in offered(pos, "choose")
    shaken = drawn(
        f"{DISRUPTED}\nphase movement axis".replace("Manstein T", "Manstein T disrupted=true")
    )
    assert "manstein" not in offered(shaken, "choose")
    assert pos.unit("Manstein").at != TARGET
