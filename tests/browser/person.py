"""Somebody at the page: what he sees, and how he clicks.

He reads what the page is sent, so that he knows what is legal, and then does with mouse or
keyboard what a player would do. Every deed waits until the page shows its result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Request, WebSocket, expect
from tests.browser.positions import least

from grognard.decisions import Action
from grognard.registry import load
from grognard.server.patching import apply
from grognard.session import Session

GAME = "ukraine44"

#: You play one side, the computer the other.
ALONE = {"axis": "you", "soviet": "recruit"}

#: A place at the top of every window where nothing happens.
ASIDE = (300, 4)

#: How often the page is looked at until something is true, and how many milliseconds apart.
LOOKS, APART = 6000, 10

Json = Any


class Person:
    """A page and who sits before it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        #: Everything that came over WebSockets, with the seat it was meant for.
        self.traffic: list[tuple[str, str]] = []
        #: Called whenever the screen changes hands: before a curtain is lifted, and after.
        self.spy: Callable[[], None] = lambda: None
        self.frame: Json = None
        self.side = ""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._watch)
        #: What the page has asked for and not been given yet.
        self.awaited: set[Request] = set()
        self.page.on("request", lambda request: self.awaited.add(request))
        self.page.on("requestfinished", lambda request: self.awaited.discard(request))
        self.page.on("requestfailed", lambda request: self.awaited.discard(request))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    # --- what the page is sent -----------------------------------------------------------

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._receive(str(data)))

    def _receive(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "opening":
            self.frame, self.side = message["frame"], message["side"]
        elif message["type"] == "patch":
            self.frame = apply(message["patch"], self.frame)
        self.traffic.append((self.side, text))

    @property
    def question(self) -> Json:
        """What is asked; None: nothing."""
        return self.frame["view"].get("question")

    @property
    def actions(self) -> list[Action]:
        """Everything that is legal now."""
        return (
            [Action(verb, arg) for verb, arg in self.question["actions"]] if self.question else []
        )

    def args(self, verb: str) -> list[str]:
        """What a verb is offered with."""
        return [action.arg for action in self.actions if action.verb == verb]

    def at(self, unit: str) -> str:
        """Where a counter is."""
        return str(self.frame["view"]["counters"][unit]["at"])

    @property
    def phase(self) -> str:
        """The open phase."""
        return str(self.frame["scene"]["phase"])

    @property
    def turn(self) -> int:
        """The turn."""
        return int(self.frame["view"]["turn"])

    # --- games ---------------------------------------------------------------------------

    def open_lobby(self) -> None:
        self.page.goto(self.address)
        self.page.get_by_role("heading", name="Choose a battle").wait_for()

    def begin(
        self,
        slug: str = GAME,
        seats: Mapping[str, str] | None = None,
        *,
        scenario: str = "",
        fog: bool = False,
        seed: str = "7",
    ) -> None:
        """Begin a game in the lobby; seats are `you`, `here` or a computer player. If they are not
        named, you play one side and somebody else at the same screen the other.
        """
        game = load(slug)
        self.open_lobby()
        card = self.page.locator("article", has=self.page.get_by_role("heading", name=game.title))
        card.get_by_role("button", name="New game").click()
        dialog = self.page.get_by_role("dialog")
        if scenario:
            dialog.get_by_role("combobox", name="Scenario").select_option(scenario)
        for side, player in (seats or dict(zip(game.sides, ("you", "here"), strict=True))).items():
            dialog.locator(f"select[name='{side}']").select_option(player)
        dialog.get_by_text("Options").click()
        switch = dialog.get_by_role("checkbox", name="fog")
        if switch.count():
            switch.set_checked(fog)
        dialog.get_by_label("seed", exact=True).fill(seed)
        dialog.get_by_role("button", name="Begin").click()
        self.wait_for_table()

    def take_up(self, session: Session, **seats: str) -> None:
        """Go on with a game that the engine has begun; a side that is not named plays here."""
        asked = {side: seats.get(side, "human") for side in session.game.sides}
        query = "&".join(f"{side}={player}" for side, player in asked.items())
        answer = self.context.request.post(
            f"{self.address}api/plays/load?{query}",
            data=session.save(),
            headers={"Content-Type": "application/json"},
        )
        assert answer.ok, answer.text()
        keys = answer.json()
        held = json.dumps({keys["play"]: keys["tokens"]})
        self.page.goto(f"{self.address}favicon.svg")
        self.page.evaluate("held => localStorage.setItem('grognard.keys', held)", held)
        self.page.goto(f"{self.address}play/{keys['play']}")
        self.wait_for_table()

    def reload(self) -> None:
        """Load the page again; where something is hidden, whoever decides says that it is he."""
        self.frame, self.side = None, ""
        self.page.reload()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Wait for the map; a curtain before it is lifted, whoever decides first."""
        self.page.locator(".map [data-hex], .curtain").first.wait_for(state="attached")
        if self.curtain.count():
            self.lift_curtain()
        self.wait_until(lambda: self.frame is not None)
        self.wait_for_map()

    def wait_for_map(self) -> None:
        self.page.locator(".map [data-hex]").first.wait_for(state="attached")
        expect(self.page.locator(".prompt p")).not_to_be_empty()

    def wait_for_files(self) -> None:
        """Wait until all is here that the map is drawn with. Fonts are asked for when the first
        frame is drawn, which on a busy machine is long after the network fell silent.
        """
        self.page.evaluate(
            "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        for _ in range(LOOKS):
            if not self.awaited:
                break
            self.page.wait_for_timeout(APART)
        assert not self.awaited

    @property
    def play(self) -> str:
        """The id of the game, from the address of the page."""
        return self.page.url.rpartition("/")[2]

    def session(self) -> Session:
        """The same game in Python: the engine replays the actions of the save."""
        keys = json.loads(self.page.evaluate("localStorage['grognard.keys']"))[self.play]
        answer = self.context.request.get(
            f"{self.address}api/plays/{self.play}/save",
            headers={"Authorization": f"Bearer {','.join(keys.values())}"},
        )
        assert answer.ok, answer.text()
        return Session.load(answer.body(), load(self.frame["view"]["game"]))

    # --- looking -------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt p").inner_text()

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("complementary", name="Panel")

    def hex(self, name: str) -> Locator:
        return self.page.locator(f'.map [data-hex="{name}"]')

    def counter(self, unit: str) -> Locator:
        """A counter on the map, brought into view. One of a stack lies in the tray that opens
        under the pointer.
        """
        spot = self.at(unit)
        self.go_to(spot)
        pile = self.page.locator(f'.map [data-stack="{spot}"] [data-unit]')
        if pile.count() < 2:
            return self.page.locator(f'.map [data-unit="{unit}"]').first
        pile.last.hover()
        return self.page.locator(f'.tray [data-unit="{unit}"]')

    def go_to(self, name: str) -> None:
        """Bring a hex into the middle of the window, by the page's own key. The pointer leaves the
        map: a stack that opens under it would lie over its neighbours.
        """
        self.page.mouse.move(*ASIDE)
        self.focus_map()
        self.page.keyboard.press("g")
        self.page.get_by_label("Go to").fill(name)
        self.page.keyboard.press("Enter")
        expect(self.hex(name)).to_be_in_viewport()

    def focus_map(self) -> None:
        """Give the keyboard to the map."""
        self.page.locator(".window [tabindex='0']").focus()

    def choose_from_menu(self, entry: str) -> None:
        """Open something from the menu of the top bar."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.get_by_role("navigation", name="Menu").get_by_role("button", name=entry).click()

    # --- acting --------------------------------------------------------------------------

    def doing(self, deed: Callable[[], object]) -> None:
        """Do something, and wait until the page shows what came of it."""
        before = self.frame["revision"]
        deed()
        self.wait_until(lambda: bool(self.frame["revision"] > before))

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Wait for something about the frame, and then for the page to show the frame."""
        for _ in range(LOOKS):
            if true() and self._settled():
                break
            self.page.wait_for_timeout(APART)
        assert true()
        asked = self.question["prompt"] if self.question else None
        if asked is not None:
            expect(self.page.locator(".prompt p")).to_have_text(asked)
        expect(self.page.locator(".act button[disabled][data-primary]")).to_have_count(0)

    def _settled(self) -> bool:
        """Is the one who decides at the table, or on the way to the screen?"""
        asked = self.frame["view"]["asked"]
        human = self.frame["seats"].get(asked) == "human"
        return not human or asked == self.side or self.curtain.count() > 0

    def wait_for_turn(self) -> None:
        """Wait until the computer has done what it had to do."""
        self.wait_until(lambda: bool(self.question or self.frame["view"].get("outcome")))

    @property
    def curtain(self) -> Locator:
        """The button that lifts the curtain between two players."""
        return self.page.locator(".curtain .go")

    def lift_curtain(self) -> None:
        """The other player comes to the screen."""
        before = self.side
        self.spy()
        self.curtain.click()
        self.wait_until(lambda: self.side != before)
        self.wait_for_map()
        since = self.page.get_by_role("dialog", name="Since you were here")
        if since.count():
            since.get_by_role("button", name="Go on").click()
        self.spy()

    def come_to_decide(self) -> None:
        """Wait until somebody here is asked: the computer may think, a curtain may be down."""
        if self.curtain.count():
            self.lift_curtain()
        self.wait_for_turn()

    def click_spot(self, name: str) -> None:
        """Click a hex, or the counter or marker that lies in it."""
        self.go_to(name)
        stack = self.page.locator(f'.map [data-stack="{name}"] [data-spot]')
        (stack.last if stack.count() else self.hex(name)).click()

    def click(self, action: Action) -> None:
        """Take a legal action as a player would, by the kind of thing that it takes."""
        kind = self.question["kinds"][action.verb]
        if kind == "unit":
            self.doing(lambda: self._click_unit(action))
        elif kind in ("hex", "spot") and self.hex(action.arg).count():
            self.doing(lambda: self._click_place(action))
        elif action.arg:
            self.doing(lambda: self._answer(action))
        else:
            self.doing(lambda: self._button(action.verb))

    def _click_unit(self, action: Action) -> None:
        """A click picks a unit up; what else can be done with it is behind the other button."""
        away = self.page.locator(f'[data-choice="{action}"]')
        if away.count():
            away.click()
            return
        beside = action.verb in self.frame["beside"]
        second = beside or (
            action.verb != "select" and Action("select", action.arg) in self.actions
        )
        self.counter(action.arg).click(button="right" if second else "left")
        self._pick(action)

    def _click_place(self, action: Action) -> None:
        self.click_spot(action.arg)
        self._pick(action)

    def _pick(self, action: Action) -> None:
        """Where a click can mean several things, a menu asks which."""
        item = self.page.locator(f'[role="menuitem"][data-action="{action}"]')
        if item.count():
            item.click()

    def _answer(self, action: Action) -> None:
        self.page.locator(f'.answers [data-action="{action}"]').click()

    def _button(self, verb: str) -> None:
        if verb == "cancel":
            self.page.locator(".act").get_by_text("Cancel").click()
            return
        primary = self.page.locator(f'[data-primary="{verb}"]')
        (
            primary if primary.count() else self.page.locator(f'.answers [data-action="{verb}"]')
        ).click()
        warning = self.page.get_by_role("dialog")
        if warning.count():
            warning.locator(".go").click()

    def least(self) -> None:
        """Decide as little as possible."""
        self.click(least(self.actions))

    def until(self, phase: str) -> None:
        """Go on, deciding as little as possible, until a phase is open."""
        for _ in range(200):
            self.come_to_decide()
            if self.phase == phase:
                return
            self.least()
        raise AssertionError(f"{phase} never came")
