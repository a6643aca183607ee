"""Saves: a game as a file, and a file as a game."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.registry import load
from grognard.session import Session
from grognard.state import encode


def test_a_save_is_the_game(person: Person, tmp_path: Path) -> None:
    """What the menu saves is what the engine holds, and a file that is opened goes on from it."""
    person.take_up(session_at(GAME, "axis movement"))
    file = tmp_path / "game.json"
    with person.page.expect_download() as download:
        person.choose_from_menu("Save to a file")
    download.value.save_as(file)
    saved = Session.load(file.read_bytes(), load(GAME))
    assert encode(saved.pos.state) == encode(session_at(GAME, "axis movement").pos.state)

    first = person.play
    person.open_lobby()
    person.page.get_by_label("Open a save").set_input_files(file)
    person.page.get_by_role("dialog").get_by_role("button", name="Go on").click()
    person.wait_for_table()
    assert person.play != first
    assert person.phase == "axis movement"
    expect(person.page.locator(".prompt p")).to_have_text(person.question["prompt"])


def test_who_plays_a_save_is_asked(person: Person, tmp_path: Path) -> None:
    """A file does not say who plays: the seats are at first those of the former game."""
    person.take_up(session_at(GAME, "axis movement"), soviet="recruit")
    file = tmp_path / "game.json"
    file.write_bytes(session_at(GAME, "axis movement").save())
    person.open_lobby()
    person.page.get_by_label("Open a save").set_input_files(file)
    dialog = person.page.get_by_role("dialog")
    expect(dialog.locator("select[name='axis']")).to_have_value("you")
    expect(dialog.locator("select[name='soviet']")).to_have_value("recruit")
    dialog.get_by_role("button", name="Go on").click()
    person.wait_for_table()
    assert person.frame["seats"] == {"axis": "human", "soviet": "recruit"}


def test_what_is_no_save_is_refused(person: Person, tmp_path: Path) -> None:
    """A file of another kind is answered with a sentence, and nothing is begun."""
    file = tmp_path / "letter.json"
    file.write_text('{"dear": "friend"}', encoding="utf-8")
    person.open_lobby()
    person.page.get_by_label("Open a save").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_contain_text("not a saved game of Grognard")
    assert not person.page.url.rpartition("/")[2]
