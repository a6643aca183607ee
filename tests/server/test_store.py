import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grognard.server.seats import seat
from grognard.server.sqlite import SCHEMA, SqliteStore
from grognard.server.store import Conflict, Entry, Gone, Head, Record, Row, StoreError

SEATS, _ = seat({"axis": "human", "soviet": "random"})
START = Head(0, 1, "axis", "", b"{}")
RECORD = Record("p", "ukraine44", "campaign", SEATS, b"save", 0, START)
ROW = Row("act", "axis", "move 33.15")


def head(revision: int, outcome: str = "") -> Head:
    return Head(revision, 2, "soviet", outcome, f"state {revision}".encode())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "below" / "plays.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(path)
    opened.add(RECORD)
    yield opened
    opened.close()


def test_a_game_is_found_as_it_was_added(store: SqliteStore) -> None:
    """Seats, save and head come back; an unknown game is not found."""
    found = store.find("p")
    assert found is not None
    assert found.changed
    assert (found.seats, found.start, found.base, found.head) == (SEATS, b"save", 0, START)
    assert store.find("q") is None


def test_rows_come_back_in_order(store: SqliteStore) -> None:
    """All that was done, or what was done after a revision."""
    rows = [ROW, Row("undo", "axis"), Row("redo", "axis"), Row("act", "soviet", "done", b"memory")]
    for number, row in enumerate(rows, 1):
        store.append([Entry("p", row, head(number))])
    assert store.rows("p", 0) == rows
    assert store.rows("p", 2) == rows[2:]
    found = store.find("p")
    assert found is not None
    assert found.head == head(4)


def test_a_revision_is_kept_once(store: SqliteStore) -> None:
    """A second row with the same number is refused, and the head stays where it was."""
    store.append([Entry("p", ROW, head(1))])
    with pytest.raises(Conflict):
        store.append([Entry("p", Row("act", "axis", "done"), Head(1, 9, "", "", b"other"))])
    found = store.find("p")
    assert found is not None
    assert (found.head, store.rows("p", 0)) == (head(1), [ROW])


def test_a_removed_game_takes_no_rows(store: SqliteStore) -> None:
    """What is removed is gone with its rows, and nothing is kept for it any more."""
    store.append([Entry("p", ROW, head(1))])
    store.remove("p")
    assert store.find("p") is None
    assert store.rows("p", 0) == []
    with pytest.raises(Gone):
        store.append([Entry("p", ROW, head(2))])


def test_games_that_are_over_are_not_unfinished(store: SqliteStore) -> None:
    """The list of games that go on, for computers that have to think."""
    assert [record.play for record in store.unfinished()] == ["p"]
    store.append([Entry("p", ROW, head(1, outcome="Soviet victory"))])
    assert store.unfinished() == []


def test_a_game_goes_on_from_another_save(store: SqliteStore) -> None:
    """Rebased, it has a new start, and the old rows are behind its base."""
    store.append([Entry("p", ROW, head(1))])
    store.rebase("p", b"new", head(1))
    found = store.find("p")
    assert found is not None
    assert (found.start, found.base) == (b"new", 1)
    assert store.rows("p", found.base) == []


def test_rows_are_there_after_the_process_is_gone(path: Path, store: SqliteStore) -> None:
    """What was appended is in the file, whoever opens it next."""
    store.append([Entry("p", ROW, head(1))])
    store.close()
    again = SqliteStore(path)
    assert again.rows("p", 0) == [ROW]
    again.close()


def test_one_process_at_a_time(path: Path, store: SqliteStore) -> None:
    """A second server on the same games is refused at once, not when it first plays."""
    with pytest.raises(StoreError, match="locked"):
        SqliteStore(path)


def test_every_commit_is_synced(path: Path, store: SqliteStore) -> None:
    """Write-ahead log with full synchronisation: a crash loses nothing that was kept."""
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    values = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    assert values == ["wal", 2, 1]


def test_a_newer_file_is_refused(path: Path, store: SqliteStore) -> None:
    """A file of a later version is left alone."""
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    """A file of another kind is named, not overwritten."""
    path = tmp_path / "plays.sqlite"
    path.write_bytes(b"a letter home" * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(path)
    assert path.read_bytes().startswith(b"a letter home")
