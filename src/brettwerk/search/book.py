"""The opening book of a game: moves found by searches deeper than a player has time for.

A book has a tree for each start: `data/book.json` in the folder of a game, made by `brettwerk book`
(`search/book_making.py`). It is read by playing its moves, so it needs no keys of positions. Images
under the symmetries that keep the start are found, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, json

from brettwerk.core.game import Game, GameDefinition, Move, Position
from brettwerk.core.options import ENDS
from brettwerk.core.registry import definition
from brettwerk.core.symmetry import Tables, image_of, image_tables
from brettwerk.kernels.types import State

FROM_LEVEL = 8  # computer players of this level and above use the book
FILE = "data/book.json"
_SEEDS = 2**64
Words = tuple[int, ...]
# The moves of the book at a position by "": what each promises its player, in thousandths. Then
# what follows some of its moves, in the same way.
Tree = dict[str, Any]


class BookStart(Struct, frozen=True):
    """A start, by the options that differ from their defaults, and what follows it.

    `symmetries` are those of the board that keep it, without the identity.
    """

    options: dict[str, Any]
    symmetries: list[list[int]]
    tree: Tree


class Book(Struct, frozen=True):
    """The file: `nodes` of each search, `positions` searched, and the starts.

    `sets` is how many words of a state are sets of cells.
    """

    nodes: int
    positions: int
    sets: int
    starts: list[BookStart]


class BookEntry(NamedTuple):
    """A position of the book and its moves, best first."""

    position: Position
    moves: tuple[str, ...]


class StateImages:
    """The images of a state under symmetries; its first words are `sets` of cells."""

    def __init__(self, symmetries: list[list[int]], sets: int) -> None:
        self._sets = sets
        self._tables: list[Tables] = [image_tables(tuple(symmetry)) for symmetry in symmetries]

    def __call__(self, state: State) -> list[Words]:
        """Return the state and its images, in the order of the symmetries."""
        words = tuple(state)
        sets, rest = words[: self._sets], words[self._sets :]
        turned = ((*(image_of(t, bits) for bits in sets), *rest) for t in self._tables)
        return [words, *turned]


@cache
def book_in(name: str) -> Book | None:
    """Return the book of a game, if it has one."""
    file = definition(name).file(FILE)
    return json.decode(file.read_bytes(), type=Book) if file else None


def book_address(game: GameDefinition) -> str | None:
    """Return where devices find the book of a game, if it has one."""
    return f"games/{game.name}/book.json" if game.file(FILE) else None


def start_of(game: Game) -> dict[str, object]:
    """Return the options that say where a game begins, as far as they differ from defaults."""
    return {name: value for name, value in game.chosen.items() if name not in ENDS}


def book_moves(position: Position) -> tuple[Move, ...]:
    """Return the moves of the book at a position, best first; mostly none.

    >>> import brettwerk
    >>> [move.text for move in book_moves(brettwerk.game("drei").start())]
    []
    """
    opened = _opened(position.game)
    if opened is None:
        return ()
    entries, images = opened
    for number, words in enumerate(images(position.state)):
        if entry := entries.get(words):
            return tuple(_found(position, entry, images, number))
    return ()


def _found(position: Position, entry: BookEntry, images: StateImages, number: int) -> list[Move]:
    """Return the moves of an entry as they are in a position, of which it is an image."""
    wanted = [tuple(entry.position.play(text).state) for text in entry.moves]
    after = {images(position.play_unchecked(m.code).state)[number]: m for m in position.moves}
    return [after[words] for words in wanted]


def book_move(position: Position, seed: int) -> Move | None:
    """Return a move of the book, chosen by the seed; None where it has none."""
    moves = book_moves(position)
    return moves[seed % _SEEDS % len(moves)] if moves else None


@lru_cache(maxsize=8)
def _opened(game: Game) -> tuple[Mapping[Words, BookEntry], StateImages] | None:
    """Return what the book knows of games with these options, by states."""
    book, options = book_in(game.name), start_of(game)
    start = next((one for one in book.starts if one.options == options), None) if book else None
    if book is None or start is None:
        return None
    entries: dict[Words, BookEntry] = {}
    _read(game.start(), start.tree, entries)
    return entries, StateImages(start.symmetries, book.sets)


def _read(position: Position, tree: Tree, entries: dict[Words, BookEntry]) -> None:
    """Play the moves of a tree, and note the entry of each position."""
    for move, below in tree.items():
        if move:
            _read(position.play(move), below, entries)
        else:
            entries[tuple(position.state)] = BookEntry(position, tuple(below))
