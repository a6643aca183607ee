"""4 How to win: Soviet victory points, judged at the end of the last turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.decisions import Part, rule
from grognard.games.storm41.charts import PointName
from grognard.games.storm41.scenario import Levels
from grognard.games.storm41.state import AXIS, SOVIET, Deal, Pos
from grognard.games.storm41.supply import traced
from grognard.games.storm41.theatre import CorridorName, Edge
from grognard.state import Outcome
from grognard.words import counted

#: Whom the Soviets must drive out of Hungary (4.6).
GUARDS = ("german", "hungarian")


@rule("4.2", "R-15", "R-22")
def control_points(pos: Pos) -> int:
    """Soviet control points of cities, in supply or not."""
    counts = pos.game.charts.counts
    cities = pos.game.theatre(pos).cities
    return sum(counts[kind].number for hex_, kind in cities.items() if pos.holder(hex_) == SOVIET)


@rule("4.1")
def points(pos: Pos) -> tuple[Part, ...]:
    """The Soviet victory points as they stand, one part for each that is earned or deducted."""
    chart = pos.game.charts.points
    return tuple(
        Part(chart[name].number, chart[name].title, chart[name].rule)
        for name in pos.game.scene(pos).victory.scored
        if _EARNED[name](pos)
    )


# --- 4.2 - 4.10  what is judged ------------------------------------------------------------


@rule("4.2")
def _has_advantage(pos: Pos) -> bool:
    return control_points(pos) >= pos.game.scene(pos).victory.advantage


@rule("4.3")
def _has_ploesti(pos: Pos) -> bool:
    oil = pos.game.theatre(pos).oil
    return bool(oil) and pos.holder(oil) == SOVIET


@rule("4.4", "4.5")
def _has_corridor(pos: Pos, name: CorridorName) -> bool:
    """Every hex of it, if it is on the board at all."""
    corridor = pos.game.theatre(pos).corridors.get(name)
    return corridor is not None and all(pos.holder(h) == SOVIET for h in corridor.links)


@rule("4.6", "R-28", "R-36")
def _hungary_is_empty(pos: Pos) -> bool:
    """No German and no Hungarian unit in hexes of Hungary; Romanians do not matter."""
    hungary = pos.game.theatre(pos).homes["hungarian"]
    return not any(pos.game.piece(u).nation in GUARDS for h in hungary for u in pos.at(h))


@rule("4.7")
def _germans_bled(pos: Pos) -> bool:
    return pos.state.german_losses >= pos.game.scene(pos).victory.german_losses


@rule("4.8")
def _soviets_bled(pos: Pos) -> bool:
    return pos.state.soviet_losses >= pos.game.scene(pos).victory.soviet_losses


@rule("4.9", "4.10", "R-4", "R-5", "R-35")
def _germans_at_the_edge(pos: Pos, edge: Edge) -> bool:
    """A German-controlled hex of that edge with a line of its own; no unit need be there."""
    edges = pos.game.theatre(pos).east_edges[edge]
    return any(pos.holder(h) == AXIS and h in traced(pos, AXIS) for h in edges)


_EARNED: Mapping[PointName, Callable[[Pos], bool]] = {
    "advantage": _has_advantage,
    "ploesti": _has_ploesti,
    "pripyat_notec": lambda pos: _has_corridor(pos, "pripyat_notec"),
    "danube": lambda pos: _has_corridor(pos, "danube"),
    "hungary": _hungary_is_empty,
    "german_losses": _germans_bled,
    "soviet_losses": _soviets_bled,
    "north_edge": lambda pos: _germans_at_the_edge(pos, "north_edge"),
    "south_edge": lambda pos: _germans_at_the_edge(pos, "south_edge"),
}


# --- 4.11  who has won ---------------------------------------------------------------------


@rule("4.11", "4.11-variant", "R-38")
def levels(pos: Pos) -> Levels:
    """The points that decide; fewer are enough against the strong Luftwaffe."""
    victory = pos.game.scene(pos).victory
    return victory.luftwaffe if pos.state.options.strong_luftwaffe else victory.levels


@rule("4.1", "4.11", "R-37")
def judge(hand: Deal) -> None:
    """The end of the last turn: count, and end the game."""
    pos = hand.now
    parts = points(pos)
    score, needed = sum(part.amount for part in parts), levels(pos)
    hand.tell("points", "The Soviets have {told}.", rule="4.11", side=SOVIET, parts=parts,
              score=score, told=counted(score, "victory point"))  # fmt: skip
    reason = counted(score, "Soviet victory point")
    if score >= needed.soviet:
        hand.win(SOVIET, "points", reason, "4.11")
    if score >= needed.draw:
        hand.win("", "draw", reason, "4.11")
    hand.win(AXIS, "points", reason, "4.11")


def told(pos: Pos, outcome: Outcome) -> Outcome:
    """How the game has ended: the Soviet points, and how many make what."""
    score, needed = sum(part.amount for part in points(pos)), levels(pos)
    count = f"The Soviets have {counted(score, 'victory point')}"
    reason = f"{count}: {needed.soviet} or more win, {needed.draw} are a draw"
    return Outcome(outcome.winner, "", reason, outcome.rule)


def measures(pos: Pos) -> dict[str, float]:
    """What decides the game: the points of the Soviets against those that make a draw."""
    score = sum(part.amount for part in points(pos))
    return {
        "soviet points": score,
        "soviet control points": control_points(pos),
        "margin": score - levels(pos).draw,
    }
