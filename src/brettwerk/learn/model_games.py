"""Model games: three games of the engine with comments, for each course.

They are records (`text/<language>/games.pgn`) with the same moves in every language. The tag
`Theme` says why a game is shown: it was decided quickly, it turned, or it was hard fought. Levels
of different strength play them, so that there are mistakes to learn from.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from brettwerk.core.game import Game
from brettwerk.core.registry import definition
from brettwerk.i18n import SOURCE, Language
from brettwerk.records import Record, read_records
from brettwerk.search.analysis import analyse
from brettwerk.search.levels import choose
from brettwerk.search.review import FINDS, Review, annotated, review

THEMES = ("quick", "turned", "fought")
TAG = "Theme"
SHORTEST = 8  # plies after the opening
LEVELS = (9, 5, 4)  # of the players, who take turns in having the first seat
CONSIDERED = 12  # games that are looked at
MOST_PLIES = 160
REMARKS = 2  # at least, so that there is something to learn from


@dataclass(frozen=True)
class ModelGame:
    """A game with the theme for which it is shown."""

    theme: str
    record: Record


@cache
def model_games(game: str, language: Language) -> tuple[ModelGame, ...]:
    """Return the model games of a game with comments in a language; none if it has none."""
    file = definition(game).file(f"text/{language}/games.pgn")
    if file is None:
        return () if language == SOURCE else model_games(game, SOURCE)
    records = read_records(file.read_text("utf-8"))
    return tuple(ModelGame(record.tags[TAG], record) for record in records)


# -- playing them ---------------------------------------------------------------------------------
def played_games(game: str, count: int, seed: int) -> Iterator[Record]:
    """Yield games of levels against each other that end, the same for a seed on every machine."""
    for number in range(seed, seed + count):
        rng, kind = Random(f"{game} {number}"), definition(game)
        at = Game(kind, kind.random_options(rng.randrange(10**6))).start()
        moves: list[str] = []
        while not at.outcome and len(moves) < MOST_PLIES:
            level = LEVELS[(at.turn + number) % at.game.players]
            move = choose(at, level, rng.randrange(2**31))
            moves.append(move.text)
            at = at.play_unchecked(move.code)
        if at.outcome:
            yield Record.of(at.game, moves)


# -- finding them ---------------------------------------------------------------------------------
def find_model_games(records: Iterable[Record], nodes: int) -> Iterator[tuple[str, Review]]:
    """Yield a theme and the review of a game for each theme, each another game."""
    reviews = [reviewed(record, nodes) for record in _considered(records)]
    telling = [found for found in reviews if _remarks(found) >= REMARKS]
    left = telling if len(telling) >= len(THEMES) else reviews
    for theme in THEMES:
        best = max(left, key=lambda found: _merit(theme, found))
        left = [found for found in left if found is not best]
        yield theme, best


def reviewed(record: Record, nodes: int) -> Review:
    """Review a game, the same on every machine."""
    return review(record, lambda here: analyse(here, nodes=nodes, lines=2))


def _considered(records: Iterable[Record]) -> Sequence[Record]:
    """Return the shortest games that were won, so that there is less to read."""
    won = [
        record
        for record in records
        if max(record.shares) == 1 and len(record.plies) >= SHORTEST + record.opening_plies
    ]
    return sorted(won, key=lambda record: len(record.plies))[:CONSIDERED]


def _remarks(found: Review) -> int:
    return sum(judged.kind is not None for judged in found.judgements)


def _merit(theme: str, found: Review) -> float:
    if theme == "quick":
        return -len(found.judgements)
    if theme == "turned":
        winner = found.record.shares.index(max(found.record.shares))
        return -min(judged.before.score[winner] for judged in found.judgements)
    return sum(judged.kind in FINDS for judged in found.judgements)


def written_model(theme: str, found: Review, language: Language) -> Record:
    """Return the record of a model game with comments in a language."""
    record = annotated(found, language)
    return replace(record, tags={**record.tags, TAG: theme})
