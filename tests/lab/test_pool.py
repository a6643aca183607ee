import sys
from collections.abc import Callable
from inspect import isfunction
from types import ModuleType
from typing import Any

import pytest

from grognard.lab.pool import Executor, Here, Processes, RayCluster, RayMissing, WorkerDied


def square(number: int) -> int:
    return number * number


def lose_a_process(number: int) -> int:
    import os

    os._exit(3)


class FakeRay(ModuleType):
    """A cluster of two processors with the functions of Ray that we use. A task is done when
    somebody waits for it, the latest first: results come in no particular order.
    """

    def __init__(self) -> None:
        super().__init__("ray")
        self.calls: list[str] = []
        self.settings: dict[str, Any] = {}
        self.cancelled: list[Any] = []
        self.most = 0

    def is_initialized(self) -> bool:
        return bool(self.settings)

    def init(self, **settings: Any) -> None:
        self.settings = settings

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, work: Callable[[Any], Any]) -> Any:
        assert isfunction(work), "Ray takes functions and classes, no other callables"

        class Remote:
            @staticmethod
            def remote(task: Any) -> Callable[[], Any]:
                return lambda: work(task)

        return Remote

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        assert num_returns == 1
        self.most = max(self.most, len(running))
        return running[-1:], running[:-1]

    def get(self, done: list[Any]) -> list[Any]:
        return [reference() for reference in done]

    def cancel(self, reference: Any, *, force: bool) -> None:
        assert force
        self.cancelled.append(reference)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


@pytest.mark.parametrize("executor", [Here(), Processes(2), RayCluster("auto")])
def test_all_give_the_same_results(executor: Executor, ray: FakeRay) -> None:
    """Here, on all cores or on a cluster: every task is done once."""
    found = list(executor.run(square, range(20)))
    assert sorted(found) == [n * n for n in range(20)]


@pytest.mark.parametrize("executor", [Here(), Processes(2), RayCluster("auto")])
def test_without_tasks_there_are_no_results(executor: Executor, ray: FakeRay) -> None:
    """A run with nothing left to do ends at once."""
    assert list(executor.run(square, [])) == []


def test_closing_stops_the_rest() -> None:
    """Whoever wants no more results does not wait for those that run."""
    results = Processes(2).run(square, range(10_000))
    next(results)
    results.close()
    assert list(results) == []


def test_a_process_that_dies_is_told() -> None:
    """A worker that is killed ends the run with a reason instead of a hang."""
    with pytest.raises(WorkerDied, match="has died"):
        list(Processes(1).run(lose_a_process, [1]))


def test_a_cluster_gets_address_and_settings(ray: FakeRay) -> None:
    """Workers elsewhere know the games of the one who asks."""
    list(RayCluster("10.0.0.1:6379", settings={"GAMES": "mine"}).run(square, [1]))
    assert ray.settings["address"] == "10.0.0.1:6379"
    assert ray.settings["runtime_env"] == {"env_vars": {"GAMES": "mine"}}


def test_a_cluster_is_joined_once(ray: FakeRay) -> None:
    """A session that has joined a cluster keeps it."""
    ray.settings = {"address": "ours"}
    list(RayCluster("theirs").run(square, [1]))
    assert ray.settings == {"address": "ours"}


def test_every_task_of_a_cluster_is_prepared(ray: FakeRay) -> None:
    """A worker may be new at any task."""
    prepared: list[int] = []
    cluster = RayCluster("auto", prepare=lambda: prepared.append(1))
    list(cluster.run(square, range(5)))
    assert len(prepared) == 5


def test_a_cluster_is_not_flooded(ray: FakeRay) -> None:
    """Only twice as many tasks as processors wait at a time."""
    list(RayCluster("auto").run(square, range(50)))
    assert ray.most == 4


def test_closing_cancels_what_a_cluster_still_does(ray: FakeRay) -> None:
    """Nothing is left running on machines that others use too."""
    results = RayCluster("auto").run(square, range(50))
    next(results)
    results.close()
    assert len(ray.cancelled) == 3


def test_without_ray_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is an extra; the message names the command."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RayMissing, match=r"pip install 'grognard\[ray\]'"):
        list(RayCluster("auto").run(square, [1]))
