"""18 Assault markers at Major Rivers, bridge trains and pontoon bridges."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Step
from grognard.games.ukraine43.flood import flood_bars
from grognard.games.ukraine43.state import AXIS, SOVIET, BridgeTrain, Deal, Pos
from grognard.games.ukraine43.turn import Arrow, PlayerTurn
from grognard.games.ukraine43.zones import in_enemy_zone
from grognard.hexes import HexId, Hexside, split_hexside
from grognard.pieces import UnitId


def over_major_river(pos: Pos, a: HexId, b: HexId) -> bool:
    """Does a Major River run between two neighbours?"""
    return pos.board.crosses("major_river", a, b)


@rule("4.2-3", "R-88")
def is_bridged(pos: Pos, side: Side, a: HexId, b: HexId) -> bool:
    """Does a road lead over the hexside, or for the Soviets a pontoon bridge?"""
    if pos.board.joined("primary", a, b) or pos.board.joined("secondary", a, b):
        return True
    return side == SOVIET and pos.board.grid.hexside(a, b) in pos.state.pontoons


def far_banks(pos: Pos, hex_: HexId) -> tuple[HexId, ...]:
    """The hexes across a Major River from a hex."""
    found: tuple[HexId, ...] = pos.game.goings.banks.get(hex_, ())
    return found


# --- 18.1  assault markers ----------------------------------------------------------------


@rule("18.1B-2", "18.1B-3", "R-62", "R-87", "R-92", "R-102")
def why_not_aim(pos: Pos, side: Side, units: Iterable[UnitId], here: HexId,
                target: HexId) -> Refusal | None:  # fmt: skip
    """A combat or support unit in order and in supply that has not moved prepares its hex for
    an attack on an enemy hex across the river.
    """
    if target not in far_banks(pos, here):
        return deny(
            "18.1B-2", "no Major River runs between {here} and {hex}", here=here, hex=target
        )
    if not pos.columns.count("units", pos.game.enemy(side), target):
        return deny("18.1B-3", "no enemy unit is in {hex}", hex=target)
    bars = flood_bars(pos)
    if bars is not None and bars.bar(here, target):
        return deny("R-102", "the flood closes the river")
    turn = pos.within(PlayerTurn)
    if Arrow(here, target) in turn.arrows:
        return deny("18.1B-3", "a marker points at {hex} already", hex=target)
    if len(turn.arrows) >= pos.game.charts.limits["assault_markers"].number:
        return deny("R-62", "all Assault markers are in use")
    if not all(_can_prepare(pos, unit) for unit in units):
        return deny("R-87", "only combat and support units in order and in supply prepare it")
    return None


def _can_prepare(pos: Pos, unit: UnitId) -> bool:
    piece, now = pos.game.piece(unit), pos.unit(unit)
    fit = piece.role in ("combat", "support") and piece.kind != "artillery"
    return fit and not now.disrupted and not now.oos


def aim(hand: Deal, side: Side, here: HexId, target: HexId) -> None:
    """Place an Assault marker."""
    hand.note(PlayerTurn, arrows=frozenset({Arrow(here, target)}))
    hand.tell("marker", "An assault over the river is prepared, from {here} against {hex}.",
              rule="18.1B-3", side=side, hexes=(here, target), here=here, hex=target)  # fmt: skip


# --- 18.4  bridge trains ------------------------------------------------------------------


@rule("18.4-1", "18.4-2", "18.5D", "18.5E-2", "R-88", "R-92")
def why_no_train(pos: Pos, side: Side, units: Iterable[UnitId], here: HexId,
                 bank: HexId) -> Refusal | None:  # fmt: skip
    """A Soviet ground unit in order and in supply that has not moved lays one, towards a Major
    River hexside of its hex that has no bridge and no train yet.
    """
    if side != SOVIET:
        return deny("18.4-1", "only the Soviets have bridge trains")
    if bank not in far_banks(pos, here):
        return deny("18.4-2", "no Major River runs between {here} and {hex}", here=here, hex=bank)
    hexside = pos.board.grid.hexside(here, bank)
    if is_bridged(pos, SOVIET, here, bank) or any(t.side == hexside for t in pos.state.trains):
        return deny("R-88", "{side} has a bridge or a train", side=hexside)
    used = len(pos.state.trains) + len(pos.state.pontoons)
    if used >= pos.game.charts.limits["pontoons"].number:
        return deny("18.5D", "all bridges are in use")
    if not any(_can_lay(pos, unit) for unit in units):
        return deny("18.4-2", "a ground unit in order and in supply lays it")
    return None


def _can_lay(pos: Pos, unit: UnitId) -> bool:
    now = pos.unit(unit)
    return pos.game.piece(unit).is_ground and not now.disrupted and not now.oos


def lay_train(hand: Deal, here: HexId, bank: HexId) -> None:
    """Place a Bridge Train."""
    hexside = hand.game.board.grid.hexside(here, bank)
    trains = (*hand.now.state.trains, BridgeTrain(here, hexside))
    hand.change(trains=tuple(sorted(trains, key=lambda t: (t.hex, t.side))))
    hand.tell("bridge", "A bridge train is placed in {hex}, towards {bank}.", rule="18.4-2",
              side=SOVIET, hexes=(here, bank), hex=here, bank=bank)  # fmt: skip


# --- 18.5  pontoon bridges ------------------------------------------------------------------


@rule("18.5A-1")
def can_be_finished(pos: Pos, train: BridgeTrain) -> bool:
    """Both banks are free of enemies, and each holds Soviets or is in no German zone."""
    banks, count = split_hexside(train.side), pos.columns.count
    return not any(count("units", AXIS, h) for h in banks) and all(
        count("units", SOVIET, h) or not in_enemy_zone(pos, SOVIET, h) for h in banks
    )


@rule("18.5A-1", "18.5C")
def finish_bridge(hand: Deal, train: BridgeTrain, rule_id: str) -> None:
    """A Bridge Train becomes a Pontoon Bridge, where its arrow points."""
    state = hand.now.state
    left = tuple(t for t in state.trains if t != train)
    hand.change(trains=left, pontoons=state.pontoons | {train.side})
    hand.tell("bridge", "A pontoon bridge is finished at {bridge}.", rule=rule_id, side=SOVIET,
              hexes=split_hexside(train.side), bridge=train.side)  # fmt: skip


class EarlyBridges(Phase, tag="early bridges"):
    """18.5B: before Exploitation the Soviets may roll for bridges that could be finished."""

    title = "Pontoon bridges"
    tried: frozenset[Hexside] = frozenset()
    rolling: Hexside = ""

    @classmethod
    @rule("3.C.5-1", "3.D-2", "R-4")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        ready = [t for t in pos.state.trains if can_be_finished(pos, t)]
        return cls(side=SOVIET) if ready and getattr(parent, "side", "") == SOVIET else None

    def ask(self, pos: Pos) -> Decision:
        sides = [train.side for train in pos.state.trains]
        return Decision(
            SOVIET,
            "Choose a bridge to roll for, or begin Exploitation.",
            rule="18.5B-1",
            offers=(Offer("choose", sides, may_try_early), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        hand.become(self.but(tried=self.tried | {action.arg}, rolling=action.arg))
        hand.roll("early bridge", side=SOVIET, place=split_hexside(action.arg)[0])

    @rule("18.5B-1", "18.5B-2", "18.5B-3")
    def hear(self, hand: Deal, dice: tuple[int, ...]) -> None:
        train = next(t for t in hand.now.state.trains if t.side == self.rolling)
        done = hand.game.charts.bridges_early(dice[0])
        text = "The bridge at {bridge} makes haste." if done else "The bridge at {bridge} is late."
        hand.tell("bridge", text, rule="18.5B-1", side=SOVIET, dice=dice,
                  hexes=split_hexside(train.side), bridge=train.side)  # fmt: skip
        if done:
            finish_bridge(hand, train, "18.5B-1")


def may_try_early(pos: Pos, step: EarlyBridges, hexside: str) -> Refusal | None:
    """Each train once, if its bridge could be finished."""
    train = next((t for t in pos.state.trains if t.side == hexside), None)
    if train is None or hexside in step.tried:
        return deny("18.5B-1", "nothing is to be rolled for {side}", side=hexside)
    if not can_be_finished(pos, train):
        return deny("18.5A-1", "Germans are too near to {side}", side=hexside)
    return None


class Bridges(Phase, tag="bridges"):
    """3.C.7.d: trains become bridges; bridges and trains may be taken up."""

    title = "Pontoon bridges"
    flipped: bool = False

    @classmethod
    @rule("3.C.7.d", "3.D-2")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        there = pos.state.trains or pos.state.pontoons
        return cls(side=SOVIET) if there and getattr(parent, "side", "") == SOVIET else None

    def ask(self, pos: Pos) -> Decision | None:
        if not self.flipped:
            return None
        return Decision(
            SOVIET,
            "Choose a bridge to take up, or go on.",
            rule="18.5E-1",
            auto=False,
            offers=(Offer("choose", counters(pos)), Offer("done")),
        )

    @rule("3.C.7.d", "18.5B-3", "18.5C", "R-88")
    def act(self, hand: Deal) -> None:
        """All trains that can are finished; the others stay."""
        for train in hand.now.state.trains:
            if can_be_finished(hand.now, train):
                finish_bridge(hand, train, "18.5C")
        hand.become(self.but(flipped=True))

    @rule("18.5E-1", "18.5E-2", "R-88")
    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
            return
        _remove(hand, {action.arg})
        if not counters(hand.now):
            hand.pop()


def counters(pos: Pos) -> list[Hexside]:
    """The hexsides with a pontoon bridge or a bridge train."""
    return sorted({*pos.state.pontoons, *(train.side for train in pos.state.trains)})


def _remove(hand: Deal, hexsides: set[Hexside]) -> None:
    state = hand.now.state
    kept = tuple(train for train in state.trains if train.side not in hexsides)
    hand.change(trains=kept, pontoons=state.pontoons - hexsides)
    for hexside in sorted(hexsides):
        hand.tell("bridge", "The bridge at {bridge} is gone.", rule="18.5E-1", side=SOVIET,
                  hexes=split_hexside(hexside), bridge=hexside)  # fmt: skip


@rule("18.5E-1", "R-70")
def break_bridges(hand: Deal, unit: UnitId, hex_: HexId) -> None:
    """A German combat unit enters an end of a pontoon bridge, or the hex of a train."""
    piece, state = hand.game.piece(unit), hand.now.state
    if piece.side != AXIS or piece.role != "combat":
        return
    lost = {side for side in state.pontoons if hex_ in split_hexside(side)}
    lost |= {train.side for train in state.trains if train.hex == hex_}
    if lost:
        _remove(hand, lost)
