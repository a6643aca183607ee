"""axe-core finds nothing serious on any page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Sit
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at

from grognard.decisions import Action

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DRAWERS = ("Units", "Off the map", "Victory count", "Turns and what happened", "Luck so far")
MORE_DRAWERS = ("Rules", "Terrain key", "Help and keys", "Settings", "About")


def check(person: Person) -> None:
    """Ask axe-core about the page as it is."""
    if not person.page.evaluate("'axe' in window"):
        # The page's policy allows no foreign script; the test puts it in from outside.
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = person.page.evaluate("axe.run({ resultTypes: ['violations'] })")
    serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]][:3]) for v in serious] == []


@pytest.fixture(params=["light", "dark"])
def anyone(sit: Sit, request: pytest.FixtureRequest) -> Person:
    """Somebody by day or by night."""
    return sit(color_scheme=request.param)


def test_the_lobby(anyone: Person) -> None:
    """The lobby and the dialogue for a new game."""
    anyone.open_lobby()
    anyone.page.get_by_role("button", name="New game").first.wait_for()
    check(anyone)
    anyone.page.get_by_role("button", name="New game").first.click()
    anyone.page.get_by_text("Options").click()
    check(anyone)


def test_a_move_an_attack_and_a_refusal(anyone: Person) -> None:
    """The game page with a unit in hand, with an attack, with a warning."""
    anyone.take_up(session_at(GAME, "axis movement"))
    check(anyone)
    anyone.click(Action("select", anyone.args("select")[3]))
    anyone.page.keyboard.press("w")
    check(anyone)
    anyone.take_up(session_at(GAME, "soviet combat"))
    anyone.click(Action("target", anyone.args("target")[0]))
    anyone.click(Action("attack", anyone.args("attack")[0]))
    check(anyone)
    anyone.click(Action("commit"))
    check(anyone)


@pytest.mark.parametrize("drawers", [DRAWERS, MORE_DRAWERS])
def test_the_drawers(anyone: Person, drawers: tuple[str, ...]) -> None:
    """Each drawer and the replay."""
    anyone.take_up(session_at(GAME, "axis movement"))
    for drawer in drawers:
        anyone.choose_from_menu(drawer)
        anyone.page.locator(".drawer .content > *").first.wait_for()
        check(anyone)
        anyone.page.get_by_role("button", name="Close").click()


def test_the_curtain(anyone: Person) -> None:
    """The curtain between two players."""
    anyone.begin(fog=True)
    while not anyone.curtain.count():
        anyone.least()
    check(anyone)
