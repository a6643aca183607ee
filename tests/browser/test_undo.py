"""Taking back and doing again, as far as the rules of the house allow."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action
from grognard.registry import available


@pytest.mark.parametrize("slug", available())
def test_a_move_is_taken_back_and_made_again(person: Person, slug: str) -> None:
    """Undo puts the unit where it was, redo where it went; the engine agrees each time."""
    person.take_up(session_with(slug, "select", "move"))
    unit = person.args("select")[3]
    start = person.at(unit)
    person.click(Action("select", unit))
    goal = person.args("move")[0]
    person.click(Action("move", goal))
    assert person.at(unit) == goal

    undo = person.page.get_by_role("button", name="Undo")
    redo = person.page.get_by_role("button", name="Redo")
    person.doing(undo.click)
    assert person.at(unit) == start
    assert person.session().pos.unit(unit).at == start
    person.doing(redo.click)
    assert person.at(unit) == goal
    assert person.session().pos.unit(unit).at == goal
    expect(redo).to_be_disabled()


def test_keys_undo_and_redo(person: Person) -> None:
    """U takes back, Shift U takes again."""
    person.take_up(session_at(GAME, "axis movement"))
    asked = person.prompt
    person.click(Action("select", person.args("select")[3]))
    chosen = person.prompt
    person.focus_map()
    person.doing(lambda: person.page.keyboard.press("u"))
    assert person.prompt == asked
    person.doing(lambda: person.page.keyboard.press("Shift+U"))
    assert person.prompt == chosen


def test_dice_stay_thrown(person: Person) -> None:
    """After dice nothing can be taken back."""
    person.take_up(session_at(GAME, "soviet combat"))
    person.click(Action("target", person.args("target")[0]))
    person.click(Action("attack", person.args("attack")[0]))
    person.click(Action("commit"))
    expect(person.page.get_by_role("button", name="Undo")).to_be_disabled()
