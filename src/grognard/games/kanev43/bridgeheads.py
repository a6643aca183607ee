"""BHD Soviet bridgeheads: placed, moved and withdrawn in the Soviet Status Phase."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.decisions import CANCEL, DONE, Action, Decision, Offer, Refusal, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.state import AXIS, SOVIET, Bridgehead, Deal, Pos
from grognard.hexes import HexId


class Bridging(Phase, tag="bridging"):
    """The Soviet player places, moves and withdraws bridgeheads."""

    title = "Status Phase"
    #: Western hexes of pairs that were moved or placed in this phase.
    settled: frozenset[HexId] = frozenset()

    @classmethod
    @rule("SOP-20")
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        """Only for the Soviets, who have something to do."""
        side = getattr(parent, "side", "")
        return cls(side=side) if side == SOVIET and (spare(pos) or pos.state.bridgeheads) else None

    @rule("SOP-20", "BHD-2", "BHD-7")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"{_asked(pos)}, or go on.",
            rule="BHD-2",
            auto=False,
            offers=(
                Offer("target", banks(pos) if spare(pos) else (), may_bridge_from),
                Offer("select", easts(pos), may_shift, of="hex"),
                Offer("release", easts(pos), may_withdraw, of="hex"),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("target", east):
                hand.push(Landing(side=self.side, east=east))
            case Action("select", east):
                hand.push(Shifting(side=self.side, east=east))
            case Action("release", east):
                withdraw(hand, pair_at(hand.now, east))
            case _ if action == DONE:
                hand.pop()

    def hear(self, hand: Deal, west: HexId | None) -> None:
        """A pair has been placed or moved."""
        if west:
            hand.become(self.but(settled=self.settled | {west}))


def _asked(pos: Pos) -> str:
    """What may be done with counters in hand, and with those on the map."""
    place = f"Place a bridgehead ({spare(pos)} in hand)" if spare(pos) else ""
    shift = "move or withdraw one" if place else "Move or withdraw a bridgehead"
    return ", ".join(filter(None, (place, shift if pos.state.bridgeheads else "")))


class Landing(Phase, tag="landing"):
    """A new pair: where does it lead?"""

    title = "Status Phase"
    east: HexId

    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            f"Choose the western hex of the bridgehead at {self.east}.",
            rule="BHD-1",
            auto=False,
            offers=(
                Offer("place", far_banks(pos, self.east), may_bridge_to, of="hex"),
                Offer("cancel"),
            ),
        )

    @rule("BHD-2")
    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
            return
        pos, pair = hand.now, Bridgehead(self.east, action.arg)
        ready = min(pos.state.spare_bridgeheads)
        rest = list(pos.state.spare_bridgeheads)
        rest.remove(ready)
        hand.change(bridgeheads=(*pos.state.bridgeheads, pair), spare_bridgeheads=tuple(rest))
        hand.tell("bridgehead", "A bridgehead is placed from {east} to {west}.", rule="BHD-2",
                  side=self.side, hexes=(pair.east, pair.west), east=pair.east,
                  west=pair.west)  # fmt: skip
        hand.pop(pair.west)


class Shifting(Phase, tag="shifting"):
    """The eastern counter of a pair is moved."""

    title = "Status Phase"
    east: HexId

    def ask(self, pos: Pos) -> Decision:
        near = pos.board.grid.within(self.east, pos.game.charts.limit("bridgehead_shift"))
        return Decision(
            self.side,
            f"Move the eastern counter at {self.east}.",
            rule="BHD-2",
            auto=False,
            offers=(Offer("place", near, may_shift_to, of="hex"), Offer("cancel")),
        )

    @rule("BHD-2", "R-85")
    def take(self, hand: Deal, action: Action) -> None:
        """The western counter stays, and so does the improvement."""
        if action == CANCEL:
            hand.pop()
            return
        old = pair_at(hand.now, self.east)
        new = replace(old, east=action.arg)
        pairs = tuple(new if pair == old else pair for pair in hand.now.state.bridgeheads)
        hand.change(bridgeheads=pairs)
        hand.tell("bridgehead", "The bridgehead at {old} moves to {new}.", rule="BHD-2",
                  side=self.side, hexes=(old.east, new.east), old=old.east,
                  new=new.east)  # fmt: skip
        hand.pop(new.west)


# --- what there is ------------------------------------------------------------------------------


@rule("BHD-4", "BHD-5", "R-83")
def spare(pos: Pos) -> int:
    """The pairs that are in hand now."""
    return sum(turn <= pos.turn for turn in pos.state.spare_bridgeheads)


def easts(pos: Pos) -> list[HexId]:
    """The eastern hexes of the pairs on the map."""
    return [pair.east for pair in pos.state.bridgeheads]


def pair_at(pos: Pos, hex_: HexId) -> Bridgehead:
    """The pair that has a counter in a hex."""
    return next(pair for pair in pos.state.bridgeheads if hex_ in (pair.east, pair.west))


def banks(pos: Pos) -> list[HexId]:
    """The hexes of the eastern bank from which a pair could start."""
    shore = sorted(pos.game.theatre.shore)
    return [hex_ for hex_ in shore if why_not_east(pos, hex_) is None]


def far_banks(pos: Pos, east: HexId) -> list[HexId]:
    """The hexes straight over the river."""
    return [way.far for way in pos.game.theatre.crossings(east)]


# --- guards -------------------------------------------------------------------------------------


@rule("BHD-1", "R-108")
def why_not_east(pos: Pos, hex_: HexId, *, but: Bridgehead | None = None) -> Refusal | None:
    """The counter with the arrow lies on the eastern bank, under Soviet control, alone."""
    if pos.game.theatre.bank(hex_) != "east":
        return deny("BHD-1", "{hex} is not on the eastern bank", hex=hex_)
    if pos.holder(hex_) != SOVIET:
        return deny("R-108", "{hex} is not under Soviet control", hex=hex_)
    return _why_taken(pos, hex_, but)


@rule("R-108")
def _why_taken(pos: Pos, hex_: HexId, but: Bridgehead | None) -> Refusal | None:
    for pair in pos.state.bridgeheads:
        if pair != but and hex_ in (pair.east, pair.west):
            return deny("R-108", "{hex} has a bridgehead", hex=hex_)
    return None


@rule("BHD-1", "R-83", "R-108")
def why_not_west(
    pos: Pos, east: HexId, west: HexId, *, but: Bridgehead | None = None
) -> Refusal | None:
    """Straight over the river, one all-water hex between at most, no Axis unit there."""
    if west not in far_banks(pos, east):
        return deny("BHD-1", "no way leads straight from {east} to {west}", east=east, west=west)
    if pos.columns.count("units", AXIS, west):
        return deny("R-83", "an Axis unit holds {west}", west=west)
    return _why_taken(pos, west, but)


def may_bridge_from(pos: Pos, step: Bridging, hex_: HexId) -> Refusal | None:
    """A pair in hand, and a place for it."""
    if not spare(pos):
        return deny("BHD-2", "no bridgehead is in hand")
    refusal = why_not_east(pos, hex_)
    if refusal is not None:
        return refusal
    if all(why_not_west(pos, hex_, far) for far in far_banks(pos, hex_)):
        return deny("BHD-1", "no way leads over the river from {hex}", hex=hex_)
    return None


def may_bridge_to(pos: Pos, step: Landing, hex_: HexId) -> Refusal | None:
    """The western hex of a new pair."""
    return why_not_west(pos, step.east, hex_)


@rule("BHD-2")
def may_shift(pos: Pos, step: Bridging, hex_: HexId) -> Refusal | None:
    """Each pair once in a phase."""
    if hex_ not in easts(pos):
        return deny("BHD-2", "{hex} has no eastern counter", hex=hex_)
    if pair_at(pos, hex_).west in step.settled:
        return deny("BHD-2", "this bridgehead has been placed or moved in this phase")
    return None


@rule("BHD-2", "R-85")
def may_shift_to(pos: Pos, step: Shifting, hex_: HexId) -> Refusal | None:
    """One or two hexes, and again straight opposite the western counter."""
    pair, most = pair_at(pos, step.east), pos.game.charts.limit("bridgehead_shift")
    if not 0 < pos.board.grid.distance(step.east, hex_) <= most:
        return deny("BHD-2", "{hex} is not within {most} hexes", hex=hex_, most=most)
    return why_not_east(pos, hex_, but=pair) or why_not_west(pos, hex_, pair.west, but=pair)


def may_withdraw(pos: Pos, step: Bridging, hex_: HexId) -> Refusal | None:
    """Any pair that was not placed or moved just now."""
    return may_shift(pos, step, hex_)


@rule("BHD-5", "R-108")
def withdraw(hand: Deal, pair: Bridgehead) -> None:
    """Both counters leave the map until an AM turn that is far enough ahead."""
    pos = hand.now
    back = pos.turn + pos.game.charts.limit("bridgehead_withdrawn")
    scene = pos.game.scene(pos)
    while back <= scene.turns and not scene.is_morning(back):
        back += 1
    hand.change(
        bridgeheads=tuple(other for other in pos.state.bridgeheads if other != pair),
        spare_bridgeheads=(*pos.state.spare_bridgeheads, back),
    )
    hand.tell("bridgehead", "The bridgehead at {east} is withdrawn.", rule="BHD-5", side=SOVIET,
              hexes=(pair.east, pair.west), east=pair.east)  # fmt: skip
