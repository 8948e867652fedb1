"""Messages about a game, in and out, typed and versioned; docs/server.md describes them to people.

The page's scripts know them by web/types/messages.d.ts, which `server.typescript` writes from here.
Keys on the wire are older than the names in the code, where the two differ.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from brettwerk.core.effects import Line
from brettwerk.server.http.messages import VERSION, Echo, Hello, Ping, Pong, Refusal
from brettwerk.server.storage.model import Event, GameConfig, Seat

LONGEST_COMMAND_ID = 40

Tray = tuple[str, str, str, int]
# fmt: off
CommandKind = Literal[
    "play", "next", "resign", "forfeit", "draw", "continue", "decline", "takeback", "again",
    "pause", "resume", "name",
]
Phrase = Literal[
    "hello", "good-luck", "nice-move", "oops", "one-moment", "thanks", "well-played", "again",
]
# fmt: on


# -- from the client ------------------------------------------------------------------------------
class Command(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Do something in the game.

    The client chooses `id`; a command with the same id is executed once, however often it comes.
    `version` is the state that the client saw, and is needed where another position would give the
    command another meaning. `person` says for whom, where one plays several; `text` is a move or a
    name.
    """

    id: str
    do: CommandKind
    version: int | None = field(default=None, name="moment")
    person: int | None = None
    text: str = ""


class Explain(Struct, tag_field="t", tag="explain", forbid_unknown_fields=True):
    """Ask for notes about the cells after these steps of a move, or why they are no legal move."""

    gesture: str = field(default="", name="way")
    why: bool = False


class HintRequest(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True):
    """Ask for a good move."""


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """Say one of the phrases to the others; `person` says who, where one plays several."""

    phrase: Phrase
    person: int | None = None


GameMessage = Hello | Command | Explain | HintRequest | Say | Ping | Echo


# -- parts of answers -----------------------------------------------------------------------------
class EffectsMessage(Struct, frozen=True, omit_defaults=True):
    """What a move does to the board: pieces that come, move and go."""

    placed: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    taken: tuple[str, ...] = ()


class Frame(EffectsMessage, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """A move as it is shown: `left` on the clock after it, `lot` if it was drawn at random.

    `lines` are to be drawn: each has a kind, and the cells that it joins.
    """

    text: str
    lines: tuple[Line, ...] = ()
    by: int
    trays: tuple[Tray, ...] = field(name="shelves")
    left: float | None = None
    drawn: bool = field(default=False, name="lot")


class Layout(Struct, frozen=True):
    """The board before the first move."""

    pieces: dict[str, str]
    trays: tuple[Tray, ...] = field(name="shelves")


class OutcomeMessage(Struct, frozen=True, omit_defaults=True):
    """How a game or a round ended; the sentence says it in the reader's language."""

    winners: tuple[int, ...]
    points: tuple[int, ...] | None
    reason: str
    sentence: str = ""


class Choices(Struct, frozen=True, kw_only=True):
    """The legal moves, each a text and its gestures, and what boards show of them."""

    moves: list[list[str]]
    reach: dict[str, tuple[str, ...]]
    lit: tuple[str, ...]


class PersonMessage(Struct, frozen=True):
    """A player: a person or a computer."""

    name: str
    kind: str
    level: int
    seat: int
    joined: bool
    online: bool
    still_in: bool = field(name="in")
    style: str = ""


class OfferMessage(Struct, frozen=True):
    """What is on offer, and who wants it."""

    kind: Literal["draw", "takeback", "continuation"]
    wanted_by: tuple[int, ...]
    plies: int | UnsetType = UNSET


class ClockMessage(Struct, frozen=True):
    """The seconds left of each person, and whose time runs."""

    left: list[float]
    running: int | None
    paused: bool
    control: str


class LastEvent(Struct, frozen=True):
    """What happened last, and who did it."""

    kind: str
    person: int | None


# -- to the client --------------------------------------------------------------------------------
class StateMessage(Choices, frozen=True, kw_only=True, tag_field="t", tag="table"):
    """All that is to be seen of a game; of its moves those from number `first` on."""

    v: int = VERSION
    id: str
    version: int = field(name="moment")
    game: str
    board: str
    seats: tuple[str, ...]
    people: list[PersonMessage]
    round: int
    target: int | None
    scores: tuple[int, ...] | None
    rounds: list[OutcomeMessage]
    start: Layout
    first: int = field(name="from")
    frames: tuple[Frame, ...]
    departures: list[tuple[int, int, str]]
    clock: ClockMessage | None
    following: str
    again: list[int]
    takebacks: bool
    last: LastEvent
    turn: int | None
    round_over: bool
    outcome: OutcomeMessage | None
    can_continue: bool
    offer: OfferMessage | None
    # what the opponent would score if a person resigned now, where that is allowed and rounds count
    resigning: tuple[int | None, ...] | None


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The people for whom this connection plays."""

    people: tuple[int, ...]
    v: int = VERSION


class Online(Struct, frozen=True, tag_field="t", tag="online"):
    """The people who are connected."""

    people: list[int]


class Executed(Struct, frozen=True, tag_field="t", tag="done"):
    """A command was executed."""

    id: str
    version: int = field(name="moment")


class Why(Struct, frozen=True, tag_field="t", tag="why"):
    """Why these steps are no legal move."""

    gesture: str = field(name="way")
    version: int = field(name="moment")
    why: str


class Notes(Struct, frozen=True, tag_field="t", tag="notes"):
    """Notes about cells and lines that concern them, and what a whole move would do."""

    gesture: str = field(name="way")
    version: int = field(name="moment")
    notes: dict[str, str]
    does: EffectsMessage | UnsetType = UNSET
    lines: dict[str, tuple[Line, ...]] | UnsetType = UNSET


class Hint(Struct, frozen=True, tag_field="t", tag="hint"):
    """A good move."""

    move: str
    version: int = field(name="moment")


class Hinted(Struct, frozen=True, tag_field="t", tag="hinted"):
    """Somebody asked for a hint, which the others may know."""

    person: int


class Said(Struct, frozen=True, tag_field="t", tag="said"):
    """Somebody said a phrase, which is shown in the reader's language and stored nowhere."""

    person: int
    phrase: Phrase


Small = Welcome | Online | Executed | Refusal | Why | Notes | Hint | Hinted | Said | Pong
GameAnswer = StateMessage | Small


# -- over HTTP ------------------------------------------------------------------------------------
class GameRequest(Struct, forbid_unknown_fields=True):
    """A request for a new game; the defaults are what most people want."""

    game: str
    options: dict[str, Any] = {}
    seats: list[Seat] = []
    clock: str = "none"
    target: int | None = None
    tableau: Literal["keep", "new"] = "keep"
    begins: int | Literal["lot"] = "lot"
    takebacks: bool = True
    fair: bool = False


class HandedGame(Struct, forbid_unknown_fields=True):
    """A game that was played on a device until now: its configuration and its events."""

    config: GameConfig
    events: list[Event]


class RoundMessage(Struct, frozen=True):
    """A finished round: the board, where everyone sat, and the moves."""

    round: int
    board: str
    sat: tuple[int, ...]
    start: Layout
    frames: tuple[Frame, ...]


class SeatKey(Struct, frozen=True):
    """The secret of a seat, given once."""

    person: int
    kind: str
    key: str


class CreatedGame(Struct, frozen=True):
    """A new game with the secrets of its seats, and that of its owner, who can replace them."""

    id: str
    address: str
    seats: list[SeatKey]
    owner: str


class CodeRequest(Struct, forbid_unknown_fields=True):
    """A request for the QR code of a link, in a body: a link with a key belongs in no log."""

    link: Annotated[str, Meta(min_length=1, max_length=300)]


class LinkRequest(Struct, forbid_unknown_fields=True):
    """A request for another key of a seat; the one before opens nothing any more."""

    person: int


class OptionMessage(Struct, frozen=True):
    """An option of a game, and how people set it."""

    name: str
    default: Any
    control: str
    choices: tuple[str, ...]


class GameFacts(Struct, frozen=True):
    """A game with its options; pages also get whether it has rounds, and what choosers need."""

    game: str
    seats: tuple[str, ...]
    options: list[OptionMessage]
    target: int | None
    rounds: bool | UnsetType = UNSET
    choosers: dict[str, Any] | UnsetType = UNSET
