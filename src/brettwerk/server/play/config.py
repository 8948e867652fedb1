"""What is settled before a game begins: rules and options, seats, clock, and who starts."""

from random import Random
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from brettwerk.core.game import Game
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions, MatchError
from brettwerk.i18n import truncate
from brettwerk.match import Match, parse_time_control
from brettwerk.match.clock import format_time_control
from brettwerk.server.errors import ServerError
from brettwerk.solve import fair_opening

HERE, FRIEND, COMPUTER = "here", "friend", "computer"
LONGEST_NAME = 30
LONGEST_OPTION = 600


class Seat(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays: a person at this screen, a friend by link, or a computer of some level."""

    kind: Literal["here", "friend", "computer"] = "here"
    level: int = 0
    name: str = ""


class GameRequest(Struct, forbid_unknown_fields=True):
    """A request for a new game; the defaults are what most people want."""

    game: str
    options: dict[str, Any] = {}
    seats: list[Seat] = []
    clock: str = "none"
    target: int | None = None
    tableau: Literal["keep", "new"] = "keep"
    begins: int | Literal["lot"] = "lot"
    takebacks: bool = True
    fair: bool = False


class GameConfig(Struct, frozen=True, forbid_unknown_fields=True):
    """The settled configuration of a game, with everything random already drawn.

    `opening` holds the first moves of a fair start: drawn from those after which best play draws.
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
        """The players that are not computers."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind != COMPUTER)

    @property
    def computers(self) -> tuple[int, ...]:
        """The players that are computers."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind == COMPUTER)


def make_config(wanted: GameRequest, rng: Random) -> GameConfig:
    """Check a request and settle it; BrettwerkError if it is impossible."""
    try:
        config = _settle(wanted, rng)
        new_match(config)
    except MatchError as error:
        raise ServerError.of(400, error) from None
    return config


def _settle(wanted: GameRequest, rng: Random) -> GameConfig:
    name = find_name(wanted.game)
    rules = definition(name)
    seats = wanted.seats or default_seats(rules.players)
    _check_seats(seats, rules.players)
    game = Game(rules, _options(wanted, seats, rng))
    return GameConfig(
        game=name,
        options=game.chosen,
        seats=[Seat(seat.kind, seat.level, clean_name(seat.name)) for seat in seats],
        clock=format_time_control(parse_time_control(wanted.clock)),
        target=wanted.target,
        seed=rng.randrange(2**31),
        tableau=wanted.tableau,
        starter=_starter(wanted.begins, rules.players, rng),
        takebacks=wanted.takebacks,
        opening=fair_opening(game, rng) if wanted.fair else (),
    )


def _options(wanted: GameRequest, seats: list[Seat], rng: Random) -> dict[str, Any]:
    rules = definition(find_name(wanted.game))
    for value in wanted.options.values():
        if len(str(value)) > LONGEST_OPTION:
            raise BadOptions("page-option-long", longest=LONGEST_OPTION)
    given = {**rules.random_options(rng.randrange(10**6)), **wanted.options}
    if any(seat.kind == COMPUTER for seat in seats):
        given = {**rules.engine_overrides, **given}
    return given


def default_seats(players: int) -> list[Seat]:
    """Return one person and computers that let newcomers win."""
    return [Seat("here"), *(Seat("computer", level=3) for _ in range(players - 1))]


def _check_seats(seats: list[Seat], players: int) -> None:
    if len(seats) != players:
        raise BadOptions("page-seats", count=len(seats), players=players)
    for seat in seats:
        if seat.kind == COMPUTER and seat.level not in LEVELS:
            raise BadOptions("page-level", given=truncate(seat.level), last=LEVELS[-1])


def _starter(begins: int | str, players: int, rng: Random) -> int:
    if isinstance(begins, str):
        return rng.randrange(players)
    if not 0 <= begins < players:
        raise BadOptions("page-begins", given=truncate(begins), last=players - 1)
    return begins


def clean_name(name: str) -> str:
    """Return a name that can be shown to others: one line, not too long."""
    plain = "".join(c for c in name if c.isprintable())
    return " ".join(plain.split())[:LONGEST_NAME]


def game_of(config: GameConfig) -> Game:
    """Return the game of the first round."""
    return Game(definition(config.game), config.options)


def new_match(config: GameConfig) -> Match:
    """Return the match before its first move."""
    return Match.new(
        game_of(config),
        target=config.target,
        names=[seat.name for seat in config.seats],
        starter=config.starter,
        time_control=parse_time_control(config.clock),
        tableau=config.tableau,
        seed=config.seed,
        opening=config.opening,
    )


def rematch_config(config: GameConfig, names: tuple[str, ...], seed: int) -> GameConfig:
    """Return the configuration of a rematch: the next player starts, a fair start is drawn anew."""
    seats = [
        Seat(seat.kind, seat.level, name) for seat, name in zip(config.seats, names, strict=True)
    ]
    return replace(
        config,
        seats=seats,
        seed=seed,
        starter=(config.starter + 1) % len(seats),
        opening=fair_opening(game_of(config), Random(seed)) if config.opening else (),
    )
