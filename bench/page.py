"""How fast the page is, in a real Chromium on this machine.

    $ python bench/page.py ukraine43

Measured inside the page, so that the tool that drives it does not count: from opening the
address of a game until the map lies there and the question is asked; from a click until the
next frame of the screen shows what came of it, server and disk included, for units that are
picked up and put down and for moves that are made and taken back; and how evenly the map is
zoomed. To see what a frame of the screen costs anyway, an empty change of the page is timed the
same way. One window is open at a time, and the server draws no other maps meanwhile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import Browser, Error, Page, sync_playwright

from grognard.decisions import DONE, Action
from grognard.registry import AnyGame, load
from grognard.server.messages import PlayKeys
from grognard.session import Session, is_fence

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

#: Seconds after which something that has not happened never will.
LIMIT = 20
#: A phase is worth measuring when so many units on the map can act.
MANY = 10
#: Actions after which a game that has no such phase is given up.
PATIENCE = 2000
#: Where a game has a ready set-up it is taken.
SET_UP = Action("choose", "ready")

READY = """() => document.querySelectorAll(".map [data-hex]").length > 100
  && document.querySelector(".prompt p")?.textContent ? performance.now() : 0"""

#: Click on something, and wait until the change that it made has been painted.
CLICK = """([selector, limit]) => new Promise((resolve, reject) => {
  const prompt = document.querySelector(".prompt");
  const before = prompt.textContent;
  const late = setTimeout(() => reject(new Error(`no new question: ${before}`)), 1000 * limit);
  const began = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    clearTimeout(late);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
  seen.observe(prompt, { childList: true, subtree: true, characterData: true });
  document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""

FRAME = """() => new Promise((resolve) => {
  const began = performance.now();
  document.documentElement.dataset.beat = String(began);
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
})"""

#: Zoom in and out, once a frame; how long each frame of the screen took.
PAN = """() => new Promise((resolve) => {
  const map = document.querySelector(".window .map");
  const { left, top, width, height } = document.querySelector(".window").getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const times = [];
  let last = performance.now();
  let count = 0;
  const step = (now) => {
    times.push(now - last);
    last = now;
    const about = { bubbles: true, cancelable: true, clientX: x, clientY: y };
    map.dispatchEvent(new WheelEvent("wheel", { ...about, deltaY: count % 40 < 20 ? -40 : 40 }));
    if (++count < 120) requestAnimationFrame(step);
    else resolve(times.slice(2));
  };
  requestAnimationFrame(step);
})"""


def spread(times: list[float]) -> str:
    """Median, 95th percentile, most."""
    cuts = statistics.quantiles(times, n=20)
    return f"{statistics.median(times):8.1f} {cuts[-1]:8.1f} {max(times):8.1f}"


def opening(game: AnyGame) -> Session:
    """A game played at random to the first phase in which many units on the map can act."""
    options = {"fog": False} if hasattr(game.make_options({}), "fog") else {}
    session, luck = Session(game.start(seed="7", **options)), Random(7)
    for _ in range(PATIENCE):
        if len(movers(session)) > MANY:
            return session
        actions = session.pos.actions()
        if SET_UP in actions:
            session.do(SET_UP)
            session.do(DONE)
        else:
            session.do(luck.choice(actions))
    raise SystemExit(f"{game.slug}: no phase in which many units can act")


def movers(session: Session) -> list[str]:
    """The units on the map that can be picked up now."""
    pos = session.pos
    units = [action.arg for action in pos.actions() if action.verb == "select"]
    return [unit for unit in units if pos.unit(unit).at in pos.board.grid]


def begin(address: str, session: Session) -> PlayKeys:
    """The game on the server, both sides at one screen, with its map drawn."""
    slug = session.game.slug
    for picture in ("thumbnail.png", "ground", "board.svg"):
        with urlopen(f"{address}api/games/{slug}/{picture}", timeout=300) as answer:
            answer.read()
    headers = {"Content-Type": "application/json"}
    request = Request(f"{address}api/plays/load", session.save(), headers)
    with urlopen(request, timeout=300) as answer:
        return msgspec.json.decode(answer.read(), type=PlayKeys)


@contextmanager
def opened(browser: Browser, address: str, keys: PlayKeys) -> Iterator[tuple[Page, float]]:
    """A fresh browser opens the game; how long it took."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(1000 * LIMIT)
    page.goto(f"{address}favicon.svg")
    held = msgspec.json.encode({keys.play: keys.tokens}).decode()
    page.evaluate("held => localStorage.setItem('grognard.keys', held)", held)
    settings = '{"motion": "none", "learn": false, "warn": false}'
    page.evaluate("kept => localStorage.setItem('grognard.settings', kept)", settings)
    page.goto(f"{address}play/{keys.play}", wait_until="commit")
    yield page, float(page.wait_for_function(READY, polling="raf").json_value())
    page.context.close()


class Hand:
    """Clicks in the page, and does the same in a session to know what is allowed there."""

    def __init__(self, page: Page, session: Session) -> None:
        self.page = page
        self.session = session

    def click(self, selector: str) -> float:
        time = float(self.page.evaluate(CLICK, [selector, LIMIT]))
        self.page.wait_for_timeout(30)
        return time

    def pick_up(self, unit: str) -> float:
        self.session.do(f"select {unit}")
        return self.click(f'.counters [data-unit="{unit}"]')

    def put_down(self) -> float:
        self.session.do("cancel")
        return self.click('.act [data-action="cancel"]')

    def goal(self) -> str:
        """A hex to which the unit in hand can move and come back; empty if there is none."""
        pos = self.session.pos
        moves = (action for action in pos.actions() if action.verb == "move")
        free = (each for each in moves if not is_fence(pos, pos.apply(each), pos.side))
        return next((each.arg for each in free), "")

    def move(self, hex_: str) -> list[float]:
        """Go there, and take it back."""
        there = self.click(f'.map [data-hex="{hex_}"]')
        return [there, self.click('.act [data-action="undo"]')]


def clicks(hand: Hand, count: int) -> tuple[list[float], list[float]]:
    """Pick one unit after the other up, move it to and fro, and put it down."""
    hands: list[float] = []
    moves: list[float] = []
    for unit in movers(hand.session)[:count]:
        hands.append(hand.pick_up(unit))
        if goal := hand.goal():
            moves += hand.move(goal)
        hands.append(hand.put_down())
    return hands, moves


def measure(browser: Browser, address: str, slug: str, count: int) -> None:
    session = opening(load(slug))
    keys = begin(address, session)
    ready = []
    for _ in range(5):
        with opened(browser, address, keys) as (_, time):
            ready.append(time)
    with opened(browser, address, keys) as (page, _):
        units = page.locator(".counters [data-unit]").count()
        load_now = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()}"
        print(f"{slug}: {units} counters on the map; {load_now}")
        print(f"{'milliseconds':34} {'median':>8} {'p95':>8} {'most':>8}")
        hands, moves = clicks(Hand(page, session), count)
        print(f"{'until the page is ready':34} {spread(ready)}")
        print(f"{'from a click to the new view':34} {spread(hands + moves)}")
        print(f"{'  a unit picked up or put down':34} {spread(hands)}")
        print(f"{'  a move made or taken back':34} {spread(moves)}")
        empty = [page.evaluate(FRAME) for _ in range(60)]
        print(f"{'an empty change of the page':34} {spread(empty)}")
        print(f"{'a frame while zooming':34} {spread(page.evaluate(PAN))}", flush=True)


@contextmanager
def served() -> Iterator[str]:
    """A server of its own that draws only what it is asked for; its address."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "grognard.server", "--port", "0", "--no-drawing"]
        env = {**os.environ, "GROGNARD_HOME": home}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().strip()
            finally:
                server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=["ukraine44"])
    parser.add_argument("--units", type=int, default=40, help="units that are picked up")
    given = parser.parse_args()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for slug in given.games:
            try:
                measure(browser, address, slug, given.units)
            except Error as error:
                raise SystemExit(f"{slug}: {error.message}") from None
        browser.close()


if __name__ == "__main__":
    main()
