"""11.5, 11.7 Steps: strengths, losses, elimination."""

from __future__ import annotations

from grognard.decisions import Action, Decision, Offer, Panel, rule
from grognard.engine import Phase
from grognard.games.ukraine44.state import DEAD, Deal, Pos
from grognard.pieces import UnitId


@rule("2.9-2", "11.5-1")
def steps_left(pos: Pos, unit: UnitId) -> int:
    """A formation has as many steps as its printed defence; the marker shows those lost."""
    return pos.game.piece(unit).defence - pos.unit(unit).lost


@rule("11.5-1", "8.11-4", "U10", "C6")
def attack_of(pos: Pos, unit: UnitId) -> int:
    """Attack strength after losses, never below 0; halved, fractions up, when isolated."""
    now = pos.unit(unit)
    return _halved(max(0, pos.game.piece(unit).attack - now.lost), now.supply)


@rule("11.5-1", "8.11-4", "U10")
def defence_of(pos: Pos, unit: UnitId) -> int:
    """Defence strength after losses; halved, fractions up, when isolated."""
    return _halved(steps_left(pos, unit), pos.unit(unit).supply)


def _halved(strength: int, supply: str) -> int:
    return (strength + 1) // 2 if supply == "isolated" else strength


@rule("11.5-1", "11.5-2", "11.5-4", "11.7-3", "S8")
def lose_steps(hand: Deal, unit: UnitId, steps: int, rule: str) -> None:
    """Take steps from a formation, as many as it has at most; a real loss replaces a decoy."""
    taken = min(steps, steps_left(hand.now, unit))
    lost = hand.unit(unit).lost + taken
    hand.set(unit, lost=lost, decoy=False)
    hand.tell(
        "loss",
        "{unit} loses {steps} {word}.",
        rule=rule,
        side=hand.now.owner(unit),
        units=(unit,),
        unit=unit,
        steps=taken,
        word="step" if taken == 1 else "steps",
    )
    if lost >= hand.game.piece(unit).defence:
        eliminate(hand, unit)


@rule("11.5-2", "11.5-3", "12.7-1", "C20")
def eliminate(hand: Deal, unit: UnitId) -> None:
    """Remove a formation; it is kept for the count, and a Tiger with it is lost."""
    here, tiger = hand.unit(unit).at, hand.unit(unit).tiger
    if tiger:
        hand.set(unit, tiger="")
        hand.put(tiger, DEAD)
    hand.put(unit, DEAD)
    hand.tell(
        "eliminated",
        "{unit} is eliminated." if not tiger else "{unit} is eliminated, and {tiger} with it.",
        rule="11.5-2",
        side=hand.now.owner(unit),
        units=(unit,),
        hexes=(here,),
        unit=unit,
        tiger=tiger,
    )


class Losses(Phase, tag="losses"):
    """An owner of several formations spreads his losses as he likes, step by step."""

    title = "Losses"
    units: tuple[UnitId, ...]
    due: int

    def ask(self, pos: Pos) -> Decision | None:
        left = [unit for unit in self.units if pos.unit(unit).at != DEAD]
        if not self.due or sum(steps_left(pos, unit) for unit in left) <= self.due:
            return None
        return Decision(
            self.side,
            f"Choose the formation that loses a step ({self.due} to lose).",
            rule="11.7-2",
            panel=lambda _: Panel(units=tuple(left)),
            offers=(Offer("lose", left),),
        )

    @rule("11.7-3", "C19")
    def act(self, hand: Deal) -> None:
        """Nothing is left to choose: all that are left die, or all losses are taken."""
        for unit in self.units if self.due else ():
            if hand.unit(unit).at != DEAD:
                lose_steps(hand, unit, steps_left(hand.now, unit), "11.7-3")
        hand.pop()

    @rule("11.7-2")
    def take(self, hand: Deal, action: Action) -> None:
        """One step at a time. A formation left alone takes the rest at once."""
        left = [unit for unit in self.units if hand.unit(unit).at != DEAD]
        steps = self.due if len(left) == 1 else 1
        hand.become(self.but(due=self.due - steps))
        lose_steps(hand, action.arg, steps, "11.7-1")
