"""A stand-in for Ray: its tasks are done when they are asked for, the last one first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


def remote(task: Callable[..., Any]) -> Any:
    """Return a task; Ray takes functions alone."""
    assert isinstance(task, FunctionType)
    return SimpleNamespace(remote=lambda *given: partial(task, *given))


def fake_ray() -> Any:
    """Return a module like Ray, on one processor; `cancelled` are the tasks that were."""
    ray: Any = ModuleType("ray")
    ray.cancelled = []
    ray.init = lambda **_: None
    ray.cluster_resources = lambda: {"CPU": 1.0}
    ray.remote = remote
    ray.wait = lambda tasks: (tasks[-1:], tasks[:-1])
    ray.get = lambda task: task()
    ray.cancel = lambda task, force: ray.cancelled.append((task.args, force))
    return ray
