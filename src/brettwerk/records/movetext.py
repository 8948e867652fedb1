"""The movetext of a record: numbered moves, comments, variations and the result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from brettwerk.errors import BadRecord
from brettwerk.i18n import truncate

from .comments import format_comment, parse_comment
from .errors import at_line
from .escapes import find_unescaped
from .limits import MAX_DEPTH, MAX_PLIES
from .record import Ply, Record
from .result import possible_results

WIDTH = 80
_TOKEN = re.compile(r"[^\s{}();]+|[{}();]")
# Numbers stand before moves; some programs write `1.-` before the second player's.
_NUMBER = re.compile(r"[0-9.…]*(?:(?<=[.…])-)?")
_ANNOTATION = "!?✕✗×"
_DRAWS = {"½-½": "1/2-1/2", "0.5-0.5": "1/2-1/2"}


# -- writing --------------------------------------------------------------------------------------
def write_moves(record: Record) -> list[str]:
    """Return the lines of the movetext."""
    return _wrap(_words(record))


def _words(record: Record) -> Iterator[str]:
    """Yield the parts between which a line may be broken."""
    yield from format_comment(record.comment, None)
    yield from _line(record.plies, record.game.players, 0)
    yield record.result


def _line(plies: tuple[Ply, ...], players: int, moves: int) -> Iterator[str]:
    """Yield plies with their variations; the first move of each round is numbered."""
    for ply in plies:
        begins_round = not ply.is_event and moves % players == 0
        yield f"{moves // players + 1}. {ply.text}" if begins_round else ply.text
        yield from format_comment(ply.comment, ply.clock)
        for variation in ply.variations:
            yield from _variation(variation, players, moves)
        moves += not ply.is_event


def _variation(plies: tuple[Ply, ...], players: int, moves: int) -> Iterator[str]:
    """Yield a variation in parentheses, beginning with a move number."""
    words = list(_line(plies, players, moves))
    if moves % players and not plies[0].is_event:
        words[0] = f"{moves // players + 1}... {words[0]}"
    words[0] = f"({words[0]}"
    words[-1] += ")"
    yield from words


def _wrap(words: Iterator[str]) -> list[str]:
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
class MoveTextToken(NamedTuple):
    """A token and its offset; the kind `{` is a comment, `;` one to the end of the line."""

    at: int
    kind: str
    text: str


def tokens(text: str) -> Iterator[MoveTextToken]:
    """Yield words, comments and parentheses, in linear time."""
    at = 0
    while found := _TOKEN.search(text, at):
        sign, start, at = found[0], found.start(), found.end()
        if sign == "{":
            end = find_unescaped(text, "}", at)
            if end < 0:
                yield MoveTextToken(start, "open", "")
                return
            yield MoveTextToken(start, sign, text[at:end])
            at = end + 1
        elif sign == ";":
            end = text.find("\n", at)
            yield MoveTextToken(start, sign, text[at:] if end < 0 else text[at:end])
            at = len(text) if end < 0 else end
        else:
            yield MoveTextToken(start, sign if sign in "}()" else "word", sign)


def without_number(word: str) -> str:
    """Return a word without the number of a move at its beginning."""
    return _NUMBER.sub("", word, count=1)


class MoveTextReader:
    """Collects the plies of a line from its tokens; `close` completes the last one."""

    def __init__(self, players: int, text: str = "", first_line: int = 1) -> None:
        self.plies: list[Ply] = []
        self._source, self._first_line = text, first_line
        self._offsets: list[int] = []
        self.comment = ""
        self.result: str | None = None
        self._results = possible_results(players)
        self._text: str | None = None
        self._comments: list[str] = []
        self._clock: float | None = None
        self._variations: list[tuple[Ply, ...]] = []

    def take(self, token: MoveTextToken) -> None:
        """Read a token of this line, outside of its variations."""
        if token.kind == "word":
            self._word(token)
        else:
            words, clock = parse_comment(token.text) if token.kind == "{" else (token.text, None)
            self._comments += [words] if token.kind == "{" else [" ".join(words.split())]
            self._clock = self._clock if clock is None else clock

    def line_of(self, ply: int) -> int:
        """Return the line in which a ply stands, counted from 1."""
        at = self._offsets[ply - 1] if 0 < ply <= len(self._offsets) else 0
        return self._first_line + self._source.count("\n", 0, at)

    def _word(self, token: MoveTextToken) -> None:
        word = _DRAWS.get(token.text, token.text)
        if word in self._results and self.result is None:
            self.result = word
        elif word[0] == "$" or not word.strip(_ANNOTATION):
            self._comments.append(word)
        elif move := without_number(word):
            self._move(move)
            self._offsets.append(token.at)

    def _move(self, word: str) -> None:
        if self.result is not None:
            raise BadRecord("record-after-result", given=truncate(word))
        if len(self.plies) >= MAX_PLIES:
            raise BadRecord("record-too-many-plies", most=MAX_PLIES)
        text = word.rstrip(_ANNOTATION)
        ply = Ply(text)
        self.close()
        self._text = ply.text
        self._comments = [word[len(text) :]]

    def close(self) -> None:
        """Attach the comments so far to the last ply, or to the game before the first."""
        comment = " ".join(filter(None, self._comments))
        if self._text is None:
            self.comment = comment
        else:
            self.plies.append(Ply(self._text, comment, self._clock, tuple(self._variations)))
        self._comments, self._clock, self._variations = [], None, []

    def add_variation(self, variation: MoveTextReader) -> None:
        """Add a variation of the last ply; ignore one before the first ply."""
        variation.close()
        if self._text is not None and variation.plies:
            first = variation.plies[0]
            words = " ".join(filter(None, (variation.comment, first.comment)))
            line = (replace(first, comment=words), *variation.plies[1:])
            self._variations.append(line)


class _SkippedVariation(MoveTextReader):
    """A variation with a malformed move, which is ignored."""

    def take(self, token: MoveTextToken) -> None:
        """Ignore the token."""


def read_moves(text: str, players: int, first_line: int) -> MoveTextReader:
    """Parse the plies, comments, variations and result of a movetext."""
    lines = [MoveTextReader(players, text, first_line)]
    at = 0
    try:
        for token in tokens(text):
            at = token.at
            _check(token, len(lines) - 1)
            if token.kind == "(":
                lines.append(MoveTextReader(players))
            elif token.kind == ")":
                variation = lines.pop()
                lines[-1].add_variation(variation)
            else:
                _take(lines, token)
        if len(lines) > 1:
            raise BadRecord("record-variation-open")
        lines[0].close()
    except BadRecord as fault:
        raise at_line(first_line + text.count("\n", 0, at), fault) from fault
    return lines[0]


def _take(lines: list[MoveTextReader], token: MoveTextToken) -> None:
    """Give a token to the innermost line; ignore the rest of a malformed variation."""
    try:
        lines[-1].take(token)
    except BadRecord:
        if len(lines) == 1:
            raise
        lines[-1] = _SkippedVariation(0)


def _check(token: MoveTextToken, depth: int) -> None:
    """Raise for a token that is not allowed at this depth of variations."""
    if token.kind == "open":
        raise BadRecord("record-comment-open")
    if token.kind == "}" or (token.kind == ")" and not depth):
        raise BadRecord("record-stray", given=token.kind)
    if token.kind == "(" and depth >= MAX_DEPTH:
        raise BadRecord("record-too-deep", most=MAX_DEPTH)
