"""Positions as other programs write them: rows, 61 signs, or lists of cells."""

from __future__ import annotations

import re
from typing import NamedTuple

from brettwerk.boards.board import mask
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Position

_LONGEST = 1000
_SIZE = len(HEXAGON)
_FROM_TOP = tuple(cell for row in HEXAGON.rows for cell in row)
_FROM_BOTTOM = tuple(range(_SIZE))
_EMPTY = ".-_+"
# Letters of Black and White. PlayStrategy has S for White: so it begins as everybody does.
_LETTERS = {"b": 0, "w": 1, "x": 0, "o": 1, "s": 0, "S": 1, "@": 0, "B": 0, "W": 1, "X": 0, "O": 1}
_TURNS = {"b": 0, "w": 1, "1": 0, "2": 1}
_LIST = re.compile(r"([0-9]?)((?:[a-i][1-9]+)*)[,_;]([0-9]?)((?:[a-i][1-9]+)*)")
_ROW_CELLS = re.compile(r"([a-i])([1-9]+)")
_COLOURED = re.compile(r"([a-i][1-9])([bw])")


class Marbles(NamedTuple):
    """Black's and White's marbles as sets, who is to move, and how many each has lost if said."""

    black: int
    white: int
    turn: int = 0
    lost: tuple[int, int] | None = None


def read_marbles(text: str) -> Marbles | None:
    """Read a position in any of these forms; None if it has none of them.

    >>> read_marbles("5/6/7/8/4b4/8/7/6/w4 w").turn
    1
    """
    plain = " ".join(text.split())
    if not plain or len(plain) > _LONGEST:
        return None
    return _read_rows(plain) or _read_signs(plain) or _read_lists(plain) or _read_coloured(plain)


def write_rows(position: Position) -> str:
    """Return a position as APGN writes it: rows from the top, digits for empty cells, the turn."""
    held = {HEXAGON.index[cell]: piece[0] for cell, piece in position.pieces.items()}
    rows = ("".join(held.get(cell, ".") for cell in row) for row in HEXAGON.rows)
    short = (re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return f"{'/'.join(short)} {position.game.seats[position.turn][0]}"


def _read_rows(text: str) -> Marbles | None:
    """Read rows from the top, separated by slashes, with runs of empty cells as digits."""
    board, *words = text.split(" ")
    rows = board.split("/")
    if len(rows) != len(HEXAGON.rows):
        return None
    signs = [re.sub("[1-9]", lambda digit: "." * int(digit[0]), row) for row in rows]
    if any(len(row) != len(cells) for row, cells in zip(signs, HEXAGON.rows, strict=True)):
        return None
    sides = _sides("".join(signs), _FROM_TOP, _LETTERS)
    if sides is None:
        return None
    turn = next((_TURNS[word] for word in words if word in ("b", "w")), 0)
    return Marbles(*sides, turn, _scored(words))


def _scored(words: list[str]) -> tuple[int, int] | None:
    """Return what both have lost from the scores that PlayStrategy puts before the turn."""
    if len(words) >= 3 and words[0].isdigit() and words[1].isdigit():
        return int(words[1][:2]), int(words[0][:2])
    return None


def _read_signs(text: str) -> Marbles | None:
    """Read a sign a cell, perhaps with gaps between rows and the turn at the end.

    1 and 2 are Black and White from the top; 0 and 1, with other signs for empty cells, are Black
    and White from the bottom, so that the usual set-ups are what they are called.
    """
    joined = re.sub(r"[ /|,]", "", text)
    signs, turn = joined[:_SIZE], joined[_SIZE:]
    if len(signs) < _SIZE or turn not in ("", *_TURNS):
        return None
    order, digits = _FROM_TOP, {"1": 0, "2": 1}
    if "2" not in signs and any(sign in signs for sign in _EMPTY):
        order, digits = _FROM_BOTTOM, {"0": 0, "1": 1}
    sides = _sides(signs, order, digits if set(signs) & set("012") else _LETTERS)
    return sides and Marbles(*sides, _TURNS.get(turn, 0))


def _sides(signs: str, order: tuple[int, ...], meaning: dict[str, int]) -> tuple[int, int] | None:
    """Return the marbles of both, or None if there is another sign."""
    found: tuple[list[int], list[int]] = ([], [])
    for sign, cell in zip(signs, order, strict=True):
        if sign in meaning:
            found[meaning[sign]].append(cell)
        elif sign not in _EMPTY and sign != "0":
            return None
    return mask(found[0]), mask(found[1])


def _read_lists(text: str) -> Marbles | None:
    """Read the cells of both, after what each has lost: `0a1a2b1,0h9i9` or `0a12b1_0h9i9`."""
    found = _LIST.fullmatch(text.replace(" ", "").lower())
    if not found:
        return None
    sides = [_listed(found[2]), _listed(found[4])]
    black, white = sides
    if black is None or white is None or black & white or not black | white:
        return None
    lost = (int(found[1]), int(found[3])) if found[1] and found[3] else None
    return Marbles(black, white, 0, lost)


def _listed(text: str) -> int | None:
    """Return the cells of `a1a2b1` or `a12b1`; None if one is not on the board or named twice."""
    names = [row + number for row, numbers in _ROW_CELLS.findall(text) for number in numbers]
    if len(set(names)) < len(names) or any(name not in HEXAGON.index for name in names):
        return None
    return mask(HEXAGON.index[name] for name in names)


def _read_coloured(text: str) -> Marbles | None:
    """Read cells with their colours, `c5b,d5b,e4w`, after the turn if it is given."""
    first, _, rest = text.lower().partition(" ")
    turn, cells = (_TURNS[first], rest) if first in ("b", "w") else (0, text.lower())
    words = cells.replace(",", " ").split()
    found = [_COLOURED.fullmatch(word) for word in words]
    if not words or not all(one and one[1] in HEXAGON.index for one in found):
        return None
    pairs = [(HEXAGON.index[one[1]], one[2]) for one in found if one]
    black, white = (mask(cell for cell, colour in pairs if colour == c) for c in "bw")
    return None if black & white else Marbles(black, white, turn)
