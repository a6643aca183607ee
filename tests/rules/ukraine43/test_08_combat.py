"""8 Combat: the phases, putting an attack together, results and losses."""

import pytest
from tests.rules.ukraine43.battle import (
    SLUG,
    TARGET,
    attack,
    denied,
    drawn,
    fight,
    offered,
    told,
)

from grognard.games.ukraine43.state import Pos
from grognard.games.ukraine43.turn import PlayerTurn

FIRST = "\nphase first-combat soviet"
AXIS_FIRST = "\nphase first-combat axis"
GUARDS = "67/71G"


def against(strength: int, *, dice: list[int], more: str = "", defence: int = 7) -> Pos:
    """A Guards rifle unit of this strength attacks a full German division of 7 in the clear."""
    pos = drawn(
        f"unit {GUARDS} W\nunit 88ID T\n{more}{FIRST}",
        **{f"u{GUARDS}": (strength, 6), "u88ID": (4, defence)},
    )
    return fight(pos, [GUARDS], dice)


def state(pos: Pos, unit: str) -> tuple[bool, bool]:
    """Is a unit reduced, and is it Disrupted?"""
    now = pos.unit(unit)
    return now.reduced, now.disrupted


BATTLE = ("losses", "retreat", "advance", "advancing", "hold city", "second attack")


def over(pos: Pos) -> bool:
    """Is nothing of the battle left to decide?"""
    return pos.top.tag not in BATTLE


def after(pos: Pos) -> Pos:
    """The battle to its end, with the first choice of every question."""
    while not over(pos):
        verbs = {action.verb: action for action in pos.actions()}
        pos = pos.apply(verbs.get("done") or verbs.get("pass") or pos.actions()[0])
    return pos


# --- 8.1, 8.2  who attacks whom ------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.1-1", "3.C.3", "8.2-3")
def test_units_next_to_an_enemy_attack() -> None:
    """Adjacent units of the phasing side attack; others, and other hexes, do not."""
    pos = drawn(f"unit {GUARDS} W\nunit 55/112 0202\nunit 88ID T{FIRST}")
    assert offered(pos, "target") == {TARGET}
    assert denied(pos, "target 0606") == "8.1-1"
    pos = pos.apply(f"target {TARGET}")
    assert offered(pos, "attack") == {GUARDS}
    assert denied(pos, "attack 55/112") == "8.2-3"
    assert denied(pos, "attack 88ID") == "R-74"


@pytest.mark.rule(SLUG, "8.1-1", "3.C.6", "MISC-5", "R-84")
def test_second_combat_is_for_marked_units() -> None:
    """In a hex with one marked and one unmarked unit only the first attacks."""
    pos = drawn(f"unit {GUARDS} W\nunit 55/112 W\nunit 88ID T\nphase second-combat soviet")
    assert offered(pos, "target") == set()
    marked = _noted(pos, assault=frozenset({GUARDS}))
    marked = marked.apply(f"target {TARGET}")
    assert offered(marked, "attack") == {GUARDS}
    assert denied(marked, "attack 55/112") == "3.C.6"


def _noted(pos: Pos, **memory: object) -> Pos:
    """The same position with something remembered by the player turn."""
    from msgspec.structs import replace

    agenda = tuple(
        step.but(**memory) if isinstance(step, PlayerTurn) else step for step in pos.state.agenda
    )
    return pos.game.position(replace(pos.state, agenda=agenda))


@pytest.mark.rule(SLUG, "R-3", "11.3-1", "11.1-1", "MISC-3", "11.1-3")
def test_who_may_not_attack() -> None:
    """Neither Disrupted units nor those that used Extended Movement attack."""
    pos = drawn(f"unit {GUARDS} W disrupted=true\nunit 55/112 W\nunit 2TC N\nunit 88ID T{FIRST}")
    pos = _noted(pos, extended=frozenset({"2TC"})).apply(f"target {TARGET}")
    assert offered(pos, "attack") == {"55/112"}
    assert denied(pos, f"attack {GUARDS}") == "11.3-1"
    assert denied(pos, "attack 2TC") == "R-3"


@pytest.mark.rule(SLUG, "8.1-2")
def test_attacking_is_voluntary() -> None:
    pos = drawn(f"unit {GUARDS} W\nunit 88ID T{FIRST}")
    assert pos.why_not("done") is None


@pytest.mark.rule(SLUG, "8.1-3", "8.2-2", "8.5-C")
def test_once_in_a_phase() -> None:
    """After a contact neither the attacker nor the hex is offered again; others are."""
    pos = drawn(
        f"unit {GUARDS} W\nunit 55/112 W\nunit 2TC N\nunit 88ID T\nunit 39ID 0302{FIRST}",
        **{f"u{GUARDS}": (21, 6)},
    )
    pos = fight(pos, [GUARDS], [1])
    assert state(pos, "88ID") == state(pos, GUARDS) == (False, False)
    assert denied(pos, f"target {TARGET}") == "8.1-3"
    assert offered(pos, "target") == {"0302"}
    pos = pos.apply("target 0302")
    assert denied(pos, f"attack {GUARDS}") == "8.1-3"
    assert "55/112" in offered(pos, "attack")


@pytest.mark.rule(SLUG, "R-71", "10.4-1", "10.4-2")
def test_a_hex_with_retreated_and_fresh_units() -> None:
    """Units that retreated onto fresh ones add nothing, and are lost if they must go again."""
    pos = drawn(
        f"""unit 67/71G W
            unit 51/52G 0504
            unit 88ID T
            unit 327ID 0405
            {FIRST}""",
        **{"u67/71G": (21, 6), "u51/52G": (21, 6)},
    )
    pos = fight(pos, ["67/71G"], [3])
    pos = pos.apply("stop").apply("done")
    assert pos.unit("88ID").at == "0405"
    pos = attack(pos, ["51/52G"], target="0405")
    assert pos.panel is not None
    assert pos.panel.rows[1].value == "7"
    pos = pos.apply("commit", dice=[3])
    assert pos.unit("88ID").at == "dead"
    assert pos.unit("327ID").at == "0405"
    assert pos.side == "axis"


@pytest.mark.rule(SLUG, "8.2-1", "R-25")
def test_one_attack_on_two_hexes() -> None:
    """A further hex must be next to all attackers; at 10-1 both are emptied."""
    pos = drawn(
        f"unit {GUARDS} N\nunit 55/112 W\nunit 88ID T\nunit 39ID E{FIRST}",
        **{f"u{GUARDS}": (120, 6)},
    )
    pos = attack(pos, [GUARDS])
    assert offered(pos, "target") == {"0503"}
    two = pos.apply("target 0503")
    assert denied(two, "attack 55/112") == "8.2-3"
    assert denied(pos.apply("attack 55/112"), "target 0503") == "8.2-3"
    assert two.apply("untarget 0503").why_not("attack 55/112") is None
    done = two.apply("commit")
    assert done.unit("88ID").at == done.unit("39ID").at == "dead"


@pytest.mark.rule(SLUG, "18.1A", "18.1B-1", "18.1B-3", "18.1C", "18.2A-3", "R-87", "R-25", "TEC-8")
def test_a_major_river_is_attacked_over_under_an_arrow() -> None:
    """Without a marker that points at the target units on the bank stay out; others join."""
    from grognard.games.ukraine43.turn import Arrow

    pos = drawn(f"""hexside major_river W/T N/T
                    unit 55/112 W
                    unit 2TC W
                    unit 167/232 N
                    unit 121/141 0504
                    unit 88ID T{FIRST}""")
    bare = pos.apply(f"target {TARGET}")
    assert offered(bare, "attack") == {"121/141"}
    assert denied(bare, "attack 55/112") == "18.1B-1"
    aimed = _noted(pos, arrows=frozenset({Arrow("0303", TARGET)})).apply(f"target {TARGET}")
    assert offered(aimed, "attack") == {"55/112", "2TC", "121/141"}
    second = drawn(
        "hexside major_river W/T\nunit 55/112 W\nunit 88ID T\nphase second-combat soviet"
    )
    second = _noted(second, arrows=frozenset({Arrow("0303", TARGET)}),
                    assault=frozenset({"55/112"}))  # fmt: skip
    assert offered(second, "target") == set()


@pytest.mark.rule(SLUG, "R-74", "22.3-1", "23.2-3", "R-75")
def test_artillery_and_hqs_do_not_attack_by_themselves() -> None:
    """Artillery only barrages; an army HQ joins units of its hex, a front HQ nobody."""
    pos = drawn(f"""unit 13Art W
                    unit 1TA W
                    unit VorF W
                    unit 2TC W
                    unit 10TC N
                    unit 88ID T{FIRST}""")
    pos = pos.apply(f"target {TARGET}")
    assert denied(pos, "attack 13Art") == denied(pos, "attack VorF") == "R-74"
    assert denied(pos, "attack 1TA") == "R-75"
    assert denied(pos.apply("attack 10TC"), "attack 1TA") == "R-75"
    joined = pos.apply("attack 2TC").apply("attack 1TA")
    assert denied(joined.apply("release 2TC"), "commit") == "8.1-1"


@pytest.mark.rule(SLUG, "9.9A-1")
def test_sappers_attack_towns_cities_and_forts() -> None:
    clear = drawn(f"unit 1Sap W\nunit 55/112 W\nunit 88ID T{FIRST}").apply(f"target {TARGET}")
    assert denied(clear, "attack 1Sap") == "9.9A-1"
    town = drawn(f"tag town T\nunit 1Sap W\nunit 88ID T{FIRST}").apply(f"target {TARGET}")
    assert offered(town, "attack") == {"1Sap"}


# --- 8.5  results ---------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.5-AR", "11.2B")
def test_ar() -> None:
    """The strongest attacker loses a step, all are Disrupted, the defender is unhurt."""
    pos = drawn(f"""unit 55/112 W
                    unit 2TC W
                    unit 167/232 N
                    unit 88ID T{FIRST}""")
    pos = after(fight(pos, ["55/112", "2TC", "167/232"], [1]))
    assert state(pos, "2TC") == (True, True)
    assert state(pos, "55/112") == state(pos, "167/232") == (False, True)
    assert state(pos, "88ID") == (False, False)


@pytest.mark.rule(SLUG, "8.5-EX-1")
def test_ex() -> None:
    """Both lose a step; nobody retreats, is Disrupted or advances."""
    pos = against(21, dice=[2])
    assert state(pos, GUARDS) == state(pos, "88ID") == (True, False)
    assert over(pos)


@pytest.mark.rule(SLUG, "8.5-EX-2", "12.4")
def test_ex_that_kills_allows_one_hex() -> None:
    """Mechanised units and cavalry, too, advance into the vacated hex only."""
    pos = drawn(f"unit 5GTC W\nunit 88ID T reduced=true{FIRST}", u5GTC=(13, 7))
    pos = fight(pos, ["5GTC"], [2])
    assert pos.unit("88ID").at == "dead"
    pos = pos.apply("select 5GTC")
    assert pos.unit("5GTC").at == TARGET, "the only hex is entered at once"


@pytest.mark.rule(SLUG, "8.5-DR", "10.1A-0", "11.2A")
def test_dr() -> None:
    """The defender goes two hexes, Disrupted, without loss; the attacker may follow."""
    pos = against(21, dice=[3])
    assert (pos.side, pos.top.tag) == ("axis", "retreat")
    while pos.top.tag == "retreat":
        pos = pos.apply(pos.actions()[0])
    assert state(pos, "88ID") == (False, True)
    assert pos.board.grid.distance(TARGET, pos.unit("88ID").at) == 2
    assert state(pos, GUARDS) == (False, False)
    assert offered(pos, "select") == {GUARDS}


@pytest.mark.rule(SLUG, "8.5-DR1", "8.6-3")
def test_dr1() -> None:
    """The owner of the defenders picks the one that loses a step."""
    pos = drawn(f"unit {GUARDS} W\nunit 88ID T\nunit 6Pz T{FIRST}", **{f"u{GUARDS}": (45, 6)})
    pos = fight(pos, [GUARDS], [6])
    assert (pos.side, offered(pos, "lose")) == ("axis", {"88ID", "6Pz"})
    pos = pos.apply("lose 6Pz")
    assert pos.unit("6Pz").reduced
    assert pos.top.tag == "retreat"
    assert not pos.unit(GUARDS).reduced


@pytest.mark.rule(SLUG, "8.5-DRX", "8.3-4")
def test_drx() -> None:
    """Each side loses a step before the retreat."""
    pos = against(21, dice=[5])
    assert pos.unit(GUARDS).reduced
    assert pos.unit("88ID").reduced
    assert pos.top.tag == "retreat"
    dead = drawn(f"unit {GUARDS} W\nunit 88ID T reduced=true{FIRST}", **{f"u{GUARDS}": (12, 6)})
    dead = fight(dead, [GUARDS], [5])
    assert dead.unit(GUARDS).reduced
    assert offered(dead, "select") == {GUARDS}, "nobody is left to retreat"


@pytest.mark.rule(SLUG, "8.5-DR2X-1", "8.5-DR2X-2")
def test_dr2x() -> None:
    """Two steps of the defender, one of the attacker, who is spared against a single step."""
    pos = drawn(f"unit {GUARDS} W\nunit 88ID T\nunit 327ID T{FIRST}", **{f"u{GUARDS}": (56, 6)})
    pos = fight(pos, [GUARDS], [6]).apply("lose 88ID")
    assert [pos.unit(u).reduced for u in (GUARDS, "88ID", "327ID")] == [True] * 3
    assert pos.top.tag == "retreat"
    lone = drawn(f"unit {GUARDS} W\nunit 213Sec T{FIRST}", **{f"u{GUARDS}": (12, 6)})
    lone = fight(lone, [GUARDS], [6])
    assert (lone.unit("213Sec").at, lone.unit(GUARDS).reduced) == ("dead", False)


@pytest.mark.rule(SLUG, "8.5-EX-3", "8.5-DR2X-3", "9.8-2")
@pytest.mark.parametrize(("strength", "die", "pays"), [(14, 2, "Tiger503"), (8, 1, "6Pz")])
def test_tigers_pay_for_an_exchange(strength: int, die: int, pays: str) -> None:
    """After EX the Tigers are lost instead of the strongest unit; after AR not."""
    pos = drawn(f"unit Tiger503 W\nunit 6Pz W\nunit {GUARDS} T{AXIS_FIRST}",
                u6Pz=(strength - 3, 8), **{f"u{GUARDS}": (3, 7)})  # fmt: skip
    pos = fight(pos, ["Tiger503", "6Pz"], [die])
    assert pos.unit("6Pz").reduced is (pays == "6Pz")
    assert (pos.unit("Tiger503").at == "arrivals") is (pays == "Tiger503")


@pytest.mark.rule(SLUG, "8.4-ex", "8.4-5", "8.4-6", "T-1")
def test_the_example_of_magnitude_three() -> None:
    """3-1 with 5, 2 and 6: the defender retreats with 3 losses, the attacker has 2."""
    guards = (GUARDS, "51/52G", "89/90G")
    text = "".join(f"unit {u} {h}\n" for u, h in zip(guards, "WNE", strict=True))
    pos = drawn(f"{text}unit 88ID T\nunit 327ID T\nunit 75ID T{FIRST}",
                **{f"u{GUARDS}": (57, 6)})  # fmt: skip
    pos = fight(pos, guards, [5, 2, 6])
    (event,) = (e for e in pos.events if e.kind == "combat")
    assert [event.facts[k] for k in ("result", "attacker", "defender")] == ["DRX", 2, 3]
    pos = pos.apply("lose 51/52G")
    assert [pos.unit(u).reduced for u in guards] == [True, True, False]
    pos = pos.apply("lose 75ID").apply("lose 88ID")
    assert all(pos.unit(u).reduced for u in ("88ID", "327ID", "75ID"))
    assert pos.top.tag == "retreat"


@pytest.mark.rule(SLUG, "8.4-5", "8.4-6", "R-30")
def test_secondary_dice_only_cost_steps() -> None:
    """Primary 1, secondary 6 at 3-1: the defender loses a step and stays."""
    pos = drawn(f"unit {GUARDS} W\nunit 51/52G W\nunit 88ID T\nunit 327ID T{FIRST}",
                **{f"u{GUARDS}": (39, 6)})  # fmt: skip
    pos = fight(pos, [GUARDS, "51/52G"], [1, 6])
    pos = pos.apply("lose 88ID")
    assert (pos.unit("88ID").reduced, pos.unit("327ID").reduced) == (True, False)
    assert over(pos)


@pytest.mark.rule(SLUG, "8.3-1c", "R-72")
def test_an_automatic_repulse() -> None:
    """Below 1-3 no die is thrown: the strongest loses a step, all are Disrupted."""
    pos = after(against(2, dice=[]))
    assert state(pos, GUARDS) == (True, True)
    assert not told(pos, "combat")


@pytest.mark.rule(SLUG, "8.8A", "8.8C", "R-72")
def test_high_odds() -> None:
    """At 10-1 everything in the hex dies without dice or loss, in a city too."""
    pos = against(200, dice=[], more="tag city T\nunit 327ID T")
    assert pos.unit("88ID").at == pos.unit("327ID").at == "dead"
    assert state(pos, GUARDS) == (False, False)
    assert offered(pos, "select") == {GUARDS}


@pytest.mark.rule(SLUG, "R-73")
def test_no_advance_after_a_repulse() -> None:
    """AR with a secondary die that takes the last defender: the hex is empty, nobody advances."""
    pos = drawn(f"unit {GUARDS} W\nunit 213Sec T\nunit Zhukov 0202{FIRST}")
    pos = fight(pos, [GUARDS], [1, 6], support=["Zhukov"])
    assert pos.unit("213Sec").at == "dead"
    assert not offered(pos, "select")
    assert pos.unit(GUARDS).at == "dead", "the repulse and Zhukov cost a step each"


# --- 8.6, 8.9  who pays ---------------------------------------------------------------------


@pytest.mark.rule(SLUG, "8.6-4", "R-28")
def test_the_strongest_by_the_printed_number() -> None:
    """A tank corps of 7, halved to 4, pays before a unit of 5; a reduced one of 4 does not."""
    pos = drawn(f"""hexside river W/T
                    unit 2TC W
                    unit 10TC W reduced=true
                    unit 55/112 N
                    unit 88ID T{FIRST}""", **{"u55/112": (5, 5)})  # fmt: skip
    pos = fight(pos, ["10TC", "55/112", "2TC"], [4])
    assert [pos.unit(u).reduced for u in ("2TC", "55/112")] == [True, False]
    assert pos.unit("10TC").at == "0303"


@pytest.mark.rule(SLUG, "R-28")
def test_of_equals_the_attacker_chooses() -> None:
    pos = drawn(f"unit 55/112 W\nunit 167/232 N\nunit 88ID T reduced=true{FIRST}")
    pos = fight(pos, ["55/112", "167/232"], [4])
    assert (pos.side, offered(pos, "lose")) == ("soviet", {"55/112", "167/232"})


@pytest.mark.rule(SLUG, "8.9-1", "8.9-3", "8.9-4", "9.3-3", "TEC-15", "9.7-2")
@pytest.mark.parametrize("line", ["tag city T", "tag axis_fort T"])
def test_heavy_casualties(line: str) -> None:
    """Primary 1 to 4 costs a further step of any attacker, 5 does not; elsewhere neither."""
    units = f"unit {GUARDS} W\nunit 51/52G N\nunit 88ID T{FIRST}"
    strong = {f"u{GUARDS}": (45, 6), "u88ID": (4, 10)}
    pos = fight(drawn(f"{line}\n{units}", **strong), [GUARDS, "51/52G"], [1])
    assert offered(pos, "lose") == {GUARDS, "51/52G"}
    assert pos.apply("lose 51/52G").unit("51/52G").reduced
    spared = fight(drawn(f"{line}\n{units}", **strong), [GUARDS, "51/52G"], [6])
    assert not spared.unit(GUARDS).reduced
    clear = fight(drawn(units, **{f"u{GUARDS}": (27, 6), "u88ID": (4, 10)}),
                  [GUARDS, "51/52G"], [1])  # fmt: skip
    assert over(clear)


@pytest.mark.rule(SLUG, "8.9-2", "9.9B-1", "R-29")
def test_the_order_of_losses() -> None:
    """EX at a fort, primary 2, secondary 1/1: corps, sapper, then the rifle unit."""
    pos = drawn(f"""tag axis_fort T
                    unit 5GTC W
                    unit 1Sap W
                    unit {GUARDS} N
                    unit 88ID T
                    unit 327ID T{FIRST}""", u5GTC=(67, 7))  # fmt: skip
    pos = fight(pos, ["5GTC", "1Sap", GUARDS], [2, 2])
    losses = [(e.kind, e.units[0]) for e in pos.events if e.kind in ("loss", "eliminated")]
    assert losses[:3] == [("loss", "5GTC"), ("eliminated", "1Sap"), ("loss", GUARDS)]


@pytest.mark.rule(SLUG, "23.1-1", "26.3-1", "8.6-2")
def test_hqs_pay_last_and_leaders_never() -> None:
    """A reduced division and an HQ: one loss kills the division, two both."""
    units = f"unit {GUARDS} W\nunit 88ID T reduced=true\nunit 2A T\nunit Manstein T{FIRST}"
    one = fight(drawn(units, **{f"u{GUARDS}": (12, 6)}), [GUARDS], [2])
    assert (one.unit("88ID").at, one.unit("2A").at) == ("dead", TARGET)
    two = fight(drawn(units, **{f"u{GUARDS}": (20, 6)}), [GUARDS], [6])
    assert (two.unit("88ID").at, two.unit("2A").at) == ("dead", "dead")
    assert two.unit("Manstein").disrupted, "R-60: he is displaced"


# --- 9.7, 9.10  cities and tactical superiority -----------------------------------------------


@pytest.mark.rule(SLUG, "9.7-1", "9.7-3", "10.1A-1", "R-34")
def test_a_city_may_be_held_on_dr() -> None:
    """To stay means no Disruption and no advance; DRX and DR1 leave no choice."""
    city = "tag city T\ncontrol axis T"
    pos = against(36, dice=[3], more=city)
    assert (pos.side, offered(pos, "stand")) == ("axis", {""})
    held = pos.apply("stand")
    assert (held.unit("88ID").at, state(held, "88ID")) == (TARGET, (False, False))
    assert over(held)
    assert pos.apply("pass").top.tag == "retreat"
    for die in (5, 6):
        assert against(36, dice=[die], more=city).top.tag == "retreat"
    assert against(30, dice=[3], more="tag town T").top.tag == "retreat"


@pytest.mark.rule(SLUG, "9.10-1", "9.10-2")
def test_germans_turn_drx_into_dr1() -> None:
    """Germans alone lose nothing by DRX; with a Rumanian they do."""
    units = f"unit 88ID W\nunit 24Rum W\nunit 55/112 T{AXIS_FIRST}"
    alone = fight(drawn(units, u88ID=(15, 7)), ["88ID"], [5])
    assert not alone.unit("88ID").reduced
    assert alone.unit("55/112").reduced
    mixed = fight(drawn(units, u88ID=(13, 7)), ["88ID", "24Rum"], [5])
    assert mixed.unit("88ID").reduced


@pytest.mark.rule(SLUG, "9.10-3", "9.10-4")
def test_sixes_are_thrown_again_once() -> None:
    """A 6 without Guards is thrown again, and a second 6 stands."""
    pos = drawn(f"unit 55/112 W\nunit 88ID T{FIRST}", **{"u55/112": (21, 5)})
    contact = fight(pos, ["55/112"], [6, 1])
    assert (over(contact), contact.unit("88ID").at) == (True, TARGET)
    dr1 = fight(pos, ["55/112"], [6, 6])
    assert (dr1.unit("88ID").reduced, dr1.unit("55/112").reduced) == (True, False)
