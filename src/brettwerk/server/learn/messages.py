"""Messages of the pages to learn from, in and out: lessons and puzzles."""

from typing import Any

from msgspec import Struct


# -- lessons --------------------------------------------------------------------------------------
class LessonAttempt(Struct, forbid_unknown_fields=True):
    """The moves made in a step, with the opponents' answers; `hint` asks for a right move."""

    moves: list[str] = []
    hint: bool = False


class LessonVerdict(Struct, frozen=True):
    """Whether the last move was right, what to say about it, and how others answer or refute it."""

    right: bool
    done: bool
    say: str
    answers: tuple[str, ...]
    refuted: str


class DeviceStep(Struct, frozen=True):
    """A step for a device to judge: verdicts on all ways to play, and right moves by the way there.

    A way is the texts of its moves with spaces between them.
    """

    verdicts: dict[str, LessonVerdict]
    hints: dict[str, str]


# -- puzzles --------------------------------------------------------------------------------------
class PuzzleAttempt(Struct, forbid_unknown_fields=True):
    """The moves made in a puzzle, with the opponents' answers; the last one is to be judged."""

    moves: list[str]


class PuzzleTask(Struct, frozen=True):
    """A puzzle before it is tried."""

    id: str
    grade: int
    task: str
    position: str
    flipped: bool
    analysis: str


class PuzzleHint(Struct, frozen=True):
    """Where to look, and what for."""

    cells: tuple[str, ...]
    sentence: str


class PuzzleSolution(Struct, frozen=True):
    """The moves that solve a puzzle."""

    moves: tuple[str, ...]


class PuzzleVerdict(Struct, frozen=True):
    """The verdict on a move: not `known` is what would take too long to prove."""

    right: bool
    done: bool
    moves: tuple[str, ...]
    known: bool
    sentence: str


class DevicePuzzle(Struct, frozen=True):
    """A puzzle with all that is needed to judge it; `kind`, `plies` and `amount` are its goal.

    `words` is the state as the kernels have it, in hexadecimal digits.
    """

    task: PuzzleTask
    words: tuple[str, ...]
    options: dict[str, Any]
    hint: PuzzleHint
    solution: tuple[str, ...]
    kind: str
    plies: int
    amount: int


class PuzzleFacts(Struct, frozen=True):
    """What the page of a puzzle begins with: all puzzles of the game, with grades and themes.

    `themes` has what the themes are called, those that most puzzles have first.
    """

    game: str
    day: str
    daily: str
    all: list[tuple[str, int, tuple[str, ...]]]
    themes: dict[str, str]
    puzzle: PuzzleTask


class PuzzlesFacts(Struct, frozen=True):
    """What the overview begins with: the puzzle of the day of each game."""

    day: str
    daily: dict[str, str]


# -- progress -------------------------------------------------------------------------------------
class ProgressFacts(Struct, frozen=True):
    """How much there is of a game: steps of its first lesson, and puzzles."""

    game: str
    steps: int
    puzzles: int
