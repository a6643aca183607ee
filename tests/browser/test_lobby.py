"""The lobby: every scenario can be begun, and what was begun is found again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.registry import available, load

SCENARIOS = [(slug, scenario) for slug in available() for scenario in load(slug).scenarios]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_every_scenario_can_be_begun(person: Person, slug: str, scenario: str) -> None:
    """The scenario that was chosen lies on the map, and its first question is asked."""
    game = load(slug)
    person.begin(slug, scenario=scenario)
    assert person.frame["view"]["scenario"] == scenario
    expect(person.page.get_by_role("heading", level=1)).to_have_text(game.title)
    pos = game.start(scenario, seed="7")
    assert pos.decision is not None
    assert person.prompt == pos.prompt


@pytest.mark.parametrize("slug", available())
def test_a_card_says_what_a_game_is(person: Person, slug: str) -> None:
    """A card shows the map, the sides, and how many turns there are."""
    game = load(slug)
    person.open_lobby()
    card = person.page.locator("article", has=person.page.get_by_role("heading", name=game.title))
    turns = max(scenario.turns for scenario in game.scenarios.values())
    expect(card.locator("dl div", has_text="turns")).to_contain_text(str(turns))
    expect(card.get_by_role("list", name="Sides").get_by_role("listitem")).to_have_count(2)
    picture = card.get_by_role("img", name=f"Map of {game.title}")
    person.page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())


def test_every_map_is_there_at_once(person: Person) -> None:
    """Until the server has drawn a map, its card shows a small one that comes with the page."""
    person.page.route("**/thumbnail.png*", lambda route: None)
    with person.page.expect_response("**/*.webp"):
        person.open_lobby()
    pictures = person.page.locator("article img")
    expect(pictures).to_have_count(len(available()))
    for picture in pictures.all():
        slug = str(picture.get_attribute("src")).split("/")[3]
        expect(picture).to_have_css("background-image", re.compile(rf"/{slug}-[^/]+\.webp"))
    person.page.unroute_all(behavior="ignoreErrors")


def test_a_game_in_progress_is_found_again(person: Person) -> None:
    """The lobby lists it with whose move it is, continues it, and forgets it when asked to."""
    person.take_up(session_at(GAME, "axis movement"), soviet="recruit")
    person.choose_from_menu("All games")
    progress = person.page.get_by_role("region", name="In progress")
    expect(progress).to_contain_text("Your move")
    expect(progress).to_contain_text("against the computer, Recruit")
    person.page.get_by_role("button", name="Continue turn 2").click()
    person.wait_for_map()
    person.choose_from_menu("All games")
    progress.get_by_role("button", name="Remove Ukraine '44, turn 2").click()
    progress.get_by_role("button", name="Remove", exact=True).click()
    expect(progress).to_contain_text("Nothing yet")


def test_without_its_key_a_game_is_closed(person: Person) -> None:
    """A page that has no key of a game says so, and asks the server for nothing of it."""
    person.take_up(session_at(GAME, "axis movement"))
    address = person.page.url
    person.page.evaluate("localStorage.clear()")
    seen = len(person.traffic)
    person.page.goto(address)
    expect(person.page.get_by_role("alert")).to_contain_text("You have no seat in this game")
    assert len(person.traffic) == seen
