"""The table: a match, those who play it, and what they see and hear of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from brettwerk.cli.moves import touched
from brettwerk.cli.table.players import HUMAN, kind_in_words
from brettwerk.cli.tell import joined
from brettwerk.games.face import Effects

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from brettwerk.cli.screen import Screen
    from brettwerk.games.core import Move, Position
    from brettwerk.match import Match
    from brettwerk.records.sittings import Sitting

MOST_TOLD = 8


@dataclass
class Table:
    """All that changes while people play; `file` is where the match is saved, if anywhere yet."""

    sitting: Sitting
    screen: Screen
    rng: Random
    file: Path | None = None
    flipped: bool = False
    offered: int = -1  # the ply at which a draw was last offered

    # -- the match --------------------------------------------------------------------------------
    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.sitting.match

    def go_on(self, match: Match) -> None:
        """The match goes on like this; who is out by it is told."""
        for person in self.match.still_in:
            if person not in match.still_in and not match.round_over:
                self.screen.tell("cli-out", who=self.who(person))
        self.sitting.match = match

    @property
    def position(self) -> Position:
        """The position of this round."""
        return self.match.position

    def is_human(self, person: int) -> bool:
        """Whether this is one of the people at the keyboard."""
        return self.sitting.kinds[person] == HUMAN

    @property
    def people(self) -> tuple[int, ...]:
        """Those at the keyboard."""
        return tuple(p for p in range(self.match.players) if self.is_human(p))

    def now(self) -> float | None:
        """The time, where a clock runs."""
        return monotonic() if self.match.clock else None

    def play(self, person: int, move: str | Move) -> None:
        """A move."""
        match = self.match
        self.go_on(match.play(person, move, self.now()))
        if self.match.clock:
            ply = match.round, len(match.moves)
            self.sitting.clocks[ply] = self.match.clock.left[person]

    # -- names ------------------------------------------------------------------------------------
    def colour(self, person: int) -> str:
        """The colour that someone has in this round."""
        return self.screen.voice.seat(self.match.game.seats[self.match.seats[person]])

    def letter(self, person: int) -> str:
        """The letter of someone's pieces."""
        return self.screen.voice.letter(self.match.game.seats[self.match.seats[person]])

    def name(self, person: int) -> str:
        """Someone's name; for one without, what they are: you, or a program."""
        if self.match.names[person]:
            return self.match.names[person]
        voice, kind = self.screen.voice, self.sitting.kinds[person]
        if kind != HUMAN:
            return kind_in_words(kind, voice)
        return voice("cli-you") if len(self.people) == 1 else ""

    def who(self, person: int) -> str:
        """Colour and name."""
        name = self.name(person)
        return f"{self.colour(person)} ({name})" if name else self.colour(person)

    def called(self, person: int) -> str:
        """The colour, with the name that someone gave."""
        return self.who(person) if self.match.names[person] else self.colour(person)

    def by_seat(self) -> list[str]:
        """Everyone in the order in which they begin this round."""
        seats = range(self.match.players)
        return [self.who(self.match.person_at(seat)) for seat in seats]

    # -- seeing -----------------------------------------------------------------------------------
    def show(self, person: int | None) -> None:
        """The board, and what has happened since this person's last turn.

        Marked are the moves of the others, one each, or the last one if there are none.
        """
        recent = [] if person is None else self._made(self._since(person))
        marked = recent[1 - self.match.players :] or self._made(len(self.match.past) - 1)
        cells = tuple(cell for before, move in marked for cell in touched(before, move))
        scene = self.position.scene
        self.screen.write()
        self.screen.show(replace(scene, last=cells or scene.last), flipped=self.flipped)
        self.screen.write()
        for before, move in recent:
            self.tell_move(before, move)

    def _since(self, person: int) -> int:
        """The first of the moves since someone's last turn, but of no more than a few."""
        past = self.match.past
        first = len(past)
        while first and len(past) - first < MOST_TOLD and self._mover(past[first - 1]) != person:
            first -= 1
        return first

    def _made(self, first: int) -> list[tuple[Position, Move]]:
        """The moves from there on that can be gone back to, each with the position before it."""
        past, moves = self.match.past, self.match.moves
        begin = max(first, 0)
        texts = moves[len(moves) - len(past) + begin :]
        return [(at, at.parse(text)) for at, text in zip(past[begin:], texts, strict=True)]

    def _mover(self, position: Position) -> int:
        return self.match.person_at(position.turn)

    def tell_move(self, before: Position, move: Move) -> None:
        """Who played what."""
        voice, effects = self.screen.voice, before.effects(move)
        key = "cli-passed" if effects == Effects() else "cli-played"
        told = voice(key, who=self.who(self._mover(before)), move=move.text)
        if effects.taken:
            cells = joined(voice, effects.taken)
            told += " " + voice.of("cli-taken", before.game.name, cells=cells)
        self.screen.write(told)
