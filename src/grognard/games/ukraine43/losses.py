"""8.7, 16.4C Steps and their loss: whoever makes a unit lose a step does it here."""

from __future__ import annotations

from grognard.decisions import RuleId, rule
from grognard.games.ukraine43.state import ARRIVALS, DEAD, Deal, Pos
from grognard.pieces import UnitId

#: They come back by themselves (16.4C).
RETURNING = ("tiger", "stug")


@rule("8.7-1")
def steps_left(pos: Pos, unit: UnitId) -> int:
    """Two on the full side of a unit that has a reduced one, else one; leaders and air units
    have none.
    """
    steps = pos.game.piece(unit).steps
    return 1 if pos.unit(unit).reduced else steps


@rule("8.7-1", "8.7-2")
def lose_step(hand: Deal, unit: UnitId, rule: RuleId) -> None:
    """A unit is flipped to its reduced side; one on its last step is eliminated."""
    if steps_left(hand.now, unit) == 1:
        eliminate(hand, unit, rule)
        return
    hand.set(unit, reduced=True)
    hand.tell("loss", "{unit} loses a step.", rule=rule, side=hand.game.owners[unit], units=(unit,),
              hexes=(hand.unit(unit).at,), unit=unit, steps=1)  # fmt: skip


@rule("8.7-2", "16.1-5", "16.4C-2", "22.3-2")
def eliminate(hand: Deal, unit: UnitId, rule: RuleId) -> None:
    """A unit goes to the Dead Pile, rid of its markers; Tigers and assault guns go four turns
    ahead on the track instead.
    """
    here, kind, steps = hand.unit(unit).at, hand.game.piece(unit).kind, steps_left(hand.now, unit)
    hand.set(unit, reduced=False, disrupted=False, oos=False, spent=False, bound=False)
    if kind in RETURNING:
        turn = hand.now.turn + hand.game.charts.limits["tiger_return"].number
        hand.set(unit, at=ARRIVALS, returns=turn)
        text = "{unit} is eliminated and returns on turn {turn}."
    else:
        hand.put(unit, DEAD)
        turn, text = 0, "{unit} is eliminated."
    hand.tell("eliminated", text, rule=rule, side=hand.game.owners[unit], units=(unit,),
              hexes=(here,), unit=unit, turn=turn, steps=steps)  # fmt: skip
