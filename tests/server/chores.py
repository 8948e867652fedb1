"""Jobs for workers in tests: they travel to processes as real ones do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job

Report = Callable[[Any], None]


class Count(Job[int, int], frozen=True):
    """Report numbers until asked to stop; the result is how many there were."""

    most: int = 10**9
    every: float = 0.01

    def run(self, stop: Stop, report: Report) -> int:
        number = 0
        while number < self.most and not stop.asked:
            report(number)
            number += 1
            time.sleep(self.every)
        return number


class Die(Job[None, None], frozen=True):
    """End the process as a crash would."""

    def run(self, stop: Stop, report: Report) -> None:  # noqa: ARG002
        os._exit(1)


class DieOnce(Job[str, None], frozen=True):
    """End the process as a crash would, the first time."""

    mark: str

    def run(self, stop: Stop, report: Report) -> str:  # noqa: ARG002
        path = Path(self.mark)
        if not path.exists():
            path.touch()
            os._exit(1)
        return "alive"


class Begin(Job[str, None], frozen=True):
    """Tell when it has begun, and go on until told to end."""

    mark: str
    until: str

    def run(self, stop: Stop, report: Report) -> str:  # noqa: ARG002
        Path(self.mark).touch()
        while not Path(self.until).exists():
            time.sleep(0.01)
        return "done"


class Fail(Job[None, None], frozen=True):
    """Fail."""

    def run(self, stop: Stop, report: Report) -> None:  # noqa: ARG002
        raise ZeroDivisionError


class Deaf(Job[None, None], frozen=True):
    """Ignore requests to stop."""

    seconds: float = 0.1

    def run(self, stop: Stop, report: Report) -> None:  # noqa: ARG002
        time.sleep(60)


class Niceness(Job[tuple[int, int], None], frozen=True):
    """The process, and how nice it is."""

    def run(self, stop: Stop, report: Report) -> tuple[int, int]:  # noqa: ARG002
        return os.getpid(), os.nice(0)


CHORES = (Begin, Count, Deaf, Die, DieOnce, Fail, Niceness)
