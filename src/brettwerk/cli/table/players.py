"""Who can sit at the table: people, and programs by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from brettwerk.errors import BadOptions
from brettwerk.games.core import Move, Position
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.games.core import Game

Chooser = Callable[[Position, Random], Move]
HUMAN = "human"


def at_random(position: Position, rng: Random) -> Move:
    """Any legal move, each as likely as the others."""
    code = rng.choice(position.codes)
    return Move(position.game.text_of(code), code)


# To let another program play, give it a name here.
PROGRAMS: dict[str, Chooser] = {"random": at_random}


def default_kinds(players: int, people: int = 1) -> tuple[str, ...]:
    """So many people, programs in the other seats."""
    return (HUMAN,) * people + ("random",) * (players - people)


def read_kinds(text: str, game: Game) -> tuple[str, ...]:
    """`human,random`: one for each seat, in the order in which they begin."""
    kinds = tuple(word.strip().lower() for word in text.split(","))
    for kind in kinds:
        check_kind(kind)
    if len(kinds) != game.players:
        wanted = ",".join(default_kinds(game.players))
        raise BadOptions("cli-players-count", count=len(kinds), wanted=wanted)
    return kinds


def check_kind(kind: str) -> None:
    """Refuse whom nobody knows."""
    if kind != HUMAN and kind not in PROGRAMS:
        known = ", ".join((HUMAN, *PROGRAMS))
        raise BadOptions("cli-players-unknown", given=shown(kind), known=known)
