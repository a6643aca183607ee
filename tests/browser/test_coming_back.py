"""Leaving the page and coming back: nothing is lost, and what happened is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sit
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at, session_with
from tests.browser.serving import PageServer

from grognard.decisions import Action
from grognard.registry import available


@pytest.mark.parametrize("slug", available())
def test_a_page_that_is_loaded_again_goes_on(person: Person, slug: str) -> None:
    """The same question is open, with what is in hand; and the game goes on."""
    person.take_up(session_with(slug, "select", "move"))
    person.click(Action("select", person.args("select")[3]))
    asked, revision = person.prompt, person.frame["revision"]
    person.reload()
    assert person.prompt == asked
    assert person.frame["revision"] == revision
    person.click(Action("move", person.args("move")[0]))
    assert person.frame["revision"] == revision + 1


def test_a_second_window_follows(sit: Sit) -> None:
    """What is done in one window is shown in the other."""
    one, other = sit(), sit()
    one.take_up(session_at(GAME, "axis movement"))
    keys = one.page.evaluate("localStorage['grognard.keys']")
    other.page.goto(f"{other.address}favicon.svg")
    other.page.evaluate("keys => localStorage.setItem('grognard.keys', keys)", keys)
    other.page.goto(one.page.url)
    other.wait_for_map()
    one.click(Action("select", one.args("select")[3]))
    expect(other.page.locator(".prompt p")).to_have_text(one.question["prompt"])


def test_who_was_away_is_told_what_happened(person: Person) -> None:
    """A computer goes on alone; whoever comes back reads what it did, and is then asked."""
    person.take_up(session_at(GAME, "axis mobile movement"), soviet="recruit")
    person.page.wait_for_function("() => localStorage['grognard.seen'] !== undefined")
    address = person.page.url
    person.click(Action("done"))
    person.page.goto(person.address)
    expect(person.page.get_by_role("button", name="Continue")).to_be_visible()
    while "Your move" not in person.page.get_by_role("region", name="In progress").inner_text():
        person.open_lobby()
        expect(person.page.get_by_role("button", name="Continue")).to_be_visible()
    person.page.goto(address)
    dialog = person.page.get_by_role("dialog", name="Since you were here")
    expect(dialog.get_by_role("listitem").first).to_be_visible()
    dialog.get_by_role("button", name="Go on").click()
    person.wait_for_turn()
    expect(person.page.locator(".prompt p")).to_have_text(person.question["prompt"])


def test_a_server_that_comes_back_is_found_again(sit: Sit, own_server: PageServer) -> None:
    """While it is away the page says so; then the game goes on where it was."""
    person = sit(server=own_server)
    person.take_up(session_at(GAME, "axis movement"))
    person.wait_for_files()
    own_server.stop()
    state = person.page.locator(".act [role='status']")
    expect(state).to_contain_text("Connection lost")
    own_server.start()
    expect(state).to_contain_text("can act")
    person.click(Action("select", person.args("select")[3]))
    person.complaints = [text for text in person.complaints if "WebSocket" not in text]
