"""What most answers of an appraisal begin with: the picture of who is asked, and what is open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.appraise import AnyPosition, Appraisal, Weighed
from grognard.decisions import CANCEL, Action
from grognard.players.picture import Picture


@lru_cache(maxsize=2)
def picture_of(appraisal: Appraisal, pos: AnyPosition) -> Picture:
    """The picture of the side that is asked; one question is often looked at from two sides."""
    return Picture(appraisal, pos, pos.side)


def of_verb(pos: AnyPosition, verb: str) -> list[Action]:
    """The open actions of a verb."""
    return [one for one in pos.actions() if one.verb == verb]


def unless_surprised(
    weighed: Sequence[Weighed], actions: Sequence[Action], pos: AnyPosition
) -> Sequence[Weighed]:
    """What was weighed in a position that is imagined. Nobody gives up what he has begun because he
    imagines no way to go on, where in truth there is one: he takes that.
    """
    left = [one for one in weighed if one.action in actions]
    if not left or any(one.action != CANCEL for one in left):
        return weighed
    imagined = frozenset(pos.actions())
    surprises = [one for one in actions if one not in imagined]
    return [Weighed(one, 0.0, "nothing spoke against it") for one in surprises] or weighed
