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

#: Done when a row is safe on disk; StoreError: it could not be kept.
Kept = asyncio.Future[None]


class Keeper:
    """Keeps what is done in all games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._waiting: list[tuple[Entry, Kept]] = []
        self._writing = False

    async def use(self, deed: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something with the store."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: deed(*args, **kwargs))

    def append(self, entry: Entry) -> Kept:
        """Begin to keep a row; what is returned is done when it is safe on disk."""
        kept: Kept = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, kept))
        if not self._writing:
            self._write()
        return kept

    async def close(self) -> None:
        """Let go of the disk."""
        await self.use(self.store.close)
        self._thread.shutdown()

    def _write(self) -> None:
        """Write all that waits, and then what has come meanwhile."""
        batch, self._waiting = self._waiting, []
        self._writing = bool(batch)
        if not batch:
            return
        written = asyncio.get_running_loop().run_in_executor(
            self._thread, _append, self.store, [entry for entry, _ in batch]
        )
        written.add_done_callback(
            lambda done: self._answer([kept for _, kept in batch], done.result())
        )

    def _answer(self, waiting: list[Kept], problems: list[StoreError | None]) -> None:
        for kept, problem in zip(waiting, problems, strict=True):
            if kept.done():
                continue  # whoever asked has gone
            if problem is None:
                kept.set_result(None)
            else:
                kept.set_exception(problem)
        self._write()


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
