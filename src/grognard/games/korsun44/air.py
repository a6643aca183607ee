"""8 Air missions: secret writing, air combat, attacks, and what others ask of missions.

`AirPhase` (tag `air phase`) is the phase of phases 1 and 7: a stage of a half-turn, opened for
the side whose half-turn it is; both sides write in it.
"""

from __future__ import annotations

from grognard.engine import Sequence


class AirPhase(Sequence, tag="air phase"):
    """Both sides write missions, which are shown and fought out."""

    title = "Air Phase"
    stages = ()
