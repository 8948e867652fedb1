"""Whatever people do, in whatever order: what holds of every match."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.errors import BrettwerkError
from brettwerk.match import Match
from brettwerk.match.clock import TimeControl

CONTROLS = (None, TimeControl(60), TimeControl(30, increment=4), TimeControl(20, delay=3))
TARGETS = {"bedraengnis": (1, 15, 40), "schlacht": (7, 20)}
NONSENSE = ("", "zz", "a1", "e5xe5", "pass", "Ω", "a1" * 99)
Action = tuple[str, tuple[Any, ...]]


@cache
def game(name: str) -> brettwerk.Game:
    return brettwerk.game(name)


@dataclass
class Walk:
    """A match that random people play, and all that they did."""

    match: Match
    random: Random
    now: float = 0.0
    done: list[Action] = field(default_factory=list)
    presses: int = 0

    def step(self) -> None:
        """One thing that somebody tries; the invariants hold whether it is refused or not."""
        before = self.match
        name, details = action = self.choose()
        try:
            after: Match = getattr(before, name)(*details)
        except BrettwerkError as error:
            error.localized("de")  # which fails if there are none
            return
        assert after != before
        self.check(before, after)
        self.match = after
        self.done.append(action)
        self.presses += name == "play"

    def choose(self) -> Action:
        self.now += self.random.choice((0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 2, 10, -100))
        match, random, now = self.match, self.random, self.now
        if match.offer and random.random() < 0.4:
            return "accept", (random.randrange(match.players), now)
        if match.to_move is not None and random.random() < 0.8:
            return "play", (match.to_move, random.choice(match.position.moves).text, now)
        if match.round_over and random.random() < 0.5:
            return "next_round", (now,)
        return random.choice(self.rarer())

    def rarer(self) -> list[Action]:
        random, now = self.random, self.now
        person = random.choice((*range(self.match.players), -1))
        offers = ("offer_draw", "offer_draw", "offer_continuation", "resign", "resign", "forfeit")
        return [
            *((name, (person, now)) for name in offers),
            ("decline", (person,)),
            ("flag", (now,)),
            ("flag", (now,)),
            ("take_back", (random.randint(-1, 3), now)),
            ("start_clock", (now,)),
            ("stop_clock", (now,)),
            ("play", (person, random.choice(NONSENSE), now)),
            ("next_round", (now,)),
        ]

    def check(self, before: Match, after: Match) -> None:
        assert all(a >= b for a, b in zip(after.scores, before.scores, strict=True))
        assert sorted(after.seats) == list(range(after.players))
        assert (after.to_move is None) == after.round_over
        assert after.round == len(after.rounds) + (not after.round_over)
        assert not (after.outcome and not after.round_over)
        assert after.to_move is None or after.to_move in after.still_in
        assert len(after.previous) <= len(after.moves)
        if after.offer:  # somebody can still answer it
            assert set(after.offer.wanted_by) < set(after.still_in)
        self.check_clock(after)
        self.check_end(after)

    def check_clock(self, after: Match) -> None:
        if not after.clock:
            return
        most = after.clock.control.base_seconds + self.presses * after.clock.control.increment
        most += after.clock.control.increment  # the press that is being checked
        for person in range(after.players):
            assert 0 <= after.clock.remaining(person, self.now) <= most
        if after.clock.since is not None:
            assert after.clock.turn == after.to_move

    def check_end(self, after: Match) -> None:
        if after.outcome and after.target and after.outcome.reason == "target":
            assert max(after.scores) >= after.target
        if not after.outcome and after.target:
            assert max(after.scores) < after.target
        if after.outcome:
            assert abs(sum(after.outcome.returns)) < 1e-9


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    name = draw(st.sampled_from(brettwerk.NAMES))
    random = Random(draw(st.integers(0, 2**32)))
    terms: dict[str, Any] = {"time_control": draw(st.sampled_from(CONTROLS))}
    if name in TARGETS:
        terms["target"] = draw(st.sampled_from(TARGETS[name]))
    if name == "bedraengnis" and draw(st.booleans()):
        terms |= {"next_board": "new", "seed": random.randrange(1000)}
    starter = random.randrange(game(name).players)
    return Walk(Match.new(game(name), starter=starter, **terms), random)


@settings(max_examples=150, deadline=None)
@given(walks(), st.sampled_from((10, 60, 200)))
def test_a_match_keeps_its_invariants_under_random_actions(walk: Walk, steps: int) -> None:
    start = walk.match
    for _ in range(steps):
        walk.step()
    assert (start.moves, start.rounds, start.scores) == ((), (), (0,) * start.players)
    check_replay(start, walk)
    check_rounds_replay(walk.match)
    if walk.match.outcome:
        check_finished(walk.match, walk.now)


def check_replay(start: Match, walk: Walk) -> None:
    """The same actions lead to an equal match: nothing outside it had a part in it."""
    match = start
    for name, details in walk.done:
        match = getattr(match, name)(*details)
    assert match == walk.match
    assert hash(match) == hash(walk.match)


def check_rounds_replay(match: Match) -> None:
    """What is written down of a round tells it all, departures included."""
    for done in match.rounds:
        replayed = Match.new(done.game, starter=done.seats.index(0))
        leaving = list(done.departures)
        for ply in range(len(done.moves) + 1):
            while leaving and leaving[0].ply == ply and not replayed.round_over:
                departure = leaving.pop(0)
                leave = replayed.resign if departure.reason == "resignation" else replayed.forfeit
                replayed = leave(departure.person)
            if ply < len(done.moves):
                assert replayed.to_move is not None
                replayed = replayed.play(replayed.to_move, done.moves[ply])
        assert replayed.moves == done.moves
        if done.outcome.reason not in ("agreement", "forfeit", "time"):
            assert replayed.rounds[0].outcome == done.outcome


def check_finished(match: Match, now: float) -> None:
    """A finished match refuses everything but, after some draws, an offer to go on."""
    attempts: list[Action] = [
        (name, (person, now))
        for name in ("resign", "forfeit", "offer_draw")
        for person in range(match.players)
    ]
    attempts += [("play", (person, "e5", now)) for person in range(match.players)]
    attempts += [("next_round", (now,)), ("flag", (now,)), ("take_back", (1, now))]
    attempts += [("start_clock", (now,)), ("stop_clock", (now,))]
    for name, details in attempts:
        with pytest.raises(BrettwerkError) as caught:
            getattr(match, name)(*details)
        assert caught.value.key == "match-over"
