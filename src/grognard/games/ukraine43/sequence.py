"""3 Sequence of play."""

from __future__ import annotations

from typing import Any

from grognard.decisions import rule
from grognard.engine import Sequence, Step
from grognard.games.ukraine43.advance import Advance, Advancing
from grognard.games.ukraine43.air import DefensiveSupport, Flight, Landing, Rebasing
from grognard.games.ukraine43.airborne import DropZone
from grognard.games.ukraine43.artillery import Refilling
from grognard.games.ukraine43.battle import Battle, HoldCity, Round, SecondAttack
from grognard.games.ukraine43.central_front import CentralFront
from grognard.games.ukraine43.combat import Attack, FirstCombat, SecondCombat
from grognard.games.ukraine43.dam import Dam
from grognard.games.ukraine43.displacement import Displacement
from grognard.games.ukraine43.entry import Arriving, fill_box
from grognard.games.ukraine43.exploitation import Exploitation
from grognard.games.ukraine43.forts import FortSite, complete_forts
from grognard.games.ukraine43.leaders import Recovery
from grognard.games.ukraine43.logistics import Attrition, Petrol, general_supply
from grognard.games.ukraine43.mobile_assault import MobileAssault
from grognard.games.ukraine43.movement import Movement
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.railheads import RailRepair, bring_into_use
from grognard.games.ukraine43.reaction import Reaction
from grognard.games.ukraine43.replacements import Replacement, Replacements
from grognard.games.ukraine43.results import Losses
from grognard.games.ukraine43.retreat import Retreat
from grognard.games.ukraine43.rivers import Bridges, EarlyBridges
from grognard.games.ukraine43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import GameTurn, PlayerTurn, lift_assaults, lift_markers
from grognard.games.ukraine43.victory import Settlement, determine_victory, tally_exits
from grognard.games.ukraine43.weather import AirSegment, EnemySky, OwnSky, WeatherPhase


class InitialSupply(Sequence, tag="initial supply"):
    """3.C.1: petrol, artillery, air, in this order; before all, repaired track is opened."""

    title = "Initial Supply Phase"
    stages = (bring_into_use, Petrol, Refilling, AirSegment)


# --- 3.C.7  the End Phase ----------------------------------------------------------------


@rule("3.C.7.a", "11.5-1", "R-100")
def recover(phase: EndPhase, hand: Deal) -> None:
    """Step a: Disrupted markers come off all units of the side, wherever they are."""
    for unit in hand.now.state.units:
        if unit.disrupted and hand.game.owners[unit.id] == phase.side:
            hand.set(unit.id, disrupted=False)


def check_supply(phase: EndPhase, hand: Deal) -> None:
    """Step b, first part."""
    general_supply(hand, phase.side)


class EndPhase(Sequence, tag="end phase"):
    """3.C.7: its jobs in the printed order, after the Germans have settled what they owe."""

    title = "End Phase"
    stages = (Settlement, recover, check_supply, Attrition, RailRepair, Bridges, Dam,
              DefensiveSupport)  # fmt: skip


class SovietTurn(PlayerTurn, tag="soviet turn"):
    """3.C The Soviet player turn comes first."""

    title = "Soviet Player Turn"
    stages = (InitialSupply, fill_box, Movement, FirstCombat, lift_markers, Reaction, EarlyBridges,
              Exploitation, SecondCombat, lift_assaults, EndPhase, tally_exits)  # fmt: skip

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=SOVIET)


class AxisTurn(PlayerTurn, tag="axis turn"):
    """3.D The German player turn has the same phases."""

    title = "German Player Turn"
    stages = (InitialSupply, complete_forts, Movement, FirstCombat, lift_markers, Reaction,
              Exploitation, SecondCombat, lift_assaults, EndPhase)  # fmt: skip

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step:
        return cls(side=AXIS)


class Turn(GameTurn, tag="turn"):
    """3 A game turn."""

    stages = (WeatherPhase, CentralFront, SovietTurn, AxisTurn, determine_victory)

    @classmethod
    @rule("R-51")
    def begun(cls, pos: Pos) -> Turn:
        """A turn that begins now: what is Soviet now was so when it began."""
        places = {*pos.game.objectives(pos), *pos.game.sources(pos, SOVIET)}
        return cls(soviet_held=frozenset(h for h in places if pos.holder(h) == SOVIET))

    @rule("3-1", "3.E")
    def finish(self, hand: Deal) -> None:
        """Nobody has won: the marker moves on."""
        turn = hand.now.turn + 1
        hand.change(turn=turn)
        hand.tell("turn", "Turn {turn} begins.", rule="3.E", turn=turn)
        hand.become(Turn.begun(hand.now))


STEPS: tuple[type[Any], ...] = (
    Turn, WeatherPhase, CentralFront, SovietTurn, AxisTurn, InitialSupply, Petrol, AirSegment,
    EnemySky, OwnSky, Landing, Rebasing, EndPhase, Settlement, Attrition, RailRepair, Dam,
    DefensiveSupport, Flight, Movement, Moving, Arriving, FortSite, DropZone, Reaction,
    EarlyBridges, Exploitation, Bridges, Displacement, Replacements, Replacement,
    FirstCombat, SecondCombat, Attack, Battle, Round, Losses, HoldCity, SecondAttack, Retreat,
    Advance, Advancing, MobileAssault, Refilling, Recovery,
)  # fmt: skip
