"""Finding the positions of a course in games: those in which its chapters decide.

A position is looked at twice: briefly, whether a few of its moves are clearly better than all
others, and if so as long as its values are to be trusted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

import msgspec

from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition
from brettwerk.learn.course import Chapter, CourseData, CoursePosition, fits
from brettwerk.learn.move_values import MoveWorth, good_moves, move_values
from brettwerk.learn.steps import RESIGN, LessonStep
from brettwerk.records import Record
from brettwerk.search.analysis import analyse
from brettwerk.search.chances import expected

BRIEFLY = 8  # the part of the nodes for the first look
MOST_GOOD = 3  # moves that are as good as the best; with more there is nothing to find
CLEAR = 10  # by how many wins of a hundred the next move is worse
POINT = 6  # what a point of a round counts beside them
FEWEST = 4  # moves to choose from


@dataclass(frozen=True)
class Candidate:
    """A position that may be shown: from which game and ply, and what its moves are worth."""

    game: int
    ply: int
    position: Position
    values: dict[str, MoveWorth]

    @property
    def clarity(self) -> int:
        """By how much the best moves are better than the next one."""
        good = good_moves(self.values)
        best, rest = next(iter(self.values.values())), self.values.keys() - good
        return min((_worth(best) - _worth(self.values[move]) for move in rest), default=0)


def _worth(value: MoveWorth) -> int:
    return value.wins + POINT * (value.points or 0)


# -- candidates -----------------------------------------------------------------------------------
def candidates(
    records: Sequence[Record], *, nodes: int, every: int, most: int
) -> Iterator[Candidate]:
    """Yield at most `most` positions of games in which few moves are good."""
    found = (
        one
        for at in range(every)
        for number, record in enumerate(records)
        for one in _of_record(record, number, (number + at) % every, every, nodes)
    )
    return islice(found, most)


def _of_record(
    record: Record, number: int, first: int, every: int, nodes: int
) -> Iterator[Candidate]:
    positions = list(record.positions())
    for ply in range(first, len(positions), every):
        if ply < record.opening_plies or positions[ply].outcome:
            continue
        position = Position(positions[ply].game, positions[ply].state)  # without its past
        if len(position.legal_codes) >= FEWEST and _is_telling(position, nodes // BRIEFLY):
            values = move_values(position, nodes)
            made = Candidate(number, ply, position, values)
            few = made.clarity >= CLEAR and len(good_moves(values)) <= MOST_GOOD
            if few and not is_lost_after_all(position, values, nodes):
                yield made


def is_lost_after_all(position: Position, values: Mapping[str, MoveWorth], nodes: int) -> bool:
    """Return whether a proof shows every move to lose, though estimates were better."""
    if next(iter(values.values())).exact:
        return False
    proven = analyse(position, nodes=nodes).exact
    return proven is not None and proven.returns[position.turn] < 0


def _is_telling(position: Position, nodes: int) -> bool:
    """Return whether a short look finds few good moves."""
    lines = analyse(position, nodes=nodes, lines=MOST_GOOD + 1).lines
    if len(lines) <= MOST_GOOD:
        return False
    first, last = (
        line.exact.returns if line.exact else expected(position.game.name, line.score)
        for line in (lines[0], lines[-1])
    )
    points = [max(line.exact.points or (0,)) if line.exact else 0 for line in lines]
    return first[position.turn] - last[position.turn] >= CLEAR / 50 or points[0] != points[-1]


# -- choosing -------------------------------------------------------------------------------------
def make_course(
    game: str, chapters: Iterable[Chapter], found: Sequence[Candidate], how: str, nodes: int
) -> CourseData:
    """Return a course: for each chapter the clearest positions that show it, each of another game.

    No position is shown twice.
    """
    chosen, used = dict[str, list[CoursePosition]](), set[str]()
    for chapter in sorted(chapters, key=lambda one: (not one.resigns, _supply(game, one, found))):
        pool = [one for one in found if one.position.text not in used]
        if chapter.starts:
            chosen[chapter.name] = _starts(game, chapter, nodes)
            continue
        ask = _resign_positions if chapter.resigns else _positions
        chosen[chapter.name] = ask(game, chapter, pool)
        used |= {position.written for position in chosen[chapter.name]}
    ordered = {chapter.name: chosen[chapter.name] for chapter in chapters}
    return CourseData(how, nodes, ordered)


def _supply(game: str, chapter: Chapter, found: Sequence[Candidate]) -> int:
    """Return how many positions there are for a chapter: those with the fewest choose first."""
    return sum(_fits(game, chapter, one) for one in found)


def _fits(game: str, chapter: Chapter, one: Candidate) -> bool:
    low, high = chapter.plies
    return low <= one.ply <= high and fits(chapter, _as_step(game, one))


def _as_step(game: str, one: Candidate) -> LessonStep:
    return LessonStep(game=game, name="", written=one.position.text, values=one.values)


def _positions(game: str, chapter: Chapter, found: Sequence[Candidate]) -> list[CoursePosition]:
    fitting = (one for one in found if _fits(game, chapter, one))
    clearest = sorted(fitting, key=lambda one: (-one.clarity, one.position.text))
    return [
        CoursePosition(one.position.text, one.values)
        for one in islice(_of_different_games(clearest), chapter.count)
    ]


def _of_different_games(found: Iterable[Candidate]) -> Iterator[Candidate]:
    seen: set[int] = set()
    for one in found:
        if one.game not in seen:
            seen.add(one.game)
            yield one


def _starts(game: str, chapter: Chapter, nodes: int) -> list[CoursePosition]:
    """Return the beginnings of games on random boards."""
    kind = definition(game)
    starts = (Game(kind, kind.random_options(seed)).start() for seed in range(chapter.count))
    return [CoursePosition(start.text, move_values(start, nodes)) for start in starts]


# -- play on or resign? ---------------------------------------------------------------------------
def _resign_positions(
    game: str, chapter: Chapter, found: Sequence[Candidate]
) -> list[CoursePosition]:
    """Positions of rounds in matches: a third each are lost, won, and lost with match point."""
    kinds: list[list[CoursePosition]] = [[], [], []]
    rng = Random(game)
    for one in sorted(found, key=lambda one: one.position.text):
        for kind, made in enumerate(_asked(one, rng)):
            if made and len(kinds[kind]) < chapter.count // 3:
                kinds[kind].append(made)
                break
    mixed = [one for several in kinds for one in several]
    rng.shuffle(mixed)
    return mixed


def _asked(one: Candidate, rng: Random) -> Iterator[CoursePosition | None]:
    definition, position = one.position.game.definition, one.position
    points, target = definition.resignation_points(position, position.turn), definition.target
    best = next(iter(one.values.values()))
    if not points or target is None or not best.exact:
        return
    lost = best.wins == 0
    own, other = rng.randrange(target), rng.randrange(target - points)
    moves = {text: value._replace(points=None) for text, value in one.values.items()}
    resigned = MoveWorth(0, "", True, -points)
    if lost:
        yield _position(one, {RESIGN: resigned, **one.values}, (own, other))
    else:
        yield None
        yield _position(one, {**moves, RESIGN: resigned._replace(points=None)}, (own, other))
    yield None
    if lost:
        yield _position(one, moves, (own, target - rng.randrange(1, points + 1)))


def _position(
    one: Candidate, values: dict[str, MoveWorth], scores: tuple[int, int]
) -> CoursePosition:
    return CoursePosition(one.position.text, values, scores)


def written(course: CourseData) -> bytes:
    """Return the text of the file."""
    return msgspec.json.encode(course).replace(b'{"written"', b'\n{"written"') + b"\n"
