"""8 The Air Phases: secret writing of missions, air combat, attacks.

`AirPhase` (tag `air phase`) is the phase of phases 1 and 7: a stage of a half-turn, opened for
the side whose half-turn it is; both sides write in it. What a side writes is kept as its secret
until both have finished; nothing of it is in a step.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.decisions import (
    CANCEL,
    DONE,
    Action,
    Decision,
    Offer,
    Part,
    Refusal,
    RuleId,
    Side,
    deny,
    rule,
    total,
)
from grognard.engine import Phase, Sequence, Step
from grognard.games.korsun44.disorder import recover
from grognard.games.korsun44.fire import Demolition, Strike, ground_parts
from grognard.games.korsun44.missions import (
    AT_ONCE,
    KINDS,
    fewest,
    groups_of,
    hexes_of,
    most,
    places,
    points_of,
    why_no_kind,
    why_not_there,
)
from grognard.games.korsun44.state import Deal, Mission, MissionKind, Pos
from grognard.hexes import HexId
from grognard.words import counted

#: What aircraft are sent to do, and what their strength is counted in.
_ERRANDS: dict[MissionKind, str] = {
    "offensive": "to support an attack on",
    "defensive": "to support the defence of",
    "attack": "to attack",
    "object": "against the bridge",
    "interdiction": "to hamper movement in",
    "crossing": "on crossings into",
    "supply": "with supplies to",
}
_UNITS = {kind: "attack" if kind == "crossing" else "SP" for kind in KINDS}
#: The rules of missions that take more than one SP.
_LEAST: dict[MissionKind, RuleId] = {"object": "8.2.10", "supply": "8.2.24"}
#: The names of secrets: missions that are written, and the one that is being written.
WRITTEN = "missions"
DRAFT = "mission"


class Draft(msgspec.Struct, frozen=True):
    """A mission being written: its kind, and once it is known its place; for crossing attacks
    their number, and the hexes of those that have been laid (8.2.19).
    """

    kind: MissionKind
    at: str = ""
    attacks: int = 0
    laid: tuple[HexId, ...] = ()


# --- F7, F12  what is there ------------------------------------------------------------------


@rule("8.1.1", "8.1.5", "8.1.9", "K44-air", "DEB-air", "F7")
def points_left(pos: Pos, side: Side) -> int:
    """The SPs of this turn that a side has neither flown nor written."""
    air = pos.game.scene(pos).air[side][pos.turn - 1]
    return air - pos.state.flown.get(side, 0) - points_of(pos, written(pos, side))


def written(pos: Pos, side: Side) -> tuple[Mission, ...]:
    """The missions that a side has written and not yet shown."""
    return msgspec.convert(_secret(pos, side, WRITTEN) or (), tuple[Mission, ...])


def draft(pos: Pos, side: Side) -> Draft:
    """The mission that a side is writing."""
    return msgspec.convert(_secret(pos, side, DRAFT), Draft)


def _secret(pos: Pos, side: Side, name: str) -> object:
    found = (s.value for s in pos.state.secrets if (s.owner, s.name) == (side, name))
    return next(found, None)


def plain(value: Any) -> Any:
    """A value as JSON has it: so it is the same when a game is read back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def write(hand: Deal, side: Side, missions: tuple[Mission, ...]) -> None:
    """A side has written these missions."""
    hand.hide(side, WRITTEN, plain(missions))


# --- 8.1.7  writing --------------------------------------------------------------------------


class Writing(Phase, tag="air missions"):
    """A side writes its missions in secret, all at once or none."""

    title = "Air Missions"

    @rule("8.1.2", "8.1.4", "8.1.6", "8.1.7", "F12")
    def ask(self, pos: Pos) -> Decision | None:
        if not written(pos, self.side) and all(may_write(pos, self, kind) for kind in KINDS):
            return None
        return Decision(
            self.side,
            f"Write air missions ({counted(points_left(pos, self.side), 'SP')} left).",
            rule="8.1.7",
            waiting="The enemy writes air missions.",
            auto=False,
            offers=(
                Offer("choose", KINDS, may_write),
                Offer("release", names_of(written(pos, self.side)), of="name"),
                Offer("done"),
            ),
        )

    def act(self, hand: Deal) -> None:
        hand.pop()

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("choose", kind):
                hand.hide(self.side, DRAFT, {"kind": kind})
                step = Weighing if kind == "crossing" else Sending
                hand.push(step(side=self.side))
            case Action("release", name):
                missions = written(hand.now, self.side)
                number = names_of(missions).index(name)
                write(hand, self.side, (*missions[:number], *missions[number + 1 :]))
            case _ if action == DONE:
                # an empty list too, or its absence would tell the enemy that nothing is flown
                write(hand, self.side, written(hand.now, self.side))
                hand.pop()


def names_of(missions: tuple[Mission, ...]) -> list[str]:
    """Missions in words, each once."""
    return list(dict.fromkeys(f"{m.kind} {m.at} {m.strength}" for m in missions))


def may_write(pos: Pos, step: Writing, kind: str) -> Refusal | None:
    """A kind that the side may fly, for which it has SPs and a place."""
    for known in KINDS:
        if known == kind:
            return _why_no_mission(pos, step.side, known)
    return deny("8.2.1", "there is no mission {kind!r}", kind=kind)


def _why_no_mission(pos: Pos, side: Side, kind: MissionKind) -> Refusal | None:
    refusal = why_no_kind(pos, side, kind)
    if refusal is None:
        refusal = _why_too_few(pos, side, kind)
    if refusal is None and next(places(pos, side, kind), None) is None:
        return deny("F12", "there is no place for it")
    return refusal


@rule("8.1.5", "8.2.10", "8.2.24")
def _why_too_few(pos: Pos, side: Side, kind: MissionKind) -> Refusal | None:
    left, least = points_left(pos, side), fewest(pos, kind)
    if left >= least:
        return None
    if kind not in _LEAST:
        return deny("8.1.5", "there are not enough SPs")
    return deny(_LEAST[kind], "it takes {least} SPs, and you have {left}", least=least, left=left)


def open_places(pos: Pos, side: Side, kind: MissionKind) -> list[str]:
    """The places to which a mission of a kind may still be sent."""
    found = sorted(places(pos, side, kind))
    if kind != "interdiction":
        return found
    own, left = written(pos, side), points_left(pos, side)
    full = {m.at for m in own if most(pos, kind, m.at, own, left) < 1}
    return [at for at in found if at not in full]


class Sending(Phase, tag="air target"):
    """A place for the mission that is being written: a hex, or a bridge by its name."""

    title = "Air Mission"

    @rule("8.1.7", "F12")
    def ask(self, pos: Pos) -> Decision:
        kind = draft(pos, self.side).kind
        verb, of = ("choose", "name") if kind == "object" else ("place", "hex")
        return Decision(
            self.side,
            "Choose where to send the mission.",
            rule="F12",
            waiting="The enemy writes air missions.",
            auto=False,
            offers=(
                Offer(verb, open_places(pos, self.side, kind), may_send, exact=True, of=of),
                Offer("cancel"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            drop(hand, self.side)
        else:
            sketch(hand, self.side, replace(draft(hand.now, self.side), at=action.arg))
            hand.become(Weighing(side=self.side))


@rule("8.2.15")
def may_send(pos: Pos, step: Sending, at: str) -> Refusal | None:
    """A place that suits the mission."""
    kind, own = draft(pos, step.side).kind, written(pos, step.side)
    refusal = why_not_there(pos, step.side, kind, at)
    if refusal is None and most(pos, kind, at, own, points_left(pos, step.side)) < 1:
        return deny("8.2.15", "no more SPs can be used in {at}", at=at)
    return refusal


class Weighing(Phase, tag="air strength"):
    """The SPs of the mission that is being written."""

    title = "Air Mission"

    @rule("8.1.1", "8.1.3", "8.2.10", "8.2.15", "8.2.24", "F7")
    def ask(self, pos: Pos) -> Decision:
        now, left = draft(pos, self.side), points_left(pos, self.side)
        top = most(pos, now.kind, now.at, written(pos, self.side), left)
        return Decision(
            self.side,
            f"Choose the SPs of the mission {errand(pos, now)}.",
            rule="8.1.1",
            waiting="The enemy writes air missions.",
            auto=False,
            offers=(
                Offer("choose", [str(n) for n in range(fewest(pos, now.kind), top + 1)]),
                Offer("cancel"),
            ),
        )

    @rule("8.2.18")
    def take(self, hand: Deal, action: Action) -> None:
        now = draft(hand.now, self.side)
        if action == CANCEL:
            drop(hand, self.side)
        elif now.kind == "crossing":
            each = hand.game.charts.limits["crossing_attacks"].number
            sketch(hand, self.side, replace(now, attacks=int(action.arg) * each))
            hand.become(Laying(side=self.side))
        else:
            add(hand, self.side, (Mission(self.side, now.kind, now.at, int(action.arg)),))


def errand(pos: Pos, mission: Draft) -> str:
    """What a mission that is being written is to do, and where; attacks on crossings have no hexes
    before their number is known.
    """
    place = pos.board.called(mission.at) if mission.at else "a big river"
    return f"{_ERRANDS[mission.kind]} {place}"


class Laying(Phase, tag="crossing attacks"):
    """The hexes of attacks on a river crossing, one attack after another."""

    title = "Air Mission"

    @rule("8.2.19")
    def ask(self, pos: Pos) -> Decision:
        now = draft(pos, self.side)
        return Decision(
            self.side,
            f"Choose the hexes of the attacks ({now.attacks - len(now.laid)} left).",
            rule="8.2.19",
            waiting="The enemy writes air missions.",
            auto=False,
            offers=(
                Offer("place", connected(pos, now.laid), may_lay, exact=True, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("8.2.18", "8.2.19")
    def take(self, hand: Deal, action: Action) -> None:
        now = draft(hand.now, self.side)
        if action == CANCEL:
            drop(hand, self.side)
            return
        laid = (*now.laid, action.arg)
        if len(laid) < now.attacks:
            sketch(hand, self.side, replace(now, laid=laid))
        else:
            counts = Counter(laid)
            add(hand, self.side, tuple(Mission(self.side, now.kind, h, counts[h]) for h in counts))


@rule("8.2.17", "8.2.19")
def connected(pos: Pos, laid: tuple[HexId, ...]) -> list[HexId]:
    """The banks of a big river that are connected with the hexes chosen before."""
    near = {hex_ for other in laid for hex_ in (other, *pos.board.grid.neighbours(other))}
    return sorted(hex_ for hex_ in pos.game.theatre.banks if not laid or hex_ in near)


@rule("8.2.17", "8.2.19")
def may_lay(pos: Pos, step: Laying, hex_: HexId) -> Refusal | None:
    """A bank of a big river, connected with the hexes chosen before."""
    refusal = why_not_there(pos, step.side, "crossing", hex_)
    laid, distance = draft(pos, step.side).laid, pos.board.grid.distance
    if refusal is None and laid and all(distance(hex_, other) > 1 for other in laid):
        return deny("8.2.19", "{hex} is not connected with the others", hex=hex_)
    return refusal


def sketch(hand: Deal, side: Side, now: Draft) -> None:
    """The mission being written has grown."""
    hand.hide(side, DRAFT, plain(now))
    hand.become(hand.top)


def drop(hand: Deal, side: Side) -> None:
    """Nothing comes of the mission being written."""
    hand.open(side, DRAFT)
    hand.pop()


def add(hand: Deal, side: Side, missions: tuple[Mission, ...]) -> None:
    """A mission has been written."""
    write(hand, side, (*written(hand.now, side), *missions))
    drop(hand, side)


# --- 8.1.8  the phase ------------------------------------------------------------------------


@rule("8.1.4", "8.1.5", "F7", "F12")
def clear(phase: AirPhase, hand: Deal) -> None:
    """Missions of the last half-turn are over; with a new turn there are new SPs."""
    hand.change(missions=())
    if phase.side == hand.game.scene(hand.now).first:
        hand.change(flown={})


class FirstWriting(Writing, tag="air missions of the phasing side"):
    """The side whose half-turn it is writes first; neither learns what the other writes."""


class SecondWriting(Writing, tag="air missions of the other side"):
    """Then its enemy."""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=pos.game.enemy(getattr(parent, "side", "")))


@rule("8.1.5", "8.1.7", "F12")
def reveal(phase: AirPhase, hand: Deal) -> None:
    """All missions are shown at once, and their SPs are spent for the turn."""
    if phase.shown:
        return
    hand.become(phase.but(shown=True))
    for side in sides_of(hand.now):
        missions = written(hand.now, side)
        hand.open(side, WRITTEN)
        state = hand.now.state
        flown = state.flown.get(side, 0) + points_of(hand.now, missions)
        hand.change(missions=(*state.missions, *missions), flown={**state.flown, side: flown})
        for one in missions:
            points, who = counted(one.strength, _UNITS[one.kind]), hand.game.side_title(side)
            hand.tell("mission", "The {who}s send {points} {what} {at}.", rule="F12", side=side,
                      who=who, points=points, what=_ERRANDS[one.kind], at=one.at,
                      hexes=hexes_of(one))  # fmt: skip


def sides_of(pos: Pos) -> tuple[Side, Side]:
    """Player A, then player B."""
    first = pos.game.scene(pos).first
    return first, pos.game.enemy(first)


@rule("8.1.8", "F6")
def dogfight(phase: AirPhase, hand: Deal) -> None:
    """Where missions of both sides meet each side throws a die, until one wins."""
    if next(groups_of(hand.now, hand.now.state.missions), ()):
        hand.roll("air combat", 2, side=phase.side)


@rule("8.2.6", "8.2.8", "8.2.25", "F12")
def strike(phase: AirPhase, hand: Deal) -> None:
    """Attacks on units and bridges and supply flights that got through, player A's first."""
    missions, order = hand.now.state.missions, sides_of(hand.now)
    due = [m for m in missions if m.kind in AT_ONCE]
    if not due:
        return
    one = min(due, key=lambda mission: order.index(mission.side))
    number = missions.index(one)
    hand.change(missions=(*missions[:number], *missions[number + 1 :]))
    if one.kind == "supply":
        hand.become(phase.but(supplied=one.at))
        hand.roll("supply flight", side=one.side, place=one.at)
    elif one.kind == "object":
        hand.push(Demolition(side=one.side, bridge=one.at, strength=one.strength))
    else:
        aircraft = Part(one.strength, "aircraft", "8.2.6")
        parts = (aircraft, *ground_parts(hand.now, one.at, "8.2.7"))
        hand.push(
            Strike(
                side=one.side, table="air_attack", at=one.at, strength=total(parts), parts=parts
            )
        )  # fmt: skip


class AirPhase(Sequence, tag="air phase"):
    """2.2 Both sides write missions, which are shown and fought out."""

    title = "Air Phase"
    shown: bool = False
    #: The hex of the supply flight under way.
    supplied: HexId = ""

    stages = (clear, FirstWriting, SecondWriting, reveal, dogfight, strike)

    @rule("8.1.8", "8.1.9", "F6")
    def hear_dogfight(self, hand: Deal, dice: tuple[int, ...]) -> None:
        """The lower sum loses all its missions of the group; equal ones throw again."""
        pos = hand.now
        group = next(groups_of(pos, pos.state.missions))
        sides = sides_of(pos)
        sums = {
            side: points_of(pos, [m for m in group if m.side == side]) + die
            for side, die in zip(sides, dice, strict=True)
        }
        low, high = sorted(sides, key=sums.__getitem__)
        tied = sums[low] == sums[high]
        ends = "It is thrown again." if tied else f"The {pos.game.side_title(low)}s turn back."
        hexes = tuple(sorted({hex_ for one in group for hex_ in hexes_of(one)}))
        hand.tell("air combat", f"Air combat: {{who}} {{first}}, {{other}} {{second}}. {ends}",
                  rule="8.1.8", dice=dice, hexes=hexes, who=pos.game.side_title(sides[0]),
                  first=sums[sides[0]], other=pos.game.side_title(sides[1]),
                  second=sums[sides[1]])  # fmt: skip
        if not tied:
            beaten = [m for m in group if m.side == low]
            hand.change(missions=tuple(m for m in pos.state.missions if m not in beaten))

    @rule("8.2.25", "8.2.26")
    def hear_strike(self, hand: Deal, dice: tuple[int, ...] | None) -> None:
        """A supply flight comes through but on a 6: the units of the hex want less."""
        if not self.supplied:
            return
        limits, hex_ = hand.game.charts.limits, self.supplied
        hand.become(self.but(supplied=""))
        if dice and dice[0] < limits["supply_flight_fails"].number:
            for unit in hand.now.at(hex_):
                want = hand.unit(unit).want - limits["supply_flight_brings"].number
                hand.set(unit, want=max(0, want))

    @rule("5.6.5")
    def finish(self, hand: Deal) -> None:
        """At its end those are in order again whose wait is over."""
        recover(hand)
        hand.pop()
