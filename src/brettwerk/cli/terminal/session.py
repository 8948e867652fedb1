"""A session: a match, its players, and what they see."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic

from brettwerk.cli.screen import Screen, letter
from brettwerk.cli.terminal.players import HUMAN, player_text
from brettwerk.core.effects import Effects
from brettwerk.core.game import Move, Position
from brettwerk.match import Match
from brettwerk.records.saved_match import SavedMatch

MAX_RECENT = 8


@dataclass
class TerminalSession:
    """The state of a session; `file` is where the match is saved, if anywhere yet."""

    saved_match: SavedMatch
    screen: Screen
    rng: Random
    file: Path | None = None
    flipped: bool = False
    offered: int = -1  # the ply at which a draw was last offered

    # -- the match --------------------------------------------------------------------------------
    @property
    def match(self) -> Match:
        """Return the match."""
        return self.saved_match.match

    def update_match(self, match: Match) -> None:
        """Replace the match; print who has been eliminated."""
        for person in self.match.still_in:
            if person not in match.still_in and not match.round_over:
                self.screen.print_message("cli-out", who=self.label(person))
        self.saved_match.match = match

    @property
    def position(self) -> Position:
        """Return the current position."""
        return self.match.position

    def is_human(self, person: int) -> bool:
        """Return whether a person plays at the keyboard."""
        return self.saved_match.kinds[person] == HUMAN

    @property
    def people(self) -> tuple[int, ...]:
        """Return the people at the keyboard."""
        return tuple(p for p in range(self.match.players) if self.is_human(p))

    def now(self) -> float | None:
        """Return the current time if there is a clock."""
        return monotonic() if self.match.clock else None

    def play(self, person: int, move: str | Move) -> None:
        """Play a move."""
        match = self.match
        self.update_match(match.play(person, move, self.now()))
        if self.match.clock:
            ply = match.round, len(match.moves)
            self.saved_match.clocks[ply] = self.match.clock.left[person]

    # -- names ------------------------------------------------------------------------------------
    def colour(self, person: int) -> str:
        """Return the colour of a person in this round."""
        return self.screen.t.seat(self.match.game.seats[self.match.seats[person]])

    def letter(self, person: int) -> str:
        """Return the letter of a person's pieces."""
        return letter(self.screen.t, self.match.game.seats[self.match.seats[person]])

    def name(self, person: int) -> str:
        """Return the name of a person; if empty, "you" or the kind of program."""
        if self.match.names[person]:
            return self.match.names[person]
        t, kind = self.screen.t, self.saved_match.kinds[person]
        if kind != HUMAN:
            return player_text(kind, t)
        return t("cli-you") if len(self.people) == 1 else ""

    def label(self, person: int) -> str:
        """Return the colour and name of a person."""
        name = self.name(person)
        return f"{self.colour(person)} ({name})" if name else self.colour(person)

    def prompt_label(self, person: int) -> str:
        """Return the colour of a person, with the name if one was given."""
        return self.label(person) if self.match.names[person] else self.colour(person)

    # -- output -----------------------------------------------------------------------------------
    def show(self, person: int | None) -> None:
        """Print the board, and the moves since this person's last turn.

        The last move of each opponent is marked, or the last move if there are none.
        """
        recent = [] if person is None else self._made(self._since(person))
        marked = recent[1 - self.match.players :] or self._made(len(self.match.previous) - 1)
        cells = tuple(cell for before, move in marked for cell in before.effects(move).cells)
        board_view = self.position.board_view
        self.screen.write()
        self.screen.show(replace(board_view, last=cells or board_view.last), flipped=self.flipped)
        self.screen.write()
        for before, move in recent:
            self.print_move(before, move)

    def _since(self, person: int) -> int:
        """Return the index of the first move since a person's last turn, among the last few."""
        previous = self.match.previous
        first = len(previous)
        while (
            first
            and len(previous) - first < MAX_RECENT
            and self._mover(previous[first - 1]) != person
        ):
            first -= 1
        return first

    def _made(self, first: int) -> list[tuple[Position, Move]]:
        """Return the moves from an index on, each with the position before it."""
        previous, moves = self.match.previous, self.match.moves
        begin = max(first, 0)
        texts = moves[len(moves) - len(previous) + begin :]
        return [(at, at.move(text)) for at, text in zip(previous[begin:], texts, strict=True)]

    def _mover(self, position: Position) -> int:
        return self.match.person_at(position.turn)

    def print_move(self, before: Position, move: Move) -> None:
        """Print a move and who played it."""
        t, effects = self.screen.t, before.effects(move)
        key = "cli-passed" if effects == Effects() else "cli-played"
        text = t(key, who=self.label(self._mover(before)), move=move.text)
        if effects.taken:
            cells = t.join(effects.taken)
            text += " " + t.of(before.game.name, "cli-taken", cells=cells)
        self.screen.write(text)
