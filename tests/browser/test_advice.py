"""Asking the computer: what it would do here, and what it was trying to do."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.players import PLAYERS, players_for
from grognard.server.computers import HINT

ASK = "computer trying to do"


def test_a_hint_is_what_the_strongest_player_would_do(person: Person) -> None:
    """The panel has its reason or plan, and a button that does it."""
    session = session_at(GAME, "soviet combat")
    person.take_up(session)
    hint = PLAYERS[players_for(GAME)[-1]].hint(session.pos.view("soviet"), budget=HINT)
    assert hint is not None
    person.panel.get_by_role("button", name="Hint").click()
    advice = person.panel.get_by_role("region", name="Advice")
    expect(advice).to_contain_text(hint.plan or hint.note, ignore_case=True)
    person.doing(advice.locator(".button").click)
    assert person.session().entries[-1].action == hint.action


def test_who_plays_alone_may_ask_what_the_computer_is_up_to(person: Person) -> None:
    """The drawer opens with its thoughts, or says that there are none yet."""
    person.take_up(session_at(GAME, "axis movement"), soviet="recruit")
    person.panel.get_by_role("button", name=ASK).click()
    drawer = person.page.get_by_role("region", name="What the computer thought", exact=True)
    expect(drawer).to_contain_text("Nothing yet")


def test_two_people_do_not_read_the_computers_mind(person: Person) -> None:
    """Without a computer at the table there is nobody to ask."""
    person.take_up(session_at(GAME, "axis movement"))
    expect(person.panel.get_by_role("button", name="Hint")).to_be_visible()
    expect(person.panel.get_by_role("button", name=ASK)).to_have_count(0)
