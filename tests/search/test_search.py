"""The search for two: it claims nothing wrong, repeats itself, and obeys its limits."""

from __future__ import annotations

import threading
from itertools import pairwise
from random import Random

import pytest

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.errors import BadLimit
from brettwerk.search import Analysis, Limit, Stop
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.thread import SearchThread
from kernels.running import running_on

TWO = ("abalone", "bedraengnis", "drei", "schlacht", "katarenga")


def wandered(game: Game, plies: int, seed: int) -> Position:
    """A position after so many random moves, or fewer where the game ends before."""
    rng = Random(seed)
    position = game.start()
    for _ in range(plies):
        after = position.play_unchecked(rng.choice(position.legal_codes))
        if after.outcome:
            break
        position = after
    return position


def forces(position: Position, player: int, plies: int) -> bool:
    """By brute force: whether this player wins alone within so many plies."""
    if position.outcome:
        return position.outcome.winners == (player,)
    if plies == 0:
        return False
    after = (
        forces(position.play_unchecked(code), player, plies - 1) for code in position.legal_codes
    )
    return any(after) if position.turn == player else all(after)


@pytest.mark.parametrize("name", TWO)
def test_plain_and_compiled_search_are_the_same(name: str) -> None:
    game = brettwerk.game(name)
    with running_on("plain"):
        plain = AlphaBetaSearcher(game, megabytes=1)
    compiled = AlphaBetaSearcher(game, megabytes=1)
    for seed, plies in enumerate((0, 2, 5, 9)):
        position = wandered(game, plies, seed)
        limit = Limit(nodes=700)
        a, b = plain.think(position, limit, lines=2), compiled.think(position, limit, lines=2)
        assert (a.lines, a.depth, a.nodes) == (b.lines, b.depth, b.nodes)


@pytest.mark.parametrize("name", TWO)
def test_lines_are_legal_different_and_best_first(name: str) -> None:
    game = brettwerk.game(name)
    searcher = AlphaBetaSearcher(game, megabytes=1)
    for seed in range(4):
        position = wandered(game, 3 * seed, seed)
        found = searcher.think(position, Limit(nodes=20_000), lines=4)
        assert len({line.move for line in found.lines}) == len(found.lines)
        assert len(found.lines) == min(4, len(position.moves))
        values = [line.value or 0 for line in found.lines]
        assert values == sorted(values, reverse=True)
        for line in found.lines:
            after = position
            for move in line.moves:
                after = after.play(move)
            assert line.score[0] == -line.score[1]
            assert -1 <= line.score[0] <= 1


@pytest.mark.parametrize("name", ["abalone", "katarenga"])
def test_the_same_nodes_give_the_same_answer(name: str) -> None:
    position = wandered(brettwerk.game(name), 6, 1)
    searcher = AlphaBetaSearcher(position.game, megabytes=1)
    first = searcher.think(position, Limit(nodes=30_000))
    searcher.forget()
    again = searcher.think(position, Limit(nodes=30_000))
    assert (first.lines, first.nodes) == (again.lines, again.nodes)


@pytest.mark.parametrize("name", ["katarenga", "drei"])
def test_a_win_that_is_claimed_is_one(name: str) -> None:
    rng, claims = Random(7), 0
    for seed in range(90):
        game = brettwerk.game(name, **brettwerk.game(name).definition.random_options(seed))
        position = wandered(game, rng.randrange(8, 70), seed)
        searcher = AlphaBetaSearcher(game, megabytes=1)
        line = searcher.think(position, Limit(nodes=6_000)).lines[0]
        plies = line.exact and line.exact.plies
        if line.exact and plies and plies <= 4:
            winner = line.exact.returns.index(1.0)
            assert forces(position, winner, plies), position
            claims += 1
    assert claims > 2


def test_abalone_pushes_the_sixth_marble_off() -> None:
    game = brettwerk.game("abalone", setup={"black": ["e5", "e6"], "white": ["e9", "e8", "a1"]})
    position = game.start()
    line = AlphaBetaSearcher(game, megabytes=1).think(position, Limit(depth=3)).lines[0]
    after = position.play(line.move)
    assert after.state[0].bit_count() < 3 or "e" in line.move.text


def test_threads_think_together() -> None:
    position = brettwerk.game("bedraengnis").start()  # which Numba compiles for other tests, too
    searcher = AlphaBetaSearcher(position.game, megabytes=4)
    found = searcher.think(position, Limit(nodes=2_000), threads=2)
    assert found.best in position.moves
    assert found.nodes > 2_000


def test_ctrl_c_while_code_is_compiled_waits_for_no_other_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = list[str]()

    def deepen(*_: object) -> bool:
        thread = threading.current_thread()
        if thread is threading.main_thread():
            raise KeyboardInterrupt
        others.append(thread.name)
        return True

    monkeypatch.setattr(SearchThread, "deepen", deepen)
    searcher = AlphaBetaSearcher(brettwerk.game("bedraengnis"), megabytes=4)
    with pytest.raises(KeyboardInterrupt):
        searcher.think(brettwerk.game("bedraengnis").start(), Limit(nodes=2_000), threads=2)
    assert others == []


def test_a_search_stops_when_asked() -> None:
    position = brettwerk.game("abalone").start()
    searcher = AlphaBetaSearcher(position.game, megabytes=1)
    stop = Stop()
    reports: list[Analysis] = []

    def told(report: Analysis) -> None:
        reports.append(report)
        if report.depth == 3:
            threading.Thread(target=stop.ask).start()

    found = searcher.think(position, Limit(depth=40), stop=stop, progress=told)
    assert found.depth < 40
    assert [r.depth for r in reports] == sorted(r.depth for r in reports)
    asked = Stop()
    asked.ask()
    assert searcher.think(position, Limit(depth=40), stop=asked).best in position.moves


def test_moves_left_out_are_not_played() -> None:
    position = brettwerk.game("katarenga").start()
    searcher = AlphaBetaSearcher(position.game, megabytes=1)
    best = searcher.think(position, Limit(nodes=2_000)).best
    assert best
    other = searcher.think(position, Limit(nodes=2_000), without=[best.code]).best
    assert other in position.moves
    assert other != best


@pytest.mark.parametrize("name", ["schlacht", "katarenga"])
def test_cut_short_with_moves_left_out_it_keeps_what_it_knew(name: str) -> None:
    # It used to begin each depth with any move, and to play that if there was no time for more.
    for seed in range(8):
        position = wandered(brettwerk.game(name), 6, seed)
        without = Random(seed).sample(list(position.legal_codes), len(position.legal_codes) // 5)
        searcher = AlphaBetaSearcher(position.game, megabytes=1)
        whole: list[Analysis] = []
        searcher.think(position, Limit(depth=4), without=without, progress=whole.append)
        for before, after in pairwise(whole[1:]):
            for part in (0.1, 0.3):
                searcher.forget()
                nodes = before.nodes + int((after.nodes - before.nodes) * part)
                found = searcher.think(position, Limit(nodes=nodes), without=without)
                assert found.best == before.best


def test_a_game_that_is_over_has_no_lines() -> None:
    game = brettwerk.game("bedraengnis")
    position = game.start()
    while position.moves:
        position = position.play(position.moves[0])
    assert AlphaBetaSearcher(game, megabytes=1).think(position, Limit(depth=3)).lines == ()


@pytest.mark.parametrize(
    "given", [{}, {"seconds": 0}, {"nodes": -3}, {"depth": 0}, {"seconds": float("nan")}]
)
def test_limits_that_cannot_be_are_refused(given: dict[str, float]) -> None:
    with pytest.raises(BadLimit):
        Limit(**given)  # type: ignore[arg-type]
