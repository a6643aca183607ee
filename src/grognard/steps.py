"""Steps: what is going on, as a stack of small values.

The agenda of a state is a stack of steps; the engine looks at the top one only. A step is
first asked (`ask`); if it has no question it acts (`act`); an offered action goes to
`take`; and when the child that it pushed has popped it hears the child's result (`hear`).
Whatever must be remembered for the length of a phase, a move or a battle is a field of
the step of that length, and is forgotten when the step pops.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeGuard, dataclass_transform

import msgspec
from msgspec import Struct, field

from grognard.decisions import Action, Decision, Part, Side
from grognard.dice import SIX
from grognard.hexes import HexId

if TYPE_CHECKING:
    from grognard.hand import Hand
    from grognard.position import Position


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
    class _Value:
        """How a type checker should see steps: frozen, made with named fields."""

        def __init_subclass__(cls, *, tag: str = "") -> None: ...

else:

    class _ValueMeta(msgspec.StructMeta):
        """Makes every step frozen and keyword-only without each having to say so."""

        def __new__(mcls, name, bases, namespace, **config):
            config = {"frozen": True, "kw_only": True, **config}
            return super().__new__(mcls, name, bases, namespace, **config)

    class _Value(Struct, metaclass=_ValueMeta, tag_field="step"):
        pass


class EngineError(RuntimeError):
    """A game's own code broke the contract of steps; never caused by a player's action."""


class Way(Struct, frozen=True):
    """The way that a move would take: its hexes after the first, and each cost with its reason.

    A game that reckons in halves of a movement point has two `per_point`.
    """

    hexes: tuple[HexId, ...]
    parts: tuple[Part, ...]
    left: str = ""
    per_point: int = 1


class Step(_Value, tag="step"):
    """The base of all steps. Every class has a tag of its own: saves name steps by it."""

    #: What the phase bar shows while this step is open; empty: nothing.
    title: ClassVar[str] = ""

    @property
    def tag(self) -> str:
        """The name of this kind of step in saves."""
        return tag_of(type(self))

    @classmethod
    def opened(cls, parent: Step, pos: Position[Any, Any, Any]) -> Step | None:
        """The step that a sequence pushes for this stage; None leaves the stage out."""
        return cls()

    def ask(self, pos: Any) -> Decision | None:
        """Who is asked what, or None. Pure."""
        return None

    def act(self, hand: Any) -> None:
        """Do what comes next: must push, become or pop."""
        raise EngineError(f"step {self.tag!r} neither asks nor acts")

    def take(self, hand: Any, action: Action) -> None:
        """Carry out an action that `ask` offered."""
        raise EngineError(f"step {self.tag!r} offered {action} and does not take it")

    def hear(self, hand: Any, value: Any) -> None:
        """Learn the result of the child that has just popped."""

    def way(self, pos: Any, hex_: HexId) -> Way | None:
        """The way that `move hex_` would take, where this step offers moves."""
        return None

    if TYPE_CHECKING:

        def but(self, **changes: Any) -> Self:
            """The same step with some fields changed."""
            ...
    else:
        # Steps are copied all the time: a function that hands the changes on takes twice as long.
        but = Struct.__replace__


def tag_of(kind: type[Step]) -> str:
    """The name of a kind of step in saves."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


class Phase(Step, tag="phase"):
    """A step that belongs to one side. A stage of this class is opened for its parent's side."""

    side: Side = ""

    @classmethod
    def opened(cls, parent: Step, pos: Position[Any, Any, Any]) -> Step | None:
        """Opened for the side whose turn or battle the parent is."""
        return cls(side=getattr(parent, "side", ""))


Stage = type[Step] | Callable[[Any, Any], None]


class Sequence(Phase, tag="sequence"):
    """A step with named stages, carried out in order: a turn, a battle, an air phase.

    A stage is a step class, pushed once, or a function of (sequence, hand), called again
    until it pushes nothing. What a stage's child reports goes to the method named
    `hear_` and the stage.
    """

    stages: ClassVar[tuple[Stage, ...]] = ()
    stage: str = ""

    def act(self, hand: Hand[Any, Any, Any]) -> None:
        """Carry out the current stage, or go on to the next."""
        if not self.stage:
            self._go_to(hand, 0)
            return
        number = self.stage_names().index(self.stage)
        stage = self.stages[number]
        if is_step(stage):
            self._go_to(hand, number + 1)
            return
        depth = hand.depth
        stage(self, hand)  # type: ignore[call-arg]
        if hand.depth == depth:
            current = hand.top
            if not isinstance(current, type(self)):
                raise EngineError(f"stage {self.stage!r} of {self.tag!r} left its sequence")
            current._go_to(hand, number + 1)

    def hear(self, hand: Hand[Any, Any, Any], value: Any) -> None:
        """Pass a child's result to the method of the stage that pushed it."""
        listener = getattr(self, f"hear_{self.stage}", None)
        if listener is not None:
            listener(hand, value)

    def finish(self, hand: Hand[Any, Any, Any]) -> None:
        """All stages are done: leave. Turns override this to begin the next one."""
        hand.pop()

    @classmethod
    @cache
    def stage_names(cls) -> tuple[str, ...]:
        """The names of the stages, as saves have them."""
        return tuple(stage_name(stage) for stage in cls.stages)

    def _go_to(self, hand: Hand[Any, Any, Any], number: int) -> None:
        names = self.stage_names()
        while number < len(names):
            stage = self.stages[number]
            entered = self.but(stage=names[number])
            hand.become(entered)
            if not is_step(stage):
                return
            child = stage.opened(entered, hand.now)
            if child is not None:
                hand.push(child)
                return
            number += 1
        self.finish(hand)


def is_step(stage: Stage) -> TypeGuard[type[Step]]:
    """Is this stage a class of steps, and not a function?"""
    return isinstance(stage, type)


def stage_name(stage: Stage) -> str:
    """The name of a stage: the tag of a step class, the name of a function."""
    return tag_of(stage) if is_step(stage) else stage.__name__


class Roll(Phase, tag="roll"):
    """Dice about to be thrown. The engine draws them one by one; the parent hears the faces."""

    name: str
    dice: int = 1
    faces: int = SIX
    place: str = ""
    shown: tuple[int, ...] = ()

    def chances(self) -> tuple[tuple[int, int], ...]:
        """The faces of the next die, each with its weight."""
        return tuple((n, 1) for n in range(1, self.faces + 1))
