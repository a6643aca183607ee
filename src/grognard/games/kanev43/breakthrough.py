"""BRK Breakthrough: units that advanced attack once more, if a leader near them carries them on."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Panel, Refusal, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.combat import Declaring, Resolving
from grognard.games.kanev43.leading import AttackingLeaders, DefendingLeaders, is_near, succeeds
from grognard.games.kanev43.state import Deal, Pos
from grognard.games.kanev43.strengths import attack
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId


@rule("BRK-2", "R-66")
def spearheads(pos: Pos, hex_: HexId) -> tuple[UnitId, ...]:
    """The units in a hex that advanced after combat and can attack."""
    advanced = pos.within(PlayerTurn).advanced
    there = (unit for unit in pos.at(hex_) if unit in advanced)
    return tuple(u for u in there if not pos.game.piece(u).is_leader and attack(pos, u))


@rule("BRK-3", "LDR-18", "R-66")
def leaders_of(pos: Pos, hex_: HexId) -> tuple[UnitId, ...]:
    """The leaders stacked with or next to a unit of their formation that advanced into a hex."""
    units = spearheads(pos, hex_)
    side = pos.within(PlayerTurn).side
    return tuple(u for u in pos.game.leaders[side] if units and is_near(pos, u, units))


class Attempts(Phase, tag="attempts"):
    """Each hex with units that advanced tries once; its leader's die decides."""

    title = "Breakthrough Phase"
    tried: tuple[HexId, ...] = ()
    #: The hex that tries now, and the leader on whom it depends.
    trying: HexId = ""
    leader: UnitId = ""

    @rule("BRK-2", "BRK-3", "R-66")
    def ask(self, pos: Pos) -> Decision | None:
        if self.leader:
            return None
        if self.trying:
            return self.ask_leader(pos)
        posts = dict.fromkeys(pos.unit(u).at for u in sorted(pos.within(PlayerTurn).advanced))
        able = [h for h in posts if may_attempt(pos, self, h) is None and faces_enemy(pos, self, h)]
        if not able:
            return None
        return Decision(
            self.side,
            "Choose a hex whose units try to break through, or go on.",
            rule="BRK-2",
            auto=False,
            calm=True,
            panel=lambda _: Panel("Breakthrough", hexes=tuple(able)),
            offers=(Offer("target", able, may_attempt), Offer("done")),
        )

    @rule("R-66")
    def ask_leader(self, pos: Pos) -> Decision:
        """Of several leaders the owner picks one."""
        return Decision(
            self.side,
            "Choose the leader of the breakthrough.",
            rule="R-66",
            offers=(Offer("select", leaders_of(pos, self.trying)),),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("target", hex_):
                hand.become(self.but(trying=hex_, tried=(*self.tried, hex_)))
            case Action("select", leader):
                hand.become(self.but(leader=leader))
            case _ if action == DONE:
                hand.pop()

    def act(self, hand: Deal) -> None:
        if self.leader:
            hand.roll("breakthrough", side=self.side, place=self.trying)
        else:
            hand.pop()

    @rule("BRK-4", "R-66")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """Not above the leader's tactical value: the units may attack again."""
        success = succeeds(hand.now, self.leader, dice[0])
        units = spearheads(hand.now, self.trying)
        text = "{leader} breaks through at {place}." if success else "{leader} is held at {place}."
        hand.tell("breakthrough", text, rule="BRK-4", side=self.side, dice=dice, units=units,
                  hexes=(self.trying,), leader=self.leader,
                  place=hand.game.board.called(self.trying))  # fmt: skip
        hand.become(self.but(trying="", leader=""))
        if success:
            hand.note(CombatPhase, breaking=frozenset(units))


def faces_enemy(pos: Pos, step: Attempts, hex_: HexId) -> bool:
    """Is anybody next to a hex who could be attacked?"""
    enemy = pos.game.enemy(step.side)
    return any(pos.columns.count("units", enemy, h) for h in pos.board.grid.neighbours(hex_))


@rule("BRK-2", "BRK-3", "BRK-6", "R-66")
def may_attempt(pos: Pos, step: Attempts, hex_: HexId) -> Refusal | None:
    """A hex with units that advanced and a leader near them, once."""
    if not spearheads(pos, hex_):
        return deny("BRK-2", "nobody in {hex} has advanced", hex=hex_)
    if hex_ in step.tried:
        return deny("BRK-6", "the units in {hex} have tried", hex=hex_)
    if not leaders_of(pos, hex_):
        return deny("BRK-3", "no leader is near his units in {hex}", hex=hex_)
    return None


class Breakthrough(CombatPhase, tag="breakthrough"):
    """The Breakthrough Phase: attempts, then attacks like any others, but without artillery."""

    title = "Breakthrough Phase"
    stages = (Attempts, Declaring, DefendingLeaders, AttackingLeaders, Resolving)

    @classmethod
    @rule("SOP-18", "BRK-5", "LDR-18")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only those who break through may attack."""
        return cls(side=getattr(parent, "side", ""), breaking=frozenset())


#: For the list of the game's steps.
BREAKING: tuple[type[Step], ...] = (Breakthrough, Attempts)
