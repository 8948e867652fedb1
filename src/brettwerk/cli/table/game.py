"""Playing at the table: turn by turn, round by round, until the match is decided."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING

from rich.text import Text

from brettwerk.cli.table.asking import (
    CTRL_C,
    NO,
    YES,
    Left,
    agrees,
    ask,
    complete_from,
    ending_like_ctrl_c,
)
from brettwerk.cli.table.hints import tell_placing_over
from brettwerk.cli.table.keeping import keep, keep_on_leaving
from brettwerk.cli.table.orders import ORDERS, order_of
from brettwerk.cli.table.players import PROGRAMS
from brettwerk.cli.table.saves import save
from brettwerk.cli.table.telling import (
    fault_in_words,
    tell_beginning,
    tell_end,
    tell_end_of_round,
    tell_round,
    tell_turn,
)
from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.match import Match
from brettwerk.records.sittings import Sitting

if TYPE_CHECKING:
    from brettwerk.cli.table.table import Table


def sit_down(table: Table) -> int:
    """Play until the match is over or someone leaves; the exit code."""
    complete_from(lambda: _words(table))
    try:
        with ending_like_ctrl_c():
            while _play_match(table):
                _begin_again(table)
    except Left as left:
        keep_on_leaving(table)
        return left.code
    except KeyboardInterrupt:
        keep_on_leaving(table)
        return CTRL_C
    return 0


def _words(table: Table) -> list[str]:
    """What can be typed: legal moves, then orders."""
    moves = [move.text for move in table.position.moves]
    return [*moves, *(word for order in ORDERS for word in order.words[:2])]


def _play_match(table: Table) -> bool:
    """The whole match, or what is left of it; whether to play another."""
    tell_beginning(table)
    if table.match.outcome:
        table.screen.tell("cli-resume-over")
        tell_end_of_round(table)
    if table.match.clock and not table.match.round_over:
        table.go_on(table.match.start_clock(_now(table)))
    while not table.match.outcome:
        if table.match.round_over:
            _next_round(table)
        _play_round(table)
        tell_end_of_round(table)
        _offer_continuation(table)
    tell_end(table)
    if table.file:
        keep(table, table.file)
    return bool(table.people) and _wants_another(table)


def _now(table: Table) -> float:
    now = table.now()
    assert now is not None  # asked only where a clock runs
    return now


# -- a round --------------------------------------------------------------------------------------
def _play_round(table: Table) -> None:
    while (person := table.match.to_move) is not None:
        if table.is_human(person):
            _human_turn(table, person)
        else:
            _program_turn(table, person)


def _program_turn(table: Table, person: int) -> None:
    before, choose = table.position, PROGRAMS[table.sitting.kinds[person]]
    with _waiting(table, person):
        move = choose(before, table.rng)
    if not _flag_fell(table):
        table.play(person, move)
        if not table.people:
            table.tell_move(before, move)


def _waiting(table: Table, person: int) -> AbstractContextManager[object]:
    """Where people wait at a terminal, they see for whom."""
    screen = table.screen
    if not table.people:
        return nullcontext()
    told = screen.voice("cli-thinking", who=table.who(person))
    return screen.console.status(Text(told))  # names may look like Rich's markup


def _human_turn(table: Table, person: int) -> None:
    """Show, ask, and ask again until there is something new to see."""
    if table.file:
        with suppress(OSError):  # only a precaution; saving at the end tells what is wrong
            save(table.sitting, table.file)
    table.show(person)
    tell_placing_over(table)
    tell_turn(table, person)
    while not _done(table, person, ask(f"{table.called(person)} > ")):
        pass


def _done(table: Table, person: int, line: str) -> bool:
    """Do what a line says; whether there is something new to see."""
    if _flag_fell(table):
        return True
    try:
        given = order_of(line)
        if given:
            order, rest = given
            return order.obey(table, rest)
        return _play(table, person, line)
    except (BrettwerkError, OSError) as fault:
        table.screen.write(fault_in_words(table, fault))
        return False


def _play(table: Table, person: int, line: str) -> bool:
    """Play a move given by its text or by its number; Enter plays the only one there is."""
    moves = table.position.moves
    if line.isdecimal():
        if not 1 <= int(line[:9]) <= len(moves):
            raise MatchError("cli-no-such-number", last=len(moves))
        table.play(person, moves[int(line[:9]) - 1])
    elif line:
        table.play(person, line)
    elif len(moves) == 1:
        table.play(person, moves[0])
    else:
        tell_turn(table, person)
        return False
    return True


def _flag_fell(table: Table) -> bool:
    """Whether time is up, which then has its consequences."""
    clock = table.match.clock
    if not clock or clock.flagged(_now(table)) is None:
        return False
    table.go_on(table.match.flag(_now(table)))
    return True


# -- between and after rounds ---------------------------------------------------------------------
def _next_round(table: Table) -> None:
    while table.people and (line := ask(table.screen.voice("cli-next-round-prompt") + " ")):
        _obey_only(table, line)
    table.go_on(table.match.next_round(table.now()))
    tell_round(table)


def _obey_only(table: Table, line: str) -> None:
    """An order where no move can be played."""
    order, rest = order_of(line) or (None, "")
    if not order or order.in_play:
        table.screen.tell("cli-game-over" if table.match.outcome else "cli-round-over")
        return
    try:
        if order.obey(table, rest):
            table.show(None)
    except (BrettwerkError, OSError) as fault:
        table.screen.write(fault_in_words(table, fault))


def _offer_continuation(table: Table) -> None:
    """After a draw that people can agree to play on from, ask them; programs agree."""
    try:
        match = table.match.offer_continuation(0, table.now())
    except MatchError:
        return
    if table.people and agrees(table.screen, table.screen.voice("cli-continue-question")):
        for person in range(1, match.players):
            match = match.accept(person, table.now())
        table.go_on(match)


def _wants_another(table: Table) -> bool:
    """Whether to play again; meanwhile orders such as `save` are obeyed."""
    while True:
        try:
            line = ask(table.screen.voice("cli-again-question") + " ").lower()
        except Left:
            return False
        given = order_of(line)
        if not line or line in NO or (given and given[0].words[0] == "quit"):
            table.screen.tell("cli-bye")
            return False
        if line in YES:
            return True
        _obey_only(table, line)


def _begin_again(table: Table) -> None:
    """The same match once more, from its beginning."""
    match = table.match
    fresh = Match.new(
        match.game,
        target=match.target,
        names=match.names,
        time_control=match.clock.control if match.clock else None,
        tableau="keep" if match.tableau_seed is None else "new",
        seed=match.tableau_seed,
    )
    table.sitting = Sitting(fresh, table.sitting.kinds)
    table.file, table.offered = None, -1
