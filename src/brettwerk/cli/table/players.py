"""Who can sit at the table: people, and programs by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from brettwerk.errors import BadOptions
from brettwerk.games.core import Move, Position
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.cli.voice import Voice
    from brettwerk.games.core import Game

Chooser = Callable[[Position, Random], Move]
HUMAN, RANDOM = "human", "random"
LEVELS = range(1, 11)  # those of the engine, which is loaded only when it is to play
USUAL_LEVEL = 3


def at_random(position: Position, rng: Random) -> Move:
    """Any legal move, each as likely as the others."""
    code = rng.choice(position.codes)
    return Move(position.game.text_of(code), code)


def at_level(level: int, position: Position, rng: Random) -> Move:
    """What the engine plays at this level."""
    from brettwerk.engine import choose

    return choose(position, level, rng.randrange(2**31), at_once=True)


def of_level(level: int) -> str:
    """How a computer player of this level is written."""
    return f"level:{level}"


# To let another program play, give it a name here.
PROGRAMS: dict[str, Chooser] = {
    RANDOM: at_random,
    **{of_level(level): partial(at_level, level) for level in LEVELS},
}
USUAL = of_level(USUAL_LEVEL)
# The second is how the page writes them into records.
_OTHER_WORDS = {"computer": USUAL} | {f"computer {level}": of_level(level) for level in LEVELS}


def default_kinds(players: int, people: int = 1, program: str | None = None) -> tuple[str, ...]:
    """So many people, programs in the other seats."""
    return (HUMAN,) * people + (program or USUAL,) * (players - people)


def read_kinds(text: str, game: Game) -> tuple[str, ...]:
    """`human,level:3`: one for each seat, in the order in which they begin."""
    kinds = tuple(map(read_kind, text.split(",")))
    if len(kinds) != game.players:
        wanted = ",".join(default_kinds(game.players))
        raise BadOptions("cli-players-count", count=len(kinds), wanted=wanted)
    return kinds


def read_kind(text: str) -> str:
    """One who plays, in the way it is always written; whom nobody knows is refused."""
    word = text.strip().lower()
    kind = _OTHER_WORDS.get(word, word)
    if kind != HUMAN and kind not in PROGRAMS:
        known = f"{HUMAN}, {of_level(LEVELS[0])} … {of_level(LEVELS[-1])}, {RANDOM}"
        raise BadOptions("cli-players-unknown", given=shown(word), known=known)
    return kind


def kind_in_words(kind: str, voice: Voice) -> str:
    """What a program is called."""
    name, _, level = kind.partition(":")
    return voice(f"cli-player-{name}", level=level)
