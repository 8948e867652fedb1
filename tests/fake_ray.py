"""A stand-in for Ray: its tasks are done when they are asked for, the last one first."""

from __future__ import annotations

from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any


def fake_ray() -> Any:
    """Return a module like Ray, on one processor; `cancelled` are the tasks that were."""
    ray: Any = ModuleType("ray")
    ray.cancelled = []
    ray.init = lambda **_: None
    ray.cluster_resources = lambda: {"CPU": 1.0}
    ray.remote = lambda task: SimpleNamespace(remote=lambda given: partial(task, given))
    ray.wait = lambda tasks: (tasks[-1:], tasks[:-1])
    ray.get = lambda task: task()
    ray.cancel = lambda task, force: ray.cancelled.append((task.args, force))
    return ray
