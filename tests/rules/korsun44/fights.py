"""Combat of Korsun 1944 on a blank map: counters of any strength, attacks, dice, results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from grognard.decisions import Refusal
from grognard.games.korsun44.battle import Battle
from grognard.games.korsun44.state import GERMAN, SOVIET, Pos
from grognard.games.korsun44.units import KorsunPiece, Values
from grognard.registry import load
from grognard.testing import sketch

SLUG = "korsun44"
PLAIN: Any = load(SLUG)
#: The hex that is attacked, and its neighbours clockwise from the north.
TARGET = "0504"
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = (
    "0503", "0604", "0605", "0505", "0405", "0404",
)  # fmt: skip
#: Three regiments of one German division, and its three units that are armoured.
DIVISION = ("80-34", "107-34", "253-34")
ARMOURED = ("6-3", "3-3", "394-3")
#: Somebody else who could fight and need not, so that the phase goes on.
_FAR = {
    SOVIET: ("unit RG-Smela 1310", "unit 233RD 1311"),
    GERMAN: ("unit 4Art-53A 1310", "unit KG-Haack 1311"),
}


def counters() -> Iterator[KorsunPiece]:
    """Infantry of any strength, `S12` Soviet and `G5` German, of one level; `S12w` has two and
    a weak side of half its strength.
    """
    for letter, model in (("S", "180RD"), ("G", "KG-Rentz")):
        plain = replace(PLAIN.piece(model), formation=None, stars={})
        for points in range(1, 41):
            front, weak = Values(points, points, 4), Values(-(-points // 2), -(-points // 2), 4)
            name = f"{letter}{points}"
            yield replace(plain, id=name, name=name, front=front, back=None)
            yield replace(plain, id=f"{name}w", name=f"{name}w", front=front, back=weak)


GAME: Any = PLAIN.variant(PLAIN.board, (*PLAIN.pieces, *counters()))


def of(refusal: Refusal | None) -> str:
    """The rule of a refusal; empty if there is none."""
    return refusal.rule if refusal else ""


def field(*lines: str, side: str = SOVIET, phase: str = "combat", far: bool = True) -> Pos:
    """A blank country with these lines; the phase of a side is open on turn 5."""
    more = _FAR[side] if far else ()
    text = ["board 14 x 12", "turn 5", *lines, *more, f"phase {phase} {side}"]
    return sketch(GAME, "\n".join(text))


def prepared(pos: Pos, target: str, *units: str, guns: tuple[str, ...] = ()) -> Pos:
    """An attack put together, ready to be committed. `target` may be several hexes."""
    first, *others = target.split("+")
    pos = pos.apply(f"target {first}")
    for unit in units:
        pos = pos.apply(f"attack {unit}")
    for hex_ in others:
        pos = pos.apply(f"target {hex_}")
    for gun in guns:
        pos = pos.apply(f"support {gun}")
    return pos


def do(pos: Pos, *actions: str) -> Pos:
    """Actions one after the other, up to the next dice."""
    for action in actions:
        pos = pos.apply(action, chance="stop")
    return pos


def unsaid(pos: Pos) -> Pos:
    """Nobody calls guns or declares anything."""
    while not pos.chances() and pos.top.tag in ("cover", "declaration"):
        pos = pos.apply("done", chance="stop")
    return pos


def throw(pos: Pos, *faces: int) -> Pos:
    """Dice are due and show these faces."""
    for face in faces:
        pos = pos.roll(face)
    return pos


def bound(pos: Pos, target: str, *units: str, guns: tuple[str, ...] = ()) -> Pos:
    """An attack that is committed, nothing declared; the dice are due."""
    return unsaid(do(prepared(pos, target, *units, guns=guns), "commit"))


def column(pos: Pos) -> str:
    """The column of the combat that is open."""
    battle = pos.within(Battle)
    assert battle.odds is not None
    found: str = GAME.charts.column(battle.odds.rung)
    return found


def comes_to(pos: Pos, result: str) -> Pos:
    """The dice of the open combat show a result that its column has."""
    battle, charts = pos.within(Battle), GAME.charts
    assert battle.odds is not None
    shift = sum(part.amount for part in battle.odds.dice)
    for low in range(1, 7):
        for high in range(low, 7):
            cell = charts.result(battle.odds.rung, low + high + shift)
            if f"{cell.attacker.text} / {cell.defender.text}" == result:
                return throw(pos, low, high)
    raise AssertionError(f"{column(pos)} has no {result}")


def fought(pos: Pos, target: str, *units: str, result: str, guns: tuple[str, ...] = ()) -> Pos:
    """A combat with a result, up to what is asked then."""
    return comes_to(bound(pos, target, *units, guns=guns), result)


def dead(pos: Pos, *units: str) -> list[str]:
    """Those of units that are eliminated."""
    return [unit for unit in units if pos.unit(unit).at == "dead"]


def levels(pos: Pos, *units: str) -> list[int]:
    """The levels that units have left; the dead have none."""
    return [0 if dead(pos, unit) else GAME.levels(pos, unit) for unit in units]


def verbs(pos: Pos, verb: str) -> list[str]:
    """The arguments with which a verb is open."""
    return sorted(action.arg for action in pos.actions() if action.verb == verb)


def strengths(pos: Pos) -> tuple[int, int, int, int]:
    """Attack, defence, attacker's and defender's modifiers of the open combat."""
    odds = pos.within(Battle).odds
    assert odds is not None
    groups = (odds.attack, odds.defence, odds.attacker, odds.defender)
    a, b, c, d = (sum(part.amount for part in parts) for parts in groups)
    return a, b, c, d


def reasons(pos: Pos) -> dict[str, int]:
    """The modifiers of the open combat with their rules; the defender's are below zero."""
    odds = pos.within(Battle).odds
    assert odds is not None
    ours = {part.rule: part.amount for part in odds.attacker}
    return ours | {part.rule: -part.amount for part in odds.defender}


def against(*lines: str, attack: int = 12, defence: int = 4) -> Pos:
    """Soviets of so many SPs attack Germans in the target from the north."""
    pos = field(f"unit S{attack} {NORTH}", f"unit G{defence} {TARGET}", *lines)
    return bound(pos, TARGET, f"S{attack}")
