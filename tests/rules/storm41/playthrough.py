"""A playthrough of a full turn of both sides that a person can read, out of a recorded game.

    $ python -m tests.rules.storm41.playthrough

writes `playthrough.txt` anew; the test compares. A change of behaviour shows as a
difference in a text that players understand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.rules import story
from tests.rules.storm41.recording import RECORDS

from grognard import load
from grognard.games.storm41.state import Pos

FILE = Path(__file__).parent / "playthrough.txt"
RECORD = "draw"
#: The game is followed until this turn begins.
UNTIL = 3

HEAD = """\
Operation Storm: the set-up and the first two turns of "The Oil of Ploesti", as two computer
players played them.

Each entry is a question: its number, who is asked, under which rule, how many actions are
open, and the prompt. After ">" stands what was done, beneath it what came of it: the event,
its rule, and where there are any its dice and the parts of its number.
"""


def play() -> Iterator[story.Played]:
    """Every action with the positions before and after it."""
    save = RECORDS.save(RECORD)
    pos: Pos = load("storm41").start(save.scenario, seed=save.seed)
    for action in save.actions:
        after = pos.apply(action)
        yield pos, action, after
        pos = after
        if pos.turn == UNTIL:
            return


def written() -> str:
    """The playthrough as text."""
    return story.written(HEAD, play())


def main() -> None:
    """Write the text."""
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
