"""Files of games with the quirks of other programs, and what they mean: set-up, moves, result."""

from __future__ import annotations

from typing import NamedTuple

DAISY = "belgian-daisy"
OPENING = ("a1b2", "i5h5", "a2b3", "i6h6")
_MOVES = "1. a1b2 i5h5 2. a2b3 i6h6"


class Quirk(NamedTuple):
    """A file, and the set-up, the number of moves and the result of its last game."""

    name: str
    content: bytes
    setup: str = DAISY
    plies: int = 4
    result: str = "*"
    games: int = 1


def _file(tags: str, moves: str = _MOVES, encoding: str = "utf-8") -> bytes:
    return f"{tags}\n\n{moves}\n".encode(encoding)


_VARIANT = '[Variant "belgian"]'
QUIRKS = (
    Quirk("small tags", _file('[variant "belgian"]\n[result "1-0"]'), result="1-0"),
    Quirk("large tags", _file('[VARIANT "Belgian Daisy"]\n[BLACK "Ann"]')),
    Quirk("windows", _file(f"{_VARIANT}\n[Black “Ann”]\n[White “L’Œil”]", encoding="cp1252")),
    Quirk("old mac", _file(_VARIANT).replace(b"\n", b"\r")),
    Quirk("mark of order", b"\xef\xbb\xbf" + _file(_VARIANT)),
    Quirk("hyphens", _file(_VARIANT, "1. A1-B2 I5-H5 2. A2-B3 I6-H6")),
    Quirk("no moves", _file(_VARIANT, "*"), plies=0),
    Quirk("no moves and no result", _file(_VARIANT, ""), plies=0),
    Quirk("white resigns", _file(_VARIANT, f"{_MOVES} 3. b1c2 resigns"), plies=5, result="1-0"),
    Quirk("black resigns", _file(_VARIANT, f"{_MOVES} Resign 0-1"), result="0-1"),
    Quirk("winner in words", _file(f'{_VARIANT}\n[Result "White wins"]'), result="0-1"),
    Quirk("winner alone", _file(f'{_VARIANT}\n[Result "Black"]'), result="1-0"),
    Quirk("draw in words", _file(f'{_VARIANT}\n[Result "Draw"]'), result="1/2-1/2"),
    Quirk("half points", _file(f'{_VARIANT}\n[Result "0.5 - 0.5"]'), result="1/2-1/2"),
    Quirk("no empty lines", 3 * f"{_VARIANT}\n{_MOVES} *\n".encode(), games=3),
    Quirk("lines of columns", b"1\ta1b2\ti5h5\n2\ta2b3\ti6h6\n", setup="standard"),
    Quirk("comments", _file(_VARIANT, f"{{a\nb}} {_MOVES} (2... i8h7 {{c}} (3. b1c2)) $1 ; d3e4")),
)
