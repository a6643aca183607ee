"""AIRB-15 The search for dispersed paratroopers, before the Axis declares its attacks."""

from __future__ import annotations

from grognard.decisions import DONE, Action, Decision, Offer, Panel, Refusal, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.state import AXIS, Deal, Pos
from grognard.games.kanev43.strengths import attack
from grognard.games.kanev43.turn import CombatPhase, PlayerTurn, on_map
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.view import pseudonym


class Search(Phase, tag="search"):
    """Axis battalions search their own hexes: a die for each dispersed unit there, once."""

    title = "Combat Phase"
    #: Hexes that were searched; who searches now, and for whom the dice are still to be thrown.
    searched: tuple[HexId, ...] = ()
    finder: UnitId = ""
    sought: tuple[UnitId, ...] = ()
    found: tuple[UnitId, ...] = ()

    @classmethod
    @rule("AIRB-15")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only the Axis searches."""
        side = getattr(parent, "side", "")
        return cls(side=side) if side == AXIS else None

    @rule("AIRB-15", "R-105")
    def ask(self, pos: Pos) -> Decision | None:
        if self.finder:
            return None
        hiding = {unit.at for unit in map(pos.unit, pos.game.airborne) if unit.dispersed}
        beside = [unit for unit in on_map(pos, AXIS) if pos.unit(unit).at in hiding]
        able = [unit for unit in beside if may_search(pos, self, unit) is None]
        if not able:
            return None
        return Decision(
            self.side,
            "Choose a battalion that searches its hex for paratroopers, or go on.",
            rule="AIRB-15",
            auto=False,
            panel=lambda _: Panel("Search", units=tuple(able)),
            offers=(Offer("select", able, may_search, exact=True), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        here = hand.unit(action.arg).at
        sought = in_no_order(hand.now, dispersed_in(hand.now, here))
        hand.become(
            self.but(searched=(*self.searched, here), finder=action.arg, sought=sought, found=())
        )

    def act(self, hand: Deal) -> None:
        """The next die, or the end of a search, or of all of them."""
        if self.sought:
            hand.roll("search", side=self.side, place=hand.unit(self.finder).at)
        elif self.finder:
            self.report(hand)
        else:
            hand.pop()

    @rule("AIRB-15")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """On 1 or 2 a unit is located."""
        unit, rest = self.sought[0], self.sought[1:]
        success = dice[0] <= hand.game.charts.limit("search_die")
        text = "{unit} is located." if success else "{unit} is not found."
        hand.tell("search", text, rule="AIRB-15", side=self.side, dice=dice, units=(unit,),
                  hexes=(hand.unit(unit).at,), unit=unit)  # fmt: skip
        found = (*self.found, unit) if success else self.found
        hand.become(self.but(sought=rest, found=found))

    @rule("AIRB-18", "R-105")
    def report(self, hand: Deal) -> None:
        """Who was found must be attacked by the finder; the hex counts as declared."""
        hand.become(self.but(finder="", found=()))
        if self.found:
            here, phase = hand.unit(self.finder).at, hand.now.within(CombatPhase)
            located = {**phase.located, here: self.found}
            hand.note(CombatPhase, located=located, finders=self.finder, declared=here)


@rule("R-96")
def in_no_order(pos: Pos, units: list[UnitId]) -> tuple[UnitId, ...]:
    """By the names that the Axis has for them: the order of the counters would tell who is who."""
    return tuple(sorted(units, key=lambda unit: pseudonym(pos.state, unit, "?")))


def dispersed_in(pos: Pos, hex_: HexId) -> list[UnitId]:
    """The dispersed paratroopers in a hex."""
    return [unit for unit in pos.at(hex_) if pos.unit(unit).dispersed]


@rule("AIRB-15", "STM-4", "R-91", "R-105")
def may_search(pos: Pos, step: Search, unit: UnitId) -> Refusal | None:
    """A battalion with dispersed paratroopers in its hex that can attack and has not moved
    strategically; a hex is searched once.
    """
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    if pos.owner(unit) != step.side or piece.size != "battalion":
        return deny("AIRB-15", "{unit} is no battalion of yours", unit=unit)
    if not dispersed_in(pos, here):
        return deny("AIRB-15", "nobody is to be found where {unit} is", unit=unit)
    if here in step.searched:
        return deny("R-105", "{hex} has been searched", hex=here)
    if unit in pos.within(PlayerTurn).strategic:
        return deny("STM-4", "{unit} has moved strategically", unit=unit)
    if not attack(pos, unit):
        return deny("R-91", "{unit} cannot attack", unit=unit)
    return None
