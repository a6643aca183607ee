"""R-98 Before play: guns limbered or not, the Axis first; then three secret dropzones (AIRB-1).

Everybody else has one place to begin.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.decisions import DONE, Action, Decision, Offer, Refusal, Side, deny, rule
from grognard.engine import Phase, Step
from grognard.games.kanev43.state import AXIS, SOVIET, Deal, Pos
from grognard.games.kanev43.units import FormationId
from grognard.hexes import HexId
from grognard.pieces import UnitId

READY = "ready"
#: How the secrets begin that hold dropzones; the brigade follows.
DROPZONE = "dropzone "


# --- guns ---------------------------------------------------------------------------------------


class Batteries(Phase, tag="batteries"):
    """A player says which of his guns begin limbered."""

    title = "Set-up"
    owner: ClassVar[Side] = ""

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=cls.owner)

    @rule("R-98")
    def ask(self, pos: Pos) -> Decision:
        return Decision(
            self.side,
            "Limber or unlimber your guns, then go on.",
            rule="R-98",
            waiting=f"{pos.game.side_title(self.side)} sets up.",
            auto=False,
            offers=(Offer("select", guns_on_map(pos, self.side)), Offer("done")),
        )

    def take(self, hand: Deal, action: Action) -> None:
        if action == DONE:
            hand.pop()
        else:
            hand.set(action.arg, limbered=not hand.unit(action.arg).limbered)


class AxisBatteries(Batteries, tag="axis batteries"):
    """The Axis chooses first."""

    owner = AXIS


class SovietBatteries(Batteries, tag="soviet batteries"):
    """The Soviets see what the Axis has chosen."""

    owner = SOVIET


def guns_on_map(pos: Pos, side: Side) -> list[UnitId]:
    """The artillery of a side that is on the map."""
    guns = (p.id for p in pos.game.printed.values() if p.is_artillery and p.side == side)
    return [unit for unit in guns if pos.unit(unit).at in pos.board.grid]


# --- dropzones ----------------------------------------------------------------------------------


class Dropzones(Phase, tag="dropzones"):
    """The Soviet player writes down a dropzone for each brigade."""

    title = "Set-up"

    @classmethod
    def opened(cls, parent: Step, pos: Pos) -> Step | None:
        return cls(side=SOVIET)

    @rule("AIRB-1")
    def ask(self, pos: Pos) -> Decision:
        brigade = unplanned(pos)[0]
        return Decision(
            self.side,
            f"Choose a dropzone for {pos.game.formations[brigade].title}.",
            rule="AIRB-1",
            waiting=f"{pos.game.side_title(self.side)} writes down dropzones.",
            auto=False,
            offers=(
                Offer("place", pos.game.theatre.dropzones, may_be_dropzone, exact=True, of="hex"),
                Offer("choose", (READY,)),
            ),
        )

    @rule("AIRB-1")
    def take(self, hand: Deal, action: Action) -> None:
        """The hex is secret; that there is one is not."""
        ready = hand.game.scene(hand.now).drops.ready
        brigades = unplanned(hand.now)
        chosen = dict.fromkeys(brigades[:1], action.arg) if action.verb == "place" else ready
        for brigade in brigades:
            if brigade in chosen:
                hand.hide(SOVIET, secret_of(brigade), chosen[brigade])
                hand.tell("dropzone", "A dropzone for {brigade} has been written down.",
                          rule="AIRB-1", side=SOVIET, brigade=brigade)  # fmt: skip
        if not unplanned(hand.now):
            hand.pop()


def secret_of(brigade: FormationId) -> str:
    """The name of the secret that holds a brigade's dropzone."""
    return f"{DROPZONE}{brigade}"


def unplanned(pos: Pos) -> list[FormationId]:
    """The airborne brigades that have no dropzone yet."""
    written = {secret.name for secret in pos.state.secrets}
    brigades = (f.id for f in pos.game.formations.values() if f.airborne)
    return [brigade for brigade in brigades if secret_of(brigade) not in written]


@rule("AIRB-2")
def may_be_dropzone(pos: Pos, step: Dropzones, hex_: HexId) -> Refusal | None:
    """On the western bank, ten hexes or more from the edge."""
    theatre = pos.game.theatre
    if theatre.bank(hex_) != "west":
        return deny("AIRB-2", "{hex} is not west of the Dnepr", hex=hex_)
    least = theatre.charts.limit("dropzone_edge")
    if theatre.from_edge[hex_] < least:
        return deny("AIRB-2", "{hex} is less than {least} hexes from the edge", hex=hex_,
                    least=least)  # fmt: skip
    return None
