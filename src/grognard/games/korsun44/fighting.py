"""The steps of combat, artillery and air, for the list of the game's steps."""

from __future__ import annotations

from grognard.engine import Step
from grognard.games.korsun44.air import AirPhase
from grognard.games.korsun44.artillery import Barrage
from grognard.games.korsun44.combat import Combat

FIGHTING: tuple[type[Step], ...] = (AirPhase, Barrage, Combat)
