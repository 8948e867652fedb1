"""A match on the device is a match on the server: the same events give the same messages."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.errors import BrettwerkError
from brettwerk.kernels.wasm_file import module_file
from brettwerk.server.play.state import GameState
from brettwerk.server.play.view import round_message, state_message
from brettwerk.server.storage.model import Event, GameConfig, Seat
from quick import each_board

NODE = shutil.which("node")
SHOW = Path(__file__).with_name("events.mjs")
pytestmark = pytest.mark.skipif(NODE is None, reason="There is no Node here.")

CLOCKS = ("none", "0:30+1", "0:40d2", "1", "10+5")
SEATS: tuple[Literal["here", "computer"], ...] = ("here", "computer")
# fmt: off
KINDS = (
    *["play"] * 40, *["takeback"] * 3, *["draw"] * 2, "decline", "resign", "forfeit", "pause",
    "resume", *["next"] * 3, "continue", "name", "again", "outage", "flag",
)
# fmt: on
OPTIONS: dict[str, dict[str, object]] = {
    "abalone": {"ply_limit": 30},
    "drei": {"lines": "any"},
    "congress": {"captures": True},
    "triapon": {"barricades": True},
}


def config_of(name: str, rng: Random) -> GameConfig:
    rules = definition(name)
    kinds: list[Literal["here", "computer"]] = [
        "here",
        *(rng.choice(SEATS) for _ in range(rules.players - 1)),
    ]
    rng.shuffle(kinds)
    given = OPTIONS.get(name, {}) if rng.random() < 0.5 else rules.random_options(rng.randrange(99))
    return GameConfig(
        game=name,
        options=brettwerk.game(name, **given).chosen,
        seats=[Seat(kind, 3 * (kind == "computer"), f"P{p}") for p, kind in enumerate(kinds)],
        clock=rng.choice(CLOCKS),
        target=rng.choice([None, 12]) if rules.scores else None,
        seed=rng.randrange(2**31),
        tableau=rng.choice(["keep", "new"]) if name == "bedraengnis" else "keep",
        starter=rng.randrange(rules.players),
        takebacks=rng.random() < 0.8,
    )


def event_of(state: GameState, now: float, rng: Random) -> Event:
    """Return something that somebody may try, allowed or not."""
    kind, people, match = rng.choice(KINDS), state.config.people, state.match
    person = rng.choice(people)
    if match.outcome and rng.random() < 0.8:
        kind = rng.choice(["again", "continue", "play", "decline"])
    elif match.round_over and rng.random() < 0.8:
        kind = rng.choice(["next", "continue"])
    text, by = "", people if rng.random() < 0.7 else (person,)
    if kind == "play" and match.to_move is not None:
        person = match.to_move if rng.random() < 0.97 else person
        text, by = rng.choice(match.position.moves).text, (person,)
    elif kind == "name":
        text = rng.choice(["Ada", "  a \t b  ", "x" * 50, "Zoë\u0007"])
    elif kind == "outage":
        text = "1.5"
    elif kind == "again":
        text = rng.choice(["", "next"])
    return Event(kind, person, tuple(by), text, now)


def played(name: str, rng: Random, count: int) -> tuple[GameConfig, list[Event], list[object], Any]:
    """Return a random game: its events, and what the server would send after each."""
    state = GameState.new(config_of(name, rng))
    online, now = frozenset(state.config.people), 1000.0
    events, shown = list[Event](), [as_json(state_message("x", state, 0.0, online))]
    for _ in range(count):
        now += rng.choice([0.25, 0.5, 1.0, 2.0, 7.5])
        event = event_of(state, now, rng)
        events.append(event)
        try:
            state = state.apply(event)
            shown.append(as_json(state_message("x", state, now, online)))
        except BrettwerkError as error:
            shown.append(error.key)
    rounds = [as_json(round_message(state, at + 1)) for at in range(len(state.earlier))]
    return state.config, events, shown, rounds


def as_json(message: object) -> object:
    return json.loads(msgspec.json.encode(message))


@each_board
def test_the_same_events_give_the_same_messages(name: str) -> None:
    rng = Random(name)
    games = [played(name, rng, 40) for _ in range(8)]
    asked = [
        {"config": as_json(config), "events": as_json(events)} for config, events, _, _ in games
    ]
    file = module_file(definition(name).kernels)
    assert NODE
    assert file
    command: list[str | Path] = [NODE, "--experimental-detect-module", SHOW, file]
    ran = subprocess.run(
        command, input=json.dumps(asked).encode(), check=True, stdout=subprocess.PIPE
    )
    for (config, events, shown, rounds), answer in zip(games, json.loads(ran.stdout), strict=True):
        pairs = zip([Event("begin"), *events], shown, answer["messages"], strict=True)
        for event, wanted, found in pairs:
            if isinstance(found, str) and found.startswith("page-device"):
                assert isinstance(wanted, str)  # a sentence of the game's own
            else:
                assert found == wanted, (config, event)
        assert answer["rounds"] == rounds
