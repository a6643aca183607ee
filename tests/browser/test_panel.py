"""The panel beside the map: who is looked at, what came of the dice, what is long."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.conftest import Sit
from tests.browser.person import Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action


def labels(card: Locator) -> list[str]:
    """What the values of the inspected unit are called."""
    return card.locator("dt").all_inner_texts()


def test_a_unit_that_moves_stands_in_the_panel(person: Person) -> None:
    """Who moves is shown with its values as long as it moves, whatever numbers there are."""
    person.take_up(session_with("ukraine43", "select", "move"))
    person.click(Action("select", person.args("select")[0]))
    assert person.question["panel"]["rows"]
    card = person.panel.locator(".unit-card")
    expect(card).to_be_visible()
    assert labels(card) == ["attack", "defence", "movement"]


def test_a_group_that_moves_stands_in_the_panel(person: Person) -> None:
    """Each unit of a group has its values; nobody is asked which one."""
    person.take_up(session_with("kanev43", "select", "join"))
    for unit in person.args("select"):
        person.click(Action("select", unit))
        if person.args("join"):
            break
        person.click(Action("cancel"))
    other = person.args("join")[0]
    person.click(Action("join", other))
    group = person.panel.get_by_role("region", name="Who takes part")
    values = person.frame["scene"]["faces"][other]["values"]
    expect(group.locator(f"[data-tick='{other}'] .v")).to_have_text("-".join(values))
    expect(group).not_to_contain_text("Which one?", ignore_case=True)


@pytest.mark.parametrize(
    ("slug", "kind", "said"),
    [
        ("ukraine43", "air", ["support", "range"]),
        ("korsun44", "infantry", ["strength", "movement"]),
        ("storm41", "", ["attack", "defence"]),
    ],
)
def test_values_are_called_what_they_are(
    person: Person, slug: str, kind: str, said: list[str]
) -> None:
    """Each game says what the numbers on its counters are."""
    person.take_up(session_with(slug, "select", "move"))
    view, faces = person.frame["view"], person.frame["scene"]["faces"]
    unit = next(
        name
        for name, counter in view["counters"].items()
        if counter["side"] == person.side
        and len(faces.get(name, {}).get("values", ())) == len(said)
        and kind in ("", faces[name]["symbol"])
        and person.hex(counter["at"]).count()
    )
    person.counter(unit).hover()
    card = person.panel.locator(".unit-card")
    expect(card).to_be_visible()
    assert labels(card) == said


def test_a_ring_lies_about_the_top_counter(person: Person) -> None:
    """The counters of a stack lie up and to the left of each other, and so does the ring."""
    person.take_up(session_with("korsun44", "target", "attack"))
    overlays = person.frame["scene"]["overlays"]
    spot = next(overlay["hex"] for overlay in overlays if overlay["type"] == "ring")
    person.go_to(spot)
    stack = person.page.locator(f"[data-stack='{spot}'] .counter")
    assert stack.count() > 1

    def middle(shape: Locator) -> tuple[float, float]:
        box = shape.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    around = middle(person.page.locator(f"[data-ring='{spot}'] rect").first)
    assert around == pytest.approx(middle(stack.last.locator("rect").first), abs=1)
    assert around != pytest.approx(middle(person.hex(spot)), abs=1)


def test_dice_lie_until_the_next_deed(person: Person) -> None:
    """What came of an attack stays in the panel while the other side answers it."""
    person.take_up(session_with("kanev43", "target", "attack"))
    attacker = person.side
    for verb in ("target", "attack"):
        person.click(Action(verb, person.args(verb)[0]))
    person.click(Action("commit"))
    person.come_to_decide()
    assert person.side != attacker
    while person.side != attacker:
        person.least()
        person.come_to_decide()
    expect(
        person.panel.get_by_role("region", name="Result").locator(".throw").first
    ).to_be_visible()
    person.least()
    expect(person.panel.get_by_role("region", name="Result")).to_have_count(0)


def test_the_end_of_a_step_that_is_not_open_is_refused(person: Person) -> None:
    """The key that ends a step says why it cannot be ended, in the words of the server."""
    person.take_up(session_with("korsun44", "target", "attack"))
    assert Action("done") not in person.actions
    refusal = person.session().pos.why_not(Action("done"), side=person.side)
    assert refusal is not None
    person.focus_map()
    person.page.keyboard.press("d")
    refused = person.panel.get_by_role("region", name="Refused")
    expect(refused).to_contain_text(refusal.text)
    expect(refused).to_contain_text(refusal.rule)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_list_of_phases_leaves_the_prompt_alone(sit: Sit, width: int, height: int) -> None:
    """It lies over the map, and Escape closes it."""
    person = sit(width, height)
    person.take_up(session_at("kanev43", "axis movement"))
    person.page.get_by_role("button", name="All phases of the turn").click()
    phases = person.page.get_by_role("group", name="Phases of the turn")
    listed, prompt = phases.bounding_box(), person.page.locator(".prompt").bounding_box()
    assert listed is not None
    assert prompt is not None
    beside = listed["x"] + listed["width"] <= prompt["x"] + 1
    below = listed["y"] >= prompt["y"] + prompt["height"] - 1
    assert beside or below
    person.page.keyboard.press("Escape")
    expect(phases).to_have_count(0)
