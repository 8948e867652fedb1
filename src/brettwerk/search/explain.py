"""Evaluations in words: “White wins in 5”, “Black wins about 55 of 100 such games”."""

from collections.abc import Sequence

from brettwerk.core.game import Move, Position
from brettwerk.i18n import Language, Translator
from brettwerk.search.book import book_moves
from brettwerk.search.chances import Chances, chances_of, expected, win_shares
from brettwerk.search.report import Exact, Line

# From which expectation (between -1 and 1) on someone is more than even, slightly, clearly ahead.
MEASURED, SLIGHTLY, CLEARLY, WINNING = 0.05, 0.1, 0.35, 0.8
DRAWISH = 0.05  # from which chance on draws are told


def line_words(position: Position, line: Line, language: Language) -> str:
    """Describe the value of a line, and say if its move is in the opening book."""
    if line.exact:
        words = exact_words(position, line.exact, language, line.moves)
    else:
        words = score_words(position, line.score, language)
    if line.moves and line.move in book_moves(position):
        return Translator(language)("words-book", words=words)
    return words


def score_words(position: Position, score: tuple[float, ...], language: Language) -> str:
    """Say who is ahead: in games out of 100 where chances were measured, else in general."""
    t, game = Translator(language), position.game.name
    leader = max(range(len(score)), key=lambda player: score[player])
    lead, who = expected(game, score)[leader], seat(position, leader, t)
    if chances := chances_of(game):
        return t("words-even") if lead < MEASURED else _chance_words(chances, score, leader, who, t)
    if lead < SLIGHTLY:
        return t("words-even")
    key = "slightly" if lead < CLEARLY else "clearly" if lead < WINNING else "winning"
    return t(f"words-ahead-{key}", who=who)


def _chance_words(
    chances: Chances, score: tuple[float, ...], leader: int, who: str, t: Translator
) -> str:
    """Say how many of a hundred games with such a position the leader wins."""
    wins = chances.wins(win_shares(score))
    games = min(99, round(100 * wins[leader]))
    drawn = 1 - sum(wins)
    if drawn < DRAWISH:
        key = "words-chances-ended" if chances.if_ended else "words-chances"
        return t(key, who=who, games=games)
    return t("words-chances-drawn", who=who, games=games, drawn=round(100 * drawn))


def exact_words(
    position: Position, exact: Exact, language: Language, line: Sequence[Move] = ()
) -> str:
    """Say what a proven result is; `line` is how it may come about."""
    t = Translator(language)
    winners = [player for player, gain in enumerate(exact.returns) if gain > 0]
    if not winners:
        return t("words-drawn" if exact.plies == 0 else "words-draw")
    who = t.join([seat(position, winner, t) for winner in winners])
    if len(winners) > 1:
        return t("words-share", who=who)
    words = _win_words(who, _own_moves(position, winners[0], exact.plies, line), t)
    if exact.points and exact.points[winners[0]]:
        return t("words-points", words=words, count=exact.points[winners[0]])
    return words


def _win_words(who: str, moves: int | None, t: Translator) -> str:
    if moves:
        return t("words-wins-in", who=who, count=moves)
    return t("words-wins" if moves is None else "words-won", who=who)


def _own_moves(
    position: Position, winner: int, plies: int | None, line: Sequence[Move]
) -> int | None:
    """Return how many own moves the winner needs, at least one.

    They are counted in a line to the end, in which players may drop out; without one, all players
    are assumed to take their turns.
    """
    if not plies:
        return plies
    if len(line) >= plies:
        own = 0
        for move in line[:plies]:
            own += position.turn == winner
            position = position.play_unchecked(move.code)
        return max(1, own)
    seated = position.game.definition.still_in(position)
    players = len(seated)
    wait = (seated.index(winner) - seated.index(position.turn)) % players
    return max(1, (plies - wait + players - 1) // players)


def seat(position: Position, player: int, t: Translator) -> str:
    """Return a player's colour."""
    return t.seat(position.game.seats[player])
