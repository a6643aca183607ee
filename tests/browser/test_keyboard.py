"""The whole turn without a mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action
from grognard.registry import available

#: Who moves first and fights then: a side of each game, and its turn.
PLAYED = {
    GAME: ("soviet", 2),
    "storm41": ("soviet", 2),
    "korsun44": ("german", 1),
    "kanev43": ("axis", 1),
}


def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def act(person: Person, *keys: str) -> None:
    """Press keys of which the last does something."""
    person.doing(lambda: press(person, *keys))


def choose_here(person: Person) -> None:
    """Enter chooses what is here; where it could mean several things a menu asks, and Enter takes
    the first.
    """

    def keys() -> None:
        press(person, "Enter")
        if person.page.get_by_role("menu", name="What to do").count():
            press(person, "Enter")

    person.doing(keys)


def end_phase(person: Person) -> None:
    """D ends the step; what could still be done is asked about, and Enter confirms."""

    def keys() -> None:
        press(person, "d")
        if person.page.get_by_role("dialog").count():
            press(person, "Enter")

    person.doing(keys)


def go(person: Person, hex_: str) -> None:
    press(person, "g")
    person.page.keyboard.type(hex_)
    press(person, "Enter")
    expect(person.page.locator(f"[data-hex='{hex_}'][tabindex='0']")).to_have_count(1)


def target(person: Person) -> None:
    """Enter on a hex that can be attacked."""
    go(person, person.args("target")[0])
    choose_here(person)


def no_mouse(person: Person) -> None:
    """From here on clicking would be noticed."""
    person.page.evaluate(
        "window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true)"
    )
    person.focus_map()


@pytest.mark.parametrize("slug", sorted({*PLAYED} & {*available()}))
def test_a_turn_by_keyboard_alone(person: Person, slug: str) -> None:
    """A side moves a unit, attacks, throws the dice and ends its phases without the mouse, unless
    it must attack again.
    """
    side, turn = PLAYED[slug]
    person.take_up(session_with(slug, "select", "move", side=side, turn=turn))
    no_mouse(person)

    act(person, "Tab", "Enter")
    unit = person.question["panel"]["units"][0]
    goal = person.args("move")[0]
    go(person, goal)
    act(person, "Enter")
    assert person.at(unit) == goal
    while person.args("select") == []:
        act(person, "Space")
    while person.phase != f"{side} combat":
        end_phase(person)

    target(person)
    while not person.args("attack"):  # hexes are declared before anybody attacks them
        end_phase(person)
        if not person.args("done"):
            target(person)
    attacker = person.args("attack")[0]
    go(person, person.at(attacker))
    choose_here(person)
    go(person, person.question["panel"]["hexes"][0])
    before = person.session().revision
    act(person, "Enter")
    assert person.session().entries[before].action == Action("commit")
    while not person.curtain.count() and (person.side, person.phase) == (side, f"{side} combat"):
        if person.args("done"):
            end_phase(person)
        elif person.args("target"):
            break
        elif person.page.locator(".answers [data-action]").count():
            act(person, "1")
        else:
            act(person, "Tab", "Enter")
    assert person.page.evaluate("window.clicks") == 0


def test_arrows_go_from_hex_to_hex_and_say_what_is_there(person: Person) -> None:
    """The hex with the focus has one name: number, terrain, who stands there."""
    person.take_up(session_at(GAME, "axis movement"))
    person.focus_map()
    unit = person.args("select")[0]
    go(person, person.at(unit))
    held = person.page.locator("[data-hex][tabindex='0']")
    expect(held).to_have_attribute("role", "img")
    expect(held).to_have_attribute("aria-label", what_is_said(person, unit))
    press(person, "ArrowRight", "ArrowLeft")
    expect(held).to_have_attribute("data-hex", person.at(unit))


def what_is_said(person: Person, unit: str) -> re.Pattern[str]:
    spoken = person.frame["scene"]["spoken"][unit]
    return re.compile(rf"^{re.escape(person.at(unit))}, .*{re.escape(spoken)}.*You can: ")


def test_f6_goes_through_the_panes(person: Person) -> None:
    """Map, panel, actions, and back to the map."""
    person.take_up(session_at(GAME, "axis movement"))
    person.focus_map()
    for pane in ("aside", ".act", ".window"):
        press(person, "F6")
        assert person.page.evaluate("p => !!document.activeElement.closest(p)", pane)


def test_a_stack_is_gone_through_by_keys(person: Person) -> None:
    """Brackets open a stack and look at one unit after the other."""
    person.take_up(session_at("ukraine43", "axis movement"))
    counters = person.frame["view"]["counters"].values()
    spots = [counter["at"] for counter in counters]
    crowded = next(spot for spot in spots if spots.count(spot) > 1 and person.hex(spot).count())
    person.focus_map()
    go(person, crowded)
    seen = set()
    for _ in range(spots.count(crowded)):
        press(person, "]")
        expect(person.page.locator(f"[data-tray='{crowded}']")).to_have_count(1)
        seen.add(person.page.locator(".unit-card h2").inner_text())
    assert len(seen) == spots.count(crowded)


def test_keys_do_not_act_while_one_types(person: Person) -> None:
    """In a search field letters are letters."""
    person.take_up(session_at(GAME, "axis movement"))
    person.choose_from_menu("Rules")
    person.page.get_by_role("searchbox", name="Search the rules").fill("")
    before = person.frame["revision"]
    person.page.keyboard.type("undo d")
    expect(person.page.get_by_role("searchbox")).to_have_value("undo d")
    assert person.frame["revision"] == before
