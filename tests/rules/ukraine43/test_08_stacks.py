"""8, 11, 18.2, 23 Stacks in combat: both phases alike, who pays, HQs, recovery."""

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.battle import (
    SLUG,
    TARGET,
    attack,
    denied,
    drawn,
    fight,
    offered,
)

from grognard.games.ukraine43.odds import Plan, defending_steps
from grognard.games.ukraine43.stacking import fits
from grognard.games.ukraine43.state import AXIS, SOVIET, Pos
from grognard.games.ukraine43.turn import Arrow, PlayerTurn
from grognard.games.ukraine43.zones import in_enemy_zone

GUARDS = "67/71G"
FIRST = "\nphase first-combat soviet"


def remembering(pos: Pos, **memory: object) -> Pos:
    """The same position with something remembered by the player turn."""
    agenda = tuple(
        step.but(**memory) if isinstance(step, PlayerTurn) else step for step in pos.state.agenda
    )
    return pos.game.position(replace(pos.state, agenda=agenda))


@pytest.mark.rule(SLUG, "8.3-0", "3.C.6", "15.5-3")
def test_both_phases_resolve_alike() -> None:
    """The same attack with the same dice ends alike in First and Second Combat, air included."""
    air = "unit 2VA-a 0201\ntag village 0201\ncontrol soviet 0201\nunit VorF W"
    ends = []
    for phase in ("first-combat", "second-combat"):
        pos = drawn(f"unit {GUARDS} W\nunit 88ID T\n{air}\nphase {phase} soviet",
                    **{f"u{GUARDS}": (14, 6)})  # fmt: skip
        pos = remembering(pos, assault=frozenset({GUARDS}))
        pos = fight(pos, [GUARDS], [5], support=["2VA-a"])
        (event,) = (e for e in pos.events if e.kind == "combat")
        ends.append((str(event), pos.unit(GUARDS).reduced, pos.unit("88ID").reduced, pos.top.tag))
    assert ends[0] == ends[1]
    assert ends[0][0].startswith("Die 5 at 3-1: DRX")


@pytest.mark.rule(SLUG, "8.6-1", "8.6-5")
def test_participants_pay_and_secondary_losses_are_free() -> None:
    """A secondary loss may come from a brigade although a corps took part; onlookers pay none."""
    pos = drawn(f"""unit 5GTC W
                    unit 53GTB W
                    unit 9GTB N
                    unit 51/52G N
                    unit 88ID T
                    unit 327ID T{FIRST}""", u5GTC=(41, 7))  # fmt: skip
    pos = fight(pos, ["5GTC", "53GTB", "9GTB"], [1, 2])
    assert offered(pos, "lose") == {"5GTC", "53GTB", "9GTB"}
    assert denied(pos, "lose 51/52G") == "8.6-5"


@pytest.mark.rule(SLUG, "18.2A-2")
def test_two_marked_hexes_attack_together() -> None:
    """Arrows of two hexes at one target make one combat."""
    pos = drawn(f"hexside major_river W/T N/T\nunit 55/112 W\nunit 167/232 N\nunit 88ID T{FIRST}")
    arrows = frozenset({Arrow("0303", TARGET), Arrow("0403", TARGET)})
    pos = attack(remembering(pos, arrows=arrows), ["55/112", "167/232"])
    assert pos.panel is not None
    assert pos.panel.rows[0].value == "4"
    assert pos.why_not("commit") is None


@pytest.mark.rule(SLUG, "11.4-2", "26.2-ex")
def test_a_unit_disrupted_twice_needs_one_success() -> None:
    """A Disrupted defender that retreats again carries one marker."""
    pos = drawn(f"unit {GUARDS} E\nunit 88ID T disrupted=true{FIRST}", **{f"u{GUARDS}": (21, 6)})
    pos = fight(pos, [GUARDS], [3])
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    assert pos.unit("88ID").disrupted
    again = drawn("unit Manstein T\nunit 88ID N disrupted=true\nunit 75ID W\nphase movement axis")
    again = again.apply("choose manstein").apply("select 88ID", dice=[4])
    assert not again.unit("88ID").disrupted


@pytest.mark.rule(SLUG, "23.1-2", "22.3-3", "23.1-5")
def test_hqs_and_artillery_have_no_zone() -> None:
    """Neither a front HQ nor artillery has a zone; HQs take no room, artillery that of support."""
    pos = drawn("unit VorF T\nunit 13Art T\nunit 55/112 N\nunit 167/232 N")
    assert not any(in_enemy_zone(pos, AXIS, h) for h in ("0405", "0504", "0304"))
    assert fits(pos, SOVIET, "0403", ["VorF", "13Art"])
    assert not fits(pos, SOVIET, "0403", ["13Art", "16Art"])
    assert defending_steps(pos, Plan(AXIS, (TARGET,))) == 1


@pytest.mark.rule(SLUG, "23.1-4", "23.3-5")
def test_an_hq_retreats_with_its_stack() -> None:
    """The HQ of a corps shares the retreat of its divisions and is Disrupted."""
    pos = drawn(f"unit {GUARDS} E\nunit 6Pz T\nunit 48PzK T{FIRST}", **{f"u{GUARDS}": (30, 6)})
    pos = fight(pos, [GUARDS], [3])
    while pos.top.tag == "retreat":
        pos = pos.apply(next(a for a in pos.actions() if a.verb == "retreat"))
    assert pos.unit("48PzK").at == pos.unit("6Pz").at != TARGET
    assert pos.unit("48PzK").disrupted


@pytest.mark.rule(SLUG, "9.10-1", "9.10-2")
@pytest.mark.parametrize(("ally", "pays"), [("327ID", False), ("24Rum", True)])
def test_superiority_covers_secondary_dice(ally: str, pays: bool) -> None:
    """A secondary 1/1 costs Germans by themselves nothing, with an ally a step."""
    units = f"unit 88ID W\nunit {ally} W\nunit 55/112 T\nunit 167/232 T"
    pos = drawn(f"{units}\nphase first-combat axis", u88ID=(28, 7))
    pos = fight(pos, ["88ID", ally], [1, 2])
    (event,) = (e for e in pos.events if e.kind == "combat")
    assert (event.facts["attacker"], event.facts["defender"]) == (int(pays), 1)


@pytest.mark.rule(SLUG, "R-25")
def test_over_a_major_river_there_is_one_target() -> None:
    """Who attacks under an arrow does not take on a second hex."""
    pos = drawn(f"hexside major_river N/T\nunit 55/112 N\nunit 88ID T\nunit 327ID E{FIRST}")
    pos = attack(remembering(pos, arrows=frozenset({Arrow("0403", TARGET)})), ["55/112"])
    assert denied(pos, "target 0503") == "R-25"
