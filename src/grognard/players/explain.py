"""A player's thoughts in sentences."""

from __future__ import annotations

from collections import Counter

from grognard.appraise import AnyPosition
from grognard.players.evaluate import Staff
from grognard.players.moves import Plan
from grognard.players.packages import Package
from grognard.players.player import Page
from grognard.players.threat import Threat

#: So many objectives and fears are worth a sentence.
_FEW = 3


def moves(staff: Staff, page: Page, plan: Plan) -> Page:
    """The page of a turn after its movement has been planned."""
    return Page(page.turn, aims(staff, plan) or page.aims, page.attacks, fears(staff, plan.end))


def aims(staff: Staff, plan: Plan) -> tuple[str, ...]:
    """What most of the army is after."""
    called = plan.root.board.called
    sent = Counter(staff.missions[unit] for unit in plan.ends if unit in staff.missions)
    found = []
    for goal, count in sent.most_common(_FEW):
        verb = "take" if goal.kind == "take" else "hold"
        units = "one formation" if count == 1 else f"{count} formations"
        found.append(f"To {verb} {called(goal.hex)} I moved {units}.")
    if staff.homes[staff.side] and len(plan.ends) > sum(sent.values()):
        names = " or ".join(called(goal.hex) for goal in staff.homes[staff.side])
        found.append(f"The rest is to get away towards {names}.")
    return tuple(found)


def attack(staff: Staff, pos: AnyPosition, package: Package) -> str:
    """One attack with its odds."""
    place = pos.board.called(package.target)
    goes = round(100 * package.vacated)
    return f"I attacked {place} at {package.odds}, {goes} % to take it."


def fears(staff: Staff, pos: AnyPosition) -> tuple[str, ...]:
    """The worst that the enemy could do."""
    if pos.outcome is not None:
        return ()
    blows = sorted(Threat(staff.appraisal, pos, staff.enemy).blows(), key=lambda b: -b.gain)
    worst = [f"{pos.board.called(b.target)} at {b.odds}" for b in blows[:_FEW]]
    return (f"I feared attacks on {', '.join(worst)}.",) if worst else ()
