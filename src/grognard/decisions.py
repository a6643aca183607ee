"""The words that engine, rules, client and computer players share.

A game asks a side for a `Decision`. Its `Offer`s say which `Action`s are open; an action
that is not is answered with a `Refusal` that names the rule. Numbers are lists of
`Part`s, and what has happened is told in `Event`s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

RuleId = str
Side = str
F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: RuleId) -> Callable[[F], F]:
    """Mark a function with the clauses that it implements. A plain mark: nothing is wrapped."""

    def mark(function: F) -> F:
        function.__rules__ = ids  # type: ignore[attr-defined]
        return function

    return mark


# --- actions ----------------------------------------------------------------------------


class Action(Struct, frozen=True, order=True, array_like=True):
    """A verb and one argument: `attack 6GTC`, `move 33.15`, `done`."""

    verb: str
    arg: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.arg}" if self.arg else self.verb

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action as it is written in records and typed by players."""
        verb, _, arg = text.strip().partition(" ")
        if not verb:
            raise ValueError("an action is a verb and perhaps one argument, such as 'move 33.15'")
        return action(verb, arg.strip())


class _Actions(dict[str, Action]):
    """The actions of one verb by argument, each made once: lists of them are made by the
    thousand.
    """

    def __init__(self, verb: str) -> None:
        super().__init__()
        self.verb = verb

    def __missing__(self, arg: str) -> Action:
        made = Action(self.verb, arg)
        if len(self) < _MOST_KEPT:
            self[arg] = made
        return made


#: Strangers may send any argument; only so many of them are remembered.
_MOST_KEPT = 20_000
_tables: dict[str, _Actions] = {}


def actions_of(verb: str) -> Mapping[str, Action]:
    """The table of a verb's actions by argument."""
    found = _tables.get(verb)
    if found is None:
        found = _Actions(verb)
        if len(_tables) < _MOST_KEPT:
            _tables[verb] = found
    return found


def action(verb: str, arg: str = "") -> Action:
    """The one Action object of this verb and argument."""
    return actions_of(verb)[arg]


DONE = action("done")
PASS = action("pass")
STOP = action("stop")
COMMIT = action("commit")
CANCEL = action("cancel")
STAND = action("stand")


# --- refusals ---------------------------------------------------------------------------


class Refusal(Struct, frozen=True):
    """Why an action is not allowed: a rule, and a sentence made from its facts when read."""

    rule: RuleId
    template: str
    facts: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"

    @property
    def text(self) -> str:
        """The sentence without the rule's number."""
        return self.template.format(**self.facts) if self.facts else self.template


def deny(rule: RuleId, template: str, **facts: Any) -> Refusal:
    """Refuse, naming rule and facts: `deny("6.1-1", "{hex} is taken", hex=hex_)`."""
    return Refusal(rule, template, facts)


class IllegalAction(ValueError):
    """An action that the rules do not allow now; holds the Refusal. Nothing has changed."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(f"{action}: {refusal}")


# --- numbers ----------------------------------------------------------------------------


class Part(Struct, frozen=True):
    """One term of a number: how much, why, and by which rule.

    Where hidden information leaves a term open to a viewer, `most` is its upper end.
    """

    amount: int
    reason: str
    rule: RuleId = ""
    most: int | None = None


def total(parts: Iterable[Part]) -> int:
    """The number that these parts come to."""
    return sum(part.amount for part in parts)


# --- what has happened ------------------------------------------------------------------


class Event(Struct, frozen=True):
    """Something that happened, written once by the rule that did it, with all its facts.

    `kind` is a short name for programs, `text` the sentence for people, made from `facts`
    and `side` when read. What of it each side may know is decided by the game's mask.
    """

    kind: str
    text: str
    rule: RuleId = ""
    side: Side = ""
    facts: Mapping[str, Any] = {}
    parts: tuple[Part, ...] = ()
    dice: tuple[int, ...] = ()
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    def __str__(self) -> str:
        sentence = self.text.format(**{"side": self.side, **self.facts})
        return sentence[:1].upper() + sentence[1:]


# --- questions --------------------------------------------------------------------------

#: Decides about one argument of an offer. Must be right for any argument of its type.
Guard = Callable[[Any, Any, str], Refusal | None]


class Offer(Struct, frozen=True):
    """A verb with its candidates. The candidates are a net; the guard alone decides.

    `exact` candidates are known to pass: lists are made and listed actions are taken
    without asking the guard for each (tests hold both equal). `of` is the kind of argument
    where it is not the verb's usual one. An offer without a guard takes exactly its candidates.
    """

    verb: str
    candidates: Sequence[str] = ("",)
    guard: Guard | None = None
    exact: bool = False
    of: str | None = None


class Row(Struct, frozen=True):
    """A line of a panel: a number with its parts, or a fact in words."""

    label: str
    value: str = ""
    parts: tuple[Part, ...] = ()
    rule: RuleId = ""


class Chance(Struct, frozen=True):
    """One outcome and its weight; `good` says for whom: 1 the decider, -1 the enemy."""

    label: str
    weight: int
    good: int = 0


class Due(Struct, frozen=True):
    """Something that must be done before a phase may end: in words, by which rule, and where."""

    text: str
    rule: RuleId
    hex: str = ""


class Panel(Struct, frozen=True):
    """What is shown beside a question: rows of parts, chances, and open duties; the units and
    hexes that it is about. `sums` are what the chances come to, such as losses to be
    expected; `notes` are remarks on single units, such as what adding one would change.
    """

    title: str = ""
    rows: tuple[Row, ...] = ()
    chances: tuple[Chance, ...] = ()
    duties: tuple[Due, ...] = ()
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    sums: tuple[Row, ...] = ()
    notes: Mapping[str, str] = {}


class Decision(Struct, frozen=True):
    """A question put to one side: what is asked, under which rule, and the offers.

    `auto`: if only one answer is left the engine gives it. `calm`: no move or battle is
    open, so the game's standing offers are added. `panel` makes the panel of the position it
    is given: a decision that held its own position could only be freed by the collector.
    `prompt` may be made in the same way; `Position.prompt` is the sentence.
    """

    side: Side
    prompt: str | Callable[[Any], str]
    rule: RuleId = ""
    offers: tuple[Offer, ...] = ()
    waiting: str = ""
    auto: bool = True
    calm: bool = False
    panel: Callable[[Any], Panel] | None = None
