"""R-48 What follows the dice of a combat: losses, standing fast, retreat, advance."""

from __future__ import annotations

from grognard.engine import Sequence
from grognard.games.kanev43.charts import Result
from grognard.games.kanev43.fight import Fight


class Aftermath(Sequence, tag="aftermath"):
    """A combat has been fought, or called off: then it has no result (R-07). `side` attacked."""

    title = "Combat"
    fight: Fight
    result: Result | None
