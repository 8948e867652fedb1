"""What an engine found, in words and numbers for the page."""

from brettwerk.i18n import Language
from brettwerk.search.explain import exact_words, line_words, unit_of
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
    scores = exact.returns if exact else first.score if first else None
    return AnalysisMessage(
        id=number,
        depth=found.depth,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        shares=win_shares(scores) if scores else None,
        words=words,
        exact=exact is not None,
        lines=lines,
    )


def _line(found: Analysis, line: Line, language: Language) -> LineMessage:
    position = found.position
    return LineMessage(
        moves=[move.text for move in line.moves[: SHOWN_PROVEN if line.exact else SHOWN]],
        shares=win_shares(line.score),
        words=line_words(position, line, language, unit_of(position.game)),
        exact=line.exact is not None,
    )


def win_shares(scores: tuple[float, ...]) -> list[float]:
    """Return each player's share of the win, given scores as in `Outcome.returns`."""
    least = 1 / (len(scores) - 1)
    parts = [max(0.0, score + least) for score in scores]
    return [round(part / sum(parts), 4) for part in parts]
