"""What the rule tests of Ukraine '44 do again and again: attack, and ask what is offered."""

from grognard.decisions import Event
from grognard.games.ukraine44.state import Pos


def offered(pos: Pos, verb: str) -> set[str]:
    """The arguments that a verb is offered with."""
    return {action.arg for action in pos.actions() if action.verb == verb}


def denied(pos: Pos, action: str) -> str:
    """The rule that forbids an action."""
    refusal = pos.why_not(action)
    assert refusal is not None
    return refusal.rule


def attack(pos: Pos, target: str, *units: str) -> Pos:
    """Put an attack together."""
    pos = pos.apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    return pos


def fight(pos: Pos, target: str, *units: str, dice: int | list[int]) -> Pos:
    """Attack a hex with these formations; the dice show this."""
    faces = [dice] if isinstance(dice, int) else dice
    return attack(pos, target, *units).apply("commit", dice=faces)


def combat(pos: Pos) -> Event:
    """The combat that the last action has resolved."""
    (event,) = (event for event in pos.events if event.kind == "combat")
    return event


def result(pos: Pos) -> str:
    """What the table said in it."""
    return str(combat(pos).facts["result"])


def lost(pos: Pos, *units: str) -> list[int]:
    """The steps that formations have lost."""
    return [pos.unit(unit).lost for unit in units]
