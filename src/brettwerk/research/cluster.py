"""Tasks on a Ray cluster: that of `RAY_ADDRESS`, or all processors of this machine."""

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any, TypeVar

from brettwerk.research.extras import needs

A = TypeVar("A")
R = TypeVar("R")
AHEAD = 2  # tasks for each processor that are running or waiting


def results_of(task: Callable[[A], R], given: Iterable[A], *, ray: bool) -> Generator[tuple[A, R]]:
    """Yield what a task makes of each of these: on Ray, or here one after the other."""
    if ray:
        yield from on_ray(task, given)
    else:
        for one in given:
            yield one, task(one)


def on_ray(task: Callable[[A], R], given: Iterable[A]) -> Generator[tuple[A, R]]:
    """Yield what a task makes of each of these as soon as it is there.

    Those that are running are cancelled when the generator is closed.
    """
    ray = needs("ray", "ray")
    ray.init(ignore_reinit_error=True, log_to_driver=False)
    remote, rest = ray.remote(_call), iter(given)
    most = AHEAD * int(ray.cluster_resources().get("CPU", 1))
    running: dict[Any, A] = {}
    try:
        while True:
            for one in islice(rest, most - len(running)):
                running[remote.remote(task, one)] = one
            if not running:
                return
            (done, *_), _ = ray.wait(list(running))
            yield running.pop(done), ray.get(done)
    finally:
        for left in running:
            ray.cancel(left, force=True)


def _call(task: Callable[[A], R], one: A) -> R:
    """Ray takes functions alone, and a task may be another callable."""
    return task(one)
