"""The moves of a record as text: numbers, words, comments, the result; read in linear time."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.errors import BadRecord
from brettwerk.texts import shown

from .escapes import closing
from .faults import in_line
from .limits import DEEPEST, MOST_PLIES
from .notes import read_note, write_note
from .record import Ply
from .result import results

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .record import Record

WIDTH = 80
_TOKEN = re.compile(r"[^\s{}();]+|[{}();]")
_NUMBER = "0123456789."
_JUDGEMENT = "!?"


# -- writing --------------------------------------------------------------------------------------
def write_moves(record: Record) -> list[str]:
    """The lines of the moves: a number a round, comments in braces, the result at the end."""
    return _wrapped(_words(record))


def _words(record: Record) -> Iterator[str]:
    """What may not be torn apart at the end of a line: a move with its number, a word, a time."""
    yield from write_note(record.comment, None)
    yield from _line(record.plies, record.game.players, 0)
    yield record.result


def _line(plies: tuple[Ply, ...], players: int, moves: int) -> Iterator[str]:
    """Plies after so many moves, each with its number if it begins a round, and its variations."""
    for ply in plies:
        begins_round = not ply.is_event and moves % players == 0
        yield f"{moves // players + 1}. {ply.text}" if begins_round else ply.text
        yield from write_note(ply.comment, ply.clock)
        for variation in ply.variations:
            yield from _variation(variation, players, moves)
        moves += not ply.is_event


def _variation(plies: tuple[Ply, ...], players: int, moves: int) -> Iterator[str]:
    """A line in parentheses, which begins with the number of its first move."""
    words = list(_line(plies, players, moves))
    if moves % players and not plies[0].is_event:
        words[0] = f"{moves // players + 1}... {words[0]}"
    words[0] = f"({words[0]}"
    words[-1] += ")"
    yield from words


def _wrapped(words: Iterator[str]) -> list[str]:
    lines: list[str] = []
    line: list[str] = []
    width = 0
    for word in words:
        if line and width + len(word) > WIDTH:
            lines.append(" ".join(line))
            line, width = [], 0
        line.append(word)
        width += len(word) + 1
    return [*lines, " ".join(line)]


# -- reading --------------------------------------------------------------------------------------
class Token(NamedTuple):
    """A piece of the text and where it begins: `{` a comment, `;` one to the end of the line."""

    at: int
    kind: str
    text: str


def tokens(text: str) -> Iterator[Token]:
    """Words, comments and parentheses; each character is looked at a bounded number of times."""
    at = 0
    while found := _TOKEN.search(text, at):
        sign, start, at = found[0], found.start(), found.end()
        if sign == "{":
            end = closing(text, "}", at)
            if end < 0:
                yield Token(start, "open", "")
                return
            yield Token(start, sign, text[at:end])
            at = end + 1
        elif sign == ";":
            end = text.find("\n", at)
            yield Token(start, sign, text[at:] if end < 0 else text[at:end])
            at = len(text) if end < 0 else end
        else:
            yield Token(start, sign if sign in "}()" else "word", sign)


class Moves:
    """The plies as their parts come; `close` makes the last one whole."""

    def __init__(self, players: int) -> None:
        self.plies: list[Ply] = []
        self.comment = ""
        self.result: str | None = None
        self._results = results(players)
        self._text: str | None = None
        self._notes: list[str] = []
        self._clock: float | None = None
        self._variations: list[tuple[Ply, ...]] = []

    def take(self, token: Token) -> None:
        """A token of this line, outside of its variations."""
        if token.kind == "word":
            self._word(token.text)
        else:
            words, clock = read_note(token.text) if token.kind == "{" else (token.text, None)
            self._notes += [words] if token.kind == "{" else [" ".join(words.split())]
            self._clock = self._clock if clock is None else clock

    def _word(self, word: str) -> None:
        if word in self._results and self.result is None:
            self.result = word
        elif word[0] == "$" or not word.strip(_JUDGEMENT):
            self._notes.append(word)
        elif word.lstrip(_NUMBER):
            self._move(word.lstrip(_NUMBER))

    def _move(self, word: str) -> None:
        if self.result is not None:
            raise BadRecord("record-after-result", given=shown(word))
        if len(self.plies) >= MOST_PLIES:
            raise BadRecord("record-too-many-plies", most=MOST_PLIES)
        text = word.rstrip(_JUDGEMENT)
        ply = Ply(text)
        self.close()
        self._text = ply.text
        self._notes = [word[len(text) :]]

    def close(self) -> None:
        """What was said so far belongs to the ply before, or to the game if there is none yet."""
        comment = " ".join(filter(None, self._notes))
        if self._text is None:
            self.comment = comment
        else:
            self.plies.append(Ply(self._text, comment, self._clock, tuple(self._variations)))
        self._notes, self._clock, self._variations = [], None, []

    def instead(self, variation: Moves) -> None:
        """What could have been played instead of the last ply; before the first there is none."""
        variation.close()
        if self._text is not None and variation.plies:
            first = variation.plies[0]
            words = " ".join(filter(None, (variation.comment, first.comment)))
            line = (replace(first, comment=words), *variation.plies[1:])
            self._variations.append(line)


class _Skipped(Moves):
    """A variation in which something is no move: it is passed over to its end."""

    def take(self, token: Token) -> None:
        """Nothing of it is kept."""


def read_moves(text: str, players: int, first_line: int) -> Moves:
    """The plies, comments, variations and result of a text."""
    lines = [Moves(players)]
    at = 0
    try:
        for token in tokens(text):
            at = token.at
            _check(token, len(lines) - 1)
            if token.kind == "(":
                lines.append(Moves(players))
            elif token.kind == ")":
                variation = lines.pop()
                lines[-1].instead(variation)
            else:
                _take(lines, token)
        if len(lines) > 1:
            raise BadRecord("record-variation-open")
        lines[0].close()
    except BadRecord as fault:
        raise in_line(first_line + text.count("\n", 0, at), fault) from fault
    return lines[0]


def _take(lines: list[Moves], token: Token) -> None:
    """A token for the line that is being read; what is no variation of ours is passed over."""
    try:
        lines[-1].take(token)
    except BadRecord:
        if len(lines) == 1:
            raise
        lines[-1] = _Skipped(0)


def _check(token: Token, depth: int) -> None:
    """Refuse what cannot stand here, within so many variations."""
    if token.kind == "open":
        raise BadRecord("record-comment-open")
    if token.kind == "}" or (token.kind == ")" and not depth):
        raise BadRecord("record-stray", given=token.kind)
    if token.kind == "(" and depth >= DEEPEST:
        raise BadRecord("record-too-deep", most=DEEPEST)
