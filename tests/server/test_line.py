import asyncio
from typing import Any, cast

from starlette.websockets import WebSocket

from grognard.server.limits import Limits
from grognard.server.socket import TOO_SLOW, Line

LIMITS = Limits(waiting=3, patience=0.05)


class Window:
    """The far end of a line; `takes` says how many messages it takes before it stalls."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.got: list[str] = []
        self.closed: list[int] = []

    async def send_text(self, text: str) -> None:
        if len(self.got) == self.takes:
            await asyncio.sleep(3600)
        self.got.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


def talk(window: Window, *messages: bytes, ending: bool = True) -> None:
    """Say all this at once, and run the line to its end."""

    async def story() -> None:
        line = Line(cast(WebSocket, cast(Any, window)), LIMITS)
        for message in messages:
            line.tell(message)
        if ending:
            line.dismiss(4410, "")
        await line.run()

    asyncio.run(story())


def test_what_waits_is_sent_before_the_end() -> None:
    """A line closes after its last message, and takes none after that."""
    window = Window(takes=9)
    talk(window, b"1", b"2")
    assert (window.got, window.closed) == (["1", "2"], [4410])


def test_a_window_that_does_not_keep_up_is_sent_away() -> None:
    """More than so many messages do not wait for anybody: he may come again and be shown all."""
    window = Window(takes=9)
    talk(window, b"1", b"2", b"3", b"4", b"5", ending=False)
    assert (window.got, window.closed) == ([], [TOO_SLOW])


def test_a_window_that_takes_nothing_is_given_up() -> None:
    """One message may take so long and no longer."""
    window = Window(takes=1)
    talk(window, b"1", b"2")
    assert window.got == ["1"]
