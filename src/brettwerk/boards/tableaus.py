"""The four two-sided tableaus of Katarenga, and the boards that can be laid with them.

A layout is the tuple of a board's field colours in the order of its cells (a1, b1, …): what the
rules need. A `Laying` says how such a board was put together from the tableaus.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count, permutations, product
from typing import TYPE_CHECKING

from brettwerk.errors import BadOptions
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

Rows = tuple[str, ...]

COLOURS = "rygb"
FRONTS: dict[int, Rows] = {
    1: ("rybg", "grgb", "yybr", "bgry"),
    2: ("rygb", "gyry", "bbgr", "yrbg"),
    3: ("rgby", "yygr", "bbrg", "gryb"),
    4: ("rgby", "yybr", "bgrg", "gryb"),
}
DISTINCT = 24_576
LONGEST = 1000  # far more than any board needs, with spaces
_SQUARE = re.compile(r"([1-4])([ab])([0-3])", re.IGNORECASE)
_ORDERS = tuple((1, *rest) for rest in permutations((2, 3, 4)))
_TURN_OF_PLACES = (2, 0, 3, 1)  # after a quarter turn clockwise: where each place's tableau was


def turned(rows: Rows, quarters: int) -> Rows:
    """Rows (top first) after quarter turns clockwise."""
    for _ in range(quarters % 4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


@dataclass(frozen=True, order=True)
class Tableau:
    """One tableau as it lies: number, side (`a` front, `b` back), quarter turns clockwise."""

    number: int
    side: str = "a"
    turns: int = 0

    def __str__(self) -> str:
        return f"{self.number}{self.side}{self.turns}"

    @property
    def rows(self) -> Rows:
        """Its fields, top row first."""
        front = FRONTS[self.number]
        if self.side == "b":
            front = tuple("".join(column) for column in zip(*front, strict=True))
        return turned(front, self.turns)

    def turned(self, quarters: int) -> Tableau:
        """The same tableau turned further."""
        return Tableau(self.number, self.side, (self.turns + quarters) % 4)

    def mirrored(self) -> Tableau:
        """The tableau that shows this one's image in a mirror standing at its right edge."""
        # Left-right reflection is the transpose followed by a quarter turn clockwise; turns
        # before a transpose become turns the other way after it.
        other = "a" if self.side == "b" else "b"
        return Tableau(self.number, other, (1 - self.turns) % 4)


@dataclass(frozen=True, order=True)
class Laying:
    """Four tableaus: top left, top right, bottom left, bottom right."""

    tableaus: tuple[Tableau, Tableau, Tableau, Tableau]

    def __str__(self) -> str:
        return " ".join(map(str, self.tableaus))

    @property
    def rows(self) -> Rows:
        """The fields of the whole board, top row first."""
        a, b, c, d = (tableau.rows for tableau in self.tableaus)
        top = (left + right for left, right in zip(a, b, strict=True))
        bottom = (left + right for left, right in zip(c, d, strict=True))
        return (*top, *bottom)

    def turned(self, quarters: int = 1) -> Laying:
        """The whole board turned clockwise."""
        laying = self
        for _ in range(quarters % 4):
            a, b, c, d = (laying.tableaus[place].turned(1) for place in _TURN_OF_PLACES)
            laying = Laying((a, b, c, d))
        return laying

    def mirrored(self) -> Laying:
        """The board that shows this one's image in a mirror standing at its right edge."""
        a, b, c, d = (tableau.mirrored() for tableau in self.tableaus)
        return Laying((b, a, d, c))

    def symmetries(self) -> tuple[Laying, ...]:
        """Its eight images: four turns, then the mirror image and its turns."""
        images = (self, self.mirrored())
        return tuple(image.turned(quarters) for image in images for quarters in range(4))

    def canonical(self) -> Laying:
        """The one of its four turns in which tableau 1 lies top left."""
        return next(t for q in range(4) if (t := self.turned(q)).tableaus[0].number == 1)

    @property
    def number(self) -> int:
        """The place of its canonical turn in `all_layings`, 0 to 24,575."""
        tableaus = self.canonical().tableaus
        number = _ORDERS.index(tuple(tableau.number for tableau in tableaus))
        for tableau in tableaus:
            number = number * 8 + "ab".index(tableau.side) * 4 + tableau.turns
        return number


def numbered(number: int) -> Laying:
    """The board of this number; `numbered(n).number == n`."""
    if not 0 <= number < DISTINCT:
        raise BadOptions("board-number", number=number, last=DISTINCT - 1)
    rest, sides = number, []
    for _ in range(4):
        rest, side = divmod(rest, 8)
        sides.append(side)
    a, b, c, d = (
        Tableau(which, "ab"[side // 4], side % 4)
        for which, side in zip(_ORDERS[rest], reversed(sides), strict=True)
    )
    return Laying((a, b, c, d))


def all_layings() -> Iterator[Laying]:
    """Every different board once (turns of the whole count as the same), in a fixed order."""
    return map(numbered, range(DISTINCT))


def all_tableaus() -> Iterator[Tableau]:
    """Every way one tableau can lie."""
    for number, side, turns in product(FRONTS, "ab", range(4)):
        yield Tableau(number, side, turns)


def _splitmix(seed: int) -> int:
    """A well-mixed 64-bit number from a seed: the same on every machine and Python."""
    z = (seed + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def random_laying(seed: int) -> Laying:
    """One of the 98,304 ways to lay the board, chosen by the seed."""
    value = _splitmix(seed) % (4 * DISTINCT)
    return numbered(value // 4).turned(value % 4)


def random_tableau(seed: int) -> Tableau:
    """One of the 32 ways to lay a single tableau, chosen by the seed."""
    return tuple(all_tableaus())[_splitmix(seed) % 32]


def another_tableau(text: str, seed: int) -> Tableau:
    """The first tableau from this seed on that plays differently from the one of a board text.

    Turned or turned over, a tableau is the same to play on: that would not be another.
    """
    rows = tuple(text.split("/"))
    back = tuple("".join(column) for column in zip(*rows, strict=True))
    same = {turned(side, quarters) for side in (rows, back) for quarters in range(4)}
    drawn = (random_tableau(further) for further in count(seed))
    return next(tableau for tableau in drawn if tableau.rows not in same)


def board_text(rows: Rows) -> str:
    """Rows as one text: `rybg/grgb/yybr/bgry`."""
    return "/".join(rows)


def read_board(text: object, size: int) -> Rows:
    """The rows of a board given as fields, as tableaus, as `#number` or as `random:seed`."""
    if not isinstance(text, str):
        raise BadOptions("board-not-text", given=type(text).__name__, example=_example(size))
    if len(text) > LONGEST:
        raise BadOptions("board-too-long", count=len(text), longest=LONGEST)
    plain = " ".join(text.split()).lower()
    if plain.startswith(("random:", "#")):
        return _chosen(plain, size)
    if plain[:1].isdigit():
        return _laid(plain, size)
    return _fields(plain.replace(" ", ""), size)


def _example(size: int) -> str:
    return board_text(FRONTS[1]) if size == 4 else "1a0 3b2 4a1 2b3"


def _chosen(text: str, size: int) -> Rows:
    """A board by number or by seed."""
    digits = text.removeprefix("random:").removeprefix("#").strip()
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise BadOptions("board-seed", given=shown(text))
    if text.startswith("#"):
        if size == 4:
            raise BadOptions("board-number-single", given=shown(text))
        return numbered(int(digits)).rows
    seed = int(digits)
    return random_tableau(seed).rows if size == 4 else random_laying(seed).rows


def read_laying(text: str) -> tuple[Tableau, ...]:
    """Tableaus written `1a0 3b2 …`, one or four, no number twice."""
    found = []
    for word in text.split():
        match = _SQUARE.fullmatch(word)
        if not match:
            raise BadOptions("tableau-word", given=shown(word))
        found.append(Tableau(int(match[1]), match[2].lower(), int(match[3])))
    numbers = [tableau.number for tableau in found]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise BadOptions("tableau-twice", number=twice)
    return tuple(found)


def _laid(text: str, size: int) -> Rows:
    tableaus = read_laying(text)
    wanted = 1 if size == 4 else 4
    if len(tableaus) != wanted:
        raise BadOptions("tableau-count", count=len(tableaus), wanted=wanted)
    if size == 4:
        return tableaus[0].rows
    a, b, c, d = tableaus
    return Laying((a, b, c, d)).rows


def _fields(text: str, size: int) -> Rows:
    rows = tuple(text.split("/"))
    if len(rows) != size:
        raise BadOptions("board-rows", count=len(rows), size=size, example=_example(size))
    for number, row in enumerate(rows, start=1):
        wrong = next((letter for letter in row if letter not in COLOURS), None)
        if wrong is not None:
            raise BadOptions("board-letter", letter=shown(wrong), row=number)
        if len(row) != size:
            raise BadOptions("board-width", row=number, count=len(row), size=size)
    return rows


def layout(rows: Rows) -> str:
    """The colours in the order of the cells: a1, b1, … up to the top right."""
    return "".join(reversed(rows))
