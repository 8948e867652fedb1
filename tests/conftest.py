"""Settings of all tests: no example is refused for being slow on a busy machine."""

from __future__ import annotations

import os
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# In CI the examples are always the same, so that a new one does not stop an unrelated change.
settings.register_profile(
    "any machine",
    deadline=None,
    max_examples=50,  # where a test does not say how many
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("any machine")


def pytest_xdist_auto_num_workers() -> int:
    """Run two processes a core: many tests wait, for servers and for pages."""
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return 2 * (own or 1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Let a test have an event loop of its own, also in a process that has a browser already.

    Playwright's loop stands still in between, but it counts as running, and asyncio would refuse.
    """
    playwrights = None if "browser" in item.path.parts else _get_running_loop()
    if playwrights:
        _set_running_loop(None)
    try:
        yield
    finally:
        if playwrights:
            _set_running_loop(playwrights)


Collectors = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, Collectors, Collectors]:
    """Look for no examples in the docstrings of tests, which have none: that would take seconds."""
    return [found for found in (yield) if isinstance(found, pytest.Module)]
