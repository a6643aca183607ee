"""Recorded games: how one is found that ends as wanted, how it is kept and played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from grognard import load
from grognard.saves import Save, decode_save
from grognard.session import Session, replay
from grognard.state import Outcome, digest


class Ends(Protocol):
    """How a game ends."""

    @property
    def level(self) -> str: ...

    @property
    def winner(self) -> str: ...


Ending = TypeVar("Ending", bound=Ends)


class Records(Generic[Ending]):
    """The recorded games of a title: a file for each of its endings, and how games are played
    until they end so.
    """

    def __init__(
        self,
        slug: str,
        folder: Path,
        endings: Mapping[str, Ending],
        play: Callable[[int, Ending], Session],
    ) -> None:
        self.game = load(slug)
        self.folder = folder / "records"
        self.endings = endings
        self.play = play

    # --- making them ---------------------------------------------------------------------

    def make(self) -> None:
        """Write all of them."""
        self.folder.mkdir(exist_ok=True)
        for name, ending in self.endings.items():
            session = self.find(ending)
            self.path(name).write_bytes(session.save())
            print(f"{name}: {session.revision} actions, {outcome_of(session).reason}", flush=True)

    def find(self, ending: Ending) -> Session:
        """The first game that ends as wanted."""
        games = (self.play(seed, ending) for seed in count())
        return next(game for game in games if ends_as(game, ending))

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    # --- reading them --------------------------------------------------------------------

    def save(self, name: str) -> Save:
        """A record as it was kept."""
        return decode_save(self.path(name).read_bytes())

    def replayed(self, name: str) -> Session:
        """A record played again; every recorded hash is checked on the way."""
        return replay(self.game, self.save(name))

    def check_folder(self) -> None:
        """Every ending has its record, and nothing else lies in the folder."""
        assert {path.stem for path in self.folder.iterdir()} == set(self.endings)

    def check(self, name: str) -> Session:
        """A record played again is the same game, under the same rules, and ends as it did."""
        save, session = self.save(name), self.replayed(name)
        assert ends_as(session, self.endings[name])
        assert digest(session.pos.state) == digest(self.game.decode_state(bytes(save.state)))
        assert len(save.hashes) >= session.pos.turn
        assert save.rules == self.game.version
        return session


def outcome_of(session: Session) -> Outcome:
    """How a game that is over has ended."""
    assert session.pos.outcome is not None
    return session.pos.outcome


def ends_as(session: Session, ending: Ends) -> bool:
    """Has a game ended in this way?"""
    outcome = outcome_of(session)
    return (outcome.level, outcome.winner) == (ending.level, ending.winner)
