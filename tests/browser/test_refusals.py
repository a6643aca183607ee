"""A forbidden hex says why, in words and with the rule."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_with

from grognard.decisions import Action
from grognard.registry import available, load


def move_begun(person: Person, slug: str = GAME) -> str:
    """Pick a unit up, and name an empty hex that it may not move to."""
    person.take_up(session_with(slug, "select", "move"))
    person.click(Action("select", person.args("select")[3]))
    lit = set(person.args("move"))
    held = {counter["at"] for counter in person.frame["view"]["counters"].values()}
    board = load(slug).board.grid
    near = [hex_ for goal in sorted(lit) for hex_ in board.neighbours(board.parse(goal))]
    return str(next(hex_ for hex_ in near if hex_ not in lit | held))


@pytest.mark.parametrize("slug", available())
def test_a_forbidden_hex_says_why(person: Person, slug: str) -> None:
    """The panel has the engine's sentence and its rule, the map a sign, and nothing is done."""
    forbidden = move_begun(person, slug)
    before = person.frame["revision"]
    person.click_spot(forbidden)
    refusal = person.session().pos.why_not(Action("move", forbidden), side=person.side)
    assert refusal is not None
    refused = person.page.get_by_role("region", name="Refused")
    expect(refused).to_contain_text(refusal.text[1:])
    expect(refused.get_by_role("button", name=f"Rule {refusal.rule}")).to_be_visible()
    expect(person.page.locator(".map .refused")).to_have_count(1)
    assert person.frame["revision"] == before


def test_a_refusal_is_read_out(person: Person) -> None:
    """Screen readers hear the reason at once."""
    forbidden = move_begun(person)
    person.click_spot(forbidden)
    alarm = person.page.locator("[role='alert']")
    expect(alarm).to_contain_text(f"Not to {forbidden}")
    expect(alarm).to_contain_text("Rule ")


def test_the_rule_of_a_refusal_can_be_read(person: Person) -> None:
    """Its number opens the clause in our words."""
    forbidden = move_begun(person)
    person.click_spot(forbidden)
    chip = person.page.get_by_role("region", name="Refused").get_by_role("button", name="Rule")
    rule = chip.inner_text()
    chip.click()
    clause = person.page.locator(f'[data-clause="{rule}"]')
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text(load(GAME).clauses[rule].says)


def test_the_key_w_asks_why_not(person: Person) -> None:
    """With the keyboard the reason is asked for the hex that has the focus."""
    forbidden = move_begun(person)
    person.go_to(forbidden)
    person.focus_map()
    person.page.keyboard.press("w")
    expect(person.page.get_by_role("region", name="Refused")).to_contain_text("Not to")
