"""The four two-sided tableaus of coloured fields, and the boards made of them.

An `Arrangement` says how a board is made of tableaus. The rules need only the colours of its
fields, in the order of the cells (a1, b1, …).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, permutations, product

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

Rows = tuple[str, ...]

COLOURS = "rygb"
FRONTS: dict[int, Rows] = {
    1: ("rybg", "grgb", "yybr", "bgry"),
    2: ("rygb", "gyry", "bbgr", "yrbg"),
    3: ("rgby", "yygr", "bbrg", "gryb"),
    4: ("rgby", "yybr", "bgrg", "gryb"),
}
DISTINCT = 24_576
MAX_TEXT = 1000  # far more than any board needs
_SQUARE = re.compile(r"([1-4])([ab])([0-3])", re.IGNORECASE)
_ORDERS = tuple((1, *rest) for rest in permutations((2, 3, 4)))
_ROTATION = (2, 0, 3, 1)  # which place each tableau comes from in a clockwise quarter turn


def turned(rows: Rows, quarters: int) -> Rows:
    """Return rows (top first) rotated clockwise by quarter turns."""
    for _ in range(quarters % 4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


@dataclass(frozen=True, order=True)
class Tableau:
    """A tableau on the board: number, side (`a` front, `b` back), clockwise quarter turns."""

    number: int
    side: str = "a"
    turns: int = 0

    def __str__(self) -> str:
        return f"{self.number}{self.side}{self.turns}"

    @property
    def rows(self) -> Rows:
        """Return the fields, top row first."""
        front = FRONTS[self.number]
        if self.side == "b":
            front = tuple("".join(column) for column in zip(*front, strict=True))
        return turned(front, self.turns)

    def turned(self, quarters: int) -> Tableau:
        """Return the tableau rotated further."""
        return Tableau(self.number, self.side, (self.turns + quarters) % 4)

    def mirrored(self) -> Tableau:
        """Return the left-right mirror image."""
        # Left-right reflection is a transpose followed by a clockwise quarter turn; turns before a
        # transpose become opposite turns after it.
        other = "a" if self.side == "b" else "b"
        return Tableau(self.number, other, (1 - self.turns) % 4)


@dataclass(frozen=True, order=True)
class Arrangement:
    """Four tableaus: top left, top right, bottom left, bottom right."""

    tableaus: tuple[Tableau, Tableau, Tableau, Tableau]

    def __str__(self) -> str:
        return " ".join(map(str, self.tableaus))

    @property
    def rows(self) -> Rows:
        """Return the fields of the whole board, top row first."""
        a, b, c, d = (tableau.rows for tableau in self.tableaus)
        top = (left + right for left, right in zip(a, b, strict=True))
        bottom = (left + right for left, right in zip(c, d, strict=True))
        return (*top, *bottom)

    def turned(self, quarters: int = 1) -> Arrangement:
        """Return the board rotated clockwise."""
        arrangement = self
        for _ in range(quarters % 4):
            a, b, c, d = (arrangement.tableaus[place].turned(1) for place in _ROTATION)
            arrangement = Arrangement((a, b, c, d))
        return arrangement

    def mirrored(self) -> Arrangement:
        """Return the left-right mirror image."""
        a, b, c, d = (tableau.mirrored() for tableau in self.tableaus)
        return Arrangement((b, a, d, c))

    def symmetries(self) -> tuple[Arrangement, ...]:
        """Return the eight images: four rotations, then those of the mirror image."""
        images = (self, self.mirrored())
        return tuple(image.turned(quarters) for image in images for quarters in range(4))

    def canonical(self) -> Arrangement:
        """Return the rotation with tableau 1 at the top left."""
        return next(t for q in range(4) if (t := self.turned(q)).tableaus[0].number == 1)

    @property
    def number(self) -> int:
        """Return the number of the canonical rotation among all, 0 to 24,575."""
        tableaus = self.canonical().tableaus
        number = _ORDERS.index(tuple(tableau.number for tableau in tableaus))
        for tableau in tableaus:
            number = number * 8 + "ab".index(tableau.side) * 4 + tableau.turns
        return number


def numbered_arrangement(number: int) -> Arrangement:
    """Return the arrangement of this number; `numbered_arrangement(n).number == n`."""
    if not 0 <= number < DISTINCT:
        raise BadOptions("board-number", number=str(number), last=str(DISTINCT - 1))
    rest, sides = number, []
    for _ in range(4):
        rest, side = divmod(rest, 8)
        sides.append(side)
    a, b, c, d = (
        Tableau(which, "ab"[side // 4], side % 4)
        for which, side in zip(_ORDERS[rest], reversed(sides), strict=True)
    )
    return Arrangement((a, b, c, d))


def all_tableaus() -> Iterator[Tableau]:
    """Yield all sides and rotations of all tableaus."""
    for number, side, turns in product(FRONTS, "ab", range(4)):
        yield Tableau(number, side, turns)


def _splitmix(seed: int) -> int:
    """Return a 64-bit hash of a seed, the same on all machines."""
    z = (seed + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def random_arrangement(seed: int) -> Arrangement:
    """Return one of the 98,304 rotated arrangements, chosen by the seed."""
    value = _splitmix(seed) % (4 * DISTINCT)
    return numbered_arrangement(value // 4).turned(value % 4)


def random_tableau(seed: int) -> Tableau:
    """Return one of the 32 single tableaus, chosen by the seed."""
    return tuple(all_tableaus())[_splitmix(seed) % 32]


def different_tableau(text: str, seed: int) -> Tableau:
    """Return the first tableau from this seed on that differs from that of a board text.

    A rotated or mirrored tableau plays the same, so it does not count as different.
    """
    rows = tuple(text.split("/"))
    back = tuple("".join(column) for column in zip(*rows, strict=True))
    same = {turned(side, quarters) for side in (rows, back) for quarters in range(4)}
    drawn = (random_tableau(further) for further in count(seed))
    return next(tableau for tableau in drawn if tableau.rows not in same)


@cache
def _tableaus_by_rows() -> dict[Rows, Tableau]:
    return {tableau.rows: tableau for tableau in all_tableaus()}


def find_tableau(rows: Rows) -> Tableau | None:
    """Return the tableau with these rows, if any."""
    return _tableaus_by_rows().get(rows)


def find_arrangement(rows: Rows) -> Arrangement | None:
    """Return the arrangement of tableaus with these rows, if any."""
    halves = (rows[:4], rows[4:])
    quarters = (tuple(row[a : a + 4] for row in half) for half in halves for a in (0, 4))
    found = [tableau for quarter in quarters if (tableau := find_tableau(quarter))]
    if len({tableau.number for tableau in found}) < 4:
        return None
    a, b, c, d = found
    return Arrangement((a, b, c, d))


def board_text(rows: Rows) -> str:
    """Join rows into a text: `rybg/grgb/yybr/bgry`."""
    return "/".join(rows)


def parse_board(text: object, size: int) -> Rows:
    """Parse a board given as fields, as tableaus, as `#number` or as `random:seed`."""
    if not isinstance(text, str):
        raise BadOptions("board-not-text", given=type(text).__name__, example=_example(size))
    if len(text) > MAX_TEXT:
        raise BadOptions("board-too-long", count=len(text), longest=MAX_TEXT)
    plain = " ".join(text.split()).lower()
    if plain.startswith(("random:", "#")):
        return _chosen(plain, size)
    if plain[:1].isdigit():
        return _laid(plain, size)
    return _fields(plain.replace(" ", ""), size)


def _example(size: int) -> str:
    return board_text(FRONTS[1]) if size == 4 else "1a0 3b2 4a1 2b3"


def _chosen(text: str, size: int) -> Rows:
    """Return a board by number or by seed."""
    digits = text.removeprefix("random:").removeprefix("#").strip()
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise BadOptions("board-seed", given=truncate(text))
    if text.startswith("#"):
        if size == 4:
            raise BadOptions("board-number-single", given=truncate(text))
        return numbered_arrangement(int(digits)).rows
    seed = int(digits)
    return random_tableau(seed).rows if size == 4 else random_arrangement(seed).rows


def parse_tableaus(text: str) -> tuple[Tableau, ...]:
    """Parse tableaus written `1a0 3b2 …`, no number twice."""
    found = []
    for word in text.split():
        match = _SQUARE.fullmatch(word)
        if not match:
            raise BadOptions("tableau-word", given=truncate(word))
        found.append(Tableau(int(match[1]), match[2].lower(), int(match[3])))
    numbers = [tableau.number for tableau in found]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise BadOptions("tableau-twice", number=twice)
    return tuple(found)


def _laid(text: str, size: int) -> Rows:
    tableaus = parse_tableaus(text)
    wanted = 1 if size == 4 else 4
    if len(tableaus) != wanted:
        raise BadOptions("tableau-count", count=len(tableaus), wanted=wanted)
    if size == 4:
        return tableaus[0].rows
    a, b, c, d = tableaus
    return Arrangement((a, b, c, d)).rows


def _fields(text: str, size: int) -> Rows:
    rows = tuple(text.split("/"))
    if len(rows) != size:
        raise BadOptions("board-rows", count=len(rows), size=size, example=_example(size))
    for number, row in enumerate(rows, start=1):
        wrong = next((letter for letter in row if letter not in COLOURS), None)
        if wrong is not None:
            raise BadOptions("board-letter", letter=truncate(wrong), row=number)
        if len(row) != size:
            raise BadOptions("board-width", row=number, count=len(row), size=size)
    return rows


def cell_colours(rows: Rows) -> str:
    """Return the colours in the order of the cells: a1, b1, …"""
    return "".join(reversed(rows))
