"""Hints for all games: where to place, and that placing is over."""

from itertools import pairwise

from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.core.game import Position

MAX_NAMED = 12


def print_placements(session: TerminalSession) -> None:
    """Print the fields to place on, if they are few and not just the empty ones, and why."""
    board_view, index = session.position.board_view, session.position.game.board.index
    cells = [move.text for move in session.position.moves]
    few = 0 < len(cells) <= MAX_NAMED and len(cells) < len(index) - len(board_view.pieces)
    if not few or not all(cell in index for cell in cells):
        return
    fields = ", ".join(cells)
    if len(board_view.last) == 1 and board_view.fields:
        last = board_view.last[0]
        colour = session.screen.t(f"cli-field-{board_view.fields[index[last]]}")
        session.screen.print_message("cli-place-after", last=last, colour=colour, cells=fields)
    else:
        session.screen.print_message("cli-place-on", cells=fields)


def print_placing_over(session: TerminalSession) -> None:
    """Print once that moves are no longer placements."""
    course = [*session.match.previous[_last_turn(session) :], session.position]
    if any(_placing(before) and not _placing(after) for before, after in pairwise(course)):
        session.screen.print_message("cli-placing-over")


def _last_turn(session: TerminalSession) -> int:
    """Return the index of the last human turn in the previous positions."""
    previous = session.match.previous
    human = (at for at, before in enumerate(previous) if _by_human(session, before))
    return max(human, default=0)


def _by_human(session: TerminalSession, position: Position) -> bool:
    return session.is_human(session.match.person_at(position.turn))


def _placing(position: Position) -> bool:
    """Return whether every move places a new piece."""
    effects = map(position.effects, position.moves)
    return all(effect.placed and not effect.moved for effect in effects)
