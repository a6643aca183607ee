"""Computer players that try the server's patience."""

import os
import time
from typing import Any

from grognard.decisions import Action
from grognard.players import PLAYERS, Page
from grognard.server import computers
from grognard.server.computers import Advice, Report, Seated
from grognard.view import View


class Slow(Seated):
    """Thinks for a while, says so, keeps a diary, and has advice for everybody."""

    def decide(self, view: View, memory: bytes, seed: str, report: Report) -> tuple[Action, bytes]:
        report(0.5, "half way")
        time.sleep(0.3)
        return super().decide(view, memory, seed, report)

    def advise(self, view: View) -> Advice | None:
        assert view.question is not None
        return view.question.actions[-1], "The last is the best.", "To win."

    def diary(self, memory: bytes) -> tuple[Page, ...]:
        return (Page(1, aims=("To hold the river.",), fears=("The winter.",)),)


class Broken(Seated):
    """Fails in every way: breaks down, breaks the rules, takes its process with it."""

    asked = 0

    def decide(self, view: View, memory: bytes, seed: str, report: Report) -> tuple[Action, bytes]:
        self.asked += 1
        if self.asked == 1:
            raise RuntimeError("I give up")
        if self.asked == 2:
            return Action("cheat"), memory
        os._exit(3)


def add_players() -> None:
    """Put them on the roster: in the server and in its workers."""
    roster: Any = computers.ROSTER
    chance = PLAYERS["random"]
    roster.update({"broken": Broken(chance), "slow": Slow(chance)})
