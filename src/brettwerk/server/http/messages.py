"""Messages that every socket and every address knows: greetings, signs of life, refusals."""

from msgspec import UNSET, Struct, UnsetType

VERSION = 1


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message: the version spoken, and the secrets of the seats one plays."""

    v: int
    keys: list[str] = []
    lang: str = "en"


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Ask whether the other side is there."""


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The other side is there; `n` is a number to send back at once."""

    n: int | UnsetType = UNSET


class Echo(Struct, tag_field="t", tag="echo", forbid_unknown_fields=True):
    """The number of a `pong`, by which the server measures how long messages take."""

    n: int


class Refusal(Struct, frozen=True, tag_field="t", tag="no"):
    """A message was refused: `id` is that of a command, `about` that of an analysis."""

    id: str | None
    error: str
    key: str
    message: str
    about: int | UnsetType = UNSET
    at: int | UnsetType = UNSET


class ErrorMessage(Struct, frozen=True):
    """Why a request was refused; `at` is the number of the move that cannot be played.

    `request` is the id under which the log has this request.
    """

    error: str
    key: str
    message: str
    at: int | UnsetType = UNSET
    request: str = ""
