"""The chances that an attacker is shown, against every throw of the dice played out."""

from collections import defaultdict
from fractions import Fraction

import pytest
from tests.rules.ukraine43.battle import SLUG, attack, denied, drawn

from grognard.games.ukraine43.state import Pos

GUARDS = "67/71G"
SOVIETS, GERMANS = "\nphase first-combat soviet", "\nphase first-combat axis"

Story = tuple[tuple[str, int, int], ...]


def told(pos: Pos) -> Story:
    """The results that the last step has led to, with the losses of both sides."""
    facts = (event.facts for event in pos.events if event.kind == "combat")
    return tuple((f["result"], f["attacker"], f["defender"]) for f in facts)


def spared(pos: Pos, unit: str) -> bool:
    """Does its owner spare a unit for the sake of 9.10: Guards, and Germans in defence?"""
    piece = pos.game.piece(unit)
    return piece.is_guards or piece.is_german


def cheapest(pos: Pos) -> Pos:
    """The loss of a player who thinks of 9.10 where he has a choice."""
    losses = [action for action in pos.actions() if action.verb == "lose"]
    return pos.apply(min(losses, key=lambda a: spared(pos, a.arg)), chance="stop")


def played_out(pos: Pos) -> dict[str, Fraction]:
    """Every end of the attack that is put together, with its exact probability; Zhukov attacks
    again whenever he may. Throws that lead to the same second attack are followed once.
    """
    found: dict[str, Fraction] = defaultdict(Fraction)
    again: dict[object, tuple[Pos, Fraction, Story]] = {}
    todo: list[tuple[Pos, Fraction, Story]] = [
        (pos.apply("commit", chance="stop"), Fraction(1), ())
    ]
    while todo:
        now, likely, story = todo.pop()
        story += told(now)
        if faces := now.chances():
            whole = sum(weight for _, weight in faces)
            todo += [(now.roll(f), likely * Fraction(w, whole), story) for f, w in faces]
        elif now.top.tag == "losses":
            todo.append((cheapest(now), likely, story))
        elif now.top.tag == "second attack":
            key = (story, now.state.units)
            before = again[key][1] if key in again else Fraction(0)
            again[key] = (now, before + likely, story)
        else:
            found[label(now, story)] += likely
        if not todo:
            todo = [(p.apply("commit", chance="stop"), w, past) for p, w, past in again.values()]
            again.clear()
    return dict(found)


def label(pos: Pos, story: Story) -> str:
    """An end in the words of the panel."""
    if not story:
        return "High Odds" if pos.unit("88ID").at == "dead" else "repulsed"
    losses = f"{sum(s[1] for s in story)}/{sum(s[2] for s in story)}"
    return f"{', '.join(s[0] for s in story)} {losses}"


def shown(pos: Pos) -> dict[str, Fraction]:
    """The chances of the panel as probabilities."""
    assert pos.panel is not None
    whole = sum(c.weight for c in pos.panel.chances)
    found: dict[str, Fraction] = defaultdict(Fraction)
    for chance in pos.panel.chances:
        found[chance.label] += Fraction(chance.weight, whole)
    return dict(found)


@pytest.mark.rule(SLUG, "8.4-5", "8.4-6", "9.10-1", "9.10-2")
@pytest.mark.parametrize("ally", ["327ID", "24Rum"])
@pytest.mark.parametrize("strength", [8, 20, 29, 45])
def test_a_german_attack(ally: str, strength: int) -> None:
    """Two dice in four columns, by Germans alone and with a Rumanian."""
    pos = drawn(f"unit 88ID W\nunit {ally} W\nunit 55/112 T\nunit 167/232 T{GERMANS}",
                u88ID=(strength, 7))  # fmt: skip
    pos = attack(pos, ["88ID", ally])
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "9.10-3", "9.10-4", "9.10-5")
def test_sixes_thrown_again() -> None:
    """Two dice at 3-1 without enough Guards: each six is thrown again, once."""
    pos = drawn(f"unit 55/112 W\nunit 167/232 W\nunit 88ID T\nunit 327ID T{SOVIETS}",
                **{"u55/112": (40, 5)})  # fmt: skip
    pos = attack(pos, ["55/112", "167/232"])
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "26.1B", "26.1C", "26.1D-1", "26.1D-2", "26.1D-3", "R-58")
@pytest.mark.parametrize("line", ["", "tag axis_fort T", "tag city T"])
@pytest.mark.parametrize("units", [(GUARDS, "55/112"), (GUARDS, "180TB"), ("2TC", "180TB")])
@pytest.mark.parametrize("defender", ["88ID", "213Sec"])
def test_zhukov(line: str, units: tuple[str, str], defender: str) -> None:
    """Both attacks played out: losses of the first may cost the Guards their half, a side its
    last step, or the second attack its further die.
    """
    first, second = units
    pos = drawn(f"{line}\nunit Zhukov 0202\nunit {first} W\nunit {second} N\nunit {defender} T"
                f"{SOVIETS}", **{f"u{first}": (24, 6)})  # fmt: skip
    pos = attack(pos, units, support=["Zhukov"])
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "26.1D-2", "9.10-3", "R-58")
@pytest.mark.parametrize("others", ["unit 24Rum T", "unit 24Rum T reduced=true\nunit 1PzA T"])
def test_zhukov_against_allies_with_german_guns(others: str) -> None:
    """With the assault guns gone only Rumanians are left, and sixes stand; a German HQ would
    still be German. It counts for magnitude only when it is alone.
    """
    text = f"unit Zhukov 0202\nunit 2TC W\nunit 10TC W\nunit StuG T\n{others}{SOVIETS}"
    pos = attack(drawn(text, u2TC=(20, 6)), ["2TC", "10TC"], support=["Zhukov"])
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "26.1B", "26.1D-2", "R-58")
def test_zhukovs_second_attack_with_fewer_dice() -> None:
    """Four steps: three dice with Zhukov; when the first attack has cost one, two are left."""
    text = f"unit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G W\nunit 5GTC N\nunit 88ID T\n"
    pos = drawn(f"{text}unit 327ID T{SOVIETS}", **{f"u{GUARDS}": (35, 6)})
    pos = attack(pos, [GUARDS, "51/52G", "5GTC"], support=["Zhukov"])
    assert pos.panel is not None
    assert {row.label: row.value for row in pos.panel.rows}["Magnitude"] == "3"
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "8.9-2", "26.1C", "R-29", "R-58")
def test_zhukov_with_sappers() -> None:
    """The sappers pay for Heavy Casualties before anybody has a choice."""
    pos = drawn(f"""tag axis_fort T
                    unit Zhukov 0202
                    unit {GUARDS} W
                    unit 1Sap W
                    unit 55/112 N
                    unit 88ID T{SOVIETS}""", **{f"u{GUARDS}": (16, 6)})  # fmt: skip
    pos = attack(pos, [GUARDS, "1Sap", "55/112"], support=["Zhukov"])
    assert shown(pos) == played_out(pos)


# --- 29  with the variable defence -----------------------------------------------------------


@pytest.mark.rule(SLUG, "29-1", "29-4", "T-5")
@pytest.mark.parametrize("strength", [2, 12, 16, 21, 64])
def test_variable_defence(strength: int) -> None:
    """The shares of all columns that the defender's die may lead to, automatic ones too."""
    pos = drawn(f"option variable_defence=true\nunit {GUARDS} W\nunit 88ID T{SOVIETS}",
                **{f"u{GUARDS}": (strength, 6)})  # fmt: skip
    pos = attack(pos, [GUARDS])
    assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "29-1", "29-3", "R-25")
def test_variable_defence_of_two_hexes() -> None:
    """A die for each hex of some strength; a weak one has none."""
    text = f"option variable_defence=true\nunit {GUARDS} N\nunit 88ID T\nunit {{}} E{SOVIETS}"
    for other, span in (("39ID", "-2 to +4"), ("1PzA", "-1 to +2")):
        pos = attack(drawn(text.format(other), **{f"u{GUARDS}": (24, 6)}), [GUARDS])
        pos = pos.apply("target 0503")
        assert pos.panel is not None
        assert (pos.panel.rows[-1].label, pos.panel.rows[-1].value) == ("Variable defence", span)
        assert shown(pos) == played_out(pos)


@pytest.mark.rule(SLUG, "29-4", "R-72")
def test_the_panel_says_which_columns_may_come() -> None:
    """21 against 7 varied by -1, 0, 0, +1, +1, +2: 3-1 in three of six, else 2-1."""
    text = f"{{}}unit {GUARDS} W\nunit 88ID T\nunit Zhukov 0202{SOVIETS}"
    on = drawn(text.format("option variable_defence=true\n"), **{f"u{GUARDS}": (21, 6)})
    on = attack(on, [GUARDS])
    assert on.panel is not None
    assert on.panel.rows[4].value == "3-1 in 3 of 6, 2-1 in 3 of 6"
    off = attack(drawn(text.format(""), **{f"u{GUARDS}": (21, 6)}), [GUARDS])
    assert off.panel is not None
    assert off.panel.rows[4].value == "3-1"
    assert "Variable defence" not in {row.label for row in off.panel.rows}


@pytest.mark.rule(SLUG, "R-72", "29-1")
@pytest.mark.parametrize(("strength", "rule"), [(70, ""), (90, "R-72"), (2, ""), (1, "R-72")])
def test_zhukov_and_a_die_that_may_settle_it(strength: int, rule: str) -> None:
    """He may be called if some die of the defender leads to a throw; if it does not come to one
    he is not used up.
    """
    pos = drawn(f"option variable_defence=true\nunit {GUARDS} W\nunit 88ID T\nunit Zhukov 0202\n"
                f"unit 51/52G E\nunit 327ID 0604{SOVIETS}",
                **{f"u{GUARDS}": (strength, 6)})  # fmt: skip
    pos = attack(pos, [GUARDS])
    if rule:
        assert denied(pos, "support Zhukov") == rule
        return
    pos = pos.apply("support Zhukov").apply("commit", dice=[1 if strength == 70 else 6])
    while pos.top.tag in ("advance", "retreat"):
        pos = pos.apply("done" if pos.top.tag == "advance" else "pass")
    assert attack(pos, ["51/52G"], target="0604").why_not("support Zhukov") is None


# --- 26.1D  before the second attack ----------------------------------------------------------


@pytest.mark.rule(SLUG, "26.1D-1", "26.1D-2")
def test_the_second_attack_is_foreseen_before_it_is_made() -> None:
    """The panel has the old column, the dice counted anew and their chances."""
    pos = drawn(f"unit Zhukov 0202\nunit {GUARDS} W\nunit 51/52G N\nunit 88ID T{SOVIETS}",
                **{f"u{GUARDS}": (18, 6)})  # fmt: skip
    pos = attack(pos, [GUARDS, "51/52G"], support=["Zhukov"]).apply("commit", dice=[2, 1])
    assert pos.panel is not None
    assert [row.value for row in pos.panel.rows] == ["3-1", "2"]
    assert [part.rule for part in pos.panel.rows[1].parts] == ["8.4-1", "26.1B"]
    assert shown(pos) == played_out(pos)
