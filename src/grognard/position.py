"""Position: a game and a state, and every question one may ask of them.

A Position never changes. What it works out (the decision, the list of actions, a game's
zones or supply) is worked out when first asked and kept with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from grognard.board import Board
from grognard.decisions import (
    Action,
    Decision,
    Event,
    IllegalAction,
    Offer,
    Panel,
    Refusal,
    Side,
    action,
    actions_of,
    deny,
)
from grognard.hexes import HexId
from grognard.pieces import UnitId
from grognard.state import Outcome, Spot, State, Unit, encode
from grognard.steps import Roll, Step, Way
from grognard.verbs import known

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.view import View

G = TypeVar("G", bound="Game[Any, Any]")
S = TypeVar("S", bound=State)
U = TypeVar("U", bound=Unit)
K = TypeVar("K", bound=Step)
T = TypeVar("T")

_UNASKED: Any = object()


class Position(Generic[G, S, U]):
    """What users hold: `pos.decision`, `pos.actions()`, `pos.apply(action)`."""

    __slots__ = ("_actions", "_choices", "_decision", "_kept", "_offers", "_picked", "board",
                 "columns", "events", "game", "state", "where")  # fmt: skip

    def __init__(
        self,
        game: G,
        state: S,
        columns: Any,
        where: dict[Spot, tuple[UnitId, ...]],
        events: tuple[Event, ...] = (),
    ) -> None:
        self.game = game
        #: The map.
        self.board: Board = game.board
        self.state = state
        self.columns = columns
        self.where = where
        self.events = events
        self._decision: Decision | None = _UNASKED
        self._offers: tuple[Offer, ...] | None = None
        self._choices: list[tuple[str, Sequence[str]]] | None = None
        self._actions: list[Action] | None = None
        self._picked: Action | None = None
        self._kept: dict[Any, Any] = {}

    def __repr__(self) -> str:
        asked = self.outcome.reason if self.outcome else self.prompt or "nobody is asked"
        return f"<{self.game.slug} turn {self.state.turn}: {asked}>"

    # --- reading -------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the game turn."""
        return self.state.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.state.outcome

    @property
    def top(self) -> Step:
        """The step that is open now."""
        return self.state.agenda[-1]

    def unit(self, unit: UnitId) -> U:
        """A unit as it is now."""
        found: U = self.state.units[self.game.index[unit]]  # type: ignore[assignment]
        return found

    def owner(self, unit: UnitId) -> Side:
        """The side that a unit belongs to."""
        return self.game.owners[unit]

    def at(self, spot: Spot) -> tuple[UnitId, ...]:
        """The units in a hex or box, in the order of the pieces or as `order` has laid them."""
        return self.where.get(spot, ())

    def holder(self, hex_: HexId) -> Side:
        """The side that controls a hex, where the game keeps control."""
        return self.game.side_of_letter(self.state.control, self.board.grid.index[hex_])

    def find(self, *kinds: type[K]) -> K | None:
        """The innermost open step of these kinds, or None."""
        found: K | None = self._kept.get(kinds, _UNASKED)
        if found is _UNASKED:
            inward = reversed(self.state.agenda)
            found = self._kept[kinds] = next((s for s in inward if isinstance(s, kinds)), None)
        return found

    def within(self, kind: type[K]) -> K:
        """The innermost open step of a kind; it must be there."""
        found: K | None = self._kept.get(kind)
        if found is not None:
            return found
        for step in reversed(self.state.agenda):
            if isinstance(step, kind):
                self._kept[kind] = step
                return step
        raise LookupError(f"no {kind.__name__} is open")

    def keep(self, question: Callable[[Any], T]) -> T:
        """The answer to a question about this position, worked out once."""
        found = self._kept.get(question, _UNASKED)
        if found is _UNASKED:
            found = self._kept[question] = question(self)
        answer: T = found
        return answer

    def keep_of(self, question: Callable[[Any, Side], T], side: Side) -> T:
        """The answer to a question about a side in this position, worked out once."""
        found = self._kept.get((question, side), _UNASKED)
        if found is _UNASKED:
            found = self._kept[question, side] = question(self, side)
        answer: T = found
        return answer

    # --- the question that is open -------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Who is asked what; None when the game is over, dice are due or no step is open."""
        if self._decision is _UNASKED:
            agenda = self.state.agenda
            waits = self.state.outcome is not None or not agenda or isinstance(agenda[-1], Roll)
            self._decision = None if waits else agenda[-1].ask(self)
        return self._decision

    @property
    def side(self) -> Side:
        """The side that is asked, or empty."""
        decision = self.decision
        return decision.side if decision else ""

    @property
    def prompt(self) -> str:
        """The sentence that tells the player what to do."""
        asked = self.decision.prompt if self.decision else ""
        return asked if isinstance(asked, str) else asked(self)

    @property
    def panel(self) -> Panel | None:
        """What is shown beside the question, made when it is looked at."""
        if self.decision is None or self.decision.panel is None:
            return None
        return self.keep(_make_panel)

    def offers(self) -> tuple[Offer, ...]:
        """All open offers: the answers to the question, then the standing ones."""
        if self._offers is None:
            decision = self.decision
            self._offers = decision.offers if decision else ()
            if decision and decision.calm:
                self._offers += self.game.standing(self, decision.side)
        return self._offers

    def choices(self) -> list[tuple[str, Sequence[str]]]:
        """Everything that may be done now, as verbs with their arguments, in a fixed order."""
        if self._choices is None:
            found: list[tuple[str, Sequence[str]]] = []
            for offer in self.offers():
                listed = offer.candidates
                if not listed:
                    continue
                guard = offer.guard
                if guard is not None and not offer.exact:
                    top = self.state.agenda[-1]
                    listed = [arg for arg in listed if guard(self, top, arg) is None]
                    if not listed:
                        continue
                found.append((offer.verb, listed))
            self._choices = found
        return self._choices

    def actions(self) -> list[Action]:
        """Everything that may be done now, in a fixed order."""
        if self._actions is None:
            found: list[Action] = []
            for verb, args in self.choices():
                found += map(actions_of(verb).__getitem__, args)
            self._actions = found
        return self._actions

    def count(self) -> int:
        """How many actions there are."""
        return sum([len(args) for _, args in self.choices()])

    def nth(self, number: int) -> Action:
        """One of the actions by its number: the list need not be made for it, and what answers
        the question need not be judged again when it is taken, unless a standing offer might
        be meant.
        """
        for verb, args in self.choices():
            if number < len(args):
                picked, decision = action(verb, args[number]), self._decision
                if decision is not None and len(self.offers()) == len(decision.offers):
                    self._picked = picked
                return picked
            number -= len(args)
        raise IndexError("there are not so many actions")

    def only_action(self) -> Action | None:
        """The one action that is left, or None if there are more (or none). Standing offers
        are no answers to the question.
        """
        for offer in self.offers():
            if len(offer.candidates) > 1 and (offer.exact or offer.guard is None):
                return None  # A glance is enough; the list is not always needed.
        if self.count() != 1:
            return None
        left, decision = self.nth(0), self.decision
        standing = decision is not None and len(self.offers()) > len(decision.offers)
        return None if standing and self._judge(left, None)[1] else left

    # --- acting --------------------------------------------------------------------------

    def why_not(self, what: Action | str, *, side: Side | None = None) -> Refusal | None:
        """Why an action may not be taken now, or None if it may. With a side: in words that
        tell it nothing that is hidden from it.
        """
        wanted = Action.parse(what) if isinstance(what, str) else what
        refusal, _ = self._judge(wanted, side)
        return refusal and self._told(refusal, side)

    def _told(self, refusal: Refusal, side: Side | None) -> Refusal:
        """A refusal in the words that the side may hear."""
        return refusal if side is None else self.game.mask.refusal(self.state, refusal, side)

    def _judge(self, wanted: Action, side: Side | None) -> tuple[Refusal | None, bool]:
        """The refusal of an action, if any, and whether a standing offer allows it."""
        outcome = self.state.outcome
        if outcome is not None:
            return deny(outcome.rule, "the game is over"), False
        if wanted.verb == "resign":
            return self._judge_resign(wanted, side), False
        decision = self.decision
        if decision is None:
            return deny("dice", "dice are due before anything else"), False
        if side is not None and side != decision.side:
            sentence = "{other} decides now"
            return deny(decision.rule, sentence, other=decision.side), False
        refusal = None
        for number, offer in enumerate(self.offers()):
            if offer.verb == wanted.verb:
                refusal = self._judge_offer(offer, wanted.arg, decision.rule)
                if refusal is None:
                    return None, number >= len(decision.offers)
        return refusal or deny(decision.rule, "{verb!r} is not open now", verb=wanted.verb), False

    def _judge_offer(self, offer: Offer, arg: str, rule: str) -> Refusal | None:
        if (offer.exact or offer.guard is None) and arg in offer.candidates:
            return None
        if offer.guard is None:
            return deny(rule, "{arg!r} is not among the choices", arg=arg)
        if not known(self, offer, arg):
            return deny(rule, "there is no {arg!r} to {verb}", arg=arg, verb=offer.verb)
        return offer.guard(self, self.top, arg)

    def _judge_resign(self, wanted: Action, side: Side | None) -> Refusal | None:
        if wanted.arg not in self.game.sides:
            return deny("resign", "a side resigns: {sides}", sides=" or ".join(self.game.sides))
        if side is not None and side != wanted.arg:
            return deny("resign", "nobody resigns for the other side")
        return None

    def apply(
        self,
        what: Action | str,
        *,
        side: Side | None = None,
        dice: Sequence[int] = (),
        chance: Literal["draw", "stop"] = "draw",
    ) -> Position[G, S, U]:
        """The position after an action. An illegal one raises `IllegalAction`.

        `side` is who sends it, if that is to be checked; `dice` are the faces of the next
        dice; `chance="stop"` halts before dice, to be thrown by `roll`.
        """
        wanted = Action.parse(what) if isinstance(what, str) else what
        standing = False
        if wanted is not self._picked or side is not None:
            refusal, standing = self._judge(wanted, side)
            if refusal is not None:
                raise IllegalAction(wanted, self._told(refusal, side))
        hand = self.game.hand(self, dice=dice, stop=chance == "stop")
        return hand.play(wanted, standing=standing)

    # --- chance --------------------------------------------------------------------------

    def chances(self) -> tuple[tuple[int, int], ...]:
        """Where dice are due: the faces of the next die with their weights; else empty."""
        return self.top.chances() if isinstance(self.top, Roll) and not self.outcome else ()

    def roll(self, face: int, *, chance: Literal["draw", "stop"] = "stop") -> Position[G, S, U]:
        """The position after the next die shows this face."""
        if not any(face == shown for shown, _ in self.chances()):
            raise ValueError(f"no die is due that could show {face}")
        return self.game.hand(self, dice=(face,), stop=chance == "stop").throw()

    # --- looking -------------------------------------------------------------------------

    def way(self, hex_: HexId) -> Way | None:
        """The way that a move to a hex would take, each cost with its reason."""
        return self.top.way(self, hex_)

    def view(self, side: Side | None) -> View:
        """What a side may know; None is a spectator, who sees what both sides see."""
        from grognard.view import look

        return look(self, side)

    def to_json(self) -> bytes:
        """The state as JSON; `game.from_json` reads it back."""
        return encode(self.state)

    def _repr_svg_(self) -> str:
        return self.game.picture(self)


def _make_panel(pos: Position[Any, Any, Any]) -> Panel:
    assert pos.decision is not None
    assert pos.decision.panel is not None
    return pos.decision.panel(pos)
