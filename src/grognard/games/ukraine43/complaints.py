"""What no position of Ukraine '43 may be; asked after every action of random games."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.ukraine43.displacement import Displacement
from grognard.games.ukraine43.moving import Moving
from grognard.games.ukraine43.stacking import ARMIES, friends, overstacked
from grognard.games.ukraine43.state import AXIS, NO_BASE, SOVIET, Pos
from grognard.games.ukraine43.turn import PlayerTurn, marked_hexes


def complaints(pos: Pos) -> list[str]:
    """Everything that is wrong, in sentences."""
    return [
        *shared_hexes(pos),
        *high_stacks(pos),
        *astray(pos),
        *homeless(pos),
        *lost_leaders(pos),
        *beyond_limits(pos),
    ]


def shared_hexes(pos: Pos) -> Iterator[str]:
    """4.1-5: ground units of both sides are never in one hex."""
    block, layout = pos.columns.block, pos.columns.layout
    both = (block[layout.row("units", AXIS)] > 0) & (block[layout.row("units", SOVIET)] > 0)
    yield from (f"both sides are in {pos.board.grid.hexes[i]}" for i in both.nonzero()[0])


def high_stacks(pos: Pos) -> Iterator[str]:
    """5.4: stacks are within limits, but where an army HQ has died under its third unit (R-78),
    and for a unit that has come onto the map and must go on (16.1).
    """
    printed, move = pos.game.printed, pos.find(Moving)
    moving = () if move is None else move.units
    armies = [p.stacked for p in printed.values() if p.kind in ARMIES]
    for side in (AXIS, SOVIET):
        for hex_ in overstacked(pos, side):
            stack = [printed[u].stacked for u in friends(pos, side, hex_) if u not in moving]
            if pos.game.charts.stacking[side].over([*stack, *armies]):
                yield f"too many units in {hex_}: {', '.join(one.id for one in stack)}"


def astray(pos: Pos) -> Iterator[str]:
    """R-106: units on the map are on land in play, air units in its sky; 8.7: who is reduced
    has a reduced side.
    """
    theatre, hexes, printed = pos.game.theatre(pos), pos.board.grid.index, pos.game.printed
    for unit in pos.state.units:
        piece = printed[unit.id]
        if unit.at in hexes and unit.at not in (theatre.sky if unit.das else theatre.land):
            yield f"{unit.id} is in {unit.at}, which is not in play"
        if unit.reduced and piece.back is None:
            yield f"{unit.id} is reduced and has no reduced side"
        if unit.das and piece.role != "air":
            yield f"{unit.id} is no air unit and flies"


def homeless(pos: Pos) -> Iterator[str]:
    """15.3-1: an air unit is on DAS, or alone on a base of its side, or waits for one."""
    bases = pos.game.theatre(pos).bases
    for side in (AXIS, SOVIET):
        based = [pos.unit(u) for u in pos.game.of_role.get((side, "air"), ())]
        based = [u for u in based if u.at in pos.board.grid and not u.das]
        for unit in based:
            if unit.at not in bases or pos.holder(unit.at) != side:
                yield f"{unit.id} is in {unit.at}, which is no base of its side"
        if len({unit.at for unit in based}) < len(based):
            yield f"two {side} air units share a base"
        waiting = [u for u in pos.at(NO_BASE) if pos.owner(u) == side]
        yield from (f"{u} waits for a base and is ready" for u in waiting if not pos.unit(u).spent)


def lost_leaders(pos: Pos) -> Iterator[str]:
    """26.3-2: no leader is in a hex with enemy ground units, but for one who is asked about."""
    fleeing = {step.unit for step in pos.state.agenda if isinstance(step, Displacement)}
    for side in (AXIS, SOVIET):
        for leader in pos.game.of_role.get((side, "leader"), ()):
            at = pos.unit(leader).at
            if (
                leader not in fleeing
                and at in pos.board.grid
                and pos.columns.count("units", pos.game.enemy(side), at)
            ):
                yield f"{leader} is in {at} with the enemy"


def beyond_limits(pos: Pos) -> Iterator[str]:
    """4.7C, 4.9D, 17.2, 18.5D, R-63, T-6: no more markers than there are."""
    state, limits = pos.state, pos.game.charts.limits
    counts = {
        "forts": len(state.forts | state.building),
        "pontoons": len(state.pontoons) + len(state.trains),
    }
    turn = pos.find(PlayerTurn)
    if turn is not None:
        counts["extended_markers"] = turn.extended_markers
        counts["assault_markers"] = len(marked_hexes(pos))
    for name, count in counts.items():
        if count > limits[name].number:
            yield f"{count} {name} are in use, there are {limits[name].number}"
    ways = pos.game.railways(pos).ways
    yield from (f"railhead {m} is off its line" for m, h in state.railheads if h not in ways[m])
