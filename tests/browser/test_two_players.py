"""Two people at one screen: a curtain between them, and nothing hidden on the page or the wire."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.clicking import Clicker
from tests.browser.person import Person
from tests.browser.positions import session_with
from tests.leaks import hidden_from
from tests.server.watching import SEED, Watcher, holding

from grognard.decisions import Action
from grognard.registry import available, load

#: Who looks, what is hidden from him, and the words on the page.
Look = tuple[str, list[str], list[str]]

#: Everything on the page that can be read by eye, ear or tool, once each; where lines are drawn is
#: nothing but numbers, which some units have for names.
WORDS = """() => {
  const words = new Set([document.title, location.href]);
  const drawn = new Set(["d", "points", "transform", "viewBox", "style"]);
  for (const node of document.querySelectorAll("*")) {
    for (const { name, value } of node.attributes) if (!drawn.has(name)) words.add(value);
    for (const child of node.childNodes) if (child.nodeType === 3) words.add(child.data);
  }
  return [...words];
}"""


class Spy:
    """Notes what is on the page whenever the screen changes hands."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.pages: list[tuple[str, list[str]]] = []
        self.curtains: list[list[str]] = []

    def note(self) -> None:
        words: list[str] = self.person.page.evaluate(WORDS)
        if self.person.curtain.count():
            self.curtains.append(words)
        else:
            self.pages.append((self.person.side, words))


@pytest.fixture
def played(person: Person) -> Spy:
    """A turn of two players in the fog, spied upon."""
    spy = Spy(person)
    person.spy = spy.note
    person.begin(fog=True, seed=SEED)
    spy.note()
    Clicker(person).play_until_turn(2)
    person.come_to_decide()
    return spy


def test_nothing_hidden_is_on_the_page_or_the_wire(played: Spy) -> None:
    """Formations that never showed themselves are named to their own side only: neither in what
    the other side's seat was sent, nor on its page, nor behind the curtain; nor is the seed.
    """
    person = played.person
    watchers = {side: Watcher(side) for side in ("axis", "soviet")}
    for entry in person.session().entries:
        for watcher in watchers.values():
            watcher.see(entry.events)
    assert all(watcher.unseen for watcher in watchers.values())

    for side, text in person.traffic:
        assert watchers[side].leaks(text) == []
    # Ids that are a plain number are also sizes and places of drawings: titles stand for them.
    names = {side: telling(watcher) for side, watcher in watchers.items()}
    assert {side for side, _ in played.pages} == {"axis", "soviet"}
    for side, words in played.pages:
        assert holding(names[side], words) == []
    # On its own side's page the same names stand: a leak would have been found.
    assert any(holding(names["axis"], words) for side, words in played.pages if side == "soviet")
    assert played.curtains
    for words in played.curtains:
        assert holding([*names["axis"], *names["soviet"]], words) == []


def telling(watcher: Watcher) -> list[str]:
    """Names by which an unseen formation could be told on a page."""
    ids = [unit for unit in watcher.unseen if not unit.replace(".", "").isdigit()]
    return [*ids, *watcher.unseen.values(), SEED]


def looks_of(person: Person) -> list[Look]:
    """From here on it is noted, whenever the screen changes hands, what the engine hides from the
    side that looks and has not told it before, and the words on its page; behind the curtain
    either side may look.
    """
    looks: list[Look] = []

    def look() -> None:
        session, words = person.session(), person.page.evaluate(WORDS)
        viewers = session.game.sides if person.curtain.count() else (person.side,)
        for side in viewers:
            told = " ".join(str(line) for line in session.log(side))
            pieces = [session.game.pieces[session.game.index[u]]
                      for u in hidden_from(session.pos, side)]  # fmt: skip
            secret = [name for piece in pieces for name in (piece.id, piece.name)]
            looks.append((side, [n for n in secret if not holding([n], [told])], words))

    person.spy = look
    return looks


@pytest.mark.parametrize("slug", sorted({"storm41", "korsun44"} & {*available()}))
def test_what_lies_under_a_stack_is_on_no_page(person: Person, slug: str) -> None:
    """Two players in the fog: whatever the engine hides from a side when it looks, and has not
    told it before, is called by no name on its page; behind the curtain nobody is named.
    """
    game = load(slug)
    person.begin(slug, scenario=[*game.scenarios][-1], fog=True, seed=SEED)
    looks = looks_of(person)
    Clicker(person).play_until_turn(2)
    person.come_to_decide()
    assert {side for side, secret, _ in looks if secret} == {*game.sides}
    for _, secret, words in looks:
        assert holding([*secret, SEED], words) == []


@pytest.mark.parametrize("slug", sorted({"kanev43"} & {*available()}))
def test_a_drop_in_the_night_is_on_no_page(person: Person, slug: str) -> None:
    """Paratroopers who have dropped are markers without names to the other side, and where they
    should have dropped it never reads; their own side sees both.
    """
    person.take_up(session_with(slug, "choose", "select", "place", side="soviet", turn=2))
    looks, night, brigades = looks_of(person), person.turn, {*person.args("choose")}
    person.spy()
    person.click(Action("choose", person.args("choose")[0]))
    dropped = person.args("select")[:3]
    for unit in dropped:
        person.click(Action("select", unit))
        person.click(Action("place", person.args("place")[0]))
    while person.turn == night:
        person.least()
        person.come_to_decide()
    hidden = {name for side, secret, _ in looks if side == "axis" for name in secret}
    assert hidden & {*dropped}
    for _, secret, words in looks:
        assert not secret or holding(secret, words) == []
    # A dropzone is a marker that is called by its brigade alone.
    assert {side for side, _, words in looks if brigades & {*words}} == {"soviet"}


def test_the_curtain_names_who_decides(person: Person) -> None:
    """It says whose turn it is, shows no map, and opens that side's seat."""
    person.begin(fog=True)
    while not person.curtain.count():
        person.least()
    expect(person.page.get_by_role("heading")).to_have_text("Soviet decides.")
    expect(person.page.locator(".map")).to_have_count(0)
    person.lift_curtain()
    assert person.side == "soviet"


def test_in_the_open_no_curtain_falls(person: Person) -> None:
    """Where nothing is hidden the seat changes by itself."""
    person.begin()
    assert person.side == "axis"
    while person.side == "axis":
        person.least()
        assert person.curtain.count() == 0
    expect(person.page.locator(".prompt p")).to_have_text(person.question["prompt"])
