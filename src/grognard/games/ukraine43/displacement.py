"""26.3 Leaders caught alone by an enemy."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase
from grognard.games.ukraine43.stacking import friends
from grognard.games.ukraine43.state import SOVIET, Deal, Pos
from grognard.games.ukraine43.supply import edge_sources
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.hexes import HexId
from grognard.pieces import UnitId


def leaders_at(pos: Pos, side: Side, hex_: HexId) -> list[UnitId]:
    """The leaders of a side in a hex."""
    return [u for u in pos.game.of_role.get((side, "leader"), ()) if pos.unit(u).at == hex_]


@rule("26.3-2", "R-60", "R-70")
def displace_lone_leaders(hand: Deal, side: Side, hex_: HexId) -> None:
    """Leaders of a side without a ground unit in their hex are Disrupted and go elsewhere."""
    if friends(hand.now, side, hex_):
        return
    for leader in leaders_at(hand.now, side, hex_):
        displace(hand, leader)


@rule("26.3-2", "R-59", "R-60")
def displace(hand: Deal, leader: UnitId) -> None:
    """A leader is Disrupted, and his owner says in a step that is open afterwards where he goes."""
    side = hand.game.owners[leader]
    hand.set(leader, disrupted=True)
    hand.tell("displaced", "{unit} is caught alone.", rule="26.3-2", side=side, units=(leader,),
              hexes=(hand.unit(leader).at,), unit=leader)  # fmt: skip
    hand.push(Displacement(side=side, unit=leader))


@rule("26.3-2", "R-99")
def refuges(pos: Pos, side: Side, here: HexId) -> list[HexId]:
    """Where a leader may go: friendly objectives, without any the friendly edge sources, and
    without these any friendly hex; never where the enemy is.
    """
    enemy = pos.game.enemy(side)

    def free(hexes: Iterable[HexId]) -> list[HexId]:
        found = (h for h in hexes if h != here and pos.holder(h) == side)
        return [h for h in found if not pos.columns.count("units", enemy, h)]

    land = pos.game.theatre(pos).land
    return (
        free(pos.game.objectives(pos))
        or free(edge_sources(pos, side))
        or free(h for h in pos.board.grid if h in land)
    )


class Displacement(Phase, tag="displacement"):
    """The choice of the hex where a displaced leader goes."""

    title = "Leaders"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision | None:
        hexes = refuges(pos, self.side, pos.unit(self.unit).at)
        if not hexes:
            return None
        return Decision(
            self.side,
            f"Choose where {pos.game.piece(self.unit).name} goes.",
            rule="26.3-2",
            waiting="A leader flees.",
            offers=(Offer("place", hexes, may_flee_to, exact=True, of="hex"),),
        )

    def act(self, hand: Deal) -> None:
        """His side holds no hex at all: he stays until he can move (R-99)."""
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        hand.pop()
        leader_moves(hand, self.unit)
        hand.put(self.unit, action.arg)
        hand.tell("displaced", "{unit} goes to {place}.", rule="26.3-2", side=self.side,
                  units=(self.unit,), hexes=(action.arg,), unit=self.unit,
                  place=hand.game.board.called(action.arg))  # fmt: skip


def may_flee_to(pos: Pos, step: Displacement, hex_: HexId) -> Refusal | None:
    """A friendly objective, or what R-99 puts in its place."""
    if hex_ not in refuges(pos, step.side, pos.unit(step.unit).at):
        return deny("26.3-2", "{hex} is no refuge for a leader", hex=hex_)
    return None


@rule("26.1A", "26.2-3", "R-59", "R-99")
def leader_moves(hand: Deal, leader: UnitId) -> None:
    """Any change of hex keeps Zhukov out of this turn's combats, and ends Manstein's help."""
    if hand.game.owners[leader] == SOVIET:
        hand.change(zhukov_moved=hand.now.turn)
    elif hand.now.find(PlayerTurn) is not None:
        hand.note(PlayerTurn, manstein_moved=True)
