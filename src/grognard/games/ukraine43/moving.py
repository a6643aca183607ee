"""4.1 - 4.8 A move of one unit or stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from grognard.decisions import (
    CANCEL,
    STOP,
    Action,
    Decision,
    Offer,
    rule,
)
from grognard.engine import Way
from grognard.games.ukraine43.allowance import move_panel, points
from grognard.games.ukraine43.effects import passed
from grognard.games.ukraine43.exits import exit_cost, leave_map, ways_out
from grognard.games.ukraine43.going import toll_parts
from grognard.games.ukraine43.mobile_assault import Assaulted, MobileAssault
from grognard.games.ukraine43.moves import EXTENDED, RAIL, Move, Moves
from grognard.games.ukraine43.permits import (
    enemies_beside,
    may_aim,
    may_announce,
    may_assault,
    may_drop,
    may_go_to,
    may_join,
    may_place,
    may_stop,
)
from grognard.games.ukraine43.rivers import (
    aim,
    far_banks,
    is_bridged,
    lay_train,
    over_major_river,
)
from grognard.games.ukraine43.state import SOVIET, Deal, Pos
from grognard.games.ukraine43.turn import PlayerTurn
from grognard.games.ukraine43.ways import (
    budget,
    is_spent,
    just_dropped,
    one_hex,
    points_left,
    purse_of,
    reach_of,
    trip_of,
)
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.words import doing, listed

if TYPE_CHECKING:
    from grognard.games.ukraine43.game import Ukraine43


class Moving(Move, tag="moving"):
    """A unit or stack on the move; it goes on until it stops or must stop."""

    title = "Movement"

    def ask(self, pos: Pos) -> Decision:
        phase, here, fresh = pos.within(Moves), self.here(pos), self.fresh
        others = [u for u in pos.at(here) if u not in self.units]
        leave = self.units if len(self.units) > 1 else ()
        banks = far_banks(pos, here) if fresh and phase.pace == "movement" else ()
        boxes = ways_out(pos, here) if self.side == SOVIET else ()
        enemies = enemies_beside(pos, self) if phase.pace == "exploitation" else ()
        offers = (
            Offer("move", self.goals(pos), may_go_to, exact=True),
            Offer("mode", phase.modes, may_announce),
            Offer("join", others, may_join),
            Offer("drop", leave, may_drop, exact=True),
            Offer("target", banks, may_aim, of="hex"),
            Offer("place", (*banks, *boxes), may_place, of="spot"),
            Offer("assault", enemies, may_assault),
            Offer("cancel") if fresh and not self.aimed else Offer("stop", guard=may_stop),
        )
        return Decision(
            self.side,
            self.prompt,
            rule="4.1-6",
            auto=not fresh,
            panel=lambda pos: move_panel(pos, self.units, self.spent, single=one_hex(pos, self)),
            offers=offers,
        )

    def prompt(self, pos: Pos) -> str:
        """Who moves, and how far yet."""
        return f"Move {self.names()} ({points_left(pos, self)}), or stop."

    def goals(self, pos: Pos) -> Sequence[HexId]:
        """The hexes where it can go now."""
        if self.aimed or just_dropped(pos, self) or is_spent(pos, self):
            return ()
        return pos.keep(trip_of).hexes if self.by_rail else pos.keep(reach_of)

    def take(self, hand: Deal, action: Action) -> None:
        if action == CANCEL:
            hand.pop()
        elif action == STOP:
            hand.pop()
            finish(hand, self, self.units)
        else:
            _DEEDS[action.verb](self, hand, action.arg)

    def announce(self, hand: Deal, mode: str) -> None:
        """Extended or rail movement; an Assault marker ends the move."""
        if mode == EXTENDED:
            hand.become(self.but(extended=True))
        elif mode == RAIL:
            hand.become(self.but(by_rail=True))
        else:
            hand.pop()
            hand.note(PlayerTurn, assault=self.units)
            text = f"{{unit}} {doing(self.units, 'prepares', 'prepare')} an assault."
            hand.tell("marker", text, rule="4.9B-3", side=self.side, units=self.units,
                      unit=self.names())  # fmt: skip
            finish(hand, self, self.units)

    @rule("4.1-4", "23.3-6", "23.4-4", "23.4-5", "R-8")
    def join(self, hand: Deal, unit: UnitId) -> None:
        """A unit comes along: from the start, or picked up by a corps or army HQ."""
        picked_up = {**self.picked_up, unit: len(self.path)} if self.path else self.picked_up
        hand.become(self.but(units=(*self.units, unit), picked_up=picked_up))

    @rule("4.10-2", "23.3-6", "23.4-4", "R-8")
    def drop(self, hand: Deal, unit: UnitId) -> None:
        """A unit stays; if the stack has moved it has finished."""
        hand.become(self.but(units=tuple(u for u in self.units if u != unit)))
        if not self.fresh:
            finish(hand, self, (unit,))

    def aim(self, hand: Deal, target: HexId) -> None:
        """An Assault marker at the river takes all movement points of the unit."""
        hand.become(self.but(aimed=True))
        aim(hand, self.side, self.here(hand.now), target)

    def assault(self, hand: Deal, target: HexId) -> None:
        """Attack out of the move; it waits beneath."""
        start = self.here(hand.now)
        hand.push(MobileAssault(side=self.side, units=self.units, start=start, target=target))

    @rule("13.1B-4", "13.1D-1", "13.1D-2", "R-85")
    def hear(self, hand: Deal, value: Assaulted | None) -> None:
        """A Mobile Assault has ended: it is paid for, and the move goes on with those left,
        from the vacated hex if they entered it, unless they were repulsed.
        """
        if not isinstance(value, Assaulted):
            return
        left = tuple(u for u in self.units if hand.unit(u).at in hand.game.board.grid)
        path = (*self.path, value.target) if value.entered else self.path
        spent = self.spent + value.cost
        step = self.but(units=left, spent=spent, path=path, assaulted=True)
        if value.stopped:
            hand.pop()
            finish(hand, step, left)
        else:
            hand.become(step)

    def place(self, hand: Deal, spot: str) -> None:
        """A bridge train, or the way off the map."""
        if spot in hand.game.board.grid:
            lay_train(hand, self.here(hand.now), spot)
            return
        pos, here = hand.now, self.here(hand.now)
        if self.extended and exit_cost(pos, self.side, here) > budget(pos, self):
            hand.note(PlayerTurn, extended_markers=int(not self.marked))
        hand.pop()
        hand.note(Moves, moved=self.units)
        leave_map(hand, self.side, self.units, spot)

    @rule("4.7B-2", "4.7C-2", "R-83")
    def go(self, hand: Deal, to: HexId) -> None:
        """Walk or ride the cheapest way. What is met there acts last: it may open steps."""
        if self.by_rail:
            self.ride(hand, to)
            return
        pos = hand.now
        mode, ways = pos.keep(reach_of).leading_to(to)
        way = ways.path_to(to)
        cost = ways.cost_of(to)
        spent = self.spent + cost
        crossed = _crosses(pos, self, way)
        step = self.but(spent=spent, path=(*self.path, *way[1:]), crossed=crossed)
        if self.fresh:
            pos.within(Moves).begun(hand, self)
        if mode == EXTENDED:
            hand.note(PlayerTurn, extended=self.units, extended_markers=int(not self.marked))
            step = step.but(marked=True)
        whole = len(way) == 2 and cost == ways.budget and ways.last_toll_to(to).whole
        if self.crossed or whole or pos.keep(purse_of).single:
            hand.pop()
            finish(hand, step, self.units, to)
        else:
            hand.become(step)
        passed(hand, self.units, way[1:-1])
        for unit in self.units:
            hand.enter(unit, to, by="move")

    @rule("4.6-5", "11.2C", "R-89")
    def ride(self, hand: Deal, to: HexId) -> None:
        """A trip by rail is the whole move, and the unit is Disrupted."""
        (unit,) = self.units
        path = hand.now.keep(trip_of).path_to(to)
        hand.pop()
        pos = hand.now
        pos.within(Moves).begun(hand, self)
        hand.note(Moves, moved=self.units)
        hand.set(unit, disrupted=True)
        hand.tell("rail", "{unit} goes by rail from {start} to {place}.", rule="4.6-2",
                  side=self.side, units=self.units, hexes=path, unit=unit, start=self.start,
                  place=hand.game.board.called(to))  # fmt: skip
        passed(hand, self.units, path[1:-1])
        hand.enter(unit, to, by="rail")

    def way(self, pos: Pos, hex_: HexId) -> Way | None:
        if self.aimed or self.by_rail or hex_ not in pos.keep(reach_of):
            return None
        ways = pos.keep(reach_of)
        path = ways.path_to(hex_)
        steps = zip(path, ways.tolls_to(hex_), strict=False)
        tolls = (toll_parts(pos, self.side, before, toll) for before, toll in steps)
        parts = tuple(part for step in tolls for part in step)
        left = budget(pos, self) - ways.cost_of(hex_)
        far = "extended movement" if left < 0 else f"{points(left)} left"
        if any(tires(pos.game, self, unit, len(path) - 1) for unit in self.units):
            far += ", and artillery is disrupted"
        return Way(path[1:], parts, far, per_point=2)


_DEEDS = {"move": Moving.go, "mode": Moving.announce, "join": Moving.join, "drop": Moving.drop,
          "target": Moving.aim, "place": Moving.place, "assault": Moving.assault}  # fmt: skip


@rule("4.8C", "11.2D")
def tires(game: Ukraine43, move: Moving, unit: UnitId, more: int = 0) -> bool:
    """Is this artillery that has gone too far to fire, if it goes so many hexes more?"""
    if game.printed[unit].kind != "artillery":
        return False
    gone = len(move.path) - move.picked_up.get(unit, 0) + more
    return gone > game.charts.limits["artillery_hexes"].number


@rule("4.1-6", "4.8C", "11.2D")
def finish(hand: Deal, move: Moving, units: Iterable[UnitId], at: HexId = "") -> None:
    """Units have ended their move; artillery that has gone two hexes or more is Disrupted."""
    done = tuple(units)
    hand.note(Moves, moved=done)
    for unit in done:
        if tires(hand.game, move, unit):
            hand.set(unit, disrupted=True)
    if move.path not in ((), (move.start,)) and done:
        text = f"{{unit}} {doing(done, 'moves', 'move')} from {{start}} to {{place}}."
        hand.tell("move", text, rule="4.1-1", side=move.side, units=done,
                  hexes=(move.start, *move.path), unit=listed(done), start=move.start,
                  place=hand.game.board.called(at or move.path[-1]))  # fmt: skip


def _crosses(pos: Pos, move: Moving, way: Sequence[HexId]) -> bool:
    """Does a first step lead over a Major River without a bridge?"""
    if not move.fresh or len(way) != 2:
        return False
    return over_major_river(pos, *way) and not is_bridged(pos, move.side, *way)
