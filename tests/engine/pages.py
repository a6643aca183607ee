"""The blocks of code in a page of the documentation, and the files that they show.

`python -m tests.engine.pages` copies the files of The Ford into the tutorial anew.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "add-a-game.md"
FORD = ROOT / "tests" / "fixture" / "ford"

#: A fenced block with a language, perhaps a title, and its text.
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """The texts of all blocks in a language."""
    return [found[3] for found in _BLOCK.finditer(page) if found[1] == language]


def files_in(page: str) -> dict[str, str]:
    """The texts of all blocks with a title, by title."""
    return {found[2]: found[3] for found in _BLOCK.finditer(page) if found[2]}


def files_of_ford() -> dict[str, str]:
    """Every file of the game by its path, as the page names it."""
    found = sorted(path for path in FORD.rglob("*") if path.suffix in (".py", ".yaml"))
    return {f"ford/{path.relative_to(FORD)}": path.read_text(encoding="utf-8") for path in found}


def refreshed(page: str, files: dict[str, str]) -> str:
    """A page with the present texts of the files that it shows."""

    def fresh(found: re.Match[str]) -> str:
        text = files.get(found[2] or "", found[3])
        head = found[0].partition("\n")[0]
        return f"{head}\n{text}```"

    return _BLOCK.sub(fresh, page)


if __name__ == "__main__":
    TUTORIAL.write_text(refreshed(TUTORIAL.read_text("utf-8"), files_of_ford()), "utf-8")
