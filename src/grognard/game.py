"""Game: the static side of a title, shared by all its positions.

A title subclasses `Game`, gives it board, pieces, steps and state type, and overrides
what its rules need: effects of entering a hex, standing offers, kernel columns, the mask.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Generic, Self

import msgspec

from grognard.appraise import Appraisal
from grognard.board import Board
from grognard.clauses import Clause, load_clauses
from grognard.decisions import Action, Offer, Side
from grognard.hand import Hand
from grognard.hexes import HexId
from grognard.page import Pages
from grognard.pieces import Piece, UnitId
from grognard.position import Position, S, U
from grognard.state import RESIGNED, Options, Outcome, Spot, Unit
from grognard.steps import (
    EngineError,
    Phase,
    Roll,
    Sequence,
    Step,
    is_step,
    tag_of,
)
from grognard.view import Mask, OpenMask

_SEED_BYTES = 16


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """What the lobby shows of a scenario. Games extend it with set-up and arrivals."""

    id: str
    title: str
    turns: int
    dates: str = ""
    about: str = ""


class Game(ABC, Generic[S, U]):
    """A title: everything about it that no play of it changes."""

    slug: ClassVar[str]
    title: ClassVar[str]
    #: Raised with every change of behaviour; saves of another version are opened, not replayed.
    version: ClassVar[str] = "1"
    sides: ClassVar[tuple[Side, Side]]
    side_titles: ClassVar[Mapping[Side, str]] = {}
    steps: ClassVar[tuple[type[Step], ...]]
    state_type: type[S]
    options_type: ClassVar[type[Options]] = Options
    #: The box of pieces that are not in play, and the terrain without any effect.
    nowhere: ClassVar[str] = "out"
    plain_terrain: ClassVar[str] = "clear"

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        scenarios: Mapping[str, Scenario],
        *,
        folder: Path | None = None,
    ) -> None:
        self.scenarios = scenarios
        self.folder = folder
        check_steps(self.slug, self.steps)
        self._take_parts(board, pieces)

    def _take_parts(self, board: Board, pieces: tuple[Piece, ...]) -> None:
        self.board = board
        self.pieces = pieces
        self.index: dict[UnitId, int] = {piece.id: i for i, piece in enumerate(pieces)}
        if len(self.index) != len(pieces):
            raise ValueError(f"{self.slug}: two pieces have the same id")
        self.owners: dict[UnitId, Side] = {piece.id: piece.side for piece in pieces}
        self.prepare()

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.board.grid)} hexes, {len(self.pieces)} pieces>"

    # --- starting and loading ------------------------------------------------------------

    def start(
        self, scenario: str = "", *, seed: int | str | None = None, **options: Any
    ) -> Position[Any, S, U]:
        """Begin a game. Options are given by name; without a seed one is drawn."""
        chosen = self.scenario(scenario or next(iter(self.scenarios)))
        paired = bool(options.pop("paired", False))
        drawn = secrets.token_hex(_SEED_BYTES) if seed is None else str(seed)
        state = self.set_up(chosen, self.make_options(options), drawn)
        if paired:
            state = msgspec.structs.replace(state, paired=True)
        return self.hand(self.position(state)).begin()

    def scenario(self, name: str) -> Any:
        """A scenario by its id."""
        if name not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise ValueError(f"{self.slug} has no scenario {name!r}; it has {known}")
        return self.scenarios[name]

    def make_options(self, options: Mapping[str, Any]) -> Options:
        """Options by name, checked; those not named are as the rulings have them."""
        unknown = set(options) - set(self.options_type.__struct_fields__)
        if unknown:
            known = ", ".join(self.options_type.__struct_fields__) or "none"
            raise ValueError(
                f"{self.slug} has no option {', '.join(sorted(unknown))}; it has {known}"
            )
        try:
            return msgspec.convert(dict(options), self.options_type)
        except msgspec.ValidationError as error:
            raise ValueError(f"{self.slug} options: {error}") from error

    @abstractmethod
    def blank(self, scenario: Any, options: Any, seed: str) -> S:
        """The state of a scenario before anything is set up: every piece out of play."""

    @abstractmethod
    def set_up(self, scenario: Any, options: Any, seed: str) -> S:
        """The state with which a scenario begins: every piece placed or boxed, and the
        agenda opened with the set-up sequence.
        """

    def position(self, state: S) -> Position[Any, S, U]:
        """The position of a state, everything kept for speed built anew."""
        gathered: dict[Spot, list[UnitId]] = {}
        for unit in state.units:
            gathered.setdefault(unit.at, []).append(unit.id)
        where = {spot: tuple(units) for spot, units in gathered.items()}
        where.update(state.stacks)
        return Position(self, state, self.columns(state), where)

    def hand(
        self, pos: Position[Any, S, U], *, dice: Iterable[int] = (), stop: bool = False
    ) -> Hand[Any, S, U]:
        """The hand that carries out one action: with these dice, or until dice are due."""
        return Hand(pos, dice=dice, stop=stop)

    def from_json(self, text: bytes | str) -> Position[Any, S, U]:
        """Read a state that `Position.to_json` wrote."""
        return self.position(self.decode_state(text))

    def decode_state(self, text: bytes | str) -> S:
        """A state from its JSON; ValueError with place and reason if it is not one."""
        state = msgspec.json.decode(text, type=self.state_type)
        agenda = msgspec.convert(list(state.agenda), self._agenda_type)
        return msgspec.structs.replace(state, agenda=agenda, units=self._in_order(state.units))

    def _in_order(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Units in the order of the game's pieces: they stood in another order in its data when an
        older game was saved. Are they its own, each in a place that there is?
        """
        known = {unit.id: unit for unit in units}
        if len(known) != len(units) or known.keys() != {piece.id for piece in self.pieces}:
            raise ValueError(f"the units are not the pieces of {self.slug}")
        for unit in units:
            if unit.at not in self.board.grid and unit.at not in self.board.boxes:
                raise ValueError(f"unit {unit.id!r}: unknown place {unit.at!r}")
        return tuple(known[piece.id] for piece in self.pieces)

    @cached_property
    def _agenda_type(self) -> Any:
        union: Any = Roll
        for step in self.steps:
            union = union | step
        return tuple[union, ...]

    def variant(self, board: Board, pieces: tuple[Piece, ...]) -> Self:
        """The same rules on another board or with other pieces: sketches and tests."""
        other = copy(self)
        for name in list(other.__dict__):
            if isinstance(getattr(type(self), name, None), cached_property):
                del other.__dict__[name]
        other._take_parts(board, pieces)
        return other

    # --- what a title overrides ----------------------------------------------------------

    def prepare(self) -> None:
        """Work out what follows from board and pieces alone, such as tables of costs."""

    def agenda_for(self, phase: str, side: Side, pos: Position[Any, S, U]) -> tuple[Step, ...]:
        """The agenda in which a phase is open for a side, for sketches: the way from the
        outermost sequence through its stages to the step with this tag.
        """
        for root in self.steps:
            found = _descend(root, phase, side, pos) if _may_be_first(root) else ()
            if found:
                return found
        raise ValueError(f"{self.slug} has no phase {phase!r} of {side!r}")

    def columns(self, state: S) -> Any:
        """The kernel columns of a state; must have `copy()`. None: the game needs none."""
        return None

    def patch(self, columns: Any, old: U, new: U) -> None:
        """Bring the columns up to date after one unit has changed."""

    def entered(self, hand: Hand[Any, S, U], unit: UnitId, hex_: HexId, by: str) -> None:
        """The effects of entering a hex, in printed order."""

    def standing(self, pos: Position[Any, S, U], side: Side) -> tuple[Offer, ...]:
        """Offers that a side has at every calm decision of its own."""
        return ()

    def take_standing(self, hand: Hand[Any, S, U], action: Action) -> None:
        """Carry out a standing offer."""

    def complaints(self, pos: Position[Any, S, U]) -> list[str]:
        """What no position of this game may be, in sentences: stacks too high, two sides in
        one hex. Asked after every action of the random games that test a title.
        """
        return []

    @cached_property
    def pages(self) -> Pages | None:
        """What the game gives the page; None: it cannot be shown yet."""
        return None

    @cached_property
    def appraisal(self) -> Appraisal | None:
        """What computer players ask; None: they can only play at random."""
        return None

    def ending(self, pos: Position[Any, S, U]) -> Outcome | None:
        """How a game has ended, as it is shown: by what count and what that count means."""
        outcome = pos.outcome
        return self.told(pos, outcome) if outcome and outcome.level != RESIGNED else outcome

    def told(self, pos: Position[Any, S, U], outcome: Outcome) -> Outcome:
        """An end by the rules of the game in its own words. What is shown may be worded anew;
        the state is not, since old saves are checked against it. A level that says no more
        than who has won may be left out.
        """
        return outcome

    def measures(self, pos: Position[Any, S, U]) -> Mapping[str, float]:
        """What the lab should follow from turn to turn, by name, where that is not what the
        page counts. `margin` is how far the first side is ahead of the second.
        """
        return {}

    def picture(self, pos: Position[Any, S, U]) -> str:
        """The position as SVG."""
        return ""

    @cached_property
    def mask(self) -> Mask:
        """What the game hides; without hidden information nothing."""
        return self.open_mask

    @cached_property
    def open_mask(self) -> Mask:
        """The mask under which everything is open: in force when a game has ended."""
        return OpenMask({piece.id: piece.side for piece in self.pieces})

    # --- sides and control ---------------------------------------------------------------

    def enemy(self, side: Side) -> Side:
        """The other side."""
        first, second = self.sides
        return second if side == first else first

    def side_title(self, side: Side) -> str:
        """What a side is called."""
        return self.side_titles.get(side, side.capitalize())

    def letter_of(self, side: Side) -> str:
        """The letter of a side in the string of control; a dot for nobody."""
        return side[0] if side else "."

    def side_of_letter(self, control: str, index: int) -> Side:
        """The side that holds the hex of this number; empty for nobody."""
        return self._holders.get(control[index], "") if index < len(control) else ""

    @cached_property
    def _holders(self) -> Mapping[str, Side]:
        return {self.letter_of(side): side for side in self.sides}

    # --- rules and versions --------------------------------------------------------------

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every clause of the rules by its id."""
        return load_clauses(self.folder / "data") if self.folder else {}

    @cached_property
    def data_hash(self) -> str:
        """A hash of the data files: saves made with other data are opened, not replayed."""
        mix = blake2b(digest_size=8)
        files = sorted((self.folder / "data").glob("*.yaml")) if self.folder else []
        for file in files:
            mix.update(file.name.encode() + file.read_bytes())
        return mix.hexdigest()


def check_steps(slug: str, steps: tuple[type[Step], ...]) -> None:
    """Saves name steps by tag and stages by name: each must be there, and only once."""
    tags = [tag_of(Roll)] + [tag_of(step) for step in steps]
    for tag in tags:
        if tags.count(tag) > 1:
            raise EngineError(f"{slug}: two kinds of steps have the tag {tag!r}")
    for step in steps:
        if issubclass(step, Sequence):
            _check_stages(slug, step, tags)


def _check_stages(slug: str, sequence: type[Sequence], tags: list[str]) -> None:
    names = sequence.stage_names()
    for stage, name in zip(sequence.stages, names, strict=True):
        if is_step(stage) and name not in tags:
            raise EngineError(f"{slug}: stage {name!r} is not among the steps of the game")
        if names.count(name) > 1:
            raise EngineError(f"{slug}: two stages of {tag_of(sequence)!r} are called {name!r}")


def _may_be_first(kind: type[Step]) -> bool:
    """Can an agenda begin with this step: a sequence about nothing in particular?"""
    fields: Any = msgspec.structs.fields(kind)  # type: ignore[arg-type]
    return issubclass(kind, Sequence) and not any(field.required for field in fields)


def _descend(
    kind: type[Step],
    phase: str,
    side: Side,
    pos: Position[Any, Any, Any],
    parent: Step | None = None,
) -> tuple[Step, ...]:
    """The open steps from `kind` down to the phase wanted, outermost first; empty if it
    does not lie below.
    """
    here = kind.opened(parent, pos) if parent is not None else kind()
    if here is None:
        return ()
    if tag_of(kind) == phase:
        wrong = isinstance(here, Phase) and here.side not in ("", side)
        return () if wrong else (here,)
    for stage in kind.stages if issubclass(kind, Sequence) else ():
        if is_step(stage):
            opened = here.but(stage=tag_of(stage))
            below = _descend(stage, phase, side, pos, opened)
            if below:
                return (opened, *below)
    return ()


__all__ = ["Game", "Scenario"]
