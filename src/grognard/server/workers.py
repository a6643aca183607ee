"""Worker processes: what takes long is done there, and the server goes on answering."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from grognard.pools import Prepare, begin, end

P = ParamSpec("P")
T = TypeVar("T")

#: What a worker says while it works: the name of the job, how far it is, and on what.
News = tuple[str, float, str]
Hear = Callable[[str, float, str], None]
Queue = SimpleQueue[News]

_CONTEXT = get_context("spawn")


class Workers:
    """A pool of processes, started when first needed and again if one of them dies.

    `prepare` is called first in each process. What jobs report is passed to `hear` on
    the event loop.
    """

    def __init__(self, processes: int, prepare: Prepare | None = None) -> None:
        self._processes = processes
        self._prepare = prepare
        self._pool: ProcessPoolExecutor | None = None
        self.hear: Hear = lambda job, share, text: None

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a job. If a worker dies under it, it is done once more."""
        pool = self._started()
        try:
            return await asyncio.wrap_future(pool.submit(job, *args, **kwargs))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            return await asyncio.wrap_future(self._started().submit(job, *args, **kwargs))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A queue of its own for each pool: a worker that died may have locked the last one.
            news: Queue = _CONTEXT.SimpleQueue()
            self._pool = ProcessPoolExecutor(
                self._processes, _CONTEXT, initializer=_begin, initargs=(news, self._prepare)
            )
            loop = asyncio.get_running_loop()
            Thread(target=self._pass_on, args=(news, loop), daemon=True).start()
        return self._pool

    def _pass_on(self, news: Queue, loop: asyncio.AbstractEventLoop) -> None:
        while not loop.is_closed():
            said = news.get()
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(self.hear, *said)

    def close(self) -> None:
        """Stop all processes; what they were at is left undone."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end(pool, wait=False)


# --- in a worker --------------------------------------------------------------------------

_queue: Any = None


def report(job: str, share: float, text: str = "") -> None:
    """Tell the server how far a job is."""
    if _queue is not None:
        _queue.put((job, share, text))


def _begin(news: Queue, prepare: Prepare | None) -> None:
    global _queue
    _queue = news
    begin(prepare)
