"""The main loop of a session: turns, rounds, matches."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress

from rich.text import Text

from brettwerk.cli.shared import localized, typed_words
from brettwerk.cli.terminal.commands import COMMANDS, parse_command
from brettwerk.cli.terminal.narration import (
    print_beginning,
    print_end,
    print_placing_over,
    print_round_end,
    print_round_start,
    print_turn,
)
from brettwerk.cli.terminal.players import PROGRAMS
from brettwerk.cli.terminal.prompt import (
    CTRL_C,
    SessionLeft,
    ask,
    confirm,
    set_completion,
    signals_as_interrupt,
)
from brettwerk.cli.terminal.results import note_result
from brettwerk.cli.terminal.saving import save, save_on_exit, save_session
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.match import Match
from brettwerk.records.saved_match import SavedMatch


def run_session(session: TerminalSession) -> int:
    """Play until the match is over or a player leaves; return the exit code."""
    set_completion(lambda: _words(session))
    try:
        with signals_as_interrupt():
            while _play_match(session):
                _restart(session)
    except SessionLeft as left:
        save_on_exit(session)
        return left.code
    except KeyboardInterrupt:
        save_on_exit(session)
        return CTRL_C
    return 0


def _words(session: TerminalSession) -> list[str]:
    """Return what can be typed: legal moves, then commands."""
    moves = [move.text for move in session.position.moves]
    return [*moves, *(word for command in COMMANDS for word in sorted(command.words))]


def _play_match(session: TerminalSession) -> bool:
    """Play the match, or the rest of it; return whether to play another."""
    print_beginning(session)
    if session.match.outcome:
        session.screen.print_message("cli-resume-over")
        print_round_end(session)
    if session.match.clock and not session.match.round_over:
        session.update_match(session.match.start_clock(_now(session)))
    while not session.match.outcome:
        if session.match.round_over:
            _next_round(session)
        _play_round(session)
        print_round_end(session)
        _offer_continuation(session)
    print_end(session)
    with suppress(OSError):
        note_result(session)
    if session.file:
        save_session(session, session.file)
    return bool(session.people) and _wants_another(session)


def _now(session: TerminalSession) -> float:
    now = session.now()
    assert now is not None  # only called with a clock
    return now


# -- a round --------------------------------------------------------------------------------------
def _play_round(session: TerminalSession) -> None:
    while (person := session.match.to_move) is not None:
        if session.is_human(person):
            _human_turn(session, person)
        else:
            _program_turn(session, person)


def _program_turn(session: TerminalSession, person: int) -> None:
    before, choose = session.position, PROGRAMS[session.saved_match.kinds[person]]
    with _waiting(session, person):
        move = choose(before, session.rng)
    if not _check_flag(session):
        session.play(person, move)
        if not session.people:
            session.print_move(before, move)


def _waiting(session: TerminalSession, person: int) -> AbstractContextManager[object]:
    """Show people at the terminal for whom they are waiting."""
    screen = session.screen
    if not session.people:
        return nullcontext()
    text = screen.t("cli-thinking", who=session.label(person))
    return screen.console.status(Text(text))  # names may look like Rich's markup


def _human_turn(session: TerminalSession, person: int) -> None:
    """Show the board and ask until the turn is over or the board changes."""
    if session.file:
        with suppress(OSError):  # saving at the end reports errors
            save(session.saved_match, session.file)
    session.show(person)
    print_placing_over(session)
    print_turn(session, person)
    while not _execute(session, person, ask(f"{session.prompt_label(person)} > ")):
        pass


def _execute(session: TerminalSession, person: int, line: str) -> bool:
    """Execute a line; return whether the board must be shown again."""
    if _check_flag(session):
        return True
    command, rest = parse_command(line) or (None, "")
    if command:
        return _attempt(session, lambda: command.run(session, rest))
    return _attempt(session, lambda: _play(session, person, line))


def _attempt(session: TerminalSession, action: Callable[[], bool]) -> bool:
    """Do something; print an error and return False if that is not possible."""
    try:
        return action()
    except (BrettwerkError, OSError) as fault:
        session.screen.write(localized(fault, session.screen.t.language))
        return False


def _play(session: TerminalSession, person: int, line: str) -> bool:
    """Play a move given by its text or its number; an empty line plays the only move."""
    moves = session.position.moves
    if line.isdecimal():
        if not (len(line) < 9 and 1 <= int(line) <= len(moves)):
            raise MatchError("cli-no-such-number", last=len(moves))
        session.play(person, moves[int(line) - 1])
    elif line:
        session.play(person, line)
    elif len(moves) == 1:
        session.play(person, moves[0])
    else:
        print_turn(session, person)
        return False
    return True


def _check_flag(session: TerminalSession) -> bool:
    """Return whether time has run out; if so, apply the consequences."""
    clock = session.match.clock
    if not clock or clock.flagged(_now(session)) is None:
        return False
    session.update_match(session.match.flag(_now(session)))
    return True


# -- between and after rounds ---------------------------------------------------------------------
def _next_round(session: TerminalSession) -> None:
    while session.people and (line := ask(session.screen.t("cli-next-round-prompt") + " ")):
        _execute_between_rounds(session, line)
    session.update_match(session.match.next_round(session.now()))
    print_round_start(session)


def _execute_between_rounds(session: TerminalSession, line: str) -> None:
    """Execute a command between rounds."""
    command, rest = parse_command(line) or (None, "")
    if not command or command.in_play:
        session.screen.print_message("cli-game-over" if session.match.outcome else "cli-round-over")
    elif _attempt(session, lambda: command.run(session, rest)):
        session.show(None)


def _offer_continuation(session: TerminalSession) -> None:
    """Ask whether to continue after a draw, where the game allows it; programs agree."""
    try:
        match = session.match.offer_continuation(0, session.now())
    except MatchError:
        return
    if session.people and confirm(session.screen, session.screen.t("cli-continue-question")):
        for person in range(1, match.players):
            match = match.accept(person, session.now())
        session.update_match(match)


def _wants_another(session: TerminalSession) -> bool:
    """Ask whether to play again; meanwhile commands such as `save` work."""
    while True:
        try:
            line = ask(session.screen.t("cli-again-question") + " ").lower()
        except SessionLeft:
            return False
        given = parse_command(line)
        if not line or line in typed_words("cli-no") or (given and given[0].name == "quit"):
            session.screen.print_message("cli-bye")
            return False
        if line in typed_words("cli-yes"):
            return True
        _execute_between_rounds(session, line)


def _restart(session: TerminalSession) -> None:
    """Start the same match again."""
    match = session.match
    fresh = Match.new(
        match.game,
        target=match.target,
        names=match.names,
        time_control=match.clock.control if match.clock else None,
        next_board="keep" if match.board_seed is None else "new",
        seed=match.board_seed,
    )
    session.saved_match = SavedMatch(fresh, session.saved_match.kinds)
    session.file, session.offered = None, -1
