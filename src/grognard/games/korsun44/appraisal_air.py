"""8 Air missions as computer players write them: in secret, one after another, each where its
aircraft change most.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from grognard.appraise import Field, Troop, Weighed
from grognard.decisions import CANCEL, DONE, Side, action
from grognard.games.korsun44.air import draft, points_left, written
from grognard.games.korsun44.charts import half
from grognard.games.korsun44.missions import why_no_kind
from grognard.games.korsun44.moments import phasing
from grognard.games.korsun44.state import GERMAN, SOVIET, Mission, MissionKind, Pos
from grognard.hexes import HexId
from grognard.players.atlas import Atlas, atlas_of
from grognard.players.picture import Picture
from grognard.players.threat import Blow, Threat, expectations

if TYPE_CHECKING:
    from grognard.games.korsun44.appraisal import KorsunAppraisal

#: So many attacks are looked at, and what an SP is worth for another mission.
FEW, POINT = 8, 0.08
#: How far a commander's taste changes what a mission seems worth.
TASTE = 0.25
#: What a SP is worth that hampers a strength point in its movement, and whom it hampers most.
HAMPERED, _ON_ROADS = 0.02, frozenset({"truck", "mech"})
#: The least SPs over units that are attacked from the air alone (T-air).
RAID = 6


def flights(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """8.1.7: the best mission that is left, or none."""
    wish = best(appraisal, pos)
    if wish is None:
        return [Weighed(DONE, 1.0, "the aircraft have their orders")]
    why = "of all missions this one promises most"
    return [Weighed(action("choose", wish.kind), 1.0, why), Weighed(DONE, 0.0)]


def sites(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """Where the mission that is being written goes."""
    wish = best(appraisal, pos)
    if wish is None or wish.kind != draft(pos, pos.side).kind:
        return [Weighed(CANCEL, 1.0)]
    return [Weighed(action("place", wish.at), 1.0, "there it promises most")]


def forces(appraisal: KorsunAppraisal, pos: Pos) -> list[Weighed]:
    """And with how many SPs."""
    now = draft(pos, pos.side)
    found = [w for w in wishes(appraisal, pos) if (w[1].kind, w[1].at) == (now.kind, now.at)]
    if not found:
        return [Weighed(CANCEL, 1.0)]
    _, wish = max(found, key=lambda one: one[0])
    return [Weighed(action("choose", str(wish.strength)), 1.0, "more would add little")]


def best(appraisal: KorsunAppraisal, pos: Pos) -> Mission | None:
    """The mission that promises most, if one pays."""
    found = max(wishes(appraisal, pos), key=lambda one: one[0], default=None)
    return found[1] if found is not None and found[0] > 0 else None


def wishes(appraisal: KorsunAppraisal, pos: Pos) -> Iterator[tuple[float, Mission]]:
    """Missions with what each promises. Another commander likes others."""
    side, left = pos.side, _to_spend(pos, pos.side)
    if left < 1:
        return
    flown = {mission.at for mission in written(pos, side)}
    attacks = side == phasing(pos)
    kind: MissionKind = "offensive" if attacks else "defensive"
    attacker = side if attacks else pos.game.enemy(side)
    if why_no_kind(pos, side, kind) is None:
        blows = Threat(appraisal, pos, attacker).blows()
        for blow in sorted(blows, key=lambda one: -one.gain)[:FEW]:
            if blow.target not in flown:
                worth, points = _support(appraisal, pos, blow, left, attacks=attacks)
                taste = _taste(pos, blow.target)
                yield worth * taste, Mission(side, kind, blow.target, points)
    if not attacks and why_no_kind(pos, side, "interdiction") is None:
        yield from _hampered(appraisal, pos, side, left, flown)
    yield from _raids(appraisal, pos, side, left, flown)


def _to_spend(pos: Pos, side: Side) -> int:
    """F7: the SPs of a turn are for both halves: Germans share them out, Soviets have no use for
    them in the enemy's.
    """
    left, first = points_left(pos, side), pos.game.scene(pos).first
    second_half = phasing(pos) != first
    if second_half:
        return left
    if side == SOVIET:
        return left if phasing(pos) == SOVIET else 0
    air = pos.game.scene(pos).air[GERMAN][pos.turn - 1]
    return max(0, left - air // 2)


def _taste(pos: Pos, place: str) -> float:
    """The same for the same commander in the same turn."""
    return 1.0 + TASTE * Random(f"{pos.state.seed}|{pos.turn}|{place}").uniform(-1.0, 1.0)


def _support(
    appraisal: KorsunAppraisal, pos: Pos, blow: Blow, left: int, *, attacks: bool
) -> tuple[float, int]:
    """8.2.2, 8.2.4: what aircraft change in an attack that may come, and the number that changes
    most for its price.
    """
    cover = float(appraisal.shelter(pos)[pos.board.grid.index[blow.target]])
    ground = appraisal.thrown_back(pos, pos.side) + appraisal.prize(pos, pos.side, blow.target)

    def worth(points: int) -> float:
        strength = blow.strength + points if attacks else blow.strength
        defence = blow.defence if attacks else blow.defence + half(points)
        ours, theirs, vacated = expectations(appraisal, defence, cover)[round(strength)]
        return theirs - ours + ground * vacated

    before = worth(0)
    sign = 1.0 if attacks else -1.0
    found = [(sign * (worth(n) - before) - POINT * n, n) for n in range(1, left + 1)]
    return max(found)


def _hampered(
    appraisal: KorsunAppraisal, pos: Pos, side: Side, left: int, flown: set[str]
) -> Iterator[tuple[float, Mission]]:
    """8.2.11, 8.2.14: the hexes by which most of the enemy's strength will come; the more SPs, the
    more points it costs him, and with the most of them he may lose levels.
    """
    most = min(left, pos.game.charts.limits["interdiction_most"].number)
    passing = sorted(_ways(appraisal, pos, pos.game.enemy(side)).items())
    for hex_, strength in sorted(passing, key=lambda one: -one[1])[:FEW]:
        if hex_ not in flown:
            worth = (HAMPERED * strength - POINT) * most * _taste(pos, hex_)
            yield worth, Mission(side, "interdiction", hex_, most)


def _ways(appraisal: KorsunAppraisal, pos: Pos, side: Side) -> dict[HexId, float]:
    """The hexes that the motorised troops of a side will enter in a turn if each goes for its
    mission, or else for the nearest enemy, with the strength that passes each.
    """
    picture, atlas = Picture(appraisal, pos, side), atlas_of(appraisal)
    found: dict[HexId, float] = {}
    for troop in picture.friends:
        if troop.attack and troop.speed and troop.kind in _ON_ROADS and picture.enemies:
            goal = picture.missions.get(troop.id)
            nearest = min(picture.enemies, key=lambda t: _steps(atlas, troop, t))
            costs = atlas.way(troop.kind, goal.hex if goal else nearest.hex)
            for hex_ in _way(pos, costs, troop):
                found[hex_] = found.get(hex_, 0.0) + troop.attack
    return found


def _steps(atlas: Atlas, one: Troop, other: Troop) -> int:
    return int(atlas.distances[atlas.index[one.hex], atlas.index[other.hex]])


def _way(pos: Pos, costs: Field, troop: Troop) -> Iterator[HexId]:
    """The hexes on the way of a troop that it enters with the points of a turn, as far as its
    enemies let it.
    """
    grid, enemy = pos.board.grid, pos.game.enemy(pos.owner(troop.id))
    here, start = troop.hex, costs[grid.index[troop.hex]]
    while costs[grid.index[here]] > 0 and not pos.columns.zones(enemy, here):
        here = min(grid.neighbours(here), key=lambda h: (costs[grid.index[h]], h))
        if start - costs[grid.index[here]] > troop.speed:
            return
        yield here


def _raids(
    appraisal: KorsunAppraisal, pos: Pos, side: Side, left: int, flown: set[str]
) -> Iterator[tuple[float, Mission]]:
    """8.2.6: aircraft that find nothing better attack the strongest stack in the open."""
    if left < RAID or flown:
        return
    enemies = appraisal.troops(pos, pos.game.enemy(side))
    levels: dict[str, int] = {}
    for troop in enemies:
        if not appraisal.cover[pos.board.grid.index[troop.hex]]:
            levels[troop.hex] = levels.get(troop.hex, 0) + troop.steps
    if levels:
        target = max(sorted(levels), key=lambda hex_: levels[hex_])
        yield 0.05 * levels[target], Mission(side, "attack", target, left)
