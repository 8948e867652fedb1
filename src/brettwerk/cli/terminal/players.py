"""Player specifications: `human`, `level:3`, `random`."""

from collections.abc import Callable
from functools import partial
from random import Random

from brettwerk.core.game import Move, Position
from brettwerk.core.levels import LEVELS
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator, truncate

Chooser = Callable[[Position, Random], Move]
HUMAN, RANDOM = "human", "random"
DEFAULT_LEVEL = 3


def choose_at_level(level: int, position: Position, rng: Random) -> Move:
    """Return the move of the engine at this level."""
    from brettwerk.search import choose

    return choose(position, level, rng.randrange(2**31))


def level_spec(level: int) -> str:
    """Return the specification of a computer player."""
    return f"level:{level}"


# The programs that can play, by specification.
PROGRAMS: dict[str, Chooser] = {
    RANDOM: Position.random_move,
    **{level_spec(level): partial(choose_at_level, level) for level in LEVELS},
}
DEFAULT_PROGRAM = level_spec(DEFAULT_LEVEL)
# The page writes the second form into records.
_ALIASES = {"computer": DEFAULT_PROGRAM} | {
    f"computer {level}": level_spec(level) for level in LEVELS
}


def default_players(players: int, people: int = 1, program: str | None = None) -> tuple[str, ...]:
    """Return this number of people, and programs in the other seats."""
    return (HUMAN,) * people + (program or DEFAULT_PROGRAM,) * (players - people)


def parse_players(text: str, players: int) -> tuple[str, ...]:
    """Parse `human,level:3`: one specification per seat, in playing order."""
    kinds = tuple(map(parse_player, text.split(",")))
    if len(kinds) != players:
        wanted = ",".join(default_players(players))
        raise BadOptions("cli-players-count", count=len(kinds), wanted=wanted)
    return kinds


def parse_player(text: str) -> str:
    """Normalise a player specification; raise if unknown."""
    word = text.strip().lower()
    kind = _ALIASES.get(word, word)
    if kind != HUMAN and kind not in PROGRAMS:
        known = f"{HUMAN}, {level_spec(LEVELS[0])} … {level_spec(LEVELS[-1])}, {RANDOM}"
        raise BadOptions("cli-players-unknown", given=truncate(word), known=known)
    return kind


def player_text(kind: str, t: Translator) -> str:
    """Return the name of a program in words."""
    name, _, level = kind.partition(":")
    return t(f"cli-player-{name}", level=level)
