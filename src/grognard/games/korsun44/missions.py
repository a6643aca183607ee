"""8.2 What missions there are: who may fly them where, with how many SPs, and what they do to
others.

Interdiction is worked out with movement (`points.interdicted`); support with the strength of a
combat (`strength.air_parts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from grognard.decisions import Refusal, Side, deny, rule
from grognard.games.korsun44.bridges import stands
from grognard.games.korsun44.charts import LimitName, NationName
from grognard.games.korsun44.fire import standing_bridges
from grognard.games.korsun44.moments import phasing
from grognard.games.korsun44.state import Mission, MissionKind, Pos
from grognard.games.korsun44.turn import notes
from grognard.hexes import HexId, Hexside, split_hexside

KINDS: tuple[MissionKind, ...] = get_args(MissionKind)
#: 8.2.23 Who drops supplies.
_SUPPLIERS: frozenset[NationName] = frozenset({"american", "british"})
#: Missions that are over when the Air Phase is.
AT_ONCE: frozenset[MissionKind] = frozenset({"attack", "object", "supply"})


def nation_of(side: Side) -> NationName:
    """The nation whose aircraft a side flies."""
    return "german" if side == "german" else "soviet"


# --- 8.2  who flies what ---------------------------------------------------------------------


@rule("8.2.5", "8.2.11", "8.2.23", "K44-6", "F8", "F12")
def why_no_kind(pos: Pos, side: Side, kind: MissionKind) -> Refusal | None:
    """What keeps a side from a kind of mission in this half-turn."""
    refusal = why_not_of(nation_of(side), kind)
    if refusal is not None:
        return refusal
    if kind == "offensive" and side != phasing(pos):
        return deny("F12", "you do not attack in this half-turn")
    if kind == "defensive" and side == phasing(pos):
        return deny("F12", "the enemy does not attack in this half-turn")
    if kind == "interdiction" and not notes(pos).interdiction:
        return deny("K44-6", "the scenario forbids it")
    return None


@rule("8.2.5", "8.2.11", "8.2.23")
def why_not_of(nation: NationName, kind: MissionKind) -> Refusal | None:
    """What a nation never flies."""
    if kind == "supply" and nation not in _SUPPLIERS:
        return deny("8.2.23", "only Americans and British drop supplies")
    if nation != "soviet":
        return None
    if kind == "defensive":
        return deny("8.2.5", "Soviet aircraft do not support the defence")
    if kind == "interdiction":
        return deny("8.2.11", "only Soviet movement can be disorganised")
    return None


# --- 8.2  where to ---------------------------------------------------------------------------


def places(pos: Pos, side: Side, kind: MissionKind) -> Iterator[HexId | Hexside]:
    """Where a mission of a kind may be sent: hexes with enemies, with own units, banks of a big
    river, bridges, or anywhere.
    """
    if kind == "object":
        yield from standing_bridges(pos)
    elif kind == "interdiction":
        yield from pos.board.grid.hexes
    elif kind == "crossing":
        yield from pos.game.theatre.banks
    else:
        held = (spot for spot in pos.where if spot in pos.board.grid)
        yield from (h for h in held if why_not_there(pos, side, kind, h) is None)


@rule("8.2.2", "8.2.4", "8.2.6", "8.2.8", "8.2.17", "8.2.26", "F12")
def why_not_there(
    pos: Pos, side: Side, kind: MissionKind, at: HexId | Hexside
) -> Refusal | None:  # fmt: skip
    """What keeps a mission from a place."""
    if kind == "object":
        ok = stands(pos, at)
        return None if ok else deny("8.2.8", "there is no bridge {at}", at=at)
    if at not in pos.board.grid:
        return deny("8.1.2", "{at} is no hex", at=at)
    if kind in ("offensive", "attack") and not pos.columns.count("units", pos.game.enemy(side), at):
        return deny("F12", "no enemy is in {hex}", hex=at)
    if kind in ("defensive", "supply") and not pos.columns.count("units", side, at):
        return deny("F12", "no unit of yours is in {hex}", hex=at)
    if kind == "crossing" and at not in pos.game.theatre.banks:
        return deny("8.2.17", "{hex} lies on no big river", hex=at)
    return None


# --- 8.2  how many SPs -----------------------------------------------------------------------


@rule("8.2.10", "8.2.12", "8.2.15", "8.2.24")
def fewest(pos: Pos, kind: MissionKind) -> int:
    """The least SPs of a mission."""
    limits = pos.game.charts.limits
    if kind == "object":
        return limits["object_air"].number
    return limits["supply_flight"].number if kind == "supply" else 1


@rule("8.2.12", "8.2.15")
def most(pos: Pos, kind: MissionKind, at: str, written: Iterable[Mission], left: int) -> int:
    """The most SPs of a mission to a place, beside those already written."""
    if kind != "interdiction":
        return left
    there = sum(m.strength for m in written if m.kind == kind and m.at == at)
    return min(left, pos.game.charts.limits["interdiction_most"].number - there)


@rule("8.2.18")
def points_of(pos: Pos, missions: Iterable[Mission]) -> int:
    """The SPs that missions take. The strength of crossing attacks is their number, two a SP."""
    each = pos.game.charts.limits["crossing_attacks"].number
    crossing = plain = 0
    for mission in missions:
        if mission.kind == "crossing":
            crossing += mission.strength
        else:
            plain += mission.strength
    return plain + -(-crossing // each)


@rule("8.1.1")
def counter_points(pos: Pos, nation: NationName) -> int:
    """The SPs of an air counter without a number, where a scenario gives counters."""
    name: LimitName = "air_counter_soviet" if nation == "soviet" else "air_counter"
    return pos.game.charts.limits[name].number


# --- 8.1.8  where they meet ------------------------------------------------------------------


def hexes_of(mission: Mission) -> tuple[HexId, ...]:
    """The hexes that a mission is over: both ends of a bridge."""
    return split_hexside(mission.at) if mission.kind == "object" else (mission.at,)


@rule("8.1.8", "F6")
def touch(pos: Pos, one: Mission, other: Mission) -> bool:
    """Are two missions over the same or adjacent hexes?"""
    distance = pos.board.grid.distance
    return any(distance(a, b) <= 1 for a in hexes_of(one) for b in hexes_of(other))


@rule("8.1.8", "F6")
def groups_of(pos: Pos, missions: Iterable[Mission]) -> Iterator[tuple[Mission, ...]]:
    """Missions of both sides that hang together, where both sides are among them."""
    left = list(missions)
    while left:
        group = [left.pop(0)]
        for one in group:
            near = [other for other in left if touch(pos, one, other)]
            group += near
            left = [other for other in left if other not in near]
        if len({mission.side for mission in group}) > 1:
            yield tuple(group)
