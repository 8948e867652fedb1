"""Boards to try moves on: any position of any game, in the form of a game's state.

`POST /api/study` answers for one position; pages that begin with such a board embed the answer
(`board_of`), so that it is a picture without scripts and needs no further request. The server
keeps nothing: requests say where the moves begin and which were made.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from markupsafe import Markup
from msgspec import UNSET
from msgspec.structs import asdict

from brettwerk.core.effects import Line
from brettwerk.core.game import Game, Position
from brettwerk.core.outcome import Outcome
from brettwerk.i18n import Language, Translator
from brettwerk.notation.svg_template import board_template
from brettwerk.requests import GameCache
from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.pages import embedded
from brettwerk.server.play import view
from brettwerk.server.play.messages import Frame
from brettwerk.server.play.state import frame_of
from brettwerk.server.study import messages
from brettwerk.server.study.device import kernel_words
from brettwerk.server.study.position_cache import PositionCache

_games = GameCache()
_cache = PositionCache()


def start_of(wanted: messages.StudyRequest) -> Position:
    """Return the position in which the moves of a request begin."""
    fields = {"game": wanted.game, "options": wanted.options, "position": wanted.position}
    return _games.start({name: value for name, value in fields.items() if value is not None})


# -- what is told ---------------------------------------------------------------------------------
Walked = tuple[Position, Frame | None]


def walk(start: Position, moves: Sequence[str], first: int) -> Iterator[Walked]:
    """Yield a position on the way and those that follow, from move `first` on with how it came."""
    at, position, played = _cache.along(start, moves, first)
    yield position, None
    for number, (before, move, after) in enumerate(played, at):
        told = number >= first
        yield after, frame_of(before, move, after, before.turn) if told else None


def study_message(
    start: Position,
    walked: Sequence[Walked],
    language: Language,
    first: int = 0,
    flipped: bool | None = None,
) -> messages.StudyMessage:
    """Return the position that a walk led to, with its moves from number `first` on."""
    position, game = walked[-1][0], start.game
    outcome = position.outcome
    return messages.StudyMessage(
        **asdict(view.choices(position, going=True)),
        game=game.name,
        options=game.chosen,
        board=view.board_address(game.name, game.chosen),
        seats=game.seats,
        begin=start.text,
        words=kernel_words(start),
        first_turn=start.turn,
        start=view.layout(start),
        first=first,
        frames=tuple(frame for _, frame in walked if frame),
        turn=position.to_move,
        still_in=game.definition.still_in(position),
        **view.notes_of(position, "", language),
        details=game.definition.details(position.state, game.options),
        outcome=view.outcome_message(
            outcome, outcome_words(game, outcome, language) if outcome else ""
        ),
        position=position.text,
        flipped=UNSET if flipped is None else flipped,
    )


def outcome_words(game: Game, outcome: Outcome, language: Language) -> str:
    """Return who won, and why."""
    t = Translator(language)
    winners = [t.seat(game.seats[winner]) for winner in outcome.winners]
    key = ("page-drawn", "page-won", "page-won-together")[min(len(winners), 2)]
    words = [t(key, who=t.join(winners)), t.reason(game.name, outcome.reason)]
    if outcome.points and winners:
        words.append(t("page-round-points", points=f"{winners[0]} {max(outcome.points)}"))
    return " ".join(words)


# -- boards in pages ------------------------------------------------------------------------------
@dataclass(frozen=True)
class StudyBoard:
    """What the macro of templates/study.html needs: a drawn board, and the facts for its script."""

    game: str
    players: int
    title: str
    drawing: Markup
    facts: Markup


def board_of(
    start: Position,
    language: Language,
    *,
    title: str,
    moves: Sequence[str] = (),
    flipped: bool = False,
    marks: Mapping[str, Sequence[str]] = MappingProxyType({}),
    lines: Sequence[Line] = (),
) -> StudyBoard:
    """Return a board for a page, drawn after these moves; screen readers say its title.

    Scripts can take the moves back; to prevent that, give the position instead. `marks` and `lines`
    are drawn into the picture; scripts draw them by `extra` and `figure`.
    """
    walked = tuple(walk(start, moves, 0))
    facts = study_message(start, walked, language, flipped=flipped)
    position, game = walked[-1][0], start.game
    drawn = board_template(
        position.board_view, flipped=flipped, title=title, marks=marks, lines=lines
    )
    return StudyBoard(game.name, game.players, title, Markup(drawn), embedded(facts))


def figure_lines(position: Position, moves: Sequence[str] = ()) -> list[Line]:
    """Return the lines of a figure: those of its pieces, and what one of these moves achieves."""
    definition, found = position.game.definition, list[Line]()
    for cell, lines in definition.cell_lines(position, "").items():
        found += lines if cell in position.pieces else ()
    for move in map(position.move, moves):
        achieved = definition.lines(position, move.code)
        if achieved:
            found += achieved
            break
    return list(dict.fromkeys(found))


# -- where requests lead -------------------------------------------------------------------------
async def charged_start(
    budget: StudyBudget, client: str, wanted: messages.StudyRequest, moves: Sequence[str]
) -> Position:
    """Return where the moves begin, and charge for those that are not in the cache."""
    budget.check_length(len(wanted.moves))
    start = await budget.run(lambda: start_of(wanted))
    budget.charge_moves(client, _cache.left(start, moves))
    return start


async def position_of(budget: StudyBudget, client: str, wanted: messages.StudyRequest) -> Position:
    """Return the position that is asked about; MoveRefused for a move that cannot be played."""
    start = await charged_start(budget, client, wanted, wanted.moves)
    walked = await budget.play_in_pieces(walk(start, wanted.moves, len(wanted.moves)))
    return walked[-1][0]
