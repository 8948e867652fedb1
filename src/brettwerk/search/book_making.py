"""Makes opening books: a tree of positions grows where both players do well, by deep searches.

Each position is searched for the same number of nodes, several lines at once. What a move promises
is what was found after it, as far as that was searched. The next position is the one that is
easiest to get to: every ply on the way costs one, and more if the move gives something away. So
the tree grows deeper along good lines, and refutes what only looked good. Positions that are images
of each other are searched once.

A position is in the book if its best move was searched further; its moves are those that are nearly
as good. What was searched is kept line by line and is not searched again: a command that was
interrupted goes on, and comes to the same book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from brettwerk.core.game import Game, Position
from brettwerk.errors import BadOptions
from brettwerk.search.analysis import analyse
from brettwerk.search.book import Book, BookStart, StateImages, Tree, Words, start_of
from brettwerk.search.report import Line

LINES = 4  # of each position
WORSE = 0.1  # by how much a move may be worse than the best to be followed
DEAR = 0.05  # the loss that costs as much as a ply
NEARLY = 0.02  # how much worse than the best a move of the book may be
_THOUSAND = 1000
Scores = dict[str, tuple[float, ...]]  # by move: what each player may expect


class Searched(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that was searched: its game, the options of the start, the moves, the results."""

    game: str
    options: dict[str, object]
    moves: list[str]
    nodes: int
    scores: Scores

    @property
    def key(self) -> bytes:
        """What was searched, and for how long."""
        return json.encode([self.game, self.options, self.moves, self.nodes], order="sorted")

    def as_json(self) -> str:
        """Return the row as a line of JSON."""
        return json.encode(self).decode() + "\n"


def rows_in(lines: Iterable[str]) -> Iterator[Searched]:
    """Yield the rows of a file; a last one that was cut off is left out. Raise BadOptions."""
    for number, line in enumerate(lines, start=1):
        if line.endswith("\n"):
            try:
                yield json.decode(line, type=Searched)
            except DecodeError:
                raise BadOptions("book-row", line=number) from None


@dataclass
class BookNode:
    """A position that was searched, the moves to it, and what each move leads to."""

    position: Position
    moves: tuple[str, ...]
    scores: Scores
    after: dict[str, Words] = field(default_factory=dict)
    judged: Scores = field(default_factory=dict)

    @property
    def best(self) -> tuple[float, ...]:
        """What each player may expect of the best move."""
        turn = self.position.turn
        return max(self.judged.values(), key=lambda score: score[turn])

    def loss(self, move: str) -> float:
        """Return how much a move gives away."""
        turn = self.position.turn
        return self.best[turn] - self.judged[move][turn]


class BookTree:
    """The tree of one start."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start, kind = game.start(), game.definition
        images = StateImages(
            [list(one) for one in kind.symmetries(game.options)[1:]], kind.cell_sets
        )
        words = images(start.state)
        self.symmetries = [
            list(symmetry)
            for symmetry, image in zip(kind.symmetries(game.options)[1:], words[1:], strict=True)
            if image == words[0]
        ]
        self._images = StateImages(self.symmetries, kind.cell_sets)
        self._nodes: dict[Words, BookNode] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, moves: Iterable[str], scores: Scores) -> None:
        """Add what a search found after these moves."""
        moves, position = tuple(moves), self.after(moves)
        node = BookNode(position, moves, scores)
        node.after = {move: self._key(position.play(move)) for move in scores}
        self._nodes[self._key(position)] = node

    def after(self, moves: Iterable[str]) -> Position:
        """Return the position after these moves from the start."""
        position = self.game.start()
        for move in moves:
            position = position.play(move)
        return position

    def _key(self, position: Position) -> Words:
        """Return what a position shares with its images."""
        return min(self._images(position.state))

    def next_line(self) -> tuple[str, ...] | None:
        """Return the moves to the position to be searched next; None if there is none."""
        if not self._nodes:
            return ()
        self._judge()
        costs: dict[Words, float] = {self._key(self.game.start()): 0.0}
        found: tuple[float, tuple[str, ...]] | None = None
        for key, node in sorted(self._nodes.items(), key=lambda item: len(item[1].moves)):
            for move, after in node.after.items():
                if key not in costs or node.loss(move) > WORSE:
                    continue
                cost = costs[key] + 1 + node.loss(move) / DEAR
                if after in self._nodes:
                    costs[after] = min(cost, costs.get(after, cost))
                elif (found is None or cost < found[0]) and self._goes_on(node, move):
                    found = cost, (*node.moves, move)
        return found and found[1]

    def _goes_on(self, node: BookNode, move: str) -> bool:
        return node.position.play(move).outcome is None

    def _judge(self) -> None:
        """Judge all moves by what was found after them, from the last positions on."""
        for node in self._nodes.values():
            node.judged = {}
        for node in sorted(self._nodes.values(), key=lambda node: -len(node.moves)):
            below = {move: self._nodes.get(key) for move, key in node.after.items()}
            node.judged = {
                move: after.best if (after := below[move]) and after.judged else score
                for move, score in node.scores.items()
            }

    def tree(self) -> Tree:
        """Return the book."""
        self._judge()
        tree: Tree = {}
        for node in sorted(self._nodes.values(), key=lambda node: len(node.moves)):
            if good := self._good(node):
                at = tree
                for move in node.moves:
                    at = at.setdefault(move, {})
                at[""] = good
        return tree

    def _good(self, node: BookNode) -> dict[str, int]:
        """Return the moves of the book, best first; none if the best was not searched further."""
        turn = node.position.turn
        order = sorted(node.judged, key=lambda move: node.loss(move))
        if not order or node.after[order[0]] not in self._nodes:
            return {}
        good = [move for move in order if node.loss(move) <= NEARLY]
        return {move: round(_THOUSAND * node.judged[move][turn]) for move in good}


def searched(position: Position, nodes: int) -> Scores:
    """Search a position from nothing, and return what its best moves promise."""
    found = analyse(position.with_state(position.state), nodes=nodes, lines=LINES)
    return {line.move.text: _promise(line) for line in found.lines}


def _promise(line: Line) -> tuple[float, ...]:
    score = line.exact.returns if line.exact else line.score
    return tuple(round(part, 4) for part in score)


def grow(
    tree: BookTree,
    positions: int,
    nodes: int,
    known: Mapping[bytes, Searched] = MappingProxyType({}),
) -> Iterator[Searched]:
    """Search until so many positions are in the tree, and yield what is found.

    Positions that are known already are added for nothing, also beyond that number.
    """
    while (moves := tree.next_line()) is not None:
        row = Searched(tree.game.name, start_of(tree.game), list(moves), nodes, {})
        if found := known.get(row.key):
            tree.add(moves, found.scores)
        elif len(tree) < positions:
            row = replace(row, scores=searched(tree.after(moves), nodes))
            tree.add(moves, row.scores)
            yield row
        else:
            return


def book_of(trees: Iterable[BookTree], nodes: int) -> Book:
    """Return the book that these trees make."""
    grown = [tree for tree in trees if tree.tree()]
    return Book(
        nodes=nodes,
        positions=sum(map(len, grown)),
        sets=grown[0].game.definition.cell_sets if grown else 0,
        starts=[BookStart(start_of(tree.game), tree.symmetries, tree.tree()) for tree in grown],
    )
