"""Movement beside moving: limbering, staffs with their leaders, the Dnepr, infiltration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.appraise import Weighed
from grognard.decisions import CANCEL, COMMIT, DONE, Action, action, total
from grognard.dice import SIX
from grognard.games.kanev43.appraisal_fire import in_action
from grognard.games.kanev43.crossing import Crossing, chances, goals
from grognard.games.kanev43.infiltration import Infiltrating, infiltration_parts
from grognard.games.kanev43.infiltration import goals as gaps
from grognard.games.kanev43.limber import LIMBER, UNLIMBER
from grognard.games.kanev43.moving import Moving
from grognard.games.kanev43.state import SOVIET, Pos
from grognard.games.kanev43.units import leader_of
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.players.asked import of_verb, picture_of
from grognard.players.picture import Picture

if TYPE_CHECKING:
    from grognard.games.kanev43.appraisal import KanevAppraisal

#: Before anybody moves; and what has to be done.
FIRST, DUTY = 100.0, 50.0
#: What guns gain by being made ready, and lose by being limbered before the enemy.
READY = 2.0
#: What infiltration must gain, for its die is lost with the move.
GAP = 1.0
#: A landing stands against so many times its own defence; more attack than this finds no room
#: around one hex of the bank.
STANDS, ROOM = 4.0, 36.0


# --- a move ---------------------------------------------------------------------------------


def deeds(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """What the units on the move may do instead of going on; 0 is staying."""
    picture, move = picture_of(appraisal, pos), pos.within(Moving)
    found = [Weighed(one, DUTY, "with its leader") for one in _leaders(pos, move)]
    for one in of_verb(pos, "choose"):
        ready = in_action(picture, move.unit, move.here(pos))
        why = "the enemy is in range" if ready else "no enemy is in range"
        found.append(Weighed(one, READY if ready == (one.arg == UNLIMBER) else -READY, why))
    return found


def _leaders(pos: Pos, move: Moving) -> list[Action]:
    """LDR-2: the leader who goes with his staff."""
    piece = pos.game.piece(move.unit)
    leader = leader_of(piece.formation_id) if piece.is_hq else ""
    return [one for one in of_verb(pos, "join") if one.arg == leader]


def preparations(appraisal: KanevAppraisal, pos: Pos) -> Sequence[Action]:
    """LDR-2, R-109: a staff takes its leader along, guns that have nothing to fire at limber."""
    move, limber = pos.within(Moving), action("choose", LIMBER)
    if pos.why_not(limber) is None:
        picture = picture_of(appraisal, pos)
        return () if in_action(picture, move.unit, move.here(pos)) else (limber,)
    return _leaders(pos, move)


def endings(appraisal: KanevAppraisal, pos: Pos) -> Sequence[Action]:
    """R-109: guns with the enemy in range are made ready."""
    move, unlimber = pos.within(Moving), action("choose", UNLIMBER)
    if pos.why_not(unlimber) is not None:
        return ()
    picture = picture_of(appraisal, pos)
    return (unlimber,) if in_action(picture, move.unit, move.here(pos)) else ()


# --- XNG  the Dnepr -------------------------------------------------------------------------


def jobs(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """XNG-1: before all moves, out of hexes where somebody wants to be on the other bank."""
    picture, theatre, found = picture_of(appraisal, pos), pos.game.theatre, []
    for one in of_verb(pos, "target"):
        far = [h for h in goals(pos, pos.side, one.arg) if _wanted(picture, one.arg, h)]
        if theatre.bank(one.arg) == "east" and far and _crossers(picture, one.arg):
            found.append(Weighed(one, FIRST, "over the Dnepr"))
    return found


def _wanted(picture: Picture, start: HexId, far: HexId) -> bool:
    """Is a hex on the western bank, and no trap to those who come over?"""
    pos: Pos = picture.pos
    ledger = picture.appraisal.ledger(pos, picture.side)
    if pos.game.theatre.bank(far) != "west":
        return False
    return picture.side != SOVIET or not ledger.answered or _stands(picture, start, far)


def _stands(picture: Picture, start: HexId, far: HexId) -> bool:
    """R-87, RET-9: would those who are there, and those who will get across, stand against what
    the enemy can bring? Behind them is the river.
    """
    pos: Pos = picture.pos
    bank, near = pos.game.theatre.bank, picture.atlas.distances[picture.index[far]]
    firm = sum(
        t.defence
        for t in picture.friends
        if near[picture.index[t.hex]] <= 1 and bank(t.hex) == "west"
    )
    against = min(float(picture.threat[picture.index[far]]), ROOM)
    return against <= STANDS * (firm + arriving(picture, start))


def arriving(picture: Picture, start: HexId) -> float:
    """R-86, R-87: the defence that will get across in a phase, by the chances of those who try."""
    pos: Pos = picture.pos
    coming = (
        picture.by_id[unit].defence * chances(pos, unit, 0) for unit in _crossers(picture, start)
    )
    most = pos.game.charts.limit("crossing_units")
    return sum(sorted(coming, reverse=True)[:most]) / SIX**2


def _crossers(picture: Picture, start: HexId) -> list[UnitId]:
    """Who in a hex of the eastern bank should cross."""
    pos: Pos = picture.pos
    mine = (unit for unit in pos.at(start) if pos.owner(unit) == picture.side)
    return [unit for unit in mine if wants_over(picture, unit)]


def wants_over(picture: Picture, unit: UnitId) -> bool:
    """Should a unit on the eastern bank cross? Guns fire from there, and a staff follows the
    most of its formation; the Axis crosses where its bridge does not help.
    """
    pos: Pos = picture.pos
    piece, theatre, troop = pos.game.piece(unit), pos.game.theatre, picture.by_id.get(unit)
    if troop is None or piece.is_artillery:
        return False
    if picture.side != SOVIET:
        return pos.state.bridge_blown or not troop.supplied
    if piece.is_hq:
        members = [t for t in picture.friends if _formation(pos, t.id) == piece.formation_id]
        return 2 * sum(theatre.bank(t.hex) == "west" for t in members) > len(members)
    goal = picture.missions.get(unit)
    return goal is None or theatre.bank(goal.hex) == "west"


def _formation(pos: Pos, unit: UnitId) -> str:
    return pos.game.piece(unit).formation_id


def crossing(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """XNG-1, XNG-6: to where they stand best, everybody who wants to."""
    step, picture = pos.within(Crossing), picture_of(appraisal, pos)
    found = [Weighed(COMMIT, 1.0, "over the Dnepr"), Weighed(CANCEL, -1.0)]
    for one in of_verb(pos, "place"):
        west = 1 if _wanted(picture, step.start, one.arg) else -1
        danger = 0.05 * float(picture.threat[picture.index[one.arg]])
        found.append(Weighed(one, DUTY * west - danger, "the far bank"))
    wanted = _crossers(picture, step.start)
    wanted += [leader_of(_formation(pos, u)) for u in step.units if pos.game.piece(u).is_hq]
    found += [
        Weighed(one, 2.0 + _strength(picture, one.arg), "over the Dnepr")
        for one in of_verb(pos, "join")
        if one.arg in wanted
    ]
    return found


def _strength(picture: Picture, unit: UnitId) -> float:
    troop = picture.by_id.get(unit)
    return troop.attack if troop else 0.0


# --- INF  infiltration ----------------------------------------------------------------------


def infiltration(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """INF-1: whoever would stand much better one hex further."""
    picture, found = picture_of(appraisal, pos), [Weighed(DONE, 0.0, "they stay")]
    for one in of_verb(pos, "select"):
        gain = max((_gained(appraisal, picture, one.arg, h) for h in gaps(pos, one.arg)), default=0)
        found.append(Weighed(one, gain - GAP, "through the gap"))
    return found


def infiltrating(appraisal: KanevAppraisal, pos: Pos) -> list[Weighed]:
    """INF-1: by the best gap."""
    unit, picture = pos.within(Infiltrating).unit, picture_of(appraisal, pos)
    return [
        Weighed(CANCEL, 0.0),
        *(
            Weighed(one, _gained(appraisal, picture, unit, one.arg) - GAP, "through the gap")
            for one in of_verb(pos, "move")
        ),
    ]


def _gained(appraisal: KanevAppraisal, picture: Picture, unit: UnitId, hex_: HexId) -> float:
    """What coming through is worth, times its chance."""
    troop, pos = picture.by_id.get(unit), picture.pos
    if troop is None or not troop.attack:
        return 0.0
    field = picture.standing(troop)
    gain = float(field[picture.index[hex_]] - field[picture.index[troop.hex]])
    gain += appraisal.prize(pos, picture.side, hex_)
    needed = pos.game.charts.limit("infiltration") - total(infiltration_parts(pos, unit, hex_))
    return float(gain * min(max((SIX + 1 - needed) / SIX, 0.0), 1.0))
