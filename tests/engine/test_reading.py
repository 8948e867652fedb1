"""A device reads texts of positions, and what is set up by hand, as Python does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.core.setup import set_up
from brettwerk.errors import BadOptions, BadPosition
from brettwerk.kernels.wasm_file import module_file
from engine.test_rules import CASES, NODE, OPTIONS, walked

READ = Path(__file__).with_name("reading.mjs")
pytestmark = pytest.mark.skipif(NODE is None, reason="There is no Node here.")
WORDS = "ply=1 ply=7 turns=2 last=a1 last=d4 last=z9 passes=1 passes=3 phase=battle phase=x quiet=4"
MORE = "camps=w-left,b-right camps=x hands=000 hands=12 hands=322 taken=010/000/200 taken=000 out=2"
REST = "out=9 out= built=100 seen=3-c seen=x lines=any captures=true captures=2 repetition=1 x"
EXTRA = f"{WORDS} {MORE} {REST} barricades=true ply_limit=9 continuation=true ply= =".split()


def mutated(text: str, rng: Random) -> str:
    """A text with a few letters or words changed, most often no position any more."""
    words = text.split(" ")
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        at = rng.randrange(len(words))
        kind = rng.randrange(7)
        if kind == 0 and len(words) > 2:
            del words[at]
        elif kind == 1:
            words.append(rng.choice(EXTRA))
        elif kind == 2:
            words[at] = words[at].replace("w", "b", 1)
        elif kind == 3:
            words[2:3] = [rng.choice("wb123x")]
        else:
            cells = list(words[1]) or ["."]
            here = rng.randrange(len(cells))
            cells[here] = rng.choice("....wb12#3/q")
            words[1] = "".join(cells) if rng.random() < 0.9 else words[1][1:]
    return " ".join(words)


def told(read: Callable[[], Position]) -> dict[str, object]:
    try:
        position = read()
    except BadPosition as fault:
        return {"key": fault.key, "details": fault.details}
    except BadOptions as fault:
        # What is wrong with a board or a set-up a device says in one sentence.
        own = not fault.key.startswith("option-")
        return {"key": "option-text"} if own else {"key": fault.key, "details": fault.details}
    return {"text": position.text, "state": [str(word) for word in position.state]}


def in_node(name: str, **asked: object) -> Any:
    file = module_file(definition(name).kernels)
    assert NODE
    assert file
    command: list[str | Path] = [NODE, "--experimental-detect-module", READ, file]
    given = json.dumps({"texts": [], "setups": [], **asked}).encode()
    return json.loads(
        subprocess.run(command, input=given, check=True, stdout=subprocess.PIPE).stdout
    )


def arranged(position: Position, rng: Random) -> dict[str, Any]:
    """A position set up by hand, perhaps with a piece more or less or other details."""
    game = position.game
    known, view = game.definition, position.board_view
    held = {**position.pieces, **{one.name: one.piece for one in view.off_board if one.piece}}
    details = known.details(position.state, game.options)
    cells = [*game.board.names, *known.off_board, "z9"]
    for _ in range(rng.choice((0, 1, 2))):
        held[rng.choice(cells)] = rng.choice([*known.letters(), "nothing"])
    if held and rng.random() < 0.3:
        del held[rng.choice(sorted(held))]
    if details and rng.random() < 0.3:
        del details[rng.choice(sorted(details))]
    if rng.random() < 0.2:
        name, _, value = rng.choice(EXTRA).partition("=")
        details[name] = value
    turn = position.turn if rng.random() < 0.8 else rng.randrange(4)
    return {"options": game.chosen, "pieces": held, "turn": turn, "details": details}


def asked_of(
    name: str, options: dict[str, object], games: int, each: int
) -> tuple[list[str], list[dict[str, Any]]]:
    """Return texts and set-ups of random games."""
    rng, game = Random(f"{name} {options}"), brettwerk.game(name, **options)
    seen = [position for _ in range(games) for position in walked(game, rng, 60)[1]]
    texts = [mutated(position.text, rng) for position in seen for _ in range(each)]
    return texts, [arranged(position, rng) for position in seen for _ in range(each)]


def compare(
    name: str, all_options: Iterable[dict[str, object]], games: int, each: int
) -> list[dict[str, Any]]:
    both = [asked_of(name, options, games, each) for options in all_options]
    texts = [text for some, _ in both for text in some]
    setups = [one for _, some in both for one in some]
    wanted = [told(partial(brettwerk.position, text)) for text in texts]
    for one in setups:
        game = brettwerk.game(name, **one["options"])
        wanted.append(told(partial(set_up, game, one["pieces"], one["turn"], one["details"])))
    answer = in_node(name, texts=texts, setups=setups)
    found = answer["texts"] + answer["setups"]
    for asked, right, other in zip([*texts, *setups], wanted, found, strict=True):
        if right.get("key") == "option-text":
            other.pop("details")
        assert other == json.loads(json.dumps(right)), asked
    return wanted


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_texts_and_set_ups(name: str) -> None:
    found = compare(name, OPTIONS[name], games=1, each=2)
    assert any("text" in one for one in found)
    assert any("key" in one for one in found)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_thousands_of_texts_and_set_ups(name: str, options: dict[str, object]) -> None:
    compare(name, [options], games=30, each=4)
