"""What the rule tests of movement in Ukraine '43 do again and again."""

from itertools import chain

from grognard.games.ukraine43.state import Pos


def _river(row: int, columns: int = 8) -> str:
    """A Major River along the south of a row of hexes, from edge to edge."""
    south = [(c, c) for c in range(1, columns + 1)]
    aside = [(c, n) for c in range(1, columns + 1, 2) for n in (c - 1, c + 1) if 1 <= n <= columns]
    pairs = (f"{a:02}{row:02}/{b:02}{row + 1:02}" for a, b in chain(south, aside))
    return "hexside major_river " + " ".join(pairs)


#: The Dnieper runs between rows 04 and 05 of a board of eight columns.
DNIEPER = _river(4)


def offered(pos: Pos, verb: str) -> set[str]:
    """The arguments that a verb is offered with."""
    return {action.arg for action in pos.actions() if action.verb == verb}


def denied(pos: Pos, action: str) -> str:
    """The rule that forbids an action."""
    refusal = pos.why_not(action)
    assert refusal is not None, f"{action} is allowed"
    return refusal.rule


def does(pos: Pos, *actions: str) -> Pos:
    """Carry out actions one after the other."""
    for action in actions:
        pos = pos.apply(action)
    return pos


def cost(pos: Pos, hex_: str) -> float:
    """The movement points that the open move would pay for a hex."""
    way = pos.way(hex_)
    assert way is not None, f"{hex_} is out of reach"
    return sum(part.amount for part in way.parts) / 2
