"""Session: one play of a game, with its record, undo and saves.

The session keeps states and actions, not positions: a position is made from a state in
microseconds, and what it keeps for speed would fill the memory. Undo goes back to the last
fence. Nobody places fences: there is one where a die was drawn, where the side that acted
learnt something, and where the decision passed to the other side.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from grognard.decisions import Action, Event, Refusal, Side, deny
from grognard.game import Game
from grognard.position import Position
from grognard.saves import FORMAT, NOTHING, Save, SaveError, decode_save, encode_save
from grognard.state import State, digest, encode
from grognard.view import counters_seen


class Entry(Struct, frozen=True):
    """One action of the record: who took it, and what it led to."""

    action: Action
    side: Side
    state: State
    events: tuple[Event, ...]


class LogLine(Struct, frozen=True):
    """An event as one viewer learns it, with the turn and the number of its action."""

    number: int
    turn: int
    event: Event

    def __str__(self) -> str:
        return str(self.event)


class Session:
    """A game being played. One that goes on from a position that is not the beginning of
    a scenario is `resumed`: its saves keep that position too.
    """

    def __init__(self, start: Position[Any, Any, Any], *, resumed: bool = False) -> None:
        self.game: Game[Any, Any] = start.game
        self.resumed = resumed
        self.start = start.state
        self.opening = start.events
        self.pos = start
        self.entries: list[Entry] = []
        self._undone: list[Entry] = []

    @property
    def revision(self) -> int:
        """How many actions have been taken: an order for another revision is stale."""
        return len(self.entries)

    # --- acting --------------------------------------------------------------------------

    def do(
        self, what: Action | str, *, side: Side | None = None, dice: tuple[int, ...] = ()
    ) -> Position[Any, Any, Any]:
        """Take an action. An illegal one raises `IllegalAction` and changes nothing."""
        action = Action.parse(what) if isinstance(what, str) else what
        before = self.pos
        after = before.apply(action, side=side, dice=dice)
        actor = action.arg if action.verb == "resign" else before.side
        self.entries.append(Entry(action, actor, after.state, after.events))
        self._undone.clear()
        self.pos = after
        return after

    def why_no_undo(self, side: Side | None = None) -> Refusal | None:
        """Why the last action may not be taken back, or None if it may."""
        if not self.entries:
            return deny("undo", "nothing has been done yet")
        last = self.entries[-1]
        if side is not None and last.side != side:
            return deny("undo", "the last action was the other side's")
        if is_fence(self.at(self.revision - 1), self.pos, last.side):
            return deny("undo", "dice, news of the enemy or the other side's turn came after it")
        return None

    def undo(self, side: Side | None = None) -> Position[Any, Any, Any]:
        """Take the last action back."""
        refusal = self.why_no_undo(side)
        if refusal is not None:
            raise UndoError(refusal)
        self._undone.append(self.entries.pop())
        self.pos = self.game.position(self.entries[-1].state if self.entries else self.start)
        return self.pos

    def redo(self, side: Side | None = None) -> Position[Any, Any, Any]:
        """Take an undone action again."""
        if not self._undone:
            raise UndoError(deny("undo", "nothing has been undone"))
        if side is not None and self._undone[-1].side != side:
            raise UndoError(deny("undo", "it was the other side that took it back"))
        entry = self._undone.pop()
        self.entries.append(entry)
        self.pos = self.game.position(entry.state)
        return self.pos

    # --- the log -------------------------------------------------------------------------

    def log(self, viewer: Side | None, since: int = 0) -> list[LogLine]:
        """What has happened, as a side learnt it when it happened."""
        lines = [] if since else self._lines(0, self.start, self.opening, viewer)
        for number, entry in enumerate(self.entries[since:], since + 1):
            lines += self._lines(number, entry.state, entry.events, viewer)
        return lines

    def _lines(
        self, number: int, state: State, events: tuple[Event, ...], viewer: Side | None
    ) -> list[LogLine]:
        over = self.pos.outcome is not None
        mask = self.game.open_mask if over else self.game.mask
        seen = (mask.event(state, event, viewer) for event in events)
        return [LogLine(number, state.turn, event) for event in seen if event is not None]

    def at(self, revision: int) -> Position[Any, Any, Any]:
        """The position after so many actions."""
        if not 0 <= revision <= self.revision:
            raise ValueError(f"there is no revision {revision}; the last is {self.revision}")
        return self.game.position(self.entries[revision - 1].state if revision else self.start)

    # --- saving --------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole game as a file: settings, seed, actions, hashes and the last state."""
        start = self.start
        return encode_save(
            Save(
                format=FORMAT,
                game=self.game.slug,
                rules=self.game.version,
                data=self.game.data_hash,
                scenario=start.scenario,
                options=msgspec.structs.asdict(start.options),
                seed=start.seed,
                paired=start.paired,
                actions=tuple(str(entry.action) for entry in self.entries),
                hashes=self._turn_hashes(),
                first=msgspec.Raw(encode(self.start if self.resumed else None)),
                state=msgspec.Raw(encode(self.pos.state)),
            )
        )

    def _turn_hashes(self) -> dict[str, str]:
        """The digest of the state in which each turn begins, by number of actions."""
        marks, turn = {"0": digest(self.start)}, self.start.turn
        for number, entry in enumerate(self.entries, 1):
            if entry.state.turn != turn or number == self.revision:
                marks[str(number)] = digest(entry.state)
            turn = entry.state.turn
        return marks

    @classmethod
    def load(cls, text: bytes, game: Game[Any, Any] | None = None) -> Session:
        """Open a save. One of the same rules and data is replayed and checked; of others
        the last state is opened and the earlier actions are left in the file.
        """
        save = decode_save(text)
        if game is None:
            from grognard import load as load_game

            game = load_game(save.game)
        if save.game != game.slug:
            raise SaveError(f"this is a save of {save.game}, not of {game.slug}")
        if (save.rules, save.data) == (game.version, game.data_hash):
            return replay(game, save)
        try:
            return cls(game.from_json(bytes(save.state)), resumed=True)
        except ValueError as error:
            raise SaveError(
                f"rules or data have changed and the state does not fit: {error}"
            ) from error


class UndoError(ValueError):
    """Something cannot be taken back; holds the Refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


def is_fence(before: Position[Any, Any, Any], after: Position[Any, Any, Any], actor: Side) -> bool:
    """May the action between these positions not be undone?"""
    if after.state.drawn != before.state.drawn:
        return True
    if after.outcome is not None or after.side != actor:
        return True
    opened = _secrets_kept(before.state, actor) - _secrets_kept(after.state, actor)
    return bool(opened) or not _seen_by(after, actor) <= _seen_by(before, actor)


def _secrets_kept(state: State, side: Side) -> set[tuple[Side, str]]:
    """The secrets that are kept from a side."""
    return {(secret.owner, secret.name) for secret in state.secrets if secret.owner != side}


def _seen_by(pos: Position[Any, Any, Any], side: Side) -> set[Any]:
    """What a side has seen of the enemy, and which of his counters it sees now."""
    sightings = {sighting for sighting in pos.state.sightings if sighting.side == side}
    return sightings | {(c.id, c.known) for c in counters_seen(pos, side) if c.side != side}


def replay(game: Game[Any, Any], save: Save) -> Session:
    """Play a save's actions again, checking every recorded hash."""
    try:
        session = _begin(game, save)
    except ValueError as error:
        raise SaveError(f"cannot begin: {error}") from error
    _check_hash(session, save, 0)
    for number, text in enumerate(save.actions, 1):
        try:
            session.do(text)
        except ValueError as error:
            raise SaveError(f"action {number}, {text!r}: {error}") from error
        _check_hash(session, save, number)
    return session


def _begin(game: Game[Any, Any], save: Save) -> Session:
    if save.first != NOTHING:
        return Session(game.from_json(bytes(save.first)), resumed=True)
    game.make_options(save.options)
    return Session(game.start(save.scenario, seed=save.seed, paired=save.paired, **save.options))


def _check_hash(session: Session, save: Save, number: int) -> None:
    expected = save.hashes.get(str(number))
    if expected is not None and digest(session.pos.state) != expected:
        raise SaveError(f"after action {number} the replay is not the game that was saved")
