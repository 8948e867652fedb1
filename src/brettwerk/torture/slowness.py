"""When this machine was too busy for what a run has started, as its system says.

Nothing can be said about time then. Linux counts how long each process was ready to run and had to
wait for a processor; elsewhere only this process notices that it runs late.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from brettwerk.torture.history import NO_SERVER, SLOW_MACHINE, SLOW_WORKER, Disruption, Recorder
from brettwerk.torture.processes import descendants_of

LOOK_EVERY, SLOW_BY = 0.1, 0.3  # seconds
COUNT_EVERY = 5  # looks
WAITED = 0.25  # seconds between two counts from which on a process counts as kept waiting


def waits_of(process: int) -> dict[int, float]:
    """Return for how many seconds each process below one has waited for a processor so far."""
    found = {}
    for child in descendants_of(process)[1:]:
        with suppress(OSError, IndexError, ValueError):
            nanoseconds = Path(f"/proc/{child}/schedstat").read_text().split()[1]
            found[child] = int(nanoseconds) / 1e9
    return found


def delays(
    now: float, before: dict[int, float], after: dict[int, float], patient: set[int]
) -> Iterator[Disruption]:
    """Yield that processes were kept waiting; `patient` are those that give way to all others."""
    waited = {one: after[one] - before[one] for one in after.keys() & before.keys()}
    for name, server, some in (
        (SLOW_MACHINE, None, waited.keys() - patient),
        (SLOW_WORKER, NO_SERVER, waited.keys() & patient),
    ):
        longest = max((waited[one] for one in some), default=0.0)
        if longest > WAITED:
            yield Disruption(round(now - longest, 4), now, name, server, down=False)


async def note_slowness(recorder: Recorder) -> None:
    """Record when this machine is too busy."""
    before = waits_of(os.getpid())
    while True:
        for _ in range(COUNT_EVERY):
            began = recorder.now()
            await asyncio.sleep(LOOK_EVERY)
            now = recorder.now()
            if now - began > LOOK_EVERY + SLOW_BY:
                recorder.add(Disruption(began, now, SLOW_MACHINE, down=False))
        after = waits_of(os.getpid())
        for delay in delays(recorder.now(), before, after, set(filter(_is_patient, after))):
            recorder.add(delay)
        before = after


def _is_patient(process: int) -> bool:
    """Return whether a process has a lower priority than this one."""
    with suppress(OSError):
        return os.getpriority(os.PRIO_PROCESS, process) > os.getpriority(os.PRIO_PROCESS, 0)
    return False
