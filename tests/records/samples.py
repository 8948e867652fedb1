"""Records to test with: random games of all kinds, with odd comments, clocks, tags and events."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.records import Ply, Record

BOARD = "rybgrygb/grgbgyry/yybrbbgr/bgryyrbg/rgbyrgby/yygryybr/bbrgbgrg/grybgryb"
GAMES: tuple[Game, ...] = (
    brettwerk.game("abalone"),
    brettwerk.game("abalone", setup="belgian-daisy", repetition=3, ply_limit=40),
    brettwerk.game("abalone", setup={"black": ["a1", "a2", "b2"], "white": ["i9", "h8", "c3"]}),
    brettwerk.game("triapon"),
    brettwerk.game("triapon", barricades=True, crossing="others"),
    brettwerk.game("bedraengnis"),
    brettwerk.game("bedraengnis", board="3b1"),
    brettwerk.game("drei"),
    brettwerk.game("drei", continuation=True, continuation_limit=6, lines="any"),
    brettwerk.game("schlacht", board=BOARD),
    brettwerk.game("katarenga", board="random:7"),
)
MOST = 60
SEEDS = 10


@cache
def played(game: Game, seed: int) -> tuple[tuple[str, ...], tuple[Position, ...]]:
    """The plies of a random game, and all its positions."""
    rng = random.Random(seed)
    here = game.start()
    texts: list[str] = []
    positions = [here]
    while len(texts) < MOST and (text := _next(here, rng)):
        after = next_position(here, text)
        if after is None:
            return (*texts, text), (*positions, here)
        here = after
        texts.append(text)
        positions.append(here)
    return tuple(texts), tuple(positions)


def _next(here: Position, rng: random.Random) -> str | None:
    """A move, an event, or in a game that can go on after its draw just that."""
    if here.outcome:
        return "continue" if here.outcome.reason == "all-placed" else None
    return _event(here, rng) or here.game.text_of(rng.choice(here.legal_codes))


def _event(here: Position, rng: random.Random) -> str | None:
    """Now and then something other than a move; in three-player games someone leaves early on."""
    leaves = f"{rng.choice(('resign', 'flag', 'forfeit'))}:{here.to_move}"
    if here.game.players > 2:
        return leaves if rng.random() < 0.02 else None
    started = here != here.game.start()
    return (leaves if rng.random() < 0.5 else "agree") if started and rng.random() < 0.03 else None


def next_position(here: Position, text: str) -> Position | None:
    """The position after a ply, found without the code under test; None when an event ended it."""
    way, _, player = text.partition(":")
    if way == "agree":
        return None
    if way == "continue":
        return here.game.definition.continuation(here)
    if not player:
        return here.play(text)
    after = here.game.definition.without(here, int(player))
    return after if isinstance(after, Position) else None


comments = st.one_of(
    st.just(""),
    st.text(max_size=30),
    st.text(alphabet="ab {}[]()\\\"';%\n\r\t\u2028u0n$!?*", max_size=30),
    st.sampled_from(
        ["[%clk 0:00:01]", '[Game "abalone"]', "}", "1-0", "\\u0041", " ", "a  b", "\ufeff"]
    ),
)
clocks = st.one_of(st.none(), st.floats(0, 1e9), st.integers(0, 10**9))
names = st.from_regex(r"[A-Z][a-z_0-9]{0,8}X", fullmatch=True)
tags = st.dictionaries(st.one_of(names, st.sampled_from(["Event", "Date"])), comments, max_size=4)


def _ply(draw: st.DrawFn, text: str, position: Position) -> Ply:
    """A ply, now and then with a comment, a clock, and what could have been played instead."""
    if not draw(st.booleans()):
        return Ply(text)
    lines = [draw(variations(position)) for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2))))]
    return Ply(text, draw(comments), draw(clocks), tuple(line for line in lines if line))


@st.composite
def variations(draw: st.DrawFn, position: Position, depth: int = 0) -> tuple[Ply, ...]:
    """A few moves that go on from a position, with variations of their own."""
    line: list[Ply] = []
    for _ in range(draw(st.integers(0, 3))):
        if position.outcome:
            break
        inner = (
            draw(variations(position, depth + 1))
            if depth < 2 and draw(st.sampled_from((0, 0, 1)))
            else ()
        )
        move = position.moves[draw(st.integers(0, len(position.moves) - 1))]
        line.append(Ply(move.text, draw(comments), draw(clocks), (inner,) if inner else ()))
        position = position.play(move)
    return tuple(line)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record: some plies of a random game, from its beginning or from somewhere within."""
    game = draw(st.sampled_from(GAMES))
    texts, positions = played(game, draw(st.integers(0, SEEDS - 1)))
    begin = draw(st.integers(0, len(texts)))
    end = draw(st.integers(begin, len(texts)))
    plies = [
        _ply(draw, text, position)
        for text, position in zip(texts[begin:end], positions[begin:end], strict=True)
    ]
    start = positions[begin].text if begin else None
    game = positions[begin].game  # once the players go on after a draw, it is another one
    return Record.of(game, plies, start=start, tags=draw(tags), comment=draw(comments))
