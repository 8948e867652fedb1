"""The messages of a session: beginnings, turns, ends, scores, errors."""

from itertools import pairwise
from math import ceil

from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome, winners_sentence

BOLD = "bold"
MAX_NAMED = 12


# -- beginnings -----------------------------------------------------------------------------------
def print_beginning(session: TerminalSession) -> None:
    """Print the game and its players."""
    name = session.match.game.name
    session.screen.write()
    session.screen.write(session.screen.t.title(name), style=BOLD)
    session.screen.write(session.screen.t.about(name))
    if session.match.target is not None:
        session.screen.print_message("cli-to-points", target=session.match.target)
    print_legend(session)
    _print_seats(session)
    if session.people:
        session.screen.print_message("cli-help-hint")


def print_legend(session: TerminalSession) -> None:
    """Print the meaning of the letters of fields, if the board has them."""
    if session.position.board_view.fields:
        session.screen.write(session.screen.t.of(session.match.game.name, "cli-legend"))


def print_round_start(session: TerminalSession) -> None:
    """Print the beginning of a further round."""
    session.screen.write()
    session.screen.print_message("cli-round", number=session.match.round, style=BOLD)
    _print_seats(session)


def _print_seats(session: TerminalSession) -> None:
    t, match = session.screen.t, session.match
    people = (match.person_at(seat) for seat in range(match.players))
    seats = [f"{session.label(person)} {session.letter(person)}" for person in people]
    session.screen.write(t("cli-seats", who=t.join(seats)))
    if match.rounds and match.target is not None:
        print_scores(session)


# -- turns ----------------------------------------------------------------------------------------
def print_turn(session: TerminalSession, person: int) -> None:
    """Print whose turn it is, with an example of a move."""
    _print_time(session)
    moves = session.position.moves
    key = "cli-your-turn" if len(session.people) == 1 else "cli-turn"
    details = {"who": session.label(person), "colour": session.colour(person)}
    turn = session.screen.t(key, letter=session.letter(person), **details)
    session.screen.write(turn, style=BOLD)
    print_placements(session)
    if len(moves) == 1:
        session.screen.print_message("cli-only-move", move=moves[0].text)
    else:
        session.screen.print_message(
            "cli-example", move=moves[len(moves) // 2].text, count=len(moves)
        )


def _print_time(session: TerminalSession) -> None:
    clock, now = session.match.clock, session.now()
    if clock and now is not None:
        times = (
            f"{session.label(person)} {_minutes(clock.remaining(person, now))}"
            for person in range(session.match.players)
        )
        session.screen.print_message("cli-time-left", times=", ".join(times))


def _minutes(seconds: float) -> str:
    whole = ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


# -- placing --------------------------------------------------------------------------------------
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
    movers = (session.match.person_at(before.turn) for before in session.match.previous)
    return max((at for at, person in enumerate(movers) if session.is_human(person)), default=0)


def _placing(position: Position) -> bool:
    """Return whether every move places a new piece."""
    effects = map(position.effects, position.moves)
    return all(effect.placed and not effect.moved for effect in effects)


# -- ends -----------------------------------------------------------------------------------------
def print_round_end(session: TerminalSession) -> None:
    """Print the last position, who won and why, and the scores."""
    match = session.match
    outcome = match.rounds[-1].outcome
    movers = [match.person_at(before.turn) for before in match.previous]
    session.show(next((who for who in reversed(movers) if session.is_human(who)), None))
    session.screen.write(_result_line(session, outcome), style=BOLD)
    session.screen.write(session.screen.t.reason(match.game.name, outcome.reason))
    if match.target is not None:
        print_scores(session)


def _result_line(session: TerminalSession, outcome: Outcome) -> str:
    """Return who won the round or the game."""
    t = session.screen.t
    kind = "game" if session.match.target is None else "round"
    if len(session.people) == 1 and outcome.winners == (session.match.seats[session.people[0]],):
        return t(f"cli-you-win-{kind}", count=max(outcome.points or (0,)))
    seats = range(session.match.players)
    labels = [session.label(session.match.person_at(seat)) for seat in seats]
    return winners_sentence(t, outcome, labels)


def print_scores(session: TerminalSession) -> None:
    """Print the points of the match so far."""
    match, t = session.match, session.screen.t
    scores = (f"{session.label(p)} {match.scores[p]}" for p in range(match.players))
    session.screen.write(t("cli-scores", scores=", ".join(scores), target=match.target))


def print_end(session: TerminalSession) -> None:
    """Print who won a match of several rounds."""
    match, t = session.match, session.screen.t
    if match.target is None or not match.outcome:
        return
    winners = match.outcome.winners
    if len(session.people) == 1 and winners == (session.people[0],):
        session.screen.print_message("cli-you-win-match", style=BOLD)
    else:
        who = t.join([session.label(winner) for winner in winners])
        session.screen.print_message("cli-match-won", who=who, style=BOLD)
    session.screen.write(t.reason(match.game.name, match.outcome.reason))
