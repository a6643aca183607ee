"""The slider replays the game as the viewer saw it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.decisions import Action


def replay(person: Person) -> Locator:
    """Two moves are made, then the replay is opened."""
    person.take_up(session_at(GAME, "axis movement"))
    for _ in range(2):
        person.click(Action("select", person.args("select")[3]))
        person.click(Action("move", person.args("move")[0]))
        while not person.args("select"):
            person.least()
    person.choose_from_menu("Replay")
    bar = person.page.get_by_role("group", name="Replay")
    expect(bar.get_by_role("slider")).to_have_value(str(person.frame["number"]))
    return bar


def places(person: Person) -> set[str]:
    """The hexes in which the map shows counters."""
    spots = person.page.locator(".counters [data-stack]")
    return set(spots.evaluate_all("stacks => stacks.map((stack) => stack.dataset.stack)"))


def standing(person: Person, number: int) -> set[str]:
    """The hexes in which the engine has counters after so many actions."""
    pos = person.session().at(number)
    view = pos.view(person.side)
    return {counter.at for counter in view.counters if counter.at in pos.game.board.grid}


def test_the_slider_shows_every_position(person: Person) -> None:
    """Wherever it stands, the map shows the position after that action, and nothing is asked."""
    bar = replay(person)
    last = person.frame["number"]
    for number in (0, last // 2, last - 1, last):
        bar.get_by_role("slider").fill(str(number))
        expect(person.page.locator(".prompt h2")).to_have_text(f"Replay, action {number}")
        assert places(person) == standing(person, number)
    expect(person.page.locator("[data-primary]")).to_have_count(0)


def test_it_steps_jumps_and_comes_back(person: Person) -> None:
    """Back and on by one action, to the beginning of a turn, and to the present."""
    bar = replay(person)
    last = person.frame["number"]
    shown = person.page.locator(".prompt h2")
    bar.get_by_role("button", name="One action back").click()
    expect(shown).to_have_text(f"Replay, action {last - 1}")
    bar.get_by_role("button", name="One action on").click()
    expect(shown).to_have_text(f"Replay, action {last}")
    bar.get_by_label("Turn").select_option("2")
    first = next(line.number for line in person.session().log(person.side) if line.turn == 2)
    expect(shown).to_have_text(f"Replay, action {first - 1}")
    bar.get_by_role("button", name="Back to now").click()
    expect(person.page.locator(".prompt p")).to_have_text(person.question["prompt"])


def test_it_plays_by_itself(person: Person) -> None:
    """Play goes on from where the slider stands until it is paused or at the end."""
    bar = replay(person)
    last = person.frame["number"]
    bar.get_by_role("slider").fill(str(last - 1))
    bar.get_by_role("button", name="Play").click()
    expect(bar.get_by_role("slider")).to_have_value(str(last))
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
