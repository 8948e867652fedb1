"""`brettwerk sprt`: a sequential test whether one player is stronger than another."""

from typing import Annotated

from typer import Argument, Option

from brettwerk.cli.choose import resolve_name
from brettwerk.cli.match import GameSettings, MatchFiles, run_match
from brettwerk.cli.options import Count, GameName, GameOptions, Json
from brettwerk.errors import BadOptions

MOST_GAMES = 20_000
Player = Annotated[str, Argument(metavar="PLAYER")]
Elo = Annotated[float, Option(min=-1000, max=1000)]
Risk = Annotated[float, Option(min=0.001, max=0.4)]


def sprt(
    *,
    game: GameName,
    new: Player,
    old: Player,
    elo0: Elo = 0.0,
    elo1: Elo = 10.0,
    alpha: Risk = 0.05,
    beta: Risk = 0.05,
    games: Count = MOST_GAMES,
    settings: GameSettings,
    files: MatchFiles,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Play pairs of games until it is clear whether one player is stronger than the other."""
    from brettwerk.arena.statistics import Sprt

    if elo0 >= elo1:
        raise BadOptions("arena-sprt", low=f"{elo0:g}", high=f"{elo1:g}")
    config = settings.config(resolve_name(game), (new, old), options)
    if not config.is_duel:
        raise BadOptions("arena-sprt-two")
    test = Sprt(elo0, elo1, alpha, beta)
    run_match(config, config.round_up(games), files, test=test, json=json)
