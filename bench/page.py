"""How fast the page is, in a real Chromium on this machine.

    $ python bench/page.py ukraine43

Three things are measured inside the page, so that the tool that drives it does not count: from
opening the address of a game until the map lies there and the question is asked; from a click on
a unit until the next frame of the screen shows what came of it, server and disk included; and
how evenly the map is zoomed. To see what a frame of the screen costs anyway, an empty change of
the page is timed the same way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from grognard.registry import load
from grognard.server.messages import PlayKeys

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

READY = """() => document.querySelectorAll(".map [data-hex]").length > 100
  && document.querySelector(".prompt p")?.textContent ? performance.now() : 0"""

#: Click on something, and wait until the change that it made has been painted.
CLICK = """(selector) => new Promise((resolve) => {
  const prompt = document.querySelector(".prompt p");
  const began = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
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


def post(address: str, path: str, body: object) -> bytes:
    headers = {"Content-Type": "application/json"}
    request = Request(f"{address}{path}", msgspec.json.encode(body), headers)
    with urlopen(request, timeout=300) as answer:
        return bytes(answer.read())


def begin(address: str, slug: str) -> PlayKeys:
    """A game in which both sides play at one screen, with its map drawn."""
    for picture in ("thumbnail.png", "ground", "board.svg"):
        with urlopen(f"{address}api/games/{slug}/{picture}", timeout=300) as answer:
            answer.read()
    options = {"fog": False} if hasattr(load(slug).make_options({}), "fog") else {}
    body = {"game": slug, "seed": "7", "options": options}
    return msgspec.json.decode(post(address, "api/plays", body), type=PlayKeys)


def open_page(browser: Browser, address: str, keys: PlayKeys) -> tuple[Page, float]:
    """A fresh browser opens the game; how long it took."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{address}favicon.svg")
    held = msgspec.json.encode({keys.play: keys.tokens}).decode()
    page.evaluate("held => localStorage.setItem('grognard.keys', held)", held)
    settings = '{"motion": "none", "learn": false, "warn": false}'
    page.evaluate("kept => localStorage.setItem('grognard.settings', kept)", settings)
    page.goto(f"{address}play/{keys.play}", wait_until="commit")
    return page, float(page.wait_for_function(READY, polling="raf").json_value())


def to_movement(page: Page) -> None:
    """End what comes before the first phase in which many units can act."""
    many = "document.querySelectorAll('.counters .can').length > 10"
    while not page.evaluate(many):
        page.locator('[data-action="choose ready"], [data-primary]').first.click()
        page.wait_for_timeout(300)


def clicks(page: Page, count: int) -> list[float]:
    """Pick one unit after the other up, and put it down."""
    units = page.locator(".counters .can").evaluate_all("nodes => nodes.map(n => n.dataset.unit)")
    times: list[float] = []
    for unit in units[:count]:
        times.append(page.evaluate(CLICK, f'.counters [data-unit="{unit}"]'))
        page.wait_for_timeout(30)
        page.locator(".act").get_by_text("Cancel").evaluate("node => node.id = 'put-down'")
        times.append(page.evaluate(CLICK, "#put-down"))
        page.wait_for_timeout(30)
    return times


def measure(browser: Browser, address: str, slug: str, count: int) -> None:
    keys = begin(address, slug)
    opened = [open_page(browser, address, keys) for _ in range(5)]
    page = opened[-1][0]
    to_movement(page)
    units = page.locator(".counters [data-unit]").count()
    print(f"{slug}: {units} counters on the map; load {os.getloadavg()[0]:.1f} on {os.cpu_count()}")
    print(f"{'milliseconds':34} {'median':>8} {'p95':>8} {'most':>8}")
    print(f"{'until the page is ready':34} {spread([time for _, time in opened])}")
    print(f"{'from a click to the new view':34} {spread(clicks(page, count))}")
    print(f"{'an empty change of the page':34} {spread([page.evaluate(FRAME) for _ in range(60)])}")
    print(f"{'a frame while zooming':34} {spread(page.evaluate(PAN))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=["ukraine44"])
    parser.add_argument("--units", type=int, default=40, help="units that are picked up")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "grognard.server"]
        env = {**os.environ, "GROGNARD_HOME": home}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if "http" in word)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                for slug in given.games:
                    measure(browser, address, slug, given.units)
                browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
