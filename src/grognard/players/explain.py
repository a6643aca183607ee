"""A player's thoughts in sentences: as advice on what to do now, and as its diary has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from grognard.appraise import AnyPosition
from grognard.players.evaluate import Staff
from grognard.players.moves import Plan
from grognard.players.packages import Package
from grognard.players.player import Page
from grognard.players.threat import Threat
from grognard.words import counted

#: So many objectives and fears are worth a sentence.
_FEW = 3


class Said(NamedTuple):
    """A thought twice: to somebody who could act on it, and when it is past."""

    now: str
    then: str


class Thoughts(NamedTuple):
    """What a plan of movement is after, and what it fears."""

    aims: tuple[Said, ...]
    fears: tuple[Said, ...]

    def noted(self, page: Page) -> Page:
        """The page of a turn after its movement has been planned."""
        aims = tuple(one.then for one in self.aims) or page.aims
        return Page(page.turn, aims, page.attacks, tuple(one.then for one in self.fears))

    @property
    def advice(self) -> str:
        """All of it to somebody who is about to move."""
        return _told((*self.aims, *self.fears))


def _told(said: Iterable[Said]) -> str:
    return " ".join(one.now for one in said)


def moves(staff: Staff, plan: Plan) -> Thoughts:
    """What there is to say of a plan of movement."""
    return Thoughts(aims(staff, plan), fears(staff, plan.end))


def aims(staff: Staff, plan: Plan) -> tuple[Said, ...]:
    """What most of the army is after."""
    called = plan.root.board.called
    sent = Counter(staff.missions[unit] for unit in plan.ends if unit in staff.missions)
    found = []
    for goal, count in sent.most_common(_FEW):
        to = f"To {'take' if goal.kind == 'take' else 'hold'} {called(goal.hex)}"
        units = "one formation" if count == 1 else counted(count, "formation")
        found.append(Said(f"{to} move {units}.", f"{to} I moved {units}."))
    if staff.homes[staff.side] and len(plan.ends) > sum(sent.values()):
        names = " or ".join(called(goal.hex) for goal in staff.homes[staff.side])
        found.append(
            Said(f"Get the rest away towards {names}.", f"The rest was to get away to {names}.")
        )
    return tuple(found)


def attack(staff: Staff, pos: AnyPosition, package: Package) -> Said:
    """One attack with its odds."""
    place = pos.board.called(package.target)
    odds = staff.appraisal.ratio(package.strength, package.defence)
    goes = f"{round(100 * package.vacated)} % to take it"
    return Said(f"Attack {place} at {odds}: {goes}.", f"I attacked {place} at {odds}, {goes}.")


def strike(reason: str) -> Said:
    """An attack out of a move, such as an overrun of a town."""
    return Said(f"Make {reason}.", f"I made {reason}.")


def fears(staff: Staff, pos: AnyPosition) -> tuple[Said, ...]:
    """The worst that the enemy could do."""
    if pos.outcome is not None:
        return ()
    blows = sorted(Threat(staff.appraisal, pos, staff.enemy).blows(), key=lambda b: -b.gain)
    ratio = staff.appraisal.ratio
    worst = [f"{pos.board.called(b.target)} at {ratio(b.strength, b.defence)}" for b in blows]
    attacks = f"attacks on {', '.join(worst[:_FEW])}."
    return (Said(f"Beware of {attacks}", f"I feared {attacks}"),) if worst else ()
