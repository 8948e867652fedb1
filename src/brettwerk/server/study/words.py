"""What an engine found, in words and numbers for the page."""

from brettwerk.i18n import Language
from brettwerk.search.explain import exact_words, line_words, unit_of
from brettwerk.search.report import Analysis, Line
from brettwerk.server.study.messages import AnalysisMessage, LineMessage

SHOWN = 12  # moves of a line
SHOWN_PROVEN = 40


def found_message(
    number: int, found: Analysis, language: Language, *, plain: bool = False
) -> AnalysisMessage:
    """Return an analysis as the page gets it: shares of the win, words, lines."""
    position = found.position
    first = found.lines[0] if found.lines else None
    exact = found.exact or (first.exact if first else None)
    # A fallback move has no value: it is a move and nothing more.
    guessed = plain and not found.depth and not exact
    lines = [_line(found, line, language, guessed) for line in found.lines]
    words = lines[0].words if lines and not guessed else ""
    if exact:
        words = exact_words(position, exact, language, first.moves if first else ())
    scores = exact.returns if exact else first.score if first and not guessed else None
    return AnalysisMessage(
        id=number,
        depth=found.depth,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        plain=plain,
        shares=win_shares(scores) if scores else None,
        words=words,
        exact=exact is not None,
        lines=lines,
    )


def _line(found: Analysis, line: Line, language: Language, guessed: bool) -> LineMessage:
    position = found.position
    words = "" if guessed else line_words(position, line, language, unit_of(position.game))
    return LineMessage(
        moves=[move.text for move in line.moves[: SHOWN_PROVEN if line.exact else SHOWN]],
        shares=None if guessed else win_shares(line.score),
        words=words,
        exact=line.exact is not None,
    )


def win_shares(scores: tuple[float, ...]) -> list[float]:
    """Return each player's share of the win, given scores as in `Outcome.returns`."""
    least = 1 / (len(scores) - 1)
    parts = [max(0.0, score + least) for score in scores]
    return [round(part / sum(parts), 4) for part in parts]
