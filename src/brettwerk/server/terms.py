"""What is agreed before a game: which, with which options, who sits where, how long it takes."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from msgspec import Struct

from brettwerk.errors import BadOptions
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game
from brettwerk.match import Match, read_time
from brettwerk.match.clock import time_text
from brettwerk.solve.fair import fair_opening
from brettwerk.texts import shown

HERE, FRIEND, COMPUTER = "here", "friend", "computer"
LEVELS = range(1, 11)
LONGEST_NAME = 30
LONGEST_OPTION = 600


class Seat(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays: someone at this screen, a friend by link, or a computer of some level."""

    kind: Literal["here", "friend", "computer"] = "here"
    level: int = 0
    name: str = ""


class Wish(Struct, forbid_unknown_fields=True):
    """A game that somebody wants; what is left out is as usual."""

    game: str
    options: dict[str, Any] = {}
    seats: list[Seat] = []
    clock: str = "none"
    target: int | None = None
    tableau: Literal["keep", "new"] = "keep"
    begins: int | Literal["lot"] = "lot"
    takebacks: bool = True
    fair: bool = False


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed, with everything that was left to chance drawn.

    `opening` are the first moves where a fair start was wished for: by lot among those after which
    best play draws.
    """

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    clock: str
    target: int | None
    seed: int
    tableau: str
    starter: int
    takebacks: bool
    opening: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """Those who are no computers."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind != COMPUTER)

    @property
    def computers(self) -> tuple[int, ...]:
        """Those who are."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind == COMPUTER)


def agreed(wish: Wish, rng: Random) -> Terms:
    """The terms of a wish, checked; BrettwerkError with a sentence if there can be none."""
    name = find_name(wish.game)
    rules = face(name)
    for value in wish.options.values():
        if len(str(value)) > LONGEST_OPTION:
            raise BadOptions("page-option-long", longest=LONGEST_OPTION)
    seats = wish.seats or usual_seats(rules.players)
    _check_seats(seats, rules.players)
    given = {**rules.by_lot(rng.randrange(10**6)), **wish.options}
    if any(seat.kind == COMPUTER for seat in seats):
        given = {**rules.with_programs, **given}
    game = Game(rules, given)
    terms = Terms(
        game=name,
        options=game.chosen,
        seats=[Seat(seat.kind, seat.level, clean_name(seat.name)) for seat in seats],
        clock=time_text(read_time(wish.clock)),
        target=wish.target,
        seed=rng.randrange(2**31),
        tableau=wish.tableau,
        starter=_starter(wish.begins, rules.players, rng),
        takebacks=wish.takebacks,
        opening=fair_opening(game, rng) if wish.fair else (),
    )
    begin(terms)
    return terms


def usual_seats(players: int) -> list[Seat]:
    """One person against computers that let newcomers win."""
    return [Seat("here"), *(Seat("computer", level=3) for _ in range(players - 1))]


def _check_seats(seats: list[Seat], players: int) -> None:
    if len(seats) != players:
        raise BadOptions("page-seats", count=len(seats), players=players)
    for seat in seats:
        if seat.kind == COMPUTER and seat.level not in LEVELS:
            raise BadOptions("page-level", given=shown(seat.level), last=LEVELS[-1])


def _starter(begins: int | str, players: int, rng: Random) -> int:
    if isinstance(begins, str):
        return rng.randrange(players)
    if not 0 <= begins < players:
        raise BadOptions("page-begins", given=shown(begins), last=players - 1)
    return begins


def clean_name(name: str) -> str:
    """A name as it can be shown to others: one line, not too long."""
    plain = "".join(c for c in name if c.isprintable())
    return " ".join(plain.split())[:LONGEST_NAME]


def game_of(terms: Terms) -> Game:
    """The game of the first round."""
    return Game(face(terms.game), terms.options)


def begin(terms: Terms) -> Match:
    """The match before its first move."""
    return Match.new(
        game_of(terms),
        target=terms.target,
        names=[seat.name for seat in terms.seats],
        starter=terms.starter,
        time_control=read_time(terms.clock),
        tableau=terms.tableau,
        seed=terms.seed,
        opening=terms.opening,
    )


def with_colours_swapped(terms: Terms, names: tuple[str, ...], seed: int) -> Terms:
    """The terms of a rematch: the next one begins; a fair start is drawn anew by the seed."""
    seats = [
        Seat(seat.kind, seat.level, name) for seat, name in zip(terms.seats, names, strict=True)
    ]
    return Terms(
        game=terms.game,
        options=terms.options,
        seats=seats,
        clock=terms.clock,
        target=terms.target,
        seed=seed,
        tableau=terms.tableau,
        starter=(terms.starter + 1) % len(seats),
        takebacks=terms.takebacks,
        opening=fair_opening(game_of(terms), Random(seed)) if terms.opening else (),
    )
