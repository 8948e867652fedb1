"""The details of a position besides the pieces: how texts write them, and as kernels get them.

Kernels get each detail as one number, `ABSENT` if a text has none. `engine/reading.js` reads them
on devices.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brettwerk.errors import BadPosition
from brettwerk.i18n import truncate

ABSENT = -1


@dataclass(frozen=True)
class Detail:
    """A detail: its name, and what it is.

    A `number` or a `switch`; a `cell`; a `choice`; `names`, a set of choices with commas; `seats`,
    a set of players, numbered from 1; `counts`, a digit for each player; a `table`, a row of digits
    for each player. Pages have a control for all but numbers and names.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()

    def example(self, players: int) -> str:
        """Return an example of this detail in a text."""
        row = "0" * players
        value = {
            "cell": "d4",
            "choice": self.choices[-1:],
            "names": [*self.choices[:1], *self.choices[-1:]],
            "seats": "2",
            "counts": row,
            "table": "/".join([row] * players),
        }.get(self.kind, "3")
        return f"{self.name}={value if isinstance(value, str) else ','.join(value)}"

    def read(self, text: str, cells: Sequence[str], players: int) -> int | None:
        """Return the number that a text stands for; None if it is malformed."""
        if self.kind == "cell":
            return cells.index(text) if text in cells else None
        if self.kind == "choice":
            return self.choices.index(text) if text in self.choices else None
        if self.kind == "names":
            return _set([name for name in text.split(",") if name], self.choices)
        if self.kind == "seats":
            return _set(text, [str(player + 1) for player in range(players)])
        if self.kind in ("counts", "table"):
            return _digits(text, players, players if self.kind == "table" else 1)
        return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


def _set(names: Sequence[str], known: Sequence[str]) -> int | None:
    """Return a set of names as bits."""
    if any(name not in known for name in names):
        return None
    return sum(1 << known.index(name) for name in dict.fromkeys(names))


def _digits(text: str, columns: int, rows: int) -> int | None:
    """Return rows of digits in four bits each."""
    if not re.fullmatch("/".join([f"[0-9]{{{columns}}}"] * rows), text):
        return None
    return sum(int(digit) << 4 * at for at, digit in enumerate(text.replace("/", "")))


def needed(detail: Detail, players: int) -> BadPosition:
    """Return the refusal of a position without a detail that it needs."""
    return BadPosition("position-needs", name=detail.name, example=detail.example(players))


def read_details(
    specs: Sequence[Detail], given: Mapping[str, str], cells: Sequence[str], players: int
) -> dict[str, int]:
    """Return details as numbers; raise BadPosition for unknown and malformed ones."""
    known, found = {detail.name: detail for detail in specs}, dict[str, int]()
    for name, text in given.items():
        if name not in known:
            raise BadPosition("position-word", given=truncate(f"{name}={text}"))
        value = known[name].read(text, cells, players)
        if value is None:
            raise needed(known[name], players)
        found[name] = value
    return found
