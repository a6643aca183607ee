"""Somebody at the page: what he sees, and how he clicks.

He reads what the page is sent, so that he knows what is legal, and then does with mouse or
keyboard what a player would do. Every deed waits until the page shows its result.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from grognard.registry import load
from grognard.server.patching import apply
from grognard.session import Session

GAME = "ukraine44"

#: An action as it is sent: verb and argument.
Act = tuple[str, str]
Json = Any


class Person:
    """A page and who sits before it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        #: Everything that came over WebSockets, and what it has led to.
        self.traffic: list[str] = []
        self.frame: Json = None
        self.side = ""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._watch)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    # --- what the page is sent -----------------------------------------------------------

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._receive(str(data)))

    def _receive(self, text: str) -> None:
        self.traffic.append(text)
        message = json.loads(text)
        if message["type"] == "opening":
            self.frame, self.side = message["frame"], message["side"]
        elif message["type"] == "patch":
            self.frame = apply(message["patch"], self.frame)

    @property
    def question(self) -> Json:
        """What is asked; None: nothing."""
        return self.frame["view"].get("question")

    @property
    def actions(self) -> list[Act]:
        """Everything that is legal now."""
        return [(verb, arg) for verb, arg in self.question["actions"]] if self.question else []

    def args(self, verb: str) -> list[str]:
        """What a verb is offered with."""
        return [arg for each, arg in self.actions if each == verb]

    def at(self, unit: str) -> str:
        """Where a counter is."""
        return str(self.frame["view"]["counters"][unit]["at"])

    # --- games ---------------------------------------------------------------------------

    def open_lobby(self) -> None:
        self.page.goto(self.address)
        self.page.get_by_role("heading", name="Choose a battle").wait_for()

    def begin(
        self, *, game: str = "Ukraine '44", fog: bool = False, seed: str = "7", **seats: str
    ) -> None:
        """Begin a game in the lobby; seats are `you`, `here` or a computer player."""
        self.open_lobby()
        card = self.page.locator("article", has_text=game)
        card.get_by_role("button", name="New game").click()
        dialog = self.page.get_by_role("dialog")
        for title, player in seats.items():
            dialog.get_by_label(title).select_option(player)
        dialog.get_by_text("Options").click()
        dialog.get_by_role("checkbox", name="fog").set_checked(fog)
        dialog.get_by_label("seed", exact=True).fill(seed)
        dialog.get_by_role("button", name="Begin").click()
        self.wait_for_map()

    def begin_open(self, seed: str = "7") -> None:
        """Two people at one screen, nothing hidden."""
        self.begin(Axis="you", Soviet="here", seed=seed)

    def wait_for_map(self) -> None:
        self.page.locator(".map [data-hex]").first.wait_for(state="attached")
        expect(self.page.locator(".prompt p")).not_to_be_empty()

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

    def counter(self, unit: str) -> Locator:
        return self.page.locator(f'.map [data-unit="{unit}"]').first

    def hex(self, name: str) -> Locator:
        return self.page.locator(f'.map [data-hex="{name}"]')

    def go_to(self, name: str) -> None:
        """Bring a hex into the middle of the window, by the page's own key."""
        self.page.locator(".window [tabindex='0']").focus()
        self.page.keyboard.press("g")
        self.page.get_by_label("Go to").fill(name)
        self.page.keyboard.press("Enter")
        expect(self.hex(name)).to_be_in_viewport()

    # --- acting --------------------------------------------------------------------------

    def doing(self, deed: Callable[[], None]) -> None:
        """Do something, and wait until the page shows what came of it."""
        before = self.frame["revision"]
        deed()
        self.wait_until(lambda: bool(self.frame["revision"] > before))

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Wait for something about the frame, and then for the page to show the frame."""
        for _ in range(2000):
            if true() and self._settled():
                break
            self.page.wait_for_timeout(10)
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

    @property
    def curtain(self) -> Locator:
        """The button that lifts the curtain between two players."""
        return self.page.locator(".curtain .go")

    def lift_curtain(self) -> None:
        """The other player comes to the screen."""
        before = self.side
        self.curtain.click()
        self.wait_until(lambda: self.side != before)
        self.wait_for_map()

    def click_spot(self, name: str) -> None:
        """Click a hex, or the counter that lies in it."""
        self.go_to(name)
        stack = self.page.locator(f'.map [data-stack="{name}"] [data-unit]')
        (stack.last if stack.count() else self.hex(name)).click()

    def click(self, verb: str, arg: str = "") -> None:
        """Take a legal action as a player would, by the kind of thing that it takes."""
        kind = self.question["kinds"][verb]
        if kind == "unit":
            self.doing(lambda: self._click_unit(verb, arg))
        elif kind in ("hex", "spot"):
            self.doing(lambda: self.click_spot(arg))
        elif arg:
            self.doing(lambda: self._answer(verb, arg))
        else:
            self.doing(lambda: self._button(verb))

    def _click_unit(self, verb: str, unit: str) -> None:
        away = self.page.locator(f'[data-choice="{unit}"]')
        if away.count():
            away.first.click()
            return
        self.go_to(self.at(unit))
        self.counter(unit).click()
        if len([1 for _, arg in self.actions if arg == unit]) > 1:
            self.page.get_by_role("menuitem").nth(self._place(verb, unit)).click()

    def _place(self, verb: str, unit: str) -> int:
        return [each for each, arg in self.actions if arg == unit].index(verb)

    def _answer(self, verb: str, arg: str) -> None:
        names = [action for action in self.actions if self.question["kinds"][action[0]] == "name"]
        self.page.locator(".answers .buttons .button").nth(names.index((verb, arg))).click()

    def _button(self, verb: str) -> None:
        if verb == "cancel":
            self.page.locator(".act").get_by_text("Cancel").click()
            return
        self.page.locator(f'[data-primary="{verb}"]').click()
        warning = self.page.get_by_role("dialog")
        if warning.count():
            warning.locator(".go").click()

    def until(self, phase: str) -> None:
        """Go on, deciding as little as possible, until a phase is open."""
        for _ in range(60):
            if self.curtain.count():
                self.lift_curtain()
            if self.frame["scene"]["phase"] == phase and self.question:
                return
            self.click(*self._least())
        raise AssertionError(f"{phase} never came")

    def _least(self) -> Act:
        """The action that decides least: a ready answer, the end of a step, a refusal."""
        for verb in ("choose", "done", "stop", "pass", "cancel"):
            if self.args(verb):
                return verb, self.args(verb)[0]
        return self.actions[0]
