"""Messages of boards to study on, in and out: positions, analyses and reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from brettwerk.core.effects import Line
from brettwerk.server.http.messages import VERSION, Echo, Hello, Ping, Pong, Refusal
from brettwerk.server.play.messages import Choices, EffectsMessage, Frame, Layout, OutcomeMessage

# A number that JavaScript and jobs can hold.
RequestNumber = Annotated[int, Meta(ge=0, lt=2**53)]


# -- over HTTP: from the client -------------------------------------------------------------------
class StudyRequest(Struct, forbid_unknown_fields=True):
    """A position: a game with its options or the text of a position, then moves."""

    game: str | None = None
    options: dict[str, Any] | None = None
    position: str | None = None
    moves: list[str] = []


class PositionRequest(StudyRequest):
    """A position; the answer tells its moves from number `first` on."""

    first: int = field(default=0, name="from")


class ExplainRequest(StudyRequest):
    """A position, and the steps of a move that are asked about."""

    gesture: str = field(default="", name="way")
    why: bool = False


class PastedText(Struct, forbid_unknown_fields=True):
    """The text of a position or of a record."""

    text: str


class SetupRequest(Struct, forbid_unknown_fields=True):
    """A position set up by hand: pieces by the names of cells, and the seat to move."""

    game: str
    options: dict[str, Any] = {}
    pieces: dict[str, str] = {}
    turn: int = 0
    details: dict[str, str] = {}


class ComputerMoveRequest(Struct, forbid_unknown_fields=True):
    """A position in which a computer of some level and style is to move."""

    position: str
    level: int
    style: str = ""


class RecordRequest(Struct, forbid_unknown_fields=True):
    """An analysis to be written as a record: where it begins, and its moves."""

    begin: str
    moves: list[Any] = []
    ending: str = "pgn"


# -- over HTTP: to the client ---------------------------------------------------------------------
class StudyMessage(Choices, frozen=True, kw_only=True):
    """A position with the moves that led to it, in the form of a game's state.

    `words` is the state in which they begin as the kernels have it, in hexadecimal digits.
    """

    game: str
    options: dict[str, Any]
    board: str
    seats: tuple[str, ...]
    begin: str
    words: tuple[str, ...]
    first_turn: int = field(name="first")
    start: Layout
    first: int = field(name="from")
    frames: tuple[Frame, ...]
    turn: int | None
    still_in: tuple[int, ...] = field(name="in")
    notes: dict[str, str]
    does: EffectsMessage | UnsetType = UNSET
    lines: dict[str, tuple[Line, ...]] | UnsetType = UNSET
    details: dict[str, str]
    outcome: OutcomeMessage | None
    position: str
    flipped: bool | UnsetType = UNSET


class Explanation(Struct, frozen=True):
    """Notes about cells after these steps and what a whole move does, or why it is none."""

    gesture: str = field(name="way")
    notes: dict[str, str] | UnsetType = UNSET
    does: EffectsMessage | UnsetType = UNSET
    lines: dict[str, tuple[Line, ...]] | UnsetType = UNSET
    why: str | UnsetType = UNSET


class PlyMessage(Struct, frozen=True, omit_defaults=True):
    """A move with a comment, its clock, or variations that could have been played instead."""

    move: str
    comment: str = ""
    clock: float | None = None
    variations: tuple[tuple[str | PlyMessage, ...], ...] = ()


class AnalysisTreeMessage(Struct, frozen=True):
    """Moves with variations; `ply` is how many of the main line are shown at first."""

    game: str
    begin: str
    moves: tuple[str | PlyMessage, ...]
    ply: int | None


class PositionMessage(Struct, frozen=True):
    """The text of a position."""

    position: str


class MoveMessage(Struct, frozen=True):
    """The text of a move."""

    move: str


class ReviewFacts(Struct, frozen=True):
    """What the page of a review begins with; `board` has the moves on it after each ply."""

    id: str
    round: int
    game: str
    seats: tuple[str, ...]
    names: list[str]
    plies: list[str]
    board: list[int | None]


# -- over the WebSocket: from the client ----------------------------------------------------------
class AnalyseRequest(StudyRequest, kw_only=True, tag_field="t", tag="think"):
    """Analyse a position; the analysis before it ends.

    The client chooses `id`; `lines` is how many of the best moves, `seconds` how long at most.
    """

    id: RequestNumber
    lines: int = 1
    seconds: float | None = None


class StopRequest(Struct, tag_field="t", tag="stop", forbid_unknown_fields=True):
    """Stop the analysis; what was found is sent once more."""


class ReviewRequest(Struct, tag_field="t", tag="review", forbid_unknown_fields=True):
    """Review a finished round of a game, the last one unless `round` is given."""

    id: RequestNumber
    game: str
    round: int | None = None


StudySocketMessage = Hello | AnalyseRequest | StopRequest | ReviewRequest | Ping | Echo


# -- for devices ----------------------------------------------------------------------------------
class DeviceDialect(Struct, frozen=True):
    """The script that reads and writes what other programs do, and what it must know."""

    script: str
    formats: list[str]
    facts: dict[str, Any]


class DeviceGame(Struct, frozen=True):
    """A game of the engine against itself."""

    options: dict[str, Any]
    result: str
    moves: str


class DeviceCollection(Struct, frozen=True):
    """What a device needs to explore games: symmetries, dialects, and the engine's own games.

    `sets` are the first words of a state, if these are sets of cells and no other word has a cell.
    """

    sets: int
    symmetries: list[tuple[int, ...]]
    dialects: list[DeviceDialect]
    games: list[DeviceGame]


# -- over the WebSocket: to the client ------------------------------------------------------------
class StudyWelcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """How many lines and seconds an analysis may have; no seconds if there are none here."""

    lines: int
    seconds: float
    v: int = VERSION


class Queued(Struct, frozen=True, tag_field="t", tag="queued"):
    """How many analyses come first; 0 while the computer gets ready."""

    id: int
    ahead: int


class LineMessage(Struct, frozen=True):
    """A line that was found: its moves, each seat's share of the win, and words for it."""

    moves: list[str]
    shares: list[float] | None
    words: str
    exact: bool


class AnalysisMessage(Struct, frozen=True, tag_field="t", tag="found"):
    """What was found about a position."""

    id: int
    depth: int
    nodes: int
    seconds: float
    shares: list[float] | None
    words: str
    exact: bool
    lines: list[LineMessage]


EndReason = Literal["stopped", "time", "others", "settled"]


class Ended(Struct, frozen=True, tag_field="t", tag="done"):
    """An analysis has ended."""

    id: int
    why: EndReason


class ReviewedPly(Struct, frozen=True, tag_field="t", tag="look"):
    """What is thought after a ply, and of the move that led there, if it is judged."""

    id: int
    of: int
    ply: int
    shares: list[float]
    words: str
    exact: bool
    move: str | UnsetType = UNSET
    player: int | UnsetType = UNSET
    kind: str | UnsetType | None = UNSET
    better: list[str] | UnsetType = UNSET
    remark: str | UnsetType = UNSET


class Reviewed(Struct, frozen=True, tag_field="t", tag="reviewed"):
    """A whole round was reviewed: the ply that decided it, and the plies to learn from."""

    id: int
    summary: list[str]
    turning: int | None
    moments: list[int]


ReviewMessage = ReviewedPly | Reviewed
StudySocketAnswer = StudyWelcome | Queued | AnalysisMessage | Ended | ReviewMessage | Refusal | Pong
