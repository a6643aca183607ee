"""Hand: the only way to change anything.

The engine makes a Hand for one action and throws it away. Rules act through it; whatever
they ask of `hand.now` is true of the position so far. A Hand copies what it changes when
it first changes it, so that the position it started from stays as it was.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from grognard.decisions import Action, Event, Part, Side
from grognard.dice import SIX, throw
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.position import G, Position, S, U
from grognard.state import RESIGNED, Outcome, Secret, Sighting, Spot, with_letter
from grognard.steps import EngineError, Roll, Step

K = TypeVar("K", bound=Step)

#: No action of any game comes near this many steps: past it the agenda runs in a circle.
_MOST_STEPS = 20_000


class _GameWon(Exception):
    """The game has ended in the middle of an action."""


class Hand(Generic[G, S, U]):
    """Changes one position into the next."""

    __slots__ = ("_agenda", "_columns", "_dice", "_events", "_fields", "_moves", "_now", "_start",
                 "_state", "_stop", "_units", "_where", "game")  # fmt: skip

    def __init__(
        self, pos: Position[G, S, U], *, dice: Iterable[int] = (), stop: bool = False
    ) -> None:
        self.game: G = pos.game
        self._start = pos
        self._now: Position[G, S, U] | None = pos
        self._state: S = pos.state
        self._agenda: list[Step] = list(pos.state.agenda)
        self._fields: dict[str, Any] = {}
        #: The units if one has changed since `_state`; then columns and places are copies, too.
        self._units: list[Any] | None = None
        self._columns = pos.columns
        self._where = pos.where
        self._events: list[Event] = []
        self._moves = 0
        self._dice = list(dice)
        self._stop = stop

    # --- what is true so far -------------------------------------------------------------

    @property
    def now(self) -> Position[G, S, U]:
        """The position so far."""
        if self._now is None:
            self._now = self._snapshot()
        return self._now

    @property
    def scenario(self) -> str:
        """The scenario that is played."""
        return self._state.scenario

    @property
    def top(self) -> Step:
        """The step that is open now."""
        return self._agenda[-1]

    @property
    def depth(self) -> int:
        """How many steps are open."""
        return len(self._agenda)

    @property
    def units(self) -> Sequence[U]:
        """All units as they are now, in the order of the pieces."""
        units: Sequence[Any] = self._state.units if self._units is None else self._units
        return units

    @property
    def rest(self) -> S:
        """The state as it is now, but for units and agenda: no position has to be made for it."""
        if self._fields:
            self._state, self._fields = replace(self._state, **self._fields), {}
        return self._state

    def unit(self, unit: UnitId) -> U:
        """A unit as it is now."""
        units: Sequence[Any] = self._state.units if self._units is None else self._units
        found: U = units[self.game.index[unit]]
        return found

    def at(self, spot: Spot) -> tuple[UnitId, ...]:
        """The units in a hex or box now."""
        return self._where.get(spot, ())

    def holder(self, hex_: HexId) -> Side:
        """The side that controls a hex now."""
        return self.game.side_of_letter(self.field("control"), self.game.board.grid.index[hex_])

    def _snapshot(self) -> Position[G, S, U]:
        """The position so far. It shares what it is made of, so that from now on changes are
        made to copies again.
        """
        changes, self._fields = self._fields, {}
        changes["agenda"] = tuple(self._agenda)
        if self._units is not None:
            changes["units"] = tuple(self._units)
            self._units = None
        self._state = replace(self._state, **changes)
        return Position(self.game, self._state, self._columns, self._where)

    # --- units and hexes -----------------------------------------------------------------

    def set(self, unit: UnitId, **changes: Any) -> None:
        """Change fields of a unit. To bring it into a hex use `enter`."""
        old = self.unit(unit)
        new = replace(old, **changes)
        if new == old:
            return
        self._own()[self.game.index[unit]] = new
        if new.at != old.at:
            self._displace(unit, old.at, new.at)
        self.game.patch(self._columns, old, new)
        self._now = None

    def put(self, unit: UnitId, spot: Spot) -> None:
        """Put a unit somewhere without any effect of entering: set-up, boxes, removal."""
        self.set(unit, at=spot)

    def enter(self, unit: UnitId, hex_: HexId, by: str) -> None:
        """Bring a unit into a hex by move, retreat, advance, drop or arrival. Here, and only
        here, the game's effects of entering run, in printed order.
        """
        self.set(unit, at=hex_)
        self.game.entered(self, unit, hex_, by)

    def order(self, spot: Spot, units: Iterable[UnitId]) -> None:
        """Put the units of a hex or box into an order of their own: top last. It lasts as
        long as two of them are there; newcomers come on top.
        """
        wanted = tuple(units)
        if sorted(wanted) != sorted(self._where.get(spot, ())):
            raise EngineError(f"{spot} does not hold exactly {', '.join(wanted)}")
        self._own()
        self._where[spot] = wanted
        self._stack(spot, wanted)

    def control(self, hex_: HexId, side: Side) -> None:
        """Give control of a hex to a side."""
        index, letter = self.game.board.grid.index[hex_], self.game.letter_of(side)
        control = self._fields.get("control") or self._state.control
        if control[index] != letter:
            self.change(control=with_letter(control, index, letter))

    def _own(self) -> list[Any]:
        """The units, to be written to; places and columns may be written to as well."""
        if self._units is None:
            self._units = list(self._state.units)
            self._columns = self._columns.copy() if self._columns is not None else None
            self._where = self._where.copy()
        return self._units

    def _displace(self, unit: UnitId, old: Spot, new: Spot) -> None:
        """Units lie in the order of the pieces; in an ordered stack who comes lies on top."""
        where, stacks = self._where, self.field("stacks")
        left, there = tuple([u for u in where[old] if u != unit]), where.get(new, ())
        if left:
            where[old] = left
        else:
            del where[old]
        if old in stacks:
            self._stack(old, left)
        if new in stacks:
            where[new] = (*there, unit)
            self._stack(new, where[new])
        elif there:
            number = self.game.index.__getitem__
            place = bisect(there, number(unit), key=number)
            where[new] = (*there[:place], unit, *there[place:])
        else:
            where[new] = (unit,)

    def _stack(self, spot: Spot, units: tuple[UnitId, ...]) -> None:
        stacks = dict(self.field("stacks"))
        stacks.pop(spot, None)
        if len(units) > 1:
            stacks[spot] = units
        self.change(stacks=stacks)

    # --- the rest of the state -----------------------------------------------------------

    def change(self, **fields: Any) -> None:
        """Change fields of the state: turn, weather, points."""
        self._fields.update(fields)
        self._now = None

    def field(self, name: str) -> Any:
        """A field of the state as it is now, but for units and agenda."""
        return self._fields[name] if name in self._fields else getattr(self._state, name)

    def hide(self, owner: Side, name: str, value: Any) -> None:
        """Keep a side's secret answer; an earlier one of that name is replaced."""
        kept = tuple(s for s in self.field("secrets") if (s.owner, s.name) != (owner, name))
        self.change(secrets=(*kept, Secret(owner, name, value)))

    def open(self, owner: Side, name: str) -> Any:
        """Take a secret out of hiding; the caller tells what it was. None if there is none."""
        kept, found = [], None
        for secret in self.field("secrets"):
            if (secret.owner, secret.name) == (owner, name):
                found = secret.value
            else:
                kept.append(secret)
        self.change(secrets=tuple(kept))
        return found

    def reveal(self, units: Iterable[UnitId], to: Side) -> None:
        """A side sees these units for what they are; it will remember where and when."""
        shown = tuple(units)
        kept = [s for s in self.field("sightings") if s.side != to or s.unit not in shown]
        turn = self.field("turn")
        new = [Sighting(to, unit, turn, self.unit(unit).at) for unit in shown]
        self.change(sightings=tuple(sorted(kept + new, key=lambda s: (s.side, s.unit))))

    # --- the agenda ----------------------------------------------------------------------

    def push(self, step: Step) -> None:
        """Open a step above the present one."""
        self._agenda.append(step)
        self._touched()

    def become(self, step: Step) -> None:
        """Change the present step into another, or into itself with other fields."""
        self._agenda[-1] = step
        self._touched()

    def pop(self, value: Any = None) -> None:
        """End the present step; the one beneath hears its result."""
        self._agenda.pop()
        self._touched()
        if self._agenda:
            self._agenda[-1].hear(self, value)

    def note(self, kind: type[K], **facts: Any) -> None:
        """Add to the memory of the innermost open step of a kind: sets and tuples grow,
        numbers add up, anything else is replaced.
        """
        for number in range(len(self._agenda) - 1, -1, -1):
            step = self._agenda[number]
            if isinstance(step, kind):
                grown = {name: _add(getattr(step, name), new) for name, new in facts.items()}
                self._agenda[number] = step.but(**grown)
                self._touched()
                return
        raise EngineError(f"no {kind.__name__} is open to take a note")

    def _touched(self) -> None:
        self._moves += 1
        self._now = None

    # --- dice, news, the end -------------------------------------------------------------

    def roll(
        self, name: str, dice: int = 1, *, faces: int = SIX, side: Side = "", place: str = ""
    ) -> None:
        """Have dice thrown; the present step hears the faces as a tuple."""
        self.push(Roll(name=name, dice=dice, faces=faces, side=side, place=place))

    def tell(
        self,
        kind: str,
        text: str,
        *,
        rule: str = "",
        side: Side = "",
        parts: Iterable[Part] = (),
        dice: Iterable[int] = (),
        hexes: Iterable[HexId] = (),
        units: Iterable[UnitId] = (),
        **facts: Any,
    ) -> None:
        """Tell what has happened, with all facts; the mask decides who learns what."""
        self._events.append(
            Event(
                kind, text, rule, side, facts, tuple(parts), tuple(dice), tuple(hexes), tuple(units)
            )
        )

    def win(self, winner: Side, level: str, reason: str, rule: str) -> None:
        """End the game here and now; nothing further of this action runs."""
        self.change(outcome=Outcome(winner, level, reason, rule))
        raise _GameWon

    # --- the loop, called by Position ----------------------------------------------------

    def play(self, action: Action, *, standing: bool = False) -> Position[G, S, U]:
        """Carry out an action that was judged legal, then run to the next question."""
        try:
            if action.verb == "resign":
                self._resign(action.arg)
            elif standing:
                self.game.take_standing(self, action)
            else:
                self._agenda[-1].take(self, action)
            self.run()
        except _GameWon:
            pass
        return self.close()

    def throw(self) -> Position[G, S, U]:
        """Throw the die that is due, then run on."""
        with suppress(_GameWon):
            self._draw()
            self.run()
        return self.close()

    def begin(self) -> Position[G, S, U]:
        """Run a new game to its first question."""
        with suppress(_GameWon):
            self.run()
        return self.close()

    def run(self) -> None:
        """Let steps act, draw dice and play forced choices until a side has a choice."""
        for _ in range(_MOST_STEPS):
            if not self._agenda:
                raise EngineError("the agenda is empty and nobody has won")
            if isinstance(self._agenda[-1], Roll):
                if self._stop and not self._dice:
                    return
                self._draw()
            elif not self._act_or_ask():
                return
        raise EngineError(f"no question after {_MOST_STEPS} steps; open: {self._open_steps()}")

    def _act_or_ask(self) -> bool:
        """One turn of the loop; False when there is a real question."""
        top = self._agenda[-1]
        # For a step that never asks no position has to be made.
        decision = self.now.decision if type(top).ask is not Step.ask else None
        if decision is None:
            moves = self._moves
            top.act(self)
            if self._moves == moves:
                raise EngineError(f"step {top.tag!r} acted without effect")
            return True
        if not decision.auto:
            return False
        only = self.now.only_action()
        if only is None:
            return False
        top.take(self, only)
        return True

    def _draw(self) -> None:
        roll = self.top
        assert isinstance(roll, Roll)
        if self._dice:
            shown = self._dice.pop(0)
            if not 1 <= shown <= roll.faces:
                raise ValueError(f"a die of {roll.faces} faces cannot show {shown}")
            self.change(drawn=self.field("drawn") + 1)
        else:
            shown, changes = throw(self.now.state, roll.name, roll.place, roll.faces)
            self.change(**changes)
        roll = roll.but(shown=(*roll.shown, shown))
        self.become(roll)
        if len(roll.shown) == roll.dice:
            self.pop(roll.shown)

    def _resign(self, side: Side) -> None:
        winner = self.game.enemy(side)
        self.tell("resigned", "{side} resigns.", side=side)
        self.win(winner, RESIGNED, f"{self.game.side_title(side)} resigned", "resign")

    def close(self) -> Position[G, S, U]:
        """The position that the action has led to, with its events."""
        if self._dice:
            raise ValueError(f"dice not used: {self._dice}")
        if self._now is self._start:
            self._now = None  # Nothing has changed, but the old position keeps its own events.
        pos = self._now or self._snapshot()
        pos.events = tuple(self._events)
        return pos

    def _open_steps(self) -> str:
        return " > ".join(step.tag for step in self._agenda)


def _add(old: Any, new: Any) -> Any:
    if isinstance(old, frozenset):
        return old | ({new} if isinstance(new, str) else frozenset(new))
    if isinstance(old, tuple):
        return (*old, *((new,) if isinstance(new, str) else new))
    if isinstance(old, int) and not isinstance(old, bool):
        return old + new
    return new
