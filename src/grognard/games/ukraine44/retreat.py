"""11.8 Retreats."""

from __future__ import annotations

from grognard.decisions import Action, Decision, Offer, Panel, rule
from grognard.engine import Phase
from grognard.games.ukraine44.losses import lose_steps
from grognard.games.ukraine44.state import Deal, Pos
from grognard.games.ukraine44.zones import in_enemy_zone
from grognard.hexes import HexId
from grognard.mechanics.retreat import Ways, best_ways, fewest, no_crossing, no_entry
from grognard.pieces import UnitId


class Retreat(Phase, tag="retreat"):
    """One formation retreats one hex; it must if it can."""

    title = "Retreat"
    unit: UnitId

    def ask(self, pos: Pos) -> Decision | None:
        ways = pos.keep(ways_out)
        if not ways:
            return None
        return Decision(
            self.side,
            f"Choose where {self.unit} retreats.",
            rule="11.8-4",
            panel=lambda _: Panel(units=(self.unit,)),
            offers=(Offer("retreat", ways.next_hexes, ways.guard),),
        )

    @rule("11.8-5", "C9")
    def act(self, hand: Deal) -> None:
        """No hex to go to: one more step is lost, and it stays."""
        lose_steps(hand, self.unit, 1, "11.8-5")
        hand.pop()

    @rule("7.3E-1", "11.8-1", "11.8-6", "11.8-7", "C8")
    def take(self, hand: Deal, action: Action) -> None:
        """It goes; into an enemy zone at the price of one step more."""
        hand.tell(
            "retreat",
            "{unit} retreats to {place}.",
            rule="11.8-1",
            side=self.side,
            units=(self.unit,),
            hexes=(action.arg,),
            unit=self.unit,
            place=hand.game.board.called(action.arg),
        )
        hand.enter(self.unit, action.arg, by="retreat")
        if in_enemy_zone(hand.now, self.side, action.arg):
            lose_steps(hand, self.unit, 1, "11.8-6")
        hand.pop()


@rule("7.3E-2", "7.4-1", "11.8-2", "11.8-3", "11.8-4", "11.8-7", "11.8-8", "C9", "C17", "M7", "Z4")
def ways_out(pos: Pos) -> Ways:
    """Any free hex, not over the Dniester but by road; outside enemy zones if there is one."""
    step = pos.within(Retreat)
    here = pos.unit(step.unit).at

    def taken(hex_: HexId) -> bool:
        return bool(pos.at(hex_))

    def over_the_river(before: HexId, hex_: HexId) -> bool:
        return hex_ not in pos.game.links[before]

    def zone(hex_: HexId) -> bool:
        return in_enemy_zone(pos, step.side, hex_)

    return best_ways(
        here,
        1,
        pos.board.grid.neighbours,
        bars=(
            no_entry("11.8-2", "{hex} holds a formation", taken),
            no_crossing("11.8-8", "no road crosses the Dniester into {hex}", over_the_river),
        ),
        wishes=(fewest("11.8-3", "{hex} is in an enemy zone, {better} is not", zone),),
        rule="11.8-1",
    )
