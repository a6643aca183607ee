"""What the combat tests of Ukraine '43 share: a small board, counters with chosen numbers,
and how an attack is made.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.games.ukraine43.state import Pos
from grognard.games.ukraine43.units import Piece43, Values
from grognard.testing import sketch

SLUG = "ukraine43"
TARGET, NORTH, WEST, EAST = "0404", "0403", "0303", "0503"
_NAMES = {"T": TARGET, "N": NORTH, "W": WEST, "E": EAST}


def drawn(text: str, **values: tuple[int, int]) -> Pos:
    """A board of 8 x 8; `T` is the target hex, `N`, `W` and `E` are next to it. Counters get
    other attack and defence numbers by name; letters stand for digits: `u88ID=(4, 9)`.
    """
    lines = [
        " ".join(
            "/".join(_NAMES.get(part, part) for part in word.split("/")) for word in line.split()
        )
        for line in text.splitlines()
    ]
    pos = sketch(SLUG, "\n".join(["board 8 x 8", *lines]))
    return renumbered(pos, {name[1:]: both for name, both in values.items()}) if values else pos


def renumbered(pos: Pos, values: dict[str, tuple[int, int]]) -> Pos:
    """The same position with other attack and defence numbers on the full sides of counters."""

    def printed(piece: Piece43) -> Piece43:
        attack, defence = values[piece.id]
        return replace(piece, front=Values(attack, defence, piece.front.move))

    pieces = tuple(
        printed(piece) if piece.id in values and isinstance(piece, Piece43) else piece
        for piece in pos.game.pieces
    )
    return pos.game.variant(pos.board, pieces).position(pos.state)


def offered(pos: Pos, verb: str) -> set[str]:
    """The arguments that a verb is offered with."""
    return {action.arg for action in pos.actions() if action.verb == verb}


def denied(pos: Pos, action: str) -> str:
    """The rule that forbids an action."""
    refusal = pos.why_not(action)
    assert refusal is not None
    return refusal.rule


def attack(
    pos: Pos, units: Iterable[str], *, target: str = TARGET, support: Iterable[str] = ()
) -> Pos:
    """Put an attack together."""
    pos = pos.apply(f"target {target}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    for unit in support:
        pos = pos.apply(f"support {unit}")
    return pos


def fight(
    pos: Pos,
    units: Iterable[str],
    dice: Iterable[int] = (),
    *,
    target: str = TARGET,
    support: Iterable[str] = (),
) -> Pos:
    """Attack a hex with these units; the dice show this."""
    return attack(pos, units, target=target, support=support).apply("commit", dice=list(dice))


def told(pos: Pos, kind: str) -> list[str]:
    """The sentences of the events of a kind that the last action has led to."""
    return [str(event) for event in pos.events if event.kind == kind]
