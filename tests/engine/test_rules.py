"""The rules on a device are those of Python: positions of every game and option, told in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Game, GameDefinition, Position
from brettwerk.core.gestures import parse_gesture
from brettwerk.core.outcome import Outcome
from brettwerk.core.registry import definition
from brettwerk.errors import IllegalMove, MatchError
from brettwerk.kernels.choice import WASM
from brettwerk.kernels.wasm_file import module_file
from kernels.running import runner

NODE = shutil.which("node")
TELL = Path(__file__).with_name("positions.mjs")
pytestmark = pytest.mark.skipif(NODE is None, reason="There is no Node here.")

BOARDS: tuple[dict[str, object], ...] = ({}, {"board": "random:123456789"})
OPTIONS: dict[str, tuple[dict[str, object], ...]] = {
    "abalone": (
        {"ply_limit": 40, "repetition": 2},
        {"setup": "belgian-daisy", "repetition": 3},
        {"setup": "black:a1,b1,b2,c1,c2,c3,d2;white:e3,f4,g5,i9", "repetition": 3},
    ),
    "triapon": ({}, {"barricades": True}, {"barricades": True, "crossing": "others"}),
    "bedraengnis": ({}, {"board": "random:17"}, {"board": "3b2"}),
    "drei": (
        {"lines": "any"},
        {"board": "#4711", "continuation": True, "continuation_limit": 12},
        {"board": "random:8", "continuation": True},
    ),
    "schlacht": BOARDS,
    "katarenga": (*BOARDS, {"board": "4b3 2a1 1b0 3a2"}),
    "isolation": BOARDS,
    "congress": (
        {"captures": True, "board": "random:2"},
        {"ply_limit": 30},
        {"repetition": 2, "captures": True},
    ),
}


def in_node(name: str, **asked: object) -> Any:
    file = module_file(definition(name).kernels)
    assert NODE
    assert file
    given = json.dumps({"games": [], "boards": [], "others": [], **asked}).encode()
    command: list[str | Path] = [
        NODE,
        "--experimental-detect-module",
        TELL,
        file,
    ]  # scripts of games are no package
    ran = subprocess.run(command, input=given, check=True, stdout=subprocess.PIPE)
    return json.loads(ran.stdout)


def shown(outcome: Outcome | None) -> object:
    if outcome is None:
        return None
    return [outcome.winners, outcome.points, outcome.reason, outcome.returns]


def left(after: Position | Outcome) -> object:
    return after.text if isinstance(after, Position) else shown(after)


def may_resign(position: Position, player: int) -> bool:
    if position.outcome:
        return False
    try:
        position.game.definition.check_resignation(position, player)
    except MatchError:
        return False
    return True


def told(position: Position, every: int) -> dict[str, object]:
    known, view = position.game.definition, position.board_view
    off_board = {cell.name: cell.piece for cell in view.off_board if cell.piece}
    still_in = known.still_in(position)
    after = known.continuation(position)
    effects = [(position.effects(move), move.code) for move in position.moves[::every]]
    return {
        "text": position.text,
        "codes": position.legal_codes,
        "texts": [move.text for move in position.moves],
        "done": [
            [known.gestures(position, code), [does.placed, does.moved, does.taken]]
            for does, code in effects
        ],
        "turn": position.turn,
        "outcome": shown(position.outcome),
        "pieces": {**position.pieces, **off_board},
        "trays": [(tray.owner, tray.what, tray.piece, tray.count) for tray in view.trays],
        "last": view.last,
        "reach": known.reach(position),
        "in": still_in,
        "agreed": shown(known.agreed_outcome(position)),
        "without": [left(known.without(position, player)) for player in still_in],
        "resign": [player for player in still_in if may_resign(position, player)],
        "continuation": after.text if after else None,
        "lines": [known.lines(position, move.code) for move in position.moves[::every]],
        "notes": {
            cell: (note.key, note.details) for cell, note in known.notes(position, "").items()
        },
        "cellLines": known.cell_lines(position, ""),
        "refused": [] if position.outcome else [refused(position, way) for way in touched(known)],
    }


def touched(known: GameDefinition) -> list[str]:
    """Gestures on any cells: most are no moves."""
    cells = known.presentation.cells
    moved = (f".{cell}>{cells[(7 * at + 3) % len(cells)]}" for at, cell in enumerate(cells))
    return [way for pair in zip((f">{cell}" for cell in cells), moved, strict=True) for way in pair]


def refused(position: Position, gesture: str) -> object:
    """What a gesture comes to: the text of a move, why it is none, or nothing."""
    known = position.game.definition
    try:
        code = known.read_steps(position, parse_gesture(gesture))
        if code is None or code in position.legal_codes:
            return None if code is None else position.game.text_of(code)
        raise known.explain_illegal(position, code)
    except IllegalMove as why:
        return None if why.key == "not-legal" else (why.key, why.details)


def walked(game: Game, rng: Random, plies: int) -> tuple[list[int], list[Position]]:
    """Return a random game, ended or not; some moves are taken back at once, so that they recur."""
    position, codes = game.start(), list[int]()
    seen = [position]
    while len(codes) < plies and not position.outcome:
        texts = {move.text: move for move in position.moves}
        back = _back(position, seen, texts) if rng.random() < 0.4 else None
        move = texts[back] if back else rng.choice(position.moves)
        codes.append(move.code)
        position = position.play(move)
        seen.append(position)
    return codes, seen


def _back(position: Position, seen: list[Position], texts: Iterable[str]) -> str | None:
    """Return a move to the pieces of two plies ago, if the position can repeat and there is one."""
    if len(seen) < 3 or not position.game.repetition:
        return None
    before = seen[-2].pieces
    return next((t for t in list(texts)[:40] if position.play(t).pieces == before), None)


def compare(
    name: str, all_options: Iterable[dict[str, object]], games: int, plies: int, every: int
) -> None:
    walks = list[tuple[dict[str, object], list[int], list[Position]]]()
    for options in all_options:
        game, rng = brettwerk.game(name, **options), Random(repr(options))
        walks += [(options, *walked(game, rng, plies)) for _ in range(games)]
    assert sum(len(seen) for *_, seen in walks) > 15
    asked = [
        {"options": options, "every": every, "perft": 2, "codes": codes}
        for options, codes, _ in walks
    ]
    answers = in_node(name, games=asked)["games"]  # one for all: it takes a while to start
    for (_, _, seen), answer in zip(walks, answers, strict=True):
        game = seen[0].game
        assert answer["chosen"] == game.chosen
        # With what `prepare` notes.
        assert answer["ctx"] == [str(word) for word in runner(game, WASM).ctx[:]]
        for position, found in zip(seen, answer["positions"], strict=True):
            assert found == json.loads(json.dumps(told(position, every)))
        assert answer["perft"] == (0 if seen[-1].outcome else seen[-1].perft(2))


CASES = [(name, options) for name in brettwerk.NAMES for options in OPTIONS[name]]


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_positions(name: str) -> None:
    compare(name, OPTIONS[name], games=1, plies=40, every=11)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_thousands_of_positions(name: str, options: dict[str, object]) -> None:
    compare(name, [options], games=150, plies=150, every=3)


@pytest.mark.parametrize("name", ["bedraengnis", "katarenga"])
def test_boards(name: str) -> None:
    """A seed draws the same board on every machine; so does the next round of a match."""
    rng = Random(1)
    texts = [f"random:{rng.randrange(10 ** rng.randrange(1, 18))}" for _ in range(300)]
    if name == "katarenga":
        texts += [f"#{rng.randrange(24576)}" for _ in range(300)]
    boards = [{"board": text} for text in texts]
    rules = definition(name)
    others = [(board, seed) for seed, board in enumerate(boards[:200])]
    if rules.next_round(rules.defaults, 0) is None:
        others = []
    answer = in_node(name, boards=boards, others=others)
    assert answer["boards"] == [rules.options(board) for board in boards]
    assert answer["others"] == [rules.next_round(rules.options(b), seed) for b, seed in others]
