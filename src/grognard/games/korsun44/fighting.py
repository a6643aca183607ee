"""The steps of combat, artillery and air, for the list of the game's steps."""

from __future__ import annotations

from grognard.engine import Step
from grognard.games.korsun44.advance import Pursuing, Pursuit
from grognard.games.korsun44.air import (
    AirPhase,
    FirstWriting,
    Laying,
    SecondWriting,
    Sending,
    Weighing,
)
from grognard.games.korsun44.artillery import Barrage, Salvo
from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.combat import Attack, Combat
from grognard.games.korsun44.crossing import CrossingFire
from grognard.games.korsun44.declaring import Cover, Declaration, Ground
from grognard.games.korsun44.fire import Demolition, Strike
from grognard.games.korsun44.losses import Losses
from grognard.games.korsun44.retreat import Retreat, Retreating
from grognard.games.korsun44.standing import Standing

FIGHTING: tuple[type[Step], ...] = (
    AirPhase,
    FirstWriting,
    SecondWriting,
    Sending,
    Weighing,
    Laying,
    CrossingFire,
    Barrage,
    Salvo,
    Strike,
    Demolition,
    Combat,
    Attack,
    Battle,
    Cover,
    Ground,
    Declaration,
    Losses,
    Retreat,
    Retreating,
    Standing,
    Pursuit,
    Pursuing,
)
