"""Pools of worker processes, as lab and server keep them: how one begins, and how all end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process
from threading import Thread

Prepare = Callable[[], None]


def begin(prepare: Prepare | None) -> None:
    """Called first in each worker. Ctrl-C is for the one who started the pool and who then
    ends its workers; none outlives it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_die_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _die_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def end(pool: ProcessPoolExecutor, *, wait: bool) -> None:
    """End all workers at once; what they were at is left undone. Otherwise Python waits at
    its end for work that nobody waits for any more.
    """
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=wait, cancel_futures=True)
