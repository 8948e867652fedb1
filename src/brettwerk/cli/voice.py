"""Speaking to people: sentences in their language, names of games, colours and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from brettwerk.texts import reason, say, sentences

if TYPE_CHECKING:
    from brettwerk.texts import Language


@dataclass(frozen=True)
class Voice:
    """All sentences in one language; calling it says one."""

    language: Language

    def __call__(self, key: str, /, **details: object) -> str:
        return say(key, self.language, **details)

    def of(self, key: str, particular: str, /, **details: object) -> str:
        """The sentence for a particular thing (`key-particular`), or the general one (`key`)."""
        special = f"{key}-{particular}"
        return self(special if special in sentences(self.language) else key, **details)

    def word(self, key: str, otherwise: str) -> str:
        """A word by its key, or another where there is none."""
        return sentences(self.language).get(key, otherwise)

    def title(self, game: str) -> str:
        """The title of a game."""
        return self(f"game-{game}")

    def about(self, game: str) -> str:
        """A game in one sentence."""
        return self(f"game-{game}-about")

    def seat(self, seat: str) -> str:
        """A colour, or `player 1`."""
        return self(f"seat-{seat}")

    def letter(self, seat: str) -> str:
        """The letter of a colour in diagrams."""
        return self(f"cli-letter-{seat}")

    def reason(self, game: str, code: str) -> str:
        """Why a game ended."""
        return reason(game, code, self.language)
