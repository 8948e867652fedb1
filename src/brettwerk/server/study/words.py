"""What an engine found, in words and numbers for the page."""

from brettwerk.core.game import Position
from brettwerk.i18n import Language
from brettwerk.search.chances import expected, win_shares
from brettwerk.search.explain import exact_words, line_words
from brettwerk.search.report import Analysis, Line
from brettwerk.server.study.messages import AnalysisMessage, LineMessage

SHOWN = 12  # moves of a line
SHOWN_PROVEN = 40


def found_message(number: int, found: Analysis, language: Language) -> AnalysisMessage:
    """Return an analysis as the page gets it: shares of the win, words, lines."""
    position = found.position
    first = found.lines[0] if found.lines else None
    exact = found.exact or (first.exact if first else None)
    lines = [_line(found, line, language) for line in found.lines]
    words = lines[0].words if lines else ""
    if exact:
        words = exact_words(position, exact, language, first.moves if first else ())
    scores = exact.returns if exact else _expected(position, first) if first else None
    return AnalysisMessage(
        id=number,
        depth=found.depth,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        shares=shown_shares(scores) if scores else None,
        words=words,
        exact=exact is not None,
        lines=lines,
    )


def _line(found: Analysis, line: Line, language: Language) -> LineMessage:
    position = found.position
    return LineMessage(
        moves=[move.text for move in line.moves[: SHOWN_PROVEN if line.exact else SHOWN]],
        shares=shown_shares(_expected(position, line)),
        words=line_words(position, line, language),
        exact=line.exact is not None,
    )


def _expected(position: Position, line: Line) -> tuple[float, ...]:
    return line.exact.returns if line.exact else expected(position.game.name, line.score)


def shown_shares(scores: tuple[float, ...]) -> list[float]:
    """Return each player's share of the win, given what each may expect."""
    return [round(share, 4) for share in win_shares(scores)]
