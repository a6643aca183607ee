"""A whole turn, played by clicking."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.clicking import Clicker
from tests.browser.person import ALONE, GAME, Person
from tests.browser.positions import APPROACH, approached, fronts_meet

from grognard.registry import available


@pytest.mark.parametrize("slug", available())
def test_a_full_turn_is_played_by_clicking(person: Person, slug: str) -> None:
    """Both sides move, attack and end their phases on the map; the engine has the same game."""
    if slug in APPROACH:
        person.take_up(approached(slug))
    else:
        person.begin(slug, scenario=fronts_meet(slug))
    clicker = Clicker(person)
    clicker.play_until_turn(2)
    assert {"select", "move", "target", "attack", "commit"} <= set(clicker.done)
    view = person.session().pos.view(person.side)
    assert view.turn == 2
    shown = person.frame["view"]["counters"]
    assert {unit: counter["at"] for unit, counter in shown.items()} == {
        counter.id: counter.at for counter in view.counters
    }


def test_the_computer_plays_its_turn(person: Person) -> None:
    """It sets up and moves by itself; the log tells of it, and one is asked again."""
    person.begin(GAME, ALONE)
    person.until("axis movement")
    assert {entry.side for entry in person.session().entries} == {"axis", "soviet"}
    expect(person.page.locator(".log")).to_contain_text("moves from")
    expect(person.page.locator(".prompt p")).to_have_text(person.question["prompt"])


def test_the_page_says_that_the_computer_thinks(person: Person) -> None:
    """While it thinks one is told who is waited for, and can do nothing."""
    person.begin(GAME, ALONE)
    while person.question:
        person.least()
    expect(person.page.locator(".prompt.waits")).to_be_visible()
    expect(person.page.get_by_role("progressbar", name="Soviet thinks")).to_be_visible()
    expect(person.page.locator("[data-primary]")).to_have_count(0)
    person.wait_for_turn()
    expect(person.page.locator(".prompt.waits")).to_have_count(0)
