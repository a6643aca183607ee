"""10, 11 Retreats and disruption."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.ukraine43.battle import SLUG, TARGET, attack, denied, drawn, fight, offered

from grognard.games.ukraine43.retreat import bars_of, shut_to, ways_out
from grognard.games.ukraine43.state import AXIS, SOVIET, Flood, Pos
from grognard.mechanics.retreat import Ways
from grognard.registry import load

GUARDS = "67/71G"
FIRST = "\nphase first-combat soviet"
#: The hexes around the target.
AROUND = ("0403", "0503", "0504", "0405", "0304", "0303")


def ways(pos: Pos, *units: str, side: str = AXIS, rally: bool = True) -> Ways:
    """The ways out of the target hex."""
    return ways_out(pos, side, units, TARGET, rally=rally)


def ends(found: Ways) -> set[str]:
    return {path[-1] for path in found.paths}


def why(found: Ways, hex_: str) -> str:
    refusal = found.why(hex_)
    assert refusal is not None
    return refusal.rule


def ring(*kept: str) -> str:
    """Soviets on all hexes around the target but these."""
    units = ("55/112", "167/232", "121/141", "322/226", "13/66G", "89/90G")
    pairs = zip(units, AROUND, strict=True)
    return "\n".join(f"unit {unit} {hex_}" for unit, hex_ in pairs if hex_ not in kept)


@pytest.mark.rule(SLUG, "10.1A-0", "10.1B-3", "10.1B-2a", "R-32")
def test_two_hexes_away_and_not_towards_the_enemy() -> None:
    """Germans go two hexes, west, north or south, and end two hexes from where they were."""
    pos = drawn("unit 88ID T\nunit 55/112 0704")
    found = ways(pos, "88ID")
    assert all(len(path) == 2 for path in found.paths)
    assert all(pos.board.grid.distance(TARGET, end) == 2 for end in ends(found))
    assert set(found.next_hexes) == {"0403", "0405", "0303", "0304"}
    assert why(found, "0504") == "10.1B-2a"


@pytest.mark.rule(SLUG, "10.1B-2b")
def test_soviets_do_not_go_west() -> None:
    pos = drawn("unit 55/112 T")
    found = ways(pos, "55/112", side=SOVIET)
    assert set(found.next_hexes) == {"0403", "0405", "0503", "0504"}
    assert why(found, "0303") == "10.1B-2b"
    blocked = drawn(
        "unit 55/112 T\nunit 88ID 0503\nunit 327ID 0504\nunit 75ID 0403\nunit 68ID 0405"
    )
    assert set(ways(blocked, "55/112", side=SOVIET).next_hexes) == {"0303", "0304"}


@pytest.mark.rule(SLUG, "10.1B-1", "R-31")
def test_enemy_zones_are_avoided_before_the_direction() -> None:
    """With an enemy zone in the west and free ground in the east a German goes east."""
    pos = drawn("unit 88ID T\nunit 55/112 0204\nunit 180TB 0403\nunit 93TB 0405")
    found = ways(pos, "88ID")
    assert set(found.next_hexes) == {"0503", "0504"}
    assert why(found, "0303") == "10.1B-1"


@pytest.mark.rule(SLUG, "10.1B-1", "10.3-6")
def test_one_vacant_hex_in_a_zone_does_no_harm_two_do() -> None:
    """Only two hexes in Soviet zones are open: out through them, if what lies behind is free."""
    text = f"unit 88ID T\n{ring('0303', '0304')}"
    assert ends(ways(drawn(text), "88ID")) == {"0203", "0204", "0205"}
    found = ways(drawn(f"{text}\nunit 51/52G 0104"), "88ID")
    assert found.paths == (("0303", "0203"),)
    assert why(found, "0304") == "10.3-6"
    friend = ways(drawn(f"{text}\nunit 51/52G 0104\nunit 327ID 0205"), "88ID")
    assert ("0304", "0205") in friend.paths


@pytest.mark.rule(SLUG, "10.3-0", "10.3-1")
def test_no_way_through_the_enemy() -> None:
    """With enemies on all sides there is no way; a friend with room in one hex is one."""
    assert not ways(drawn(f"unit 88ID T\n{ring()}"), "88ID")
    friend = ways(drawn(f"unit 88ID T\nunit 327ID 0304\n{ring('0304')}"), "88ID")
    assert set(friend.next_hexes) == {"0304"}


@pytest.mark.rule(SLUG, "10.3-2")
def test_nobody_retreats_off_the_map() -> None:
    pos = drawn("unit 88ID 0101\nunit 55/112 0201\nunit 167/232 0102")
    assert not ways_out(pos, AXIS, ("88ID",), "0101")


@pytest.mark.rule(SLUG, "10.3-3")
def test_nobody_retreats_over_the_sea() -> None:
    pos = drawn(f"hexside sea_side T/0304\nunit 88ID T\nunit 327ID 0304\n{ring('0304')}")
    found = ways(pos, "88ID")
    assert not found
    assert why(found, "0304") == "10.3-3"


@pytest.mark.rule(SLUG, "10.3-4", "18.3-pn", "R-88")
def test_a_major_river_needs_a_bridge() -> None:
    """The unit is lost at an unbridged river; a road saves it, a pontoon only Soviets."""
    text = f"hexside major_river T/0304\nunit 88ID T\nunit 327ID 0304\n{ring('0304')}"
    assert why(ways(drawn(text), "88ID"), "0304") == "10.3-4"
    assert ways(drawn(text + "\nnetwork secondary 0404-0304"), "88ID")
    pontoon = "\nstate pontoons=0304/0404"
    assert not ways(drawn(text + pontoon), "88ID")
    soviet = drawn(
        "hexside major_river T/0504\nunit 55/112 T\nunit 167/232 0504\nunit 88ID 0303\n"
        "unit 327ID 0304\nunit 75ID 0403\nunit 68ID 0405\nunit 39ID 0503\n"
        "state pontoons=0404/0504"
    )
    assert ways(soviet, "55/112", side=SOVIET)


@pytest.mark.rule(SLUG, "10.3-5", "7.2-3", "10.1B-1")
def test_no_way_leads_through_a_bond() -> None:
    """The only hex that the enemy has left open is a bond of his."""
    pos = drawn(f"unit 88ID T\n{ring('0304')}\nunit 2TC 0205")
    assert why(ways(pos, "88ID"), "0304") == "10.3-5"


@pytest.mark.rule(SLUG, "10.3-8", "22.3-5")
def test_artillery_keeps_out_of_marsh() -> None:
    """Into a marsh artillery goes by road only; infantry needs none."""
    germans = ("88ID", "327ID", "75ID", "68ID", "39ID")
    held = "\n".join(f"unit {u} {h}" for u, h in zip(germans, [h for h in AROUND if h != "0504"],
                                                     strict=True))  # fmt: skip
    text = f"terrain marsh 0504\nunit 13Art T\nunit 55/112 T\nunit 167/232 0504\n{held}"
    assert why(ways(drawn(text), "13Art", side=SOVIET), "0504") == "10.3-8"
    assert ways(drawn(text), "55/112", side=SOVIET)
    assert ways(drawn(text + "\nnetwork primary 0404-0504"), "13Art", side=SOVIET)


@pytest.mark.rule(SLUG, "22.3-5", "4.5-3")
def test_artillery_leaves_a_marsh_by_road_only() -> None:
    """It came by road and must go by road; infantry beside it need not."""
    text = "terrain marsh T\nunit 13Art T\nunit 55/112 T\nnetwork primary 0404-0504"
    assert {path[0] for path in ways(drawn(text), "13Art", side=SOVIET).paths} == {"0504"}
    assert len(ways(drawn(text), "55/112", side=SOVIET).next_hexes) > 1
    shut = ways(drawn(f"{text}\nunit 88ID 0504"), "13Art", side=SOVIET)
    assert not shut
    assert why(shut, "0503") == "22.3-5"


# --- 10.2  rally points -----------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.2-1", "10.2-2", "10.1A-2", "R-38")
@pytest.mark.parametrize(
    ("line", "rallies"),
    [("unit 327ID 0304", True), ("unit 327ID 0304 disrupted=true", False),
     ("unit StuG 0304", False), ("tag city 0304\ncontrol axis 0304", True),
     ("tag city 0304\ncontrol soviet 0304", False), ("tag town 0304\ncontrol axis 0304", False),
     ("unit 327ID 0304\nunit 75ID 0304\nunit 68ID 0304", False)],
)  # fmt: skip
def test_rally_points(line: str, rallies: bool) -> None:
    """A friendly city or a combat unit in good order, with room, stops a retreat."""
    pos = drawn(f"{line}\nunit 88ID T")
    assert (("0304",) in ways(pos, "88ID").paths) is rallies
    assert ("0304",) not in ways(pos, "88ID", rally=False).paths


# --- 10.1, 10.3  overstacking -----------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.1A-3", "10.3-7", "R-31")
def test_a_retreat_goes_on_where_there_is_no_room() -> None:
    """If the second hex is full one or two more are walked, and only then."""
    free = drawn("unit 88ID T")
    assert max(len(path) for path in ways(free, "88ID").paths) == 2
    names = ("327ID", "75ID", "68ID")
    full = [f"unit {u} {h}" for u, h in zip(names, ["0205"] * 3, strict=True)]
    pos = drawn(f"unit 88ID T\n{ring('0304')}\n" + "\n".join(full))
    found = [path for path in ways(pos, "88ID").paths if path[:2] == ("0304", "0205")]
    assert found == [] or all(len(path) > 2 for path in found)
    assert all(path[-1] != "0205" for path in ways(pos, "88ID").paths)


# --- a retreat in play ------------------------------------------------------------------------


@pytest.mark.rule(SLUG, "10.1B-0", "11.2A", "11.1-3")
def test_the_owner_picks_the_path() -> None:
    """The defender is asked hex by hex; his units are Disrupted at the end."""
    pos = drawn(f"unit {GUARDS} E\nunit 88ID T{FIRST}", **{f"u{GUARDS}": (21, 6)})
    pos = fight(pos, [GUARDS], [3])
    assert pos.side == AXIS
    pos = pos.apply("retreat 0304")
    assert denied(pos, "retreat 0405") in ("10.1B-3", "10.1B-2a")
    pos = pos.apply("retreat 0205")
    assert (pos.unit("88ID").at, pos.unit("88ID").disrupted) == ("0205", True)
    assert pos.holder("0304") == AXIS


@pytest.mark.rule(SLUG, "R-31")
def test_a_stack_may_split() -> None:
    """One unit is left behind and then goes its own way."""
    pos = drawn(f"unit {GUARDS} E\nunit 88ID T\nunit 327ID T{FIRST}", **{f"u{GUARDS}": (42, 6)})
    pos = fight(pos, [GUARDS], [3]).apply("drop 327ID")
    pos = pos.apply("retreat 0304").apply("retreat 0204")
    assert (pos.unit("88ID").at, pos.unit("327ID").at) == ("0204", TARGET)
    pos = pos.apply("retreat 0304").apply("retreat 0205")
    assert pos.unit("327ID").at == "0205"


@pytest.mark.rule(SLUG, "10.3-0", "10.3-7")
def test_who_has_no_way_out_is_eliminated() -> None:
    pos = drawn(f"unit 88ID T\n{ring()}{FIRST}", **{"u167/232": (21, 5)})
    pos = fight(pos, ["167/232"], [3])
    assert pos.unit("88ID").at == "dead"


@pytest.mark.rule(SLUG, "10.3-0", "R-31")
def test_a_stack_of_whom_nobody_has_a_way_out_is_not_asked() -> None:
    """Two divisions among enemies are eliminated at once; where one of them finds room behind the
    lines they are asked who goes.
    """
    text = f"unit 88ID T\nunit 327ID T\n{ring()}{FIRST}"
    pos = fight(drawn(text, **{"u167/232": (42, 5)}), ["167/232"], [3])
    assert (pos.unit("88ID").at, pos.unit("327ID").at) == ("dead", "dead")
    crowd = "unit 75ID 0304\nunit 68ID 0304"
    text = (
        f"unit 88ID T\nunit 327ID T\n{crowd}\n{ring('0304')}\nunit 2TC 0205\nunit 6TC 0204{FIRST}"
    )
    pos = fight(drawn(text, **{"u167/232": (42, 5)}), ["167/232"], [3])
    assert (pos.side, offered(pos, "drop")) == (AXIS, {"88ID", "327ID"})


@pytest.mark.rule(SLUG, "22.5C", "R-56", "R-76")
def test_guards_artillery_goes_to_the_reserve() -> None:
    """Made to retreat it goes to the Stavka box in good order; without a way out it is dead."""
    axis = "\nphase first-combat axis"
    pos = drawn(f"unit 6Pz W\nunit 55/112 T\nunit 1GArt T{axis}", u6Pz=(18, 8))
    pos = fight(pos, ["6Pz"], [3])
    assert (pos.unit("1GArt").at, pos.unit("1GArt").disrupted) == ("stavka", False)
    germans = ("88ID", "327ID", "75ID", "68ID", "39ID")
    others = [h for h in AROUND if h != "0303"]
    held = "\n".join(f"unit {u} {h}" for u, h in zip(germans, others, strict=True))
    shut = drawn(f"unit 6Pz W\nunit 55/112 T\nunit 1GArt T\n{held}{axis}", u6Pz=(18, 8))
    assert fight(shut, ["6Pz"], [3]).unit("1GArt").at == "dead"


@pytest.mark.rule(SLUG, "R-60")
def test_a_leader_goes_along_or_is_displaced() -> None:
    """Manstein may join the retreat; if he does not he is displaced."""
    pos = drawn(f"unit {GUARDS} E\nunit 88ID T\nunit Manstein T{FIRST}", **{f"u{GUARDS}": (21, 6)})
    pos = fight(pos, [GUARDS], [3])
    assert offered(pos, "join") == {"Manstein"}
    along = pos.apply("join Manstein").apply("retreat 0304").apply("retreat 0204")
    assert (along.unit("Manstein").at, along.unit("Manstein").disrupted) == ("0204", False)
    alone = pos.apply("retreat 0304").apply("retreat 0204")
    assert alone.unit("Manstein").disrupted


@pytest.mark.rule(SLUG, "10.5-1", "10.5-2", "R-86", "8.5-AR")
def test_the_attacker_may_fall_back_after_ar() -> None:
    """Each attacking hex is asked; one goes and one stays, and nobody follows."""
    pos = drawn(f"unit 55/112 E\nunit 167/232 N\nunit 88ID T{FIRST}")
    pos = attack(pos, ["55/112", "167/232"]).apply("commit", dice=[1])
    pos = pos.apply("lose 55/112")
    assert (pos.side, pos.top.tag) == (SOVIET, "retreat")
    assert "pass" in {action.verb for action in pos.actions()}
    gone = pos.apply(f"retreat {sorted(offered(pos, 'retreat'))[-1]}")
    while gone.top.tag == "retreat" and "pass" not in {a.verb for a in gone.actions()}:
        gone = gone.apply(gone.actions()[0])
    assert gone.unit("55/112").at not in ("0503", TARGET)
    stays = gone.apply("pass")
    assert (stays.unit("167/232").at, stays.unit("167/232").disrupted) == ("0403", True)
    assert stays.unit("88ID").at == TARGET


# --- R-114  several hexes of one attack -------------------------------------------------------

#: Guards at 0504 attack two hexes, next to each other, at once.
DOUBLE = f"unit {GUARDS} 0504\nunit 88ID T\nunit 327ID 0405"


def driven_out_of_both(text: str) -> Pos:
    """Both hexes are attacked at 3-1 or 4-1, where a 3 is a retreat without losses."""
    pos = attack(drawn(f"{text}{FIRST}", **{f"u{GUARDS}": (60, 6)}), [GUARDS])
    return pos.apply("target 0405").apply("commit", dice=[3])


@pytest.mark.rule(SLUG, "R-114", "R-25", "10.2-2")
def test_nobody_rallies_in_another_hex_of_the_attack() -> None:
    """The second target is no end for the first one's retreat, though its division is in order;
    a city whose defenders stay is one.
    """
    pos = driven_out_of_both(DOUBLE)
    assert "0405" in offered(pos, "retreat")
    pos = pos.apply("retreat 0405")
    assert "stop" not in {action.verb for action in pos.actions()}
    city = driven_out_of_both(f"{DOUBLE}\ntag city 0405\ncontrol axis 0405").apply("stand")
    assert "stop" in {action.verb for action in city.apply("retreat 0405").actions()}


@pytest.mark.rule(SLUG, "R-114", "10.3-0")
def test_hexes_of_one_attack_are_emptied_together() -> None:
    """Who could go nowhere but into the other target, and no further, is eliminated, and so is
    who could only go where the first stack has just been.
    """
    near = {"0403": "180/240", "0503": "204/340", "0303": "161/206", "0304": "55/112"}
    shut = "\n".join(f"unit {unit} {hex_}" for hex_, unit in near.items())
    beyond = {"0505": "167/232", "0406": "121/141", "0305": "322/226"}
    ring_ = "\n".join(f"unit {unit} {hex_}" for hex_, unit in beyond.items())
    pos = driven_out_of_both(f"{DOUBLE}\n{shut}\n{ring_}")
    assert (pos.unit("88ID").at, pos.unit("327ID").at) == ("dead", "dead")


def random_position(seed: int, actions: int, *, flood: bool) -> Pos:
    """A campaign after so many random actions."""
    pos, luck = load(SLUG).start("campaign", seed=seed), Random(seed)
    for _ in range(actions):
        pos = pos.apply(luck.choice(pos.actions()))
    bridges = frozenset({*sorted(pos.board.hexsides["major_river"])[::7]})
    state = replace(pos.state, pontoons=bridges, flood=Flood(9) if flood else None)
    found: Pos = pos.game.position(state)
    return found


@pytest.mark.parametrize(("seed", "flood"), [(1, False), (2, True)])
@pytest.mark.parametrize("unit", ["88ID", "2GArt", "55/112"])
def test_what_the_maps_shut_is_what_the_bars_forbid(seed: int, flood: bool, unit: str) -> None:
    """Of every step on the board: it is shut to a retreat exactly if a bar on it says so."""
    pos = random_position(seed, 1500, flood=flood)
    side, grid = pos.owner(unit), pos.board.grid
    bars = [bar for bar in bars_of(pos, side, (unit,)) if bar.local]
    shut = shut_to(pos, side, (unit,))
    steps = [(a, b) for a in grid for b in grid.neighbours(a)]
    forbidden = {step for step in steps if any(bar.forbids(step) for bar in bars)}
    assert forbidden == {step for step in steps if shut(*step)}
