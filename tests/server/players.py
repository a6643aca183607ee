"""Computer players that try the server's patience."""

import os
import time
from typing import Any, ClassVar

from grognard.decisions import Action
from grognard.server import computers
from grognard.server.computers import Memory, RandomPlayer, Report
from grognard.view import View


class Slow(RandomPlayer):
    """Thinks for a while, and says so."""

    title: ClassVar[str] = "Slow"

    def decide(self, view: View, memory: Memory, report: Report) -> tuple[Action, Memory]:
        report(0.5, "half way")
        time.sleep(0.3)
        return super().decide(view, memory, report)

    def advise(self, view: View) -> tuple[Action, str] | None:
        assert view.question is not None
        return view.question.actions[-1], "The last is the best."


class Broken(RandomPlayer):
    """Fails in every way: breaks down, breaks the rules, takes its process with it."""

    title: ClassVar[str] = "Broken"
    asked: ClassVar[int] = 0

    def decide(self, view: View, memory: Memory, report: Report) -> tuple[Action, Memory]:
        Broken.asked += 1
        if Broken.asked == 1:
            raise RuntimeError("I give up")
        if Broken.asked == 2:
            return Action("cheat"), memory
        os._exit(3)


def add_players() -> None:
    """Put them on the roster: in the server and in its workers."""
    roster: Any = computers.ROSTER
    roster.clear()
    roster.update({"random": RandomPlayer(), "broken": Broken(), "slow": Slow()})
