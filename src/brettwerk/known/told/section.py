"""What is told of one fact: a heading, sentences, a picture, the numbers, a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.texts import reason, say, sentences

if TYPE_CHECKING:
    from brettwerk.known.facts import Estimate
    from brettwerk.texts import Language


class Table(NamedTuple):
    """The numbers of a picture; the first column names its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(NamedTuple):
    """A fact, or what stands above several: `depth` is 2 for those, 3 for facts.

    `picture` is an SVG; `links` are words with where they lead.
    """

    id: str
    title: str
    sentences: tuple[str, ...] = ()
    picture: str = ""
    table: Table | None = None
    command: str = ""
    depth: int = 3
    kind: str = "chart"
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Teller:
    """Speaks a language: its sentences, its way to write numbers."""

    language: Language

    def __call__(self, key: str, /, **details: object) -> str:
        return say(key, self.language, **details)

    def whole(self, value: int) -> str:
        """24,576, or 24.576 in German."""
        text = f"{value:,}"
        return text.replace(",", ".") if self.language == "de" else text

    def decimal(self, value: float, digits: int = 1) -> str:
        """12.3, or 12,3 in German."""
        text = f"{value:,.{digits}f}"
        if self.language == "de":
            text = text.translate({ord(","): ".", ord("."): ","})
        return text.replace("-", "−")

    def percent(self, value: float, digits: int = 1) -> str:
        """A part of one as so many of a hundred."""
        return f"{self.decimal(100 * value, digits)}\N{NO-BREAK SPACE}%"

    def span(self, found: Estimate) -> dict[str, str]:
        """A share with its interval, for a sentence."""
        return {
            "share": self.percent(found.value),
            "low": self.percent(found.low),
            "high": self.percent(found.high),
        }

    def between(self, found: Estimate, digits: int = 1) -> str:
        """An interval as it stands in a table."""
        return f"{self.decimal(found.low, digits)} – {self.decimal(found.high, digits)}"

    def seat(self, seat: str) -> str:
        """A colour, or `Player 1`."""
        return self(f"seat-{seat}")

    def game(self, name: str) -> str:
        """The title of a game."""
        return self(f"game-{name}")

    def reason(self, game: str, code: str) -> str:
        """Why a game ended."""
        own = f"known-end-{code}"
        return self(own) if own in sentences(self.language) else reason(game, code, self.language)
