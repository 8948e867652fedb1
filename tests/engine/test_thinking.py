"""The engine on a device finds what Python finds: searches, levels, proofs, solutions, reviews."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition
from brettwerk.kernels.choice import NUMBA, WASM
from brettwerk.kernels.wasm_file import module_file
from brettwerk.puzzles.attempt import check_attempt
from brettwerk.puzzles.puzzle import shipped
from brettwerk.records import Record
from brettwerk.search import Exact, analyse, choose, mcts_kernels, memory_layout, objectives
from brettwerk.search.book import FILE, StateImages, book_in, book_moves
from brettwerk.search.chances import expected
from brettwerk.search.forced_win import soonest_win, winning_line
from brettwerk.search.prover import Prover
from brettwerk.search.report import Limit, Line
from brettwerk.search.review import lines_for, review
from brettwerk.search.searchers import new_searcher
from brettwerk.search.styles import styles_of
from brettwerk.solving import Solving, is_promising, limited
from kernels.running import running_on

NODE = shutil.which("node")
ANSWER = Path(__file__).with_name("thinking.mjs")
ENGINE = Path(brettwerk.__file__).parent / "web" / "static" / "engine"
pytestmark = pytest.mark.skipif(NODE is None, reason="There is no Node here.")
EACH_NAME = pytest.mark.parametrize("name", brettwerk.NAMES)
MEGABYTES = 16  # of the tables on a device
LONGEST = 120
POSITIONS = 10_000
BOOK = 3  # plies at the beginning of a reviewed game that count as known
# Black pushes off the last marble in four moves, beginning with d3c3.
UNSEEN = "abalone/1 ...../....../bbw..../.bb...../.wbwbw.../.bbwb.../..bbb../.wwww./.w... b"
Case = tuple[dict[str, object], object]


def in_node(script: Path, *args: str | Path, given: object = None) -> Any:
    """What a script tells."""
    assert NODE
    command: list[str | Path] = [NODE, "--experimental-detect-module", script, *args]
    ran = subprocess.run(
        command, input=json.dumps(given).encode(), capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return json.loads(ran.stdout)


def whole_walks(name: str) -> Iterator[list[Position]]:
    """Random games with random options, as all their positions."""
    kind = definition(name)
    for seed in range(10**6):
        rng = Random(f"{name} {seed}")
        options = {**kind.engine_overrides, **kind.random_options(seed)} if seed else {}
        walk = [Game(kind, options).start()]
        while not walk[-1].outcome and len(walk) < LONGEST:
            walk.append(walk[-1].play_unchecked(rng.choice(walk[-1].legal_codes)))
        yield walk


def walks(name: str) -> Iterator[list[Position]]:
    """Random games, as the positions in which they go on."""
    for walk in whole_walks(name):
        yield [position for position in walk if not position.outcome]


def question(ask: str, position: Position, **more: object) -> dict[str, object]:
    """A position as it is posted to the engine, and what is asked about it."""
    history = [[*map(str, key)] for key in position.history or ()]
    state = [*map(str, position.state)]
    return {
        "ask": ask,
        "options": dict(position.game.options),
        "state": state,
        "history": history,
        **more,
    }


# -- what Python says -----------------------------------------------------------------------------
def told(exact: Exact | None) -> object:
    return exact and [[*exact.returns], exact.points and [*exact.points], exact.plies]


def told_lines(lines: Iterable[Line]) -> list[object]:
    return [
        [
            [move.code for move in line.moves],
            pytest.approx(line.score),
            told(line.exact),
            line.value,
        ]
        for line in lines
    ]


def searched(position: Position, nodes: int, lines: int, without: int) -> Case:
    """A search from nothing, some moves left out."""
    left_out = [*position.legal_codes[:without]] if len(position.legal_codes) > without else []
    found = new_searcher(position.game, MEGABYTES).think(
        position, Limit(nodes=nodes, depth=12), lines=lines, without=left_out
    )
    asked = {"limit": {"nodes": nodes, "depth": 12}, "lines": lines, "without": left_out}
    answer = [found.depth, found.nodes, told_lines(found.lines), told(found.exact)]
    return question("search", position, **asked), answer


def chosen(position: Position, level: int, seed: int) -> Case:
    style = ["", *styles_of(position.game.name)][seed % (1 + len(styles_of(position.game.name)))]
    answer = choose(position, level, seed, style).text
    return question("level", position, level=level, seed=str(seed), style=style), answer


def analysed(position: Position, nodes: int, lines: int) -> Case:
    found = analyse(position, nodes=nodes, lines=lines, megabytes=MEGABYTES)
    asked = {"limit": {"nodes": nodes}, "lines": lines}
    chances = pytest.approx(expected(position.game.name, found.lines[0].score))
    answer = [told_lines(found.lines), told(found.exact), chances]
    return question("analyse", position, **asked), answer


def ruled(position: Position) -> Case:
    """What the rules alone say."""
    ended = position.outcome
    shown = ended and [[*ended.winners], ended.points and [*ended.points], str(ended.reason)]
    return question("rules", position), [[*position.legal_codes], shown, position.perft(2)]


# What goes in slices looks at some positions again, and is allowed more: so it is compared only
# where Python comes to an end.
def solved(position: Position, nodes: int, sliced: bool) -> Case:
    found = Solving()(position, nodes=nodes, every=False) if is_promising(position) else None
    answer: object = None
    if found:
        line = [move.code for move in found.line]
        points = None if found.points is None else [*found.points]
        answer = [[*found.returns], points, found.plies, line]
    sliced = sliced and found is not None
    return question("solve", position, nodes=nodes * (4 if sliced else 1), sliced=sliced), answer


def proven(position: Position, player: int, plies: int, sliced: bool) -> Case:
    nodes, prover = 3000, Prover(position.game)
    soonest = soonest_win(prover, position, player, plies, nodes)
    ended = prover.nodes <= nodes
    line = winning_line(prover, position, player, soonest, 10 * nodes) if soonest else None
    sliced = sliced and ended and bool(line) == bool(soonest)
    asked = {
        "player": player,
        "plies": plies,
        "nodes": nodes * (8 if sliced else 1),
        "sliced": sliced,
    }
    return question("prove", position, **asked), [soonest, line and [move.code for move in line]]


def attempts(name: str, count: int) -> Iterator[Case]:
    """Puzzles tried with the right move, and with a wrong one."""
    for puzzle in islice(shipped(name).puzzles, 0, None, max(1, 120 // count)):
        wrong = next(m.text for m in puzzle.start.moves if m.text != puzzle.solution[0])
        for moves in ([puzzle.solution[0]], [wrong]):
            verdict = check_attempt(puzzle, moves)
            goal = {
                "kind": puzzle.goal.kind,
                "plies": puzzle.goal.plies,
                "amount": puzzle.goal.amount,
            }
            asked = {"goal": goal, "solution": puzzle.solution, "moves": moves}
            answer = {"right": verdict.right, "done": verdict.done, "moves": [*verdict.moves]}
            yield question("try", puzzle.start, **asked), {**answer, "known": verdict.known}


def reviewed(walk: list[Position], moves: list[str], nodes: int, book: int = BOOK) -> Case:
    record = Record.of(walk[0].game, moves)
    found = review(
        record, lambda at: analyse(at, nodes=nodes, lines=lines_for(at), megabytes=MEGABYTES), book
    )
    judged = [
        [j.ply, j.move, j.player, pytest.approx(j.loss), j.kind, [m.text for m in j.better]]
        for j in found.judgements
    ]
    asked = question("review", walk[0], moves=moves, nodes=nodes, book=book)
    moments = [moment.ply for moment in found.moments]
    return asked, [judged, found.turning.ply if found.turning else None, moments]


# -- compared -------------------------------------------------------------------------------------
def compare(name: str, cases: list[Case]) -> None:
    file = module_file(definition(name).kernels)
    assert file
    answers = in_node(ANSWER, file, given=[asked for asked, _ in cases])
    for (asked, wanted), answer in zip(cases, answers, strict=True):
        assert answer == wanted, asked


def cases(name: str, games: int, every: int, most: int) -> Iterator[Case]:
    """Questions about some positions of random games; `most` nodes are searched at once."""
    for number, walk in enumerate(islice(walks(name), games)):
        for at, position in enumerate(walk[number % every :: every]):
            seed = 1000 * number + at
            yield searched(position, 1 + seed * 7919 % most, 1 + at % 3, at % 3)
            yield chosen(position, 1 + seed % 9, seed)
            yield proven(position, at % position.game.players, 4, bool(at % 2))
        for position in walk[-3:]:
            yield analysed(position, most, 2)
            yield solved(position, 50_000, False)
            yield solved(position, 50_000, True)


@EACH_NAME
def test_the_engine_finds_what_python_finds(name: str) -> None:
    with running_on(WASM):
        found = [*cases(name, 3, 29, 2000), *attempts(name, 3)]
        walk = next(walks(name))[:7]
        moves = [game_move(a, b) for a, b in pairwise(walk)]
        compare(name, [*found, reviewed(walk, moves, 300)])


def game_move(before: Position, after: Position) -> str:
    """The move between two positions."""
    return next(m.text for m in before.moves if before.play(m).state == after.state)


def in_books(name: str) -> Iterator[Position]:
    """Positions of the opening books of a game, and their images."""
    book = book_in(name)
    assert book
    for start in book.starts:
        game = brettwerk.game(name, **start.options)
        images = StateImages(start.symmetries, book.sets)
        walk = [game.start()]
        while moves := book_moves(walk[-1]):
            walk.append(walk[-1].play(moves[-1]))
        for position in walk:
            fields: Any = type(position.state)
            yield from (position.with_state(fields(*w)) for w in images(position.state))


@pytest.mark.parametrize("name", [name for name in brettwerk.NAMES if definition(name).file(FILE)])
def test_the_opening_book_is_the_same(name: str) -> None:
    with running_on(WASM):
        found, seeds = [*in_books(name)], count(-3)
        assert len(found) > 3
        known = [
            (question("book", position), [move.text for move in book_moves(position)])
            for position in (*found, *next(walks(name))[:9])
        ]
        levels = [
            chosen(position, 8 + seed % 3, seed)
            for position, seed in zip(found[:60], seeds, strict=False)
        ]
        start, (best, *_) = found[0], book_moves(found[0])
        judged = reviewed([start, start.play(best)], [best.text], 300, book=0)
        compare(name, [*known, *levels, judged])


def test_a_win_that_the_search_does_not_see_is_found() -> None:
    with running_on(WASM):
        position = brettwerk.position(UNSEEN)
        assert analyse(position, nodes=20_000).exact
        compare("abalone", [analysed(position, 20_000, 2), chosen(position, 10, 0)])


@pytest.mark.parametrize("name", ["isolation", "bedraengnis", "schlacht", "drei"])
def test_the_strongest_level_is_the_same_where_a_solver_knows(name: str) -> None:
    with running_on(WASM):
        late = [walk[-4:] for walk in islice(walks(name), 3)]
        compare(name, [chosen(position, 10, 5) for walk in late for position in walk])


@pytest.mark.slow
@EACH_NAME
def test_the_engine_finds_the_same_in_thousands_of_positions(name: str) -> None:
    with running_on(WASM):
        compare(name, [*cases(name, 60, 4, 20_000)])
        early = [walk[at % len(walk)] for at, walk in enumerate(islice(walks(name), 12))]
        compare(name, [chosen(position, 10, at) for at, position in enumerate(early)])


def judged(name: str) -> Iterator[list[Case]]:
    """Ten thousand random positions: rules, searches and levels, some of each in large."""
    positions = islice((at for walk in whole_walks(name) for at in walk), POSITIONS)
    numbered = enumerate(positions)
    while some := [*islice(numbered, POSITIONS // 20)]:
        found = list[Case]()
        for seed, position in some:
            found.append(ruled(position))
            if not position.outcome:
                rare, turn = seed % 100 == 0, seed // 100
                nodes = 20_000 if rare else 1 + seed * 7919 % 500
                found.append(searched(position, nodes, 1 + seed % 3, seed % 2))
                found.append(chosen(position, 1 + (turn % 10 if rare else seed % 5), seed))
        yield found


@pytest.mark.slow
@pytest.mark.timeout(7200)
@EACH_NAME
def test_ten_thousand_positions_are_judged_as_by_native_code(name: str) -> None:
    pytest.importorskip("numba", reason="Numba is not installed: there is no native code.")
    with running_on(NUMBA):
        for found in judged(name):
            compare(name, found)


def test_scripts_know_where_kernels_keep_what(tmp_path: Path) -> None:
    script = tmp_path / "layout.mjs"
    script.write_text(
        f"import * as layout from {json.dumps((ENGINE / 'layout.js').as_uri())};"
        "console.log(JSON.stringify(layout));"
    )
    modules = {
        "ALPHABETA": memory_layout,
        "TREE": mcts_kernels,
        "PROVER": objectives,
        "LIMITED": limited,
    }
    found = in_node(script)
    assert found.keys() == modules.keys()
    for name, places in found.items():
        assert places == {place: getattr(modules[name], place) for place in places}
