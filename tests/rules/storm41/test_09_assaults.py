"""9.22 - 9.30, 11.7-4 Mobile assaults, and overruns of artillery."""

import pytest
from tests.rules.storm41.factors import WEAK_RIFLES

from grognard.decisions import Refusal, total
from grognard.games.storm41.mobile_assault import cost_parts
from grognard.games.storm41.movement import Movement
from grognard.games.storm41.sequence import GermanTurn, Turn
from grognard.games.storm41.state import AXIS, SOVIET, Pos
from grognard.games.storm41.turn import MovementPhase
from grognard.steps import tag_of
from grognard.testing import sketch

SLUG = "storm41"
#: A blank country of twelve columns, all of it in supply of both sides.
BLANK = "board 12 x 6\ntag axis_source S1420\ntag soviet_source S1431\nturn 3\n" + WEAK_RIFLES
TARGET, WEST, EAST = "S1625", "S1624", "S1626"
RIFLES = ("10RD", "90RD", "48RD", "125RD", "11RD", "67RD")


def of(refusal: Refusal | None) -> str:
    return refusal.rule if refusal else ""


def board(*lines: str, side: str = AXIS, order: str = "move-fight") -> Pos:
    """A movement phase in a turn of this order."""
    text = BLANK + "\n".join(lines)
    if order == "move-fight":
        return sketch(SLUG, f"{text}\nphase movement {side}")
    turn = GermanTurn(side=AXIS, stage="second half", order="fight-move")
    return sketch(SLUG, text, agenda=(Turn(stage=tag_of(GermanTurn)), turn, Movement(side=AXIS)))


def strong(unit: str, amount: int, at: str, like: str = "1Pz") -> str:
    """A counter of ours with these factors."""
    return f"piece {unit} like {like} attack={amount} defence={amount}\nunit {unit} {at}"


def there(number: int, at: str = TARGET) -> list[str]:
    return [f"unit {unit} {at}" for unit in RIFLES[:number]]


def moving(pos: Pos, *units: str) -> Pos:
    pos = pos.apply(f"select {units[0]}")
    for unit in units[1:]:
        pos = pos.apply(f"join {unit}")
    return pos


def assault(pos: Pos, die: int, target: str = TARGET) -> Pos:
    return pos.apply(f"assault {target}").apply("commit", dice=(die,))


def dead(pos: Pos, *units: str) -> list[str]:
    return [unit for unit in units if pos.unit(unit).at == "dead"]


# --- 9.22, 9.25, 9.26, 9.29  who may ----------------------------------------------------------


@pytest.mark.rule(SLUG, "9.22-a", "R-85")
@pytest.mark.parametrize(
    ("units", "wanted"),
    [
        (("1Pz",), ""),
        (("900L",), ""),
        (("Slov",), "9.22-a"),
        (("Slov", "900L"), ""),
        (("GD",), "9.22-a"),
        (("GD", "1Pz"), ""),
        (("1Cav",), "9.22-a"),
    ],
)
def test_who_makes_mobile_assaults(units: tuple[str, ...], wanted: str) -> None:
    """Panzer units, the Lehr Brigade too, and motorised infantry behind them; no cavalry or
    infantry.
    """
    pos = moving(board(*(f"unit {u} {WEST}" for u in units), *there(1)), *units)
    assert of(pos.why_not("assault S1625")) == wanted


@pytest.mark.rule(SLUG, "9.22-a", "R-135")
@pytest.mark.parametrize("unit", ["1Cav", "1ID"])
def test_who_cannot_assault_stays_in_the_launch_hex(unit: str) -> None:
    """The panzers of the stack go in without it."""
    pos = board(f"unit {unit} {WEST}", strong("A", 60, WEST), *there(1))
    pos = assault(moving(pos, unit, "A"), 1)
    assert (pos.unit(unit).at, pos.unit("A").at) == (WEST, TARGET)


@pytest.mark.rule(SLUG, "R-28")
def test_the_slovaks_are_german_motorised_infantry() -> None:
    """They stack with Germans, follow a panzer division and never lead; as a loss they count."""
    lines = ("unit Slov S1624", "unit 1Pz S1624", strong("D", 60, TARGET, "10RD"))
    assert of(moving(board(*lines), "Slov").why_not("assault S1625")) == "9.22-a"
    pos = assault(moving(board(*lines), "1Pz", "Slov"), 6)
    assert dead(pos, "1Pz", "Slov") == ["1Pz", "Slov"]
    assert pos.state.german_losses == 2
    pos = moving(board("unit Slov S1623", "unit 1Pz S1624", *there(1)), "Slov")
    assert pos.why_not("move S1624") is None


@pytest.mark.rule(SLUG, "9.22-b")
def test_one_panzer_unit_leads_seven() -> None:
    """A force of eight; without the panzer unit none of them may."""
    names = [f"M{i}" for i in range(7)]
    lines = [strong(name, 5, WEST, "Slov") for name in names]
    pos = board(*lines, "unit 1Pz S1624", *there(1))
    assert moving(pos, "1Pz", *names).why_not("assault S1625") is None
    assert of(moving(pos, *names).why_not("assault S1625")) == "9.22-a"


@pytest.mark.rule(SLUG, "5.8")
def test_allies_make_no_mobile_assaults() -> None:
    """Not even Romanian armour at home."""
    pos = moving(board("unit 1RArm S1624", *there(1), "zone romania S1624 S1625"), "1RArm")
    assert of(pos.why_not("assault S1625")) == "9.22-a"


@pytest.mark.rule(SLUG, "9.24-b")
def test_soviets_make_no_mobile_assaults() -> None:
    """No tank division does."""
    pos = moving(board("unit 1TD S1626", "unit 1ID S1625", side=SOVIET), "1TD")
    assert pos.why_not("assault S1625") is not None
    assert "assault" not in {action.verb for action in pos.actions()}


@pytest.mark.rule(SLUG, "9.29", "5.7-c", "5.7-d", "5.13-4")
def test_when_mobile_assaults_are_made() -> None:
    """In a turn that begins with movement, not on turn 1."""
    lines = ("unit 1Pz S1624", *there(1))
    assert moving(board(*lines), "1Pz").why_not("assault S1625") is None
    late = moving(board(*lines, order="fight-move"), "1Pz")
    assert of(late.why_not("assault S1625")) == "9.29"
    assert of(moving(board("turn 1", *lines), "1Pz").why_not("assault S1625")) == "9.29"


@pytest.mark.rule(SLUG, "9.25", "R-87", "7.6-a")
def test_mobile_assaults_need_supply() -> None:
    """When the stack starts, and in the launch hex; aerial and attenuated supply are enough."""
    lines = ("unit 1Pz S1624", *there(1))
    cut = "unit 48RD S1420"
    assert of(moving(board(*lines, cut), "1Pz").why_not("assault S1625")) == "9.25"
    flown = board(*lines, cut, "state superior=axis aerial=S1624 aerial_used=true")
    assert moving(flown, "1Pz").why_not("assault S1625") is None
    oil = board(*lines, "tag oilfield S1422\nstate fallen=S1422")
    assert moving(oil, "1Pz").why_not("assault S1625") is None


@pytest.mark.rule(SLUG, "9.25", "R-87")
def test_a_stack_that_drives_into_a_pocket_does_not_assault() -> None:
    """It started in aerial supply and stands out of supply now."""
    lines = ("unit 1Pz S1622", *there(1), "unit 48RD S1420",
             "state superior=axis aerial=S1622 aerial_used=true")  # fmt: skip
    pos = moving(board(*lines), "1Pz").apply("move S1624")
    assert of(pos.why_not("assault S1625")) == "9.25"


@pytest.mark.rule(SLUG, "R-87")
def test_a_stack_that_started_out_of_supply_does_not_assault() -> None:
    """Also when it is supplied from the air before its second unit goes."""
    lines = ("unit 1Pz S1624", "unit 2Pz S1624", *there(1), "unit 48RD S1420",
             "state superior=axis")  # fmt: skip
    pos = moving(board(*lines), "1Pz").apply("move S1523").apply("stop")
    pos = pos.apply("choose aerial supply").apply("place S1624").apply("select 2Pz")
    assert of(pos.why_not("assault S1625")) == "9.25"


@pytest.mark.rule(SLUG, "9.26", "R-88")
def test_only_who_began_together_assault_together() -> None:
    """Stacks that meet on the way do not."""
    pos = moving(board("unit 1Pz S1622", "unit 2Pz S1624", *there(1)), "1Pz").apply("move S1624")
    assert of(pos.why_not("join 2Pz")) == "9.5"


# --- 9.23, 9.24  cost and ground --------------------------------------------------------------


@pytest.mark.rule(SLUG, "9.23-a", "R-82", "R-89")
def test_what_an_assault_costs() -> None:
    """One point beyond the entry: clear 2, rough across a river 4; enemy air power on top."""

    def cost(*lines: str) -> int:
        return total(cost_parts(board("unit 1Pz S1624", *lines), ("1Pz",), WEST, TARGET))

    river = f"hexside river {WEST}/{TARGET}"
    assert cost() == 2
    assert cost("terrain rough S1625", river) == 4
    assert cost("state superior=soviet airpower=S1625") == 3
    corridor = f"network danube_corridor {WEST}-{TARGET}"
    assert cost(river, corridor, f"control axis {WEST} {TARGET}") == 3


@pytest.mark.rule(SLUG, "9.24-a")
def test_where_mobile_assaults_do_not_go() -> None:
    """Marsh, mountains and passes, also on corridors; out of a marsh they do."""
    lines = ("unit 1Pz S1624", *there(1))
    roads = (f"network pass {WEST}-{TARGET}", f"network danube_corridor {WEST}-{TARGET}")
    for ground in ("marsh", "mountain"):
        for road in ("", *roads):
            pos = moving(board(*lines, f"terrain {ground} {TARGET}", road), "1Pz")
            assert of(pos.why_not("assault S1625")) == "9.24-a"
    assert moving(board(*lines, "terrain marsh S1624"), "1Pz").why_not("assault S1625") is None


@pytest.mark.rule(SLUG, "9.24-c")
def test_an_assault_needs_its_points() -> None:
    """With one point left a clear hex cannot be assaulted; with two it can."""
    tired = moving(board("unit 1Pz S1620", "unit 10RD S1630"), "1Pz").apply("move S1629")
    assert of(tired.why_not("assault S1630")) == "9.24-c"
    fresh = moving(board("unit 1Pz S1621", "unit 10RD S1630"), "1Pz").apply("move S1629")
    assert fresh.why_not("assault S1630") is None


@pytest.mark.rule(SLUG, "9.23-c", "R-135")
def test_the_launch_hex_is_not_overstacked() -> None:
    """Who halts in a full hex does not assault out of it; two stacks assault one hex in turn, and
    who takes no part stays behind.
    """
    names = [f"I{i}" for i in range(8)]
    full = [strong(name, 3, WEST, "1ID") for name in names]
    pos = moving(board("unit 1Pz S1624", *full, *there(1)), "1Pz")
    assert of(pos.why_not("assault S1625")) == "9.23-c"
    lines = (strong("A", 9, WEST), "unit 1ID S1624", strong("B", 60, "S1524"), *there(6))
    pos = moving(board(*lines), "A")
    pos = assault(pos, 3)
    while pos.top.tag == "losses":
        pos = pos.apply(pos.actions()[0])
    pos = pos.apply("stop") if pos.top.tag == "moving" else pos
    pos = assault(moving(pos, "B"), 1)
    assert pos.unit("1ID").at == WEST
    assert pos.unit("B").at == TARGET


# --- the battle -------------------------------------------------------------------------------


def shift(*lines: str) -> int:
    """The shifts of a mobile assault as they are told."""
    pos = assault(moving(board(strong("A", 30, WEST), *there(1), *lines), "A"), 1)
    (event,) = [e for e in pos.events if e.kind == "shown"]
    found: int = event.facts["shift"]
    return found


@pytest.mark.rule(SLUG, "9.23-a", "9.30", "9.30-note", "R-64", "R-113")
def test_shifts_of_a_mobile_assault() -> None:
    """One left; ground, air power and supply as in a prepared assault."""
    assert shift() == -1
    assert shift("state superior=axis airpower=S1625") == 0
    assert shift("state superior=soviet airpower=S1626") == -2
    assert shift("terrain rough S1625") == -2
    assert shift("unit 11ID S1431") == 1
    pos = board(strong("A", 30, WEST), "unit 1TB S1625")
    (event,) = [e for e in assault(moving(pos, "A"), 1).events if e.kind == "shown"]
    assert event.facts["shift"] == 0


@pytest.mark.rule(SLUG, "9.24-b", "9.24-b-ex")
def test_a_mobile_assault_is_never_concentric() -> None:
    """Own units opposite the launch hex change nothing."""
    assert shift(strong("B", 30, EAST)) == -1


@pytest.mark.rule(SLUG, "9.30-note", "R-89")
def test_a_river_halves_a_mobile_assault() -> None:
    """On a corridor, too."""
    lines = (f"hexside river {WEST}/{TARGET}", f"network danube_corridor {WEST}-{TARGET}")
    pos = assault(moving(board(strong("A", 31, WEST), *there(1), *lines), "A"), 1)
    (event,) = [e for e in pos.events if e.kind == "shown"]
    assert event.facts["attack"] == 16


@pytest.mark.rule(SLUG, "9.24-d", "10.22-c", "R-86")
def test_a_panzer_unit_is_the_first_loss() -> None:
    """The German chooses which; further losses are free, and without a panzer there is no other
    assault.
    """
    lines = (strong("P", 4, WEST), strong("Q", 4, WEST), strong("M", 4, WEST, "Slov"), *there(4))
    pos = assault(moving(board(*lines), "P", "Q", "M"), 4)  # 12 - 8 = +4, one left: +3, 1/0
    assert (pos.side, pos.top.tag) == (AXIS, "losses")
    assert of(pos.why_not("lose M")) == "9.24-d"
    assert pos.why_not("lose Q") is None
    pos = pos.apply("lose P")
    assert dead(pos, "P", "Q", "M") == ["P"]
    lone = assault(moving(board(strong("P", 9, WEST), strong("M", 3, WEST, "Slov"), *there(4)),
                          "P", "M"), 4)  # fmt: skip
    assert dead(lone, "P", "M") == ["P"]
    assert of(lone.why_not("assault S1625")) == "9.22-a"


@pytest.mark.rule(SLUG, "9.23-b", "9.27", "R-84", "R-90")
def test_a_second_round_is_paid_in_full() -> None:
    """Two points each time for a clear hex, out of the launch hex, while there are points."""
    lines = (strong("P", 4, WEST), strong("Q", 9, WEST), *there(5))
    pos = assault(moving(board(*lines), "P", "Q"), 3).apply("lose P")  # +3 and one left: 1/0
    assert (pos.unit("Q").at, pos.top.tag) == (WEST, "moving")
    assert "8 points" in pos.prompt
    assert pos.why_not("assault S1625") is None
    assert pos.why_not("move S1523") is None
    far = (strong("P", 4, "S1622"), strong("Q", 9, "S1622"), *there(5, "S1630"))
    pos = moving(board(*far), "P", "Q").apply("move S1629")
    pos = assault(pos, 3, "S1630").apply("lose P")
    assert "(1 point left)" in pos.prompt
    assert of(pos.why_not("assault S1630")) == "9.24-c"


@pytest.mark.rule(SLUG, "9.28", "5.7-b")
def test_after_a_won_assault_the_force_goes_on() -> None:
    """It stands in the hex with eight points, nobody else advances, and it may assault again."""
    pos = moving(board(strong("A", 60, WEST), "unit 1ID S1624", *there(1), "unit 90RD S1626"), "A")
    pos = assault(pos, 1)
    assert (pos.unit("A").at, pos.top.tag) == (TARGET, "moving")
    assert pos.holder(TARGET) == AXIS
    assert "8 points" in pos.prompt
    pos = assault(pos, 1, EAST)
    assert pos.unit("A").at == EAST
    assert "6 points" in pos.prompt
    assert dead(pos, "10RD", "90RD") == ["10RD", "90RD"]


@pytest.mark.rule(SLUG, "9.27")
def test_a_force_that_is_wiped_out_ends_its_move() -> None:
    """The phase goes on with others."""
    pos = assault(moving(board("unit 1Pz S1624", "unit 2Pz S1424", *there(5)), "1Pz"), 6)
    assert dead(pos, "1Pz") == ["1Pz"]
    assert pos.top.tag == "movement"


@pytest.mark.rule(SLUG, "9.23-b")
def test_an_assault_may_be_called_off_before_it_is_made() -> None:
    """It costs nothing then, and those who would have stayed behind are still in the stack."""
    stack = moving(board("unit 1Pz S1624", "unit 1ID S1624", *there(1)), "1Pz", "1ID")
    assert stack.apply("assault S1625").apply("cancel").to_json() == stack.to_json()
    pos = moving(board("unit 1Pz S1624", *there(1)), "1Pz").apply("assault S1625")
    panel = pos.panel
    assert panel is not None
    assert {row.label: row.value for row in panel.rows}["Movement points"] == "2"
    pos = pos.apply("cancel")
    assert "10 points" in pos.prompt
    assert pos.within(MovementPhase).spent == {}


# --- 11.7-4  overruns of artillery ------------------------------------------------------------

GUNS = ("unit 402Art S1625", "unit 403Art S1625")


@pytest.mark.rule(SLUG, "11.7-4", "R-110")
@pytest.mark.parametrize("unit", ["1ID", "1Pz", "1Cav", "7R", "Slov"])
def test_artillery_alone_is_overrun_by_anybody(unit: str) -> None:
    """Without a die; the mover is in the hex, has paid a point more, and may go on."""
    pos = moving(board(f"unit {unit} S1624", *GUNS, "zone romania S1624 S1625 S1626"), unit)
    points = int(pos.prompt.partition("(")[2].split()[0])
    pos = pos.apply("assault S1625").apply("commit", chance="stop")
    assert dead(pos, "402Art", "403Art") == ["402Art", "403Art"]
    assert pos.unit(unit).at == TARGET
    assert f"{points - 2} points" in pos.prompt


@pytest.mark.rule(SLUG, "11.7-5b", "R-109", "R-110")
def test_overruns_when_combat_came_first() -> None:
    """Allowed, while a rifle division is not assaulted; not on turn 1, nor out of supply, nor in
    a marsh, nor by allies abroad.
    """
    pos = moving(board("unit 1ID S1624", *GUNS, order="fight-move"), "1ID")
    assert pos.why_not("assault S1625") is None
    mixed = moving(board("unit 1Pz S1624", *GUNS, *there(1), order="fight-move"), "1Pz")
    assert of(mixed.why_not("assault S1625")) == "9.29"
    base = ("unit 1ID S1624", *GUNS)
    assert of(moving(board("turn 1", *base), "1ID").why_not("assault S1625")) == "9.29"
    assert of(moving(board(*base, "unit 48RD S1420"), "1ID").why_not("assault S1625")) == "9.25"
    marsh = board(*base, "terrain marsh S1625")
    assert of(moving(marsh, "1ID").why_not("assault S1625")) == "9.24-a"
    abroad = board("unit 7R S1624", *GUNS, "zone romania S1624")
    assert of(moving(abroad, "7R").why_not("assault S1625")) == "9.23-a"
