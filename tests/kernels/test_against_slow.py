"""The rules against the slow referee, which was written from the rules' text without our code."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import brettwerk
import slow
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from kernels.running import running_on
from strategies import OPTIONS, seeds

LONGEST = 160
GAMES = {"isolation": 9000, "congress": 3000}  # of the slow test, for 100,000 positions
RELAXED = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


# What the slow referee calls differently.
REASONS = {
    "passes": "both-passed",
    "few-pieces": "too-few-pieces",
    "last-left": "last-one-in",
    "nobody-left": "last-one-in",
    "no-capture": "no-captures",
}


def same_outcome(ours: Outcome | None, theirs: slow.Outcome | None) -> bool:
    """Winners, points, returns and the reason."""
    if ours is None or theirs is None:
        return ours is None and theirs is None
    points = None if ours.points is None else list(ours.points)
    found = (list(ours.winners), points, list(ours.returns), ours.reason)
    reason = REASONS.get(theirs["reason"], theirs["reason"])
    return found == (theirs["winners"], theirs["points"], theirs["returns"], reason)


def lively(choose: random.Random, texts: list[str], played: list[str], players: int) -> str:
    """A move: often a capture, sometimes the last one taken back, so that positions recur."""
    captures = [text for text in texts if "x" in text]
    if captures and choose.random() < 0.4:
        return choose.choice(captures)
    if len(played) >= players and choose.random() < 0.3:
        before, sign, after = played[-players].partition("-")
        back = f"{after}-{before}" if sign else played[-players][2:] + played[-players][:2]
        if back in texts:
            return back
    return choose.choice(texts)


def walk(name: str, options: dict[str, Any], seed: int) -> int:
    """Play one game, compare every list and outcome, and return the number of positions."""
    game, judge = brettwerk.game(name, **options), slow.game(name, options)
    choose = random.Random(seed)
    position, state, played = game.start(), judge.start(), list[str]()
    for _ in range(LONGEST):
        texts = [move.text for move in position.moves]
        assert texts == judge.legal(state), played
        assert position.to_move == judge.to_move(state), played
        assert same_outcome(position.outcome, judge.outcome(state)), played
        if not texts:
            break
        played.append(lively(choose, texts, played, game.players))
        position, state = position.play(played[-1]), judge.play(state, played[-1])
        if name == "triapon" and choose.random() < 0.01 and position.outcome is None:
            leaver = choose.choice(game.definition.still_in(position))
            played.append(f"player {leaver} leaves")
            after = game.definition.without(position, leaver)
            state = judge.eliminate(state, leaver)
            if not isinstance(after, Position):
                assert same_outcome(after, judge.outcome(state)), played
                break
            position = after
    return len(played) + 1


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_plain_rules_agree_with_the_slow_referee(name: str) -> None:
    @settings(RELAXED, max_examples=10)
    @given(options=OPTIONS[name], seed=seeds())
    def agree(options: dict[str, Any], seed: int) -> None:
        walk(name, options, seed)

    with running_on("plain"):
        agree()


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_compiled_rules_agree_with_the_slow_referee(name: str) -> None:
    @settings(RELAXED, max_examples=10)
    @given(options=OPTIONS[name], seed=seeds())
    def agree(options: dict[str, Any], seed: int) -> None:
        walk(name, options, seed)

    agree()


@pytest.mark.slow
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_thousands_of_games_agree_with_the_slow_referee(name: str) -> None:
    compared = 0

    @settings(RELAXED, max_examples=GAMES.get(name, 2000))
    @given(options=OPTIONS[name], seed=seeds())
    def agree(options: dict[str, Any], seed: int) -> None:
        nonlocal compared
        compared += walk(name, options, seed)

    agree()
    assert name not in GAMES or compared >= 100_000


@settings(RELAXED, max_examples=20)
@given(seed=seeds(), data=st.data())
def test_ending_by_agreement_agrees_with_the_slow_referee(seed: int, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(brettwerk.NAMES))
    options = data.draw(OPTIONS[name])
    game, judge = brettwerk.game(name, **options), slow.game(name, options)
    choose = random.Random(seed)
    position, state = game.start(), judge.start()
    assume(position.outcome is None)  # without a marble it is
    for _ in range(choose.randrange(60)):
        text = lively(choose, [move.text for move in position.moves], [], game.players)
        after = position.play(text)
        if after.outcome:
            break  # the players agree before this move
        position, state = after, judge.play(state, text)
    assert same_outcome(game.definition.agreed_outcome(position), judge.agree(state))
