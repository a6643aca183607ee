"""4.3 The count of points as a side can make it while counters lie hidden.

Everything that scores lies open but one thing: how many steps a hidden formation has left.
There the count has the least and the most that it may be.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import Part, Side
from grognard.games.ukraine44 import supply, victory
from grognard.games.ukraine44.belief import identity
from grognard.games.ukraine44.losses import steps_left
from grognard.games.ukraine44.mask import steps_range
from grognard.games.ukraine44.state import AXIS, DEAD, SOVIET, Pos
from grognard.view import Counter, View


def points_seen(pos: Pos, view: View) -> dict[Side, tuple[Part, ...]]:
    """Both counts with every term. `pos` is the View, filled: who hidden counters are in it
    makes no difference to the count.
    """
    axis, soviet = losses_seen(pos, view, SOVIET), losses_seen(pos, view, AXIS)
    for counter in view.counters:
        if counter.side != AXIS or counter.at not in pos.board.grid:
            continue
        unit = pos.game.formation_at(pos, counter.at)
        assert unit is not None
        if victory.has_escaped(pos, unit):
            axis.append(_as_it_stands(pos, escape_part(pos, counter), "escaped"))
        elif not supply.saved_at_the_end(pos, unit):
            soviet.append(_as_it_stands(pos, cut_off_part(pos, counter), "cut off"))
    soviet += [*victory.tiger_losses(pos), *victory.air_marker(pos), *victory.cities(pos)]
    return {AXIS: tuple(axis), SOVIET: tuple(soviet)}


def losses_seen(pos: Pos, view: View, side: Side) -> list[Part]:
    """Points for the steps that a side has lost, by type; V1 says whose."""
    every = pos.state.options.lost_steps_score
    lost = view.tracks["lost"] if every else dead_steps(view)
    found = []
    for kind, worth in victory.STEP.items():
        steps = lost.get(f"{side} {kind}", 0)
        amount, rule = (steps, "4.3-2") if side == SOVIET else (worth * steps, victory.LOSS[kind])
        if steps:
            found.append(Part(amount, f"{kind} steps lost", rule))
    return found


def dead_steps(view: View) -> dict[str, int]:
    """The steps of dead formations by side and type."""
    found: dict[str, int] = {}
    for counter in view.counters:
        if counter.at == DEAD and counter.facts["lost"]:
            name = f"{counter.side} {counter.facts['kind']}"
            found[name] = found.get(name, 0) + counter.facts["lost"]
    return found


def escape_part(pos: Pos, counter: Counter) -> Part:
    """The steps that a formation brings out."""
    if counter.known:
        unit = identity(counter)
        return Part(steps_left(pos, unit), unit, "4.3-3")
    least, most = _range(pos, counter, marked=counter.facts["marker"])
    return Part(least, _where(pos, counter), "4.3-3", most)


def cut_off_part(pos: Pos, counter: Counter) -> Part:
    """The steps of a formation without supply, apart from those that have scored as lost."""
    every = pos.state.options.lost_steps_score
    worth = victory.STEP[counter.facts["kind"]]
    if counter.known:
        unit = identity(counter)
        steps = steps_left(pos, unit) if every else pos.game.piece(unit).steps
        return Part(worth * steps, unit, "4.3-10")
    least, most = _range(pos, counter, marked=counter.facts["marker"] and every)
    return Part(worth * least, _where(pos, counter), "4.3-10", worth * most)


def _as_it_stands(pos: Pos, part: Part, what: str) -> Part:
    """What has become of a formation, or would have if the game ended now: until then it may yet
    be caught, or saved.
    """
    text = f" {what}" if pos.outcome else f", {what} if the game ended now"
    return replace(part, reason=part.reason + text)


def _range(pos: Pos, counter: Counter, *, marked: bool) -> tuple[int, int]:
    return steps_range(pos, counter.facts["group"], counter.facts["kind"], marked=marked)


def _where(pos: Pos, counter: Counter) -> str:
    return f"formation in {pos.board.called(counter.at)}"
