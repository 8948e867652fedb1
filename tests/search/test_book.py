"""Opening books: how they grow, how they are read, and who uses them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition
from brettwerk.core.symmetry import image_of, image_tables
from brettwerk.records import Record
from brettwerk.search import book as books
from brettwerk.search.book import FILE, FROM_LEVEL, Book, Tree, book_in, book_move, book_moves
from brettwerk.search.book_making import NEARLY, BookTree, Searched, book_of, grow, rows_in
from brettwerk.search.explain import line_words
from brettwerk.search.levels import choose, choose_by, levels_of
from brettwerk.search.report import Analysis, Line
from brettwerk.search.review import review

NODES = 1500
SHIPPED = [name for name in brettwerk.NAMES if definition(name).file(FILE)]
LARGEST = 100_000  # bytes of a shipped book


def grown(
    game: Game, positions: int, known: tuple[Searched, ...] = ()
) -> tuple[BookTree, list[Searched]]:
    """A tree with so many positions, and what was searched for it besides what is known."""
    tree = BookTree(game)
    return tree, list(grow(tree, positions, NODES, {row.key: row for row in known}))


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    """A small book of Abalone, in place of the one that is shipped."""
    made = book_of([grown(brettwerk.game("abalone"), 12)[0]], NODES)
    monkeypatch.setattr(books, "book_in", lambda name: made if name == "abalone" else None)
    books._opened.cache_clear()
    yield made
    books._opened.cache_clear()


def positions_of(position: Position, tree: Tree) -> Iterator[tuple[Position, dict[str, int]]]:
    """The positions of a tree with the moves of the book."""
    for move, below in tree.items():
        if move:
            yield from positions_of(position.play(move), below)
        else:
            yield position, below


def turned(position: Position, symmetry: list[int]) -> Position:
    """The image of a position of Abalone."""
    tables = image_tables(tuple(symmetry))
    me, opp, *rest = position.state
    kind: Any = type(position.state)
    return position.with_state(kind(image_of(tables, me), image_of(tables, opp), *rest))


# -- making ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["abalone", "triapon", "drei"])
def test_a_tree_that_was_interrupted_goes_on_to_the_same_book(name: str) -> None:
    game = brettwerk.game(name)
    tree, rows = grown(game, 9)
    lines = [row.as_json() for row in rows[:4]]
    known = tuple(rows_in([*lines, rows[4].as_json()[:-9]]))
    assert known == tuple(rows[:4])
    again, others = grown(game, 9, known)
    assert [*known, *others] == rows
    assert again.tree() == tree.tree()
    assert len(tree) == 9
    known = tuple(rows)
    more, none = grown(game, 0, known)
    assert more.tree() == tree.tree()
    assert not none


def test_images_are_searched_once() -> None:
    tree, rows = grown(brettwerk.game("abalone"), 25)
    (symmetry,) = tree.symmetries
    seen = set[object]()
    for row in rows:
        position = brettwerk.game("abalone").start()
        for move in row.moves:
            position = position.play(move)
        assert position.state not in seen
        seen |= {position.state, turned(position, symmetry).state}


def test_moves_are_judged_by_what_was_found_after_them() -> None:
    tree = BookTree(brettwerk.game("abalone"))
    tree.add([], {"a5b5": (0.2, -0.2), "a4b4": (0.19, -0.19)})
    tree.add(["a5b5"], {"i5h5": (0.0, 0.0)})
    assert tree.next_line() == ("a4b4",)
    assert tree.tree() == {}  # nothing was found yet after the move that is now the best
    tree.add(["a4b4"], {"i5h5": (0.15, -0.15), "i6h5": (0.3, -0.3)})
    assert tree.tree() == {"": {"a4b4": 150}}
    assert tree.next_line() == ("a4b4", "i5h5")


def test_a_book_has_only_moves_that_are_nearly_as_good_as_the_best(book: Book) -> None:
    found = [*positions_of(brettwerk.game("abalone").start(), book.starts[0].tree)]
    assert len(found) > 2
    for position, moves in found:
        values = [*moves.values()]
        assert all(position.is_legal(move) for move in moves)
        assert values == sorted(values, reverse=True)
        assert values[0] - values[-1] <= 1000 * NEARLY + 1


# -- reading --------------------------------------------------------------------------------------
def test_the_moves_of_an_image_are_images(book: Book) -> None:
    (start,) = book.starts
    (symmetry,) = start.symmetries
    position, moves = [*positions_of(brettwerk.game("abalone").start(), start.tree)][1]
    mirrored = turned(position, symmetry)
    assert mirrored != position
    assert [move.text for move in book_moves(position)] == [*moves]
    expected = [turned(position.play(move), symmetry).state for move in moves]
    assert [mirrored.play(move).state for move in book_moves(mirrored)] == expected


@pytest.mark.parametrize("options", [{"setup": "belgian-daisy"}, {"setup": "duel"}])
def test_a_book_is_for_its_starts_alone(book: Book, options: dict[str, object]) -> None:
    assert book.starts[0].options == {}
    assert not book_moves(brettwerk.game("abalone", **options).start())
    assert book_moves(brettwerk.game("abalone", repetition=3, ply_limit=200).start())
    assert not book_moves(brettwerk.game("isolation").start())


def test_the_strongest_levels_play_by_the_book(book: Book) -> None:
    start = brettwerk.game("abalone").start()
    moves = book_moves(start)
    assert len(moves) > 1
    for seed in (*range(4), -1, 2**70 + 1):
        assert choose(start, FROM_LEVEL, seed) == book_move(start, seed) in moves
    assert {choose(start, 10, seed) for seed in range(20)} == {*moves}
    assert choose(start, 8, 1) != choose(start, 8, 0)
    below = levels_of("abalone")[FROM_LEVEL - 2]
    assert choose(start, FROM_LEVEL - 1, 3) == choose_by(below, start, 3)
    solid = choose_by(levels_of("abalone")[FROM_LEVEL - 1], start, 3, "solid")
    assert choose(start, FROM_LEVEL, 3, "solid") == solid
    assert book.positions == 12


def test_analyses_and_reviews_say_what_is_book(book: Book) -> None:
    start = brettwerk.game("abalone").start()
    best, other = book_moves(start)[0], start.move("a1b1")
    assert line_words(start, Line((best,), (0.0, 0.0)), "en") == "even (book)"
    assert line_words(start, Line((best,), (0.0, 0.0)), "de").endswith("(Buch)")
    assert line_words(start, Line((other,), (0.0, 0.0)), "en") == "even"
    record = Record.of(start.game, [best.text, "i9h9"])
    found = review(record, lambda position: Analysis(position, (), 0, 0, 0.0))
    assert [judged.kind for judged in found.judgements] == ["book", None]
    assert book.starts


# -- what is shipped ------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_books_are_small_and_right(name: str) -> None:
    kind, book = definition(name), book_in(name)
    file = kind.file(FILE)
    assert book
    assert isinstance(file, Path)
    assert file.stat().st_size < LARGEST
    assert {str(start.options) for start in book.starts} >= {str({})}
    for start in book.starts:
        game = brettwerk.game(name, **start.options)
        assert book_moves(game.start())
        for position, moves in islice(positions_of(game.start(), start.tree), 40):
            assert [move.text for move in book_moves(position)] == [*moves]
