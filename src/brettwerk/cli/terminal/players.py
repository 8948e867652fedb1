"""Player specifications: `human`, `level:3`, `attacking:5`, `mine`, `random`."""

from collections.abc import Callable
from functools import partial
from random import Random

from brettwerk.core.game import Move, Position
from brettwerk.core.levels import LEVELS, STYLES
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator, truncate

Chooser = Callable[[Position, Random], Move]
HUMAN, RANDOM = "human", "random"
MINE = "mine"  # the level at which the person would win half of the games
DEFAULT_LEVEL = 3


def choose_at_level(level: int, style: str, position: Position, rng: Random) -> Move:
    """Return the move of the engine at this level, in this style."""
    from brettwerk.search import choose

    return choose(position, level, rng.randrange(2**31), style)


def level_spec(level: int, style: str = "") -> str:
    """Return the specification of a computer player."""
    return f"{style or 'level'}:{level}"


# The programs that can play, by specification.
PROGRAMS: dict[str, Chooser] = {
    RANDOM: Position.random_move,
    **{
        level_spec(level, style): partial(choose_at_level, level, style)
        for style in ("", *STYLES)
        for level in LEVELS
    },
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
    if kind not in (HUMAN, MINE) and kind not in PROGRAMS:
        levels = f"{level_spec(LEVELS[0])} … {level_spec(LEVELS[-1])}"
        named = ", ".join(level_spec(DEFAULT_LEVEL, style) for style in STYLES)
        known = f"{HUMAN}, {levels}, {named}, {MINE}, {RANDOM}"
        raise BadOptions("cli-players-unknown", given=truncate(word), known=known)
    return kind


def check_styles(kinds: tuple[str, ...], game: str) -> None:
    """Raise BadLimit if the game has no computer player of one of the styles."""
    from brettwerk.search.styles import weights_of_style

    for kind in kinds:
        style = kind.partition(":")[0]
        weights_of_style(game, style if style in STYLES else "")


def player_text(kind: str, t: Translator) -> str:
    """Return the name of a program in words."""
    name, _, level = kind.partition(":")
    return t(f"cli-player-{name}", level=level)
