"""Worker processes: what takes long is done there, and the server goes on answering."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.queues import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: What a worker says while it works: the name of the job, how far it is, and on what.
News = tuple[str, float, str]
Hear = Callable[[str, float, str], None]
Prepare = Callable[[], None]

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
        self._news: SimpleQueue[News | None] = _CONTEXT.SimpleQueue()
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
            self._pool = ProcessPoolExecutor(
                self._processes, _CONTEXT, initializer=_begin, initargs=(self._news, self._prepare)
            )
        return self._pool

    def listen(self) -> None:
        """Begin to pass on what jobs report."""
        loop = asyncio.get_running_loop()

        def pass_on() -> None:
            while (news := self._news.get()) is not None:
                loop.call_soon_threadsafe(self.hear, *news)

        Thread(target=pass_on, name="news of workers", daemon=True).start()

    def close(self) -> None:
        """Stop all processes; what they were at is left undone."""
        self._news.put(None)
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)


# --- in a worker --------------------------------------------------------------------------

_queue: Any = None


def report(job: str, share: float, text: str = "") -> None:
    """Tell the server how far a job is."""
    if _queue is not None:
        _queue.put((job, share, text))


def _begin(news: SimpleQueue[News | None], prepare: Prepare | None) -> None:
    global _queue
    _queue = news
    # Ctrl-C is for the server, which then ends its workers; and none outlives it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_die_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _die_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
