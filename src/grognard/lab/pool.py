"""Where the lab's work is done: in this process, on all cores, or on many machines with Ray.

All three are an `Executor`: they take a function and tasks, and give results as they come.
A result must tell by itself which task it belongs to, for the order is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from grognard.pools import Prepare, begin, end

T = TypeVar("T")
R = TypeVar("R")

#: So many tasks for each processor are handed out: enough that none waits for work, and few
#: enough that a run of a million games does not fill the memory.
_AHEAD = 2


class WorkerDied(RuntimeError):
    """A process of the pool was ended from outside, or ran out of memory."""


class Executor(Protocol):
    """Does the same work on many tasks."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Results as they come, in any order. Closing the generator stops what still runs."""


class Here:
    """One after the other, in this process."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """The result of each task in turn."""
        yield from map(work, tasks)


# --- all cores --------------------------------------------------------------------------


class Processes:
    """A pool of processes on this machine. `prepare` is called first in each of them."""

    def __init__(self, jobs: int, prepare: Prepare | None = None) -> None:
        self.jobs = jobs
        self.prepare = prepare

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Results as they come. Workers are ended at once when nobody asks for more."""
        pool = ProcessPoolExecutor(
            self.jobs, get_context("spawn"), initializer=begin, initargs=(self.prepare,)
        )
        try:
            yield from _as_they_come(pool, work, tasks, _AHEAD * self.jobs)
        except BrokenProcessPool as error:
            raise WorkerDied("a process of the pool has died; out of memory?") from error
        finally:
            end(pool, wait=True)


def _as_they_come(
    pool: ProcessPoolExecutor, work: Callable[[T], R], tasks: Iterable[T], ahead: int
) -> Generator[R, None, None]:
    running: set[Future[R]] = set()
    for task in tasks:
        running.add(pool.submit(work, task))
        if len(running) >= ahead:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


# --- many machines ----------------------------------------------------------------------


class RayMissing(RuntimeError):
    """Ray is an optional extra and is not installed."""


class RayCluster:
    """The same on a Ray cluster: `pip install 'grognard[ray]'`. `address` is that of the
    cluster (`auto`: the one that this machine belongs to; empty: this machine alone);
    `settings` are set in the environment of the workers.
    """

    def __init__(
        self,
        address: str = "",
        prepare: Prepare | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address
        self.prepare = prepare
        self.settings = dict(settings or {})

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Results as they come; what still runs at the end is cancelled."""
        ray, prepare = self._joined(), self.prepare

        def prepared(task: T) -> R:
            if prepare is not None:  # a worker of a cluster may be new at any task
                prepare()
            return work(task)

        remote = ray.remote(prepared)  # which takes functions only, and no partial ones
        ahead = max(1, int(_AHEAD * ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        try:
            for task in tasks:
                running.append(remote.remote(task))
                if len(running) >= ahead:
                    done, running = ray.wait(running, num_returns=1)
                    yield from ray.get(done)
            while running:
                done, running = ray.wait(running, num_returns=1)
                yield from ray.get(done)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _joined(self) -> Any:
        try:
            ray = import_module("ray")
        except ModuleNotFoundError as error:
            raise RayMissing("Ray is not installed: pip install 'grognard[ray]'") from error
        if not ray.is_initialized():
            environment = {"env_vars": self.settings}
            ray.init(address=self.address or None, runtime_env=environment, log_to_driver=False)
        return ray
