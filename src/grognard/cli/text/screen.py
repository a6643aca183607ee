"""Where the text client writes and reads: a terminal, or plain streams."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from grognard.cli.settings import is_plain


class Screen:
    """Lines out, lines in. Plain: no colour, and nothing is ever cleared or redrawn."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain or is_plain()
        if not self.plain:
            import contextlib

            from rich.console import Console

            self._console = Console(highlight=False)
            with contextlib.suppress(ImportError):
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
        """Hide what is on the screen until Enter is pressed; False at the end of the input."""
        if self.plain:
            self.say("\n" * 2 + "-" * 40)
        else:
            self._console.clear()
        return self.ask(f"{message} Press Enter. ") is not None
