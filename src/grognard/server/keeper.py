"""The keeper: the store, used from the event loop in a thread of its own.

A sync of the disk takes milliseconds, in which the loop serves other games. Rows that come
meanwhile are kept together by the next commit, so that many games wait no longer than one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from grognard.server.store import Entry, Store, StoreError

P = ParamSpec("P")
T = TypeVar("T")


class Keeper:
    """Keeps what is done in all games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def use(self, deed: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something with the store."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: deed(*args, **kwargs))

    async def append(self, entry: Entry) -> None:
        """Keep a row; returns when it is safe on disk."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        await kept

    async def close(self) -> None:
        """Let go of the disk."""
        await self.use(self.store.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            problems = await self.use(_append, self.store, [entry for entry, _ in batch])
            for (_, kept), problem in zip(batch, problems, strict=True):
                if kept.done():
                    continue  # whoever asked has gone
                if problem is None:
                    kept.set_result(None)
                else:
                    kept.set_exception(problem)
        self._writing = None


def _append(store: Store, entries: list[Entry]) -> list[StoreError | None]:
    """Keep all entries, or each that can be: what is wrong with one is not the others' loss."""
    try:
        store.append(entries)
    except Exception as error:  # noqa: BLE001 somebody waits for the answer, whatever it is
        problem = error if isinstance(error, StoreError) else StoreError(repr(error))
        if len(entries) == 1:
            return [problem]
        return [each for entry in entries for each in _append(store, [entry])]
    return [None] * len(entries)
