"""What most answers of an appraisal begin with: the picture of who is asked, and what is open."""

from __future__ import annotations

from functools import lru_cache

from grognard.appraise import AnyPosition, Appraisal
from grognard.decisions import Action
from grognard.players.picture import Picture


@lru_cache(maxsize=2)
def picture_of(appraisal: Appraisal, pos: AnyPosition) -> Picture:
    """The picture of the side that is asked; one question is often looked at from two sides."""
    return Picture(appraisal, pos, pos.side)


def of_verb(pos: AnyPosition, verb: str) -> list[Action]:
    """The open actions of a verb."""
    return [one for one in pos.actions() if one.verb == verb]
