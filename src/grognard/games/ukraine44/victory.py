"""4 How to win."""

from __future__ import annotations

from grognard.decisions import Part, rule, total
from grognard.games.ukraine44.losses import steps_left
from grognard.games.ukraine44.state import AXIS, DEAD, LOST, SOVIET, Deal, Pos
from grognard.games.ukraine44.supply import city_line, ground_line, saved_at_the_end
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Outcome
from grognard.words import listed

CITIES_TO_WIN = 3
SUDDEN = "sudden death"
STEP = {"mobile": 2, "infantry": 1, "garrison": 1}
LOSS = {"mobile": "4.3-6", "infantry": "4.3-7", "garrison": "4.3-9"}
TIGER = 3
AIR_MARKER = 10
CITY = 10


# --- 4.2  sudden death, and control -----------------------------------------------------


@rule("4.3-14", "4.3-15", "4.3-16", "9.3-1", "9.3-2", "9.3-3", "F8", "V6")
def enter_city(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A victory city belongs to whoever last entered it; one once taken has fallen for good."""
    if hex_ not in hand.game.victory:
        return
    state, side = hand.now.state, hand.now.owner(unit)
    held = state.held | {hex_} if side == SOVIET else state.held - {hex_}
    if held != state.held:
        name = hand.game.board.called(hex_)
        hand.tell("city", "{side} takes {place}.", rule="4.3-16", side=side, place=name)
        hand.change(held=held, fallen=state.fallen | held)


@rule("4.1-1", "4.2-1", "V7")
def sudden_death(hand: Deal) -> None:
    """The Soviet wins at once with three of the four victory cities."""
    held = hand.now.state.held
    if len(held) >= CITIES_TO_WIN:
        names = ", ".join(sorted(hand.game.board.called(h) for h in held))
        hand.win(SOVIET, SUDDEN, f"the Soviets hold {names}", "4.2-1")


# --- 4.3  points ------------------------------------------------------------------------


def points(pos: Pos) -> dict[str, tuple[Part, ...]]:
    """Both sides' victory points as they would be if the game ended now."""
    return {AXIS: axis_points(pos), SOVIET: soviet_points(pos)}


def axis_points(pos: Pos) -> tuple[Part, ...]:
    """What the Axis has scored."""
    return (*soviet_losses(pos), *escapes(pos))


def soviet_points(pos: Pos) -> tuple[Part, ...]:
    """What the Soviets have scored."""
    return (*axis_losses(pos), *tiger_losses(pos), *air_marker(pos), *cities(pos))


@rule("4.3-2", "V1")
def soviet_losses(pos: Pos) -> list[Part]:
    """A point for each Soviet step lost."""
    units = pos.state.units[pos.game.formations[SOVIET]]
    steps = sum(unit.lost for unit in units if counts(pos, unit.id))
    return [Part(steps, "Soviet steps lost", "4.3-2")] if steps else []


@rule("V1")
def counts(pos: Pos, unit: UnitId) -> bool:
    """Every lost step scores; by the other reading only those of formations removed."""
    return pos.state.options.lost_steps_score or pos.unit(unit).at == DEAD


@rule("4.3-3")
def escapes(pos: Pos) -> list[Part]:
    """A point for each step left of a formation that has escaped."""
    found = []
    for unit in pos.state.units[pos.game.formations[AXIS]]:
        if has_escaped(pos, unit.id):
            found.append(Part(steps_left(pos, unit.id), f"{unit.id} escaped", "4.3-3"))
    return found


@rule("4.3-3", "4.3-4", "4.3-5", "V3", "V10")
def has_escaped(pos: Pos, unit: UnitId) -> bool:
    """A mobile formation of the 1st Panzer Army that stands north of the Dniester and has a
    ground supply line.
    """
    piece, here = pos.game.piece(unit), pos.unit(unit).at
    of_the_army = piece.pza and piece.kind == "mobile"
    return of_the_army and here in pos.game.north and ground_line(pos, AXIS, here)


@rule("4.3-6", "4.3-7", "4.3-9", "4.3-10", "4.3-11", "V2", "V8", "V9")
def axis_losses(pos: Pos) -> list[Part]:
    """Points for Axis steps: those lost, and all of a formation that is cut off."""
    found = []
    for unit in pos.state.units[pos.game.formations[AXIS]]:
        piece = pos.game.piece(unit.id)
        worth = STEP[piece.kind]
        if unit.at in pos.board.grid and not saved_at_the_end(pos, unit.id):
            found.append(Part(worth * piece.defence, f"{unit.id} cut off", "4.3-10"))
        elif unit.lost and counts(pos, unit.id):
            found.append(Part(worth * unit.lost, f"{unit.id} lost {unit.lost}", LOSS[piece.kind]))
    return found


@rule("4.3-8", "4.3-12", "12.7-2")
def tiger_losses(pos: Pos) -> list[Part]:
    """Three points for each Tiger battalion lost with its formation."""
    dead = [tiger for tiger in pos.game.tigers if pos.unit(tiger).at == DEAD]
    return [Part(TIGER, f"{tiger} eliminated", "4.3-8") for tiger in dead]


@rule("4.3-13", "8.17-2")
def air_marker(pos: Pos) -> list[Part]:
    """Ten points if the Air Supply marker was overrun."""
    lost = pos.state.air == LOST
    return [Part(AIR_MARKER, "Air Supply marker overrun", "4.3-13")] if lost else []


@rule("4.3-14", "4.3-17", "V4")
def cities(pos: Pos) -> list[Part]:
    """Ten points for each victory city held with a supply line."""
    supplied = sorted(h for h in pos.state.held if city_line(pos, h))
    return [Part(CITY, pos.board.called(h), "4.3-14") for h in supplied]


@rule("4.1-1", "4.3-1", "5.1-6", "V5")
def final_count(hand: Deal) -> None:
    """After the last turn the higher total wins; equal totals are a draw."""
    scored = points(hand.now)
    axis, soviet = total(scored[AXIS]), total(scored[SOVIET])
    for side, parts in scored.items():
        hand.tell(
            "points",
            "{side} victory points: {sum}.",
            rule="4.3-1",
            side=side,
            parts=parts,
            sum=total(parts),
        )
    reason = f"Axis {axis}, Soviet {soviet} points"
    winner = "" if axis == soviet else AXIS if axis > soviet else SOVIET
    hand.win(winner, "points" if winner else "draw", reason, "4.3-1")


def told(pos: Pos, outcome: Outcome) -> Outcome:
    """How the game has ended: by cities, or by both counts."""
    if outcome.level == SUDDEN:
        names = listed([pos.board.called(hex_) for hex_ in sorted(pos.state.held)])
        return Outcome(outcome.winner, SUDDEN, f"The Soviets hold {names}", outcome.rule)
    axis, soviet = (total(points(pos)[side]) for side in (AXIS, SOVIET))
    reason = f"The Axis has {axis} victory points and the Soviets {soviet}"
    if axis == soviet:
        reason = f"Both sides have {axis} victory points"
    return Outcome(outcome.winner, "", reason, outcome.rule)
