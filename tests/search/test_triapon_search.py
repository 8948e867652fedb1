"""Triapon's computer player: always a legal move, never past a win, the same answer every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import brettwerk
from brettwerk.boards.board import mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Position
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_tree import JUDGED, Tree
from brettwerk.search.report import Analysis, Limit, Stop
from brettwerk.search.weights import read_weights

MEGABYTES = 8


@cache
def searcher(game: brettwerk.Game) -> TreeSearcher:
    """One for all tests of a game: nothing that it remembers may matter."""
    return TreeSearcher(game, megabytes=MEGABYTES)


def think(position: Position, limit: Limit, **options: Any) -> Analysis:
    return searcher(position.game).think(position, limit, **options)


def holes(names: str) -> int:
    """A set of holes by their names."""
    return mask(TRIANGLE.index[name] for name in names.split())


def two_left(mine: str, theirs: str, *, quiet: int = 0, **options: object) -> Position:
    """Players 0, to move, and 1 with these balls; player 2 is out with none on the board."""
    a, b = holes(mine), holes(theirs)
    lost_a, lost_b = 9 - a.bit_count(), 9 - b.bit_count()
    taken = lost_b << 4 | 4 << 8 | lost_a << 12 | 5 << 20
    state = TriaponState(a, b, 0, 0, 0, 0b100, quiet, 0, taken, 0)
    return Position(brettwerk.game("triapon", **options), state)


def played(seed: int, plies: int, **options: object) -> Position:
    """A position after so many random moves, or the last before the end."""
    choose = random.Random(seed)
    position = brettwerk.game("triapon", **options).start()
    for _ in range(plies):
        after = position.play_unchecked(choose.choice(position.legal_codes))
        if after.outcome:
            return position
        position = after
    return position


def wins(position: Position, player: int) -> bool:
    return position.outcome is not None and position.outcome.winners == (player,)


@pytest.mark.parametrize(
    "options", [{}, {"barricades": True}, {"crossing": "others"}], ids=["plain", "walls", "others"]
)
def test_every_move_of_a_game_is_legal(options: dict[str, object]) -> None:
    position = played(3, 6, **options)
    plies = 0
    while not position.outcome and plies < 150:
        best = think(position, Limit(nodes=300)).best
        assert best is not None
        assert best in position.moves
        position = position.play(best)
        plies += 1


def test_lines_can_be_played() -> None:
    position = played(5, 12)
    for line in think(position, Limit(nodes=20_000), lines=4).lines:
        after = position
        for move in line.moves:
            after = after.play(move)


def test_there_is_nothing_to_think_about_after_the_end() -> None:
    over = brettwerk.game("triapon").start()
    choose = random.Random(1)
    while not over.outcome:
        over = over.play_unchecked(choose.choice(over.legal_codes))
    assert think(over, Limit(nodes=10)).lines == ()


@pytest.mark.parametrize("nodes", [1, 100, 10_000])
def test_a_win_at_once_is_taken(nodes: int) -> None:
    position = two_left("e1 e2 d3 i9", "g1 i4 i1")  # d3-e3 closes e1 e2 e3 and leaves two
    analysis = think(position, Limit(nodes=nodes))
    assert analysis.best
    assert wins(position.play(analysis.best), 0)
    assert analysis.exact
    assert analysis.exact.returns == (1.0, -0.5, -0.5)
    assert analysis.exact.plies == 1


def test_a_loss_at_once_is_averted_where_it_can_be() -> None:
    position = two_left("a1 c1 i9", "g1 g2 f3 i1")  # f3-g3 or another way would take the third ball
    threatened = [
        move
        for move in position.moves
        if any(wins(position.play(move).play(reply), 1) for reply in position.play(move).moves)
    ]
    assert 0 < len(threatened) < len(position.moves)
    best = think(position, Limit(nodes=5_000)).best
    assert best
    assert best not in threatened


def test_a_ball_is_taken_when_placing() -> None:
    position = brettwerk.game("triapon").start()
    for text in ["e2", "a1", "i9", "e3", "c3", "i1"]:
        position = position.play(text)
    best = think(position, Limit(nodes=5_000)).best
    assert best
    assert "x" in best.text


def loses_to(position: Position, player: int, plies: int) -> bool:
    """Whether this player wins within so many plies whatever the others do: as it is defined."""
    if position.outcome or plies == 0:
        return wins(position, player)
    after = (position.play_unchecked(code) for code in position.legal_codes)
    test = any if position.turn == player else all
    return test(loses_to(each, player, plies - 1) for each in after)


def claims(seed: int) -> Iterator[tuple[Position, tuple[float, ...]]]:
    """Return what the search claims about the positions after each move of a random position."""
    choose = random.Random(seed)
    names = choose.sample(TRIANGLE.names, 7)
    position = two_left(" ".join(names[:4]), " ".join(names[4:]), quiet=choose.choice((0, 28, 29)))
    for line in think(position, Limit(nodes=400), lines=1000).lines:
        if line.exact:
            yield position.play(line.move), line.exact.returns


def test_what_is_claimed_to_be_won_is_won() -> None:
    claimed = [claim for seed in range(12) for claim in claims(seed)]
    assert {bool(after.outcome) for after, _ in claimed} == {False, True}
    for after, returns in claimed:
        if after.outcome:
            assert returns == after.outcome.returns
        else:
            assert loses_to(after, returns.index(1.0), 3)


def test_the_same_question_gets_the_same_answer() -> None:
    position = played(7, 20)

    def answer(searcher: TreeSearcher) -> tuple[object, ...]:
        analysis = searcher.think(position, Limit(nodes=30_000), lines=3)
        return analysis.lines, analysis.nodes, analysis.depth

    def seeded() -> TreeSearcher:
        return TreeSearcher(position.game, megabytes=MEGABYTES, seed=5)

    assert answer(searcher(position.game)) == answer(searcher(position.game))
    assert answer(seeded()) == answer(seeded())


def test_lines_are_different_moves_and_the_best_comes_first() -> None:
    position = played(9, 9)
    lines = think(position, Limit(nodes=20_000), lines=8).lines
    scores = [line.score[position.turn] for line in lines]
    assert len({line.move for line in lines}) == len(lines) == 8
    assert scores == sorted(scores, reverse=True)
    assert all(abs(sum(line.score)) < 1e-9 for line in lines)


def test_two_threads_share_the_nodes() -> None:
    position = played(11, 15)
    analysis = think(position, Limit(nodes=40_000), lines=2, threads=2)
    assert 40_000 <= analysis.nodes < 44_000
    assert all(line.move in position.moves for line in analysis.lines)


def test_a_stop_before_the_start_still_gets_a_move() -> None:
    stop = Stop()
    stop.ask()
    position = played(13, 30)
    analysis = think(position, Limit(seconds=1000), stop=stop)
    assert analysis.best in position.moves
    assert analysis.nodes < 2_000


def test_a_stop_ends_the_search_and_progress_tells_before() -> None:
    stop = Stop()
    told: list[Analysis] = []

    def tell(analysis: Analysis) -> None:
        told.append(analysis)
        if len(told) == 3:
            stop.ask()

    analysis = think(played(13, 8), Limit(seconds=1000), stop=stop, progress=tell)
    assert len(told) == 3
    assert [each.nodes for each in told] == sorted({each.nodes for each in told})
    assert analysis.nodes == told[-1].nodes


def test_depth_limits_the_search() -> None:
    shallow = think(played(13, 8), Limit(depth=2))
    deeper = think(played(13, 8), Limit(depth=6))
    assert 2 <= shallow.depth <= deeper.depth
    assert shallow.nodes < deeper.nodes


def test_memory_is_kept_to_and_a_full_tree_goes_on() -> None:
    weights = read_weights("triapon")
    tree = Tree(brettwerk.game("triapon"), JUDGED, MEGABYTES, weights)
    assert tree.megabytes <= MEGABYTES
    analysis = think(played(17, 24), Limit(nodes=500_000))
    assert analysis.nodes >= 500_000
    assert analysis.best in analysis.position.moves
