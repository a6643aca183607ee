"""The store in a SQLite file: write-ahead log, every commit synced to the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from grognard.server.seats import Seats
from grognard.server.store import Conflict, Entry, Gone, Head, Record, Row, StoreError

#: Raised with every change of the tables below.
SCHEMA = 1

# Heads are apart from games: a head is written with every row, a save once.
_TABLES = (
    """CREATE TABLE plays (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, seats TEXT NOT NULL,
        start BLOB NOT NULL, base INTEGER NOT NULL, made TEXT NOT NULL)""",
    """CREATE TABLE heads (
        play TEXT PRIMARY KEY REFERENCES plays ON DELETE CASCADE, revision INTEGER NOT NULL,
        turn INTEGER NOT NULL, asked TEXT NOT NULL, outcome TEXT NOT NULL, state BLOB NOT NULL,
        changed TEXT NOT NULL)""",
    """CREATE TABLE rows (
        play TEXT NOT NULL REFERENCES plays ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, side TEXT NOT NULL, action TEXT NOT NULL, memory BLOB NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (play, number)) WITHOUT ROWID""",
    f"PRAGMA user_version = {SCHEMA}",
)


class SqliteStore:
    """Games in one file. It belongs to one process, and one thread uses it at a time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, isolation_level=None, timeout=0.5, check_same_thread=False)
        try:
            self._take()
        except sqlite3.Error as error:
            self._db.close()
            raise StoreError(f"{path}: {error}") from error

    def _take(self) -> None:
        """Lock the file for this process, and make the tables of a new one."""
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL",
                       "foreign_keys = ON"):  # fmt: skip
            self._db.execute(f"PRAGMA {pragma}")
        with self._writing():
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA:
                raise sqlite3.DatabaseError("made by a newer version of Grognard")
            for statement in _TABLES if version == 0 else ():
                self._db.execute(statement)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All of it, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _changing(self, play: str) -> Iterator[None]:
        try:
            with self._writing():
                yield
        except sqlite3.IntegrityError as error:
            raise Conflict(f"{play}: this revision is there already") from error
        except sqlite3.Error as error:
            raise StoreError(f"{play}: {error}") from error

    # --- writing -------------------------------------------------------------------------

    def add(self, record: Record) -> None:
        now, seats = _now(), msgspec.json.encode(record.seats).decode()
        kept = (record.play, record.game, record.scenario, seats, record.start, record.base, now)
        with self._changing(record.play):
            self._db.execute("INSERT INTO plays VALUES (?,?,?,?,?,?,?)", kept)
            shown = (record.play, *_columns(record.head), now)
            self._db.execute("INSERT INTO heads VALUES (?,?,?,?,?,?,?)", shown)

    def append(self, entries: Sequence[Entry]) -> None:
        now = _now()
        with self._changing(", ".join(entry.play for entry in entries)):
            for play, row, head in entries:
                self._move_head(play, head, now)
                kept = (play, head.revision, row.kind, row.side, row.action, row.memory, now)
                self._db.execute("INSERT INTO rows VALUES (?,?,?,?,?,?,?)", kept)

    def rebase(self, play: str, start: bytes, head: Head) -> None:
        with self._changing(play):
            self._move_head(play, head, _now())
            kept = (start, head.revision, play)
            self._db.execute("UPDATE plays SET start = ?, base = ? WHERE id = ?", kept)

    def _move_head(self, play: str, head: Head, now: str) -> None:
        done = self._db.execute(
            "UPDATE heads SET revision = ?, turn = ?, asked = ?, outcome = ?, state = ?, "
            "changed = ? WHERE play = ?",
            (*_columns(head), now, play),
        )
        if done.rowcount != 1:
            raise Gone(f"{play}: the game has been removed")

    def remove(self, play: str) -> None:
        with self._changing(play):
            self._db.execute("DELETE FROM plays WHERE id = ?", (play,))

    # --- reading -------------------------------------------------------------------------

    def find(self, play: str) -> Record | None:
        found = self._db.execute(
            "SELECT id, game, scenario, seats, start, base, revision, turn, asked, outcome, "
            "state, changed FROM plays JOIN heads ON play = id WHERE id = ?",
            (play,),
        ).fetchone()
        return _record(*found) if found else None

    def rows(self, play: str, after: int) -> list[Row]:
        found = self._db.execute(
            "SELECT kind, side, action, memory FROM rows WHERE play = ? AND number > ? "
            "ORDER BY number",
            (play, after),
        )
        return [Row(*each) for each in found]

    def unfinished(self) -> list[Record]:
        found = self._db.execute(
            "SELECT id, game, scenario, seats, x'', base, revision, turn, asked, outcome, x'', "
            "changed FROM plays JOIN heads ON play = id WHERE outcome = '' ORDER BY changed"
        )
        return [_record(*each) for each in found]

    def close(self) -> None:
        self._db.close()


def _record(
    play: str, game: str, scenario: str, seats: str, start: bytes, base: int,
    revision: int, turn: int, asked: str, outcome: str, state: bytes, changed: str,
) -> Record:  # fmt: skip
    head = Head(revision, turn, asked, outcome, state)
    seated = msgspec.json.decode(seats, type=Seats)
    return Record(play, game, scenario, seated, start, base, head, changed)


def _columns(head: Head) -> tuple[int, int, str, str, bytes]:
    return head.revision, head.turn, head.asked, head.outcome, head.state


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
