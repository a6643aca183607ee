"""Moving on the map: what is lit, what it costs, by click, by drag and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sit
from tests.browser.person import ASIDE, GAME, Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action


def in_hand(person: Person) -> str:
    """Pick a unit up; its id."""
    person.take_up(session_at(GAME, "axis movement"))
    unit = person.args("select")[3]
    person.click(Action("select", unit))
    return unit


def centre(person: Person, hex_: str) -> tuple[float, float]:
    box = person.hex(hex_).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def nearest(person: Person, unit: str) -> str:
    """A goal beside the unit, so that both are in the window."""
    grid = person.session().game.board.grid
    here = grid.parse(person.at(unit))
    return next(str(hex_) for hex_ in grid.neighbours(here) if str(hex_) in person.args("move"))


def test_pointing_shows_the_way_with_each_cost(person: Person) -> None:
    """The panel lists the engine's terms with their rules, and what is left."""
    in_hand(person)
    goal = person.args("move")[-1]
    person.go_to(goal)
    person.page.mouse.move(*centre(person, goal))
    way = person.session().pos.way(goal)
    assert way is not None
    card = person.page.get_by_role("region", name=f"Path to {goal}")
    expect(card.locator("h3 em")).to_have_text(way.left)
    rows = card.locator("tbody tr:not(.sum)")
    expect(rows).to_have_count(len(way.parts))
    for nth, part in enumerate(way.parts):
        expect(rows.nth(nth)).to_contain_text(part.reason)
        expect(rows.nth(nth)).to_contain_text(part.rule)
    expect(person.page.locator(".map .ghost")).to_have_count(1)


def test_a_stack_opens_only_under_the_pointer(person: Person) -> None:
    """It opens while the pointer rests on it, and not when the pointer has only passed over it."""
    person.take_up(session_with("ukraine43", "select", "move"))
    spots = [counter["at"] for counter in person.frame["view"]["counters"].values()]
    crowded = next(spot for spot in spots if spots.count(spot) > 1 and person.hex(spot).count())
    person.go_to(crowded)
    top = person.page.locator(f'.counters [data-stack="{crowded}"] [data-unit]').last
    tray = person.page.locator(f"[data-tray='{crowded}']")
    top.hover()
    person.page.mouse.move(*ASIDE)
    person.page.wait_for_timeout(600)
    expect(tray).to_have_count(0)
    top.hover()
    expect(tray).to_have_count(1)


def test_a_counter_is_dragged_to_its_goal(person: Person) -> None:
    """Carried and dropped on a lit hex it moves there; on another hex the reason is given."""
    person.take_up(session_at(GAME, "axis movement"))
    unit = person.args("select")[3]
    person.go_to(person.at(unit))
    start = centre(person, person.at(unit))
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    person.doing(lambda: mouse.move(start[0] + 20, start[1] + 20, steps=4))
    goal = nearest(person, unit)
    mouse.move(*centre(person, goal), steps=4)
    person.doing(mouse.up)
    assert person.at(unit) == goal


def test_the_map_is_dragged_and_zoomed(person: Person) -> None:
    """Dragging the ground moves the map with the pointer; the wheel zooms about it."""
    person.take_up(session_at(GAME, "axis movement"))
    hex_ = "20.28"
    person.go_to(hex_)
    before = centre(person, hex_)
    mouse = person.page.mouse
    mouse.move(*before)
    mouse.down()
    mouse.move(before[0] + 80, before[1] + 50, steps=5)
    mouse.up()
    after = centre(person, hex_)
    assert after == pytest.approx((before[0] + 80, before[1] + 50), abs=2)
    mouse.wheel(0, -300)
    wide = person.hex(hex_).bounding_box()
    assert wide is not None
    person.page.wait_for_function(
        "([node, width]) => node.getBoundingClientRect().width > width",
        arg=[person.hex(hex_).element_handle(), 90],
    )
    assert centre(person, hex_) == pytest.approx(after, abs=2)


def test_by_touch_a_second_tap_confirms(sit: Sit) -> None:
    """The first tap on a lit hex shows the way, the second takes it; tapping a unit chooses it."""
    person = sit(1024, 768, has_touch=True)
    person.take_up(session_at(GAME, "axis movement"))
    unit = person.args("select")[3]
    person.go_to(person.at(unit))
    person.doing(lambda: person.page.touchscreen.tap(*centre(person, person.at(unit))))
    goal = nearest(person, unit)
    before = person.frame["revision"]
    person.page.touchscreen.tap(*centre(person, goal))
    expect(person.page.locator(".map .ghost")).to_have_count(1)
    assert person.frame["revision"] == before
    person.doing(lambda: person.page.touchscreen.tap(*centre(person, goal)))
    assert person.at(unit) == goal


def test_ending_a_phase_with_idle_units_is_asked_about(person: Person) -> None:
    """A warning counts who could still act; going on leaves the phase open, confirming ends it."""
    person.take_up(session_at(GAME, "axis movement"))
    count = len(person.args("select"))
    primary = person.page.locator('[data-primary="done"]')
    primary.click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{count} units could still be chosen")
    dialog.get_by_role("button", name="Not yet").click()
    assert person.phase == "axis movement"
    primary.click()
    person.doing(dialog.locator(".go").click)
    assert person.phase != "axis movement"


def test_a_click_picks_up_and_the_other_button_asks(person: Person) -> None:
    """A decoy may be laid at any calm moment: no click means it, but the right button asks."""
    person.take_up(session_at(GAME, "axis movement", fog=True))
    unit = next(unit for unit in person.args("decoy") if unit in person.args("select"))
    person.doing(lambda: person.counter(unit).click())
    assert person.question["panel"]["units"] == [unit]
    person.click(Action("cancel"))
    person.counter(unit).click(button="right")
    menu = person.page.get_by_role("menu", name="What to do")
    expect(menu.get_by_role("menuitem")).to_have_count(2)
    person.doing(lambda: menu.locator(f'[data-action="decoy {unit}"]').click())
    assert Action("select", unit) in person.actions
