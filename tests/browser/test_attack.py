"""Putting an attack together: what the panel says is what the engine says."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action, Panel
from grognard.registry import available

#: Enough attackers; stacks of some games are high.
MOST = 6


def attack(person: Person, slug: str = GAME) -> Panel:
    """Attack with what can reach the first target with several attackers, as long as it may."""
    person.take_up(session_with(slug, "target", "attack"))
    for target in person.args("target"):
        person.click(Action("target", target))
        if len(person.args("attack")) > 1:
            break
        person.click(Action("cancel"))
    for unit in person.args("attack")[:MOST]:
        if unit in person.args("attack"):
            person.click(Action("attack", unit))
    panel = person.session().pos.panel
    assert panel is not None
    return panel


def written(text: str) -> str:
    """A number as the page writes it."""
    return re.sub(r"(^|\s)-(?=\d)", r"\1−", text)


@pytest.mark.parametrize("slug", available())
def test_the_panel_says_what_the_engine_says(person: Person, slug: str) -> None:
    """Each number with its terms and rules, and each chance to a tenth of a percent."""
    panel = attack(person, slug)
    assert panel.rows
    for row in panel.rows:
        if all(part.reason in panel.units for part in row.parts) and row.parts:
            continue  # the attackers' own strengths stand in the list of units
        shown = person.page.locator(f'[data-row="{row.label}"]')
        expect(shown).to_contain_text(written(row.value))
        for part in row.parts:
            expect(shown).to_contain_text(part.rule)
    weight = sum(chance.weight for chance in panel.chances)
    told = person.page.locator("section[aria-label='Chances'] table tbody tr").all_inner_texts()
    assert [line.split("\t") for line in told] == [
        [chance.label, f"{float(100 * Fraction(chance.weight, weight)):.1f} %"]
        for chance in panel.chances
    ]


def test_every_attacker_is_ticked_with_its_strength(person: Person) -> None:
    """Units that take part are ticked; unticking one takes it out of the sum."""
    panel = attack(person)
    strength = next(row for row in panel.rows if row.parts and row.parts[0].reason in panel.units)
    ticked = person.page.locator("[data-tick][aria-checked='true']")
    expect(ticked).to_have_count(len(strength.parts))
    for part in strength.parts:
        expect(person.page.locator(f'[data-tick="{part.reason}"] .v')).to_have_text(
            str(part.amount)
        )
    left_out = strength.parts[-1]
    person.doing(lambda: person.page.locator(f'[data-tick="{left_out.reason}"]').click())
    rest = strength.parts[:-1]
    expect(ticked).to_have_count(len(rest))
    expect(person.page.locator("section[aria-label='Who takes part'] h3 em").first).to_have_text(
        str(sum(part.amount for part in rest))
    )


def test_who_may_be_added_says_what_it_would_make(person: Person) -> None:
    """Units that could join stand in the list, with what they would bring."""
    person.take_up(session_at(GAME, "soviet combat"))
    for target in person.args("target"):
        person.click(Action("target", target))
        if len(person.args("attack")) > 1:
            break
        person.click(Action("cancel"))
    person.click(Action("attack", person.args("attack")[0]))
    notes = person.question["panel"]["notes"]
    others = [unit for unit in person.args("attack") if unit in notes]
    assert others
    for unit in others:
        expect(person.page.locator(f'[data-tick="{unit}"]')).to_contain_text(notes[unit])


def test_dice_and_result_are_shown(person: Person) -> None:
    """After the commitment the dice lie in the panel as the engine threw them."""
    attack(person)
    person.click(Action("commit"))
    dice = [face for event in person.session().entries[-1].events for face in event.dice]
    assert dice
    shown = person.page.get_by_role("region", name="Result").get_by_role("img")
    expect(shown).to_have_count(len(dice))
    for nth, face in enumerate(dice):
        expect(shown.nth(nth)).to_have_attribute("aria-label", f"die {face}")


@pytest.mark.parametrize("slug", sorted({"korsun44"} & {*available()}))
def test_what_must_be_done_leads_to_its_place(person: Person, slug: str) -> None:
    """Every open duty is a line with its rule; a click on it goes to the hex."""
    person.take_up(session_with(slug, "target"))
    panel = person.session().pos.panel
    assert panel is not None
    shown = person.page.get_by_role("region", name="Still to be done").get_by_role("listitem")
    expect(shown).to_have_count(len(panel.duties))
    for line, duty in zip(shown.all(), panel.duties, strict=True):
        expect(line).to_contain_text(duty.text)
        expect(line.get_by_role("button", name=f"Rule {duty.rule}")).to_be_visible()
        line.get_by_role("button", name=duty.text).click()
        expect(person.hex(duty.hex)).to_be_in_viewport()
    assert len({duty.hex for duty in panel.duties}) > 1


def test_a_target_comes_into_the_window(person: Person) -> None:
    """Combat opens while one looks at a far corner of the map: the nearest target is shown."""
    person.take_up(session_at(GAME, "soviet movement", turn=2))
    person.go_to("01.44")
    person.click(Action("done"))
    targets = person.args("target")
    assert targets
    window = person.page.viewport_size
    assert window is not None

    def is_seen(hex_: str) -> bool:
        box = person.hex(hex_).bounding_box()
        return (
            box is not None and 0 < box["x"] < window["width"] and 0 < box["y"] < window["height"]
        )

    person.wait_until(lambda: any(map(is_seen, targets)))
