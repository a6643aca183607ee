"""Conformance: is a title what the engine means by a game?

Games are played at random, and after every action the position is inspected: everything
that must be true of any game, and what the game itself says of its own (`complaints`).
Whatever is wrong is said in a sentence, with the seed and the number of the action that
led there, so that it can be looked at again.

    $ python -m grognard.conformance ukraine44 --games 100
    $ python -m grognard.conformance tests.fixture.ford --games 1000 --every 1

A title is named by its slug, or by the module whose `load` makes it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from msgspec import Struct

from grognard.decisions import Action, Offer, Refusal, RuleId, action
from grognard.game import Game
from grognard.position import Position
from grognard.registry import available, load
from grognard.session import Session
from grognard.state import Outcome, encode
from grognard.verbs import VERBS, kind_of
from grognard.view import View, counters_seen

AnyGame = Game[Any, Any]
AnyPosition = Position[Any, Any, Any]

#: Rule ids that are the engine's own: no clause of a game stands behind them.
ENGINE_RULES = frozenset({"resign", "dice", "undo"})

#: How likely each verb is, others 1: what takes back is rare, a phase is worth playing, and
#: fights are where most rules are.
WEIGHTS = {
    **dict.fromkeys(("cancel", "release", "untarget", "drop"), 0.1),
    **dict.fromkeys(("target", "attack", "support", "commit", "assault"), 3.0),
    "done": 0.3,
    "stop": 0.5,
}

#: A side that has done so much without ending anything is made to come to an end.
PATIENCE = 80
_ENDINGS = frozenset({"done", "pass", "stop", "commit", "stand"})
_TAKING_BACK = frozenset({"cancel", "release", "untarget", "drop"})

#: How many arguments that are not offered are tried for each verb.
_STRANGERS = 4


class Report(Struct, frozen=True):
    """What was played, who won how, and what was wrong with it."""

    games: int
    actions: int
    endings: dict[str, int]
    verbs: dict[str, int]
    complaints: tuple[str, ...]

    def __str__(self) -> str:
        ends = ", ".join(f"{reason}: {n}" for reason, n in sorted(self.endings.items()))
        lines = [f"{self.games} games, {self.actions} actions. {ends}", *self.complaints]
        return "\n".join(lines)


def check_game(
    game: AnyGame,
    seeds: Iterable[int | str],
    *,
    scenario: str = "",
    every: int = 1,
    most: int = 20_000,
    **options: Any,
) -> Report:
    """Play one game at random for each seed. The costly inspections are made after one
    action in `every`; a game of more than `most` actions is complained of.
    """
    endings: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    complaints: list[str] = []
    played = 0
    for seed in seeds:
        played += 1
        run = _Run(game, seed, scenario, every, options)
        session = run.play(most)
        verbs.update(entry.action.verb for entry in session.entries)
        if session.pos.outcome:
            endings[_ending(session.pos.outcome)] += 1
        complaints += [f"seed {seed}, {complaint}" for complaint in run.complaints]
    return Report(played, verbs.total(), dict(endings), dict(verbs), tuple(complaints))


def _ending(outcome: Outcome) -> str:
    return f"{outcome.winner} by {outcome.level}" if outcome.winner else outcome.level


# --- a random player --------------------------------------------------------------------


class RandomPlayer:
    """Chooses a verb, then an argument; seldom takes back, and loses patience."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.waited = 0

    def choose(self, pos: AnyPosition) -> Action:
        """One of the open actions."""
        by_verb: dict[str, list[Action]] = {}
        for one in pos.actions():
            by_verb.setdefault(one.verb, []).append(one)
        verb = self._verb(list(by_verb))
        self.waited = 0 if verb in ("done", "pass") else self.waited + 1
        return self.rng.choice(by_verb[verb])

    def _verb(self, verbs: list[str]) -> str:
        if self.waited > PATIENCE:
            verbs = (
                [verb for verb in verbs if verb in _ENDINGS]
                or [verb for verb in verbs if verb not in _TAKING_BACK]
                or verbs
            )
        weights = [WEIGHTS.get(verb, 1.0) for verb in verbs]
        return self.rng.choices(verbs, weights)[0]


class _Run:
    """One game, and what was wrong in it."""

    def __init__(
        self, game: AnyGame, seed: int | str, scenario: str, every: int, options: dict[str, Any]
    ) -> None:
        self.game = game
        self.rng = random.Random(f"{game.slug} {seed}")
        self.session = Session(game.start(scenario, seed=f"conformance-{seed}", **options))
        self.every = every
        self.complaints: list[str] = []

    def play(self, most: int) -> Session:
        player = RandomPlayer(self.rng)
        self._say(inspect(self.session.pos, self.rng))
        while not self.session.pos.outcome and not self.complaints:
            if self.session.revision >= most:
                self._say([f"no end after {most} actions"])
                break
            self._step(player.choose(self.session.pos))
        self._say(faults_of_replay(self.session))
        return self.session

    def _step(self, chosen: Action) -> None:
        before = self.session.pos
        if self.rng.randrange(self.every):
            self._say(quick_faults(self.session.do(chosen, side=before.side)))
            return
        kept = before.to_json()
        after = self.session.do(chosen, side=before.side)
        self._say(inspect(after, self.rng))
        self._say(faults_of_action(before, chosen, after, kept))

    def _say(self, faults: Iterable[str]) -> None:
        entries = self.session.entries
        last = f"{len(entries)} ({entries[-1].action})" if entries else "0"
        self.complaints += [f"action {last}: {fault}" for fault in faults]


# --- after every action -----------------------------------------------------------------


def quick_faults(pos: AnyPosition) -> list[str]:
    """What is cheap to ask of every position."""
    return [*faults_of_places(pos), *pos.game.complaints(pos), *faults_of_question(pos)]


def inspect(pos: AnyPosition, rng: random.Random) -> list[str]:
    """Everything that must be true of a position by itself."""
    return [
        *quick_faults(pos),
        *faults_of_copy(pos),
        *faults_of_views(pos),
        *faults_of_guards(pos, rng),
        *faults_of_citations(pos),
    ]


def faults_of_places(pos: AnyPosition) -> Iterator[str]:
    """The units are the pieces, and every one is in a place that there is."""
    if [unit.id for unit in pos.state.units] != [*pos.game.index]:
        yield "the units are not the pieces in their order"
    places = {unit.at for unit in pos.state.units}
    strange = places - pos.board.grid.index.keys() - pos.board.boxes.keys()
    for unit in pos.state.units if strange else ():
        if unit.at in strange:
            yield f"{unit.id} is at {unit.at!r}, which is no hex and no box"


def faults_of_question(pos: AnyPosition) -> Iterator[str]:
    """Until the game is over some side is asked something that it can answer."""
    if pos.outcome is not None:
        return
    decision, actions = pos.decision, pos.actions()
    if decision is None:
        yield f"nobody is asked anything; open: {pos.top.tag}"
        return
    if decision.side not in pos.game.sides:
        yield f"{decision.side!r} is asked, which is no side"
    if not decision.rule or not pos.prompt:
        yield f"the question of {pos.top.tag!r} has no rule or no prompt"
    if not actions:
        yield f"dead end: {decision.side} is asked {pos.prompt!r} and may do nothing"
    if len(set(actions)) != len(actions):
        twice = [one for one, n in Counter(actions).items() if n > 1]
        yield f"offered twice: {', '.join(map(str, twice))}"
    most = 2 * (len(pos.board.grid) + len(pos.game.pieces))
    if len(actions) >= most:
        yield f"{len(actions)} actions are offered, {most} are too many"


# --- copies -----------------------------------------------------------------------------


def faults_of_copy(pos: AnyPosition) -> Iterator[str]:
    """A state read back from its JSON is the same position in every respect."""
    text = pos.to_json()
    try:
        copy = pos.game.from_json(text)
    except ValueError as error:
        yield f"the state cannot be read back: {error}"
        return
    if copy.state != pos.state or copy.to_json() != text:
        yield f"read back from JSON the state differs in {_differing(copy.state, pos.state)}"
    if dict(copy.where) != dict(pos.where):
        yield "the stacks differ from those that are worked out anew"
    if not same(copy.columns, pos.columns):
        yield "the kernel columns differ from those that are worked out anew"
    if copy.actions() != pos.actions():
        yield "read back from JSON the position offers other actions"


def faults_of_action(
    before: AnyPosition, taken: Action, after: AnyPosition, kept: bytes
) -> Iterator[str]:
    """An action leaves the old position as it was and does the same to a copy of it."""
    if before.to_json() != kept:
        yield "the position before has changed"
    again = before.game.from_json(kept).apply(taken)
    if again.state != after.state:
        yield f"on a copy it led elsewhere: {_differing(again.state, after.state)} differ"
    if again.events != after.events:
        yield "on a copy it had other events"


def faults_of_replay(session: Session) -> Iterator[str]:
    """The saved game can be opened: replayed from its seed and actions it comes to the same
    state at every turn and at the end, or opening it fails.
    """
    try:
        Session.load(session.save(), session.game)
    except ValueError as error:
        yield f"the save cannot be opened: {error}"


def same(a: Any, b: Any) -> bool:
    """Are two sets of kernel columns equal? Arrays are compared by their bytes."""
    if a is b:
        return True
    if hasattr(a, "tobytes"):
        return bool(a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes())
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    names = _fields_of(a)
    if names:
        return all(same(getattr(a, name), getattr(b, name)) for name in names)
    return bool(a == b)


def _fields_of(value: Any) -> list[str]:
    """What a value holds, but not what it keeps for itself."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    named = (name for name in (*slots, *getattr(value, "__dict__", ())) if name[0] != "_")
    return [name for name in named if hasattr(value, name)]


def _differing(a: Any, b: Any) -> str:
    names = a.__struct_fields__
    return ", ".join(n for n in names if getattr(a, n) != getattr(b, n)) or "its text"


# --- views ------------------------------------------------------------------------------


def faults_of_views(pos: AnyPosition) -> Iterator[str]:
    """A view can be sent, tells no seed, and can be shown; so can the events."""
    for viewer in (*pos.game.sides, None):
        who = viewer or "a spectator"
        view = pos.view(viewer)
        try:
            text = encode(view).decode()
        except (TypeError, ValueError) as error:
            yield f"the view of {who} cannot be encoded: {error}"
            continue
        if pos.state.seed in text:
            yield f"the view of {who} tells the seed"
        yield from _faults_of_page(pos, view)
        for event in pos.events:
            shown = pos.game.mask.event(pos.state, event, viewer)
            if shown is not None and not _readable(shown):
                yield f"event {event.kind!r} cannot be read by {who}"


def _faults_of_page(pos: AnyPosition, view: View) -> Iterator[str]:
    """Every counter on the map has a face and a sentence; every overlay can be made."""
    pages = pos.game.pages
    if pages is None:
        return
    scene = pages.scene(view)
    for counter in view.counters:
        if counter.at in pos.board.grid and counter.id not in scene.faces:
            yield f"{counter.id} has no face on the page"
        if counter.id in scene.faces and not scene.spoken.get(counter.id):
            yield f"{counter.id} has nothing for a screen reader"
    page = pages.page(pos.state.scenario, pos.state.options)
    drawn = [pages.overlay(view, key.name) for key in page.overlays if not key.takes]
    encode((page, scene, drawn))


def _readable(sentence: Any) -> bool:
    try:
        return bool(str(sentence))
    except (KeyError, IndexError, ValueError, AttributeError):
        return False


# --- guards -----------------------------------------------------------------------------


def faults_of_guards(pos: AnyPosition, rng: random.Random) -> Iterator[str]:
    """List and guard agree, for arguments not offered too; refusals name a rule."""
    if pos.outcome is not None:
        yield from _refused(pos, action("done"), pos.why_not("done"))
        return
    offered = set(pos.actions())
    enemy = pos.game.enemy(pos.side)
    refusals = {one: pos.why_not(one, side=pos.side) for one in offered}
    for one, refusal in (*refusals.items(), *exact_answers(pos)):
        if refusal is not None:
            yield f"{one} is offered and refused: {refusal}"
    if offered:
        one = rng.choice(sorted(offered))
        yield from _refused(pos, one, pos.why_not(one, side=enemy))
    hidden = [c.id for c in counters_seen(pos, pos.side) if not c.known]
    for one in strangers(pos, rng):
        if one not in offered:
            yield from _refused(pos, one, pos.why_not(one, side=pos.side), hidden)


def exact_answers(pos: AnyPosition) -> Iterator[tuple[Action, Refusal | None]]:
    """What the guards say of candidates for which nobody asks them in play."""
    for offer in pos.offers():
        if offer.exact and offer.guard is not None:
            for arg in offer.candidates:
                yield action(offer.verb, arg), offer.guard(pos, pos.top, arg)


def strangers(pos: AnyPosition, rng: random.Random) -> list[Action]:
    """Actions that most likely are not offered: other arguments, verbs and nonsense."""
    others = [Offer(verb) for verb in rng.sample(sorted(VERBS), _STRANGERS)]
    found = []
    for offer in (*pos.offers(), *others):
        pool = _arguments(pos, offer)
        wanted = rng.sample(pool, min(_STRANGERS, len(pool)))
        found += [action(offer.verb, arg) for arg in (*wanted, "nonsense", "")]
    return found


def _arguments(pos: AnyPosition, offer: Offer) -> list[str]:
    hexes, boxes = list(pos.board.grid.hexes), list(pos.board.boxes)
    units = [piece.id for piece in pos.game.pieces]
    kinds = {"unit": units, "hex": hexes, "spot": hexes + boxes, "": []}
    return kinds.get(kind_of(offer), units)


def _refused(
    pos: AnyPosition, one: Action, refusal: Refusal | None, hidden: Iterable[str] = ()
) -> Iterator[str]:
    """What is wrong with a refusal. One that calls a counter by its hidden name tells
    whoever asks about a unit which of the hidden counters it is.
    """
    if refusal is None:
        yield f"{one} is not offered and would be accepted"
        return
    if not refusal.rule:
        yield f"{one} is refused without a rule: {refusal.text}"
    elif not _readable(refusal):
        yield f"the refusal of {one} cannot be read"
    elif not _is_clause(pos, refusal.rule):
        yield f"{one} is refused by {refusal.rule}, which is no clause"
    elif any(name in refusal.text for name in hidden):
        yield f"the refusal of {one} tells which counter it is: {refusal}"


# --- rules cited ------------------------------------------------------------------------


def faults_of_citations(pos: AnyPosition) -> Iterator[str]:
    """Questions, panels and events cite clauses that there are."""
    cited = [event.rule for event in pos.events]
    cited += [part.rule for event in pos.events for part in event.parts]
    if pos.decision is not None:
        cited.append(pos.decision.rule)
    if pos.panel is not None:
        cited += [row.rule for row in pos.panel.rows]
        cited += [part.rule for row in pos.panel.rows for part in row.parts]
    for rule in sorted(set(cited) - {""}):
        if not _is_clause(pos, rule):
            yield f"{rule} is cited, which is no clause"


def _is_clause(pos: AnyPosition, rule: RuleId) -> bool:
    clauses = pos.game.clauses
    return not clauses or rule in clauses or rule in ENGINE_RULES


# --- the command ------------------------------------------------------------------------


def find_game(name: str) -> AnyGame:
    """A title by its slug, or by the module whose `load` makes it."""
    if name in available():
        return load(name)
    game: AnyGame = import_module(name).load()
    return game


def main(arguments: list[str] | None = None) -> int:
    """Check one title; the exit code is 1 if there is anything to complain of."""
    parser = argparse.ArgumentParser(prog="python -m grognard.conformance", description=__doc__)
    parser.add_argument("game", help="a slug, or a module that has `load`")
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--every", type=int, default=1, help="inspect one action in so many (1)")
    parser.add_argument("--scenario", default="", help="its id; the first if not given")
    given = parser.parse_args(arguments)
    seeds = range(given.first, given.first + given.games)
    report = check_game(find_game(given.game), seeds, scenario=given.scenario, every=given.every)
    print(report)
    return 1 if report.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
