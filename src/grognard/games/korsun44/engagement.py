"""5.1 What is remembered for the length of a Combat Phase."""

from __future__ import annotations

from grognard.games.korsun44.turn import CombatPhase
from grognard.pieces import UnitId


class Engagement(CombatPhase, tag="engagement"):
    """A Combat Phase: who has fought, fired and been shelled, and whose duty it was to fight."""

    #: Units of both sides that have been in a direct combat (5.1.1, E1).
    fought: frozenset[UnitId] = frozenset()
    #: Artillery of both sides that has fired (6.1.4, F2).
    fired: frozenset[UnitId] = frozenset()
    #: Units that were the target of a ranged attack (6.4.5).
    shelled: frozenset[UnitId] = frozenset()
    #: Units of the phasing side that must attack, and enemies that must be attacked, as it was
    #: when the phase began (5.1.3, 5.1.4, E29).
    obliged: frozenset[UnitId] = frozenset()
    owed: frozenset[UnitId] = frozenset()
