"""Knowing the position: overlays, inspectors, the unit browser, the count, the rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.registry import load


@pytest.fixture
def reader(person: Person) -> Person:
    """Somebody who looks about in the Axis movement phase."""
    person.take_up(session_at(GAME, "axis movement"))
    return person


def test_every_overlay_can_be_switched_on(reader: Person) -> None:
    """Each draws something on the map, and is gone when it is switched off."""
    unit = reader.args("select")[0]
    reader.counter(unit).hover()
    expect(reader.page.locator(".unit-card")).to_be_visible()
    reader.page.get_by_role("button", name="More").press("Enter")
    reader.focus_map()
    pages = load(GAME).pages
    assert pages is not None
    view = reader.session().pos.view(reader.side)
    overlays = pages.page(view.scenario, view.options).overlays
    drawn = reader.page.locator(".map .layer path, .map .signs g, .map .over g")
    for overlay in overlays:
        if overlay.usual or not overlay.key:
            continue
        arg = {"unit": unit, "hex": reader.at(unit), "": ""}[overlay.takes]
        if not pages.overlay(view, overlay.name, arg):
            continue
        before = drawn.count()
        switch = reader.page.get_by_role("switch", name=overlay.title).first
        reader.page.keyboard.press(overlay.key.lower())
        expect(switch, overlay.title).to_have_attribute("aria-checked", "true")
        expect(drawn, overlay.title).not_to_have_count(before)
        reader.page.keyboard.press(overlay.key.lower())
        expect(drawn, overlay.title).to_have_count(before)


def test_names_and_counters_can_be_taken_off_the_map(reader: Person) -> None:
    """Two keys hide letters and counters, and bring them back."""
    reader.focus_map()
    names, counters = reader.page.locator(".map #names"), reader.page.locator(".map .counters")
    for key, layer in (("n", names), ("c", counters)):
        expect(layer).to_be_visible()
        reader.page.keyboard.press(key)
        expect(layer).to_be_hidden()
        reader.page.keyboard.press(key)
        expect(layer).to_be_visible()


def test_the_hex_inspector_says_what_the_board_says(reader: Person) -> None:
    """Number, place, terrain and what lies on the sides."""
    board = load(GAME).board
    place = next(place for place in board.places if place.name == "Gorodok")
    reader.go_to(str(place.hex))
    card = reader.page.get_by_role("region", name=f"Hex {place.hex}")
    expect(card).to_contain_text("Gorodok")
    expect(card).to_contain_text(board.terrain_of(place.hex), ignore_case=True)


def test_the_unit_browser_finds_units(reader: Person) -> None:
    """By words of name, place or state; a click goes to the unit and shows it."""
    reader.choose_from_menu("Units")
    drawer = reader.page.get_by_role("region", name="Units", exact=True)
    drawer.get_by_role("searchbox").fill("panzer division 6th")
    expect(drawer.get_by_role("listitem")).to_have_count(1)
    drawer.get_by_role("listitem").get_by_role("button").click()
    expect(reader.page.locator(".unit-card h2")).to_have_text("6th Panzer Division")
    expect(reader.hex(reader.at("6Pz"))).to_be_in_viewport()


def test_reconstructed_values_are_marked(reader: Person) -> None:
    """In the unit browser, in the inspector and in the terrain key."""
    made = {piece.id for piece in load(GAME).pieces if piece.source == "reconstructed"}
    shown = [unit for unit in reader.frame["scene"]["faces"] if unit in made]
    reader.choose_from_menu("Units")
    marks = reader.page.get_by_role("region", name="Units", exact=True).get_by_text("reconstructed")
    expect(marks).to_have_count(len(shown))
    reader.choose_from_menu("Terrain key")
    parts = [part for part, source in load(GAME).board.sources.items() if source == "reconstructed"]
    key = reader.page.get_by_role("region", name="Terrain key", exact=True)
    pages = load(GAME).pages
    assert pages is not None
    for part in parts:
        kind, _, name = part.partition(" ")
        if kind not in ("tag", "zone"):  # which the rules alone need, if nobody has named them
            expect(key).to_contain_text(pages.ground.get(name, name.replace("_", " ")) or kind)
    expect(key).not_to_contain_text("zone ")


def test_the_rules_are_searchable(reader: Person) -> None:
    """Words and numbers find clauses; all of them hold what was looked for."""
    reader.choose_from_menu("Rules")
    drawer = reader.page.get_by_role("region", name="Rules", exact=True)
    clauses = load(GAME).clauses
    expect(drawer.get_by_role("status")).to_contain_text(f"{len(clauses)} of {len(clauses)}")
    drawer.get_by_role("searchbox").fill("air supply")
    found = {
        clause.id
        for clause in clauses.values()
        if all(word in f"{clause.title} {clause.says}".lower() for word in ("air", "supply"))
    }
    expect(drawer.locator("[data-clause]")).to_have_count(len(found))


def test_the_count_has_its_terms(reader: Person) -> None:
    """Each side's victory points, term by term, add up to the figure in the bar."""
    reader.page.get_by_role("button", name="Victory count").click()
    drawer = reader.page.get_by_role("region", name="Victory count", exact=True)
    for tally in reader.frame["scene"]["tallies"]:
        for part in tally["parts"]:
            expect(drawer).to_contain_text(part["reason"])
        assert sum(part["amount"] for part in tally["parts"]) == tally["total"]


def test_reinforcements_stand_by_turn(reader: Person) -> None:
    """What waits off the map is sorted by the turn on which it arrives."""
    reader.choose_from_menu("Off the map")
    drawer = reader.page.get_by_role("region", name="Off the map", exact=True)
    due = set(reader.frame["scene"]["due"].values())
    assert due
    for turn in due:
        expect(drawer.get_by_role("heading", name=f"Turn {turn}").first).to_be_visible()


def test_the_log_of_a_turn_and_the_dice(reader: Person) -> None:
    """What happened is listed by turn; luck so far counts the dice that were thrown."""
    reader.focus_map()
    reader.page.keyboard.press("l")
    drawer = reader.page.get_by_role("region", name="What happened", exact=True)
    expect(drawer.get_by_text("Turn 2 begins.")).to_be_visible()
    reader.choose_from_menu("Luck so far")
    luck = reader.page.get_by_role("region", name="Luck so far", exact=True)
    dice = [face for line in reader.session().log(reader.side) for face in line.event.dice]
    expect(luck).to_contain_text(f"{len(dice)} dice" if dice else "None yet")
