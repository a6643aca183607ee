"""The page at the sizes it is made for, by day and by night: nothing is cut off or covered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sit
from tests.browser.person import GAME, Person
from tests.browser.positions import session_at, session_with

from grognard.decisions import Action
from grognard.registry import available

SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844)]
#: The layout is the same for all games, their panels are not: others at the widest and narrowest.
ATTACKS = [
    (slug, *size) for slug in available() for size in (SIZES if slug == GAME else SIZES[::4])
]

#: What must never be dropped: the prompt with its rule, the primary action, undo.
NEEDED = (".prompt p", ".prompt .rule", "[data-primary]", ".act button:has-text('Undo')", "h1")

#: Pictures are kept here for whoever wants to look at them.
PICTURES = os.environ.get("GROGNARD_PICTURES", "")

CUT_OFF = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth;
  const high = document.documentElement.scrollHeight > innerHeight;
  const bar = [...document.querySelectorAll("header button")].filter((b) => b.offsetParent);
  const out = bar.filter((b) => b.getBoundingClientRect().right > innerWidth);
  return [wide, high, out.length];
}"""


def picture(person: Person, name: str) -> None:
    if PICTURES:
        person.page.screenshot(path=Path(PICTURES) / f"{name}.png")


def check_layout(person: Person) -> None:
    assert person.page.evaluate(CUT_OFF) == [False, False, 0]
    for needed in NEEDED:
        found = person.page.locator(needed).first
        expect(found).to_be_in_viewport(ratio=1)
        covered = found.evaluate("""(node) => {
          const { x, y, width, height } = node.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          return !(node.contains(top) || top?.contains(node));
        }""")
        assert not covered, needed


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_move_at_every_size(sit: Sit, width: int, height: int, scheme: str) -> None:
    """Nothing overflows, and prompt, rule, undo and the way forward are in view."""
    person = sit(width, height, color_scheme=scheme)
    person.take_up(session_at(GAME, "axis movement"))
    check_layout(person)
    person.click(Action("select", person.args("select")[3]))
    picture(person, f"move-{width}-{scheme}")
    ground = person.page.evaluate("getComputedStyle(document.querySelector('.prompt')).color")
    assert (scheme == "dark") == (ground == "rgb(236, 229, 214)")


@pytest.mark.parametrize(("slug", "width", "height"), ATTACKS)
def test_an_attack_at_every_size(sit: Sit, slug: str, width: int, height: int) -> None:
    """The attack can be put together, read and committed."""
    person = sit(width, height)
    person.take_up(session_with(slug, "target", "attack"))
    person.click(Action("target", person.args("target")[0]))
    person.click(Action("attack", person.args("attack")[0]))
    check_layout(person)
    picture(person, f"attack-{slug}-{width}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_lobby_at_every_size(sit: Sit, width: int, height: int) -> None:
    """Cards wrap; nothing runs out of the window."""
    person = sit(width, height)
    person.open_lobby()
    expect(person.page.get_by_role("button", name="New game").first).to_be_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(person, f"lobby-{width}")
