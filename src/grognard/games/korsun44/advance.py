"""5.4 Pursuit along the path of a retreat, and advance into a hex that was emptied."""

from __future__ import annotations

from msgspec import Struct

from grognard.decisions import (
    DONE,
    Action,
    Decision,
    Offer,
    Panel,
    Refusal,
    Side,
    deny,
    rule,
)
from grognard.games.korsun44.retreat import is_unbridged
from grognard.games.korsun44.state import Deal, Pos
from grognard.games.korsun44.theatre import BIG_RIVER
from grognard.games.korsun44.walking import Order, Walking
from grognard.games.korsun44.zones import in_enemy_zone, room
from grognard.hexes import HexId
from grognard.mechanics.advance import Trail, advances, stop_after_crossing, stop_after_entering
from grognard.mechanics.retreat import Bar, Walk, Ways, no_crossing, no_end, no_entry
from grognard.pieces import UnitId
from grognard.words import doing, listed

#: 5.4.10 The emptied hex and one more.
_ADVANCE = 2


class Lead(Struct, frozen=True):
    """A way to follow: the path of a retreat, the hex that was left first, or a hex alone whose
    defenders were eliminated.
    """

    path: tuple[HexId, ...]

    @property
    def name(self) -> str:
        """Its hexes in order."""
        return "-".join(self.path)

    @property
    def is_pursuit(self) -> bool:
        """Is there anybody to be followed?"""
        return len(self.path) > 1

    @property
    @rule("5.4.6", "5.4.6-ex", "5.4.10")
    def length(self) -> int:
        """As many hexes as the retreat had; after an elimination two."""
        return len(self.path) - 1 if self.is_pursuit else _ADVANCE


@rule("6.1.7", "9.1.5", "D10", "E11")
def is_held(pos: Pos, enemy: Side, hex_: HexId) -> bool:
    """Does a regular unit or a resilience group of the enemy hold a hex?"""
    if pos.columns.count("regular", enemy, hex_):
        return True
    return any(pos.owner(u) == enemy and pos.game.piece(u).holds_out for u in pos.at(hex_))


@rule("5.4.5", "5.4.7", "5.4.8", "5.4.10", "D14", "E11", "E12")
def bars_of(pos: Pos, side: Side, units: tuple[UnitId, ...], lead: Lead) -> tuple[Bar, ...]:
    """What nobody does who follows. Enemy zones count after an elimination only."""
    enemy = pos.game.enemy(side)
    levels = sum(pos.game.levels(pos, unit) for unit in units)
    found = [
        no_entry("E11", "the enemy holds {hex}", lambda h: is_held(pos, enemy, h)),
        no_crossing("5.4.7", "no bridge leads over the river to {hex}",
                    lambda a, b: is_unbridged(pos, a, b)),
        stop_after_crossing("5.4.8", "whoever crosses the river stops behind it",
                            lambda a, b: pos.board.crosses(BIG_RIVER, a, b)),
        no_end("D14", "there is no room in {hex}", lambda h: room(pos, side, h) < levels),
    ]  # fmt: skip
    if not lead.is_pursuit:
        text = "the enemy zone in {before} stops them"
        found.append(stop_after_entering("5.4.10", text, lambda h: in_enemy_zone(pos, side, h)))
    return tuple(found)


@rule("5.4.2", "5.4.4", "5.4.6")
def ways_on(
    pos: Pos, side: Side, units: tuple[UnitId, ...], start: HexId, lead: Lead, so_far: Walk = ()
) -> Ways:
    """The ways of units that follow a lead: on the path or beside it."""
    trail = Trail(lead.path, pos.board.grid.distance, "5.4.2") if lead.is_pursuit else None
    return advances(
        start, lead.path[:1], lead.length, pos.board.grid.neighbours,
        bars_of(pos, side, units, lead), rule="5.4.6" if trail else "5.4.10", first_rule="5.4.4",
        trail=trail, so_far=so_far,
    )  # fmt: skip


# --- who follows -----------------------------------------------------------------------------


class Pursuit(Order, tag="pursuit"):
    """The victors may follow one retreat, or enter hexes in which all were eliminated, one after
    another or in groups. HQs `along` go with others only.
    """

    title = "Pursuit"
    leads: tuple[Lead, ...]
    chosen: str = ""

    @property
    def lead(self) -> Lead | None:
        """What is followed, once it is settled."""
        if len(self.leads) == 1:
            return self.leads[0]
        return next((lead for lead in self.leads if lead.name == self.chosen), None)

    @rule("5.4.1", "5.4.3", "E11", "E12")
    def ask(self, pos: Pos) -> Decision:
        hexes = tuple(hex_ for lead in self.leads for hex_ in lead.path)
        chosen = self.lead is not None
        others = tuple(lead.name for lead in self.leads if lead != self.lead)
        return Decision(
            self.side,
            "Choose a unit that follows, or go on." if chosen else "Choose the path to follow.",
            rule="5.4.1" if chosen else "5.4.3",
            waiting="The enemy may pursue.",
            panel=lambda _: Panel("Pursuit", units=self.units, hexes=hexes),
            offers=(
                Offer("choose", others),
                Offer("select", self.units if chosen else (), may_follow),
                Offer("done"),
            ),
        )

    def take(self, hand: Deal, action: Action) -> None:
        match action:
            case Action("choose", name):
                hand.become(self.but(chosen=name))
            case Action("select", unit):
                assert self.lead is not None
                start = hand.unit(unit).at
                hand.push(Pursuing(side=self.side, lead=self.lead, start=start, units=(unit,)))
            case _ if action == DONE:
                hand.pop()

    def hear(self, hand: Deal, units: tuple[UnitId, ...]) -> None:
        """Who has followed has followed. The others follow the same retreat; but of several hexes
        that were emptied they may enter another.
        """
        gone = set(units or ())
        leads = self.leads
        if gone and self.lead is not None:
            pursued = self.lead.is_pursuit
            leads = (self.lead,) if pursued else tuple(x for x in leads if not x.is_pursuit)
        hand.become(
            self.but(
                units=tuple(u for u in self.units if u not in gone),
                along=tuple(u for u in self.along if u not in gone),
                leads=leads,
            )
        )


@rule("5.4.1", "5.4.9", "D13", "E31")
def may_follow(pos: Pos, step: Pursuit, unit: UnitId) -> Refusal | None:
    """A victor that moves by itself and has a way forward."""
    if unit not in step.units or step.lead is None:
        return deny("5.4.9", "{unit} does not pursue", unit=unit)
    if not ways_on(pos, step.side, (unit,), pos.unit(unit).at, step.lead):
        return deny("5.4.4", "{unit} has no way forward", unit=unit)
    return None


class Pursuing(Walking, tag="pursuing"):
    """Units of one hex follow together."""

    title = "Pursuit"
    verb = "advance"
    way_rule = "5.4.2"
    group_rule = "E31"
    waiting = "The enemy pursues."
    lead: Lead

    def ways(self, pos: Pos) -> Ways:
        return ways_on(pos, self.side, self.units, self.start, self.lead, self.path)

    def marked(self) -> tuple[HexId, ...]:
        """What they follow, and how far they have come."""
        return (*self.lead.path, *self.path)

    @rule("5.4.7", "6.2.4", "7.1.6", "E11", "E12")
    def walk(self, hand: Deal, path: tuple[HexId, ...]) -> None:
        """Hex by hex: guns and HQs on the way are run over, works are gone."""
        for hex_ in path:
            for unit in self.units:
                hand.enter(unit, hex_, by="pursuit")
        text = f"{{who}} {doing(self.units, 'follows', 'follow')} to {{place}}."
        hand.tell("advance", text, rule="5.4.1", side=self.side, units=self.units,
                  hexes=(self.start, *path), who=listed(self.units),
                  place=hand.game.board.called(path[-1]))  # fmt: skip
        hand.pop(self.units)
