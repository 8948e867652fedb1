"""What clients may say over a WebSocket, typed and versioned; docs/server.md tells it to people."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

VERSION = 1
LONGEST_ACT = 40

Doing = Literal[
    "play",
    "next",
    "resign",
    "forfeit",
    "draw",
    "continue",
    "decline",
    "takeback",
    "again",
    "pause",
    "resume",
    "name",
]


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message: which version is spoken, and the secrets of the seats one plays."""

    v: int
    keys: list[str] = []
    lang: str = "en"


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Doing something in the game.

    `id` is chosen by the client: however often an act with this id comes, it happens once.
    `moment` is that of the table one saw, and is needed where a changed position would make it
    another act. `person` says for whom, where one plays several; `text` is a move or a name.
    """

    id: str
    do: Doing
    moment: int | None = None
    person: int | None = None
    text: str = ""


class Explain(Struct, tag_field="t", tag="explain", forbid_unknown_fields=True):
    """What is worth knowing about the cells, once these steps of a move have been made.

    With `why` the steps are a move that cannot be made, and the answer says why.
    """

    way: str = ""
    why: bool = False


class Hint(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True):
    """Which move would be good."""


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Whether the other side is there."""


Message = Hello | Act | Explain | Hint | Ping


# -- analysis -------------------------------------------------------------------------------------
class Think(Struct, tag_field="t", tag="think", forbid_unknown_fields=True):
    """Think about a position, given as in `POST /api/study`; what was thought about before ends.

    `id` is chosen by the client and stands in all that is told about it; `lines` is how many of
    the best moves, `seconds` how long at most.
    """

    id: int
    game: str | None = None
    options: dict[str, Any] | None = None
    position: str | None = None
    moves: list[str] = []
    lines: int = 1
    seconds: float | None = None


class Halt(Struct, tag_field="t", tag="stop", forbid_unknown_fields=True):
    """Think no longer; what was found is told once more."""


class Read(Struct, tag_field="t", tag="review", forbid_unknown_fields=True):
    """Look at a round of a game that is over, move by move; the last one unless said otherwise."""

    id: int
    game: str
    round: int | None = None


Studying = Hello | Think | Halt | Read | Ping
