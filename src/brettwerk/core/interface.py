"""How players see the positions of a game and enter its moves."""

from __future__ import annotations

from collections.abc import Sequence

from brettwerk.core.effects import Effects, Line
from brettwerk.core.gestures import (
    GestureStep,
    Note,
    gesture_of,
    gesture_text,
    parse_gesture,
    text_steps,
)
from brettwerk.core.spec import GameSpec, P, S
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import SOURCE, Translator, truncate
from brettwerk.kernels import play_primitives
from brettwerk.notation.board_view import BoardView, OffBoardCell, Tray
from brettwerk.notation.typed_text import normalize_move


class PlayerInterface(GameSpec[P, S]):
    """Pictures of positions, and moves as text, as effects and as gestures on a board."""

    # -- pictures ---------------------------------------------------------------------------
    def board_view(self, position: P) -> BoardView:
        """Return the contents of a picture of the position."""
        state, board = self.state_of(position), self.board(position.game.options)
        if not self.kernels.play:
            return BoardView(board, self.pieces(state), specs=self.piece_specs)
        shown = self.presentation
        found = shown.pieces_by_cell(state)
        return BoardView(
            board,
            {cell: piece for cell, piece in found.items() if cell < len(board)},
            specs=self.piece_specs,
            off_board=tuple(
                OffBoardCell(name, place, found.get(cell))
                for cell, (name, place) in enumerate(self.off_board.items(), start=len(board))
            ),
            trays=self.trays(position),
            last=self.last_cells(position),
        )

    def trays(self, position: P) -> tuple[Tray, ...]:
        """Return the trays beside the board."""
        if not self.kernels.play:
            return ()
        return self.presentation.trays(self.state_of(position), position.game.context)

    def last_cells(self, position: P) -> tuple[str, ...]:
        """Return the cells that the last move touched, as far as the position knows."""
        return self.presentation.last(self.state_of(position)) if self.kernels.play else ()

    # -- moves ------------------------------------------------------------------------------
    def format_move(self, move: int) -> str:
        """Return the text of a move."""
        return self.presentation.move_text(move)

    def parse_move(self, text: str, position: P) -> int:
        """Parse the text of a move, legal or not.

        Raise InvalidMove if it is malformed, IllegalMove if no move has these cells. A game that
        does not say how its moves are read accepts the texts of the legal ones, and what its kernel
        `read` makes of cells and signs.
        """
        for code in position.legal_codes:
            if normalize_move(self.format_move(code)) == normalize_move(text):
                return code
        steps = text_steps(text, self.presentation.cells) if self.kernels.play else []
        found = self.read_steps(position, steps) if steps else None
        if found is None:
            own = f"{self.name}-not-a-move"
            key = own if Translator(SOURCE).has(own) else "not-a-move"
            raise InvalidMove(key, move=truncate(text))
        return found

    def explain_illegal(self, position: P, move: int) -> IllegalMove:
        """Return the reason why a move is illegal here."""
        if self.kernels.play:
            state, ctx = self.state_of(position), position.game.context
            if why := self.presentation.why_illegal(state, ctx, move):
                return IllegalMove(why.key, **why.details)
        return IllegalMove("not-legal", move=self.format_move(move))

    def effects(self, position: P, move: int) -> Effects:
        """Return what a legal move does to the board."""
        return self.presentation.effects(self.state_of(position), position.game.context, move)

    def lines(self, position: P, move: int) -> tuple[Line, ...]:
        """Return the lines by which a board shows what a legal move achieves.

        Their kinds are named in the game's texts; `won` is shown as what decided the game.
        """
        if not self.kernels.play:
            return ()
        return self.presentation.lines(self.state_of(position), position.game.context, move)

    def move_tags(self, position: P, move: int) -> frozenset[str]:
        """Return the tags of a legal move, for lessons: `place`, `move`, `take`, `pass`."""
        effects = self.effects(position, move)
        words = {"place": effects.placed, "move": effects.moved, "take": effects.taken}
        return frozenset(word for word, cells in words.items() if cells) or frozenset({"pass"})

    # -- input on a board ---------------------------------------------------------------------
    def gestures(self, position: P, move: int) -> tuple[str, ...]:
        """Return the gestures that make a legal move; see `brettwerk.core.gestures`."""
        return self.all_gestures(position, (move,))[0]

    def all_gestures(self, position: P, moves: Sequence[int]) -> list[tuple[str, ...]]:
        """Return the gestures of each of these legal moves."""
        if not self.kernels.play:
            return [(gesture_of(self.effects(position, move)),) for move in moves]
        return self.presentation.gestures(self.state_of(position), position.game.context, moves)

    def parse_gesture(self, gesture: str, position: P) -> int:
        """Return the move that a gesture means, legal or not, as `parse_move` does."""
        found = self.read_steps(position, parse_gesture(gesture)) if self.kernels.play else None
        return self.parse_move(gesture_text(gesture), position) if found is None else found

    def read_steps(self, position: P, steps: Sequence[GestureStep]) -> int | None:
        """Return the move that steps mean, legal or not; IllegalMove if none has these cells."""
        state, ctx = self.state_of(position), position.game.context
        found = self.presentation.read(state, ctx, steps)
        if isinstance(found, Note):
            raise IllegalMove(found.key, **found.details)
        return found

    def sees_flipped(self, player: int) -> bool:
        """Return whether a player sits on the far side of the board."""
        return False

    def reach(self, position: P) -> dict[str, tuple[str, ...]]:
        """Return the cells in reach of each piece, for games in which fields decide that."""
        if not self.has_reach:
            return {}
        board, context = self.board(position.game.options), position.game.context
        found = self.presentation.reach(self.state_of(position), context, len(board))
        return {board.names[cell]: board.names_of(to) for cell, to in found.items()}

    @property
    def has_reach(self) -> bool:
        """Whether fields decide what is in reach of a piece."""
        play = self.kernels.play
        return play is not None and play.reach is not play_primitives.reach

    def notes(self, position: P, gesture: str) -> dict[str, Note]:
        """Return messages about cells, after the first steps of a gesture."""
        if position.outcome or not self.kernels.play:
            return {}
        state, ctx = self.state_of(position), position.game.context
        return self.presentation.notes(state, ctx, parse_gesture(gesture))

    def cell_lines(self, position: P, gesture: str) -> dict[str, tuple[Line, ...]]:
        """Return lines that concern cells, after the first steps of a gesture."""
        if position.outcome or not self.kernels.play:
            return {}
        state, ctx = self.state_of(position), position.game.context
        return self.presentation.cell_lines(state, ctx, parse_gesture(gesture))
