"""Where the text client writes and reads: a terminal, or plain streams."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from shutil import get_terminal_size

from grognard.cli.settings import is_plain

#: Erases the screen and what a terminal keeps of it for scrolling back.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Screen:
    """Lines out, lines in. Plain: no colour, and nothing is ever cleared or redrawn."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain or is_plain()
        if not self.plain:
            from rich.console import Console

            self._console = Console(highlight=False)
            with suppress(ImportError):
                import readline  # noqa: F401 gives `input` line editing and a history

    def say(self, text: str = "", style: str = "") -> None:
        """Write a line."""
        if self.plain:
            print(text)
        else:
            self._console.print(text, style=style, markup=False)

    def say_all(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.say(line)

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        try:
            typed = input(prompt)
        except EOFError:
            return None
        if not sys.stdin.isatty():
            # A transcript should show what was typed.
            print(typed)
        return typed.strip()

    def curtain(self, message: str) -> bool:
        """Hide what was shown until Enter is pressed; False at the end of the input."""
        if not self.plain:
            print(_CLEAR, end="")
        else:
            print("\n" * (get_terminal_size().lines if sys.stdout.isatty() else 1))
        return self.ask(f"{message} Press Enter. ") is not None
