"""LDR-15 to LDR-17 Leaders in combat: where they try to help, named before any attack is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.leaders import is_assigned
from grognard.games.kanev43.plan import Plan
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.support import helped
from grognard.games.kanev43.turn import CombatPhase
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("LDR-15")
def is_near(pos: Pos, leader: UnitId, units: Iterable[UnitId]) -> bool:
    """Is a leader stacked with or next to a unit of his formation that is in a combat?"""
    now, reach = pos.unit(leader), pos.game.charts.limit("leader_reach")
    if now.at not in pos.board.grid or now.dispersed:
        return False
    formation, distance = pos.game.piece(leader).formation_id, pos.board.grid.distance
    return any(
        is_assigned(pos, unit, formation) and distance(now.at, pos.unit(unit).at) <= reach
        for unit in units
    )


@rule("LDR-15", "R-57")
def trying(pos: Pos, plan: Plan) -> tuple[UnitId, ...]:
    """The leaders who roll as a combat is resolved: those named for it who are still near."""
    both = (*plan.attackers, *plan.defenders)
    return tuple(leader for leader in plan.leaders if is_near(pos, leader, _own(pos, leader, both)))


def _own(pos: Pos, leader: UnitId, units: Iterable[UnitId]) -> list[UnitId]:
    return [unit for unit in units if pos.owner(unit) == pos.owner(leader)]


@rule("CBT-29", "LDR-17")
def succeeds(pos: Pos, leader: UnitId, die: int) -> bool:
    """Not above his tactical value."""
    command = pos.game.piece(leader).command
    assert command is not None
    return die <= command.tactical


class Naming(Phase, tag="naming"):
    """A side says which combats its leaders will try to affect."""

    title = "Combat Phase"
    named: Mapping[HexId, UnitId] = {}

    attacking: ClassVar[bool] = False

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        assert isinstance(parent, CombatPhase)
        return cls(side=parent.side if cls.attacking else pos.game.enemy(parent.side))

    def pairs(self, pos: Pos) -> list[str]:
        """Leaders and the combats that they are near to."""
        phase, found = pos.within(CombatPhase), []
        for hex_ in phase.declared:
            units = helped(pos, self.attacker(pos), hex_, attack=self.attacking)
            near = (u for u in pos.game.leaders[self.side] if is_near(pos, u, units))
            found += [f"{leader} {hex_}" for leader in near]
        return found

    def attacker(self, pos: Pos) -> Side:
        """The side that attacks."""
        return self.side if self.attacking else pos.game.enemy(self.side)

    @rule("LDR-16", "R-57")
    def ask(self, pos: Pos) -> Decision | None:
        pairs = self.pairs(pos)
        if not pairs:
            return None
        return Decision(
            self.side,
            "Choose combats that leaders try to affect, or go on.",
            rule="LDR-16",
            waiting=f"{pos.game.side_title(self.side)} sends leaders to the fighting.",
            offers=(
                Offer("choose", pairs, may_lead),
                Offer("release", tuple(sorted(set(self.named.values())))),
                Offer("done"),
            ),
        )

    def act(self, hand: Deal) -> None:
        self.settle(hand)

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("choose", pair):
                leader, _, hex_ = pair.rpartition(" ")
                hand.become(self.but(named={**self.named, hex_: leader}))
            case Action("release", leader):
                kept = {hex_: name for hex_, name in self.named.items() if name != leader}
                hand.become(self.but(named=kept))
            case _ if action == DONE:
                self.settle(hand)

    @rule("LDR-16", "R-57")
    def settle(self, hand: Deal) -> None:
        """The names are open from now on."""
        leaders = dict(hand.now.within(CombatPhase).leaders)
        for hex_, leader in sorted(self.named.items()):
            leaders[hex_] = (*leaders.get(hex_, ()), leader)
            hand.tell("leader", "{leader} looks after the fighting at {place}.", rule="LDR-16",
                      side=self.side, units=(leader,), hexes=(hex_,), leader=leader,
                      place=hand.game.board.called(hex_))  # fmt: skip
        hand.pop()
        hand.note(CombatPhase, leaders=leaders)


@rule("LDR-16", "R-57")
def may_lead(pos: Pos, step: Naming, pair: str) -> Refusal | None:
    """One leader of a side in a combat, two combats for a leader."""
    leader, _, hex_ = pair.rpartition(" ")
    if hex_ in step.named:
        return deny("R-57", "{leader} looks after {hex}", leader=step.named[hex_], hex=hex_)
    if list(step.named.values()).count(leader) >= pos.game.charts.limit("leader_combats"):
        return deny("LDR-16", "{leader} has combats enough", leader=leader)
    return None


class DefendingLeaders(Naming, tag="defending leaders"):
    """The defender names his first."""


class AttackingLeaders(Naming, tag="attacking leaders"):
    """Then the attacker."""

    attacking = True
