"""What is settled before a game begins: rules and options, seats, clock, and who starts."""

from functools import lru_cache
from random import Random
from typing import Any

from msgspec import json
from msgspec.structs import replace

from brettwerk.core.game import Game, GameDefinition
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions, MatchError
from brettwerk.i18n import truncate
from brettwerk.match import Match, parse_time_control
from brettwerk.match.clock import format_time_control
from brettwerk.search.styles import weights_of_style
from brettwerk.server.errors import ServerError
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.storage.model import COMPUTER, GameConfig, Seat
from brettwerk.solving import fair_opening

LONGEST_NAME = 30
LONGEST_OPTION = 600
KEPT_GAMES = 500
SEEDS = 2**31


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
    # By default one person, and computers that let newcomers win.
    seats = wanted.seats or [Seat(), *[Seat("computer", level=3)] * (rules.players - 1)]
    _check_seats(seats, rules)
    game = Game(rules, _options(wanted, rules, seats, rng))
    return GameConfig(
        game=name,
        options=game.chosen,
        seats=[_cleaned(seat) for seat in seats],
        clock=format_time_control(parse_time_control(wanted.clock)),
        target=wanted.target,
        seed=rng.randrange(SEEDS),
        tableau=wanted.tableau,
        starter=_starter(wanted.begins, rules.players, rng),
        takebacks=wanted.takebacks,
        opening=fair_opening(game, rng) if wanted.fair else (),
    )


def _options(
    wanted: GameRequest, rules: GameDefinition, seats: list[Seat], rng: Random
) -> dict[str, Any]:
    if any(len(str(value)) > LONGEST_OPTION for value in wanted.options.values()):
        raise BadOptions("page-option-long", longest=LONGEST_OPTION)
    given = {**rules.random_options(rng.randrange(10**6)), **wanted.options}
    if any(seat.kind == COMPUTER for seat in seats):
        given = {**rules.engine_overrides, **given}
    return given


def _check_seats(seats: list[Seat], rules: GameDefinition) -> None:
    if len(seats) != rules.players:
        raise BadOptions("page-seats", count=len(seats), players=rules.players)
    for seat in seats:
        if seat.kind == COMPUTER and seat.level not in LEVELS:
            raise BadOptions("page-level", given=truncate(seat.level), last=LEVELS[-1])
        weights_of_style(rules.name, seat.style)


def _cleaned(seat: Seat) -> Seat:
    level = seat.level if seat.kind == COMPUTER else 0
    return replace(seat, name=clean_name(seat.name), level=level)


def checked_config(config: GameConfig) -> GameConfig:
    """Check a configuration that a device has settled; BrettwerkError if it is impossible."""
    rules = definition(find_name(config.game))
    _check_seats(config.seats, rules)
    _starter(config.starter, rules.players, Random(0))
    if any(len(str(value)) > LONGEST_OPTION for value in config.options.values()):
        raise BadOptions("page-option-long", longest=LONGEST_OPTION)
    seats = [_cleaned(seat) for seat in config.seats]
    options = Game(rules, config.options).chosen
    clock = format_time_control(parse_time_control(config.clock))
    settled = {"seats": seats, "options": options, "clock": clock, "seed": config.seed % SEEDS}
    return replace(config, game=rules.name, opening=(), **settled)


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
    return _shared_game(config.game, json.encode(config.options))


@lru_cache(maxsize=KEPT_GAMES)
def _shared_game(name: str, options: bytes) -> Game:
    """Return one object for all who play the same: it keeps the texts of its moves."""
    return Game(definition(name), json.decode(options))


def new_match(config: GameConfig) -> Match:
    """Return the match before its first move."""
    return Match.new(
        game_of(config),
        target=config.target,
        names=[seat.name for seat in config.seats],
        starter=config.starter,
        time_control=parse_time_control(config.clock),
        next_board=config.tableau,
        seed=config.seed,
        opening=config.opening,
    )


def rematch_config(config: GameConfig, names: tuple[str, ...], seed: int) -> GameConfig:
    """Return the configuration of a rematch: the next player starts, a fair start is drawn anew."""
    seats = [replace(seat, name=name) for seat, name in zip(config.seats, names, strict=True)]
    return replace(
        config,
        seats=seats,
        seed=seed,
        starter=(config.starter + 1) % len(seats),
        opening=fair_opening(game_of(config), Random(seed)) if config.opening else (),
    )
