"""The results of the kernels in `play.py` as Python values: texts, effects, gestures, pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, ParamSpec, cast

from brettwerk.core.effects import Effects, Line
from brettwerk.core.gestures import GestureStep, Note
from brettwerk.kernels import play
from brettwerk.kernels.choice import PLAIN, backend_for
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.play_primitives import (
    CHAR,
    GAP,
    LONG,
    MOVED,
    PLACED,
    ROW,
    TAKEN,
    TRAY,
    WORD,
)
from brettwerk.kernels.types import S, T
from brettwerk.notation.board_view import Tray

P = ParamSpec("P")
_KNOWN = 50_000  # moves whose effects are cached
_ROOM = 192  # numbers that a kernel writes about one thing, at most
TRAYS = ("hand", "taken")


class Presentation(Generic[S]):
    """Runs a game's kernels of `play.py`, as plain Python, and gives names to their numbers."""

    def __init__(
        self,
        kernels: GameKernels[S],
        cells: Sequence[str],
        pieces: Sequence[str],
        words: Sequence[str],
        context: int,
        sentences: Sequence[Sequence[str]] = (),
        line_kinds: Sequence[str] = (),
    ) -> None:
        self.kernels, self.cells, self.pieces, self.words = kernels, cells, pieces, words
        self.sentences, self.line_kinds = sentences, line_kinds
        self.numbers = {cell: number for number, cell in enumerate(cells)}
        self._backend, self._context = backend_for(kernels, PLAIN).instance(), context
        self._effects: dict[int, Effects] = {}
        self._gestures: dict[int, tuple[str, ...]] = {}
        self.begin = lru_cache(maxsize=256)(self._begin)

    def _run(self, entry: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
        return self._backend.linked(entry)(*args, **kwargs)

    def _begin(self, options: tuple[int, ...], text: str) -> tuple[list[int], S] | None:
        """Return the ctx and the starting state for these options; None if there is none."""
        ctx, start = [0] * self._context, [0] * len(self.kernels.fields)
        if not self._run(play.start_game, list(options), list(text.encode()), ctx, start):
            return None
        return ctx, self._state(start)

    def _state(self, words: list[int]) -> S:
        return cast("Callable[..., S]", self.kernels.state)(*words)

    def _text(self, tokens: Sequence[int]) -> str:
        """Return the text that these tokens stand for."""
        return "".join(map(self._token, tokens))

    def _token(self, token: int) -> str:
        if token < CHAR:
            return self.cells[token]
        return chr(token - CHAR) if token < WORD else self.words[token - WORD]

    # -- moves ------------------------------------------------------------------------------
    def move_text(self, move: int) -> str:
        """Return the text of a move."""
        out = [0] * _ROOM
        return self._text(out[: self._run(play.move_text, out, move)])

    def effects(self, state: S, ctx: list[int], move: int) -> Effects:
        """Return what a move does to the board."""
        return self._once(self._effects, self._find_effects, state, ctx, move)

    def gestures(self, state: S, ctx: list[int], moves: Iterable[int]) -> list[tuple[str, ...]]:
        """Return the gestures that make each of these moves."""
        known, find, kinds = self._gestures, self._find_gestures, len(self.pieces)
        turn = self.kernels.rules.to_move(state)
        return [
            known.get(move * kinds + turn) or self._once(known, find, state, ctx, move)
            for move in moves
        ]

    def _once(
        self,
        known: dict[int, T],
        find: Callable[[S, list[int], int], T],
        state: S,
        ctx: list[int],
        move: int,
    ) -> T:
        """Return the cached result for a move of this player, or compute it."""
        if self.kernels.play and not self.kernels.play.fixed_effects:
            return find(state, ctx, move)
        key = move * len(self.pieces) + self.kernels.rules.to_move(state)
        found = known.get(key)
        if found is None:
            if len(known) >= _KNOWN:
                known.clear()
            found = known[key] = find(state, ctx, move)
        return found

    def _find_effects(self, state: S, ctx: list[int], move: int) -> Effects:
        out, cells = [0] * _ROOM, self.cells
        count = self._run(play.move_effects, list(state), ctx, out, move)
        rows = [out[at : at + ROW] for at in range(0, ROW * count, ROW)]
        return Effects(
            placed=tuple((cells[c], self.pieces[p]) for kind, c, p in rows if kind == PLACED),
            moved=tuple((cells[a], cells[b]) for kind, a, b in rows if kind == MOVED),
            taken=tuple(cells[cell] for kind, cell, _ in rows if kind == TAKEN),
        )

    def _find_gestures(self, state: S, ctx: list[int], move: int) -> tuple[str, ...]:
        out = [0] * _ROOM
        count = self._run(play.move_gestures, list(state), ctx, out, move)
        return tuple(self._text(out[:count]).split(" "))

    # -- explanations ---------------------------------------------------------------------------
    def read(self, state: S, ctx: list[int], steps: Sequence[GestureStep]) -> int | Note | None:
        """Return the move that steps mean, legal or not, or why there is none, if that is known."""
        out, numbers = [0] * LONG, self._numbers(steps)
        found = self._run(play.read_steps, list(state), ctx, numbers, out, len(steps))
        return found if found >= 0 else self._note(out[: -1 - found])

    def why_illegal(self, state: S, ctx: list[int], move: int) -> Note | None:
        """Return why a move is illegal, if the game says it."""
        out = [0] * LONG
        return self._note(out[: self._run(play.why_illegal, list(state), ctx, out, move)])

    def lines(self, state: S, ctx: list[int], move: int) -> tuple[Line, ...]:
        """Return the lines that show what a legal move achieves."""
        out = [0] * LONG
        count, at, found = self._run(play.move_lines, list(state), ctx, out, move), 0, list[Line]()
        while at < count:
            line, at = self._line(out, at)
            found.append(line)
        return tuple(found)

    def notes(self, state: S, ctx: list[int], steps: Sequence[GestureStep]) -> dict[str, Note]:
        """Return sentences about cells after these steps."""
        out, numbers, at, found = [0] * LONG, self._numbers(steps), 0, dict[str, Note]()
        count = self._run(play.cell_notes, list(state), ctx, numbers, out, len(steps))
        while at < count:
            cell, length = out[at : at + 2]
            if note := self._note(out[at + 2 : at + 2 + length]):
                found[self.cells[cell]] = note
            at += 2 + length
        return found

    def cell_lines(
        self, state: S, ctx: list[int], steps: Sequence[GestureStep]
    ) -> dict[str, tuple[Line, ...]]:
        """Return lines that concern cells after these steps, each line once for a cell."""
        out, numbers, at, found = [0] * LONG, self._numbers(steps), 0, dict[str, dict[Line, None]]()
        count = self._run(play.lines_of_cells, list(state), ctx, numbers, out, len(steps))
        while at < count:
            line, end = self._line(out, at + 1)
            found.setdefault(self.cells[out[at]], {})[line] = None
            at = end
        return {cell: tuple(lines) for cell, lines in found.items()}

    def _numbers(self, steps: Sequence[GestureStep]) -> list[int]:
        """Return steps as numbers; a cell that does not exist is -1."""
        return [part for sign, cell in steps for part in (ord(sign), self.numbers.get(cell, -1))]

    def _line(self, out: Sequence[int], at: int) -> tuple[Line, int]:
        """Return a line, and where it ends."""
        end = at + 2 + out[at + 1]
        return (self.line_kinds[out[at]], *(self.cells[cell] for cell in out[at + 2 : end])), end

    def _note(self, numbers: Sequence[int]) -> Note | None:
        """Return the sentence that these numbers stand for."""
        if not numbers:
            return None
        key, *names = self.sentences[numbers[0]]
        details, texts = numbers[1:], list[str]()
        while names and details:
            end = details.index(GAP) if GAP in details else len(details)
            texts.append(self._text(details[:end]))
            details = details[end + 1 :]
        values = (int(text) if text.isdigit() else text for text in texts)
        return Note(key, dict(zip(names, values, strict=True)))

    # -- positions --------------------------------------------------------------------------
    def pieces_by_cell(self, state: S) -> dict[int, str]:
        """Return the pieces by the numbers of cells, those off the board included."""
        out = [0] * len(self.cells)
        self._run(play.board_pieces, list(state), out)
        return {cell: self.pieces[piece - 1] for cell, piece in enumerate(out) if piece}

    def trays(self, state: S, ctx: list[int]) -> tuple[Tray, ...]:
        """Return the trays beside the board."""
        out = [0] * _ROOM
        count = self._run(play.board_trays, list(state), ctx, out)
        rows = (out[at : at + TRAY] for at in range(0, TRAY * count, TRAY))
        return tuple(
            Tray(self.pieces[owner], TRAYS[kind], self.pieces[piece], number)
            for owner, kind, piece, number in rows
        )

    def last(self, state: S) -> tuple[str, ...]:
        """Return the cells that the last move touched, as far as the state knows."""
        cell = self._run(play.last_cell, list(state))
        return (self.cells[cell],) if cell >= 0 else ()

    def reach(self, state: S, ctx: list[int], count: int) -> dict[int, int]:
        """Return the set of cells in reach of each piece on the first `count` cells."""
        assert self.kernels.play
        pieces, reach = [0] * len(self.cells), self.kernels.play.reach
        self._run(play.board_pieces, list(state), pieces)
        return {cell: reach(state, ctx, cell) for cell in range(count) if pieces[cell]}

    def details(self, state: S, ctx: list[int]) -> dict[str, str]:
        """Return the details of a position, by name."""
        out = [0] * _ROOM
        text = self._text(out[: self._run(play.position_details, list(state), ctx, out)])
        return {name: value for name, _, value in (word.partition("=") for word in text.split())}

    def build(
        self, ctx: list[int], pieces: Mapping[int, str], turn: int, details: list[int]
    ) -> S | Note | int:
        """Return a state; or why there is none, or the number of a detail that it needs."""
        board, words = [0] * len(self.cells), [0] * len(self.kernels.fields)
        for cell, piece in pieces.items():
            board[cell] = 1 + self.pieces.index(piece)
        out = [0] * _ROOM
        found = self._run(play.build_position, board, ctx, details or [0], words, out, turn)
        if found < 0:
            return -1 - found
        return self._note(out[:found]) or self._state(words)

    # -- the match around the game ------------------------------------------------------------
    def without(self, state: S, player: int) -> S:
        """Return the state in which a player has left and the others go on."""
        rows = list(state)
        self._run(play.leave_game, rows, player)
        return self._state(rows)

    def resignation_points(self, state: S, player: int) -> int:
        """Return the opponent's points if a player resigns."""
        return self._run(play.resignation_points, list(state), player)

    def agreed_winners(self, state: S) -> int:
        """Return the set of players who win if all agree to end the game."""
        return self._run(play.agreed_winners, list(state))
