"""What people at the table are told: beginnings, turns, ends, scores, faults."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from brettwerk.cli.frame import in_words
from brettwerk.cli.table.hints import tell_placements
from brettwerk.cli.tell import joined, result

if TYPE_CHECKING:
    from brettwerk.cli.table.table import Table
    from brettwerk.errors import BrettwerkError
    from brettwerk.games.outcome import Outcome

BOLD = "bold"


def fault_in_words(table: Table, fault: BrettwerkError | OSError) -> str:
    """A fault in the language of the table."""
    return in_words(fault, table.screen.voice.language)


# -- beginnings -----------------------------------------------------------------------------------
def tell_beginning(table: Table) -> None:
    """What is played, and who plays."""
    name = table.match.game.name
    table.screen.write()
    table.screen.write(table.screen.voice.title(name), style=BOLD)
    table.screen.write(table.screen.voice.about(name))
    if table.match.target is not None:
        table.screen.tell("cli-to-points", target=table.match.target)
    tell_legend(table)
    _tell_seats(table)
    if table.people:
        table.screen.tell("cli-help-hint")


def tell_legend(table: Table) -> None:
    """What the letters of the fields mean, on boards that have them."""
    if table.position.scene.fields:
        table.screen.tell("cli-legend")


def tell_round(table: Table) -> None:
    """A further round, with the colours changed."""
    table.screen.write()
    table.screen.tell("cli-round", number=table.match.round, style=BOLD)
    _tell_seats(table)


def _tell_seats(table: Table) -> None:
    voice, match = table.screen.voice, table.match
    people = (match.person_at(seat) for seat in range(match.players))
    seats = [f"{table.who(person)} {table.letter(person)}" for person in people]
    table.screen.write(voice("cli-seats", who=joined(voice, seats)))
    if match.rounds and match.target is not None:
        tell_scores(table)


# -- turns ----------------------------------------------------------------------------------------
def tell_turn(table: Table, person: int) -> None:
    """Whose turn it is, with a move that could be made."""
    _tell_time(table)
    moves = table.position.moves
    key = "cli-your-turn" if len(table.people) == 1 else "cli-turn"
    details = {"who": table.who(person), "colour": table.colour(person)}
    turn = table.screen.voice(key, letter=table.letter(person), **details)
    table.screen.write(turn, style=BOLD)
    tell_placements(table)
    if len(moves) == 1:
        table.screen.tell("cli-only-move", move=moves[0].text)
    else:
        table.screen.tell("cli-example", move=moves[len(moves) // 2].text, count=len(moves))


def _tell_time(table: Table) -> None:
    clock, now = table.match.clock, table.now()
    if clock and now is not None:
        times = (
            f"{table.who(person)} {_minutes(clock.remaining(person, now))}"
            for person in range(table.match.players)
        )
        table.screen.tell("cli-time-left", times=", ".join(times))


def _minutes(seconds: float) -> str:
    whole = ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}"


# -- ends -----------------------------------------------------------------------------------------
def tell_end_of_round(table: Table) -> None:
    """The last position, who won and why, and the scores where rounds bring points."""
    match = table.match
    outcome = match.rounds[-1].outcome
    movers = [match.person_at(before.turn) for before in match.past]
    table.show(next((who for who in reversed(movers) if table.is_human(who)), None))
    table.screen.write(_verdict(table, outcome), style=BOLD)
    table.screen.write(table.screen.voice.reason(match.game.name, outcome.reason))
    if match.target is not None:
        tell_scores(table)


def _verdict(table: Table, outcome: Outcome) -> str:
    """Who won the round, or the game where there is only one."""
    voice = table.screen.voice
    kind = "game" if table.match.target is None else "round"
    if len(table.people) == 1 and outcome.winners == (table.match.seats[table.people[0]],):
        return voice(f"cli-you-win-{kind}", points=max(outcome.points or (0,)))
    return result(voice, outcome, table.by_seat())


def tell_scores(table: Table) -> None:
    """The points of the match so far."""
    match, voice = table.match, table.screen.voice
    scores = (f"{table.who(p)} {match.scores[p]}" for p in range(match.players))
    table.screen.write(voice("cli-scores", scores=", ".join(scores), target=match.target))


def tell_end(table: Table) -> None:
    """Who won the match, where it had several rounds."""
    match, voice = table.match, table.screen.voice
    if match.target is None or not match.outcome:
        return
    winners = match.outcome.winners
    if len(table.people) == 1 and winners == (table.people[0],):
        table.screen.tell("cli-you-win-match", style=BOLD)
    else:
        who = joined(voice, [table.who(winner) for winner in winners])
        table.screen.tell("cli-match-won", who=who, style=BOLD)
    table.screen.write(voice.reason(match.game.name, match.outcome.reason))
