"""Tasks for workers in tests: they travel to processes as real ones do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brettwerk.engine.report import Stop


@dataclass(frozen=True)
class Count:
    """Tells numbers until it is asked to stop; the last word is how many there were."""

    most: int = 10**9
    seconds: float = 30.0
    every: float = 0.01

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:
        number = 0
        while number < self.most and not stop.asked:
            tell(number)
            number += 1
            time.sleep(self.every)
        return number


@dataclass(frozen=True)
class Die:
    """Ends its process as a crash would."""

    seconds: float = 30.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002
        os._exit(1)


@dataclass(frozen=True)
class Fail:
    """Fails."""

    seconds: float = 30.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002
        raise ZeroDivisionError


@dataclass(frozen=True)
class Deaf:
    """Does not hear when it is asked to stop."""

    seconds: float = 0.1

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002
        time.sleep(60)


@dataclass(frozen=True)
class Niceness:
    """How politely the worker runs."""

    seconds: float = 30.0

    def run(self, stop: Stop, tell: Callable[[Any], None]) -> Any:  # noqa: ARG002
        return os.getpid(), os.nice(0)
