"""Reading records of other programs: tags of any form, remarks, moves in a game's dialect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from brettwerk.core.game import Game
from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.i18n import truncate

from .dialect import Dialect, DialectHeader, dialects
from .errors import RecordFault, at_line
from .escapes import unescape
from .movetext import MoveTextReader, read_moves, tokens, without_number
from .record import Ply, Record
from .replay import ReplayStep, is_event, replay_from
from .result import merge_results, possible_results, result_text
from .tags import NAME, outcome_tags, read_tag, reserved_tags

_REMARKS = "#%;"
_QUOTES = "\"“”«»'"
_FIRST_WORDS = 40
# Results as people write them besides `1-0` and `1/2-1/2`.
_SAME = {"½": "1/2", "0.5": "1/2", "0,5": "1/2", "–": "-", "—": "-", ":": "-", " ": ""}
_UNKNOWN = ("", "?", "-", "unknown", "null")
_DRAWS = ("draw", "drawn", "nulle", "matchnul", "remis", "=")
_RESIGNS = ("resign", "resigns", "resigned", "abandon", "abandonne", "aufgabe")
# Tags that mean the same in capitals or in small letters.
_USUAL_TAGS = (
    *("Event", "Site", "Date", "Round", "Black", "White", "BlackElo", "WhiteElo", "Result"),
    *("Termination", "TimeControl", "Notation", "Variant", "Variante", "Setup", "SetUp", "Layout"),
    *("Position", "FEN", "Start"),
)
_USUAL_NAMES = {name.lower(): name for name in reversed(_USUAL_TAGS)}


class ForeignRecord:
    """The lines of a record that does not say its game as ours do."""

    def __init__(self, first: int, lines: Sequence[str]) -> None:
        self.tags: dict[str, str] = {}
        self.remarks: list[str] = []
        self._first = self._line = first
        for line in lines:
            if not self._is_header(line.strip()):
                break
            self._line += 1
        self._text = "\n".join(lines[self._line - first :])

    def _is_header(self, line: str) -> bool:
        """Take a line above the moves; return whether it is one."""
        if line[:1] in _REMARKS:
            self.remarks += [line.lstrip(_REMARKS).strip()] if line else []
            return True
        if not line.startswith("["):
            return False
        name, value = _loose_tag(line)
        if NAME.fullmatch(name):
            usual = name if name in _USUAL_TAGS else _USUAL_NAMES.get(name.lower(), name)
            self.tags.setdefault(usual, value)
        return True

    def dialect(self) -> Dialect | None:
        """Return the dialect that this looks like, if any."""
        if "Game" in self.tags:
            return None
        found = tokens(self._text)
        words = (token.text for token in islice(found, _FIRST_WORDS) if token.kind == "word")
        # A number or a result has no letters.
        moves = " ".join(without_number(word) for word in words if any(map(str.isalpha, word)))
        return next((one for one in dialects() if one.recognises(self.tags, moves)), None)

    def read(self, dialect: Dialect) -> Record:
        """Return the record, all of whose moves are legal; raise BadRecord with the line."""
        try:
            headers = dialect.headers(self.tags, self.remarks)
            header = next(headers)
        except BrettwerkError as fault:
            raise at_line(self._first, fault) from fault
        moves = read_moves(self._text, header.game.players, self._line)
        plies, last = self._replay(dialect, header, headers, moves)
        return self._record(_with_game(last, header), moves, plies, last)

    def _replay(
        self,
        dialect: Dialect,
        header: DialectHeader,
        others: Iterator[DialectHeader],
        moves: MoveTextReader,
    ) -> tuple[list[Ply], ReplayStep]:
        """Replay the moves from the first beginning with which all are legal."""
        try:
            return _legal(dialect, header, moves.plies)
        except RecordFault as fault:
            for other in others:
                try:
                    return _legal(dialect, other, moves.plies)
                except RecordFault:
                    continue
            raise at_line(self._line_of(moves, fault), fault) from fault

    def _line_of(self, moves: MoveTextReader, fault: RecordFault) -> int:
        ply = fault.details.get("ply")
        return moves.line_of(ply) if isinstance(ply, int) else self._first

    def _record(
        self, header: DialectHeader, moves: MoveTextReader, plies: list[Ply], last: ReplayStep
    ) -> Record:
        tags = dict(header.tags)
        try:
            given = tags.pop("Result", None)
            claimed = _result(given, header.game, is_over=last.outcome is not None)
            result = merge_results(claimed, moves.result)
            if last.outcome:
                result = _by_the_rules(result, result_text(last.outcome))
                tags |= outcome_tags(last.outcome)
            reserved = reserved_tags(header.game)
            kept = {name: value for name, value in tags.items() if name not in reserved}
            return Record(header.game, tuple(plies), result, kept, header.start, moves.comment)
        except BadRecord as fault:
            raise at_line(self._first, fault) from fault


def _with_game(last: ReplayStep, header: DialectHeader) -> DialectHeader:
    """Return the header with the game in which the moves were legal."""
    game = last.position.game
    return header if game == header.game else header._replace(game=game, start=None)


def _loose_tag(line: str) -> tuple[str, str]:
    """Return the name and the value of `[Name "value"]`, `[Name value]` or `[Name] value`."""
    with suppress(BadRecord):
        return read_tag(line)
    inside, bracket, after = line[1:].partition("]")
    if bracket and after.strip():
        name, value = inside, after
    else:
        whole = line[1:].rstrip()
        name, _, value = whole.removesuffix("]").strip().partition(" ")
    return name.strip(), unescape(value.strip().strip(_QUOTES))


def _result(text: str | None, game: Game, *, is_over: bool) -> str | None:
    """Return a result as we write it; raise if it is none of this game.

    What cannot be read does not matter where the moves end the game.
    """
    if text is None:
        return None
    players, plain = game.players, text.strip().lower()
    for sign, usual in _SAME.items():
        plain = plain.replace(sign, usual)
    if plain in possible_results(players):
        return plain
    if plain in _UNKNOWN:
        return None
    if plain.replace("-", "") in _DRAWS:
        return "-".join([f"1/{players}"] * players)
    for winner, seat in enumerate(game.seats):
        if plain in (seat, f"{seat}wins", f"{seat}won"):
            return "-".join(str(int(player == winner)) for player in range(players))
    if is_over:
        return None
    listed = ", ".join(sorted(possible_results(players)))
    raise BadRecord("record-result", given=truncate(text), known=listed)


def _by_the_rules(claimed: str, right: str) -> str:
    """Return the result that the moves give, which must be the one claimed, if any is."""
    if claimed not in ("*", right):
        raise BadRecord("record-differs", tag="Result", given=claimed, right=right)
    return right


# -- moves ----------------------------------------------------------------------------------------
def _legal(
    dialect: Dialect, header: DialectHeader, plies: Sequence[Ply]
) -> tuple[list[Ply], ReplayStep]:
    """Return the plies in our notation, and where they lead; raise RecordFault if one cannot be."""
    game = header.game
    position = game.start() if header.start is None else game.position(header.start)
    return _line(dialect, ReplayStep(position, position.outcome), plies, 1)


def _line(
    dialect: Dialect, step: ReplayStep, plies: Iterable[Ply], first: int
) -> tuple[list[Ply], ReplayStep]:
    found = []
    for number, ply in enumerate(plies, start=first):
        variations = tuple(_variations(dialect, step, ply, number))
        try:
            step = _next(dialect, step, ply.text)
        except BrettwerkError as reason:
            move = truncate(ply.text)
            raise RecordFault("record-ply", reason, ply=number, move=move) from reason
        found.append(replace(ply, text=step.text, variations=variations))
    return found, step


def _next(dialect: Dialect, step: ReplayStep, text: str) -> ReplayStep:
    if text.lower() in _RESIGNS:
        text = f"resign:{step.position.turn}"
    if is_event(text):
        return next(iter(replay_from(step, (text,))))
    move = dialect.read_move(step.position, text)
    after = step.position.play_unchecked(move.code)
    return ReplayStep(after, after.outcome, move.text)


def _variations(
    dialect: Dialect, step: ReplayStep, ply: Ply, number: int
) -> Iterator[tuple[Ply, ...]]:
    """Yield the variations that are legal."""
    for variation in ply.variations:
        try:
            yield tuple(_line(dialect, step, variation, number)[0])
        except RecordFault:
            continue
