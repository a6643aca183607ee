"""What a seat is told that asks for advice."""

import asyncio
from typing import Any

import pytest

from grognard import load
from grognard.decisions import DONE
from grognard.server import asking, computers
from grognard.server.computers import Advice
from grognard.server.messages import Ask, Hint

ASK = Ask(1, "hint")


def hinted(monkeypatch: pytest.MonkeyPatch, advice: Advice | None) -> Hint:
    """The answer to somebody whom the strongest player advises so."""

    async def advise(workers: object, view: object) -> Advice | None:
        return advice

    monkeypatch.setattr(computers, "advise", advise)
    pos = load("ukraine44").start(seed=1)
    nobody: Any = None
    return asyncio.run(asking._hint(pos.view(pos.side), ASK, nobody))


def test_advice_without_a_reason_is_still_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not called no advice, as in the set-up, where nothing is weighed."""
    assert hinted(monkeypatch, (DONE, "", "")) == Hint(
        1, DONE, "This is what the computer would do."
    )


def test_a_reason_or_a_plan_needs_no_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is added to what the player says."""
    assert hinted(monkeypatch, (DONE, "", "Hold.")) == Hint(1, DONE, "", "Hold.")
    assert hinted(monkeypatch, (DONE, "it pays", "")) == Hint(1, DONE, "it pays")


def test_who_goes_by_chance_advises_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no better player knows the game, that is said, and there is no action."""
    hint = hinted(monkeypatch, None)
    assert hint.action is None
    assert hint.text == "No computer player here gives advice on this game."
