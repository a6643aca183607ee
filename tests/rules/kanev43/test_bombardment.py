"""Bombardment in Red Parachutes: spotting, guns, columns, results."""

import pytest
from msgspec.structs import replace
from tests.rules.kanev43.sketches import allowed, done, drawn, refused

from grognard.games.kanev43.bombardment import Aim, base_column, battalions, unit_column, value_of
from grognard.games.kanev43.state import AXIS, DEAD, SOVIET, Pos, Work
from grognard.games.kanev43.turn import PlayerTurn

FIELD = "board 8 x 8\n"
#: Guns three hexes from the target, of 12, 8, 8 and 6.
GUNS = "".join(f"unit {unit} 0302\n" for unit in ("XXIV-Werfer", "57ID-IV/AR"))
MORE = "".join(f"unit {unit} 0202\n" for unit in ("112ID-IV/AR", "57ID-I/AR"))
SPOTTER = "unit 34ID-PJ 0304\n"
TWO = "unit 309RD-957 0305\nunit 309RD-955 0305\n"


def firing(text: str, turn: int = 1, works: bool = False) -> Pos:
    """The Axis Bombardment Phase."""
    pos = drawn(f"{FIELD}turn {turn}\n{text}\nphase bombardment axis", run=False)
    state = replace(pos.state, works={"0305": Work(SOVIET)} if works else {})
    return pos.game.hand(pos.game.position(state)).begin()


def fire(pos: Pos, *guns: str, dice: tuple[int, ...], target: str = "0305") -> Pos:
    """These guns fire at a hex."""
    pos = pos.apply(f"target {target}")
    return done(pos, *(f"support {unit}" for unit in guns)).apply("commit", dice=dice)


def order(pos: Pos, unit: str) -> str:
    """The order of a unit."""
    return pos.unit(unit).order


# --- spotting ---------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BMB-12", "ART-14", "R-14")
@pytest.mark.parametrize(
    ("ground", "spotter", "turn", "seen"),
    [("", "0304", 1, True), ("tag town 0305", "0304", 1, True), ("", "0304", 4, True),
     ("", "0303", 1, True), ("", "0303", 4, False), ("terrain woods 0305", "0303", 1, False),
     ("tag city 0305", "0303", 1, False), ("terrain woods 0304", "0303", 1, False),
     ("terrain woods 0303", "0303", 1, True), ("terrain woods 0204", "0104", 1, True),
     ("terrain woods 0204 0205", "0104", 1, False)],
)  # fmt: skip
def test_spotting(ground: str, spotter: str, turn: int, seen: bool) -> None:
    """Next door always; two hexes by day, over open ground. One open hex of two is enough."""
    units = TWO + GUNS + f"unit 34ID-PJ {spotter}\nunit 309RD-959 0808\nunit 10PG-PJ10 0807\n"
    pos = firing(f"{ground}\n{units}unit 10PG-I/AR10 0804", turn)
    assert ("0305" in allowed(pos, "target")) is seen
    if not seen:
        assert refused(pos, "target", "0305") == "ART-14"


@pytest.mark.rule("kanev43", "R-14", "R-91")
def test_leaders_spot_nobody_and_dispersed_men_are_not_found() -> None:
    """Neither does fire find a leader."""
    pos = firing(
        TWO + GUNS + "unit L-57ID 0304\nunit 309RD-959 0202\nunit 3GAB-1 0204 dispersed=true"
    )
    assert refused(pos, "target", "0305") == "ART-14"
    assert refused(pos, "target", "0204") == "ART-14"


# --- guns -------------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "R-43", "DIS-5", "R-15")
@pytest.mark.parametrize(
    ("guns", "rule"),
    [("57ID-IV/AR 0302 limbered=true", "R-43"), ("57ID-IV/AR 0302 salvoes=0", "R-43"),
     ("57ID-IV/AR 0302 order=demoralised", "DIS-5"), ("XXIV-Werfer 0301", "R-15")],
)  # fmt: skip
def test_guns_that_cannot_fire(guns: str, rule: str) -> None:
    """Limbered, empty, demoralised, or too far away: rockets reach three hexes."""
    pos = firing(TWO + SPOTTER + f"unit 112ID-IV/AR 0202\nunit {guns}").apply("target 0305")
    assert refused(pos, "support", guns.split()[0]) == rule


@pytest.mark.rule("kanev43", "R-43", "R-15")
def test_guns_in_a_zone_fire_over_the_dnepr() -> None:
    """Only support is forbidden to them."""
    from tests.rules.kanev43.sketches import RIVER

    units = "unit 57ID-IV/AR 0402\nunit 309RD-957 0403\nunit 309RD-955 0503\nunit 309RD-959 0503\n"
    pos = drawn(RIVER + units + "phase bombardment axis")
    assert {"0403", "0503"} <= allowed(pos, "target")


@pytest.mark.rule("kanev43", "ART-2", "SOP-13", "R-10", "R-43", "R-35")
def test_fire_is_added_up_and_each_fires_once() -> None:
    """Two units of 8 make 16; a salvo each is gone, and the hex has had its share."""
    pos = firing(TWO + GUNS + MORE + SPOTTER)
    aim = done(pos, "target 0305", "support 57ID-IV/AR", "support 112ID-IV/AR")
    step = aim.top
    assert isinstance(step, Aim)
    assert value_of(aim, step) == 16
    shot = aim.apply("commit", dice=[3, 4])
    assert (shot.unit("57ID-IV/AR").salvoes, shot.unit("112ID-IV/AR").salvoes) == (1, 1)
    other = firing(TWO + GUNS + MORE + SPOTTER + "unit 309RD-959 0404\nunit 10PG-PJ10 0405")
    other = fire(other, "57ID-IV/AR", dice=(3, 4))
    assert other.within(PlayerTurn).bombarded == other.within(PlayerTurn).stirred == {"57ID-IV/AR"}
    assert refused(other, "target", "0305") == "R-10"
    assert refused(other.apply("target 0404"), "support", "57ID-IV/AR") == "R-43"


@pytest.mark.rule("kanev43", "ART-4", "R-40", "R-102")
def test_doubled_fire() -> None:
    """Twice the value for two salvoes; the guns are empty and disrupted."""
    pos = done(firing(TWO + GUNS + SPOTTER), "target 0305", "support 57ID-IV/AR",
               "choose double 57ID-IV/AR")  # fmt: skip
    assert isinstance(pos.top, Aim)
    assert value_of(pos, pos.top) == 16
    single = pos.apply("choose double 57ID-IV/AR")
    assert isinstance(single.top, Aim)
    assert value_of(single, single.top) == 8
    pos = pos.apply("commit", dice=[3, 4])
    assert (pos.unit("57ID-IV/AR").salvoes, order(pos, "57ID-IV/AR")) == (0, "disrupted")
    poor = firing(TWO + SPOTTER + "unit 57ID-IV/AR 0302 salvoes=1")
    poor = done(poor, "target 0305", "support 57ID-IV/AR")
    assert refused(poor, "choose", "double 57ID-IV/AR") == "ART-4"


@pytest.mark.rule("kanev43", "R-42", "TEC-3", "R-41")
def test_woods_halve_fire() -> None:
    """8 is 4, and 8 and 6 are 7: rounded once."""
    pos = firing("terrain woods 0305\n" + TWO + GUNS + MORE + SPOTTER).apply("target 0305")
    one = pos.apply("support 57ID-IV/AR")
    assert isinstance(one.top, Aim)
    assert value_of(one, one.top) == 4
    two = one.apply("support 57ID-I/AR")
    assert isinstance(two.top, Aim)
    assert value_of(two, two.top) == 7


@pytest.mark.rule("kanev43", "R-71")
def test_fire_at_night() -> None:
    """It is not halved, and the guns are not disrupted for it."""
    pos = firing(TWO + GUNS + SPOTTER, turn=4).apply("target 0305").apply("support 57ID-IV/AR")
    assert isinstance(pos.top, Aim)
    assert value_of(pos, pos.top) == 8
    assert order(pos.apply("commit", dice=[3, 4]), "57ID-IV/AR") == ""


# --- columns ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BMB-1", "R-11")
def test_density() -> None:
    """Two battalions, two companies and an HQ are three battalions; fractions are dropped."""
    text = FIELD + TWO + "unit 6GTC-SMG 0305\nunit 9MC-AT 0305\n"
    assert battalions(drawn(text, run=False), "0305", SOVIET) == 2
    assert battalions(drawn(text + "unit 309RD-HQ 0305", run=False), "0305", SOVIET) == 3


@pytest.mark.rule("kanev43", "R-12")
def test_too_little_fire() -> None:
    """6 points against a battalion are enough, 3 are not."""
    lone = "unit 309RD-957 0305\n" + SPOTTER
    assert "0305" in allowed(firing(lone + "unit 57ID-I/AR 0302"), "target")
    other = "unit 309RD-959 0807\nunit XXIV-Werfer 0808\n"
    weak = firing(lone + other + "unit 57ID-I/AR 0302 lost=1 salvoes=1")
    assert allowed(weak, "target") == {"0807"}
    assert refused(weak, "target", "0305") == "R-12"


@pytest.mark.rule("kanev43", "BMB-3")
@pytest.mark.parametrize(("spotter", "after"), [("0304", "disrupted"), ("0303", "")])
def test_no_friend_beside_the_target(spotter: str, after: str) -> None:
    """26 on two battalions at dice 10: column 7 disrupts, column 6 does not."""
    pos = firing(TWO + GUNS + MORE + f"unit 34ID-PJ {spotter}")
    pos = fire(pos, "XXIV-Werfer", "57ID-IV/AR", "57ID-I/AR", dice=(4, 6))
    assert order(pos, "309RD-957") == after


TANK = "unit 309RD-957 0305\nunit 6GTC-51 0305\n"


@pytest.mark.rule("kanev43", "BMB-5", "R-10")
def test_a_tank_is_read_one_column_lower() -> None:
    """16 on two battalions is column 5: dice 4 disrupts the rifles and not the tanks."""
    pos = firing(TANK + GUNS + MORE + SPOTTER)
    pos = fire(pos, "57ID-IV/AR", "112ID-IV/AR", dice=(2, 2))
    assert (order(pos, "309RD-957"), order(pos, "6GTC-51")) == ("disrupted", "")


@pytest.mark.rule("kanev43", "BMB-4")
@pytest.mark.parametrize(
    ("dice", "rifles", "tanks"), [((2, 2), "", ""), ((5, 6), "disrupted", "disrupted")]
)
def test_improved_positions(dice: tuple[int, int], rifles: str, tanks: str) -> None:
    """One column lower for all but tanks, which have their own: both are column 4."""
    pos = firing(TANK + GUNS + MORE + SPOTTER, works=True)
    pos = fire(pos, "57ID-IV/AR", "112ID-IV/AR", dice=dice)
    assert (order(pos, "309RD-957"), order(pos, "6GTC-51")) == (rifles, tanks)


@pytest.mark.rule("kanev43", "BMB-6", "BMB-7", "BMB-3")
def test_towns_and_artillery() -> None:
    """Two lower in a town, one more without a friend beside it; one higher for guns."""
    units = TWO + "unit 309RD-AR 0305\n" + GUNS + MORE
    guns = ("XXIV-Werfer", "57ID-IV/AR", "57ID-I/AR")
    aim = Aim(side=AXIS, target="0305", guns=guns)
    open_ = firing(units + SPOTTER)
    assert base_column(open_, aim) + 1 == 8
    assert unit_column(open_, aim, "309RD-957") + 1 == 8
    assert unit_column(open_, aim, "309RD-AR") + 1 == 9
    town = firing("tag town 0305\n" + units + SPOTTER)
    assert unit_column(town, aim, "309RD-957") + 1 == 6
    far = firing("tag town 0305\n" + units + "unit 34ID-PJ 0303")
    assert unit_column(far, aim, "309RD-957") + 1 == 5


@pytest.mark.rule("kanev43", "R-12", "BMB-1")
def test_the_panel_of_a_bombardment_adds_up() -> None:
    """8 on two battalions is column 3: in a town column 1, and nothing for tanks."""
    town = firing("tag town 0305\n" + TANK + GUNS + SPOTTER)
    found = rows(done(town, "target 0305", "support 57ID-IV/AR"))
    assert found["309RD-957"] == ("column 1", [3, -2])
    assert found["6GTC-51"] == ("no effect", [3, -1, -2])


def rows(pos: Pos) -> dict[str, tuple[str, list[int]]]:
    """What the panel says of each unit, with the parts of it."""
    assert pos.panel is not None
    return {row.label: (row.value, [part.amount for part in row.parts]) for row in pos.panel.rows}


@pytest.mark.rule("kanev43", "IMP-1", "BMB-4", "BMB-6")
def test_a_position_in_a_town_adds_nothing() -> None:
    """Two columns lower for the houses, and not a third for what was dug there."""
    aim = Aim(side=AXIS, target="0305", guns=("57ID-IV/AR", "112ID-IV/AR"))
    town = firing("tag town 0305\n" + TWO + GUNS + MORE + SPOTTER, works=True)
    assert unit_column(town, aim, "309RD-957") == base_column(town, aim) - 2


# --- results ----------------------------------------------------------------------------------


@pytest.mark.rule("kanev43", "BMB-9", "R-33", "DIS-10")
@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [("", "disrupted", 0), ("disrupted", "demoralised", 0), ("demoralised", "demoralised", 1)],
)
def test_d(before: str, after: str, lost: int) -> None:
    """Disrupted; who is so already demoralised; who is demoralised loses a step."""
    state = f" order={before}" if before else ""
    pos = firing(f"unit 309RD-957 0305{state}\nunit 309RD-955 0305\n" + GUNS + MORE + SPOTTER)
    pos = fire(pos, "57ID-IV/AR", "112ID-IV/AR", dice=(2, 2))
    assert (order(pos, "309RD-957"), pos.unit("309RD-957").lost) == (after, lost)


@pytest.mark.rule("kanev43", "BMB-10", "R-10")
def test_z_with_a_number() -> None:
    """20 on two battalions at dice 12 is Z1: both are demoralised, the owner picks one step."""
    pos = fire(firing(TWO + GUNS + SPOTTER), "XXIV-Werfer", "57ID-IV/AR", dice=(6, 6))
    assert pos.side == SOVIET
    assert {order(pos, "309RD-957"), order(pos, "309RD-955")} == {"demoralised"}
    assert allowed(pos, "lose") == {"309RD-957", "309RD-955"}
    pos = pos.apply("lose 309RD-955")
    assert (pos.unit("309RD-957").lost, pos.unit("309RD-955").lost) == (0, 1)


@pytest.mark.rule("kanev43", "BMB-11", "R-13")
def test_half_of_the_steps_at_most() -> None:
    """A battalion of three steps loses one to Z2."""
    pos = firing("unit 309RD-957 0305\n" + GUNS + MORE + SPOTTER).apply("target 0305")
    for unit in ("XXIV-Werfer", "57ID-IV/AR", "112ID-IV/AR"):
        pos = done(pos, f"support {unit}", f"choose double {unit}")
    assert isinstance(pos.top, Aim)
    assert base_column(pos, pos.top) + 1 == 9
    pos = pos.apply("commit", dice=[6, 6])
    assert pos.unit("309RD-957").lost == 1


@pytest.mark.rule("kanev43", "LDR-5", "LDR-6", "R-101")
def test_a_leader_under_fire() -> None:
    """His stack lost a step: two dice for him; without losses none."""
    led = TWO + "unit L-309RD 0305\n" + GUNS + SPOTTER
    pos = fire(firing(led), "XXIV-Werfer", "57ID-IV/AR", dice=(6, 6))
    pos = pos.apply("lose 309RD-955", dice=[1, 2])
    assert pos.unit("L-309RD").at == DEAD
    calm = fire(firing(led), "XXIV-Werfer", "57ID-IV/AR", dice=(3, 4))
    assert calm.unit("L-309RD").at == "0305"


@pytest.mark.rule("kanev43", "R-91")
def test_dispersed_paratroopers_are_not_hit() -> None:
    """Nor do they count as battalions."""
    units = "unit 3GAB-1 0305 dispersed=true\n" + TWO + GUNS + SPOTTER
    pos = fire(firing(units), "XXIV-Werfer", "57ID-IV/AR", dice=(6, 6))
    assert "3GAB-1" not in allowed(pos, "lose")
    assert order(pos, "3GAB-1") == ""
