"""Tables and the keeper behind them, in one process: what happens when something goes wrong."""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.server import hall as halls
from grognard.server.hall import Hall
from grognard.server.keeper import Keeper
from grognard.server.messages import Act, NewPlay, PlayKeys, Undo
from grognard.server.plays import Play
from grognard.server.problems import Denied
from grognard.server.seats import seat
from grognard.server.sqlite import SqliteStore
from grognard.server.store import Entry, Head, Row, StoreError
from grognard.server.tables import BROKEN, Table
from grognard.server.workers import Workers
from grognard.session import Session

UKRAINE = grognard.load("ukraine44")


class Listener:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.dismissed: list[int] = []

    def tell(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    def dismiss(self, code: int, reason: str) -> None:
        self.dismissed.append(code)


class Disk(SqliteStore):
    """A store that fails on demand, and counts its commits."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.full = False
        self.batches: list[int] = []

    def append(self, entries: Sequence[Entry]) -> None:
        if self.full:
            raise StoreError("the disk is full")
        self.batches.append(len(entries))
        super().append(entries)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "plays.sqlite")


def new_play(name: str = "p") -> Play:
    seats, _ = seat({"axis": "human", "soviet": "human"})
    return Play(name, seats, Session(UKRAINE.start(seed=1)))


def act(table: Table, id_: int = 1) -> Coroutine[Any, Any, int]:
    """Take the first action that is open."""
    play = table.play
    return table.do(play.pos.side, Act(id_, play.revision, str(play.pos.actions()[0])))


# --- what cannot be kept --------------------------------------------------------------------


def test_what_cannot_be_kept_has_not_happened(disk: Disk) -> None:
    """When the disk is full nobody is told of the action, and the game is opened anew."""
    listener = Listener()

    async def story() -> None:
        hall = Hall(disk, Workers(1))
        keys = await hall.begin(NewPlay("ukraine44", seed="1"))
        table, side = await sit(hall, keys)
        await table.join(side, listener, most=1)
        await act(table)
        disk.full = True
        with pytest.raises(Denied, match="not be kept"):
            await act(table)
        with pytest.raises(Denied, match="opened again"):
            await act(table)
        disk.full = False
        again, _ = await sit(hall, keys)
        assert again is not table
        assert again.play.revision == 1
        assert await act(again) == 2
        await hall.close()

    asyncio.run(story())
    assert [message["type"] for message in listener.told] == ["opening", "patch"]
    assert listener.dismissed == [BROKEN]


def test_a_scene_that_cannot_be_drawn_ends_only_its_own_lines(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game's page may break for one side: the action stands, and the other side sees it."""
    listeners = {side: Listener() for side in UKRAINE.sides}
    play = new_play()
    scene = play.pages.scene

    def breaks(view: Any) -> Any:
        if view.viewer == "soviet" and view.question is None and play.revision:
            raise KeyError("lost")
        return scene(view)

    async def story() -> None:
        keeper = Keeper(disk)
        disk.add(play.record())
        table = Table(play, "1", keeper)
        for side, listener in listeners.items():
            await table.join(side, listener, most=1)
        monkeypatch.setattr(play.pages, "scene", breaks)
        assert await act(table) == 1
        await keeper.close()

    asyncio.run(story())
    assert [m["type"] for m in listeners["axis"].told] == ["opening", "patch"]
    assert listeners["soviet"].dismissed == [BROKEN]


# --- many at once -----------------------------------------------------------------------------


def test_rows_of_many_games_share_a_commit(disk: Disk) -> None:
    """While one commit is on its way to the disk the next rows gather, and go together."""

    async def story() -> None:
        keeper = Keeper(disk)
        plays = [new_play(f"p{n}") for n in range(12)]
        for play in plays:
            await keeper.use(disk.add, play.record())
        tables = [Table(play, "1", keeper) for play in plays]
        assert await asyncio.gather(*(act(table) for table in tables)) == [1] * 12
        assert [len(disk.rows(play.id, 0)) for play in plays] == [1] * 12
        await keeper.close()

    asyncio.run(story())
    assert sum(disk.batches) == 12
    assert len(disk.batches) < 12


def test_one_bad_row_is_not_the_others_loss(disk: Disk) -> None:
    """Of rows that go together only the one that cannot be kept is refused."""

    async def story() -> list[Any]:
        keeper = Keeper(disk)
        for name in ("a", "b", "c"):
            await keeper.use(disk.add, new_play(name).record())
        head = Head(1, 1, "axis", "", b"{}")
        names = ("a", "nowhere", "b", "c", "c")
        rows = (keeper.append(Entry(name, Row("act", "axis", "done"), head)) for name in names)
        found = await asyncio.gather(*rows, return_exceptions=True)
        assert [len(disk.rows(name, 0)) for name in ("a", "b", "c")] == [1, 1, 1]
        await keeper.close()
        return found

    results = asyncio.run(story())
    assert [isinstance(each, StoreError) for each in results] == [False, True, False, False, True]


def test_orders_for_one_revision_are_carried_out_once(disk: Disk) -> None:
    """Two orders that come at the same moment: one is done, the other is stale."""

    async def story() -> tuple[Any, Any]:
        keeper, play = Keeper(disk), new_play()
        await keeper.use(disk.add, play.record())
        table = Table(play, "1", keeper)
        found = await asyncio.gather(act(table), act(table), return_exceptions=True)
        await keeper.close()
        return found

    first, second = asyncio.run(story())
    assert first == 1
    assert isinstance(second, Denied)


# --- tables that come and go ------------------------------------------------------------------


async def sit(hall: Hall, keys: PlayKeys) -> tuple[Table, str]:
    """The seat that is asked first."""
    return await hall.sit(keys.play, keys.tokens["axis"])


def test_tables_at_which_nobody_sits_are_put_away(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory holds so many games; one that was put away is the same when it is opened again."""
    monkeypatch.setattr(halls, "MOST_TABLES", 2)

    async def story() -> None:
        hall = Hall(disk, Workers(1))
        watched, left = [await hall.begin(NewPlay("ukraine44")) for _ in range(2)]
        table, side = await sit(hall, watched)
        await table.join(side, Listener(), most=1)
        other, _ = await sit(hall, left)
        await act(other)
        await other.do("axis", Undo(1, other.play.revision))
        for _ in range(2):
            await hall.begin(NewPlay("ukraine44"))
        assert (await sit(hall, watched))[0] is table
        again, _ = await sit(hall, left)
        assert again is not other
        assert (again.play.revision, again.play.number) == (2, 0)
        assert again.play.may_redo("axis")
        await hall.close()

    asyncio.run(story())


def test_all_who_come_at_once_sit_at_the_same_table(disk: Disk) -> None:
    """A game is opened once, however many ask for it."""

    async def story() -> None:
        hall = Hall(disk, Workers(1))
        keys = await hall.begin(NewPlay("ukraine44"))
        hall._tables.clear()
        tables = await asyncio.gather(*(sit(hall, keys) for _ in range(5)))
        assert len({id(table) for table, _ in tables}) == 1
        await hall.close()

    asyncio.run(story())


def test_a_game_of_other_rules_goes_on_from_its_last_state(disk: Disk) -> None:
    """Its rows are put behind it: opened once more, it is replayed from there."""

    async def story() -> None:
        hall = Hall(disk, Workers(1))
        keys = await hall.begin(NewPlay("ukraine44"))
        table, _ = await sit(hall, keys)
        for _ in range(3):
            await act(table)
        state = table.play.pos.state
        hall._tables.clear()
        disk._db.execute("UPDATE rows SET action = 'fly 33.15' WHERE number = 2")
        again, _ = await sit(hall, keys)
        assert again.play.pos.state == state
        await act(again)
        hall._tables.clear()
        third, _ = await sit(hall, keys)
        assert third.play.pos.state == again.play.pos.state
        assert (third.play.revision, third.play.number) == (4, 1)
        await hall.close()

    asyncio.run(story())
