"""A player that is stopped in the midst of its thoughts."""

from __future__ import annotations

from typing import Any

from grognard.players import PLAYERS, Budget, Memory, Watch


def looks_until_stopped(pos: Any) -> list[int]:
    """How often a veteran tells how far it is: stopped at once, and with all its budget. Its
    answer is legal both times, and it never goes back.
    """
    looked: list[int] = []
    for stop in (lambda: True, lambda: False):
        heard: list[float] = []
        watch = Watch(lambda share, text, heard=heard: heard.append(share), stop)  # type: ignore[misc]
        choice = PLAYERS["veteran"].decide(
            pos.view(pos.side), Memory(), seed="1", budget=Budget(nodes=400), watch=watch
        )
        assert choice.action in pos.actions()
        assert heard == sorted(heard)
        looked.append(len(heard))
    return looked
