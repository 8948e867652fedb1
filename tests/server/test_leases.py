"""The time that servers share, and how precisely they know it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from brettwerk.server.storage.lease_table import Reading
from brettwerk.server.storage.leases import Leases


class Table:
    """Ticks that a test sets, instead of a table."""

    def __init__(self) -> None:
        self.now = 0.0

    def ticks(self) -> float:
        return self.now


def leases() -> tuple[Leases, Table]:
    table = Table()
    return Leases(cast("Any", table), bus=True, exclusive=False), table


def test_the_first_answer_is_taken_from_its_middle_and_later_ones_only_correct_it() -> None:
    found, _ = leases()
    for asked, answered, offset in (
        (10.0, 10.6, 1000.0),
        (20.0, 21.0, 999.9),
        (30.0, 30.01, 1000.0),
    ):
        true = 1000.0 + (asked + answered) / 2
        found._set_time(Reading(true + offset - 1000.0, asked, answered, [], 0.0))
        assert found._offset == pytest.approx(1000.0, abs=0.006)


def test_time_never_goes_back() -> None:
    found, table = leases()
    found._set_time(Reading(1000.0, 0.0, 0.0, [], 0.0))
    table.now = 5.0
    assert found.now() == 1005.0
    found._set_time(Reading(900.0, 5.0, 5.0, [], 0.0))  # somebody has set the database back
    assert found.now() == 1005.0
    table.now = 200.0
    assert found.now() == 1095.0
